//! Sums of pairs of affine points, eight pairs at a time. Hundreds of pairs share one inversion
//! (Montgomery's trick).
//!
//! The fast path assumes that no pair contains infinity, equal points or opposite points. It
//! notices infinity when it loads a point, and the others when the product of all denominators is
//! zero. It then repeats the part with the careful path, which treats every case.

use std::arch::x86_64::*;

use super::extension::{
    Coordinate, coordinate_difference, coordinate_product, coordinate_square,
    nearly_reduced_difference, norm, quotient, zero,
};
use super::field::{
    Element, Prime, all_lanes, blend, equal_lanes, minus, nearly_reduced, plus, prime, product,
    propagate_carries, unrolled,
};
use super::modulus::Modulus;
use super::plan::{Plan, Source};
use super::points::{LANES, LanePoints, LoadedPoints, load, store, store_words};

/// Pairs that share an inversion, for points of G1 of BN254. Their groups fit the second-level
/// cache.
const SHARED: usize = 2048;

/// Pairs between a point's prefetch and its use.
const AHEAD: usize = 4 * LANES;

/// Computes the inverse of a number below the modulus, or `None` for zero.
pub(super) type Invert<const L: usize> = fn(&[u64; L]) -> Option<[u64; L]>;

/// Eight pairs between the two passes.
struct Group<const L: usize, const D: usize> {
    /// The first points.
    x: Coordinate<L, D>,
    y: Coordinate<L, D>,
    /// Denominators and numerators of the slopes.
    dx: Coordinate<L, D>,
    dy: Coordinate<L, D>,
    /// The norm of `dx`, if `D` is 2.
    norm: Element<L>,
    /// The product of the norms of the same chain's earlier groups.
    prefix: Element<L>,
}

/// The intermediate values of eight pairs on the path for special cases.
struct SpecialCaseValues<const L: usize, const D: usize> {
    /// The differences of the coordinates, plus 2 p.
    dx: Coordinate<L, D>,
    dy: Coordinate<L, D>,
    infinite_left: __mmask8,
    infinite_right: __mmask8,
    opposite: __mmask8,
}

/// Buffers and constants for rounds of additions.
pub(super) struct Adder<const L: usize, const D: usize, const C: usize> {
    pub(super) prime: Prime<L>,
    modulus: Modulus<L>,
    invert: Invert<L>,
    /// R³ modulo p. It converts the inverse of a Montgomery form to Montgomery form.
    radix_cubed: Element<L>,
    /// 0, p, 2 p and 3 p.
    zeros: [Element<L>; 4],
    /// Points with different x, which fill unused lanes of pairs.
    fillers: [LanePoints<C>; 2],
    groups: Vec<[Group<L, D>; 2]>,
    specials: Vec<[SpecialCaseValues<L, D>; 2]>,
}

impl<const L: usize, const D: usize, const C: usize> Adder<L, D, C> {
    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn new(modulus: &Modulus<L>, invert: Invert<L>) -> Self {
        let p = all_lanes(&modulus.limbs);
        let twice = plus(&p, &p);
        let mut fillers = [LanePoints::INFINITY; 2];
        for (number, filler) in (1..).zip(&mut fillers) {
            filler.0.as_flattened_mut()[0] = number;
            filler.0.as_flattened_mut()[super::points::words(L) * D] = 1;
        }
        Adder {
            prime: prime(modulus),
            modulus: *modulus,
            invert,
            radix_cubed: all_lanes(&modulus.radix[2]),
            zeros: [
                minus(&p, &p),
                p,
                propagate_carries(twice),
                propagate_carries(plus(&twice, &p)),
            ],
            fillers,
            groups: Vec::new(),
            specials: Vec::new(),
        }
    }

    /// Sums groups of neighbouring points, whose sizes are `sizes`. The sum of an empty group is
    /// infinity.
    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn sums(&mut self, sizes: &mut [u32], source: &Source<C>) -> Vec<LanePoints<C>> {
        let mut plan = Plan::default();
        let mut sums = vec![LanePoints::INFINITY; plan.set(sizes)];
        self.run(&plan, source, &mut sums);
        let mut next = Vec::new();
        while sizes.iter().any(|size| *size > 1) {
            next.resize(plan.set(sizes), LanePoints::INFINITY);
            let source = Source {
                points: &sums,
                entries: None,
            };
            self.run(&plan, &source, &mut next);
            std::mem::swap(&mut sums, &mut next);
        }
        sums.truncate(sizes.iter().sum::<u32>() as usize);
        let mut full = sums.into_iter();
        let mut all = Vec::with_capacity(sizes.len());
        for size in sizes {
            all.push(match size {
                0 => LanePoints::INFINITY,
                _ => full.next().expect("one sum for each group with points"),
            });
        }
        all
    }

