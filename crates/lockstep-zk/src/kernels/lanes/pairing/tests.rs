//! The target field in lanes and the pairings compared with arkworks.

use ark_ec::pairing::MillerLoopOutput;
use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::{AdditiveGroup, CyclotomicMultSubgroup, Field as _, UniformRand};
use rand_core::RngCore;

use super::super::field::plus;
use super::model::{Model, PLACES};
use super::power::{Cyclotomic, final_exponentiation};
use super::twelve::{Field, Twelve};
use super::{Pairs, lanes_of, pairing_product, target};
use crate::curve::PairingCurve;
use crate::kernels::lanes::available;
use crate::testing::rng;

/// Returns a random element with some numbers 0, 1 and −1.
fn element<E: Model<L>, const L: usize>(rng: &mut impl RngCore) -> E::TargetField {
    let edges = rng.next_u32().is_multiple_of(2);
    let numbers = PLACES.map(|_| match rng.next_u32() % 6 {
        0 if edges => E::BaseField::ZERO,
        1 if edges => E::BaseField::ONE,
        2 if edges => -E::BaseField::ONE,
        _ => E::BaseField::rand(rng),
    });
    E::TargetField::from_base_prime_field_elems(numbers).unwrap()
}

/// An element of the cyclotomic subgroup.
fn unit<E: Model<L>, const L: usize>(rng: &mut impl RngCore) -> E::TargetField {
    loop {
        let value = element::<E, L>(rng);
        if let Some(inverse) = value.inverse() {
            let mut unit = value;
            unit.cyclotomic_inverse_in_place();
            unit *= inverse;
            return unit.frobenius_map(2) * unit;
        }
    }
}

#[target_feature(enable = "avx512f,avx512ifma")]
fn check_field<M: Model<L>, const L: usize>() {
    let rng = &mut rng(31);
    let constants = M::constants();
    let field = Field::new(&constants.modulus, M::NINE, M::SLOPE);
    let lanes = |value: &M::TargetField| lanes_of::<M, L>(&field, constants, value);
    let back = |value: &Twelve<L>| target::<M, L>(&field, value);
    // The largest parts that operands have.
    let raised = |value: &Twelve<L>| {
        let twice = plus(&field.prime.modulus, &field.prime.modulus);
        let mut value = field.folded(value);
        for part in &mut value.0 {
            *part = super::super::field::propagate_carries(plus(part, &twice));
        }
        value
    };
    for _ in 0..300 {
        let (a, b) = (element::<M, L>(rng), element::<M, L>(rng));
        let (x, y) = (raised(&lanes(&a)), raised(&lanes(&b)));
        assert_eq!(back(&x), a);
        assert_eq!(back(&field.folded(&x)), a);
        assert_eq!(back(&field.square(&x)), a.square());
        assert_eq!(back(&field.product(&x, &field.multiplier(&y))), a * b);
        let u = unit::<M, L>(rng);
        let z = field.folded(&lanes(&u));
        assert_eq!(back(&field.cyclotomic_square(&z)), u.square());
        assert_eq!(back(&field.conjugate(&z)), u.inverse().unwrap());
        let group = Cyclotomic::<M, L>::new();
        for power in 1..=3 {
            let image = group.frobenius(&field.folded(&x), power);
            assert_eq!(back(&image), a.frobenius_map(power), "p^{power}");
        }
        let expected = M::final_exponentiation(MillerLoopOutput(a));
        let found = final_exponentiation::<M, L>(a);
        match expected {
            Some(expected) => assert_eq!(found, expected.0),
            None => assert_eq!(found, M::TargetField::ZERO),
        }
    }
    assert_eq!(back(&field.one()), M::TargetField::ONE);
    assert_eq!(
        final_exponentiation::<M, L>(M::TargetField::ZERO),
        M::TargetField::ZERO
    );
}

#[test]
fn target_fields_in_lanes_equal_arkworks() {
    if !available() {
        println!("skipped: the CPU has no AVX-512 IFMA");
        return;
    }
    #[expect(
        unsafe_code,
        reason = "a call into code compiled for detected instructions"
    )]
    // SAFETY: the instructions were detected.
    unsafe {
        check_field::<ark_bn254::Bn254, 5>();
        check_field::<ark_bls12_381::Bls12_381, 8>();
    }
}

fn check_pairings<E: PairingCurve>() {
    let rng = &mut rng(32);
    for count in [0, 1, 2, 3, 4, 7, 16, 17, 40] {
        let left: Vec<E::G1Affine> = (0..count)
            .map(|index| match index % 5 {
                3 => E::G1Affine::zero(),
                _ => E::G1::rand(rng).into_affine(),
            })
            .collect();
        let right: Vec<E::G2Affine> = (0..count)
            .map(|index| match index % 7 {
                4 => E::G2Affine::zero(),
                5 => E::G2Affine::generator(),
                _ => E::G2::rand(rng).into_affine(),
            })
            .collect();
        let expected = Some(E::multi_pairing(left.clone(), right.clone()).0);
        let prepared: Vec<_> = right
            .iter()
            .map(|point| E::G2Prepared::from(*point))
            .collect();
        let lines: Vec<_> = left.iter().copied().zip(&prepared).collect();
        let fresh: Vec<_> = left.into_iter().zip(right).collect();
        for split in [0, count / 3, count] {
            let pairs = Pairs {
                fresh: &fresh[..split],
                prepared: &lines[split..],
            };
            let found = pairing_product::<E>(&pairs);
            assert_eq!(found, expected, "{split} fresh pairs of {count}");
        }
    }
    // e(a·P, Q)·e(−P, a·Q) is one.
    let (p, q) = (E::G1::rand(rng), E::G2::rand(rng));
    let a = E::ScalarField::rand(rng);
    let fresh = [(p * a, q), (-p, q * a)].map(|(p, q)| (p.into_affine(), q.into_affine()));
    let pairs = Pairs {
        fresh: &fresh,
        prepared: &[],
    };
    assert_eq!(pairing_product::<E>(&pairs), Some(E::TargetField::ONE));
}

#[test]
fn pairings_in_lanes_equal_arkworks() {
    if !available() {
        println!("skipped: the CPU has no AVX-512 IFMA");
        return;
    }
    check_pairings::<ark_bn254::Bn254>();
    check_pairings::<ark_bls12_381::Bls12_381>();
    let none = Pairs::<crate::Bls24_509> {
        fresh: &[],
        prepared: &[],
    };
    assert_eq!(pairing_product(&none), None);
}
