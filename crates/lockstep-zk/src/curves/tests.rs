//! Both pairings against vectors of a second implementation (`bench/curves/vectors.py`), and the
//! laws that every pairing obeys.

use ark_ec::pairing::{Pairing, PairingOutput};
use ark_ec::short_weierstrass::{Affine, Projective, SWCurveConfig};
use ark_ec::{AffineRepr, CurveGroup, PrimeGroup};
use ark_ff::{AdditiveGroup, CyclotomicMultSubgroup, Field, PrimeField, UniformRand};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use serde_json::Value;

use super::*;
use crate::field;

const VECTORS: &str = include_str!("vectors.json");

fn numbers<F: PrimeField>(value: &Value) -> Vec<F> {
    let list = value.as_array().unwrap().iter();
    list.map(|text| field::from_decimal(text.as_str().unwrap()).unwrap())
        .collect()
}

fn element<F: Field>(value: &Value) -> F {
    F::from_base_prime_field_elems(numbers(value)).unwrap()
}

/// The coefficients of 1, z, z², … with z^(k/2) = 1 + i, as the second implementation writes them.
fn powers_of_z<C: BlsConfig>(value: &Target<C::Tower>) -> Vec<C::Fq> {
    let numbers: Vec<C::Fq> = value.to_base_prime_field_elements().collect();
    let (e, half) = (C::TWIST_DEGREE, 3 * C::TWIST_DEGREE);
    let mut powers = vec![C::Fq::ZERO; 2 * half];
    for (index, pair) in numbers.chunks(2).enumerate() {
        // The index is in base (2, 3, e/2): power of z, of w = z², of the roots below.
        let (in_twist, rest) = (index % (e / 2), index / (e / 2));
        let (w, z) = (rest % 3, rest / 3);
        // In the twist's field, the lowest bit of the index belongs to the highest power of ξ.
        let bits = (e / 2).trailing_zeros();
        let power = (0..bits).fold(0, |sum, bit| {
            sum + ((in_twist >> bit & 1) << (bits - 1 - bit))
        });
        let place = z + 2 * w + 6 * power;
        // a + b·i = (a − b) + b·(1 + i)
        powers[place] += pair[0] - pair[1];
        powers[place + half] += pair[1];
    }
    powers
}

fn matches_the_second_implementation<C: BlsConfig>() {
    let all: Value = serde_json::from_str(VECTORS).unwrap();
    for case in all[C::NAME.name()].as_array().unwrap() {
        let scalar =
            |name: &str| -> C::Fr { field::from_decimal(case[name].as_str().unwrap()).unwrap() };
        let p: Vec<C::Fq> = numbers(&case["p"]);
        let p = Affine::<C::G1>::new(p[0], p[1]);
        let [x, y] = [0, 1].map(|place| element(&case["q"][place]));
        let q = Affine::<C::G2>::new(x, y);
        assert_eq!(p, (C::G1::GENERATOR * scalar("a")).into_affine());
        assert_eq!(q, (C::G2::GENERATOR * scalar("b")).into_affine());
        let value = Bls::<C>::pairing(p, q).0;
        assert_eq!(powers_of_z::<C>(&value), numbers::<C::Fq>(&case["e"]));
    }
}

#[test]
fn values_match_the_second_implementation() {
    matches_the_second_implementation::<Config24>();
    matches_the_second_implementation::<Config48>();
}

fn obeys_the_laws<C: BlsConfig>() {
    let rng = &mut ChaCha20Rng::from_seed([4; 32]);
    let (g, h) = (C::G1::GENERATOR, C::G2::GENERATOR);
    let one = Bls::<C>::pairing(g, h);
    assert_ne!(one, PairingOutput::ZERO);
    assert_eq!(one.0.pow(C::Fr::MODULUS), Target::ONE);
    let (a, b) = (C::Fr::rand(rng), C::Fr::rand(rng));
    let (p, q) = (g * a, h * b);
    assert_eq!(Bls::<C>::pairing(p, q), one * (a * b));
    assert_eq!(
        Bls::<C>::multi_pairing([p, g.into_group()], [h.into_group(), -q]),
        one * (a - b)
    );
    let (zero, none) = (Affine::<C::G1>::zero(), Affine::<C::G2>::zero());
    assert_eq!(Bls::<C>::pairing(zero, h), PairingOutput::ZERO);
    assert_eq!(Bls::<C>::pairing(g, none), PairingOutput::ZERO);
    assert_eq!(one.0.cyclotomic_square(), one.0.square());
    assert_eq!(one.0.cyclotomic_inverse(), one.0.inverse());
}

