//! Inputs of uploaded circuits: a `.wtns`, or named inputs in the form of circom's `input.json`. From named
//! inputs the circuit's `.wasm` computes the witness under limits.

use std::time::Duration;

use lockstep_store::Clock;
use lockstep_web::jobs::Cancel;
use lockstep_web::{ApiError, embedded_json};
use lockstep_zk::Error;
use lockstep_zk::ark_ff::PrimeField;
use lockstep_zk::field;
use lockstep_zk::formats::wtns;
use lockstep_zk::machine::{self, Generator, Inputs, Limits, MachineError};
use lockstep_zk::r1cs::{R1cs, Witness};
use serde_json::Value;

use crate::operations::proof::{CallerInput, Data};
use crate::operations::{refusal, refused};

/// The time limit of guest code: it stops when the time has ended or the request is cancelled.
pub(crate) struct RunTime<'a> {
    cancel: &'a Cancel,
    clock: &'a dyn Clock,
    until: Duration,
}

impl<'a> RunTime<'a> {
    /// The limit counted from now on.
    pub(crate) fn new(cancel: &'a Cancel, clock: &'a dyn Clock) -> Self {
        let until = clock.monotonic() + MAX_GENERATOR_TIME;
        Self {
            cancel,
            clock,
            until,
        }
    }

    pub(crate) fn cancel(&self) -> &Cancel {
        self.cancel
    }

    fn goes_on(&self) -> bool {
        self.cancel.check().is_ok() && self.clock.monotonic() < self.until
    }

    /// The error for an execution that was stopped.
    fn over(&self, parameter: &str) -> ApiError {
        match self.cancel.check() {
            Err(cancelled) => cancelled,
            Ok(()) => refused(
                parameter,
                format!(
                    "its .wasm was stopped: it ran for more than {} ms; send a .wtns instead",
                    MAX_GENERATOR_TIME.as_millis()
                ),
            ),
        }
    }
}

/// A witness that satisfies the circuit, or the error.
pub(crate) fn witness<F: PrimeField>(
    system: &R1cs<F>,
    wasm: Option<&[u8]>,
    data: &Data,
    time: &RunTime<'_>,
) -> Result<Witness<F>, ApiError> {
    match (data, wasm) {
        (Data::Witness(bytes), _) => {
            let witness = wtns::read(bytes).map_err(refusal)?;
            system.check(witness.values()).map_err(refusal)?;
            Ok(witness)
        }
        (Data::Inputs(given), Some(module)) => {
            let inputs = named::<F>(given)?;
            let generator = Generator::Wasm(module);
            let going_on = || time.goes_on();
            let made = machine::witness_while(generator, &inputs, Some(system), LIMITS, &going_on);
            made.map_err(|error| stopped(error, time))
        }
        (Data::Inputs(_), None) => Err(refused(
            "data",
            "this circuit takes a .wtns file: its .wasm file, which computes witnesses from named inputs, was not uploaded",
        )),
        (Data::Committed(..), _) => Err(refused(
            "data",
            "a circuit of your own takes a .wtns file, or named inputs if you uploaded its .wasm file",
        )),
    }
}

/// Checks that the module is a witness generator for the circuit.
pub(crate) fn check<F: PrimeField>(
    system: &R1cs<F>,
    module: &[u8],
    time: &RunTime<'_>,
) -> Result<(), ApiError> {
    machine::check_module_while::<F>(module, system.wires, LIMITS, &|| time.goes_on()).map_err(
        |error| match error {
            Error::Interrupted => time.over("wasm"),
            _ => refused("wasm", error.to_string()),
        },
    )
}

/// Parses the inputs of `input.json`: numbers, decimal or hexadecimal texts, and arrays of them, which are
/// flattened in order.
fn named<F: PrimeField>(given: &CallerInput) -> Result<Inputs<F>, ApiError> {
    let (mut inputs, mut count) = (Inputs::<F>::new(), 0);
    for (name, text) in given.iter() {
        let value: Value = embedded_json(text.get().as_bytes()).map_err(|error| {
            let name: String = name.chars().take(64).collect();
            refused("data", format!("{name}: {error}"))
        })?;
        let mut values = Vec::new();
        flatten(name, &value, &mut values, &mut count)?;
        inputs.insert(name.clone(), values);
    }
    Ok(inputs)
}

