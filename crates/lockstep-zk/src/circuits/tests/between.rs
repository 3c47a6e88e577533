//! `between`: true statements, false statements, and dishonest witnesses that the rows must reject.

use super::*;
use crate::optimizer::{Level, optimize};

const MIN: i64 = 40;
const MAX: i64 = 60;

fn request(series: &Series<Fr>, times: [u64; 2], bounds: [i64; 2]) -> BetweenInputs<'_, Fr> {
    BetweenInputs {
        series,
        from: times[0],
        to: times[1],
        min: bounds[0],
        max: bounds[1],
        statement: Fr::from(7u64),
    }
}

/// Eight leaves in two runs of four. The times are 1000, 1010, …
fn week() -> Series<Fr> {
    series(&[52, 40, 60, 55, 41, 59, 70], 3)
}

fn small_circuit() -> Circuit<Fr> {
    circuit(Kind::Between { log: 2, upper: 1 })
}

#[test]
fn between_holds_exactly_if_every_value_is_in_bounds() {
    let circuit = small_circuit();
    let series = week();
    let open = [i64::MIN, i64::MAX];
    for (times, bounds, count) in [
        ([1, 1000], [52, 52], 1),
        ([1000, 1025], [MIN, MAX], 3),
        ([1001, 1029], [MIN, MAX], 2),
        ([1010, 1010], [40, 40], 1),
        ([1000, 1020], [MIN, i64::MAX], 3),
        ([1000, 1020], [i64::MIN, MAX], 3),
        ([1041, 1059], [59, 59], 1),
        ([1050, (1 << 63) - 1], open, 2),
        ([1050, (1 << 63) - 1], [0, 70], 2),
    ] {
        let inputs = request(&series, times, bounds).inputs(2, 1).unwrap();
        let public = circuit.witness(&inputs).unwrap().public(10);
        circuit.check_public(&public).unwrap();
        assert_eq!(public[0], series.root());
        let expected = [
            count,
            times[0],
            times[1],
            biased(bounds[0]),
            biased(bounds[1]),
            7,
            3,
            1,
            7,
        ];
        assert_eq!(public[1..], expected.map(Fr::from));
    }
    for (times, bounds, reason) in [
        (
            [1000, 1020],
            [41, 60],
            "the point at time 1010 is below min",
        ),
        (
            [1000, 1020],
            [40, 59],
            "the point at time 1020 is above max",
        ),
        (
            [1050, 1070],
            [40, 60],
            "the point at time 1060 is above max",
        ),
    ] {
        let refused = request(&series, times, bounds).inputs(2, 1);
        assert_eq!(refused, Err(Error::FalseStatement(reason.to_owned())));
    }
    for (times, bounds, reason) in [
        ([1001, 1009], open, "contains no point"),
        ([1071, 2000], open, "contains no point"),
        ([0, 1000], open, "1 ≤ from"),
        ([1020, 1010], open, "1 ≤ from"),
        ([1, 1 << 63], open, "1 ≤ from"),
        ([1000, 1030], open, "not at its ends"),
        ([1040, 1050], open, "not at its ends"),
        ([1000, 1020], [60, 40], "greater than max"),
    ] {
        let refused = request(&series, times, bounds).inputs(2, 1).unwrap_err();
        assert!(refused.to_string().contains(reason), "{refused}");
    }
    assert!(request(&series, [1, 1000], open).inputs(2, 0).is_err());
}

/// No difference wraps for the widest bounds and values at both ends of an i64.
#[test]
fn between_holds_at_the_ends_of_i64() {
    let circuit = circuit(Kind::Between { log: 2, upper: 0 });
    let series = series(&[i64::MIN, 0, i64::MAX], 2);
    for (to, bounds, good) in [
        (1020, [i64::MIN, i64::MAX], true),
        (1020, [i64::MIN + 1, i64::MAX], false),
        (1020, [i64::MIN, i64::MAX - 1], false),
        (1000, [i64::MIN, i64::MIN], true),
    ] {
        let inputs = request(&series, [1, to], bounds).inputs(2, 0);
        assert_eq!(inputs.is_ok(), good, "{bounds:?}");
        if let Ok(inputs) = inputs {
            let public = circuit.witness(&inputs).unwrap().public(10);
            circuit.check_public(&public).unwrap();
        }
    }
}

