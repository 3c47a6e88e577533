//! Products of pairings with one final exponentiation.

use ark_ec::pairing::PairingOutput;
#[cfg(target_arch = "x86_64")]
use ark_ff::Zero;

#[cfg(target_arch = "x86_64")]
use super::lanes::Pairs;
use super::par_map;
use crate::curve::PairingCurve;

/// Computes the product of the pairings of points of G1 with points of G2, some of them prepared, in variable time. Pairs
/// with a point at infinity contribute the factor 1.
///
/// Returns `None` if the product of the Miller loops is zero, which takes a point outside of its curve.
pub(crate) fn pairing_product<E: PairingCurve>(
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
fn portable_product<E: PairingCurve>(
    fresh: &[(E::G1Affine, E::G2Affine)],
    prepared: &[(E::G1Affine, &E::G2Prepared)],
) -> Option<PairingOutput<E>> {
    let fresh = par_map(fresh, |(point, other)| {
        (*point, E::G2Prepared::from(*other))
    });
    let prepared = prepared
        .iter()
        .map(|(point, lines)| (*point, (*lines).clone()));
    let pairs = fresh.into_iter().chain(prepared);
    let (points, lines): (Vec<E::G1Prepared>, Vec<E::G2Prepared>) = pairs
        .map(|(point, lines)| (Into::<E::G1Prepared>::into(point), lines))
        .unzip();
    E::final_exponentiation(E::multi_miller_loop(points, lines))
}

#[cfg(test)]
mod tests {
    use ark_ec::{AffineRepr, CurveGroup};
    use ark_ff::UniformRand;

    use super::*;
    use crate::testing::rng;

    #[test]
    fn products_are_the_same_on_any_cpu() {
        fn check<E: PairingCurve>(counts: &[usize]) {
            let rng = &mut rng(51);
            for count in counts {
                let fresh: Vec<(E::G1Affine, E::G2Affine)> = (0..*count)
                    .map(|index| match index % 4 {
                        1 => (E::G1Affine::zero(), E::G2Affine::generator()),
                        2 => (E::G1Affine::generator(), E::G2Affine::zero()),
                        _ => (
                            E::G1::rand(rng).into_affine(),
                            E::G2::rand(rng).into_affine(),
                        ),
                    })
                    .collect();
                let lines: Vec<_> = fresh
                    .iter()
                    .map(|(_, point)| E::G2Prepared::from(*point))
                    .collect();
                let points = fresh.iter().map(|(point, _)| *point);
                let prepared: Vec<_> = points.zip(&lines).collect();
                let product = pairing_product::<E>(&fresh, &prepared);
                assert!(product.is_some());
                assert_eq!(
                    product,
                    portable_product(&fresh, &prepared),
                    "{count} pairs"
                );
                let once = pairing_product::<E>(&fresh, &[]).unwrap();
                assert_eq!(product, Some(once + once));
            }
        }
        check::<ark_bn254::Bn254>(&[0, 1, 5, 20]);
        check::<ark_bls12_381::Bls12_381>(&[0, 1, 5, 20]);
        check::<crate::Bls24_509>(&[0, 5]);
    }
}
