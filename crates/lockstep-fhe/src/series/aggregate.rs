//! Sums over parts of many blocks, with few rotations and bounded memory.
//!
//! Let z be the rotation of both rows to the left by one, and P_L(z) = 1 + z + … + z^(L−1). The
//! first slot of a row of P_L(z)·x contains the sum of the row's first L slots. Every request is
//! expressed with such prefixes:
//! - slots s to e of a row are P_e − P_s;
//! - the second row becomes the first after a swap;
//! - a whole block is all slots of both rows.
//!
//! Blocks with the same prefix are added first. The rest is Horner's rule from the highest power of
//! two down:
//!
//! P_L(z)·x = (L odd: x) + (1 + z)·P_⌊L/2⌋(z²)·(L odd: z·x, else x).
//!
//! The doublings (1 + z^(2^k)) are linear, so one chain of doublings serves all prefixes of all
//! blocks. A group costs log2(n) rotations, plus one per prefix for each further bit of L.
//! Rotations by powers of two are sufficient. No mask is needed, because only the first slot is
//! decoded.

mod part;

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use self::part::{BlockContribution, Prefix, Sign};
use super::{Reduction, ReductionKind, Series, Totals};
use crate::ciphertext::Ciphertext;
use crate::error::Error;
use crate::evaluator::Evaluator;
use crate::keys::SecretKey;
use crate::params::ParameterSet;
use crate::scale::Fraction;

/// Adds up blocks one after another: a sum, mean or variance over any parts of any number of series
/// with one scale. An example is the stored blocks of a long series.
///
/// A group is as many blocks as values and noise allow: ⌊(t/2)/(n·bound)⌋, or ⌊(t/2)/(n·bound²)⌋
/// for squares. The aggregator keeps at most [`Aggregator::PREFIXES`] + 1 ciphertexts, twice as
/// many for a variance. It also keeps one small ciphertext per finished group until
/// [`Aggregator::settle`]. After an error it must not be used.
#[derive(Debug)]
pub struct Aggregator<'k> {
    evaluator: Evaluator<'k>,
    kind: ReductionKind,
    shape: Option<Shape>,
    count: usize,
    sums: Groups,
    squares: Groups,
    /// The totals of groups that are already decrypted.
    opened: DecryptedTotals,
}

/// Decrypted totals, which are never printed.
#[derive(Default)]
struct DecryptedTotals(Totals);

