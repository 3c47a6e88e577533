//! Each named set at its claimed bound, measured noise beside promised noise.

use super::*;
use crate::error::Error;
use crate::evaluator::Evaluator;
use crate::sets::SetId;

/// One measured step.
fn show(room: &Room, what: &str, x: &Ciphertext) {
    let (measured, promised) = (room.noise_bits(x), x.noise.log2());
    println!(
        "{:<12} {what:<28} noise {measured:6.1} of promised {promised:6.1}, capacity {}",
        room.set.name(),
        x.capacity_bits()
    );
    assert!(measured <= promised, "{what}: {measured} over {promised}");
}

#[test]
fn depth_one_sets_hold_a_product_and_a_full_sum() {
    for id in [SetId::Bfv128, SetId::Bfv192, SetId::Bfv256] {
        let mut room = Room::new(&ParameterSet::new(id), &[], 5);
        let (n, bound) = (room.set.slots(), 1u128 << 15);
        let (a, b) = (room.values(n, bound), room.values(n, bound));
        let plaintext = room.encode(&a, bound, Width::Narrow);
        let x = room.public.encrypt(&plaintext, &mut room.rng).unwrap();
        let y = room.encrypt(&b, bound, Width::Narrow);
        show(&room, "fresh, public key", &x);
        show(&room, "fresh, secret key", &y);
        let e = Evaluator::new(&room.keys);
        let product = e.multiply(&x, &y).unwrap();
        show(&room, "product", &product);
        let sum = e.sum_windows(&product, n).unwrap();
        show(&room, "product, full sum", &sum);
        let expected: i128 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
        assert_eq!(room.open(&sum), vec![expected; n]);
        let small = e.switch_down(&sum).unwrap();
        assert_eq!(room.open(&small)[0], expected);
        println!(
            "{:<12} failure ≤ 2^{}",
            room.set.name(),
            room.set.failure_log2()
        );
        assert!(room.set.failure_log2() <= -128.0);
        // The margin is what it is claimed to be, and no second product is ever let through.
        assert!(matches!(
            e.square(&product),
            Err(Error::Noise { .. } | Error::Magnitude { .. })
        ));
    }
}

#[test]
fn sum_sets_hold_groups_of_blocks_and_a_full_sum() {
    for id in [SetId::Bfv128Sum, SetId::Bfv192Sum, SetId::Bfv256Sum] {
        let mut room = Room::new(&ParameterSet::new(id), &[], 6);
        let n = room.set.slots();
        let bound = 255;
        let blocks = (room.set.largest(Width::Narrow) / (n as u128 * bound)).min(64) as usize;
        assert!(blocks >= 32, "{} blocks", blocks);
        let a = room.values(n, bound);
        let x = room.encrypt(&a, bound, Width::Narrow);
        show(&room, "fresh, secret key", &x);
        let e = Evaluator::new(&room.keys);
        let mut group = x.clone();
        for _ in 1..blocks {
            e.add_assign(&mut group, &x).unwrap();
        }
        show(&room, "group of blocks", &group);
        let sum = e.sum_windows(&group, n).unwrap();
        show(&room, "group, full sum", &sum);
        let expected = a.iter().sum::<i128>() * blocks as i128;
        assert_eq!(room.open(&sum), vec![expected; n]);
        assert!(matches!(e.square(&x), Err(Error::Unsupported { .. })));
        let mask = room.encode(&[1], 1, Width::Narrow);
        assert!(matches!(
            e.multiply_plain(&x, &mask),
            Err(Error::Noise { .. })
        ));
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
