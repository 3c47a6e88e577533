//! Prepares a batch for the store: the slow work that needs no transaction.

use std::borrow::Cow;

use lockstep_store::StoreError;
use lockstep_vault::{AccountKeys, Mode};

use super::changes;
use super::compact::SeriesTail;
use crate::chunk;
use crate::columns::{Batch, Columns, SeriesPoints};
use crate::layout::{PackedChunk, SeriesLayout, StorageOptions, block_weight, waiting};
use crate::merge::cut;
use crate::provenance::WrittenTimes;

/// Points to store together: sorted, and already packed where the chunk boundaries can be predicted.
#[derive(Debug, Default)]
pub(crate) struct Upload {
    pub(crate) series: Vec<SeriesUpload>,
    received: usize,
    under_mode: usize,
    /// The remaining weight of blocks that may be made.
    room: usize,
}

/// The points of an upload for one series.
#[derive(Debug)]
pub(crate) struct SeriesUpload {
    pub(crate) layout: SeriesLayout,
    pub(crate) points: Columns,
    /// Points of this upload that a later one of the same time in `points` replaced, if changes of their type are
    /// counted: by time, those of one time in order of arrival.
    pub(crate) earlier: Columns,
    /// The chunks of `points` alone; empty if the points will probably join stored chunks.
    pub(crate) packed: Vec<PackedChunk>,
    /// The chunks of `points` together with the tail of their series.
    pub(crate) joined: Option<JoinedPoints>,
}

/// New points, packed together with the stored points that they follow.
#[derive(Debug)]
pub(crate) struct JoinedPoints {
    pub(crate) tail: SeriesTail,
    pub(crate) packed: Vec<PackedChunk>,
}

impl Upload {
    /// Sorts the points; of points with the same identity the last is kept. Packs the series whose chunks
    /// are columns. The blocks of the others need keys: see [`Upload::pack_blocks`]. `options_of` returns the storage
    /// options of a device's points.
    ///
    /// # Errors
    /// A point that its mode cannot store.
    pub(crate) fn new(
        batch: Batch,
        options_of: impl Fn(&str) -> StorageOptions,
    ) -> Result<Self, StoreError> {
        let mut upload = Self {
            series: Vec::with_capacity(batch.series().len()),
            received: batch.len(),
            room: MAX_BLOCKS,
            ..Self::default()
        };
        for series in batch.series() {
            if options_of(&series.device).mode.is_some() {
                upload.under_mode += series.columns.len();
            }
        }
        for (series, earlier) in batch.into_sorted_and_earlier() {
            let SeriesPoints {
                kind,
                device,
                columns,
            } = series;
            let options = options_of(&device);
            let earlier = match changes::are_counted(&kind) {
                true => earlier,
                false => Columns::default(),
            };
            // Point reads return the same result before and after compaction into a block.
            let (columns, earlier) = match options.mode {
                Some(Mode::Fhe) => (
                    chunk::rounded(&kind, &columns)?,
                    chunk::rounded(&kind, &earlier)?,
                ),
                _ => (columns, earlier),
            };
            let layout = SeriesLayout {
                kind,
                device,
                mode: options.mode,
                sizes: options.sizes(),
            };
            let mut series = SeriesUpload {
                layout,
                points: columns,
                earlier,
                packed: Vec::new(),
                joined: None,
            };
            if !series.has_blocks() && series.layout.sizes.fills_own_chunk(series.points.len()) {
                series.packed = pack(&series.points, &series.layout, None, &mut upload.room)?;
            }
            upload.series.push(series);
        }
        Ok(upload)
    }

    /// Returns the modes of the points; their keys must encrypt.
    pub(crate) fn modes(&self) -> Vec<Mode> {
        let mut modes: Vec<Mode> = self
            .series
            .iter()
            .filter_map(|series| series.layout.mode)
            .collect();
        modes.sort_by_key(|mode| mode.as_str());
        modes.dedup();
        modes
    }

    /// Returns whether [`Upload::join`] and [`Upload::pack_blocks`] have work to do.
    pub(crate) fn awaits_blocks(&self) -> bool {
        self.series.iter().any(SeriesUpload::has_blocks)
    }

    /// Sets the stored points that each series with blocks continues. `tail` returns them.
    ///
    /// # Errors
    /// The errors of `tail`.
    pub(crate) fn join(
        &mut self,
        tail: impl Fn(&SeriesLayout, &Columns) -> Result<Option<SeriesTail>, StoreError>,
    ) -> Result<(), StoreError> {
        for series in self.series.iter_mut().filter(|series| series.has_blocks()) {
            let tail = tail(&series.layout, &series.points)?;
            series.joined = tail.map(|tail| JoinedPoints {
                tail,
                packed: Vec::new(),
            });
        }
        Ok(())
    }

    /// Packs the series with blocks.
    ///
    /// # Errors
    /// The account keys lack a mode.
    pub(crate) fn pack_blocks(&mut self, account_keys: &AccountKeys) -> Result<(), StoreError> {
        let room = &mut self.room;
        for series in self.series.iter_mut().filter(|series| series.has_blocks()) {
            series.pack_blocks(account_keys, room)?;
        }
        Ok(())
    }

    /// Returns the number of received points, including those that a later point of the upload
    /// replaced.
    #[must_use]
    pub(crate) fn received(&self) -> usize {
        self.received
    }

