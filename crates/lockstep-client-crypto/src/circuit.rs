//! Circuits as the client interface passes them about: rows, a witness generator, inputs.

use std::collections::BTreeMap;
use std::sync::Arc;

use lockstep_zk::ark_ff::PrimeField;
use lockstep_zk::circuits::{self, Kind};
use lockstep_zk::machine::{
    Execution, Generator, Inputs, Limits, Program, execute_while, witness_while,
};
use lockstep_zk::optimizer::{Cost, Level, OptimizedSystem, optimize};
use lockstep_zk::r1cs::{R1cs, Witness};
use lockstep_zk::{CurveName, field, formats, scalar};

use crate::error::{ErrorKind, ZKError};
use crate::error_kind::Result;
use crate::task::WorkWatch;

/// A named input: decimal numbers below the scalar field's modulus. Wiped on drop, not printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Input {
    /// The name of the input in the circuit.
    pub name: String,
    /// The values of the input.
    pub values: Vec<String>,
}

impl std::fmt::Debug for Input {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Input({}, {} values)", self.name, self.values.len())
    }
}

impl Drop for Input {
    fn drop(&mut self) {
        zeroize::Zeroize::zeroize(&mut self.values);
    }
}

impl Input {
    /// A single number.
    #[must_use]
    pub fn new(name: &str, value: &impl ToString) -> Self {
        Input {
            name: name.to_owned(),
            values: vec![value.to_string()],
        }
    }
}

/// A witness generator's file.
#[derive(Clone, Copy, Debug)]
pub enum GeneratorFile<'a> {
    /// circom's WebAssembly.
    Wasm(&'a [u8]),
    /// Our bytecode ([`Program::to_bytes`]).
    Program(&'a [u8]),
}

/// A circuit with its witness generator, and inputs where it is to be executed.
#[derive(Clone, Debug)]
pub struct Circuit {
    pub(crate) plan: Plan,
    pub(crate) inputs: Vec<Input>,
}

#[derive(Clone, Debug)]
pub(crate) enum Plan {
    Bls12_381(Arc<CircuitDescription<scalar::Bls12_381>>),
    Bn254(Arc<CircuitDescription<scalar::Bn254>>),
    Bls24_509(Arc<CircuitDescription<scalar::Bls24_509>>),
    Bls48_575(Arc<CircuitDescription<scalar::Bls48_575>>),
}

/// Runs an expression for the curve of a plan.
macro_rules! over {
    ($plan:expr, $sheet:ident, $curve:ident => $body:expr) => {
        match $plan {
            $crate::circuit::Plan::Bls12_381($sheet) => {
                type $curve = lockstep_zk::Bls12_381;
                $body
            }
            $crate::circuit::Plan::Bn254($sheet) => {
                type $curve = lockstep_zk::Bn254;
                $body
            }
            $crate::circuit::Plan::Bls24_509($sheet) => {
                type $curve = lockstep_zk::Bls24_509;
                $body
            }
            $crate::circuit::Plan::Bls48_575($sheet) => {
                type $curve = lockstep_zk::Bls48_575;
                $body
            }
        }
    };
}
pub(crate) use over;

#[derive(Clone, Debug)]
enum Engine<F> {
    Program(Program<F>),
    Wasm(Vec<u8>),
}

/// Everything about a circuit over one field.
#[derive(Clone, Debug)]
pub(crate) struct CircuitDescription<F: PrimeField> {
    pub(crate) name: String,
    pub(crate) kind: Option<Kind>,
    original: R1cs<F>,
    engine: Engine<F>,
    optimized: Option<OptimizedSystem<F>>,
}

impl<F: PrimeField> CircuitDescription<F> {
    fn built_in(kind: Kind) -> Self {
        let circuit = circuits::Circuit::<F>::new(kind);
        let compiled = circuit.compiled().clone();
        CircuitDescription {
            name: kind.name(),
            kind: Some(kind),
            original: compiled.system,
            engine: Engine::Program(compiled.program),
            optimized: None,
        }
    }

    fn imported(system: &[u8], generator: GeneratorFile<'_>) -> lockstep_zk::Result<Self> {
        let original = formats::r1cs::read::<F>(system)?;
        let engine = match generator {
            GeneratorFile::Wasm(bytes) => Engine::Wasm(bytes.to_vec()),
            GeneratorFile::Program(bytes) => Engine::Program(Program::from_bytes(bytes)?),
        };
        Ok(CircuitDescription {
            name: format!("circuit:{}", formats::json::hex(&original.digest())),
            kind: None,
            original,
            engine,
            optimized: None,
        })
    }

    /// The rows to prove.
    pub(crate) fn system(&self) -> &R1cs<F> {
        self.optimized
            .as_ref()
            .map_or(&self.original, |optimized| &optimized.system)
    }

    pub(crate) fn optimize(&self, level: Level) -> lockstep_zk::Result<Self> {
        Ok(CircuitDescription {
            optimized: Some(optimize(&self.original, level)?),
            ..self.clone()
        })
    }

    /// The witness of [`CircuitDescription::system`], made under limits and checked against the rows.
    pub(crate) fn witness(
        &self,
        inputs: &Inputs<F>,
        limits: Limits,
        wanted: &WorkWatch,
    ) -> lockstep_zk::Result<Witness<F>> {
        let (system, is_active) = (Some(&self.original), || wanted.is_active());
        let witness = witness_while(self.generator(), inputs, system, limits, &is_active)?;
        self.of_system(witness)
    }

    /// Computes like [`CircuitDescription::witness`], and returns the resources used, too.
    pub(crate) fn execute(
        &self,
        inputs: &Inputs<F>,
        limits: Limits,
        wanted: &WorkWatch,
    ) -> lockstep_zk::Result<Execution<F>> {
        let (system, is_active) = (Some(&self.original), || wanted.is_active());
        let execution = execute_while(self.generator(), inputs, system, limits, &is_active)?;
        Ok(Execution {
            witness: self.of_system(execution.witness)?,
            memory: execution.memory,
        })
    }

    fn generator(&self) -> Generator<'_, F> {
        match &self.engine {
            Engine::Program(program) => Generator::Program(program),
            Engine::Wasm(module) => Generator::Wasm(module),
        }
    }

    /// Makes a witness of the original rows one of [`CircuitDescription::system`].
    fn of_system(&self, witness: Witness<F>) -> lockstep_zk::Result<Witness<F>> {
        let Some(optimized) = &self.optimized else {
            return Ok(witness);
        };
        let witness = optimized.map.shrink(&witness)?;
        optimized.system.check(witness.values())?;
        Ok(witness)
    }
}

