//! Conversions between affine points and packed points.

use ark_ff::{Field, PrimeField};

use super::field::{all_lanes, nearly_reduced, prime, product};
use super::modulus::{Modulus, join, split};
use super::points::{LANES, LanePoints, LoadedPoints, load, store, store_words, words};
use crate::curve::Point;

/// The prime field under the coordinates of a group.
pub(super) type Base<G> = <<G as ark_ec::AffineRepr>::BaseField as Field>::BasePrimeField;

/// Converts points.
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn packed<G: Point, const L: usize, const D: usize, const C: usize>(
    modulus: &Modulus<L>,
    points: &[G],
) -> Vec<LanePoints<C>> {
    let prime = prime(modulus);
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

/// Converts points back.
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn unpacked<G: Point, const L: usize, const D: usize, const C: usize>(
    modulus: &Modulus<L>,
    points: &[LanePoints<C>],
) -> Vec<G> {
    let prime = prime(modulus);
    let one = all_lanes(&split(&[1]));
    let infinity = LanePoints::INFINITY;
    let mut all = Vec::with_capacity(points.len());
    for points in points.chunks(LANES) {
        let mut lanes = [&infinity; LANES];
        for (lane, point) in lanes.iter_mut().zip(points) {
            *lane = point;
        }
        let LoadedPoints { x, y, infinite } = load::<L, D, C>(lanes);
        let (mut x_limbs, mut y_limbs) = ([[[0; LANES]; L]; D], [[[0; LANES]; L]; D]);
        for (limbs, parts) in [(&mut x_limbs, &x), (&mut y_limbs, &y)] {
            for (limbs, part) in limbs.iter_mut().zip(parts) {
                for (limb, lanes) in limbs.iter_mut().zip(&product(&prime, part, &one)) {
                    store_words(limb, *lanes);
                }
            }
        }
        for lane in 0..points.len() {
            all.push(match infinite >> lane & 1 {
                0 => G::from_coordinates(
                    coordinate::<G, L, D>(modulus, &x_limbs, lane),
                    coordinate::<G, L, D>(modulus, &y_limbs, lane),
                ),
                _ => G::zero(),
            });
        }
    }
    all
}

/// Returns the coordinate in one lane.
fn coordinate<G: Point, const L: usize, const D: usize>(
    modulus: &Modulus<L>,
    limbs: &[[[u64; LANES]; L]; D],
    lane: usize,
) -> G::BaseField {
    let numbers = limbs
        .iter()
        .map(|part| element::<Base<G>, L>(&modulus.canonical(part.map(|limb| limb[lane]))));
    G::BaseField::from_base_prime_field_elems(numbers)
        .expect("a coordinate has as many numbers as its field's degree")
}

pub(super) fn element<F: PrimeField, const L: usize>(limbs: &[u64; L]) -> F {
    let mut number = F::BigInt::from(0u64);
    join(limbs, number.as_mut());
    F::from_bigint(number).expect("the number is below the modulus")
}

/// Inverts a number below the modulus. Returns `None` for zero.
pub(super) fn inverse<F: PrimeField, const L: usize>(limbs: &[u64; L]) -> Option<[u64; L]> {
    let inverse = element::<F, L>(limbs).inverse()?;
    Some(split(inverse.into_bigint().as_ref()))
}
