//! Tests of the optimizer: equivalence in both directions, proofs before and after, rejection of
//! wrong results.

use ark_bls12_381::{Bls12_381, Fr};
use ark_bn254::Bn254;
use ark_ff::{AdditiveGroup, Field, PrimeField};
use proptest::prelude::*;

use super::*;
use crate::Curve;
use crate::circuits::{Circuit, Kind, RangeInputs};
use crate::r1cs::Witness;
use crate::testing::{random_system, rng};
use crate::{groth16, pghr13};

/// Creates a random system with additional linear rows and repeated products.
fn redundant<F: PrimeField>(seed: u64, rows: u32) -> (R1cs<F>, Witness<F>) {
    let (mut system, witness) = random_system::<F>(seed, rows);
    let mut values = witness.values().to_vec();
    for number in 0..system.rows.len() {
        let row = system.rows[number].clone();
        let wire = system.wires;
        match (seed as usize + number) % 4 {
            // The same product, scaled and with swapped factors, for a new wire.
            0 => {
                values.push(row.c.evaluate(&values) * F::from(6u64));
                let (a, b) = (row.b.scale(F::from(2u64)), row.a.scale(F::from(3u64)));
                let c = Lc::wire(wire);
                system.rows.push(Row { a, b, c });
            }
            // A wire that equals another.
            1 => {
                values.push(row.c.evaluate(&values));
                let (a, b) = (row.c.clone(), Lc::constant(F::ONE));
                let c = Lc::wire(wire);
                system.rows.push(Row { a, b, c });
            }
            // A wire with a constant value.
            2 => {
                values.push(F::from(5u64));
                let a = Lc::wire(wire).plus(&Lc::constant(F::from(5u64)), -F::ONE);
                let (b, c) = (Lc::constant(F::from(7u64)), Lc::zero());
                system.rows.push(Row { a, b, c });
            }
            // A wire that no row uses.
            _ => values.push(F::from(9u64)),
        }
        system.wires += 1;
        system.labels.push(u64::from(wire));
    }
    let witness = Witness::new(values).unwrap();
    system.check(witness.values()).unwrap();
    (system, witness)
}

fn check_laws<F: PrimeField>(seed: u64) -> [(R1cs<F>, Witness<F>); 3] {
    let (system, witness) = redundant::<F>(seed, 12);
    let [basic, aggressive] = [Level::Basic, Level::Aggressive].map(|level| {
        let optimized = optimize(&system, level).unwrap();
        let new = optimized.map.shrink(&witness).unwrap();
        optimized.system.check(new.values()).unwrap();
        let old = optimized.map.expand(&new).unwrap();
        system.check(old.values()).unwrap();
        assert_eq!(old.public(system.public()), witness.public(system.public()));
        assert!(optimized.system.rows.len() <= system.rows.len());
        // A wrong old witness stays wrong, unless the wire was in no row.
        for wire in 1..system.wires as usize {
            let mut values = witness.values().to_vec();
            values[wire] += F::ONE;
            if system.check(&values).is_err() && optimized.map.replaced[wire].is_none() {
                let wrong = optimized
                    .map
                    .shrink(&Witness::new(values).unwrap())
                    .unwrap();
                if optimized.system.check(wrong.values()).is_ok() {
                    let back = optimized.map.expand(&wrong).unwrap();
                    system
                        .check(back.values())
                        .expect("the old system accepts each witness of the new one");
                }
            }
        }
        (optimized.system, new)
    });
    assert!(aggressive.0.rows.len() <= basic.0.rows.len());
    [(system, witness), basic, aggressive]
}

fn check_proofs<E: Curve>(seed: u64) {
    for (system, witness) in check_laws::<E::ScalarField>(seed) {
        let rng = &mut rng(seed);
        let public = witness.public(system.public());
        let key = groth16::setup::<E>(&system, rng).unwrap();
        let proof = groth16::prove(&key, &system, &witness, rng).unwrap();
        assert!(groth16::verify(&key.verifying, &public, &proof).unwrap());
        let key = pghr13::setup::<E>(&system, rng).unwrap();
        let proof = pghr13::prove(&key, &witness, rng).unwrap();
        assert!(pghr13::verify(&key.verifying, &public, &proof, rng).unwrap());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn the_optimized_system_is_equivalent_in_both_directions(seed in any::<u64>()) {
        check_laws::<Fr>(seed);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2))]
    #[test]
    fn optimized_systems_can_be_proven_with_both_schemes(seed in any::<u64>()) {
        check_proofs::<Bn254>(seed);
        check_proofs::<Bls12_381>(seed);
    }
}

