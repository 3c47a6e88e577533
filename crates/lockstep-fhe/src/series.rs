//! Encrypted values of any number: as many ciphertexts as they need, and the operations by their
//! everyday names.
//!
//! Values stand in the slots in order, zeros behind the last. Comparison, division, minimum and
//! maximum are deliberately absent: BFV computes sums and products of integers, nothing else.

use rand_core::CryptoRng;
use zeroize::Zeroizing;

use crate::ciphertext::Ciphertext;
use crate::error::Error;
use crate::evaluator::Evaluator;
use crate::keys::{KeyId, PublicKey, SecretKey};
use crate::params::ParameterSet;
use crate::plaintext::Plaintext;
use crate::scale::{Fraction, Scale};

/// Encrypted values of one scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    pub(crate) decimals: u32,
    pub(crate) offset: i128,
    pub(crate) len: usize,
    /// Whether the slots behind the last value are zeros.
    pub(crate) clean: bool,
    /// At least one.
    pub(crate) blocks: Vec<Ciphertext>,
}

/// Decrypted values: integers, and how many of their digits are decimals.
pub struct Values {
    /// round(value·10^decimals), offset added again. Zeroised when dropped.
    pub integers: Zeroizing<Vec<i128>>,
    /// Decimals of each.
    pub decimals: u32,
}

impl Values {
    /// The nearest numbers.
    pub fn to_f64(&self) -> Vec<f64> {
        let unit = 10f64.powi(self.decimals as i32);
        self.integers.iter().map(|v| *v as f64 / unit).collect()
    }
}

/// An encrypted answer that is one number.
#[derive(Clone, Debug, PartialEq)]
pub struct Reduction {
    pub(crate) kind: ReductionKind,
    pub(crate) decimals: u32,
    pub(crate) offset: i128,
    pub(crate) count: usize,
    /// Each holds a part of the sum in its first slot.
    pub(crate) sums: Vec<Ciphertext>,
    /// The same for the squares; of a variance only.
    pub(crate) squares: Vec<Ciphertext>,
}

/// Which number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ReductionKind {
    /// Σ v.
    Sum = 1,
    /// Σ v / count.
    Mean = 2,
    /// Σ (v − mean)² / count, the variance of the whole population.
    Variance = 3,
}

fn encrypt_blocks(
    set: &ParameterSet,
    values: &[f64],
    scale: &Scale,
    mut encrypt: impl FnMut(&Plaintext) -> Result<Ciphertext, Error>,
) -> Result<Series, Error> {
    let integers: Zeroizing<Vec<i128>> = Zeroizing::new(
        values
            .iter()
            .enumerate()
            .map(|(index, value)| scale.integer(index, *value))
            .collect::<Result<_, Error>>()?,
    );
    let bound = u128::from(scale.bound());
    let mut blocks = Vec::with_capacity(integers.len().div_ceil(set.slots()).max(1));
    let mut chunks = integers.chunks(set.slots());
    // No values are one block of zeros.
    let mut next = Some(chunks.next().unwrap_or_default());
    while let Some(chunk) = next {
        blocks.push(encrypt(&Plaintext::encode(
            set,
            chunk,
            bound,
            scale.width(),
        )?)?);
        next = chunks.next();
    }
    Ok(Series {
        decimals: u32::from(scale.decimals()),
        offset: i128::from(scale.offset()),
        len: values.len(),
        clean: true,
        blocks,
    })
}

impl PublicKey {
    /// Encrypts numbers, as many ciphertexts as they need.
    ///
    /// # Errors
    /// [`Error::NotFinite`] or [`Error::ValueOutOfBounds`] with the index of the first that is not to
    /// be had; [`Error::Magnitude`] for a bound the width does not hold.
    pub fn encrypt_values(
        &self,
        values: &[f64],
        scale: &Scale,
        entropy: &mut impl CryptoRng,
    ) -> Result<Series, Error> {
        encrypt_blocks(self.parameters(), values, scale, |p| {
            self.encrypt(p, entropy)
        })
    }
}

impl SecretKey {
    /// Encrypts numbers, as many seeded ciphertexts as they need.
    ///
    /// # Errors
    /// As [`PublicKey::encrypt_values`].
    pub fn encrypt_values(
        &self,
        values: &[f64],
        scale: &Scale,
        entropy: &mut impl CryptoRng,
    ) -> Result<Series, Error> {
        encrypt_blocks(self.parameters(), values, scale, |p| {
            self.encrypt(p, entropy)
        })
    }

