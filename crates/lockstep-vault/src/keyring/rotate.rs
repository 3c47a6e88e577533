//! Rotation of the attestation key: both keys sign the rotation, the store records it, then the old seed is
//! overwritten. After a crash the old key is valid, or the next opening finishes the rotation.

use lockstep_documents::rotation::Rotation;
use lockstep_store::{Ctx, StoreError, Tx};
use tokio::runtime::Handle;

use super::{ATTEST, Keyring, NEXT, wrapped};
use crate::attest::SuccessorKey;
use crate::rng::Rng;
use crate::root::VaultError;
use crate::store::{keys as rows, rotations};

impl Keyring {
    /// Makes the next key the signing key. When this returns, the next key is on disk and the old key still
    /// is. Blocks, and delays other signatures until it returns.
    pub(crate) fn begin_rotation(&self, handle: &Handle) -> Result<Rotation, VaultError> {
        let version = self.kek.version;
        self.attester.rotate(
            || self.clock.now(),
            |next: &SuccessorKey| {
                let mut rng = Rng::new(&self.entropy);
                let (key, row) = (&self.kek.key, NEXT.as_bytes());
                let seed = wrapped(key, version, b"server", row, &next.seed, &mut rng);
                let (number, text) = written(next)?;
                let kept = self.db.write("keys.attest.next", move |tx| {
                    rows::insert_platform_key(tx, NEXT, version, &seed)?;
                    rows::insert_rotation(tx, number, version, &text)?;
                    rows::count_act(tx)
                });
                // Transactions sign, on threads that cannot await. So the signing key has a lock of threads, which
                // cannot be held across an `await`: this thread, on which the caller may block, holds it for one
                // commit. `keys.db` has its own writer, and none of its transactions signs, so this write never waits
                // for the lock.
                #[expect(
                    clippy::disallowed_methods,
                    reason = "the lock is held until the write is on disk"
                )]
                let kept: Result<i64, StoreError> = handle.block_on(kept);
                self.note_committed_acts(kept?);
                Ok(())
            },
        )
    }

    /// Writes every rotation to the store that the store does not have yet.
    pub(crate) async fn record_rotations(&self, ctx: &Ctx) -> Result<(), StoreError> {
        let version = self.kek.version;
        let (rows, _) = self
            .db
            .read("keys.rotations", move |tx| rows::rotations(tx, version))
            .await?;
        if rows.is_empty() {
            return Ok(());
        }
        let known = rotations::readable(rows);
        let record = move |tx: &mut Tx<'_>| rotations::record(tx, &known);
        ctx.db.write("vault.attestation.record", record).await
    }

    /// Overwrites the replaced seed after the store has recorded the rotation.
    pub(crate) async fn settle_rotations(&self) -> Result<(), StoreError> {
        let version = self.kek.version;
        let (_, pending) = self
            .db
            .read("keys.rotations", move |tx| rows::rotations(tx, version))
            .await?;
        if pending == 0 {
            return Ok(());
        }
        let seed = self.attester.wrapped_by(|seed| {
            let mut rng = Rng::new(&self.entropy);
            let row = ATTEST.as_bytes();
            wrapped(&self.kek.key, version, b"server", row, seed, &mut rng)
        });
        let acts = self
            .db
            .write("keys.attest.settle", move |tx| {
                rows::settle_rotations(tx, version, (ATTEST, NEXT), &seed)?;
                rows::count_act(tx)
            })
            .await?;
        self.note_committed_acts(acts);
        self.compact().await
    }
}

/// The number of a rotation, and its text.
pub(super) fn written(next: &SuccessorKey) -> Result<(i64, String), StoreError> {
    let damaged = |reason: String| StoreError::Damaged(format!("a rotation: {reason}"));
    let number = i64::try_from(next.number).map_err(|error| damaged(error.to_string()))?;
    let text = serde_json::to_string(&next.rotation).map_err(|error| damaged(error.to_string()))?;
    Ok((number, text))
}
