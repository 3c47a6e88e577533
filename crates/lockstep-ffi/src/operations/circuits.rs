//! `Circuit` and `CircuitOptimizer`.

use lockstep_client_crypto::circuit_optimizer::{self, CircuitOptimizer};
use lockstep_client_crypto::{Circuit, GeneratorFile, Input, ZKError, cancellable};
use lockstep_zk::ark_ec::pairing::Pairing;
use lockstep_zk::ark_ff::PrimeField;
use lockstep_zk::r1cs::{Lc, Row};
use lockstep_zk::{CurveName, field, on_curve};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::executor::block_on;
use crate::failure::{Failure, Status};
use crate::handles;
use crate::request::{ByteRange, HandleFields, Request};

use super::Operation;

pub(super) const OPERATIONS: &[Operation] = &[
    ("Circuit.named", named),
    ("Circuit.fromFiles", from_files),
    ("Circuit.describe", describe),
    ("Circuit.toR1cs", to_r1cs),
    ("CircuitOptimizer.new", new),
    ("CircuitOptimizer.optimize", optimize),
    ("CircuitOptimizer.initializeGPU", initialize_gpu),
    ("CircuitOptimizer.processConstraints", process_constraints),
];

/// Named inputs of a circuit.
#[derive(Deserialize)]
#[serde(transparent)]
pub(super) struct Inputs(Vec<NamedInput>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedInput {
    name: String,
    values: Vec<String>,
}

impl From<Inputs> for Vec<Input> {
    fn from(inputs: Inputs) -> Self {
        let input = |NamedInput { name, values }| Input { name, values };
        inputs.0.into_iter().map(input).collect()
    }
}

/// The optimization level by its name.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum OptimizationLevel {
    Basic,
    Aggressive,
}

impl From<OptimizationLevel> for circuit_optimizer::OptimizationLevel {
    fn from(level: OptimizationLevel) -> Self {
        match level {
            OptimizationLevel::Basic => Self::Basic,
            OptimizationLevel::Aggressive => Self::Aggressive,
        }
    }
}

/// Keeps a circuit and describes it.
fn handle_answer(circuit: Circuit) -> Answer {
    let answer = described(&circuit);
    answer.with("handle", handles::insert(circuit))
}

fn described(circuit: &Circuit) -> Answer {
    let cost = circuit.cost();
    Answer::new()
        .with("name", circuit.name())
        .with("curve", circuit.curve().name())
        .with("digest", hexadecimal(&circuit.digest()))
        .with(
            "cost",
            json!({
                "rows": cost.rows,
                "wires": cost.wires,
                "domain": cost.domain,
                "aWires": cost.a_wires,
                "bWires": cost.b_wires,
                "terms": cost.terms,
            }),
        )
}

pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    lockstep_zk::formats::json::hex(bytes)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BuiltinCircuit {
    name: String,
    #[serde(default)]
    curve: CurveName,
}

