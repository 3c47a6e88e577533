//! Arithmetic in the target field of a pairing, whose six coordinates over the quadratic extension take
//! one lane each.
//!
//! Lane k has the coefficient of wᵏ, where w⁶ = ξ. Products are sums of products in the quadratic extension:
//! the three products of Karatsuba's method are summed over all terms before one reduction (Aranha et
//! al., eprint 2010/526, lazy reduction). Wrapped terms take a multiple by ξ from a second table.
//! Lanes 6 and 7 have multiples of p, so that permutations take a zero from lane 7.
//!
//! Verification has no secrets, so time may depend on all data. Here it does not.

use std::arch::x86_64::*;

use super::super::extension::Coordinate;
use super::super::field::{
    Element, Prime, Wide, add_product, all_lanes, minus, montgomery_reduced, plus, prime,
    propagate_carries, unrolled,
};
use super::super::modulus::{BITS, Modulus};
use super::super::points::{LANES, load_words};

/// An element of the target field. Parts are below 3.4 p, or below 1.01 p if they are called folded.
#[derive(Clone, Copy)]
pub(super) struct Twelve<const L: usize>(pub(super) Coordinate<L, 2>);

/// Real part, imaginary part and their sum, which are the factors of Karatsuba's method.
pub(super) type Operand<const L: usize> = [Element<L>; 3];

/// A factor of several products: its rotations by 0 to 5 lanes, multiplied by ξ where they wrap.
pub(super) struct Multiplier<const L: usize>([Operand<L>; 6]);

/// Lines at eight steps of a Miller loop or at eight points, one per lane: f₀ + f₁·wˢ + f₂·w³. In order: f₀,
/// f₁, ξ·f₁, f₂, ξ·f₂, each as an operand with parts below 2.1 p.
pub(super) type Lines<const L: usize> = [[[[u64; LANES]; L]; 3]; 5];

/// The constants of a target field.
pub(super) struct Field<const L: usize> {
    pub(super) prime: Prime<L>,
    /// ξ is 9 + i if true, 1 + i otherwise.
    nine: bool,
    /// The lane shift of the middle coefficient of a line: 1 or 2.
    slope: usize,
    /// 5 p, limb by limb.
    five: Element<L>,
    /// 2^(52·L) − p.
    complement: Element<L>,
    /// 2^(52 + 20) / p in units of the shifted highest limb.
    reciprocal: __m512i,
    /// Shift of the highest limb before the multiplication with `reciprocal`.
    shift: __m512i,
}

/// Bits of the reciprocal after the binary point of a quotient.
const FRACTION: u32 = 20;

/// Bits of the largest quotient.
const QUOTIENT: u32 = 6;

/// The lane of a zero.
const Z: u64 = 7;

/// A term of every coordinate of a square: lanes of the left factor, lanes of the right factor, and
/// the two tables of the right factor. Lanes from 8 on are of the second table.
struct Term {
    left: [u64; LANES],
    right: [u64; LANES],
    tables: [usize; 2],
}

/// The terms of a square. Tables: f, 2f, ξf, 2ξf.
const SQUARE: [Term; 4] = [
    Term {
        left: [0, 0, 1, 0, 2, 0, Z, Z],
        right: [0, 8 + 1, 1, 8 + 3, 2, 8 + 5, Z, Z],
        tables: [0, 1],
    },
    Term {
        left: [3, 2, 4, 4, 5, Z, Z, Z],
        right: [3, 8 + 5, 4, 8 + 5, 5, Z, Z, Z],
        tables: [2, 3],
    },
    Term {
        left: [1, 3, 0, 1, 0, 1, Z, Z],
        right: [8 + 5, 8 + 4, 2, 2, 4, 4, Z, Z],
        tables: [1, 3],
    },
    Term {
        left: [2, Z, 3, Z, 1, 2, Z, Z],
        right: [8 + 4, Z, 8 + 5, Z, 3, 3, Z, Z],
        tables: [1, 3],
    },
];

/// The terms of a square in the cyclotomic subgroup, before the last step. Tables: f, ξf.
const CYCLOTOMIC: [Term; 2] = [
    Term {
        left: [0, 2, 1, 0, 2, 1, Z, Z],
        right: [0, 8 + 5, 1, 3, 2, 4, Z, Z],
        tables: [0, 1],
    },
    Term {
        left: [3, Z, 4, Z, 5, Z, Z, Z],
        right: [8 + 3, Z, 8 + 4, Z, 8 + 5, Z, Z, Z],
        tables: [0, 1],
    },
];

