//! Circuits over sums of series and windows.

use super::*;

#[test]
fn aggregate_shows_sum_and_count() {
    let circuit = circuit(Kind::Aggregate { size: 4 });
    for values in [
        &[5, -7, 0, 9][..],
        &[i64::MIN, i64::MIN, i64::MIN, i64::MIN],
        &[i64::MAX, i64::MAX, i64::MAX],
        &[-1],
    ] {
        let series = series(values, 2);
        let statement = Fr::ONE;
        let request = AggregateInputs {
            series: &series,
            statement,
        };
        let witness = circuit.witness(&request.inputs(4).unwrap()).unwrap();
        let public = witness.public(6);
        circuit.check_public(&public).unwrap();
        assert_eq!(public[0], series.root());
        assert_eq!(public[2], Fr::from(values.len() as u64));
        let sum = values.iter().map(|value| i128::from(*value)).sum::<i128>();
        assert_eq!(unbiased_sum(&public[1], values.len() as u64), Some(sum));
        assert!(request.inputs(8).is_err());
    }
    assert_eq!(unbiased_sum(&-Fr::ONE, 3), None);
    assert!(Series::<Fr>::new(&Hasher::new(), Vec::new(), 0, 0, 2).is_err());
}

#[test]
fn aggregate_rejects_dishonest_witnesses() {
    let circuit = circuit(Kind::Aggregate { size: 4 });
    let series = series(&[5, -7, 9], 2);
    let statement = Fr::ONE;
    let inputs = AggregateInputs {
        series: &series,
        statement,
    }
    .inputs(4)
    .unwrap();
    let cheat = |forced: &[(u32, Fr)]| cheat(&circuit, &inputs, forced);
    let [values, present] = ["values", "present"].map(|name| wire(&circuit, name, 0));
    // A value of r − 1 would reduce the sum by one.
    assert_eq!(cheat(&[(values, -Fr::ONE)]), "value: bits sum up");
    assert_eq!(
        cheat(&[(present + 1, Fr::from(2u64))]),
        "presence is boolean"
    );
    // A point omitted from the middle.
    assert_eq!(
        cheat(&[(present + 1, Fr::ZERO)]),
        "present points come first"
    );
    // The last point omitted, or an invented point. Either changes the root, an output; the test
    // forces the true root.
    let root = (1, series.root());
    let group = "root covers length, type and scale";
    assert_eq!(cheat(&[(present + 2, Fr::ZERO), root]), group);
    assert_eq!(cheat(&[(present + 3, Fr::ONE), root]), group);
    assert_eq!(cheat(&[(values, Fr::from(biased(6))), root]), group);
    assert_eq!(cheat(&[(2, Fr::ONE)]), "sum and count are public");
    assert_eq!(cheat(&[(3, Fr::ONE)]), "sum and count are public");
    for group in [
        "leaf is hashed",
        "absent leaves are empty",
        "sum of the present points",
        "tree is hashed",
    ] {
        for wire in product_wires(&circuit, group).into_iter().step_by(29) {
            assert_eq!(cheat(&[(wire, Fr::from(3u64))]), group);
        }
    }
}

#[test]
fn window_shows_sum_and_count_of_its_points() {
    // Eight leaves in two runs of four. The times are 1000, 1010, …
    let circuit = circuit(Kind::Window { log: 2, upper: 1 });
    let six = series(&[1, 2, 3, 4, 5, 6], 3);
    let full = series(&[1, 2, 3, 4, 5, 6, 7, 8], 3);
    let window = |series: &Series<Fr>, from, to| {
        let statement = Fr::ONE;
        let request = WindowInputs {
            series,
            from,
            to,
            statement,
        };
        let public = circuit.witness(&request.inputs(2, 1)?)?.public(9);
        circuit.check_public(&public)?;
        assert_eq!(public[0], series.root());
        let count = field::to_u64(&public[2]).unwrap();
        Ok::<_, Error>((unbiased_sum(&public[1], count).unwrap(), count))
    };
    for (from, to, expected) in [
        (1, 1000, (1, 1)),
        (1000, 1025, (6, 3)),
        (1001, 1029, (5, 2)),
        (1010, 1010, (2, 1)),
        (1041, 1059, (6, 1)),
        (1050, (1 << 63) - 1, (6, 1)),
    ] {
        assert_eq!(window(&six, from, to), Ok(expected), "{from} to {to}");
    }
    for (from, to) in [
        (0, 1000),
        (1020, 1010),
        (1001, 1009),
        (1000, 1030),
        (1020, 1050),
        (1040, 1050),
        (1, 1 << 63),
    ] {
        assert!(window(&six, from, to).is_err(), "{from} to {to}");
    }
    assert_eq!(window(&full, 1050, 1065), Ok((13, 2)));
    assert!(window(&full, 1050, 1075).is_err(), "the run's last slot");
}

