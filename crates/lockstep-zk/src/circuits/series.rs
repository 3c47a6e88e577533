//! Committed series: a Merkle tree over points in time order. The root also covers length, type and
//! scale. Each leaf has its own blinding, so an opened leaf reveals nothing about its neighbours.

use ark_ff::PrimeField;

use super::hash::Hasher;
use super::membership::{levels, path, top};
use super::{MAX_SCALE, biased};
use crate::error::{Error, Result};

/// A point of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point<F> {
    /// The value, in units of 10^−scale.
    pub value: i64,
    /// The time, in milliseconds; below 2⁶³.
    pub time: u64,
    /// The blinding of the point's leaf.
    pub blinding: F,
}

/// A series and its Merkle tree.
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

    /// Computes only the root of points in a tree of 2^depth leaves. Keeps no level.
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

    /// Returns the root. It covers every point, their number, type and scale.
    #[must_use]
    pub fn root(&self) -> F {
        self.root
    }

    /// Returns log2 of the number of leaves.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Returns the path above the aligned run of 2^log leaves with number `segment`.
    pub(crate) fn upper_path(&self, log: u32, segment: usize) -> (Vec<F>, Vec<bool>) {
        // `path` uses the empty node of each level where a sibling is missing. It must start at a
        // leaf for that.
        let leaf = segment << log;
        let (siblings, directions) = path(&self.levels, leaf);
        (
            siblings[log as usize..].to_vec(),
            directions[log as usize..].to_vec(),
        )
    }
}

/// Hashes the points. Returns an error for points that a series cannot contain.
fn leaves<F: PrimeField>(
    hasher: &Hasher<F>,
    points: &[Point<F>],
    scale: u8,
    depth: u32,
) -> Result<Vec<F>> {
    if points.is_empty() || points.len() as u64 > 1 << depth {
        return Err(Error::input(
            "points",
            format!(
                "has {} elements, but the tree has 2^{depth} leaves",
                points.len()
            ),
        ));
    }
    let sorted = points.windows(2).all(|pair| pair[0].time < pair[1].time);
    if !sorted || points.iter().any(|point| point.time >= 1 << 63) {
        return Err(Error::input(
            "points",
            "must have increasing times below 2^63",
        ));
    }
    if scale > MAX_SCALE {
        return Err(Error::input("scale", "must be at most 6"));
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
