//! Tests of the operations on series, compared with plain arithmetic.

mod operands;

use proptest::prelude::*;

use super::*;
use crate::error::Error;
use crate::evaluator::Evaluator;
use crate::scale::Scale;
use crate::series::{Aggregator, Reduction, ReductionKind, Series};
use crate::sets::SetId;

const N: usize = 32;

fn numbers(fixture: &mut Fixture, count: usize) -> Vec<f64> {
    (0..count)
        .map(|_| (fixture.rng.next_u32() % 20_001) as f64 / 100.0 - 100.0)
        .collect()
}

fn series(fixture: &mut Fixture, values: &[f64]) -> Series {
    let scale = Scale::precision(2).unwrap();
    fixture
        .secret
        .encrypt_values(values, &scale, &mut fixture.rng)
        .unwrap()
}

fn check_close(actual: &[f64], expected: impl IntoIterator<Item = f64>, what: &str) {
    let expected: Vec<f64> = expected.into_iter().collect();
    assert_eq!(actual.len(), expected.len(), "{what}");
    for (i, (actual, expected)) in actual.iter().zip(&expected).enumerate() {
        let error = (actual - expected).abs();
        assert!(
            error <= 1e-9 * (1.0 + expected.abs()),
            "{what} {i}: {actual}, expected {expected}"
        );
    }
}

fn series_of(fixture: &mut Fixture, len: usize) -> Series {
    let values = numbers(fixture, len);
    series(fixture, &values)
}

#[test]
fn series_operations_equal_plain_arithmetic() {
    let steps: Vec<i64> = (-8..16).collect();
    let mut fixture = Fixture::new(&small(N, Backend::detect()), &steps, 21);
    for count in [1, 5, 16, N, N + 1, 3 * N + 7] {
        let (a, b) = (numbers(&mut fixture, count), numbers(&mut fixture, count));
        let (x, y) = (series(&mut fixture, &a), series(&mut fixture, &b));
        let e = Evaluator::new(&fixture.keys);
        let open =
            |s: Result<Series, Error>| fixture.secret.decrypt_values(&s.unwrap()).unwrap().to_f64();
        let pairs = || a.iter().zip(&b);
        check_close(&open(Ok(x.clone())), a.iter().copied(), "unchanged");
        check_close(&open(x.add(&e, &y)), pairs().map(|(a, b)| a + b), "add");
        check_close(
            &open(x.subtract(&e, &y)),
            pairs().map(|(a, b)| a - b),
            "subtract",
        );
        check_close(&open(x.negate(&e)), a.iter().map(|a| -a), "negate");
        check_close(
            &open(x.multiply(&e, &y)),
            pairs().map(|(a, b)| a * b),
            "multiply",
        );
        check_close(&open(x.square(&e)), a.iter().map(|a| a * a), "square");
        let reduce = |r: Result<Reduction, Error>| {
            fixture
                .secret
                .decrypt_reduction(&r.unwrap())
                .unwrap()
                .to_f64()
        };
        let n = count as f64;
        let sum: f64 = a.iter().sum();
        check_close(&[reduce(x.sum(&e))], [sum], "sum");
        check_close(&[reduce(x.mean(&e))], [sum / n], "mean");
        let variance = a.iter().map(|a| (a - sum / n).powi(2)).sum::<f64>() / n;
        check_close(&[reduce(x.variance(&e))], [variance], "variance");
        check_close(
            &[reduce(x.dot(&e, &y))],
            [pairs().map(|(a, b)| a * b).sum()],
            "dot",
        );
        let weights: Vec<i128> = (0..count as i128).map(|i| i % 7 - 3).collect();
        let weighted = a
            .iter()
            .zip(&weights)
            .map(|(a, w)| a * *w as f64 / 10.0)
            .sum();
        check_close(
            &[reduce(x.weighted_sum(&e, &weights, 3, 1))],
            [weighted],
            "weighted sum",
        );
        if count == 5 || count == 16 {
            for steps in -6..6i64 {
                let mut expected = a.clone();
                expected.rotate_left(steps.rem_euclid(count as i64) as usize);
                let rotated = x.rotate(&e, steps).unwrap();
                check_close(&open(Ok(rotated)), expected, "rotate");
            }
        }
        if count > 16 {
            assert!(matches!(x.rotate(&e, 1), Err(Error::Unsupported { .. })));
        }
    }
    let a = numbers(&mut fixture, 5);
    let x = series(&mut fixture, &a);
    let e = Evaluator::new(&fixture.keys);
    let rotated = x.rotate(&e, 2).unwrap();
    assert!(matches!(rotated.sum(&e), Err(Error::Unsupported { .. })));
    assert_eq!(rotated.multiply(&e, &x).unwrap().sum(&e).unwrap().count, 5);
}

