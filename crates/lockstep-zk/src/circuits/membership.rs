//! `membership:N` proves: "I know v and r with Commit(v, r) = commitment. I also know a path which
//! shows that v is in the tree with this root."
//!
//! `set:N` proves: "I know v and r with Commit(v, r) = commitment, and v is one of these N values."

use ark_ff::PrimeField;

use super::{Hasher, biased, bind_statement, commitment_rows, named};
use crate::builder::{Builder, CompiledCircuit};
use crate::error::{Error, Result};
use crate::machine::Inputs;
use crate::r1cs::Lc;

pub(super) fn build<F: PrimeField>(depth: u32) -> CompiledCircuit<F> {
    let mut builder = Builder::new(
        1,
        &[("root", 1), ("scale", 1), ("statement", 1)],
        &[
            ("value", 1),
            ("blinding", 1),
            ("siblings", depth),
            ("directions", depth),
        ],
    );
    let hasher = Hasher::new();
    let [value, blinding, scale, root] =
        ["value", "blinding", "scale", "root"].map(|name| builder.input(name, 0));
    builder.group("element is hashed");
    let leaf = hasher.rows_element(&mut builder, &scale, &value);
    let top = climb(&mut builder, &hasher, leaf, depth);
    builder.group("path ends at the root");
    builder.expect_equal(&top, &root, "the path does not end at the root");
    builder.equal(&top, &root);
    builder.group("commitment opens");
    let commitment = commitment_rows(&mut builder, &hasher, &value, &blinding);
    builder.output(0, &commitment);
    bind_statement(&mut builder);
    builder.finish()
}

/// Adds rows from a node up along the inputs `siblings` and `directions`: 242 rows per level.
/// Returns the top.
pub(super) fn climb<F: PrimeField>(
    builder: &mut Builder<F>,
    hasher: &Hasher<F>,
    mut node: Lc<F>,
    depth: u32,
) -> Lc<F> {
    for level in 0..depth {
        let sibling = builder.input("siblings", level);
        let direction = builder.input("directions", level);
        builder.group("directions are boolean");
        builder.boolean(&direction);
        builder.group("order of the two nodes");
        let left = builder.select(&direction, &sibling, &node);
        let right = node.plus(&sibling, F::ONE).plus(&left, -F::ONE);
        builder.group("path is hashed");
        node = hasher.rows_node(builder, &left, &right);
    }
    node
}

pub(super) fn build_set<F: PrimeField>(size: u32) -> CompiledCircuit<F> {
    let mut builder = Builder::new(
        1,
        &[("set", size), ("scale", 1), ("statement", 1)],
        &[("value", 1), ("blinding", 1)],
    );
    let (value, blinding) = (builder.input("value", 0), builder.input("blinding", 0));
    builder.group("a difference is zero");
    let mut product = value.plus(&builder.input("set", 0), -F::ONE);
    for index in 1..size - 1 {
        let difference = value.plus(&builder.input("set", index), -F::ONE);
        product = builder.product(&product, &difference);
    }
    let last = value.plus(&builder.input("set", size - 1), -F::ONE);
    builder.enforce(product, last, Lc::zero());
    builder.group("commitment opens");
    let commitment = commitment_rows(&mut builder, &Hasher::new(), &value, &blinding);
    builder.output(0, &commitment);
    bind_statement(&mut builder);
    builder.finish()
}

/// A Merkle tree over a set of values, sorted and without repetitions. Empty leaves are zero; no
/// element has this hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MerkleTree<F> {
    values: Vec<i64>,
    levels: Vec<Vec<F>>,
}

impl<F: PrimeField> MerkleTree<F> {
    /// Builds a tree of this depth. Returns an error if the set is empty or does not fit.
    pub fn of_set(hasher: &Hasher<F>, set: &[i64], scale: u8, depth: u32) -> Result<Self> {
        let mut values = set.to_vec();
        values.sort_unstable();
        values.dedup();
        if values.is_empty() || values.len() as u64 > 1 << depth {
            return Err(Error::input(
                "set",
                format!(
                    "has {} values, but the tree has 2^{depth} leaves",
                    values.len()
                ),
            ));
        }
        let leaves = values
            .iter()
            .map(|value| hasher.element(scale, biased(*value)))
            .collect();
        Ok(MerkleTree {
            values,
            levels: levels(hasher, leaves, depth),
        })
    }

    /// The root.
    #[must_use]
    pub fn root(&self) -> F {
        self.levels.last().expect("a tree has a root")[0]
    }

    /// Returns siblings and directions from a value's leaf up, or `None` if the value is not in the
    /// set.
    #[must_use]
    pub fn path(&self, value: i64) -> Option<(Vec<F>, Vec<bool>)> {
        let index = self.values.binary_search(&value).ok()?;
        Some(path(&self.levels, index))
    }
}

