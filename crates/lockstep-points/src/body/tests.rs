//! Accepted bodies, reported errors, and the agreement of both paths.

mod devices;
mod limits;
mod messages;

use lockstep_formats::Point;
use lockstep_store::Timestamp;
use proptest::prelude::*;

use super::*;

/// 2026-11-20T23:00:00Z.
const NOW: Timestamp = Timestamp(1_795_215_600_000);

fn check_unit(kind: &str, unit: &str) -> Result<(), String> {
    if kind == "heart_rate" && !matches!(unit, "bpm" | "/min") {
        return Err(format!("unit: {unit} cannot be converted to /min"));
    }
    Ok(())
}

fn check_device(device: &str) -> Result<(), String> {
    if device == "lost" {
        return Err("is revoked".to_owned());
    }
    Ok(())
}

const RULES: Rules<'static> = Rules {
    now: NOW,
    check_unit: &check_unit,
    check_device: &check_device,
    sender: None,
};

/// Parses with both paths, which must agree.
fn read_both(body: &[u8]) -> Result<DataBody, EnvelopeFault> {
    let fast = parse(body, RULES, true);
    let exact = parse(body, RULES, false);
    assert_eq!(fast, exact, "{}", String::from_utf8_lossy(body));
    fast
}

fn errors(points: &str) -> Vec<String> {
    let body = read_both(format!("{{\"data\":[{points}]}}").as_bytes()).unwrap();
    body.faults.into_errors("data")
}

const GOOD: &str = r#"{"timestamp":"2026-11-20T07:30:00Z","type":"heart_rate","value":142,"unit":"bpm","device":"Polar H10"}"#;

#[test]
fn a_usual_body() {
    let body = format!(
        r#"{{"data":[{GOOD},{},{}],"encryptionMode":"Basic","chunkSize":4096}}"#,
        GOOD.replace("07:30:00Z", "07:30:01.5Z")
            .replace("142", "143.5"),
        GOOD.replace("07:30:00Z", "08:30:02+01:00"),
    );
    let body = read_both(body.as_bytes()).unwrap();
    assert_eq!(body.encryption_mode, Some(Mode::Basic));
    assert_eq!(body.chunk_size, Some(4096));
    assert_eq!(body.faults.count(), 0);
    let mut expected = Batch::default();
    for (at, value) in [(0, 142.0), (1500, 143.5), (2000, 142.0)] {
        expected.push(&Point {
            timestamp: 1_795_159_800_000 + at,
            kind: "heart_rate",
            value,
            unit: "bpm",
            device: "Polar H10",
            confidence: None,
            metadata: None,
        });
    }
    assert_eq!(body.points, expected);
}

#[test]
fn envelopes() {
    for (body, fault) in [
        ("", "body: is not valid JSON at byte 0"),
        ("[]", "body: must be a JSON object"),
        ("null", "body: must be a JSON object"),
        ("{}", "data: is required"),
        ("{\"data\":[]", "body: is not valid JSON at byte 10"),
        ("{\"data\":[]}x", "body: is not valid JSON at byte 11"),
        ("{\"data\":[],}", "body: is not valid JSON at byte 11"),
        ("{\"data\":[1 2]}", "body: is not valid JSON at byte 11"),
        ("{\"data\":[}]}", "body: is not valid JSON at byte 9"),
        ("{\"data\":{}}", "data: must be an array of points"),
        ("{\"data\":[],\"data\":[]}", "data: is given twice"),
        (
            "{\"data\":[],\"encryptionmode\":\"FHE\"}",
            "encryptionmode: is not a field: the fields are data, encryptionMode and chunkSize",
        ),
        (
            "{\"data\":[],\"encryptionMode\":\"fhe\"}",
            "encryptionMode: must be FHE, ZK or Basic, or be left out",
        ),
        (
            "{\"data\":[],\"encryptionMode\":null}",
            "encryptionMode: must be FHE, ZK or Basic, or be left out",
        ),
        (
            "{\"encryptionMode\":\"FHE\",\"encryptionMode\":\"ZK\",\"data\":[]}",
            "encryptionMode: is given twice",
        ),
        (
            "{\"data\":[],\"chunkSize\":0}",
            "chunkSize: must be a whole number from 1 to 8192",
        ),
        (
            "{\"data\":[],\"chunkSize\":8193}",
            "chunkSize: must be a whole number from 1 to 8192",
        ),
        (
            "{\"data\":[],\"chunkSize\":1.5}",
            "chunkSize: must be a whole number from 1 to 8192",
        ),
        (
            "{\"data\":[],\"chunkSize\":NaN}",
            "chunkSize: must be a whole number from 1 to 8192",
        ),
        (
            "{\"data\":[],\"chunkSize\":\"10\"}",
            "chunkSize: must be a whole number from 1 to 8192",
        ),
    ] {
        assert_eq!(
            read_both(body.as_bytes()).unwrap_err().to_string(),
            fault,
            "{body}"
        );
    }
    let fault = read_both(b"{\"data\":[\xff]}").unwrap_err();
    assert_eq!(fault.to_string(), "body: is not UTF-8 at byte 9");
    assert_eq!(
        read_both(b" {\n\"data\" : [ ] } ").unwrap(),
        DataBody::default()
    );
    let escaped = read_both(b"{\"\\u0064ata\":[],\"chunkSize\":1e3}").unwrap();
    assert_eq!(escaped.chunk_size, Some(1000));
}

