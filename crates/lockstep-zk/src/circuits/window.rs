//! `window:N:U` proves: "In the series with this root, exactly count points have from ≤ time ≤ to.
//! Their values add up to sum." No point can be left out.
//!
//! The prover opens an aligned run of 2^N leaves, U levels below the top. The rows enforce that:
//! - the chosen leaves are contiguous, and the run is sorted by time;
//! - the leaf before the first chosen one is earlier than `from`, unless the first chosen one is
//!   the series' first;
//! - the leaf after the last chosen one is later than `to`, unless the series ends there.
//!
//! The window must be non-empty and must not include the run's last slot. It can include the run's
//! first slot only in the first run. The rows do not show that the whole tree is sorted and without
//! gaps: the signer of its root attests that.

use std::ops::Range;

use ark_ff::PrimeField;

use super::aggregate::{columns, fold, leaf, presence};
use super::hash::Hasher;
use super::membership::climb;
use super::series::Series;
use super::{bind_statement, named};
use crate::builder::{Builder, CompiledCircuit};
use crate::error::{Error, Result};
use crate::machine::Inputs;
use crate::r1cs::Lc;

/// Bits of a time, and of a difference of times.
const TIME_BITS: u32 = 64;

pub(super) fn build<F: PrimeField>(log: u32, upper: u32) -> CompiledCircuit<F> {
    let mut builder = Builder::new(
        3,
        &[
            ("from", 1),
            ("to", 1),
            ("length", 1),
            ("type", 1),
            ("scale", 1),
            ("statement", 1),
        ],
        &private(log, upper),
    );
    let mut run = Run::new(&builder, log, upper);
    let mut sum = Lc::zero();
    for index in 0..run.size() {
        let shown = RevealedLeaf::rows(&mut builder, index);
        builder.bits(&shown.value, 64, "value");
        run.push(&mut builder, &shown);
        builder.group("sum of the chosen points");
        sum = sum.plus(&builder.product(&shown.chosen, &shown.value), F::ONE);
    }
    let (root, count) = run.finish(&mut builder);
    builder.output(0, &root);
    builder.group("sum and count are public");
    builder.output(1, &sum);
    builder.output(2, &count);
    bind_statement(&mut builder);
    builder.finish()
}

