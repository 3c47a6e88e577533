//! The platform's signature under its own statements: roots of series, checkpoints of the audit chain,
//! receipts of erasures. ML-DSA-65 (FIPS 204, pure, hedged) with its own context string.
//!
//! A signature attests that this installation made the statement at that time, not that it is true.

use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use data_encoding::{BASE64, HEXLOWER};
use lockstep_documents::rotation::{Chain, KeyHandover, ROTATION, Rotation, in_time};
use lockstep_documents::signed::{ALGORITHM, FINGERPRINT_DIGITS};
use lockstep_documents::{
    AttestationKey, CONTEXT, Document, Fingerprint, Record, SignatureError, SignedRecord, record,
};
use lockstep_pq::{Key as SigningKey, KeyFormat, PublicKey};
use lockstep_seal::{Cipher, Key};
use lockstep_store::{Entropy, Timestamp};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::locked::LockedMemory;
use crate::rng::Rng;

/// Signs for the platform; cheap to clone.
///
/// Only the seed stays in memory, in a page that is never swapped out. The unpacked key exists for one
/// signature and is then wiped, since it is in ordinary heap pages. Every clone signs with the current key.
/// After a rotation, no clone signs with an older key.
#[derive(Clone)]
pub struct Attester {
    key: AttestationKey,
    shared: Arc<Shared>,
}

struct Shared {
    current: RwLock<SigningKeys>,
    installation: String,
    entropy: Arc<dyn Entropy>,
}

/// The current signing key, and its predecessors.
struct SigningKeys {
    seed: LockedMemory<Key>,
    key: AttestationKey,
    rotations: Vec<Rotation>,
    chain: Chain,
}

/// A key that will replace the current one.
pub(crate) struct SuccessorKey {
    pub(crate) seed: Key,
    pub(crate) rotation: Rotation,
    pub(crate) number: u64,
}

impl Attester {
    /// `rotations` lead to this key, oldest first; if they do not, the key has no chain.
    pub(crate) fn new(
        seed: Key,
        rotations: Vec<Rotation>,
        installation: &[u8; 16],
        entropy: &Arc<dyn Entropy>,
    ) -> Self {
        let key = AttestationKey::new(public_half(&seed));
        let chain = Chain::new(&rotations).ok();
        let chain = chain.filter(|chain| chain.newest().is_none_or(|newest| *newest == key));
        let (rotations, chain) = match chain {
            Some(chain) => (rotations, chain),
            None => {
                tracing::error!("the rotations of the attestation key do not lead to it");
                (Vec::new(), Chain::default())
            }
        };
        Self {
            key: key.clone(),
            shared: Arc::new(Shared {
                current: RwLock::new(SigningKeys {
                    seed: LockedMemory::new(seed),
                    key,
                    rotations,
                    chain,
                }),
                installation: HEXLOWER.encode(installation),
                entropy: Arc::clone(entropy),
            }),
        }
    }

    /// The same signer with its present current key.
    pub(crate) fn renewed(&self) -> Self {
        Self {
            key: self.current().key.clone(),
            shared: Arc::clone(&self.shared),
        }
    }

    fn current(&self) -> RwLockReadGuard<'_, SigningKeys> {
        let current = self.shared.current.read();
        current.unwrap_or_else(PoisonError::into_inner)
    }

    /// Creates a successor of this key; both keys sign the rotation.
    pub(crate) fn successor(&self, at: Timestamp) -> SuccessorKey {
        self.shared.successor(&self.current(), at)
    }

    /// Creates the next key and has `keep` write it to disk. Signatures wait until `keep` returns, and use
    /// the new key afterwards. Blocks.
    pub(crate) fn rotate<E>(
        &self,
        now: impl FnOnce() -> Timestamp,
        keep: impl FnOnce(&SuccessorKey) -> Result<(), E>,
    ) -> Result<Rotation, E> {
        let current = self.shared.current.write();
        let mut current = current.unwrap_or_else(PoisonError::into_inner);
        // Under the lock, so that every signature of the old key carries an earlier time.
        let successor = self.shared.successor(&current, now());
        keep(&successor)?;
        let SuccessorKey { seed, rotation, .. } = successor;
        let mut rotations = std::mem::take(&mut current.rotations);
        rotations.push(rotation.clone());
        *current = SigningKeys {
            key: AttestationKey::new(public_half(&seed)),
            seed: LockedMemory::new(seed),
            chain: Chain::new(&rotations).unwrap_or_default(),
            rotations,
        };
        Ok(rotation)
    }

    /// Every rotation that led to the current key, oldest first.
    #[must_use]
    pub fn rotations(&self) -> Vec<Rotation> {
        self.current().rotations.clone()
    }

    /// The verified chain of rotations.
    #[must_use]
    pub fn chain(&self) -> Chain {
        self.current().chain.clone()
    }

    /// The key that made a signature, if it is a present or former key of this platform.
    pub(crate) fn key_of(&self, signed: &SignedRecord) -> Option<AttestationKey> {
        let named: Fingerprint = signed.key.parse().ok()?;
        let current = self.current();
        if current.key.fingerprint() == named {
            return Some(current.key.clone());
        }
        current.chain.key(named).cloned()
    }

    /// The signed record, if this platform signed it with its key of that time.
    ///
    /// # Errors
    /// [`SignatureError`].
    pub(crate) fn verify_as<B: DeserializeOwned>(
        &self,
        signed: &SignedRecord,
    ) -> Result<Record<B>, SignatureError> {
        let key = self
            .key_of(signed)
            .ok_or_else(|| SignatureError::OtherKey {
                named: signed.key.chars().take(FINGERPRINT_DIGITS).collect(),
                expected: self.current().key.fingerprint(),
            })?;
        let record = signed.verify_as(&key)?;
        in_time(&self.current().chain, &key, record.at)?;
        Ok(record)
    }

    /// Signs a record of a format: the common fields, then those of `body` in alphabetical order. Waits
    /// for nothing, so a transaction may call it.
    #[must_use]
    pub fn attest(&self, format: &str, at: Timestamp, body: impl Serialize) -> SignedRecord {
        self.sign(&record::text(format, &self.shared.installation, at, &body))
    }

    /// Signs a text as it is.
    #[must_use]
    pub fn sign(&self, record: &str) -> SignedRecord {
        let current = self.current();
        let rng = &mut Rng::new(&self.shared.entropy);
        signed_by(&current.seed, &current.key, record, rng)
    }

    /// Passes the seed of the current key to a function that wraps it.
    pub(crate) fn wrapped_by<T>(&self, wrap: impl FnOnce(&Key) -> T) -> T {
        wrap(&self.current().seed)
    }

    /// The document of a record that this platform signed with its current or an earlier key: the record with the
    /// public key of that time.
    #[must_use]
    pub fn document(&self, format: &str, signed: SignedRecord) -> Document {
        let key = self.key_of(&signed);
        let key = key.unwrap_or_else(|| self.key.clone());
        Document::by(format, signed, &key)
    }

    /// The public key of the signer at the time this value was created.
    #[must_use]
    pub fn key(&self) -> &AttestationKey {
        &self.key
    }

    /// The id of the installation, in hexadecimal.
    #[must_use]
    pub fn installation(&self) -> &str {
        &self.shared.installation
    }
}

