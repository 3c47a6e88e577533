//! The operations on series.

use super::{Reduction, ReductionKind, Series, overflow};
use crate::ciphertext::Ciphertext;
use crate::error::Error;
use crate::evaluator::Evaluator;
use crate::plaintext::Plaintext;

impl Series {
    /// Returns a + b. Both must have the same number of values and of decimals. Every operation can
    /// also return the errors of [`Evaluator`].
    ///
    /// # Errors
    /// [`Error::LengthMismatch`], [`Error::Scale`].
    pub fn add(&self, evaluator: &Evaluator<'_>, other: &Self) -> Result<Self, Error> {
        self.same_shape(other)?;
        let offset = self.offset.checked_add(other.offset).ok_or_else(overflow)?;
        self.zip(other, offset, self.clean && other.clean, |a, b| {
            evaluator.add(a, b)
        })
    }

    /// Returns a − b, with the conditions of [`Series::add`].
    ///
    /// # Errors
    /// As in [`Series::add`].
    pub fn subtract(&self, evaluator: &Evaluator<'_>, other: &Self) -> Result<Self, Error> {
        self.same_shape(other)?;
        let offset = self.offset.checked_sub(other.offset).ok_or_else(overflow)?;
        self.zip(other, offset, self.clean && other.clean, |a, b| {
            evaluator.subtract(a, b)
        })
    }

    /// Returns −a.
    ///
    /// # Errors
    /// The errors of [`Evaluator`].
    pub fn negate(&self, evaluator: &Evaluator<'_>) -> Result<Self, Error> {
        let offset = self.offset.checked_neg().ok_or_else(overflow)?;
        self.zip(self, offset, self.clean, |a, _| evaluator.negate(a))
    }

    /// Returns a·b, value by value. The result has the sum of the operands' decimals.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`]. [`Error::Scale`] for values with an offset.
    pub fn multiply(&self, evaluator: &Evaluator<'_>, other: &Self) -> Result<Self, Error> {
        self.same_length(other)?;
        self.without_offset()?;
        other.without_offset()?;
        let clean = self.clean || other.clean;
        let mut product = self.zip(other, 0, clean, |a, b| evaluator.multiply(a, b))?;
        product.decimals = self.decimals.saturating_add(other.decimals);
        Ok(product)
    }

    /// Returns a·a, value by value.
    ///
    /// # Errors
    /// As in [`Series::multiply`].
    pub fn square(&self, evaluator: &Evaluator<'_>) -> Result<Self, Error> {
        self.multiply(evaluator, self)
    }

    /// Rotates the L values by `steps`, to the left if positive. The value at index i + steps
    /// modulo L moves to index i. Needs the rotation key for `steps mod L` and, unless L is n/2,
    /// also for `steps mod L − L`. If L is not n/2, the result cannot be summed or rotated again,
    /// because the slots after the last value are no longer zeros.
    ///
    /// # Errors
    /// [`Error::Unsupported`] unless L is n/2 or at most n/4.
    pub fn rotate(&self, evaluator: &Evaluator<'_>, steps: i64) -> Result<Self, Error> {
        self.ensure_unrotated("rotation")?;
        let row = self.parameters().slots() / 2;
        let [block] = &self.blocks[..] else {
            return Err(too_long());
        };
        if self.len == 0 {
            return Ok(self.clone());
        }
        let left = steps.rem_euclid(self.len as i64);
        let rotated = if left == 0 {
            return Ok(self.clone());
        } else if self.len == row {
            evaluator.rotate_rows(block, left)?
        } else if self.len <= row / 2 {
            // The values from index `left` on move to the front. The values before it move to the
            // end.
            let parts = evaluator.rotate_rows_many(block, &[left, left - self.len as i64])?;
            evaluator.add(&parts[0], &parts[1])?
        } else {
            return Err(too_long());
        };
        Ok(Self {
            blocks: vec![rotated],
            clean: self.len == row && self.clean,
            ..self.clone()
        })
    }

    /// Returns Σ a.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for a rotated series.
    pub fn sum(&self, evaluator: &Evaluator<'_>) -> Result<Reduction, Error> {
        Reduction::over(evaluator, &[self], ReductionKind::Sum)
    }