    /// Decrypts a series.
    ///
    /// # Errors
    /// [`Error::KeyMismatch`], [`Error::ParameterMismatch`], [`Error::Magnitude`] for an offset that
    /// passes 127 bits.
    pub fn decrypt_values(&self, series: &Series) -> Result<Values, Error> {
        let mut integers = Zeroizing::new(Vec::with_capacity(
            series.blocks.len() * self.parameters().slots(),
        ));
        for block in &series.blocks {
            integers.extend_from_slice(&self.decrypt(block)?.decode());
        }
        integers.truncate(series.len);
        for integer in integers.iter_mut() {
            *integer = integer.checked_add(series.offset).ok_or_else(overflow)?;
        }
        Ok(Values {
            integers,
            decimals: series.decimals,
        })
    }

    /// Decrypts a reduction: an exact fraction.
    ///
    /// # Errors
    /// As [`SecretKey::decrypt_values`]; [`Error::Unsupported`] for the mean or variance of nothing.
    pub fn decrypt_reduction(&self, reduction: &Reduction) -> Result<Fraction, Error> {
        let total = |parts: &[Ciphertext]| -> Result<i128, Error> {
            parts.iter().try_fold(0i128, |sum, part| {
                let first = self.decrypt(part)?.decode()[0];
                sum.checked_add(first).ok_or_else(overflow)
            })
        };
        let count = reduction.count as i128;
        let sum = total(&reduction.sums)?;
        if count == 0 && reduction.kind != ReductionKind::Sum {
            return Err(Error::Unsupported {
                operation: "the mean or variance",
                reason: "there are no values",
            });
        }
        let shifted = reduction.offset.checked_mul(count);
        let shifted = || {
            shifted
                .and_then(|offset| sum.checked_add(offset))
                .ok_or_else(overflow)
        };
        let (numerator, denominator) = match reduction.kind {
            ReductionKind::Sum => (shifted()?, 1),
            ReductionKind::Mean => (shifted()?, reduction.count as u128),
            ReductionKind::Variance => {
                // n·Σv² − (Σv)², over n²: an offset common to all values cancels.
                let squares = total(&reduction.squares)?.checked_mul(count);
                let square = sum.checked_mul(sum);
                let difference = squares.zip(square).and_then(|(a, b)| a.checked_sub(b));
                let count = reduction.count as u128;
                (difference.ok_or_else(overflow)?, count * count)
            }
        };
        Ok(Fraction {
            numerator,
            denominator,
            decimals: reduction.decimals,
        })
    }
}

fn overflow() -> Error {
    Error::Magnitude {
        needed: 128,
        available: 127,
    }
}

impl Series {
    /// How many values.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Decimals of each value.
    pub fn decimals(&self) -> u32 {
        self.decimals
    }

    /// The ciphertexts.
    pub fn blocks(&self) -> &[Ciphertext] {
        &self.blocks
    }

    /// The parameter set it is of.
    pub fn parameters(&self) -> &ParameterSet {
        self.blocks[0].parameters()
    }

    /// The secret key it is under.
    pub fn key_id(&self) -> KeyId {
        self.blocks[0].key_id()
    }

    /// a + b. Both must have as many values and decimals. All operations refuse, besides what they
    /// name, what [`Evaluator`] refuses.
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

    /// a − b, as [`Series::add`].
    ///
    /// # Errors
    /// As [`Series::add`].
    pub fn subtract(&self, evaluator: &Evaluator<'_>, other: &Self) -> Result<Self, Error> {
        self.same_shape(other)?;
        let offset = self.offset.checked_sub(other.offset).ok_or_else(overflow)?;
        self.zip(other, offset, self.clean && other.clean, |a, b| {
            evaluator.subtract(a, b)
        })
    }

    /// −a.
    ///
    /// # Errors
    /// What [`Evaluator`] refuses.
    pub fn negate(&self, evaluator: &Evaluator<'_>) -> Result<Self, Error> {
        let offset = self.offset.checked_neg().ok_or_else(overflow)?;
        self.zip(self, offset, self.clean, |a, _| evaluator.negate(a))
    }

    /// a·b, value by value; the decimals add up.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`]; [`Error::Scale`] for a type with an offset.
    pub fn multiply(&self, evaluator: &Evaluator<'_>, other: &Self) -> Result<Self, Error> {
        self.same_length(other)?;
        self.without_offset()?;
        other.without_offset()?;
        let clean = self.clean || other.clean;
        let mut product = self.zip(other, 0, clean, |a, b| evaluator.multiply(a, b))?;
        product.decimals = self.decimals.saturating_add(other.decimals);
        Ok(product)
    }

    /// a·a, value by value.
    ///
    /// # Errors
    /// As [`Series::multiply`].
    pub fn square(&self, evaluator: &Evaluator<'_>) -> Result<Self, Error> {
        self.multiply(evaluator, self)
    }

