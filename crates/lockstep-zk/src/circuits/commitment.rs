//! `commitment` proves: "I know v below 2⁶⁴ and r with Commit(v, r) = commitment." `equality`
//! proves: "I know v, r and s with Commit(v, r) = first and Commit(v, s) = second."

use ark_ff::PrimeField;

use super::{Hasher, biased, bind_statement, commitment_rows, named};
use crate::builder::{Builder, CompiledCircuit};
use crate::error::{Error, Result};
use crate::machine::Inputs;

pub(super) fn build<F: PrimeField>() -> CompiledCircuit<F> {
    let mut builder = Builder::new(
        1,
        &[("scale", 1), ("statement", 1)],
        &[("value", 1), ("blinding", 1)],
    );
    let (value, blinding) = (builder.input("value", 0), builder.input("blinding", 0));
    builder.bits(&value, 64, "value");
    builder.group("commitment opens");
    let commitment = commitment_rows(&mut builder, &Hasher::new(), &value, &blinding);
    builder.output(0, &commitment);
    bind_statement(&mut builder);
    builder.finish()
}

pub(super) fn build_equality<F: PrimeField>() -> CompiledCircuit<F> {
    let mut builder = Builder::new(
        2,
        &[("scale", 1), ("statement", 1)],
        &[("value", 1), ("blinding1", 1), ("blinding2", 1)],
    );
    let hasher = Hasher::new();
    let value = builder.input("value", 0);
    for (index, name) in ["blinding1", "blinding2"].into_iter().enumerate() {
        builder.group(format!("commitment {} opens", index + 1));
        let blinding = builder.input(name, 0);
        let commitment = commitment_rows(&mut builder, &hasher, &value, &blinding);
        builder.output(index as u32, &commitment);
    }
    bind_statement(&mut builder);
    builder.finish()
}

/// The inputs of a proof of an opening.
#[derive(Clone, Debug)]
pub struct CommitmentInputs<F> {
    /// The value, in units of 10^−scale.
    pub value: i64,
    /// Number of decimals.
    pub scale: u8,
    /// The blinding of the commitment.
    pub blinding: F,
    /// The field element of the proof's context (`Statement::field`).
    pub statement: F,
}

impl<F: PrimeField> CommitmentInputs<F> {
    /// Returns the circuit's named inputs.
    #[must_use]
    pub fn inputs(&self) -> Inputs<F> {
        named([
            ("value", vec![F::from(biased(self.value))]),
            ("scale", vec![F::from(self.scale)]),
            ("blinding", vec![self.blinding]),
            ("statement", vec![self.statement]),
        ])
    }
}

/// The inputs of a proof of equality.
#[derive(Clone, Debug)]
pub struct EqualityInputs<F> {
    /// The two values, in units of 10^−scale.
    pub values: [i64; 2],
    /// Number of decimals.
    pub scale: u8,
    /// The blindings of the two commitments.
    pub blindings: [F; 2],
    /// The field element of the proof's context (`Statement::field`).
    pub statement: F,
}

impl<F: PrimeField> EqualityInputs<F> {
    /// Returns the circuit's named inputs. Different values are [`Error::FalseStatement`].
    pub fn inputs(&self) -> Result<Inputs<F>> {
        let [first, second] = self.values;
        if first != second {
            return Err(Error::FalseStatement("the values differ".to_owned()));
        }
        Ok(named([
            ("value", vec![F::from(biased(first))]),
            ("blinding1", vec![self.blindings[0]]),
            ("blinding2", vec![self.blindings[1]]),
            ("scale", vec![F::from(self.scale)]),
            ("statement", vec![self.statement]),
        ]))
    }
}
