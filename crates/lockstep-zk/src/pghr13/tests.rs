//! Tests of PGHR13: algebraic laws on both curves, each equation, and the attack of CVE-2019-7167.

use ark_bls12_381::Bls12_381;
use ark_bn254::Bn254;
use ark_ec::AffineRepr;
use ark_ff::Field;
use proptest::prelude::*;

use super::*;
use crate::Curve;
use crate::error::{Error, FileDefect};
use crate::formats::json;
use crate::r1cs::Witness;
use crate::testing::{random_system, rng};

fn check_laws<E: Curve>(seed: u64) {
    let rng = &mut rng(seed);
    let (system, witness) = random_system::<E::ScalarField>(seed, 12);
    let key = setup::<E>(&system, rng).unwrap();
    let proof = prove(&key, &witness, rng).unwrap();
    let public = witness.public(system.public());
    assert_eq!(
        verify_unfolded(&key.verifying, &public, &proof),
        Ok([true; 5])
    );
    assert_eq!(verify(&key.verifying, &public, &proof, rng), Ok(true));
    assert_ne!(
        prove(&key, &witness, rng).unwrap(),
        proof,
        "proofs are blinded"
    );
    let mut other = public.clone();
    other[0] += E::ScalarField::ONE;
    assert_eq!(verify(&key.verifying, &other, &proof, rng), Ok(false));
    let mut values = witness.values().to_vec();
    values[1] += E::ScalarField::ONE;
    if system.check(&values).is_err() {
        let refused = prove(&key, &Witness::new(values).unwrap(), rng);
        assert!(matches!(refused, Err(Error::Unsatisfied { .. })));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]
    #[test]
    fn random_systems_prove_and_verify(seed in any::<u64>()) {
        check_laws::<Bn254>(seed);
        check_laws::<Bls12_381>(seed);
    }
}

fn sample<E: Curve>() -> (ProvingKey<E>, Witness<E::ScalarField>, Proof<E>) {
    let (system, witness) = random_system::<E::ScalarField>(11, 6);
    let key = setup::<E>(&system, &mut rng(1)).unwrap();
    let proof = prove(&key, &witness, &mut rng(2)).unwrap();
    (key, witness, proof)
}

/// A change of an element fails exactly the expected equations, and the folded check.
#[test]
fn each_element_is_checked_by_its_equations() {
    fn check<E: Curve>() {
        let (key, witness, proof) = sample::<E>();
        let public = witness.public(key.system.public());
        let g = E::G1Affine::generator();
        type Change<E> = fn(&mut Proof<E>, <E as ark_ec::pairing::Pairing>::G1Affine);
        let rows: [(Change<E>, [bool; 5]); 8] = [
            (
                |p, g| p.a = (p.a + g).into(),
                [false, true, true, false, false],
            ),
            (
                |p, g| p.a_shifted = (p.a_shifted + g).into(),
                [false, true, true, true, true],
            ),
            (
                |p, _| p.b = (p.b + p.b).into(),
                [true, false, true, false, false],
            ),
            (
                |p, g| p.b_shifted = (p.b_shifted + g).into(),
                [true, false, true, true, true],
            ),
            (
                |p, g| p.c = (p.c + g).into(),
                [true, true, false, false, false],
            ),
            (
                |p, g| p.c_shifted = (p.c_shifted + g).into(),
                [true, true, false, true, true],
            ),
            (
                |p, g| p.k = (p.k + g).into(),
                [true, true, true, false, true],
            ),
            (
                |p, g| p.h = (p.h + g).into(),
                [true, true, true, true, false],
            ),
        ];
        for (index, (change, expected)) in rows.into_iter().enumerate() {
            let mut wrong = proof.clone();
            change(&mut wrong, g);
            let found = verify_unfolded(&key.verifying, &public, &wrong).unwrap();
            assert_eq!(found, expected, "element {index}");
            let folded = verify(&key.verifying, &public, &wrong, &mut rng(index as u64));
            assert_eq!(folded, Ok(false), "element {index}");
        }
    }
    check::<Bn254>();
    check::<Bls12_381>();
}

/// CVE-2019-7167: the α-shifted element of a public wire turns a proof for input x into a proof for
/// x + 1. The attack subtracts r_A·A₁ from A, and the shifted element from A′. No element of an
/// honest key passes the first equation in this attack.
#[test]
fn cve_2019_7167_fails_with_every_element_of_an_honest_key() {
    fn check<E: Curve>() {
        let (key, witness, proof) = sample::<E>();
        let mut public = witness.public(key.system.public());
        public[0] += E::ScalarField::ONE;
        let forge = |shifted: E::G1Affine| {
            let mut forged = proof.clone();
            forged.a = (forged.a - key.verifying.ic[1]).into();
            forged.a_shifted = (forged.a_shifted - shifted).into();
            verify_unfolded(&key.verifying, &public, &forged).unwrap()
        };
        // A flawed set-up publishes α_A·IC₁. The next test uses that element; this one tries all
        // α-shifted elements of an honest key.
        let honest_a = key.a_shifted.points.iter().chain(&key.zeta.a);
        for element in honest_a {
            assert_eq!(
                forge(*element),
                [false, true, true, true, true],
                "no element of the key satisfies equation 1"
            );
        }
        let public_wires = key.system.public() as u32;
        assert!(key.a_shifted.wires.iter().all(|wire| *wire > public_wires));
        assert!(key.a.wires.iter().all(|wire| *wire > public_wires));
    }
    check::<Bn254>();
    check::<Bls12_381>();
}

