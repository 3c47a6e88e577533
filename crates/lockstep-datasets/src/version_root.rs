//! The root of a version: a keyed digest chain over its packed chunks, in order.
//!
//! The key is the account's own, so a root reveals nothing about the values, not even to somebody who guesses them. It
//! identifies what was uploaded: it stays when columns are converted to another mode and when keys are rotated.

use data_encoding::HEXLOWER;
use lockstep_vault::AccountKeys;

use crate::table::RowGroup;

/// The root of the groups of rows so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct VersionRoot([u8; 32]);

impl VersionRoot {
    /// Adds the next group of rows.
    pub(crate) fn add(&mut self, keys: &AccountKeys, group: &RowGroup) {
        for (column, chunk) in group.chunks.iter().enumerate() {
            let digest = keys.row_digests().digest(
                LABEL,
                &[
                    &self.0,
                    &group.row0.to_be_bytes(),
                    &group.n.to_be_bytes(),
                    &(column as u64).to_be_bytes(),
                    &chunk.bytes,
                ],
            );
            self.0 = digest;
        }
    }

    /// Returns the root in hexadecimal.
    pub(crate) fn hex(&self) -> String {
        HEXLOWER.encode(&self.0)
    }
}

/// Separates these digests from others under the same key; it never changes.
const LABEL: &str = "dataset version root v1";
