// SPDX-License-Identifier: CC0-1.0
//! Judges answers in class bits and class bounds (TQ-CONF-016, TQ-CONF-017, TQ-CONF-024).

use crate::{is_inside, Error, Field, Interval, Items, List, Value, Vector};
use core::fmt;

/// A field of an answer. `Floats` are the binary32 numbers of a field of words.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Given<'a> {
    Integer(u64),
    Name(&'a str),
    Word64(u64),
    Words(&'a [u32]),
    Floats(&'a [f32]),
    Halves(&'a [u16]),
    Bytes(&'a [u8]),
}

/// What an implementation answers: an error by name, or output fields and any of the stages.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Answer<'a> {
    Error(&'a str),
    Fields(&'a [(&'a str, Given<'a>)]),
}

/// One side of a divergence; `Display` gives its bits.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Shown<'a> {
    Text(&'a str),
    Integer(u64),
    Bits { pattern: u64, digits: usize },
    Interval { lower: u32, upper: u32, digits: usize },
    Elements(usize),
    Error(&'a str),
    Errors(Error<'a>, Items<'a, Error<'a>>),
}

/// The first wrong field, in order of computation, and its first wrong element.
#[derive(Clone, Debug)]
pub struct Divergence<'a> {
    /// A stage or output, or `error`.
    pub field: &'a str,
    /// Nothing where the field differs as a whole.
    pub index: Option<usize>,
    /// What the vector says.
    pub expected: Shown<'a>,
    /// What the answer says.
    pub actual: Shown<'a>,
}

/// The judgement of one answer.
#[derive(Clone, Debug)]
pub enum Verdict<'a> {
    /// The answer is right.
    Pass,
    /// The answer is wrong.
    Fail(Divergence<'a>),
    /// The vector holds no intervals of the profile.
    NotApplicable,
}

impl Verdict<'_> {
    /// Whether the answer is right.
    pub fn is_pass(&self) -> bool {
        matches!(self, Verdict::Pass)
    }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Shown::Text(text) => out.write_str(text),
            Shown::Integer(value) => write!(out, "{}", value),
            Shown::Bits { pattern, digits } => write!(out, "{:0w$x}", pattern, w = digits),
            Shown::Interval { lower, upper, digits } => {
                write!(out, "[{:0w$x}, {:0w$x}]", lower, upper, w = digits)
            }
            Shown::Elements(count) => write!(out, "{} elements", count),
            Shown::Error(name) => write!(out, "error {}", name),
            Shown::Errors(first, others) => {
                write!(out, "error {}", first.name)?;
                others.clone().try_for_each(|error| write!(out, " or error {}", error.name))
            }
        }
    }
}

impl fmt::Display for Verdict<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Verdict::Pass => out.write_str("pass"),
            Verdict::NotApplicable => out.write_str("not applicable"),
            Verdict::Fail(divergence) => {
                out.write_str(divergence.field)?;
                if let Some(index) = divergence.index {
                    write!(out, "[{}]", index)?;
                }
                write!(out, ": expected {}, got {}", divergence.expected, divergence.actual)
            }
        }
    }
}

/// Nothing is rounded in these: class bounds judges them by bits (TQ-CONF-017).
const EXACT: [&str; 4] =
    ["arithmetic.from_binary16", "codebook.table", "codebook.dequantize", "gain.load"];
/// The one output that is computed before a stage (TQ-CONF-004): operation, output, stage.
const EARLY: (&str, &str, &str) = ("key.encode", "gains", "y");

/// Whether a value is a list of binary32 patterns that rounding may change.
fn rounds(vector: &Vector, value: &Value) -> bool {
    let is_exact = EXACT.contains(&vector.operation) || vector.operation.starts_with("random.");
    matches!(value, Value::Words(_)) && !is_exact
}

fn interval_of<'a>(
    vector: &Vector<'a>,
    field: &str,
    profile: Option<&str>,
) -> Option<Interval<'a>> {
    vector
        .intervals
        .clone()
        .find(|interval| interval.field == field && Some(interval.profile) == profile)
}

/// Whether a vector with an output can judge class bounds (TQ-CONF-017).
fn can_judge(vector: &Vector, profile: &str) -> bool {
    let rounded = |field: &Field| rounds(vector, &field.value);
    let has_all = vector
        .output
        .clone()
        .filter(rounded)
        .all(|field| interval_of(vector, field.name, Some(profile)).is_some());
    let has_any = vector.intervals.clone().any(|interval| interval.profile == profile);
    let is_exact = !vector.stages.clone().chain(vector.output.clone()).any(|f| rounded(&f));
    is_exact || (has_all && has_any)
}

type Wrong<'a> = Option<(Option<usize>, Shown<'a>, Shown<'a>)>;

