//! Tests of dec(enc(a) ∘ enc(b)) = a ∘ b, on every back end.

use super::*;
use crate::error::Error;
use crate::evaluator::Evaluator;
use crate::plaintext::Content;

const N: usize = 64;

fn slotwise(a: &[i128], b: &[i128], f: impl Fn(i128, i128) -> i128) -> Vec<i128> {
    a.iter().zip(b).map(|(a, b)| f(*a, *b)).collect()
}

fn rotated(values: &[i128], steps: i64) -> Vec<i128> {
    let row = values.len() / 2;
    let rotate_row = |row_values: &[i128]| {
        let mut out = row_values.to_vec();
        out.rotate_left(steps.rem_euclid(row as i64) as usize);
        out
    };
    [rotate_row(&values[..row]), rotate_row(&values[row..])].concat()
}

fn fixtures() -> Vec<Fixture> {
    Backend::available()
        .into_iter()
        .map(|backend| Fixture::new(&small(N, backend), &[-1, 1, 3, 5], 1))
        .collect()
}

#[test]
fn fresh_ciphertexts_decrypt_to_their_plaintext() {
    for mut fixture in fixtures() {
        for width in [Width::Narrow, Width::Wide] {
            let bound = fixture.set.largest(width);
            let values = fixture.values(N, bound);
            let plaintext = fixture.encode(&values, bound, width);
            assert_eq!(*plaintext.decode(), values);
            let mut narrow = vec![0; N];
            let decoded = plaintext.decode_narrow(&mut narrow);
            assert_eq!(decoded.is_ok(), width == Width::Narrow);
            if decoded.is_ok() {
                assert!(
                    narrow
                        .into_iter()
                        .map(i128::from)
                        .eq(values.iter().copied())
                );
                assert!(plaintext.decode_narrow(&mut [0; N - 1]).is_err());
            }
            let ciphertext = fixture
                .secret
                .encrypt(&plaintext, &mut fixture.rng)
                .unwrap();
            assert_eq!(fixture.open(&ciphertext), values);
            let ciphertext = fixture
                .public
                .encrypt(&plaintext, &mut fixture.rng)
                .unwrap();
            assert_eq!(fixture.open(&ciphertext), values);
        }
    }
}

#[test]
fn operations_equal_those_on_plain_values() {
    for mut fixture in fixtures() {
        for (width, bound) in [(Width::Narrow, 1 << 20), (Width::Wide, 1 << 40)] {
            for _ in 0..4 {
                let (a, b) = (fixture.values(N, bound), fixture.values(N, bound));
                let (x, y) = (
                    fixture.encrypt(&a, bound, width),
                    fixture.encrypt(&b, bound, width),
                );
                let p = fixture.encode(&b, bound, width);
                let e = Evaluator::new(&fixture.keys);
                let check = |name: &str, result: Result<Ciphertext, Error>, expected: Vec<i128>| {
                    assert_eq!(fixture.open(&result.unwrap()), expected, "{name} {width:?}");
                };
                check("add", e.add(&x, &y), slotwise(&a, &b, |a, b| a + b));
                check(
                    "subtract",
                    e.subtract(&x, &y),
                    slotwise(&a, &b, |a, b| a - b),
                );
                check("negate", e.negate(&x), slotwise(&a, &b, |a, _| -a));
                check(
                    "add_plain",
                    e.add_plain(&x, &p),
                    slotwise(&a, &b, |a, b| a + b),
                );
                check(
                    "multiply",
                    e.multiply(&x, &y),
                    slotwise(&a, &b, |a, b| a * b),
                );
                check("square", e.square(&x), slotwise(&a, &a, |a, b| a * b));
                check(
                    "multiply_plain",
                    e.multiply_plain(&x, &p),
                    slotwise(&a, &b, |a, b| a * b),
                );
                let tripled = slotwise(&a, &a, |a, _| -3 * a);
                check("constant", e.multiply_constant(&x, -3), tripled);
                let down = e.switch_down(&e.add(&x, &y).unwrap()).unwrap();
                assert!(down.level() < fixture.set.0.top_level());
                check("switch_down", Ok(down), slotwise(&a, &b, |a, b| a + b));
            }
        }
    }
}

