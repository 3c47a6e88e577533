//! Accepts ciphertexts of other parties as fresh encryptions.
//!
//! The bounds in such ciphertexts are only claims. The claimed noise bound is not used: the noise of
//! a fresh encryption is bounded by its parameter set and kind of key.
//! Only the key holder can check the size of the values, and that the bytes are an encryption. A
//! party that understates its values gets wrong sums of its own values and affects no other party.

use crate::ciphertext::Ciphertext;
use crate::error::Error;
use crate::plaintext::Width;
use crate::scale::Scale;
use crate::series::Series;

impl Ciphertext {
    /// Returns whether half of the ciphertext is encoded as a seed. That is true after encryption
    /// with the secret key, until the first operation.
    pub fn is_seeded(&self) -> bool {
        self.channels.iter().all(|channel| channel.seed.is_some())
    }

    /// Returns the ciphertext as a fresh encryption. It must have all primes. It gets the largest
    /// noise of a fresh encryption, even if it claims less.
    ///
    /// # Errors
    /// [`Error::NotFresh`] if its number of primes or one of its bounds is not that of a fresh
    /// encryption.
    pub fn taken_as_fresh(mut self) -> Result<Self, Error> {
        let model = &self.set.0.noise;
        if self.level != self.set.0.top_level() {
            return Err(not_fresh("it has fewer primes than its parameter set"));
        }
        let max = if self.is_seeded() {
            model.fresh_secret()
        } else {
            model.fresh_public()
        };
        if self.noise > max {
            return Err(not_fresh(
                "its noise bound is too large for a fresh encryption",
            ));
        }
        if self.magnitude == 0 || self.magnitude > u128::from(Scale::MAX_BOUND) {
            return Err(not_fresh("the bound on its values must be in 1..=2^53"));
        }
        self.noise = max;
        Ok(self)
    }
}

impl Series {
    /// Returns the series as a fresh encryption of values of one scale.
    ///
    /// # Errors
    /// [`Error::NotFresh`] if the series was rotated, if its blocks differ, or if a block is not
    /// fresh. [`Error::Scale`] if no [`Scale`] has its decimals, offset or bound.
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

    /// Returns the number to add to each integer after decryption.
    pub fn offset(&self) -> i128 {
        self.offset
    }

    /// Returns the bound on the absolute values of the integers before the offset is added: the
    /// largest bound of its blocks.
    pub fn magnitude(&self) -> u128 {
        let bounds = self.blocks.iter().map(|block| block.magnitude);
        bounds.max().unwrap_or_default()
    }

    /// Returns whether the integers need one plaintext prime or two.
    pub fn width(&self) -> Width {
        self.blocks[0].width
    }

    /// Returns whether all blocks are encoded as seeds, which halves their length. See
    /// [`Ciphertext::is_seeded`].
    pub fn is_seeded(&self) -> bool {
        self.blocks.iter().all(Ciphertext::is_seeded)
    }
}

fn not_fresh(reason: &'static str) -> Error {
    Error::NotFresh { reason }
}
