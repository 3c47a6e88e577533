//! The operations, compared with the functions that circom writes.

use rand_core::RngCore;
use wasm_encoder::{ExportKind, ExportSection};
use wasmi::TypedFunc;

use super::super::elements::RESERVED;
use super::super::guest::Guest;
use super::*;
use crate::error::Result;
use crate::machine::Limits;
use crate::testing::rng;

const LIMITS: Limits = Limits {
    memory: 64 << 20,
    instructions: 1 << 40,
};
/// The part of the memory that is compared.
const WINDOW: std::ops::Range<usize> = RESERVED..RESERVED + 512;

/// Writes a module again with an export of every operation, with or without the names of functions.
struct Exported {
    operations: Vec<(&'static str, u32)>,
    keeps_names: bool,
}

impl Reencode for Exported {
    type Error = Infallible;

    fn parse_export_section(
        &mut self,
        exports: &mut ExportSection,
        section: wasmparser::ExportSectionReader<'_>,
    ) -> std::result::Result<(), reencode::Error> {
        utils::parse_export_section(self, exports, section)?;
        for (name, index) in &self.operations {
            exports.export(&format!("test {name}"), ExportKind::Func, *index);
        }
        Ok(())
    }

    fn parse_custom_section(
        &mut self,
        module: &mut Module,
        section: wasmparser::CustomSectionReader<'_>,
    ) -> std::result::Result<(), reencode::Error> {
        if self.keeps_names {
            utils::parse_custom_section(self, module, section)?;
        }
        Ok(())
    }
}

fn exported(module: &[u8], found: &Redirected, keeps_names: bool) -> Vec<u8> {
    let operations = found.elements.iter();
    let mut writer = Exported {
        operations: operations
            .map(|it| (OPERATIONS[it.number].0, it.index))
            .collect(),
        keeps_names,
    };
    let mut written = Module::new();
    writer
        .parse_core_module(&mut written, Parser::new(0), module)
        .unwrap();
    written.finish()
}

/// One of the two ways to compute, with the functions of the operations and the memory before they ran.
struct Side<'a> {
    guest: Guest<'a>,
    reserved: Vec<u8>,
}

impl<'a> Side<'a> {
    fn new<F: PrimeField>(module: &[u8], is_active: &'a dyn Fn() -> bool) -> Self {
        let guest = Guest::new::<F>(module, LIMITS, is_active).unwrap();
        let reserved = guest.bytes(0, RESERVED).unwrap().to_vec();
        Side { guest, reserved }
    }

    fn run(&mut self, number: usize, window: &[u8], addresses: [u32; 3]) -> Result<i32> {
        let memory = self.guest.memory_mut();
        memory[..RESERVED].copy_from_slice(&self.reserved);
        memory[WINDOW].copy_from_slice(window);
        let end = memory.len() - window.len();
        memory[end..].copy_from_slice(window);
        let (name, operation) = OPERATIONS[number];
        let name = format!("test {name}");
        let [result, a, b] = addresses.map(u32::cast_signed);
        match operation {
            Operation::ToInteger => self.guest.call(&name, a),
            Operation::Negate | Operation::Not => {
                let function: TypedFunc<(i32, i32), ()> = self.guest.function(&name)?;
                self.guest.call_function(function, (result, a)).map(|()| 0)
            }
            _ => {
                let function: TypedFunc<(i32, i32, i32), ()> = self.guest.function(&name)?;
                let arguments = (result, a, b);
                self.guest.call_function(function, arguments).map(|()| 0)
            }
        }
    }

    fn compared(&mut self) -> (Vec<u8>, Vec<u8>) {
        let memory = self.guest.memory_mut();
        let end = memory.len() - WINDOW.len();
        (memory[WINDOW].to_vec(), memory[end..].to_vec())
    }
}

fn random_element<F: PrimeField>(rng: &mut impl RngCore, bytes: &mut [u8], is_regular: bool) {
    rng.fill_bytes(bytes);
    let half = F::from_bigint(F::MODULUS_MINUS_ONE_DIV_TWO).unwrap();
    let edges = [
        F::ZERO,
        F::ONE,
        -F::ONE,
        half,
        half + F::ONE,
        F::from(200u64),
    ];
    let number = match rng.next_u32() % 20 {
        edge @ 0..6 => field::to_bytes(&edges[edge as usize]),
        6 if !is_regular => field::modulus::<F>(),
        7 if !is_regular => vec![255; 32],
        8 => field::to_bytes(&F::from(rng.next_u64())),
        9 => field::to_montgomery(&F::from(u64::from(rng.next_u32() % 300))),
        _ => field::to_bytes(&F::rand(rng)),
    };
    let shorts = [0, 1, -1, 31, 32, 253, 254, 255, i32::MIN, i32::MAX];
    if let Some(short) = shorts.get(rng.next_u32() as usize % 20) {
        bytes[..4].copy_from_slice(&short.to_le_bytes());
    }
    bytes[8..].copy_from_slice(&number);
}