#[test]
fn rotations_form_a_group() {
    for mut fixture in fixtures() {
        let a = fixture.values(N, 1 << 30);
        let x = fixture.encrypt(&a, 1 << 30, Width::Narrow);
        let e = Evaluator::new(&fixture.keys);
        for steps in [0, 1, -1, 3, 5, 5 + N as i64 / 2] {
            let rotated_x = e.rotate_rows(&x, steps).unwrap();
            assert_eq!(fixture.open(&rotated_x), rotated(&a, steps), "{steps}");
        }
        let many = e.rotate_rows_many(&x, &[3, 0, -1]).unwrap();
        for (rotated_x, steps) in many.iter().zip([3, 0, -1]) {
            assert_eq!(
                fixture.open(rotated_x),
                rotated(&a, steps),
                "hoisted {steps}"
            );
        }
        let forward = e.rotate_rows(&x, 1).unwrap();
        let back = e.rotate_rows(&forward, -1).unwrap();
        assert_eq!(fixture.open(&back), a);
        let six = e.rotate_rows(&e.rotate_rows(&x, 5).unwrap(), 1).unwrap();
        assert_eq!(fixture.open(&six), rotated(&a, 6));
        let swapped = e.swap_rows(&x).unwrap();
        assert_eq!(fixture.open(&swapped), [&a[N / 2..], &a[..N / 2]].concat());
        assert_eq!(fixture.open(&e.swap_rows(&swapped).unwrap()), a);
    }
}

#[test]
fn window_sums_equal_plain_sums() {
    for mut fixture in fixtures() {
        let a = fixture.values(N, 1 << 20);
        let x = fixture.encrypt(&a, 1 << 20, Width::Narrow);
        let e = Evaluator::new(&fixture.keys);
        let row = N / 2;
        for window in [1, 2, 4, 8, 16, 32] {
            let sums = fixture.open(&e.sum_windows(&x, window).unwrap());
            for i in 0..N {
                let start = i / row * row;
                let expected: i128 = (0..window).map(|k| a[start + (i + k) % row]).sum();
                assert_eq!(sums[i], expected, "window {window} slot {i}");
            }
        }
        let total: i128 = a.iter().sum();
        assert_eq!(fixture.open(&e.sum_windows(&x, N).unwrap()), vec![total; N]);
    }
}

#[test]
fn all_back_ends_give_identical_ciphertexts() {
    let results: Vec<Ciphertext> = fixtures()
        .into_iter()
        .map(|mut fixture| {
            let a = fixture.values(N, 1000);
            let x = fixture.encrypt(&a, 1000, Width::Wide);
            let e = Evaluator::new(&fixture.keys);
            e.sum_windows(&e.square(&x).unwrap(), N).unwrap()
        })
        .collect();
    assert!(results.iter().all(|result| *result == results[0]));
}

#[test]
fn bytes_round_trip_and_do_not_support_computation() {
    for mut fixture in fixtures() {
        let bytes: Vec<u8> = (0..N * fixture.set.bytes_per_slot())
            .map(|i| i as u8 ^ 0xa5)
            .collect();
        for length in [0, 1, 7, bytes.len()] {
            let plaintext = Plaintext::encode_bytes(&fixture.set, &bytes[..length]).unwrap();
            let x = fixture
                .secret
                .encrypt(&plaintext, &mut fixture.rng)
                .unwrap();
            assert_eq!(x.content(), Content::Bytes);
            let opened = fixture.secret.decrypt(&x).unwrap();
            assert_eq!(*opened.decode_bytes(length).unwrap(), bytes[..length]);
            let e = Evaluator::new(&fixture.keys);
            assert!(matches!(e.add(&x, &x), Err(Error::Unsupported { .. })));
            assert!(matches!(
                e.rotate_rows(&x, 1),
                Err(Error::Unsupported { .. })
            ));
        }
        let integers = fixture.encode(&[1], 1, Width::Narrow);
        assert!(integers.decode_bytes(1).is_err());
        assert!(Plaintext::encode_bytes(&fixture.set, &[0; 5 * N + 1]).is_err());
    }
}

