//! `ZkVirtualMachine`: witnesses made under bounds.

use std::sync::{Mutex, PoisonError};

use lockstep_zk::machine::Limits;
pub use lockstep_zk::machine::MemoryState;
use lockstep_zk::{field, optimizer::Level};

use crate::circuit::{Circuit, elements, over};
use crate::error::{ErrorKind, ZKError};
use crate::error_kind::{Result, WithErrorKind};
use crate::task::{WorkWatch, spawn};

/// The limits of an execution. Defaults: 256 MiB, 2³² instructions, rows unoptimized.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VmConfig {
    /// Bytes of memory.
    pub memory_limit: Option<u64>,
    /// Instructions, wasm: fuel.
    pub max_instructions: Option<u64>,
    /// Optimize the circuit first; the witness is then that of the optimized rows.
    pub optimization_level: Option<Level>,
}

/// The result of an execution.
#[derive(Clone, PartialEq, Eq)]
pub struct ExecutionResult {
    /// Values of all wires, decimal, wire 0 first. Secret: wiped on drop, not printed.
    pub witness: Vec<String>,
    /// The values of the public wires.
    pub public_signals: Vec<String>,
    /// The resources that the execution used.
    pub memory: MemoryState,
}

impl std::fmt::Debug for ExecutionResult {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "ExecutionResult({} wires)", self.witness.len())
    }
}

impl Drop for ExecutionResult {
    fn drop(&mut self) {
        zeroize::Zeroize::zeroize(&mut self.witness);
    }
}

/// Runs circuits' witness generators, ours and circom's, under limits; every witness is checked
/// against the circuit's rows before it is handed out.
#[derive(Debug, Default)]
pub struct ZkVirtualMachine {
    config: Mutex<Option<VmConfig>>,
    memory: Mutex<MemoryState>,
}

impl ZkVirtualMachine {
    /// A machine that waits for [`ZkVirtualMachine::initialize`].
    #[must_use]
    pub fn new() -> Self {
        ZkVirtualMachine::default()
    }

    /// `initialize`: sets the limits; a limit of nothing is an [`ErrorKind::InitializationError`].
    pub async fn initialize(&self, config: VmConfig) -> Result<()> {
        if config.memory_limit == Some(0) || config.max_instructions == Some(0) {
            return Err(ZKError::new(
                ErrorKind::InitializationError,
                "a limit of zero lets nothing run",
            ));
        }
        *self.config.lock().unwrap_or_else(PoisonError::into_inner) = Some(config);
        *self.memory.lock().unwrap_or_else(PoisonError::into_inner) = MemoryState::default();
        Ok(())
    }

    /// `executeCircuit`: runs the circuit's generator on its inputs ([`Circuit::with_inputs`]).
    ///
    /// [`ErrorKind::VMError`] says which limit, which assertion, or which row.
    pub async fn execute_circuit(&self, circuit: &Circuit) -> Result<ExecutionResult> {
        let config = *self.config.lock().unwrap_or_else(PoisonError::into_inner);
        let config = config.ok_or_else(|| {
            ZKError::new(
                ErrorKind::InitializationError,
                "call initialize before executeCircuit",
            )
        })?;
        let defaults = Limits::default();
        let limits = Limits {
            memory: config.memory_limit.unwrap_or(defaults.memory),
            instructions: config.max_instructions.unwrap_or(defaults.instructions),
        };
        let circuit = circuit.clone();
        let result =
            spawn(move |wanted| run(&circuit, config.optimization_level, limits, wanted)).await?;
        *self.memory.lock().unwrap_or_else(PoisonError::into_inner) = result.memory.clone();
        Ok(result)
    }

    /// `getMemoryState`, synchronous: the resources that the last successful execution used.
    #[must_use]
    pub fn get_memory_state(&self) -> MemoryState {
        self.memory
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

fn run(
    circuit: &Circuit,
    level: Option<Level>,
    limits: Limits,
    wanted: &WorkWatch,
) -> Result<ExecutionResult> {
    over!(&circuit.plan, sheet, _E => {
        let optimized = level.map(|level| sheet.optimize(level)).transpose();
        let optimized = optimized.with_error_kind(ErrorKind::OptimizationError)?;
        let sheet = optimized.as_ref().unwrap_or(sheet);
        let inputs: Vec<_> = circuit.inputs.iter().collect();
        let inputs = elements(&inputs).with_error_kind(ErrorKind::VMError)?;
        let execution = sheet.execute(&inputs, limits, wanted).with_error_kind(ErrorKind::VMError)?;
        let values = execution.witness.values();
        let public = execution.witness.public(sheet.system().public());
        Ok(ExecutionResult {
            witness: values.iter().map(field::to_decimal).collect(),
            public_signals: public.iter().map(field::to_decimal).collect(),
            memory: execution.memory,
        })
    })
}