/// Returns all levels of a tree, leaves first. An empty leaf is zero, and a missing node is the
/// hash of empty nodes.
pub(super) fn levels<F: PrimeField>(hasher: &Hasher<F>, leaves: Vec<F>, depth: u32) -> Vec<Vec<F>> {
    let mut levels = vec![leaves];
    let mut empty = F::ZERO;
    for _ in 0..depth {
        let mut below = levels
            .last()
            .expect("the leaves are the first level")
            .clone();
        let next = next_level(hasher, &mut below, &mut empty);
        levels.push(next);
    }
    levels
}

/// Computes the top of a tree and keeps no other level.
pub(super) fn top<F: PrimeField>(hasher: &Hasher<F>, mut nodes: Vec<F>, depth: u32) -> F {
    let mut empty = F::ZERO;
    for _ in 0..depth {
        nodes = next_level(hasher, &mut nodes, &mut empty);
    }
    nodes[0]
}

/// Computes the next higher level, and its empty node.
fn next_level<F: PrimeField>(hasher: &Hasher<F>, below: &mut Vec<F>, empty: &mut F) -> Vec<F> {
    if !below.len().is_multiple_of(2) {
        below.push(*empty);
    }
    *empty = hasher.node(*empty, *empty);
    hasher.nodes(below)
}

/// Returns siblings and directions from a leaf up.
pub(super) fn path<F: PrimeField>(levels: &[Vec<F>], index: usize) -> (Vec<F>, Vec<bool>) {
    path_with(levels, index, &Hasher::new())
}

fn path_with<F: PrimeField>(
    levels: &[Vec<F>],
    mut index: usize,
    hasher: &Hasher<F>,
) -> (Vec<F>, Vec<bool>) {
    let mut empty = F::ZERO;
    let mut siblings = Vec::new();
    let mut directions = Vec::new();
    for level in &levels[..levels.len() - 1] {
        siblings.push(level.get(index ^ 1).copied().unwrap_or(empty));
        directions.push(index & 1 == 1);
        index >>= 1;
        empty = hasher.node(empty, empty);
    }
    (siblings, directions)
}

/// The inputs of a proof of membership.
#[derive(Clone, Debug)]
pub struct MembershipInputs<F> {
    /// The value, in units of 10^−scale.
    pub value: i64,
    /// Number of decimals.
    pub scale: u8,
    /// The blinding of the commitment.
    pub blinding: F,
    /// The root of the set's tree.
    pub root: F,
    /// Siblings from the leaf up.
    pub siblings: Vec<F>,
    /// Whether each node on the path is the right child of its parent.
    pub directions: Vec<bool>,
    /// The field element of the proof's context (`Statement::field`).
    pub statement: F,
}

impl<F: PrimeField> MembershipInputs<F> {
    /// Builds the inputs from a set's tree. A value outside the set is [`Error::FalseStatement`].
    pub fn in_tree(
        tree: &MerkleTree<F>,
        value: i64,
        scale: u8,
        blinding: F,
        statement: F,
    ) -> Result<Self> {
        let (siblings, directions) = tree
            .path(value)
            .ok_or_else(|| Error::FalseStatement("the value is not in the set".to_owned()))?;
        Ok(MembershipInputs {
            value,
            scale,
            blinding,
            root: tree.root(),
            siblings,
            directions,
            statement,
        })
    }

    /// Returns the circuit's named inputs.
    #[must_use]
    pub fn inputs(&self) -> Inputs<F> {
        let directions = self.directions.iter().map(|bit| F::from(*bit)).collect();
        named([
            ("value", vec![F::from(biased(self.value))]),
            ("scale", vec![F::from(self.scale)]),
            ("blinding", vec![self.blinding]),
            ("root", vec![self.root]),
            ("siblings", self.siblings.clone()),
            ("directions", directions),
            ("statement", vec![self.statement]),
        ])
    }
}

/// The inputs of a proof that a value is in a small public set.
#[derive(Clone, Debug)]
pub struct SetInputs<F> {
    /// The value, in units of 10^−scale.
    pub value: i64,
    /// The public set.
    pub set: Vec<i64>,
    /// Number of decimals.
    pub scale: u8,
    /// The blinding of the commitment.
    pub blinding: F,
    /// The field element of the proof's context (`Statement::field`).
    pub statement: F,
}

impl<F: PrimeField> SetInputs<F> {
    /// Returns the circuit's named inputs. A value outside the set is [`Error::FalseStatement`].
    pub fn inputs(&self) -> Result<Inputs<F>> {
        if !self.set.contains(&self.value) {
            return Err(Error::FalseStatement(
                "the value is not in the set".to_owned(),
            ));
        }
        let set = self.set.iter().map(|v| F::from(biased(*v))).collect();
        Ok(named([
            ("value", vec![F::from(biased(self.value))]),
            ("set", set),
            ("scale", vec![F::from(self.scale)]),
            ("blinding", vec![self.blinding]),
            ("statement", vec![self.statement]),
        ]))
    }
}
