//! Hostile witness generators with the real imports: the module has circom's interface, and the
//! input bytes determine its functions. A limit or an error stops each.

use std::cell::Cell;
use std::fmt::Write as _;

use lockstep_zk::Error;
use lockstep_zk::ark_ff::Field;
use lockstep_zk::machine::{Generator, Inputs, Limits, MachineError, execute_while};
use lockstep_zk::scalar::Bn254 as Fr;

const HONEST: &str = include_str!("../../crates/lockstep-zk/src/machine/double.wat");
const LIMITS: Limits = Limits {
    memory: 1 << 20,
    instructions: 1 << 21,
};
/// The number of functions with bodies from the input bytes.
const FUNCTIONS: u8 = 4;
const MAX_STATEMENTS: usize = 64;
const MAX_DEPTH: usize = 6;
/// The limit of a message, plus the text before it.
const MAX_MESSAGE_BYTES: usize = 1024 + 64;

/// Returns how the run ended.
pub(crate) fn run(data: &[u8]) -> Result<(), Error> {
    let module = wat::parse_str(text(data)).expect("every generated text is a module");
    let inputs = Inputs::<Fr>::from([("x".to_owned(), vec![Fr::ONE])]);
    let asked = Cell::new(0u64);
    let going_on = || {
        asked.set(asked.get() + 1);
        true
    };
    let run = execute_while(Generator::Wasm(&module), &inputs, None, LIMITS, &going_on);
    assert!(asked.get() <= 1 << 12, "asked {} times", asked.get());
    match run {
        Ok(run) => {
            assert!(run.memory.instructions <= LIMITS.instructions);
            assert!(run.memory.bytes <= LIMITS.memory);
            Ok(())
        }
        Err(error) => {
            if let Error::Machine(MachineError::Assertion { message }) = &error {
                assert!(message.len() <= MAX_MESSAGE_BYTES + 4, "{}", message.len());
            }
            Err(error)
        }
    }
}

/// Returns the honest module with generated code before each of its steps.
fn text(data: &[u8]) -> String {
    let mut bytes = Bytes {
        data,
        statements: 0,
    };
    let mut functions = String::new();
    for number in 0..FUNCTIONS {
        let _ = write!(functions, "(func $f{number} (local $n i32) ");
        bytes.block(&mut functions, 0);
        functions.push(')');
    }
    let mut module = HONEST.to_owned();
    for (import, name) in [
        ("printErrorMessage", "$print"),
        ("writeBufferMessage", "$write"),
        ("showSharedRWMemory", "$show"),
    ] {
        module = module.replace(
            &format!("\"{import}\" (func)"),
            &format!("\"{import}\" (func {name})"),
        );
    }
    for (before, call) in [
        ("(i32.store (i32.const 64)", "(call $f2)"),
        ("(call $clear)\n", "(call $f3)"),
    ] {
        assert!(module.contains(before));
        module = module.replace(before, &format!("{call} {before}"));
    }
    let module = module.replace(";; hook", "(call $f0)");
    let end = module.rfind(')').expect("a module");
    format!(
        "{}{functions}
        (func (export \"getMessageChar\") (result i32) (call $f1) (i32.load8_u (i32.const 99)))
        (type $plain (func))
        (table 8 funcref)
        (elem (i32.const 0) $f0 $f1 $f2 $f3 $print $write $show))",
        &module[..end]
    )
}

struct Bytes<'a> {
    data: &'a [u8],
    statements: usize,
}

impl Bytes<'_> {
    fn next(&mut self) -> u8 {
        let Some((first, rest)) = self.data.split_first() else {
            return 0;
        };
        self.data = rest;
        *first
    }

    /// Writes as many statements as the first byte states.
    fn block(&mut self, out: &mut String, depth: usize) {
        for _ in 0..self.next() % 8 {
            self.statements += 1;
            if self.statements > MAX_STATEMENTS {
                return;
            }
            self.statement(out, depth);
        }
    }

    fn statement(&mut self, out: &mut String, depth: usize) {
        let kind = self.next() % 14;
        let number = u32::from(self.next());
        let _ = match kind {
            0 => write!(out, "(call $print)"),
            1 => write!(out, "(call $write)"),
            2 => write!(out, "(call $show)"),
            3 => write!(out, "(call $exception (i32.const {number}))"),
            4 => write!(out, "(call $f{})", number % u32::from(FUNCTIONS)),
            5 => write!(out, "(drop (memory.grow (i32.const {number})))"),
            6 => write!(
                out,
                "(memory.fill (i32.const 0) (i32.const 65) (i32.const {}))",
                number << 9
            ),
            7 => write!(out, "(i32.store8 (i32.const 99) (i32.const {number}))"),
            8 => write!(out, "(drop (i32.load (i32.const {})))", number << 16),
            9 => write!(
                out,
                "(call_indirect (type $plain) (i32.const {}))",
                number % 9
            ),
            10 if number > 200 => write!(out, "unreachable"),
            10 => write!(out, "return"),
            _ if depth == MAX_DEPTH => Ok(()),
            11 | 12 => {
                let label = format!("$l{depth}");
                let _ = write!(out, "(loop {label} ");
                self.block(out, depth + 1);
                if kind == 11 {
                    write!(out, "(br {label}))")
                } else {
                    write!(
                        out,
                        "(br_if {label} (i32.lt_u (local.tee $n (i32.add (local.get $n)
                            (i32.const 1))) (i32.const {number}))))"
                    )
                }
            }
            _ => {
                let _ = write!(out, "(if (i32.load8_u (i32.const {number})) (then ");
                self.block(out, depth + 1);
                write!(out, "))")
            }
        };
    }
}
