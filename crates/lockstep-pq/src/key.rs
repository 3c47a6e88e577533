//! Private keys that are read once and used many times.

mod public;

use std::fmt;

use rand_core::CryptoRng;
use zeroize::Zeroizing;

#[cfg(not(target_family = "wasm"))]
use crate::algorithm::Level;
use crate::algorithm::{Algorithm, KeyFormat};
#[cfg(not(target_family = "wasm"))]
use crate::aws_lc;
use crate::backend::{Backend, Implementation};
use crate::error::{Error, InputKind, Operation};
use crate::secret::{SecretBytes, SharedSecret};
use crate::{ml_dsa, ml_kem, slh_dsa, x_wing};

pub use self::public::PublicKey;

/// A private key in unpacked form. Reading it costs as much as the first operation would, and later
/// operations cost less. It is wiped when dropped and never printed.
pub struct Key {
    algorithm: Algorithm,
    seed: Option<SecretBytes>,
    /// Absent for an ML-DSA key that was read in expanded form.
    public: Option<Vec<u8>>,
    loaded: LoadedPrivateKey,
    #[cfg(not(target_family = "wasm"))]
    aws_lc: Option<aws_lc::Private>,
}

enum LoadedPrivateKey {
    MlKem(Box<dyn ml_kem::UnpackedPrivateKey>),
    XWing(x_wing::Private),
    MlDsa(ml_dsa::SigningKey),
    SlhDsa(Box<dyn slh_dsa::LoadedSigningKey>),
}

impl Key {
    /// Generates a key.
    #[must_use]
    pub fn generate(algorithm: Algorithm, rng: &mut impl CryptoRng) -> Self {
        let len = algorithm.private_key_len(KeyFormat::Seed);
        Self::expand(algorithm, SecretBytes::random(len, rng))
    }

    /// Reads a private key of [`Algorithm::private_key_len`] bytes.
    ///
    /// # Errors
    /// [`Error::Length`]. [`Error::Malformed`] if a coefficient is out of range or the stored hash
    /// does not match. The root in an expanded SLH-DSA key is not checked.
    pub fn from_bytes(
        algorithm: Algorithm,
        format: KeyFormat,
        bytes: &[u8],
    ) -> Result<Self, Error> {
        let what = match format {
            KeyFormat::Expanded => InputKind::PrivateKey,
            KeyFormat::Seed => InputKind::Seed,
        };
        check_len(algorithm, what, algorithm.private_key_len(format), bytes)?;
        if format == KeyFormat::Seed || algorithm == Algorithm::XWing {
            return Ok(Self::expand(algorithm, SecretBytes::copied(bytes)));
        }
        Self::read(algorithm, bytes).ok_or(Error::Malformed { algorithm, what })
    }

    /// Returns the same key with this back end.
    #[must_use]
    #[cfg_attr(target_family = "wasm", expect(unused_mut, reason = "one back end"))]
    pub fn on(mut self, backend: Backend) -> Self {
        #[cfg(not(target_family = "wasm"))]
        {
            self.aws_lc = match backend {
                Backend::AwsLc => self
                    .to_bytes(KeyFormat::Expanded)
                    .ok()
                    .and_then(|bytes| aws_lc::Private::read(self.algorithm, bytes.expose())),
                Backend::Fastest | Backend::Libcrux => None,
            };
        }
        #[cfg(target_family = "wasm")]
        let (Backend::Fastest | Backend::Libcrux) = backend;
        self
    }

    /// Returns the implementation that decapsulates with this key, or `None` for a signature scheme.
    #[must_use]
    pub fn decapsulates_with(&self) -> Option<Implementation> {
        match &self.loaded {
            LoadedPrivateKey::MlKem(_) if self.is_in_aws_lc() => Some(Implementation::AwsLc),
            LoadedPrivateKey::MlKem(_) | LoadedPrivateKey::XWing(_) => {
                Some(Implementation::Libcrux)
            }
            LoadedPrivateKey::MlDsa(_) | LoadedPrivateKey::SlhDsa(_) => None,
        }
    }

    /// Returns the implementation of [`Key::sign`] in this context, or `None` for a KEM.
    #[must_use]
    pub fn signs_with(&self, context: &[u8]) -> Option<Implementation> {
        match &self.loaded {
            LoadedPrivateKey::MlDsa(_) if context.is_empty() && self.is_in_aws_lc() => {
                Some(Implementation::AwsLc)
            }
            _ => self.signs_deterministically_with(),
        }
    }

