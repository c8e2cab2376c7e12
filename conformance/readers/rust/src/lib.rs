// SPDX-License-Identifier: CC0-1.0
//! Golden vectors of turboquant-conformance from the bytes of `core.tqv`, and a judge.
//!
//! ```no_run
//! # fn my_pack(_: &tqc_vectors::Vector) -> Vec<u8> { vec![] }
//! # let bytes = vec![];
//! for vector in tqc_vectors::parse(&bytes).expect("core.tqv") {
//!     if vector.operation == "packing.pack" {
//!         let packed = my_pack(&vector);
//!         let fields = [("packed", tqc_vectors::Given::Bytes(&packed))];
//!         let verdict = tqc_vectors::judge(&vector, &tqc_vectors::Answer::Fields(&fields), None);
//!         assert!(verdict.is_pass(), "{}: {}", vector.id, verdict);
//!     }
//! }
//! ```
//!
//! Values are bit patterns, never rounded. Nothing is allocated: everything borrows the bytes. The
//! format is chapter vectors of the specification, the judgement chapter conformance.
#![no_std]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

use core::{cmp, fmt, marker::PhantomData, str};

mod judge;
pub use judge::{judge, Answer, Divergence, Given, Shown, Verdict};

/// The vector format that this crate reads.
pub const FORMAT: u64 = 1;
/// The version of the specification that this crate reads.
pub const SPECIFICATION: &str = "0.1";
/// The largest 16-bit count of a file (TQ-VECT-016).
const MOST: u64 = 255;

/// Why bytes are refused, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// Offset of the byte at which reading stopped.
    pub at: usize,
    /// One line.
    pub wrong: &'static str,
}

impl fmt::Display for Malformed {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "byte {}: {}", self.at, self.wrong)
    }
}

/// A list of words, halves or bytes inside the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct List<'a> {
    bytes: &'a [u8],
    width: usize,
}

impl<'a> List<'a> {
    /// Number of elements.
    pub fn len(&self) -> usize {
        self.bytes.len() / self.width
    }
    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }
    /// The little-endian bytes of all elements; of a byte string, the string itself.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }
    /// The bit patterns of the elements.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = u32> + ExactSizeIterator + 'a {
        self.bytes
            .chunks_exact(self.width)
            .map(|bytes| bytes.iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte)))
    }
    /// Hex digits of an element.
    pub fn digits(&self) -> usize {
        2 * self.width
    }
}

/// The value of one field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// 0 to 2^53 - 1.
    Integer(u64),
    /// A name from a table of the specification.
    Name(&'a str),
    /// A 64-bit word.
    Word64(u64),
    /// 32-bit words or binary32 patterns.
    Words(List<'a>),
    /// binary16 patterns.
    Halves(List<'a>),
    /// A byte string, codes or signs.
    Bytes(List<'a>),
}

impl<'a> Value<'a> {
    /// The elements of a list; nothing for the other types.
    pub fn list(&self) -> Option<List<'a>> {
        match *self {
            Value::Words(list) | Value::Halves(list) | Value::Bytes(list) => Some(list),
            _ => None,
        }
    }
}

/// A named value.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// A field of the operation's table.
    pub name: &'a str,
    /// Its value.
    pub value: Value<'a>,
}

/// An error of chapter page.
#[derive(Clone, Copy, Debug)]
pub struct Error<'a> {
    /// Its number.
    pub number: u16,
    /// Its name.
    pub name: &'a str,
}

/// Bounds of each element of one field under one arithmetic profile (TQ-VECT-007).
#[derive(Clone, Copy, Debug)]
pub struct Interval<'a> {
    /// A stage or output.
    pub field: &'a str,
    /// `ieee` or `fma`.
    pub profile: &'a str,
    /// Lower bounds, admissible themselves.
    pub lower: List<'a>,
    /// Upper bounds, admissible themselves.
    pub upper: List<'a>,
}

/// One call: its input and either an error or stages and output.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Vector<'a> {
    pub id: &'a str,
    pub operation: &'a str,
    pub reason: &'a str,
    pub source: &'a str,
    pub requirements: Items<'a, &'a str>,
    pub smoke: bool,
    pub input: Items<'a, Field<'a>>,
    pub stages: Items<'a, Field<'a>>,
    pub output: Items<'a, Field<'a>>,
    pub error: Option<Error<'a>>,
    pub accept: Items<'a, Error<'a>>,
    pub intervals: Items<'a, Interval<'a>>,
}

