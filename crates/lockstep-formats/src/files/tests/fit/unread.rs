//! Fields of FIT messages that are not read.

use lockstep_testkit::FitWriter;
use lockstep_testkit::fit::seconds;

use super::super::super::{MAX_SKIPPED, ReadReport};
use super::super::{START, of_kind, read_bytes};

/// Returns a recording of two records with the fields temperature (13), GPS accuracy (31), a developer field
/// of this name and one that no message describes.
fn recording(name: [u8; 6]) -> Vec<u8> {
    let mut writer = FitWriter::new(1, 1836, 77, START);
    writer.define(4, 206, &[[0, 1, 2], [1, 1, 2], [2, 1, 2], [3, 6, 7]]);
    writer.raw(&[4, 0, 9, 0x84]);
    writer.raw(&name);
    writer.raw(&[0x60 | 5, 0, 0, 20, 0, 4]);
    writer.raw(&[253, 4, 0x86, 3, 1, 2, 13, 1, 1, 31, 1, 2]);
    writer.raw(&[2, 9, 2, 0, 7, 1, 3]);
    // The second record marks the temperature and the described field invalid, both the accuracy.
    for (second, values) in [[150, 21, 255, 1, 0, 8], [151, 127, 255, 255, 255, 8]]
        .iter()
        .enumerate()
    {
        writer.raw(&[5]);
        writer.raw(&(seconds(START) + second as u32).to_le_bytes());
        writer.raw(values);
    }
    // The mean and the highest heart rate of the session.
    writer.define(6, 18, &[[253, 4, 0x86], [16, 1, 2], [17, 1, 2]]);
    writer.raw(&[6]);
    writer.raw(&(seconds(START) + 1).to_le_bytes());
    writer.raw(&[150, 151]);
    writer.finish()
}

fn skipped(report: &ReadReport) -> Vec<(&str, u64)> {
    let skipped = report.skipped.iter();
    skipped.map(|it| (it.what.as_str(), it.count)).collect()
}

#[test]
fn fields_with_values_are_listed_by_message_and_developer_fields_by_name() {
    let (report, points) = read_bytes(&recording(*b"Form\0\0")).unwrap();
    assert_eq!(report.errors, [""; 0]);
    assert_eq!(of_kind(&points, "heart_rate"), [(0, 150.0), (1000, 151.0)]);
    let expected = [
        ("FIT record field 13", 1),
        ("FIT session, other fields", 1),
        ("developer field 7 of developer 3", 2),
        ("developer field Form", 1),
    ];
    assert_eq!(skipped(&report), expected);
}

/// The descriptions of a file in a chain count for this file only.
#[test]
fn developer_fields_of_chained_files_have_their_own_names() {
    let mut chain = recording(*b"Form\0\0");
    chain.extend(recording(*b"Air\0\0\0"));
    let (report, _) = read_bytes(&chain).unwrap();
    let expected = [
        ("FIT record field 13", 2),
        ("FIT session, other fields", 2),
        ("developer field 7 of developer 3", 4),
        ("developer field Air", 1),
        ("developer field Form", 1),
    ];
    assert_eq!(skipped(&report), expected);
}

#[test]
fn the_list_of_fields_is_bounded() {
    let mut writer = FitWriter::new(1, 1836, 77, START);
    for (message, fields) in [(20, 140..=249), (30, 20..=229)] {
        let fields: Vec<[u8; 3]> = fields.map(|number| [number, 1, 2]).collect();
        writer.define(4, message, &fields);
        writer.raw(&[4]);
        writer.raw(&vec![1; fields.len()]);
    }
    let (report, _) = read_bytes(&writer.finish()).unwrap();
    assert_eq!(report.skipped.len(), MAX_SKIPPED + 1);
    let count: u64 = report.skipped.iter().map(|it| it.count).sum();
    // The entry of all others counts the messages that have such fields: the second one.
    assert_eq!(count, 200 + 1);
}