    /// Returns the implementation of [`Key::sign_deterministically`], or `None` for a KEM.
    #[must_use]
    pub fn signs_deterministically_with(&self) -> Option<Implementation> {
        match &self.loaded {
            LoadedPrivateKey::MlDsa(_) => Some(Implementation::Libcrux),
            LoadedPrivateKey::SlhDsa(key) => Some(key.implementation()),
            LoadedPrivateKey::MlKem(_) | LoadedPrivateKey::XWing(_) => None,
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

    /// Returns the public half, in unpacked form.
    ///
    /// # Errors
    /// [`Error::PublicHalfUnknown`] for an ML-DSA key that was read in expanded form. That encoding
    /// of FIPS 204 does not contain the public half.
    pub fn public_key(&self) -> Result<PublicKey, Error> {
        PublicKey::from_bytes(self.algorithm, self.public_bytes()?)
    }

    /// Returns the encoded public half.
    ///
    /// # Errors
    /// As in [`Key::public_key`].
    pub fn public_bytes(&self) -> Result<&[u8], Error> {
        self.public.as_deref().ok_or(Error::PublicHalfUnknown {
            algorithm: self.algorithm,
        })
    }

    /// Encodes the key, to wrap it or to return it to its owner.
    ///
    /// # Errors
    /// [`Error::SeedUnknown`] for the seed of a key that was read in expanded form.
    pub fn to_bytes(&self, format: KeyFormat) -> Result<SecretBytes, Error> {
        let algorithm = self.algorithm;
        match (format, &self.loaded) {
            (KeyFormat::Seed, _) | (_, LoadedPrivateKey::XWing(_)) => {
                self.seed.clone().ok_or(Error::SeedUnknown { algorithm })
            }
            (KeyFormat::Expanded, LoadedPrivateKey::MlKem(key)) => Ok(key.private_bytes()),
            (KeyFormat::Expanded, LoadedPrivateKey::MlDsa(key)) => {
                Ok(SecretBytes::copied(key.as_bytes()))
            }
            (KeyFormat::Expanded, LoadedPrivateKey::SlhDsa(key)) => Ok(key.private_bytes()),
        }
    }

    /// Returns the shared secret of a ciphertext. A ciphertext for another key gives a secret that
    /// no other party has, and no error (implicit rejection, FIPS 203, 6.3).
    ///
    /// # Errors
    /// [`Error::WrongScheme`], [`Error::Length`] for the ciphertext, and [`Error::AwsLcFailed`].
    pub fn decapsulate(&self, ciphertext: &[u8]) -> Result<SharedSecret, Error> {
        let algorithm = self.algorithm;
        check_family(algorithm, Operation::Decapsulate)?;
        let expected = algorithm.ciphertext_len();
        check_len(algorithm, InputKind::Ciphertext, expected, ciphertext)?;
        #[cfg(not(target_family = "wasm"))]
        if self.decapsulates_with() == Some(Implementation::AwsLc) {
            let shared = self
                .aws_lc
                .as_ref()
                .and_then(|key| key.decapsulate(ciphertext));
            return shared.map(SharedSecret::new).ok_or(Error::AwsLcFailed {
                algorithm,
                operation: Operation::Decapsulate,
            });
        }
        let shared = match &self.loaded {
            LoadedPrivateKey::MlKem(key) => key.decapsulate(ciphertext),
            LoadedPrivateKey::XWing(key) => key.decapsulate(ciphertext),
            LoadedPrivateKey::MlDsa(_) | LoadedPrivateKey::SlhDsa(_) => None,
        };
        Ok(SharedSecret::new(shared.expect(
            "the checks above ensure a KEM and a ciphertext of the right length",
        )))
    }

    /// Signs in hedged mode. Fresh randomness and the private key both determine the signature's
    /// randomness, so a weak generator does not reveal the key.
    ///
    /// # Errors
    /// [`Error::WrongScheme`], [`Error::ContextTooLong`], [`Error::AwsLcFailed`], and
    /// [`Error::NoSignature`], which does not occur with a valid key.
    pub fn sign(
        &self,
        message: &[u8],
        context: &[u8],
        rng: &mut impl CryptoRng,
    ) -> Result<Vec<u8>, Error> {
        check_signing(self.algorithm, Operation::Sign, context)?;
        #[cfg(not(target_family = "wasm"))]
        if self.signs_with(context) == Some(Implementation::AwsLc) {
            let signature = self.aws_lc.as_ref().and_then(|key| key.sign(message));
            return signature.ok_or(Error::AwsLcFailed {
                algorithm: self.algorithm,
                operation: Operation::Sign,
            });
        }
        let mut randomness = Zeroizing::new([0; 32]);
        rng.fill_bytes(&mut *randomness);
        self.sign_with(message, context, Some(&randomness))
    }

    /// Signs deterministically: the same message gives the same signature. FIPS 204 and 205 allow
    /// this if no randomness is available.
    ///
    /// # Errors
    /// As in [`Key::sign`].
    pub fn sign_deterministically(&self, message: &[u8], context: &[u8]) -> Result<Vec<u8>, Error> {
        check_signing(self.algorithm, Operation::Sign, context)?;
        self.sign_with(message, context, None)
    }

    /// Signs with this randomness of 32 bytes. SLH-DSA uses its first n bytes.
    pub(crate) fn sign_with(
        &self,
        message: &[u8],
        context: &[u8],
        randomness: Option<&[u8; 32]>,
    ) -> Result<Vec<u8>, Error> {
        let too_long = Error::ContextTooLong {
            given: context.len(),
        };
        match &self.loaded {
            LoadedPrivateKey::MlDsa(key) => {
                key.sign(message, context, randomness.copied().unwrap_or_default())
            }
            LoadedPrivateKey::SlhDsa(key) => {
                let n = self.algorithm.public_key_len() / 2;
                key.sign(message, context, randomness.map(|bytes| &bytes[..n]))
                    .ok_or(too_long)
            }
            LoadedPrivateKey::MlKem(_) | LoadedPrivateKey::XWing(_) => Err(Error::WrongScheme {
                algorithm: self.algorithm,
                operation: Operation::Sign,
            }),
        }
    }

    /// Derives the key from a seed of the right length.
    fn expand(algorithm: Algorithm, seed: SecretBytes) -> Self {
        const LENGTH: &str = "the seed has the algorithm's length";
        let bytes = seed.expose();
        let (loaded, public) = match algorithm {
            Algorithm::MlKem(level) => {
                let key = ml_kem::generate(level, bytes.try_into().expect(LENGTH));
                let public = key.public_bytes();
                (LoadedPrivateKey::MlKem(key), public)
            }
            Algorithm::XWing => {
                let key = x_wing::Private::expand(bytes.try_into().expect(LENGTH));
                let public = key.public_bytes();
                (LoadedPrivateKey::XWing(key), public)
            }
            Algorithm::MlDsa(level) => {
                let seed = bytes.try_into().expect(LENGTH);
                let (key, public) = ml_dsa::SigningKey::generate(level, seed);
                (LoadedPrivateKey::MlDsa(key), public)
            }
            Algorithm::SlhDsa {
                level,
                hash,
                variant,
            } => {
                let key = slh_dsa::generate(level, hash, variant, bytes);
                let public = key.public_bytes();
                (LoadedPrivateKey::SlhDsa(key), public)
            }
        };
        Self::from_parts(algorithm, Some(seed), Some(public), loaded)
    }

    fn read(algorithm: Algorithm, bytes: &[u8]) -> Option<Self> {
        let (loaded, public) = match algorithm {
            Algorithm::MlKem(level) => {
                let key = ml_kem::read_private(level, bytes)?;
                let public = key.public_bytes();
                (LoadedPrivateKey::MlKem(key), Some(public))
            }
            Algorithm::XWing => return None,
            Algorithm::MlDsa(level) => {
                let key = ml_dsa::SigningKey::read(level, bytes)?;
                (LoadedPrivateKey::MlDsa(key), None)
            }
            Algorithm::SlhDsa {
                level,
                hash,
                variant,
            } => {
                let key = slh_dsa::read_private(level, hash, variant, bytes)?;
                let public = key.public_bytes();
                (LoadedPrivateKey::SlhDsa(key), Some(public))
            }
        };
        Some(Self::from_parts(algorithm, None, public, loaded))
    }

    fn from_parts(
        algorithm: Algorithm,
        seed: Option<SecretBytes>,
        public: Option<Vec<u8>>,
        loaded: LoadedPrivateKey,
    ) -> Self {
        Self {
            algorithm,
            seed,
            public,
            loaded,
            #[cfg(not(target_family = "wasm"))]
            aws_lc: None,
        }
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({}, ..)", self.algorithm)
    }
}

/// Decapsulates once with an expanded ML-KEM key. This is faster than unpacking the key.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn decapsulate_once(
    level: Level,
    ciphertext: &[u8],
    private: &[u8],
) -> Result<SharedSecret, Error> {
    let algorithm = Algorithm::MlKem(level);
    let what = InputKind::PrivateKey;
    let expected = algorithm.private_key_len(KeyFormat::Expanded);
    check_len(algorithm, what, expected, private)?;
    let expected = algorithm.ciphertext_len();
    check_len(algorithm, InputKind::Ciphertext, expected, ciphertext)?;
    // AWS-LC checks the hash in the key, but not the ranges of the coefficients.
    let shared = ml_kem::coefficients_reduced(level, private)
        .then(|| aws_lc::Private::read(algorithm, private)?.decapsulate(ciphertext))
        .flatten();
    shared
        .map(SharedSecret::new)
        .ok_or(Error::Malformed { algorithm, what })
}

fn check_family(algorithm: Algorithm, operation: Operation) -> Result<(), Error> {
    if algorithm.family() == operation.family() {
        Ok(())
    } else {
        Err(Error::WrongScheme {
            algorithm,
            operation,
        })
    }
}

fn check_signing(algorithm: Algorithm, operation: Operation, context: &[u8]) -> Result<(), Error> {
    check_family(algorithm, operation)?;
    if context.len() > crate::MAX_CONTEXT_LEN {
        return Err(Error::ContextTooLong {
            given: context.len(),
        });
    }
    Ok(())
}

fn check_len(
    algorithm: Algorithm,
    what: InputKind,
    expected: usize,
    bytes: &[u8],
) -> Result<(), Error> {
    if bytes.len() == expected {
        Ok(())
    } else {
        Err(Error::Length {
            algorithm,
            what,
            expected,
            given: bytes.len(),
        })
    }
}
