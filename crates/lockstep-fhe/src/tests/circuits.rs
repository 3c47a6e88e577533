//! Random computations: every allowed result decrypts to the result of plain integer arithmetic.

use proptest::prelude::*;

use super::*;
use crate::error::Error;
use crate::evaluator::Evaluator;
use crate::sets::SetId;

/// A step applied to earlier ciphertexts.
#[derive(Clone, Copy, Debug)]
enum Step {
    Add(usize, usize),
    Subtract(usize, usize),
    Negate(usize),
    Constant(usize, i64),
    AddPlain(usize),
    MultiplyPlain(usize),
    Multiply(usize, usize),
    Rotate(usize, i64),
    Swap(usize),
    Sum(usize, u32),
    Down(usize),
}

fn step() -> impl Strategy<Value = Step> {
    let at = 0usize..64;
    prop_oneof![
        (at.clone(), at.clone()).prop_map(|(a, b)| Step::Add(a, b)),
        (at.clone(), at.clone()).prop_map(|(a, b)| Step::Subtract(a, b)),
        at.clone().prop_map(Step::Negate),
        (at.clone(), -1_000_000i64..1_000_000).prop_map(|(a, c)| Step::Constant(a, c)),
        at.clone().prop_map(Step::AddPlain),
        at.clone().prop_map(Step::MultiplyPlain),
        (at.clone(), at.clone()).prop_map(|(a, b)| Step::Multiply(a, b)),
        (at.clone(), -3i64..4).prop_map(|(a, s)| Step::Rotate(a, s)),
        at.clone().prop_map(Step::Swap),
        (at.clone(), 0u32..6).prop_map(|(a, w)| Step::Sum(a, w)),
        at.prop_map(Step::Down),
    ]
}

/// Computes the slots of a result with plain integers. The bounds exclude overflow in allowed
/// steps.
fn run_plain(step: Step, known: &[Vec<i128>], mask: &[i128]) -> Vec<i128> {
    let pick = |at: usize| &known[at % known.len()];
    let both = |a: usize, b: usize, f: fn(i128, i128) -> i128| -> Vec<i128> {
        pick(a)
            .iter()
            .zip(pick(b))
            .map(|(a, b)| f(*a, *b))
            .collect()
    };
    let masked = |a: usize, f: fn(i128, i128) -> i128| -> Vec<i128> {
        pick(a).iter().zip(mask).map(|(a, m)| f(*a, *m)).collect()
    };
    let rows = |a: usize, change: &dyn Fn(&mut Vec<i128>)| -> Vec<i128> {
        let (first, second) = pick(a).split_at(mask.len() / 2);
        let (mut first, mut second) = (first.to_vec(), second.to_vec());
        change(&mut first);
        change(&mut second);
        [first, second].concat()
    };
    match step {
        Step::Add(a, b) => both(a, b, i128::wrapping_add),
        Step::Subtract(a, b) => both(a, b, i128::wrapping_sub),
        Step::Multiply(a, b) => both(a, b, i128::wrapping_mul),
        Step::Negate(a) => pick(a).iter().map(|v| v.wrapping_neg()).collect(),
        Step::Constant(a, c) => pick(a).iter().map(|v| v.wrapping_mul(c.into())).collect(),
        Step::AddPlain(a) => masked(a, i128::wrapping_add),
        Step::MultiplyPlain(a) => masked(a, i128::wrapping_mul),
        Step::Rotate(a, s) => rows(a, &|row| {
            let steps = s.rem_euclid(row.len() as i64) as usize;
            row.rotate_left(steps);
        }),
        Step::Swap(a) => {
            let (first, second) = pick(a).split_at(mask.len() / 2);
            [second, first].concat()
        }
        Step::Sum(a, w) if 1 << w == mask.len() => {
            vec![pick(a).iter().fold(0i128, |s, v| s.wrapping_add(*v)); mask.len()]
        }
        Step::Sum(a, w) => rows(a, &|row| {
            let window = |i: usize| (0..1 << w).map(move |k| (i + k) % (mask.len() / 2));
            *row = (0..row.len())
                .map(|i| window(i).fold(0i128, |s, k| s.wrapping_add(row[k])))
                .collect();
        }),
        Step::Down(a) => pick(a).clone(),
    }
}

