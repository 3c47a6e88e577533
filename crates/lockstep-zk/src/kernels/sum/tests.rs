//! Multi-scalar sums compared with naive sums.

use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::{PrimeField, UniformRand};
use rand_chacha::ChaCha20Rng;
use rand_core::{RngCore, SeedableRng};

use super::*;
use crate::kernels::FixedBase;
use crate::kernels::digits::MAX_WIDTH;

/// Creates distinct points, with infinity among them.
fn points<G: Point>(count: usize, rng: &mut ChaCha20Rng) -> Vec<G> {
    let products: Vec<G::Group> = (0..count)
        .map(|index| match index % 29 {
            17 => G::Group::ZERO,
            _ => G::generator() * G::ScalarField::from(rng.next_u64()),
        })
        .collect();
    G::Group::normalize_batch(&products)
}

fn naive_sum<G: Point>(points: &[G], scalars: &[G::ScalarField]) -> G::Group {
    let terms = points.iter().zip(scalars);
    terms.fold(G::Group::ZERO, |sum, (point, scalar)| {
        sum + *point * *scalar
    })
}

/// Computes the sum on every path of this CPU and compares the results.
fn every_sum<G: Point>(points: &[G], scalars: &[G::ScalarField]) -> G::Group {
    let total = sum(points, scalars);
    let (first, second) = points.split_at(points.len() / 3);
    let lists = [first, &[], second];
    assert_eq!(sum_of(&lists, scalars), total);
    let lengths = Lengths::of(scalars);
    for width in [2, 5, 8] {
        let windows = lengths.windows(width);
        if windows > 0 && lengths.width().is_some() {
            assert_eq!(portable_sum(&lists, scalars, width, windows), total);
            #[cfg(target_arch = "x86_64")]
            if let Some(sum) = crate::kernels::lanes::sum(&lists, scalars, width, windows) {
                assert_eq!(sum, total, "{width} bits in lanes");
            }
        }
    }
    total
}

fn check_equals_naive_sum<G: Point>() {
    let rng = &mut ChaCha20Rng::from_seed([9; 32]);
    let one = G::ScalarField::ONE;
    let half = G::ScalarField::from(G::ScalarField::MODULUS_MINUS_ONE_DIV_TWO);
    let list = points::<G>(300, rng);
    let random: Vec<_> = (0..300).map(|_| G::ScalarField::rand(rng)).collect();
    let small: Vec<_> = (0..300)
        .map(|_| G::ScalarField::from(rng.next_u32() % 9))
        .collect();
    let edges = [
        G::ScalarField::ZERO,
        one,
        -one,
        half,
        half + one,
        -one - one,
    ];
    let mixed: Vec<_> = (0..300)
        .map(|index| {
            if index % 7 == 6 {
                random[index]
            } else {
                edges[index % 7]
            }
        })
        .collect();
    let powers: Vec<_> = (0..300u64)
        .map(|bit| one.double().pow([bit % 253]))
        .collect();
    for scalars in [
        random.clone(),
        small,
        mixed,
        powers.clone(),
        powers.iter().map(|power| *power - one).collect(),
        vec![G::ScalarField::ZERO; 300],
        vec![one; 300],
        vec![-one; 300],
        vec![half; 300],
        vec![random[0]; 300],
    ] {
        let expected = naive_sum(&list, &scalars);
        assert_eq!(every_sum(&list, &scalars), expected);
        // Buckets contain equal points, opposite points and infinity.
        let same = [
            list[0],
            -list[0],
            list[0],
            G::zero(),
            list[0],
            list[1],
            -list[1],
        ];
        let same: Vec<G> = same.into_iter().cycle().take(300).collect();
        assert_eq!(every_sum(&same, &scalars), naive_sum(&same, &scalars));
    }
    for count in (0..10).chain(STRAUS_LIMIT - 2..STRAUS_LIMIT + 3) {
        let (list, scalars) = (&list[..count], &random[..count]);
        assert_eq!(
            every_sum(list, scalars),
            naive_sum(list, scalars),
            "{count} terms"
        );
    }
}

#[test]
fn sums_equal_naive_sums() {
    check_equals_naive_sum::<ark_bn254::G1Affine>();
    check_equals_naive_sum::<ark_bn254::G2Affine>();
    check_equals_naive_sum::<ark_bls12_381::G1Affine>();
    check_equals_naive_sum::<ark_bls12_381::G2Affine>();
}

/// Long sums use the widest windows and several tasks. The expected value follows from Σ sᵢ·(tᵢ·g)
/// = (Σ sᵢtᵢ)·g.
#[test]
fn long_sums_equal_one_product() {
    let rng = &mut ChaCha20Rng::from_seed([10; 32]);
    let generator = ark_bn254::G1Affine::generator();
    let mut factors: Vec<_> = (0..40_000).map(|_| ark_bn254::Fr::rand(rng)).collect();
    let repeated = factors[7];
    factors[20_000..].fill(repeated);
    let prepared = FixedBase::<ark_bn254::G1Affine>::new(generator.into_group(), factors.len());
    let list = prepared.multiples(&factors);
    for scalars in [
        (0..40_000).map(|_| ark_bn254::Fr::rand(rng)).collect(),
        vec![ark_bn254::Fr::rand(rng); 40_000],
        vec![ark_bn254::Fr::ONE; 40_000],
    ] {
        let expected: ark_bn254::Fr = scalars.iter().zip(&factors).map(|(s, t)| s * t).sum();
        assert_eq!(sum(&list, &scalars), generator * expected);
    }
}

#[test]
fn digits_of_every_width_represent_the_scalar() {
    let rng = &mut ChaCha20Rng::from_seed([11; 32]);
    type F = ark_bls12_381::Fr;
    let half = F::from(F::MODULUS_MINUS_ONE_DIV_TWO);
    let mut scalars = vec![F::ZERO, F::ONE, -F::ONE, half, half + F::ONE, -half];
    scalars.extend((0..50).map(|_| F::rand(rng)));
    scalars.extend((0..255u64).map(|bit| F::from(2u64).pow([bit])));
    for width in 2..=MAX_WIDTH {
        let windows = Lengths::of(&scalars).windows(width);
        let digits = digits(&scalars, width, windows);
        for (index, scalar) in scalars.iter().enumerate() {
            let found = (0..windows).rev().fold(F::ZERO, |sum, window| {
                let digit = digits[window * scalars.len() + index];
                assert!(digit.unsigned_abs() <= 1 << (width - 1));
                sum * F::from(1u64 << width) + F::from(i64::from(digit))
            });
            assert_eq!(found, *scalar, "width {width}, scalar {index}");
        }
    }
}