    /// The values turned around by `steps`, to the left where positive: value i becomes value
    /// i + steps, modulo their number L. Needs the keys of the rotations by `steps mod L` and, unless
    /// L is n/2, by `steps mod L − L`. What is turned so cannot be summed or turned again: the slots
    /// behind the last value are no longer zeros.
    ///
    /// # Errors
    /// [`Error::Unsupported`] unless L is n/2 or at most n/4.
    pub fn rotate(&self, evaluator: &Evaluator<'_>, steps: i64) -> Result<Self, Error> {
        self.whole("rotation")?;
        let row = self.parameters().slots() / 2;
        let [block] = &self.blocks[..] else {
            return Err(too_long());
        };
        if self.len == 0 {
            return Ok(self.clone());
        }
        let left = steps.rem_euclid(self.len as i64);
        let turned = if left == 0 {
            return Ok(self.clone());
        } else if self.len == row {
            evaluator.rotate_rows(block, left)?
        } else if self.len <= row / 2 {
            // Values `left`.. move to the front; those before them come in from the other side.
            let parts = evaluator.rotate_rows_many(block, &[left, left - self.len as i64])?;
            evaluator.add(&parts[0], &parts[1])?
        } else {
            return Err(too_long());
        };
        Ok(Self {
            blocks: vec![turned],
            clean: self.len == row && self.clean,
            ..self.clone()
        })
    }

    /// Σ a.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for a rotated series.
    pub fn sum(&self, evaluator: &Evaluator<'_>) -> Result<Reduction, Error> {
        self.reduce(evaluator, ReductionKind::Sum)
    }

    /// Σ a / count; the division happens after decryption, the divisor is public.
    ///
    /// # Errors
    /// As [`Series::sum`].
    pub fn mean(&self, evaluator: &Evaluator<'_>) -> Result<Reduction, Error> {
        self.reduce(evaluator, ReductionKind::Mean)
    }

    /// The population variance, from Σ a² and Σ a, which are both decrypted.
    ///
    /// # Errors
    /// As [`Series::sum`] and [`Evaluator::multiply`].
    pub fn variance(&self, evaluator: &Evaluator<'_>) -> Result<Reduction, Error> {
        let raw = Self {
            offset: 0,
            ..self.clone()
        };
        let squares = raw.square(evaluator)?.sum(evaluator)?.sums;
        let mut reduction = self.reduce(evaluator, ReductionKind::Variance)?;
        reduction.decimals = self.decimals.saturating_mul(2);
        reduction.squares = squares;
        Ok(reduction)
    }

    /// Σ a·b.
    ///
    /// # Errors
    /// As [`Series::multiply`] and [`Series::sum`].
    pub fn dot(&self, evaluator: &Evaluator<'_>, other: &Self) -> Result<Reduction, Error> {
        self.multiply(evaluator, other)?.sum(evaluator)
    }

    /// Σ a·w with public weights of at most `bound` in size, as integers of `decimals` decimals.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`]; [`Error::ValueOutOfBounds`]; [`Error::Noise`] in the sum sets, which
    /// do not bear it.
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
            // Zeros stand behind the weights, whatever stood there.
            clean: true,
            decimals: self.decimals.saturating_add(decimals),
            len: self.len,
        };
        let mut reduction = product.sum(evaluator)?;
        // `offset` counts once for each value: here it is the weighted one, once.
        reduction.count = 1;
        reduction.offset = weighted;
        Ok(reduction)
    }

    /// Blocks are added up as far as values and noise allow, then summed inside, a part each.
    fn reduce(&self, evaluator: &Evaluator<'_>, kind: ReductionKind) -> Result<Reduction, Error> {
        self.whole("a sum")?;
        let set = self.parameters();
        let slots = self.len.clamp(1, set.slots());
        // The first slot is asked for only: a window over the values is enough.
        let window = slots.next_power_of_two();
        let mut groups: Vec<Ciphertext> = Vec::new();
        for block in &self.blocks {
            let fits = groups.last().is_some_and(|group| {
                evaluator.sum_fits(
                    group.magnitude + block.magnitude,
                    group.noise + block.noise,
                    group,
                    window,
                )
            });
            match groups.last_mut() {
                Some(group) if fits => evaluator.add_assign(group, block)?,
                _ => groups.push(block.clone()),
            }
        }
        let sums = groups
            .iter()
            .map(|group| evaluator.switch_down(&evaluator.sum_windows(group, window)?))
            .collect::<Result<_, Error>>()?;
        Ok(Reduction {
            kind,
            decimals: self.decimals,
            offset: self.offset,
            count: self.len,
            sums,
            squares: Vec::new(),
        })
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
        // Of different sets the number of blocks may differ: that error comes first.
        self.parameters().same(other.parameters())?;
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

    fn whole(&self, operation: &'static str) -> Result<(), Error> {
        if self.clean {
            return Ok(());
        }
        Err(Error::Unsupported {
            operation,
            reason: "a rotation has left other values behind the last",
        })
    }
}

fn too_long() -> Error {
    Error::Unsupported {
        operation: "rotation",
        reason: "it takes exactly n/2 values, or at most n/4",
    }
}
