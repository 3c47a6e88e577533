//! A chunk: at most 16 384 points of one series, 8192 under a mode, as one block of bytes.

mod block;
mod columns;
pub(crate) mod number;
mod text;
pub(crate) mod wire;

use crate::columns::Columns;

pub(crate) use block::{
    Block, PackedContent, can_store, committed_root, open, open_block, refusal, rounded,
};
pub use block::{ChunkLocation, Codec};
pub use wire::DamagedChunk;

/// The maximum number of points in a chunk without an encryption mode, and no chunk of a mode has more.
/// Larger chunks save little: the tables of the number coding and the seal take a hundredth of this size.
/// A read of some rows opens a whole chunk, and a late point writes one again.
pub(crate) const CHUNK_POINTS: usize = 16_384;

/// Packed columns, not yet bound to a location; the slow work is already done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedColumns {
    bytes: Vec<u8>,
}

impl PackedColumns {
    /// Packs 1 to several thousand sorted points; columns of fewer than 128 points stay uncompressed.
    #[must_use]
    pub fn pack(columns: &Columns) -> Self {
        debug_assert!(columns.is_strictly_sorted() && !columns.is_empty());
        Self {
            bytes: columns::pack(columns),
        }
    }

    /// Returns the bytes, which [`unpack`] decodes. They are not sealed.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// Decodes the output of [`PackedColumns::pack`]. The function returns for any bytes, and its memory is
/// proportional to the content of the largest chunk.
pub fn unpack(bytes: &[u8]) -> Result<Columns, DamagedChunk> {
    columns::unpack(bytes)
}

#[cfg(test)]
mod tests;
