//! Encrypted series of any length: as many ciphertexts as necessary, and the operations on them.
//!
//! The slots contain the values in order, followed by zeros. Comparison, division, minimum and
//! maximum are deliberately absent: BFV computes only sums and products of integers.

mod aggregate;
mod operations;

pub use aggregate::Aggregator;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

use crate::ciphertext::Ciphertext;
use crate::error::Error;
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
    /// Whether the slots after the last value are zeros.
    pub(crate) clean: bool,
    /// The ciphertexts, at least one.
    pub(crate) blocks: Vec<Ciphertext>,
}

/// Decrypted values: integers and their number of decimals.
pub struct Values {
    /// round(value·10^decimals), with the offset added back. Zeroised when dropped.
    pub integers: Zeroizing<Vec<i128>>,
    /// The number of decimals of each integer.
    pub decimals: u32,
}

impl Values {
    /// Returns the nearest `f64` numbers.
    pub fn to_f64(&self) -> Vec<f64> {
        let unit = 10f64.powi(self.decimals as i32);
        self.integers.iter().map(|v| *v as f64 / unit).collect()
    }
}

/// An encrypted result that is one number.
#[derive(Clone, Debug, PartialEq)]
pub struct Reduction {
    pub(crate) kind: ReductionKind,
    pub(crate) decimals: u32,
    pub(crate) offset: i128,
    pub(crate) count: usize,
    /// The first slot of each ciphertext contains a part of the sum.
    pub(crate) sums: Vec<Ciphertext>,
    /// Parts of the sum of squares. Empty except for a variance.
    pub(crate) squares: Vec<Ciphertext>,
}

/// The kind of a reduction.
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
    // Reserve the full capacity first: a reallocation would leave a copy of the values in freed
    // memory.
    let mut integers = Zeroizing::new(Vec::with_capacity(values.len()));
    for (index, value) in values.iter().enumerate() {
        integers.push(scale.integer(index, *value)?);
    }
    let bound = u128::from(scale.bound());
    let mut blocks = Vec::with_capacity(integers.len().div_ceil(set.slots()).max(1));
    let mut chunks = integers.chunks(set.slots());
    // An empty series has one block of zeros.
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
    /// Encrypts numbers into as many ciphertexts as necessary.
    ///
    /// # Errors
    /// [`Error::NotFinite`] or [`Error::ValueOutOfBounds`] with the index of the first invalid
    /// value. [`Error::Magnitude`] for a bound that exceeds the width.
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
    /// Encrypts numbers into as many seeded ciphertexts as necessary.
    ///
    /// # Errors
    /// As in [`PublicKey::encrypt_values`].
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
    /// [`Error::KeyMismatch`], [`Error::ParameterMismatch`], and [`Error::Magnitude`] if the offset
    /// makes a value exceed 127 bits.
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

    /// Decrypts a reduction to an exact fraction.
    ///
    /// # Errors
    /// As in [`SecretKey::decrypt_values`]. [`Error::Unsupported`] for the mean or variance of no
    /// values.
    pub fn decrypt_reduction(&self, reduction: &Reduction) -> Result<Fraction, Error> {
        let mut totals = Totals::default();
        totals.add(self, &reduction.sums, &reduction.squares)?;
        totals.fraction(
            reduction.kind,
            reduction.decimals,
            reduction.offset,
            reduction.count,
        )
    }
}

/// Decrypted sums of values and of squares.
#[derive(Default)]
pub(crate) struct Totals {
    /// Whether any block was added.
    pub(crate) any: bool,
    sum: Zeroizing<i128>,
    squares: Zeroizing<i128>,
}

impl Totals {
    pub(crate) fn add(
        &mut self,
        secret: &SecretKey,
        sums: &[Ciphertext],
        squares: &[Ciphertext],
    ) -> Result<(), Error> {
        for (total, parts) in [(&mut self.sum, sums), (&mut self.squares, squares)] {
            for part in parts {
                self.any = true;
                let first = secret.decrypt(part)?.decode()[0];
                **total = total.checked_add(first).ok_or_else(overflow)?;
            }
        }
        Ok(())
    }

    /// Computes the result. `offset` was subtracted from each value before encryption. For a
    /// variance, `decimals` are those of the squares.
    pub(crate) fn fraction(
        &self,
        kind: ReductionKind,
        decimals: u32,
        offset: i128,
        count: usize,
    ) -> Result<Fraction, Error> {
        if count == 0 && kind != ReductionKind::Sum {
            return Err(Error::Unsupported {
                operation: "the mean or variance",
                reason: "there are no values",
            });
        }
        let (points, sum) = (count as i128, *self.sum);
        let shifted = offset.checked_mul(points);
        let shifted = || {
            shifted
                .and_then(|offset| sum.checked_add(offset))
                .ok_or_else(overflow)
        };
        let (numerator, denominator) = match kind {
            ReductionKind::Sum => (shifted()?, 1),
            ReductionKind::Mean => (shifted()?, count as u128),
            ReductionKind::Variance => {
                // The variance is n·Σv² − (Σv)², divided by n². A common offset of all values
                // cancels.
                let squares = self.squares.checked_mul(points);
                let square = sum.checked_mul(sum);
                let difference = squares.zip(square).and_then(|(a, b)| a.checked_sub(b));
                (difference.ok_or_else(overflow)?, (count as u128).pow(2))
            }
        };
        Ok(Fraction {
            numerator,
            denominator,
            decimals,
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
    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether the series is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the number of decimals of each value.
    pub fn decimals(&self) -> u32 {
        self.decimals
    }

    /// Returns the ciphertexts.
    pub fn blocks(&self) -> &[Ciphertext] {
        &self.blocks
    }

    /// Returns the parameter set.
    pub fn parameters(&self) -> &ParameterSet {
        self.blocks[0].parameters()
    }

    /// Returns the id of the secret key.
    pub fn key_id(&self) -> KeyId {
        self.blocks[0].key_id()
    }
}

impl Reduction {
    /// Returns the kind of the reduction.
    pub fn kind(&self) -> ReductionKind {
        self.kind
    }

    /// Returns the ciphertexts to decrypt.
    pub fn ciphertexts(&self) -> impl Iterator<Item = &Ciphertext> {
        self.sums.iter().chain(&self.squares)
    }

    /// Returns the number of values in the reduction. It is 1 for a weighted sum.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the parameter set.
    pub fn parameters(&self) -> &ParameterSet {
        self.sums[0].parameters()
    }

    /// Returns the id of the secret key.
    pub fn key_id(&self) -> KeyId {
        self.sums[0].key_id()
    }
}