/// The lanes of the odd powers of w.
const ODD: __mmask8 = 0b10_1010;

impl<const L: usize> Field<L> {
    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn new(modulus: &Modulus<L>, nine: bool, slope: usize) -> Self {
        let mut complement = [0; L];
        let mut borrow = 0;
        for (limb, digit) in complement.iter_mut().enumerate() {
            let difference = borrow - modulus.limbs[limb] as i64;
            *digit = difference as u64 & ((1 << BITS) - 1);
            borrow = difference >> BITS;
        }
        let top = modulus.limbs[L - 1];
        let bits = 64 - top.leading_zeros();
        let shift = (BITS as u32).saturating_sub(bits + QUOTIENT);
        let reciprocal = (1u128 << (BITS as u32 + FRACTION)) / (u128::from(top + 1) << shift);
        Field {
            prime: prime(modulus),
            nine,
            slope,
            five: all_lanes(&modulus.limbs.map(|limb| 5 * limb)),
            complement: all_lanes(&complement),
            reciprocal: _mm512_set1_epi64(reciprocal as i64),
            shift: _mm512_set1_epi64(i64::from(shift)),
        }
    }

    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn one(&self) -> Twelve<L> {
        let mut one = [[_mm512_setzero_si512(); L]; 2];
        unrolled!(limb < L => {
            one[0][limb] = _mm512_maskz_mov_epi64(1, self.prime.one[limb]);
        });
        Twelve(one)
    }

