//! The circuits at the limits of their inputs, and against dishonest provers.

use ark_bls12_381::{Bls12_381, Fr};
use ark_ff::{AdditiveGroup, Field, UniformRand};
use proptest::prelude::*;

use super::*;
use crate::groth16;
use crate::machine::execute_forced;
use crate::testing::rng;

mod between;
mod membership;
mod sums;

fn circuit(kind: Kind) -> Circuit<Fr> {
    Circuit::new(kind)
}

fn range(value: i64, min: i64, max: i64) -> RangeInputs<Fr> {
    RangeInputs {
        value,
        min,
        max,
        scale: 2,
        blinding: Fr::from(99u64),
        statement: Fr::from(7u64),
    }
}

/// Runs the honest program with some wires forced to other values and assertions off. Returns the
/// group of the first row that fails.
fn cheat(circuit: &Circuit<Fr>, inputs: &Inputs<Fr>, forced: &[(u32, Fr)]) -> String {
    let witness = execute_forced(&circuit.compiled().program, inputs, forced).unwrap();
    match circuit.system().check(witness.values()) {
        Err(Error::Unsatisfied { group, .. }) => group,
        other => panic!("no row rejected the dishonest witness: {other:?}"),
    }
}

/// Returns the wire of a named input.
fn wire(circuit: &Circuit<Fr>, name: &str, index: u32) -> u32 {
    let inputs = &circuit.compiled().program.inputs;
    inputs
        .iter()
        .find(|input| input.name == name)
        .unwrap()
        .first
        + index
}

/// Returns the wires on the product sides of a group's rows, in order.
fn product_wires(circuit: &Circuit<Fr>, group: &str) -> Vec<u32> {
    let system = circuit.system();
    (0..system.rows.len())
        .filter(|row| system.group(*row) == group)
        .filter_map(|row| system.rows[row].c.highest())
        .collect()
}

fn series(values: &[i64], depth: u32) -> Series<Fr> {
    let rng = &mut rng(8);
    let points = values
        .iter()
        .enumerate()
        .map(|(index, value)| Point {
            value: *value,
            time: 1000 + 10 * index as u64,
            blinding: Fr::rand(rng),
        })
        .collect();
    Series::new(&Hasher::new(), points, 3, 1, depth).unwrap()
}

#[test]
fn circuit_names_are_parsed_strictly() {
    for (name, kind) in [
        ("range", Some(Kind::Range { bits: 64 })),
        ("range:16", Some(Kind::Range { bits: 16 })),
        ("range:17", None),
        ("range:064", None),
        ("range:+16", None),
        ("membership", Some(Kind::Membership { depth: 20 })),
        ("membership:0", None),
        ("membership:33", None),
        ("set:2", Some(Kind::Set { size: 2 })),
        ("set:1", None),
        ("aggregate:8", Some(Kind::Aggregate { size: 8 })),
        ("aggregate:7", None),
        ("window:3", Some(Kind::Window { log: 3, upper: 0 })),
        ("window:3:2", Some(Kind::Window { log: 3, upper: 2 })),
        ("window:3:2:0", None),
        ("window", None),
        ("between:5", Some(Kind::Between { log: 5, upper: 0 })),
        ("between:5:3", Some(Kind::Between { log: 5, upper: 3 })),
        ("between:0", None),
        ("between:11", None),
        ("between:5:23", None),
        ("equality", Some(Kind::Equality)),
        ("equality:1", None),
        ("commitment", Some(Kind::Commitment)),
        ("", None),
        ("circuit", None),
    ] {
        assert_eq!(Kind::from_name(name), kind, "{name}");
        if let Some(kind) = kind {
            assert_eq!(Kind::from_name(&kind.name()), Some(kind));
        }
    }
}

/// The numbers of rows are those in the documentation, the same on both curves.
#[test]
fn circuits_have_the_documented_rows() {
    for (name, rows) in [
        ("range:16", 279),
        ("range:32", 311),
        ("range:64", 375),
        ("equality", 489),
        ("membership:20", 5302),
        ("set:4", 248),
        ("commitment", 310),
        ("aggregate:4", 2439),
        ("window:2:1", 3249),
        ("between:2:1", 3512),
    ] {
        let kind = Kind::from_name(name).unwrap();
        let system = circuit(kind).system().clone();
        assert_eq!(system.rows.len(), rows, "{name}");
        let other = Circuit::<ark_bn254::Fr>::new(kind);
        assert_eq!(other.system().rows.len(), rows, "{name}");
        assert_eq!(circuit(kind).system().digest(), system.digest());
    }
}

