//! The row of a series that points were merged into.

use lockstep_store::{StoreError, Tx, params};
use lockstep_vault::{AccountKeys, Mode};

use crate::layout::SeriesLayout;
use crate::merge::MergeResult;
use crate::store::ledger;

/// The row of a series that points were merged into.
pub(super) struct SeriesRow {
    pub(super) id: i64,
    pub(super) is_new: bool,
    /// Whether chunks of the series are set aside: readers may have seen an earlier generation of it.
    pub(super) is_former: bool,
    /// The first point that came.
    pub(super) from: i64,
    /// The last.
    pub(super) to: i64,
}

impl SeriesRow {
    /// Adds the row, or changes it.
    pub(super) fn keep(
        &self,
        tx: &mut Tx<'_>,
        account_keys: &AccountKeys,
        layout: &SeriesLayout,
        merged: &MergeResult,
    ) -> Result<(), StoreError> {
        let user = account_keys.user();
        let block = layout.sizes.block() as i64;
        if self.is_new {
            let name = (&*layout.kind, &*layout.device);
            tx.send(
                "INSERT INTO series(user_id, id, type, device, mode, gen, total, first_ts, last_ts,
                     block, name_digest)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?10, ?6, ?7, ?8, ?9, ?11)",
                params![
                    user,
                    self.id,
                    &*layout.kind,
                    &*layout.device,
                    layout.mode.map_or("", Mode::as_str),
                    merged.added as i64,
                    self.from,
                    self.to,
                    block,
                    if self.is_former { tx.now().0 } else { 1 },
                    &ledger::name_digest(account_keys, self.id, name)
                ],
            )?;
        } else {
            tx.send(
                "UPDATE series SET gen = gen + 1, total = total + ?3, block = ?6,
                     first_ts = CASE WHEN first_ts < ?4 THEN first_ts ELSE ?4 END,
                     last_ts = CASE WHEN last_ts > ?5 THEN last_ts ELSE ?5 END
                 WHERE user_id = ?1 AND id = ?2",
                params![
                    user,
                    self.id,
                    merged.added as i64,
                    self.from,
                    self.to,
                    block
                ],
            )?;
        }
        Ok(())
    }
}
