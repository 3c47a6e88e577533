//! circom's field arithmetic: native, it computes what the module's own functions compute.

use std::fmt::Write;

use ark_ff::PrimeField;

use super::*;
use crate::field;
use crate::testing::rng;

/// A generator of four witness values from the inputs x and y: their Montgomery product, the square of x, x in Montgomery form, and y
/// from Montgomery form. Its functions have circom's names.
fn generator<F: PrimeField>() -> String {
    let honest = DOUBLE
        .replace("(then (i32.const 1))", "(then (i32.const 2))")
        .replace(
            "\"getInputSize\") (result i32) (i32.const 1)",
            "\"getInputSize\") (result i32) (i32.const 2)",
        );
    let (start, _) = honest
        .split_once("(func (export \"setInputSignal\")")
        .unwrap();
    let modulus = field::modulus::<F>();
    let prime: String =
        modulus
            .chunks_exact(4)
            .enumerate()
            .fold(String::new(), |mut text, (index, limb)| {
                let limb = u32::from_le_bytes(limb.try_into().unwrap());
                write!(
                    text,
                    "(i32.store offset={} (i32.const 0) (i32.const {limb:#x}))",
                    4 * index
                )
                .unwrap();
                text
            });
    let (before, rest) = start.split_once("(func (export \"getRawPrime\")").unwrap();
    let (_, after) = rest
        .split_once("(func (export \"readSharedRWMemory\")")
        .unwrap();
    let radix = field::radix::<F>();
    let constants = [field::to_bytes(&(radix * radix)), field::to_bytes(&F::ONE)].concat();
    let data: String = constants.iter().fold(String::new(), |mut text, byte| {
        write!(text, "\\{byte:02x}").unwrap();
        text
    });
    format!(
        r#"{before}
  (func (export "getRawPrime") {prime})
  (func (export "readSharedRWMemory"){after}
  (data (i32.const 768) "{data}")
  (func (export "getSharedRWMemoryStart") (result i32) (i32.const 0))
  (func $Fr_F1m_mul (param $x i32) (param $y i32) (param $to i32) {product})
  (func $Fr_F1m_square (param i32) (param i32)
    (call $Fr_F1m_mul (local.get 0) (local.get 0) (local.get 1)))
  (func $Fr_F1m_toMontgomery (param i32) (param i32)
    (call $Fr_F1m_mul (local.get 0) (i32.const 768) (local.get 1)))
  (func $Fr_F1m_fromMontgomery (param i32) (param i32)
    (call $Fr_F1m_mul (local.get 0) (i32.const 800) (local.get 1)))
  (func (export "setInputSignal") (param i32) (param i32) (param i32)
    (memory.copy (i32.add (i32.const 64) (i32.shl (local.get 2) (i32.const 5))) (i32.const 0) (i32.const 32)))
  (func (export "getWitnessSize") (result i32) (i32.const 5))
  (func (export "getWitness") (param i32)
    (memory.copy (i32.const 0) (i32.const 800) (i32.const 32))
    (if (i32.eq (local.get 0) (i32.const 1))
      (then (call $Fr_F1m_mul (i32.const 64) (i32.const 96) (i32.const 0))))
    (if (i32.eq (local.get 0) (i32.const 2))
      (then (call $Fr_F1m_square (i32.const 64) (i32.const 0))))
    (if (i32.eq (local.get 0) (i32.const 3))
      (then (call $Fr_F1m_toMontgomery (i32.const 64) (i32.const 0))))
    (if (i32.eq (local.get 0) (i32.const 4))
      (then (call $Fr_F1m_fromMontgomery (i32.const 96) (i32.const 0))))))"#,
        product = product(&modulus),
    )
}

