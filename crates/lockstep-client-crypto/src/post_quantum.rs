//! `PostQuantumScheme`: one scheme chosen once, byte arrays in and out.

use std::collections::BTreeMap;
use std::fmt;

use lockstep_pq::{
    Algorithm, Error, Hash, KeyFormat, Level, MAX_CONTEXT_LEN, Operation, SecretBytes,
    SharedSecret, Variant,
};
use rand_core::CryptoRng;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::error::{ErrorKind, ZKError};

/// A scheme, its parameters, and the generator it draws from.
///
/// Every method is asynchronous, needs no runtime and does its work when first polled, without
/// pausing: well below a millisecond, but for sphincs, which signs in six milliseconds (`sha2`, `f`,
/// level 1) to seconds (`shake`, `s`) and is better given a thread of its own.
pub struct PostQuantumScheme<R> {
    rng: R,
    chosen: Option<ValidatedConfig>,
}

/// The configuration for `initialize`, as JSON: `{"scheme": "kyber", "securityLevel": 3}`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PostQuantumConfig {
    /// The scheme.
    pub scheme: Scheme,
    /// NIST's security category: 1, 3 or 5.
    pub security_level: u8,
    /// Named values; a name that is not known, or not of this scheme, is refused.
    ///
    /// | name | of | values |
    /// |---|---|---|
    /// | `hash` | sphincs | `"sha2"` (default), `"shake"` |
    /// | `variant` | sphincs | `"f"` (default), `"s"` |
    /// | `context` | dilithium, sphincs | a text of at most 255 bytes; empty by default |
    /// | `deterministic` | dilithium, sphincs | `false` (default): signatures are hedged; `true` |
    /// | `keyFormat` | all | `"expanded"` (default), `"seed"`: the form of private keys |
    /// | `hybrid` | kyber at level 3 | `"x25519"`: X-Wing |
    #[serde(default)]
    pub params: Map<String, Value>,
}

/// The names the interface has for the schemes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scheme {
    /// ML-KEM-512, -768, -1024 (FIPS 203, final: not the Kyber of the third round).
    Kyber,
    /// ML-DSA-44, -65, -87 (FIPS 204).
    Dilithium,
    /// SLH-DSA (FIPS 205), by default SLH-DSA-SHA2-128f, -192f, -256f.
    Sphincs,
}

/// The result of `params`: what was chosen, and what runs it on this machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PostQuantumParams {
    /// The standard's name of the parameter set, such as `ML-KEM-768`.
    pub algorithm: String,
    /// The form of private keys: `expanded` or `seed`.
    pub key_format: &'static str,
    /// The implementation of each operation that the scheme has, such as `"verify": "aws-lc"`. The names are those of
    /// [`lockstep_pq::Implementation`].
    pub implementations: BTreeMap<String, &'static str>,
}

/// The result of `generateKeyPair`.
#[derive(Debug, PartialEq, Eq)]
pub struct PostQuantumKeyPair {
    /// The public key.
    pub public_key: Vec<u8>,
    /// The private key in the format chosen; wiped when dropped.
    pub private_key: SecretBytes,
}

/// The result of `encapsulate`.
#[derive(Debug, PartialEq, Eq)]
pub struct Encapsulation {
    /// The encapsulated secret, for the holder of the private key.
    pub ciphertext: Vec<u8>,
    /// 32 bytes, wiped when dropped.
    pub shared_secret: SharedSecret,
}

impl<R: CryptoRng> PostQuantumScheme<R> {
    /// A scheme that is yet to be initialized and will draw from `rng`.
    #[must_use]
    pub fn new(rng: R) -> Self {
        Self { rng, chosen: None }
    }

    /// `initialize`: chooses the scheme. May be called again to choose another; a refusal leaves
    /// the earlier choice as it was.
    ///
    /// # Errors
    /// `InitializationError` around a [`ConfigError`].
    pub async fn initialize(&mut self, config: &PostQuantumConfig) -> Result<(), ZKError> {
        self.chosen = Some(ValidatedConfig::read(config).map_err(not_initialized)?);
        Ok(())
    }

    /// `params`: the parameter set, and the implementation that runs each operation on this machine.
    ///
    /// # Errors
    /// `InitializationError` where nothing was chosen.
    pub async fn params(&self) -> Result<PostQuantumParams, ZKError> {
        let chosen = self.chosen.as_ref().ok_or_else(nothing_chosen)?;
        Ok(PostQuantumParams {
            algorithm: chosen.algorithm.to_string(),
            key_format: match chosen.key_format {
                KeyFormat::Expanded => "expanded",
                KeyFormat::Seed => "seed",
            },
            implementations: chosen.implementations(),
        })
    }