#[test]
fn offsets_and_wide_types_round_trip() {
    let mut fixture = Fixture::new(&small(N, Backend::detect()), &[], 22);
    let scale = Scale::new(0, 100, 255, Width::Narrow).unwrap();
    let a: Vec<f64> = (0..40).map(|i| 60.0 + f64::from(i)).collect();
    let x = fixture
        .secret
        .encrypt_values(&a, &scale, &mut fixture.rng)
        .unwrap();
    let e = Evaluator::new(&fixture.keys);
    assert_eq!(fixture.secret.decrypt_values(&x).unwrap().to_f64(), a);
    let twice = x.add(&e, &x).unwrap();
    assert_eq!(
        fixture.secret.decrypt_values(&twice).unwrap().integers[3],
        126
    );
    let reduce =
        |r: Result<Reduction, Error>| fixture.secret.decrypt_reduction(&r.unwrap()).unwrap();
    assert_eq!(reduce(x.sum(&e)).numerator, (60..100).sum::<i128>());
    assert_eq!(reduce(x.mean(&e)).to_f64(), 79.5);
    let variance = (0..40).map(|i| (f64::from(i) - 19.5).powi(2)).sum::<f64>() / 40.0;
    check_close(&[reduce(x.variance(&e)).to_f64()], [variance], "variance");
    let weights = vec![1; 40];
    assert_eq!(
        reduce(x.weighted_sum(&e, &weights, 1, 0)).numerator,
        (60..100).sum::<i128>()
    );
    assert!(matches!(x.square(&e), Err(Error::Scale { .. })));
    let wide = Scale::new(2, 0, 1 << 40, Width::Wide).unwrap();
    let metres = [42_195_000.25, -1.5, 1e9];
    let x = fixture
        .secret
        .encrypt_values(&metres, &wide, &mut fixture.rng)
        .unwrap();
    let squares = x.square(&e).unwrap();
    let squares = fixture.secret.decrypt_values(&squares).unwrap();
    assert_eq!(squares.integers[0], 4_219_500_025 * 4_219_500_025);
    assert_eq!(squares.integers[2], 10i128.pow(22));
}

#[test]
fn blocks_that_exceed_one_group_form_several_groups() {
    let mut fixture = Fixture::new(&small(N, Backend::detect()), &[], 23);
    let bound = (fixture.set.largest(Width::Narrow) / (N as u128 * 3)) as u64;
    let scale = Scale::new(0, 0, bound, Width::Narrow).unwrap();
    let a = vec![bound as f64; 10 * N];
    let x = fixture
        .secret
        .encrypt_values(&a, &scale, &mut fixture.rng)
        .unwrap();
    let e = Evaluator::new(&fixture.keys);
    let sum = x.sum(&e).unwrap();
    assert_eq!(sum.sums.len(), 4);
    let total = fixture.secret.decrypt_reduction(&sum).unwrap().numerator;
    assert_eq!(total, i128::from(bound) * 10 * N as i128);
    let tight = Scale::new(0, 0, bound * 4, Width::Narrow).unwrap();
    let x = fixture
        .secret
        .encrypt_values(&a, &tight, &mut fixture.rng)
        .unwrap();
    assert!(matches!(x.sum(&e), Err(Error::Magnitude { .. })));
}

