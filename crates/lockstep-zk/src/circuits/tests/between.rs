//! `between`: what holds, what does not, and every way to cheat that the rows must stop.

use super::*;
use crate::optimizer::{Level, optimize};

const MIN: i64 = 40;
const MAX: i64 = 60;

fn given(series: &Series<Fr>, times: [u64; 2], bounds: [i64; 2]) -> BetweenInputs<'_, Fr> {
    BetweenInputs {
        series,
        from: times[0],
        to: times[1],
        min: bounds[0],
        max: bounds[1],
        statement: Fr::from(7u64),
    }
}

/// Eight leaves in two runs of four, points at 1000, 1010, …
fn week() -> Series<Fr> {
    series(&[52, 40, 60, 55, 41, 59, 70], 3)
}

fn small_circuit() -> Circuit<Fr> {
    circuit(Kind::Between { log: 2, upper: 1 })
}

#[test]
fn holds_exactly_where_every_value_lies_between() {
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
        let inputs = given(&series, times, bounds).inputs(2, 1).unwrap();
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
        let refused = given(&series, times, bounds).inputs(2, 1);
        assert_eq!(refused, Err(Error::FalseStatement(reason.to_owned())));
    }
    for (times, bounds, reason) in [
        ([1001, 1009], open, "holds no point"),
        ([1071, 2000], open, "holds no point"),
        ([0, 1000], open, "1 ≤ from"),
        ([1020, 1010], open, "1 ≤ from"),
        ([1, 1 << 63], open, "1 ≤ from"),
        ([1000, 1030], open, "strictly inside"),
        ([1040, 1050], open, "strictly inside"),
        ([1000, 1020], [60, 40], "more than max"),
    ] {
        let refused = given(&series, times, bounds).inputs(2, 1).unwrap_err();
        assert!(refused.to_string().contains(reason), "{refused}");
    }
    assert!(given(&series, [1, 1000], open).inputs(2, 0).is_err());
}

/// The widest bounds and values at both ends of an i64: no difference wraps.
#[test]
fn at_the_ends_of_the_numbers() {
    let circuit = circuit(Kind::Between { log: 2, upper: 0 });
    let series = series(&[i64::MIN, 0, i64::MAX], 2);
    for (to, bounds, good) in [
        (1020, [i64::MIN, i64::MAX], true),
        (1020, [i64::MIN + 1, i64::MAX], false),
        (1020, [i64::MIN, i64::MAX - 1], false),
        (1000, [i64::MIN, i64::MIN], true),
    ] {
        let inputs = given(&series, [1, to], bounds).inputs(2, 0);
        assert_eq!(inputs.is_ok(), good, "{bounds:?}");
        if let Ok(inputs) = inputs {
            let public = circuit.witness(&inputs).unwrap().public(10);
            circuit.check_public(&public).unwrap();
        }
    }
}

/// The verifier's half.
#[test]
fn public_inputs_the_rows_cannot_judge() {
    let circuit = small_circuit();
    let inputs = given(&week(), [1000, 1020], [MIN, MAX])
        .inputs(2, 1)
        .unwrap();
    let good = circuit.witness(&inputs).unwrap().public(10);
    circuit.check_public(&good).unwrap();
    for (place, value) in [
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
        bad[place] = value;
        assert!(circuit.check_public(&bad).is_err(), "{place}");
    }
    assert!(circuit.check_public(&good[1..]).is_err());
    assert!(check_public(Kind::Window { log: 2, upper: 1 }, &good).is_err());
}

