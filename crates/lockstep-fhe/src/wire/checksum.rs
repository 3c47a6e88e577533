//! A checksum of eight bytes at the end of every object, against accidental changes.
//!
//! The words of the bytes are the coefficients of a polynomial, evaluated at a fixed point modulo
//! the prime 2^61 − 1. A changed byte always changes the checksum. Other accidents are missed with
//! probability 2^−61. The checksum does not protect against intentional changes: anyone who can
//! write the bytes can recompute it.

use crate::kernels::{Backend, MAX_WEIGHTS};

const PRIME: u64 = (1 << 61) - 1;
const POINT: u64 = 0x0b87_3593_9e37_79b9;

/// Number of bytes in a checksum.
pub(super) const SIZE: usize = 8;

/// The number of words in a line. Blocks consist of lines.
const LINE: usize = 8;

/// The powers of the point with the exponents [`MAX_WEIGHTS`] down to 0.
static POWERS: [u64; MAX_WEIGHTS + 1] = {
    let mut powers = [1; MAX_WEIGHTS + 1];
    let mut i = MAX_WEIGHTS;
    while i > 0 {
        powers[i - 1] = step(powers[i], POINT, 0);
        i -= 1;
    }
    powers
};

/// Computes the checksum of `bytes`.
pub(super) fn checksum(backend: Backend, bytes: &[u8]) -> [u8; SIZE] {
    // The length is the first coefficient, before all words.
    let mut sum = bytes.len() as u64 & PRIME;
    // The products of a block do not depend on each other.
    let (lines, rest) = bytes.as_chunks::<{ 8 * LINE }>();
    for block in lines.chunks(MAX_WEIGHTS / LINE) {
        let words = LINE * block.len();
        let (power, weights) = (
            POWERS[MAX_WEIGHTS - words],
            &POWERS[MAX_WEIGHTS + 1 - words..],
        );
        sum = step(
            sum,
            power,
            backend.weighted_sum(block.as_flattened(), weights),
        );
    }
    for chunk in rest.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        sum = step(sum, POINT, u128::from(u64::from_le_bytes(word)));
    }
    (sum % PRIME).to_le_bytes()
}

/// Returns sum·point + addend modulo the prime, below 2^61 + 8. Sum and point are below 2^62, the
/// addend is below 2^124.
const fn step(sum: u64, point: u64, addend: u128) -> u64 {
    reduced(fold(sum as u128 * point as u128 + addend))
}

/// Returns an equivalent number below 2^61 + 8, modulo the prime.
const fn reduced(x: u64) -> u64 {
    (x & PRIME) + (x >> 61)
}

/// Converts a number below 2^124 + 2^123 to an equivalent number below 2^64, modulo the prime.
const fn fold(x: u128) -> u64 {
    (x as u64 & PRIME) + (x >> 61) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_match_their_definition() {
        for length in [0, 1, 7, 8, 9, 63, 64, 65, 1000, 2047, 2048, 2049, 5000] {
            let bytes: Vec<u8> = (0..length).map(|i| (i * 37 + 11) as u8 | 0xc0).collect();
            let expected = bytes.chunks(8).fold(length as u128, |sum, chunk| {
                let word = chunk.iter().rev().fold(0, |w, b| w << 8 | u128::from(*b));
                (sum * u128::from(POINT) + word) % u128::from(PRIME)
            });
            for backend in Backend::available() {
                let sum = u64::from_le_bytes(checksum(backend, &bytes));
                assert_eq!(u128::from(sum), expected, "{} {length}", backend.name());
            }
        }
    }

    #[test]
    fn every_changed_byte_changes_the_checksum() {
        let bytes = vec![0xff; 100];
        let backend = Backend::detect();
        let sum = checksum(backend, &bytes);
        for position in 0..bytes.len() {
            for flip in 1..=255 {
                let mut changed = bytes.clone();
                changed[position] ^= flip;
                assert_ne!(checksum(backend, &changed), sum, "{position} {flip}");
            }
        }
    }
}
