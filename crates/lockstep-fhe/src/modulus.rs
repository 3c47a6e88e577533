//! Arithmetic modulo one prime below 2^50, and the search for such primes.

/// Bits of the largest modulus. Lazy values below 4q must fit in the 52 bits that an IFMA lane
/// multiplies.
pub(crate) const MAX_BITS: u32 = 50;
/// Bits of the smallest modulus. The rounding of a base conversion needs this size (`convert.rs`).
pub(crate) const MIN_BITS: u32 = 20;
/// The maximum number of products in the input of a wide reduction.
pub(crate) const MAX_TERMS: usize = 16;

/// A prime and the constants of its reductions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Modulus {
    pub(crate) q: u64,
    /// Bits of `q`.
    pub(crate) bits: u32,
    /// ⌊2^(2·bits+8) / q⌋, for [`Modulus::reduce_wide`].
    barrett: u64,
    /// 2^52 mod q.
    pub(crate) r52: Shoup,
    /// 2^48 mod q.
    r48: Shoup,
    /// The constant 1, prepared as a factor.
    pub(crate) one: Shoup,
}

/// A constant factor with ⌊w·2^64/q⌋ (Shoup's trick).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shoup {
    pub(crate) w: u64,
    pub(crate) quotient: u64,
}

impl Shoup {
    /// Returns ⌊w·2^52/q⌋, the form for an IFMA lane.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn quotient52(self) -> u64 {
        self.quotient >> 12
    }
}

impl Modulus {
    /// Prepares a modulus. `q` must be a prime of [`MIN_BITS`]..=[`MAX_BITS`] bits; callers take it
    /// from [`primes`].
    pub(crate) fn new(q: u64) -> Self {
        let bits = u64::BITS - q.leading_zeros();
        debug_assert!((MIN_BITS..=MAX_BITS).contains(&bits));
        let shoup = |w: u64| Shoup {
            w,
            quotient: ((u128::from(w) << 64) / u128::from(q)) as u64,
        };
        Self {
            q,
            bits,
            barrett: ((1u128 << (2 * bits + 8)) / u128::from(q)) as u64,
            r48: shoup(((1u128 << 48) % u128::from(q)) as u64),
            r52: shoup(((1u128 << 52) % u128::from(q)) as u64),
            one: shoup(1),
        }
    }

    /// Prepares a reduced factor for repeated multiplication.
    pub(crate) fn shoup(&self, w: u64) -> Shoup {
        debug_assert!(w < self.q);
        Shoup {
            w,
            quotient: ((u128::from(w) << 64) / u128::from(self.q)) as u64,
        }
    }

    /// Reduces `x` from [0, 2m) to [0, m), without a branch.
    #[inline(always)]
    pub(crate) fn below(x: u64, m: u64) -> u64 {
        x.min(x.wrapping_sub(m))
    }

    /// Reduces a sum of at most [`MAX_TERMS`] products of reduced values (Barrett).
    #[inline(always)]
    pub(crate) fn reduce_wide(&self, p: u128) -> u64 {
        let high = (p >> (self.bits - 1)) as u64;
        let quotient = ((u128::from(high) * u128::from(self.barrett)) >> (self.bits + 9)) as u64;
        let r = (p as u64).wrapping_sub(quotient.wrapping_mul(self.q));
        Self::below(Self::below(r, 2 * self.q), self.q)
    }

    #[inline(always)]
    pub(crate) fn mul(&self, a: u64, b: u64) -> u64 {
        self.reduce_wide(u128::from(a) * u128::from(b))
    }

    /// Returns `x·w` in [0, 2q) for any `x`.
    #[inline(always)]
    pub(crate) fn mul_lazy(&self, x: u64, w: Shoup) -> u64 {
        let quotient = ((u128::from(x) * u128::from(w.quotient)) >> 64) as u64;
        x.wrapping_mul(w.w)
            .wrapping_sub(quotient.wrapping_mul(self.q))
    }

    /// Returns `x·w` in [0, q) for any `x`.
    #[inline(always)]
    pub(crate) fn mul_shoup(&self, x: u64, w: Shoup) -> u64 {
        Self::below(self.mul_lazy(x, w), self.q)
    }

    #[inline(always)]
    pub(crate) fn add(&self, a: u64, b: u64) -> u64 {
        Self::below(a + b, self.q)
    }

    #[inline(always)]
    pub(crate) fn sub(&self, a: u64, b: u64) -> u64 {
        Self::below(a + self.q - b, self.q)
    }

    /// Reduces a signed value with |x| < q, in constant time.
    #[inline(always)]
    pub(crate) fn residue_small(&self, x: i64) -> u64 {
        let negative = (x >> 63) as u64;
        (x as u64).wrapping_add(negative & self.q)
    }

    /// Reduces a public signed value of any size.
    pub(crate) fn residue(&self, x: i128) -> u64 {
        x.rem_euclid(i128::from(self.q)) as u64
    }

    /// Reduces a signed value with |x| < 2^96, without a branch.
    #[inline(always)]
    pub(crate) fn residue_bounded(&self, x: i128) -> u64 {
        let size = x.unsigned_abs();
        let low = self.mul_shoup((size & ((1 << 48) - 1)) as u64, self.one);
        let high = self.mul_shoup((size >> 48) as u64, self.r48);
        let size = self.add(low, high);
        let negative = (x >> 127) as u64;
        (size & !negative) | (self.sub(0, size) & negative)
    }