#[test]
fn pairings_are_bilinear_and_not_degenerate() {
    obeys_the_laws::<Config24>();
    obeys_the_laws::<Config48>();
}

fn has_a_sound_tower<C: BlsConfig>() {
    let rng = &mut ChaCha20Rng::from_seed([5; 32]);
    let value = Target::<C::Tower>::rand(rng);
    assert_eq!(value * value.inverse().unwrap(), Target::ONE);
    assert_eq!(value.square(), value * value);
    assert_eq!(value.frobenius_map(1), value.pow(C::Fq::MODULUS));
    assert_eq!(
        value.frobenius_map(5),
        value.frobenius_map(2).frobenius_map(3)
    );
    assert_eq!(value.frobenius_map(6 * C::TWIST_DEGREE), value);
    let square = <C::G2 as ark_ec::CurveConfig>::BaseField::rand(rng).square();
    assert_eq!(square.sqrt().unwrap().square(), square);
    assert_eq!(
        square.mul_by_base_prime_field(&C::Fq::from(3u64)),
        square.double() + square
    );
}

#[test]
fn towers_are_fields() {
    has_a_sound_tower::<Config24>();
    has_a_sound_tower::<Config48>();
}

/// Points on the curve whose order is not r, with the verdict of a product with r.
fn membership_equals_the_product_with_r<P: SWCurveConfig>() {
    let rng = &mut ChaCha20Rng::from_seed([6; 32]);
    let by_r = |point: &Affine<P>| P::mul_affine(point, P::ScalarField::characteristic());
    let mut outside = 0;
    while outside < 2 {
        let x = P::BaseField::rand(rng);
        let Some(point) = Affine::<P>::get_point_from_x_unchecked(x, false) else {
            continue;
        };
        assert!(point.is_on_curve());
        let multiple = by_r(&point);
        assert_ne!(multiple, Projective::ZERO);
        assert!(!point.is_in_correct_subgroup_assuming_on_curve());
        // A point whose order divides the cofactor, and its sum with a point of the subgroup.
        let small = multiple.into_affine();
        assert!(!small.is_in_correct_subgroup_assuming_on_curve());
        let sum = (P::GENERATOR + small).into_affine();
        assert!(!sum.is_in_correct_subgroup_assuming_on_curve());
        let cleared = point.mul_by_cofactor();
        assert!(cleared.is_in_correct_subgroup_assuming_on_curve());
        outside += 1;
    }
    let generator = P::GENERATOR;
    assert!(generator.is_on_curve() && by_r(&generator) == Projective::ZERO);
    assert!(generator.is_in_correct_subgroup_assuming_on_curve());
    assert!(Affine::<P>::zero().is_in_correct_subgroup_assuming_on_curve());
    let scalar = P::ScalarField::rand(rng);
    let other = (Projective::<P>::generator() * scalar).into_affine();
    assert!(other.is_in_correct_subgroup_assuming_on_curve());
    assert_eq!(other.mul_by_cofactor().mul_by_cofactor_inv(), other);
}

#[test]
fn subgroups_are_told_from_the_rest_of_the_curves() {
    membership_equals_the_product_with_r::<<Config24 as BlsConfig>::G1>();
    membership_equals_the_product_with_r::<<Config24 as BlsConfig>::G2>();
    membership_equals_the_product_with_r::<<Config48 as BlsConfig>::G1>();
    membership_equals_the_product_with_r::<<Config48 as BlsConfig>::G2>();
}
