//! The two curves whose pairings are computed in lanes, and the constants of their target fields.

use std::sync::OnceLock;

use ark_ec::bls12::Bls12Config;
use ark_ec::bn::BnConfig;
use ark_ec::pairing::Pairing;
use ark_ec::short_weierstrass::SWCurveConfig;
use ark_ff::{Field, PrimeField};

use super::super::modulus::{BITS, Modulus, split};
use super::super::points::{LANES, words};
use crate::curve::{G2Field, PairingCurve};

/// The coefficients of a line at an untwisted point of G2: arkworks' order.
pub(super) type Line<F> = (F, F, F);

/// A step of the Miller loop, which multiplies by one line for each pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Doubles the point.
    Double,
    /// Adds the point with this index among [`Model::addends`].
    Add(usize),
}

/// The exponent of the final exponentiation's hard part.
#[derive(Clone, Copy)]
pub(super) enum Family {
    /// Fuentes-Castañeda, Knapp and Rodríguez-Henríquez (SAC 2011).
    Bn,
    /// Hayashida, Hayasaka and Teruya (eprint 2020/875).
    Bls12,
}

/// A curve with a target field of degree 12 in `L` limbs: i² = −1, v³ = ξ, w² = v.
pub(super) trait Model<const L: usize>:
    PairingCurve<TargetField: Field<BasePrimeField = <Self as Pairing>::BaseField>>
{
    const FAMILY: Family;
    /// ξ is 9 + i if true, 1 + i otherwise.
    const NINE: bool;
    /// A line has coefficients at 1, w^SLOPE and w³.
    const SLOPE: usize;
    /// The magnitude of the seed.
    const SEED: u64;
    /// Whether the seed is negative.
    const NEGATIVE: bool;

    /// Returns the words of a number in Montgomery form for R = 2^(64·words).
    fn words(number: &Self::BaseField) -> &[u64];
    /// Returns the lines of a point of G2, one for each step. Infinity has none.
    fn lines(prepared: &Self::G2Prepared) -> &[Line<G2Field<Self>>];
    /// Returns the steps of the Miller loop. A squaring precedes each doubling but the first.
    fn steps() -> Vec<Step>;
    /// Returns the points that the steps add for a point of G2, which is the first of them.
    fn addends(point: &Self::G2Affine) -> Vec<Self::G2Affine>;
    /// Returns three times the constant of the twist's equation.
    fn triple_b() -> G2Field<Self>;
    /// Returns the constants, which are computed once.
    fn constants() -> &'static Constants<Self, L>;
}

/// The constants of a curve that take time to compute.
pub(super) struct Constants<M: Model<L>, const L: usize> {
    pub(super) modulus: Modulus<L>,
    /// 2^(2·52·L − 64·words).
    factor: M::BaseField,
    /// See [`Model::steps`].
    pub(super) steps: Vec<Step>,
    /// The factors of the coordinates in the Frobenius maps p, p² and p³, in Montgomery form.
    pub(super) frobenius: [Numbers<L>; 3],
}

/// The limbs of the real and imaginary parts of six coordinates, one coordinate per lane.
pub(super) type Numbers<const L: usize> = [[[u64; LANES]; L]; 2];

/// The lane and the part of each number of an element of the target field, in arkworks' order.
pub(super) const PLACES: [(usize, usize); 12] = [
    (0, 0),
    (0, 1),
    (2, 0),
    (2, 1),
    (4, 0),
    (4, 1),
    (1, 0),
    (1, 1),
    (3, 0),
    (3, 1),
    (5, 0),
    (5, 1),
];

impl<M: Model<L>, const L: usize> Constants<M, L> {
    fn new() -> Self {
        let factor = M::BaseField::from(2u64).pow([(2 * BITS * L - 64 * words(L)) as u64]);
        Constants {
            modulus: Modulus::of::<M::BaseField>(),
            factor,
            steps: M::steps(),
            frobenius: [1, 2, 3].map(frobenius::<M, L>),
        }
    }

    /// Returns the limbs of a factor by which lanes multiply words of a number, as [`Model::words`] returns
    /// them, to get the product with this number in their own Montgomery form.
    pub(super) fn scaled(&self, number: M::BaseField) -> [u64; L] {
        split((number * self.factor).into_bigint().as_ref())
    }
}

