//! Tests of Groth16: algebraic laws on both curves, an independent verifier, tampered proofs, phase
//! 2.

use ark_bls12_381::Bls12_381;
use ark_bn254::Bn254;
use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::{AdditiveGroup, Field, UniformRand};
use proptest::prelude::*;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

use super::contribution::{BEACON, multiply};
use super::*;
use crate::Curve;
use crate::error::{Error, FileDefect, Format};
use crate::formats::{json, ptau, r1cs, zkey};
use crate::r1cs::{Lc, R1cs, Witness};
use crate::testing::{random_system, rng};

fn ark_verifies<E: Curve>(
    key: &VerifyingKey<E>,
    public: &[E::ScalarField],
    proof: &Proof<E>,
) -> bool {
    let key = ark_groth16::VerifyingKey::<E> {
        alpha_g1: key.alpha,
        beta_g2: key.beta,
        gamma_g2: key.gamma,
        delta_g2: key.delta,
        gamma_abc_g1: key.ic.clone(),
    };
    let proof = ark_groth16::Proof::<E> {
        a: proof.a,
        b: proof.b,
        c: proof.c,
    };
    let prepared = ark_groth16::prepare_verifying_key(&key);
    ark_groth16::Groth16::<E>::verify_proof(&prepared, &proof, public).unwrap()
}

#[test]
fn a_key_gets_tables_when_it_has_been_used_often() {
    let rng = &mut rng(60);
    let (system, witness) =
        random_system::<<Bn254 as ark_ec::pairing::Pairing>::ScalarField>(60, 5);
    let prepared = PreparedProvingKey::new(setup::<Bn254>(&system, rng).unwrap());
    // Each look at the tables counts as a proof.
    let without = (0..60).take_while(|_| prepared.tables().is_none()).count();
    assert_eq!(without, 50);
    let proof = prepared.prove(&system, &witness, rng).unwrap();
    let public = witness.public(system.public());
    assert!(prepared.verifying().verify(&public, &proof).unwrap());
}

fn check_laws<E: Curve>(seed: u64) {
    let rng = &mut rng(seed);
    let (system, witness) = random_system::<E::ScalarField>(seed, 20);
    let key = setup::<E>(&system, rng).unwrap();
    let proof = prove(&key, &system, &witness, rng).unwrap();
    let public = witness.public(key.public());
    assert!(verify(&key.verifying, &public, &proof).unwrap());
    assert!(ark_verifies(&key.verifying, &public, &proof));
    let second = prove_with_key(&key, &witness, rng).unwrap();
    assert_ne!(second, proof, "proofs are blinded");
    let prepared = PreparedProvingKey::with_tables(key.clone());
    assert!(prepared.tables().is_some());
    let [plain, with_tables] = [
        prove(&key, &system, &witness, &mut rng.clone()),
        prepared.prove(&system, &witness, &mut rng.clone()),
    ];
    assert_eq!(plain.unwrap(), with_tables.unwrap());
    for index in 0..public.len() {
        let mut other = public.clone();
        other[index] += E::ScalarField::ONE;
        assert!(!verify(&key.verifying, &other, &proof).unwrap());
    }
    let mut false_witness = witness.values().to_vec();
    *false_witness.last_mut().unwrap() += E::ScalarField::ONE;
    let false_witness = Witness::new(false_witness).unwrap();
    if system.check(false_witness.values()).is_err() {
        assert!(matches!(
            prove(&key, &system, &false_witness, rng),
            Err(Error::Unsatisfied { .. })
        ));
        assert_eq!(
            prove_with_key(&key, &false_witness, rng),
            Err(Error::SelfCheck)
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]
    #[test]
    fn random_systems_prove_and_verify(seed in any::<u64>()) {
        check_laws::<Bn254>(seed);
        check_laws::<Bls12_381>(seed);
    }
}

mod own_keys;
mod verification;

type Sample<E, F> = (R1cs<F>, ProvingKey<E>, Vec<F>, Proof<E>);

/// Creates a small key with a proof and its public inputs.
fn sample<E: Curve>() -> Sample<E, E::ScalarField> {
    let (system, witness) = random_system::<E::ScalarField>(7, 6);
    let key = setup::<E>(&system, &mut rng(1)).unwrap();
    let proof = prove(&key, &system, &witness, &mut rng(2)).unwrap();
    let public = witness.public(key.public());
    (system, key, public, proof)
}

#[test]
fn a_proof_with_any_changed_byte_is_refused() {
    fn check<E: Curve>() {
        let (_, key, public, proof) = sample::<E>();
        let prepared = PreparedKey::new(&key.verifying);
        let bytes = proof.to_bytes();
        assert_eq!(Proof::from_bytes(&bytes).as_ref(), Ok(&proof));
        for position in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[position] ^= 1 << (position % 8);
            if let Ok(proof) = Proof::<E>::from_bytes(&changed) {
                assert!(
                    !prepared.verify(&public, &proof).unwrap(),
                    "byte {position}"
                );
            }
        }
        for length in 0..bytes.len() {
            assert!(Proof::<E>::from_bytes(&bytes[..length]).is_err());
        }
        let longer = [bytes.as_slice(), &[0]].concat();
        assert!(Proof::<E>::from_bytes(&longer).is_err());
        assert!(matches!(
            prepared.verify(&public[1..], &proof),
            Err(Error::Length { .. })
        ));
    }
    check::<Bn254>();
    check::<Bls12_381>();
}

