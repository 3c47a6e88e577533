//! The lines of a Miller loop at eight points of G2 at a time, one point per lane.
//!
//! The formulas are those of arkworks for homogeneous coordinates (Costello, Lange and Naehrig, eprint
//! 2009/615; Aranha et al., eprint 2013/722), with coordinates scaled so that nothing is halved.

use ark_ff::Field as _;

use super::super::extension::{Coordinate, coordinate_product};
use super::super::field::product;
use super::super::points::LANES;
use super::model::{Model, Step};
use super::twelve::{Field, Lines, operand};
use super::{packed, put};
use crate::curve::{G2Field, Point};

/// Up to eight pairs of points, and the multiples of the points of G2 that the loop has reached.
pub(super) struct Walk<const L: usize> {
    /// The number of pairs.
    pub(super) pairs: usize,
    /// The coordinates of the points of G1.
    point: Coordinate<L, 2>,
    /// The points that [`Step::Add`] adds.
    addends: Vec<[Coordinate<L, 2>; 2]>,
    x: Coordinate<L, 2>,
    y: Coordinate<L, 2>,
    z: Coordinate<L, 2>,
    /// Three times the constant of the twist's equation.
    triple_b: Coordinate<L, 2>,
}

/// The coefficients of a line in the order of [`super::model::Line`], before the point of G1 is used. Parts are below 4 p.
type Coefficients<const L: usize> = [Coordinate<L, 2>; 3];

impl<const L: usize> Walk<L> {
    /// Starts at up to eight pairs without infinity.
    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn new<M: Model<L>>(field: &Field<L>, pairs: &[(M::G1Affine, M::G2Affine)]) -> Self {
        let numbers = |list: &[G2Field<M>]| in_lanes::<M, L>(field, list);
        // The coordinates of a point of G1 are packed like an element of the extension.
        let points: Vec<_> = pairs
            .iter()
            .map(|(point, _)| {
                let (x, y) = point.coordinates();
                G2Field::<M>::from_base_prime_field_elems([*x, *y])
                    .expect("the extension has degree two")
            })
            .collect();
        let images: Vec<_> = pairs.iter().map(|(_, point)| M::addends(point)).collect();
        let count = images.first().map_or(0, Vec::len);
        let addends: Vec<_> = (0..count)
            .map(|index| {
                let xs: Vec<_> = images
                    .iter()
                    .map(|list| *list[index].coordinates().0)
                    .collect();
                let ys: Vec<_> = images
                    .iter()
                    .map(|list| *list[index].coordinates().1)
                    .collect();
                [numbers(&xs), numbers(&ys)]
            })
            .collect();
        let [x, y] = addends[0];
        let mut z = super::super::extension::zero();
        z[0] = field.prime.one;
        Walk {
            pairs: pairs.len(),
            point: numbers(&points),
            addends,
            x,
            y,
            z,
            triple_b: numbers(&[M::triple_b(); LANES]),
        }
    }

    /// Takes a step, and writes its lines at the points of G1, one per lane.
    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn step<M: Model<L>>(&mut self, field: &Field<L>, step: Step, lines: &mut Lines<L>) {
        let [first, middle, last] = match step {
            Step::Double => self.double(field),
            Step::Add(index) => self.add(field, index),
        };
        let [x, y] = &self.point;
        let scaled = |value: &Coordinate<L, 2>, by| {
            [0, 1].map(|part| product(&field.prime, &value[part], by))
        };
        let middle = scaled(&middle, x);
        // M-twists have the coefficients in the opposite order.
        let [first, last] = if M::SLOPE == 1 {
            [scaled(&first, y), last]
        } else {
            [last, scaled(&first, y)]
        };
        put(&mut lines[0], &operand(&first));
        put(&mut lines[1], &operand(&middle));
        put(&mut lines[2], &operand(&field.times_xi(&middle)));
        put(&mut lines[3], &operand(&last));
        put(&mut lines[4], &operand(&field.times_xi(&last)));
    }

    /// Doubles the points. Returns −2yz, 3x² and 3bz² − y², the coefficients of the tangents.
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn double(&mut self, field: &Field<L>) -> Coefficients<L> {
        let times = |left: &_, right: &_| coordinate_product(&field.prime, left, right);
        let xy = times(&self.x, &self.y);
        let yz = times(&self.y, &self.z);
        let y2 = times(&self.y, &self.y);
        let z2 = times(&self.z, &self.z);
        let x2 = times(&self.x, &self.x);
        let e = times(&self.triple_b, &z2);
        // y² + 3e and 2·(y² − 3e).
        let sum = field.combined(&[(&y2, 1), (&e, 3)], 0);
        let difference = field.combined(&[(&y2, 2), (&e, -6)], 4);
        self.x = times(&xy, &difference);
        let e2 = times(&e, &e);
        self.y = field.combined(&[(&times(&sum, &sum), 1), (&e2, -12)], 8);
        self.z = times(&y2, &field.combined(&[(&yz, 8)], 0));
        [
            field.combined(&[(&yz, -2)], 2),
            field.combined(&[(&x2, 3)], 0),
            field.combined(&[(&e, 1), (&y2, -1)], 1),
        ]
    }

    /// Adds points. Returns the coefficients of the lines through them.
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn add(&mut self, field: &Field<L>, index: usize) -> Coefficients<L> {
        let times = |left: &_, right: &_| coordinate_product(&field.prime, left, right);
        let less = |left: &_, right: &_| field.combined(&[(left, 1), (right, -1)], 1);
        let [x, y] = &self.addends[index];
        let theta = less(&self.y, &times(y, &self.z));
        let lambda = less(&self.x, &times(x, &self.z));
        let lambda2 = times(&lambda, &lambda);
        let lambda3 = times(&lambda, &lambda2);
        let f = times(&self.z, &times(&theta, &theta));
        let g = times(&self.x, &lambda2);
        let h = field.combined(&[(&lambda3, 1), (&f, 1), (&g, -2)], 2);
        self.x = times(&lambda, &h);
        self.y = less(&times(&theta, &less(&g, &h)), &times(&lambda3, &self.y));
        self.z = times(&self.z, &lambda3);
        let last = less(&times(&theta, x), &times(&lambda, y));
        [lambda, field.combined(&[(&theta, -1)], 1), last]
    }
}

/// Converts up to eight numbers of the extension, one per lane.
#[target_feature(enable = "avx512f,avx512ifma")]
fn in_lanes<M: Model<L>, const L: usize>(
    field: &Field<L>,
    numbers: &[G2Field<M>],
) -> Coordinate<L, 2> {
    [0, 1].map(|part| {
        let parts = numbers.iter().map(|number| {
            let mut parts = number.to_base_prime_field_elements();
            parts.nth(part).expect("the extension has degree two")
        });
        let parts: Vec<M::BaseField> = parts.collect();
        packed::<M, L>(field, &parts)
    })
}
