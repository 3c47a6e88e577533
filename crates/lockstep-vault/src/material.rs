//! The secrets of keys in memory, by their use. Only `lockstep-encryption` also uses this module, in
//! addition to this crate: `cargo xtask tidy` checks this.

use std::sync::{Arc, OnceLock};

use lockstep_fhe::{Capabilities, EvaluationKeys, ParameterSet, SetId};
use lockstep_seal::{Cipher, Kem, Key, PrivateKey, PublicKey};
use lockstep_web::ApiError;
use sha2::{Digest, Sha256};
use zeroize::{Zeroize, Zeroizing};

use crate::key::{KeyRecord, KeySlot, Mode};
use crate::rng::Rng;

pub use crate::locked::LockedMemory;

/// A key with its secret.
pub struct LoadedKey {
    /// The key's record.
    pub record: KeyRecord,
    /// The secret.
    pub material: Material,
    at_rest: OnceLock<LockedMemory<Key>>,
}

impl LoadedKey {
    pub(crate) fn new(record: KeyRecord, material: Material) -> Self {
        Self {
            record,
            material,
            at_rest: OnceLock::new(),
        }
    }

    /// The key that seals stored data under this key. It is derived from the secret, so the data is
    /// readable as long as the secret exists.
    pub(crate) fn at_rest(&self) -> &Key {
        self.at_rest.get_or_init(|| {
            let hashed = |secret: &[u8]| {
                let digest = Zeroizing::new(<[u8; 32]>::from(Sha256::digest(secret)));
                Key::from_bytes(Cipher::Aes256Gcm, &digest)
            };
            let from = match &self.material {
                Material::Shared(key) => {
                    return LockedMemory::new(key.derive(key.cipher(), AT_REST));
                }
                Material::Pair { private, .. } => hashed(&private.seed),
                Material::Fhe(secret) => hashed(secret.written()),
            };
            LockedMemory::new(from.derive(Cipher::Aes256Gcm, AT_REST))
        })
    }
}

const AT_REST: &[u8] = b"at rest";

/// The secret of a key, by its kind.
pub enum Material {
    /// A shared key of mode Basic, or a key of mode ZK.
    Shared(LockedMemory<Key>),
    /// A key pair of mode Basic.
    Pair {
        /// The seed of the private half.
        private: LockedMemory<Seed>,
        /// The public half.
        public: Arc<PublicKey>,
    },
    /// A key of mode FHE.
    Fhe(LockedMemory<FheSecret>),
}

/// The seed of a key pair's private key. The expanded halves are in heap memory that cannot be locked. They
/// are therefore created for each use and wiped after it, which takes about as long as opening an envelope.
pub struct Seed {
    kem: Kem,
    seed: [u8; SEED],
}

impl Seed {
    /// Reads the bytes that [`NewMaterial`] wrote; `None` if they are damaged.
    fn read(kem: Kem, secret: &[u8]) -> Option<LockedMemory<Self>> {
        if secret.len() != SEED {
            return None;
        }
        let empty = Self {
            kem,
            seed: [0; SEED],
        };
        Some(LockedMemory::filled(empty, |locked| {
            locked.seed.copy_from_slice(secret);
        }))
    }

    /// The private key.
    ///
    /// # Errors
    /// The seed is damaged.
    pub fn open(&self) -> Result<PrivateKey, ApiError> {
        PrivateKey::from_bytes(self.kem, &self.seed)
            .map_err(|error| ApiError::internal(error.to_string()))
    }
}

impl Drop for Seed {
    fn drop(&mut self) {
        self.seed.zeroize();
    }
}

/// Seed bytes of both kinds of key pair.
const SEED: usize = 32;

/// A homomorphic secret in stored form, two bits for each coefficient, which fits into locked pages. The
/// expanded form is about 100 times larger. It is created for each use in less than a millisecond, and
/// wiped after it.
pub struct FheSecret {
    set: SetId,
    length: usize,
    bytes: [u8; MAX_SECRET_BYTES],
}

impl FheSecret {
    /// Reads the bytes that [`NewMaterial`] wrote; `None` if they are damaged.
    fn read(set: SetId, secret: &[u8]) -> Option<LockedMemory<Self>> {
        let (of, _) = lockstep_fhe::owner(secret).ok()?;
        if of != set || secret.len() > MAX_SECRET_BYTES {
            return None;
        }
        let empty = Self {
            set,
            length: secret.len(),
            bytes: [0; MAX_SECRET_BYTES],
        };
        Some(LockedMemory::filled(empty, |locked| {
            locked.bytes[..secret.len()].copy_from_slice(secret);
        }))
    }

