//! Each named set at its maximum depth: measured noise compared with the noise bound.

use super::*;
use crate::error::Error;
use crate::evaluator::Evaluator;
use crate::sets::SetId;

/// Prints and checks the measured noise of a step.
fn check_noise(fixture: &Fixture, what: &str, x: &Ciphertext) {
    let (measured, bound) = (fixture.noise_bits(x), x.noise.log2());
    println!(
        "{:<12} {what:<34} noise {measured:6.1}, bound {bound:6.1}, capacity {}",
        fixture.set.name(),
        x.capacity_bits()
    );
    assert!(measured <= bound, "{what}: {measured} exceeds {bound}");
}

/// Checks the sum over all slots of `blocks` times the ciphertext, where `blocks` is a power of
/// two. It must be `blocks` times the total, before and after the modulus switch. Twice as many
/// blocks must be refused.
fn check_group(fixture: &Fixture, what: &str, x: &Ciphertext, blocks: u32, total: i128) {
    let e = Evaluator::new(&fixture.keys);
    let n = fixture.set.slots();
    let mut group = x.clone();
    for _ in 0..blocks.ilog2() {
        group = e.add(&group, &group).unwrap();
    }
    let sum = e.sum_windows(&group, n).unwrap();
    check_noise(fixture, &format!("{blocks} × {what}, full sum"), &sum);
    let expected = total * i128::from(blocks);
    assert_eq!(fixture.open(&sum), vec![expected; n]);
    let small = e.switch_down(&sum).unwrap();
    assert_eq!(fixture.open(&small)[0], expected);
    let refused = e
        .add(&group, &group)
        .and_then(|twice| e.sum_windows(&twice, n));
    assert!(matches!(
        refused,
        Err(Error::Magnitude { .. } | Error::Noise { .. })
    ));
}

#[test]
fn depth_one_sets_support_groups_of_products_and_a_full_sum() {
    for (id, blocks, products) in [
        (SetId::Bfv128, 1 << 15, 1),
        (SetId::Bfv192, 1 << 17, 4),
        (SetId::Bfv256, 1 << 15, 1),
    ] {
        let mut fixture = Fixture::new(&ParameterSet::new(id), &[], 5);
        let (n, bound) = (fixture.set.slots(), 1u128 << 15);
        let (a, b) = (fixture.values(n, bound), fixture.values(n, bound));
        // Both values use public-key encryption, which has more noise.
        let [x, y] = [&a, &b].map(|values| {
            let plaintext = fixture.encode(values, bound, Width::Narrow);
            fixture
                .public
                .encrypt(&plaintext, &mut fixture.rng)
                .unwrap()
        });
        check_noise(&fixture, "fresh, public key", &x);
        let fresh = fixture.encrypt(&b, bound, Width::Narrow);
        check_noise(&fixture, "fresh, secret key", &fresh);
        check_group(&fixture, "block", &x, blocks, a.iter().sum());
        let e = Evaluator::new(&fixture.keys);
        let product = e.multiply(&x, &y).unwrap();
        check_noise(&fixture, "product", &product);
        let total = a.iter().zip(&b).map(|(a, b)| a * b).sum();
        check_group(&fixture, "product", &product, products, total);
        println!(
            "{:<12} failure ≤ 2^{}",
            fixture.set.name(),
            fixture.set.failure_log2()
        );
        assert!(fixture.set.failure_log2() <= -128.0);
        let second = e.square(&product);
        assert!(matches!(
            second,
            Err(Error::Noise { .. } | Error::Magnitude { .. })
        ));
    }
}

#[test]
fn sum_sets_support_groups_of_blocks_and_a_full_sum() {
    for (id, public, secret) in [
        (SetId::Bfv128Sum, 1 << 9, 1 << 9),
        (SetId::Bfv192Sum, 1 << 20, 1 << 23),
        (SetId::Bfv256Sum, 1 << 11, 1 << 11),
    ] {
        let mut fixture = Fixture::new(&ParameterSet::new(id), &[], 6);
        let n = fixture.set.slots();
        let bound = 255;
        let a = fixture.values(n, bound);
        let plaintext = fixture.encode(&a, bound, Width::Narrow);
        let x = fixture
            .public
            .encrypt(&plaintext, &mut fixture.rng)
            .unwrap();
        check_noise(&fixture, "fresh, public key", &x);
        check_group(&fixture, "block, public key", &x, public, a.iter().sum());
        let x = fixture
            .secret
            .encrypt(&plaintext, &mut fixture.rng)
            .unwrap();
        check_noise(&fixture, "fresh, secret key", &x);
        check_group(&fixture, "block", &x, secret, a.iter().sum());
        println!(
            "{:<12} failure ≤ 2^{}",
            fixture.set.name(),
            fixture.set.failure_log2()
        );
        let e = Evaluator::new(&fixture.keys);
        assert!(matches!(e.square(&x), Err(Error::Unsupported { .. })));
        let mask = fixture.encode(&[1], 1, Width::Narrow);
        assert!(matches!(
            e.multiply_plain(&x, &mask),
            Err(Error::Noise { .. })
        ));
    }
}

#[test]
fn wide_values_support_a_product_and_a_full_sum() {
    for id in [SetId::Bfv128, SetId::Bfv192, SetId::Bfv256] {
        let mut fixture = Fixture::new(&ParameterSet::new(id), &[], 8);
        let (n, bound) = (fixture.set.slots(), 1u128 << 37);
        let (a, b) = (fixture.values(n, bound), fixture.values(n, bound));
        let (x, y) = (
            fixture.encrypt(&a, bound, Width::Wide),
            fixture.encrypt(&b, bound, Width::Wide),
        );
        let e = Evaluator::new(&fixture.keys);
        let sum = e.sum_windows(&e.multiply(&x, &y).unwrap(), n).unwrap();
        check_noise(&fixture, "wide product, full sum", &sum);
        let total: i128 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
        assert_eq!(fixture.open(&sum), vec![total; n]);
    }
}

#[test]
fn only_the_192_set_supports_a_mask_and_a_square() {
    for id in [SetId::Bfv128, SetId::Bfv192, SetId::Bfv256] {
        let mut fixture = Fixture::new(&ParameterSet::new(id), &[], 7);
        let n = fixture.set.slots();
        let a = fixture.values(n, 1000);
        let x = fixture.encrypt(&a, 1000, Width::Narrow);
        let mask: Vec<i128> = (0..n).map(|i| i128::from(i % 3 == 0)).collect();
        let e = Evaluator::new(&fixture.keys);
        let masked = e
            .multiply_plain(&x, &fixture.encode(&mask, 1, Width::Narrow))
            .unwrap();
        check_noise(&fixture, "mask", &masked);
        let square = e.square(&masked);
        if id == SetId::Bfv192 {
            let square = square.unwrap();
            check_noise(&fixture, "mask, square", &square);
            let expected: Vec<i128> = a.iter().zip(&mask).map(|(a, m)| a * a * m).collect();
            assert_eq!(fixture.open(&square), expected);
        } else {
            assert!(matches!(square, Err(Error::Noise { .. })));
        }
    }
}
