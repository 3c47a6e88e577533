//! Pippenger's buckets over packed points.

use ark_ff::{Field, PrimeField};
use zeroize::Zeroize;

use super::adder::Adder;
use super::extension::Coordinate;
use super::field::{all_lanes, nearly_reduced, product};
use super::modulus::{Modulus, join, split};
use super::plan::{Plan, Source};
use super::points::{LANES, LanePoints, LoadedPoints, load, store, store_words, words};
use crate::curve::Point;
use crate::kernels::buckets::{Buckets, TASK, combined, weighted_bits};
use crate::kernels::digits::digits;
use crate::kernels::par_map;

type Base<G> = <<G as ark_ec::AffineRepr>::BaseField as Field>::BasePrimeField;

/// Computes Σ scalarᵢ·pointᵢ with windows of `width` bits.
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn sum<G: Point, const L: usize, const D: usize, const C: usize>(
    points: &[G],
    scalars: &[G::ScalarField],
    width: u32,
    windows: usize,
) -> G::Group {
    let modulus = Modulus::<L>::of::<Base<G>>();
    let parts: Vec<&[G]> = points.chunks(PART).collect();
    let packed = par_map(&parts, |part| packed::<G, L, D, C>(&modulus, part)).concat();
    let mut digits = digits(scalars, width, windows);
    let windows_per_task = TASK.div_ceil(points.len()).min(windows);
    let tasks: Vec<&[i16]> = digits.chunks(windows_per_task * points.len()).collect();
    let sums = par_map(&tasks, |digits| {
        let mut buckets = Buckets::fill(digits, points.len(), width);
        let mut adder = Adder::<L, D, C>::new(&modulus, inverse::<Base<G>, L>);
        let source = Source {
            points: &packed,
            entries: Some(&buckets.entries),
        };
        let nodes = adder.sums(&mut buckets.counts, &source);
        buckets.entries.zeroize();
        weighted::<G, L, D, C>(nodes, digits.len() / points.len(), &mut adder, &modulus)
    });
    digits.zeroize();
    combined::<G>(&sums.concat(), width)
}

/// Points that a task packs.
const PART: usize = 1 << 12;

/// Computes Σ (i + 1)·nodeᵢ over each window's nodes as [`crate::kernels::sum`] does.
#[target_feature(enable = "avx512f,avx512ifma")]
fn weighted<G: Point, const L: usize, const D: usize, const C: usize>(
    nodes: Vec<LanePoints<C>>,
    windows: usize,
    adder: &mut Adder<L, D, C>,
    modulus: &Modulus<L>,
) -> Vec<G::Group> {
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
    let all: Vec<G> = all
        .iter()
        .map(|point| unpacked(adder, modulus, point))
        .collect();
    weighted_bits(&all, windows)
}

/// Converts points.
#[target_feature(enable = "avx512f,avx512ifma")]
fn packed<G: Point, const L: usize, const D: usize, const C: usize>(
    modulus: &Modulus<L>,
    points: &[G],
) -> Vec<LanePoints<C>> {
    let prime = super::field::prime(modulus);
    let radix_squared = all_lanes(&modulus.radix[1]);
    let mut all = Vec::with_capacity(points.len());
    for points in points.chunks(LANES) {
        let mut numbers = [LanePoints::INFINITY; LANES];
        for (number, point) in numbers.iter_mut().zip(points) {
            if point.is_zero() {
                continue;
            }
            let (x, y) = point.coordinates();
            let parts = x
                .to_base_prime_field_elements()
                .chain(y.to_base_prime_field_elements());
            let places = number.0.as_flattened_mut().chunks_exact_mut(words(L));
            for (place, part) in places.zip(parts) {
                place.copy_from_slice(part.into_bigint().as_ref());
            }
        }
        let LoadedPoints {
            mut x,
            mut y,
            infinite,
        } = load::<L, D, C>(numbers.each_ref());
        for part in x.iter_mut().chain(&mut y) {
            *part = nearly_reduced(&prime, product(&prime, part, &radix_squared));
        }
        for (lane, point) in store(&x, &y)[..points.len()].iter().enumerate() {
            all.push(match infinite >> lane & 1 {
                0 => *point,
                _ => LanePoints::INFINITY,
            });
        }
    }
    all
}

/// Converts a point back.
#[target_feature(enable = "avx512f,avx512ifma")]
fn unpacked<G: Point, const L: usize, const D: usize, const C: usize>(
    adder: &Adder<L, D, C>,
    modulus: &Modulus<L>,
    point: &LanePoints<C>,
) -> G {
    let LoadedPoints { x, y, infinite } = load::<L, D, C>([point; LANES]);
    if infinite != 0 {
        return G::zero();
    }
    let one = all_lanes(&split(&[1]));
    let coordinate = |parts: &Coordinate<L, D>| {
        let mut numbers = Vec::with_capacity(D);
        for part in parts {
            let mut number = [0; L];
            for (limb, lanes) in number.iter_mut().zip(&product(&adder.prime, part, &one)) {
                let mut words = [0; LANES];
                store_words(&mut words, *lanes);
                *limb = words[0];
            }
            numbers.push(element::<Base<G>, L>(&modulus.canonical(number)));
        }
        G::BaseField::from_base_prime_field_elems(numbers)
            .expect("a coordinate has as many numbers as its field's degree")
    };
    G::from_coordinates(coordinate(&x), coordinate(&y))
}

fn element<F: PrimeField, const L: usize>(limbs: &[u64; L]) -> F {
    let mut number = F::BigInt::from(0u64);
    join(limbs, number.as_mut());
    F::from_bigint(number).expect("the number is below the modulus")
}

fn inverse<F: PrimeField, const L: usize>(limbs: &[u64; L]) -> Option<[u64; L]> {
    let inverse = element::<F, L>(limbs).inverse()?;
    Some(split(inverse.into_bigint().as_ref()))
}
