//! A checksum of eight bytes at the end of every object, against accidental changes.
//!
//! The words of the bytes are the coefficients of a polynomial, evaluated at a fixed point modulo
//! the prime 2^61 − 1. A changed byte always changes the checksum. Other accidents are missed with
//! probability 2^−61. The checksum does not protect against intentional changes: anyone who can
//! write the bytes can recompute it.

const PRIME: u64 = (1 << 61) - 1;
const POINT: u64 = 0x0b87_3593_9e37_79b9;

/// Number of bytes in a checksum.
pub(super) const SIZE: usize = 8;

/// The polynomial is evaluated in this number of interleaved parts, each at this power of the
/// point. A multiplication then depends only on the previous one of its own part.
const PARTS: usize = 4;

/// Computes the checksum of `bytes`.
pub(super) fn checksum(bytes: &[u8]) -> [u8; SIZE] {
    let mut powers = [1; PARTS + 1];
    for i in 0..PARTS {
        powers[i + 1] = step(powers[i], POINT, 0);
    }
    let word = |chunk: &[u8]| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    };
    // The length is the first coefficient, before all words. It therefore starts the last part.
    let mut parts = [0; PARTS];
    parts[PARTS - 1] = bytes.len() as u64 & PRIME;
    let strides = bytes.chunks_exact(8 * PARTS);
    let rest = strides.remainder();
    for stride in strides {
        for (part, chunk) in parts.iter_mut().zip(stride.chunks_exact(8)) {
            *part = step(*part, powers[PARTS], word(chunk));
        }
    }
    let mut sum = parts
        .iter()
        .zip(powers[..PARTS].iter().rev())
        .fold(0, |sum, (part, power)| {
            reduced(sum + step(*part, *power, 0))
        });
    for chunk in rest.chunks(8) {
        sum = step(sum, POINT, word(chunk));
    }
    (sum % PRIME).to_le_bytes()
}

/// Returns sum·point + word modulo the prime, for sums below 2^62 + 2^61 and points below 2^62.
fn step(sum: u64, point: u64, word: u64) -> u64 {
    let next = u128::from(sum) * u128::from(point) + u128::from(word);
    reduced(fold(next))
}

/// Returns an equivalent number below 2^61 + 8, modulo the prime.
fn reduced(x: u64) -> u64 {
    (x & PRIME) + (x >> 61)
}

/// Converts a number below 2^124 to an equivalent number below 2^64, modulo the prime.
fn fold(x: u128) -> u64 {
    (x as u64 & PRIME) + (x >> 61) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_match_their_definition() {
        for length in [0, 1, 7, 8, 9, 31, 32, 33, 64, 1000, 1025] {
            let bytes: Vec<u8> = (0..length).map(|i| (i * 37 + 11) as u8 | 0xc0).collect();
            let expected = bytes.chunks(8).fold(length as u128, |sum, chunk| {
                let word = chunk.iter().rev().fold(0, |w, b| w << 8 | u128::from(*b));
                (sum * u128::from(POINT) + word) % u128::from(PRIME)
            });
            let sum = u64::from_le_bytes(checksum(&bytes));
            assert_eq!(u128::from(sum), expected, "{length}");
        }
    }

    #[test]
    fn every_changed_byte_changes_the_checksum() {
        let bytes = vec![0xff; 100];
        let sum = checksum(&bytes);
        for position in 0..bytes.len() {
            for flip in 1..=255 {
                let mut changed = bytes.clone();
                changed[position] ^= flip;
                assert_ne!(checksum(&changed), sum, "{position} {flip}");
            }
        }
    }
}
