//! The witness machine: runs untrusted witness generators under resource limits.
//!
//! Two engines behind one door, [`execute`]: our metered field bytecode ([`Program`], what the
//! built-in circuits compile to) and circom's `.wasm` generators in `wasmi`. What they hand back is a
//! proposal: the check against the constraint system afterwards is the authority.

mod memory;
mod program;
mod run;
mod wasm;

use std::collections::BTreeMap;

use ark_ff::PrimeField;
use thiserror::Error;

pub use memory::PAGE_CELLS;
pub use program::{Input, Op, Program};
pub(crate) use run::Overrides;

use crate::error::Result;
use crate::r1cs::{R1cs, Witness};

/// Named inputs; a single value is a list of one.
pub type Inputs<F> = BTreeMap<String, Vec<F>>;

/// The resource limits of an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of memory: pages of 8 KiB for bytecode, linear memory and tables for wasm.
    pub memory: u64,
    /// Instructions; a sum of n terms counts n. For wasm: wasmi's fuel, and 64 for each call between
    /// host and module.
    pub instructions: u64,
}

impl Default for Limits {
    /// 256 MiB and 2³² instructions: a membership proof of depth 32 needs a hundredth of either.
    fn default() -> Self {
        Limits {
            memory: 256 << 20,
            instructions: 1 << 32,
        }
    }
}

/// The resources that the last execution used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryState {
    /// Pages in use at its end (8 KiB for bytecode, 64 KiB for wasm).
    pub pages: u64,
    /// Bytes in use at its end.
    pub bytes: u64,
    /// Most bytes in use at any time.
    pub peak: u64,
    /// Instructions, or fuel, spent.
    pub instructions: u64,
    /// SHA-256 of the memory at its end.
    pub digest: [u8; 32],
}

/// Why the machine stopped.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Stop {
    /// The instruction limit.
    #[error("the limit of {limit} instructions was reached")]
    Instructions {
        /// The limit.
        limit: u64,
    },
    /// The memory limit.
    #[error("{asked} bytes of memory asked for, the limit is {limit}")]
    Memory {
        /// The limit.
        limit: u64,
        /// What was asked for.
        asked: u64,
    },
    /// An assertion of the generator.
    #[error("assertion failed: {message}")]
    Assertion {
        /// What it says.
        message: String,
    },
    /// The program's code, or the module, is not valid.
    #[error("not a valid generator: {0}")]
    Invalid(String),
    /// The module trapped.
    #[error("the module trapped: {0}")]
    Trap(String),
}

/// A witness generator.
#[derive(Clone, Copy, Debug)]
pub enum Generator<'a, F: PrimeField> {
    /// Our bytecode.
    Program(&'a Program<F>),
    /// A circom WebAssembly module.
    Wasm(&'a [u8]),
}

/// The result of an execution.
#[derive(Debug)]
pub struct Execution<F: PrimeField> {
    /// All wires.
    pub witness: Witness<F>,
    /// What it used.
    pub memory: MemoryState,
}

/// Runs a generator on inputs, and checks its witness against the constraint system if one is given:
/// a witness that fails is [`crate::Error::Unsatisfied`] with the row.
pub fn execute<F: PrimeField>(
    generator: Generator<'_, F>,
    inputs: &Inputs<F>,
    system: Option<&R1cs<F>>,
    limits: Limits,
) -> Result<Execution<F>> {
    execute_while(generator, inputs, system, limits, &|| true)
}

/// [`execute`] that is given up where `going_on` says no. It is asked about every millisecond, so it may
/// hold a deadline as well as a cancellation.
///
/// # Errors
/// What [`execute`] refuses; [`crate::Error::Interrupted`] where it was given up.
pub fn execute_while<F: PrimeField>(
    generator: Generator<'_, F>,
    inputs: &Inputs<F>,
    system: Option<&R1cs<F>>,
    limits: Limits,
    going_on: &dyn Fn() -> bool,
) -> Result<Execution<F>> {
    let wires = system.map(|system| system.wires);
    let execution = match generator {
        Generator::Program(program) => {
            run::run(program, inputs, limits, &Overrides::default(), going_on)?
        }
        Generator::Wasm(module) => wasm::run(module, inputs, wires, limits, going_on)?,
    };
    if let Some(system) = system {
        system.check(execution.witness.values())?;
    }
    Ok(execution)
}

/// Whether a WebAssembly module is a witness generator over this field for a circuit of so many wires:
/// what can be said of it without inputs.
///
/// # Errors
/// What [`execute`] refuses a module for; [`crate::Error::Length`] for another number of wires.
pub fn check_module<F: PrimeField>(module: &[u8], wires: u32, limits: Limits) -> Result<()> {
    check_module_while::<F>(module, wires, limits, &|| true)
}

/// [`check_module`] that is given up where `going_on` says no.
///
/// # Errors
/// What [`check_module`] refuses; [`crate::Error::Interrupted`] where it was given up.
pub fn check_module_while<F: PrimeField>(
    module: &[u8],
    wires: u32,
    limits: Limits,
    going_on: &dyn Fn() -> bool,
) -> Result<()> {
    wasm::check::<F>(module, wires, limits, going_on)
}

/// Runs a program with some cells forced to other values and its assertions passed over: a dishonest
/// prover, for tests.
#[cfg(test)]
pub(crate) fn execute_forced<F: PrimeField>(
    program: &Program<F>,
    inputs: &Inputs<F>,
    forced: &[(u32, F)],
) -> Result<Witness<F>> {
    let overrides = Overrides::forcing(forced);
    let limits = Limits::default();
    Ok(run::run(program, inputs, limits, &overrides, &|| true)?.witness)
}

#[cfg(test)]
mod tests;
