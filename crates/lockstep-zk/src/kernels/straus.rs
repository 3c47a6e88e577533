//! Sums of few terms with precomputed multiples of the points (Straus, 1964). For few terms most of
//! Pippenger's buckets would be empty.

use ark_ec::CurveGroup;
use ark_ff::AdditiveGroup;
use zeroize::Zeroize;

use super::digits::{Lengths, digits};
use crate::curve::Point;

/// Width of a window in bits.
const WIDTH: u32 = 4;

/// 1·P to 8·P.
const MULTIPLES: usize = 1 << (WIDTH - 1);

/// The first multiples of each point. If scalars are cut into parts, also multiples of the point
/// times a power of two per part. Parts share their doublings: more parts make sums faster and
/// precomputation slower.
#[derive(Clone, Debug)]
pub(crate) struct Multiples<G> {
    /// Multiples ordered by part, then by point.
    table: Vec<G>,
    points: usize,
    /// Number of windows in a part.
    windows: usize,
}

impl<G: Point> Multiples<G> {
    /// Precomputes for scalars of `windows` windows, cut into `parts` parts.
    fn with_windows(points: &[G], windows: usize, parts: usize) -> Self {
        let windows = windows.div_ceil(parts);
        let mut table = Vec::with_capacity(points.len() * parts * MULTIPLES);
        let mut bases: Vec<G::Group> = points.iter().map(|point| point.into_group()).collect();
        for part in 0..parts {
            for base in &mut bases {
                for _ in 0..if part == 0 { 0 } else { windows as u32 * WIDTH } {
                    base.double_in_place();
                }
                let mut multiple = *base;
                for _ in 0..MULTIPLES {
                    table.push(multiple);
                    multiple += *base;
                }
            }
        }
        Multiples {
            table: G::Group::normalize_batch(&table),
            points: points.len(),
            windows,
        }
    }

    /// Precomputes for repeated sums over any scalars.
    pub(crate) fn new(points: &[G]) -> Self {
        Self::with_windows(points, Lengths::any::<G::ScalarField>().windows(WIDTH), 8)
    }

    /// Computes Σ scalarᵢ·pointᵢ with one scalar per point, in variable time.
    pub(crate) fn sum(&self, scalars: &[G::ScalarField]) -> G::Group {
        debug_assert_eq!(scalars.len(), self.points);
        let mut total = G::Group::ZERO;
        if self.points == 0 {
            return total;
        }
        let parts = self.table.len() / (self.points * MULTIPLES);
        let mut digits = digits(scalars, WIDTH, parts * self.windows);
        for window in (0..self.windows).rev() {
            for _ in 0..WIDTH {
                total.double_in_place();
            }
            let same = digits
                .chunks(self.points)
                .skip(window)
                .step_by(self.windows);
            for (multiples, digit) in self.table.chunks(MULTIPLES).zip(same.flatten()) {
                if *digit != 0 {
                    let multiple = multiples[usize::from(digit.unsigned_abs()) - 1];
                    total += if *digit < 0 { -multiple } else { multiple };
                }
            }
        }
        digits.zeroize();
        total
    }
}

/// Computes Σ scalarᵢ·pointᵢ once, for scalars of these lengths.
pub(super) fn straus<G: Point>(
    points: &[G],
    scalars: &[G::ScalarField],
    lengths: &Lengths,
) -> G::Group {
    Multiples::with_windows(points, lengths.windows(WIDTH), 1).sum(scalars)
}

#[cfg(test)]
mod tests {
    use ark_bls12_381::{Fr, G1Affine, G1Projective};
    use ark_ec::AffineRepr;
    use ark_ff::{Field, PrimeField, UniformRand};
    use rand_chacha::ChaCha20Rng;
    use rand_core::SeedableRng;

    use super::*;

    #[test]
    fn precomputed_multiples_give_the_same_sums() {
        let rng = &mut ChaCha20Rng::from_seed([12; 32]);
        let half = Fr::from(Fr::MODULUS_MINUS_ONE_DIV_TWO);
        let scalars = [
            Fr::ZERO,
            Fr::ONE,
            -Fr::ONE,
            half,
            half + Fr::ONE,
            Fr::rand(rng),
        ];
        for count in 0..=scalars.len() {
            let points: Vec<G1Affine> = (0..count)
                .map(|index| match index {
                    4 => G1Affine::zero(),
                    _ => G1Affine::rand(rng),
                })
                .collect();
            let multiples = Multiples::new(&points);
            for shift in 0..scalars.len() {
                let scalars: Vec<Fr> = (0..count)
                    .map(|index| scalars[(index + shift) % 6])
                    .collect();
                let terms = points.iter().zip(&scalars);
                let expected: G1Projective = terms.map(|(point, scalar)| *point * *scalar).sum();
                assert_eq!(
                    multiples.sum(&scalars),
                    expected,
                    "{count} terms from {shift}"
                );
            }
        }
    }
}
