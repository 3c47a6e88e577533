//! The order of additions: which points a round adds, and where they are.

use std::arch::x86_64::*;

use super::points::{LANES, LanePoints};

/// The additions of one round. Positions are indices of a [`Source`]; results have indices of
/// their own.
#[derive(Default)]
pub(super) struct Plan {
    /// The position of the first point of each pair. The second point follows it.
    pub(super) pairs: Vec<u32>,
    /// The result's index of each pair.
    pub(super) results: Vec<u32>,
    /// The position of each single point, and its index among the results.
    pub(super) singles: Vec<[u32; 2]>,
}

impl Plan {
    /// Plans the addition of neighbours within groups of these sizes. Updates the sizes to those
    /// after the round, and returns their sum.
    pub(super) fn set(&mut self, sizes: &mut [u32]) -> usize {
        self.pairs.clear();
        self.results.clear();
        self.singles.clear();
        let (mut position, mut result) = (0, 0);
        for size in sizes {
            let pairs = *size / 2;
            // Most groups have no pair: an empty extension takes longer than this comparison.
            if pairs > 0 {
                self.pairs
                    .extend((0..pairs).map(|pair| position + 2 * pair));
                self.results.extend(result..result + pairs);
            }
            if *size % 2 == 1 {
                self.singles.push([position + *size - 1, result + pairs]);
            }
            position += *size;
            *size = size.div_ceil(2);
            result += *size;
        }
        result as usize
    }
}

/// Points that a round adds.
pub(super) struct Source<'a, const C: usize> {
    pub(super) points: &'a [LanePoints<C>],
    /// For each position the index of a point, with its sign in the lowest bit. Without entries,
    /// a position is an index.
    pub(super) entries: Option<&'a [u32]>,
}

impl<const C: usize> Source<'_, C> {
    #[inline]
    fn entry(&self, position: u32) -> u32 {
        match self.entries {
            Some(entries) => entries[position as usize],
            None => position << 1,
        }
    }

    /// Returns the points at up to eight positions, and the lanes whose point is negated. Other
    /// lanes get the filler.
    #[inline]
    pub(super) fn fetch<'a>(
        &'a self,
        positions: &[u32],
        offset: u32,
        filler: &'a LanePoints<C>,
    ) -> ([&'a LanePoints<C>; LANES], u8) {
        let mut points = [filler; LANES];
        let mut negated = 0;
        for (lane, (point, position)) in points.iter_mut().zip(positions).enumerate() {
            let entry = self.entry(position + offset);
            *point = &self.points[(entry >> 1) as usize];
            negated |= ((entry & 1) as u8) << lane;
        }
        (points, negated)
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn prefetch(&self, positions: &[u32]) {
        for position in positions {
            for offset in 0..2 {
                let point = &self.points[(self.entry(position + offset) >> 1) as usize];
                for chunk in &point.0 {
                    _mm_prefetch::<_MM_HINT_T0>(chunk.as_ptr().cast());
                }
            }
        }
    }
}
