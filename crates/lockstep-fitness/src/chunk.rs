//! A chunk: at most 4096 points of one series as one block of bytes. Everything that is stored of a
//! point's value passes [`ChunkBody::encode`] and [`ChunkBody::decode`], and nothing else does.

mod columns;
mod number;
mod text;
mod wire;

use crate::columns::Columns;

pub use wire::DamagedChunk;

/// Points to a chunk, at most.
pub const CHUNK_POINTS: usize = 4096;

/// Where a chunk belongs. Its bytes are bound to all of it: a chunk moved elsewhere does not open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkPlace<'a> {
    /// Whose points.
    pub user: &'a str,
    /// The series' number among the user's.
    pub series: i64,
    /// The first timestamp.
    pub t0: i64,
    /// The number of points.
    pub n: u32,
    /// The key it is sealed with; empty while it is not.
    pub key: &'a str,
}

/// The stored form of a chunk.
#[derive(Clone, Copy, Debug)]
pub struct ChunkBody;

impl ChunkBody {
    /// The bytes to store: a check value over the place and the columns, then the columns.
    #[must_use]
    pub fn encode(columns: &PackedColumns, place: &ChunkPlace<'_>) -> Vec<u8> {
        let mut body = Vec::with_capacity(CHECK_BYTES + columns.bytes.len());
        body.extend(check(&columns.bytes, place).to_le_bytes());
        body.extend(&columns.bytes);
        body
    }

    /// The points of stored bytes. Whatever the bytes are, this ends with an answer, and takes
    /// memory in proportion to what a chunk can hold.
    pub fn decode(body: &[u8], place: &ChunkPlace<'_>) -> Result<Columns, DamagedChunk> {
        let (stated, columns) = body
            .split_first_chunk::<CHECK_BYTES>()
            .ok_or(DamagedChunk("is cut short"))?;
        if u32::from_le_bytes(*stated) != check(columns, place) {
            return Err(DamagedChunk("does not belong here, or has been changed"));
        }
        let columns = unpack(columns)?;
        if columns.len() != place.n as usize || columns.timestamps().first() != Some(&place.t0) {
            return Err(DamagedChunk("holds other points than its row says"));
        }
        Ok(columns)
    }
}

/// Columns made small, not yet bound to a place; what takes time is done here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedColumns {
    bytes: Vec<u8>,
}

impl PackedColumns {
    /// Packs sorted columns of 1 to [`CHUNK_POINTS`] points; under 128 they stay raw.
    #[must_use]
    pub fn pack(columns: &Columns) -> Self {
        debug_assert!(columns.is_strictly_sorted() && !columns.is_empty());
        Self {
            bytes: columns::pack(columns),
        }
    }
}

/// Reads what [`PackedColumns::pack`] wrote, without the check: the fuzzer's way in.
pub fn unpack(bytes: &[u8]) -> Result<Columns, DamagedChunk> {
    columns::unpack(bytes)
}

/// CRC-32 finds damage and misplaced rows; it keeps nobody out. Sealing takes its place, with the
/// same binding as associated data.
fn check(columns: &[u8], place: &ChunkPlace<'_>) -> u32 {
    let mut crc = crc32fast::Hasher::new();
    for text in [place.user, place.key] {
        crc.update(&(text.len() as u64).to_le_bytes());
        crc.update(text.as_bytes());
    }
    crc.update(&place.series.to_le_bytes());
    crc.update(&place.t0.to_le_bytes());
    crc.update(&place.n.to_le_bytes());
    crc.update(columns);
    crc.finalize()
}

const CHECK_BYTES: usize = 4;

/// What can be said of a chunk without opening it; over values of one unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChunkStats {
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// The sum.
    pub sum: f64,
    /// The sum of the squares.
    pub sum_of_squares: f64,
}

impl ChunkStats {
    /// Of these points; `None` where there is none, or where their units differ.
    #[must_use]
    pub fn of(columns: &Columns) -> Option<Self> {
        let values = columns.values();
        let (first, [_unit]) = (values.first()?, columns.units()) else {
            return None;
        };
        let mut stats = Self {
            min: *first,
            max: *first,
            sum: 0.0,
            sum_of_squares: 0.0,
        };
        for value in values {
            stats.min = stats.min.min(*value);
            stats.max = stats.max.max(*value);
            stats.sum += value;
            stats.sum_of_squares += value * value;
        }
        Some(stats)
    }

    /// Four little-endian doubles in the order of the fields.
    #[must_use]
    pub fn to_bytes(self) -> [u8; 32] {
        let mut bytes = [0; 32];
        let fields = [self.min, self.max, self.sum, self.sum_of_squares];
        for (place, field) in bytes.chunks_exact_mut(8).zip(fields) {
            place.copy_from_slice(&field.to_le_bytes());
        }
        bytes
    }

    /// What [`ChunkStats::to_bytes`] wrote.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; 32]) -> Self {
        let field =
            |nth: usize| f64::from_le_bytes(std::array::from_fn(|place| bytes[nth * 8 + place]));
        Self {
            min: field(0),
            max: field(1),
            sum: field(2),
            sum_of_squares: field(3),
        }
    }
}

#[cfg(test)]
mod tests;
