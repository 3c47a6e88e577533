//! Multi-scalar sums with Pippenger's buckets and signed digits. Affine additions fill the buckets
//! and share one inversion among hundreds (Botrel and El Housni, eprint 2022/1400).
//!
//! The points of each bucket are stored next to each other and added in pairs, in rounds, until one
//! is left. Two additions of a round therefore never touch the same bucket, for any scalars. The
//! same rounds then weight the buckets of a window.
//!
//! A scalar is represented by the shorter of s and s − r. Zero, ±1 and other small numbers then
//! have few digits and cost little. They are most wires of many circuits.

use ark_ff::{AdditiveGroup, Field, Zero};
use zeroize::Zeroize;

use super::buckets::{Buckets, TASK, by_window, combined};
use super::digits::{Lengths, digits};
use super::par_map;
use super::straus::straus;
use crate::curve::Point;

/// Additions that share an inversion. Their points fit the second-level cache.
const SHARED: usize = 1024;

/// Below this number of terms `straus` is used instead of buckets.
const STRAUS_LIMIT: usize = 24;

/// Computes Σ scalarᵢ·pointᵢ for slices of equal length, in variable time.
pub(crate) fn sum<G: Point>(points: &[G], scalars: &[G::ScalarField]) -> G::Group {
    sum_of(&[points], scalars)
}

/// Computes the sum of points that are in several lists, with the scalars of all lists in one. One sum of all terms is faster
/// than the sum of each list.
pub(crate) fn sum_of<G: Point>(lists: &[&[G]], scalars: &[G::ScalarField]) -> G::Group {
    debug_assert_eq!(
        lists.iter().map(|list| list.len()).sum::<usize>(),
        scalars.len()
    );
    let lengths = Lengths::of(scalars);
    if scalars.len() < STRAUS_LIMIT {
        return straus(&lists.concat(), scalars, &lengths);
    }
    let Some(width) = lengths.width() else {
        return G::Group::ZERO;
    };
    let windows = lengths.windows(width);
    #[cfg(target_arch = "x86_64")]
    if let Some(sum) = super::lanes::sum(lists, scalars, width, windows) {
        return sum;
    }
    portable_sum(lists, scalars, width, windows)
}

/// Computes the sum one addition at a time, on any CPU.
fn portable_sum<G: Point>(
    lists: &[&[G]],
    scalars: &[G::ScalarField],
    width: u32,
    windows: usize,
) -> G::Group {
    let mut digits = digits(scalars, width, windows);
    let windows_per_task = TASK.div_ceil(scalars.len()).min(windows);
    let tasks: Vec<&[i16]> = digits.chunks(windows_per_task * scalars.len()).collect();
    let parts = par_map(&tasks, |digits| {
        window_sums(lists, scalars.len(), digits, width)
    });
    digits.zeroize();
    combined(&parts.concat(), width)
}

/// Computes the parts of Σ digitᵢ·pointᵢ for each window, in order.
fn window_sums<G: Point>(lists: &[&[G]], terms: usize, digits: &[i16], width: u32) -> Vec<G> {
    let mut buckets = Buckets::fill(digits, terms, width);
    let mut adder = Adder::default();
    let nodes = adder.sums(&mut buckets.counts, |position| {
        let entry = buckets.entries[position];
        let point = point_of(lists, (entry >> 1) as usize);
        if entry & 1 == 1 { -point } else { point }
    });
    buckets.entries.zeroize();
    weighted(nodes, digits.len() / terms, &mut adder)
}

/// Returns the point of a term.
#[inline]
fn point_of<G: Point>(lists: &[&[G]], mut term: usize) -> G {
    let mut found = None;
    for list in lists {
        found = list.get(term);
        if found.is_some() {
            break;
        }
        term -= list.len();
    }
    *found.expect("every term has a point")
}

/// Computes the parts of Σ (i + 1)·nodeᵢ over each window's nodes, whose number is a power of two.
///
/// The nodes of a window are added in pairs down to their sum. Before round k, the nodes at odd
/// positions are copied: together they are the sum of the nodes whose index i has bit k. The same
/// rounds sum these copies.
pub(super) fn weighted<G: Point>(nodes: Vec<G>, windows: usize, adder: &mut Adder<G>) -> Vec<G> {
    let mut size = nodes.len() / windows;
    // `all` starts with the copied nodes, one group per bit and window. The nodes of the windows
    // follow.
    let (mut all, mut groups) = (nodes, vec![size as u32; windows]);
    while size > 1 {
        let nodes = all.split_off(all.len() - windows * size);
        all.reserve(nodes.len() / 2 * 3);
        all.extend(nodes.iter().skip(1).step_by(2));
        all.extend(nodes);
        groups.truncate(groups.len() - windows);
        groups.extend(vec![size as u32 / 2; windows]);
        groups.extend(vec![size as u32; windows]);
        adder.plan(&mut groups);
        adder.run(&mut all, |all, position| all[position]);
        size /= 2;
    }
    by_window(&all, windows)
}

/// One round of additions: the pairs to add, and buffers for their inverses.
pub(super) struct Adder<G: Point> {
    /// The position of each result's first point. The lowest bit is 1 if a second point is added.
    plan: Vec<u32>,
    /// The points of the current part of the plan.
    near: Vec<G>,
    denominators: Vec<G::BaseField>,
    products: Vec<G::BaseField>,
}

