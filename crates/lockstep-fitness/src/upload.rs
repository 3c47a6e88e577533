//! A batch made ready for the store: what takes time and needs no transaction is done here.

use crate::chunk::{CHUNK_POINTS, ChunkStats, PackedColumns};
use crate::columns::{Batch, Columns};
use crate::merge::cut;

/// Points to be stored together, sorted, and packed where it can be foreseen how they will be cut.
#[derive(Clone, Debug, Default)]
pub struct Upload {
    pub(crate) series: Vec<SeriesUpload>,
    received: usize,
}

/// What goes to one series.
#[derive(Clone, Debug)]
pub(crate) struct SeriesUpload {
    pub(crate) kind: Box<str>,
    pub(crate) device: Box<str>,
    pub(crate) points: Columns,
    /// The chunks of `points` alone; empty where they are likely to join stored ones.
    pub(crate) packed: Vec<PackedChunk>,
}

/// A chunk that has no place yet.
#[derive(Clone, Debug)]
pub(crate) struct PackedChunk {
    pub(crate) t0: i64,
    pub(crate) t1: i64,
    pub(crate) n: u32,
    pub(crate) columns: PackedColumns,
    pub(crate) stats: Option<ChunkStats>,
}

impl Upload {
    /// Sorts and packs; of points with the same identity the last stays.
    #[must_use]
    pub fn new(batch: Batch) -> Self {
        let received = batch.len();
        let series = batch.into_sorted().into_iter().map(|series| SeriesUpload {
            packed: if series.columns.len() < CHUNK_POINTS / 2 {
                Vec::new()
            } else {
                pack(&series.columns)
            },
            kind: series.kind,
            device: series.device,
            points: series.columns,
        });
        Self {
            series: series.collect(),
            received,
        }
    }

    /// Points that came in, those that a later one replaced too.
    #[must_use]
    pub fn received(&self) -> usize {
        self.received
    }
}

impl Upload {
    /// Type and device of each series it brings points for.
    pub fn names(&self) -> impl Iterator<Item = (&str, &str)> {
        self.series
            .iter()
            .map(|series| (&*series.kind, &*series.device))
    }
}

/// Cuts sorted points into chunks and packs each.
pub(crate) fn pack(points: &Columns) -> Vec<PackedChunk> {
    let ranges = cut(points);
    if let [_all] = &ranges[..] {
        return PackedChunk::new(points).into_iter().collect();
    }
    let chunks = ranges.into_iter().filter_map(|range| {
        let mut chunk = Columns::default();
        chunk.extend_from(points, range);
        PackedChunk::new(&chunk)
    });
    chunks.collect()
}

impl PackedChunk {
    /// `None` where there is no point.
    pub(crate) fn new(points: &Columns) -> Option<Self> {
        let times = points.timestamps();
        Some(Self {
            t0: *times.first()?,
            t1: *times.last()?,
            n: points.len() as u32,
            columns: PackedColumns::pack(points),
            stats: ChunkStats::of(points),
        })
    }
}
