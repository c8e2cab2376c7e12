// SPDX-License-Identifier: CC0-1.0
//! A sample test: a small implementation of chapter packing, judged by core.tqv, which lies at
//! `TQC_CORE` or beside Cargo.toml.

use tqc_vectors::{judge, parse, Answer, Given, Value, Vector};

fn pack(width: usize, codes: &[u8]) -> Result<Vec<u8>, &'static str> {
    if !(1..=8).contains(&width) || codes.len() > 1 << 20 {
        return Err("bad-argument");
    }
    if codes.iter().any(|code| u32::from(*code) >> width != 0) {
        return Err("code-out-of-range");
    }
    let mut packed = vec![0; (codes.len() * width + 7) / 8];
    for bit in 0..codes.len() * width {
        packed[bit / 8] |= (codes[bit / width] >> (bit % width) & 1) << (bit % 8);
    }
    Ok(packed)
}

fn unpack(width: usize, count: usize, packed: &[u8]) -> Result<Vec<u8>, &'static str> {
    if !(1..=8).contains(&width) || count > 1 << 20 {
        return Err("bad-argument");
    }
    if packed.len() != (count * width + 7) / 8 {
        return Err("bad-length");
    }
    let bit = |at: usize| packed[at / 8] >> (at % 8) & 1;
    if (count * width..8 * packed.len()).any(|at| bit(at) != 0) {
        return Err("padding-bits");
    }
    Ok((0..count).map(|i| (0..width).fold(0, |code, j| code | bit(i * width + j) << j)).collect())
}

fn integer(vector: &Vector, name: &str) -> usize {
    match vector.input.value_of(name) {
        Some(Value::Integer(value)) => value as usize,
        _ => panic!("{}: no integer {}", vector.id, name),
    }
}

fn bytes<'a>(vector: &Vector<'a>, name: &str) -> &'a [u8] {
    match vector.input.value_of(name) {
        Some(Value::Bytes(list)) => list.bytes(),
        _ => panic!("{}: no bytes {}", vector.id, name),
    }
}

#[test]
fn packing() {
    let path = std::env::var("TQC_CORE").unwrap_or_else(|_| "core.tqv".into());
    let file = std::fs::read(&path).expect(&path);
    let mut judged = 0;
    for vector in parse(&file).expect("core.tqv") {
        let (name, result) = match vector.operation {
            "packing.pack" => ("packed", pack(integer(&vector, "width"), bytes(&vector, "codes"))),
            "packing.unpack" => {
                let count = integer(&vector, "count");
                ("codes", unpack(integer(&vector, "width"), count, bytes(&vector, "packed")))
            }
            _ => continue,
        };
        let list = result.as_deref().unwrap_or(&[]);
        let fields = [(name, Given::Bytes(list))];
        let answer = match result {
            Ok(_) => Answer::Fields(&fields),
            Err(error) => Answer::Error(error),
        };
        let verdict = judge(&vector, &answer, None);
        assert!(verdict.is_pass(), "{}: {}", vector.id, verdict);
        judged += 1;
    }
    assert!(judged > 100, "only {} vectors", judged);
}
