//! Proofs, keys and files on the curves of levels 192 and 256, and the inputs that their readers refuse.

#![expect(clippy::unwrap_used, reason = "a failed setup fails the test")]

use lockstep_zk::ark_ec::pairing::Pairing;
use lockstep_zk::ark_ec::short_weierstrass::{Affine, SWCurveConfig};
use lockstep_zk::ark_ec::{AffineRepr, CurveGroup};
use lockstep_zk::ark_ff::{Field, PrimeField};
use lockstep_zk::circuits::{Circuit, Kind, RangeInputs};
use lockstep_zk::curves::{Bls, BlsConfig, Config24, Config48};
use lockstep_zk::formats::{compact, json, r1cs, zkey};
use lockstep_zk::r1cs::Witness;
use lockstep_zk::{
    Bls24_509, Bls48_575, Bn254, Curve, Error, FileDefect, Format, field, groth16, pghr13,
};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::{Value, json};

type Scalar<C> = <C as BlsConfig>::Fr;

/// A circuit with a witness of the statement 40 ≤ 52 ≤ 60.
fn range<F: PrimeField>() -> (Circuit<F>, Witness<F>) {
    let circuit = Circuit::<F>::new(Kind::Range { bits: 16 });
    let inputs = RangeInputs {
        value: 52,
        min: 40,
        max: 60,
        scale: 0,
        blinding: F::from(7u64),
        statement: F::from(9u64),
    };
    let witness = circuit.witness(&inputs.inputs().unwrap()).unwrap();
    (circuit, witness)
}

struct Proven<E: Curve> {
    key: groth16::ProvingKey<E>,
    proof: groth16::Proof<E>,
    public: Vec<E::ScalarField>,
}

fn proven<E: Curve>(rng: &mut ChaCha20Rng) -> Proven<E> {
    let (circuit, witness) = range::<E::ScalarField>();
    let key = groth16::setup::<E>(circuit.system(), rng).unwrap();
    let proof = groth16::prove(&key, circuit.system(), &witness, rng).unwrap();
    let public = witness.public(circuit.system().public());
    Proven { key, proof, public }
}

/// Returns the key of the proof.
fn proves_with_groth16<E: Curve>(lengths: [usize; 2]) -> groth16::ProvingKey<E> {
    let rng = &mut ChaCha20Rng::from_seed([1; 32]);
    let Proven { key, proof, public } = proven::<E>(rng);
    assert!(groth16::verify(&key.verifying, &public, &proof).unwrap());
    let prepared = groth16::PreparedKey::new(&key.verifying);
    assert!(prepared.verify(&public, &proof).unwrap());
    let batch = vec![(public.clone(), proof.clone()); 2];
    assert!(groth16::verify_batch(&prepared, &batch, rng).unwrap());
    let mut wrong = public.clone();
    wrong[1] += E::ScalarField::ONE;
    assert!(!groth16::verify(&key.verifying, &wrong, &proof).unwrap());
    assert!(!prepared.verify(&wrong, &proof).unwrap());
    let few = groth16::verify(&key.verifying, &public[1..], &proof);
    assert!(matches!(few, Err(Error::Length { .. })));

    let written = compact::write_proof(&proof);
    assert_eq!(written.len(), lengths[0]);
    assert_eq!(compact::read_proof(&written), Ok(proof.clone()));
    let numbers = compact::write_public(&public);
    assert_eq!(numbers.len(), public.len() * lengths[1]);
    assert_eq!(compact::read_public(&numbers), Ok(public.clone()));
    assert_eq!(json::read_proof(&json::write_proof(&proof)), Ok(proof));
    let verifying = json::write_verifying_key(&key.verifying);
    assert_eq!(
        json::read_verifying_key(&verifying),
        Ok(key.verifying.clone())
    );
    let file = zkey::write(&key);
    assert!(zkey::read::<E>(&file).unwrap() == key);
    let other = zkey::read::<Bn254>(&file).unwrap_err();
    assert_eq!(
        other,
        Error::Malformed {
            format: Format::Zkey,
            fault: FileDefect::WrongCurve
        }
    );
    let (circuit, _) = range::<E::ScalarField>();
    let system = r1cs::write(circuit.system());
    let read = r1cs::read::<E::ScalarField>(&system).unwrap();
    assert!(r1cs::write(&read) == system && read.rows == circuit.system().rows);
    key
}

/// Returns the error of a key that its reader refuses.
fn refusal<E: Curve>(key: &groth16::ProvingKey<E>) -> String {
    let error = zkey::read::<E>(&zkey::write(key)).err();
    error.expect("the key is refused").to_string()
}