#[test]
fn each_level_removes_its_rows() {
    let wire = Lc::<Fr>::wire;
    let one = || Lc::constant(Fr::ONE);
    // Wires: x (public), y = x + 1, z = y·y twice, w = z, and u, which is unused.
    let system = R1cs {
        wires: 7,
        outputs: 0,
        public_inputs: 1,
        private_inputs: 1,
        rows: vec![
            Row {
                a: wire(1).plus(&one(), Fr::ONE),
                b: one(),
                c: wire(2),
            },
            Row {
                a: wire(2),
                b: wire(2),
                c: wire(3),
            },
            Row {
                a: wire(2),
                b: wire(2),
                c: wire(4),
            },
            Row {
                a: wire(4),
                b: one(),
                c: wire(5),
            },
            Row {
                a: Lc::zero(),
                b: wire(5),
                c: Lc::zero(),
            },
        ],
        labels: (0..7).collect(),
        groups: Vec::new(),
    };
    let basic = optimize(&system, Level::Basic).unwrap();
    assert_eq!(basic.system.rows.len(), 2);
    let aggressive = optimize(&system, Level::Aggressive).unwrap();
    assert_eq!(aggressive.system.rows.len(), 1);
    assert_eq!(aggressive.map.kept, [0, 1, 3]);
}

/// Swapping factors never increases the cost, and restores a good order.
#[test]
fn swapping_factors_reduces_the_cost() {
    let sides = |system: &R1cs<Fr>| {
        let cost = Cost::of(system);
        Cost::SIDES[0] * cost.a_wires + Cost::SIDES[1] * cost.b_wires
    };
    for seed in 0..50 {
        let (mut system, witness) = redundant::<Fr>(seed, 12);
        let before = sides(&system);
        quadratic::reduce_b_cost(&mut system);
        assert!(sides(&system) <= before, "seed {seed}");
        system.check(witness.values()).unwrap();
    }
    let circuit = Circuit::<Fr>::new(Kind::Range { bits: 64 });
    let mut swapped = circuit.system().clone();
    for row in &mut swapped.rows {
        std::mem::swap(&mut row.a, &mut row.b);
    }
    assert!(sides(&swapped) > sides(circuit.system()));
    quadratic::reduce_b_cost(&mut swapped);
    assert!(sides(&swapped) <= sides(circuit.system()));
}

#[test]
fn an_unsatisfiable_system_is_refused() {
    let (mut system, _) = random_system::<Fr>(4, 3);
    system.rows.push(Row {
        a: Lc::constant(Fr::from(2u64)),
        b: Lc::constant(Fr::from(3u64)),
        c: Lc::constant(Fr::from(7u64)),
    });
    assert!(matches!(
        optimize(&system, Level::Basic),
        Err(Error::NotEquivalent(_))
    ));
    assert!(process_constraints(&system.rows).is_err());
}

#[test]
fn a_wrong_result_fails_the_check() {
    let (system, _) = redundant::<Fr>(1, 6);
    let good = optimize(&system, Level::Aggressive).unwrap();
    let mut lost = good.clone();
    lost.system.rows.pop();
    assert!(lost.check(&system).is_err());
    let mut invented = good.clone();
    invented.system.rows.push(Row {
        a: Lc::wire(1),
        b: Lc::wire(1),
        c: Lc::constant(Fr::from(77u64)),
    });
    assert!(invented.check(&system).is_err());
    let mut altered = good;
    let index = altered
        .map
        .replaced
        .iter()
        .position(Option::is_some)
        .unwrap();
    altered.map.replaced[index] = Some(Lc::constant(Fr::from(3u64)));
    assert!(altered.check(&system).is_err());
}

