//! The operations, compared with those of arkworks' fields.

use ark_ff::{BigInteger, PrimeField};
use rand_core::RngCore;

use super::*;
use crate::field;
use crate::testing::rng;

const RESULT: usize = RESERVED;
const A: usize = RESERVED + BYTES;
const B: usize = RESERVED + 2 * BYTES;
const ADDRESSES: [u32; 3] = [RESULT as u32, A as u32, B as u32];

/// Writes an element of random form, and returns its value.
fn random<F: PrimeField>(rng: &mut impl RngCore, bytes: &mut [u8]) -> F {
    rng.fill_bytes(bytes);
    let edges = [
        F::ZERO,
        F::ONE,
        -F::ONE,
        F::from(200u64),
        F::from(1u64 << 40),
    ];
    let number = match rng.next_u32() % 10 {
        edge @ 0..5 => edges[edge as usize],
        _ => F::rand(rng),
    };
    let form = (rng.next_u32() % 4) as u8 * MONTGOMERY;
    bytes[7] = form;
    let short = match rng.next_u32() % 4 {
        0 => i32::MIN,
        1 => -1,
        2 => (rng.next_u32() % 300).cast_signed(),
        _ => rng.next_u32().cast_signed(),
    };
    bytes[..4].copy_from_slice(&short.to_le_bytes());
    let value = if form & LONG == 0 {
        F::from(i64::from(short))
    } else {
        number
    };
    let stored = if form & MONTGOMERY == 0 {
        field::to_bytes(&value)
    } else {
        field::to_montgomery(&value)
    };
    bytes[8..].copy_from_slice(&stored);
    value
}

fn value<F: PrimeField>(bytes: &[u8]) -> F {
    match bytes[7] & (LONG | MONTGOMERY) {
        LONG => field::from_bytes(&bytes[8..BYTES]).unwrap(),
        0 | MONTGOMERY => F::from(i64::from(i32::from_le_bytes(
            bytes[..4].try_into().unwrap(),
        ))),
        _ => field::from_montgomery(&bytes[8..BYTES], &field::radix_inverse::<F>()).unwrap(),
    }
}

/// What circom defines as the result. Divisions are checked by their products.
fn expected<F: PrimeField>(operation: Operation, x: F, y: F) -> Option<F> {
    let signed = |x: F, y: F| match (field::is_negative(&x), field::is_negative(&y)) {
        (true, false) => false,
        (false, true) => true,
        _ => x.into_bigint() > y.into_bigint(),
    };
    let masked = |bits: Vec<bool>| {
        let bits = &bits[..F::MODULUS_BIT_SIZE as usize];
        F::from_le_bytes_mod_order(&F::BigInt::from_bits_le(bits).to_bytes_le())
    };
    let bits = |x: F| x.into_bigint().to_bits_le();
    let bitwise = |with: fn(bool, bool) -> bool| {
        let pairs = bits(x).into_iter().zip(bits(y));
        masked(pairs.map(|(x, y)| with(x, y)).collect())
    };
    let shift = field::to_u64(&y).filter(|shift| *shift < u64::from(F::MODULUS_BIT_SIZE));
    Some(match operation {
        Operation::Add => x + y,
        Operation::Subtract => x - y,
        Operation::Multiply => x * y,
        Operation::Negate => -x,
        Operation::Equal => F::from(x == y),
        Operation::NotEqual => F::from(x != y),
        Operation::Greater => F::from(signed(x, y)),
        Operation::GreaterOrEqual => F::from(!signed(y, x)),
        Operation::Less => F::from(signed(y, x)),
        Operation::LessOrEqual => F::from(!signed(x, y)),
        Operation::And => bitwise(|x, y| x & y),
        Operation::Or => bitwise(|x, y| x | y),
        Operation::Xor => bitwise(|x, y| x ^ y),
        Operation::Not => masked(bits(x).into_iter().map(|bit| !bit).collect()),
        Operation::ShiftLeft => {
            let mut moved = vec![false; shift? as usize];
            moved.extend(bits(x));
            masked(moved)
        }
        Operation::ShiftRight => {
            let mut moved = bits(x).split_off(shift? as usize);
            moved.resize(256, false);
            masked(moved)
        }
        Operation::Divide | Operation::Remainder | Operation::ToInteger => return None,
    })
}

