//! The JSON files in `jsons/` of the archive of Samsung Health: the readings behind the rows of its
//! tables.
//!
//! Source: the data types of the Samsung Health SDK (`HealthConstants`), whose fields the readings have;
//! the folder names the type. Times are milliseconds since 1970. The tables are read by `samsung`.

use super::element::{Element, PointOutput};
use crate::files::Format;
use crate::files::NO_TYPE;
use crate::files::intake::StopReason;

/// Reads the element if it belongs to Samsung Health.
pub(super) fn read<E>(
    element: &Element<'_>,
    out: &mut PointOutput<'_, '_, E>,
) -> Result<bool, StopReason<E>> {
    let is_reading = element.key.is_empty() && element.has("start_time");
    let kind = element.path.split('/').flat_map(|part| part.split(".com."));
    let of_samsung = kind.clone().any(|part| part.contains("samsung."));
    if !is_reading || !of_samsung {
        return Ok(false);
    }
    let at = out.element(Format::SamsungHealth);
    // Other types have scores, too.
    let is_stress = element.path.contains("stress");
    let known = ROWS
        .iter()
        .filter(|row| element.has(row.0) && (row.0 != "score" || is_stress));
    let start = element.number("start_time").map(|time| time as i64);
    let mut any = false;
    for (field, kind, unit) in known {
        any = true;
        let Some(start) = out.time(at, "start_time", start) else {
            return Ok(true);
        };
        let value = element
            .number(field)
            .filter(|value| *value > 0.0 || !is_rate(kind));
        out.measure(start, DEVICE, kind, value, unit)?;
    }
    if !any {
        out.intake.pass_over("readings of Samsung Health", NO_TYPE);
    }
    Ok(true)
}

/// Returns whether 0 means that nothing was measured.
fn is_rate(kind: &str) -> bool {
    !["speed", "latitude", "longitude", "altitude"].contains(&kind)
}

const DEVICE: &str = "Samsung Health";

/// The field of a reading, the type, the unit.
const ROWS: &[(&str, &str, &str)] = &[
    ("heart_rate", "heart_rate", "bpm"),
    ("rmssd", "heart_rate_variability_rmssd", "ms"),
    ("sdnn", "heart_rate_variability_sdnn", "ms"),
    ("spo2", "oxygen_saturation", "%"),
    ("respiratory_rate", "respiratory_rate", "/min"),
    ("score", "samsung_stress_score", "{score}"),
    ("temperature", "skin_temperature", "Cel"),
    ("speed", "speed", "m/s"),
    ("power", "power", "W"),
    ("cadence", "cadence", "spm"),
    ("latitude", "latitude", "deg"),
    ("longitude", "longitude", "deg"),
    ("altitude", "altitude", "m"),
];
