//! Tests of the machine: every instruction, every limit, both engines.

#[cfg(feature = "wasmi")]
mod arithmetic;
#[cfg(feature = "wasmi")]
mod hostile;
#[cfg(feature = "wasmi")]
mod modules;

use std::collections::BTreeMap;

use ark_bn254::Fr;
use ark_ff::{AdditiveGroup, Field};

#[cfg(feature = "wasmi")]
use self::modules::{DOUBLE, wasm};
use super::*;
use crate::error::Error;
use crate::formats::r1cs as r1cs_file;
use crate::testing::random_system;

fn program(wires: u32, code: Vec<Op>) -> Program<Fr> {
    Program {
        wires,
        inputs: vec![Input {
            name: "x".to_owned(),
            first: 1,
            count: 2,
        }],
        constants: vec![Fr::ONE, Fr::from(7u64), -Fr::ONE],
        terms: vec![(1, 0), (2, 1), (0, 2)],
        messages: vec!["the values differ".to_owned()],
        code,
    }
}

fn run_with(program: &Program<Fr>, x: [u64; 2], limits: Limits) -> Result<Execution<Fr>> {
    let inputs = Inputs::from([("x".to_owned(), x.map(Fr::from).to_vec())]);
    execute(Generator::Program(program), &inputs, None, limits)
}

fn check(op: Op, x: [u64; 2], expected: Fr) {
    let program = program(4, vec![op]);
    let run = run_with(&program, x, Limits::default()).unwrap();
    assert_eq!(run.witness.values()[3], expected, "{op:?}");
    let bytes = program.to_bytes();
    assert_eq!(Program::from_bytes(&bytes).as_ref(), Ok(&program));
    for length in 0..bytes.len() {
        assert!(Program::<Fr>::from_bytes(&bytes[..length]).is_err());
    }
}

#[test]
fn instructions_compute_their_documented_values() {
    let to = 3;
    let (a, b) = (1, 2);
    check(Op::Constant { to, index: 1 }, [0, 0], Fr::from(7u64));
    // The expected value is x₀ + 7·x₁ − 1.
    check(
        Op::Sum {
            to,
            first: 0,
            count: 3,
        },
        [5, 2],
        Fr::from(18u64),
    );
    check(
        Op::Sum {
            to,
            first: 3,
            count: 0,
        },
        [5, 2],
        Fr::ZERO,
    );
    check(Op::Multiply { to, a, b }, [5, 3], Fr::from(15u64));
    check(
        Op::Invert { to, a },
        [2, 0],
        Fr::from(2u64).inverse().unwrap(),
    );
    check(Op::Invert { to, a }, [0, 0], Fr::ZERO);
    check(Op::Bit { to, a, bit: 2 }, [4, 0], Fr::ONE);
    check(Op::Bit { to, a, bit: 1 }, [4, 0], Fr::ZERO);
    check(Op::Equal { to, a, b }, [4, 4], Fr::ONE);
    check(Op::Equal { to, a, b }, [4, 5], Fr::ZERO);
    check(Op::Less { to, a, b }, [4, 5], Fr::ONE);
    check(Op::Less { to, a, b }, [5, 5], Fr::ZERO);
    check(Op::Load { to, at: 1 }, [2, 9], Fr::from(9u64));
    check(Op::Store { at: 1, from: 2 }, [3, 9], Fr::from(9u64));
}

#[test]
fn loops_stop_at_the_instruction_limit() {
    // Counts x₀ down to zero and doubles x₁ each time. The term table contains the constant −1.
    let mut countdown = program(
        4,
        vec![
            Op::Sum {
                to: 2,
                first: 3,
                count: 2,
            },
            Op::Sum {
                to: 1,
                first: 5,
                count: 2,
            },
            Op::JumpIf {
                condition: 1,
                target: 0,
            },
            Op::Sum {
                to: 3,
                first: 7,
                count: 1,
            },
        ],
    );
    countdown
        .terms
        .extend([(2, 0), (2, 0), (1, 0), (0, 2), (2, 0)]);
    let run = run_with(&countdown, [10, 1], Limits::default()).unwrap();
    assert_eq!(run.witness.values()[3], Fr::from(1024u64));
    assert_eq!(run.memory.instructions, 10 * (3 + 3 + 1) + 2);
    let exact = Limits {
        instructions: run.memory.instructions,
        ..Limits::default()
    };
    assert!(run_with(&countdown, [10, 1], exact).is_ok());
    let limit = exact.instructions - 1;
    let short = Limits {
        instructions: limit,
        ..exact
    };
    let stop = Err(Error::Machine(MachineError::Instructions { limit }));
    assert_eq!(run_with(&countdown, [10, 1], short).map(|_| ()), stop);
    // A program that never ends.
    let endless = program(4, vec![Op::Jump { target: 0 }]);
    let limits = Limits {
        instructions: 1000,
        ..Limits::default()
    };
    let stop = Err(Error::Machine(MachineError::Instructions { limit: 1000 }));
    assert_eq!(run_with(&endless, [0, 0], limits).map(|_| ()), stop);
}