#[test]
fn a_proof_verifies_only_under_its_key() {
    let (system, key, public, mut proof) = sample::<Bn254>();
    let other = setup::<Bn254>(&system, &mut rng(9)).unwrap();
    assert!(!verify(&other.verifying, &public, &proof).unwrap());
    proof.key_digest = Some(other.verifying.digest());
    assert!(!verify(&key.verifying, &public, &proof).unwrap());
    proof.key_digest = None;
    assert!(verify(&key.verifying, &public, &proof).unwrap());
}

#[test]
fn keys_and_proofs_round_trip_through_files() {
    fn check<E: Curve>() {
        let (_, key, public, proof) = sample::<E>();
        let file = zkey::write(&key);
        assert_eq!(zkey::read::<E>(&file).as_ref(), Ok(&key));
        let text = json::write_proof(&proof);
        assert_eq!(json::read_proof::<E>(&text).as_ref(), Ok(&proof));
        let text = json::write_verifying_key(&key.verifying);
        assert_eq!(
            json::read_verifying_key::<E>(&text).as_ref(),
            Ok(&key.verifying)
        );
        let text = json::write_public(&public);
        assert_eq!(json::read_public::<E::ScalarField>(&text), Ok(public));
    }
    check::<Bn254>();
    check::<Bls12_381>();
}

#[test]
fn files_of_another_curve_are_refused() {
    let (_, key, _, proof) = sample::<Bn254>();
    let wrong = |result: Option<Error>| {
        matches!(
            result,
            Some(Error::Malformed {
                fault: FileDefect::WrongCurve,
                ..
            })
        )
    };
    assert!(wrong(zkey::read::<Bls12_381>(&zkey::write(&key)).err()));
    assert!(wrong(
        json::read_proof::<Bls12_381>(&json::write_proof(&proof)).err()
    ));
}

#[test]
fn a_key_of_fewer_rows_makes_no_proof() {
    type F = ark_bn254::Fr;
    let (system, witness) = random_system::<F>(7, 6);
    let mut shorter = system.clone();
    shorter.rows.truncate(1);
    let mut longer = system.clone();
    longer.rows = system.rows.iter().cycle().take(100).cloned().collect();
    for (of_key, proven, error) in [
        (
            &shorter,
            &longer,
            Error::NotDerived("the circuit has more rows than the key"),
        ),
        (&longer, &shorter, Error::SelfCheck),
    ] {
        let key = setup::<Bn254>(of_key, &mut rng(1)).unwrap();
        let proof = prove(&key, proven, &witness, &mut rng(2));
        assert_eq!(proof, Err(error));
    }
}

