//! Hostile modules with the real imports. Each must stop within its fuel and time, with an error.

use std::cell::Cell;
use std::time::{Duration, Instant};

use super::*;

const LIMITS: Limits = Limits {
    memory: 16 << 20,
    instructions: 1 << 24,
};
/// Upper bound on the duration of a test module. It is far above the usual time, because other
/// processes can slow the tests. `fuel_in_seconds` measures the real time.
const MAX_TIME: Duration = Duration::from_secs(30);

#[expect(clippy::disallowed_methods, reason = "a test measures time")]
fn now() -> Instant {
    Instant::now()
}

/// Returns the honest module with a body for `init` and with additional functions.
fn module(init: &str, functions: &str) -> String {
    let names = [
        ("\"printErrorMessage\" (func)", "$print"),
        ("\"writeBufferMessage\" (func)", "$write"),
        ("\"showSharedRWMemory\" (func)", "$show"),
    ];
    let mut text = DOUBLE.to_owned();
    for (import, name) in names {
        let renamed = import.replace("(func)", &format!("(func {name})"));
        assert!(text.contains(import));
        text = text.replace(import, &renamed);
    }
    assert!(text.contains(";; hook"));
    let text = text.replace(";; hook", init);
    let end = text.rfind(')').expect("a module");
    format!("{}{functions})", &text[..end])
}

fn stopped(text: &str) -> Error {
    let start = now();
    let error = wasm(text, 1, LIMITS).map(drop).unwrap_err();
    assert!(start.elapsed() < MAX_TIME, "{:?}: {text}", start.elapsed());
    error
}

fn message_char(body: &str) -> String {
    format!("(func (export \"getMessageChar\") (result i32) {body})")
}

#[test]
fn no_import_calls_the_guest_again() {
    let print = "(call $print) (call $exception (i32.const 4))";
    for (import, name) in [
        ("(call $print)", "printErrorMessage"),
        ("(call $write)", "writeBufferMessage"),
        ("(call $show)", "showSharedRWMemory"),
        ("(call $exception (i32.const 4))", "exceptionHandler"),
    ] {
        // Imports are refused while a message is read. The message ends there, and the run
        // continues.
        let text = module(print, &message_char(&format!("{import} (i32.const 65)")));
        let message = "assert failed.  ".to_owned();
        assert_eq!(
            stopped(&text),
            Error::Machine(MachineError::Assertion { message }),
            "{name}"
        );
        // Called in an endless loop, they use up the fuel.
        let endless = module(&format!("(loop $again {import} (br $again))"), "");
        let stop = stopped(&endless);
        match name {
            "exceptionHandler" => {
                assert!(matches!(
                    stop,
                    Error::Machine(MachineError::Assertion { .. })
                ));
            }
            _ => assert!(
                matches!(stop, Error::Machine(MachineError::Instructions { .. })),
                "{name}: {stop:?}"
            ),
        }
    }
    // An import exported under the name of a function of the interface.
    for export in ["getRawPrime", "getMessageChar", "init"] {
        let text = module(print, "").replace(&format!("(export \"{export}\")"), "");
        let end = text.rfind(')').unwrap();
        let text = format!("{}(export \"{export}\" (func $print)))", &text[..end]);
        let error = stopped(&text);
        assert!(matches!(error, Error::Machine(_)), "{export}: {error:?}");
    }
}

