//! A writer of TCX documents.

use std::fmt::Write;

use crate::Record;

/// Returns an activity as Garmin Connect writes it. `sport` is `Running`, `Biking` or `Other`;
/// `device` is the creator's name, left out if empty. Texts are written unescaped.
#[must_use]
pub fn document(sport: &str, device: &str, records: &[Record]) -> String {
    let start = records
        .first()
        .map(|record| record.time.to_string())
        .unwrap_or_default();
    let mut text = format!(
        concat!(
            r#"<?xml version="1.0" encoding="UTF-8"?>"#,
            r#"<TrainingCenterDatabase"#,
            r#" xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2""#,
            r#" xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">"#,
            r#"<Activities><Activity Sport="{sport}"><Id>{start}</Id>"#,
            r#"<Lap StartTime="{start}"><TotalTimeSeconds>{seconds}</TotalTimeSeconds><Track>"#,
        ),
        sport = sport,
        start = start,
        seconds = records.len(),
    );
    for record in records {
        text.push_str("<Trackpoint>");
        element(&mut text, "Time", Some(record.time));
        if let Some((latitude, longitude)) = record.position {
            text.push_str("<Position>");
            element(&mut text, "LatitudeDegrees", Some(latitude));
            element(&mut text, "LongitudeDegrees", Some(longitude));
            text.push_str("</Position>");
        }
        element(&mut text, "AltitudeMeters", record.altitude);
        element(&mut text, "DistanceMeters", record.distance);
        if let Some(rate) = record.heart_rate {
            text.push_str("<HeartRateBpm>");
            element(&mut text, "Value", Some(rate));
            text.push_str("</HeartRateBpm>");
        }
        element(&mut text, "Cadence", record.cadence);
        text.push_str("<Extensions><ns3:TPX>");
        element(&mut text, "ns3:Speed", record.speed);
        element(&mut text, "ns3:Watts", record.power);
        text.push_str("</ns3:TPX></Extensions></Trackpoint>");
    }
    text.push_str("</Track></Lap>");
    if !device.is_empty() {
        text.push_str("<Creator>");
        element(&mut text, "Name", Some(device));
        element(&mut text, "UnitId", Some(42));
        text.push_str("</Creator>");
    }
    text.push_str("</Activity></Activities></TrainingCenterDatabase>");
    text
}

pub(crate) fn element(text: &mut String, name: &str, value: Option<impl std::fmt::Display>) {
    if let Some(value) = value {
        write!(text, "<{name}>{value}</{name}>").expect("a String takes everything");
    }
}
