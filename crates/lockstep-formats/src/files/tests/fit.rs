//! FIT: special cases and damaged files.

mod totals;
mod unread;

use lockstep_store::Timestamp;
use lockstep_testkit::fit::{checksum, seconds};
use lockstep_testkit::{FitWriter, Record};
use proptest::prelude::*;

use super::super::{Format, MAX_ERRORS, ReadFault};
use super::{NOW, START, of_kind, read_bytes, ride, small_fit};

fn header(size: u32) -> Vec<u8> {
    let mut header = vec![14, 0x20, 0, 0];
    header.extend(size.to_le_bytes());
    header.extend(b".FIT\0\0");
    header
}

#[test]
fn a_truncated_file_yields_the_points_before_the_cut() {
    let whole = small_fit(12).finish();
    let (_, all) = read_bytes(&whole).unwrap();
    let mut last = 0;
    for end in 1..whole.len() {
        match read_bytes(&whole[..end]) {
            Ok((report, points)) => {
                assert_eq!(report.format, Format::Fit);
                assert_eq!(report.errors.len(), 1, "cut at {end}: {:?}", report.errors);
                assert!(
                    points.len() >= last && all.starts_with(&points),
                    "cut at {end}"
                );
                last = points.len();
            }
            Err(error) => assert!(end < 12 && matches!(error, ReadFault::Unrecognised { .. })),
        }
    }
    assert_eq!(last, all.len());
}

#[test]
fn every_flipped_byte_is_detected() {
    let whole = small_fit(4).finish();
    for at in 0..whole.len() {
        for flip in [0x01, 0x80, 0xff] {
            let mut file = whole.clone();
            file[at] ^= flip;
            if let Ok((report, _)) = read_bytes(&file) {
                // The reader ignores the header's version numbers and checksum, but the checksum at
                // the end covers the whole file.
                assert!(!report.errors.is_empty(), "byte {at} ^ {flip:#x}");
            }
        }
    }
}

#[test]
fn old_headers_and_headers_without_a_checksum_are_read() {
    let (_, expected) = read_bytes(&small_fit(5).finish()).unwrap();
    let writer = small_fit(5);
    let size = writer.clone().finish().len() as u32 - 16;
    for file in [
        writer.clone().finish_old(),
        writer.clone().finish_with(size, false),
    ] {
        let (report, points) = read_bytes(&file).unwrap();
        assert_eq!(report.errors, [""; 0]);
        assert_eq!(points, expected);
    }
}

#[test]
fn a_wrong_size_in_the_header_is_reported() {
    let writer = small_fit(5);
    let size = writer.clone().finish().len() as u32 - 16;
    let (_, expected) = read_bytes(&writer.clone().finish()).unwrap();
    for (stated, whole) in [
        (0, true),
        (size + 40, true),
        (u32::MAX, true),
        (size - 60, false),
        (3, false),
    ] {
        let (report, points) = read_bytes(&writer.clone().finish_with(stated, true)).unwrap();
        assert!(!report.errors.is_empty(), "{stated}");
        assert!(expected.starts_with(&points), "{stated}");
        assert_eq!(points.len() == expected.len(), whole, "{stated}");
    }
}

#[test]
fn a_wrong_checksum_is_reported_and_loses_no_points() {
    let mut file = small_fit(5).finish();
    let end = file.len();
    file[end - 1] ^= 0x55;
    let (report, points) = read_bytes(&file).unwrap();
    assert_eq!(of_kind(&points, "heart_rate").len(), 5);
    assert_eq!(report.errors.len(), 1);
    assert!(report.errors[0].contains("checksum"), "{:?}", report.errors);
}