#[test]
fn memory_stops_at_its_limit() {
    // Writes one cell in each page, starting with the cell whose number is in x₀.
    let page = PAGE_CELLS as u64;
    let mut walk = program(
        4,
        vec![
            Op::Store { at: 1, from: 0 },
            Op::Sum {
                to: 1,
                first: 3,
                count: 2,
            },
            Op::JumpIf {
                condition: 1,
                target: 0,
            },
        ],
    );
    walk.constants.push(-Fr::from(page));
    walk.terms.extend([(1, 0), (0, 3)]);
    let run = run_with(&walk, [20 * page, 0], Limits::default()).unwrap();
    assert_eq!((run.memory.pages, run.memory.bytes), (21, 21 * 8192));
    assert_eq!(run.memory.peak, run.memory.bytes);
    let limits = Limits {
        memory: 21 * 8192 - 1,
        ..Limits::default()
    };
    let stop = MachineError::Memory {
        limit: limits.memory,
        requested: 21 * 8192,
    };
    let result = run_with(&walk, [20 * page, 0], limits).map(|_| ());
    assert_eq!(result, Err(Error::Machine(stop)));
    // Equal runs have equal digests; a run with another input has another digest.
    let repeated = run_with(&walk, [20 * page, 0], Limits::default()).unwrap();
    assert_eq!(repeated.memory, run.memory);
    let other = run_with(&walk, [20 * page, 1], Limits::default()).unwrap();
    assert_ne!(other.memory.digest, run.memory.digest);
}

#[test]
fn invalid_programs_and_inputs_are_refused() {
    let differ = program(
        4,
        vec![Op::AssertEqual {
            a: 1,
            b: 2,
            message: 0,
        }],
    );
    assert!(run_with(&differ, [1, 1], Limits::default()).is_ok());
    let message = "the values differ".to_owned();
    let stop = Err(Error::Machine(MachineError::Assertion { message }));
    assert_eq!(
        run_with(&differ, [1, 2], Limits::default()).map(|_| ()),
        stop
    );
    let bits = program(
        4,
        vec![Op::AssertBits {
            a: 1,
            bits: 3,
            message: 0,
        }],
    );
    assert!(run_with(&bits, [7, 0], Limits::default()).is_ok());
    assert!(run_with(&bits, [8, 0], Limits::default()).is_err());
    for op in [
        Op::Constant { to: 3, index: 9 },
        Op::Sum {
            to: 3,
            first: 3,
            count: 1,
        },
        Op::Sum {
            to: 3,
            first: u32::MAX,
            count: u32::MAX,
        },
        Op::Jump { target: 2 },
        Op::AssertEqual {
            a: 0,
            b: 0,
            message: 1,
        },
        Op::Bit {
            to: 3,
            a: 0,
            bit: 254,
        },
    ] {
        let bad = program(4, vec![op]);
        assert!(
            Program::<Fr>::from_bytes(&bad.to_bytes()).is_err(),
            "{op:?}"
        );
        let result = run_with(&bad, [0, 0], Limits::default()).map(|_| ());
        assert!(
            matches!(result, Err(Error::Machine(MachineError::Invalid(_)))),
            "{op:?}"
        );
    }
    // An indirect access with a cell number out of range.
    let out_of_range = program(4, vec![Op::Load { to: 3, at: 1 }]);
    assert!(run_with(&out_of_range, [u64::MAX, 0], Limits::default()).is_err());
    // More wires than cells written: an error, without an allocation.
    assert!(run_with(&program(u32::MAX, vec![]), [0, 0], Limits::default()).is_err());
    let good = program(4, vec![]);
    for inputs in [
        BTreeMap::new(),
        BTreeMap::from([("x".to_owned(), vec![Fr::ONE])]),
        BTreeMap::from([("x".to_owned(), vec![Fr::ONE; 2]), ("y".to_owned(), vec![])]),
    ] {
        let result = execute(Generator::Program(&good), &inputs, None, Limits::default());
        assert!(matches!(result, Err(Error::Input { .. })));
    }
}

#[test]
fn a_witness_that_violates_the_system_is_refused() {
    let (system, witness) = random_system::<Fr>(3, 4);
    let file = r1cs_file::write(&system);
    assert_eq!(r1cs_file::read(&file).as_ref(), Ok(&system));
    // This program writes the same constant to every wire, which violates the random system.
    let dishonest = Program {
        wires: system.wires,
        inputs: Vec::new(),
        constants: vec![Fr::from(3u64)],
        terms: Vec::new(),
        messages: Vec::new(),
        code: (1..system.wires)
            .map(|to| Op::Constant { to, index: 0 })
            .collect(),
    };
    let run = execute(
        Generator::Program(&dishonest),
        &Inputs::new(),
        Some(&system),
        Limits::default(),
    );
    assert!(matches!(run, Err(Error::Unsatisfied { .. })));
    system.check(witness.values()).unwrap();
}

#[cfg(not(feature = "wasmi"))]
#[test]
fn a_build_without_the_interpreter_refuses_modules() {
    let run = execute(
        Generator::<Fr>::Wasm(b""),
        &Inputs::new(),
        None,
        Limits::default(),
    );
    let error = run.err();
    assert_eq!(error, Some(Error::Machine(MachineError::NoInterpreter)));
}