/// The Montgomery product of eight words, in WebAssembly.
fn product(modulus: &[u8]) -> String {
    let prime: Vec<u32> = modulus
        .chunks_exact(4)
        .map(|limb| u32::from_le_bytes(limb.try_into().unwrap()))
        .collect();
    // Newton's iteration doubles the number of right bits.
    let inverse = (0..5).fold(1u32, |inverse, _| {
        inverse.wrapping_mul(2u32.wrapping_sub(prime[0].wrapping_mul(inverse)))
    });
    let mut text = String::from("(local $s i64) (local $c i64) (local $q i64)");
    for word in 0..10 {
        write!(text, "(local $t{word} i64) (local $d{word} i64)").unwrap();
    }
    let low = "(i64.and (local.get $s) (i64.const 0xffffffff))";
    let carry = "(local.set $c (i64.shr_u (local.get $s) (i64.const 32)))";
    for i in 0..8 {
        text += "(local.set $c (i64.const 0))";
        for j in 0..8 {
            write!(
                text,
                "(local.set $s (i64.add (i64.add (local.get $t{j}) (local.get $c)) (i64.mul
                   (i64.load32_u offset={} (local.get $x)) (i64.load32_u offset={} (local.get $y)))))
                 (local.set $t{j} {low}) {carry}",
                4 * j,
                4 * i
            )
            .unwrap();
        }
        write!(
            text,
            "(local.set $s (i64.add (local.get $t8) (local.get $c))) (local.set $t8 {low}) {carry}
             (local.set $t9 (local.get $c)) (local.set $c (i64.const 0))
             (local.set $q (i64.and (i64.const 0xffffffff) (i64.mul (local.get $t0) (i64.const {}))))",
            inverse.wrapping_neg()
        )
        .unwrap();
        for (j, word) in prime.iter().enumerate() {
            let to = if j == 0 { 9 } else { j - 1 };
            let keep = if j == 0 {
                String::new()
            } else {
                format!("(local.set $t{to} {low})")
            };
            write!(
                text,
                "(local.set $s (i64.add (i64.add (local.get $t{j}) (local.get $c))
                   (i64.mul (local.get $q) (i64.const {word})))) {keep} {carry}"
            )
            .unwrap();
        }
        write!(
            text,
            "(local.set $s (i64.add (local.get $t8) (local.get $c))) (local.set $t7 {low}) {carry}
             (local.set $t8 (i64.add (local.get $t9) (local.get $c)))"
        )
        .unwrap();
    }
    text += "(local.set $c (i64.const 0))";
    for (j, word) in prime.iter().enumerate() {
        write!(
            text,
            "(local.set $d{j} (i64.sub (i64.sub (local.get $t{j}) (i64.const {word})) (local.get $c)))
             (local.set $c (i64.shr_u (local.get $d{j}) (i64.const 63)))"
        )
        .unwrap();
    }
    for j in 0..8 {
        write!(
            text,
            "(i64.store32 offset={} (local.get $to) (select (local.get $t{j}) (local.get $d{j})
               (i64.lt_u (local.get $t8) (local.get $c))))",
            4 * j
        )
        .unwrap();
    }
    text
}

fn values<F: PrimeField>(text: &str, x: F, y: F) -> Result<Vec<F>> {
    let module = wat::parse_str(text).unwrap();
    let inputs = Inputs::from([("x".to_owned(), vec![x, y])]);
    let run = execute(Generator::Wasm(&module), &inputs, None, Limits::default())?;
    Ok(run.witness.values().to_vec())
}

fn agree<F: PrimeField>() {
    let named = generator::<F>();
    let interpreted = named.replace("Fr_F1m_", "other_");
    let radix = field::radix::<F>();
    let inverse = radix.inverse().unwrap();
    let rng = &mut rng(1);
    let edges = [F::ZERO, F::ONE, -F::ONE, radix, -radix];
    let random: Vec<[F; 2]> = (0..20).map(|_| [F::rand(rng), F::rand(rng)]).collect();
    let edges = edges.iter().flat_map(|x| edges.map(|y| [*x, y]));
    for [x, y] in random.into_iter().chain(edges) {
        let expected = [
            F::ONE,
            x * y * inverse,
            x * x * inverse,
            x * radix,
            y * inverse,
        ];
        assert_eq!(values(&named, x, y).unwrap(), expected, "{x} {y}");
        assert_eq!(values(&interpreted, x, y).unwrap(), expected, "{x} {y}");
    }
}

#[test]
fn native_arithmetic_equals_that_of_the_module() {
    agree::<Fr>();
    agree::<ark_bls12_381::Fr>();
}