#[test]
fn chained_files_are_read() {
    let mut chain = small_fit(5).finish();
    let later = Timestamp(START.0 + 3_600_000);
    let mut second = FitWriter::new(123, 4, 0, later);
    second.record(&Record::at(later).beating(99));
    chain.extend(second.finish());
    let (report, points) = read_bytes(&chain).unwrap();
    assert_eq!(report.errors, [""; 0]);
    assert_eq!(report.records, 6);
    let activities = &report.activities;
    assert_eq!(activities.len(), 2);
    assert_eq!((activities[0].records, activities[1].records), (5, 1));
    assert_eq!(activities[1].name, "activity");
    let last = points.last().unwrap();
    assert_eq!((last.at, last.value), (later.0, 99.0));
    assert_eq!(last.device, "Polar 4");

    chain.extend(b"rubbish");
    let (report, after) = read_bytes(&chain).unwrap();
    assert_eq!(after, points);
    assert_eq!(report.errors.len(), 1, "{:?}", report.errors);
}

/// Wrong field sizes, unknown base types and developer fields (described or not) are skipped. The
/// fields next to them are read.
#[test]
fn fields_without_a_meaning_are_skipped() {
    let mut writer = FitWriter::new(1, 1836, 77, START);
    // A power of three bytes, an unknown base type, a heart rate of two elements.
    let fields = [
        [253, 4, 0x86],
        [7, 3, 0x84],
        [4, 1, 0x1f],
        [3, 2, 0x02],
        [5, 0, 0x86],
    ];
    writer.define(4, 20, &fields);
    writer.raw(&[4]);
    writer.raw(&seconds(START).to_le_bytes());
    writer.raw(&[1, 2, 3, 90, 140, 141]);
    // The same message with two undescribed developer fields, one of an odd size.
    writer.raw(&[
        0x60 | 5,
        0,
        0,
        20,
        0,
        2,
        253,
        4,
        0x86,
        3,
        1,
        2,
        2,
        0,
        3,
        0,
        7,
        255,
        9,
    ]);
    writer.raw(&[5]);
    writer.raw(&(seconds(START) + 1).to_le_bytes());
    writer.raw(&[150]);
    writer.raw(&[0xaa; 258]);
    let (report, points) = read_bytes(&writer.finish()).unwrap();
    assert_eq!(report.errors, [""; 0]);
    assert_eq!(of_kind(&points, "heart_rate"), [(0, 140.0), (1000, 150.0)]);
    assert_eq!(points.len(), 2);
}

#[test]
fn big_endian_and_compressed_times_are_read() {
    let mut writer = FitWriter::new(1, 1836, 77, START);
    writer.raw(&[0x40, 0, 1, 0, 20, 2, 253, 4, 0x86, 7, 2, 0x84]);
    writer.raw(&[0]);
    writer.raw(&seconds(START).to_be_bytes());
    writer.raw(&[0x01, 0x2c]);
    // Local type 1 has its time in the header: five bits that roll over.
    writer.define(1, 20, &[[3, 1, 0x02]]);
    let mut expected = Vec::new();
    for step in [1_u32, 20, 30, 31, 60, 90] {
        let at = seconds(START) + step;
        writer.raw(&[0x80 | 1 << 5 | (at & 0x1f) as u8, 100]);
        expected.push((i64::from(step) * 1000, 100.0));
    }
    let (report, points) = read_bytes(&writer.finish()).unwrap();
    assert_eq!(report.errors, [""; 0]);
    assert_eq!(of_kind(&points, "power"), [(0, 300.0)]);
    assert_eq!(of_kind(&points, "heart_rate"), expected);
}

