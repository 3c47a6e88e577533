//! Multi-scalar sums, products of fixed bases, transforms and pairings on eight elements at a time, for CPUs with eight-lane 52-bit
//! multiplication (AVX-512 IFMA). The results equal those of the portable path.
//!
//! Serves the scalar fields, G1 and G2 of BN254 and BLS12-381: curves y² = x³ + b of odd order, over a prime field or
//! its extension by √−1.

mod adder;
mod convert;
mod extension;
mod field;
mod fixed_base;
mod modulus;
mod pairing;
mod plan;
mod points;
#[cfg(feature = "bulletproofs")]
mod ristretto;
mod sum;
mod transform;

use std::any::{Any, TypeId};

use crate::curve::Point;
use crate::kernels::table::Table;
pub(super) use pairing::{Pairs, pairing_product, weighted};
#[cfg(feature = "bulletproofs")]
pub(crate) use ristretto::FixedRistretto;

/// Computes Σ scalarᵢ·pointᵢ with windows of `width` bits, or returns `None` if the CPU or the curve
/// is not supported.
pub(super) fn sum<G: Point>(
    lists: &[&[G]],
    scalars: &[G::ScalarField],
    width: u32,
    windows: usize,
) -> Option<G::Group> {
    if !available() {
        return None;
    }
    let group = TypeId::of::<G>();
    #[expect(
        unsafe_code,
        reason = "a call into code compiled for detected instructions"
    )]
    // SAFETY: the instructions were detected.
    unsafe {
        if group == TypeId::of::<ark_bn254::G1Affine>() {
            Some(sum::sum::<G, 5, 1, 1>(lists, scalars, width, windows))
        } else if group == TypeId::of::<ark_bn254::G2Affine>() {
            Some(sum::sum::<G, 5, 2, 2>(lists, scalars, width, windows))
        } else if group == TypeId::of::<ark_bls12_381::G1Affine>() {
            Some(sum::sum::<G, 8, 1, 2>(lists, scalars, width, windows))
        } else if group == TypeId::of::<ark_bls12_381::G2Affine>() {
            Some(sum::sum::<G, 8, 2, 3>(lists, scalars, width, windows))
        } else {
            None
        }
    }
}

/// Computes the table of 1 to 2^(width − 1) times each base, or returns `None` if the CPU or the curve is not supported.
pub(super) fn table<G: Point>(bases: &[G], width: u32) -> Option<Box<dyn Table<G>>> {
    if !available() {
        return None;
    }
    let group = TypeId::of::<G>();
    #[expect(
        unsafe_code,
        reason = "a call into code compiled for detected instructions"
    )]
    // SAFETY: the instructions were detected.
    unsafe {
        if group == TypeId::of::<ark_bn254::G1Affine>() {
            Some(Box::new(fixed_base::table::<G, 5, 1, 1>(bases, width)))
        } else if group == TypeId::of::<ark_bn254::G2Affine>() {
            Some(Box::new(fixed_base::table::<G, 5, 2, 2>(bases, width)))
        } else if group == TypeId::of::<ark_bls12_381::G1Affine>() {
            Some(Box::new(fixed_base::table::<G, 8, 1, 2>(bases, width)))
        } else if group == TypeId::of::<ark_bls12_381::G2Affine>() {
            Some(Box::new(fixed_base::table::<G, 8, 2, 3>(bases, width)))
        } else {
            None
        }
    }
}

/// Moves a vector of values on the domain of a root to the coset of a shift. Returns false if the
/// CPU, the field or the size is not supported.
pub(super) fn move_to_coset(values: &mut dyn Any, root: &dyn Any, shift: &dyn Any) -> bool {
    available()
        && (transformed::<ark_bn254::Fr>(values, root, shift)
            || transformed::<ark_bls12_381::Fr>(values, root, shift))
}

/// Transforms a vector if it is long enough and has elements of the field `F`.
fn transformed<F: transform::Words>(values: &mut dyn Any, root: &dyn Any, shift: &dyn Any) -> bool {
    let values = values.downcast_mut::<Vec<F>>();
    let (Some(values), Some(root), Some(shift)) =
        (values, root.downcast_ref::<F>(), shift.downcast_ref::<F>())
    else {
        return false;
    };
    if values.len() < 1 << transform::MIN_LOG {
        return false;
    }
    #[expect(
        unsafe_code,
        reason = "a call into code compiled for detected instructions"
    )]
    // SAFETY: the caller detected the instructions.
    unsafe {
        transform::move_to_coset(values, *root, *shift);
    }
    true
}

fn available() -> bool {
    is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512ifma")
}

#[cfg(test)]
mod tests;
