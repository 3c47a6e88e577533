//! What an envelope held: wiped when dropped, not printed.

use std::fmt;
use std::ops::Deref;

use zeroize::optimization_barrier;

/// The bytes of an opened envelope.
#[derive(Clone, PartialEq, Eq)]
pub struct Plaintext(Vec<u8>);

impl Plaintext {
    pub(crate) fn new(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// The bytes, to be kept: whoever takes them wipes them.
    #[must_use]
    pub fn into_bytes(mut self) -> Vec<u8> {
        std::mem::take(&mut self.0)
    }
}

impl Deref for Plaintext {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl Drop for Plaintext {
    fn drop(&mut self) {
        wipe(&mut self.0);
    }
}

impl fmt::Debug for Plaintext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Plaintext({} bytes, ..)", self.0.len())
    }
}

/// Zeros at the speed of `memset`, which at a mebibyte is five times that of volatile writes; the
/// barrier keeps the compiler from leaving them out. Empty afterwards.
pub(crate) fn wipe(bytes: &mut Vec<u8>) {
    bytes.fill(0);
    optimization_barrier(bytes.as_slice());
    bytes.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn does_not_print() {
        let plaintext = Plaintext::new(vec![61; 3]);
        assert_eq!(format!("{plaintext:?}"), "Plaintext(3 bytes, ..)");
        assert_eq!(plaintext.into_bytes(), [61; 3]);
    }
}
