//! Buckets of a multi-scalar sum: which points are in each, and the sum from those of buckets. The portable sum and
//! that on lanes share them.

use ark_ff::AdditiveGroup;

use crate::curve::Point;

/// Minimum number of first-round additions per task, if the sum has that many. It is large enough
/// to share inversions and small enough for threads to finish together.
pub(super) const TASK: usize = 1 << 14;

/// Adds the windows, the lowest first. Each has `width` points, as in [`by_window`]: the doublings between windows also
/// weight their bits.
pub(super) fn combined<G: Point>(points: &[G], width: u32) -> G::Group {
    let mut total = G::Group::ZERO;
    for window in points.chunks(width as usize).rev() {
        let (sum, bits) = window.split_last().expect("a chunk is not empty");
        total.double_in_place();
        for bit in bits.iter().rev() {
            total.double_in_place();
            total += bit;
        }
        total += sum;
    }
    total
}

/// The points of each bucket, by their index.
pub(super) struct Buckets {
    /// Number of points per bucket. A bucket's index combines the window and the digit's magnitude
    /// minus one.
    pub(super) counts: Vec<u32>,
    /// Each entry is a point's index, with its sign in the lowest bit. The entries of a bucket are
    /// neighbours.
    pub(super) entries: Vec<u32>,
}

impl Buckets {
    /// Sorts the digits of one or more windows, each with one digit per point.
    pub(super) fn fill(digits: &[i16], points: usize, width: u32) -> Self {
        let buckets = 1usize << (width - 1);
        let mut counts = vec![0u32; digits.len() / points * buckets];
        for (digits, counts) in digits.chunks_exact(points).zip(counts.chunks_mut(buckets)) {
            for digit in digits.iter().filter(|digit| **digit != 0) {
                counts[usize::from(digit.unsigned_abs()) - 1] += 1;
            }
        }
        let mut next = Vec::with_capacity(counts.len());
        let mut filled = 0u32;
        for count in &counts {
            next.push(filled);
            filled += count;
        }
        let mut entries = vec![0u32; filled as usize];
        for (digits, next) in digits.chunks_exact(points).zip(next.chunks_mut(buckets)) {
            for (index, digit) in digits.iter().enumerate() {
                if *digit != 0 {
                    let next = &mut next[usize::from(digit.unsigned_abs()) - 1];
                    entries[*next as usize] = (index as u32) << 1 | u32::from(*digit < 0);
                    *next += 1;
                }
            }
        }
        Buckets { counts, entries }
    }
}

/// Reorders the sums of one or more windows, so that those of a window are neighbours. `sums` has one group per bit, the
/// lowest first, with one element per window: the sum of the nodes whose index has this bit. The sums of all nodes are last.
/// A window's sum is Σ (i + 1)·nodeᵢ.
pub(super) fn by_window<G: Copy>(sums: &[G], windows: usize) -> Vec<G> {
    (0..windows)
        .flat_map(|window| sums[window..].iter().step_by(windows))
        .copied()
        .collect()
}
