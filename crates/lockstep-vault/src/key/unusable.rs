//! The reason why data under a key cannot be opened.

use super::Status;

/// The reason why data under a key cannot be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnusableKeyReason {
    /// The key is in this state, in which it does not decrypt.
    Status(Status),
    /// The row or the secret of the key is damaged or missing. A scrub repairs or names it.
    Damaged,
}

impl UnusableKeyReason {
    /// Returns the reason as API responses state it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Status(status) => status.as_str(),
            Self::Damaged => "damaged",
        }
    }
}

impl std::fmt::Display for UnusableKeyReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}
