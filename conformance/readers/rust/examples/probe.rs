// SPDX-License-Identifier: CC0-1.0
//! Exercises the crate for readers_test.py.
//!   probe dump FILE                  the meaning of the file (TQ-VECT-014)
//!   probe judge FILE FAULT [PROFILE] verdicts on the golden answers, each spoiled by FAULT
//!   probe mutate FILE                reads the file cut at every byte and with every bit flipped

use tqc_vectors::{judge, parse, Answer, Field, Given, Items, List, Malformed, Value, Vector};

fn hex(list: List, separator: &str) -> String {
    let digits = list.digits();
    let texts: Vec<String> = list.iter().map(|word| format!("{:0w$x}", word, w = digits)).collect();
    texts.join(separator)
}

fn text_of(value: Value) -> String {
    match value {
        Value::Integer(integer) => integer.to_string(),
        Value::Name(name) => name.into(),
        Value::Word64(word) => format!("{:016x}", word),
        Value::Words(list) | Value::Halves(list) => hex(list, " "),
        Value::Bytes(list) => hex(list, ""),
    }
}

fn dump(vector: &Vector) {
    let line = |path: &str, text: &str| println!("{}\t{}\t{}", vector.id, path, text);
    let record = |part: &str, fields: Items<Field>| {
        for field in fields {
            line(&format!("{}/{}", part, field.name), &text_of(field.value));
        }
    };
    line("operation", vector.operation);
    vector.requirements.clone().for_each(|requirement| line("requirement", requirement));
    line("reason", vector.reason);
    if vector.smoke {
        line("smoke", "true");
    }
    record("input", vector.input.clone());
    record("stage", vector.stages.clone());
    record("output", vector.output.clone());
    vector.error.iter().for_each(|error| line("error", error.name));
    vector.accept.clone().for_each(|error| line("accept", error.name));
    for interval in vector.intervals.clone() {
        let path = format!("interval/{}/{}", interval.field, interval.profile);
        line(&format!("{}/lower", path), &hex(interval.lower, " "));
        line(&format!("{}/upper", path), &hex(interval.upper, " "));
    }
    if !vector.source.is_empty() {
        line("source", vector.source);
    }
}

