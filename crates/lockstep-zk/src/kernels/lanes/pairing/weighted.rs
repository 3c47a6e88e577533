//! Products of points of G1 with weights of digits ±1 and ±λ, eight at a time.

use std::any::TypeId;
use std::arch::x86_64::{
    __m512i, _mm512_mask_blend_epi64, _mm512_set1_epi64, _mm512_test_epi64_mask,
};

use ark_ec::AffineRepr;
use ark_ff::{Field as _, Zero};

use super::super::extension::{Coordinate, coordinate_product};
use super::super::points::{LANES, load_words};
use super::model::Model;
use super::twelve::Field;
use super::{numbers_of, packed, same};
use crate::curve::{PairingCurve, Point};
use crate::kernels::par_map;

/// The number of digits of a weight.
const DIGITS: u32 = 64;

/// Multiplies each point by the weight with these digits ([`crate::kernels::Weights`]), or returns `None` if the CPU or the
/// curve is not supported.
pub(in crate::kernels) fn weighted<E: PairingCurve>(
    points: &[E::G1Affine],
    digits: &[[u64; 2]],
) -> Option<Vec<E::G1Affine>> {
    if !super::super::available() {
        return None;
    }
    let curve = TypeId::of::<E>();
    if curve == TypeId::of::<ark_bn254::Bn254>() {
        weighted_on::<E, ark_bn254::Bn254, 5>(points, digits)
    } else if curve == TypeId::of::<ark_bls12_381::Bls12_381>() {
        weighted_on::<E, ark_bls12_381::Bls12_381, 8>(points, digits)
    } else {
        None
    }
}

/// Multiplies on the curve `M`, which is `E`.
fn weighted_on<E: PairingCurve, M: Model<L>, const L: usize>(
    points: &[E::G1Affine],
    digits: &[[u64; 2]],
) -> Option<Vec<E::G1Affine>> {
    let mut finite: Vec<(M::G1Affine, [u64; 2])> = Vec::with_capacity(points.len());
    for (point, digits) in points.iter().zip(digits) {
        if !point.is_zero() {
            finite.push((same(point)?, *digits));
        }
    }
    let parts: Vec<_> = finite.chunks(LANES).collect();
    let products = par_map(&parts, |part| {
        #[expect(
            unsafe_code,
            reason = "a call into code compiled for detected instructions"
        )]
        // SAFETY: the caller detected the instructions.
        unsafe {
            eight_products::<M, L>(part)
        }
    });
    let products = affine::<M, L>(&products.concat());
    let mut products = products.iter();
    points
        .iter()
        .map(|point| match point.is_zero() {
            true => Some(*point),
            false => same(products.next()?),
        })
        .collect()
}

/// A point in Jacobian coordinates: (x/z², y/z³).
type Jacobian<F> = [F; 3];

/// Divides by the powers of z.
fn affine<M: Model<L>, const L: usize>(points: &[Jacobian<M::BaseField>]) -> Vec<M::G1Affine> {
    let mut inverses: Vec<M::BaseField> = points.iter().map(|[_, _, z]| *z).collect();
    ark_ff::batch_inversion(&mut inverses);
    let of = |([x, y, _], inverse): (&Jacobian<M::BaseField>, &M::BaseField)| {
        let square = inverse.square();
        match inverse.is_zero() {
            true => M::G1Affine::zero(),
            false => M::G1Affine::from_coordinates(*x * square, *y * square * inverse),
        }
    };
    points.iter().zip(&inverses).map(of).collect()
}

/// Coordinates of eight points.
type Lane<const L: usize> = Coordinate<L, 1>;