/// Rows: x·x = y, z = y + 1, u·z = v, v·v = 4. Only x is public.
fn small() -> R1cs<Fr> {
    let wire = Lc::<Fr>::wire;
    let one = || Lc::constant(Fr::ONE);
    let row = |a, b, c| Row { a, b, c };
    R1cs {
        wires: 6,
        outputs: 0,
        public_inputs: 1,
        private_inputs: 0,
        rows: vec![
            row(wire(1), wire(1), wire(2)),
            row(wire(2).plus(&one(), Fr::ONE), one(), wire(3)),
            row(wire(4), wire(3), wire(5)),
            row(wire(5), wire(5), Lc::constant(Fr::from(4u64))),
        ],
        labels: (0..6).collect(),
        groups: Vec::new(),
    }
}

/// Builds a result from a map: the old rows rewritten with it. Such a result is consistent in
/// itself.
fn rewritten_with(old: &R1cs<Fr>, map: WitnessMap<Fr>) -> OptimizedSystem<Fr> {
    let rows = old.rows.iter().map(|row| map.rewrite(row));
    let rows = rows
        .filter(|row| eliminate::linear_part(row).is_none_or(|lc| !lc.is_zero()))
        .collect();
    let kept = map.kept.iter();
    OptimizedSystem {
        system: R1cs {
            wires: map.kept.len() as u32,
            rows,
            labels: kept.map(|wire| old.labels[*wire as usize]).collect(),
            private_inputs: 0,
            ..old.clone()
        },
        map,
    }
}

fn check_refused(result: &OptimizedSystem<Fr>, old: &R1cs<Fr>, why: &str) {
    match result.check(old) {
        Err(Error::NotEquivalent(text)) => assert!(text.contains(why), "{why}: {text}"),
        other => panic!("{why}: {other:?}"),
    }
}

/// Each witness of the new system must give a witness of the old one. A removed or altered row
/// breaks that.
#[test]
fn a_result_that_takes_more_is_refused() {
    let old = small();
    let good = optimize(&old, Level::Basic).unwrap();
    assert_eq!(good.map.kept, [0, 1, 2, 4, 5]);
    for index in 0..good.system.rows.len() {
        let mut lost = good.clone();
        lost.system.rows.remove(index);
        check_refused(&lost, &old, "is lost");
        let mut altered = good.clone();
        let row = &mut altered.system.rows[index];
        row.c = row.c.plus(&Lc::wire(1), Fr::ONE);
        check_refused(&altered, &old, "is lost");
    }
    let mut published = good.clone();
    published.system.public_inputs = 0;
    check_refused(&published, &old, "a public wire moved");
}

/// Each witness of the old system must give a witness of the new one. An added row, a wrong
/// replacement or a dropped wire breaks that, even if the new rows agree with the map.
#[test]
fn a_result_that_takes_less_is_refused() {
    let old = small();
    let lc = |terms: &[(u32, u64)]| {
        let terms = terms
            .iter()
            .map(|(wire, factor)| (*wire, Fr::from(*factor)));
        Some(Lc::from_terms(terms.collect()))
    };
    let good = optimize(&old, Level::Basic).unwrap();
    let mut invented = good.clone();
    invented.system.rows.push(Row {
        a: Lc::wire(3),
        b: Lc::wire(3),
        c: Lc::constant(Fr::from(9u64)),
    });
    check_refused(&invented, &old, "has no corresponding old row");

    let map = |kept: &[u32], replaced: [Option<Lc<Fr>>; 6]| WitnessMap {
        kept: kept.to_vec(),
        replaced: replaced.to_vec(),
    };
    // The true replacement, z = y + 1, written by hand.
    let honest = map(
        &[0, 1, 2, 4, 5],
        [None, None, None, lc(&[(2, 1), (0, 1)]), None, None],
    );
    rewritten_with(&old, honest).check(&old).unwrap();
    // Each of these replacements holds only for some of the old witnesses.
    for (what, kept, replaced) in [
        // u is free. Fixing it to 1 excludes witnesses, although every old row is still a new row.
        (
            "wire 4",
            &[0, 1, 2, 3, 5][..],
            [None, None, None, None, lc(&[(0, 1)]), None],
        ),
        // v·v = 4 has two solutions, and v = 2 is only one of them.
        (
            "wire 5",
            &[0, 1, 2, 3, 4],
            [None, None, None, None, None, lc(&[(0, 2)])],
        ),
        // u instead of v.
        (
            "wire 5",
            &[0, 1, 2, 3, 4],
            [None, None, None, None, None, lc(&[(4, 1)])],
        ),
    ] {
        let result = rewritten_with(&old, map(kept, replaced));
        check_refused(&result, &old, what);
    }
    // A dropped wire is zero, but no row forces u to be zero.
    let dropped = rewritten_with(
        &old,
        map(&[0, 1, 2, 3, 5], [None, None, None, None, None, None]),
    );
    check_refused(&dropped, &old, "wire 4");
    // A wire both kept and replaced, kept wires out of order, and a replacement with a wire that
    // does not exist.
    let base = good.map.clone();
    let mut both = good.clone();
    both.map.replaced[2] = lc(&[(0, 1)]);
    check_refused(&both, &old, "kept and replaced");
    let mut reordered = good.clone();
    reordered.map.kept.swap(3, 4);
    check_refused(&reordered, &old, "differ from the wires of the new system");
    let mut out_of_range = good;
    out_of_range.map = base;
    out_of_range.map.replaced[3] = lc(&[(9, 1)]);
    check_refused(&out_of_range, &old, "not in the new system");
}

