//! The requested slots of a block, expressed as prefixes of its rows.

use std::ops::Range;

/// The contribution of a block to a sum.
#[derive(Debug, PartialEq)]
pub(super) struct BlockContribution {
    /// Whether all slots contribute.
    pub(super) whole: bool,
    /// At most two prefixes per row: one to add and one to subtract.
    pub(super) prefixes: Vec<(Prefix, Sign)>,
}

/// The first `length` slots of the first row or, if `swapped`, of the second row. `length` is from
/// 1 to the row's length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Prefix {
    pub(super) swapped: bool,
    pub(super) length: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Sign {
    Plus,
    Minus,
}

impl BlockContribution {
    /// Creates the part for `range` of a block. Its first `used` slots contain values, and the
    /// other slots contain zeros.
    pub(super) fn new(slots: usize, range: Range<usize>, used: usize) -> Self {
        let row = slots / 2;
        let Range { start, mut end } = range;
        if end == used {
            // Extra zeros cost nothing, but further bits of the length cost rotations.
            end = used.max(1).next_power_of_two();
        }
        let mut part = Self {
            whole: false,
            prefixes: Vec::new(),
        };
        if start >= end || (start == used && used > 0) {
            return part;
        }
        if end == slots && start <= row {
            part.whole = true;
            part.prefix(false, start, Sign::Minus);
            return part;
        }
        for (swapped, from) in [(false, 0), (true, row)] {
            let within = |at: usize| at.clamp(from, from + row) - from;
            if within(start) < within(end) {
                part.prefix(swapped, within(end), Sign::Plus);
                part.prefix(swapped, within(start), Sign::Minus);
            }
        }
        part
    }

    fn prefix(&mut self, swapped: bool, length: usize, sign: Sign) {
        if length > 0 {
            self.prefixes.push((Prefix { swapped, length }, sign));
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        !self.whole && self.prefixes.is_empty()
    }
}

impl Prefix {
    /// Returns the index of the highest bit of the length: the number of doublings.
    pub(super) fn levels(self) -> usize {
        self.length.ilog2() as usize
    }

    /// Returns whether bit `level` of the length is set.
    pub(super) fn has(self, level: usize) -> bool {
        self.length >> level & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts how often a part includes each slot, by the definition of its prefixes.
    fn inclusions(slots: usize, part: &BlockContribution) -> Vec<i32> {
        let mut counts = vec![i32::from(part.whole); slots];
        for (prefix, sign) in &part.prefixes {
            let from = if prefix.swapped { slots / 2 } else { 0 };
            for count in &mut counts[from..from + prefix.length] {
                *count += if *sign == Sign::Plus { 1 } else { -1 };
            }
        }
        counts
    }

    #[test]
    fn parts_include_each_requested_slot_once() {
        let slots = 32;
        for used in 0..=slots {
            for start in 0..=used {
                for end in start..=used {
                    let part = BlockContribution::new(slots, start..end, used);
                    let counts = inclusions(slots, &part);
                    for (slot, count) in counts[..used].iter().enumerate() {
                        let expected = i32::from((start..end).contains(&slot));
                        assert_eq!(*count, expected, "{start}..{end} of {used}: {part:?}");
                    }
                    assert!(part.prefixes.len() <= 4);
                    assert_eq!(part.is_empty(), start == end && used > 0);
                }
            }
        }
        // These parts need only the rotations of the chain.
        for (start, end, used) in [(0, 32, 32), (0, 20, 20), (16, 32, 32), (0, 8, 32)] {
            let part = BlockContribution::new(slots, start..end, used);
            assert!(
                part.prefixes
                    .iter()
                    .all(|(p, _)| !p.swapped && p.length.is_power_of_two())
            );
        }
    }
}
