//! Constraint systems in the JSON of snarkjs.

use ark_ff::PrimeField;
use serde_json::{Value, json};

use super::{number, object, parse, read_number, shape};
use crate::error::{Error, FileDefect, Format, Result};
use crate::field;
use crate::r1cs::{Lc, R1cs, Row};

/// Writes a constraint system as `snarkjs r1cs export json` does.
#[must_use]
pub fn write_r1cs<F: PrimeField>(system: &R1cs<F>) -> String {
    let side = |lc: &Lc<F>| {
        Value::Object(
            lc.terms()
                .iter()
                .map(|(wire, value)| (wire.to_string(), number(value)))
                .collect(),
        )
    };
    let rows: Vec<Value> = system
        .rows
        .iter()
        .map(|row| Value::Array(vec![side(&row.a), side(&row.b), side(&row.c)]))
        .collect();
    json!({
        "n8": field::width::<F>(),
        "prime": F::MODULUS.to_string(),
        "nVars": system.wires,
        "nOutputs": system.outputs,
        "nPubInputs": system.public_inputs,
        "nPrvInputs": system.private_inputs,
        "nLabels": system.labels.iter().max().map_or(0, |label| label + 1),
        "nConstraints": system.rows.len(),
        "constraints": rows,
        "map": system.labels,
    })
    .to_string()
}

/// Reads a constraint system in JSON. Ignores additional members, such as those that snarkjs 0.1
/// writes.
pub fn read_r1cs<F: PrimeField>(text: &str) -> Result<R1cs<F>> {
    let value = parse(text)?;
    let object = object(&value)?;
    if let Some(prime) = object.get("prime")
        && prime.as_str() != Some(F::MODULUS.to_string().as_str())
    {
        return Err(Error::malformed(Format::Json, FileDefect::WrongCurve));
    }
    let count = |name: &'static str| -> Result<u32> {
        object
            .get(name)
            .and_then(Value::as_u64)
            .and_then(|count| u32::try_from(count).ok())
            .ok_or_else(|| shape(format!("{name} must be an integer from 0 to 2^32 − 1")))
    };
    let wires = count("nVars")?;
    let listed = object
        .get("constraints")
        .and_then(Value::as_array)
        .ok_or_else(|| shape("constraints must be an array"))?;
    let mut rows = Vec::with_capacity(listed.len());
    for (row, value) in listed.iter().enumerate() {
        let sides = value.as_array().map(Vec::as_slice);
        let Some([a, b, c]) = sides else {
            return Err(shape(format!("row {row} must have three sides")));
        };
        rows.push(Row {
            a: read_sum(a, row)?,
            b: read_sum(b, row)?,
            c: read_sum(c, row)?,
        });
    }
    if count("nConstraints")? as usize != rows.len() {
        return Err(shape("nConstraints differs from the number of constraints"));
    }
    let labels = match object.get("map").and_then(Value::as_array) {
        Some(map) => map
            .iter()
            .map(|label| {
                label
                    .as_u64()
                    .ok_or_else(|| shape("each label must be a number"))
            })
            .collect::<Result<_>>()?,
        // Without a map there is one label per wire. The length of the text limits the number of
        // wires.
        None if wires as usize <= 16 * text.len() => (0..u64::from(wires)).collect(),
        None => return Err(shape("nVars is larger than a text of this length allows")),
    };
    let system = R1cs {
        wires,
        outputs: count("nOutputs")?,
        public_inputs: count("nPubInputs")?,
        private_inputs: count("nPrvInputs")?,
        rows,
        labels,
        groups: Vec::new(),
    };
    system.check_shape().map_err(shape)?;
    Ok(system)
}

fn read_sum<F: PrimeField>(value: &Value, row: usize) -> Result<Lc<F>> {
    let terms = value
        .as_object()
        .ok_or_else(|| shape(format!("each side of row {row} must be an object")))?;
    terms
        .iter()
        .map(|(wire, value)| {
            let wire = wire
                .parse::<u32>()
                .ok()
                .filter(|number| number.to_string() == *wire)
                .ok_or_else(|| shape(format!("row {row} has a key that is not a wire number")))?;
            Ok((wire, read_number(value, "coefficient of row", row)?))
        })
        .collect::<Result<Vec<_>>>()
        .map(Lc::from_terms)
}
