mod identifiers;

use serde_json::{Value as Json, json};

use super::*;
use crate::TimestampReader;
use crate::catalogue::CATALOGUE;
use crate::files::{self, Options};

const USER: &str = "usr_01jd3m8zq5e8vb2f6m0r4c7k9x";
const AT: &str = "2026-11-20T23:12:26.007Z";

fn point<'a>(kind: &'a str, value: f64, unit: &'a str) -> Point<'a> {
    Point {
        timestamp: at(AT),
        kind,
        value,
        unit,
        device: "Polar \"H10\"",
        confidence: None,
        metadata: None,
    }
}

fn at(text: &str) -> i64 {
    TimestampReader::default().read(text.as_bytes()).unwrap()
}

fn exported(format: Format, points: &[Point<'_>]) -> Vec<u8> {
    let mut exporter = Exporter::new(format, USER, 0);
    let mut bytes = Vec::new();
    exporter.begin(&[]);
    for (nth, point) in (1..).zip(points) {
        let id = PointId {
            series: nth,
            timestamp: point.timestamp,
        };
        exporter.point(id, point);
        bytes.extend(exporter.take());
    }
    exporter.end();
    bytes.extend(exporter.take());
    assert_eq!(exporter.points(), points.len() as u64);
    bytes
}

#[test]
fn plain_points_are_written_like_each_of_them() {
    for format in Format::ALL {
        // More than two record batches of Arrow.
        let count = if format == Format::Arrow { 50_001 } else { 5 };
        let timestamps: Vec<i64> = (at(AT)..).take(count).collect();
        let values: Vec<f64> = timestamps.iter().map(|at| (at % 90) as f64).collect();
        let first = Point {
            confidence: Some(0.5),
            metadata: Some("{\"lap\":1}"),
            ..point("power", 210.0, "W")
        };
        let id = |timestamp| PointId {
            series: 7,
            timestamp,
        };
        let [mut each, mut together] = [(); 2].map(|()| Exporter::new(format, USER, 0));
        for exporter in [&mut each, &mut together] {
            exporter.begin(&[]);
            exporter.point(id(first.timestamp), &first);
        }
        for (timestamp, value) in timestamps.iter().zip(&values) {
            let point = Point {
                timestamp: *timestamp,
                ..point("heart_rate", *value, "bpm")
            };
            each.point(id(*timestamp), &point);
        }
        together.plain_points(&PlainPoints {
            series: 7,
            kind: "heart_rate",
            device: first.device,
            unit: "bpm",
            timestamps: &timestamps,
            values: &values,
        });
        assert_eq!(each.points(), together.points());
        let [each, together] = [each, together].map(|mut exporter| {
            exporter.end();
            exporter.take()
        });
        assert!(each == together, "{format:?}");
    }
}

fn json_of(format: Format, points: &[Point<'_>]) -> Json {
    serde_json::from_slice(&exported(format, points)).unwrap()
}

/// Returns the points that the importer reads from the table.
fn read_back(csv: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    let mut sink = |point: Point<'_>| {
        found.push(format!("{point:?}"));
        Ok::<_, ()>(())
    };
    let options = Options::at(at("2026-11-21T00:00:00Z"));
    let mut reader = csv;
    let report = files::read(&mut reader, &options, &mut sink).unwrap();
    assert_eq!(report.errors, [""; 0]);
    found
}

#[test]
fn an_exported_csv_is_read_back_exactly() {
    let long = "é".repeat(256);
    let notes = format!(r#"{{"notes":"{}"}}"#, "\\u00e9".repeat(2000));
    let mut points = vec![point("heart_rate", 142.0, "bpm")];
    for device in [
        "=1+1", "+41", "-2", "@SUM(A1)", " left", "right ", "a,b", "\"", "\"\"", "é 心", "'",
        "\u{feff}", &long,
    ] {
        points.push(Point {
            device,
            ..point("own.type", 1.0, "{x}")
        });
    }
    for unit in ["m,s", "\"m\"", " "] {
        points.push(point("own_type", 1.0, unit));
    }
    for value in [0.1, -0.0, 1e300, 5e-324, f64::MAX, -7.25, 1e21] {
        points.push(point("other", value, "x"));
    }
    for (confidence, metadata) in [
        (Some(0.0), None),
        (Some(1.0), Some("{}")),
        (
            None,
            Some(r#"{"notes":"a, \"b\"\nc","duration":3,"tired":true,"x":null}"#),
        ),
        (Some(0.25), Some(notes.as_str())),
    ] {
        points.push(Point {
            confidence,
            metadata,
            ..point("weight", 154.5, "lb")
        });
    }
    let csv = exported(Format::Csv, &points);
    let sent: Vec<String> = points.iter().map(|point| format!("{point:?}")).collect();
    assert_eq!(read_back(&csv), sent);
    let head = String::from_utf8(csv).unwrap();
    assert!(head.starts_with(
        "timestamp,type,value,unit,device,confidence,metadata\r\n\
         2026-11-20T23:12:26.007Z,heart_rate,142,bpm,\"Polar \"\"H10\"\"\",,\r\n"
    ));
    let none = exported(Format::Csv, &[]);
    assert_eq!(none, csv::HEADER);
}

#[test]
fn invalid_csv_rows_are_reported() {
    let rows = "timestamp,type,value,unit,device,confidence,metadata\n\
        2026-01-01T00:00:00Z,weight,70,kg,scale,,[]\n\
        2026-01-01T00:00:00Z,weight,70,kg,scale,,\"{\"\"a\"\":{}}\"\n\
        2026-01-01T00:00:00Z,weight,70,kg,scale,2,\n\
        2026-01-01T00:00:00Z,weight,70,kg,scale,,\"{ \"\"a\"\" : 1 }\"\n";
    let mut found = Vec::new();
    let mut sink = |point: Point<'_>| {
        found.push(point.metadata.map(str::to_owned));
        Ok::<_, ()>(())
    };
    let options = Options::at(1_800_000_000_000);
    let report = files::read(&mut rows.as_bytes(), &options, &mut sink).unwrap();
    assert_eq!(found, [Some("{\"a\":1}".to_owned())]);
    let errors: Vec<&str> = report.errors.iter().map(|error| &error[..15]).collect();
    assert_eq!(
        errors,
        ["row 1: metadata", "row 2: metadata", "row 3: confiden"]
    );
}

#[test]
fn an_open_mhealth_point_has_header_and_body() {
    let richer = Point {
        confidence: Some(0.5),
        metadata: Some("{\"lap\":3}"),
        ..point("power", 0.25, "kW")
    };
    let all = json_of(Format::OpenMHealth, &[point("weight", 11.0, "st"), richer]);
    let all = all.as_array().unwrap();
    let header = &all[0]["header"];
    let schema = json!({ "namespace": "omh", "name": "body-weight", "version": "2.0" });
    assert_eq!(header["schema_id"], schema);
    assert_eq!(header["creation_date_time"], "1970-01-01T00:00:00.000Z");
    assert_eq!(header["user_id"], USER);
    assert_eq!(
        header["acquisition_provenance"],
        json!({ "source_name": "Polar \"H10\"", "source_data_point_id": "pt_1m7xkq2wq1" }),
    );
    let frame = json!({ "date_time": AT });
    assert_eq!(
        all[0]["body"],
        json!({
            "body_weight": { "unit": "kg", "value": 69.853_224_980_000_01 },
            "effective_time_frame": frame,
        })
    );
    let schema = json!({ "namespace": "lockstep", "name": "measurement", "version": "1.0" });
    assert_eq!(all[1]["header"]["schema_id"], schema);
    assert_eq!(
        all[1]["body"],
        json!({
            "type": "power", "measurement": { "unit": "W", "value": 250 },
            "effective_time_frame": frame, "confidence": 0.5, "metadata": { "lap": 3 },
        })
    );
    assert_eq!(json_of(Format::OpenMHealth, &[]), json!([]));
}

/// A type of the catalogue is read back in its canonical unit, any other type as it was sent.
#[test]
fn an_exported_open_mhealth_file_is_read_back() {
    let long = "é".repeat(256);
    let mut points: Vec<Point<'_>> = CATALOGUE
        .iter()
        .map(|kind| point(kind.name, 60.25, kind.unit))
        .collect();
    for device in [" left", "é 心", "\"", &long] {
        for (kind, unit) in [("own.type", "{x}"), ("heart_rate", "/min")] {
            points.push(Point {
                device,
                ..point(kind, 61.0, unit)
            });
        }
    }
    for value in [0.1, -7.25, 1e300, 5e-324, f64::MAX] {
        points.push(point("other", value, " "));
    }
    for kind in ["weight", "resting_heart_rate", "power", "own"] {
        let unit = catalogue::kind(kind).map_or("x", |kind| kind.unit);
        for (confidence, metadata) in [
            (Some(0.0), None),
            (Some(0.25), Some("{}")),
            (
                None,
                Some(r#"{"duration":3,"notes":"a, \"b\"\nc","tired":true,"x":null}"#),
            ),
        ] {
            points.push(Point {
                confidence,
                metadata,
                ..point(kind, 70.5, unit)
            });
        }
    }
    // The unit's name may differ after the round trip; the canonical value may not.
    let canonical = |point: &Point<'_>| {
        let known = catalogue::canonical(point.kind, point.unit, point.value);
        let value = known.map_or_else(
            || format!("{} {}", point.value, point.unit),
            |value| value.to_string(),
        );
        let besides = (point.confidence, point.metadata.map(str::to_owned));
        (
            point.timestamp,
            point.kind.to_owned(),
            value,
            point.device.to_owned(),
            besides,
        )
    };
    let mut found = Vec::new();
    let mut sink = |point: Point<'_>| {
        found.push(canonical(&point));
        Ok::<_, ()>(())
    };
    let options = Options::at(at("2026-11-21T00:00:00Z"));
    let sent = exported(Format::OpenMHealth, &points);
    let report = files::read(&mut &sent[..], &options, &mut sink).unwrap();
    assert_eq!((report.errors, report.skipped.len()), (vec![], 0));
    assert_eq!(found, points.iter().map(canonical).collect::<Vec<_>>());
}

/// A data point that claims to be this project's export but is invalid is reported, not stored.
#[test]
fn invalid_points_of_own_open_mhealth_exports_are_reported() {
    let moment = json!({ "date_time": AT });
    for (change, expected) in [
        (json!({ "type": "Power" }), "type"),
        (json!({ "type": null }), "type"),
        (json!({ "type": "weight" }), "unit"),
        (
            json!({ "measurement": { "unit": "W" } }),
            "measurement: value",
        ),
        (
            json!({ "measurement": { "unit": "W", "value": "much" } }),
            "measurement: value",
        ),
        (json!({ "confidence": 2 }), "confidence"),
        (json!({ "metadata": [] }), "metadata"),
        (json!({ "metadata": { "a": {} } }), "metadata"),
        (
            json!({ "effective_time_frame": {} }),
            "effective_time_frame",
        ),
    ] {
        let mut body = json!({
            "type": "power", "measurement": { "unit": "W", "value": 250 },
            "effective_time_frame": moment,
        });
        for (field, value) in change.as_object().unwrap() {
            body[field] = value.clone();
        }
        let schema = json!({ "namespace": "lockstep", "name": "measurement", "version": "1.0" });
        let source = json!({ "source_name": "Strap", "source_data_point_id": "pt_1m7xkq2wq1" });
        let header = json!({ "schema_id": schema, "acquisition_provenance": source });
        let text = json!([{ "header": header, "body": body }]).to_string();
        let mut sink = |point: Point<'_>| Err(format!("{point:?}"));
        let options = Options::at(at("2026-11-21T00:00:00Z"));
        let report = files::read(&mut text.as_bytes(), &options, &mut sink).unwrap();
        let [error] = report.errors.as_slice() else {
            panic!("{change}: {report:?}")
        };
        assert!(
            error.starts_with("element 1: ") && error.contains(expected),
            "{change}: {error}"
        );
    }
}

#[test]
fn bodies_follow_the_published_schemas() {
    for (kind, value, unit, schema, body) in [
        (
            "heart_rate",
            61.0,
            "bpm",
            "heart-rate:2.0",
            json!({ "heart_rate": { "unit": "beats/min", "value": 61 } }),
        ),
        (
            "resting_heart_rate",
            50.0,
            "/min",
            "heart-rate:2.0",
            json!({
                "heart_rate": { "unit": "beats/min", "value": 50 },
                "temporal_relationship_to_physical_activity": "at rest",
            }),
        ),
        (
            "steps",
            7000.0,
            "count",
            "step-count:1.0",
            json!({ "step_count": 7000 }),
        ),
        (
            "sleep_duration",
            7.5,
            "h",
            "sleep-duration:1.0",
            json!({ "sleep_duration": { "unit": "sec", "value": 27000 } }),
        ),
        (
            "energy",
            4184.0,
            "kJ",
            "calories-burned:1.0",
            json!({ "kcal_burned": { "unit": "kcal", "value": 1000 } }),
        ),
        (
            "body_temperature",
            98.6,
            "degF",
            "body-temperature:3.0",
            json!({ "body_temperature": { "unit": "C", "value": 37 } }),
        ),
        (
            "rr_interval",
            0.75,
            "s",
            "rr-interval:1.0",
            json!({ "rr_interval": { "unit": "ms", "value": 750 } }),
        ),
        (
            "oxygen_saturation",
            97.0,
            "%",
            "oxygen-saturation:2.0",
            json!({ "oxygen_saturation": { "unit": "%", "value": 97 } }),
        ),
        (
            "respiratory_rate",
            14.5,
            "brpm",
            "respiratory-rate:2.0",
            json!({ "respiratory_rate": { "unit": "breaths/min", "value": 14.5 } }),
        ),
        (
            "body_fat_percentage",
            21.5,
            "%",
            "body-fat-percentage:1.0",
            json!({ "body_fat_percentage": { "unit": "%", "value": 21.5 } }),
        ),
        (
            "speed",
            36.0,
            "km/h",
            "speed:1.0",
            json!({ "speed": { "unit": "m/s", "value": 10 } }),
        ),
    ] {
        let found = json_of(Format::OpenMHealth, &[point(kind, value, unit)]);
        let id = &found[0]["header"]["schema_id"];
        let text = |field: &str| id[field].as_str().unwrap().to_owned();
        assert_eq!(text("namespace"), "omh");
        assert_eq!(
            format!("{}:{}", text("name"), text("version")),
            schema,
            "{kind}"
        );
        let mut expected = body;
        expected["effective_time_frame"] = json!({ "date_time": AT });
        assert_eq!(found[0]["body"], expected, "{kind}");
    }
}

#[test]
fn a_fhir_bundle_has_an_observation_for_each_point() {
    let richer = Point {
        confidence: Some(0.5),
        metadata: Some("{\"notes\":\"so\"}"),
        device: " \u{7}",
        ..point("own.type", 3.5, "\u{1}")
    };
    let bundle = json_of(
        Format::Fhir,
        &[point("resting_heart_rate", 50.0, "bpm"), richer],
    );
    assert_eq!(bundle["resourceType"], "Bundle");
    assert_eq!(bundle["type"], "collection");
    let entries = bundle["entry"].as_array().unwrap();
    let url = entries[0]["fullUrl"].as_str().unwrap();
    let uuid = url.strip_prefix("urn:uuid:").unwrap();
    assert_eq!(
        (uuid.len(), &uuid[14..15], &uuid[8..9]),
        (36, "8", "-"),
        "{uuid}"
    );
    let subject = json!({
        "type": "Patient", "identifier": { "system": "urn:lockstep:account", "value": USER },
    });
    assert_eq!(
        entries[0]["resource"],
        json!({
            "resourceType": "Observation", "id": "pt-1m7xkq2wq1",
            "meta": { "profile": ["http://hl7.org/fhir/StructureDefinition/heartrate"] },
            "status": "final",
            "category": [{ "coding": [{
                "system": "http://terminology.hl7.org/CodeSystem/observation-category",
                "code": "vital-signs", "display": "Vital Signs",
            }] }],
            "code": {
                "coding": [
                    { "system": "http://loinc.org", "code": "40443-4", "display": "Heart rate --resting" },
                    { "system": "http://loinc.org", "code": "8867-4", "display": "Heart rate" },
                    { "system": "urn:lockstep:type", "code": "resting_heart_rate" },
                ],
                "text": "resting heart rate",
            },
            "subject": subject, "effectiveDateTime": AT,
            "valueQuantity": {
                "value": 50, "unit": "/min", "system": "http://unitsofmeasure.org", "code": "/min",
            },
            "device": { "display": "Polar \"H10\"" },
        })
    );
    // Characters that a FHIR string must not contain are left out. The type is not in the
    // catalogue.
    assert_eq!(
        entries[1]["resource"],
        json!({
            "resourceType": "Observation", "id": "pt-1m7xkq2wq2",
            "extension": [
                { "url": "urn:lockstep:confidence", "valueDecimal": 0.5 },
                { "url": "urn:lockstep:metadata", "valueString": "{\"notes\":\"so\"}" },
            ],
            "status": "final",
            "code": {
                "coding": [{ "system": "urn:lockstep:type", "code": "own.type" }],
                "text": "own type",
            },
            "subject": subject, "effectiveDateTime": AT, "valueQuantity": { "value": 3.5 },
        })
    );
    let none = json_of(Format::Fhir, &[]);
    assert!(none.get("entry").is_none(), "a FHIR array is never empty");
}
