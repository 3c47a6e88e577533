//! Gzip and zip: members, limits, damage.

use std::io::Write;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};
use lockstep_testkit::gpx;

use super::super::{Format, Options, ReadFault};
use super::{NOW, of_kind, read_bytes, read_with, ride, small_fit};

pub(super) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Returns a zip member: deflated or stored, with its sizes before or after the data.
pub(super) fn member(name: &str, bytes: &[u8], deflated: bool, sizes_behind: bool) -> Vec<u8> {
    let packed = if deflated {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    } else {
        bytes.to_vec()
    };
    let sizes = [
        (packed.len() as u32).to_le_bytes(),
        (bytes.len() as u32).to_le_bytes(),
    ]
    .concat();
    let mut entry = b"PK\x03\x04".to_vec();
    entry.extend([20, 0, if sizes_behind { 8 } else { 0 }, 0]);
    entry.extend([if deflated { 8 } else { 0 }, 0, 0, 0, 0, 0]);
    entry.extend([0; 4]);
    entry.extend(if sizes_behind {
        vec![0; 8]
    } else {
        sizes.clone()
    });
    entry.extend((name.len() as u16).to_le_bytes());
    entry.extend([0, 0]);
    entry.extend(name.as_bytes());
    entry.extend(packed);
    if sizes_behind {
        entry.extend(b"PK\x07\x08\0\0\0\0");
        entry.extend(sizes);
    }
    entry
}

pub(super) fn archive(members: &[Vec<u8>]) -> Vec<u8> {
    let mut archive = members.concat();
    archive.extend(b"PK\x05\x06");
    archive.extend([0; 18]);
    archive
}

#[test]
fn gzip_files_are_read() {
    let plain = small_fit(20).finish();
    let (expected, points) = read_bytes(&plain).unwrap();
    let packed = gzip(&plain);
    assert_eq!(read_bytes(&packed).unwrap(), (expected, points.clone()));

    // Several members are one file.
    let (first, second) = plain.split_at(plain.len() / 2);
    let members = [gzip(first), gzip(b""), gzip(second)].concat();
    assert_eq!(read_bytes(&members).unwrap().1, points);

    let cut = &packed[..packed.len() / 2];
    let (report, some) = read_bytes(cut).unwrap();
    assert!(points.starts_with(&some));
    assert_eq!(report.errors.len(), 1, "{:?}", report.errors);
}

#[test]
fn zip_archives_are_read() {
    let fit = small_fit(20).finish();
    let track = gpx::document("maker", "name", "run", &ride(30));
    let archive = archive(&[
        member("activities/", b"", false, false),
        member("activities/1.fit", &fit, true, true),
        member("photo.jpg", b"\xff\xd8\xff", false, false),
        member("profile.csv", b"a,b\n1,2\n", true, false),
        member("activities/2.GPX.gz", &gzip(track.as_bytes()), false, false),
        member("activities/3.fit", &fit[..fit.len() - 9], true, false),
        member("activities/4.tcx", b"<html/>", true, false),
        member("activities/5.fit", &fit, false, false),
    ]);
    let (report, points) = read_bytes(&archive).unwrap();
    assert_eq!(report.format, Format::Fit);
    assert_eq!(of_kind(&points, "heart_rate").len(), 20 + 30 + 20 + 20);
    assert_eq!(report.errors.len(), 2, "{:?}", report.errors);
    assert!(
        report.errors[0].starts_with("\"activities/3.fit\": byte "),
        "{:?}",
        report.errors
    );
    assert!(report.errors[1].starts_with("\"activities/4.tcx\": the file is neither"));
    assert_eq!(report.activities.len(), 4);

    for end in 5..archive.len() - 22 {
        match read_bytes(&archive[..end]) {
            Ok((report, _)) => assert!(!report.errors.is_empty(), "cut at {end}"),
            Err(ReadFault::Unrecognised { .. }) => {}
            Err(other) => panic!("cut at {end}: {other}"),
        }
    }
}

#[test]
fn bombs_are_refused() {
    // The best ratio of deflate is about 1 : 1030.
    let head = "<gpx><trk>";
    let plain = [head.as_bytes(), &b"<a/>".repeat(5 << 20)].concat();
    let inside = archive(&[member("a.gpx", &plain, true, true)]);
    let elsewhere = archive(&[member("a.txt", &plain, true, true)]);
    for packed in [gzip(&plain), inside, elsewhere] {
        assert!(packed.len() < 100_000);
        match read_with(packed.as_slice(), &Options::at(NOW.0)) {
            Err(ReadFault::Inflates) => {}
            other => panic!("{other:?}"),
        }
    }
}