/// The private inputs of every circuit over a run of leaves.
pub(super) fn private(log: u32, upper: u32) -> [(&'static str, u32); 7] {
    let size = 1 << log;
    [
        ("values", size),
        ("times", size),
        ("blindings", size),
        ("present", size),
        ("chosen", size),
        ("siblings", upper),
        ("directions", upper),
    ]
}

/// One leaf of the run.
pub(super) struct RevealedLeaf<F> {
    index: u32,
    /// The value. These rows do not constrain it.
    pub(super) value: Lc<F>,
    time: Lc<F>,
    blinding: Lc<F>,
    present: Lc<F>,
    /// 1 if the leaf is in the window, else 0. Absent leaves have 0.
    pub(super) chosen: Lc<F>,
}

impl<F: PrimeField> RevealedLeaf<F> {
    /// Returns the leaf's wires, and adds the rows that make presence and choice booleans.
    pub(super) fn rows(builder: &mut Builder<F>, index: u32) -> Self {
        let [value, time, blinding, present, chosen] =
            ["values", "times", "blindings", "present", "chosen"]
                .map(|name| builder.input(name, index));
        presence(builder, &present, index);
        builder.group("the chosen points are present");
        builder.boolean(&chosen);
        let absent = Lc::constant(F::ONE).plus(&present, -F::ONE);
        builder.enforce(chosen.clone(), absent, Lc::zero());
        RevealedLeaf {
            index,
            value,
            time,
            blinding,
            present,
            chosen,
        }
    }
}

/// An aligned run of leaves, built from its first leaf on.
pub(super) struct Run<F: PrimeField> {
    hasher: Hasher<F>,
    log: u32,
    upper: u32,
    /// Index of the run's first leaf in the series.
    base: Lc<F>,
    nodes: Vec<Lc<F>>,
    count: Lc<F>,
}

impl<F: PrimeField> Run<F> {
    pub(super) fn new(builder: &Builder<F>, log: u32, upper: u32) -> Self {
        let mut base = Lc::zero();
        for level in 0..upper {
            let weight = F::from(1u64 << (log + level));
            base = base.plus(&builder.input("directions", level), weight);
        }
        Run {
            hasher: Hasher::new(),
            log,
            upper,
            base,
            nodes: Vec::with_capacity(1 << log),
            count: Lc::zero(),
        }
    }

    /// Number of leaves in the run.
    pub(super) fn size(&self) -> u32 {
        1 << self.log
    }

    /// Adds the rows of the next leaf: its time is later than the previous one, and the leaf is
    /// hashed.
    pub(super) fn push(&mut self, builder: &mut Builder<F>, shown: &RevealedLeaf<F>) {
        let (time, present) = (&shown.time, &shown.present);
        if shown.index == 0 {
            builder.bits(time, TIME_BITS, "first time");
        } else {
            let before = builder.input("times", shown.index - 1);
            let step = time
                .plus(&before, -F::ONE)
                .plus(&Lc::constant(F::ONE), -F::ONE);
            builder.group("time steps of absent points are zero");
            let step = builder.product(present, &step);
            builder.bits(&step, TIME_BITS, "time step");
        }
        let position = Lc::constant(F::from(shown.index));
        self.nodes.push(leaf(
            builder,
            &self.hasher,
            [&shown.value, time, &shown.blinding, present],
            self.base.plus(&position, F::ONE),
        ));
        self.count = self.count.plus(&shown.chosen, F::ONE);
    }

    /// Adds the rows of the window's edges and of the tree. Returns the series' root and the number
    /// of chosen points.
    pub(super) fn finish(self, builder: &mut Builder<F>) -> (Lc<F>, Lc<F>) {
        edges(builder, self.size(), &self.base);
        let top = fold(builder, &self.hasher, self.nodes);
        let top = climb(builder, &self.hasher, top, self.upper);
        builder.group("root covers length, type and scale");
        let inputs = [builder.input("length", 0), builder.input("type", 0), top];
        let scale = builder.input("scale", 0);
        let root = self.hasher.rows_root(builder, &scale, &inputs);
        (root, self.count)
    }
}

/// Adds rows: the chosen points are one run, and the times at its two edges fit the window.
fn edges<F: PrimeField>(builder: &mut Builder<F>, size: u32, base: &Lc<F>) {
    let one = Lc::constant(F::ONE);
    let (from, to) = (builder.input("from", 0), builder.input("to", 0));
    let first = builder.input("chosen", 0);
    builder.group("begins at the run's start only at the series' start");
    builder.enforce(first.clone(), base.clone(), Lc::zero());
    builder.group("ends before the run does");
    builder.enforce(builder.input("chosen", size - 1), one.clone(), Lc::zero());
    builder.group("edges are found");
    let (mut starts, mut ends) = (first.clone(), Lc::zero());
    let mut first_time = builder.product(&first, &builder.input("times", 0));
    let (mut before_time, mut last_time) = (Lc::zero(), Lc::zero());
    let (mut following, mut following_time) = (Lc::zero(), Lc::zero());
    for index in 0..size - 1 {
        let [chosen, chosen_next] = [index, index + 1].map(|i| builder.input("chosen", i));
        let [time, next] = [index, index + 1].map(|i| builder.input("times", i));
        let both = builder.product(&chosen, &chosen_next);
        let (rise, fall) = (
            chosen_next.plus(&both, -F::ONE),
            chosen.plus(&both, -F::ONE),
        );
        starts = starts.plus(&rise, F::ONE);
        ends = ends.plus(&fall, F::ONE);
        before_time = before_time.plus(&builder.product(&rise, &time), F::ONE);
        first_time = first_time.plus(&builder.product(&rise, &next), F::ONE);
        last_time = last_time.plus(&builder.product(&fall, &time), F::ONE);
        let present_next = builder.product(&fall, &builder.input("present", index + 1));
        following = following.plus(&present_next, F::ONE);
        following_time = following_time.plus(&builder.product(&present_next, &next), F::ONE);
    }
    builder.group("the chosen points are one run");
    builder.equal(&starts, &one);
    builder.equal(&ends, &one);
    builder.group("neighbours bound the window");
    // `bound` is from − 1 if there is a previous neighbour. Otherwise it is zero, and so is
    // `before_time`.
    let unbounded = one.plus(&first, -F::ONE);
    let bound = builder.product(&unbounded, &from.plus(&one, -F::ONE));
    let beyond = builder.product(&following, &to.plus(&one, F::ONE));
    builder.bits(
        &bound.plus(&before_time, -F::ONE),
        TIME_BITS,
        "from − time of the previous neighbour",
    );
    builder.bits(
        &first_time.plus(&from, -F::ONE),
        TIME_BITS,
        "first time − from",
    );
    builder.bits(&to.plus(&last_time, -F::ONE), TIME_BITS, "to − last time");
    builder.bits(
        &following_time.plus(&beyond, -F::ONE),
        TIME_BITS,
        "time of the next neighbour − to",
    );
}

/// The inputs of a proof about a time window.
#[derive(Clone, Debug)]
pub struct WindowInputs<'a, F> {
    /// The series. Its depth must be N + U of the circuit.
    pub series: &'a Series<F>,
    /// First time, in milliseconds, at least 1.
    pub from: u64,
    /// Last time, in milliseconds.
    pub to: u64,
    /// The field element of the proof's context (`Statement::field`).
    pub statement: F,
}