#[test]
fn against_cheats() {
    let circuit = small_circuit();
    let series = week();
    let honest = |times, bounds| given(&series, times, bounds).inputs(2, 1).unwrap();
    let [values, times, chosen, present, min, max, to, length] = [
        "values", "times", "chosen", "present", "min", "max", "to", "length",
    ]
    .map(|name| wire(&circuit, name, 0));
    let inputs = honest([1005, 1025], [MIN, MAX]);
    let root = (1, series.root());
    for (forced, group) in [
        // Bounds the chosen do not keep, and values that keep them but are not committed.
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
        // The points of the window left out at either end, one taken in, a hole, half a point.
        (
            vec![(chosen + 2, Fr::ZERO)],
            "time of the neighbour behind − to: bits sum up",
        ),
        (
            vec![(chosen + 1, Fr::ZERO)],
            "from − time of the neighbour before: bits sum up",
        ),
        (vec![(chosen, Fr::ONE)], "first time − from: bits sum up"),
        (
            vec![(chosen + 1, Fr::ZERO), (chosen + 2, Fr::ZERO)],
            "the chosen are one run",
        ),
        (
            vec![(chosen + 1, Fr::from(2u64).inverse().unwrap())],
            "the chosen are present",
        ),
        // A later end than the points are of would count one more.
        (
            vec![(to, Fr::from(1035u64))],
            "time of the neighbour behind − to: bits sum up",
        ),
        (
            vec![(present + 3, Fr::ZERO), root],
            "root covers length, type and scale",
        ),
        (vec![(present + 2, Fr::ZERO)], "the chosen are present"),
        (
            vec![(times + 2, Fr::from(1010u64))],
            "step of time: bits sum up",
        ),
        (
            vec![(length, Fr::from(6u64)), root],
            "root covers length, type and scale",
        ),
        // Another count, another root.
        (vec![(2, Fr::from(3u64))], "count is shown"),
        (vec![(1, Fr::ONE)], "root covers length, type and scale"),
    ] {
        assert_eq!(cheat(&circuit, &inputs, &forced), group, "{forced:?}");
    }
    for group in ["value − min of the chosen", "max − value of the chosen"] {
        for made in made_in(&circuit, group) {
            // Shifted by one, a difference has other bits; shifted out of 64 bits, it has none.
            for value in [Fr::from(1u128 << 64), -Fr::ONE] {
                assert_eq!(cheat(&circuit, &inputs, &[(made, value)]), group);
            }
        }
    }
    // A value that no bound keeps, hidden behind a choice the rows do not allow.
    let last = honest([1050, 1055], [MIN, MAX]);
    assert_eq!(
        cheat(&circuit, &last, &[(to, Fr::from(1065u64))]),
        "time of the neighbour behind − to: bits sum up"
    );
}

/// A day left out before committing is another series: root, length and count say so.
#[test]
fn an_omitted_point_is_another_series() {
    let circuit = small_circuit();
    let whole = week();
    let points = whole.points.iter().filter(|point| point.time != 1010);
    let fewer = Series::new(&Hasher::new(), points.copied().collect(), 3, 1, 3).unwrap();
    let public = |series: &Series<Fr>| {
        let inputs = given(series, [1000, 1025], [MIN, MAX]).inputs(2, 1);
        circuit.witness(&inputs.unwrap()).unwrap().public(10)
    };
    let (all, left) = (public(&whole), public(&fewer));
    for (place, same) in [(0, false), (1, false), (2, true), (3, true), (6, false)] {
        assert_eq!(all[place] == left[place], same, "{place}");
    }
}

#[test]
fn optimized_is_the_same_statement() {
    let circuit = small_circuit();
    let inputs = given(&week(), [1005, 1025], [MIN, MAX])
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
        // The cheat that the rows stop is stopped by fewer rows too.
        let mut values = witness.values().to_vec();
        values[wire(&circuit, "min", 0) as usize] = Fr::from(biased(41));
        let cheat = optimized.map.shrink(&Witness::new(values).unwrap());
        let cheat = cheat.unwrap();
        assert!(optimized.system.check(cheat.values()).is_err());
    }
}

/// Proven, and every public input tampered with in turn.
#[test]
fn proven_and_tampered_with() {
    let rng = &mut rng(12);
    let circuit = circuit(Kind::Between { log: 1, upper: 0 });
    let key = groth16::setup::<Bls12_381>(circuit.system(), rng).unwrap();
    let series = series(&[50], 1);
    let inputs = given(&series, [1000, 1005], [MIN, MAX])
        .inputs(1, 0)
        .unwrap();
    let witness = circuit.witness(&inputs).unwrap();
    let proof = groth16::prove(&key, circuit.system(), &witness, rng).unwrap();
    let public = witness.public(10);
    assert!(groth16::verify(&key.verifying, &public, &proof).unwrap());
    for place in 0..public.len() {
        let mut tampered = public.clone();
        tampered[place] += Fr::ONE;
        let held = groth16::verify(&key.verifying, &tampered, &proof).unwrap();
        assert!(!held, "{place}");
    }
}
