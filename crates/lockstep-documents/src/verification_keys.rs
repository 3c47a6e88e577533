//! Verification keys that were read, kept for the next proofs under them.
//!
//! Reading a key checks every point of it, which takes longer than the verification of a proof. What is kept says nothing
//! about trust: whether a key may be used is decided anew for each proof.

use std::any::Any;
use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use lockstep_zk::formats::json;
use lockstep_zk::{Curve, Result, groth16, pghr13};
use sha2::{Digest, Sha256};

/// Keys by the SHA-256 of their text. It keeps at most 32 keys, of 16 MiB in total, and drops the least recently used
/// first.
#[derive(Default)]
pub struct VerificationKeys {
    kept: Mutex<Kept>,
    reads: AtomicU64,
}

/// A key of Groth16.
pub struct Groth16Key<E: Curve> {
    key: groth16::VerifyingKey<E>,
    digest: [u8; 32],
    is_canonical: bool,
    is_used: AtomicBool,
    prepared: OnceLock<groth16::PreparedKey<E>>,
}

/// A key of PGHR13.
pub struct Pghr13Key<E: Curve> {
    key: pghr13::VerifyingKey<E>,
    digest: [u8; 32],
    is_canonical: bool,
}

impl VerificationKeys {
    /// Returns the key of this snarkjs JSON; reads it if it is not kept.
    ///
    /// # Errors
    /// As [`json::read_verifying_key_while`].
    pub fn groth16<E: Curve>(
        &self,
        text: &str,
        is_active: &(dyn Fn() -> bool + Sync),
    ) -> Result<Arc<Groth16Key<E>>> {
        self.key(text, || {
            let key = json::read_verifying_key_while::<E>(text, is_active)?;
            let bytes = key.ic.len() * (1 + MULTIPLES_PER_INPUT) * size_of::<E::G1Affine>()
                + PREPARED_POINTS * size_of::<E::G2Affine>();
            let key = Groth16Key {
                digest: key.digest(),
                is_canonical: json::write_verifying_key(&key) == text,
                key,
                is_used: AtomicBool::new(false),
                prepared: OnceLock::new(),
            };
            Ok((key, bytes))
        })
    }

    /// As [`Self::groth16`], for PGHR13.
    ///
    /// # Errors
    /// As [`json::read_pghr13_key_while`].
    pub fn pghr13<E: Curve>(
        &self,
        text: &str,
        is_active: &(dyn Fn() -> bool + Sync),
    ) -> Result<Arc<Pghr13Key<E>>> {
        self.key(text, || {
            let key = json::read_pghr13_key_while::<E>(text, is_active)?;
            let bytes = size_of_val(&key) + key.ic.len() * size_of::<E::G1Affine>();
            let key = Pghr13Key {
                digest: key.digest(),
                is_canonical: json::write_pghr13_key(&key) == text,
                key,
            };
            Ok((key, bytes))
        })
    }

    /// Returns how many keys were read so far, also without success.
    #[must_use]
    pub fn reads(&self) -> u64 {
        self.reads.load(Ordering::Relaxed)
    }

    /// Drops all keys.
    pub fn clear(&self) {
        *self.lock() = Kept::default();
    }

    fn key<K: Any + Send + Sync>(
        &self,
        text: &str,
        read: impl FnOnce() -> Result<(K, usize)>,
    ) -> Result<Arc<K>> {
        let name: [u8; 32] = Sha256::digest(text.as_bytes()).into();
        let found = self.lock().find(&name);
        // The same text as a key of another scheme or curve is read, and refused, as if nothing was kept.
        if let Some(found) = found.and_then(|key| key.downcast().ok()) {
            return Ok(found);
        }
        self.reads.fetch_add(1, Ordering::Relaxed);
        let (key, bytes) = read()?;
        let key = Arc::new(key);
        let shared = Arc::<K>::clone(&key);
        self.lock().keep(name, shared, bytes);
        Ok(key)
    }

    /// No holder of this lock panics between two related changes, so a poisoned lock is usable.
    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for VerificationKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VerificationKeys")
            .field("kept", &self.lock().keys.len())
            .field("reads", &self.reads())
            .finish()
    }
}

impl<E: Curve> Groth16Key<E> {
    /// SHA-256 of the key.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        self.digest
    }

    /// Whether writing the key gives the text that it was read from.
    #[must_use]
    pub fn is_canonical(&self) -> bool {
        self.is_canonical
    }

    /// As [`groth16::verify`]. The second proof prepares the key: that takes longer than it saves for one.
    ///
    /// # Errors
    /// As [`groth16::verify`].
    pub fn verify(&self, public: &[E::ScalarField], proof: &groth16::Proof<E>) -> Result<bool> {
        // A module of WebAssembly reads the key of each document again: the code that prepares keys would never run there.
        if cfg!(target_family = "wasm") || !self.is_used.swap(true, Ordering::Relaxed) {
            return groth16::verify(&self.key, public, proof);
        }
        let prepared = self
            .prepared
            .get_or_init(|| groth16::PreparedKey::new(&self.key));
        prepared.verify(public, proof)
    }
}

