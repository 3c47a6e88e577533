//! What somebody encrypted elsewhere, taken as fresh.
//!
//! Bounds written elsewhere are claims. Those of noise need not be believed: a fresh encryption has at
//! most what its set and the kind of its key say, and that is what is taken. How large the values are,
//! and that it is an encryption at all, only who holds the key can know: who claims too little of
//! their own values gets wrong sums of them, nobody else does.

use crate::ciphertext::Ciphertext;
use crate::error::Error;
use crate::plaintext::Width;
use crate::scale::Scale;
use crate::series::Series;

impl Ciphertext {
    /// Whether half of it is written as a seed: made with the secret key, and not computed on since.
    pub fn is_seeded(&self) -> bool {
        self.channels.iter().all(|channel| channel.seed.is_some())
    }

    /// As a fresh encryption: all primes, and of noise what one has at most, whatever is claimed.
    ///
    /// # Errors
    /// [`Error::NotFresh`] where it claims to be something else.
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
    /// As a fresh encryption of values of one scale.
    ///
    /// # Errors
    /// [`Error::NotFresh`] where it claims to be something else, [`Error::Scale`] for decimals, offset
    /// or bound that no [`Scale`] has.
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

    /// What is added to each integer after decryption.
    pub fn offset(&self) -> i128 {
        self.offset
    }

    /// Bound of the absolute values of the integers, before the offset is added: the largest block's.
    pub fn magnitude(&self) -> u128 {
        let bounds = self.blocks.iter().map(|block| block.magnitude);
        bounds.max().unwrap_or_default()
    }

    /// Whether the integers stand in one plaintext prime or in two.
    pub fn width(&self) -> Width {
        self.blocks[0].width
    }

    /// Whether all of it is written as [`Ciphertext::is_seeded`] says: half as long.
    pub fn is_seeded(&self) -> bool {
        self.blocks.iter().all(Ciphertext::is_seeded)
    }
}

fn not_fresh(reason: &'static str) -> Error {
    Error::NotFresh { reason }
}