/// A golden value in memory of its own.
enum Own {
    Scalar(Value<'static>),
    Name(String),
    Words(Vec<u32>),
    Halves(Vec<u16>),
    Bytes(Vec<u8>),
}

impl Own {
    fn new(value: Value) -> Own {
        match value {
            Value::Integer(integer) => Own::Scalar(Value::Integer(integer)),
            Value::Word64(word) => Own::Scalar(Value::Word64(word)),
            Value::Name(name) => Own::Name(name.into()),
            Value::Words(list) => Own::Words(list.iter().collect()),
            Value::Halves(list) => Own::Halves(list.iter().map(|half| half as u16).collect()),
            Value::Bytes(list) => Own::Bytes(list.bytes().into()),
        }
    }
    fn given(&self) -> Given {
        match self {
            Own::Scalar(Value::Integer(integer)) => Given::Integer(*integer),
            Own::Scalar(Value::Word64(word)) => Given::Word64(*word),
            Own::Scalar(_) => unreachable!(),
            Own::Name(name) => Given::Name(name),
            Own::Words(words) => Given::Words(words),
            Own::Halves(halves) => Given::Halves(halves),
            Own::Bytes(bytes) => Given::Bytes(bytes),
        }
    }
    fn flip_last(&mut self) {
        match self {
            Own::Words(words) => *words.last_mut().unwrap() ^= 1,
            Own::Halves(halves) => *halves.last_mut().unwrap() ^= 1,
            Own::Bytes(bytes) => *bytes.last_mut().unwrap() ^= 1,
            _ => unreachable!(),
        }
    }
    fn shorten(&mut self) {
        match self {
            Own::Words(words) => drop(words.pop()),
            Own::Halves(halves) => drop(halves.pop()),
            Own::Bytes(bytes) => drop(bytes.pop()),
            _ => unreachable!(),
        }
    }
    fn is_filled_list(&self) -> bool {
        match self {
            Own::Words(words) => !words.is_empty(),
            Own::Halves(halves) => !halves.is_empty(),
            Own::Bytes(bytes) => !bytes.is_empty(),
            _ => false,
        }
    }
}

/// The binary32 pattern one place above.
fn above(pattern: u32) -> u32 {
    match pattern {
        0 | 0x8000_0000 => 1,
        _ if pattern >> 31 == 1 => pattern - 1,
        _ => pattern + 1,
    }
}

fn judge_spoiled(vector: &Vector, fault: &str, profile: Option<&str>) {
    let mut fields: Vec<(&str, Own)> = Vec::new();
    for field in vector.stages.clone().chain(vector.output.clone()) {
        fields.push((field.name, Own::new(field.value)));
    }
    let stages = vector.stages.clone().count();
    let mut error = vector.error.map(|error| error.name);
    let last = fields[stages..].iter().rposition(|(_, own)| own.is_filled_list());
    match (fault, last) {
        ("bit", Some(at)) => fields[stages + at].1.flip_last(),
        ("short", Some(at)) => fields[stages + at].1.shorten(),
        ("error", _) => error = Some("bad-luck"),
        ("extra", _) => fields.push(("colour", Own::Bytes(vec![0]))),
        ("missing", _) => {
            error = None;
            fields.pop();
        }
        ("zero", _) => {
            let words = fields.iter_mut().filter_map(|(_, own)| match own {
                Own::Words(words) => Some(words),
                _ => None,
            });
            if let Some(word) = words.flatten().find(|word| **word == 0) {
                *word = 0x8000_0000;
            }
        }
        ("ulp", _) => {
            let is_asked = |i: &tqc_vectors::Interval| Some(i.profile) == profile;
            let bounds = vector.intervals.clone().find(is_asked);
            if let Some((bounds, upper)) = bounds.and_then(|b| Some((b, b.upper.iter().next()?))) {
                let own = fields.iter_mut().find(|(name, _)| *name == bounds.field);
                match own.map(|(_, own)| own) {
                    Some(Own::Words(words)) => words[0] = above(upper),
                    Some(Own::Bytes(bytes)) => bytes[0] = upper as u8 + 1,
                    _ => unreachable!(),
                }
            }
        }
        _ => {}
    }
    let given: Vec<_> = fields.iter().map(|(name, own)| (*name, own.given())).collect();
    let answer = error.map_or(Answer::Fields(&given), Answer::Error);
    println!("{}: {}", vector.id, judge(vector, &answer, profile));
}

/// 0 for bytes that are refused; else something above.
fn touch(bytes: &[u8]) -> usize {
    match parse(bytes) {
        Err(Malformed { at, .. }) => {
            assert!(at <= bytes.len());
            0
        }
        Ok(vectors) => vectors
            .map(|vector| {
                let verdict = judge(&vector, &Answer::Fields(&[]), Some("ieee"));
                1 + usize::from(verdict.is_pass())
            })
            .sum(),
    }
}

fn mutate(bytes: &[u8]) {
    assert!(touch(bytes) > 0, "the file itself is refused");
    let cut = (0..bytes.len()).filter(|size| touch(&bytes[..*size]) > 0).count();
    let (mut flipped, mut overwritten) = (0, 0);
    let mut copy = bytes.to_vec();
    for at in 0..bytes.len() {
        for bit in 0..8 {
            copy[at] = bytes[at] ^ 1 << bit;
            flipped += usize::from(touch(&copy) > 0);
        }
        let end = bytes.len().min(at + 4);
        copy[at..end].fill(0xff);
        overwritten += usize::from(touch(&copy) > 0);
        copy[at..end].copy_from_slice(&bytes[at..end]);
    }
    println!("accepted: cut {}, flipped {}, overwritten {}", cut, flipped, overwritten);
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let bytes = std::fs::read(&arguments[1]).expect("the file");
    if arguments[0] == "mutate" {
        return mutate(&bytes);
    }
    let vectors = parse(&bytes).unwrap_or_else(|malformed| {
        eprintln!("{}", malformed);
        std::process::exit(1)
    });
    for vector in vectors {
        match arguments[0].as_str() {
            "dump" => dump(&vector),
            _ => judge_spoiled(&vector, &arguments[2], arguments.get(3).map(|s| s.as_str())),
        }
    }
}