    /// `generateKeyPair`.
    ///
    /// # Errors
    /// `InitializationError` where nothing was chosen.
    pub async fn generate_key_pair(&mut self) -> Result<PostQuantumKeyPair, ZKError> {
        let chosen = self.chosen.as_ref().ok_or_else(nothing_chosen)?;
        let pair =
            lockstep_pq::generate_key_pair(chosen.algorithm, chosen.key_format, &mut self.rng);
        Ok(PostQuantumKeyPair {
            public_key: pair.public,
            private_key: pair.private,
        })
    }

    /// `encapsulate`: a fresh secret for the holder of the private key.
    ///
    /// # Errors
    /// `InitializationError` where nothing was chosen; `PostQuantumError` for a signature scheme
    /// and for a public key of a wrong length or form.
    pub async fn encapsulate(&mut self, public_key: &[u8]) -> Result<Encapsulation, ZKError> {
        let chosen = self.chosen.as_ref().ok_or_else(nothing_chosen)?;
        chosen.can(Operation::Encapsulate)?;
        let (ciphertext, shared_secret) =
            lockstep_pq::encapsulate(chosen.algorithm, public_key, &mut self.rng)
                .map_err(refused)?;
        Ok(Encapsulation {
            ciphertext,
            shared_secret,
        })
    }

    /// `decapsulate`. A ciphertext that was not made for this key yields a secret that no other party has
    /// (implicit rejection).
    ///
    /// # Errors
    /// `InitializationError` where nothing was chosen; `PostQuantumError` for a signature scheme
    /// and for a ciphertext or private key of a wrong length or form.
    pub async fn decapsulate(
        &self,
        ciphertext: &[u8],
        private_key: &[u8],
    ) -> Result<SharedSecret, ZKError> {
        let chosen = self.chosen.as_ref().ok_or_else(nothing_chosen)?;
        chosen.can(Operation::Decapsulate)?;
        let format = chosen.key_format;
        lockstep_pq::decapsulate(chosen.algorithm, ciphertext, format, private_key).map_err(refused)
    }

    /// `sign`, in the context chosen, hedged unless chosen otherwise.
    ///
    /// # Errors
    /// `InitializationError` where nothing was chosen; `PostQuantumError` for kyber and for a
    /// private key of a wrong length or form.
    pub async fn sign(&mut self, message: &[u8], private_key: &[u8]) -> Result<Vec<u8>, ZKError> {
        let chosen = self.chosen.as_ref().ok_or_else(nothing_chosen)?;
        chosen.can(Operation::Sign)?;
        let (algorithm, context) = (chosen.algorithm, chosen.context.as_bytes());
        let format = chosen.key_format;
        if chosen.deterministic {
            lockstep_pq::sign_deterministically(algorithm, message, context, format, private_key)
        } else {
            let rng = &mut self.rng;
            lockstep_pq::sign(algorithm, message, context, format, private_key, rng)
        }
        .map_err(refused)
    }

    /// `verify`, in the context chosen. A malformed signature is false.
    ///
    /// # Errors
    /// `InitializationError` where nothing was chosen; `PostQuantumError` for kyber and for a
    /// public key of a wrong length.
    pub async fn verify(
        &self,
        message: &[u8],
        signature: &[u8],
        public_key: &[u8],
    ) -> Result<bool, ZKError> {
        let chosen = self.chosen.as_ref().ok_or_else(nothing_chosen)?;
        chosen.can(Operation::Verify)?;
        let context = chosen.context.as_bytes();
        lockstep_pq::verify(chosen.algorithm, message, context, signature, public_key)
            .map_err(refused)
    }
}

impl<R> fmt::Debug for PostQuantumScheme<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostQuantumScheme")
            .field("chosen", &self.chosen)
            .finish_non_exhaustive()
    }
}

/// A validated configuration.
#[derive(Debug)]
struct ValidatedConfig {
    algorithm: Algorithm,
    context: String,
    deterministic: bool,
    key_format: KeyFormat,
}

impl ValidatedConfig {
    fn read(config: &PostQuantumConfig) -> Result<Self, ConfigError> {
        let level = match config.security_level {
            1 => Level::One,
            3 => Level::Three,
            5 => Level::Five,
            given => return Err(ConfigError::SecurityLevel { given }),
        };
        let mut params = Params {
            scheme: config.scheme,
            rest: config.params.clone(),
        };
        let key_format = params.choice(
            "keyFormat",
            KeyFormat::Expanded,
            &[("expanded", KeyFormat::Expanded), ("seed", KeyFormat::Seed)],
        )?;
        let mut chosen = Self {
            algorithm: Algorithm::MlKem(level),
            context: String::new(),
            deterministic: false,
            key_format,
        };
        match config.scheme {
            Scheme::Kyber => {
                if params.choice("hybrid", false, &[("x25519", true)])? {
                    if level != Level::Three {
                        return Err(ConfigError::HybridLevel {
                            given: config.security_level,
                        });
                    }
                    chosen.algorithm = Algorithm::XWing;
                }
            }
            Scheme::Dilithium => {
                chosen.algorithm = Algorithm::MlDsa(level);
                chosen.signing(&mut params)?;
            }
            Scheme::Sphincs => {
                chosen.algorithm = Algorithm::SlhDsa {
                    level,
                    hash: params.choice(
                        "hash",
                        Hash::Sha2,
                        &[("sha2", Hash::Sha2), ("shake", Hash::Shake)],
                    )?,
                    variant: params.choice(
                        "variant",
                        Variant::Fast,
                        &[("f", Variant::Fast), ("s", Variant::Small)],
                    )?,
                };
                chosen.signing(&mut params)?;
            }
        }
        params.end()?;
        Ok(chosen)
    }