impl fmt::Debug for DecryptedTotals {
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

fn no_values() -> Error {
    Error::Unsupported {
        operation: "a sum",
        reason: "there are no values",
    }
}

impl<'k> Aggregator<'k> {
    /// Maximum number of distinct prefixes in a group.
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
            opened: DecryptedTotals::default(),
        }
    }

    /// Adds the values `range` of a series.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for a range beyond the values. [`Error::Scale`] if decimals or offset
    /// differ from those of earlier series. [`Error::Unsupported`] for a rotated series. The errors
    /// of [`Evaluator`].
    pub fn push(&mut self, series: &Series, range: Range<usize>) -> Result<(), Error> {
        if range.start > range.end || range.end > series.len {
            return Err(Error::OutOfRange {
                what: "range",
                value: range.end.max(range.start),
                limit: series.len,
            });
        }
        series.ensure_unrotated("a sum")?;
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
            let part = BlockContribution::new(slots, within(range.start)..within(range.end), used);
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

    /// Returns the number subtracted from each integer before encryption, or 0 before the first
    /// series.
    pub fn offset(&self) -> i128 {
        self.shape.map_or(0, |shape| shape.offset)
    }

    /// Returns the encrypted result.
    ///
    /// # Errors
    /// [`Error::Unsupported`] if nothing was added, or after [`Aggregator::settle`]. The errors of
    /// [`Evaluator`].
    pub fn finish(self) -> Result<Reduction, Error> {
        if self.opened.0.any {
            return Err(Error::Unsupported {
                operation: "an encrypted sum",
                reason: "a part of the sum is already decrypted",
            });
        }
        let sums = self.sums.finish(&self.evaluator)?;
        let (Some(shape), false) = (self.shape, sums.is_empty()) else {
            return Err(no_values());
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

    /// Returns the number of finished groups that are not yet decrypted. Each is a small
    /// ciphertext.
    pub fn waiting(&self) -> usize {
        self.sums.sums.len() + self.squares.sums.len()
    }

    /// Decrypts the finished groups and keeps their plain totals. The holder of the secret key
    /// calls this to limit memory when there are many groups. It does not change the result of
    /// [`Aggregator::open`].
    ///
    /// # Errors
    /// [`Error::KeyMismatch`], [`Error::ParameterMismatch`], and [`Error::Magnitude`] for totals
    /// above 127 bits.
    pub fn settle(&mut self, secret: &SecretKey) -> Result<(), Error> {
        let totals = &mut self.opened.0;
        totals.add(secret, &self.sums.sums, &self.squares.sums)?;
        self.sums.sums.clear();
        self.squares.sums.clear();
        Ok(())
    }

    /// Returns the decrypted result.
    ///
    /// # Errors
    /// Those of [`Aggregator::finish`] and [`SecretKey::decrypt_reduction`].
    pub fn open(mut self, secret: &SecretKey) -> Result<Fraction, Error> {
        self.sums.finish_group(&self.evaluator)?;
        self.squares.finish_group(&self.evaluator)?;
        self.settle(secret)?;
        let (Some(shape), true) = (self.shape, self.opened.0.any) else {
            return Err(no_values());
        };
        let decimals = shape.decimals_of(self.kind);
        let totals = &self.opened.0;
        totals.fraction(self.kind, decimals, shape.offset, self.count)
    }
}

impl Reduction {
    /// Computes a sum, mean or variance over all values of several series with one scale.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for no values or a rotated series. [`Error::Scale`] if decimals or
    /// offsets differ. The errors of [`Evaluator`].
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

    /// Computes like [`Reduction::over`] on a part of each series. Use [`Aggregator`] to read
    /// series one after another.
    ///
    /// # Errors
    /// Those of [`Aggregator::push`] and [`Aggregator::finish`].
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

/// Groups of blocks: one in progress, and the finished ones.
#[derive(Debug, Default)]
struct Groups {
    /// The sum of the blocks that contribute all slots.
    whole: Option<Ciphertext>,
    /// For each prefix, the sum of the blocks that contribute it.
    prefixes: BTreeMap<Prefix, Ciphertext>,
    /// Finished groups. The first slot of each contains the group's sum.
    sums: Vec<Ciphertext>,
}

impl Groups {
    fn add(
        &mut self,
        evaluator: &Evaluator<'_>,
        block: &Ciphertext,
        part: &BlockContribution,
    ) -> Result<(), Error> {
        let set = block.parameters();
        if self.bounds(Some((block, part))).check(set, block).is_err() || self.is_full(part) {
            self.finish_group(evaluator)?;
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
        self.finish_group(evaluator)?;
        Ok(self.sums)
    }

    fn is_full(&self, part: &BlockContribution) -> bool {
        let new = part
            .prefixes
            .iter()
            .filter(|(prefix, _)| !self.prefixes.contains_key(prefix))
            .count();
        self.prefixes.len() + new > Aggregator::PREFIXES
    }

    /// Sums the group in progress, if there is one. `Bounds::of_chain` predicts the bounds of the
    /// result.
    fn finish_group(&mut self, evaluator: &Evaluator<'_>) -> Result<(), Error> {
        let predicted = self.bounds(None);
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
                let rotated = evaluator.rotate_rows(sum, 1 << level)?;
                evaluator.add_assign(sum, &rotated)?;
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
            debug_assert!(sum.noise == predicted.noise && sum.magnitude == predicted.magnitude);
            self.sums.push(evaluator.switch_down(&sum)?);
        }
        Ok(())
    }

    /// Predicts the bounds of the group's sum, optionally with one more block.
    fn bounds(&self, more: Option<(&Ciphertext, &BlockContribution)>) -> Bounds {
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
                let current = prefixes.get(prefix).copied();
                let sum = match (current, sign) {
                    (None, Sign::Minus) => block.negated(set),
                    (current, _) => block.added(current, set),
                };
                prefixes.insert(*prefix, sum);
            }
        }
        Bounds::of_chain(set, whole, prefixes)
    }
}

/// Returns log2 of the slots in a row.
fn top(set: &ParameterSet) -> usize {
    (set.slots() / 2).ilog2() as usize
}

/// The actual or predicted noise and magnitude of a ciphertext.
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

    /// Returns the bounds of the sum with another ciphertext, with operands in the order of the
    /// operation.
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

    fn rotated(self, set: &ParameterSet) -> Self {
        Self {
            noise: set.0.noise.add(self.noise, set.0.noise.key_switches(1.0)),
            ..self
        }
    }

    /// Predicts the result of [`Groups::finish_group`] with the same steps.
    fn of_chain(set: &ParameterSet, whole: Option<Self>, prefixes: BTreeMap<Prefix, Self>) -> Self {
        let mut levels = vec![None; top(set) + 1];
        let mut put = |level: usize, x: Self| levels[level] = Some(x.added(levels[level], set));
        if let Some(whole) = whole {
            put(top(set), whole.rotated(set).added(Some(whole), set));
        }
        for (prefix, mut x) in prefixes {
            if prefix.swapped {
                x = x.rotated(set);
            }
            for level in (0..prefix.levels()).filter(|level| prefix.has(*level)) {
                put(level, x);
                x = x.rotated(set);
            }
            put(prefix.levels(), x);
        }
        let mut chain: Option<Self> = None;
        for here in levels.into_iter().rev() {
            chain = chain.map(|sum| sum.rotated(set).added(Some(sum), set));
            chain = match (chain, here) {
                (sum, Some(here)) => Some(here.added(sum, set)),
                (sum, None) => sum,
            };
        }
        chain.unwrap_or_default()
    }

    /// Fails unless a ciphertext like `x` with these bounds decrypts correctly.
    fn check(self, set: &ParameterSet, x: &Ciphertext) -> Result<(), Error> {
        set.ensure_magnitude(self.magnitude, x.width())?;
        set.ensure_noise(self.noise, x.level())
    }
}