fn random_address(rng: &mut impl RngCore, memory: u32, is_regular: bool) -> u32 {
    let slot = RESERVED as u32 + 80 + 40 * (rng.next_u32() % 5);
    match rng.next_u32() % 40 {
        _ if is_regular => slot,
        0 => slot + rng.next_u32() % 40,
        1 => 8 * (rng.next_u32() % 250),
        2 => memory - 40,
        3 => memory - rng.next_u32() % 48,
        4 => u32::MAX - rng.next_u32() % 48,
        5 => RESERVED as u32,
        _ => slot,
    }
}

fn compare<F: PrimeField>(module: &[u8], found: &Redirected) {
    let is_active = || true;
    let mut native = Side::new::<F>(&exported(module, found, true), &is_active);
    let mut interpreted = Side::new::<F>(&exported(module, found, false), &is_active);
    let memory = native.guest.memory_mut().len() as u32;
    let rng = &mut rng(7);
    for (number, (name, _)) in OPERATIONS.iter().enumerate() {
        for round in 0..3000 {
            // Elements as circom writes them. Others are computed by circom's own code, but the products that it calls
            // are native: they reduce their operands, and do not write circom's notes below the elements.
            let is_regular = round % 4 != 0;
            let mut window = vec![0; WINDOW.len()];
            for bytes in window.chunks_exact_mut(40) {
                random_element::<F>(rng, bytes, is_regular);
            }
            let addresses = [(); 3].map(|()| random_address(rng, memory, is_regular));
            let results = [&mut native, &mut interpreted]
                .map(|side| (side.run(number, &window, addresses), side.compared()));
            let [found, wanted] = results;
            match (is_regular, &wanted.0) {
                (true, Ok(_)) => assert_eq!(found, wanted, "{name} {addresses:?} {window:?}"),
                (true, Err(_)) => assert_eq!(found.0, wanted.0, "{name} {addresses:?} {window:?}"),
                // It ends, in a result or an error.
                (false, _) => (),
            }
        }
    }
}

fn compare_over<F: PrimeField>(module: &[u8]) -> bool {
    let found = Redirected::new(module, &field::modulus::<F>()).unwrap();
    if found.elements.len() == OPERATIONS.len() {
        compare::<F>(module, &found);
        return true;
    }
    assert!(found.elements.is_empty());
    false
}

/// `LOCKSTEP_TEST_CIRCOM` names modules that circom wrote, separated by colons.
#[test]
#[expect(clippy::disallowed_methods, reason = "a test reads its variable")]
fn digests_are_those_of_circom() {
    let Ok(paths) = std::env::var("LOCKSTEP_TEST_CIRCOM") else {
        println!("skipped: LOCKSTEP_TEST_CIRCOM is not set");
        return;
    };
    for path in paths.split(':') {
        let module = std::fs::read(path).unwrap();
        let is_known =
            compare_over::<ark_bn254::Fr>(&module) || compare_over::<ark_bls12_381::Fr>(&module);
        assert!(is_known, "{path}");
    }
}

/// A function of circom's name with another body keeps its meaning.
#[test]
fn other_functions_keep_their_meaning() {
    let module = wat::parse_str(
        r#"(module (memory (export "memory") 1)
          (func $Fr_add (export "test") (param i32 i32 i32)
            (i32.store (local.get 0) (i32.const 7))
            (call $Fr_toInt (i32.const 0)) drop)
          (func $Fr_toInt (param i32) (result i32) (i32.const 3)))"#,
    )
    .unwrap();
    let modulus = field::modulus::<ark_bn254::Fr>();
    assert!(
        Redirected::new(&module, &modulus)
            .unwrap()
            .elements
            .is_empty()
    );
    let is_active = || true;
    let mut guest = Guest::new::<ark_bn254::Fr>(&module, LIMITS, &is_active).unwrap();
    guest.memory_mut()[RESERVED + 7] = 128;
    let at = RESERVED as i32;
    guest.call::<_, ()>("test", (at, at, at)).unwrap();
    assert_eq!(guest.bytes(RESERVED, 4), Some(&[7, 0, 0, 0][..]));
}

/// Functions that call one another in a circle or a long chain have no digest.
#[test]
fn endless_calls_have_no_digest() {
    let chain: String = (0..5000)
        .map(|index| format!("(func $f{index} call $f{})", index + 1))
        .collect();
    let module = wat::parse_str(format!(
        "(module (func $Fr_add (param i32 i32 i32) call $f0) {chain} (func $f5000)
           (func $Fr_sub (param i32 i32 i32) call $circle) (func $circle call $circle))"
    ))
    .unwrap();
    let modulus = field::modulus::<ark_bn254::Fr>();
    assert!(
        Redirected::new(&module, &modulus)
            .unwrap()
            .elements
            .is_empty()
    );
}
