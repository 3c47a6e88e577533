//! dec(enc(a) ∘ enc(b)) = a ∘ b, on every back end.

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
    let turn = |row_values: &[i128]| {
        let mut out = row_values.to_vec();
        out.rotate_left(steps.rem_euclid(row as i64) as usize);
        out
    };
    [turn(&values[..row]), turn(&values[row..])].concat()
}

fn rooms() -> Vec<Room> {
    Backend::available()
        .into_iter()
        .map(|backend| Room::new(&small(N, backend), &[-1, 1, 3, 5], 1))
        .collect()
}

#[test]
fn fresh_ciphertexts_decrypt_to_what_was_encrypted() {
    for mut room in rooms() {
        for width in [Width::Narrow, Width::Wide] {
            let bound = room.set.largest(width);
            let values = room.values(N, bound);
            let plaintext = room.encode(&values, bound, width);
            assert_eq!(*plaintext.decode(), values);
            let ciphertext = room.secret.encrypt(&plaintext, &mut room.rng).unwrap();
            assert_eq!(room.open(&ciphertext), values);
            let ciphertext = room.public.encrypt(&plaintext, &mut room.rng).unwrap();
            assert_eq!(room.open(&ciphertext), values);
        }
    }
}

#[test]
fn sums_and_products_are_those_of_the_values() {
    for mut room in rooms() {
        for (width, bound) in [(Width::Narrow, 1 << 20), (Width::Wide, 1 << 40)] {
            for _ in 0..4 {
                let (a, b) = (room.values(N, bound), room.values(N, bound));
                let (x, y) = (
                    room.encrypt(&a, bound, width),
                    room.encrypt(&b, bound, width),
                );
                let p = room.encode(&b, bound, width);
                let e = Evaluator::new(&room.keys);
                let check = |name: &str, got: Result<Ciphertext, Error>, expected: Vec<i128>| {
                    assert_eq!(room.open(&got.unwrap()), expected, "{name} {width:?}");
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
                assert!(down.level() < room.set.0.top());
                check("switch_down", Ok(down), slotwise(&a, &b, |a, b| a + b));
            }
        }
    }
}

#[test]
fn rotations_form_a_group() {
    for mut room in rooms() {
        let a = room.values(N, 1 << 30);
        let x = room.encrypt(&a, 1 << 30, Width::Narrow);
        let e = Evaluator::new(&room.keys);
        for steps in [0, 1, -1, 3, 5, 5 + N as i64 / 2] {
            let turned = e.rotate_rows(&x, steps).unwrap();
            assert_eq!(room.open(&turned), rotated(&a, steps), "{steps}");
        }
        let many = e.rotate_rows_many(&x, &[3, 0, -1]).unwrap();
        for (turned, steps) in many.iter().zip([3, 0, -1]) {
            assert_eq!(room.open(turned), rotated(&a, steps), "hoisted {steps}");
        }
        let there = e.rotate_rows(&x, 1).unwrap();
        let back = e.rotate_rows(&there, -1).unwrap();
        assert_eq!(room.open(&back), a);
        let six = e.rotate_rows(&e.rotate_rows(&x, 5).unwrap(), 1).unwrap();
        assert_eq!(room.open(&six), rotated(&a, 6));
        let swapped = e.swap_rows(&x).unwrap();
        assert_eq!(room.open(&swapped), [&a[N / 2..], &a[..N / 2]].concat());
        assert_eq!(room.open(&e.swap_rows(&swapped).unwrap()), a);
    }
}

#[test]
fn window_sums_are_sums() {
    for mut room in rooms() {
        let a = room.values(N, 1 << 20);
        let x = room.encrypt(&a, 1 << 20, Width::Narrow);
        let e = Evaluator::new(&room.keys);
        let row = N / 2;
        for window in [1, 2, 4, 8, 16, 32] {
            let sums = room.open(&e.sum_windows(&x, window).unwrap());
            for i in 0..N {
                let start = i / row * row;
                let expected: i128 = (0..window).map(|k| a[start + (i + k) % row]).sum();
                assert_eq!(sums[i], expected, "window {window} slot {i}");
            }
        }
        let total: i128 = a.iter().sum();
        assert_eq!(room.open(&e.sum_windows(&x, N).unwrap()), vec![total; N]);
    }
}

#[test]
fn all_back_ends_give_the_same_bits() {
    let results: Vec<Ciphertext> = rooms()
        .into_iter()
        .map(|mut room| {
            let a = room.values(N, 1000);
            let x = room.encrypt(&a, 1000, Width::Wide);
            let e = Evaluator::new(&room.keys);
            e.sum_windows(&e.square(&x).unwrap(), N).unwrap()
        })
        .collect();
    assert!(results.iter().all(|result| *result == results[0]));
}

#[test]
fn bytes_come_back_and_are_not_computed_on() {
    for mut room in rooms() {
        let bytes: Vec<u8> = (0..N * room.set.bytes_per_slot())
            .map(|i| i as u8 ^ 0xa5)
            .collect();
        for length in [0, 1, 7, bytes.len()] {
            let plaintext = Plaintext::encode_bytes(&room.set, &bytes[..length]).unwrap();
            let x = room.secret.encrypt(&plaintext, &mut room.rng).unwrap();
            assert_eq!(x.content(), Content::Bytes);
            let opened = room.secret.decrypt(&x).unwrap();
            assert_eq!(*opened.decode_bytes(length).unwrap(), bytes[..length]);
            let e = Evaluator::new(&room.keys);
            assert!(matches!(e.add(&x, &x), Err(Error::Unsupported { .. })));
            assert!(matches!(
                e.rotate_rows(&x, 1),
                Err(Error::Unsupported { .. })
            ));
        }
        let integers = room.encode(&[1], 1, Width::Narrow);
        assert!(integers.decode_bytes(1).is_err());
        assert!(Plaintext::encode_bytes(&room.set, &[0; 5 * N + 1]).is_err());
    }
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let set = small(N, Backend::detect());
    let mut room = Room::new(&set, &[], 1);
    let mut stranger = Room::new(&set, &[], 2);
    let mut other = Room::new(&small(2 * N, Backend::detect()), &[], 3);
    let x = room.encrypt(&[1], 1, Width::Narrow);
    let y = stranger.encrypt(&[1], 1, Width::Narrow);
    let z = other.encrypt(&[1], 1, Width::Narrow);
    let wide = room.encrypt(&[1], 1, Width::Wide);
    let e = Evaluator::new(&room.keys);
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
    assert!(room.secret.decrypt(&y).is_err());
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
fn values_and_bounds_are_refused_by_index() {
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
