//! The last chunks of the series that devices extend, in memory: the next point of a device then reads and opens nothing.
//!
//! What is in memory is never newer than what is on disk. A transaction takes the chunks of its account, uses them only if
//! the sealed state of the account is the one that was stored with them, and gives them back with the state that it
//! stores. If it fails, or is rolled back later, the next transaction finds another state, and reads the rows again. So it
//! does after any other change of the account's points. A row is replaced only if it still has the values in memory.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lockstep_store::id::UserId;

use super::ledger::StateMark;
use super::segment::Chunk;
use super::{Series, SeriesLayout};
use crate::columns::Columns;
use crate::merge::ChunkExtent;

/// The last chunks of the series that devices extend, by account. Cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct GrowingChunks(Arc<Mutex<Kept>>);

#[derive(Default)]
struct Kept {
    accounts: HashMap<UserId, AccountChunks>,
    /// The memory of all of them, about.
    bytes: usize,
}

/// The last chunks of an account's series.
#[derive(Default)]
pub(super) struct AccountChunks {
    /// The state of the account that was stored with them.
    mark: Option<StateMark>,
    /// By device, then by type.
    devices: HashMap<Box<str>, HashMap<Box<str>, GrowingSeries>>,
    /// The memory of all of them, about: each transaction counts only the series that it changes.
    bytes: usize,
    /// Whether a transaction used them since [`GrowingChunks::forget_unused`].
    is_used: bool,
}

/// A series without a mode, whose points come in their order.
pub(super) struct GrowingSeries {
    /// Its row.
    pub(super) row: Series,
    /// Its last chunks, up to one that no later point joins.
    pub(super) extents: Vec<ChunkExtent>,
    /// The last of them.
    pub(super) last: Chunk,
    /// The points of the last.
    pub(super) points: Columns,
    /// Its stored bytes.
    pub(super) sealed: Vec<u8>,
    /// The part of [`AccountChunks::bytes`] that it is counted with.
    pub(super) counted_bytes: usize,
}

impl GrowingChunks {
    /// Takes the chunks of an account.
    pub(super) fn take(&self, user: &UserId) -> AccountChunks {
        let mut kept = self.kept();
        let taken = kept.accounts.remove(user).unwrap_or_default();
        kept.bytes -= taken.bytes;
        taken
    }

    /// Gives the chunks of an account back, with the mark of the state that is stored with them. They are dropped where
    /// those of other accounts leave no room.
    pub(super) fn put(&self, user: &UserId, mut chunks: AccountChunks, mark: StateMark) {
        chunks.mark = Some(mark);
        chunks.is_used = true;
        let mut kept = self.kept();
        if chunks.bytes > 0 && kept.bytes + chunks.bytes <= MAX_BYTES {
            kept.bytes += chunks.bytes;
            kept.accounts.insert(user.clone(), chunks);
        }
    }

    /// Drops the chunks of an account.
    pub(crate) fn forget(&self, user: &UserId) {
        drop(self.take(user));
    }

    /// Drops the chunks that no transaction has used since the last call.
    pub(crate) fn forget_unused(&self) {
        let mut kept = self.kept();
        kept.accounts
            .retain(|_, chunks| std::mem::take(&mut chunks.is_used));
        kept.bytes = kept.accounts.values().map(|chunks| chunks.bytes).sum();
    }

    /// Returns the number of series whose last chunk is in memory.
    #[cfg(test)]
    pub(super) fn series_count(&self) -> usize {
        let kept = self.kept();
        let devices = kept.accounts.values().flat_map(|it| it.devices.values());
        devices.map(HashMap::len).sum()
    }

