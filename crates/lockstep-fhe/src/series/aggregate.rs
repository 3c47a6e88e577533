//! Sums over parts of many blocks, with few rotations and bounded memory.
//!
//! With z the rotation of both rows to the left by one, the sum of the first L slots of a row stands
//! in its first slot of P_L(z)·x, P_L(z) = 1 + z + … + z^(L−1). Everything asked for is written in such
//! prefixes: slots s to e of a row are P_e − P_s, values of the second row those of the first after a
//! swap, and a block whole is all of both rows. Blocks of which the same prefix is wanted are added
//! first. The rest is Horner's rule from the highest power of two down, since
//!
//! P_L(z)·x = (L odd: x) + (1 + z)·P_⌊L/2⌋(z²)·(L odd: z·x, else x),
//!
//! and the doublings (1 + z^(2^k)) are linear, so one chain of them serves all prefixes of all blocks:
//! a group costs log2(n) rotations, and each prefix one for each further bit of L. The rotations by
//! powers of two suffice, and no mask is needed: only the first slot is decoded.

mod part;

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use self::part::{Part, Prefix, Sign};
use super::{Reduction, ReductionKind, Series, Totals};
use crate::ciphertext::Ciphertext;
use crate::error::Error;
use crate::evaluator::Evaluator;
use crate::keys::SecretKey;
use crate::params::ParameterSet;
use crate::scale::Fraction;

/// Adds up blocks one after the other: a sum, mean or variance over any parts of any number of
/// series of one scale, such as the blocks a long series is stored in.
///
/// It holds at most [`Aggregator::PREFIXES`] + 1 ciphertexts (a variance twice as many) besides one
/// small one for each finished group, until [`Aggregator::settle`]; a group is as many blocks as values and noise
/// allow, ⌊(t/2)/(n·bound)⌋ or, of squares, ⌊(t/2)/(n·bound²)⌋. After an error it is of no use.
#[derive(Debug)]
pub struct Aggregator<'k> {
    evaluator: Evaluator<'k>,
    kind: ReductionKind,
    shape: Option<Shape>,
    count: usize,
    sums: Groups,
    squares: Groups,
    /// The totals of groups that were already decrypted.
    opened: Opened,
}

/// Totals that are not printed.
#[derive(Default)]
struct Opened(Totals);

impl fmt::Debug for Opened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Opened(…)")
    }
}

/// The properties that all series must share.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shape {
    decimals: u32,
    offset: i128,
}

impl Shape {
    fn decimals_of(self, kind: ReductionKind) -> u32 {
        match kind {
            ReductionKind::Variance => self.decimals.saturating_mul(2),
            ReductionKind::Sum | ReductionKind::Mean => self.decimals,
        }
    }
}

fn nothing() -> Error {
    Error::Unsupported {
        operation: "a sum",
        reason: "there are no values",
    }
}

impl<'k> Aggregator<'k> {
    /// Distinct prefixes a group may hold before it is finished.
    pub const PREFIXES: usize = 16;

    /// Creates an empty aggregator.
    pub fn new(evaluator: &Evaluator<'k>, kind: ReductionKind) -> Self {
        Self {
            evaluator: *evaluator,
            kind,
            shape: None,
            count: 0,
            sums: Groups::default(),
            squares: Groups::default(),
            opened: Opened::default(),
        }
    }