fn named(request: &Request<'_>) -> Result<Answer, Failure> {
    let BuiltinCircuit { name, curve } = request.fields()?;
    Ok(handle_answer(Circuit::named(&name, curve)?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FromFiles {
    r1cs: ByteRange,
    wasm: Option<ByteRange>,
    program: Option<ByteRange>,
}

fn from_files(request: &Request<'_>) -> Result<Answer, Failure> {
    let fields: FromFiles = request.fields()?;
    let generator = match (fields.wasm, fields.program) {
        (Some(wasm), None) => GeneratorFile::Wasm(request.bytes(wasm)?),
        (None, Some(program)) => GeneratorFile::Program(request.bytes(program)?),
        _ => return Err(Failure::invalid("give either wasm or program")),
    };
    let system = request.bytes(fields.r1cs)?;
    Ok(handle_answer(Circuit::from_files(system, generator)?))
}

fn describe(request: &Request<'_>) -> Result<Answer, Failure> {
    let HandleFields { handle } = request.fields()?;
    let circuit = handles::find::<Circuit>(handle)?;
    Ok(described(&circuit).with("handle", handle))
}

fn to_r1cs(request: &Request<'_>) -> Result<Answer, Failure> {
    let HandleFields { handle } = request.fields()?;
    let circuit = handles::find::<Circuit>(handle)?;
    Ok(Answer::new().with_bytes("r1cs", circuit.to_r1cs()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct New {
    optimization_level: Option<OptimizationLevel>,
}

fn new(request: &Request<'_>) -> Result<Answer, Failure> {
    let New { optimization_level } = request.fields()?;
    let level = optimization_level.map_or_else(Default::default, Into::into);
    let optimizer = CircuitOptimizer::new(level);
    Ok(Answer::new().with("handle", handles::insert(optimizer)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OnCircuit {
    handle: u64,
    circuit: u64,
}

fn optimize(request: &Request<'_>) -> Result<Answer, Failure> {
    let OnCircuit { handle, circuit } = request.fields()?;
    let optimizer = handles::find::<CircuitOptimizer>(handle)?;
    let circuit = handles::find::<Circuit>(circuit)?;
    let optimized = block_on(cancellable(
        request.cancellation.as_function(),
        optimizer.optimize(&circuit),
    ))?;
    Ok(handle_answer(optimized))
}

fn initialize_gpu(request: &Request<'_>) -> Result<Answer, Failure> {
    let HandleFields { handle } = request.fields()?;
    let optimizer = handles::find::<CircuitOptimizer>(handle)?;
    block_on(optimizer.initialize_gpu())?;
    Ok(Answer::new())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProcessConstraints {
    handle: u64,
    constraints: Vec<Constraint>,
    #[serde(default)]
    curve: CurveName,
}

/// A row: three sums of wires with decimal coefficients.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Constraint {
    a: Vec<(u32, String)>,
    b: Vec<(u32, String)>,
    c: Vec<(u32, String)>,
}

fn process_constraints(request: &Request<'_>) -> Result<Answer, Failure> {
    let fields: ProcessConstraints = request.fields()?;
    let optimizer = handles::find::<CircuitOptimizer>(fields.handle)?;
    let constraints = on_curve!(fields.curve, E => {
        processed::<<E as Pairing>::ScalarField>(&optimizer, &fields.constraints)?
    });
    Ok(Answer::new().with("constraints", constraints))
}

fn processed<F: PrimeField>(
    optimizer: &CircuitOptimizer,
    constraints: &[Constraint],
) -> Result<Value, Failure> {
    let rows = constraints.iter().map(row::<F>).collect::<Option<Vec<_>>>();
    let rows = rows.ok_or_else(|| {
        Failure::invalid("a coefficient is not a decimal number below the curve's modulus")
    })?;
    let rows = block_on(optimizer.process_constraints(rows))
        .map_err(|error: ZKError| Failure::from(error))?;
    let constraints: Vec<Constraint> = rows.iter().map(constraint).collect();
    serde_json::to_value(constraints).map_err(|error| Failure::new(Status::InternalError, error))
}

fn row<F: PrimeField>(constraint: &Constraint) -> Option<Row<F>> {
    let sum = |terms: &[(u32, String)]| -> Option<Lc<F>> {
        let term = |(wire, text): &(u32, String)| Some((*wire, field::from_decimal(text)?));
        Some(Lc::from_terms(
            terms.iter().map(term).collect::<Option<_>>()?,
        ))
    };
    Some(Row {
        a: sum(&constraint.a)?,
        b: sum(&constraint.b)?,
        c: sum(&constraint.c)?,
    })
}

fn constraint<F: PrimeField>(row: &Row<F>) -> Constraint {
    let terms = |sum: &Lc<F>| {
        let term = |(wire, value): &(u32, F)| (*wire, field::to_decimal(value));
        sum.terms().iter().map(term).collect()
    };
    Constraint {
        a: terms(&row.a),
        b: terms(&row.b),
        c: terms(&row.c),
    }
}
