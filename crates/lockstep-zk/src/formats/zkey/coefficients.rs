//! The entries of the A and B matrices in a `.zkey`.

use ark_ff::PrimeField;

use super::Sizes;
use crate::error::{Error, FileDefect, Format, Result};
use crate::field;
use crate::formats::sections::{Cursor, Sections};
use crate::groth16::{Coefficient, RowFactor};

pub(super) const COEFFICIENTS: &str = "the coefficients";

pub(super) fn read_coefficients<F: PrimeField>(
    sections: &Sections<'_>,
    sizes: Sizes,
) -> Result<Vec<Coefficient<F>>> {
    let mut body = sections.cursor(4, COEFFICIENTS)?;
    let count = body.u32()?;
    let bytes = body.remaining() as u64;
    check_coefficients::<F>(count, bytes)?;
    let unscale = unscale();
    let mut list = Vec::with_capacity(count as usize);
    for index in 0..count as usize {
        list.push(read_coefficient(&mut body, index, sizes, &unscale)?);
    }
    body.end()?;
    Ok(list)
}

/// Checks that the coefficients take as many bytes as their section has after their number.
pub(super) fn check_coefficients<F: PrimeField>(count: u32, bytes: u64) -> Result<()> {
    let each = coefficient_width::<F>() as u64;
    if bytes == u64::from(count) * each {
        return Ok(());
    }
    Err(Error::malformed(
        Format::Zkey,
        FileDefect::Count {
            what: "the number of coefficients",
            found: u64::from(count),
            expected: bytes / each,
        },
    ))
}

/// Bytes of a coefficient.
pub(super) fn coefficient_width<F: PrimeField>() -> usize {
    12 + field::width::<F>()
}

/// What a stored value is multiplied by: values are stored multiplied by the square of the radix.
pub(super) fn unscale<F: PrimeField>() -> F {
    field::radix_inverse::<F>().square()
}

pub(super) fn read_coefficient<F: PrimeField>(
    body: &mut Cursor<'_>,
    index: usize,
    sizes: Sizes,
    unscale: &F,
) -> Result<Coefficient<F>> {
    let side = match body.u32()? {
        0 => RowFactor::A,
        1 => RowFactor::B,
        other => {
            return body.fail(FileDefect::Unsupported {
                what: "matrix",
                found: u64::from(other),
            });
        }
    };
    let (row, wire) = (body.u32()?, body.u32()?);
    for (what, found, below) in [
        ("a row number", row, sizes.domain),
        ("a wire number", wire, sizes.wires),
    ] {
        if found >= below {
            return body.fail(FileDefect::Count {
                what,
                found: u64::from(found),
                expected: u64::from(below) - 1,
            });
        }
    }
    let stored: F = body.element(index)?;
    Ok(Coefficient {
        side,
        row,
        wire,
        value: stored * unscale,
    })
}

pub(super) fn write_coefficients<F: PrimeField>(list: &[Coefficient<F>]) -> Vec<u8> {
    let scale = field::radix::<F>().square();
    let mut body = (list.len() as u32).to_le_bytes().to_vec();
    for entry in list {
        let side: u32 = match entry.side {
            RowFactor::A => 0,
            RowFactor::B => 1,
        };
        for number in [side, entry.row, entry.wire] {
            body.extend(number.to_le_bytes());
        }
        body.extend(field::to_bytes(&(entry.value * scale)));
    }
    body
}