fn run_encrypted(
    step: Step,
    known: &[Ciphertext],
    mask: &Plaintext,
    e: &Evaluator<'_>,
) -> Result<Ciphertext, Error> {
    let pick = |at: usize| &known[at % known.len()];
    match step {
        Step::Add(a, b) => e.add(pick(a), pick(b)),
        Step::Subtract(a, b) => e.subtract(pick(a), pick(b)),
        Step::Negate(a) => e.negate(pick(a)),
        Step::Constant(a, c) => e.multiply_constant(pick(a), c),
        Step::AddPlain(a) => e.add_plain(pick(a), mask),
        Step::MultiplyPlain(a) => e.multiply_plain(pick(a), mask),
        Step::Multiply(a, b) => e.multiply(pick(a), pick(b)),
        Step::Rotate(a, s) => e.rotate_rows(pick(a), s),
        Step::Swap(a) => e.swap_rows(pick(a)),
        Step::Sum(a, w) => e.sum_windows(pick(a), 1 << w),
        Step::Down(a) => e.switch_down(pick(a)),
    }
}

/// Runs the steps on ciphertexts and plain integers. Returns the number of allowed steps.
fn run(fixture: &mut Fixture, width: Width, bound: u128, steps: &[Step]) -> usize {
    let n = fixture.set.slots();
    let values = [fixture.values(n, bound), fixture.values(n, bound)];
    let mask_values = fixture.values(n, bound);
    let mask = fixture.encode(&mask_values, bound, width);
    let plaintext = fixture.encode(&values[1], bound, width);
    let mut secret = vec![
        fixture.encrypt(&values[0], bound, width),
        fixture
            .public
            .encrypt(&plaintext, &mut fixture.rng)
            .unwrap(),
    ];
    let mut known = values.to_vec();
    let e = Evaluator::new(&fixture.keys);
    for step in steps {
        let Ok(result) = run_encrypted(*step, &secret, &mask, &e) else {
            continue;
        };
        let expected = run_plain(*step, &known, &mask_values);
        assert!(
            expected
                .iter()
                .all(|v| v.unsigned_abs() <= result.magnitude())
        );
        assert_eq!(fixture.open(&result), expected, "{step:?} of {steps:?}");
        if result.level() == fixture.set.0.top_level() {
            let (measured, bound) = (fixture.noise_bits(&result), result.noise.log2());
            assert!(measured <= bound, "{step:?}: {measured} exceeds {bound}");
        }
        secret.push(result);
        known.push(expected);
    }
    secret.len() - 2
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn allowed_results_are_correct(
        steps in prop::collection::vec(step(), 1..24),
        wide in any::<bool>(),
        bound_bits in 1u32..44,
        seed in any::<u64>(),
    ) {
        let width = if wide { Width::Wide } else { Width::Narrow };
        for backend in Backend::available() {
            let mut fixture = Fixture::new(&small(32, backend), &[-3, -2, -1, 1, 2, 3], seed);
            run(&mut fixture, width, 1 << bound_bits, &steps);
        }
    }
}

#[test]
fn every_operation_works_in_every_set_on_every_back_end() {
    let steps = [
        Step::Add(0, 1),
        Step::Subtract(0, 1),
        Step::Negate(0),
        Step::Constant(1, -3),
        Step::AddPlain(0),
        Step::Rotate(1, 1),
        Step::Rotate(0, -1),
        Step::Swap(1),
        Step::Sum(0, 3),
        Step::Down(0),
        Step::MultiplyPlain(0),
        Step::Multiply(0, 1),
    ];
    for id in SetId::ALL {
        for backend in Backend::available() {
            let set = ParameterSet::with_backend(id, backend);
            let mut fixture = Fixture::with_keys(&set, &[-1, 1], 8, 9);
            let allowed = run(&mut fixture, Width::Narrow, 100, &steps);
            let refused = if set.multiplies() { 0 } else { 2 };
            assert_eq!(allowed, steps.len() - refused, "{id:?} {}", backend.name());
        }
    }
}