    /// Adds the values `range` of a series.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for a range past the values; [`Error::Scale`] where decimals or offset
    /// differ from those before; [`Error::Unsupported`] for a rotated series; what [`Evaluator`]
    /// refuses.
    pub fn push(&mut self, series: &Series, range: Range<usize>) -> Result<(), Error> {
        if range.start > range.end || range.end > series.len {
            return Err(Error::OutOfRange {
                what: "range",
                value: range.end.max(range.start),
                limit: series.len,
            });
        }
        series.whole("a sum")?;
        let shape = Shape {
            decimals: series.decimals,
            offset: series.offset,
        };
        if *self.shape.get_or_insert(shape) != shape {
            return Err(Error::Scale {
                reason: "the series have different decimals or offsets",
            });
        }
        self.count += range.len();
        let slots = series.parameters().slots();
        for (index, block) in series.blocks.iter().enumerate() {
            let first = index * slots;
            let used = (series.len - first).min(slots);
            let within = |at: usize| at.clamp(first, first + used) - first;
            let part = Part::new(slots, within(range.start)..within(range.end), used);
            if part.is_empty() {
                continue;
            }
            self.sums.add(&self.evaluator, block, &part)?;
            if self.kind == ReductionKind::Variance {
                let square = self.evaluator.square(block)?;
                self.squares.add(&self.evaluator, &square, &part)?;
            }
        }
        Ok(())
    }

    /// Returns the number of values added so far.
    pub fn count(&self) -> usize {
        self.count
    }

    /// What was taken off each integer before it was encrypted; 0 while there is none.
    pub fn offset(&self) -> i128 {
        self.shape.map_or(0, |shape| shape.offset)
    }

    /// The answer, encrypted, where nothing of it was decrypted before.
    ///
    /// # Errors
    /// [`Error::Unsupported`] if nothing was added, or after [`Aggregator::settle`]; what
    /// [`Evaluator`] refuses.
    pub fn finish(self) -> Result<Reduction, Error> {
        if self.opened.0.any {
            return Err(Error::Unsupported {
                operation: "an encrypted sum",
                reason: "a part of it was decrypted already",
            });
        }
        let sums = self.sums.finish(&self.evaluator)?;
        let (Some(shape), false) = (self.shape, sums.is_empty()) else {
            return Err(nothing());
        };
        Ok(Reduction {
            kind: self.kind,
            decimals: shape.decimals_of(self.kind),
            offset: shape.offset,
            count: self.count,
            sums,
            squares: self.squares.finish(&self.evaluator)?,
        })
    }

    /// Finished groups that wait to be decrypted, a small ciphertext each.
    pub fn waiting(&self) -> usize {
        self.sums.sums.len() + self.squares.sums.len()
    }

    /// Decrypts the finished groups and keeps their totals, in the clear: for whom holds the secret
    /// key anyway, and adds more blocks than the memory holds groups of. Called or not, the answer of
    /// [`Aggregator::open`] is the same.
    ///
    /// # Errors
    /// [`Error::KeyMismatch`], [`Error::ParameterMismatch`], [`Error::Magnitude`] past 127 bits.
    pub fn settle(&mut self, secret: &SecretKey) -> Result<(), Error> {
        let totals = &mut self.opened.0;
        totals.add(secret, &self.sums.sums, &self.squares.sums)?;
        self.sums.sums.clear();
        self.squares.sums.clear();
        Ok(())
    }

    /// The answer, decrypted.
    ///
    /// # Errors
    /// As [`Aggregator::finish`] and [`SecretKey::decrypt_reduction`].
    pub fn open(mut self, secret: &SecretKey) -> Result<Fraction, Error> {
        self.sums.close(&self.evaluator)?;
        self.squares.close(&self.evaluator)?;
        self.settle(secret)?;
        let (Some(shape), true) = (self.shape, self.opened.0.any) else {
            return Err(nothing());
        };
        let decimals = shape.decimals_of(self.kind);
        let totals = &self.opened.0;
        totals.fraction(self.kind, decimals, shape.offset, self.count)
    }
}

impl Reduction {
    /// A sum, mean or variance over all values of several series of one scale.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for none at all and for a rotated series; [`Error::Scale`] where decimals
    /// or offsets differ; what [`Evaluator`] refuses.
    pub fn over(
        evaluator: &Evaluator<'_>,
        series: &[&Series],
        kind: ReductionKind,
    ) -> Result<Self, Error> {
        let mut aggregator = Aggregator::new(evaluator, kind);
        for series in series {
            aggregator.push(series, 0..series.len)?;
        }
        aggregator.finish()
    }