/// An iterator over items that lie one after the other in the file.
#[derive(Debug)]
pub struct Items<'a, T> {
    reader: Reader<'a>,
    left: u32,
    item: PhantomData<T>,
}

impl<T> Clone for Items<'_, T> {
    fn clone(&self) -> Self {
        Items { reader: self.reader, left: self.left, item: PhantomData }
    }
}

impl<'a, T: Item<'a>> Iterator for Items<'a, T> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        self.left = self.left.checked_sub(1)?;
        T::read(&mut self.reader).ok()
    }
}

impl<'a> Items<'a, Field<'a>> {
    /// The value of the field of that name.
    pub fn value_of(&self, name: &str) -> Option<Value<'a>> {
        self.clone().find(|field| field.name == name).map(|field| field.value)
    }
}

/// A position; it moves only over bytes that are there.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    data: &'a [u8],
    at: usize,
}

type Result<T> = core::result::Result<T, Malformed>;

impl<'a> Reader<'a> {
    fn fail<T>(&self, wrong: &'static str) -> Result<T> {
        Err(Malformed { at: self.at, wrong })
    }
    fn raw(&mut self, size: u64) -> Result<&'a [u8]> {
        let rest = &self.data[self.at..];
        if size > rest.len() as u64 {
            return self.fail("the file ends too early");
        }
        self.at += size as usize;
        Ok(&rest[..size as usize])
    }
    fn number(&mut self, size: u64) -> Result<u64> {
        Ok(self.raw(size)?.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte)))
    }
    fn string(&mut self) -> Result<&'a str> {
        let size = self.number(2)?;
        let raw = self.raw(size)?;
        match str::from_utf8(raw) {
            Ok(text) if raw.iter().all(|byte| (32..=126).contains(byte)) => Ok(text),
            _ => self.fail("a character that is not printable ASCII"),
        }
    }
    fn list(&mut self, width: usize) -> Result<List<'a>> {
        let count = self.number(4)?;
        Ok(List { bytes: self.raw(count * width as u64)?, width })
    }
    fn value(&mut self) -> Result<Value<'a>> {
        Ok(match self.number(1)? {
            1 => match self.number(8)? {
                value if value >> 53 == 0 => Value::Integer(value),
                _ => return self.fail("an integer above 2^53 - 1"),
            },
            2 => Value::Name(self.string()?),
            3 => Value::Word64(self.number(8)?),
            4 => Value::Words(self.list(4)?),
            5 => Value::Halves(self.list(2)?),
            6 => Value::Bytes(self.list(1)?),
            _ => return self.fail("an unknown type"),
        })
    }
    /// Counts and reads the items, and shows `check` each with those before it.
    fn items<T: Item<'a>>(
        &mut self,
        mut check: impl FnMut(&T, Items<'a, T>) -> core::result::Result<(), &'static str>,
    ) -> Result<Items<'a, T>> {
        let count = self.number(2)?;
        if count > MOST {
            return self.fail("a count above 255");
        }
        let items = Items { reader: *self, left: count as u32, item: PhantomData };
        for done in 0..items.left {
            let item = T::read(self)?;
            let before = Items { left: done, ..items.clone() };
            check(&item, before).or_else(|wrong| self.fail(wrong))?;
        }
        Ok(items)
    }
    fn record(&mut self, other: &Items<'a, Field<'a>>) -> Result<Items<'a, Field<'a>>> {
        self.items(|field: &Field, mut before| {
            let is_twin = |twin: Field| twin.name == field.name;
            match before.any(is_twin) || other.clone().any(is_twin) {
                true => Err("a field name twice"),
                false => Ok(()),
            }
        })
    }
}

/// What can be read at a position.
pub trait Item<'a>: Sized {
    #[doc(hidden)]
    fn read(reader: &mut Reader<'a>) -> Result<Self>;
}

impl<'a> Item<'a> for &'a str {
    fn read(reader: &mut Reader<'a>) -> Result<Self> {
        reader.string()
    }
}

impl<'a> Item<'a> for Field<'a> {
    fn read(reader: &mut Reader<'a>) -> Result<Self> {
        Ok(Field { name: reader.string()?, value: reader.value()? })
    }
}

impl<'a> Item<'a> for Error<'a> {
    fn read(reader: &mut Reader<'a>) -> Result<Self> {
        Ok(Error { number: reader.number(2)? as u16, name: reader.string()? })
    }
}

impl<'a> Item<'a> for Interval<'a> {
    fn read(reader: &mut Reader<'a>) -> Result<Self> {
        Ok(Interval {
            field: reader.string()?,
            profile: reader.string()?,
            lower: reader.list(4)?,
            upper: reader.list(4)?,
        })
    }
}

