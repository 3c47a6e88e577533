//! The layout of a chunk's columns.
//!
//! `format, n, times, values, confidence, units, metadata`, where `format` is one byte, `n` a
//! variable-length integer, and each column begins with a byte that names its codec.

use super::number::RAW_BELOW;
use super::wire::{DamagedChunk, Reader, put_varint};
use super::{number, text};
use crate::columns::Columns;

pub(super) fn pack(columns: &Columns) -> Vec<u8> {
    // Few points are not compressed: their values take eight bytes each.
    let room = if columns.len() < RAW_BELOW {
        64 + 16 * columns.len()
    } else {
        4096
    };
    let mut bytes = Vec::with_capacity(room);
    bytes.push(FORMAT);
    put_varint(&mut bytes, columns.len() as u64);
    number::pack_times(&mut bytes, columns.timestamps());
    number::pack_values(&mut bytes, columns.values());
    if columns.confidence().iter().all(|value| value.is_nan()) {
        bytes.push(ABSENT);
    } else {
        bytes.push(PRESENT);
        number::pack_values(&mut bytes, columns.confidence());
    }
    text::pack_units(&mut bytes, columns.units());
    text::pack_metadata(&mut bytes, columns.metadata());
    bytes
}

pub(super) fn unpack(bytes: &[u8]) -> Result<Columns, DamagedChunk> {
    let mut reader = Reader(bytes);
    if reader.byte()? != FORMAT {
        return Err(DamagedChunk("has a format that this version does not know"));
    }
    let n = reader.count(MAX_POINTS)?;
    if n == 0 {
        return Err(DamagedChunk("holds no point"));
    }
    let timestamps = number::unpack_times(&mut reader, n)?;
    let values = number::unpack_values(&mut reader, n)?;
    if values.iter().any(|value| !value.is_finite()) {
        return Err(DamagedChunk("holds a value that is not a number"));
    }
    let confidence = match reader.byte()? {
        ABSENT => Vec::new(),
        PRESENT => number::unpack_values(&mut reader, n)?,
        _ => return Err(DamagedChunk("names a codec that does not exist")),
    };
    let units = text::unpack_units(&mut reader, n)?;
    let metadata = text::unpack_metadata(&mut reader, n)?;
    if !reader.0.is_empty() {
        return Err(DamagedChunk("has bytes after its end"));
    }
    Columns::from_parts(timestamps, values, units, confidence, metadata)
        .ok_or(DamagedChunk("holds columns that do not fit together"))
}

const FORMAT: u8 = 0;
const ABSENT: u8 = 0;
const PRESENT: u8 = 1;

/// The maximum number of points; it bounds the decoder's allocation for a hostile count.
const MAX_POINTS: usize = 65_535;