    /// The same over a part of each; [`Aggregator`] where they are read one after the other.
    ///
    /// # Errors
    /// As [`Aggregator::push`] and [`Aggregator::finish`].
    pub fn over_parts(
        evaluator: &Evaluator<'_>,
        parts: &[(&Series, Range<usize>)],
        kind: ReductionKind,
    ) -> Result<Self, Error> {
        let mut aggregator = Aggregator::new(evaluator, kind);
        for (series, range) in parts {
            aggregator.push(series, range.clone())?;
        }
        aggregator.finish()
    }
}

/// Groups of blocks: one being filled, the others summed.
#[derive(Debug, Default)]
struct Groups {
    /// Blocks of which all slots are wanted, added up.
    whole: Option<Ciphertext>,
    /// Blocks of which a prefix is wanted, added up for each.
    prefixes: BTreeMap<Prefix, Ciphertext>,
    /// Each holds the sum of a group in its first slot.
    sums: Vec<Ciphertext>,
}

impl Groups {
    fn add(
        &mut self,
        evaluator: &Evaluator<'_>,
        block: &Ciphertext,
        part: &Part,
    ) -> Result<(), Error> {
        let set = block.parameters();
        if self.bounds(Some((block, part))).check(set, block).is_err() || self.is_full(part) {
            self.close(evaluator)?;
            self.bounds(Some((block, part))).check(set, block)?;
        }
        if part.whole {
            match &mut self.whole {
                Some(sum) => evaluator.add_assign(sum, block)?,
                none => *none = Some(block.clone()),
            }
        }
        for (prefix, sign) in &part.prefixes {
            let sum = match (self.prefixes.remove(prefix), sign) {
                (Some(mut sum), Sign::Plus) => {
                    evaluator.add_assign(&mut sum, block)?;
                    sum
                }
                (Some(sum), Sign::Minus) => evaluator.subtract(&sum, block)?,
                (None, Sign::Plus) => block.clone(),
                (None, Sign::Minus) => evaluator.negate(block)?,
            };
            self.prefixes.insert(*prefix, sum);
        }
        Ok(())
    }

    fn finish(mut self, evaluator: &Evaluator<'_>) -> Result<Vec<Ciphertext>, Error> {
        self.close(evaluator)?;
        Ok(self.sums)
    }

    fn is_full(&self, part: &Part) -> bool {
        let new = part
            .prefixes
            .iter()
            .filter(|(prefix, _)| !self.prefixes.contains_key(prefix))
            .count();
        self.prefixes.len() + new > Aggregator::PREFIXES
    }

    /// Sums the group, if there is one: `Bounds::of_chain` foretells what comes out.
    fn close(&mut self, evaluator: &Evaluator<'_>) -> Result<(), Error> {
        let foretold = self.bounds(None);
        let Some(any) = self.whole.as_ref().or(self.prefixes.values().next()) else {
            return Ok(());
        };
        let mut levels = vec![None; top(any.parameters()) + 1];
        let mut put = |level: usize, x: &Ciphertext| match &mut levels[level] {
            Some(sum) => evaluator.add_assign(sum, x),
            none => {
                *none = Some(x.clone());
                Ok(())
            }
        };
        if let Some(whole) = self.whole.take() {
            let swapped = evaluator.swap_rows(&whole)?;
            put(top(whole.parameters()), &evaluator.add(&whole, &swapped)?)?;
        }
        for (prefix, mut x) in std::mem::take(&mut self.prefixes) {
            if prefix.swapped {
                x = evaluator.swap_rows(&x)?;
            }
            for level in (0..prefix.levels()).filter(|level| prefix.has(*level)) {
                put(level, &x)?;
                x = evaluator.rotate_rows(&x, 1 << level)?;
            }
            put(prefix.levels(), &x)?;
        }
        let mut chain: Option<Ciphertext> = None;
        for (level, here) in levels.into_iter().enumerate().rev() {
            if let Some(sum) = &mut chain {
                let turned = evaluator.rotate_rows(sum, 1 << level)?;
                evaluator.add_assign(sum, &turned)?;
            }
            chain = match (chain, here) {
                (Some(mut sum), Some(here)) => {
                    evaluator.add_assign(&mut sum, &here)?;
                    Some(sum)
                }
                (sum, here) => sum.or(here),
            };
        }
        if let Some(sum) = chain {
            debug_assert!(sum.noise == foretold.noise && sum.magnitude == foretold.magnitude);
            self.sums.push(evaluator.switch_down(&sum)?);
        }
        Ok(())
    }

