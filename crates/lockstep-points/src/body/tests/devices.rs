//! Faults of points whose device may not send.

use super::*;

#[test]
fn a_device_that_may_not_send_is_the_fault_of_each_of_its_points() {
    let lost = GOOD.replace(&device_of(GOOD), "lost");
    let body = format!("{{\"data\":[{GOOD},{lost},{GOOD},{lost},{lost}]}}");
    let read = DataBody::parse(body.as_bytes(), RULES).unwrap();
    assert_eq!(read.points.len(), 2);
    assert_eq!(
        read.faults.into_errors("data"),
        [1, 3, 4].map(|place| format!("data[{place}]: device: is revoked"))
    );
}

fn device_of(point: &str) -> String {
    let point: serde_json::Value = serde_json::from_str(point).unwrap();
    point["device"].as_str().unwrap().to_owned()
}

#[test]
fn errors_of_both_checks_are_in_the_order_of_the_points() {
    let point = |value: f64| {
        format!(
            "{{\"timestamp\":\"2026-01-31T06:30:00Z\",\"type\":\"heart_rate\",\"value\":{value:?},\
             \"unit\":\"bpm\",\"device\":\"a watch\"}}"
        )
    };
    // Every third element is not a point, and every third point has a value above the limit.
    let elements: Vec<String> = (0..4500)
        .map(|nth| match nth % 3 {
            0 => "7".to_owned(),
            1 => point(60.0),
            _ => point(600.0),
        })
        .collect();
    let text = format!("{{\"data\":[{}]}}", elements.join(","));
    let mut body = DataBody::parse(text.as_bytes(), RULES).unwrap();
    assert_eq!((body.points.len(), body.faults.count()), (3000, 1500));
    body.refuse(
        |_| false,
        |point| (point.value > 100.0).then(|| "value: is too high".to_owned()),
    );
    assert_eq!((body.points.len(), body.faults.count()), (1500, 3000));
    assert!(!body.faults.are_of_devices());
    let errors = body.faults.into_errors("data");
    assert_eq!(errors.len(), NAMED_FAULTS + 1);
    for (nth, error) in errors[..NAMED_FAULTS].iter().enumerate() {
        let (place, reason) = match nth % 2 {
            0 => (nth / 2 * 3, "must be an object"),
            _ => (nth / 2 * 3 + 2, "value: is too high"),
        };
        assert_eq!(*error, format!("data[{place}]: {reason}"));
    }
    assert_eq!(errors[NAMED_FAULTS], "and 2000 more points");
}