#[test]
fn range_holds_at_its_limits() {
    for bits in [16, 32, 64] {
        let circuit = circuit(Kind::Range { bits });
        let widest = ((1u128 << bits) - 1) as i128;
        for (value, min, max) in [
            (0i64, 0i64, 0i64),
            (-1, -1, -1),
            (0, 0, 65_535),
            (65_535, 0, 65_535),
            (-32_768, -32_768, 32_767),
            (32_767, -32_768, 32_767),
            (i64::MIN, i64::MIN, i64::MIN),
            (i64::MAX, i64::MAX, i64::MAX),
        ] {
            let inputs = range(value, min, max).inputs().unwrap();
            let witness = circuit.witness(&inputs).unwrap();
            let public = witness.public(circuit.system().public());
            circuit.check_public(&public).unwrap();
            let hash = Hasher::new().commitment(2, biased(value), Fr::from(99u64));
            assert_eq!(public[0], hash);
        }
        // The widest range that the bits allow, then a range wider by one.
        let low = i64::MIN;
        let high = (i128::from(low) + widest) as i64;
        let inputs = range(high, low, high).inputs().unwrap();
        let witness = circuit.witness(&inputs).unwrap();
        circuit.check_public(&witness.public(5)).unwrap();
        if bits < 64 {
            let mut public = witness.public(5);
            public[2] += Fr::ONE;
            assert!(circuit.check_public(&public).is_err());
        }
    }
    for (value, min, max) in [(-1, 0, 9), (10, 0, 9), (i64::MIN, 0, i64::MAX)] {
        let refused = range(value, min, max).inputs();
        assert!(matches!(refused, Err(Error::FalseStatement(_))));
    }
    assert!(range(5, 9, 0).inputs().is_err());
}

/// The conditions that `check_public` enforces: order, width, and no aliases of small numbers
/// modulo the field.
#[test]
fn check_public_rejects_bad_public_inputs() {
    let circuit = circuit(Kind::Range { bits: 32 });
    let good: Vec<Fr> = [1u64, 10, 20, 2, 0].map(Fr::from).into();
    circuit.check_public(&good).unwrap();
    for (index, value) in [
        (1, Fr::from(21u64)),
        (1, -Fr::ONE),
        (2, Fr::from(u64::MAX)),
        (2, -Fr::ONE),
        (3, Fr::from(7u64)),
        (3, -Fr::ONE),
    ] {
        let mut bad = good.clone();
        bad[index] = value;
        assert!(circuit.check_public(&bad).is_err(), "{index}");
    }
    assert!(circuit.check_public(&good[1..]).is_err());
}

#[test]
fn range_rejects_dishonest_witnesses() {
    let circuit = circuit(Kind::Range { bits: 16 });
    let inputs = range(100, 50, 200).inputs().unwrap();
    let first_bit = wire(&circuit, "blinding", 0) + 1;
    // 100 − 50 = 50 = 0b110010: bit 1 is set. A bit 0 of value 2 with a bit 1 of value 0 keeps the
    // sum.
    let cheated = [(first_bit, Fr::from(2u64)), (first_bit + 1, Fr::ZERO)];
    assert_eq!(
        cheat(&circuit, &inputs, &cheated),
        "value − min: bits are boolean"
    );
    assert_eq!(
        cheat(&circuit, &inputs, &[(first_bit, Fr::ONE)]),
        "value − min: bits sum up"
    );
    // For a value one below min, v − min wraps to r − 1. The low bits of r − 1 do not sum to it.
    let value = wire(&circuit, "value", 0);
    let below = Fr::from(biased(49));
    assert_eq!(
        cheat(&circuit, &inputs, &[(value, below)]),
        "value − min: bits sum up"
    );
    let above = Fr::from(biased(201));
    assert_eq!(
        cheat(&circuit, &inputs, &[(value, above)]),
        "max − value: bits sum up"
    );
    let second = first_bit + 16;
    let cheated = [(second, Fr::from(2u64)), (second + 1, Fr::ZERO)];
    assert_eq!(
        cheat(&circuit, &inputs, &[(second, Fr::ONE + Fr::ONE)]),
        "max − value: bits are boolean"
    );
    assert_eq!(
        cheat(&circuit, &inputs, &cheated),
        "max − value: bits are boolean"
    );
    // The commitment of another value, forced at the output and inside the hash.
    assert_eq!(
        cheat(&circuit, &inputs, &[(1, Fr::from(5u64))]),
        "commitment opens"
    );
    for wire in product_wires(&circuit, "commitment opens") {
        assert_eq!(
            cheat(&circuit, &inputs, &[(wire, Fr::from(5u64))]),
            "commitment opens"
        );
    }
    let [square] = product_wires(&circuit, "statement is bound")[..] else {
        panic!("one row binds the statement");
    };
    assert_eq!(
        cheat(&circuit, &inputs, &[(square, Fr::ONE)]),
        "statement is bound"
    );
}