    /// Reduces a value from 0 to 2⁶·p to below 1.01 p. Limbs can be negative.
    #[inline]
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn folded_part(&self, mut value: Element<L>) -> Element<L> {
        let carry = _mm512_srai_epi64::<{ BITS as u32 }>(value[L - 2]);
        // Lower limbs can change the highest one by less than two.
        let top = _mm512_add_epi64(value[L - 1], carry);
        let top = _mm512_sub_epi64(top, _mm512_set1_epi64(2));
        let top = _mm512_max_epi64(top, _mm512_setzero_si512());
        let shifted = _mm512_sllv_epi64(top, self.shift);
        let quotient = _mm512_madd52hi_epu64(_mm512_setzero_si512(), shifted, self.reciprocal);
        let quotient = _mm512_srli_epi64::<FRACTION>(quotient);
        // value + quotient·(2^(52·L) − p), modulo 2^(52·L).
        unrolled!(limb < L => {
            let digit = self.complement[limb];
            value[limb] = _mm512_madd52lo_epu64(value[limb], quotient, digit);
            if limb + 1 < L {
                value[limb + 1] = _mm512_madd52hi_epu64(value[limb + 1], quotient, digit);
            }
        });
        value = propagate_carries(value);
        value[L - 1] = _mm512_and_si512(value[L - 1], _mm512_set1_epi64((1 << BITS) - 1));
        value
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn folded(&self, value: &Twelve<L>) -> Twelve<L> {
        let [real, imaginary] = value.0;
        Twelve([self.folded_part(real), self.folded_part(imaginary)])
    }

    /// Returns the sum of multiples of up to 15, plus `fives`·5 p, folded. It is from 0 to 2⁶·p.
    #[inline]
    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn combined<const D: usize>(
        &self,
        terms: &[(&Coordinate<L, D>, i32)],
        fives: u32,
    ) -> Coordinate<L, D> {
        let mut sum = super::super::extension::zero();
        for (part, sum) in sum.iter_mut().enumerate() {
            unrolled!(limb < L => {
                let mut total = multiple(self.five[limb], fives);
                for (term, times) in terms {
                    let term = multiple(term[part][limb], times.unsigned_abs());
                    total = if *times < 0 {
                        _mm512_sub_epi64(total, term)
                    } else {
                        _mm512_add_epi64(total, term)
                    };
                }
                sum[limb] = total;
            });
            *sum = self.folded_part(*sum);
        }
        sum
    }

    /// Multiplies each coordinate by ξ. The value is below 5 p, the result is folded.
    #[inline]
    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn times_xi(&self, [real, imaginary]: &Coordinate<L, 2>) -> Coordinate<L, 2> {
        let mut product = [minus(&self.five, imaginary), *real];
        unrolled!(limb < L => {
            for (part, of) in [real, imaginary].into_iter().enumerate() {
                let mut sum = _mm512_add_epi64(product[part][limb], of[limb]);
                if self.nine {
                    sum = _mm512_add_epi64(sum, _mm512_slli_epi64::<3>(of[limb]));
                }
                product[part][limb] = sum;
            }
        });
        product.map(|part| self.folded_part(part))
    }

    /// Negates a part below 5 p. The result is folded.
    #[inline]
    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn negative(&self, part: &Element<L>) -> Element<L> {
        self.folded_part(minus(&self.five, part))
    }

    /// Returns the inverse of an element of the cyclotomic subgroup, f^(p⁶). The value is folded.
    #[inline]
    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn conjugate(&self, value: &Twelve<L>) -> Twelve<L> {
        let mut result = *value;
        unrolled!(part < 2 => {
            unrolled!(limb < L => {
                let of = value.0[part][limb];
                result.0[part][limb] = _mm512_mask_sub_epi64(of, ODD, self.five[limb], of);
            });
            result.0[part] = self.folded_part(result.0[part]);
        });
        result
    }

    /// Squares an element.
    #[inline(never)]
    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn square(&self, value: &Twelve<L>) -> Twelve<L> {
        let xi = operand(&self.times_xi(&value.0));
        let value = operand(&self.folded(value).0);
        let sums = sums(&[value, doubled(&value), xi, doubled(&xi)], &SQUARE);
        self.reduced(&sums)
    }

    /// Squares an element of the cyclotomic subgroup (Granger and Scott, eprint 2009/565): three squares in
    /// extensions of degree 4. The value and the result are folded.
    #[inline(never)]
    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn cyclotomic_square(&self, value: &Twelve<L>) -> Twelve<L> {
        let xi = operand(&self.times_xi(&value.0));
        let sums = sums(&[operand(&value.0), xi], &CYCLOTOMIC);
        let mut result = self.reduced(&sums);
        // Even lanes: 3r − 2f. Odd lanes: 6r + 2f, whose products occur twice.
        unrolled!(part < 2 => {
            unrolled!(limb < L => {
                let of = result.0[part][limb];
                let mut sum = _mm512_add_epi64(of, _mm512_add_epi64(of, of));
                sum = _mm512_mask_add_epi64(sum, ODD, sum, sum);
                sum = _mm512_add_epi64(sum, self.five[limb]);
                let twice = _mm512_slli_epi64::<1>(value.0[part][limb]);
                let less = _mm512_sub_epi64(sum, twice);
                result.0[part][limb] = _mm512_mask_add_epi64(less, ODD, sum, twice);
            });
            result.0[part] = self.folded_part(result.0[part]);
        });
        result
    }

    #[inline(never)]
    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn multiplier(&self, value: &Twelve<L>) -> Multiplier<L> {
        let xi = operand(&self.times_xi(&value.0));
        let value = operand(&self.folded(value).0);
        let mut rotations = [value; 6];
        for (shift, rotation) in rotations.iter_mut().enumerate().skip(1) {
            let lanes = load_words(&ROTATIONS[shift]);
            for (part, table) in rotation.iter_mut().zip(value.iter().zip(&xi)) {
                *part = chosen(table.0, lanes, table.1);
            }
        }
        Multiplier(rotations)
    }

    /// Multiplies two elements.
    #[inline(never)]
    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn product(&self, left: &Twelve<L>, right: &Multiplier<L>) -> Twelve<L> {
        let left = operand(&left.0);
        let mut sums = [[[_mm512_setzero_si512(); L]; 2]; 3];
        for (part, total) in sums.iter_mut().enumerate() {
            let mut sum = *total;
            for (power, rotation) in right.0.iter().enumerate() {
                let lanes = _mm512_set1_epi64(power as i64);
                let factor = chosen(&left[part], lanes, &left[part]);
                add_product(&mut sum, &factor, &rotation[part]);
            }
            *total = sum;
        }
        self.reduced(&sums)
    }

    /// Multiplies by the line of a step, whose coefficients at three of the six powers are not zero.
    #[inline(never)]
    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn times_line(&self, value: &Twelve<L>, lines: &Lines<L>, step: usize) -> Twelve<L> {
        let value = operand(&value.0);
        let slope_lanes = load_words(&ROTATIONS[self.slope]);
        let last_lanes = load_words(&ROTATIONS[3]);
        let slope_wraps = (1 << self.slope) - 1;
        let mut sums = [[[_mm512_setzero_si512(); L]; 2]; 3];
        for (part, total) in sums.iter_mut().enumerate() {
            let mut sum = *total;
            let of = |coefficient: usize, limb: usize| lines[coefficient][part][limb][step] as i64;
            let mut factor = value[part];
            unrolled!(limb < L => { factor[limb] = _mm512_set1_epi64(of(0, limb)); });
            add_product(&mut sum, &value[part], &factor);
            unrolled!(limb < L => {
                let plain = _mm512_set1_epi64(of(1, limb));
                factor[limb] = _mm512_mask_set1_epi64(plain, slope_wraps, of(2, limb));
            });
            add_product(&mut sum, &rotated(&value[part], slope_lanes), &factor);
            unrolled!(limb < L => {
                let plain = _mm512_set1_epi64(of(3, limb));
                factor[limb] = _mm512_mask_set1_epi64(plain, 0b111, of(4, limb));
            });
            add_product(&mut sum, &rotated(&value[part], last_lanes), &factor);
            *total = sum;
        }
        self.reduced(&sums)
    }

    /// Combines and reduces the sums of the three products of Karatsuba's method. Each is below p·R.
    #[inline]
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn reduced(&self, [real, imaginary, both]: &[Wide<L>; 3]) -> Twelve<L> {
        let (mut rest, mut mixed) = (*real, *both);
        unrolled!(half < 2 => {
            rest[half] = minus(&real[half], &imaginary[half]);
            mixed[half] = minus(&minus(&both[half], &real[half]), &imaginary[half]);
        });
        // One p in the upper half keeps the difference positive.
        rest[1] = plus(&rest[1], &self.prime.modulus);
        Twelve([
            montgomery_reduced(&self.prime, rest),
            montgomery_reduced(&self.prime, mixed),
        ])
    }
}

/// For each shift, the source of every lane. Lanes from 8 on are of the table that is multiplied by ξ.
const ROTATIONS: [[u64; LANES]; 6] = [
    [0, 1, 2, 3, 4, 5, Z, Z],
    [8 + 5, 0, 1, 2, 3, 4, Z, Z],
    [8 + 4, 8 + 5, 0, 1, 2, 3, Z, Z],
    [8 + 3, 8 + 4, 8 + 5, 0, 1, 2, Z, Z],
    [8 + 2, 8 + 3, 8 + 4, 8 + 5, 0, 1, Z, Z],
    [8 + 1, 8 + 2, 8 + 3, 8 + 4, 8 + 5, 0, Z, Z],
];

/// Computes the sums of the terms' products, for each product of Karatsuba's method.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn sums<const L: usize, const N: usize>(tables: &[Operand<L>; N], terms: &[Term]) -> [Wide<L>; 3] {
    let mut sums = [[[_mm512_setzero_si512(); L]; 2]; 3];
    for (part, total) in sums.iter_mut().enumerate() {
        let mut sum = *total;
        for term in terms {
            let left = rotated(&tables[0][part], load_words(&term.left));
            let [first, second] = term.tables;
            let right = load_words(&term.right);
            let right = chosen(&tables[first][part], right, &tables[second][part]);
            add_product(&mut sum, &left, &right);
        }
        *total = sum;
    }
    sums
}