#[test]
fn another_circuits_key_of_the_same_shape_makes_no_proof() {
    type F = ark_bn254::Fr;
    let (system, witness) = random_system::<F>(7, 6);
    let (mut products, mut factors) = (system.clone(), system.clone());
    for (product, factor) in products.rows.iter_mut().zip(&mut factors.rows) {
        product.c = product.c.scale(F::from(2u64));
        factor.a = factor.a.plus(&Lc::constant(F::ONE), F::ONE);
    }
    for other in [products, factors] {
        let key = setup::<Bn254>(&other, &mut rng(1)).unwrap();
        let proof = prove(&key, &system, &witness, &mut rng(2));
        assert_eq!(proof, Err(Error::SelfCheck));
    }
}

#[test]
fn a_derived_key_lists_terms_like_the_file() {
    let (mut system, _) = random_system::<ark_bn254::Fr>(7, 20);
    for row in &mut system.rows {
        for side in [&mut row.a, &mut row.b, &mut row.c] {
            let mut terms = side.terms().to_vec();
            terms.reverse();
            *side = Lc::from_listed(terms);
        }
    }
    let file = r1cs::write(&system);
    let read = r1cs::read(&file).unwrap();
    assert!(r1cs::write(&read) == file);
    let powers = ptau::local::<Bn254>(6, &mut rng(1));
    let key = derive(&read, &powers).unwrap();
    let rows = system.rows.iter().enumerate();
    let wires = rows.flat_map(|(row, sides)| {
        let both = sides.a.listed().chain(sides.b.listed());
        both.map(move |(wire, _)| (row as u32, *wire))
    });
    let wires: Vec<_> = wires.collect();
    let found = key.coefficients.iter().map(|entry| (entry.row, entry.wire));
    assert!(found.take(wires.len()).eq(wires.iter().copied()));
    assert!(wires.windows(2).any(|pair| pair[0].1 > pair[1].1));
}

#[test]
fn only_derived_keys_with_contributions_pass_the_check() {
    fn check<E: Curve>() {
        let rng = &mut rng(5);
        let (system, witness) = random_system::<E::ScalarField>(3, 5);
        let powers = ptau::local::<E>(4, rng);
        powers.check(rng).unwrap();
        let file = ptau::write(&powers);
        let powers = ptau::read::<E>(&file).unwrap();
        let mut key = derive(&system, &powers).unwrap();
        let without_contribution = check_derived(&key, &system, &powers, rng);
        assert!(
            matches!(without_contribution, Err(Error::NotDerived(_))),
            "no contribution"
        );
        contribute(&mut key, "first", rng);
        contribute(&mut key, "second", rng);
        let key = zkey::read::<E>(&zkey::write(&key)).unwrap();
        check_derived(&key, &system, &powers, rng).unwrap();
        let stopped = check_derived_while(&key, &system, &powers, rng, &|| false);
        assert_eq!(stopped, Err(Error::Interrupted));
        let proof = prove(&key, &system, &witness, rng).unwrap();
        assert!(verify(&key.verifying, &witness.public(key.public()), &proof).unwrap());

        let refused = |change: &dyn Fn(&mut ProvingKey<E>)| {
            let mut wrong = key.clone();
            change(&mut wrong);
            let rng = &mut ChaCha20Rng::from_seed([4; 32]);
            matches!(
                check_derived(&wrong, &system, &powers, rng),
                Err(Error::NotDerived(_))
            )
        };
        let g = E::G1Affine::generator();
        assert!(refused(&|key| key.c[0] = g));
        assert!(refused(&|key| key.h[1] = g));
        assert!(refused(&|key| key.a.points[0] = g));
        assert!(refused(&|key| key.verifying.ic[0] = g));
        assert!(refused(&|key| key.verifying.gamma = key.verifying.delta));
        assert!(refused(&|key| key.delta1 = g));
        assert!(refused(
            &|key| key.coefficients[0].value += E::ScalarField::ONE
        ));
        assert!(refused(&|key| key.contributions.truncate(1)));
        assert!(refused(&|key| key.contributions[0].transcript[0] ^= 1));
        assert!(refused(&|key| key.contributions[1].s_x = g));
        assert!(refused(&|key| key.circuit_hash[0] ^= 1));

        let mut altered = powers.clone();
        altered.tau1[3] = g;
        assert!(altered.check(rng).is_err());
        let mut altered = powers.clone();
        altered.lagrange.as_mut().unwrap().tau1[9] = g;
        assert!(altered.check(rng).is_err());
    }
    check::<Bn254>();
    check::<Bls12_381>();
}

