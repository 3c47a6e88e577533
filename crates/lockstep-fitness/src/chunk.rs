//! A chunk: at most 4096 points of one series, 8192 under a mode, as one block of bytes.

mod block;
mod columns;
mod number;
mod text;
mod wire;

use crate::columns::Columns;

pub(crate) use block::{Block, Packed, committed_root, open, open_block, refusal, rounded, takes};
pub use block::{ChunkLocation, Codec};
pub use wire::DamagedChunk;

/// Points to a chunk that lies under no mode, at most.
pub const CHUNK_POINTS: usize = 4096;

/// Columns made small, not yet bound to a place; what takes time is done here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedColumns {
    bytes: Vec<u8>,
}

impl PackedColumns {
    /// Packs sorted columns of 1 to some thousand points; under 128 they stay raw.
    #[must_use]
    pub fn pack(columns: &Columns) -> Self {
        debug_assert!(columns.is_strictly_sorted() && !columns.is_empty());
        Self {
            bytes: columns::pack(columns),
        }
    }
}

/// Reads what [`PackedColumns::pack`] wrote. Whatever the bytes are, this ends with an answer, and takes
/// memory in proportion to what a chunk can hold.
pub fn unpack(bytes: &[u8]) -> Result<Columns, DamagedChunk> {
    columns::unpack(bytes)
}

#[cfg(test)]
mod tests;
