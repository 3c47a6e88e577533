//! Tables of multiples of fixed bases.

use crate::curve::Point;

/// The products of each of some bases with 1 to a power of two.
pub(super) trait Table<G: Point>: Send + Sync {
    /// Sums groups of neighbouring entries, whose sizes are `sizes`. An entry is the index of a multiple, with its sign in
    /// the lowest bit. The sizes change.
    fn sums(&self, entries: &[u32], sizes: &mut [u32]) -> Vec<G>;

    /// Computes Σ (i + 1)·sumᵢ of those sums. The number of groups is a power of two. The sizes change.
    fn weighted_sum(&self, entries: &[u32], sizes: &mut [u32]) -> G::Group;
}

/// The entries whose sums in pairs extend a table from `size` multiples of each base to twice as many: (m + i)·base =
/// i·base + m·base.
pub(super) fn doubling(multiples: usize, size: usize) -> Vec<u32> {
    let largest = |index: usize| index / size * size + size - 1;
    (0..multiples)
        .flat_map(|index| [index, largest(index)])
        .map(|index| (index as u32) << 1)
        .collect()
}

/// Puts the new multiples of each base behind its `size` known ones.
pub(super) fn joined<T: Clone>(known: &[T], new: &[T], size: usize) -> Vec<T> {
    let bases = known.chunks(size).zip(new.chunks(size));
    bases
        .flat_map(|(known, new)| [known, new].concat())
        .collect()
}