#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn operand<const L: usize>([real, imaginary]: &Coordinate<L, 2>) -> Operand<L> {
    let both = propagate_carries(plus(real, imaginary));
    [*real, *imaginary, both]
}

#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn doubled<const L: usize>(value: &Operand<L>) -> Operand<L> {
    value.map(|part| propagate_carries(plus(&part, &part)))
}

/// Multiplies by a number below 16.
#[inline]
#[target_feature(enable = "avx512f")]
fn multiple(value: __m512i, times: u32) -> __m512i {
    let mut sum = _mm512_setzero_si512();
    for bit in 0..4 {
        if times >> bit & 1 == 1 {
            let shifted = _mm512_sllv_epi64(value, _mm512_set1_epi64(bit));
            sum = _mm512_add_epi64(sum, shifted);
        }
    }
    sum
}

/// Permutes lanes. Only the lowest three bits of an index count.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn rotated<const L: usize>(value: &Element<L>, lanes: __m512i) -> Element<L> {
    let mut result = *value;
    unrolled!(limb < L => { result[limb] = _mm512_permutexvar_epi64(lanes, value[limb]); });
    result
}

/// Chooses lanes of two elements.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn chosen<const L: usize>(first: &Element<L>, lanes: __m512i, second: &Element<L>) -> Element<L> {
    let mut result = *first;
    unrolled!(limb < L => {
        result[limb] = _mm512_permutex2var_epi64(first[limb], lanes, second[limb]);
    });
    result
}
