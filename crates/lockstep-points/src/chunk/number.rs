//! The number columns of a chunk, packed with `pco` (Loncaric, Jeppesen and Zinberg, "Pcodec:
//! Better Compression for Numerical Sequences", 2025).

use pco::data_types::Number;
use pco::standalone::{simple_compress, simple_decompress_into};
use pco::{ChunkConfig, DeltaSpec, ModeSpec};

use super::wire::{DamagedChunk, Reader, put_block, put_varint};

/// Packs strictly ascending times in milliseconds.
pub(crate) fn pack_times(bytes: &mut Vec<u8>, times: &[i64]) {
    let Some((first, rest)) = times.split_first() else {
        return;
    };
    let steps = times.windows(2).map(|pair| pair[1].abs_diff(pair[0]));
    let step = steps.clone().next().unwrap_or(1);
    if steps.clone().all(|other| other == step) {
        bytes.push(TIMES_REGULAR);
        bytes.extend(first.to_le_bytes());
        put_varint(bytes, step);
        return;
    }
    let divisor = steps.clone().fold(step, greatest_common_divisor);
    let small: Option<Vec<u32>> = steps
        .clone()
        .map(|step| u32::try_from(step / divisor).ok())
        .collect();
    match small {
        Some(small) if rest.len() >= RAW_BELOW - 1 => {
            bytes.push(TIMES_STEPS_PCO);
            bytes.extend(first.to_le_bytes());
            put_varint(bytes, divisor);
            let config = config(small.len()).with_delta_spec(DeltaSpec::NoOp);
            put_block(bytes, &compress(&small, &config));
        }
        _ => {
            bytes.push(TIMES_STEPS);
            bytes.extend(first.to_le_bytes());
            put_varint(bytes, divisor);
            for step in steps {
                put_varint(bytes, step / divisor);
            }
        }
    }
}

pub(crate) fn unpack_times(reader: &mut Reader<'_>, n: usize) -> Result<Vec<i64>, DamagedChunk> {
    let codec = reader.byte()?;
    let first = reader.i64()?;
    let divisor = reader.varint()?;
    match codec {
        TIMES_REGULAR => add_steps(first, divisor, std::iter::repeat_n(1, n - 1)),
        TIMES_STEPS => {
            let mut at = first;
            let mut times = Vec::with_capacity(n);
            times.push(at);
            for _ in 1..n {
                let step = reader.varint()?.checked_mul(divisor);
                at = step
                    .filter(|step| *step > 0)
                    .and_then(|step| at.checked_add_unsigned(step))
                    .ok_or(NOT_ASCENDING)?;
                times.push(at);
            }
            Ok(times)
        }
        TIMES_STEPS_PCO => {
            let steps: Vec<u32> = decompress(reader.block()?, n - 1)?;
            add_steps(first, divisor, steps.iter().copied())
        }
        _ => Err(NO_SUCH_CODEC),
    }
}

/// Returns the first time and the times after each step, in multiples of `divisor`. The last time is checked first: no earlier
/// one can overflow if it does not.
fn add_steps(
    first: i64,
    divisor: u64,
    steps: impl ExactSizeIterator<Item = u32> + Clone,
) -> Result<Vec<i64>, DamagedChunk> {
    let total: u64 = steps.clone().map(u64::from).sum();
    let last = total.checked_mul(divisor);
    last.and_then(|total| first.checked_add_unsigned(total))
        .ok_or(NOT_ASCENDING)?;
    let mut times = Vec::with_capacity(steps.len() + 1);
    times.push(first);
    let (mut at, mut is_ascending) = (first, true);
    times.extend(steps.map(|step| {
        let step = u64::from(step) * divisor;
        is_ascending &= step > 0;
        at = at.wrapping_add_unsigned(step);
        at
    }));
    is_ascending.then_some(times).ok_or(NOT_ASCENDING)
}

/// Packs any doubles; NaN means an absent confidence.
pub(super) fn pack_values(bytes: &mut Vec<u8>, values: &[f64]) {
    if values.len() < RAW_BELOW {
        bytes.push(VALUES_RAW);
        bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        return;
    }
    if let Some((decimals, whole)) = as_decimals(values) {
        bytes.push(VALUES_DECIMAL + decimals);
        put_block(bytes, &compress(&whole, &config(whole.len())));
    } else {
        bytes.push(VALUES_PCO);
        let config = config(values.len()).with_mode_spec(ModeSpec::Auto);
        put_block(bytes, &compress(values, &config));
    }
}

pub(super) fn unpack_values(reader: &mut Reader<'_>, n: usize) -> Result<Vec<f64>, DamagedChunk> {
    match reader.byte()? {
        VALUES_RAW => {
            let raw = reader.take(n * 8)?;
            Ok(raw
                .chunks_exact(8)
                .map(|value| f64::from_le_bytes(std::array::from_fn(|index| value[index])))
                .collect())
        }
        VALUES_PCO => decompress(reader.block()?, n),
        codec => {
            let power = codec
                .checked_sub(VALUES_DECIMAL)
                .and_then(|decimals| POWERS.get(usize::from(decimals)))
                .ok_or(NO_SUCH_CODEC)?;
            let whole: Vec<i32> = decompress(reader.block()?, n)?;
            let whole = whole.iter().map(|whole| f64::from(*whole));
            if codec == VALUES_DECIMAL {
                return Ok(whole.collect());
            }
            Ok(whole.map(|whole| whole / power).collect())
        }
    }
}

