//! Multi-scalar sums, transforms and pairings on eight elements at a time, for CPUs with eight-lane 52-bit
//! multiplication (AVX-512 IFMA). The results equal those of the portable path.
//!
//! Serves the scalar fields, G1 and G2 of BN254 and BLS12-381: curves y² = x³ + b of odd order, over a prime field or
//! its extension by √−1.

mod adder;
mod extension;
mod field;
mod modulus;
mod pairing;
mod plan;
mod points;
mod sum;
mod transform;

use std::any::{Any, TypeId};

use crate::curve::Point;
pub(super) use pairing::{Pairs, pairing_product, weighted};

/// Computes Σ scalarᵢ·pointᵢ with windows of `width` bits, or returns `None` if the CPU or the curve
/// is not supported.
pub(super) fn sum<G: Point>(
    points: &[G],
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
            Some(sum::sum::<G, 5, 1, 1>(points, scalars, width, windows))
        } else if group == TypeId::of::<ark_bn254::G2Affine>() {
            Some(sum::sum::<G, 5, 2, 2>(points, scalars, width, windows))
        } else if group == TypeId::of::<ark_bls12_381::G1Affine>() {
            Some(sum::sum::<G, 8, 1, 2>(points, scalars, width, windows))
        } else if group == TypeId::of::<ark_bls12_381::G2Affine>() {
            Some(sum::sum::<G, 8, 2, 3>(points, scalars, width, windows))
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
