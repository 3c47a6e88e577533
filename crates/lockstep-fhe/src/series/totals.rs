//! Sums, means and variances over the blocks of a long series.

use super::{Reduction, ReductionKind, Series};
use crate::ciphertext::Ciphertext;
use crate::error::Error;
use crate::evaluator::Evaluator;

/// A sum, mean or variance over series of one scale that are shown to it one after the other, such as
/// the blocks a long series is stored in: no more than a few ciphertexts are in memory at once.
///
/// Ciphertexts are added up as far as values and noise allow, and each group is summed inside: few
/// rotations for many blocks.
#[derive(Debug)]
pub struct Totals<'k> {
    evaluator: Evaluator<'k>,
    kind: ReductionKind,
    longest: usize,
    /// Decimals and offset of all of them; of none so far `None`.
    scale: Option<(u32, i128)>,
    count: usize,
    sums: Vec<Ciphertext>,
    squares: Vec<Ciphertext>,
}

impl<'k> Totals<'k> {
    /// Of nothing so far. None of the series will have more than `longest` values: the fewer, the
    /// fewer rotations.
    pub fn new(evaluator: Evaluator<'k>, kind: ReductionKind, longest: usize) -> Self {
        Self {
            evaluator,
            kind,
            longest,
            scale: None,
            count: 0,
            sums: Vec::new(),
            squares: Vec::new(),
        }
    }

    /// Takes a series in.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for a rotated one; [`Error::Scale`] where decimals or offset are not
    /// those of the first; [`Error::OutOfRange`] for one longer than was said; what [`Evaluator`]
    /// refuses. After an error nothing can be said of the total.
    pub fn take(&mut self, series: &Series) -> Result<(), Error> {
        series.whole("a sum")?;
        let scale = (series.decimals, series.offset);
        if *self.scale.get_or_insert(scale) != scale {
            return Err(Error::Scale {
                reason: "the series have different decimals or offsets",
            });
        }
        if series.len > self.longest {
            return Err(Error::OutOfRange {
                what: "length",
                value: series.len,
                limit: self.longest,
            });
        }
        for block in &series.blocks {
            let window = self.window(block);
            if self.kind == ReductionKind::Variance {
                let square = self.evaluator.square(block)?;
                gather(&self.evaluator, &mut self.squares, square, window)?;
            }
            gather(&self.evaluator, &mut self.sums, block.clone(), window)?;
        }
        self.count += series.len;
        Ok(())
    }

    /// The answer, to be decrypted by whoever holds the key.
    ///
    /// # Errors
    /// [`Error::Unsupported`] where nothing was taken in; what [`Evaluator`] refuses.
    pub fn finish(self) -> Result<Reduction, Error> {
        let Some((decimals, offset)) = self.scale else {
            return Err(Error::Unsupported {
                operation: "a sum",
                reason: "there are no series",
            });
        };
        let variance = self.kind == ReductionKind::Variance;
        Ok(Reduction {
            kind: self.kind,
            decimals: if variance {
                decimals.saturating_mul(2)
            } else {
                decimals
            },
            offset,
            count: self.count,
            sums: self.summed(&self.sums)?,
            squares: self.summed(&self.squares)?,
        })
    }

    fn summed(&self, groups: &[Ciphertext]) -> Result<Vec<Ciphertext>, Error> {
        let summed = groups.iter().map(|group| {
            let window = self.window(group);
            let summed = self.evaluator.sum_windows(group, window)?;
            self.evaluator.switch_down(&summed)
        });
        summed.collect()
    }

    /// The first slot is asked for only: a window over the values is enough.
    fn window(&self, block: &Ciphertext) -> usize {
        let slots = block.parameters().slots();
        self.longest.clamp(1, slots).next_power_of_two()
    }
}

/// Adds a block to the last group, or begins another.
fn gather(
    evaluator: &Evaluator<'_>,
    groups: &mut Vec<Ciphertext>,
    block: Ciphertext,
    window: usize,
) -> Result<(), Error> {
    match groups.last_mut() {
        Some(group) if evaluator.sum_fits(group, &block, window) => {
            evaluator.add_assign(group, &block)
        }
        _ => {
            groups.push(block);
            Ok(())
        }
    }
}

impl Reduction {
    /// A sum, mean or variance over the values of several series of one scale: [`Totals`] at once.
    ///
    /// # Errors
    /// As [`Totals::take`] and [`Totals::finish`].
    pub fn over(
        evaluator: &Evaluator<'_>,
        series: &[&Series],
        kind: ReductionKind,
    ) -> Result<Self, Error> {
        let longest = series.iter().map(|s| s.len).max().unwrap_or_default();
        let mut totals = Totals::new(*evaluator, kind, longest);
        for series in series {
            totals.take(series)?;
        }
        totals.finish()
    }
}