    /// Executes a plan.
    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn run(&mut self, plan: &Plan, source: &Source<C>, results: &mut [LanePoints<C>]) {
        self.copy(plan, source, results);
        let shared = SHARED / D / if L > 5 { 2 } else { 1 };
        for part in 0..plan.pairs.len().div_ceil(shared) {
            let range = part * shared..((part + 1) * shared).min(plan.pairs.len());
            let pairs = &plan.pairs[range.clone()];
            let mut chains = [self.prime.one; 2];
            let finite = self.gather::<false>(source, pairs, &mut chains);
            let inverses = if finite { self.inverted(&chains) } else { None };
            let places = &plan.results[range];
            if let Some(inverses) = inverses {
                self.finish::<false>(inverses, places, results);
                continue;
            }
            chains = [self.prime.one; 2];
            self.gather::<true>(source, pairs, &mut chains);
            let inverses = self.inverted(&chains).expect("no denominator is zero");
            self.finish::<true>(inverses, places, results);
        }
    }

    /// Copies the single points of a plan.
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn copy(&self, plan: &Plan, source: &Source<C>, results: &mut [LanePoints<C>]) {
        for singles in plan.singles.chunks(LANES) {
            if source.entries.is_none() {
                for [position, result] in singles {
                    results[*result as usize] = source.points[*position as usize];
                }
                continue;
            }
            let mut positions = [0; LANES];
            for (position, single) in positions.iter_mut().zip(singles) {
                *position = single[0];
            }
            let positions = &positions[..singles.len()];
            let (points, negated) = source.fetch(positions, 0, &self.fillers[0]);
            let LoadedPoints { x, y, infinite } = load::<L, D, C>(points);
            let y = self.negated(&y, negated & !infinite);
            let y = nearly_reduced_difference(&self.prime, &y, &zero());
            let mut stored = store::<L, D, C>(&x, &y);
            for (lane, [_, result]) in singles.iter().enumerate() {
                if infinite >> lane & 1 == 1 {
                    stored[lane] = LanePoints::INFINITY;
                }
                results[*result as usize] = stored[lane];
            }
        }
    }

    /// Negates y in the lanes of the mask. The result is at most 2 p.
    #[inline]
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn negated(&self, y: &Coordinate<L, D>, mask: __mmask8) -> Coordinate<L, D> {
        let mut result = *y;
        if mask != 0 {
            let negative = coordinate_difference(&self.prime, &zero(), y);
            unrolled!(part < D => {
                result[part] = blend(mask, &y[part], &negative[part]);
            });
        }
        result
    }

    /// First pass: loads pairs, and multiplies the norms of their denominators, even and odd groups
    /// in two chains. Returns false if the fast path met infinity.
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn gather<const CAREFUL: bool>(
        &mut self,
        source: &Source<C>,
        pairs: &[u32],
        chains: &mut [Element<L>; 2],
    ) -> bool {
        let mut groups = std::mem::take(&mut self.groups);
        let count = pairs.len().div_ceil(2 * LANES);
        if groups.len() < count {
            groups.resize_with(count, || std::array::from_fn(|_| Group::zero()));
        }
        self.specials.clear();
        let mut infinite = 0;
        for (index, (both, groups)) in pairs.chunks(2 * LANES).zip(&mut groups).enumerate() {
            if source.entries.is_some() {
                let from = (index * 2 * LANES + AHEAD).min(pairs.len());
                let to = (from + 2 * LANES).min(pairs.len());
                source.prefetch(&pairs[from..to]);
            }
            let parts = both.split_at(both.len().min(LANES));
            let [even, odd] = groups;
            let masks = [
                self.fill(source, parts.0, even),
                self.fill(source, parts.1, odd),
            ];
            for [left, right] in masks {
                infinite |= left | right;
            }
            if CAREFUL {
                let even = self.special(even, masks[0]);
                self.specials.push([even, self.special(odd, masks[1])]);
            }
            for (group, chain) in groups.iter_mut().zip(&mut *chains) {
                if D == 2 {
                    group.norm = norm(&self.prime, &group.dx);
                }
                group.prefix = *chain;
                *chain = product(&self.prime, chain, group.denominator());
            }
        }
        self.groups = groups;
        infinite == 0
    }