    /// Returns the representative of `x` in (−q/2, q/2], without a branch.
    #[inline(always)]
    pub(crate) fn centred(&self, x: u64) -> i64 {
        let above = ((self.q / 2).wrapping_sub(x) as i64) >> 63;
        (x as i64) - (above & self.q as i64)
    }

    pub(crate) fn pow(&self, base: u64, mut exponent: u64) -> u64 {
        let (mut base, mut result) = (base % self.q, 1);
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = self.mul(result, base);
            }
            base = self.mul(base, base);
            exponent >>= 1;
        }
        result
    }

    /// Returns the inverse of a non-zero value (Fermat).
    pub(crate) fn invert(&self, a: u64) -> u64 {
        debug_assert!(!a.is_multiple_of(self.q));
        self.pow(a, self.q - 2)
    }

    /// Returns the product of `factors`, reduced.
    pub(crate) fn product(&self, factors: impl IntoIterator<Item = u64>) -> u64 {
        factors
            .into_iter()
            .fold(1, |product, factor| self.mul(product, factor % self.q))
    }

    /// Returns a primitive `order`-th root of unity. `order` is a power of two that divides q − 1.
    pub(crate) fn root(&self, order: u64) -> u64 {
        (2..self.q)
            .map(|candidate| self.pow(candidate, (self.q - 1) / order))
            .find(|&root| self.pow(root, order / 2) == self.q - 1)
            .expect("half of the group's elements give a root of full order")
    }
}

/// Returns the `count` largest primes of exactly `bits` bits that are 1 modulo `step` and not in
/// `taken`. Returns fewer if fewer exist.
pub(crate) fn primes(bits: u32, step: u64, count: usize, taken: &[u64]) -> Vec<u64> {
    let first = ((1u64 << bits) - 2) / step * step + 1;
    std::iter::successors(Some(first), |q| q.checked_sub(step))
        .take_while(|q| *q > 1 << (bits - 1))
        .filter(|q| !taken.contains(q) && is_prime(*q))
        .take(count)
        .collect()
}

/// Miller-Rabin test with twelve bases. They are sufficient for every number below 3.3·10^24
/// (Sorenson and Webster, 2015).
fn is_prime(n: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if n < 2 {
        return false;
    }
    if let Some(small) = BASES.iter().find(|small| n.is_multiple_of(**small)) {
        return n == *small;
    }
    let mul = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(n)) as u64;
    let (odd, twos) = (
        (n - 1) >> (n - 1).trailing_zeros(),
        (n - 1).trailing_zeros(),
    );
    BASES.iter().all(|&base| {
        let (mut power, mut square, mut exponent) = (1, base, odd);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = mul(power, square);
            }
            square = mul(square, square);
            exponent >>= 1;
        }
        if power == 1 || power == n - 1 {
            return true;
        }
        (1..twos).any(|_| {
            power = mul(power, power);
            power == n - 1
        })
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn primality_is_decided_correctly() {
        for (n, prime) in [
            (0, false),
            (1, false),
            (2, true),
            (37, true),
            (41, true),
            (561, false),
            (3_215_031_751, false),
            ((1 << 31) - 1, true),
            ((1 << 61) - 1, true),
            (1 << 49, false),
        ] {
            assert_eq!(is_prime(n), prime, "{n}");
        }
    }

    #[test]
    fn primes_have_the_requested_size_and_are_distinct() {
        let first = primes(33, 8192, 3, &[]);
        let more = primes(33, 8192, 3, &first);
        assert_eq!((first.len(), more.len()), (3, 3));
        for q in first.iter().chain(&more) {
            assert_eq!((q >> 32, q % 8192), (1, 1));
        }
        assert!(more.iter().all(|q| !first.contains(q)));
    }

    proptest! {
        #[test]
        fn reductions_agree_with_division(
            bits in MIN_BITS..=MAX_BITS,
            a in any::<u64>(),
            b in any::<u64>(),
            terms in 1..=MAX_TERMS as u128,
        ) {
            let q = primes(bits, 2, 1, &[])[0];
            let m = Modulus::new(q);
            let (ra, rb) = (a % q, b % q);
            let expected = (u128::from(ra) * u128::from(rb) % u128::from(q)) as u64;
            prop_assert_eq!(m.mul(ra, rb), expected);
            prop_assert_eq!(m.mul_shoup(ra, m.shoup(rb)), expected);
            let w = u128::from(a) * u128::from(rb) % u128::from(q);
            prop_assert_eq!(u128::from(m.mul_shoup(a, m.shoup(rb))), w);
            let largest = u128::from(q - 1) * u128::from(q - 1) * terms;
            prop_assert_eq!(u128::from(m.reduce_wide(largest)), largest % u128::from(q));
            prop_assert_eq!(m.add(ra, m.sub(rb, ra)), rb);
            prop_assert_eq!(m.residue_small(m.centred(ra)), ra);
            let wide = (i128::from(a.cast_signed()) << 31) + i128::from(b as u32);
            prop_assert_eq!(m.residue_bounded(wide), m.residue(wide));
            prop_assert_eq!(m.residue(i128::from(m.centred(ra))), ra);
            if ra != 0 {
                prop_assert_eq!(m.mul(ra, m.invert(ra)), 1);
            }
        }
    }
}
