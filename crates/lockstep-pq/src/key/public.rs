//! Public keys, which encapsulate and verify signatures.

use std::fmt;

use rand_core::CryptoRng;
use zeroize::Zeroizing;

use super::{check_family, check_len, check_signing};
use crate::algorithm::Algorithm;
#[cfg(not(target_family = "wasm"))]
use crate::aws_lc;
use crate::backend::{Backend, Implementation};
use crate::error::{Error, InputKind, Operation};
use crate::secret::SharedSecret;
use crate::{ml_dsa, ml_kem, slh_dsa, x_wing};

/// A public key in unpacked form.
pub struct PublicKey {
    algorithm: Algorithm,
    bytes: Vec<u8>,
    loaded: LoadedPublicKey,
    #[cfg(not(target_family = "wasm"))]
    aws_lc: Option<aws_lc::Public>,
}

enum LoadedPublicKey {
    MlKem(Box<dyn ml_kem::UnpackedPublicKey>),
    XWing(x_wing::Public),
    MlDsa(ml_dsa::VerificationKey),
    SlhDsa(Box<dyn slh_dsa::LoadedVerifyingKey>),
}

impl PublicKey {
    /// Reads a public key of [`Algorithm::public_key_len`] bytes.
    ///
    /// # Errors
    /// [`Error::Length`]. [`Error::Malformed`] if a coefficient of an ML-KEM key is not reduced
    /// (FIPS 203, 7.2).
    pub fn from_bytes(algorithm: Algorithm, bytes: &[u8]) -> Result<Self, Error> {
        let what = InputKind::PublicKey;
        check_len(algorithm, what, algorithm.public_key_len(), bytes)?;
        let loaded = match algorithm {
            Algorithm::MlKem(level) => {
                ml_kem::read_public(level, bytes).map(LoadedPublicKey::MlKem)
            }
            Algorithm::XWing => x_wing::Public::read(bytes).map(LoadedPublicKey::XWing),
            Algorithm::MlDsa(level) => {
                ml_dsa::VerificationKey::read(level, bytes).map(LoadedPublicKey::MlDsa)
            }
            Algorithm::SlhDsa {
                level,
                hash,
                variant,
            } => slh_dsa::read_public(level, hash, variant, bytes).map(LoadedPublicKey::SlhDsa),
        };
        Ok(Self {
            algorithm,
            bytes: bytes.to_vec(),
            loaded: loaded.ok_or(Error::Malformed { algorithm, what })?,
            #[cfg(not(target_family = "wasm"))]
            aws_lc: None,
        }
        .on(Backend::default()))
    }

    /// Returns the same key with this back end.
    #[must_use]
    #[cfg_attr(target_family = "wasm", expect(unused_mut, reason = "one back end"))]
    pub fn on(mut self, backend: Backend) -> Self {
        #[cfg(not(target_family = "wasm"))]
        {
            let faster = matches!(self.algorithm, Algorithm::MlDsa(_));
            self.aws_lc = match backend {
                Backend::Fastest if faster => aws_lc::Public::read(self.algorithm, &self.bytes),
                Backend::AwsLc => aws_lc::Public::read(self.algorithm, &self.bytes),
                Backend::Fastest | Backend::Libcrux => None,
            };
        }
        #[cfg(target_family = "wasm")]
        let (Backend::Fastest | Backend::Libcrux) = backend;
        self
    }

    /// Returns the implementation that encapsulates for this key, or `None` for a signature scheme.
    #[must_use]
    pub fn encapsulates_with(&self) -> Option<Implementation> {
        match &self.loaded {
            LoadedPublicKey::MlKem(_) if self.is_in_aws_lc() => Some(Implementation::AwsLc),
            LoadedPublicKey::MlKem(_) | LoadedPublicKey::XWing(_) => Some(Implementation::Libcrux),
            LoadedPublicKey::MlDsa(_) | LoadedPublicKey::SlhDsa(_) => None,
        }
    }

    /// Returns the implementation that verifies in this context, or `None` for a KEM.
    #[must_use]
    pub fn verifies_with(&self, context: &[u8]) -> Option<Implementation> {
        match &self.loaded {
            LoadedPublicKey::MlDsa(_) if context.is_empty() && self.is_in_aws_lc() => {
                Some(Implementation::AwsLc)
            }
            LoadedPublicKey::MlDsa(_) => Some(Implementation::Libcrux),
            LoadedPublicKey::SlhDsa(key) => Some(key.implementation()),
            LoadedPublicKey::MlKem(_) | LoadedPublicKey::XWing(_) => None,
        }
    }