    /// Returns Σ a / count. The division by the public count happens after decryption.
    ///
    /// # Errors
    /// As in [`Series::sum`].
    pub fn mean(&self, evaluator: &Evaluator<'_>) -> Result<Reduction, Error> {
        Reduction::over(evaluator, &[self], ReductionKind::Mean)
    }

    /// Returns the population variance. Decryption reveals Σ a² and Σ a.
    ///
    /// # Errors
    /// As in [`Series::sum`] and [`Evaluator::multiply`].
    pub fn variance(&self, evaluator: &Evaluator<'_>) -> Result<Reduction, Error> {
        Reduction::over(evaluator, &[self], ReductionKind::Variance)
    }

    /// Returns Σ a·b.
    ///
    /// # Errors
    /// As in [`Series::multiply`] and [`Series::sum`].
    pub fn dot(&self, evaluator: &Evaluator<'_>, other: &Self) -> Result<Reduction, Error> {
        self.multiply(evaluator, other)?.sum(evaluator)
    }

    /// Returns Σ a·w for public weights w. The weights are integers with `decimals` decimals and
    /// absolute values of at most `bound`.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`]. [`Error::ValueOutOfBounds`]. [`Error::Noise`] in the sum sets,
    /// whose noise capacity is too small.
    pub fn weighted_sum(
        &self,
        evaluator: &Evaluator<'_>,
        weights: &[i128],
        bound: u128,
        decimals: u32,
    ) -> Result<Reduction, Error> {
        if weights.len() != self.len {
            return Err(Error::LengthMismatch {
                left: self.len,
                right: weights.len(),
            });
        }
        let weighted: i128 = weights
            .iter()
            .try_fold(0i128, |sum, w| sum.checked_add(*w))
            .and_then(|sum| sum.checked_mul(self.offset))
            .ok_or_else(overflow)?;
        let set = self.parameters();
        let mut chunks = weights.chunks(set.slots());
        let blocks = self
            .blocks
            .iter()
            .map(|block| {
                let chunk = chunks.next().unwrap_or_default();
                let plaintext = Plaintext::encode(set, chunk, bound, block.width())?;
                evaluator.multiply_plain(block, &plaintext)
            })
            .collect::<Result<_, Error>>()?;
        let product = Self {
            blocks,
            offset: 0,
            // Zeros follow the weights, so the other slots become zero.
            clean: true,
            decimals: self.decimals.saturating_add(decimals),
            len: self.len,
        };
        let mut reduction = product.sum(evaluator)?;
        // `offset` is added once per value. The weighted offset must be added only once.
        reduction.count = 1;
        reduction.offset = weighted;
        Ok(reduction)
    }

    fn zip(
        &self,
        other: &Self,
        offset: i128,
        clean: bool,
        operation: impl Fn(&Ciphertext, &Ciphertext) -> Result<Ciphertext, Error>,
    ) -> Result<Self, Error> {
        let blocks = self
            .blocks
            .iter()
            .zip(&other.blocks)
            .map(|(a, b)| operation(a, b))
            .collect::<Result<_, Error>>()?;
        Ok(Self {
            decimals: self.decimals,
            offset,
            len: self.len,
            clean,
            blocks,
        })
    }

    fn same_length(&self, other: &Self) -> Result<(), Error> {
        // Check the sets first, because different sets can have different numbers of blocks.
        self.parameters().ensure_same(other.parameters())?;
        if self.len == other.len {
            return Ok(());
        }
        Err(Error::LengthMismatch {
            left: self.len,
            right: other.len,
        })
    }

    fn same_shape(&self, other: &Self) -> Result<(), Error> {
        self.same_length(other)?;
        if self.decimals == other.decimals {
            return Ok(());
        }
        Err(Error::Scale {
            reason: "the operands have different decimals",
        })
    }

    fn without_offset(&self) -> Result<(), Error> {
        if self.offset == 0 {
            return Ok(());
        }
        Err(Error::Scale {
            reason: "values with an offset cannot be multiplied",
        })
    }

    pub(super) fn ensure_unrotated(&self, operation: &'static str) -> Result<(), Error> {
        if self.clean {
            return Ok(());
        }
        Err(Error::Unsupported {
            operation,
            reason: "after a rotation the slots after the last value are not zeros",
        })
    }
}

fn too_long() -> Error {
    Error::Unsupported {
        operation: "rotation",
        reason: "the series must have exactly n/2 values, or at most n/4",
    }
}
