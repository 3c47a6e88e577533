//! Numbers modulo a prime of four words, as circom's generators keep them in memory.

use std::cmp::Ordering;

use ark_ff::{BigInteger, PrimeField};

use crate::field;

/// A number below 2^256, lowest word first.
pub(super) type Words = [u64; 4];

const ONE: Words = [1, 0, 0, 0];

/// A prime of four words, with the constants of Montgomery's form (times 2^256).
#[derive(Clone, Copy)]
pub(super) struct Prime {
    modulus: Words,
    /// (p − 1) / 2. Larger numbers are negative.
    half: Words,
    /// 2^512 mod p.
    square: Words,
    /// 2^768 mod p.
    cube: Words,
    /// −1/p mod 2^64.
    inverse: u64,
    bits: u32,
}

impl Prime {
    /// Returns the modulus of a field, if it has four words.
    pub(super) fn of<F: PrimeField>() -> Option<Self> {
        let modulus = words(&field::modulus::<F>())?;
        let radix = field::radix::<F>();
        // Newton's iteration doubles the number of right bits.
        let inverse = (0..6).fold(1u64, |inverse, _| {
            inverse.wrapping_mul(2u64.wrapping_sub(modulus[0].wrapping_mul(inverse)))
        });
        Some(Prime {
            modulus,
            half: words(&F::MODULUS_MINUS_ONE_DIV_TWO.to_bytes_le())?,
            square: words(&field::to_bytes(&radix.square()))?,
            cube: words(&field::to_bytes(&(radix.square() * radix)))?,
            inverse: inverse.wrapping_neg(),
            bits: F::MODULUS_BIT_SIZE,
        })
    }

    /// Number of bits of the modulus.
    pub(super) fn bits(&self) -> u32 {
        self.bits
    }

    pub(super) fn contains(&self, x: &Words) -> bool {
        compare(x, &self.modulus) == Ordering::Less
    }

    pub(super) fn is_negative(&self, x: &Words) -> bool {
        compare(x, &self.half) == Ordering::Greater
    }

    /// Returns a number below 2^256 modulo p.
    pub(super) fn reduced(&self, mut x: Words) -> Words {
        while !self.contains(&x) {
            x = difference(&x, &self.modulus).0;
        }
        x
    }

    /// Returns the lowest [`Prime::bits`] bits of a number, modulo p.
    pub(super) fn masked(&self, mut x: Words) -> Words {
        x[3] &= u64::MAX >> (256 - self.bits);
        self.reduced(x)
    }

    pub(super) fn of_integer(&self, value: i64) -> Words {
        let magnitude = [value.unsigned_abs(), 0, 0, 0];
        if value < 0 {
            self.negative(&magnitude)
        } else {
            magnitude
        }
    }

    pub(super) fn sum(&self, x: &Words, y: &Words) -> Words {
        let (mut sum, mut carry) = ([0; 4], 0u128);
        for ((sum, x), y) in sum.iter_mut().zip(x).zip(y) {
            carry += u128::from(*x) + u128::from(*y);
            *sum = carry as u64;
            carry >>= 64;
        }
        if carry != 0 || !self.contains(&sum) {
            return difference(&sum, &self.modulus).0;
        }
        sum
    }

    pub(super) fn difference(&self, x: &Words, y: &Words) -> Words {
        let (result, borrows) = difference(x, y);
        if !borrows {
            return result;
        }
        difference(&self.modulus, &difference(y, x).0).0
    }

    pub(super) fn negative(&self, x: &Words) -> Words {
        self.difference(&[0; 4], x)
    }

    /// Returns x·y/2^256 of two numbers below p.
    pub(super) fn product(&self, x: &Words, y: &Words) -> Words {
        let mut t = [0u64; 6];
        let step = |t: u64, x: u64, y: u64, carry: &mut u64| {
            let sum = u128::from(t) + u128::from(x) * u128::from(y) + u128::from(*carry);
            *carry = (sum >> 64) as u64;
            sum as u64
        };
        for x in x {
            let mut carry = 0;
            for (t, y) in t.iter_mut().zip(y) {
                *t = step(*t, *x, *y, &mut carry);
            }
            t[4] = step(t[4], 0, 0, &mut carry);
            t[5] = carry;
            let factor = t[0].wrapping_mul(self.inverse);
            carry = 0;
            step(t[0], factor, self.modulus[0], &mut carry);
            for (j, word) in self.modulus.iter().enumerate().skip(1) {
                t[j - 1] = step(t[j], factor, *word, &mut carry);
            }
            t[3] = step(t[4], 0, 0, &mut carry);
            t[4] = t[5] + carry;
        }
        let result = [t[0], t[1], t[2], t[3]];
        if t[4] != 0 || !self.contains(&result) {
            return difference(&result, &self.modulus).0;
        }
        result
    }