#[test]
fn messages_are_read_within_a_bound() {
    let counter = "(global $at (mut i32) (i32.const 0))";
    let next = "(global.set $at (i32.add (global.get $at) (i32.const 1)))";
    // Two messages of two characters each. Nested templates print such messages.
    let two = format!(
        "{counter}{}",
        message_char(&format!(
            "{next} (if (result i32) (i32.rem_u (global.get $at) (i32.const 3))
               (then (i32.add (i32.const 64) (global.get $at))) (else (i32.const 0)))"
        ))
    );
    let init = "(call $print) (call $print) (call $exception (i32.const 4))";
    let message = "assert failed. AB DE ".to_owned();
    let stop = Error::Machine(MachineError::Assertion { message });
    assert_eq!(stopped(&module(init, &two)), stop);
    for (character, shown) in [("65", "A"), ("10", " "), ("0x7fffffff", " ")] {
        let endless = message_char(&format!("(i32.const {character})"));
        let Error::Machine(MachineError::Assertion { message }) = stopped(&module(init, &endless))
        else {
            panic!("an assertion");
        };
        assert_eq!(message, format!("assert failed. {}", shown.repeat(1024)));
    }
    // More messages than `MAX_MESSAGES`: the rest is ignored.
    let many = "(local $n i32) (loop $again (call $print)
        (br_if $again (i32.lt_u (local.tee $n (i32.add (local.get $n) (i32.const 1))) (i32.const 999))))
        (call $exception (i32.const 4))";
    let none = message_char("(i32.const 0)");
    let Error::Machine(MachineError::Assertion { message }) = stopped(&module(many, &none)) else {
        panic!("an assertion");
    };
    assert_eq!(message, format!("assert failed. {}", " ".repeat(16)));
    // Readers that never return, trap, call an import, are missing, or have another type.
    for reader in [
        message_char("(loop $again (br $again)) (i32.const 0)"),
        message_char("unreachable"),
        message_char("(call $exception (i32.const 1)) (i32.const 65)"),
        String::new(),
        "(func (export \"getMessageChar\") (result i64) (i64.const 65))".to_owned(),
    ] {
        let Error::Machine(stop) = stopped(&module(init, &reader)) else {
            panic!("stopped by the machine");
        };
        assert!(
            matches!(&stop, MachineError::Assertion { message } if message.trim() == "assert failed."),
            "{stop:?}"
        );
    }
}

#[test]
fn memory_of_a_module_is_bounded() {
    let wide = |count: u32| "(local i64) ".repeat(count as usize);
    for (what, init, functions) in [
        ("loop", "(loop $again (br $again))", String::new()),
        (
            "grow",
            "(loop $again (drop (memory.grow (i32.const 1))) (br $again))",
            String::new(),
        ),
        (
            "grow at once",
            "(drop (memory.grow (i32.const 60000)))",
            String::new(),
        ),
        (
            "fill",
            "(loop $again (memory.fill (i32.const 0) (i32.const 1) (i32.const 131072)) (br $again))",
            String::new(),
        ),
        ("recursion", "(call $init (i32.const 0))", String::new()),
        (
            "wide recursion",
            "(call $wide)",
            format!("(func $wide {} (call $wide))", wide(20_000)),
        ),
        (
            "recursion that prints",
            "(call $print) (call $init (i32.const 0))",
            message_char("(call $init (i32.const 0)) (i32.const 65)"),
        ),
        (
            "recursion by the table",
            "(call_indirect (type $of) (i32.const 0) (i32.const 0))",
            "(type $of (func (param i32))) (table 1 1 funcref) (elem (i32.const 0) $init)"
                .to_owned(),
        ),
    ] {
        let error = stopped(&module(init, &functions));
        assert!(matches!(error, Error::Machine(_)), "{what}: {error:?}");
    }
}

