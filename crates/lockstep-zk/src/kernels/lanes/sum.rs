//! Pippenger's buckets over packed points.

use zeroize::Zeroize;

use super::adder::Adder;
use super::convert::{Base, inverse, packed, unpacked};
use super::modulus::Modulus;
use super::plan::{Plan, Source};
use super::points::LanePoints;
use crate::curve::Point;
use crate::kernels::buckets::{Buckets, TASK, by_window, combined};
use crate::kernels::digits::digits;
use crate::kernels::par_map;

/// Computes Σ scalarᵢ·pointᵢ with windows of `width` bits.
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn sum<G: Point, const L: usize, const D: usize, const C: usize>(
    lists: &[&[G]],
    scalars: &[G::ScalarField],
    width: u32,
    windows: usize,
) -> G::Group {
    let modulus = Modulus::<L>::of::<Base<G>>();
    let parts: Vec<&[G]> = lists.iter().flat_map(|list| list.chunks(PART)).collect();
    let packed = par_map(&parts, |part| packed::<G, L, D, C>(&modulus, part)).concat();
    let mut digits = digits(scalars, width, windows);
    let terms = scalars.len();
    let windows_per_task = TASK.div_ceil(terms).min(windows);
    let tasks: Vec<&[i16]> = digits.chunks(windows_per_task * terms).collect();
    let sums = par_map(&tasks, |digits| {
        let mut buckets = Buckets::fill(digits, terms, width);
        let mut adder = Adder::<L, D, C>::new(&modulus, inverse::<Base<G>, L>);
        let source = Source {
            points: &packed,
            entries: Some(&buckets.entries),
        };
        let nodes = adder.sums(&mut buckets.counts, &source);
        buckets.entries.zeroize();
        weighted::<G, L, D, C>(nodes, digits.len() / terms, &mut adder, &modulus)
    });
    digits.zeroize();
    combined(&sums.concat(), width)
}

/// Points that a task packs.
const PART: usize = 1 << 12;

/// Computes the parts of Σ (i + 1)·nodeᵢ over each window's nodes as [`crate::kernels::sum`] does.
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn weighted<G: Point, const L: usize, const D: usize, const C: usize>(
    nodes: Vec<LanePoints<C>>,
    windows: usize,
    adder: &mut Adder<L, D, C>,
    modulus: &Modulus<L>,
) -> Vec<G> {
    let mut size = nodes.len() / windows;
    let (mut all, mut groups) = (nodes, vec![size as u32; windows]);
    let mut plan = Plan::default();
    let mut next = Vec::new();
    while size > 1 {
        let nodes = all.split_off(all.len() - windows * size);
        all.reserve(nodes.len() / 2 * 3);
        for pair in nodes.chunks_exact(2) {
            all.push(pair[1]);
        }
        all.extend(nodes);
        groups.truncate(groups.len() - windows);
        groups.extend(vec![size as u32 / 2; windows]);
        groups.extend(vec![size as u32; windows]);
        next.resize(plan.set(&mut groups), LanePoints::INFINITY);
        let source = Source {
            points: &all,
            entries: None,
        };
        adder.run(&plan, &source, &mut next);
        std::mem::swap(&mut all, &mut next);
        all.truncate(groups.iter().sum::<u32>() as usize);
        size /= 2;
    }
    let all = unpacked::<G, L, D, C>(modulus, &all);
    by_window(&all, windows)
}