impl<F: PrimeField> WindowInputs<'_, F> {
    /// Returns the indices of the points in the window.
    pub(super) fn chosen(&self) -> Range<usize> {
        let points = &self.series.points;
        points.partition_point(|point| point.time < self.from)
            ..points.partition_point(|point| point.time <= self.to)
    }

    /// Returns the circuit's named inputs. A window that the circuit cannot prove is an error with
    /// the reason.
    pub fn inputs(&self, log: u32, upper: u32) -> Result<Inputs<F>> {
        let refuse = |reason: &str| Err(Error::input("window", reason));
        if self.series.depth() != log + upper {
            return refuse("the depth of the series' tree differs from the circuit's depth");
        }
        if self.from == 0 || self.from > self.to || self.to >= 1 << 63 {
            return refuse("must satisfy 1 ≤ from ≤ to < 2^63");
        }
        let points = &self.series.points;
        let Range { start, end } = self.chosen();
        if start == end {
            return refuse("contains no point");
        }
        let size = 1usize << log;
        let segment = start / size;
        let base = segment * size;
        if end > base + size - 1 || (start == base && segment > 0) {
            return refuse("must be within one aligned group of leaves, not at its ends");
        }
        let shown = &points[base..points.len().min(base + size)];
        let [values, times, blindings, present] = columns(shown, size);
        let chosen = (base..base + size)
            .map(|index| F::from((start..end).contains(&index)))
            .collect();
        let (siblings, directions) = self.series.upper_path(log, segment);
        let directions = directions.into_iter().map(F::from).collect();
        Ok(named([
            ("values", values),
            ("times", times),
            ("blindings", blindings),
            ("present", present),
            ("chosen", chosen),
            ("siblings", siblings),
            ("directions", directions),
            ("from", vec![F::from(self.from)]),
            ("to", vec![F::from(self.to)]),
            ("length", vec![F::from(points.len() as u64)]),
            ("type", vec![F::from(self.series.kind)]),
            ("scale", vec![F::from(self.series.scale)]),
            ("statement", vec![self.statement]),
        ]))
    }
}