#[test]
fn stored_blocks_are_reduced_together() {
    let mut fixture = Fixture::new(&small(N, Backend::detect()), &[], 26);
    let scale = Scale::new(0, 60, 255, Width::Narrow).unwrap();
    let stored: Vec<Vec<f64>> = [N, N, 3, 1]
        .iter()
        .map(|len| {
            (0..*len)
                .map(|_| f64::from(fixture.rng.next_u32() % 200))
                .collect()
        })
        .collect();
    let series: Vec<Series> = stored
        .iter()
        .map(|v| {
            fixture
                .secret
                .encrypt_values(v, &scale, &mut fixture.rng)
                .unwrap()
        })
        .collect();
    let e = Evaluator::new(&fixture.keys);
    let parts: Vec<&Series> = series.iter().collect();
    let all = stored.concat();
    let (n, sum) = (all.len() as f64, all.iter().sum::<f64>());
    let variance = all.iter().map(|v| (v - sum / n).powi(2)).sum::<f64>() / n;
    for (kind, expected) in [
        (ReductionKind::Sum, sum),
        (ReductionKind::Mean, sum / n),
        (ReductionKind::Variance, variance),
    ] {
        let reduction = Reduction::over(&e, &parts, kind).unwrap();
        assert_eq!(reduction.sums.len(), 1, "one group");
        let actual = fixture
            .secret
            .decrypt_reduction(&reduction)
            .unwrap()
            .to_f64();
        check_close(&[actual], [expected], "several series");
    }
    assert!(Reduction::over(&e, &[], ReductionKind::Sum).is_err());
    let other = series_of(&mut fixture, 1);
    let e = Evaluator::new(&fixture.keys);
    let mixed = Reduction::over(&e, &[&series[0], &other], ReductionKind::Sum);
    assert!(matches!(mixed, Err(Error::Scale { .. })));
}

/// Returns ranges of series with these lengths. Each pair of numbers selects the start and end of a
/// range.
fn ranges(lengths: &[usize], cuts: &[(u16, u16)]) -> Vec<(usize, std::ops::Range<usize>)> {
    cuts.iter()
        .enumerate()
        .map(|(i, (first, second))| {
            let index = i % lengths.len();
            let within = |cut: u16| usize::from(cut) % (lengths[index] + 1);
            let (first, second) = (within(*first), within(*second));
            (index, first.min(second)..first.max(second))
        })
        .collect()
}

/// Checks that every kind of reduction over parts equals that of the plain integers.
fn check_parts(
    fixture: &Fixture,
    scale: &Scale,
    stored: &[(Vec<f64>, Series)],
    cuts: &[(u16, u16)],
) {
    let lengths: Vec<usize> = stored.iter().map(|(values, _)| values.len()).collect();
    let ranges = ranges(&lengths, cuts);
    let plain: Vec<i128> = ranges
        .iter()
        .flat_map(|(index, range)| &stored[*index].0[range.clone()])
        .map(|v| scale.integer(0, *v).unwrap() + i128::from(scale.offset()))
        .collect();
    let parts: Vec<(&Series, std::ops::Range<usize>)> = ranges
        .iter()
        .map(|(index, range)| (&stored[*index].1, range.clone()))
        .collect();
    let e = Evaluator::new(&fixture.keys);
    let (n, sum) = (plain.len() as i128, plain.iter().sum::<i128>());
    let squares: i128 = plain.iter().map(|v| v * v).sum();
    for (kind, expected) in [
        (ReductionKind::Sum, (sum, 1)),
        (ReductionKind::Mean, (sum, n)),
        (ReductionKind::Variance, (n * squares - sum * sum, n * n)),
    ] {
        let reduction = Reduction::over_parts(&e, &parts, kind);
        if n == 0 {
            assert!(
                matches!(reduction, Err(Error::Unsupported { .. })),
                "{ranges:?}"
            );
            continue;
        }
        let reduction = reduction.unwrap();
        assert_eq!(reduction.count() as i128, n);
        let read = Reduction::from_bytes(&fixture.set, &reduction.to_bytes()).unwrap();
        let fraction = fixture.secret.decrypt_reduction(&read).unwrap();
        let mut aggregator = Aggregator::new(&e, kind);
        for (series, range) in &parts {
            aggregator.push(series, range.clone()).unwrap();
            aggregator.settle(&fixture.secret).unwrap();
        }
        assert_eq!(aggregator.open(&fixture.secret).unwrap(), fraction);
        let actual = (fraction.numerator, fraction.denominator as i128);
        assert_eq!(actual, expected, "{kind:?} of {ranges:?}");
    }
}

