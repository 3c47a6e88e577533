//! Arithmetic on eight elements of a prime field at a time, with the 52-bit multiply-add
//! instructions of AVX-512 IFMA.
//!
//! An element has `L` limbs of 52 bits in Montgomery form for R = 2^(52·L). Products are below
//! 2.3 p and nearly reduced values below 1.01 p, where p is the modulus. Operands of a product are below
//! 4 p, which needs R ≥ 32 p.

use std::arch::x86_64::*;

use super::modulus::{BITS, Modulus};

/// Runs a block for each index below a constant limit. The blocks become straight-line code, so
/// that limbs stay in registers.
macro_rules! unrolled {
    ($index:ident < $limit:expr => $body:block) => {
        unrolled!(@each $index, $limit, $body, 0 1 2 3 4 5 6 7)
    };
    (@each $index:ident, $limit:expr, $body:block, $($value:literal)*) => {
        $( if $value < $limit { let $index: usize = $value; $body } )*
    };
}
pub(super) use unrolled;

/// Eight elements, one per lane. Limbs are below 2^52, the lowest comes first.
pub(super) type Element<const L: usize> = [__m512i; L];

/// The columns of an unreduced product: the lower half, then the upper half.
pub(super) type Wide<const L: usize> = [Element<L>; 2];

/// The constants of a prime field, in all lanes.
pub(super) struct Prime<const L: usize> {
    pub(super) modulus: Element<L>,
    /// (k·p + 1) / 2^52, where k = −1/p modulo 2^52. A reduction by k·p needs no factor.
    friendly: Element<L>,
    /// −1/p modulo 2^52.
    inverse: __m512i,
    /// One in Montgomery form.
    pub(super) one: Element<L>,
    /// Limb by limb: (3 − i)·p for i = 0 to 7.
    multiples: Element<L>,
    /// 3 p in units of the highest limb, less the error of an estimate from that limb.
    offset: __m512i,
    /// 2^(52 + 20) / p in units of the shifted highest limb.
    reciprocal: __m512i,
    /// Shift of the highest limb before the multiplication with `reciprocal`.
    shift: __m512i,
}

/// Bits of the reciprocal after the binary point of a quotient.
const FRACTION: u32 = 20;

#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn prime<const L: usize>(modulus: &Modulus<L>) -> Prime<L> {
    let top = modulus.limbs[L - 1];
    // Eight moduli and the shift take less than 52 bits.
    let shift = BITS as u32 - 4 - (64 - top.leading_zeros());
    let reciprocal = (1u128 << (BITS as u32 + FRACTION)) / (u128::from(top + 1) << shift);
    let mut multiples = [_mm512_setzero_si512(); L];
    unrolled!(limb < L => {
        let p = modulus.limbs[limb] as i64;
        multiples[limb] = _mm512_setr_epi64(3 * p, 2 * p, p, 0, -p, -2 * p, -3 * p, -4 * p);
    });
    Prime {
        modulus: all_lanes(&modulus.limbs),
        friendly: all_lanes(&modulus.friendly),
        inverse: _mm512_set1_epi64(modulus.inverse as i64),
        one: all_lanes(&modulus.radix[0]),
        multiples,
        offset: _mm512_set1_epi64(3 * top as i64 - 2),
        reciprocal: _mm512_set1_epi64(reciprocal as i64),
        shift: _mm512_set1_epi64(i64::from(shift)),
    }
}

/// Multiplies two elements.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn product<const L: usize>(
    prime: &Prime<L>,
    left: &Element<L>,
    right: &Element<L>,
) -> Element<L> {
    if L > 5 {
        return long_product(prime, left, right);
    }
    montgomery_reduced(prime, wide_product(left, right))
}

/// Multiplies elements of many limbs. One copy of the code serves all callers, because loops with
/// many copies leave the instruction cache.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512ifma")]
fn long_product<const L: usize>(
    prime: &Prime<L>,
    left: &Element<L>,
    right: &Element<L>,
) -> Element<L> {
    montgomery_reduced(prime, wide_product(left, right))
}