    /// Returns the memory that is counted, and the memory of the series.
    #[cfg(test)]
    pub(super) fn counted_and_used_bytes(&self) -> (usize, usize) {
        let kept = self.kept();
        let devices = kept.accounts.values().flat_map(|it| it.devices.values());
        let series = devices.flat_map(HashMap::values);
        (kept.bytes, series.map(GrowingSeries::bytes).sum())
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl AccountChunks {
    /// Drops all of them unless they were stored with the state that a transaction has found.
    pub(super) fn keep_if_of(&mut self, found: Option<&StateMark>) {
        if found.is_none() || self.mark.as_ref() != found {
            self.devices.clear();
            self.bytes = 0;
        }
    }

    /// Whether the series of a layout is in memory.
    pub(super) fn has(&self, layout: &SeriesLayout) -> bool {
        let kinds = self.devices.get(&layout.device);
        kinds.is_some_and(|kinds| kinds.contains_key(&layout.kind))
    }

    /// Lets `grow` extend the series of a layout, if it is in memory, and counts its memory again. Drops it if `grow` returns
    /// nothing, because its rows are about to change, and if it is large now.
    ///
    /// # Errors
    /// Those of `grow`.
    pub(super) fn extend<T, E>(
        &mut self,
        layout: &SeriesLayout,
        grow: impl FnOnce(&mut GrowingSeries) -> Result<Option<T>, E>,
    ) -> Result<Option<T>, E> {
        let kinds = self.devices.get_mut(&layout.device);
        let Some(series) = kinds.and_then(|kinds| kinds.get_mut(&layout.kind)) else {
            return Ok(None);
        };
        let grown = grow(series)?;
        let (before, now) = (series.counted_bytes, series.bytes());
        if grown.is_none() || series.is_large(now) {
            self.remove(layout);
            return Ok(grown);
        }
        series.counted_bytes = now;
        self.bytes = self.bytes - before + now;
        Ok(grown)
    }

    /// Drops the series of a layout.
    fn remove(&mut self, layout: &SeriesLayout) {
        let Some(kinds) = self.devices.get_mut(&layout.device) else {
            return;
        };
        if let Some(series) = kinds.remove(&layout.kind) {
            self.bytes -= series.counted_bytes;
        }
        if kinds.is_empty() {
            self.devices.remove(&layout.device);
        }
    }

    /// Keeps a series whose last chunk is small: points after a large one rarely join it.
    pub(super) fn insert(&mut self, mut series: GrowingSeries) {
        series.counted_bytes = series.bytes();
        if series.is_large(series.counted_bytes) {
            return;
        }
        self.bytes += series.counted_bytes;
        let kinds = self.devices.entry(series.row.device.as_str().into());
        let kind = series.row.kind.as_str().into();
        if let Some(before) = kinds.or_default().insert(kind, series) {
            self.bytes -= before.counted_bytes;
        }
    }
}

impl GrowingSeries {
    /// Whether it takes so many bytes, or has so many points, that it is not kept.
    fn is_large(&self, bytes: usize) -> bool {
        self.points.len() > MAX_POINTS || bytes > MAX_SERIES_BYTES
    }

    /// Returns about how much memory it takes.
    fn bytes(&self) -> usize {
        let metadata = self.points.metadata().iter().map(|(_, text)| text);
        let units = self.points.units().iter().map(|run| &run.unit);
        let texts: usize = metadata.chain(units).map(|it| it.len() + POINT_BYTES).sum();
        SERIES_BYTES
            + 2 * (self.row.kind.len() + self.row.device.len())
            + self.points.len() * POINT_BYTES
            + texts
            + self.sealed.len()
            + size_of_val(self.extents.as_slice())
    }
}

/// The maximum memory of the chunks of all accounts.
const MAX_BYTES: usize = 64 << 20;
/// The maximum memory of a series.
const MAX_SERIES_BYTES: usize = 32 << 10;
/// The maximum number of points of a chunk that is kept.
const MAX_POINTS: usize = 512;
/// The memory of a point, or of a text without its bytes: columns grow by doubling.
const POINT_BYTES: usize = 40;
/// The memory of a series without points.
const SERIES_BYTES: usize = 512;
