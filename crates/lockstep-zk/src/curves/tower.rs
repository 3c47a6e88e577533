//! Extension fields of the pairings: configurations for arkworks' generic extensions.
//!
//! Both towers begin with i² = −1 and v² = 1 + i. Each further step takes the root of the last
//! root, so that a product with a non-residue only moves coordinates.

use ark_ff::{BigInteger, Field, PrimeField};

/// Returns NR^((pⁿ − 1)/d) for n = 0, 1, …, degree − 1, the coefficients of the Frobenius maps.
pub(super) fn frobenius_coefficients<F: Field>(nonresidue: F, d: u64, degree: usize) -> Vec<F> {
    let first = nonresidue.pow(p_minus_one_over::<F::BasePrimeField>(d));
    let mut list = vec![F::ONE];
    for power in 1..degree {
        let mut next = list[power - 1];
        next.frobenius_map_in_place(1);
        list.push(next * first);
    }
    list
}

/// (p − 1)/d for a small divisor d.
pub(super) fn p_minus_one_over<P: PrimeField>(d: u64) -> P::BigInt {
    let mut number = P::MODULUS;
    number.sub_with_borrow(&P::BigInt::from(1u64));
    let mut rest = 0u128;
    for limb in number.as_mut().iter_mut().rev() {
        let part = rest << 64 | u128::from(*limb);
        *limb = (part / u128::from(d)) as u64;
        rest = part % u128::from(d);
    }
    debug_assert_eq!(rest, 0, "d divides p − 1");
    number
}

/// Defines a quadratic extension of `$base`, whose products with the non-residue are `$times`.
macro_rules! quadratic {
    ($config:ident, $field:ident, $base:ty, $prime:ty, $degree:literal, $nonresidue:expr, $times:expr) => {
        #[doc = concat!("The configuration of [`", stringify!($field), "`].")]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $config;

        #[doc = concat!("The extension of degree ", $degree, " over the prime field.")]
        pub type $field = ark_ff::QuadExtField<$config>;

        impl ark_ff::QuadExtConfig for $config {
            type BasePrimeField = $prime;
            type BaseField = $base;
            type FrobCoeff = $base;
            const DEGREE_OVER_BASE_PRIME_FIELD: usize = $degree;
            const NONRESIDUE: $base = $nonresidue;
            /// Unused: the coefficients are computed at the first use.
            const FROBENIUS_COEFF_C1: &[$base] = &[];

            #[inline]
            fn mul_base_field_by_nonresidue_in_place(fe: &mut $base) -> &mut $base {
                *fe = $times(*fe);
                fe
            }

            fn mul_base_field_by_frob_coeff(fe: &mut $base, power: usize) {
                static TABLE: std::sync::OnceLock<Vec<$base>> = std::sync::OnceLock::new();
                let table = TABLE.get_or_init(|| {
                    $crate::curves::tower::frobenius_coefficients(Self::NONRESIDUE, 2, $degree)
                });
                *fe *= table[power % $degree];
            }
        }
    };
}

/// Defines a cubic extension like [`quadratic`].
macro_rules! cubic {
    ($config:ident, $field:ident, $base:ty, $prime:ty, $degree:literal, $nonresidue:expr, $times:expr) => {
        #[doc = concat!("The configuration of [`", stringify!($field), "`].")]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $config;

        #[doc = concat!("The extension of degree ", $degree, " over the prime field.")]
        pub type $field = ark_ff::CubicExtField<$config>;

        impl ark_ff::CubicExtConfig for $config {
            type BasePrimeField = $prime;
            type BaseField = $base;
            type FrobCoeff = $base;
            const SQRT_PRECOMP: Option<ark_ff::SqrtPrecomputation<$field>> = None;
            const DEGREE_OVER_BASE_PRIME_FIELD: usize = $degree;
            const NONRESIDUE: $base = $nonresidue;
            /// Unused: the coefficients are computed at the first use.
            const FROBENIUS_COEFF_C1: &[$base] = &[];
            /// Unused, like the other list.
            const FROBENIUS_COEFF_C2: &[$base] = &[];

            #[inline]
            fn mul_base_field_by_nonresidue_in_place(fe: &mut $base) -> &mut $base {
                *fe = $times(*fe);
                fe
            }

            fn mul_base_field_by_frob_coeff(c1: &mut $base, c2: &mut $base, power: usize) {
                static TABLE: std::sync::OnceLock<Vec<$base>> = std::sync::OnceLock::new();
                let table = TABLE.get_or_init(|| {
                    $crate::curves::tower::frobenius_coefficients(Self::NONRESIDUE, 3, $degree)
                });
                let coefficient = table[power % $degree];
                *c1 *= coefficient;
                *c2 *= coefficient * coefficient;
            }
        }
    };
}

pub(super) use {cubic, quadratic};
