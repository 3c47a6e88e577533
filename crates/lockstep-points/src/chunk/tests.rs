//! Packing and unpacking returns the same points; changed bytes do not open.

use proptest::prelude::*;

use super::*;

fn round_trip(columns: &Columns) -> usize {
    let packed = PackedColumns::pack(columns);
    assert_eq!(&unpack(&packed.bytes).unwrap(), columns);
    packed.bytes.len()
}

/// Heart rates at rest and at work that vary by whole beats.
fn heart_rate(n: usize) -> Columns {
    let mut columns = Columns::default();
    let mut state = 1_u32;
    let mut rate = 120.0;
    for second in 0..n {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        rate += f64::from((state >> 29) as i8 - 3).clamp(-1.0, 1.0);
        columns.push(second as i64 * 1000, rate, "bpm", None, None);
    }
    columns
}

#[test]
fn heart_rate_is_small() {
    let bytes = round_trip(&heart_rate(4096));
    assert!(bytes < 4096 * 6 / 10, "{bytes} bytes");
}

/// A power that changes by up to 15 W a second takes `log2(31) / 8 = 0.62` bytes a point, and a few rides that
/// begin at 200 W each take no more.
#[test]
fn a_large_chunk_is_small_although_values_jump() {
    let rides = |ride: usize, rides: usize| {
        let mut columns = Columns::default();
        let (mut state, mut power) = (1_u32, 0_i32);
        for second in 0..ride * rides {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let change = i32::try_from((state >> 16) % 31).unwrap() - 15;
            power = match second % ride {
                0 => 200,
                _ => (power + change).clamp(0, 600),
            };
            columns.push(second as i64 * 1000, f64::from(power), "W", None, None);
        }
        columns
    };
    let (one, eight) = (round_trip(&rides(2000, 1)), round_trip(&rides(2000, 8)));
    assert!(eight < 8 * one, "{eight} bytes, one ride {one}");
    assert!(eight < 16_000 * 65 / 100, "{eight} bytes");
}

#[test]
fn sizes_around_each_limit() {
    for n in [
        1, 2, 3, 126, 127, 128, 129, 130, 255, 256, 257, 4095, 4096, 7999, 8000, 16_383, 16_384,
    ] {
        round_trip(&heart_rate(n));
    }
}

#[test]
fn values_of_every_kind() {
    let kinds: [&dyn Fn(usize) -> f64; 10] = [
        &|n| n as f64,
        &|n| n as f64 / 10.0,
        &|n| -(n as f64) / 1000.0,
        &|n| 48.123_456_7 + n as f64 / 1e7,
        &|n| (n as f64).sin(),
        &|n| if n == 200 { -0.0 } else { 1.0 },
        &|n| n as f64 * 1e300,
        &|n| 2_147_483_647.0 + n as f64,
        &|n| f64::MIN_POSITIVE * n as f64,
        &|n| if n % 2 == 0 { 0.1 + 0.2 } else { 0.3 },
    ];
    for kind in kinds {
        for n in [5, 300] {
            let mut columns = Columns::default();
            for at in 0..n {
                columns.push(at as i64 * 250, kind(at), "u", None, None);
            }
            round_trip(&columns);
        }
    }
}

#[test]
fn times_of_every_kind() {
    let kinds: [&dyn Fn(i64) -> i64; 6] = [
        &|n| n,
        &|n| n * 1000 + n / 7 * 3000,
        &|n| n * 86_400_000,
        &|n| n * n * 5_000_000_000,
        &|n| i64::MIN + n * 3,
        &|n| i64::MAX - 4_000 + n * 10,
    ];
    for kind in kinds {
        for n in [2, 5, 300] {
            let mut columns = Columns::default();
            for at in 0..n {
                columns.push(kind(at), 1.5, "u", None, None);
            }
            round_trip(&columns);
        }
    }
}

/// Reads the fuzzer's corpus, and variants with one changed byte, without a panic.
#[test]
fn hostile_bytes() {
    let folder =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/points_chunk");
    let mut seeds = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let seed = std::fs::read(file.unwrap().path()).unwrap();
        let _ = unpack(&seed);
        for at in 0..seed.len().min(64) {
            for value in [0, 1, 0x7f, 0x80, 0xff] {
                let mut changed = seed.clone();
                changed[at] = value;
                let _ = unpack(&changed);
            }
        }
        seeds += 1;
    }
    assert!(seeds >= 4, "{seeds} seeds");
}

type Row = (u16, i32, u8, u8, Option<u8>, Option<u8>);

fn columns(rows: &[Row]) -> Columns {
    let mut columns = Columns::default();
    let mut at = 0;
    for (step, value, decimals, unit, confidence, metadata) in rows {
        at += i64::from(*step) + 1;
        columns.push(
            at,
            f64::from(*value) / 10_f64.powi(i32::from(*decimals)),
            ["bpm", "", "/min", "Grad Öchsle"][usize::from(*unit)],
            confidence.map(|hundredths| f64::from(hundredths) / 100.0),
            metadata.map(|lap| format!("{{\"lap\":{lap}}}")).as_deref(),
        );
    }
    columns
}

fn row(decimals: u8) -> impl Strategy<Value = Row> {
    (
        0_u16..5,
        any::<i32>(),
        0..=decimals,
        0_u8..4,
        prop::option::of(0_u8..100),
        prop::option::weighted(0.2, any::<u8>()),
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn decoding_returns_the_encoded_rows(rows in (0_u8..9).prop_flat_map(|decimals| prop::collection::vec(row(decimals), 1..300))) {
        round_trip(&columns(&rows));
    }

    #[test]
    fn any_bytes_give_an_answer(mut bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = unpack(&bytes);
        bytes.insert(0, 0);
        let _ = unpack(&bytes);
    }

    #[test]
    fn damaged_columns_give_an_answer(
        rows in prop::collection::vec(row(3), 128..200),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
    ) {
        let mut bytes = PackedColumns::pack(&columns(&rows)).bytes;
        for (at, value) in damage {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        let _ = unpack(&bytes);
    }
}
