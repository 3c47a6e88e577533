//! Credentials that were valid lately. The gate looks them up in the store even if their address has
//! used up its requests without a valid credential.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use lockstep_store::Entropy;
use lockstep_store::clock::entropy_array;
use zeroize::Zeroizing;

use crate::digest::{DigestKey, KeyedDigest};

/// A bounded set of keyed digests of credentials, in memory.
pub(crate) struct KnownCredentials {
    key: DigestKey,
    digests: Mutex<HashSet<KeyedDigest>>,
}

impl KnownCredentials {
    /// Creates an empty set with a random key.
    pub(crate) fn new(entropy: &dyn Entropy) -> Self {
        Self {
            key: DigestKey::new(Zeroizing::new(entropy_array(entropy))),
            digests: Mutex::default(),
        }
    }

    pub(crate) fn contains(&self, credential: &str) -> bool {
        let digest = self.digest(credential);
        self.lock().contains(&digest)
    }

    /// Records a credential that was valid.
    pub(crate) fn insert(&self, credential: &str) {
        let digest = self.digest(credential);
        let mut digests = self.lock();
        if digests.len() >= MAX_KNOWN_CREDENTIALS {
            // Each is recorded again at its next use.
            digests.clear();
        }
        digests.insert(digest);
    }

    /// Removes a credential that is no longer valid.
    pub(crate) fn remove(&self, credential: &str) {
        let digest = self.digest(credential);
        self.lock().remove(&digest);
    }

    fn digest(&self, credential: &str) -> KeyedDigest {
        self.key.digest("credential", &[credential.as_bytes()])
    }

    /// Ignores poisoning: no holder of this lock leaves a half-done change.
    fn lock(&self) -> MutexGuard<'_, HashSet<KeyedDigest>> {
        self.digests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The maximum number of credentials that are kept: about 1 MB.
const MAX_KNOWN_CREDENTIALS: usize = 20_000;

#[cfg(test)]
mod tests {
    use super::*;
    use lockstep_store::SystemEntropy;

    #[test]
    fn the_set_is_bounded() {
        let known = KnownCredentials::new(&SystemEntropy);
        for nth in 0..=MAX_KNOWN_CREDENTIALS {
            known.insert(&nth.to_string());
        }
        assert_eq!(known.lock().len(), 1);
        let last = MAX_KNOWN_CREDENTIALS.to_string();
        assert!(known.contains(&last) && !known.contains("0"));
        known.remove(&last);
        assert!(!known.contains(&last));
    }
}