fn flatten<F: PrimeField>(
    name: &str,
    value: &Value,
    values: &mut Vec<F>,
    count: &mut usize,
) -> Result<(), ApiError> {
    if let Value::Array(all) = value {
        return all
            .iter()
            .try_for_each(|value| flatten(name, value, values, count));
    }
    *count += 1;
    if *count > MAX_INPUTS {
        let reason = format!("holds more than {MAX_INPUTS} numbers");
        return Err(refused("data", reason));
    }
    let number = match value {
        Value::Number(number) => text::<F>(&number.to_string()),
        Value::String(number) => text::<F>(number),
        _ => None,
    };
    values.push(number.ok_or_else(|| {
        let name: String = name.chars().take(64).collect();
        refused(
            "data",
            format!(
                "{name}: must be whole numbers below the field's modulus, as numbers, decimal or 0x \
                 texts, or arrays of them"
            ),
        )
    })?);
    Ok(())
}

fn text<F: PrimeField>(text: &str) -> Option<F> {
    if let Some(digits) = text.strip_prefix('-') {
        // Negative numbers are field negatives, as in circom.
        return field::from_decimal::<F>(digits).map(|number| -number);
    }
    let Some(digits) = text.strip_prefix("0x") else {
        return field::from_decimal(text);
    };
    if digits.is_empty() || digits.len() > 2 * field::width::<F>() {
        return None;
    }
    let mut bytes = vec![0; field::width::<F>()];
    for (place, digit) in digits.chars().rev().enumerate() {
        let digit = u8::try_from(digit.to_digit(16)?).ok()?;
        bytes[place / 2] |= digit << (4 * (place % 2));
    }
    field::from_bytes(&bytes)
}

/// Converts an error of the machine: the limit, the assertion or the row that failed.
fn stopped(error: Error, time: &RunTime<'_>) -> ApiError {
    match &error {
        Error::Interrupted => time.over("circuit"),
        Error::Machine(MachineError::Assertion { .. }) | Error::Unsatisfied { .. } => {
            refused("data", format!("the statement is false: {error}"))
        }
        Error::Machine(MachineError::Instructions { .. } | MachineError::Memory { .. }) => refused(
            "circuit",
            format!("its .wasm was stopped: {error}; send a .wtns instead"),
        ),
        _ => refusal(error),
    }
}

/// The time limit of one execution of guest code, including its compilation: a hostile module is refused
/// within 2 s.
const MAX_GENERATOR_TIME: Duration = Duration::from_millis(1_500);
/// A membership proof of depth 32 needs a hundredth of either limit. The time limit stops an endless loop first.
const LIMITS: Limits = Limits {
    memory: 128 << 20,
    instructions: 1 << 33,
};
/// The number of wires of the largest circuit that is proven.
const MAX_INPUTS: usize = 1 << 17;

#[cfg(test)]
mod tests {
    use lockstep_zk::scalar::Bn254 as Fr;
    use serde_json::json;

    use super::*;

    #[test]
    fn inputs_as_circom_writes_them() {
        let read = |value: Value| {
            let given = json!({ "x": value }).to_string();
            let given: CallerInput = serde_json::from_str(&given).unwrap();
            named::<Fr>(&given).ok().map(|inputs| inputs["x"].clone())
        };
        let number = |value: u64| Fr::from(value);
        let modulus = Fr::MODULUS.to_string();
        for (value, expected) in [
            (json!(7), Some(vec![number(7)])),
            (json!("7"), Some(vec![number(7)])),
            (json!("0xfF"), Some(vec![number(255)])),
            (json!("0x100"), Some(vec![number(256)])),
            (json!(-7), Some(vec![-number(7)])),
            (json!("-7"), Some(vec![-number(7)])),
            (json!([]), Some(vec![])),
            (
                json!([1, ["2", [3]], "4"]),
                Some([1, 2, 3, 4].map(number).to_vec()),
            ),
            (json!(u64::MAX), Some(vec![number(u64::MAX)])),
            (json!(1.5), None),
            (json!(""), None),
            (json!("0x"), None),
            (json!("0xg"), None),
            (json!("007"), None),
            (json!("--7"), None),
            (json!("7 "), None),
            (json!(modulus), None),
            (json!(format!("-{modulus}")), None),
            (json!(format!("0x{}", "f".repeat(64))), None),
            (json!(format!("0x{}", "0".repeat(65))), None),
            (json!(null), None),
            (json!(true), None),
            (json!({ "y": 1 }), None),
            (json!(vec![0; MAX_INPUTS + 1]), None),
        ] {
            assert_eq!(read(value.clone()), expected, "{value:.60}");
        }
    }
}
