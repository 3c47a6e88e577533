//! Modules with circom's interface, their limits and their refusals.

use super::*;
use crate::error::FileDefect;

/// A module with circom's interface. Its public output is twice the input.
pub(super) const DOUBLE: &str = include_str!("../double.wat");

pub(super) fn wasm(text: &str, x: u64, limits: Limits) -> Result<Execution<Fr>> {
    let module = wat::parse_str(text).unwrap();
    let inputs = Inputs::from([("x".to_owned(), vec![Fr::from(x)])]);
    execute(Generator::<Fr>::Wasm(&module), &inputs, None, limits)
}

#[test]
fn wasm_generators_stop_at_their_limits() {
    let run = wasm(DOUBLE, 21, Limits::default()).unwrap();
    assert_eq!(run.witness.values(), [1u64, 42, 21].map(Fr::from));
    assert_eq!((run.memory.pages, run.memory.bytes), (2, 2 << 16));
    assert!(run.memory.instructions > 100);
    // Stops for fuel and for memory, before and during execution.
    let limits = Limits {
        instructions: run.memory.instructions - 1,
        ..Limits::default()
    };
    let stop = MachineError::Instructions {
        limit: limits.instructions,
    };
    assert_eq!(
        wasm(DOUBLE, 21, limits).map(|_| ()),
        Err(Error::Machine(stop))
    );
    let limits = Limits {
        memory: 1 << 16,
        ..Limits::default()
    };
    let stop = |result: Result<Execution<Fr>>| match result {
        Err(Error::Machine(stop)) => stop,
        other => panic!("{other:?}"),
    };
    assert!(matches!(
        stop(wasm(DOUBLE, 21, limits)),
        MachineError::Memory { .. }
    ));
    let grows = DOUBLE.replace(";; hook", "(drop (memory.grow (i32.const 30000)))");
    assert!(matches!(
        stop(wasm(&grows, 1, Limits::default())),
        MachineError::Memory { .. }
    ));
    let endless = DOUBLE.replace(";; hook", "(loop $again (br $again))");
    let limits = Limits {
        instructions: 1 << 20,
        ..Limits::default()
    };
    assert!(matches!(
        stop(wasm(&endless, 1, limits)),
        MachineError::Instructions { .. }
    ));
    let deep = DOUBLE.replace(";; hook", "(call $init (i32.const 0))");
    assert!(matches!(
        stop(wasm(&deep, 1, Limits::default())),
        MachineError::Trap(_)
    ));
    let traps = DOUBLE.replace(";; hook", "unreachable");
    assert!(matches!(
        stop(wasm(&traps, 1, Limits::default())),
        MachineError::Trap(_)
    ));
    let asserts = DOUBLE.replace(";; hook", "(call $exception (i32.const 4))");
    let MachineError::Assertion { message } = stop(wasm(&asserts, 1, Limits::default())) else {
        panic!("an assertion");
    };
    assert!(message.starts_with("assert failed"));
}

#[test]
fn a_witness_alone_is_that_of_an_execution() {
    let asserts = DOUBLE.replace(";; hook", "(call $exception (i32.const 4))");
    let inputs = Inputs::from([("x".to_owned(), vec![Fr::from(21u64)])]);
    for text in [DOUBLE, &asserts] {
        let module = wat::parse_str(text).unwrap();
        let (generator, limits) = (Generator::Wasm(&module), Limits::default());
        let witness = witness_while(generator, &inputs, None, limits, &|| true);
        let run = execute(generator, &inputs, None, limits);
        let values = |witness: Witness<Fr>| witness.values().to_vec();
        assert_eq!(witness.map(values), run.map(|run| values(run.witness)));
    }
    let module = wat::parse_str(DOUBLE).unwrap();
    let generator = Generator::Wasm(&module);
    let stopped = witness_while(generator, &inputs, None, Limits::default(), &|| false);
    assert!(matches!(stopped, Err(Error::Interrupted)));
}

#[test]
fn invalid_modules_are_refused() {
    let inputs = Inputs::<Fr>::from([("x".to_owned(), vec![Fr::ONE])]);
    let module = wat::parse_str(DOUBLE).unwrap();
    for length in (0..module.len()).step_by(5) {
        // A module truncated after its code still works. Other truncations are rejected.
        let cut = Generator::Wasm(&module[..length]);
        if let Ok(run) = execute(cut, &inputs, None, Limits::default()) {
            assert_eq!(run.witness.values()[1], Fr::from(2u64));
            assert!(length > module.len() / 2);
        }
    }
    let wrong_prime = DOUBLE.replace("i32.const 0xf0000001", "i32.const 0xf0000003");
    let result = wasm(&wrong_prime, 1, Limits::default());
    assert!(matches!(
        result,
        Err(Error::Malformed {
            fault: FileDefect::WrongCurve,
            ..
        })
    ));
    let missing = DOUBLE.replace("(export \"getWitness\")", "");
    assert!(matches!(
        wasm(&missing, 1, Limits::default()),
        Err(Error::Machine(MachineError::Invalid(_)))
    ));
    let unknown = DOUBLE.replace("\"writeBufferMessage\"", "\"openFile\"");
    assert!(matches!(
        wasm(&unknown, 1, Limits::default()),
        Err(Error::Machine(MachineError::Invalid(_)))
    ));
    let extra = Inputs::<Fr>::from([("y".to_owned(), vec![Fr::ONE])]);
    let result = execute(Generator::Wasm(&module), &extra, None, Limits::default());
    assert!(matches!(result, Err(Error::Input { .. })));
}

#[test]
fn a_module_is_checked_without_inputs() {
    let module = wat::parse_str(DOUBLE).unwrap();
    let check = |module: &[u8], wires| check_module::<Fr>(module, wires, Limits::default());
    assert_eq!(check(&module, 3), Ok(()));
    assert_eq!(
        check(&module, 4),
        Err(Error::Length {
            what: "the generator's witness",
            found: 3,
            expected: 4
        })
    );
    assert!(check(b"no module", 3).is_err());
    let other_curve = check_module::<ark_bls12_381::Fr>(&module, 3, Limits::default());
    assert!(other_curve.is_err());
}