    #[cfg(not(target_family = "wasm"))]
    fn is_in_aws_lc(&self) -> bool {
        self.aws_lc.is_some()
    }

    #[cfg(target_family = "wasm")]
    #[expect(clippy::unused_self, reason = "one back end")]
    fn is_in_aws_lc(&self) -> bool {
        false
    }

    /// Returns the parameter set.
    #[must_use]
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// Returns the encoded key, as [`PublicKey::from_bytes`] reads it.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Creates a shared secret and its ciphertext of [`Algorithm::ciphertext_len`] bytes.
    ///
    /// # Errors
    /// [`Error::WrongScheme`], and [`Error::AwsLcFailed`].
    pub fn encapsulate(&self, rng: &mut impl CryptoRng) -> Result<(Vec<u8>, SharedSecret), Error> {
        check_family(self.algorithm, Operation::Encapsulate)?;
        #[cfg(not(target_family = "wasm"))]
        if self.encapsulates_with() == Some(Implementation::AwsLc) {
            let sent = self.aws_lc.as_ref().and_then(aws_lc::Public::encapsulate);
            let (ciphertext, shared) = sent.ok_or(Error::AwsLcFailed {
                algorithm: self.algorithm,
                operation: Operation::Encapsulate,
            })?;
            return Ok((ciphertext, SharedSecret::new(shared)));
        }
        let mut randomness = Zeroizing::new([0; 64]);
        let used = match self.loaded {
            LoadedPublicKey::XWing(_) => 64,
            _ => 32,
        };
        rng.fill_bytes(&mut randomness[..used]);
        self.encapsulate_with(&randomness)
    }

    /// Encapsulates with this randomness of 64 bytes. ML-KEM uses the first 32 bytes.
    pub(crate) fn encapsulate_with(
        &self,
        randomness: &[u8; 64],
    ) -> Result<(Vec<u8>, SharedSecret), Error> {
        let (ciphertext, shared) = match &self.loaded {
            LoadedPublicKey::MlKem(key) => {
                let m = randomness.first_chunk().expect("32 of 64 bytes");
                key.encapsulate(*m)
            }
            LoadedPublicKey::XWing(key) => key.encapsulate(randomness),
            LoadedPublicKey::MlDsa(_) | LoadedPublicKey::SlhDsa(_) => {
                return Err(Error::WrongScheme {
                    algorithm: self.algorithm,
                    operation: Operation::Encapsulate,
                });
            }
        };
        Ok((ciphertext, SharedSecret::new(shared)))
    }

    /// Returns whether this key's owner signed the message in this context. Returns false for a
    /// signature with a wrong length or format.
    ///
    /// # Errors
    /// [`Error::WrongScheme`], [`Error::ContextTooLong`] and [`Error::AwsLcFailed`].
    pub fn verify(&self, message: &[u8], context: &[u8], signature: &[u8]) -> Result<bool, Error> {
        check_signing(self.algorithm, Operation::Verify, context)?;
        if signature.len() != self.algorithm.signature_len() {
            return Ok(false);
        }
        #[cfg(not(target_family = "wasm"))]
        if self.verifies_with(context) == Some(Implementation::AwsLc) {
            let verified = self
                .aws_lc
                .as_ref()
                .and_then(|key| key.verify(message, signature));
            return verified.ok_or(Error::AwsLcFailed {
                algorithm: self.algorithm,
                operation: Operation::Verify,
            });
        }
        Ok(match &self.loaded {
            LoadedPublicKey::MlDsa(key) => key.verify(message, context, signature),
            LoadedPublicKey::SlhDsa(key) => key.verify(message, context, signature),
            LoadedPublicKey::MlKem(_) | LoadedPublicKey::XWing(_) => false,
        })
    }
}

impl PartialEq for PublicKey {
    fn eq(&self, other: &Self) -> bool {
        self.algorithm == other.algorithm && self.bytes == other.bytes
    }
}

impl Eq for PublicKey {}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({})", self.algorithm)
    }
}