#[test]
fn costly_declarations_are_refused() {
    let many = |count: usize, of: &str| of.repeat(count);
    for (what, functions) in [
        ("start", "(start $clear)".to_owned()),
        ("start that prints", "(start $print)".to_owned()),
        ("functions", many(20_000, "(func)")),
        ("globals", many(1_001, "(global i32 (i32.const 0))")),
        ("data", many(65_537, "(data (i32.const 0) \"\")")),
        (
            "elements",
            format!(
                "(table 1 funcref) (elem (i32.const 0) {})",
                many(65_537, "$clear ")
            ),
        ),
        (
            "locals",
            many(60, &format!("(func {})", many(20_000, "(local i32) "))),
        ),
        ("table", "(table 10000000 funcref)".to_owned()),
        ("two memories", "(memory 1)".to_owned()),
        (
            "tail call",
            "(func (result i32) (return_call $print2)) (func $print2 (result i32) (i32.const 0))"
                .to_owned(),
        ),
        (
            "table.grow",
            "(table $t 1 funcref) (func (drop (table.grow $t (ref.null func) (i32.const 1))))"
                .to_owned(),
        ),
        ("floats", "(func (drop (f64.const 1)))".to_owned()),
    ] {
        let error = stopped(&module("", &functions));
        let stop = matches!(
            error,
            Error::Machine(
                MachineError::Invalid(_) | MachineError::Trap(_) | MachineError::Memory { .. }
            )
        );
        assert!(stop, "{what}: {error:?}");
    }
    let import = "(import \"runtime\" \"printErrorMessage\" (func $print))";
    for (what, other) in [
        (
            "a parameter",
            "(import \"runtime\" \"printErrorMessage\" (func $print (param i64)))",
        ),
        (
            "a result",
            "(import \"runtime\" \"printErrorMessage\" (func $print (result i32)))",
        ),
        (
            "a memory",
            "(import \"runtime\" \"printErrorMessage\" (memory 1))",
        ),
        (
            "a global",
            "(import \"runtime\" \"printErrorMessage\" (global i32))",
        ),
        (
            "a table",
            "(import \"runtime\" \"printErrorMessage\" (table 1 funcref))",
        ),
        ("another name", "(import \"env\" \"abort\" (func $print))"),
    ] {
        let text = module("", "").replace(import, other);
        assert!(text.contains(other));
        let error = stopped(&text);
        assert!(
            matches!(error, Error::Machine(MachineError::Invalid(_))),
            "{what}: {error:?}"
        );
    }
    // A memory that is not exported and exceeds the limit.
    let hidden = module("", "").replace("(memory (export \"memory\") 2)", "(memory 60000)");
    let error = stopped(&hidden);
    assert!(matches!(error, Error::Machine(_)), "{error:?}");
    let large = vec![0; (16 << 20) + 1];
    let refused = execute(Generator::<Fr>::Wasm(&large), &Inputs::new(), None, LIMITS);
    assert!(matches!(
        refused,
        Err(Error::Machine(MachineError::Memory { .. }))
    ));
}

#[test]
fn a_witness_of_another_length_is_refused() {
    let (system, _) = random_system::<Fr>(3, 4);
    for size in ["0x7fffffff", "-1", "0"] {
        let text = module("", "").replace(
            "(func (export \"getWitnessSize\") (result i32) (i32.const 3))",
            &format!("(func (export \"getWitnessSize\") (result i32) (i32.const {size}))"),
        );
        let bytes = wat::parse_str(&text).unwrap();
        let inputs = Inputs::from([("x".to_owned(), vec![Fr::ONE])]);
        let run = execute(Generator::Wasm(&bytes), &inputs, Some(&system), LIMITS);
        assert!(matches!(run, Err(Error::Length { .. })), "{size}");
        assert!(wasm(&text, 1, LIMITS).is_err(), "{size}");
    }
}

/// Runs a module until `is_active` is called for the `last` time and cancels it. Returns the number
/// of calls.
fn cancelled(init: &str, functions: &str, last: u32) -> u64 {
    let bytes = wat::parse_str(module(init, functions)).unwrap();
    let inputs = Inputs::from([("x".to_owned(), vec![Fr::ONE])]);
    let limits = Limits {
        instructions: u64::MAX,
        ..LIMITS
    };
    let calls = Cell::new(0);
    let last_call = Cell::new(now());
    let is_active = || {
        calls.set(calls.get() + 1);
        last_call.set(now());
        calls.get() < last
    };
    let run = execute_while(Generator::Wasm(&bytes), &inputs, None, limits, &is_active);
    assert_eq!(run.map(drop), Err(Error::Interrupted), "{init}");
    assert_eq!(calls.get(), last, "called again after it returned false");
    assert!(
        last_call.get().elapsed() < Duration::from_millis(100),
        "{init}"
    );
    u64::from(calls.get())
}

