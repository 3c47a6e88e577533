//! Limits of a body, and unusual bodies that are valid.

use super::*;

#[test]
fn unusual_but_right() {
    for (from, to) in [
        ("142", "-0"),
        ("142", "1.42E2"),
        ("142", "0.30000000000000004"),
        ("142", "123456789012345678901234567890"),
        ("142", "1e-400"),
        ("heart_rate", "heart\\u005frate"),
        ("Polar H10", "Polar \\\"H10\\\" \\u00e9"),
        ("Polar H10", "Grüße, 世界"),
        ("\"value\"", "\"v\\u0061lue\""),
        ("2026-11-20T07:30:00Z", "2026-11-20t07:30:00.123456+05:30"),
        ("2026-11-20T07:30:00Z", "2026-11-20T07:30:00\\u005a"),
        ("2026-11-20T07:30:00Z", "2026-11-21T23:00:00Z"),
        ("\"value\":142", "\"value\" :\n142 "),
        ("\"value\":142", "\"confidence\":0.25,\"value\":142"),
        (
            "\"value\":142",
            "\"value\":142,\"metadata\":{\"activity\":\"run\",\"duration\":3.50,\"x\":null}",
        ),
        ("Polar H10", &"é".repeat(256)),
        (
            "\"value\":142",
            &format!(
                "\"value\":142,\"metadata\":{{\"notes\":\"{}\",\"{}\":0.{}}}",
                "é".repeat(2000),
                "é".repeat(64),
                "1".repeat(62)
            ),
        ),
    ] {
        let point = GOOD.replace(from, to);
        let body = read_both(format!("{{\"data\":[{GOOD},{point}]}}").as_bytes()).unwrap();
        assert_eq!(
            body.faults.into_errors("data"),
            Vec::<String>::new(),
            "{point}"
        );
        assert_eq!(body.points.len(), 2);
    }
}

#[test]
fn metadata_is_kept_without_space() {
    let point = GOOD.replace(
        "142",
        r#"142, "metadata" : { "not\u0065s" : "a  \u00e9", "duration" : 3.50 }"#,
    );
    let body = read_both(format!("{{\"data\":[{point}]}}").as_bytes()).unwrap();
    assert_eq!(
        body.points.series()[0].columns.entry(0).metadata,
        Some(r#"{"notes":"a  \u00e9","duration":3.50}"#)
    );
}

#[test]
fn limits() {
    let many = vec!["1"; NAMED_FAULTS + 5].join(",");
    let errors = errors(&many);
    assert_eq!(errors.len(), NAMED_FAULTS + 1);
    assert_eq!(errors[0], "data[0]: must be an object");
    assert_eq!(errors[NAMED_FAULTS], "and 5 more points");

    let full = format!("{{\"data\":[{}]}}", vec![GOOD; MAX_POINTS].join(","));
    assert_eq!(
        DataBody::parse(full.as_bytes(), RULES)
            .unwrap()
            .points
            .len(),
        MAX_POINTS
    );
    let over = full.replace("]}", ",1]}");
    let fault = DataBody::parse(over.as_bytes(), RULES).unwrap_err();
    assert_eq!(fault.to_string(), "data: must hold at most 100000 points");
}

#[test]
fn deep_nesting_is_an_ordinary_fault() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(errors(&deep), ["data[0]: must be an object"]);
    let inside = GOOD.replace("142", &deep);
    assert_eq!(errors(&inside), ["data[0]: value: must be a finite number"]);
}

#[test]
fn the_catalogue_is_asked_when_the_unit_changes() {
    let asked = std::cell::Cell::new(0);
    let count = |_: &str, _: &str| {
        asked.set(asked.get() + 1);
        Ok(())
    };
    let body = format!("{{\"data\":[{}]}}", vec![GOOD; 1000].join(","));
    let rules = Rules {
        now: NOW,
        check_unit: &count,
        check_device: &check_device,
        sender: None,
    };
    DataBody::parse(body.as_bytes(), rules).unwrap();
    assert_eq!(asked.get(), 1);
}

/// Both paths read the fuzzer's corpus, whole and truncated at any byte.
#[test]
fn the_corpus_is_read() {
    let folder =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/points_body");
    let mut seeds = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let seed = std::fs::read(file.unwrap().path()).unwrap();
        assert!(read_both(&seed).is_ok());
        for end in 0..seed.len() {
            assert!(read_both(&seed[..end]).is_err());
        }
        seeds += 1;
    }
    assert!(seeds >= 4, "{seeds} seeds");
}
