//! `between:N:U` proves: "In the series with this root, exactly count points have from ≤ time ≤ to.
//! Each of their values is between min and max." No point can be left out.
//!
//! The run of leaves and its edges are those of `window`. For a chosen value v, both v − min and
//! max − v are below 2⁶⁴ as field elements. The verifier checks that min and max are below 2⁶⁴ and
//! in order, so no difference can wrap. An open bound is the least or greatest i64.

use ark_ff::PrimeField;

use super::series::Series;
use super::window::{RevealedLeaf, Run, WindowInputs, private};
use super::{biased, bind_statement};
use crate::builder::{Builder, CompiledCircuit};
use crate::error::{Error, Result};
use crate::machine::Inputs;

/// Bits of a biased value, and of the difference of two biased values in order.
const VALUE_BITS: u32 = 64;

pub(super) fn build<F: PrimeField>(log: u32, upper: u32) -> CompiledCircuit<F> {
    let mut builder = Builder::new(
        2,
        &[
            ("from", 1),
            ("to", 1),
            ("min", 1),
            ("max", 1),
            ("length", 1),
            ("type", 1),
            ("scale", 1),
            ("statement", 1),
        ],
        &private(log, upper),
    );
    let (min, max) = (builder.input("min", 0), builder.input("max", 0));
    let mut run = Run::new(&builder, log, upper);
    for index in 0..run.size() {
        let shown = RevealedLeaf::rows(&mut builder, index);
        for (difference, what) in [
            (shown.value.plus(&min, -F::ONE), "value − min"),
            (max.plus(&shown.value, -F::ONE), "max − value"),
        ] {
            builder.group(format!("{what} of a chosen point"));
            let difference = builder.product(&shown.chosen, &difference);
            builder.bits(&difference, VALUE_BITS, what);
        }
        run.push(&mut builder, &shown);
    }
    let (root, count) = run.finish(&mut builder);
    builder.output(0, &root);
    builder.group("count is public");
    builder.output(1, &count);
    bind_statement(&mut builder);
    builder.finish()
}

/// The inputs of a proof that all values in a time window are between two bounds.
#[derive(Clone, Debug)]
pub struct BetweenInputs<'a, F> {
    /// The series. Its depth must be N + U of the circuit.
    pub series: &'a Series<F>,
    /// First time, in milliseconds, at least 1.
    pub from: u64,
    /// Last time, in milliseconds.
    pub to: u64,
    /// Lower bound. `i64::MIN` means no lower bound.
    pub min: i64,
    /// Upper bound. `i64::MAX` means no upper bound.
    pub max: i64,
    /// The field element of the proof's context (`Statement::field`).
    pub statement: F,
}

impl<F: PrimeField> BetweenInputs<'_, F> {
    /// Returns the circuit's named inputs.
    ///
    /// # Errors
    /// A value outside the bounds is [`Error::FalseStatement`]. It names the point's time and the
    /// bound, never the value. A window that the circuit cannot prove is an error with the reason.
    pub fn inputs(&self, log: u32, upper: u32) -> Result<Inputs<F>> {
        if self.min > self.max {
            return Err(Error::input("min", "is greater than max"));
        }
        let window = WindowInputs {
            series: self.series,
            from: self.from,
            to: self.to,
            statement: self.statement,
        };
        let mut inputs = window.inputs(log, upper)?;
        for point in &self.series.points[window.chosen()] {
            let violation = match point.value {
                value if value < self.min => "below min",
                value if value > self.max => "above max",
                _ => continue,
            };
            return Err(Error::FalseStatement(format!(
                "the point at time {} is {violation}",
                point.time
            )));
        }
        for (name, bound) in [("min", self.min), ("max", self.max)] {
            inputs.insert(name.to_owned(), vec![F::from(biased(bound))]);
        }
        Ok(inputs)
    }
}
