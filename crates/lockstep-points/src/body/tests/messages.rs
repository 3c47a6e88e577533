//! Messages of devices.

use super::*;

/// Returns the values of the points of a message and the errors of the others; `None` if it is refused as a whole.
fn message(text: &str) -> Option<(Vec<f64>, Vec<String>)> {
    let rules = Rules {
        sender: Some(Sender {
            id: "dev_1",
            name: "Polar H10",
        }),
        ..RULES
    };
    let body = DataBody::parse_message(text.as_bytes(), rules).ok()?;
    let series = body.points.series();
    assert!(series.iter().all(|series| &*series.device == "Polar H10"));
    let values = series
        .iter()
        .flat_map(|series| (0..series.columns.len()).map(|nth| series.point(nth).value));
    Some((values.collect(), body.faults.into_errors("data")))
}

#[test]
fn a_message_of_a_device_has_three_forms() {
    let unnamed = GOOD.replace(r#","device":"Polar H10""#, "");
    let by_id = GOOD.replace("Polar H10", "dev_1");
    let foreign = GOOD.replace("Polar H10", "another");
    let array = format!("[{unnamed},{by_id},{GOOD},{foreign}]");
    let error = |place: usize, reason: &str| format!("data[{place}]: {reason}");
    let of_another = "device: must be the device that sends the point";
    for (text, expected) in [
        (unnamed.clone(), Some((1, vec![]))),
        (format!(" [ {unnamed} ] "), Some((1, vec![]))),
        (array.clone(), Some((3, vec![error(3, of_another)]))),
        (
            format!("{{\"data\": {array}}}"),
            Some((3, vec![error(3, of_another)])),
        ),
        (foreign, Some((0, vec![error(0, of_another)]))),
        (
            unnamed.replace("142", "NaN"),
            Some((0, vec![error(0, "value: must be a finite number")])),
        ),
        (
            r#"{"type": "a"}"#.to_owned(),
            Some((0, vec![error(0, "timestamp: is required")])),
        ),
        ("[]".to_owned(), Some((0, vec![]))),
        ("1".to_owned(), None),
        ("{".to_owned(), None),
        (String::new(), None),
        (format!("{unnamed} 1"), None),
        (r#"{"data": 1}"#.to_owned(), None),
        (r#"{"data": [], "data": []}"#.to_owned(), None),
        (r#"{"data": [], "encryptionMode": "ZK"}"#.to_owned(), None),
    ] {
        let found = message(&text).map(|(values, errors)| {
            assert!(values.iter().all(|value| *value == 142.0));
            (values.len(), errors)
        });
        assert_eq!(found, expected, "{text}");
    }
}
