//! The times of points that one batch of an import added, as bytes.
//!
//! A batch of an import is stored together with these times, so that the import can be undone. Times are
//! packed as in a chunk: a run of equal steps takes a few bytes.

use std::io::Read;

use crate::chunk::DamagedChunk;
use crate::chunk::number::{pack_times, unpack_times};
use crate::chunk::wire::{Reader, put_block, put_varint};

/// The points of one series that a batch added. Both lists ascend and have no time in common.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BatchTimes {
    /// The type of the points, as the API names it.
    pub kind: String,
    /// A device's id or name.
    pub device: String,
    /// The times of the points that were not stored before.
    pub new: Vec<i64>,
    /// The times of the points that replaced a stored point, or were equal to it.
    pub known: Vec<i64>,
}

impl BatchTimes {
    /// Splits ascending `times` into new and known times.
    pub(crate) fn split(kind: &str, device: &str, times: &[i64], known: &[i64]) -> Self {
        let is_known = |at: &&i64| known.binary_search(at).is_ok();
        let (known, new): (Vec<i64>, Vec<i64>) = times.iter().partition(is_known);
        Self {
            kind: kind.to_owned(),
            device: device.to_owned(),
            new,
            known,
        }
    }

    /// Returns the first and the last time of a batch; `None` if it has none.
    #[must_use]
    pub fn span(batch: &[Self]) -> Option<(i64, i64)> {
        let lists = batch.iter().flat_map(|one| [&one.new, &one.known]);
        let ends = lists.filter_map(|times| Some((*times.first()?, *times.last()?)));
        ends.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
    }
}

/// Removes the times from the new times of `batch` that `other` added too: these points stay when `batch`
/// is undone. Those that `other` calls known become new there, so that undoing it later removes them.
/// Returns whether `other` changed.
pub fn release(batch: &mut [BatchTimes], other: &mut [BatchTimes]) -> bool {
    let mut is_changed = false;
    for one in batch {
        let names = |other: &&mut BatchTimes| other.kind == one.kind && other.device == one.device;
        for other in other.iter_mut().filter(names) {
            let moved = common(&one.new, &other.known);
            one.new.retain(|at| {
                moved.binary_search(at).is_err() && other.new.binary_search(at).is_err()
            });
            if !moved.is_empty() {
                other.known.retain(|at| moved.binary_search(at).is_err());
                other.new.extend(moved);
                other.new.sort_unstable();
                is_changed = true;
            }
        }
    }
    is_changed
}

/// The times of the points that a write stores in one series.
#[derive(Clone, Copy, Debug)]
pub struct WrittenTimes<'a> {
    /// The type of the points, as the API names it.
    pub kind: &'a str,
    /// A device's id or name.
    pub device: &'a str,
    /// The times, ascending.
    pub times: &'a [i64],
}

impl WrittenTimes<'_> {
    /// Returns the first and the last time of a write; `None` if it has none.
    #[must_use]
    pub fn span(written: &[Self]) -> Option<(i64, i64)> {
        let ends = written.iter();
        let ends = ends.filter_map(|one| Some((*one.times.first()?, *one.times.last()?)));
        ends.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
    }
}

