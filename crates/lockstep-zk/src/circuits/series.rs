//! Committed series: a Merkle tree over time-sorted points whose root also covers length, type and
//! scale. Opening one leaf tells nothing of its neighbours: each has a blinding of its own.

use ark_ff::PrimeField;

use super::hash::Hasher;
use super::membership::{levels, path, top};
use super::{MAX_SCALE, biased};
use crate::error::{Error, Result};

/// One point of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point<F> {
    /// The value, in units of 10^−scale.
    pub value: i64,
    /// The time, in milliseconds; below 2⁶³.
    pub time: u64,
    /// Blinding of its leaf.
    pub blinding: F,
}

/// A series and its tree.
#[derive(Clone, Debug)]
pub struct Series<F> {
    /// The points in time order, with distinct times.
    pub points: Vec<Point<F>>,
    /// The number of the points' type, chosen by the caller.
    pub kind: u64,
    /// The number of decimals of the values.
    pub scale: u8,
    depth: u32,
    levels: Vec<Vec<F>>,
    root: F,
}

impl<F: PrimeField> Series<F> {
    /// Commits to points in a tree of 2^depth leaves.
    pub fn new(
        hasher: &Hasher<F>,
        points: Vec<Point<F>>,
        kind: u64,
        scale: u8,
        depth: u32,
    ) -> Result<Self> {
        let leaves = leaves(hasher, &points, scale, depth)?;
        let levels = levels(hasher, leaves, depth);
        let top = levels.last().expect("a tree has a root")[0];
        let root = hasher.root(scale, points.len() as u64, kind, top);
        Ok(Series {
            points,
            kind,
            scale,
            depth,
            levels,
            root,
        })
    }

    /// The root alone, of points in a tree of 2^depth leaves: no level is kept.
    pub fn root_of(
        hasher: &Hasher<F>,
        points: &[Point<F>],
        kind: u64,
        scale: u8,
        depth: u32,
    ) -> Result<F> {
        let top = top(hasher, leaves(hasher, points, scale, depth)?, depth);
        Ok(hasher.root(scale, points.len() as u64, kind, top))
    }

    /// The root: covers every point, their number, type and scale.
    #[must_use]
    pub fn root(&self) -> F {
        self.root
    }

    /// log2 of the leaves of the tree.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The path above an aligned run of 2^log leaves, the `segment`-th of them.
    pub(crate) fn upper_path(&self, log: u32, segment: usize) -> (Vec<F>, Vec<bool>) {
        // The empty node of this level, not zero, stands where a sibling is missing.
        let leaf = segment << log;
        let (siblings, directions) = path(&self.levels, leaf);
        (
            siblings[log as usize..].to_vec(),
            directions[log as usize..].to_vec(),
        )
    }
}

/// The hashed points; points no series can hold are an error.
fn leaves<F: PrimeField>(
    hasher: &Hasher<F>,
    points: &[Point<F>],
    scale: u8,
    depth: u32,
) -> Result<Vec<F>> {
    if points.is_empty() || points.len() as u64 > 1 << depth {
        return Err(Error::input(
            "points",
            format!("{} for a tree of 2^{depth}", points.len()),
        ));
    }
    let sorted = points.windows(2).all(|pair| pair[0].time < pair[1].time);
    if !sorted || points.iter().any(|point| point.time >= 1 << 63) {
        return Err(Error::input("points", "are not sorted by time below 2^63"));
    }
    if scale > MAX_SCALE {
        return Err(Error::input("scale", "is more than 6"));
    }
    let inputs: Vec<F> = points
        .iter()
        .enumerate()
        .flat_map(|(index, point)| {
            [
                F::from(biased(point.value)),
                F::from(point.time),
                F::from(index as u64),
                point.blinding,
            ]
        })
        .collect();
    Ok(hasher.leaves(&inputs))
}
