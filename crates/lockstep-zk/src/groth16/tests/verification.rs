//! Batches, and points that no reader returns.

use ark_bls12_381::Bls12_381;
use ark_bn254::Bn254;
use ark_ec::AffineRepr;
use ark_ff::{AdditiveGroup, Field};

use super::super::*;
use super::sample;
use crate::Curve;
use crate::curve::{G2Field, Point};
use crate::error::Error;
use crate::testing::{random_system, rng};

#[test]
fn a_batch_with_a_bad_proof_is_refused() {
    check_bad_batches::<Bn254>();
    check_bad_batches::<Bls12_381>();
}

fn check_bad_batches<E: Curve>() {
    let (system, key, public, proof) = sample::<E>();
    let (_, witness) = random_system(7, 6);
    let prepared = PreparedKey::new(&key.verifying);
    let mut batch = vec![(public.clone(), proof)];
    for seed in 10..13 {
        let proof = prove(&key, &system, &witness, &mut rng(seed)).unwrap();
        batch.push((public.clone(), proof));
    }
    assert!(verify_batch(&prepared, &batch, &mut rng(3)).unwrap());
    assert!(verify_batch(&prepared, &[], &mut rng(3)).unwrap());
    // Two errors that cancel in a plain sum do not cancel in a weighted sum.
    let delta = E::G1Affine::generator();
    let mut other = batch.clone();
    other[1].1.c = (batch[1].1.c + delta).into();
    other[2].1.c = (batch[2].1.c - delta).into();
    assert!(!verify_batch(&prepared, &other, &mut rng(3)).unwrap());
    // Each part of each proof, and each input.
    for index in 0..batch.len() {
        let mut other = batch.clone();
        other[index].1.a = (batch[index].1.a + delta).into();
        assert!(!verify_batch(&prepared, &other, &mut rng(3)).unwrap());
        let mut other = batch.clone();
        other[index].1.b = (batch[index].1.b + E::G2Affine::generator()).into();
        assert!(!verify_batch(&prepared, &other, &mut rng(3)).unwrap());
        let mut other = batch.clone();
        other[index].0[0] += E::ScalarField::ONE;
        assert!(!verify_batch(&prepared, &other, &mut rng(3)).unwrap());
        other[index].0.pop();
        assert!(matches!(
            verify_batch(&prepared, &other, &mut rng(3)),
            Err(Error::Length { .. })
        ));
        let mut other = batch.clone();
        other[index].1.a = E::G1Affine::zero();
        assert!(!verify_batch(&prepared, &other, &mut rng(3)).unwrap());
    }
}

#[test]
fn points_off_the_curve_neither_verify_nor_panic() {
    fn check<E: Curve>() {
        let (_, key, public, proof) = sample::<E>();
        let prepared = PreparedKey::new(&key.verifying);
        let [zero, one] = [E::BaseField::ZERO, E::BaseField::ONE];
        let mut odd = Vec::new();
        for (x, y) in [(zero, zero), (zero, one), (one, zero), (one, one)] {
            let point = E::G1Affine::from_coordinates(x, y);
            odd.push(Proof {
                a: point,
                ..proof.clone()
            });
            odd.push(Proof {
                c: point,
                ..proof.clone()
            });
        }
        let [zero, one] = [G2Field::<E>::ZERO, G2Field::<E>::ONE];
        for (x, y) in [(zero, zero), (zero, one), (one, zero), (one, one)] {
            let b = E::G2Affine::from_coordinates(x, y);
            odd.push(Proof { b, ..proof.clone() });
        }
        for proof in odd {
            assert!(!prepared.verify(&public, &proof).unwrap());
            assert!(!verify(&key.verifying, &public, &proof).unwrap());
            let batch = vec![(public.clone(), proof); 4];
            assert!(!verify_batch(&prepared, &batch, &mut rng(3)).unwrap());
        }
    }
    check::<Bn254>();
    check::<Bls12_381>();
}
