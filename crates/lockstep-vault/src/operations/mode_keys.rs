//! The keys of accounts for the encryption modes. Other modules add the operations.

use crate::vault::Vault;

/// The keys of accounts for the encryption modes: one current key for each slot, and the earlier ones.
#[derive(Clone, Copy)]
pub struct ModeKeys<'v>(pub(super) &'v Vault);

impl Vault {
    /// The keys of accounts for the encryption modes.
    #[must_use]
    pub fn mode_keys(&self) -> ModeKeys<'_> {
        ModeKeys(self)
    }
}
