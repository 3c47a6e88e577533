//! Keyed digests: the store keeps them of texts that could be guessed.
//!
//! A plain digest of a request body or a name lets a reader of the store, or of a backup, test
//! guesses. A keyed digest can be tested only with the key, and the key is not in the store.

use std::fmt;
use std::sync::Arc;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use zeroize::Zeroizing;

/// The key of one purpose; cheap to clone, never printed, zeroised with its last clone. It is kept as the state of an
/// HMAC that has read it: a digest of a short text begins with a copy of that state, and takes half of the time.
#[derive(Clone)]
pub struct DigestKey(Arc<Hmac<Sha256>>);

/// An HMAC-SHA-256 digest.
pub type KeyedDigest = [u8; DIGEST_BYTES];

impl DigestKey {
    /// Creates a key; use each key for one purpose only.
    #[must_use]
    pub fn new(key: Zeroizing<[u8; DIGEST_BYTES]>) -> Self {
        let state = Hmac::<Sha256>::new_from_slice(&*key).expect("HMAC takes any key");
        // The bytes are wiped here.
        drop(key);
        Self(Arc::new(state))
    }

    /// Computes HMAC-SHA-256 over `label` and each part. Each is preceded by its length as eight
    /// bytes, so different lists of parts never give the same input.
    #[must_use]
    pub fn digest(&self, label: &str, parts: &[&[u8]]) -> KeyedDigest {
        self.mac(label, parts).finalize().into_bytes().into()
    }

    /// Whether `digest` is that of the label and the parts; compares in constant time.
    #[must_use]
    pub fn verifies(&self, label: &str, parts: &[&[u8]], digest: &KeyedDigest) -> bool {
        self.mac(label, parts).verify_slice(digest).is_ok()
    }

    fn mac(&self, label: &str, parts: &[&[u8]]) -> Hmac<Sha256> {
        let mut mac = (*self.0).clone();
        for part in std::iter::once(&label.as_bytes()).chain(parts) {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part);
        }
        mac
    }
}

impl fmt::Debug for DigestKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DigestKey(…)")
    }
}

/// Bytes of a key and of a digest.
const DIGEST_BYTES: usize = 32;

#[cfg(test)]
mod tests {
    use lockstep_store::{Entropy, SystemEntropy};

    use super::*;

    #[test]
    fn digests_differ_by_key_label_and_parts() {
        let key = |byte| DigestKey::new(Zeroizing::new([byte; DIGEST_BYTES]));
        let one = key(1).digest("body", &[b"ab", b"c"]);
        assert_eq!(one, key(1).digest("body", &[b"ab", b"c"]));
        assert!(key(1).verifies("body", &[b"ab", b"c"], &one));
        for other in [
            key(2).digest("body", &[b"ab", b"c"]),
            key(1).digest("name", &[b"ab", b"c"]),
            key(1).digest("body", &[b"a", b"bc"]),
            key(1).digest("body", &[b"abc"]),
            key(1).digest("body", &[b"ab", b"c", b""]),
        ] {
            assert_ne!(one, other);
        }
        assert_eq!(format!("{:?}", key(7)), "DigestKey(…)");
    }

    /// Compares with Python's `hmac` over the same framing: `hmac.new(b"\x0b"*32, frame(b"Hi") +
    /// frame(b"There"), "sha256")`.
    #[test]
    fn equals_another_implementation() {
        let key = DigestKey::new(Zeroizing::new([0x0b; DIGEST_BYTES]));
        let digest = key.digest("Hi", &[b"There"]);
        let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, KNOWN);
    }

    /// The state of a key is used for many digests: each is that of a new HMAC.
    #[test]
    fn a_digest_does_not_depend_on_earlier_ones() {
        let mut bytes = [0; DIGEST_BYTES];
        for _ in 0..20 {
            SystemEntropy.fill(&mut bytes);
            let key = DigestKey::new(Zeroizing::new(bytes));
            for len in [0, 1, 40, 55, 56, 64, 500] {
                let part = vec![bytes[0]; len];
                let mut new = Hmac::<Sha256>::new_from_slice(&bytes).unwrap();
                new.update(&1_u64.to_be_bytes());
                new.update(b"a");
                new.update(&(len as u64).to_be_bytes());
                new.update(&part);
                let expected: KeyedDigest = new.finalize().into_bytes().into();
                assert_eq!(key.digest("a", &[&part]), expected);
                assert_eq!(key.clone().digest("a", &[&part]), expected);
            }
        }
    }

    const KNOWN: &str = "66e428cd536597bf9f72b4a149d781414a7d8b6b054da8352b6563e78a87590c";
}