#[test]
fn equality_and_commitment_prove_equal_values_and_openings() {
    let equality = circuit(Kind::Equality);
    let mut request = EqualityInputs {
        values: [-3, -3],
        scale: 0,
        blindings: [Fr::from(1u64), Fr::from(2u64)],
        statement: Fr::ZERO,
    };
    let inputs = request.inputs().unwrap();
    let witness = equality.witness(&inputs).unwrap();
    let public = witness.public(4);
    let hasher = Hasher::new();
    assert_eq!(public[0], hasher.commitment(0, biased(-3), Fr::from(1u64)));
    assert_eq!(public[1], hasher.commitment(0, biased(-3), Fr::from(2u64)));
    equality.check_public(&public).unwrap();
    for (output, group) in [(1, "commitment 1 opens"), (2, "commitment 2 opens")] {
        assert_eq!(cheat(&equality, &inputs, &[(output, Fr::ONE)]), group);
    }
    request.values[1] = -2;
    assert!(matches!(request.inputs(), Err(Error::FalseStatement(_))));

    let commitment = circuit(Kind::Commitment);
    let request = CommitmentInputs {
        value: i64::MIN,
        scale: 6,
        blinding: Fr::from(3u64),
        statement: Fr::ONE,
    };
    let inputs = request.inputs();
    let witness = commitment.witness(&inputs).unwrap();
    commitment.check_public(&witness.public(3)).unwrap();
    let value = wire(&commitment, "value", 0);
    let wide = Fr::from(1u128 << 64);
    assert_eq!(
        cheat(&commitment, &inputs, &[(value, wide)]),
        "value: bits sum up"
    );
    assert_eq!(
        cheat(&commitment, &inputs, &[(value, -Fr::ONE)]),
        "value: bits sum up"
    );
}

/// A change of any single wire of an honest witness violates a row.
#[test]
fn no_wire_is_free() {
    for (name, inputs) in [
        ("range:16", range(100, 50, 200).inputs().unwrap()),
        ("window:2:1", {
            let series = series(&[1, 2, 3, 4, 5, 6], 3);
            let statement = Fr::ONE;
            let request = WindowInputs {
                series: &series,
                from: 1005,
                to: 1025,
                statement,
            };
            request.inputs(2, 1).unwrap()
        }),
        ("between:2:1", {
            let request = BetweenInputs {
                series: &series(&[1, 2, 3, 4, 5, 6], 3),
                from: 1005,
                to: 1025,
                min: 2,
                max: 4,
                statement: Fr::ONE,
            };
            request.inputs(2, 1).unwrap()
        }),
    ] {
        let circuit = circuit(Kind::from_name(name).unwrap());
        let witness = circuit.witness(&inputs).unwrap();
        let mut values = witness.values().to_vec();
        let mut rows_of = vec![Vec::new(); values.len()];
        for (number, row) in circuit.system().rows.iter().enumerate() {
            for side in [&row.a, &row.b, &row.c] {
                for (wire, _) in side.terms() {
                    rows_of[*wire as usize].push(number);
                }
            }
        }
        for wire in 1..values.len() {
            values[wire] += Fr::ONE;
            let violated = rows_of[wire]
                .iter()
                .any(|row| !circuit.system().rows[*row].holds(&values));
            // Times, values and blindings of absent points are multiplied by zero, so they can have
            // any value.
            let [times, values_, blindings] = ["times", "values", "blindings"].map(|input| {
                let program = &circuit.compiled().program;
                program
                    .inputs
                    .iter()
                    .find(|known| known.name == input)
                    .map_or(0, |i| i.first)
            });
            let absent = !name.starts_with("range")
                && [times, values_, blindings]
                    .iter()
                    .any(|first| (*first..first + 4).contains(&(wire as u32)));
            assert!(violated || absent, "{name}: wire {wire} is free");
            values[wire] -= Fr::ONE;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn range_inputs_exist_exactly_for_values_inside(value in any::<i64>(), a in any::<i64>(), b in any::<i64>()) {
        let (min, max) = (a.min(b), a.max(b));
        let circuit = circuit(Kind::Range { bits: 64 });
        let inputs = range(value, min, max).inputs();
        prop_assert_eq!(inputs.is_ok(), (min..=max).contains(&value));
        if let Ok(inputs) = inputs {
            let witness = circuit.witness(&inputs).unwrap();
            prop_assert!(circuit.check_public(&witness.public(5)).is_ok());
        }
        prop_assert_eq!(unbiased(biased(value)), value);
    }
}

#[test]
fn a_range_proof_verifies_only_for_its_statement() {
    let rng = &mut rng(6);
    let circuit = circuit(Kind::Range { bits: 16 });
    let key = groth16::setup::<Bls12_381>(circuit.system(), rng).unwrap();
    let statement = Statement {
        domain: "test".to_owned(),
        circuit: circuit.kind().name(),
        key_digest: key.verifying.digest(),
        bounds: [50, 200],
        scale: 2,
        nonce: b"fresh".to_vec(),
        ..Statement::default()
    };
    let mut request = range(100, 50, 200);
    request.statement = statement.field();
    let witness = circuit.witness(&request.inputs().unwrap()).unwrap();
    let proof = groth16::prove(&key, circuit.system(), &witness, rng).unwrap();
    let mut public = witness.public(circuit.system().public());
    circuit.check_public(&public).unwrap();
    let verify = |public: &[Fr]| groth16::verify(&key.verifying, public, &proof).unwrap();
    assert!(verify(&public));
    // The verifier expects another nonce.
    let other = Statement {
        nonce: b"other".to_vec(),
        ..statement
    };
    public[4] = other.field();
    assert!(!verify(&public));
}
