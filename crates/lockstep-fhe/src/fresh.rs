//! Accepts ciphertexts of other parties as fresh encryptions.
//!
//! Bounds in such ciphertexts are only claims. Noise bounds need no trust: a fresh encryption has at
//! most the noise of its set and kind of key, and that bound is used. Only the key holder can verify
//! the size of the values, and that the bytes are an encryption. A party that understates its own
//! values gets wrong sums of these values and affects no other party.

use crate::ciphertext::Ciphertext;
use crate::error::Error;
use crate::plaintext::Width;
use crate::scale::Scale;
use crate::series::Series;

impl Ciphertext {
    /// Returns whether half of the ciphertext is encoded as a seed: encrypted with the secret key and
    /// not computed on since.
    pub fn is_seeded(&self) -> bool {
        self.channels.iter().all(|channel| channel.seed.is_some())
    }

    /// Returns the ciphertext as a fresh encryption: with all primes and the largest noise of a fresh
    /// encryption, even if it claims less.
    ///
    /// # Errors
    /// [`Error::NotFresh`] if it claims to be something else.
    pub fn taken_as_fresh(mut self) -> Result<Self, Error> {
        let model = &self.set.0.noise;
        if self.level != self.set.0.top() {
            return Err(not_fresh("primes were dropped"));
        }
        let most = if self.is_seeded() {
            model.fresh_secret()
        } else {
            model.fresh_public()
        };
        if self.noise > most {
            return Err(not_fresh("its noise bound is that of a computation"));
        }
        if self.magnitude == 0 || self.magnitude > u128::from(Scale::MAX_BOUND) {
            return Err(not_fresh("the bound of its values must be in 1..=2^53"));
        }
        self.noise = most;
        Ok(self)
    }
}

impl Series {
    /// Returns the series as a fresh encryption of values of one scale.
    ///
    /// # Errors
    /// [`Error::NotFresh`] if it claims to be something else, [`Error::Scale`] for decimals, offset or
    /// bound that no [`Scale`] has.
    pub fn taken_as_fresh(mut self) -> Result<Self, Error> {
        if !self.clean {
            return Err(not_fresh("it was rotated"));
        }
        let scale = |reason| Error::Scale { reason };
        let decimals = u8::try_from(self.decimals).map_err(|_| scale("at most 6 decimals"))?;
        let offset = i64::try_from(self.offset).map_err(|_| scale("the offset is too large"))?;
        let (magnitude, width) = (self.magnitude(), self.width());
        let bound = u64::try_from(magnitude).map_err(|_| scale("the bound is too large"))?;
        Scale::new(decimals, offset, bound, width)?;
        for block in &self.blocks {
            if block.magnitude != magnitude || block.width != width {
                return Err(not_fresh("its blocks differ in bound or width"));
            }
        }
        self.blocks = self
            .blocks
            .into_iter()
            .map(Ciphertext::taken_as_fresh)
            .collect::<Result<_, Error>>()?;
        Ok(self)
    }

    /// Returns the number that is added to each integer after decryption.
    pub fn offset(&self) -> i128 {
        self.offset
    }

    /// Returns the bound of the integers' absolute values before the offset is added: that of the
    /// largest block.
    pub fn magnitude(&self) -> u128 {
        let bounds = self.blocks.iter().map(|block| block.magnitude);
        bounds.max().unwrap_or_default()
    }

    /// Returns whether the integers need one plaintext prime or two.
    pub fn width(&self) -> Width {
        self.blocks[0].width
    }

    /// Returns whether all blocks are encoded as seeds, see [`Ciphertext::is_seeded`], which halves the
    /// length.
    pub fn is_seeded(&self) -> bool {
        self.blocks.iter().all(Ciphertext::is_seeded)
    }
}

fn not_fresh(reason: &'static str) -> Error {
    Error::NotFresh { reason }
}