    pub(super) fn montgomery(&self, x: &Words) -> Words {
        self.product(x, &self.square)
    }

    pub(super) fn normal(&self, x: &Words) -> Words {
        self.product(x, &ONE)
    }

    /// Returns the Montgomery form of x·y.
    pub(super) fn montgomery_product(&self, x: &Words, y: &Words) -> Words {
        self.product(&self.product(x, y), &self.cube)
    }
}

/// Reads four words.
pub(super) fn words(bytes: &[u8]) -> Option<Words> {
    let (chunks, []) = bytes.as_chunks::<8>() else {
        return None;
    };
    let chunks: &[[u8; 8]; 4] = chunks.try_into().ok()?;
    Some(chunks.map(u64::from_le_bytes))
}

/// Writes four words into 32 bytes.
pub(super) fn write(bytes: &mut [u8], words: &Words) {
    for (bytes, word) in bytes.chunks_exact_mut(8).zip(words) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
}

fn compare(x: &Words, y: &Words) -> Ordering {
    x.iter().rev().cmp(y.iter().rev())
}

pub(super) fn is_greater(x: &Words, y: &Words) -> bool {
    compare(x, y) == Ordering::Greater
}

/// Returns x − y modulo 2^256, and whether it is negative.
fn difference(x: &Words, y: &Words) -> (Words, bool) {
    let (mut result, mut borrow) = ([0; 4], false);
    for ((result, x), y) in result.iter_mut().zip(x).zip(y) {
        let (first, under) = x.overflowing_sub(*y);
        let (second, under_again) = first.overflowing_sub(u64::from(borrow));
        *result = second;
        borrow = under || under_again;
    }
    (result, borrow)
}

pub(super) fn shifted_left(x: &Words, bits: u32) -> Words {
    let (words, bits) = ((bits / 64) as usize, bits % 64);
    std::array::from_fn(|index| {
        let word = |at: Option<usize>| at.and_then(|at| x.get(at)).copied().unwrap_or(0);
        let low = index.checked_sub(words + 1);
        let high = word(index.checked_sub(words)) << bits;
        high | word(low).checked_shr(64 - bits).unwrap_or(0)
    })
}

pub(super) fn shifted_right(x: &Words, bits: u32) -> Words {
    let (words, bits) = ((bits / 64) as usize, bits % 64);
    std::array::from_fn(|index| {
        let word = |at: usize| x.get(at).copied().unwrap_or(0);
        let high = word(index + words + 1).checked_shl(64 - bits).unwrap_or(0);
        (word(index + words) >> bits) | high
    })
}

/// Returns quotient and remainder. The divisor is not zero.
pub(super) fn divided(x: &Words, y: &Words) -> (Words, Words) {
    if let ([x0, x1, 0, 0], [y0, y1, 0, 0]) = (x, y) {
        let join = |low: u64, high: u64| (u128::from(high) << 64) | u128::from(low);
        let split = |value: u128| [value as u64, (value >> 64) as u64, 0, 0];
        let (x, y) = (join(*x0, *x1), join(*y0, *y1));
        return (split(x / y), split(x % y));
    }
    let (mut quotient, mut rest) = ([0u64; 4], [0u64; 4]);
    for bit in (0..256).rev() {
        let (word, place) = (bit / 64, bit % 64);
        // The rest is below the divisor. Twice the rest may have one bit more than four words.
        let carry = rest[3] >> 63 != 0;
        rest = shifted_left(&rest, 1);
        rest[0] |= (x[word] >> place) & 1;
        if carry || !is_greater(y, &rest) {
            rest = difference(&rest, y).0;
            quotient[word] |= 1 << place;
        }
    }
    (quotient, rest)
}