/// The conditions that `check_public` enforces.
#[test]
fn check_public_rejects_bad_public_inputs() {
    let circuit = small_circuit();
    let inputs = request(&week(), [1000, 1020], [MIN, MAX])
        .inputs(2, 1)
        .unwrap();
    let good = circuit.witness(&inputs).unwrap().public(10);
    circuit.check_public(&good).unwrap();
    for (index, value) in [
        (2, Fr::ZERO),
        (2, Fr::from(1021u64)),
        (2, -Fr::ONE),
        (3, Fr::from(999u64)),
        (3, Fr::from(1u64 << 63)),
        (3, -Fr::ONE),
        (4, Fr::from(biased(MAX) + 1)),
        (4, -Fr::ONE),
        (5, Fr::from(biased(MIN) - 1)),
        (5, Fr::from(1u128 << 64)),
        (8, Fr::from(7u64)),
        (8, -Fr::ONE),
    ] {
        let mut bad = good.clone();
        bad[index] = value;
        assert!(circuit.check_public(&bad).is_err(), "{index}");
    }
    assert!(circuit.check_public(&good[1..]).is_err());
    assert!(check_public(Kind::Window { log: 2, upper: 1 }, &good).is_err());
}

#[test]
fn between_rejects_dishonest_witnesses() {
    let circuit = small_circuit();
    let series = week();
    let honest = |times, bounds| request(&series, times, bounds).inputs(2, 1).unwrap();
    let [values, times, chosen, present, min, max, to, length] = [
        "values", "times", "chosen", "present", "min", "max", "to", "length",
    ]
    .map(|name| wire(&circuit, name, 0));
    let inputs = honest([1005, 1025], [MIN, MAX]);
    let root = (1, series.root());
    for (forced, group) in [
        // Bounds that a chosen value violates, and values within bounds that are not committed.
        (
            vec![(min, Fr::from(biased(41)))],
            "value − min: bits sum up",
        ),
        (
            vec![(max, Fr::from(biased(59)))],
            "max − value: bits sum up",
        ),
        (
            vec![(values + 1, Fr::from(biased(50))), root],
            "root covers length, type and scale",
        ),
        (vec![(values + 1, -Fr::ONE)], "value − min: bits sum up"),
        // Points omitted at either end, an extra point chosen, a gap, half of a point.
        (
            vec![(chosen + 2, Fr::ZERO)],
            "time of the next neighbour − to: bits sum up",
        ),
        (
            vec![(chosen + 1, Fr::ZERO)],
            "from − time of the previous neighbour: bits sum up",
        ),
        (vec![(chosen, Fr::ONE)], "first time − from: bits sum up"),
        (
            vec![(chosen + 1, Fr::ZERO), (chosen + 2, Fr::ZERO)],
            "the chosen points are one run",
        ),
        (
            vec![(chosen + 1, Fr::from(2u64).inverse().unwrap())],
            "the chosen points are present",
        ),
        // With a later end, the window contains one more point than the chosen ones.
        (
            vec![(to, Fr::from(1035u64))],
            "time of the next neighbour − to: bits sum up",
        ),
        (
            vec![(present + 3, Fr::ZERO), root],
            "root covers length, type and scale",
        ),
        (
            vec![(present + 2, Fr::ZERO)],
            "the chosen points are present",
        ),
        (
            vec![(times + 2, Fr::from(1010u64))],
            "time step: bits sum up",
        ),
        (
            vec![(length, Fr::from(6u64)), root],
            "root covers length, type and scale",
        ),
        // A wrong count, and a wrong root.
        (vec![(2, Fr::from(3u64))], "count is public"),
        (vec![(1, Fr::ONE)], "root covers length, type and scale"),
    ] {
        assert_eq!(cheat(&circuit, &inputs, &forced), group, "{forced:?}");
    }
    for group in [
        "value − min of a chosen point",
        "max − value of a chosen point",
    ] {
        for wire in product_wires(&circuit, group) {
            // Neither value equals the chosen difference, so the product row fails.
            for value in [Fr::from(1u128 << 64), -Fr::ONE] {
                assert_eq!(cheat(&circuit, &inputs, &[(wire, value)]), group);
            }
        }
    }
    // The witness leaves out a value of the window because it is out of bounds.
    let last = honest([1050, 1055], [MIN, MAX]);
    assert_eq!(
        cheat(&circuit, &last, &[(to, Fr::from(1065u64))]),
        "time of the next neighbour − to: bits sum up"
    );
}