/// Returns the limbs of the coordinates of an element.
pub(super) fn coordinates<M: Model<L>, const L: usize>(value: &M::TargetField) -> Numbers<L> {
    let mut numbers = [[[0; LANES]; L]; 2];
    for (number, (lane, part)) in value.to_base_prime_field_elements().zip(PLACES) {
        let limbs: [u64; L] = split(number.into_bigint().as_ref());
        for (words, limb) in numbers[part].iter_mut().zip(limbs) {
            words[lane] = limb;
        }
    }
    numbers
}

/// Returns the factors of the coordinates in the Frobenius map p^power, which maps wᵏ to a multiple of
/// wᵏ.
fn frobenius<M: Model<L>, const L: usize>(power: usize) -> Numbers<L> {
    let numbers = PLACES.map(|(_, part)| M::BaseField::from(u64::from(part == 0)));
    let sum = M::TargetField::from_base_prime_field_elems(numbers)
        .expect("the target field has degree twelve");
    let radix = M::BaseField::from(2u64).pow([(BITS * L) as u64]);
    let image = sum.frobenius_map(power);
    coordinates::<M, L>(&image.mul_by_base_prime_field(&radix))
}

impl Model<5> for ark_bn254::Bn254 {
    const FAMILY: Family = Family::Bn;
    const NINE: bool = true;
    const SLOPE: usize = 1;
    const SEED: u64 = ark_bn254::Config::X[0];
    const NEGATIVE: bool = ark_bn254::Config::X_IS_NEGATIVE;

    fn words(number: &ark_bn254::Fq) -> &[u64] {
        &number.0.0
    }

    fn lines(prepared: &Self::G2Prepared) -> &[Line<ark_bn254::Fq2>] {
        &prepared.ell_coeffs
    }

    fn steps() -> Vec<Step> {
        let mut steps = Vec::new();
        for digit in ark_bn254::Config::ATE_LOOP_COUNT.iter().rev().skip(1) {
            steps.push(Step::Double);
            match digit {
                0 => {}
                1 => steps.push(Step::Add(0)),
                _ => steps.push(Step::Add(1)),
            }
        }
        steps.extend([Step::Add(2), Step::Add(3)]);
        steps
    }

    fn addends(point: &ark_bn254::G2Affine) -> Vec<ark_bn254::G2Affine> {
        // The Frobenius map, carried over to the twist.
        let image = |point: &ark_bn254::G2Affine| {
            let x = point.x.frobenius_map(1) * ark_bn254::Config::TWIST_MUL_BY_Q_X;
            let y = point.y.frobenius_map(1) * ark_bn254::Config::TWIST_MUL_BY_Q_Y;
            ark_bn254::G2Affine::new_unchecked(x, y)
        };
        let first = image(point);
        vec![*point, -*point, first, -image(&first)]
    }

    fn triple_b() -> ark_bn254::Fq2 {
        ark_bn254::g2::Config::COEFF_B * ark_bn254::Fq2::from(3u64)
    }

    fn constants() -> &'static Constants<Self, 5> {
        static CONSTANTS: OnceLock<Constants<ark_bn254::Bn254, 5>> = OnceLock::new();
        CONSTANTS.get_or_init(Constants::new)
    }
}

impl Model<8> for ark_bls12_381::Bls12_381 {
    const FAMILY: Family = Family::Bls12;
    const NINE: bool = false;
    const SLOPE: usize = 2;
    const SEED: u64 = ark_bls12_381::Config::X[0];
    const NEGATIVE: bool = ark_bls12_381::Config::X_IS_NEGATIVE;

    fn words(number: &ark_bls12_381::Fq) -> &[u64] {
        &number.0.0
    }

    fn lines(prepared: &Self::G2Prepared) -> &[Line<ark_bls12_381::Fq2>] {
        &prepared.ell_coeffs
    }

    fn steps() -> Vec<Step> {
        let mut steps = Vec::new();
        for bit in (0..Self::SEED.ilog2()).rev() {
            steps.push(Step::Double);
            if Self::SEED >> bit & 1 == 1 {
                steps.push(Step::Add(0));
            }
        }
        steps
    }

    fn addends(point: &ark_bls12_381::G2Affine) -> Vec<ark_bls12_381::G2Affine> {
        vec![*point]
    }

    fn triple_b() -> ark_bls12_381::Fq2 {
        ark_bls12_381::g2::Config::COEFF_B * ark_bls12_381::Fq2::from(3u64)
    }

    fn constants() -> &'static Constants<Self, 8> {
        static CONSTANTS: OnceLock<Constants<ark_bls12_381::Bls12_381, 8>> = OnceLock::new();
        CONSTANTS.get_or_init(Constants::new)
    }
}