    fn signing(&mut self, params: &mut Params) -> Result<(), ConfigError> {
        match params.rest.remove("context") {
            None => {}
            Some(Value::String(context)) if context.len() <= MAX_CONTEXT_LEN => {
                self.context = context;
            }
            Some(_) => {
                return Err(ConfigError::Value {
                    name: "context",
                    expected: "a text of at most 255 bytes".to_owned(),
                });
            }
        }
        match params.rest.remove("deterministic") {
            None => {}
            Some(Value::Bool(deterministic)) => self.deterministic = deterministic,
            Some(_) => {
                return Err(ConfigError::Value {
                    name: "deterministic",
                    expected: "true or false".to_owned(),
                });
            }
        }
        Ok(())
    }

    /// The implementation of each operation that the scheme has.
    fn implementations(&self) -> BTreeMap<String, &'static str> {
        let operations = [
            Operation::Encapsulate,
            Operation::Decapsulate,
            Operation::Sign,
            Operation::Verify,
        ];
        let context = self.context.as_bytes();
        let told = operations.into_iter().filter_map(|operation| {
            lockstep_pq::implementation(self.algorithm, operation, self.key_format, context)
                .map(|implementation| (operation.to_string(), implementation.name()))
        });
        told.collect()
    }

    /// Refuses a method of another kind of scheme before its arguments are parsed.
    fn can(&self, operation: Operation) -> Result<(), ZKError> {
        if operation.family() == self.algorithm.family() {
            return Ok(());
        }
        Err(refused(Error::WrongScheme {
            algorithm: self.algorithm,
            operation,
        }))
    }
}

/// The named values not yet read.
struct Params {
    scheme: Scheme,
    rest: Map<String, Value>,
}

impl Params {
    fn choice<T: Copy>(
        &mut self,
        name: &'static str,
        default: T,
        choices: &[(&str, T)],
    ) -> Result<T, ConfigError> {
        let Some(given) = self.rest.remove(name) else {
            return Ok(default);
        };
        let found = choices.iter().find(|(word, _)| given == *word);
        found.map(|(_, choice)| *choice).ok_or_else(|| {
            let words: Vec<String> = choices.iter().map(|(w, _)| format!("\"{w}\"")).collect();
            ConfigError::Value {
                name,
                expected: words.join(" or "),
            }
        })
    }

    fn end(self) -> Result<(), ConfigError> {
        match self.rest.into_iter().next() {
            None => Ok(()),
            Some((name, _)) => Err(ConfigError::Name {
                scheme: self.scheme,
                name,
            }),
        }
    }
}

/// The reason why a configuration is invalid: the cause of an `InitializationError`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// The security level is not a NIST category of the scheme.
    #[error("securityLevel is 1, 3 or 5, not {given}")]
    SecurityLevel {
        /// The value given.
        given: u8,
    },
    /// `hybrid` at a level without such a mechanism.
    #[error("hybrid \"x25519\" is X-Wing, which is of securityLevel 3, not {given}")]
    HybridLevel {
        /// The value given.
        given: u8,
    },
    /// A name `params` do not have, or not for this scheme.
    #[error("{scheme:?} has no parameter \"{name}\"")]
    Name {
        /// The scheme.
        scheme: Scheme,
        /// The name given.
        name: String,
    },
    /// A value the name cannot have.
    #[error("params.{name} is {expected}")]
    Value {
        /// The name.
        name: &'static str,
        /// The permitted values.
        expected: String,
    },
    /// A method was called before `initialize`.
    #[error("initialize comes first")]
    NothingChosen,
}

fn refused(error: Error) -> ZKError {
    ZKError::new(ErrorKind::PostQuantumError, error)
}

fn not_initialized(error: ConfigError) -> ZKError {
    ZKError::new(ErrorKind::InitializationError, error)
}

fn nothing_chosen() -> ZKError {
    not_initialized(ConfigError::NothingChosen)
}

#[cfg(test)]
mod tests;