#[test]
fn window_rejects_dishonest_witnesses() {
    let circuit = circuit(Kind::Window { log: 2, upper: 1 });
    let series = series(&[1, 2, 3, 4, 5, 6, 7, 8], 3);
    let inputs_of = |from, to| {
        let statement = Fr::ONE;
        WindowInputs {
            series: &series,
            from,
            to,
            statement,
        }
        .inputs(2, 1)
        .unwrap()
    };
    let [chosen, times, from, to] =
        ["chosen", "times", "from", "to"].map(|name| wire(&circuit, name, 0));
    let inputs = inputs_of(1005, 1025);
    let cheat_on = |inputs: &Inputs<Fr>, forced: &[(u32, Fr)]| cheat(&circuit, inputs, forced);
    // Points omitted at either end, with times inside the window.
    let group = "time of the next neighbour − to: bits sum up";
    assert_eq!(cheat_on(&inputs, &[(chosen + 2, Fr::ZERO)]), group);
    let group = "from − time of the previous neighbour: bits sum up";
    assert_eq!(cheat_on(&inputs, &[(chosen + 1, Fr::ZERO)]), group);
    // A point outside the window counted as chosen.
    assert_eq!(
        cheat_on(&inputs, &[(chosen, Fr::ONE)]),
        "first time − from: bits sum up"
    );
    let wide = inputs_of(1005, 1015);
    assert_eq!(
        cheat_on(&wide, &[(chosen + 2, Fr::ONE)]),
        "to − last time: bits sum up"
    );
    // A gap between chosen points, no chosen point, and half of a point.
    let middle = inputs_of(1000, 1025);
    assert_eq!(
        cheat_on(&middle, &[(chosen + 1, Fr::ZERO)]),
        "the chosen points are one run"
    );
    let none = [(chosen + 1, Fr::ZERO), (chosen + 2, Fr::ZERO)];
    assert_eq!(cheat_on(&inputs, &none), "the chosen points are one run");
    let half = Fr::from(2u64).inverse().unwrap();
    assert_eq!(
        cheat_on(&inputs, &[(chosen + 1, half)]),
        "the chosen points are present"
    );
    // The run's last slot, and the first slot of a run that is not the first.
    let last = [(chosen + 3, Fr::ONE)];
    assert_eq!(cheat_on(&inputs, &last), "ends before the run does");
    let later = inputs_of(1045, 1065);
    assert_eq!(
        cheat_on(&later, &[(chosen, Fr::ONE)]),
        "begins at the run's start only at the series' start"
    );
    // Times out of order, or with more bits than a time can have.
    let order = [(times + 2, Fr::from(1010u64))];
    assert_eq!(cheat_on(&inputs, &order), "time step: bits sum up");
    assert_eq!(
        cheat_on(&inputs, &[(times, -Fr::ONE)]),
        "first time: bits sum up"
    );
    // A claimed window that excludes one of the chosen points.
    let late = [(from, Fr::from(1015u64))];
    assert_eq!(cheat_on(&inputs, &late), "first time − from: bits sum up");
    let early = [(to, Fr::from(1015u64))];
    assert_eq!(cheat_on(&inputs, &early), "to − last time: bits sum up");
    // A present point marked as absent changes the root.
    let root = (1, series.root());
    let present = wire(&circuit, "present", 3);
    assert_eq!(
        cheat_on(&inputs, &[(present, Fr::ZERO), root]),
        "root covers length, type and scale"
    );
    let present = wire(&circuit, "present", 2);
    assert_eq!(
        cheat_on(&wide, &[(present, Fr::ZERO)]),
        "present points come first"
    );
    let length = wire(&circuit, "length", 0);
    assert_eq!(
        cheat_on(&inputs, &[(length, Fr::from(7u64)), root]),
        "root covers length, type and scale"
    );
    let direction = wire(&circuit, "directions", 0);
    assert_eq!(
        cheat_on(&inputs, &[(direction, half)]),
        "directions are boolean"
    );
}
