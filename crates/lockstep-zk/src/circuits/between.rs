//! `between:N:U`: "In the series with this root, the points with from ≤ time ≤ to are count many, and
//! each of them lies between min and max", with no point left out.
//!
//! The run of leaves and its edges are those of `window`. Of a chosen value v, both v − min and
//! max − v are below 2⁶⁴ as field elements; with min and max below 2⁶⁴ and in order, which the
//! verifier checks, no difference can wrap. A bound that is left open is the least or greatest i64.

use ark_ff::PrimeField;

use super::series::Series;
use super::window::{Run, Shown, WindowInputs, private};
use super::{biased, bind_statement};
use crate::builder::{Builder, Compiled};
use crate::error::{Error, Result};
use crate::machine::Inputs;

/// Bits of a biased value, and so of a difference of two in order.
const VALUE_BITS: u32 = 64;

pub(super) fn build<F: PrimeField>(log: u32, upper: u32) -> Compiled<F> {
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
        let shown = Shown::rows(&mut builder, index);
        for (difference, what) in [
            (shown.value.plus(&min, -F::ONE), "value − min"),
            (max.plus(&shown.value, -F::ONE), "max − value"),
        ] {
            builder.group(format!("{what} of the chosen"));
            let difference = builder.product(&shown.chosen, &difference);
            builder.bits(&difference, VALUE_BITS, what);
        }
        run.push(&mut builder, &shown);
    }
    let (root, count) = run.finish(&mut builder);
    builder.output(0, &root);
    builder.group("count is shown");
    builder.output(1, &count);
    bind_statement(&mut builder);
    builder.finish()
}

/// The inputs of a proof that all values of a window are between two bounds.
#[derive(Clone, Debug)]
pub struct BetweenInputs<'a, F> {
    /// The series; its depth must be N + U of the circuit.
    pub series: &'a Series<F>,
    /// First time, in milliseconds, 1 at least.
    pub from: u64,
    /// Last time, in milliseconds.
    pub to: u64,
    /// Least value claimed; `i64::MIN` where none is.
    pub min: i64,
    /// Greatest value claimed; `i64::MAX` where none is.
    pub max: i64,
    /// Context.
    pub statement: F,
}

impl<F: PrimeField> BetweenInputs<'_, F> {
    /// The circuit's named inputs. A value outside the bounds is [`Error::FalseStatement`], which
    /// names its time and the bound, never the value; a window the circuit cannot show is an error
    /// that says why.
    pub fn inputs(&self, log: u32, upper: u32) -> Result<Inputs<F>> {
        if self.min > self.max {
            return Err(Error::input("min", "is more than max"));
        }
        let window = WindowInputs {
            series: self.series,
            from: self.from,
            to: self.to,
            statement: self.statement,
        };
        let mut inputs = window.inputs(log, upper)?;
        for point in &self.series.points[window.chosen()] {
            let broken = match point.value {
                value if value < self.min => "below min",
                value if value > self.max => "above max",
                _ => continue,
            };
            return Err(Error::FalseStatement(format!(
                "the point at time {} is {broken}",
                point.time
            )));
        }
        for (name, bound) in [("min", self.min), ("max", self.max)] {
            inputs.insert(name.to_owned(), vec![F::from(biased(bound))]);
        }
        Ok(inputs)
    }
}
