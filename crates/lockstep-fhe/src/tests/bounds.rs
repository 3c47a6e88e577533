//! Each named set at its claimed bound: measured noise compared with the noise bound.

use super::*;
use crate::error::Error;
use crate::evaluator::Evaluator;
use crate::sets::SetId;

/// Prints one measured step.
fn show(room: &Room, what: &str, x: &Ciphertext) {
    let (measured, promised) = (room.noise_bits(x), x.noise.log2());
    println!(
        "{:<12} {what:<34} noise {measured:6.1} of promised {promised:6.1}, capacity {}",
        room.set.name(),
        x.capacity_bits()
    );
    assert!(measured <= promised, "{what}: {measured} over {promised}");
}

/// `blocks` times the ciphertext (a power of two), summed over all slots, is `blocks` times the
/// total, before and after the modulus switch; and twice as many are refused.
fn holds(room: &Room, what: &str, x: &Ciphertext, blocks: u32, total: i128) {
    let e = Evaluator::new(&room.keys);
    let n = room.set.slots();
    let mut group = x.clone();
    for _ in 0..blocks.ilog2() {
        group = e.add(&group, &group).unwrap();
    }
    let sum = e.sum_windows(&group, n).unwrap();
    show(room, &format!("{blocks} × {what}, full sum"), &sum);
    let expected = total * i128::from(blocks);
    assert_eq!(room.open(&sum), vec![expected; n]);
    let small = e.switch_down(&sum).unwrap();
    assert_eq!(room.open(&small)[0], expected);
    let refused = e
        .add(&group, &group)
        .and_then(|twice| e.sum_windows(&twice, n));
    assert!(matches!(
        refused,
        Err(Error::Magnitude { .. } | Error::Noise { .. })
    ));
}

#[test]
fn depth_one_sets_hold_groups_of_products_and_a_full_sum() {
    for (id, blocks, products) in [
        (SetId::Bfv128, 1 << 15, 1),
        (SetId::Bfv192, 1 << 17, 4),
        (SetId::Bfv256, 1 << 15, 1),
    ] {
        let mut room = Room::new(&ParameterSet::new(id), &[], 5);
        let (n, bound) = (room.set.slots(), 1u128 << 15);
        let (a, b) = (room.values(n, bound), room.values(n, bound));
        // Both values use the noisier encryption.
        let [x, y] = [&a, &b].map(|values| {
            let plaintext = room.encode(values, bound, Width::Narrow);
            room.public.encrypt(&plaintext, &mut room.rng).unwrap()
        });
        show(&room, "fresh, public key", &x);
        let fresh = room.encrypt(&b, bound, Width::Narrow);
        show(&room, "fresh, secret key", &fresh);
        holds(&room, "block", &x, blocks, a.iter().sum());
        let e = Evaluator::new(&room.keys);
        let product = e.multiply(&x, &y).unwrap();
        show(&room, "product", &product);
        let total = a.iter().zip(&b).map(|(a, b)| a * b).sum();
        holds(&room, "product", &product, products, total);
        println!(
            "{:<12} failure ≤ 2^{}",
            room.set.name(),
            room.set.failure_log2()
        );
        assert!(room.set.failure_log2() <= -128.0);
        let second = e.square(&product);
        assert!(matches!(
            second,
            Err(Error::Noise { .. } | Error::Magnitude { .. })
        ));
    }
}

#[test]
fn sum_sets_hold_groups_of_blocks_and_a_full_sum() {
    for (id, public, secret) in [
        (SetId::Bfv128Sum, 1 << 9, 1 << 9),
        (SetId::Bfv192Sum, 1 << 20, 1 << 23),
        (SetId::Bfv256Sum, 1 << 11, 1 << 11),
    ] {
        let mut room = Room::new(&ParameterSet::new(id), &[], 6);
        let n = room.set.slots();
        let bound = 255;
        let a = room.values(n, bound);
        let plaintext = room.encode(&a, bound, Width::Narrow);
        let x = room.public.encrypt(&plaintext, &mut room.rng).unwrap();
        show(&room, "fresh, public key", &x);
        holds(&room, "block, public key", &x, public, a.iter().sum());
        let x = room.secret.encrypt(&plaintext, &mut room.rng).unwrap();
        show(&room, "fresh, secret key", &x);
        holds(&room, "block", &x, secret, a.iter().sum());
        println!(
            "{:<12} failure ≤ 2^{}",
            room.set.name(),
            room.set.failure_log2()
        );
        let e = Evaluator::new(&room.keys);
        assert!(matches!(e.square(&x), Err(Error::Unsupported { .. })));
        let mask = room.encode(&[1], 1, Width::Narrow);
        assert!(matches!(
            e.multiply_plain(&x, &mask),
            Err(Error::Noise { .. })
        ));
    }
}

#[test]
fn wide_values_hold_a_product_and_a_full_sum() {
    for id in [SetId::Bfv128, SetId::Bfv192, SetId::Bfv256] {
        let mut room = Room::new(&ParameterSet::new(id), &[], 8);
        let (n, bound) = (room.set.slots(), 1u128 << 37);
        let (a, b) = (room.values(n, bound), room.values(n, bound));
        let (x, y) = (
            room.encrypt(&a, bound, Width::Wide),
            room.encrypt(&b, bound, Width::Wide),
        );
        let e = Evaluator::new(&room.keys);
        let sum = e.sum_windows(&e.multiply(&x, &y).unwrap(), n).unwrap();
        show(&room, "wide product, full sum", &sum);
        let total: i128 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
        assert_eq!(room.open(&sum), vec![total; n]);
    }
}

#[test]
fn only_the_192_set_holds_a_mask_and_a_square() {
    for id in [SetId::Bfv128, SetId::Bfv192, SetId::Bfv256] {
        let mut room = Room::new(&ParameterSet::new(id), &[], 7);
        let n = room.set.slots();
        let a = room.values(n, 1000);
        let x = room.encrypt(&a, 1000, Width::Narrow);
        let mask: Vec<i128> = (0..n).map(|i| i128::from(i % 3 == 0)).collect();
        let e = Evaluator::new(&room.keys);
        let masked = e
            .multiply_plain(&x, &room.encode(&mask, 1, Width::Narrow))
            .unwrap();
        show(&room, "mask", &masked);
        let square = e.square(&masked);
        if id == SetId::Bfv192 {
            let square = square.unwrap();
            show(&room, "mask, square", &square);
            let expected: Vec<i128> = a.iter().zip(&mask).map(|(a, m)| a * a * m).collect();
            assert_eq!(room.open(&square), expected);
        } else {
            assert!(matches!(square, Err(Error::Noise { .. })));
        }
    }
}
