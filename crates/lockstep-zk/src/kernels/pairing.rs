//! Products of pairings with one final exponentiation.

use ark_ec::pairing::PairingOutput;
use ark_ff::Zero;

#[cfg(target_arch = "x86_64")]
use super::lanes::Pairs;
use super::par_map;
use crate::curve::Curve;

/// Computes the product of the pairings of points of G1 with points of G2, some of them prepared, in variable time. Pairs
/// with a point at infinity contribute the factor 1.
///
/// Returns `None` if the product of the Miller loops is zero, which takes a point outside of its curve.
pub(crate) fn pairing_product<E: Curve>(
    fresh: &[(E::G1Affine, E::G2Affine)],
    prepared: &[(E::G1Affine, &E::G2Prepared)],
) -> Option<PairingOutput<E>> {
    #[cfg(target_arch = "x86_64")]
    if let Some(product) = super::lanes::pairing_product::<E>(&Pairs { fresh, prepared }) {
        return (!product.is_zero()).then_some(PairingOutput(product));
    }
    portable_product(fresh, prepared)
}

/// Computes the product with arkworks, on any CPU and any curve.
fn portable_product<E: Curve>(
    fresh: &[(E::G1Affine, E::G2Affine)],
    prepared: &[(E::G1Affine, &E::G2Prepared)],
) -> Option<PairingOutput<E>> {
    let fresh = par_map(fresh, |(point, other)| (*point, E::G2Prepared::from(*other)));
    let prepared = prepared.iter().map(|(point, lines)| (*point, (*lines).clone()));
    let pairs = fresh.into_iter().chain(prepared);
    let (points, lines): (Vec<E::G1Prepared>, Vec<E::G2Prepared>) = pairs
        .map(|(point, lines)| (Into::<E::G1Prepared>::into(point), lines))
        .unzip();
    E::final_exponentiation(E::multi_miller_loop(points, lines))
}
