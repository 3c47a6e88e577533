//! A writer of GPX documents.

use std::fmt::Write;

use crate::Record;
use crate::tcx::element;

/// Returns a track as Garmin Connect writes it, with power next to Garmin's extension. Texts are
/// written unescaped.
#[must_use]
pub fn document(creator: &str, name: &str, sport: &str, records: &[Record]) -> String {
    let mut text = format!(
        concat!(
            r#"<?xml version="1.0" encoding="UTF-8"?>"#,
            r#"<gpx creator="{creator}" version="1.1" xmlns="http://www.topografix.com/GPX/1/1""#,
            r#" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">"#,
        ),
        creator = creator,
    );
    text.push_str("<trk>");
    element(&mut text, "name", Some(name));
    element(&mut text, "type", Some(sport));
    text.push_str("<trkseg>");
    for record in records {
        let (latitude, longitude) = record.position.unwrap_or_default();
        write!(text, r#"<trkpt lat="{latitude}" lon="{longitude}">"#)
            .expect("a String takes everything");
        element(&mut text, "ele", record.altitude);
        element(&mut text, "time", Some(record.time));
        text.push_str("<extensions>");
        element(&mut text, "power", record.power);
        text.push_str("<gpxtpx:TrackPointExtension>");
        element(&mut text, "gpxtpx:hr", record.heart_rate);
        element(&mut text, "gpxtpx:cad", record.cadence);
        element(&mut text, "gpxtpx:speed", record.speed);
        text.push_str("</gpxtpx:TrackPointExtension></extensions></trkpt>");
    }
    text.push_str("</trkseg></trk></gpx>");
    text
}
