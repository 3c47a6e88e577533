//! The same points in each product's format: rides at 1 Hz of several devices, five types each.

use std::fmt::Write;

pub(crate) const DEVICES: usize = 4;
pub(crate) const TYPES: [(&str, &str); 5] = [
    ("heart_rate", "bpm"),
    ("power", "W"),
    ("cadence", "rpm"),
    ("speed", "m/s"),
    ("altitude", "m"),
];
/// The points of a body.
pub(crate) const BODY: usize = 10_000;
/// 2026-06-01T00:00:00Z, in seconds.
pub(crate) const START: i64 = 1_780_272_000;

/// Calls `each` with every point of the `nth` body: second, type, value as text.
pub(crate) fn points(nth: usize, mut each: impl FnMut(i64, usize, &str)) {
    let seconds = BODY / TYPES.len();
    let first = START + ((nth / DEVICES) * seconds) as i64;
    let mut dice = nth as u64 * 0x9e37_79b9_7f4a_7c15 + 1;
    let mut step = |most: i64| {
        dice = dice
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (dice >> 33) as i64 % (2 * most + 1) - most
    };
    let (mut pulse, mut power, mut cadence, mut speed, mut altitude) =
        (130_i64, 200_i64, 88_i64, 8_300_i64, 4_120_i64);
    let mut text = String::new();
    for second in first..first + seconds as i64 {
        pulse = (pulse + step(1)).clamp(90, 185);
        power = (power + step(15)).clamp(0, 600);
        cadence = (cadence + step(1)).clamp(60, 110);
        speed = (speed + step(90)).clamp(2_000, 15_000);
        altitude = (altitude + step(1)).clamp(0, 20_000);
        for kind in 0..TYPES.len() {
            text.clear();
            let written = match kind {
                0 => write!(text, "{pulse}"),
                1 => write!(text, "{power}"),
                2 => write!(text, "{cadence}"),
                3 => write!(text, "{}.{:03}", speed / 1000, speed % 1000),
                _ => write!(text, "{}.{}", altitude / 10, altitude % 10),
            };
            written.expect("writing to a String cannot fail");
            each(second, kind, &text);
        }
    }
}

pub(crate) fn device(nth: usize) -> String {
    format!("watch-{}", nth % DEVICES)
}

/// Lockstep's format: one JSON object per point.
pub(crate) fn ours(nth: usize) -> Vec<u8> {
    let device = device(nth);
    let mut text = String::with_capacity(BODY * 112);
    text.push_str("{\"data\":[");
    points(nth, |second, kind, value| {
        let (name, unit) = TYPES[kind];
        let at = lockstep_store::Timestamp(second * 1000).to_string();
        // Whole seconds, as devices write them.
        let at = at.replace(".000Z", "Z");
        if !text.ends_with('[') {
            text.push(',');
        }
        let written = write!(
            text,
            "{{\"timestamp\":\"{at}\",\"type\":\"{name}\",\"value\":{value},\"unit\":\"{unit}\",\"device\":\"{device}\"}}"
        );
        written.expect("writing to a String cannot fail");
    });
    text.push_str("]}");
    text.into_bytes()
}

/// VictoriaMetrics' JSON format: one line per point.
pub(crate) fn victoria(nth: usize) -> Vec<u8> {
    let device = device(nth);
    let mut text = String::with_capacity(BODY * 112);
    points(nth, |second, kind, value| {
        let name = TYPES[kind].0;
        let written = writeln!(
            text,
            "{{\"metric\":{{\"__name__\":\"{name}\",\"device\":\"{device}\"}},\"values\":[{value}],\"timestamps\":[{second}000]}}"
        );
        written.expect("writing to a String cannot fail");
    });
    text.into_bytes()
}

/// InfluxDB's line format: one line per point, in milliseconds.
pub(crate) fn lines(nth: usize) -> Vec<u8> {
    let device = device(nth);
    let mut text = String::with_capacity(BODY * 64);
    points(nth, |second, kind, value| {
        let name = TYPES[kind].0;
        let written = writeln!(text, "{name},device={device} value={value} {second}000");
        written.expect("writing to a String cannot fail");
    });
    text.into_bytes()
}
