//! Signed digits of scalars, for multi-scalar sums.

use ark_ff::{BigInteger, PrimeField};
use zeroize::Zeroize;

/// Widest window in bits. Its signed digits fit an `i16`.
pub(super) const MAX_WIDTH: u32 = 15;

/// Returns the shorter of s and s − r as a magnitude, and whether it is negative.
fn magnitude<F: PrimeField>(scalar: &F) -> (F::BigInt, bool) {
    let number = scalar.into_bigint();
    if number > F::MODULUS_MINUS_ONE_DIV_TWO {
        let mut rest = F::MODULUS;
        rest.sub_with_borrow(&number);
        (rest, true)
    } else {
        (number, false)
    }
}

/// Number of scalars per length in bits.
pub(super) struct Lengths(Vec<usize>);

impl Lengths {
    pub(super) fn of<F: PrimeField>(scalars: &[F]) -> Self {
        let mut counts = vec![0; F::MODULUS_BIT_SIZE as usize + 1];
        for scalar in scalars {
            counts[magnitude(scalar).0.num_bits() as usize] += 1;
        }
        Lengths(counts)
    }

    /// Lengths for one scalar of the maximum length.
    pub(super) fn any<F: PrimeField>() -> Self {
        Self::of(&[F::from(F::MODULUS_MINUS_ONE_DIV_TWO)])
    }

    /// Number of windows of this width for the longest scalar and the carry of its signed digits.
    pub(super) fn windows(&self, width: u32) -> usize {
        let longest = self.0.iter().rposition(|count| *count > 0).unwrap_or(0);
        (longest + 1).div_ceil(width as usize)
    }

    /// Returns the width with the fewest additions: one per digit that can be non-zero, and two per
    /// bucket. Returns `None` if every scalar is zero.
    pub(super) fn width(&self) -> Option<u32> {
        if self.0.iter().skip(1).all(|count| *count == 0) {
            return None;
        }
        (2..=MAX_WIDTH).min_by_key(|width| {
            let digits: usize = self
                .0
                .iter()
                .enumerate()
                .skip(1)
                .map(|(bits, count)| count * (bits + 1).div_ceil(*width as usize))
                .sum();
            digits + self.windows(*width) * (2 << (width - 1))
        })
    }
}

/// Computes digits in −2^(width − 1) ..= 2^(width − 1). The lowest digits of all scalars come
/// first, then those of the next window.
pub(super) fn digits<F: PrimeField>(scalars: &[F], width: u32, windows: usize) -> Vec<i16> {
    let mut digits = vec![0i16; windows * scalars.len()];
    let (radix, mask) = (1i32 << width, (1u64 << width) - 1);
    for (index, scalar) in scalars.iter().enumerate() {
        let (mut number, negative) = magnitude(scalar);
        let bits = number.num_bits() as usize;
        if bits == 0 {
            continue;
        }
        let mut carry = 0;
        for window in 0..(bits + 1).div_ceil(width as usize) {
            let digit = bits_at(number.as_ref(), window * width as usize, mask) + carry;
            carry = i32::from(digit > radix / 2);
            let digit = digit - carry * radix;
            digits[window * scalars.len() + index] = if negative { -digit } else { digit } as i16;
        }
        number.zeroize();
    }
    digits
}

/// Returns the bits from `from` on, under the mask. Bits after the last word are zero.
pub(super) fn bits_at(words: &[u64], from: usize, mask: u64) -> i32 {
    let (word, shift) = (from / 64, from % 64);
    let low = words.get(word).map_or(0, |bits| bits >> shift);
    let high = match words.get(word + 1) {
        Some(bits) if shift > 0 => bits << (64 - shift),
        _ => 0,
    };
    ((low | high) & mask) as i32
}
