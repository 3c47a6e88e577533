//! The operations on values, against plain arithmetic.

use super::*;
use crate::error::Error;
use crate::evaluator::Evaluator;
use crate::scale::Scale;
use crate::series::{Reduction, ReductionKind, Series};

const N: usize = 32;

fn numbers(room: &mut Room, count: usize) -> Vec<f64> {
    (0..count)
        .map(|_| (room.rng.next_u32() % 20_001) as f64 / 100.0 - 100.0)
        .collect()
}

fn series(room: &mut Room, values: &[f64]) -> Series {
    let scale = Scale::precision(2).unwrap();
    room.secret
        .encrypt_values(values, &scale, &mut room.rng)
        .unwrap()
}

fn close(got: &[f64], expected: impl IntoIterator<Item = f64>, what: &str) {
    let expected: Vec<f64> = expected.into_iter().collect();
    assert_eq!(got.len(), expected.len(), "{what}");
    for (i, (got, expected)) in got.iter().zip(&expected).enumerate() {
        let error = (got - expected).abs();
        assert!(
            error <= 1e-9 * (1.0 + expected.abs()),
            "{what} {i}: {got} for {expected}"
        );
    }
}

#[test]
fn every_operation_is_that_of_the_values() {
    let steps: Vec<i64> = (-8..16).collect();
    let mut room = Room::new(&small(N, Backend::detect()), &steps, 21);
    for count in [1, 5, 16, N, N + 1, 3 * N + 7] {
        let (a, b) = (numbers(&mut room, count), numbers(&mut room, count));
        let (x, y) = (series(&mut room, &a), series(&mut room, &b));
        let e = Evaluator::new(&room.keys);
        let open =
            |s: Result<Series, Error>| room.secret.decrypt_values(&s.unwrap()).unwrap().to_f64();
        let pairs = || a.iter().zip(&b);
        close(&open(Ok(x.clone())), a.iter().copied(), "as they were");
        close(&open(x.add(&e, &y)), pairs().map(|(a, b)| a + b), "add");
        close(
            &open(x.subtract(&e, &y)),
            pairs().map(|(a, b)| a - b),
            "subtract",
        );
        close(&open(x.negate(&e)), a.iter().map(|a| -a), "negate");
        close(
            &open(x.multiply(&e, &y)),
            pairs().map(|(a, b)| a * b),
            "multiply",
        );
        close(&open(x.square(&e)), a.iter().map(|a| a * a), "square");
        let answer = |r: Result<Reduction, Error>| {
            room.secret.decrypt_reduction(&r.unwrap()).unwrap().to_f64()
        };
        let n = count as f64;
        let sum: f64 = a.iter().sum();
        close(&[answer(x.sum(&e))], [sum], "sum");
        close(&[answer(x.mean(&e))], [sum / n], "mean");
        let variance = a.iter().map(|a| (a - sum / n).powi(2)).sum::<f64>() / n;
        close(&[answer(x.variance(&e))], [variance], "variance");
        close(
            &[answer(x.dot(&e, &y))],
            [pairs().map(|(a, b)| a * b).sum()],
            "dot",
        );
        let weights: Vec<i128> = (0..count as i128).map(|i| i % 7 - 3).collect();
        let weighted = a
            .iter()
            .zip(&weights)
            .map(|(a, w)| a * *w as f64 / 10.0)
            .sum();
        close(
            &[answer(x.weighted_sum(&e, &weights, 3, 1))],
            [weighted],
            "weighted sum",
        );
        if count == 5 || count == 16 {
            for steps in -6..6i64 {
                let mut turned = a.clone();
                turned.rotate_left(steps.rem_euclid(count as i64) as usize);
                let rotated = x.rotate(&e, steps).unwrap();
                close(&open(Ok(rotated)), turned, "rotate");
            }
        }
        if count > 16 {
            assert!(matches!(x.rotate(&e, 1), Err(Error::Unsupported { .. })));
        }
    }
    let a = numbers(&mut room, 5);
    let x = series(&mut room, &a);
    let e = Evaluator::new(&room.keys);
    let turned = x.rotate(&e, 2).unwrap();
    assert!(matches!(turned.sum(&e), Err(Error::Unsupported { .. })));
    assert_eq!(turned.multiply(&e, &x).unwrap().sum(&e).unwrap().count, 5);
}