    /// Loads up to eight pairs. Returns the lanes whose left and right point is infinity.
    #[inline]
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn fill(&self, source: &Source<C>, pairs: &[u32], group: &mut Group<L, D>) -> [__mmask8; 2] {
        let (left, left_negated) = source.fetch(pairs, 0, &self.fillers[0]);
        let (right, right_negated) = source.fetch(pairs, 1, &self.fillers[1]);
        let left = load::<L, D, C>(left);
        let right = load::<L, D, C>(right);
        let y = self.negated(&left.y, left_negated);
        let y2 = self.negated(&right.y, right_negated);
        group.dx = coordinate_difference(&self.prime, &right.x, &left.x);
        group.dy = coordinate_difference(&self.prime, &y2, &y);
        group.x = left.x;
        group.y = y;
        [left.infinite, right.infinite]
    }

    /// Replaces the slopes of pairs whose sum needs none, and those of equal points.
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn special(
        &self,
        group: &mut Group<L, D>,
        [infinite_left, infinite_right]: [__mmask8; 2],
    ) -> SpecialCaseValues<L, D> {
        let finite = !(infinite_left | infinite_right);
        let same_x = self.multiples_of_p(&group.dx) & finite;
        // A tangent needs y ≠ 0, which holds for every point of these curves.
        let vertical = self.multiples_of_p(&group.y);
        let double = same_x & self.multiples_of_p(&group.dy) & !vertical;
        let special = SpecialCaseValues {
            dx: group.dx,
            dy: group.dy,
            infinite_left,
            infinite_right,
            opposite: same_x & !double,
        };
        let mut tangent = coordinate_square(&self.prime, &group.x);
        let mut one = zero::<L, D>();
        one[0] = self.prime.one;
        unrolled!(part < D => {
            let square = nearly_reduced(&self.prime, tangent[part]);
            tangent[part] = propagate_carries(plus(&plus(&square, &square), &square));
            let twice = propagate_carries(plus(&group.y[part], &group.y[part]));
            group.dx[part] = blend(!finite | same_x, &group.dx[part], &one[part]);
            group.dx[part] = blend(double, &group.dx[part], &twice);
            group.dy[part] = blend(double, &group.dy[part], &tangent[part]);
        });
        special
    }

    /// Returns the lanes in which a value below 4 p is zero modulo p.
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn multiples_of_p(&self, value: &Coordinate<L, D>) -> __mmask8 {
        let mut all = 0xff;
        unrolled!(part < D => {
            let mut any = 0;
            unrolled!(multiple < 4 => {
                any |= equal_lanes(&value[part], &self.zeros[multiple]);
            });
            all &= any;
        });
        all
    }

    /// Inverts the products of both chains in all lanes with one inversion, or returns `None` if
    /// one of them is zero.
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn inverted(&self, chains: &[Element<L>; 2]) -> Option<[Element<L>; 2]> {
        let prime = &self.prime;
        let all = product(prime, &chains[0], &chains[1]);
        let halves = product(prime, &all, &rotated::<4, L>(&all));
        let quarters = product(prime, &halves, &rotated::<2, L>(&halves));
        let total = product(prime, &quarters, &rotated::<1, L>(&quarters));
        let mut number = [0; L];
        for (limb, lanes) in number.iter_mut().zip(&total) {
            let mut words = [0; LANES];
            store_words(&mut words, *lanes);
            *limb = words[0];
        }
        let inverse = (self.invert)(&self.modulus.canonical(number))?;
        let total = product(prime, &all_lanes(&inverse), &self.radix_cubed);
        let quarters = product(prime, &total, &rotated::<1, L>(&quarters));
        let halves = product(prime, &quarters, &rotated::<2, L>(&halves));
        let all = product(prime, &halves, &rotated::<4, L>(&all));
        Some([
            product(prime, &all, &chains[1]),
            product(prime, &all, &chains[0]),
        ])
    }