    /// Returns the number of received points that are stored under a mode.
    #[must_use]
    pub(crate) fn under_mode(&self) -> usize {
        self.under_mode
    }

    /// Returns the times of the points of each series.
    pub(crate) fn moments(&self) -> impl Iterator<Item = &[i64]> {
        let all = self.series.iter().map(|series| series.points.timestamps());
        all.filter(|moments| !moments.is_empty())
    }

    /// Returns the times of the first and the last point.
    #[must_use]
    pub(crate) fn times(&self) -> Option<(i64, i64)> {
        let ends = self
            .moments()
            .filter_map(|moments| Some((*moments.first()?, *moments.last()?)));
        ends.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
    }

    /// Returns the times of each series.
    pub(crate) fn written(&self) -> Vec<WrittenTimes<'_>> {
        let mut written = Vec::with_capacity(self.series.len());
        for series in &self.series {
            written.push(WrittenTimes {
                kind: &series.layout.kind,
                device: &series.layout.device,
                times: series.points.timestamps(),
            });
        }
        written
    }

    /// Returns the type and device of each series in the upload.
    pub(crate) fn names(&self) -> impl Iterator<Item = (&str, &str)> {
        self.series
            .iter()
            .map(|series| (&*series.layout.kind, &*series.layout.device))
    }
}

impl SeriesUpload {
    /// Returns the times of the first and the last point.
    pub(super) fn reach(&self) -> (i64, i64) {
        let times = self.points.timestamps();
        let end = |at: Option<&i64>| at.copied().unwrap_or_default();
        (end(times.first()), end(times.last()))
    }

    /// Returns whether the mode of the series has blocks, which need a key.
    fn has_blocks(&self) -> bool {
        matches!(self.layout.mode, Some(Mode::Fhe | Mode::Zk))
    }

    fn pack_blocks(
        &mut self,
        account_keys: &AccountKeys,
        room: &mut usize,
    ) -> Result<(), StoreError> {
        if let Some(JoinedPoints { tail, packed }) = &mut self.joined {
            let mut all = tail.points.clone();
            all.extend_from(&self.points, 0..self.points.len());
            *packed = pack(&all, &self.layout, Some(account_keys), room)?;
        } else if self.layout.sizes.fills_own_chunk(self.points.len()) {
            self.packed = pack(&self.points, &self.layout, Some(account_keys), room)?;
        }
        Ok(())
    }
}

impl Upload {
    /// Takes the first part of the upload: the series before `series`, and the first `count` points of that one. Returns
    /// it, and the rest.
    pub(crate) fn divided(mut self, (series, count): (usize, usize)) -> (Self, Self) {
        let mut rest = Self {
            series: self.series.split_off(series),
            room: MAX_BLOCKS,
            ..Self::default()
        };
        if count > 0 && !rest.series.is_empty() {
            let (first, second) = rest.series.remove(0).divided(count);
            self.series.push(first);
            if !second.points.is_empty() {
                rest.series.insert(0, second);
            }
        }
        (self, rest)
    }
}

impl SeriesUpload {
    /// Takes the first points, at most `count`: where the points are packed, whole chunks.
    fn divided(mut self, count: usize) -> (Self, Self) {
        let (mut packed, mut end) = (0, 0);
        for chunk in &self.packed {
            if end + chunk.n as usize > count {
                break;
            }
            end += chunk.n as usize;
            packed += 1;
        }
        let mut later = self.packed.split_off(packed);
        if packed == 0 {
            // The transaction packs them.
            later.clear();
            end = count;
        }
        let all = self.points;
        let times = self.earlier.timestamps();
        let earlier_end = match all.timestamps().get(end) {
            Some(next) => times.partition_point(|time| time < next),
            None => times.len(),
        };
        let rest = Self {
            layout: self.layout.clone(),
            points: all.part(end..all.len()),
            earlier: self.earlier.part(earlier_end..times.len()),
            packed: later,
            joined: None,
        };
        self.points = all.part(0..end);
        self.earlier = self.earlier.part(0..earlier_end);
        (self, rest)
    }
}

/// Cuts sorted points into chunks and packs each; with keys, a full chunk becomes a block of its mode. When
/// the limit on blocks is reached, the remaining points stay columns and become blocks later.
fn pack(
    points: &Columns,
    layout: &SeriesLayout,
    account_keys: Option<&AccountKeys>,
    room: &mut usize,
) -> Result<Vec<PackedChunk>, StoreError> {
    let weight = block_weight(layout.mode);
    let ranges = cut(layout.sizes, points);
    let mut chunks = Vec::with_capacity(ranges.len().min(MAX_BLOCKS));
    for range in ranges {
        let is_full = layout.sizes.is_full(range.len());
        if is_full && *room < weight {
            let rest = points.part(range.start..points.len());
            chunks.extend(waiting(&rest, layout.sizes));
            return Ok(chunks);
        }
        let part = match range.len() == points.len() {
            true => Cow::Borrowed(points),
            false => Cow::Owned(points.part(range)),
        };
        chunks.push(if is_full {
            *room -= weight;
            match account_keys {
                Some(account_keys) => PackedChunk::block(&part, layout, account_keys)?,
                None => PackedChunk::columns(&part),
            }
        } else {
            PackedChunk::columns(&part)
        });
    }
    Ok(chunks)
}

/// The maximum weight of the blocks that an upload prepares; it bounds the time in the write
/// transaction and the memory. Each block takes its [`block_weight`].
const MAX_BLOCKS: usize = 128;