/// Removes the times of a later write from a batch: these points belong to the write, and stay when the
/// import is undone. Returns whether the batch changed.
pub fn take_over(batch: &mut [BatchTimes], written: &[WrittenTimes<'_>]) -> bool {
    let mut is_changed = false;
    for one in batch {
        let is_meant =
            |write: &&WrittenTimes<'_>| write.kind == one.kind && write.device == one.device;
        for write in written.iter().filter(is_meant) {
            for times in [&mut one.new, &mut one.known] {
                let before = times.len();
                times.retain(|at| write.times.binary_search(at).is_err());
                is_changed |= times.len() < before;
            }
        }
    }
    is_changed
}

/// Returns the common times of two ascending lists.
fn common(one: &[i64], other: &[i64]) -> Vec<i64> {
    let (short, long) = if one.len() < other.len() {
        (one, other)
    } else {
        (other, one)
    };
    let is_there = |at: &&i64| long.binary_search(at).is_ok();
    short.iter().filter(is_there).copied().collect()
}

/// Encodes a batch.
#[must_use]
pub fn encode(batch: &[BatchTimes]) -> Vec<u8> {
    let mut plain = Vec::new();
    put_varint(&mut plain, batch.len() as u64);
    for one in batch {
        put_block(&mut plain, one.kind.as_bytes());
        put_block(&mut plain, one.device.as_bytes());
        for times in [&one.new, &one.known] {
            put_varint(&mut plain, times.len() as u64);
            pack_times(&mut plain, times);
        }
    }
    // The series of a recording often have the same times, hence equal bytes.
    let packed = zstd::bulk::compress(&plain, ZSTD_LEVEL)
        .expect("zstd has room for all it needs and its level is fixed");
    let mut bytes = vec![VERSION];
    put_varint(&mut bytes, plain.len() as u64);
    bytes.extend(packed);
    bytes
}

/// Decodes the output of [`encode`]. The function returns for any bytes, in bounded memory.
///
/// # Errors
/// The bytes are not an output of [`encode`].
pub fn decode(bytes: &[u8]) -> Result<Vec<BatchTimes>, DamagedChunk> {
    let mut reader = Reader(bytes);
    if reader.byte()? != VERSION {
        return Err(DamagedChunk(
            "has a version of provenance that does not exist",
        ));
    }
    let length = reader.count(MAX_BATCH_BYTES)?;
    let damaged = |_| DamagedChunk("holds provenance that cannot be unpacked");
    let decoder = zstd::stream::read::Decoder::with_buffer(reader.0).map_err(damaged)?;
    let mut plain = Vec::new();
    decoder
        .take(length as u64 + 1)
        .read_to_end(&mut plain)
        .map_err(damaged)?;
    if plain.len() != length {
        return Err(DamagedChunk(
            "holds provenance whose length differs from the stated length",
        ));
    }
    let mut reader = Reader(&plain);
    let mut room = MAX_TIMES;
    let mut batch = Vec::new();
    for _ in 0..reader.count(MAX_TIMES)? {
        let kind = reader.text()?.to_owned();
        let device = reader.text()?.to_owned();
        let new = times(&mut reader, &mut room)?;
        let known = times(&mut reader, &mut room)?;
        batch.push(BatchTimes {
            kind,
            device,
            new,
            known,
        });
    }
    match reader.0 {
        [] => Ok(batch),
        _ => Err(DamagedChunk("holds more than its provenance")),
    }
}

fn times(reader: &mut Reader<'_>, room: &mut usize) -> Result<Vec<i64>, DamagedChunk> {
    let count = reader.count(*room)?;
    *room -= count;
    match count {
        0 => Ok(Vec::new()),
        count => unpack_times(reader, count),
    }
}

const VERSION: u8 = 1;
const ZSTD_LEVEL: i32 = 1;
/// The maximum number of times in a batch.
const MAX_TIMES: usize = crate::columns::MAX_BATCH_POINTS;
/// The maximum bytes of a batch before compression.
const MAX_BATCH_BYTES: usize = 256 << 20;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// Generates series with arbitrary times, each new or known.
    fn batches() -> impl Strategy<Value = Vec<BatchTimes>> {
        let times = prop::collection::btree_map(
            -1_000_000_000_000_i64..4_000_000_000_000,
            any::<bool>(),
            0..300,
        );
        let steps = (0_i64..2_000_000_000_000, 1_i64..100_000, 0_usize..3000).prop_map(
            |(first, step, count)| -> BTreeMap<i64, bool> {
                let at = |nth: usize| (first + step * nth as i64, nth.is_multiple_of(7));
                (0..count).map(at).collect()
            },
        );
        let one = ("[a-z_]{1,12}", ".{1,12}", prop_oneof![times, steps]);
        prop::collection::vec(one, 0..5).prop_map(|all| {
            let split = |(kind, device, times): (String, String, BTreeMap<i64, bool>)| BatchTimes {
                kind,
                device,
                new: times.iter().filter(|it| *it.1).map(|it| *it.0).collect(),
                known: times.iter().filter(|it| !*it.1).map(|it| *it.0).collect(),
            };
            all.into_iter().map(split).collect()
        })
    }

    proptest! {
        #[test]
        fn batches_round_trip(batch in batches()) {
            let bytes = encode(&batch);
            prop_assert_eq!(decode(&bytes), Ok(batch));
        }

        #[test]
        fn changed_bytes_never_panic(batch in batches(), at in any::<prop::sample::Index>(), with in any::<u8>()) {
            let mut bytes = encode(&batch);
            let at = at.index(bytes.len());
            bytes[at] = with;
            let _ = decode(&bytes);
            let _ = decode(&bytes[..at]);
        }

        #[test]
        fn a_split_keeps_each_time_once(
            times in prop::collection::btree_set(0_i64..500, 0..200),
            known in prop::collection::btree_set(0_i64..500, 0..200),
        ) {
            let times: Vec<i64> = times.into_iter().collect();
            let known: Vec<i64> = known.into_iter().collect();
            let batch_times = BatchTimes::split("steps", "watch", &times, &known);
            for at in &times {
                let is_known = known.contains(at);
                prop_assert_eq!(batch_times.known.contains(at), is_known);
                prop_assert_eq!(batch_times.new.contains(at), !is_known);
            }
            prop_assert_eq!(batch_times.new.len() + batch_times.known.len(), times.len());
            let ends = times.first().copied().zip(times.last().copied());
            prop_assert_eq!(BatchTimes::span(&[batch_times]), ends);
        }
    }

    fn sorted(times: std::collections::BTreeSet<i64>) -> Vec<i64> {
        times.into_iter().collect()
    }

    proptest! {
        /// A point stays as long as one import that added it is not undone, in any order of undoing.
        #[test]
        fn points_belong_to_the_imports_that_are_left(
            imports in prop::collection::vec(prop::collection::btree_set(0_i64..40, 0..30), 1..5),
            order in any::<prop::sample::Index>(),
        ) {
            let mut stored = std::collections::BTreeSet::new();
            let mut left: Vec<(Vec<BatchTimes>, std::collections::BTreeSet<i64>)> = Vec::new();
            for times in &imports {
                let known: Vec<i64> = sorted(stored.clone());
                stored.extend(times);
                let batch = BatchTimes::split("steps", "watch", &sorted(times.clone()), &known);
                left.push((vec![batch], times.clone()));
            }
            while !left.is_empty() {
                let (mut undone, _) = left.remove(order.index(left.len()));
                undone[0].known.clear();
                for (other, _) in left.iter_mut().rev() {
                    release(&mut undone, other);
                }
                for at in &undone[0].new {
                    prop_assert!(stored.remove(at));
                }
                let expected = left.iter().flat_map(|(_, times)| times.iter().copied());
                prop_assert_eq!(&stored, &expected.collect());
            }
        }
    }

    #[test]
    fn a_later_write_takes_points_over() {
        let batch = || vec![BatchTimes::split("steps", "watch", &[1, 2, 3, 4], &[3, 4])];
        for (kind, device, times, new, known) in [
            ("steps", "watch", &[2, 3, 9][..], &[1][..], &[4][..]),
            ("steps", "watch", &[0, 5], &[1, 2], &[3, 4]),
            ("steps", "phone", &[1, 2], &[1, 2], &[3, 4]),
            ("weight", "watch", &[1, 2], &[1, 2], &[3, 4]),
            ("steps", "watch", &[1, 2, 3, 4], &[], &[]),
        ] {
            let mut taken = batch();
            let written = WrittenTimes {
                kind,
                device,
                times,
            };
            assert_eq!(take_over(&mut taken, &[written]), taken != batch());
            assert_eq!((&*taken[0].new, &*taken[0].known), (new, known));
        }
    }

    /// A ride at one record a second: eight series with the same times.
    #[test]
    fn even_times_take_a_few_bytes() {
        let times: Vec<i64> = (0..12_500).map(|n| n * 1000).collect();
        let series = (0..8).map(|n| BatchTimes::split(&format!("type{n}"), "Edge", &times, &[]));
        let batch: Vec<BatchTimes> = series.collect();
        assert!(encode(&batch).len() < 200);
    }
}