    fn written(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// The expanded secret key.
    ///
    /// # Errors
    /// The secret is damaged.
    pub fn open(&self) -> Result<lockstep_fhe::SecretKey, ApiError> {
        lockstep_fhe::SecretKey::from_bytes(&parameters(self.set), self.written())
            .map_err(|_| ApiError::internal("a homomorphic secret is damaged"))
    }
}

impl Drop for FheSecret {
    fn drop(&mut self) {
        self.bytes.zeroize();
    }
}

/// The maximum stored length: 16384 coefficients and the fields around them.
const MAX_SECRET_BYTES: usize = 16_384 / 4 + 30;

/// A new secret and its public half.
pub(crate) struct NewMaterial {
    pub(crate) secret: Zeroizing<Vec<u8>>,
    /// The public half; for a shared key, its check value.
    pub(crate) public: Vec<u8>,
}

impl NewMaterial {
    pub(crate) fn new(slot: KeySlot, rng: &mut Rng) -> Self {
        if let Some(set) = slot.set() {
            let secret = lockstep_fhe::SecretKey::generate(&parameters(set), rng);
            return Self {
                public: secret.id().0.to_vec(),
                secret: secret.to_bytes(),
            };
        }
        if let Some(kem) = slot.kem() {
            let private = PrivateKey::generate(kem, rng);
            return Self {
                public: private.public_key().to_bytes().to_vec(),
                secret: Zeroizing::new(private.to_bytes().to_vec()),
            };
        }
        let key = Key::generate(slot.cipher(), rng);
        Self {
            public: key.check_value().to_vec(),
            secret: Zeroizing::new(key.expose().to_vec()),
        }
    }
}

impl Material {
    /// The public half as [`NewMaterial`] stores it in the key's row; `None` if the secret is damaged.
    pub(crate) fn public(&self) -> Option<Vec<u8>> {
        Some(match self {
            Self::Shared(key) => key.check_value().to_vec(),
            Self::Pair { public, .. } => public.to_bytes().to_vec(),
            Self::Fhe(secret) => secret.open().ok()?.id().0.to_vec(),
        })
    }

    /// Reads a secret that [`NewMaterial`] wrote; `None` if it is damaged.
    pub(crate) fn read(slot: KeySlot, secret: &[u8]) -> Option<Self> {
        if let Some(set) = slot.set() {
            return FheSecret::read(set, secret).map(Self::Fhe);
        }
        if let Some(kem) = slot.kem() {
            let private = Seed::read(kem, secret)?;
            return Some(Self::Pair {
                public: Arc::new(private.open().ok()?.public_key()),
                private,
            });
        }
        let bytes: &[u8; 32] = secret.try_into().ok()?;
        Some(Self::Shared(LockedMemory::new(Key::from_bytes(
            slot.cipher(),
            bytes,
        ))))
    }
}

/// A parameter set, constructed once and cached.
#[must_use]
pub fn parameters(id: SetId) -> ParameterSet {
    static SETS: [OnceLock<ParameterSet>; 6] = [const { OnceLock::new() }; 6];
    let index = SetId::ALL.iter().position(|known| *known == id);
    SETS[index.unwrap_or_default()]
        .get_or_init(|| ParameterSet::new(id))
        .clone()
}

/// The keys that compute on ciphertexts, and their bytes.
pub(crate) struct ComputeKeys {
    pub(crate) evaluation: EvaluationKeys,
    pub(crate) evaluation_bytes: Vec<u8>,
    pub(crate) public_bytes: Vec<u8>,
}

/// Derives evaluation keys and a public key from a secret key.
pub(crate) fn compute_keys(
    secret: &lockstep_fhe::SecretKey,
    rng: &mut Rng,
) -> Result<ComputeKeys, ApiError> {
    let wanted = Capabilities::all(secret.parameters());
    let keys = EvaluationKeys::generate(secret, &wanted, rng)
        .map_err(|error| ApiError::internal(error.to_string()))?;
    let public = lockstep_fhe::PublicKey::generate(secret, rng).to_bytes();
    Ok(ComputeKeys {
        evaluation_bytes: keys.to_bytes(),
        evaluation: keys,
        public_bytes: public,
    })
}

impl KeySlot {
    /// Whether more than the secret must be created before the key is complete.
    pub(crate) fn needs_more(self) -> bool {
        self.mode == Mode::Fhe
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn homomorphic_secrets_are_held_as_they_are_written() {
        let entropy: Arc<dyn lockstep_store::Entropy> = Arc::new(lockstep_store::SystemEntropy);
        let mut rng = Rng::new(&entropy);
        for set in SetId::ALL {
            let secret = lockstep_fhe::SecretKey::generate(&parameters(set), &mut rng);
            let bytes = secret.to_bytes();
            let locked = FheSecret::read(set, &bytes).unwrap();
            assert_eq!(locked.open().unwrap().to_bytes(), bytes);
            // The largest fills the space to the last byte.
            assert!(bytes.len() <= MAX_SECRET_BYTES);
            let other = SetId::ALL.into_iter().find(|other| *other != set).unwrap();
            assert!(FheSecret::read(other, &bytes).is_none());
            assert!(FheSecret::read(set, &[0; 5000]).is_none());
            let cut = FheSecret::read(set, &bytes[..bytes.len() - 1]);
            assert!(cut.is_none_or(|locked| locked.open().is_err()));
        }
    }

    #[test]
    fn pairs_are_held_as_the_seeds_they_are_made_from() {
        let entropy: Arc<dyn lockstep_store::Entropy> = Arc::new(lockstep_store::SystemEntropy);
        let mut rng = Rng::new(&entropy);
        for kem in [Kem::XWing, Kem::MlKem1024P384] {
            assert_eq!(kem.private_key_len(), SEED);
            let private = PrivateKey::generate(kem, &mut rng);
            let bytes = private.to_bytes();
            let locked = Seed::read(kem, &*bytes).unwrap();
            assert_eq!(locked.open().unwrap().public_key(), private.public_key());
            assert_eq!(locked.open().unwrap().to_bytes(), bytes);
            for damaged in [&bytes[..SEED - 1], &[], &[0; SEED + 1]] {
                assert!(Seed::read(kem, damaged).is_none());
            }
        }
    }
}