#[test]
fn mismatched_operands_are_refused() {
    let set = small(N, Backend::detect());
    let mut fixture = Fixture::new(&set, &[], 1);
    let mut other_key = Fixture::new(&set, &[], 2);
    let mut other_set = Fixture::new(&small(2 * N, Backend::detect()), &[], 3);
    let x = fixture.encrypt(&[1], 1, Width::Narrow);
    let y = other_key.encrypt(&[1], 1, Width::Narrow);
    let z = other_set.encrypt(&[1], 1, Width::Narrow);
    let wide = fixture.encrypt(&[1], 1, Width::Wide);
    let e = Evaluator::new(&fixture.keys);
    assert_eq!(e.add(&x, &y), Err(Error::KeyMismatch));
    assert!(matches!(
        e.add(&x, &z),
        Err(Error::ParameterMismatch { .. })
    ));
    assert!(matches!(
        e.multiply(&x, &wide),
        Err(Error::Unsupported { .. })
    ));
    assert_eq!(e.multiply(&y, &y), Err(Error::KeyMismatch));
    assert!(matches!(e.square(&z), Err(Error::ParameterMismatch { .. })));
    assert!(fixture.secret.decrypt(&y).is_err());
    assert!(matches!(
        e.rotate_rows(&x, 7),
        Err(Error::MissingKey { .. })
    ));
    assert!(matches!(
        Evaluator::keyless().square(&x),
        Err(Error::MissingKey { .. })
    ));
    assert!(Evaluator::keyless().add(&x, &x).is_ok());
    assert!(matches!(
        e.sum_windows(&x, 3),
        Err(Error::OutOfRange { .. })
    ));
    assert!(matches!(
        e.sum_windows(&x, 2 * N),
        Err(Error::OutOfRange { .. })
    ));
    let low = e.switch_down(&x).unwrap();
    assert!(matches!(e.square(&low), Err(Error::Level { .. })));
    assert!(matches!(e.multiply(&x, &low), Err(Error::Level { .. })));
    assert!(matches!(e.add(&x, &low), Err(Error::Level { .. })));
}

#[test]
fn values_out_of_bounds_are_named_by_index() {
    let set = small(N, Backend::detect());
    let encode = |values: &[i128], bound| Plaintext::encode(&set, values, bound, Width::Narrow);
    assert_eq!(
        encode(&[3, -5, 4], 4).unwrap_err(),
        Error::ValueOutOfBounds { index: 1, bound: 4 }
    );
    assert!(matches!(
        encode(&[0], 1 << 45),
        Err(Error::Magnitude { .. })
    ));
    assert!(matches!(
        encode(&[0; N + 1], 1),
        Err(Error::TooManyValues { .. })
    ));
}

/// Values that need few bits leave room to drop all primes but one, at once.
#[test]
fn a_switch_drops_as_many_primes_as_the_noise_allows() {
    for backend in Backend::available() {
        let recipe = Recipe {
            t_bits: 30,
            ..small(N, backend).0.recipe.clone()
        };
        let set = ParameterSet::from_recipe(&recipe, backend).unwrap();
        let mut fixture = Fixture::new(&set, &[], 9);
        let values = fixture.values(N, 1 << 20);
        let x = fixture.encrypt(&values, 1 << 20, Width::Narrow);
        let low = Evaluator::keyless().switch_down(&x).unwrap();
        assert_eq!((x.level(), low.level()), (3, 1));
        assert_eq!(fixture.open(&low), values);
        let again = Evaluator::keyless().switch_down(&low).unwrap();
        assert!(again == low);
    }
}
