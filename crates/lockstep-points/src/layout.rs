//! How the chunks of a series are built: their sizes, and the blocks of the encryption modes.

use std::fmt;

use lockstep_store::StoreError;
use lockstep_vault::at_rest::homomorphic_points;
use lockstep_vault::{AccountKeys, Mode};

use crate::chunk::{CHUNK_POINTS, PackedContent};
use crate::columns::Columns;
use crate::merge::{Sizes, cut};

/// How the chunks of a series are built.
#[derive(Clone, Debug)]
pub(crate) struct SeriesLayout {
    /// The type of the points, as the API names it.
    pub kind: Box<str>,
    /// A device's id or name.
    pub device: Box<str>,
    /// The encryption mode of the points; `None`: the account's own key.
    pub mode: Option<Mode>,
    /// The size limits of chunks.
    pub sizes: Sizes,
}

/// A packed chunk that has no location in the store yet.
pub(crate) struct PackedChunk {
    pub(crate) t0: i64,
    pub(crate) t1: i64,
    pub(crate) n: u32,
    pub(crate) content: PackedContent,
}

/// The storage options that a request sets for its points.
#[derive(Clone, Copy, Debug, Default)]
pub struct StorageOptions {
    /// The encryption mode to store the points under.
    pub mode: Option<Mode>,
    /// The maximum number of points per block of the mode.
    pub chunk_size: Option<u32>,
}

impl StorageOptions {
    /// Returns the size limits of the chunks.
    pub(crate) fn sizes(self) -> Sizes {
        let asked = self.chunk_size.map(|size| size as usize);
        let usual = usize::min(asked.unwrap_or(USUAL_BLOCK), MAX_BLOCK);
        match self.mode {
            None => Sizes::default(),
            Some(Mode::Basic) => Sizes::columns(usual),
            Some(Mode::Zk) => Sizes::blocks(usual),
            Some(Mode::Fhe) => {
                let slots = homomorphic_points();
                fhe_sizes(asked.unwrap_or(slots).min(slots))
            }
        }
    }
}

/// Returns the sizes for ciphertexts of at most `most` points. A ciphertext takes 150 KB regardless of
/// its number of points. Series with blocks below [`MIN_FHE_BLOCK_POINTS`] therefore stay columns,
/// sealed under the same key.
pub(crate) fn fhe_sizes(most: usize) -> Sizes {
    if most < MIN_FHE_BLOCK_POINTS {
        Sizes::too_small_for_blocks(most)
    } else {
        Sizes::blocks(most)
    }
}

/// Packs points as columns in every mode; points of a mode with blocks wait for compaction.
pub(crate) fn waiting(points: &Columns, sizes: Sizes) -> Vec<PackedChunk> {
    let ranges = cut(sizes.waiting(), points).into_iter();
    ranges
        .map(|range| PackedChunk::columns(&points.part(range)))
        .collect()
}

/// The share of [`MAX_BLOCKS`] that one block of a mode uses.
pub(crate) fn block_weight(mode: Option<Mode>) -> usize {
    match mode {
        // A ciphertext has at least 150 KB.
        Some(Mode::Fhe) => 4,
        _ => 1,
    }
}

impl PackedChunk {
    /// Packs points as columns in every mode.
    pub(crate) fn columns(points: &Columns) -> Self {
        Self::of(points, PackedContent::columns(points))
    }

    /// Packs any number of points as a block of the mode.
    pub(crate) fn block(
        points: &Columns,
        layout: &SeriesLayout,
        account_keys: &AccountKeys,
    ) -> Result<Self, StoreError> {
        let content = PackedContent::block(points, &layout.kind, layout.mode, account_keys)?;
        Ok(Self::of(points, content))
    }

    fn of(points: &Columns, content: PackedContent) -> Self {
        let times = points.timestamps();
        Self {
            t0: times.first().copied().unwrap_or_default(),
            t1: times.last().copied().unwrap_or_default(),
            n: points.len() as u32,
            content,
        }
    }
}

impl fmt::Debug for PackedChunk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { t0, t1, n, .. } = self;
        write!(f, "PackedChunk({t0}..={t1}, {n} points)")
    }
}

/// The minimum number of points in a ciphertext, so that a point takes at most 600 bytes of it.
pub(crate) const MIN_FHE_BLOCK_POINTS: usize = 256;
/// The default number of points per block.
pub(crate) const USUAL_BLOCK: usize = 1024;
/// The maximum number of points per block.
pub(crate) const MAX_BLOCK: usize = 8192;
/// A stored number of points above [`CHUNK_POINTS`] is taken as damage.
const _: () = assert!(
    MAX_BLOCK <= CHUNK_POINTS,
    "a block has more points than a chunk"
);