/// Keys with one point that is outside its group, or is infinity.
fn refuses_hostile_keys<C: BlsConfig>(
    mut key: groth16::ProvingKey<Bls<C>>,
    read: impl Fn(&groth16::ProvingKey<Bls<C>>) -> String,
) {
    let good = key.verifying.clone();
    let (g, h) = (C::G1::GENERATOR, C::G2::GENERATOR);
    let off1 = Affine::<C::G1>::new_unchecked(g.x, g.y + C::Fq::ONE);
    let off2 = Affine::<C::G2>::new_unchecked(h.x + h.x, h.y);
    for (alpha, reason) in [
        (off1, "not on the curve"),
        (outside(), "outside the prime-order subgroup"),
        (Affine::zero(), "the point at infinity"),
    ] {
        key.verifying.alpha = alpha;
        let error = read(&key);
        assert!(error.contains(reason), "{reason}: {error}");
    }
    key.verifying.alpha = good.alpha;
    for (delta, reason) in [
        (off2, "not on the curve"),
        (outside(), "outside the prime-order subgroup"),
        (Affine::zero(), "the point at infinity"),
    ] {
        key.verifying.delta = delta;
        let error = read(&key);
        assert!(error.contains(reason), "{reason}: {error}");
    }
    key.verifying.delta = good.delta;
    key.verifying.ic[1] = outside();
    let error = read(&key);
    assert!(error.contains("input point 1"), "{error}");
}

#[test]
fn groth16_proves_at_level_192() {
    let key = proves_with_groth16::<Bls24_509>([422, 56]);
    refuses_hostile_keys::<Config24>(key, refusal::<Bls24_509>);
}

#[test]
fn groth16_proves_at_level_256() {
    let key = proves_with_groth16::<Bls48_575>([761, 72]);
    refuses_hostile_keys::<Config48>(key, refusal::<Bls48_575>);
}

fn proves_with_pghr13<E: Curve>(length: usize) {
    let rng = &mut ChaCha20Rng::from_seed([2; 32]);
    let (circuit, witness) = range::<E::ScalarField>();
    let key = pghr13::setup::<E>(circuit.system(), rng).unwrap();
    let proof = pghr13::prove(&key, &witness, rng).unwrap();
    let mut public = witness.public(circuit.system().public());
    assert!(pghr13::verify(&key.verifying, &public, &proof, rng).unwrap());
    let written = compact::write_pghr13_proof(&proof);
    assert_eq!(written.len(), length);
    assert_eq!(compact::read_pghr13_proof(&written), Ok(proof.clone()));
    public[1] += E::ScalarField::ONE;
    assert!(!pghr13::verify(&key.verifying, &public, &proof, rng).unwrap());
}

#[test]
fn pghr13_proves_at_both_levels() {
    proves_with_pghr13::<Bls24_509>(742);
    proves_with_pghr13::<Bls48_575>(1126);
}

#[test]
fn a_set_up_with_contributions_proves_at_level_192() {
    type E = Bls24_509;
    let rng = &mut ChaCha20Rng::from_seed([3; 32]);
    let mut key = proven::<E>(rng).key;
    key.verifying.delta = <E as Pairing>::G2Affine::generator();
    key.delta1 = <E as Pairing>::G1Affine::generator();
    groth16::contribute(&mut key, "first", rng);
    groth16::contribute(&mut key, "second", rng);
    assert_eq!(groth16::verify_contributions(&key), Ok(()));
    key.contributions.swap(0, 1);
    assert!(groth16::verify_contributions(&key).is_err());
}

/// The first point of the curve outside the subgroup.
fn outside<P: SWCurveConfig>() -> Affine<P> {
    let mut x = P::BaseField::ONE;
    loop {
        let point = Affine::<P>::get_point_from_x_unchecked(x, false);
        match point {
            Some(point) if !point.is_in_correct_subgroup_assuming_on_curve() => return point,
            _ => x += P::BaseField::ONE,
        }
    }
}

fn numbers<F: Field>(element: F) -> Value {
    let numbers = element.to_base_prime_field_elements();
    json!(
        numbers
            .map(|number| field::to_decimal(&number))
            .collect::<Vec<_>>()
    )
}

