//! Random weights that fold many equations into one.

use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::AdditiveGroup;
use rand_core::{CryptoRng, RngCore};

use super::{par_map, sum};
use crate::curve::{PairingCurve, Point};

/// Weights of 128 bits of entropy. A false equation among weighted ones is not noticed with probability at most
/// 1/(2¹²⁸ − 1), because a weight has 2¹²⁸ different values modulo r, of which zero is not used.
///
/// On curves with an endomorphism λ, a weight is Σ 2ⁱ·dᵢ with 64 digits ±1 and ±λ, as in Halo (Bowe, Grigg and
/// Hopwood, eprint 2019/1021): products with a point take 64 doublings, without a table. Equal sums have equal digits.
/// Modulo 2, two digits differ by 0 or 1 + λ, and a carry of ±1 or ±λ from a lower digit equals neither. All sums are
/// a + bλ with a and b below 2⁶⁴, and multiples of r have an a or b of at least 2¹²⁶.
pub(crate) struct Weights<E: PairingCurve> {
    /// One bit for each digit: whether it is negative, and whether it is a multiple of λ.
    #[cfg(target_arch = "x86_64")]
    digits: Vec<[u64; 2]>,
    /// a and b. Without an endomorphism, the weight and zero.
    halves: Vec<[E::ScalarField; 2]>,
    values: Vec<E::ScalarField>,
}

impl<E: PairingCurve> Weights<E> {
    /// Draws weights that are not zero.
    pub(crate) fn new(count: usize, rng: &mut (impl RngCore + CryptoRng)) -> Self {
        let mut weights = Weights {
            #[cfg(target_arch = "x86_64")]
            digits: Vec::with_capacity(count),
            halves: Vec::with_capacity(count),
            values: Vec::with_capacity(count),
        };
        while weights.values.len() < count {
            let mut bytes = [0; 16];
            rng.fill_bytes(&mut bytes);
            let number = u128::from_le_bytes(bytes);
            let digits = [number as u64, (number >> 64) as u64];
            let (half, value) = match E::endomorphism() {
                Some((_, lambda)) => {
                    let [a, b] = halves(digits).map(E::ScalarField::from);
                    ([a, b], a + b * lambda)
                }
                None => {
                    let value = E::ScalarField::from(number);
                    ([value, E::ScalarField::ZERO], value)
                }
            };
            if value != E::ScalarField::ZERO {
                #[cfg(target_arch = "x86_64")]
                weights.digits.push(digits);
                weights.halves.push(half);
                weights.values.push(value);
            }
        }
        weights
    }

    /// Returns the weights.
    pub(crate) fn values(&self) -> &[E::ScalarField] {
        &self.values
    }

    /// Multiplies points by weights, given by their indices.
    pub(crate) fn products(&self, terms: &[(E::G1Affine, usize)]) -> Vec<E::G1Affine> {
        #[cfg(target_arch = "x86_64")]
        {
            let digits: Vec<_> = terms.iter().map(|(_, index)| self.digits[*index]).collect();
            let points: Vec<_> = terms.iter().map(|(point, _)| *point).collect();
            if let Some(products) = super::lanes::weighted::<E>(&points, &digits) {
                return products;
            }
        }
        self.portable_products(terms)
    }

    /// Multiplies one point at a time, on any CPU.
    fn portable_products(&self, terms: &[(E::G1Affine, usize)]) -> Vec<E::G1Affine> {
        let products = par_map(terms, |(point, index)| *point * self.values[*index]);
        E::G1::normalize_batch(&products)
    }