    /// The bounds of the group's sum, with one more block in it if there is one.
    fn bounds(&self, more: Option<(&Ciphertext, &Part)>) -> Bounds {
        let Some(any) = more
            .map(|(block, _)| block)
            .or(self.whole.as_ref())
            .or(self.prefixes.values().next())
        else {
            return Bounds::default();
        };
        let mut whole = self.whole.as_ref().map(Bounds::of);
        let mut prefixes: BTreeMap<Prefix, Bounds> = self
            .prefixes
            .iter()
            .map(|(prefix, x)| (*prefix, Bounds::of(x)))
            .collect();
        let set = any.parameters();
        if let Some((block, part)) = more {
            let block = Bounds::of(block);
            if part.whole {
                whole = Some(block.added(whole, set));
            }
            for (prefix, sign) in &part.prefixes {
                let there = prefixes.get(prefix).copied();
                let sum = match (there, sign) {
                    (None, Sign::Minus) => block.negated(set),
                    (there, _) => block.added(there, set),
                };
                prefixes.insert(*prefix, sum);
            }
        }
        Bounds::of_chain(set, whole, prefixes)
    }
}

/// log2 of a row.
fn top(set: &ParameterSet) -> usize {
    (set.slots() / 2).ilog2() as usize
}

/// Noise and magnitude a ciphertext has or will have.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Bounds {
    noise: f64,
    magnitude: u128,
}

impl Bounds {
    fn of(x: &Ciphertext) -> Self {
        Self {
            noise: x.noise,
            magnitude: x.magnitude,
        }
    }

    /// Of the sum with another, in the order the operations have it.
    fn added(self, to: Option<Self>, set: &ParameterSet) -> Self {
        to.map_or(self, |to| Self {
            noise: set.0.noise.add(to.noise, self.noise),
            magnitude: to.magnitude.saturating_add(self.magnitude),
        })
    }

    fn negated(self, set: &ParameterSet) -> Self {
        Self {
            noise: set.0.noise.multiply_constant(self.noise, 1.0),
            ..self
        }
    }

    fn turned(self, set: &ParameterSet) -> Self {
        Self {
            noise: set.0.noise.add(self.noise, set.0.noise.key_switches(1.0)),
            ..self
        }
    }

    /// What [`Groups::close`] comes to, step by step.
    fn of_chain(set: &ParameterSet, whole: Option<Self>, prefixes: BTreeMap<Prefix, Self>) -> Self {
        let mut levels = vec![None; top(set) + 1];
        let mut put = |level: usize, x: Self| levels[level] = Some(x.added(levels[level], set));
        if let Some(whole) = whole {
            put(top(set), whole.turned(set).added(Some(whole), set));
        }
        for (prefix, mut x) in prefixes {
            if prefix.swapped {
                x = x.turned(set);
            }
            for level in (0..prefix.levels()).filter(|level| prefix.has(*level)) {
                put(level, x);
                x = x.turned(set);
            }
            put(prefix.levels(), x);
        }
        let mut chain: Option<Self> = None;
        for here in levels.into_iter().rev() {
            chain = chain.map(|sum| sum.turned(set).added(Some(sum), set));
            chain = match (chain, here) {
                (sum, Some(here)) => Some(here.added(sum, set)),
                (sum, None) => sum,
            };
        }
        chain.unwrap_or_default()
    }

    /// Errors unless a ciphertext like `x` with these bounds decrypts rightly.
    fn check(self, set: &ParameterSet, x: &Ciphertext) -> Result<(), Error> {
        set.holds(self.magnitude, x.width())?;
        set.bears(self.noise, x.level())
    }
}
