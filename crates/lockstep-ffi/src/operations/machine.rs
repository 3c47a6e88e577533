//! `ZkVirtualMachine`: witnesses under limits.

use lockstep_client_crypto::virtual_machine::{MemoryState, VmConfig};
use lockstep_client_crypto::{Circuit, ZkVirtualMachine, cancellable};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::executor::block_on;
use crate::failure::Failure;
use crate::handles;
use crate::request::{Empty, HandleFields, Request};

use super::Operation;
use super::circuits::{Inputs, OptimizationLevel, hexadecimal};

pub(super) const OPERATIONS: &[Operation] = &[
    ("ZkVirtualMachine.new", new),
    ("ZkVirtualMachine.initialize", initialize),
    ("ZkVirtualMachine.executeCircuit", execute_circuit),
    ("ZkVirtualMachine.getMemoryState", get_memory_state),
];

fn new(request: &Request<'_>) -> Result<Answer, Failure> {
    let Empty {} = request.fields()?;
    Ok(Answer::new().with("handle", handles::insert(ZkVirtualMachine::new())))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Initialize {
    handle: u64,
    config: Config,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Config {
    memory_limit: Option<u64>,
    max_instructions: Option<u64>,
    optimization_level: Option<OptimizationLevel>,
}

fn initialize(request: &Request<'_>) -> Result<Answer, Failure> {
    let Initialize { handle, config } = request.fields()?;
    let machine = handles::find::<ZkVirtualMachine>(handle)?;
    block_on(machine.initialize(VmConfig {
        memory_limit: config.memory_limit,
        max_instructions: config.max_instructions,
        optimization_level: config.optimization_level.map(Into::into),
    }))?;
    Ok(Answer::new())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExecuteCircuit {
    handle: u64,
    circuit: u64,
    inputs: Inputs,
}

fn execute_circuit(request: &Request<'_>) -> Result<Answer, Failure> {
    let fields: ExecuteCircuit = request.fields()?;
    let machine = handles::find::<ZkVirtualMachine>(fields.handle)?;
    let circuit = handles::find::<Circuit>(fields.circuit)?;
    let circuit = Circuit::clone(&circuit).with_inputs(fields.inputs.into());
    let result = block_on(cancellable(
        request.cancellation.as_function(),
        machine.execute_circuit(&circuit),
    ))?;
    Ok(Answer::new()
        .with("witness", result.witness.as_slice())
        .with("publicSignals", result.public_signals.as_slice())
        .with("memory", written(&result.memory)))
}

fn get_memory_state(request: &Request<'_>) -> Result<Answer, Failure> {
    let HandleFields { handle } = request.fields()?;
    let machine = handles::find::<ZkVirtualMachine>(handle)?;
    Ok(Answer::new().with("memory", written(&machine.get_memory_state())))
}

fn written(memory: &MemoryState) -> Value {
    json!({
        "pages": memory.pages,
        "bytes": memory.bytes,
        "peak": memory.peak,
        "instructions": memory.instructions,
        "digest": hexadecimal(&memory.digest),
    })
}