    /// Computes the sum of points times the weights in order.
    pub(crate) fn sum(&self, points: &[E::G1Affine]) -> E::G1 {
        debug_assert_eq!(points.len(), self.values.len());
        let Some((beta, _)) = E::endomorphism() else {
            return sum(points, &self.values);
        };
        let image = |point: &E::G1Affine| match point.xy() {
            Some((x, y)) => E::G1Affine::from_coordinates(x * beta, y),
            None => *point,
        };
        let images = points.iter().map(image);
        let points: Vec<_> = points.iter().copied().chain(images).collect();
        let (mut scalars, last): (Vec<_>, Vec<_>) =
            self.halves.iter().map(|[a, b]| (*a, *b)).unzip();
        scalars.extend(last);
        sum(&points, &scalars)
    }
}

/// Returns a and b of Σ 2ⁱ·dᵢ = a + bλ.
fn halves([negative, lambda]: [u64; 2]) -> [i128; 2] {
    [!lambda, lambda].map(|chosen| {
        let (minus, plus) = (chosen & negative, chosen & !negative);
        i128::from(plus) - i128::from(minus)
    })
}

#[cfg(test)]
mod tests {
    use ark_ff::{Field, UniformRand};

    use super::*;
    use crate::testing::rng;

    fn check<E: PairingCurve>() {
        let rng = &mut rng(41);
        for count in [0, 1, 2, 7, 8, 9, 30] {
            let mut weights = Weights::<E>::new(count, rng);
            // The smallest and the largest digits.
            for (index, digits) in [[0, 0], [u64::MAX; 2], [0, u64::MAX], [u64::MAX, 0]]
                .into_iter()
                .enumerate()
                .take(if E::endomorphism().is_some() {
                    count
                } else {
                    0
                })
            {
                let (_, lambda) = E::endomorphism().unwrap();
                let [a, b] = halves(digits).map(E::ScalarField::from);
                #[cfg(target_arch = "x86_64")]
                {
                    weights.digits[index] = digits;
                }
                weights.halves[index] = [a, b];
                weights.values[index] = a + b * lambda;
            }
            let points: Vec<E::G1Affine> = (0..count)
                .map(|index| match index % 6 {
                    5 => E::G1Affine::zero(),
                    4 => E::G1Affine::generator(),
                    _ => E::G1::rand(rng).into_affine(),
                })
                .collect();
            let expected: Vec<_> = points
                .iter()
                .zip(weights.values())
                .map(|(point, weight)| (*point * weight).into_affine())
                .collect();
            let terms: Vec<_> = points.iter().copied().zip(0..).collect();
            assert_eq!(weights.products(&terms), expected, "{count} products");
            assert_eq!(weights.portable_products(&terms), expected);
            let total = expected.iter().fold(E::G1::ZERO, |sum, point| sum + point);
            assert_eq!(weights.sum(&points), total, "a sum of {count}");
        }
    }

    #[test]
    fn weighted_points_equal_naive_products() {
        check::<ark_bn254::Bn254>();
        check::<ark_bls12_381::Bls12_381>();
        check::<crate::Bls24_509>();
    }

    #[test]
    fn the_endomorphism_multiplies_by_lambda() {
        fn check<E: PairingCurve>() {
            let (beta, lambda) = E::endomorphism().unwrap();
            let point = E::G1::rand(&mut rng(42)).into_affine();
            let (x, y) = point.xy().unwrap();
            assert_eq!(
                E::G1Affine::from_coordinates(x * beta, y),
                (point * lambda).into_affine()
            );
            assert_eq!(lambda * lambda + lambda, -E::ScalarField::ONE);
        }
        check::<ark_bn254::Bn254>();
        check::<ark_bls12_381::Bls12_381>();
    }

    #[test]
    fn halves_are_signed_sums_of_digits() {
        for digits in [[0b10, 0b01], [u64::MAX, 0], [5, 3], [0, u64::MAX]] {
            let mut expected = [0i128; 2];
            for bit in 0..64 {
                let sign = 1 - 2 * i128::from(digits[0] >> bit & 1);
                expected[(digits[1] >> bit & 1) as usize] += sign << bit;
            }
            assert_eq!(halves(digits), expected);
        }
    }
}
