//! Sums over points that are known before their scalars. The points times the power of two of each window are
//! precomputed, so the digits of all windows share their buckets, and a sum has no doublings between windows.

use ark_ec::CurveGroup;
use ark_ff::AdditiveGroup;
use zeroize::Zeroize;

use super::buckets::Buckets;
use super::digits::{Lengths, digits};
use super::par_map;
use super::table::Table;
use crate::curve::Point;

/// Points, each times the power of two of each window.
pub(crate) struct Bases<G: Point> {
    terms: usize,
    width: u32,
    windows: usize,
    /// Ordered by window, then by point, as digits are.
    table: Box<dyn Table<G>>,
}

impl<G: Point> Bases<G> {
    /// The number of points that [`Bases::new`] stores for lists with this many points.
    pub(crate) fn size(terms: usize) -> usize {
        terms * Lengths::any::<G::ScalarField>().windows(width::<G>(terms))
    }

    /// Prepares the points of some lists, one list after the other. This takes as long as some dozens of sums.
    pub(crate) fn new(lists: &[&[G]]) -> Self {
        let (bases, width) = Self::multiplied(&lists.concat());
        let terms = lists.iter().map(|list| list.len()).sum();
        #[cfg(target_arch = "x86_64")]
        if let Some(table) = super::lanes::table(&bases, 1) {
            return Self::with(terms, width, table);
        }
        Self::with(terms, width, Box::new(bases))
    }

    fn with(terms: usize, width: u32, table: Box<dyn Table<G>>) -> Self {
        let windows = Lengths::any::<G::ScalarField>().windows(width);
        Bases {
            terms,
            width,
            windows,
            table,
        }
    }

    /// Returns the points times the power of two of each window, and the width of a window.
    fn multiplied(points: &[G]) -> (Vec<G>, u32) {
        let width = width::<G>(points.len());
        let windows = Lengths::any::<G::ScalarField>().windows(width);
        let mut all = Vec::with_capacity(windows * points.len());
        let mut last: Vec<G::Group> = points.iter().map(|point| point.into_group()).collect();
        for window in 0..windows {
            if window > 0 {
                last = par_map(&last, |point| {
                    let mut next = *point;
                    for _ in 0..width {
                        next.double_in_place();
                    }
                    next
                });
            }
            all.extend_from_slice(&last);
        }
        (G::Group::normalize_batch(&all), width)
    }

    /// Computes Σ scalarᵢ·pointᵢ with one scalar per point, in variable time. Copies of the scalars' digits are wiped.
    pub(crate) fn sum(&self, scalars: &[G::ScalarField]) -> G::Group {
        debug_assert_eq!(scalars.len(), self.terms);
        let mut digits = digits(scalars, self.width, self.windows);
        if digits.iter().all(|digit| *digit == 0) {
            return G::Group::ZERO;
        }
        // One window, in which each point times each power of two is a term.
        let mut buckets = Buckets::fill(&digits, digits.len(), self.width);
        digits.zeroize();
        let sum = self
            .table
            .weighted_sum(&buckets.entries, &mut buckets.counts);
        buckets.entries.zeroize();
        sum
    }
}

/// The width with the fewest additions: one per digit, and two per bucket.
fn width<G: Point>(terms: usize) -> u32 {
    let lengths = Lengths::any::<G::ScalarField>();
    let additions = |width: u32| lengths.windows(width) * terms + (1 << width);
    (2..=MAX_WIDTH)
        .min_by_key(|width| additions(*width))
        .unwrap_or(MAX_WIDTH)
}

/// Widest window in bits.
const MAX_WIDTH: u32 = 13;

#[cfg(test)]
mod tests {
    use ark_ec::pairing::Pairing;
    use ark_ff::{Field, PrimeField, UniformRand};

    use super::*;
    use crate::testing::rng;

    fn equals_naive<G: Point>(count: usize) {
        let rng = &mut rng(43);
        let half = G::ScalarField::from(G::ScalarField::MODULUS_MINUS_ONE_DIV_TWO);
        let edges = [
            G::ScalarField::ZERO,
            G::ScalarField::ONE,
            -G::ScalarField::ONE,
            half,
            half + G::ScalarField::ONE,
        ];
        let points: Vec<G> = (0..count)
            .map(|nth| match nth % 9 {
                7 => G::zero(),
                // Equal and opposite points meet in a bucket.
                8 => G::generator(),
                6 => -G::generator(),
                _ => G::Group::rand(rng).into_affine(),
            })
            .collect();
        let of_lists = points.split_at(count / 3);
        let bases = Bases::new(&[of_lists.0, of_lists.1]);
        let (multiplied, width) = Bases::multiplied(&points);
        assert_eq!(multiplied.len(), Bases::<G>::size(count));
        let portable = Bases::with(count, width, Box::new(multiplied));
        for round in 0..4 {
            let scalars: Vec<G::ScalarField> = (0..count)
                .map(|nth| match (round, nth % 4) {
                    (0, _) => G::ScalarField::ZERO,
                    (1, _) => G::ScalarField::ONE,
                    (_, 0) => edges[(nth / 4 + round) % edges.len()],
                    _ => G::ScalarField::rand(rng),
                })
                .collect();
            let terms = points.iter().zip(&scalars);
            let expected: G::Group = terms.map(|(point, scalar)| *point * *scalar).sum();
            assert_eq!(bases.sum(&scalars), expected, "{count} terms");
            assert_eq!(
                portable.sum(&scalars),
                expected,
                "{count} terms one at a time"
            );
        }
    }

    #[test]
    fn prepared_sums_equal_single_multiplications() {
        for count in [0, 1, 9, 40, 130] {
            equals_naive::<<ark_bn254::Bn254 as Pairing>::G1Affine>(count);
            equals_naive::<<ark_bls12_381::Bls12_381 as Pairing>::G1Affine>(count);
        }
        for count in [1, 40] {
            equals_naive::<<ark_bn254::Bn254 as Pairing>::G2Affine>(count);
            equals_naive::<<ark_bls12_381::Bls12_381 as Pairing>::G2Affine>(count);
        }
        equals_naive::<<crate::Bls24_509 as Pairing>::G1Affine>(10);
    }
}