/// Most measurements are decimal numbers with few places. Division rounds correctly, so whole / power
/// gives the same double as the decimal text. The function checks this for each value. It begins again at a value with
/// more places than those before it, usually one of the first.
fn as_decimals(values: &[f64]) -> Option<(u8, Vec<i32>)> {
    let (mut decimals, mut all) = (0, Vec::with_capacity(values.len()));
    'more: loop {
        all.clear();
        let power = POWERS[decimals];
        for value in values {
            let Some(whole_value) = whole(*value, power) else {
                decimals = (decimals + 1..POWERS.len())
                    .find(|more| whole(*value, POWERS[*more]).is_some())?;
                continue 'more;
            };
            all.push(whole_value);
        }
        return Some((decimals as u8, all));
    }
}

#[inline]
fn whole(value: f64, power: f64) -> Option<i32> {
    // Out-of-range values and NaN convert to another number, which the comparison detects.
    let whole = (value * power).round_ties_even() as i32;
    ((f64::from(whole) / power).to_bits() == value.to_bits()).then_some(whole)
}

fn greatest_common_divisor(mut one: u64, mut other: u64) -> u64 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

fn config(n: usize) -> ChunkConfig {
    let level = if n < LARGE { LEVEL } else { LARGE_LEVEL };
    ChunkConfig::default()
        .with_compression_level(level)
        .with_mode_spec(ModeSpec::Classic)
}

fn compress<T: Number>(numbers: &[T], config: &ChunkConfig) -> Vec<u8> {
    simple_compress(numbers, config)
        .expect("pco refuses only invalid configurations, and this one is fixed")
}

fn decompress<T: Number + Default>(packed: &[u8], n: usize) -> Result<Vec<T>, DamagedChunk> {
    let damaged = DamagedChunk("holds a number column that cannot be unpacked");
    let mut numbers = vec![T::default(); n];
    match simple_decompress_into(packed, &mut numbers) {
        Ok(progress) if progress.finished && progress.n_processed == n => Ok(numbers),
        _ => Err(damaged),
    }
}

/// Level 4 of 0–12: in small columns, which are joined and packed again, higher levels cost more time
/// than they save bytes.
const LEVEL: usize = 4;
/// The level of large columns. Level 4 describes the values by 16 ranges, too few if some values jump: at
/// 16 000 points with a jump every 2000, it takes a tenth more bytes. Packing takes as long for a point as
/// level 4 at 4000 points.
const LARGE_LEVEL: usize = 7;
/// The numbers from which a column is large.
const LARGE: usize = 8000;

const TIMES_REGULAR: u8 = 0;
const TIMES_STEPS: u8 = 1;
const TIMES_STEPS_PCO: u8 = 2;

const VALUES_RAW: u8 = 0;
const VALUES_PCO: u8 = 1;
/// `VALUES_DECIMAL` plus the number of decimal places.
const VALUES_DECIMAL: u8 = 2;

const POWERS: [f64; 8] = [1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7];

const NOT_ASCENDING: DamagedChunk = DamagedChunk("holds timestamps that do not ascend");
const NO_SUCH_CODEC: DamagedChunk = DamagedChunk("names a codec that does not exist");

/// Columns with fewer points are stored uncompressed, because packing costs more than it saves.
pub(super) const RAW_BELOW: usize = 128;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_values_have_the_places_of_the_longest() {
        for (values, expected) in [
            (
                &[1.0, 2.5, 3.25, 4.5][..],
                Some((2, vec![100, 250, 325, 450])),
            ),
            (&[0.1, 7.0], Some((1, vec![1, 70]))),
            (&[30_000_000.0, 2.5], Some((1, vec![300_000_000, 25]))),
            // The first does not fit with the places of the second.
            (&[30_000_000.0, 0.001], None),
            (&[1.0, f64::NAN], None),
            (&[0.1 + 0.2], None),
        ] {
            assert_eq!(as_decimals(values), expected, "{values:?}");
        }
    }

    #[test]
    fn times_ascend_without_overflow() {
        const LAST: i64 = i64::MAX;
        let regular = |first: i64, divisor: u64| {
            let mut bytes = vec![TIMES_REGULAR];
            bytes.extend(first.to_le_bytes());
            put_varint(&mut bytes, divisor);
            bytes
        };
        for (bytes, n, expected) in [
            (regular(5, 0), 1, Some(vec![5])),
            (regular(5, 0), 2, None),
            (
                regular(LAST - 2, 1),
                3,
                Some(vec![LAST - 2, LAST - 1, LAST]),
            ),
            (regular(LAST - 2, 1), 4, None),
            (regular(i64::MIN, u64::MAX), 2, Some(vec![i64::MIN, LAST])),
            (regular(i64::MIN, u64::MAX), 3, None),
        ] {
            let times = unpack_times(&mut Reader(&bytes), n);
            assert_eq!(times.ok(), expected, "{bytes:?} {n}");
        }
        let mut bytes = vec![TIMES_STEPS_PCO];
        bytes.extend(0_i64.to_le_bytes());
        put_varint(&mut bytes, 1000);
        put_block(&mut bytes, &compress(&[1_u32, 0, 2], &config(3)));
        assert!(unpack_times(&mut Reader(&bytes), 4).is_err());
    }
}