fn agree<F: PrimeField>() {
    let prime = Prime::of::<F>().unwrap();
    let rng = &mut rng(5);
    for (name, operation) in OPERATIONS {
        let mut computed = 0;
        for _ in 0..2000 {
            let mut data = vec![0; B + BYTES];
            let a: F = random(rng, &mut data[A..B]);
            let mut b: F = random(rng, &mut data[B..]);
            let mut addresses = ADDRESSES;
            if matches!(
                operation,
                Operation::Negate | Operation::Not | Operation::ToInteger
            ) {
                (b, addresses[2]) = (a, addresses[1]);
            }
            let before = data.clone();
            let Some(result) = apply(&prime, &mut data, operation, addresses) else {
                assert_eq!(data, before, "{name}");
                continue;
            };
            computed += 1;
            // Operands keep their values.
            let kept: F = value(&data[addresses[2] as usize..]);
            assert_eq!((value::<F>(&data[A..]), kept), (a, b), "{name}");
            let found: F = value(&data[RESULT..]);
            match operation {
                Operation::ToInteger => {
                    let low = |x: F| x.into_bigint().as_ref()[0] as u32;
                    let integer = if field::is_negative(&a) {
                        low(-a).wrapping_neg()
                    } else {
                        low(a)
                    };
                    assert_eq!(result, integer, "{a}");
                }
                Operation::Divide => {
                    let rest = a - found * b;
                    assert!(rest.into_bigint() < b.into_bigint(), "{a} / {b}");
                    assert!(found.into_bigint() <= a.into_bigint(), "{a} / {b}");
                }
                Operation::Remainder => {
                    let mut again = before.clone();
                    apply(&prime, &mut again, Operation::Divide, ADDRESSES).unwrap();
                    assert_eq!(value::<F>(&again[RESULT..]) * b + found, a, "{a} % {b}");
                }
                _ => {
                    let wanted = expected(operation, a, b);
                    assert_eq!(Some(found), wanted, "{name} {a} {b}");
                }
            }
        }
        assert!(computed > 100, "{name}: {computed}");
    }
}

#[test]
fn operations_equal_those_of_the_field() {
    agree::<ark_bn254::Fr>();
    agree::<ark_bls12_381::Fr>();
}

#[test]
fn uncertain_operands_are_left_to_the_module() {
    let prime = Prime::of::<ark_bn254::Fr>().unwrap();
    let mut honest = vec![0; B + BYTES];
    honest[A + 7] = LONG;
    let check = |change: &dyn Fn(&mut Vec<u8>), addresses: [u32; 3], operation| {
        let mut data = honest.clone();
        change(&mut data);
        let before = data.clone();
        let result = apply(&prime, &mut data, operation, addresses);
        assert!(result.is_some() || data == before);
        result
    };
    let [result, a, b] = ADDRESSES;
    assert_eq!(check(&|_| {}, ADDRESSES, Operation::Add), Some(0));
    for addresses in [
        // Outside of the memory.
        [u32::MAX, a, b],
        [result, u32::MAX - 39, b],
        [result, a, b + 1],
        [b + 1, a, b],
        // In the reserved part.
        [result - 1, a, b],
        [result, 8, b],
        // Overlapping.
        [a + 8, a, b],
        [result, a, a + 4],
        [b - 8, a, b],
    ] {
        assert_eq!(
            check(&|_| {}, addresses, Operation::Add),
            None,
            "{addresses:?}"
        );
    }
    // The modulus, and the largest number.
    let modulus = field::modulus::<ark_bn254::Fr>();
    for number in [modulus.as_slice(), &[255; 32]] {
        let change = |data: &mut Vec<u8>| data[A + 8..B].copy_from_slice(number);
        assert_eq!(check(&change, ADDRESSES, Operation::Add), None);
    }
    // Two short operands, and a division by zero.
    assert_eq!(
        check(&|data| data[A + 7] = 0, ADDRESSES, Operation::Add),
        None
    );
    assert_eq!(check(&|_| {}, ADDRESSES, Operation::Divide), None);
    let one = |data: &mut Vec<u8>| data[B] = 1;
    assert_eq!(check(&one, ADDRESSES, Operation::Remainder), Some(0));
    assert_eq!(check(&one, [b, a, b], Operation::Remainder), None);
    // Shifts by too much, and by a negative number.
    let bits =
        |bits: i32| move |data: &mut Vec<u8>| data[B..B + 4].copy_from_slice(&bits.to_le_bytes());
    for (count, is_computed) in [(0, true), (253, true), (254, false), (-1, false)] {
        for operation in [Operation::ShiftLeft, Operation::ShiftRight] {
            let result = check(&bits(count), ADDRESSES, operation);
            assert_eq!(result.is_some(), is_computed, "{operation:?} {count}");
        }
    }
}