    /// Second pass: computes the sums of pairs from the last to the first.
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn finish<const CAREFUL: bool>(
        &self,
        mut chains: [Element<L>; 2],
        places: &[u32],
        results: &mut [LanePoints<C>],
    ) {
        let groups = &self.groups[..places.len().div_ceil(2 * LANES)];
        for (index, groups) in groups.iter().enumerate().rev() {
            let (mut x, mut y) = self.added(groups, &mut chains, |chain| {
                if CAREFUL {
                    &self.specials[index][chain].dx
                } else {
                    &groups[chain].dx
                }
            });
            unrolled!(chain < 2 => {
                let mut infinite = 0;
                if CAREFUL {
                    let special = &self.specials[index][chain];
                    infinite = self.corrected(&groups[chain], special, &mut x[chain], &mut y[chain]);
                }
                let stored = store::<L, D, C>(&x[chain], &y[chain]);
                let from = ((2 * index + chain) * LANES).min(places.len());
                let places = &places[from..(from + LANES).min(places.len())];
                for (lane, place) in places.iter().enumerate() {
                    results[*place as usize] = stored[lane];
                }
                if CAREFUL {
                    for (lane, place) in places.iter().enumerate() {
                        if infinite >> lane & 1 == 1 {
                            results[*place as usize] = LanePoints::INFINITY;
                        }
                    }
                }
            });
        }
    }

    /// Adds the pairs of two groups with the inverses of their chains, and removes the groups from
    /// the chains. `difference` returns x₂ − x₁ + 2 p.
    #[inline]
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn added<'a>(
        &self,
        groups: &'a [Group<L, D>; 2],
        chains: &mut [Element<L>; 2],
        difference: impl Fn(usize) -> &'a Coordinate<L, D>,
    ) -> ([Coordinate<L, D>; 2], [Coordinate<L, D>; 2]) {
        let prime = &self.prime;
        let mut slopes = [groups[0].dy, groups[1].dy];
        unrolled!(chain < 2 => {
            let group = &groups[chain];
            let inverse = product(prime, &chains[chain], &group.prefix);
            chains[chain] = product(prime, &chains[chain], group.denominator());
            slopes[chain] = quotient(prime, &group.dy, &group.dx, &inverse);
        });
        let (mut x, mut y) = (slopes, slopes);
        unrolled!(chain < 2 => {
            x[chain] = coordinate_square(prime, &slopes[chain]);
        });
        let twice = plus(&prime.modulus, &prime.modulus);
        unrolled!(chain < 2 => {
            let (group, dx) = (&groups[chain], difference(chain));
            unrolled!(part < D => {
                let twice_x = plus(&group.x[part], &group.x[part]);
                let both = minus(&plus(&twice_x, &dx[part]), &twice);
                x[chain][part] = nearly_reduced(prime, minus(&x[chain][part], &both));
            });
            y[chain] = coordinate_difference(prime, &group.x, &x[chain]);
        });
        unrolled!(chain < 2 => {
            y[chain] = coordinate_product(prime, &slopes[chain], &y[chain]);
        });
        unrolled!(chain < 2 => {
            y[chain] = nearly_reduced_difference(prime, &y[chain], &groups[chain].y);
        });
        (x, y)
    }

    /// Replaces sums with infinity by the other point. Returns the lanes whose sum is infinity.
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn corrected(
        &self,
        group: &Group<L, D>,
        special: &SpecialCaseValues<L, D>,
        x: &mut Coordinate<L, D>,
        y: &mut Coordinate<L, D>,
    ) -> __mmask8 {
        let prime = &self.prime;
        let twice = plus(&prime.modulus, &prime.modulus);
        for (sum, left, difference) in [(x, &group.x, &special.dx), (y, &group.y, &special.dy)] {
            unrolled!(part < D => {
                let right = minus(&plus(&left[part], &difference[part]), &twice);
                let (left, right) = (nearly_reduced(prime, left[part]), nearly_reduced(prime, right));
                sum[part] = blend(special.infinite_right, &sum[part], &left);
                sum[part] = blend(special.infinite_left, &sum[part], &right);
            });
        }
        special.infinite_left & special.infinite_right | special.opposite
    }
}

impl<const L: usize, const D: usize> Group<L, D> {
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn zero() -> Self {
        Group {
            x: zero(),
            y: zero(),
            dx: zero(),
            dy: zero(),
            norm: [_mm512_setzero_si512(); L],
            prefix: [_mm512_setzero_si512(); L],
        }
    }

    /// The element whose inverse gives that of `dx`.
    #[inline]
    fn denominator(&self) -> &Element<L> {
        if D == 1 { &self.dx[0] } else { &self.norm }
    }
}

/// Moves lanes in a circle.
#[inline]
#[target_feature(enable = "avx512f")]
fn rotated<const BY: i32, const L: usize>(element: &Element<L>) -> Element<L> {
    let mut result = *element;
    unrolled!(limb < L => {
        result[limb] = _mm512_alignr_epi64::<BY>(element[limb], element[limb]);
    });
    result
}