/// Squares an element.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn square<const L: usize>(prime: &Prime<L>, value: &Element<L>) -> Element<L> {
    montgomery_reduced(prime, wide_square(value))
}

#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn wide_product<const L: usize>(left: &Element<L>, right: &Element<L>) -> Wide<L> {
    let mut wide = [[_mm512_setzero_si512(); L]; 2];
    add_product(&mut wide, left, right);
    wide
}

/// Adds a product to columns. Up to 100 products fit.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn add_product<const L: usize>(
    wide: &mut Wide<L>,
    left: &Element<L>,
    right: &Element<L>,
) {
    unrolled!(i < L => {
        unrolled!(j < L => {
            let (low, high) = (i + j, i + j + 1);
            wide[low / L][low % L] =
                _mm512_madd52lo_epu64(wide[low / L][low % L], left[j], right[i]);
            wide[high / L][high % L] =
                _mm512_madd52hi_epu64(wide[high / L][high % L], left[j], right[i]);
        });
    });
}

/// Computes each mixed product once and doubles it.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn wide_square<const L: usize>(value: &Element<L>) -> Wide<L> {
    let mut wide = [[_mm512_setzero_si512(); L]; 2];
    unrolled!(i < L => {
        unrolled!(j < L => {
            if j > i {
                let (low, high) = (i + j, i + j + 1);
                wide[low / L][low % L] =
                    _mm512_madd52lo_epu64(wide[low / L][low % L], value[j], value[i]);
                wide[high / L][high % L] =
                    _mm512_madd52hi_epu64(wide[high / L][high % L], value[j], value[i]);
            }
        });
    });
    unrolled!(limb < L => {
        wide[0][limb] = _mm512_add_epi64(wide[0][limb], wide[0][limb]);
        wide[1][limb] = _mm512_add_epi64(wide[1][limb], wide[1][limb]);
    });
    unrolled!(i < L => {
        let (low, high) = (2 * i, 2 * i + 1);
        wide[low / L][low % L] = _mm512_madd52lo_epu64(wide[low / L][low % L], value[i], value[i]);
        wide[high / L][high % L] =
            _mm512_madd52hi_epu64(wide[high / L][high % L], value[i], value[i]);
    });
    wide
}

/// Divides by R modulo p. Columns can be negative; the value is at least −0.3 p·R.
///
/// All rounds but the last add a multiple of k·p + 1 − 1, whose factor is the lowest column itself.
/// The result is below value/R + 2 p, and one p larger if the value is negative.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn montgomery_reduced<const L: usize>(
    prime: &Prime<L>,
    mut wide: Wide<L>,
) -> Element<L> {
    unrolled!(i < L => {
        let factor = wide[0][i];
        if i + 1 < L {
            let carry = _mm512_srai_epi64::<{ BITS as u32 }>(factor);
            wide[0][i + 1] = _mm512_add_epi64(wide[0][i + 1], carry);
            unrolled!(j < L => {
                let (low, high) = (i + 1 + j, i + 2 + j);
                wide[low / L][low % L] =
                    _mm512_madd52lo_epu64(wide[low / L][low % L], factor, prime.friendly[j]);
                wide[high / L][high % L] =
                    _mm512_madd52hi_epu64(wide[high / L][high % L], factor, prime.friendly[j]);
            });
        } else {
            let factor = _mm512_madd52lo_epu64(_mm512_setzero_si512(), factor, prime.inverse);
            unrolled!(j < L => {
                let (low, high) = (i + j, i + j + 1);
                wide[low / L][low % L] =
                    _mm512_madd52lo_epu64(wide[low / L][low % L], factor, prime.modulus[j]);
                wide[high / L][high % L] =
                    _mm512_madd52hi_epu64(wide[high / L][high % L], factor, prime.modulus[j]);
            });
            let carry = _mm512_srai_epi64::<{ BITS as u32 }>(wide[0][i]);
            wide[1][0] = _mm512_add_epi64(wide[1][0], carry);
        }
    });
    propagate_carries(wide[1])
}

