//! Multiples of fixed bases as packed points.

use super::adder::Adder;
use super::convert::{Base, inverse, packed, unpacked};
use super::modulus::Modulus;
use super::plan::Source;
use super::points::LanePoints;
use super::sum::weighted;
use crate::curve::Point;
use crate::kernels::buckets::combined;
use crate::kernels::table::{Table, doubling, joined};

/// Packed multiples. They exist only where the instructions were detected.
pub(super) struct PackedTable<const L: usize, const D: usize, const C: usize> {
    modulus: Modulus<L>,
    multiples: Vec<LanePoints<C>>,
}

/// Computes the table of 1 to 2^(width − 1) times each base.
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn table<G: Point, const L: usize, const D: usize, const C: usize>(
    bases: &[G],
    width: u32,
) -> PackedTable<L, D, C> {
    let modulus = Modulus::<L>::of::<Base<G>>();
    let mut multiples = packed::<G, L, D, C>(&modulus, bases);
    let mut adder = Adder::<L, D, C>::new(&modulus, inverse::<Base<G>, L>);
    for size in (0..width - 1).map(|round| 1 << round) {
        let source = Source {
            points: &multiples,
            entries: Some(&doubling(multiples.len(), size)),
        };
        let sums = adder.sums(&mut vec![2; multiples.len()], &source);
        multiples = joined(&multiples, &sums, size);
    }
    PackedTable { modulus, multiples }
}

impl<G: Point, const L: usize, const D: usize, const C: usize> Table<G> for PackedTable<L, D, C> {
    fn sums(&self, entries: &[u32], sizes: &mut [u32]) -> Vec<G> {
        #[expect(
            unsafe_code,
            reason = "a call into code compiled for detected instructions"
        )]
        // SAFETY: the instructions were detected before the table was computed.
        unsafe {
            self.sums_in_lanes(entries, sizes)
        }
    }

    fn weighted_sum(&self, entries: &[u32], sizes: &mut [u32]) -> G::Group {
        #[expect(
            unsafe_code,
            reason = "a call into code compiled for detected instructions"
        )]
        // SAFETY: the instructions were detected before the table was computed.
        unsafe {
            self.weighted_in_lanes::<G>(entries, sizes)
        }
    }
}

impl<const L: usize, const D: usize, const C: usize> PackedTable<L, D, C> {
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn sums_in_lanes<G: Point>(&self, entries: &[u32], sizes: &mut [u32]) -> Vec<G> {
        let mut adder = Adder::<L, D, C>::new(&self.modulus, inverse::<Base<G>, L>);
        let source = Source {
            points: &self.multiples,
            entries: Some(entries),
        };
        unpacked::<G, L, D, C>(&self.modulus, &adder.sums(sizes, &source))
    }

    #[target_feature(enable = "avx512f,avx512ifma")]
    fn weighted_in_lanes<G: Point>(&self, entries: &[u32], sizes: &mut [u32]) -> G::Group {
        let width = sizes.len().trailing_zeros() + 1;
        let mut adder = Adder::<L, D, C>::new(&self.modulus, inverse::<Base<G>, L>);
        let source = Source {
            points: &self.multiples,
            entries: Some(entries),
        };
        let nodes = adder.sums(sizes, &source);
        combined(
            &weighted::<G, L, D, C>(nodes, 1, &mut adder, &self.modulus),
            width,
        )
    }
}