/// With a publicly known factor, any party can make the forgery of the next test.
#[test]
fn a_publicly_known_factor_is_not_a_contribution() {
    fn check<E: Curve>() {
        let rng = &mut rng(8);
        let (system, _) = random_system::<E::ScalarField>(3, 5);
        let powers = ptau::local::<E>(4, rng);
        let key = derive(&system, &powers).unwrap();
        let two = E::ScalarField::ONE.double();
        for (factors, kind, passes) in [
            (vec![E::ScalarField::ONE], 0, false),
            (vec![two, two.inverse().unwrap()], 0, false),
            (vec![two], BEACON, false),
            (vec![two], 0, true),
        ] {
            let mut key = key.clone();
            for factor in &factors {
                multiply(&mut key, "", factor, rng);
            }
            for contribution in &mut key.contributions {
                contribution.kind = kind;
            }
            verify_contributions(&key).unwrap();
            let checked = check_derived(&key, &system, &powers, rng);
            assert_eq!(checked.is_ok(), passes, "{factors:?} {kind}");
            if passes {
                // A beacon after a contribution is usual.
                multiply(&mut key, "", &two, rng);
                key.contributions[1].kind = BEACON;
                check_derived(&key, &system, &powers, rng).unwrap();
            }
        }
    }
    check::<Bn254>();
    check::<Bls12_381>();
}

/// A key that passes every check binds only those who do not know δ: its sole contributor needs no witness.
#[test]
fn the_only_contributor_to_a_key_can_prove_false_statements() {
    fn check<E: Curve>() {
        let rng = &mut rng(7);
        let (system, witness) = random_system::<E::ScalarField>(3, 5);
        let powers = ptau::local::<E>(4, rng);
        let mut key = derive(&system, &powers).unwrap();
        let secret = E::ScalarField::rand(rng);
        multiply(&mut key, "alone", &secret, rng);
        check_derived(&key, &system, &powers, rng).unwrap();
        let mut public = witness.public(key.public());
        public[0] += E::ScalarField::ONE;
        let key = &key.verifying;
        let mut inputs = key.ic[0].into_group();
        for (point, value) in key.ic[1..].iter().zip(&public) {
            inputs += *point * *value;
        }
        let forge = |secret: E::ScalarField| Proof::<E> {
            a: key.alpha,
            b: key.beta,
            c: (-(inputs * secret.inverse().unwrap())).into_affine(),
            key_digest: None,
        };
        assert!(verify(key, &public, &forge(secret)).unwrap());
        // A party that does not know the secret cannot.
        let guess = E::ScalarField::rand(rng);
        assert!(!verify(key, &public, &forge(guess)).unwrap());
    }
    check::<Bn254>();
    check::<Bls12_381>();
}