impl<E: Curve> Pghr13Key<E> {
    /// SHA-256 of the key.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        self.digest
    }

    /// Whether writing the key gives the text that it was read from.
    #[must_use]
    pub fn is_canonical(&self) -> bool {
        self.is_canonical
    }

    /// The key, for [`pghr13::verify`].
    #[must_use]
    pub fn key(&self) -> &pghr13::VerifyingKey<E> {
        &self.key
    }
}

/// The keys that are kept.
#[derive(Default)]
struct Kept {
    keys: HashMap<[u8; 32], KeptKey>,
    /// Grows with each use.
    time: u64,
}

struct KeptKey {
    key: Arc<dyn Any + Send + Sync>,
    bytes: usize,
    used_at: u64,
}

impl Kept {
    fn find(&mut self, name: &[u8; 32]) -> Option<Arc<dyn Any + Send + Sync>> {
        self.time += 1;
        let found = self.keys.get_mut(name)?;
        found.used_at = self.time;
        Some(Arc::clone(&found.key))
    }

    fn keep(&mut self, name: [u8; 32], key: Arc<dyn Any + Send + Sync>, bytes: usize) {
        if bytes > MAX_BYTES {
            return;
        }
        self.time += 1;
        let used_at = self.time;
        self.keys.insert(
            name,
            KeptKey {
                key,
                bytes,
                used_at,
            },
        );
        while self.keys.len() > MAX_KEYS || self.bytes() > MAX_BYTES {
            let oldest = self.keys.iter().min_by_key(|(_, key)| key.used_at);
            let Some(oldest) = oldest.map(|(name, _)| *name) else {
                return;
            };
            self.keys.remove(&oldest);
        }
    }

    fn bytes(&self) -> usize {
        self.keys.values().map(|key| key.bytes).sum()
    }
}

/// The maximum number of keys. A platform has one for each circuit, scheme and curve.
const MAX_KEYS: usize = 32;

/// The maximum size of all keys, prepared.
const MAX_BYTES: usize = 16 << 20;

/// The points that a prepared key has for each of its inputs.
const MULTIPLES_PER_INPUT: usize = 64;

/// More points of G2 than the three prepared points and the key's own take: a prepared point has three numbers for each
/// step of the pairing, and no curve has 128 steps.
const PREPARED_POINTS: usize = 3 * 2 * 128;

#[cfg(test)]
mod tests {
    use super::*;

    fn key(value: u64) -> Arc<dyn Any + Send + Sync> {
        Arc::new(value)
    }

    fn names(kept: &Kept) -> Vec<u8> {
        let mut names: Vec<u8> = kept.keys.keys().map(|name| name[0]).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn the_least_recently_used_key_is_dropped_first() {
        let mut kept = Kept::default();
        for name in 0..u8::try_from(MAX_KEYS).unwrap() {
            kept.keep([name; 32], key(u64::from(name)), 1);
        }
        assert!(kept.find(&[0; 32]).is_some());
        kept.keep([200; 32], key(200), 1);
        assert_eq!(kept.keys.len(), MAX_KEYS);
        assert!(kept.find(&[0; 32]).is_some(), "used lately");
        assert!(kept.find(&[1; 32]).is_none(), "not used");
    }

    #[test]
    fn the_bytes_of_all_keys_are_bounded() {
        let mut kept = Kept::default();
        kept.keep([1; 32], key(1), MAX_BYTES / 2);
        kept.keep([2; 32], key(2), MAX_BYTES / 2);
        assert_eq!(names(&kept), [1, 2]);
        kept.keep([3; 32], key(3), 1);
        assert_eq!(names(&kept), [2, 3]);
        // A key that is too large is not kept, and drops no other one.
        kept.keep([4; 32], key(4), MAX_BYTES + 1);
        assert_eq!(names(&kept), [2, 3]);
        kept.keep([5; 32], key(5), MAX_BYTES);
        assert_eq!(names(&kept), [5]);
    }

    #[test]
    fn a_text_is_read_once_and_as_one_type_of_key() {
        let keys = VerificationKeys::default();
        let number = |text: &str| keys.key(text, || Ok((7_u64, 1))).map(|key| *key);
        assert_eq!(number("a").unwrap(), 7);
        assert_eq!(number("a").unwrap(), 7);
        assert_eq!(keys.reads(), 1);
        assert_eq!(number("b").unwrap(), 7);
        assert_eq!(keys.reads(), 2);
        let refusal = || lockstep_zk::Error::Interrupted;
        let other = keys.key::<u8>("a", || Err(refusal()));
        assert!(other.is_err(), "another type is read anew");
        assert_eq!(keys.reads(), 3);
        assert!(keys.key::<u64>("c", || Err(refusal())).is_err());
        assert!(keys.key::<u64>("c", || Err(refusal())).is_err());
        assert_eq!(keys.reads(), 5, "what was refused is not kept");
        keys.clear();
        number("a").unwrap();
        assert_eq!(keys.reads(), 6);
    }
}