/// Multiplies up to eight points.
///
/// A multiple is never ± the point added next, for points of order r: doubled, it is an even number of a + bλ, and digits
/// are odd. So the formulas need no special cases.
#[target_feature(enable = "avx512f,avx512ifma")]
fn eight_products<M: Model<L>, const L: usize>(
    points: &[(M::G1Affine, [u64; 2])],
) -> Vec<Jacobian<M::BaseField>> {
    let constants = M::constants();
    let field = Field::<L>::new(&constants.modulus, M::NINE, M::SLOPE);
    let beta = M::endomorphism().map_or(M::BaseField::ONE, |(beta, _)| beta);
    let numbers = |of: &dyn Fn(&M::G1Affine) -> M::BaseField| -> Lane<L> {
        let list: Vec<_> = points.iter().map(|(point, _)| of(point)).collect();
        [packed::<M, L>(&field, &list)]
    };
    let xs = [
        numbers(&|point| *point.coordinates().0),
        numbers(&|point| *point.coordinates().0 * beta),
    ];
    let y = numbers(&|point| *point.coordinates().1);
    let ys = [y, [field.negative(&y[0])]];
    let mut words = [[0; LANES]; 2];
    for (lane, (_, digits)) in points.iter().enumerate() {
        words[0][lane] = digits[0];
        words[1][lane] = digits[1];
    }
    let [negative, lambda] = words.map(|words| load_words(&words));
    let addend = |digit: u32| [chosen(&xs, lambda, digit), chosen(&ys, negative, digit)];
    let [mut x, mut y] = addend(DIGITS - 1);
    let mut z = [field.prime.one];
    for digit in (0..DIGITS - 1).rev() {
        (x, y, z) = doubled(&field, &x, &y, &z);
        (x, y, z) = sum(&field, (&x, &y, &z), &addend(digit));
    }
    let [x, y, z] = [x, y, z].map(|value| numbers_of::<M, L>(&field, &value[0]));
    (0..points.len())
        .map(|lane| [x[lane], y[lane], z[lane]])
        .collect()
}

/// Chooses the second element in the lanes whose word has a bit.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn chosen<const L: usize>(elements: &[Lane<L>; 2], words: __m512i, bit: u32) -> Lane<L> {
    let mask = _mm512_test_epi64_mask(words, _mm512_set1_epi64(1 << bit));
    let mut element = elements[0];
    for (limb, other) in element[0].iter_mut().zip(&elements[1][0]) {
        *limb = _mm512_mask_blend_epi64(mask, *limb, *other);
    }
    element
}

/// Doubles points (Lange 2009, `dbl-2009-l` of the explicit-formulas database).
#[inline(never)]
#[target_feature(enable = "avx512f,avx512ifma")]
fn doubled<const L: usize>(
    field: &Field<L>,
    x: &Lane<L>,
    y: &Lane<L>,
    z: &Lane<L>,
) -> (Lane<L>, Lane<L>, Lane<L>) {
    let times = |left: &_, right: &_| coordinate_product(&field.prime, left, right);
    let y2 = times(y, y);
    let y4 = times(&y2, &y2);
    let xy2 = times(x, &y2);
    let e = field.combined(&[(&times(x, x), 3)], 0);
    let x3 = field.combined(&[(&times(&e, &e), 1), (&xy2, -8)], 4);
    let rest = field.combined(&[(&xy2, 4), (&x3, -1)], 1);
    let y3 = field.combined(&[(&times(&e, &rest), 1), (&y4, -8)], 4);
    let z3 = field.combined(&[(&times(y, z), 2)], 0);
    (x3, y3, z3)
}

/// Adds affine points (`madd`: Cohen, Miyaji and Ono, ASIACRYPT 1998).
#[inline(never)]
#[target_feature(enable = "avx512f,avx512ifma")]
fn sum<const L: usize>(
    field: &Field<L>,
    (x, y, z): (&Lane<L>, &Lane<L>, &Lane<L>),
    [other_x, other_y]: &[Lane<L>; 2],
) -> (Lane<L>, Lane<L>, Lane<L>) {
    let times = |left: &_, right: &_| coordinate_product(&field.prime, left, right);
    let less = |left: &_, right: &_| field.combined(&[(left, 1), (right, -1)], 1);
    let z2 = times(z, z);
    let h = less(&times(other_x, &z2), x);
    let r = less(&times(other_y, &times(z, &z2)), y);
    let h2 = times(&h, &h);
    let h3 = times(&h, &h2);
    let v = times(x, &h2);
    let x3 = field.combined(&[(&times(&r, &r), 1), (&h3, -1), (&v, -2)], 2);
    let y3 = less(&times(&r, &less(&v, &x3)), &times(y, &h3));
    (x3, y3, times(z, &h))
}