impl Circuit {
    /// A built-in circuit by its name: `range:64`, `equality`, `membership:20`, …
    pub fn named(name: &str, curve: CurveName) -> Result<Self> {
        let kind = Kind::from_name(name).ok_or_else(|| {
            ZKError::new(
                ErrorKind::ZKError,
                format!("there is no built-in circuit {name:?}"),
            )
        })?;
        Ok(Circuit::of_kind(kind, curve))
    }

    pub(crate) fn of_kind(kind: Kind, curve: CurveName) -> Self {
        let plan = match curve {
            CurveName::Bls12_381 => Plan::Bls12_381(Arc::new(CircuitDescription::built_in(kind))),
            CurveName::Bn254 => Plan::Bn254(Arc::new(CircuitDescription::built_in(kind))),
            CurveName::Bls24_509 => Plan::Bls24_509(Arc::new(CircuitDescription::built_in(kind))),
            CurveName::Bls48_575 => Plan::Bls48_575(Arc::new(CircuitDescription::built_in(kind))),
        };
        Circuit {
            plan,
            inputs: Vec::new(),
        }
    }

    /// Creates a circuit from an `.r1cs` file and its generator; the file's modulus determines the curve.
    pub fn from_files(system: &[u8], generator: GeneratorFile<'_>) -> Result<Self> {
        let plan = imported(system, generator, Plan::Bls12_381)
            .or_else(|| imported(system, generator, Plan::Bn254))
            .or_else(|| imported(system, generator, Plan::Bls24_509))
            .or_else(|| imported(system, generator, Plan::Bls48_575))
            .unwrap_or(Err(lockstep_zk::Error::Malformed {
                format: lockstep_zk::Format::R1cs,
                fault: lockstep_zk::FileDefect::WrongCurve,
            }))
            .map_err(|error| ZKError::new(ErrorKind::ZKError, error.to_string()))?;
        Ok(Circuit {
            plan,
            inputs: Vec::new(),
        })
    }

    /// The circuit with inputs to execute it on.
    #[must_use]
    pub fn with_inputs(mut self, inputs: Vec<Input>) -> Self {
        self.inputs = inputs;
        self
    }

    /// Its name: a built-in's, or `circuit:<sha256>`.
    #[must_use]
    pub fn name(&self) -> &str {
        over!(&self.plan, sheet, _E => &sheet.name)
    }

    /// The curve it computes over.
    #[must_use]
    pub fn curve(&self) -> CurveName {
        match self.plan {
            Plan::Bls12_381(_) => CurveName::Bls12_381,
            Plan::Bn254(_) => CurveName::Bn254,
            Plan::Bls24_509(_) => CurveName::Bls24_509,
            Plan::Bls48_575(_) => CurveName::Bls48_575,
        }
    }

    /// The cost of proving the circuit, after optimization if it was optimized.
    #[must_use]
    pub fn cost(&self) -> Cost {
        over!(&self.plan, sheet, _E => Cost::of(sheet.system()))
    }

    /// SHA-256 of the rows that are proved.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        over!(&self.plan, sheet, _E => sheet.system().digest())
    }

    /// The rows as an `.r1cs` file.
    #[must_use]
    pub fn to_r1cs(&self) -> Vec<u8> {
        over!(&self.plan, sheet, _E => formats::r1cs::write(sheet.system()))
    }
}

/// Reads a circuit over one field. Returns `None` if its modulus is another.
fn imported<F: PrimeField>(
    system: &[u8],
    generator: GeneratorFile<'_>,
    plan: impl Fn(Arc<CircuitDescription<F>>) -> Plan,
) -> Option<lockstep_zk::Result<Plan>> {
    match CircuitDescription::imported(system, generator) {
        Err(lockstep_zk::Error::Malformed {
            fault: lockstep_zk::FileDefect::WrongCurve,
            ..
        }) => None,
        read => Some(read.map(|sheet| plan(Arc::new(sheet)))),
    }
}

/// Named inputs as field elements; a name twice, or a number that is not canonical, is an error.
pub(crate) fn elements<F: PrimeField>(inputs: &[&Input]) -> std::result::Result<Inputs<F>, String> {
    let mut map = BTreeMap::new();
    for input in inputs {
        let values = input
            .values
            .iter()
            .map(|text| field::from_decimal(text))
            .collect::<Option<Vec<F>>>()
            .ok_or_else(|| format!("input {}: not a canonical decimal number", input.name))?;
        if map.insert(input.name.clone(), values).is_some() {
            return Err(format!("input {}: given twice", input.name));
        }
    }
    Ok(map)
}
