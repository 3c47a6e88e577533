//! The constants of a prime field for limbs of 52 bits, computed from its modulus.

use ark_ff::PrimeField;

/// Number of bits in a limb.
pub(super) const BITS: usize = 52;
const MASK: u64 = (1 << BITS) - 1;

/// A modulus and its constants. R is 2^(52·L).
#[derive(Clone, Copy, Debug)]
pub(super) struct Modulus<const L: usize> {
    pub(super) limbs: [u64; L],
    /// −1/p modulo 2^52.
    pub(super) inverse: u64,
    /// (k·p + 1) / 2^52 with k = −1/p modulo 2^52.
    pub(super) friendly: [u64; L],
    /// R, R² and R³ modulo p.
    pub(super) radix: [[u64; L]; 3],
}

impl<const L: usize> Modulus<L> {
    /// Computes the constants of a field whose modulus is at most R/32.
    pub(super) fn of<F: PrimeField>() -> Self {
        let limbs = split(F::MODULUS.as_ref());
        let inverse = negative_inverse(limbs[0]);
        let mut friendly = [0; L];
        // The lowest limb of k·p is 2^52 − 1. The added one makes it a carry.
        let mut carry = 1u128;
        for limb in 0..L {
            carry += u128::from(limbs[limb]) * u128::from(inverse);
            if limb > 0 {
                friendly[limb - 1] = carry as u64 & MASK;
            }
            carry >>= BITS;
        }
        friendly[L - 1] = carry as u64;
        let radix = F::from(2u64).pow([(L * BITS) as u64]);
        let powers = [radix, radix.square(), radix.square() * radix];
        Modulus {
            limbs,
            inverse,
            friendly,
            radix: powers.map(|power| split(power.into_bigint().as_ref())),
        }
    }

    /// Subtracts p until the number is below p.
    pub(super) fn canonical(&self, mut number: [u64; L]) -> [u64; L] {
        loop {
            let mut difference = [0; L];
            let mut borrow = 0;
            for limb in 0..L {
                let signed = number[limb] as i64 - self.limbs[limb] as i64 + borrow;
                difference[limb] = signed as u64 & MASK;
                borrow = signed >> BITS;
            }
            if borrow < 0 {
                return number;
            }
            number = difference;
        }
    }
}

/// Computes −1/odd modulo 2^52 with Newton's iteration.
fn negative_inverse(odd: u64) -> u64 {
    let mut inverse = 1u64;
    for _ in 0..6 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse.wrapping_neg() & MASK
}

/// Splits words of 64 bits into limbs.
pub(super) fn split<const L: usize>(words: &[u64]) -> [u64; L] {
    std::array::from_fn(|limb| {
        let (word, shift) = (limb * BITS / 64, limb * BITS % 64);
        let mut bits = words.get(word).map_or(0, |bits| bits >> shift);
        if shift > 64 - BITS
            && let Some(next) = words.get(word + 1)
        {
            bits |= next << (64 - shift);
        }
        bits & MASK
    })
}

/// Joins limbs to words of 64 bits.
pub(super) fn join<const L: usize>(limbs: &[u64; L], words: &mut [u64]) {
    words.fill(0);
    for (index, limb) in limbs.iter().enumerate() {
        let (word, shift) = (index * BITS / 64, index * BITS % 64);
        if word < words.len() {
            words[word] |= limb << shift;
        }
        if shift > 64 - BITS && word + 1 < words.len() {
            words[word + 1] |= limb >> (64 - shift);
        }
    }
}