/// Adds without carries. The limbs of the result are for [`propagate_carries`] or [`nearly_reduced`].
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn plus<const L: usize>(left: &Element<L>, right: &Element<L>) -> Element<L> {
    let mut sum = *left;
    unrolled!(limb < L => {
        sum[limb] = _mm512_add_epi64(left[limb], right[limb]);
    });
    sum
}

/// Subtracts without carries. The limbs of the result are for [`propagate_carries`] or [`nearly_reduced`].
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn minus<const L: usize>(left: &Element<L>, right: &Element<L>) -> Element<L> {
    let mut difference = *left;
    unrolled!(limb < L => {
        difference[limb] = _mm512_sub_epi64(left[limb], right[limb]);
    });
    difference
}

/// Subtracts a value below 2 p and adds 2 p, so that the result is a valid operand.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn difference<const L: usize>(
    prime: &Prime<L>,
    left: &Element<L>,
    right: &Element<L>,
) -> Element<L> {
    let mut sum = *left;
    unrolled!(limb < L => {
        let twice = _mm512_add_epi64(prime.modulus[limb], prime.modulus[limb]);
        sum[limb] = _mm512_add_epi64(_mm512_sub_epi64(left[limb], right[limb]), twice);
    });
    propagate_carries(sum)
}

/// Propagates carries, which can be negative. The value is not negative and below R.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn propagate_carries<const L: usize>(mut value: Element<L>) -> Element<L> {
    let mask = _mm512_set1_epi64((1 << BITS) - 1);
    unrolled!(limb < L => {
        if limb + 1 < L {
            let carry = _mm512_srai_epi64::<{ BITS as u32 }>(value[limb]);
            value[limb] = _mm512_and_si512(value[limb], mask);
            value[limb + 1] = _mm512_add_epi64(value[limb + 1], carry);
        }
    });
    value
}

/// Reduces a value from −3 p to 4 p to below 1.01 p. Limbs can be negative.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn nearly_reduced<const L: usize>(
    prime: &Prime<L>,
    mut value: Element<L>,
) -> Element<L> {
    let carry = _mm512_srai_epi64::<{ BITS as u32 }>(value[L - 2]);
    let top = _mm512_add_epi64(_mm512_add_epi64(value[L - 1], carry), prime.offset);
    // The estimate of the top limb can be slightly below zero.
    let top = _mm512_max_epi64(top, _mm512_setzero_si512());
    let shifted = _mm512_sllv_epi64(top, prime.shift);
    let quotient = _mm512_madd52hi_epu64(_mm512_setzero_si512(), shifted, prime.reciprocal);
    let quotient = _mm512_srli_epi64::<FRACTION>(quotient);
    unrolled!(limb < L => {
        let multiple = _mm512_permutexvar_epi64(quotient, prime.multiples[limb]);
        value[limb] = _mm512_add_epi64(value[limb], multiple);
    });
    propagate_carries(value)
}

/// Returns the lanes in which two elements have the same limbs.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn equal_lanes<const L: usize>(left: &Element<L>, right: &Element<L>) -> __mmask8 {
    let mut same = 0xff;
    unrolled!(limb < L => {
        same &= _mm512_cmpeq_epi64_mask(left[limb], right[limb]);
    });
    same
}

/// Chooses the elements of `right` in the lanes of the mask.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn blend<const L: usize>(
    mask: __mmask8,
    left: &Element<L>,
    right: &Element<L>,
) -> Element<L> {
    let mut element = *left;
    unrolled!(limb < L => {
        element[limb] = _mm512_mask_blend_epi64(mask, left[limb], right[limb]);
    });
    element
}

/// Copies a number to all lanes.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn all_lanes<const L: usize>(limbs: &[u64; L]) -> Element<L> {
    let mut element = [_mm512_setzero_si512(); L];
    unrolled!(limb < L => {
        element[limb] = _mm512_set1_epi64(limbs[limb] as i64);
    });
    element
}