/// Each row replaces one field of a point and names the expected error.
#[test]
fn each_fault_is_named() {
    let number = "value: must be a finite number";
    let name = |field, most| {
        format!("{field}: must be a string of 1 to {most} characters without control characters")
    };
    let kind = "type: must be 1 to 64 of a-z, 0-9, _ and ., beginning with a letter";
    let form = "timestamp: must be an RFC 3339 date-time such as 2026-11-20T07:30:00Z";
    let confidence = "confidence: must be a number from 0 to 1";
    let long = "é".repeat(257);
    let long_unit = format!("\"{}\"", "é".repeat(33));
    let metadata = |text: String| format!("\"value\":1,\"metadata\":{text}");
    let long_note = metadata(format!("{{\"notes\":\"{}\"}}", "é".repeat(2001)));
    let steering_note = metadata("{\"notes\":\"\u{9b}2J\"}".to_owned());
    let escaped_note = metadata("{\"notes\":\"a\\u001bb\"}".to_owned());
    let steering_lap = metadata("{\"lap\":\"a\u{7f}\"}".to_owned());
    let steering_field = metadata("{\"a\u{9b}\":1}".to_owned());
    let steered = |field: &str| {
        format!(
            "metadata.{field}: must not have control characters other than line breaks and tabs: remove them"
        )
    };
    let long_scalar = metadata(format!("{{\"lap\":\"{}\"}}", "\\u0041".repeat(2001)));
    let long_field = metadata(format!("{{\"{}\":1}}", "é".repeat(65)));
    let shown_field = "é".repeat(64);
    let long_number = metadata(format!("{{\"lap\":0.{}}}", "1".repeat(63)));
    let heavy: Vec<String> = (0..16)
        .map(|n| format!("\"k{n}\":\"{}\"", "é".repeat(1100)))
        .collect();
    let heavy = metadata(format!("{{{}}}", heavy.join(",")));
    let long_kind = format!("\"type\":\"{}\"", "x".repeat(65));
    let many: Vec<String> = (0..17).map(|n| format!("\"k{n}\":{n}")).collect();
    let many = format!("\"value\":1,\"metadata\":{{{}}}", many.join(","));
    let rows: Vec<(&str, String, String)> = [
        ("\"value\":142", "\"value\":\"142\"", number),
        ("\"value\":142", "\"value\":null", number),
        ("\"value\":142", "\"value\":true", number),
        ("\"value\":142", "\"value\":[]", number),
        ("\"value\":142", "\"value\":1e999", number),
        ("\"value\":142", "\"value\":-1e999", number),
        ("\"value\":142", "\"value\":NaN", number),
        ("\"value\":142", "\"value\":-Infinity", number),
        ("\"value\":142", "\"value\": Infinity", number),
        ("\"value\":142,", "", "value: is required"),
        (
            "\"value\":142",
            "\"value\":142,\"value\":142",
            "value: is given twice",
        ),
        ("\"value\"", "\"Value\"", "Value: is not a field of a point"),
        (
            "\"value\":142",
            "\"value\":142,\"id\":\"pt_1\"",
            "id: is not a field of a point",
        ),
        ("\"type\":\"heart_rate\"", "\"type\":\"Heart\"", kind),
        ("\"type\":\"heart_rate\"", "\"type\":\"\"", kind),
        ("\"type\":\"heart_rate\"", "\"type\":\"_x\"", kind),
        ("\"type\":\"heart_rate\"", "\"type\":7", kind),
        ("\"type\":\"heart_rate\"", &long_kind, kind),
        ("\"type\":\"heart_rate\",", "", "type: is required"),
        (
            "2026-11-20T07:30:00Z",
            "2026-11-20T07:30:00",
            "timestamp: has no offset from UTC: end it with Z or with an offset such as +02:00",
        ),
        ("2026-11-20T07:30:00Z", "2026-11-20", form),
        ("2026-11-20T07:30:00Z", "2026-11-20T07:30:00Z ", form),
        ("\"2026-11-20T07:30:00Z\"", "1795159800", form),
        (
            "2026-11-20T07:30:00Z",
            "2026-02-30T07:30:00Z",
            "timestamp: names a day or a time that does not exist",
        ),
        (
            "2026-11-20T07:30:00Z",
            "1969-12-31T23:59:59.999Z",
            "timestamp: is before 1970",
        ),
        (
            "2026-11-20T07:30:00Z",
            "2026-11-21T23:00:00.001Z",
            "timestamp: is more than 24 hours ahead",
        ),
        (
            "2026-11-20T07:30:00Z",
            "2085-11-21T23:00:00Z",
            "timestamp: is more than 24 hours ahead",
        ),
        ("\"bpm\"", "\"km\"", "unit: km cannot be converted to /min"),
        ("\"bpm\"", "\"\"", &name("unit", 32)),
        ("\"bpm\"", "\"a\\u0000\"", &name("unit", 32)),
        ("\"bpm\"", "\"\\u001b[2J\"", &name("unit", 32)),
        ("\"bpm\"", "\"\u{9b}2J\"", &name("unit", 32)),
        ("Polar H10", "\\u001b[2J", &name("device", 256)),
        ("Polar H10", "H10\u{7f}", &name("device", 256)),
        ("Polar H10", "H10\u{9b}2J", &name("device", 256)),
        ("\"value\":142", &steering_note, &steered("notes")),
        ("\"value\":142", &escaped_note, &steered("notes")),
        ("\"value\":142", &steering_lap, &steered("lap")),
        (
            "\"value\":142",
            &steering_field,
            "metadata.a\u{9b}: must not have control characters: remove them",
        ),
        ("\"bpm\"", "\"\\ud800\"", &name("unit", 32)),
        ("\"bpm\"", "4", &name("unit", 32)),
        ("\"bpm\"", &long_unit, &name("unit", 32)),
        ("Polar H10", &long, &name("device", 256)),
        ("Polar H10", "", &name("device", 256)),
        (
            "\"value\":142",
            "\"value\":1,\"confidence\":1.01",
            confidence,
        ),
        (
            "\"value\":142",
            "\"value\":1,\"confidence\":-0.1",
            confidence,
        ),
        (
            "\"value\":142",
            "\"value\":1,\"confidence\":null",
            confidence,
        ),
        (
            "\"value\":142",
            "\"value\":1,\"metadata\":null",
            "metadata: must be an object",
        ),
        (
            "\"value\":142",
            "\"value\":1,\"metadata\":{\"activity\":1}",
            "metadata.activity: must be a string",
        ),
        (
            "\"value\":142",
            "\"value\":1,\"metadata\":{\"duration\":\"1\"}",
            "metadata.duration: must be a finite number",
        ),
        (
            "\"value\":142",
            "\"value\":1,\"metadata\":{\"lap\":{}}",
            "metadata.lap: must be a string, a finite number, true, false or null",
        ),
        (
            "\"value\":142",
            "\"value\":1,\"metadata\":{\"lap\":NaN}",
            "metadata.lap: must be a string, a finite number, true, false or null",
        ),
        (
            "\"value\":142",
            "\"value\":1,\"metadata\":{\"lap\":1,\"lap\":1}",
            "metadata.lap: is given twice",
        ),
        (
            "\"value\":142",
            &many,
            "metadata: must have at most 16 fields",
        ),
        (
            "\"value\":142",
            &long_note,
            "metadata.notes: must have at most 2000 characters",
        ),
        (
            "\"value\":142",
            &long_scalar,
            "metadata.lap: must have at most 2000 characters",
        ),
        (
            "\"value\":142",
            &long_field,
            &format!("metadata.{shown_field}: must be a name of at most 64 characters"),
        ),
        (
            "\"value\":142",
            &long_number,
            "metadata.lap: must be a number of at most 64 characters",
        ),
        (
            "\"value\":142",
            &heavy,
            "metadata: must be at most 32768 bytes of JSON",
        ),
        (GOOD, "7", "must be an object"),
        (GOOD, "[]", "must be an object"),
        (GOOD, "NaN", "must be an object"),
        (GOOD, "{}", "timestamp: is required"),
        (
            GOOD,
            "{\"\\ud800\":1}",
            "must be an object, and its names Unicode text",
        ),
    ]
    .map(|(from, to, fault)| (from, to.to_owned(), fault.to_owned()))
    .to_vec();
    for (from, to, fault) in rows {
        assert!(GOOD.contains(from), "{from}");
        let bad = GOOD.replace(from, &to);
        assert_eq!(
            errors(&format!("{GOOD},{GOOD},{bad},{GOOD}")),
            [format!("data[2]: {fault}")],
            "{bad}"
        );
        let alone = read_both(format!("{{\"data\":[{bad}]}}").as_bytes()).unwrap();
        assert!(alone.points.is_empty());
    }
}

