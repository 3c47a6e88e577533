//! iden3 `.wtns` version 2: the values of all wires.

use ark_ff::PrimeField;

use super::sections::{Sections, Writer, write_modulus};
use crate::error::{FileDefect, Format, Result};
use crate::field;
use crate::r1cs::Witness;

/// Reads a witness over this field.
pub fn read<F: PrimeField>(bytes: &[u8]) -> Result<Witness<F>> {
    let sections = Sections::split(bytes, Format::Wtns, b"wtns", 1..=2)?;
    let mut header = sections.cursor(1, "the header section")?;
    header.modulus::<F>()?;
    let count = header.u32()?;
    header.end()?;
    let mut body = sections.cursor(2, "the witness values")?;
    let expected = u64::from(count) * field::width::<F>() as u64;
    if body.remaining() as u64 != expected {
        return body.fail(FileDefect::Count {
            what: "the length of the values",
            found: body.remaining() as u64,
            expected,
        });
    }
    let values = (0..count as usize)
        .map(|index| body.element(index))
        .collect::<Result<Vec<F>>>()?;
    Witness::new(values)
}

/// Writes a witness as a `.wtns` file.
#[must_use]
pub fn write<F: PrimeField>(witness: &Witness<F>) -> Vec<u8> {
    let mut header = Vec::new();
    write_modulus::<F>(&mut header);
    header.extend((witness.values().len() as u32).to_le_bytes());
    let mut body = Vec::with_capacity(witness.values().len() * field::width::<F>());
    for value in witness.values() {
        body.extend(field::to_bytes(value));
    }
    let mut file = Writer::new(b"wtns", 2);
    file.section(1, &header);
    file.section(2, &body);
    file.finish()
}
