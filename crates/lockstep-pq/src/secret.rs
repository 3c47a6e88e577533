//! Secret bytes: wiped when dropped, not printed, compared in constant time.

use std::fmt;

use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

/// The 32 bytes both sides of a key encapsulation end up with.
#[derive(Clone)]
pub struct SharedSecret(Zeroizing<[u8; 32]>);

impl SharedSecret {
    pub(crate) fn new(bytes: [u8; 32]) -> Self {
        Self(Zeroizing::new(bytes))
    }

    /// The bytes themselves. They are uniform: they may be a key as they are.
    #[must_use]
    pub fn expose(&self) -> &[u8; 32] {
        &self.0
    }
}

/// A private key as bytes.
#[derive(Clone)]
pub struct SecretBytes(Zeroizing<Vec<u8>>);

impl SecretBytes {
    pub(crate) fn copied(bytes: &[u8]) -> Self {
        Self(Zeroizing::new(bytes.to_vec()))
    }

    pub(crate) fn random(len: usize, rng: &mut impl rand_core::CryptoRng) -> Self {
        let mut bytes = Zeroizing::new(vec![0; len]);
        rng.fill_bytes(&mut bytes);
        Self(bytes)
    }

    /// The bytes themselves.
    #[must_use]
    pub fn expose(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for SharedSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedSecret(..)")
    }
}

impl fmt::Debug for SecretBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SecretBytes({} bytes, ..)", self.0.len())
    }
}

impl PartialEq for SharedSecret {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&*other.0).into()
    }
}

impl Eq for SharedSecret {}

impl PartialEq for SecretBytes {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for SecretBytes {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn do_not_print() {
        assert_eq!(
            format!("{:?}", SharedSecret::new([7; 32])),
            "SharedSecret(..)"
        );
        let bytes = SecretBytes::copied(&[7; 3]);
        assert_eq!(format!("{bytes:?}"), "SecretBytes(3 bytes, ..)");
    }

    #[test]
    fn compare_by_their_bytes() {
        assert_eq!(SharedSecret::new([7; 32]), SharedSecret::new([7; 32]));
        assert_ne!(SharedSecret::new([7; 32]), SharedSecret::new([8; 32]));
        assert_eq!(SecretBytes::copied(b"a"), SecretBytes::copied(b"a"));
        assert_ne!(SecretBytes::copied(b"a"), SecretBytes::copied(b"ab"));
    }
}