/// Generates fragments of points, mostly valid.
fn part(
    right: &'static [&'static str],
    odd: &'static [&'static str],
) -> impl Strategy<Value = &'static str> {
    prop_oneof![
        20 => prop::sample::select(right),
        1 => prop::sample::select(odd),
    ]
}

fn element_text() -> impl Strategy<Value = String> {
    let timestamp = part(
        &[
            "\"timestamp\":\"2026-11-20T07:30:00Z\"",
            "\"timestamp\":\"2026-11-20T07:30:01.25Z\"",
            "\"timestamp\":\"2025-01-02T00:00:00+02:00\"",
        ],
        &[
            "\"timestamp\":\"2026-11-20T07:30:00\"",
            "\"timestamp\": 5",
            "",
            "\"timestamp\":\"2036-11-20T07:30:00Z\"",
            "\"timestamp\":\"2026-11-20T07:30:00Z\",\"timestamp\":\"2026-11-20T07:30:00Z\"",
        ],
    );
    let kind = part(
        &["\"type\":\"heart_rate\"", "\"type\":\"power\""],
        &[
            "\"type\" : \"heart_rate\"",
            "\"type\":\"He\"",
            "",
            "\"type\":\"pow\\u0065r\"",
        ],
    );
    let value = part(
        &["\"value\":142", "\"value\":-0.5", "\"value\":99.25"],
        &[
            "\"value\":1e3",
            "\"value\":01",
            "\"value\":1e999",
            "\"value\":\"\"",
            "\"value\":NaN",
            "\"value\":-",
            "\"value\":1.",
            "",
        ],
    );
    let unit = part(
        &["\"unit\":\"bpm\"", "\"unit\":\"/min\""],
        &["\"unit\":\"W\"", "\"unit\":\"\"", ""],
    );
    let device = part(
        &["\"device\":\"A\"", "\"device\":\"B c\""],
        &["\"device\":\"\\n\"", "\"device\":\"é\"", ""],
    );
    let extra = part(
        &[
            "",
            "\"confidence\":0.5",
            "\"metadata\":{\"activity\":\"run\"}",
            "\"confidence\":1,\"metadata\":{ \"lap\": 3 ,\"x\":null,\"duration\":1.50}",
        ],
        &[
            "\"confidence\":2",
            "\"metadata\":{\"activity\":2}",
            "\"x\":1",
            "\"metadata\":{}",
            "\"metadata\":{\"x\":trueish}",
            "\"metadata\":{\"x\":1,\"x\":2}",
            "\"metadata\":{\"x\":{}}",
            "\"metadata\":{\"duration\":\"1\"}",
            "\"metadata\":{\"\\u0078\":false,\"é\":\"\"}",
            "\"metadata\":{\"x\":1},\"metadata\":{\"x\":1}",
            "\"confidence\":1,\"confidence\":1",
        ],
    );
    (timestamp, kind, value, unit, device, extra, 0_usize..6).prop_map(
        |(timestamp, kind, value, unit, device, extra, turn)| {
            let mut parts = vec![timestamp, kind, value, unit, device, extra];
            parts.rotate_left(turn);
            parts.retain(|part| !part.is_empty());
            format!("{{{}}}", parts.join(","))
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn both_paths_agree(elements in prop::collection::vec(element_text(), 0..12), space in "[ \n]{0,1}", repeat in 1_usize..4) {
        let data = vec![elements.join(&format!("{space},{space}")); repeat].join(",");
        let data = if elements.is_empty() { String::new() } else { data };
        let _ = read_both(format!("{{\"data\":{space}[{data}]{space}}}").as_bytes());
    }

    #[test]
    fn both_paths_agree_on_damage(elements in prop::collection::vec(element_text(), 1..6), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut body = format!("{{\"data\":[{}]}}", elements.join(",")).into_bytes();
        let at = at.index(body.len());
        body[at] = byte;
        let _ = read_both(&body);
        body.truncate(at);
        let _ = read_both(&body);
    }

    #[test]
    fn numbers_are_the_nearest_doubles(value in any::<f64>().prop_filter("finite", |value| value.is_finite()), decimals in 0_usize..17) {
        for text in [format!("{value:?}"), format!("{value:e}"), format!("{:.decimals$}", value % 1e6)] {
            let body = format!("{{\"data\":[{}]}}", GOOD.replace("142", &text));
            let body = read_both(body.as_bytes()).unwrap();
            let read = body.points.series()[0].columns.values()[0];
            prop_assert_eq!(read.to_bits(), text.parse::<f64>().unwrap().to_bits());
        }
    }
}