#[test]
fn offsets_and_wide_types_are_taken_back() {
    let mut room = Room::new(&small(N, Backend::detect()), &[], 22);
    let scale = Scale::new(0, 100, 255, Width::Narrow).unwrap();
    let a: Vec<f64> = (0..40).map(|i| 60.0 + f64::from(i)).collect();
    let x = room
        .secret
        .encrypt_values(&a, &scale, &mut room.rng)
        .unwrap();
    let e = Evaluator::new(&room.keys);
    assert_eq!(room.secret.decrypt_values(&x).unwrap().to_f64(), a);
    let twice = x.add(&e, &x).unwrap();
    assert_eq!(room.secret.decrypt_values(&twice).unwrap().integers[3], 126);
    let answer = |r: Result<Reduction, Error>| room.secret.decrypt_reduction(&r.unwrap()).unwrap();
    assert_eq!(answer(x.sum(&e)).numerator, (60..100).sum::<i128>());
    assert_eq!(answer(x.mean(&e)).to_f64(), 79.5);
    let variance = (0..40).map(|i| (f64::from(i) - 19.5).powi(2)).sum::<f64>() / 40.0;
    close(&[answer(x.variance(&e)).to_f64()], [variance], "variance");
    let weights = vec![1; 40];
    assert_eq!(
        answer(x.weighted_sum(&e, &weights, 1, 0)).numerator,
        (60..100).sum::<i128>()
    );
    assert!(matches!(x.square(&e), Err(Error::Scale { .. })));
    let wide = Scale::new(2, 0, 1 << 40, Width::Wide).unwrap();
    let metres = [42_195_000.25, -1.5, 1e9];
    let x = room
        .secret
        .encrypt_values(&metres, &wide, &mut room.rng)
        .unwrap();
    let squares = x.square(&e).unwrap();
    let squares = room.secret.decrypt_values(&squares).unwrap();
    assert_eq!(squares.integers[0], 4_219_500_025 * 4_219_500_025);
    assert_eq!(squares.integers[2], 10i128.pow(22));
}

#[test]
fn blocks_that_do_not_fit_one_group_become_several() {
    let mut room = Room::new(&small(N, Backend::detect()), &[], 23);
    let bound = (room.set.largest(Width::Narrow) / (N as u128 * 3)) as u64;
    let scale = Scale::new(0, 0, bound, Width::Narrow).unwrap();
    let a = vec![bound as f64; 10 * N];
    let x = room
        .secret
        .encrypt_values(&a, &scale, &mut room.rng)
        .unwrap();
    let e = Evaluator::new(&room.keys);
    let sum = x.sum(&e).unwrap();
    assert_eq!(sum.sums.len(), 4);
    let total = room.secret.decrypt_reduction(&sum).unwrap().numerator;
    assert_eq!(total, i128::from(bound) * 10 * N as i128);
    let tight = Scale::new(0, 0, bound * 4, Width::Narrow).unwrap();
    let x = room
        .secret
        .encrypt_values(&a, &tight, &mut room.rng)
        .unwrap();
    assert!(matches!(x.sum(&e), Err(Error::Magnitude { .. })));
}

#[test]
fn stored_blocks_of_one_series_are_reduced_together() {
    let mut room = Room::new(&small(N, Backend::detect()), &[], 26);
    let scale = Scale::new(0, 60, 255, Width::Narrow).unwrap();
    let stored: Vec<Vec<f64>> = [N, N, 3, 1]
        .iter()
        .map(|len| {
            (0..*len)
                .map(|_| f64::from(room.rng.next_u32() % 200))
                .collect()
        })
        .collect();
    let series: Vec<Series> = stored
        .iter()
        .map(|v| {
            room.secret
                .encrypt_values(v, &scale, &mut room.rng)
                .unwrap()
        })
        .collect();
    let e = Evaluator::new(&room.keys);
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
        let got = room.secret.decrypt_reduction(&reduction).unwrap().to_f64();
        close(&[got], [expected], "over several");
    }
    assert!(Reduction::over(&e, &[], ReductionKind::Sum).is_err());
    let other = series_of(&mut room, 1);
    let e = Evaluator::new(&room.keys);
    let mixed = Reduction::over(&e, &[&series[0], &other], ReductionKind::Sum);
    assert!(matches!(mixed, Err(Error::Scale { .. })));
}

fn series_of(room: &mut Room, len: usize) -> Series {
    let values = numbers(room, len);
    series(room, &values)
}

#[test]
fn nothing_is_a_block_of_zeros() {
    let mut room = Room::new(&small(N, Backend::detect()), &[], 24);
    let x = series(&mut room, &[]);
    assert!(x.is_empty());
    let e = Evaluator::new(&room.keys);
    assert!(room.secret.decrypt_values(&x).unwrap().integers.is_empty());
    let sum = x.sum(&e).unwrap();
    assert_eq!(room.secret.decrypt_reduction(&sum).unwrap().numerator, 0);
    let mean = x.mean(&e).unwrap();
    assert!(room.secret.decrypt_reduction(&mean).is_err());
}

#[test]
fn shapes_must_agree() {
    let mut room = Room::new(&small(N, Backend::detect()), &[], 25);
    let (x, y) = (series(&mut room, &[1.0, 2.0]), series(&mut room, &[1.0]));
    let e = Evaluator::new(&room.keys);
    assert_eq!(
        x.add(&e, &y),
        Err(Error::LengthMismatch { left: 2, right: 1 })
    );
    assert!(matches!(
        x.weighted_sum(&e, &[1], 1, 0),
        Err(Error::LengthMismatch { .. })
    ));
    let other = Scale::precision(0).unwrap();
    let z = room
        .secret
        .encrypt_values(&[1.0, 2.0], &other, &mut room.rng)
        .unwrap();
    assert!(matches!(x.add(&e, &z), Err(Error::Scale { .. })));
    let bad = room
        .secret
        .encrypt_values(&[1.0, f64::NAN], &other, &mut room.rng);
    assert_eq!(bad, Err(Error::NotFinite { index: 1 }));
}
