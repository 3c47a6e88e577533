//! Products of one base with many scalars: the multiples of the base for each signed digit are
//! computed once, and a product is the sum of one multiple for each digit of its scalar. Affine
//! additions share inversions, as in [`super::sum`].

use ark_ec::CurveGroup;
use ark_ff::AdditiveGroup;
use zeroize::Zeroize;

use super::buckets::combined;
use super::digits::{Lengths, digits};
use super::par_map;
use super::sum::{Adder, weighted};
use super::table::{Table, doubling, joined};
use crate::curve::Point;

/// The multiples of one base. The table of a curve's G1 takes at most 10 MiB, of G2 20 MiB.
pub(crate) struct FixedBase<G: Point> {
    width: u32,
    windows: usize,
    /// For each window w, the products of 2^(w·width)·base with 1 to 2^(width − 1).
    table: Box<dyn Table<G>>,
}

impl<G: Point> FixedBase<G> {
    /// Prepares a base for about this number of scalars.
    pub(crate) fn new(base: G::Group, scalars: usize) -> Self {
        let (bases, width) = Self::bases(base, scalars);
        #[cfg(target_arch = "x86_64")]
        if let Some(table) = super::lanes::table(&bases, width) {
            return Self {
                width,
                windows: bases.len(),
                table,
            };
        }
        Self::portable(&bases, width)
    }

    /// Returns the width of a window for about this number of scalars, and 2^(w·width)·base for each window w.
    fn bases(base: G::Group, scalars: usize) -> (Vec<G>, u32) {
        let lengths = Lengths::any::<G::ScalarField>();
        let additions = |width: u32| lengths.windows(width) * (scalars + (1 << (width - 1)));
        let width = (2..=MAX_WIDTH)
            .min_by_key(|width| additions(*width))
            .unwrap_or(MAX_WIDTH);
        let windows = lengths.windows(width);
        let mut bases = Vec::with_capacity(windows);
        let mut next = base;
        for _ in 0..windows {
            bases.push(next);
            for _ in 0..width {
                next.double_in_place();
            }
        }
        (G::Group::normalize_batch(&bases), width)
    }

    /// Computes the multiples one at a time, on any CPU.
    fn portable(bases: &[G], width: u32) -> Self {
        let mut table = bases.to_vec();
        for size in (0..width - 1).map(|round| 1 << round) {
            let entries = doubling(table.len(), size);
            let sums = table.sums(&entries, &mut vec![2; table.len()]);
            table = joined(&table, &sums, size);
        }
        Self {
            width,
            windows: bases.len(),
            table: Box::new(table),
        }
    }

    /// Multiplies the base by each scalar. Copies of the scalars' digits are wiped.
    pub(crate) fn multiples(&self, scalars: &[G::ScalarField]) -> Vec<G> {
        let parts: Vec<&[G::ScalarField]> = scalars.chunks(PART).collect();
        par_map(&parts, |scalars| self.part(scalars)).concat()
    }

    fn part(&self, scalars: &[G::ScalarField]) -> Vec<G> {
        let mut digits = digits(scalars, self.width, self.windows);
        let half = 1 << (self.width - 1);
        let mut counts = Vec::with_capacity(scalars.len());
        let mut entries: Vec<u32> = Vec::with_capacity(digits.len());
        for scalar in 0..scalars.len() {
            let before = entries.len();
            let of_scalar = digits.iter().skip(scalar).step_by(scalars.len());
            for (window, digit) in of_scalar.enumerate().filter(|(_, digit)| **digit != 0) {
                let multiple = window * half + usize::from(digit.unsigned_abs()) - 1;
                entries.push((multiple as u32) << 1 | u32::from(*digit < 0));
            }
            counts.push((entries.len() - before) as u32);
        }
        digits.zeroize();
        let products = self.table.sums(&entries, &mut counts);
        entries.zeroize();
        products
    }
}

/// One sum at a time.
impl<G: Point> Table<G> for Vec<G> {
    fn sums(&self, entries: &[u32], sizes: &mut [u32]) -> Vec<G> {
        Adder::default().sums(sizes, |position| signed(self, entries[position]))
    }

    fn weighted_sum(&self, entries: &[u32], sizes: &mut [u32]) -> G::Group {
        let width = sizes.len().trailing_zeros() + 1;
        let mut adder = Adder::default();
        let nodes = adder.sums(sizes, |position| signed(self, entries[position]));
        combined(&weighted(nodes, 1, &mut adder), width)
    }
}

/// Returns the multiple of an entry, with its sign.
fn signed<G: Point>(multiples: &[G], entry: u32) -> G {
    let multiple = multiples[(entry >> 1) as usize];
    if entry & 1 == 1 { -multiple } else { multiple }
}

/// Widest window in bits: larger tables leave the second-level cache.
const MAX_WIDTH: u32 = 12;
/// Scalars of one task. Their digits take less memory than the table.
const PART: usize = 2048;

#[cfg(test)]
mod tests {
    use ark_ec::PrimeGroup;
    use ark_ec::pairing::Pairing;
    use ark_ff::{Field, UniformRand};
    use rand_chacha::ChaCha20Rng;
    use rand_core::SeedableRng;

    use super::*;

    fn equals_naive<G: Point>(count: usize) {
        let rng = &mut ChaCha20Rng::from_seed([9; 32]);
        let base = G::Group::generator() * G::ScalarField::rand(rng);
        let scalars: Vec<G::ScalarField> = (0..count)
            .map(|nth| match nth % 5 {
                0 => G::ScalarField::rand(rng),
                1 => G::ScalarField::ZERO,
                2 => -G::ScalarField::ONE,
                3 => G::ScalarField::from(nth as u64),
                _ => -G::ScalarField::from(1u64 << 40),
            })
            .collect();
        let expected: Vec<G> = scalars
            .iter()
            .map(|scalar| (base * scalar).into_affine())
            .collect();
        let products = FixedBase::<G>::new(base, count).multiples(&scalars);
        assert!(products == expected, "{count} scalars");
        let (bases, width) = FixedBase::<G>::bases(base, count);
        let products = FixedBase::<G>::portable(&bases, width).multiples(&scalars);
        assert!(products == expected, "{count} scalars one at a time");
    }

    #[test]
    fn products_equal_single_multiplications() {
        for count in [0, 1, 2, 7, 33, 300, PART + 1] {
            equals_naive::<<ark_bn254::Bn254 as Pairing>::G1Affine>(count);
            equals_naive::<<ark_bls12_381::Bls12_381 as Pairing>::G1Affine>(count);
        }
        for count in [1, 40, 300] {
            equals_naive::<<ark_bn254::Bn254 as Pairing>::G2Affine>(count);
            equals_naive::<<ark_bls12_381::Bls12_381 as Pairing>::G2Affine>(count);
        }
    }
}
