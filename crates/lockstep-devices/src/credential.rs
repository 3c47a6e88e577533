//! Passwords of UADM devices: `lk_dp_`, 256 random bits and their CRC32 in base32. The store holds a SHA-256 digest.

use data_encoding::BASE32_NOPAD;
use lockstep_store::Entropy;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use zeroize::{Zeroize, Zeroizing};

/// The stored digest of a password: enough to recognise the password, not to reconstruct it.
#[derive(Clone, Copy)]
pub(crate) struct PasswordDigest(pub(crate) [u8; 32]);

/// Generates a random password, and the digest that the store keeps.
pub(crate) fn generate(entropy: &dyn Entropy) -> (Zeroizing<String>, PasswordDigest) {
    let mut bytes = [0; 36];
    entropy.fill(&mut bytes[..32]);
    let checksum = crc32fast::hash(&bytes[..32]).to_be_bytes();
    bytes[32..].copy_from_slice(&checksum);
    let mut digits = Zeroizing::new(BASE32_NOPAD.encode(&bytes));
    digits.make_ascii_lowercase();
    bytes.zeroize();
    let password = Zeroizing::new(format!("{PREFIX}{}", *digits));
    let digest = digest(password.as_bytes());
    (password, digest)
}

/// Returns the digest of a password.
pub(crate) fn digest(password: &[u8]) -> PasswordDigest {
    PasswordDigest(Sha256::digest(password).into())
}

impl PasswordDigest {
    /// Whether both digests are equal, in constant time.
    pub(crate) fn matches(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

const PREFIX: &str = "lk_dp_";

#[cfg(test)]
mod tests {
    use lockstep_store::SystemEntropy;

    use super::*;

    #[test]
    fn passwords_differ_and_are_recognised() {
        let (one, of_one) = generate(&SystemEntropy);
        let (other, of_other) = generate(&SystemEntropy);
        assert!(one.starts_with(PREFIX) && one.len() == PREFIX.len() + 58);
        assert!(of_one.matches(&digest(one.as_bytes())));
        assert!(!of_one.matches(&of_other));
        assert_ne!(one, other);
    }
}