fn refuses_hostile_json<C: BlsConfig>() {
    let of = |seed: u64| Scalar::<C>::from(seed);
    let good = groth16::Proof::<Bls<C>> {
        a: (C::G1::GENERATOR * of(2)).into_affine(),
        b: (C::G2::GENERATOR * of(3)).into_affine(),
        c: (C::G1::GENERATOR * of(5)).into_affine(),
        key_digest: None,
    };
    let value = json::proof_to_value(&good);
    assert_eq!(json::proof_from_value(&value), Ok(good));
    let modulus = C::Fq::MODULUS.to_string();
    let (one, two) = (outside::<C::G1>(), outside::<C::G2>());
    let zeros = vec!["0"; C::TWIST_DEGREE];
    type Change<'a> = Box<dyn Fn(&mut Value) + 'a>;
    let changes: Vec<(&str, Change<'_>)> = vec![
        (
            "pi_a 0 is not on the curve",
            Box::new(|v| v["pi_a"][0] = json!("1")),
        ),
        (
            "pi_b 0 is not on the curve",
            Box::new(|v| v["pi_b"][0][1] = json!("1")),
        ),
        (
            "pi_a 0 is not canonical",
            Box::new(|v| v["pi_a"][0] = json!(modulus)),
        ),
        (
            "pi_b 0 is not canonical",
            Box::new(|v| v["pi_b"][1][0] = json!(modulus)),
        ),
        (
            "pi_a 0 is outside the prime-order subgroup",
            Box::new(|v| {
                v["pi_a"][0] = numbers(one.x)[0].clone();
                v["pi_a"][1] = numbers(one.y)[0].clone();
            }),
        ),
        (
            "pi_b 0 is outside the prime-order subgroup",
            Box::new(|v| {
                v["pi_b"][0] = numbers(two.x);
                v["pi_b"][1] = numbers(two.y);
            }),
        ),
        (
            "pi_c 0 is the point at infinity",
            Box::new(|v| v["pi_c"] = json!(["0", "1", "0"])),
        ),
        (
            "pi_b 0 is the point at infinity",
            Box::new(|v| v["pi_b"][2] = json!(zeros)),
        ),
        (
            "pi_b 0 must have",
            Box::new(|v| v["pi_b"][0] = json!(["1", "2"])),
        ),
        (
            "pi_a 0 must have",
            Box::new(|v| v["pi_a"] = json!(["1", "2"])),
        ),
        (
            "another curve",
            Box::new(|v| v["curve"] = json!("bls12-381")),
        ),
        (
            "another curve",
            Box::new(|v| drop(v.as_object_mut().unwrap().remove("curve"))),
        ),
    ];
    for (reason, change) in changes {
        let mut changed = value.clone();
        change(&mut changed);
        let error = json::proof_from_value::<Bls<C>>(&changed)
            .unwrap_err()
            .to_string();
        assert!(error.contains(reason), "{reason}: {error}");
    }
}

#[test]
fn hostile_json_is_refused() {
    refuses_hostile_json::<Config24>();
    refuses_hostile_json::<Config48>();
}

fn refuses_hostile_bytes<C: BlsConfig>() {
    let proof = groth16::Proof::<Bls<C>> {
        a: C::G1::GENERATOR,
        b: C::G2::GENERATOR,
        c: -C::G1::GENERATOR,
        key_digest: Some([7; 32]),
    };
    let bytes = compact::write_proof(&proof);
    let read = |bytes: &[u8]| compact::read_proof::<Bls<C>>(bytes).ok();
    assert_eq!(read(&bytes), Some(proof));
    let last = bytes.len() - 1;
    for length in [0, 5, 37, 38, 60, last] {
        assert_eq!(read(&bytes[..length]), None, "cut at {length}");
    }
    assert_eq!(read(&[&bytes[..], b"x"].concat()), None);
    // Every bit of the last byte of C: a bit that arkworks' reader ignores must not be accepted.
    for bit in 0..8 {
        let mut changed = bytes.clone();
        changed[last] ^= 1 << bit;
        if let Some(other) = read(&changed) {
            assert_eq!(compact::write_proof(&other), changed, "bit {bit}");
            assert_ne!(Some(other), read(&bytes), "bit {bit}");
        }
    }
    for curve in [0, 1, 2, 5] {
        let mut changed = bytes.clone();
        changed[5] = curve;
        assert_eq!(read(&changed), None, "curve {curve}");
    }
    let width = field::width::<C::Fr>();
    let over = [field::modulus::<C::Fr>(), vec![0; width]].concat();
    assert!(compact::read_public::<C::Fr>(&over).is_err());
    assert!(compact::read_public::<C::Fr>(&vec![0; width + 1]).is_err());
    assert!(compact::read_public::<C::Fr>(&vec![0xff; width]).is_err());
}

#[test]
fn hostile_bytes_are_refused() {
    refuses_hostile_bytes::<Config24>();
    refuses_hostile_bytes::<Config48>();
}
