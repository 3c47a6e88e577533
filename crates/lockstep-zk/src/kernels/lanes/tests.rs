//! The arithmetic of lanes compared with arkworks.

use ark_ff::{BigInteger, Field, PrimeField, UniformRand};
use num::{Number, from_lanes, into_lanes};
use rand_core::RngCore;

use super::available;
use super::field::{
    Prime, difference, minus, nearly_reduced, plus, prime, product, propagate_carries, square,
};
use super::modulus::{BITS, Modulus, join, split};
use crate::testing::rng;

/// Conversions between elements and lanes.
mod num {
    use crate::kernels::lanes::field::Element;
    use crate::kernels::lanes::points::{LANES, load_words, store_words};

    /// A number in limbs, below 2^(52·L).
    pub(super) type Number<const L: usize> = [u64; L];

    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn into_lanes<const L: usize>(numbers: &[Number<L>; LANES]) -> Element<L> {
        let mut element = [std::arch::x86_64::_mm512_setzero_si512(); L];
        for (limb, lanes) in element.iter_mut().enumerate() {
            *lanes = load_words(&numbers.map(|number| number[limb]));
        }
        element
    }

    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn from_lanes<const L: usize>(element: &Element<L>) -> [Number<L>; LANES] {
        let mut numbers = [[0; L]; LANES];
        for (limb, lanes) in element.iter().enumerate() {
            let mut words = [0; LANES];
            store_words(&mut words, *lanes);
            for (number, word) in numbers.iter_mut().zip(words) {
                number[limb] = word;
            }
        }
        numbers
    }
}

/// Returns value + times·p in limbs.
fn raised<F: PrimeField, const L: usize>(value: &F, times: u64) -> Number<L> {
    let mut words = [0u64; 9];
    let number = value.into_bigint();
    words[..number.as_ref().len()].copy_from_slice(number.as_ref());
    for _ in 0..times {
        let mut carry = 0;
        for (index, word) in words.iter_mut().enumerate() {
            let p = F::MODULUS.as_ref().get(index).copied().unwrap_or(0);
            let sum = u128::from(*word) + u128::from(p) + carry;
            *word = sum as u64;
            carry = sum >> 64;
        }
    }
    split(&words)
}

/// Returns the element of a number and how often it contains p.
fn lowered<F: PrimeField, const L: usize>(number: &Number<L>) -> (F, u32) {
    let mut words = [0u64; 9];
    join(number, &mut words);
    let mut quotient = 0;
    loop {
        let mut rest = words;
        let mut borrow = false;
        for (index, word) in rest.iter_mut().enumerate() {
            let p = F::MODULUS.as_ref().get(index).copied().unwrap_or(0);
            let (part, first) = word.overflowing_sub(p);
            let (part, second) = part.overflowing_sub(u64::from(borrow));
            *word = part;
            borrow = first | second;
        }
        if borrow {
            break;
        }
        words = rest;
        quotient += 1;
    }
    let mut integer = F::BigInt::from(0u64);
    integer
        .as_mut()
        .copy_from_slice(&words[..F::BigInt::NUM_LIMBS]);
    (F::from_bigint(integer).unwrap(), quotient)
}

#[target_feature(enable = "avx512f,avx512ifma")]
fn check_field<F: PrimeField, const L: usize>() {
    let rng = &mut rng(21);
    let modulus = Modulus::<L>::of::<F>();
    let prime: Prime<L> = prime(&modulus);
    let radix = F::from(2u64).pow([(BITS * L) as u64]);
    for round in 0..200 {
        let mut value = || match rng.next_u32() % 6 {
            0 => F::ZERO,
            1 => -F::ONE,
            2 => F::ONE,
            _ => F::rand(rng),
        };
        let a: [F; 8] = std::array::from_fn(|_| value());
        let b: [F; 8] = std::array::from_fn(|_| value());
        // Operands up to 4 p.
        let (up, down) = (round % 4, round / 4 % 4);
        let left = into_lanes::<L>(&a.map(|value| raised(&value, up)));
        let right = into_lanes::<L>(&b.map(|value| raised(&value, down)));
        let products = from_lanes(&product(&prime, &left, &right));
        let squares = from_lanes(&square(&prime, &left));
        let sums = from_lanes(&propagate_carries(plus(&left, &right)));
        let low = into_lanes::<L>(&b.map(|value| raised(&value, down % 2)));
        let differences = from_lanes(&difference(&prime, &left, &low));
        // A nearly reduced value is at least −3 p.
        let low = into_lanes::<L>(&b.map(|value| raised(&value, down % 3)));
        let nearly_reduced_differences = from_lanes(&nearly_reduced(&prime, minus(&left, &low)));
        for lane in 0..8 {
            let (a, b) = (a[lane], b[lane]);
            let (found, times) = lowered::<F, L>(&products[lane]);
            assert!(found == a * b / radix && times <= 2, "{a} · {b}");
            let (found, times) = lowered::<F, L>(&squares[lane]);
            assert!(found == a.square() / radix && times <= 2, "{a}²");
            assert_eq!(lowered::<F, L>(&sums[lane]).0, a + b);
            assert_eq!(lowered::<F, L>(&differences[lane]).0, a - b);
            let (found, times) = lowered::<F, L>(&nearly_reduced_differences[lane]);
            assert!(found == a - b && times <= 1, "{a} − {b}");
        }
    }
}

#[test]
fn fields_in_lanes_equal_arkworks() {
    if !available() {
        println!("skipped: the CPU has no AVX-512 IFMA");
        return;
    }
    #[expect(
        unsafe_code,
        reason = "a call into code compiled for detected instructions"
    )]
    // SAFETY: the instructions were detected.
    unsafe {
        check_field::<ark_bn254::Fq, 5>();
        check_field::<ark_bn254::Fr, 5>();
        check_field::<ark_bls12_381::Fr, 5>();
        check_field::<ark_bls12_381::Fq, 8>();
    }
}

#[test]
fn limbs_round_trip() {
    let rng = &mut rng(22);
    for _ in 0..100 {
        let number = ark_bls12_381::Fq::rand(rng).into_bigint();
        let limbs = split::<8>(number.as_ref());
        let mut words = [0; 6];
        join(&limbs, &mut words);
        assert_eq!(words, number.as_ref());
    }
    let modulus = Modulus::<5>::of::<ark_bn254::Fq>();
    assert_eq!(modulus.canonical(modulus.limbs), [0; 5]);
    let one = ark_bn254::Fq::from(2u64).pow([260]).into_bigint();
    assert_eq!(modulus.radix[0], split::<5>(one.as_ref()));
}
