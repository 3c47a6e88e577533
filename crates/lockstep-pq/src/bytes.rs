//! The same operations on byte arrays, for callers without a loaded key. Each call reads its key
//! again.

use rand_core::CryptoRng;

use crate::algorithm::{Algorithm, KeyFormat};
use crate::backend::Implementation;
use crate::error::{Error, Operation};
use crate::key::{Key, PublicKey};
use crate::secret::{SecretBytes, SharedSecret};
use crate::slh_dsa;

/// An encoded key pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyPair {
    /// [`Algorithm::public_key_len`] bytes.
    pub public: Vec<u8>,
    /// [`Algorithm::private_key_len`] bytes in the requested format.
    pub private: SecretBytes,
}

/// Returns the implementation that the function of this operation runs, or `None` if the algorithm does not have the
/// operation. `format` is that of the private key, and `context` that of a signature.
#[must_use]
pub fn implementation(
    algorithm: Algorithm,
    operation: Operation,
    format: KeyFormat,
    context: &[u8],
) -> Option<Implementation> {
    if operation.family() != algorithm.family() {
        return None;
    }
    let in_aws_lc = match operation {
        Operation::Decapsulate => {
            matches!(algorithm, Algorithm::MlKem(_)) && format == KeyFormat::Expanded
        }
        Operation::Verify => matches!(algorithm, Algorithm::MlDsa(_)) && context.is_empty(),
        Operation::Encapsulate | Operation::Sign => false,
    };
    Some(match algorithm {
        Algorithm::SlhDsa { .. } => slh_dsa::implementation(),
        _ if in_aws_lc && cfg!(not(target_family = "wasm")) => Implementation::AwsLc,
        _ => Implementation::Libcrux,
    })
}

/// Generates a key pair.
#[must_use]
pub fn generate_key_pair(
    algorithm: Algorithm,
    format: KeyFormat,
    rng: &mut impl CryptoRng,
) -> KeyPair {
    let key = Key::generate(algorithm, rng);
    let reason = "a generated key has its seed and its public half";
    KeyPair {
        public: key.public_bytes().expect(reason).to_vec(),
        private: key.to_bytes(format).expect(reason),
    }
}

/// Creates a shared secret and its ciphertext for the public key.
///
/// # Errors
/// As in [`PublicKey::from_bytes`] and [`PublicKey::encapsulate`].
pub fn encapsulate(
    algorithm: Algorithm,
    public: &[u8],
    rng: &mut impl CryptoRng,
) -> Result<(Vec<u8>, SharedSecret), Error> {
    PublicKey::from_bytes(algorithm, public)?.encapsulate(rng)
}

/// Recovers the shared secret from a ciphertext.
///
/// # Errors
/// As in [`Key::from_bytes`] and [`Key::decapsulate`].
pub fn decapsulate(
    algorithm: Algorithm,
    ciphertext: &[u8],
    format: KeyFormat,
    private: &[u8],
) -> Result<SharedSecret, Error> {
    #[cfg(not(target_family = "wasm"))]
    if let Algorithm::MlKem(level) = algorithm
        && implementation(algorithm, Operation::Decapsulate, format, &[])
            == Some(Implementation::AwsLc)
    {
        return crate::key::decapsulate_once(level, ciphertext, private);
    }
    Key::from_bytes(algorithm, format, private)?.decapsulate(ciphertext)
}

/// Signs hedged, with randomness from `rng`.
///
/// # Errors
/// As in [`Key::from_bytes`] and [`Key::sign`].
pub fn sign(
    algorithm: Algorithm,
    message: &[u8],
    context: &[u8],
    format: KeyFormat,
    private: &[u8],
    rng: &mut impl CryptoRng,
) -> Result<Vec<u8>, Error> {
    Key::from_bytes(algorithm, format, private)?.sign(message, context, rng)
}

/// Signs deterministically.
///
/// # Errors
/// As in [`Key::from_bytes`] and [`Key::sign_deterministically`].
pub fn sign_deterministically(
    algorithm: Algorithm,
    message: &[u8],
    context: &[u8],
    format: KeyFormat,
    private: &[u8],
) -> Result<Vec<u8>, Error> {
    Key::from_bytes(algorithm, format, private)?.sign_deterministically(message, context)
}

/// Returns whether the public key's owner signed the message in this context. Returns false for a
/// malformed signature.
///
/// # Errors
/// As in [`PublicKey::from_bytes`] and [`PublicKey::verify`].
pub fn verify(
    algorithm: Algorithm,
    message: &[u8],
    context: &[u8],
    signature: &[u8],
    public: &[u8],
) -> Result<bool, Error> {
    PublicKey::from_bytes(algorithm, public)?.verify(message, context, signature)
}