fn wrong_element<'a>(
    golden: List,
    given: impl ExactSizeIterator<Item = u32>,
    interval: Option<Interval>,
    is_binary32: bool,
) -> Wrong<'a> {
    if golden.len() != given.len() {
        return Some((None, Shown::Elements(golden.len()), Shown::Elements(given.len())));
    }
    let digits = golden.digits();
    let bits = |pattern: u32| Shown::Bits { pattern: u64::from(pattern), digits };
    let mut bounds = interval.map(|interval| interval.lower.iter().zip(interval.upper.iter()));
    for (index, (expected, actual)) in golden.iter().zip(given).enumerate() {
        match bounds.as_mut().and_then(Iterator::next) {
            Some((lower, upper)) if !is_inside(lower, actual, upper, is_binary32) => {
                return Some((Some(index), Shown::Interval { lower, upper, digits }, bits(actual)));
            }
            None if expected != actual => {
                return Some((Some(index), bits(expected), bits(actual)));
            }
            _ => {}
        }
    }
    None
}

fn wrong_field<'a>(golden: Value<'a>, given: Given<'a>, interval: Option<Interval>) -> Wrong<'a> {
    let word = |pattern| Shown::Bits { pattern, digits: 16 };
    match (golden, given) {
        (Value::Integer(a), Given::Integer(b)) if a != b => {
            Some((None, Shown::Integer(a), Shown::Integer(b)))
        }
        (Value::Name(a), Given::Name(b)) if a != b => Some((None, Shown::Text(a), Shown::Text(b))),
        (Value::Word64(a), Given::Word64(b)) if a != b => Some((None, word(a), word(b))),
        (Value::Integer(_), Given::Integer(_))
        | (Value::Name(_), Given::Name(_))
        | (Value::Word64(_), Given::Word64(_)) => None,
        (Value::Words(list), Given::Words(words)) => {
            wrong_element(list, words.iter().copied(), interval, true)
        }
        (Value::Words(list), Given::Floats(floats)) => {
            wrong_element(list, floats.iter().map(|float| float.to_bits()), interval, true)
        }
        (Value::Halves(list), Given::Halves(halves)) => {
            wrong_element(list, halves.iter().map(|half| u32::from(*half)), interval, false)
        }
        (Value::Bytes(list), Given::Bytes(bytes)) => {
            wrong_element(list, bytes.iter().map(|byte| u32::from(*byte)), interval, false)
        }
        _ => Some((None, Shown::Text("the type of the field"), Shown::Text("another"))),
    }
}

fn judge_error<'a>(vector: &Vector<'a>, answer: &Answer<'a>) -> Verdict<'a> {
    let mut right = vector.error.into_iter().chain(vector.accept.clone());
    let actual = match *answer {
        Answer::Error(name) if right.any(|error| error.name == name) => return Verdict::Pass,
        Answer::Error(name) => Shown::Error(name),
        Answer::Fields(_) => Shown::Text("output"),
    };
    let expected = match vector.error {
        Some(error) => Shown::Errors(error, vector.accept.clone()),
        None => Shown::Text("output"),
    };
    Verdict::Fail(Divergence { field: "error", index: None, expected, actual })
}

/// Judges an answer in class bits, or with a profile (`ieee`, `fma`) in class bounds.
pub fn judge<'a>(vector: &Vector<'a>, answer: &Answer<'a>, profile: Option<&str>) -> Verdict<'a> {
    let is_judged = |profile| vector.error.is_some() || can_judge(vector, profile);
    if !profile.map_or(true, is_judged) {
        return Verdict::NotApplicable;
    }
    let fields = match *answer {
        Answer::Fields(fields) if vector.error.is_none() => fields,
        _ => return judge_error(vector, answer),
    };
    let fail = |field, (index, expected, actual)| {
        Verdict::Fail(Divergence { field, index, expected, actual })
    };
    for (name, _) in fields {
        if vector.stages.value_of(name).is_none() && vector.output.value_of(name).is_none() {
            return fail(name, (None, Shown::Text("no such field"), Shown::Text("one")));
        }
    }
    let judge_field = |field: Field<'a>, is_stage: bool| -> Wrong<'a> {
        let given = match fields.iter().rev().find(|(name, _)| *name == field.name) {
            Some((_, given)) => *given,
            None if is_stage => return None,
            None => return Some((None, Shown::Text("an output"), Shown::Text("none"))),
        };
        let interval = interval_of(vector, field.name, profile);
        let wrong = wrong_field(field.value, given, interval);
        let is_free = profile.is_some() && is_stage && interval.is_none();
        match wrong {
            // TQ-CONF-017 does not judge a stage without interval, but its type is still checked.
            Some((_, Shown::Text(_), _)) => wrong,
            _ if is_free && rounds(vector, &field.value) => None,
            _ => wrong,
        }
    };
    let early = |stage: &Field| {
        let is_next = (vector.operation, stage.name) == (EARLY.0, EARLY.2);
        vector.output.clone().find(|field| is_next && field.name == EARLY.1)
    };
    for stage in vector.stages.clone() {
        if let Some(output) = early(&stage) {
            if let Some(wrong) = judge_field(output, false) {
                return fail(output.name, wrong);
            }
        }
        if let Some(wrong) = judge_field(stage, true) {
            return fail(stage.name, wrong);
        }
    }
    for output in vector.output.clone() {
        if let Some(wrong) = judge_field(output, false) {
            return fail(output.name, wrong);
        }
    }
    Verdict::Pass
}
