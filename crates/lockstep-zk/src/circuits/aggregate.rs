//! `aggregate:N` proves: "I know the points of the series with this root. Their number is count.
//! Their biased values, each below 2⁶⁴, add up to sum." The mean is sum / count; any verifier can
//! compute it.

use ark_ff::PrimeField;

use super::hash::Hasher;
use super::series::Series;
use super::{biased, bind_statement, named};
use crate::builder::{Builder, CompiledCircuit};
use crate::error::{Error, Result};
use crate::machine::Inputs;
use crate::r1cs::Lc;

pub(super) fn build<F: PrimeField>(size: u32) -> CompiledCircuit<F> {
    let mut builder = Builder::new(
        3,
        &[("type", 1), ("scale", 1), ("statement", 1)],
        &[
            ("values", size),
            ("times", size),
            ("blindings", size),
            ("present", size),
        ],
    );
    let hasher = Hasher::new();
    let (mut sum, mut count) = (Lc::zero(), Lc::zero());
    let mut nodes = Vec::with_capacity(size as usize);
    for index in 0..size {
        let [value, time, blinding, present] =
            ["values", "times", "blindings", "present"].map(|name| builder.input(name, index));
        presence(&mut builder, &present, index);
        builder.bits(&value, 64, "value");
        nodes.push(leaf(
            &mut builder,
            &hasher,
            [&value, &time, &blinding, &present],
            Lc::constant(F::from(index)),
        ));
        builder.group("sum of the present points");
        sum = sum.plus(&builder.product(&present, &value), F::ONE);
        count = count.plus(&present, F::ONE);
    }
    let top = fold(&mut builder, &hasher, nodes);
    builder.group("root covers length, type and scale");
    let inputs = [count.clone(), builder.input("type", 0), top];
    let scale = builder.input("scale", 0);
    let root = hasher.rows_root(&mut builder, &scale, &inputs);
    builder.output(0, &root);
    builder.group("sum and count are public");
    builder.output(1, &sum);
    builder.output(2, &count);
    bind_statement(&mut builder);
    builder.finish()
}

/// Adds rows: `present` is 0 or 1, and is never 1 after a 0.
pub(super) fn presence<F: PrimeField>(builder: &mut Builder<F>, present: &Lc<F>, index: u32) {
    builder.group("presence is boolean");
    builder.boolean(present);
    if index > 0 {
        builder.group("present points come first");
        let before = builder.input("present", index - 1);
        let absent = Lc::constant(F::ONE).plus(&before, -F::ONE);
        builder.enforce(present.clone(), absent, Lc::zero());
    }
}

/// Adds rows for the leaf's hash, or zero if the point is absent.
pub(super) fn leaf<F: PrimeField>(
    builder: &mut Builder<F>,
    hasher: &Hasher<F>,
    [value, time, blinding, present]: [&Lc<F>; 4],
    index: Lc<F>,
) -> Lc<F> {
    builder.group("leaf is hashed");
    let inputs = [value.clone(), time.clone(), index, blinding.clone()];
    let hash = hasher.rows_leaf(builder, &inputs);
    builder.group("absent leaves are empty");
    builder.product(present, &hash)
}

/// Adds rows for the root of a tree over `nodes`. Their number is a power of two.
pub(super) fn fold<F: PrimeField>(
    builder: &mut Builder<F>,
    hasher: &Hasher<F>,
    mut nodes: Vec<Lc<F>>,
) -> Lc<F> {
    builder.group("tree is hashed");
    while nodes.len() > 1 {
        nodes = nodes
            .chunks(2)
            .map(|pair| hasher.rows_node(builder, &pair[0], &pair[1]))
            .collect();
    }
    nodes.swap_remove(0)
}

/// The inputs of a proof of sum and count.
#[derive(Clone, Debug)]
pub struct AggregateInputs<'a, F> {
    /// The series. Its depth must equal the circuit's.
    pub series: &'a Series<F>,
    /// The field element of the proof's context (`Statement::field`).
    pub statement: F,
}

impl<F: PrimeField> AggregateInputs<'_, F> {
    /// Returns the circuit's named inputs.
    pub fn inputs(&self, size: u32) -> Result<Inputs<F>> {
        if 1u64 << self.series.depth() != u64::from(size) {
            return Err(Error::input(
                "series",
                format!(
                    "has a tree of 2^{} leaves, but the circuit takes {size} points",
                    self.series.depth()
                ),
            ));
        }
        let columns = columns(&self.series.points, size as usize);
        let [values, times, blindings, present] = columns;
        Ok(named([
            ("values", values),
            ("times", times),
            ("blindings", blindings),
            ("present", present),
            ("type", vec![F::from(self.series.kind)]),
            ("scale", vec![F::from(self.series.scale)]),
            ("statement", vec![self.statement]),
        ]))
    }
}

/// Returns the columns of values, times, blindings and presence, padded with zeros.
pub(super) fn columns<F: PrimeField>(points: &[super::Point<F>], size: usize) -> [Vec<F>; 4] {
    let column = |pick: fn(&super::Point<F>) -> F| {
        let mut column: Vec<F> = points.iter().map(pick).collect();
        column.resize(size, F::ZERO);
        column
    };
    [
        column(|point| F::from(biased(point.value))),
        column(|point| F::from(point.time)),
        column(|point| point.blinding),
        column(|_| F::ONE),
    ]
}
