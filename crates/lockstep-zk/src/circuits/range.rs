//! `range` proves: "I know v and r with Commit(v, r) = commitment, and min ≤ v ≤ max."
//!
//! The rows show that v − min and max − v are both below 2^bits as field elements. The verifier
//! checks that min and max are below 2⁶⁴ and in order. No sum can then wrap, so v is an integer
//! between them.

use ark_ff::PrimeField;

use super::{Hasher, biased, bind_statement, commitment_rows, named};
use crate::builder::{Builder, CompiledCircuit};
use crate::error::{Error, Result};
use crate::machine::Inputs;

pub(super) fn build<F: PrimeField>(bits: u32) -> CompiledCircuit<F> {
    let mut builder = Builder::new(
        1,
        &[("min", 1), ("max", 1), ("scale", 1), ("statement", 1)],
        &[("value", 1), ("blinding", 1)],
    );
    let [min, max, value, blinding] =
        ["min", "max", "value", "blinding"].map(|name| builder.input(name, 0));
    builder.bits(&value.plus(&min, -F::ONE), bits, "value − min");
    builder.bits(&max.plus(&value, -F::ONE), bits, "max − value");
    builder.group("commitment opens");
    let commitment = commitment_rows(&mut builder, &Hasher::new(), &value, &blinding);
    builder.output(0, &commitment);
    bind_statement(&mut builder);
    builder.finish()
}

/// The inputs of a range proof.
#[derive(Clone, Debug)]
pub struct RangeInputs<F> {
    /// The value, in units of 10^−scale.
    pub value: i64,
    /// Lower bound.
    pub min: i64,
    /// Upper bound.
    pub max: i64,
    /// Number of decimals.
    pub scale: u8,
    /// The blinding of the commitment.
    pub blinding: F,
    /// The field element of the proof's context ([`super::Statement`]).
    pub statement: F,
}

impl<F: PrimeField> RangeInputs<F> {
    /// Returns the circuit's named inputs. A value outside the range is [`Error::FalseStatement`].
    pub fn inputs(&self) -> Result<Inputs<F>> {
        if self.min > self.max {
            return Err(Error::input("min", "is greater than max"));
        }
        if !(self.min..=self.max).contains(&self.value) {
            return Err(Error::FalseStatement(
                "the value is outside the range".to_owned(),
            ));
        }
        Ok(named([
            ("value", vec![F::from(biased(self.value))]),
            ("min", vec![F::from(biased(self.min))]),
            ("max", vec![F::from(biased(self.max))]),
            ("scale", vec![F::from(self.scale)]),
            ("blinding", vec![self.blinding]),
            ("statement", vec![self.statement]),
        ]))
    }
}
