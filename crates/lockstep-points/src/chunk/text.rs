//! The text columns of a chunk: units in runs, sparse metadata.

use std::io::Read;

use super::wire::{DamagedChunk, Reader, put_block, put_varint};
use crate::columns::UnitRun;

/// Packs the distinct units, then runs of (index of the unit, number of points).
pub(super) fn pack_units(bytes: &mut Vec<u8>, runs: &[UnitRun]) {
    let mut distinct: Vec<&str> = Vec::new();
    let mut which = Vec::with_capacity(runs.len());
    for run in runs {
        let known = distinct.iter().position(|unit| *unit == &*run.unit);
        which.push(known.unwrap_or_else(|| {
            distinct.push(&run.unit);
            distinct.len() - 1
        }));
    }
    put_varint(bytes, distinct.len() as u64);
    for unit in &distinct {
        put_block(bytes, unit.as_bytes());
    }
    put_varint(bytes, runs.len() as u64);
    let mut start = 0;
    for (run, which) in runs.iter().zip(which) {
        put_varint(bytes, which as u64);
        put_varint(bytes, u64::from(run.end - start));
        start = run.end;
    }
}

pub(super) fn unpack_units(
    reader: &mut Reader<'_>,
    n: usize,
) -> Result<Vec<UnitRun>, DamagedChunk> {
    let count = reader.count(n)?;
    let mut distinct = Vec::with_capacity(count.min(16));
    for _ in 0..count {
        distinct.push(reader.text()?);
    }
    let count = reader.count(n)?;
    let mut runs = Vec::with_capacity(count.min(16));
    let mut end = 0;
    // Each run has one copy. The total is bounded, because chunks are cut at a limit of text bytes.
    let mut text_bytes = 0;
    for _ in 0..count {
        let unit = distinct
            .get(reader.count(n)?)
            .ok_or(DamagedChunk("names a unit that is not there"))?;
        end += reader.count(n - end)?;
        text_bytes += unit.len();
        if text_bytes > MAX_TEXT_BYTES {
            return Err(TOO_MUCH_TEXT);
        }
        runs.push(UnitRun {
            end: end as u32,
            unit: (*unit).into(),
        });
    }
    Ok(runs)
}

/// Packs (points since the last entry, text) for each point with metadata; compressed if that is
/// smaller.
pub(super) fn pack_metadata(bytes: &mut Vec<u8>, metadata: &[(u32, Box<str>)]) {
    if metadata.is_empty() {
        bytes.push(NONE);
        return;
    }
    let mut plain = Vec::new();
    put_varint(&mut plain, metadata.len() as u64);
    let mut next = 0;
    for (index, text) in metadata {
        put_varint(&mut plain, u64::from(index - next));
        put_block(&mut plain, text.as_bytes());
        next = index + 1;
    }
    let packed = zstd::bulk::compress(&plain, ZSTD_LEVEL)
        .expect("zstd has room for all it needs and its level is fixed");
    if packed.len() < plain.len() {
        bytes.push(ZSTD);
        put_varint(bytes, plain.len() as u64);
        put_block(bytes, &packed);
    } else {
        bytes.push(PLAIN);
        put_block(bytes, &plain);
    }
}

pub(super) fn unpack_metadata(
    reader: &mut Reader<'_>,
    n: usize,
) -> Result<Vec<(u32, Box<str>)>, DamagedChunk> {
    match reader.byte()? {
        NONE => Ok(Vec::new()),
        PLAIN => metadata(reader.block()?, n),
        ZSTD => {
            let length = reader.count(MAX_TEXT_BYTES)?;
            let damaged = |_| DamagedChunk("holds text that cannot be unpacked");
            let mut decoder =
                zstd::stream::read::Decoder::with_buffer(reader.block()?).map_err(damaged)?;
            decoder.window_log_max(WINDOW_LOG_MAX).map_err(damaged)?;
            let mut plain = Vec::new();
            decoder
                .take(length as u64 + 1)
                .read_to_end(&mut plain)
                .map_err(damaged)?;
            if plain.len() != length {
                return Err(DamagedChunk(
                    "holds text whose length differs from the stated length",
                ));
            }
            metadata(&plain, n)
        }
        _ => Err(DamagedChunk("names a codec that does not exist")),
    }
}

fn metadata(plain: &[u8], n: usize) -> Result<Vec<(u32, Box<str>)>, DamagedChunk> {
    let mut reader = Reader(plain);
    let count = reader.count(n)?;
    let mut all = Vec::with_capacity(count.min(plain.len()));
    let mut next = 0;
    for _ in 0..count {
        let index = next + reader.count(n)?;
        all.push((index as u32, reader.text()?.into()));
        next = index + 1;
    }
    if reader.0.is_empty() {
        Ok(all)
    } else {
        Err(DamagedChunk("has bytes after its text"))
    }
}

const NONE: u8 = 0;
const PLAIN: u8 = 1;
const ZSTD: u8 = 2;
const ZSTD_LEVEL: i32 = 3;
const WINDOW_LOG_MAX: u32 = 27;

/// The maximum bytes of text: more than one request can send, and far above the limit at which chunks
/// are cut.
const MAX_TEXT_BYTES: usize = 64 << 20;
const TOO_MUCH_TEXT: DamagedChunk = DamagedChunk("holds more text than it can");