impl Shared {
    fn successor(&self, current: &SigningKeys, at: Timestamp) -> SuccessorKey {
        let rng = &mut Rng::new(&self.entropy);
        let seed = Key::generate(Cipher::Aes256Gcm, rng);
        let key = AttestationKey::new(public_half(&seed));
        let number = current.chain.number() + 1;
        let says = KeyHandover {
            number,
            old: current.key.fingerprint().to_string(),
            new: key.fingerprint().to_string(),
            public_key: key.to_base64(),
        };
        let record = record::text(ROTATION, &self.installation, at, &says);
        let document = |seed: &Key, by: &AttestationKey, rng: &mut Rng| {
            let signed = signed_by(seed, by, &record, rng);
            Document::by(ROTATION, signed, by)
        };
        let rotation = Rotation {
            by_old: document(&current.seed, &current.key, rng),
            by_new: document(&seed, &key, rng),
        };
        SuccessorKey {
            seed,
            rotation,
            number,
        }
    }
}

fn signed_by(seed: &Key, key: &AttestationKey, record: &str, rng: &mut Rng) -> SignedRecord {
    let signature = unpacked(seed)
        .sign(record.as_bytes(), CONTEXT.as_bytes(), rng)
        .expect("a signing key made of its seed, and a context of a few bytes");
    SignedRecord {
        record: record.to_owned(),
        signature: BASE64.encode(&signature),
        key: key.fingerprint().to_string(),
    }
}

#[cfg(test)]
impl Attester {
    pub(crate) fn seed_for_a_test(&self) -> [u8; 32] {
        *self.current().seed.expose()
    }

    pub(crate) fn alone(seed: Key, installation: &[u8; 16], entropy: &Arc<dyn Entropy>) -> Self {
        Self::new(seed, Vec::new(), installation, entropy)
    }
}

fn public_half(seed: &Key) -> PublicKey {
    unpacked(seed)
        .public_key()
        .expect("a key that was made of its seed knows its public half")
}

fn unpacked(seed: &Key) -> SigningKey {
    SigningKey::from_bytes(ALGORITHM, KeyFormat::Seed, seed.expose())
        .expect("32 bytes, as a seed of this algorithm has")
}

#[cfg(test)]
mod tests {
    use lockstep_store::SystemEntropy;
    use serde_json::json;

    use super::*;

    fn attester() -> Attester {
        let entropy: Arc<dyn Entropy> = Arc::new(SystemEntropy);
        let seed = Key::generate(Cipher::Aes256Gcm, &mut Rng::new(&entropy));
        Attester::alone(seed, &[7; 16], &entropy)
    }

    fn signed(by: &Attester) -> SignedRecord {
        let body = json!({ "count": 3 }).as_object().unwrap().clone();
        by.attest("lockstep-test/1", Timestamp(0), body)
    }

    #[test]
    fn a_record_says_its_format_first_and_verifies() {
        let ada = attester();
        let signed = signed(&ada);
        assert_eq!(
            signed.record,
            "{\"format\":\"lockstep-test/1\",\"installation\":\"07070707070707070707070707070707\",\
             \"at\":\"1970-01-01T00:00:00.000Z\",\"count\":3}"
        );
        let record = signed.verify(ada.key()).unwrap();
        assert_eq!(record.body["count"], 3);
        let read = AttestationKey::from_base64(&ada.key().to_base64()).unwrap();
        assert_eq!(read, *ada.key());
        assert_eq!(signed.verify(&read), Ok(record));
        let bytes = BASE64.decode(ada.key().to_base64().as_bytes()).unwrap();
        let other = PublicKey::from_bytes(ALGORITHM, &bytes).unwrap();
        let signature = BASE64.decode(signed.signature.as_bytes()).unwrap();
        let says = signed.record.as_bytes();
        let with = |context: &str| other.verify(says, context.as_bytes(), &signature).unwrap();
        assert!(with(CONTEXT));
        assert!(!with(""), "only its context contains it");
    }
}
