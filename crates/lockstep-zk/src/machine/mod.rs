//! The witness machine: runs untrusted witness generators under resource limits.
//!
//! [`execute`] runs two kinds of generators. Lockstep's metered field bytecode ([`Program`]) is the
//! form of the built-in circuits. circom's `.wasm` generators run in `wasmi`, if the crate has this feature. The
//! resulting witness is untrusted until it is checked against the constraint system.

mod memory;
mod program;
mod run;
#[cfg(feature = "wasmi")]
mod wasm;

use std::collections::BTreeMap;

use ark_ff::PrimeField;

pub use crate::error::MachineError;
pub use memory::PAGE_CELLS;
pub use program::{Input, Op, Program};
pub(crate) use run::Overrides;

use crate::error::Result;
use crate::r1cs::{R1cs, Witness};

/// Named inputs. A single value is a list with one element.
pub type Inputs<F> = BTreeMap<String, Vec<F>>;

/// The resource limits of an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of memory: pages of 8 KiB for bytecode, linear memory and tables for wasm.
    pub memory: u64,
    /// Number of instructions. A sum of n terms counts as n. For wasm this is wasmi's fuel: one for an
    /// instruction, 64 for a call between host and module, 128 to 1024 for an operation on field elements in native code.
    pub instructions: u64,
}

impl Default for Limits {
    /// 256 MiB and 2³² instructions. A membership proof of depth 32 needs a hundredth of either.
    fn default() -> Self {
        Limits {
            memory: 256 << 20,
            instructions: 1 << 32,
        }
    }
}

/// The resources that an execution used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryState {
    /// Pages in use at the end (8 KiB for bytecode, 64 KiB for wasm).
    pub pages: u64,
    /// Bytes in use at the end.
    pub bytes: u64,
    /// Peak number of bytes in use.
    pub peak: u64,
    /// Instructions or fuel spent.
    pub instructions: u64,
    /// SHA-256 of the memory at the end.
    pub digest: [u8; 32],
}

/// A witness generator.
#[derive(Clone, Copy, Debug)]
pub enum Generator<'a, F: PrimeField> {
    /// Lockstep's bytecode.
    Program(&'a Program<F>),
    /// A circom WebAssembly module. Without the feature `wasmi` it is refused: [`MachineError::NoInterpreter`].
    Wasm(&'a [u8]),
}

/// The result of an execution.
#[derive(Debug)]
pub struct Execution<F: PrimeField> {
    /// The values of all wires.
    pub witness: Witness<F>,
    /// The resources used.
    pub memory: MemoryState,
}

/// Runs a generator on inputs. If a constraint system is given, also checks the witness.
///
/// # Errors
/// [`crate::Error::Unsatisfied`] with the first failing row, and [`crate::Error::Machine`] if the
/// machine stopped.
pub fn execute<F: PrimeField>(
    generator: Generator<'_, F>,
    inputs: &Inputs<F>,
    system: Option<&R1cs<F>>,
    limits: Limits,
) -> Result<Execution<F>> {
    execute_while(generator, inputs, system, limits, &|| true)
}

/// Runs like [`execute`], and can be cancelled. `is_active` is called about every millisecond, so
/// it can implement a deadline as well as a cancellation.
///
/// # Errors
/// Those of [`execute`], and [`crate::Error::Interrupted`] after a cancellation.
pub fn execute_while<F: PrimeField>(
    generator: Generator<'_, F>,
    inputs: &Inputs<F>,
    system: Option<&R1cs<F>>,
    limits: Limits,
    is_active: &dyn Fn() -> bool,
) -> Result<Execution<F>> {
    let execution = match generator {
        Generator::Program(program) => {
            run::run(program, inputs, limits, &Overrides::default(), is_active)?
        }
        #[cfg(feature = "wasmi")]
        Generator::Wasm(module) => {
            let wires = system.map(|system| system.wires);
            wasm::run(module, inputs, wires, limits, is_active)?
        }
        #[cfg(not(feature = "wasmi"))]
        Generator::Wasm(_) => return Err(MachineError::NoInterpreter.into()),
    };
    if let Some(system) = system {
        system.check(execution.witness.values())?;
    }
    Ok(execution)
}

/// Computes a witness like [`execute_while`], without the state of the memory: its digest covers all of it, and a module of
/// circom may use many megabytes.
///
/// # Errors
/// Those of [`execute_while`].
pub fn witness_while<F: PrimeField>(
    generator: Generator<'_, F>,
    inputs: &Inputs<F>,
    system: Option<&R1cs<F>>,
    limits: Limits,
    is_active: &dyn Fn() -> bool,
) -> Result<Witness<F>> {
    match generator {
        Generator::Program(_) => {
            Ok(execute_while(generator, inputs, system, limits, is_active)?.witness)
        }
        #[cfg(feature = "wasmi")]
        Generator::Wasm(module) => {
            let wires = system.map(|system| system.wires);
            let witness = wasm::witness(module, inputs, wires, limits, is_active)?;
            if let Some(system) = system {
                system.check(witness.values())?;
            }
            Ok(witness)
        }
        #[cfg(not(feature = "wasmi"))]
        Generator::Wasm(_) => Err(MachineError::NoInterpreter.into()),
    }
}

/// Checks without inputs that a WebAssembly module is a witness generator over this field for a
/// circuit of `wires` wires.
///
/// # Errors
/// Those of [`execute`] for a module, and [`crate::Error::Length`] for another number of wires.
#[cfg(feature = "wasmi")]
pub fn check_module<F: PrimeField>(module: &[u8], wires: u32, limits: Limits) -> Result<()> {
    check_module_while::<F>(module, wires, limits, &|| true)
}

/// Checks like [`check_module`], and can be cancelled: it stops when `is_active` returns false.
///
/// # Errors
/// Those of [`check_module`], and [`crate::Error::Interrupted`] after a cancellation.
#[cfg(feature = "wasmi")]
pub fn check_module_while<F: PrimeField>(
    module: &[u8],
    wires: u32,
    limits: Limits,
    is_active: &dyn Fn() -> bool,
) -> Result<()> {
    wasm::check::<F>(module, wires, limits, is_active)
}

/// Runs a program with some cells forced to other values and assertions ignored. Tests use it as a
/// dishonest prover.
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