/// The attack succeeds with a set-up that publishes the element. This shows that the previous test
/// would detect a flawed key.
#[test]
fn cve_2019_7167_succeeds_with_the_published_element() {
    let (key, witness, proof) = sample::<Bn254>();
    let mut public = witness.public(key.system.public());
    public[0] += ark_bn254::Fr::ONE;
    // A verifying key with a known α_A represents the flawed set-up.
    let alpha = ark_bn254::Fr::from(123_456_789u64);
    let mut flawed = key.verifying.clone();
    flawed.alpha_a = (ark_bn254::G2Affine::generator() * alpha).into();
    let mut forged = proof;
    forged.key_digest = None;
    forged.a_shifted = (forged.a * alpha).into();
    let published: ark_bn254::G1Affine = (flawed.ic[1] * alpha).into();
    let honest = witness.public(key.system.public());
    assert_eq!(verify_unfolded(&flawed, &honest, &forged), Ok([true; 5]));
    forged.a = (forged.a - flawed.ic[1]).into();
    forged.a_shifted = (forged.a_shifted - published).into();
    assert_eq!(
        verify_unfolded(&flawed, &public, &forged),
        Ok([true; 5]),
        "the published element permits a forgery"
    );
}

#[test]
fn keys_with_a_bypass_element_are_refused() {
    let (key, _, _) = sample::<Bn254>();
    let text = json::write_pghr13_key(&key.verifying);
    assert_eq!(
        json::read_pghr13_key::<Bn254>(&text).as_ref(),
        Ok(&key.verifying)
    );
    let with = text.replacen('{', r#"{"Ap":[null,["1","2","1"]],"#, 1);
    for result in [
        json::read_pghr13_key::<Bn254>(&with).map(|_| ()),
        json::check_pghr13_proving_key(&with),
    ] {
        assert!(matches!(
            result,
            Err(Error::Malformed {
                fault: FileDefect::BypassElement(1),
                ..
            })
        ));
    }
}

/// Without the number, an element of a public wire would count as one of a private wire.
#[test]
fn keys_without_the_number_of_public_inputs_are_refused() {
    let (key, _, _) = sample::<Bn254>();
    let text = json::write_pghr13_key(&key.verifying);
    let written = format!(r#""nPublic":{},"#, key.verifying.public());
    assert!(text.contains(&written), "{text}");
    let must = "nPublic must be the number of public inputs";
    for (changed, reason) in [
        ("", "nPublic is missing"),
        (r#""nPublic":null,"#, must),
        (r#""nPublic":"1","#, must),
        (r#""nPublic":-1,"#, must),
        (r#""nPublic":1.5,"#, must),
    ] {
        let text = text.replacen(&written, changed, 1);
        let with = text.replacen('{', r#"{"Ap":[null,["1","2","1"]],"#, 1);
        for result in [
            json::read_pghr13_key::<Bn254>(&text).map(|_| ()),
            json::read_pghr13_key::<Bn254>(&with).map(|_| ()),
            json::check_pghr13_proving_key(&with),
        ] {
            let error = result.unwrap_err().to_string();
            assert!(error.contains(reason), "{changed:?}: {error}");
        }
    }
}

#[test]
fn a_proof_with_any_changed_byte_is_refused() {
    fn check<E: Curve>(points: usize) {
        let (key, witness, proof) = sample::<E>();
        let public = witness.public(key.system.public());
        let bytes = proof.to_bytes();
        assert_eq!(bytes.len(), 32 + points);
        assert_eq!(Proof::from_bytes(&bytes).as_ref(), Ok(&proof));
        let text = json::write_pghr13_proof(&proof);
        assert_eq!(json::read_pghr13_proof::<E>(&text).as_ref(), Ok(&proof));
        for position in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[position] ^= 1 << (position % 8);
            if let Ok(proof) = Proof::<E>::from_bytes(&changed) {
                let result = verify(&key.verifying, &public, &proof, &mut rng(position as u64));
                assert_eq!(result, Ok(false), "byte {position}");
            }
        }
        assert!(Proof::<E>::from_bytes(&bytes[1..]).is_err());
    }
    check::<Bn254>(288);
    check::<Bls12_381>(432);
}

#[test]
fn work_is_cancelled_at_any_step() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    let rng = &mut rng(3);
    let (system, witness) = random_system::<ark_bn254::Fr>(3, 20);
    let key = setup::<Bn254>(&system, rng).unwrap();
    for steps in 0..10 {
        let calls = AtomicUsize::new(0);
        let is_active = || calls.fetch_add(1, Ordering::Relaxed) < steps;
        let key_result = setup_while::<Bn254>(&system, rng, &is_active);
        assert_eq!(key_result.is_ok(), steps >= SETUP_STEPS, "{steps}");
        calls.store(0, Ordering::Relaxed);
        match prove_while(&key, &witness, rng, &is_active) {
            Ok(proof) => {
                let public = witness.public(key.verifying.public());
                assert!(steps >= 8 && verify(&key.verifying, &public, &proof, rng).unwrap());
            }
            Err(error) => {
                assert_eq!((error, steps < 8), (Error::Interrupted, true), "{steps}");
            }
        }
    }
}