/// Whether a pattern lies between two others; binary32 as numbers, -0 and +0 alike, a NaN nowhere.
fn is_inside(lower: u32, pattern: u32, upper: u32, is_binary32: bool) -> bool {
    if !is_binary32 {
        return lower <= pattern && pattern <= upper;
    }
    let place = |pattern: u32| match i64::from(pattern & 0x7fff_ffff) {
        magnitude if magnitude > 0x7f80_0000 => None,
        magnitude => Some(if pattern >> 31 == 1 { -magnitude } else { magnitude }),
    };
    match (place(lower), place(pattern), place(upper)) {
        (Some(lower), Some(place), Some(upper)) => lower <= place && place <= upper,
        _ => false,
    }
}

fn fault_of<'a>(
    interval: &Interval<'a>,
    golden: Option<Value>,
    mut before: Items<'a, Interval<'a>>,
) -> core::result::Result<(), &'static str> {
    let is_binary32 = matches!(golden, Some(Value::Words(_)));
    let list = match golden {
        Some(Value::Words(list)) | Some(Value::Bytes(list)) => list,
        _ => return Err("an interval of no list of words or bytes"),
    };
    if interval.lower.len() != list.len() || interval.upper.len() != list.len() {
        return Err("an interval of another length than its field");
    }
    for ((pattern, lower), upper) in
        list.iter().zip(interval.lower.iter()).zip(interval.upper.iter())
    {
        if !is_inside(lower, pattern, upper, is_binary32) {
            return Err("an interval without the golden value");
        }
        if !is_binary32 && upper > 255 {
            return Err("a bound that is no byte");
        }
    }
    match before.any(|twin| twin.field == interval.field && twin.profile == interval.profile) {
        true => Err("an interval twice"),
        false => Ok(()),
    }
}

impl<'a> Item<'a> for Vector<'a> {
    fn read(reader: &mut Reader<'a>) -> Result<Self> {
        let size = reader.number(4)?;
        let start = reader.at;
        let [id, operation, reason, source] =
            [reader.string()?, reader.string()?, reader.string()?, reader.string()?];
        let requirements = reader.items(|_: &&str, _| Ok(()))?;
        let flags = reader.number(1)?;
        if flags > 3 {
            return reader.fail("unknown flags");
        }
        let nothing = Items { reader: *reader, left: 0, item: PhantomData };
        let (mut stages, mut output) = (nothing.clone(), nothing.clone());
        let mut accept = Items { reader: *reader, left: 0, item: PhantomData };
        let mut error = None;
        let input = reader.record(&nothing)?;
        if flags & 2 != 0 {
            error = Some(Error::read(reader)?);
            accept = reader.items(|_: &Error, _| Ok(()))?;
        } else {
            stages = reader.record(&nothing)?;
            output = reader.record(&stages)?;
        }
        let intervals = reader.items(|interval: &Interval<'a>, before| {
            let name = interval.field;
            fault_of(interval, stages.value_of(name).or_else(|| output.value_of(name)), before)
        })?;
        if (reader.at - start) as u64 != size {
            return reader.fail("a vector has another length than stated");
        }
        Ok(Vector {
            smoke: flags & 1 != 0,
            id,
            operation,
            reason,
            source,
            requirements,
            input,
            stages,
            output,
            error,
            accept,
            intervals,
        })
    }
}

/// The vectors of a flat file. Any bytes that are not a flat file of this format and specification
/// are refused as a whole (TQ-VECT-016), in time linear in their number.
pub fn parse(bytes: &[u8]) -> Result<Items<'_, Vector<'_>>> {
    let mut reader = Reader { data: bytes, at: 0 };
    if reader.raw(4)? != b"TQVF" {
        return reader.fail("not a flat vector file");
    }
    if reader.number(4)? != FORMAT {
        return reader.fail("another vector format");
    }
    let left = reader.number(4)? as u32;
    if reader.string()? != SPECIFICATION {
        return reader.fail("another specification version");
    }
    let vectors = Items { reader, left, item: PhantomData };
    let mut previous = "";
    for _ in 0..left {
        let vector = Vector::read(&mut reader)?;
        if vector.id.cmp(previous) != cmp::Ordering::Greater {
            return reader.fail("ids do not ascend");
        }
        previous = vector.id;
    }
    if reader.at != bytes.len() {
        return reader.fail("bytes after the last vector");
    }
    Ok(vectors)
}
