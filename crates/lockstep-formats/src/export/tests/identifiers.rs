//! Identifiers and codes in exports.

use super::*;

#[test]
fn any_account_id_is_written_as_a_json_string() {
    for format in [Format::OpenMHealth, Format::Fhir] {
        let mut exporter = Exporter::new(format, "a\"b\\", 0);
        let measured = point("weight", 70.0, "kg");
        let (series, timestamp) = (1, measured.timestamp);
        exporter.begin(&[]);
        exporter.point(PointId { series, timestamp }, &measured);
        exporter.end();
        let text = String::from_utf8(exporter.take()).unwrap();
        assert!(text.contains(r#":"a\"b\\"}"#), "{text}");
        serde_json::from_str::<Json>(&text).unwrap();
    }
}

#[test]
fn a_uuid_depends_on_account_and_point() {
    let uuids = |user: &str| {
        let uuid = PointUuid::new(user);
        ["pt_1", "pt_2"].map(|id| {
            let mut text = Vec::new();
            uuid.write(&mut text, id.as_bytes());
            String::from_utf8(text).unwrap()
        })
    };
    let mine = uuids(USER);
    assert_eq!(mine, uuids(USER));
    let others = uuids("usr_01jd3m8zq5e8vb2f6m0r4c7k9y");
    let all: std::collections::BTreeSet<String> = mine.into_iter().chain(others).collect();
    assert_eq!(all.len(), 4);
}

/// Each code belongs to a type of the catalogue, and each vital sign has the unit that its profile
/// requires.
#[test]
fn codes_match_the_catalogue() {
    assert!(codes::CODES.is_sorted_by_key(|code| code.kind));
    for code in codes::CODES {
        let kind = catalogue::kind(code.kind).unwrap_or_else(|| panic!("{}", code.kind));
        let unit = match code.profile {
            Some("heartrate" | "resprate") => "/min",
            Some("oxygensat") => "%",
            Some("bodytemp") => "Cel",
            Some("bodyweight") => "kg",
            Some(other) => panic!("{other}"),
            None => continue,
        };
        assert_eq!(kind.unit, unit, "{}", code.kind);
    }
    // Every type can be exported in every format.
    let all: Vec<Point<'_>> = CATALOGUE
        .iter()
        .map(|kind| point(kind.name, 60.0, kind.unit))
        .collect();
    let bundle = json_of(Format::Fhir, &all);
    assert_eq!(bundle["entry"].as_array().unwrap().len(), CATALOGUE.len());
    let points = json_of(Format::OpenMHealth, &all);
    assert_eq!(points.as_array().unwrap().len(), CATALOGUE.len());
}