#[test]
fn functions_are_replaced_by_name_and_type() {
    let named = generator::<Fr>();
    let (x, y) = (Fr::from(3u64), Fr::from(5u64));
    let expected = values(&named, x, y).unwrap();
    // The functions of the module are not called.
    let start = named.find("(func $Fr_F1m_mul").unwrap();
    let body = named[start..].find("(local $s").unwrap() + start;
    let end = named.find("(func $Fr_F1m_square").unwrap();
    let without = format!("{} unreachable) {}", &named[..body], &named[end..]);
    assert_eq!(values(&without, x, y).unwrap(), expected);
    let stopped = values(&without.replace("Fr_F1m_", "other_"), x, y).unwrap_err();
    assert!(matches!(stopped, Error::Machine(MachineError::Trap(_))));
    // A function of another type is the module's own.
    let typed = named.replace(
        "(func $Fr_F1m_square (param i32) (param i32)",
        "(func $Fr_F1m_square (param i32) (param i32) (result i32) (i32.const 7)",
    );
    let typed = typed.replace(
        "(call $Fr_F1m_square (i32.const 64) (i32.const 0))",
        "(drop (call $Fr_F1m_square (i32.const 64) (i32.const 0)))",
    );
    assert_eq!(values(&typed, x, y).unwrap(), expected);
}

#[test]
fn native_arithmetic_is_bounded() {
    let named = generator::<Fr>();
    let (x, y) = (Fr::from(3u64), Fr::from(5u64));
    // An address outside of the memory, and one near its end.
    for address in [-1, 0x1_fff0] {
        let outside = named.replace(
            "(call $Fr_F1m_mul (i32.const 64) (i32.const 96)",
            &format!("(call $Fr_F1m_mul (i32.const 64) (i32.const {address})"),
        );
        assert_ne!(outside, named);
        let stopped = values(&outside, x, y).unwrap_err();
        assert!(matches!(stopped, Error::Machine(MachineError::Trap(_))));
    }
    // A number that is not below the modulus is reduced.
    let large = named.replace(
        "(call $Fr_F1m_mul (i32.const 64) (i32.const 96)",
        "(memory.fill (i32.const 200) (i32.const 255) (i32.const 32))
         (call $Fr_F1m_mul (i32.const 64) (i32.const 200)",
    );
    let reduced = Fr::from_le_bytes_mod_order(&[255; 32]);
    let inverse = field::radix::<Fr>().inverse().unwrap();
    assert_eq!(values(&large, x, y).unwrap()[1], x * reduced * inverse);
    // Endless calls use up the fuel.
    let endless = named.replace(
        ";; hook",
        "(loop $again (call $Fr_F1m_square (i32.const 64) (i32.const 64)) (br $again))",
    );
    assert_ne!(endless, named);
    let module = wat::parse_str(&endless).unwrap();
    let inputs = Inputs::from([("x".to_owned(), vec![x, y])]);
    let limits = Limits {
        instructions: 1 << 22,
        ..Limits::default()
    };
    let stopped = execute::<Fr>(Generator::Wasm(&module), &inputs, None, limits).unwrap_err();
    assert_eq!(
        stopped,
        Error::Machine(MachineError::Instructions {
            limit: limits.instructions
        })
    );
}

#[test]
fn damaged_modules_are_refused_or_run() {
    let module = wat::parse_str(generator::<Fr>()).unwrap();
    let names = wat::parse_str(generator::<Fr>().replace("Fr_F1m_", "")).unwrap();
    let changed = |index: usize| {
        let mut bytes = module.clone();
        bytes[index] ^= 0xff;
        bytes
    };
    let cut = (0..module.len())
        .step_by(37)
        .map(|length| module[..length].to_vec());
    // The section of names is at the end.
    let flipped = (module.len() - 300..module.len()).chain(0..60).map(changed);
    let limits = Limits {
        instructions: 1 << 20,
        ..Limits::default()
    };
    for bytes in cut.chain(flipped).chain([names]) {
        let inputs = Inputs::from([("x".to_owned(), vec![Fr::ONE; 2])]);
        let run = execute(Generator::Wasm(&bytes), &inputs, None, limits);
        let panicked = MachineError::Trap("the interpreter failed".to_owned());
        assert_ne!(run.map(drop), Err(Error::Machine(panicked)));
    }
}