/// Some replacements follow only from equal products, or from rows that other replacements make
/// linear.
#[test]
fn replacements_that_need_several_steps_are_derived() {
    let wire = Lc::<Fr>::wire;
    let row = |a, b, c| Row { a, b, c };
    // y and u are public. Rows: x·y = u, x·z = v, z = y, a·b = x, a·b = 3, (v − u)·(x − 2) = w.
    let old = R1cs {
        wires: 9,
        outputs: 0,
        public_inputs: 2,
        private_inputs: 0,
        rows: vec![
            row(wire(3), wire(1), wire(2)),
            row(wire(3), wire(4), wire(5)),
            row(wire(4), Lc::constant(Fr::ONE), wire(1)),
            row(wire(6), wire(7), wire(3)),
            row(wire(6), wire(7), Lc::constant(Fr::from(3u64))),
            row(
                wire(5).plus(&wire(2), -Fr::ONE),
                wire(3).plus(&Lc::constant(Fr::ONE), -Fr::from(2u64)),
                wire(8),
            ),
        ],
        labels: (0..9).collect(),
        groups: Vec::new(),
    };
    for level in [Level::Basic, Level::Aggressive] {
        let optimized = optimize(&old, level).unwrap();
        optimized.check(&old).unwrap();
    }
    let aggressive = optimize(&old, Level::Aggressive).unwrap();
    assert!(aggressive.map.replaced[3].is_some() && aggressive.map.replaced[5].is_some());
}

#[test]
fn the_range_circuit_gets_smaller() {
    let circuit = Circuit::<Fr>::new(Kind::Range { bits: 64 });
    let inputs = RangeInputs {
        value: 72,
        min: 40,
        max: 200,
        scale: 0,
        blinding: Fr::from(5u64),
        statement: Fr::ZERO,
    };
    let witness = circuit.witness(&inputs.inputs().unwrap()).unwrap();
    let optimized = optimize(circuit.system(), Level::Aggressive).unwrap();
    let small = optimized.map.shrink(&witness).unwrap();
    optimized.system.check(small.values()).unwrap();
    assert_eq!(optimized.map.expand(&small).unwrap(), witness);
    let (before, after) = (Cost::of(circuit.system()), Cost::of(&optimized.system));
    assert!(after.rows < before.rows && after.wires < before.wires);
    assert!(after.a_wires < before.a_wires && after.b_wires <= before.b_wires);
}

#[test]
fn process_constraints_drops_redundant_rows() {
    let (system, witness) = redundant::<Fr>(2, 8);
    let mut rows = system.rows.clone();
    rows.push(rows[0].clone());
    rows.push(Row {
        a: Lc::zero(),
        b: Lc::wire(1),
        c: Lc::zero(),
    });
    let processed = process_constraints(&rows).unwrap();
    assert!(processed.len() < rows.len());
    assert!(processed.iter().all(|row| row.holds(witness.values())));
}
