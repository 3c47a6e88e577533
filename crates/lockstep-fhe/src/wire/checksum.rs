//! Eight bytes at the end of everything, against accidents.
//!
//! The words of the bytes are the coefficients of a polynomial, evaluated at a fixed point modulo the
//! prime 2^61 − 1. A changed byte always changes the sum; other accidents go unseen once in 2^61. It is
//! no protection against intent: whoever may write the bytes can write the sum.

const PRIME: u64 = (1 << 61) - 1;
const POINT: u64 = 0x0b87_3593_9e37_79b9;

/// Bytes of a sum.
pub(super) const SIZE: usize = 8;

/// The sum of `bytes`.
pub(super) fn checksum(bytes: &[u8]) -> [u8; SIZE] {
    let mut sum = bytes.len() as u64 & PRIME;
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        let next = u128::from(sum) * u128::from(POINT) + u128::from(u64::from_le_bytes(word));
        sum = fold(u128::from(fold(next)));
    }
    (sum % PRIME).to_le_bytes()
}

/// A number below 2^123 to one below 2^62 + 2^61 that is the same modulo the prime.
fn fold(x: u128) -> u64 {
    (x as u64 & PRIME) + (x >> 61) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_the_definition() {
        for length in [0, 1, 7, 8, 9, 64, 1000] {
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
    fn every_changed_byte_changes_the_sum() {
        let bytes = vec![0xff; 100];
        let sum = checksum(&bytes);
        for at in 0..bytes.len() {
            for flip in 1..=255 {
                let mut changed = bytes.clone();
                changed[at] ^= flip;
                assert_ne!(checksum(&changed), sum, "{at} {flip}");
            }
        }
    }
}
