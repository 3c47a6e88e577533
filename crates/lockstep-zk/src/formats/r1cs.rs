//! iden3 `.r1cs` version 1: header, constraints, wire-to-label map.
//!
//! Source: the r1cs binary format specification of iden3. Custom gates are rejected, because they
//! belong to PLONK. Groth16 and PGHR13 cannot express them.

use ark_ff::PrimeField;

use super::sections::{Cursor, Sections, Writer, write_modulus};
use crate::error::{Error, FileDefect, Format, Result};
use crate::field;
use crate::r1cs::{Lc, R1cs, Row};

const HEADER: u32 = 1;
const CONSTRAINTS: u32 = 2;
const LABELS: u32 = 3;

/// The counts of a constraint system, as its header states them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// The constraints.
    pub rows: u32,
    /// The public wires: outputs and public inputs.
    pub public: u64,
    /// The wires, including the constant one.
    pub wires: u32,
}

/// Reads the header alone: a caller refuses a large system before [`read`] takes the memory for it.
///
/// # Errors
/// Those of the header, as [`read`].
pub fn counts<F: PrimeField>(bytes: &[u8]) -> Result<Counts> {
    let sections = Sections::split(bytes, Format::R1cs, b"r1cs", 1..=1)?;
    let mut header = sections.cursor(HEADER, "the header section")?;
    header.modulus::<F>()?;
    let wires = header.u32()?;
    let public = u64::from(header.u32()?) + u64::from(header.u32()?);
    let (_private, _labels) = (header.u32()?, header.u64()?);
    let rows = header.u32()?;
    Ok(Counts {
        rows,
        public,
        wires,
    })
}

/// Reads a constraint system over this field. A file over another field is [`FileDefect::WrongCurve`].
pub fn read<F: PrimeField>(bytes: &[u8]) -> Result<R1cs<F>> {
    let sections = Sections::split(bytes, Format::R1cs, b"r1cs", 1..=1)?;
    if [4, 5]
        .iter()
        .any(|kind| sections.optional(*kind).is_some_and(|body| body.len() > 4))
    {
        return Err(Error::shape(Format::R1cs, "custom gates are not supported"));
    }
    let mut header = sections.cursor(HEADER, "the header section")?;
    header.modulus::<F>()?;
    let wires = header.u32()?;
    let outputs = header.u32()?;
    let public_inputs = header.u32()?;
    let private_inputs = header.u32()?;
    let label_count = header.u64()?;
    let row_count = header.u32()?;
    header.end()?;

    let mut body = sections.cursor(CONSTRAINTS, "the constraints")?;
    // A row has at least three counts of four bytes.
    if u64::from(row_count) * 12 > body.remaining() as u64 {
        return body.fail(FileDefect::Count {
            what: "the number of constraints",
            found: u64::from(row_count),
            expected: body.remaining() as u64 / 12,
        });
    }
    let mut rows = Vec::with_capacity(row_count as usize);
    for number in 0..row_count as usize {
        rows.push(Row {
            a: sum(&mut body, wires, number)?,
            b: sum(&mut body, wires, number)?,
            c: sum(&mut body, wires, number)?,
        });
    }
    body.end()?;

    let mut map = sections.cursor(LABELS, "the label map")?;
    if map.remaining() as u64 != u64::from(wires) * 8 {
        return map.fail(FileDefect::Count {
            what: "the length of the label map",
            found: map.remaining() as u64,
            expected: u64::from(wires) * 8,
        });
    }
    let labels = (0..wires).map(|_| map.u64()).collect::<Result<Vec<_>>>()?;
    if label_count < u64::from(wires) && labels.iter().any(|label| *label >= label_count.max(1)) {
        return map.fail(FileDefect::Count {
            what: "the number of labels",
            found: label_count,
            expected: u64::from(wires),
        });
    }
    let system = R1cs {
        wires,
        outputs,
        public_inputs,
        private_inputs,
        rows,
        labels,
        groups: Vec::new(),
    };
    system
        .check_shape()
        .map_err(|reason| Error::shape(Format::R1cs, reason))?;
    Ok(system)
}

fn sum<F: PrimeField>(body: &mut Cursor<'_>, wires: u32, row: usize) -> Result<Lc<F>> {
    let count = body.u32()?;
    let width = field::width::<F>() as u64;
    if u64::from(count) * (4 + width) > body.remaining() as u64 {
        return body.fail(FileDefect::Count {
            what: "the number of terms",
            found: u64::from(count),
            expected: body.remaining() as u64 / (4 + width),
        });
    }
    let mut terms = Vec::with_capacity(count as usize);
    for _ in 0..count {
        let wire = body.u32()?;
        if wire >= wires {
            return body.fail(FileDefect::Count {
                what: "a wire number",
                found: u64::from(wire),
                expected: u64::from(wires).saturating_sub(1),
            });
        }
        terms.push((wire, body.element(row)?));
    }
    let listed = terms.len();
    let mut seen: Vec<u32> = terms.iter().map(|(wire, _)| *wire).collect();
    seen.sort_unstable();
    seen.dedup();
    if seen.len() != listed {
        return Err(Error::shape(
            Format::R1cs,
            format!("row {row} has a wire twice in one sum"),
        ));
    }
    Ok(Lc::from_listed(terms))
}

/// Writes a constraint system as a `.r1cs` file, with the terms in the order of the file that it
/// was read from.
#[must_use]
pub fn write<F: PrimeField>(system: &R1cs<F>) -> Vec<u8> {
    let mut header = Vec::new();
    write_modulus::<F>(&mut header);
    for count in [
        system.wires,
        system.outputs,
        system.public_inputs,
        system.private_inputs,
    ] {
        header.extend(count.to_le_bytes());
    }
    let labels = system.labels.iter().max().map_or(0, |label| label + 1);
    header.extend(labels.max(u64::from(system.wires)).to_le_bytes());
    header.extend((system.rows.len() as u32).to_le_bytes());

    let mut body = Vec::new();
    for row in &system.rows {
        for side in [&row.a, &row.b, &row.c] {
            body.extend((side.terms().len() as u32).to_le_bytes());
            for (wire, coefficient) in side.listed() {
                body.extend(wire.to_le_bytes());
                body.extend(field::to_bytes(coefficient));
            }
        }
    }
    let mut map = Vec::with_capacity(system.labels.len() * 8);
    for label in &system.labels {
        map.extend(label.to_le_bytes());
    }
    let mut file = Writer::new(b"r1cs", 1);
    file.section(HEADER, &header);
    file.section(CONSTRAINTS, &body);
    file.section(LABELS, &map);
    file.finish()
}
