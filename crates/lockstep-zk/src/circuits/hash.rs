//! Poseidon hashes with domain tags, as values and as circuit rows.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

use ark_ff::PrimeField;

use crate::builder::Builder;
use crate::poseidon::Poseidon;
use crate::r1cs::Lc;

/// The kind of hashed data. It goes into the capacity element, so that hashes of different kinds
/// never collide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    /// A commitment to a value, tagged with the scale.
    Commitment = 1,
    /// An element of a set, tagged with the scale.
    Element = 2,
    /// A leaf of a series.
    Leaf = 3,
    /// An inner node of any tree.
    Node = 4,
    /// The root of a series, tagged with the scale.
    Root = 5,
}

/// The Poseidon permutations that the circuits use. Cloning is cheap: all hashers of a field share
/// them.
#[derive(Clone, Debug)]
pub struct Hasher<F>(Arc<Permutations<F>>);

#[derive(Debug)]
struct Permutations<F> {
    one: Poseidon<F>,
    two: Poseidon<F>,
    three: Poseidon<F>,
    four: Poseidon<F>,
}

impl<F: PrimeField> Default for Hasher<F> {
    fn default() -> Self {
        Hasher::new()
    }
}

impl<F: PrimeField> Hasher<F> {
    /// Returns the shared permutations. The first call for a field computes their constants in a
    /// few milliseconds.
    #[must_use]
    pub fn new() -> Self {
        // A poisoned lock is usable, because no holder panics between two related changes.
        let mut cached = PERMUTATIONS.lock().unwrap_or_else(PoisonError::into_inner);
        let known = cached.iter().cloned();
        if let Some(known) = known.filter_map(|entry| entry.downcast().ok()).next() {
            return Hasher(known);
        }
        let new = Arc::new(Permutations::<F> {
            one: Poseidon::new(1),
            two: Poseidon::new(2),
            three: Poseidon::new(3),
            four: Poseidon::new(4),
        });
        cached.push(new.clone());
        Hasher(new)
    }

    /// The capacity element: tag + 256·scale.
    fn domain(tag: Tag, scale: u8) -> F {
        F::from(tag as u64 + 256 * u64::from(scale))
    }

    /// Commits to a biased value.
    #[must_use]
    pub fn commitment(&self, scale: u8, value: u64, blinding: F) -> F {
        let domain = Self::domain(Tag::Commitment, scale);
        self.0.two.hash(domain, &[F::from(value), blinding])
    }

    /// Hashes an element of a set.
    #[must_use]
    pub fn element(&self, scale: u8, value: u64) -> F {
        let domain = Self::domain(Tag::Element, scale);
        self.0.one.hash(domain, &[F::from(value)])
    }

    /// Hashes an inner node.
    #[must_use]
    pub fn node(&self, left: F, right: F) -> F {
        self.0.two.hash(Self::domain(Tag::Node, 0), &[left, right])
    }

    /// Hashes inner nodes. `pairs` contains the left and right child of each node.
    pub(crate) fn nodes(&self, pairs: &[F]) -> Vec<F> {
        self.0.two.hash_all(Self::domain(Tag::Node, 0), pairs)
    }

    /// Hashes the leaves of a series. `inputs` contains value, time, index and blinding of each
    /// leaf.
    pub(crate) fn leaves(&self, inputs: &[F]) -> Vec<F> {
        self.0.four.hash_all(Self::domain(Tag::Leaf, 0), inputs)
    }

    /// Hashes the root of a series: its length, type and scale, and the top of its tree.
    #[must_use]
    pub fn root(&self, scale: u8, length: u64, kind: u64, top: F) -> F {
        let inputs = [F::from(length), F::from(kind), top];
        self.0.three.hash(Self::domain(Tag::Root, scale), &inputs)
    }

    /// Adds the rows of a hash whose capacity element includes the scale, a wire.
    fn scaled(
        builder: &mut Builder<F>,
        poseidon: &Poseidon<F>,
        tag: Tag,
        scale: &Lc<F>,
        inputs: &[Lc<F>],
    ) -> Lc<F> {
        let domain = Lc::constant(F::from(tag as u64)).plus(scale, F::from(256u64));
        builder.poseidon_from(poseidon, domain, inputs)
    }

    pub(crate) fn rows2_scaled(
        &self,
        builder: &mut Builder<F>,
        tag: Tag,
        scale: &Lc<F>,
        [left, right]: [&Lc<F>; 2],
    ) -> Lc<F> {
        Self::scaled(
            builder,
            &self.0.two,
            tag,
            scale,
            &[left.clone(), right.clone()],
        )
    }

    pub(crate) fn rows_element(
        &self,
        builder: &mut Builder<F>,
        scale: &Lc<F>,
        value: &Lc<F>,
    ) -> Lc<F> {
        let tag = Tag::Element;
        Self::scaled(
            builder,
            &self.0.one,
            tag,
            scale,
            std::slice::from_ref(value),
        )
    }

    pub(crate) fn rows_root(
        &self,
        builder: &mut Builder<F>,
        scale: &Lc<F>,
        inputs: &[Lc<F>; 3],
    ) -> Lc<F> {
        Self::scaled(builder, &self.0.three, Tag::Root, scale, inputs)
    }

    pub(crate) fn rows_node(&self, builder: &mut Builder<F>, left: &Lc<F>, right: &Lc<F>) -> Lc<F> {
        let domain = Self::domain(Tag::Node, 0);
        builder.poseidon(&self.0.two, domain, &[left.clone(), right.clone()])
    }

    pub(crate) fn rows_leaf(&self, builder: &mut Builder<F>, inputs: &[Lc<F>; 4]) -> Lc<F> {
        builder.poseidon(&self.0.four, Self::domain(Tag::Leaf, 0), inputs)
    }
}

/// The permutations computed so far, one entry per field.
static PERMUTATIONS: Mutex<Vec<Arc<dyn Any + Send + Sync>>> = Mutex::new(Vec::new());
