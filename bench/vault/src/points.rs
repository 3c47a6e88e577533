//! Made-up points, and functions to send them.

use serde_json::Value;

use crate::http::Connection;

/// The slots of the default parameter set, which are the points of a full block.
pub(crate) const BLOCK: usize = 8192;
/// The number of full blocks for a million points.
pub(crate) const BLOCKS: usize = 122;
/// The points of a body.
pub(crate) const BODY: usize = 10_000;

/// Heart rates, one per second from 2025 on: a random walk between 90 and 180 in steps of half a
/// beat.
pub(crate) struct Walk {
    device: String,
    dice: u64,
    /// Twice the heart rate.
    pulse: i64,
    second: usize,
    /// The sum of all values so far.
    pub(crate) sum: f64,
}

impl Walk {
    pub(crate) fn new(device: &str, seed: u64) -> Self {
        Self {
            device: device.to_owned(),
            dice: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 1,
            pulse: 240,
            second: 0,
            sum: 0.0,
        }
    }

    /// Returns the number of points so far.
    pub(crate) fn count(&self) -> usize {
        self.second
    }

    /// Returns the next `count` points as a body, under a mode or without one.
    pub(crate) fn body(&mut self, count: usize, mode: Option<&str>) -> Vec<u8> {
        let mut text = String::with_capacity(count * 112);
        text.push('{');
        if let Some(mode) = mode {
            text.push_str(&format!("\"encryptionMode\":\"{mode}\","));
        }
        text.push_str("\"data\":[");
        for place in 0..count {
            self.dice = self
                .dice
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            self.pulse = (self.pulse + (self.dice >> 33) as i64 % 3 - 1).clamp(180, 360);
            let value = self.pulse as f64 / 2.0;
            self.sum += value;
            if place > 0 {
                text.push(',');
            }
            text.push_str(&format!(
                "{{\"timestamp\":\"{}\",\"type\":\"heart_rate\",\"value\":{value},\"unit\":\"bpm\",\"device\":\"{}\"}}",
                time(self.second),
                self.device
            ));
            self.second += 1;
        }
        text.push_str("]}");
        text.into_bytes()
    }

    /// Returns bodies with the next `count` points in all.
    pub(crate) fn bodies(&mut self, count: usize, mode: Option<&str>) -> Vec<Vec<u8>> {
        self.bodies_of(BODY, count, mode)
    }

    /// Returns bodies of `size` points each with the next `count` points.
    pub(crate) fn bodies_of(
        &mut self,
        size: usize,
        count: usize,
        mode: Option<&str>,
    ) -> Vec<Vec<u8>> {
        (0..count.div_ceil(size))
            .map(|nth| self.body(size.min(count - nth * size), mode))
            .collect()
    }
}

/// Returns the time this many seconds after the start of 2025.
pub(crate) fn time(second: usize) -> String {
    let (day, in_day) = (second / 86_400, second % 86_400);
    let (month, date) = (1 + day / 28 % 12, 1 + day % 28);
    format!(
        "2025-{month:02}-{date:02}T{:02}:{:02}:{:02}Z",
        in_day / 3600,
        in_day / 60 % 60,
        in_day % 60
    )
}

/// Sends bodies one after another; every point must be accepted.
pub(crate) fn send(
    connection: &mut Connection,
    token: &str,
    bodies: &[Vec<u8>],
) -> Result<(), String> {
    for body in bodies {
        let (status, answer) = connection.post("/v1/sfdp/data", token, body);
        let parsed: Value = serde_json::from_str(&answer).unwrap_or_default();
        if status != 200 || parsed["success"] != Value::Bool(true) {
            let answer: String = answer.chars().take(300).collect();
            return Err(format!("{status}: {answer}"));
        }
    }
    Ok(())
}