#[test]
fn a_cancelled_run_stops_at_once() {
    let loops = "(loop $again (br $again))";
    for (init, functions) in [
        (loops.to_owned(), String::new()),
        ("(loop $again (call $write) (br $again))".to_owned(), String::new()),
        (
            "(loop $again (memory.fill (i32.const 0) (i32.const 1) (i32.const 131072)) (br $again))"
                .to_owned(),
            String::new(),
        ),
        (
            format!("(call $print) {loops}"),
            message_char(&format!("{loops} (i32.const 0)")),
        ),
    ] {
        for last in [1, 2, 20] {
            cancelled(&init, &functions, last);
        }
    }
    // Bytecode is cancelled in the same way.
    let program = program(4, vec![Op::Jump { target: 0 }]);
    let inputs = Inputs::from([("x".to_owned(), vec![Fr::ONE; 2])]);
    let generator = Generator::Program(&program);
    let run = execute_while(generator, &inputs, None, Limits::default(), &|| false);
    assert_eq!(run.map(drop), Err(Error::Interrupted));
}

#[test]
fn a_memory_grows_by_more_than_a_slice_of_fuel_pays() {
    let grows = module("(drop (memory.grow (i32.const 2000)))", "");
    let run = wasm(&grows, 21, Limits::default()).unwrap();
    assert_eq!(run.memory.pages, 2002);
}

/// Prints the duration of a unit of fuel: `cargo test -p lockstep-zk fuel -- --ignored
/// --nocapture`.
#[test]
#[ignore = "measures"]
fn fuel_in_seconds() {
    let limits = Limits {
        memory: 128 << 20,
        instructions: 1 << 30,
    };
    for (what, init) in [
        ("br", "(loop $again (br $again))"),
        ("call", "(loop $again (call $clear) (br $again))"),
        ("import", "(loop $again (call $write) (br $again))"),
        ("print", "(loop $again (call $print) (br $again))"),
        (
            "div",
            "(local $n i64) (local.set $n (i64.const -1)) (loop $again
               (local.set $n (i64.or (i64.const 7) (i64.div_u (i64.const -1) (local.get $n)))) (br $again))",
        ),
        (
            "fill",
            "(drop (memory.grow (i32.const 2000))) (loop $again
               (memory.fill (i32.const 0) (i32.const 1) (i32.const 131000000)) (br $again))",
        ),
        (
            "random loads",
            "(local $n i32) (drop (memory.grow (i32.const 2000))) (loop $again
               (local.set $n (i32.add (i32.const 1) (i32.mul (i32.const 1664525) (local.get $n))))
               (i32.store (i32.and (local.get $n) (i32.const 0x7fffff0)) (local.get $n)) (br $again))",
        ),
    ] {
        let text = module(init, &message_char("(i32.const 65)"));
        let start = now();
        let error = wasm(&text, 1, limits).map(drop).unwrap_err();
        println!("{what}: {:?}: {error}", start.elapsed());
    }
    let body = |of: &str, count: usize| format!("(func {})", of.repeat(count));
    for (what, functions) in [
        ("many functions", "(func)".repeat(19_000)),
        ("code", body("(drop (i32.const 1))", 40_000).repeat(80)),
        ("br_table", body("(block (br_table 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 (i32.const 1)))", 3_000).repeat(80)),
        ("preserved", format!("(func (local i32) {} {} {})", "(local.get 0)".repeat(20_000), "(block)".repeat(20_000), "(drop)".repeat(20_000)).repeat(10)),
        ("preserved sets", format!("(func (local i32) {} {} {})", "(local.get 0)".repeat(20_000), "(local.set 0 (i32.const 1))".repeat(20_000), "(drop)".repeat(20_000)).repeat(10)),
        ("nested", format!("(func {} {})", "(block ".repeat(25_000), ")".repeat(25_000)).repeat(20)),
        ("locals", format!("(func {})", "(local i32)".repeat(10_000)).repeat(100)),
    ] {
        let text = module("", &functions);
        let bytes = wat::parse_str(&text).unwrap();
        let inputs = Inputs::from([("x".to_owned(), vec![Fr::ONE])]);
        let start = now();
        let run = execute(Generator::Wasm(&bytes), &inputs, None, limits);
        println!(
            "{what}: {} bytes in {:?}: {:?}",
            bytes.len(),
            start.elapsed(),
            run.map(drop)
        );
    }
}
