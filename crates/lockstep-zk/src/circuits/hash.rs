//! Poseidon with tags, outside and inside circuits.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

use ark_ff::PrimeField;

use crate::builder::Builder;
use crate::poseidon::Poseidon;
use crate::r1cs::Lc;

/// The kind of hashed data, in the capacity element, so that hashes of different kinds never collide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    /// A commitment to a value; with the scale.
    Commitment = 1,
    /// An element of a set; with the scale.
    Element = 2,
    /// A leaf of a series.
    Leaf = 3,
    /// An inner node of any tree.
    Node = 4,
    /// The root of a series; with the scale.
    Root = 5,
}

/// The permutations the circuits use; cheap to clone and, for a field, made once.
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
    /// The constants of all permutations: the first call takes some milliseconds.
    #[must_use]
    pub fn new() -> Self {
        // No holder of this lock panics between two related changes.
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        let known = made.iter().cloned();
        if let Some(known) = known.filter_map(|one| one.downcast().ok()).next() {
            return Hasher(known);
        }
        let new = Arc::new(Permutations::<F> {
            one: Poseidon::new(1),
            two: Poseidon::new(2),
            three: Poseidon::new(3),
            four: Poseidon::new(4),
        });
        made.push(new.clone());
        Hasher(new)
    }

    /// tag + 256·scale.
    fn domain(tag: Tag, scale: u8) -> F {
        F::from(tag as u64 + 256 * u64::from(scale))
    }

    /// A commitment to a biased value.
    #[must_use]
    pub fn commitment(&self, scale: u8, value: u64, blinding: F) -> F {
        let domain = Self::domain(Tag::Commitment, scale);
        self.0.two.hash(domain, &[F::from(value), blinding])
    }

    /// An element of a set.
    #[must_use]
    pub fn element(&self, scale: u8, value: u64) -> F {
        let domain = Self::domain(Tag::Element, scale);
        self.0.one.hash(domain, &[F::from(value)])
    }

    /// An inner node.
    #[must_use]
    pub fn node(&self, left: F, right: F) -> F {
        self.0.two.hash(Self::domain(Tag::Node, 0), &[left, right])
    }

    /// Inner nodes over pairs that lie one after another.
    pub(crate) fn nodes(&self, pairs: &[F]) -> Vec<F> {
        self.0.two.hash_all(Self::domain(Tag::Node, 0), pairs)
    }

    /// The leaves of a series, from the value, time, index and blinding of each.
    pub(crate) fn leaves(&self, inputs: &[F]) -> Vec<F> {
        self.0.four.hash_all(Self::domain(Tag::Leaf, 0), inputs)
    }

    /// The root of a series: its length, type and scale over the top of its tree.
    #[must_use]
    pub fn root(&self, scale: u8, length: u64, kind: u64, top: F) -> F {
        let inputs = [F::from(length), F::from(kind), top];
        self.0.three.hash(Self::domain(Tag::Root, scale), &inputs)
    }

    /// Rows of a hash with the scale, a wire, in its capacity element.
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

/// The permutations that were made, of a few fields.
static MADE: Mutex<Vec<Arc<dyn Any + Send + Sync>>> = Mutex::new(Vec::new());