/// If a point is omitted before the commitment, root, length and count differ.
#[test]
fn a_series_without_one_point_has_another_root() {
    let circuit = small_circuit();
    let whole = week();
    let remaining = whole.points.iter().filter(|point| point.time != 1010);
    let shorter = Series::new(&Hasher::new(), remaining.copied().collect(), 3, 1, 3).unwrap();
    let public = |series: &Series<Fr>| {
        let inputs = request(series, [1000, 1025], [MIN, MAX]).inputs(2, 1);
        circuit.witness(&inputs.unwrap()).unwrap().public(10)
    };
    let (full, reduced) = (public(&whole), public(&shorter));
    for (index, same) in [(0, false), (1, false), (2, true), (3, true), (6, false)] {
        assert_eq!(full[index] == reduced[index], same, "{index}");
    }
}

#[test]
fn the_optimized_circuit_has_the_same_statement() {
    let circuit = small_circuit();
    let inputs = request(&week(), [1005, 1025], [MIN, MAX])
        .inputs(2, 1)
        .unwrap();
    let witness = circuit.witness(&inputs).unwrap();
    for level in [Level::Basic, Level::Aggressive] {
        let optimized = optimize(circuit.system(), level).unwrap();
        assert!(optimized.system.rows.len() < circuit.system().rows.len());
        let small = optimized.map.shrink(&witness).unwrap();
        optimized.system.check(small.values()).unwrap();
        let back = optimized.map.expand(&small).unwrap();
        circuit.system().check(back.values()).unwrap();
        assert_eq!(back.public(10), witness.public(10));
        // The optimized rows also reject a dishonest witness.
        let mut values = witness.values().to_vec();
        values[wire(&circuit, "min", 0) as usize] = Fr::from(biased(41));
        let cheat = optimized.map.shrink(&Witness::new(values).unwrap());
        let cheat = cheat.unwrap();
        assert!(optimized.system.check(cheat.values()).is_err());
    }
}

/// A proof verifies, and fails after a change of any public input.
#[test]
fn a_between_proof_verifies_only_for_its_public_inputs() {
    let rng = &mut rng(12);
    let circuit = circuit(Kind::Between { log: 1, upper: 0 });
    let key = groth16::setup::<Bls12_381>(circuit.system(), rng).unwrap();
    let series = series(&[50], 1);
    let inputs = request(&series, [1000, 1005], [MIN, MAX])
        .inputs(1, 0)
        .unwrap();
    let witness = circuit.witness(&inputs).unwrap();
    let proof = groth16::prove(&key, circuit.system(), &witness, rng).unwrap();
    let public = witness.public(10);
    assert!(groth16::verify(&key.verifying, &public, &proof).unwrap());
    for index in 0..public.len() {
        let mut tampered = public.clone();
        tampered[index] += Fr::ONE;
        let verified = groth16::verify(&key.verifying, &tampered, &proof).unwrap();
        assert!(!verified, "{index}");
    }
}
