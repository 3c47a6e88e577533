//! Made-up points and how they are sent.

use serde_json::Value;

use crate::http::Connection;

/// Slots of the default parameter set: points of a full block.
pub(crate) const BLOCK: usize = 8192;
/// Full blocks of a million points.
pub(crate) const BLOCKS: usize = 122;
/// Points to a body.
pub(crate) const BODY: usize = 10_000;

/// One a second of heart rate from 2025 on: a walk between 90 and 180 in half beats.
pub(crate) struct Walk {
    device: String,
    dice: u64,
    /// Twice the pulse.
    pulse: i64,
    second: usize,
    /// Of all values so far.
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

    /// Points so far.
    pub(crate) fn count(&self) -> usize {
        self.second
    }

    /// The next `count` points as a body in a mode, or in none.
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

    /// Bodies of the next `count` points in all.
    pub(crate) fn bodies(&mut self, count: usize, mode: Option<&str>) -> Vec<Vec<u8>> {
        self.bodies_of(BODY, count, mode)
    }

    /// The same, `size` points to a body.
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

/// So many seconds into 2025.
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

/// Sends them one after the other; every point must be taken.
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
