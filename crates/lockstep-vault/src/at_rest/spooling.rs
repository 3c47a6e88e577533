//! Files of an account that wait in the spool.

use std::path::Path;

use lockstep_store::id::UserId;
use lockstep_web::ApiError;

use crate::spool::{SpoolLimits, SpoolWriter};
use crate::vault::Vault;

impl Vault {
    /// Begins a file of an account in the folder of the spool. Blocks for the time of a write to the page
    /// cache.
    ///
    /// # Errors
    /// A file that cannot be made.
    pub fn spool(
        &self,
        user: &UserId,
        folder: &Path,
        limits: SpoolLimits,
    ) -> Result<SpoolWriter, ApiError> {
        SpoolWriter::begin(
            self.spooled().clone(),
            user,
            folder,
            limits,
            &mut self.rng(),
        )
    }

    /// Bytes of an account that wait in the spool.
    #[must_use]
    pub fn spooled_bytes(&self, user: &UserId) -> u64 {
        self.spooled().of(user)
    }
}