impl<G: Point> Default for Adder<G> {
    fn default() -> Self {
        Adder {
            plan: Vec::new(),
            near: Vec::with_capacity(2 * SHARED),
            denominators: Vec::with_capacity(SHARED),
            products: Vec::with_capacity(SHARED),
        }
    }
}

impl<G: Point> Adder<G> {
    /// Sums groups of points, whose sizes are `counts`; the points lie next to each other. The sum of
    /// an empty group is zero.
    pub(super) fn sums(&mut self, counts: &mut [u32], fetch: impl Fn(usize) -> G) -> Vec<G> {
        let mut sums = Vec::new();
        self.plan(counts);
        self.run(&mut sums, |_, position| fetch(position));
        while counts.iter().any(|count| *count > 1) {
            self.plan(counts);
            self.run(&mut sums, |sums, position| sums[position]);
        }
        let mut full = sums.into_iter();
        let of_group = |count: &u32| match count {
            0 => G::zero(),
            _ => full.next().expect("one sum for each group with points"),
        };
        counts.iter().map(of_group).collect()
    }

    /// Plans the addition of neighbours within groups of these sizes. Updates the sizes to those
    /// after the round.
    fn plan(&mut self, groups: &mut [u32]) {
        self.plan.clear();
        let mut position = 0;
        for count in groups {
            self.plan
                .extend((0..*count / 2).map(|pair| (position + 2 * pair) << 1 | 1));
            if *count % 2 == 1 {
                self.plan.push((position + *count - 1) << 1);
            }
            position += *count;
            *count = count.div_ceil(2);
        }
    }

    /// Executes the plan. A result's position is never after those of its points, so results can
    /// overwrite the points that `fetch` reads. `points` is passed to `fetch`; it can also be an
    /// empty list.
    fn run(&mut self, points: &mut Vec<G>, fetch: impl Fn(&[G], usize) -> G) {
        if points.is_empty() {
            points.resize(self.plan.len(), G::zero());
        }
        let plan = std::mem::take(&mut self.plan);
        for (part, entries) in plan.chunks(SHARED).enumerate() {
            // Fetch all points before the arithmetic, so that cache misses of scattered reads
            // overlap.
            let (from, last) = (entries[0] >> 1, entries[entries.len() - 1]);
            let to = (last >> 1) + (last & 1) + 1;
            self.near.clear();
            self.near
                .extend((from..to).map(|position| fetch(points, position as usize)));
            self.invert(entries, from);
            let mut inverses = self.denominators.iter();
            let results = &mut points[part * SHARED..][..entries.len()];
            for (result, entry) in results.iter_mut().zip(entries) {
                let first = ((entry >> 1) - from) as usize;
                *result = if entry & 1 == 1 {
                    let inverse = inverses.next().expect("one inverse for each pair");
                    add(&self.near[first], &self.near[first + 1], inverse)
                } else {
                    self.near[first]
                };
            }
        }
        points.truncate(plan.len());
        self.plan = plan;
    }

    /// Inverts the denominators of these pairs with one inversion (Montgomery's trick).
    fn invert(&mut self, entries: &[u32], from: u32) {
        self.denominators.clear();
        self.products.clear();
        let mut product = G::BaseField::ONE;
        for entry in entries.iter().filter(|entry| **entry & 1 == 1) {
            let first = ((entry >> 1) - from) as usize;
            let denominator = denominator(&self.near[first], &self.near[first + 1]);
            self.products.push(product);
            product *= &denominator;
            self.denominators.push(denominator);
        }
        let mut inverse = product.inverse().expect("no denominator is zero");
        for (denominator, product) in self.denominators.iter_mut().zip(&self.products).rev() {
            let this = inverse * product;
            inverse *= &*denominator;
            *denominator = this;
        }
    }
}

/// Returns the denominator of the slope through two points, or one if the sum needs no slope.
fn denominator<G: Point>(left: &G, right: &G) -> G::BaseField {
    let ((x1, y1), (x2, y2)) = (left.coordinates(), right.coordinates());
    if left.is_zero() || right.is_zero() {
        return G::BaseField::ONE;
    }
    if x1 != x2 {
        return *x2 - x1;
    }
    if y1 == y2 && !y1.is_zero() {
        return y1.double();
    }
    G::BaseField::ONE
}

/// Adds two points with the inverse of their [`denominator`].
fn add<G: Point>(left: &G, right: &G, inverse: &G::BaseField) -> G {
    if left.is_zero() {
        return *right;
    }
    if right.is_zero() {
        return *left;
    }
    let ((x1, y1), (x2, y2)) = (left.coordinates(), right.coordinates());
    let slope = if x1 != x2 {
        (*y2 - y1) * inverse
    } else if y1 == y2 && !y1.is_zero() {
        left.tangent() * inverse
    } else {
        return G::zero();
    };
    let x = slope.square() - x1 - x2;
    let y = slope * (*x1 - x) - y1;
    G::from_coordinates(x, y)
}

#[cfg(test)]
mod tests;