fn stored(fixture: &mut Fixture, scale: &Scale, lengths: &[usize]) -> Vec<(Vec<f64>, Series)> {
    let unit = 10f64.powi(i32::from(scale.decimals()));
    lengths
        .iter()
        .map(|len| {
            let values: Vec<f64> = fixture
                .values(*len, u128::from(scale.bound()))
                .iter()
                .map(|v| (v + i128::from(scale.offset())) as f64 / unit)
                .collect();
            let series = fixture
                .secret
                .encrypt_values(&values, scale, &mut fixture.rng)
                .unwrap();
            (values, series)
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn parts_of_blocks_are_reduced_exactly(
        cuts in prop::collection::vec(any::<(u16, u16)>(), 1..24),
        width in 0..3usize,
        seed in any::<u64>(),
    ) {
        let mut fixture = Fixture::new(&small(N, Backend::detect()), &[], seed);
        let scale = [
            Scale::new(1, 0, 1 << 15, Width::Narrow).unwrap(),
            Scale::new(0, 60, 255, Width::Narrow).unwrap(),
            Scale::new(3, 0, 1 << 37, Width::Wide).unwrap(),
        ][width];
        let stored = stored(&mut fixture, &scale, &[N, N - 3, 5, 2 * N + 7, 1]);
        check_parts(&fixture, &scale, &stored, &cuts);
    }
}

#[test]
fn every_part_of_one_block_is_reduced_exactly() {
    let mut fixture = Fixture::new(&small(N, Backend::detect()), &[], 27);
    let scale = Scale::new(1, 0, 1 << 15, Width::Narrow).unwrap();
    for used in [N, N / 2 + 3] {
        let stored = stored(&mut fixture, &scale, &[used]);
        for start in 0..used as u16 {
            for end in (start + 1..=used as u16).step_by(3) {
                check_parts(&fixture, &scale, &stored, &[(start, end)]);
            }
        }
    }
}

#[test]
fn parts_are_reduced_at_the_bounds_of_named_sets() {
    for (id, scale, multiplies) in [
        (
            SetId::Bfv128,
            Scale::new(1, 0, 1 << 15, Width::Narrow),
            true,
        ),
        (SetId::Bfv128, Scale::new(3, 0, 1 << 37, Width::Wide), true),
        (
            SetId::Bfv192,
            Scale::new(1, 0, 1 << 15, Width::Narrow),
            true,
        ),
        (SetId::Bfv256, Scale::new(3, 0, 1 << 37, Width::Wide), true),
        (
            SetId::Bfv128Sum,
            Scale::new(1, 0, 1 << 15, Width::Narrow),
            false,
        ),
        (
            SetId::Bfv256Sum,
            Scale::new(1, 0, 1 << 15, Width::Narrow),
            false,
        ),
    ] {
        let mut fixture = Fixture::new(&ParameterSet::new(id), &[], 28);
        let (n, scale) = (fixture.set.slots(), scale.unwrap());
        let stored = stored(&mut fixture, &scale, &[n, n]);
        let e = Evaluator::new(&fixture.keys);
        let plain = |from: usize, range: std::ops::Range<usize>| -> i128 {
            let values = &stored[from].0[range];
            values.iter().map(|v| scale.integer(0, *v).unwrap()).sum()
        };
        let (start, end) = (n / 3, n - n / 5);
        let parts = [(&stored[0].1, start..n), (&stored[1].1, 0..end)];
        let sum = Reduction::over_parts(&e, &parts, ReductionKind::Sum).unwrap();
        let fraction = fixture.secret.decrypt_reduction(&sum).unwrap();
        assert_eq!(
            fraction.numerator,
            plain(0, start..n) + plain(1, 0..end),
            "{}",
            id.name()
        );
        let variance = Reduction::over_parts(&e, &parts, ReductionKind::Variance);
        if !multiplies {
            assert!(matches!(variance, Err(Error::Unsupported { .. })));
            continue;
        }
        let squares: i128 = [(0, start..n), (1, 0..end)]
            .into_iter()
            .flat_map(|(from, range)| &stored[from].0[range])
            .map(|v| scale.integer(0, *v).unwrap().pow(2))
            .sum();
        let count = (n - start + end) as i128;
        let fraction = fixture
            .secret
            .decrypt_reduction(&variance.unwrap())
            .unwrap();
        assert_eq!(
            fraction.numerator,
            count * squares - (plain(0, start..n) + plain(1, 0..end)).pow(2),
            "{}",
            id.name()
        );
    }
}

#[test]
fn a_group_is_finished_when_the_next_block_does_not_fit() {
    let mut fixture = Fixture::new(&small(N, Backend::detect()), &[], 29);
    // A group fits three blocks, because t/2 is a little below 2^44.
    let bound = (1u64 << 44) / (3 * N as u64) - (1 << 20);
    let scale = Scale::new(0, 0, bound, Width::Narrow).unwrap();
    let stored = stored(&mut fixture, &scale, &[N; 7]);
    let e = Evaluator::new(&fixture.keys);
    let mut aggregator = Aggregator::new(&e, ReductionKind::Mean);
    for (_, series) in &stored {
        aggregator.push(series, 0..N).unwrap();
    }
    aggregator.push(&stored[0].1, 3..3).unwrap();
    assert_eq!(aggregator.count(), 7 * N);
    let out_of_range = aggregator.push(&stored[0].1, 3..N + 1);
    assert!(matches!(out_of_range, Err(Error::OutOfRange { .. })));
    let reduction = aggregator.finish().unwrap();
    assert_eq!(reduction.sums.len(), 3);
    let sum: f64 = stored.iter().flat_map(|(values, _)| values).sum();
    let fraction = fixture.secret.decrypt_reduction(&reduction).unwrap();
    assert_eq!(fraction.numerator, sum as i128);
    for settles in [false, true] {
        let mut aggregator = Aggregator::new(&e, ReductionKind::Mean);
        for (_, series) in &stored {
            aggregator.push(series, 0..N).unwrap();
            if settles {
                aggregator.settle(&fixture.secret).unwrap();
                assert_eq!(aggregator.waiting(), 0);
            }
        }
        let opened = aggregator.open(&fixture.secret).unwrap();
        assert_eq!(opened, fraction, "settled: {settles}");
    }
    let mut aggregator = Aggregator::new(&e, ReductionKind::Sum);
    for (_, series) in &stored[..4] {
        aggregator.push(series, 0..N).unwrap();
    }
    assert_eq!(aggregator.waiting(), 1);
    aggregator.settle(&fixture.secret).unwrap();
    assert!(matches!(
        aggregator.finish(),
        Err(Error::Unsupported { .. })
    ));
    // More distinct parts than a group can have.
    let parts: Vec<_> = (0..20).map(|i| (&stored[0].1, i..i + 1)).collect();
    let sum = Reduction::over_parts(&e, &parts, ReductionKind::Sum).unwrap();
    assert!(sum.sums.len() > 1);
    let expected: f64 = stored[0].0[..20].iter().sum();
    let fraction = fixture.secret.decrypt_reduction(&sum).unwrap();
    assert_eq!(fraction.numerator, expected as i128);
    let empty = || Aggregator::new(&e, ReductionKind::Sum);
    assert!(matches!(empty().finish(), Err(Error::Unsupported { .. })));
    let opened = empty().open(&fixture.secret);
    assert!(matches!(opened, Err(Error::Unsupported { .. })));
}
