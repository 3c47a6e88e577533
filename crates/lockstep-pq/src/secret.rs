//! Secret bytes: wiped when dropped, never printed, compared in constant time.

use std::fmt;

use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

/// The 32 bytes that both parties of a key encapsulation get.
#[derive(Clone)]
pub struct SharedSecret(Zeroizing<[u8; 32]>);

impl SharedSecret {
    pub(crate) fn new(bytes: [u8; 32]) -> Self {
        Self(Zeroizing::new(bytes))
    }

    /// Returns the bytes. They are uniform, so they can be used directly as a key.
    #[must_use]
    pub fn expose(&self) -> &[u8; 32] {
        &self.0
    }
}

/// An encoded private key.
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

    /// Returns the bytes.
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
    fn debug_output_contains_no_secret() {
        assert_eq!(
            format!("{:?}", SharedSecret::new([7; 32])),
            "SharedSecret(..)"
        );
        let bytes = SecretBytes::copied(&[7; 3]);
        assert_eq!(format!("{bytes:?}"), "SecretBytes(3 bytes, ..)");
    }

    #[test]
    fn secrets_are_equal_if_their_bytes_are() {
        assert_eq!(SharedSecret::new([7; 32]), SharedSecret::new([7; 32]));
        assert_ne!(SharedSecret::new([7; 32]), SharedSecret::new([8; 32]));
        assert_eq!(SecretBytes::copied(b"a"), SecretBytes::copied(b"a"));
        assert_ne!(SecretBytes::copied(b"a"), SecretBytes::copied(b"ab"));
    }
}
