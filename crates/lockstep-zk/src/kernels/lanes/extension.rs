//! Arithmetic on eight coordinates of points at a time: elements of a prime field (`D` = 1), or of
//! its quadratic extension by √−1 (`D` = 2).
//!
//! Products are below 3.3 p in each part. Operands of a product are below 4 p.

use std::arch::x86_64::*;

use super::field::{
    Element, Prime, difference, minus, montgomery_reduced, nearly_reduced, plus, product,
    propagate_carries, square, unrolled, wide_product, wide_square,
};

/// The parts of eight coordinates.
pub(super) type Coordinate<const L: usize, const D: usize> = [Element<L>; D];

#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn zero<const L: usize, const D: usize>() -> Coordinate<L, D> {
    [[_mm512_setzero_si512(); L]; D]
}

/// Multiplies two coordinates.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn coordinate_product<const L: usize, const D: usize>(
    prime: &Prime<L>,
    left: &Coordinate<L, D>,
    right: &Coordinate<L, D>,
) -> Coordinate<L, D> {
    if D == 2 {
        return extended_product(prime, left, right);
    }
    let mut result = *left;
    result[0] = product(prime, &left[0], &right[0]);
    result
}

/// Multiplies in the extension with three products (Karatsuba) and two reductions. One copy of the
/// code serves all callers, because loops with many copies leave the instruction cache.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512ifma")]
fn extended_product<const L: usize, const D: usize>(
    prime: &Prime<L>,
    left: &Coordinate<L, D>,
    right: &Coordinate<L, D>,
) -> Coordinate<L, D> {
    let mut result = *left;
    let real = wide_product(&left[0], &right[0]);
    let imaginary = wide_product(&left[1], &right[1]);
    let mut both = wide_product(
        &propagate_carries(plus(&left[0], &left[1])),
        &propagate_carries(plus(&right[0], &right[1])),
    );
    let mut rest = real;
    unrolled!(half < 2 => {
        both[half] = minus(&minus(&both[half], &real[half]), &imaginary[half]);
        rest[half] = minus(&real[half], &imaginary[half]);
    });
    // One p in the upper half keeps the difference positive.
    rest[1] = plus(&rest[1], &prime.modulus);
    result[0] = montgomery_reduced(prime, rest);
    result[1] = montgomery_reduced(prime, both);
    result
}

/// Squares a coordinate.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn coordinate_square<const L: usize, const D: usize>(
    prime: &Prime<L>,
    value: &Coordinate<L, D>,
) -> Coordinate<L, D> {
    if D == 2 {
        return extended_square(prime, value);
    }
    let mut result = *value;
    result[0] = square(prime, &value[0]);
    result
}

#[inline(never)]
#[target_feature(enable = "avx512f,avx512ifma")]
fn extended_square<const L: usize, const D: usize>(
    prime: &Prime<L>,
    value: &Coordinate<L, D>,
) -> Coordinate<L, D> {
    let mut result = *value;
    // (a + b·i)² = (a + b)(a − b) + 2ab·i
    let twice = plus(&prime.modulus, &prime.modulus);
    let four = plus(&twice, &twice);
    let sum = propagate_carries(plus(&value[0], &value[1]));
    let rest = propagate_carries(plus(&minus(&value[0], &value[1]), &four));
    let double = propagate_carries(plus(&value[1], &value[1]));
    result[0] = product(prime, &sum, &rest);
    result[1] = product(prime, &value[0], &double);
    result
}

/// Returns the norm, whose inverse gives the inverse of the coordinate by [`quotient`].
#[inline(never)]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn norm<const L: usize, const D: usize>(
    prime: &Prime<L>,
    value: &Coordinate<L, D>,
) -> Element<L> {
    if D == 1 {
        return value[0];
    }
    let mut sum = wide_square(&value[0]);
    let imaginary = wide_square(&value[1]);
    unrolled!(half < 2 => {
        sum[half] = plus(&sum[half], &imaginary[half]);
    });
    montgomery_reduced(prime, sum)
}

/// Divides by a coordinate, given the inverse of its norm.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn quotient<const L: usize, const D: usize>(
    prime: &Prime<L>,
    dividend: &Coordinate<L, D>,
    divisor: &Coordinate<L, D>,
    inverse_norm: &Element<L>,
) -> Coordinate<L, D> {
    let mut inverse = *divisor;
    if D == 1 {
        inverse[0] = *inverse_norm;
    } else {
        let twice = plus(&prime.modulus, &prime.modulus);
        let conjugate = propagate_carries(minus(&plus(&twice, &twice), &divisor[1]));
        inverse[0] = product(prime, &divisor[0], inverse_norm);
        inverse[1] = product(prime, &conjugate, inverse_norm);
    }
    coordinate_product(prime, dividend, &inverse)
}

/// Subtracts a coordinate below 2 p and adds 2 p.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn coordinate_difference<const L: usize, const D: usize>(
    prime: &Prime<L>,
    left: &Coordinate<L, D>,
    right: &Coordinate<L, D>,
) -> Coordinate<L, D> {
    let mut result = *left;
    unrolled!(part < D => {
        result[part] = difference(prime, &left[part], &right[part]);
    });
    result
}

/// Returns left − right, below 1.01 p.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn nearly_reduced_difference<const L: usize, const D: usize>(
    prime: &Prime<L>,
    left: &Coordinate<L, D>,
    right: &Coordinate<L, D>,
) -> Coordinate<L, D> {
    let mut result = *left;
    unrolled!(part < D => {
        result[part] = nearly_reduced(prime, minus(&left[part], &right[part]));
    });
    result
}