#[test]
fn impossible_times_are_reported() {
    let mut writer = FitWriter::new(1, 1836, 77, START);
    let year_2085 = Timestamp(3_650_000_000_000);
    let tomorrow = Timestamp(NOW.0 + 86_400_000);
    for time in [START, year_2085, tomorrow, Timestamp(tomorrow.0 + 1000)] {
        writer.record(&Record::at(time).beating(120));
    }
    writer.define(6, 20, &[[3, 1, 0x02], [253, 4, 0x86]]);
    // The time since the recorder was switched on; then no time at all.
    writer.raw(&[6, 130, 10, 0, 0, 0]);
    writer.raw(&[6, 131, 0xff, 0xff, 0xff, 0xff]);
    let (report, points) = read_bytes(&writer.finish()).unwrap();
    assert_eq!(report.records, 6);
    let times: Vec<i64> = points.iter().map(|point| point.at).collect();
    assert_eq!(times, [START.0, tomorrow.0]);
    let expected = [
        "record 2: timestamp: 2085-08-30T",
        "record 4: timestamp: 2026-11-21T23:12:27.000Z is more than 24 hours ahead",
        "record 5: timestamp: the recorder's clock was not set",
        "record 6: timestamp: is missing",
    ];
    assert_eq!(report.errors.len(), expected.len(), "{:?}", report.errors);
    for (error, expected) in report.errors.iter().zip(expected) {
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn errors_are_listed_up_to_a_limit() {
    let mut writer = FitWriter::new(1, 1836, 77, START);
    let year_2085 = Timestamp(3_650_000_000_000);
    for _ in 0..MAX_ERRORS + 200 {
        writer.record(&Record::at(year_2085));
    }
    let mut file = writer.finish();
    let (report, _) = read_bytes(&file).unwrap();
    assert_eq!(
        (report.errors.len(), report.further_errors),
        (MAX_ERRORS, 200)
    );
    // Damage is listed even beyond the limit.
    file.truncate(file.len() - 1);
    let (report, _) = read_bytes(&file).unwrap();
    assert_eq!(
        (report.errors.len(), report.further_errors),
        (MAX_ERRORS, 201)
    );
    assert!(report.errors[MAX_ERRORS - 1].contains("ends in the middle"));
}

#[test]
fn readings_of_an_unworn_sensor_are_skipped() {
    let mut writer = FitWriter::new(1, 1836, 77, START);
    for (second, rate) in [0, 255, 20, 251, 60].into_iter().enumerate() {
        let at = Timestamp(START.0 + 1000 * second as i64);
        writer.record(&Record::at(at).beating(rate));
    }
    let (_, points) = read_bytes(&writer.finish()).unwrap();
    // Implausible readings are kept; only 0 and 255 mean that there is no reading.
    let expected = [(2000, 20.0), (3000, 251.0), (4000, 60.0)];
    assert_eq!(of_kind(&points, "heart_rate"), expected);
}

#[test]
fn beat_times_are_sums_and_restart_after_a_pause() {
    let mut writer = FitWriter::new(1, 1836, 77, START);
    let at = |second: i64| Record::at(Timestamp(START.0 + 1000 * second));
    writer.record(&at(0));
    writer.beats(&[800, 810]);
    writer.record(&at(1));
    writer.beats(&[790]);
    writer.record(&at(60));
    writer.beats(&[700, 710]);
    let (report, points) = read_bytes(&writer.finish()).unwrap();
    assert_eq!(report.errors, [""; 0]);
    let expected = [
        (0, 800.0),
        (810, 810.0),
        (1600, 790.0),
        (60_000, 700.0),
        (60_710, 710.0),
    ];
    assert_eq!(of_kind(&points, "rr_interval"), expected);
}

#[test]
fn scales_and_all_day_wear_are_read() {
    let mut writer = FitWriter::new(1, 1836, 77, START);
    let mut message = |number: u16, fields: &[[u8; 3]], values: &[&[u8]]| {
        let mut all = vec![[253, 4, 0x86]];
        all.extend(fields);
        writer.define(7, number, &all);
        writer.raw(&[7]);
        writer.raw(&seconds(START).to_le_bytes());
        for value in values {
            writer.raw(value);
        }
    };
    let short = |value: u16| value.to_le_bytes();
    message(
        30,
        &[[0, 2, 0x84], [1, 2, 0x84]],
        &[&short(7255), &short(1830)],
    );
    message(211, &[[0, 1, 0x02], [1, 1, 0x02]], &[&[52], &[49]]);
    let time = seconds(START).to_le_bytes();
    message(227, &[[0, 2, 0x83], [1, 4, 0x86]], &[&short(33), &time]);
    message(227, &[[0, 2, 0x83], [1, 4, 0x86]], &[&short(0xfffe), &time]);
    message(269, &[[0, 1, 0x02]], &[&[96]]);
    message(297, &[[0, 2, 0x83]], &[&short(1425)]);
    message(370, &[[1, 2, 0x84]], &[&short(48 * 128)]);
    message(229, &[[0, 4, 0x86], [2, 2, 0x84]], &[&time, &short(523)]);
    for (steps, rate) in [(100_u32, 70), (180, 75), (180, 0), (250, 80)] {
        let fields = [[5, 1, 0x00], [3, 4, 0x86], [27, 1, 0x02]];
        message(55, &fields, &[&[6], &steps.to_le_bytes(), &[rate]]);
    }
    let (report, points) = read_bytes(&writer.finish()).unwrap();
    assert_eq!(report.errors, [""; 0]);
    assert_eq!((report.records, report.activities.len()), (0, 0));
    let found: Vec<_> = points
        .iter()
        .map(|point| (point.kind.as_str(), point.value, point.unit.as_str()))
        .collect();
    let expected = [
        ("body_fat_percentage", 18.3, "%"),
        ("weight", 72.55, "kg"),
        ("resting_heart_rate", 49.0, "bpm"),
        ("resting_heart_rate_7_day_mean", 52.0, "bpm"),
        ("stress", 33.0, "{score}"),
        ("oxygen_saturation", 96.0, "%"),
        ("respiratory_rate", 14.25, "/min"),
        ("heart_rate_variability_rmssd", 48.0, "ms"),
        ("vo2_max", 52.3, "mL/kg/min"),
        ("heart_rate", 70.0, "bpm"),
        ("heart_rate", 75.0, "bpm"),
        ("steps", 80.0, "{steps}"),
        ("heart_rate", 80.0, "bpm"),
        ("steps", 70.0, "{steps}"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_message_without_a_definition_is_damage() {
    let mut writer = small_fit(3);
    writer.raw(&[9]);
    writer.record(&Record::at(START));
    let (report, points) = read_bytes(&writer.finish()).unwrap();
    assert_eq!(of_kind(&points, "heart_rate").len(), 3);
    assert_eq!(report.errors.len(), 1);
    assert!(
        report.errors[0].contains("no earlier message defines"),
        "{:?}",
        report.errors
    );
}

proptest! {
    #[test]
    fn random_bytes_after_a_header_never_panic(nonsense in prop::collection::vec(any::<u8>(), 0..400)) {
        let mut file = header(nonsense.len() as u32);
        file.extend(&nonsense);
        file.extend(checksum(&file).to_le_bytes());
        let (report, _) = read_bytes(&file).unwrap();
        prop_assert!(report.errors.len() <= MAX_ERRORS);
    }

    #[test]
    fn random_definitions_never_panic(
        fields in prop::collection::vec(any::<[u8; 3]>(), 0..12),
        message in prop_oneof![Just(20_u16), Just(78), Just(18), Just(55), Just(0), any::<u16>()],
        body in prop::collection::vec(any::<u8>(), 0..2000),
    ) {
        let mut writer = FitWriter::new(1, 1, 1, START);
        writer.define(0, message, &fields);
        writer.raw(&[0]);
        writer.raw(&body);
        let _ = read_bytes(&writer.finish()).unwrap();
    }
}

/// Zwift, Wahoo, COROS, Suunto and Polar write FIT.
#[test]
fn recordings_of_other_makers_have_their_device_and_sport() {
    for (maker, product, sports, device, sport, is_virtual) in [
        (260, 1, (2, 255), "Zwift 1 7", "virtual_cycling", true),
        (260, 1, (1, 58), "Zwift 1 7", "virtual_running", true),
        (282, 2, (2, 0), "Sufferfest 2 7", "virtual_cycling", true),
        (32, 31, (2, 6), "Wahoo 31 7", "cycling", false),
        (294, 841, (1, 255), "COROS 841 7", "running", false),
        (23, 50, (1, 0), "Suunto 50 7", "running", false),
        (123, 230, (11, 0), "Polar 230 7", "walking", false),
    ] {
        let mut writer = FitWriter::new(maker, product, 7, START);
        ride(20).iter().for_each(|record| writer.record(record));
        writer.session_of(START, sports, 20_000, 20_000);
        let (report, points) = read_bytes(&writer.finish()).unwrap();
        assert_eq!(report.errors, [""; 0]);
        let [activity] = report.activities.as_slice() else {
            panic!("{report:?}");
        };
        assert_eq!(activity.sport.as_deref(), Some(sport));
        assert_eq!(activity.device.as_deref(), Some(device));
        assert!(points.iter().all(|point| point.device == device));
        for kind in ["heart_rate", "power", "cadence"] {
            assert_eq!(of_kind(&points, kind).len(), 20, "{device} {kind}");
        }
        for kind in ["latitude", "longitude", "altitude", "speed", "distance"] {
            let expected = if is_virtual { 0 } else { 20 };
            assert_eq!(of_kind(&points, kind).len(), expected, "{device} {kind}");
        }
        let skipped = report
            .skipped
            .first()
            .map(|it| (it.what.as_str(), it.count));
        assert_eq!(
            skipped,
            is_virtual.then_some(("records of virtual activities", 20))
        );
    }
    // Of another maker, the session at the end of the file says that it was virtual.
    let mut writer = FitWriter::new(1, 1836, 7, START);
    ride(20).iter().for_each(|record| writer.record(record));
    writer.session_of(START, (2, 58), 20_000, 20_000);
    let (report, _) = read_bytes(&writer.finish()).unwrap();
    assert_eq!(
        report.activities[0].sport.as_deref(),
        Some("virtual_cycling")
    );
}

/// The clock of the wearer is in the monitoring information of the file; the values of a day get its date, and
/// unknown messages are listed.
#[test]
fn values_of_a_day_have_the_date_of_the_wearers_clock() {
    let start = seconds(START);
    for (offset, expected) in [
        (Some(12 * 3600), 1),
        (Some(-11 * 3600), -1),
        (Some(0), 0),
        (None, i64::MIN),
        // A clock that differs by a day is wrong.
        (Some(30 * 3600), i64::MIN),
    ] {
        // Half an hour before midnight in UTC, and half an hour after it.
        let day = i64::from(start) / 86_400 * 86_400;
        let at = match expected {
            -1 => day + 1800,
            _ => day + 86_400 - 1800,
        };
        let at = u32::try_from(at).unwrap();
        let mut writer = FitWriter::new(1, 2, 3, START);
        if let Some(offset) = offset {
            writer.define(4, 103, &[[253, 4, 0x86], [0, 4, 0x86]]);
            writer.raw(&[4]);
            writer.raw(&at.to_le_bytes());
            writer.raw(&at.saturating_add_signed(offset).to_le_bytes());
        }
        writer.define(5, 211, &[[253, 4, 0x86], [1, 1, 0x02]]);
        writer.raw(&[5]);
        writer.raw(&at.to_le_bytes());
        writer.raw(&[49]);
        writer.define(6, 4000, &[[0, 1, 0x02]]);
        writer.raw(&[6, 1, 6, 2]);
        // Settings of the recorder are not data of the wearer.
        writer.define(7, 2, &[[0, 1, 0x02]]);
        writer.raw(&[7, 1]);
        let (report, points) = read_bytes(&writer.finish()).unwrap();
        let [point] = points.as_slice() else {
            panic!("{points:?}");
        };
        let utc = point.at.div_euclid(86_400_000);
        let date = point.metadata.as_deref().and_then(crate::LocalDate::stated);
        let expected = (expected != i64::MIN).then_some(utc + expected);
        assert_eq!(
            date.map(|date| i64::from(date.day())),
            expected,
            "{offset:?}"
        );
        let skipped: Vec<_> = report
            .skipped
            .iter()
            .map(|one| (one.what.as_str(), one.count))
            .collect();
        assert_eq!(skipped, [("FIT message 4000", 2)]);
    }
}