#[test]
fn hostile_key_files_are_refused() {
    let (_, key, _, _) = sample::<Bn254>();
    let file = zkey::write(&key);
    for length in (0..file.len()).step_by(7) {
        assert!(zkey::read::<Bn254>(&file[..length]).is_err(), "{length}");
    }
    let is =
        |result: crate::Result<ProvingKey<Bn254>>, wanted: fn(&FileDefect) -> bool| match result {
            Err(Error::Malformed {
                format: Format::Zkey,
                fault,
            }) => assert!(wanted(&fault), "{fault:?}"),
            other => panic!("{:?}", other.map(|_| ())),
        };
    let mut infinite = key.clone();
    infinite.verifying.gamma = <Bn254 as ark_ec::pairing::Pairing>::G2Affine::zero();
    is(zkey::read(&zkey::write(&infinite)), |fault| {
        matches!(fault, FileDefect::Infinity { .. })
    });
    let mut infinite = key.clone();
    infinite.verifying.ic[1] = ark_bn254::G1Affine::zero();
    is(zkey::read(&zkey::write(&infinite)), |fault| {
        matches!(fault, FileDefect::Infinity { .. })
    });
    let mut off = key.clone();
    off.c[0] = ark_bn254::G1Affine::new_unchecked(1.into(), 1.into());
    is(zkey::read(&zkey::write(&off)), |fault| {
        matches!(fault, FileDefect::OffCurve { .. })
    });
    let mut unequal = key.clone();
    unequal.b1.wires.pop();
    unequal.b1.points.pop();
    is(zkey::read(&zkey::write(&unequal)), |fault| {
        matches!(fault, FileDefect::Infinity { .. })
    });
    let mut out_of_range = key.clone();
    out_of_range.coefficients[0].wire = u32::MAX;
    is(zkey::read(&zkey::write(&out_of_range)), |fault| {
        matches!(fault, FileDefect::Count { .. })
    });
    // A section length that exceeds any memory.
    let mut huge = file.clone();
    huge[16..24].copy_from_slice(&u64::MAX.to_le_bytes());
    is(zkey::read(&huge), |fault| {
        matches!(fault, FileDefect::Truncated { .. })
    });
    let mut many = file.clone();
    many[8..12].copy_from_slice(&65_u32.to_le_bytes());
    is(zkey::read(&many), |fault| {
        matches!(fault, FileDefect::Unsupported { found: 65, .. })
    });
    let mut twice = file;
    twice[28..32].copy_from_slice(&1u32.to_le_bytes());
    is(zkey::read(&twice), |fault| {
        matches!(fault, FileDefect::DuplicateSection(1))
    });
}

#[test]
fn a_circuit_without_rows_can_be_proven() {
    // Only the input rows remain, so the domain is the smallest one.
    let mut system = random_system::<ark_bn254::Fr>(1, 3).0;
    system.rows.clear();
    let rng = &mut rng(1);
    let key = setup::<Bn254>(&system, rng).unwrap();
    let mut values = vec![ark_bn254::Fr::ONE];
    values.extend((1..system.wires).map(|_| ark_bn254::Fr::rand(rng)));
    let witness = Witness::new(values).unwrap();
    let proof = prove(&key, &system, &witness, rng).unwrap();
    assert!(verify(&key.verifying, &witness.public(key.public()), &proof).unwrap());
}

/// Cancelled at any step, the work returns an error. It finishes if it is not cancelled.
#[test]
fn work_is_cancelled_at_any_step() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    let rng = &mut rng(3);
    let (system, witness) = random_system::<ark_bn254::Fr>(3, 20);
    let key = setup::<Bn254>(&system, rng).unwrap();
    for steps in 0..8 {
        let calls = AtomicUsize::new(0);
        let is_active = || calls.fetch_add(1, Ordering::Relaxed) < steps;
        let key_result = setup_while::<Bn254>(&system, rng, &is_active);
        assert_eq!(key_result.is_ok(), steps >= SETUP_STEPS, "{steps}");
        calls.store(0, Ordering::Relaxed);
        let proven = prove_while(&key, &system, &witness, rng, &is_active);
        match proven {
            Ok(proof) => {
                let public = witness.public(key.public());
                assert!(steps >= 5 && verify(&key.verifying, &public, &proof).unwrap());
            }
            Err(error) => assert_eq!((error, steps < 5), (Error::Interrupted, true), "{steps}"),
        }
        calls.store(0, Ordering::Relaxed);
        let proven = prove_with_key_while(&key, &witness, rng, &is_active);
        assert_eq!(proven.is_ok(), steps >= 5, "{steps}");
    }
}
