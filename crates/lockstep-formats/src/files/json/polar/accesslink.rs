//! Documents of Polar's AccessLink API, version 3: `nights` and `recharges`.

use super::DEVICE;
use crate::files::Format;
use crate::files::intake::StopReason;
use crate::files::json::element::{Element, PointOutput};
use crate::files::nights::{self, Stage};
use crate::files::time::{ValueTime, day, local};

/// Reads a night or a recharge of AccessLink. Its times have offsets, its stages are sums.
pub(super) fn read<E>(
    element: &Element<'_>,
    out: &mut PointOutput<'_, '_, E>,
) -> Result<(), StopReason<E>> {
    let at = out.element(Format::Polar);
    let date = element.text("date").and_then(day);
    let Some(time) = out.time(at, "date", date.map(ValueTime::day)) else {
        return Ok(());
    };
    let value = |name| element.number(name);
    for (field, kind, unit) in ACCESSLINK {
        let value = value(field).filter(|it| *it > 0.0 || *kind == "polar_ans_charge");
        out.measure(time, DEVICE, kind, value, unit)?;
    }
    let Some(end) = element.text("sleep_end_time").and_then(local) else {
        return Ok(());
    };
    let Some(end) = out.time(
        at,
        "sleep_end_time",
        Some(ValueTime::dated(end.timestamp(), date)),
    ) else {
        return Ok(());
    };
    let sums = [
        ("light_sleep", Stage::Light),
        ("deep_sleep", Stage::Deep),
        ("rem_sleep", Stage::Rem),
        ("unrecognized_sleep_stage", Stage::Asleep),
    ];
    let slept: f64 = sums.iter().filter_map(|(field, _)| value(field)).sum();
    let slept = Some(slept).filter(|slept| *slept > 0.0);
    out.measure(end, DEVICE, "sleep_duration", slept, "s")?;
    for (field, stage) in sums {
        if let Some(seconds) = value(field) {
            nights::total(DEVICE, stage, (end, seconds), out.intake)?;
        }
    }
    Ok(())
}

/// The field of AccessLink, the type of the catalogue, the unit.
const ACCESSLINK: &[(&str, &str, &str)] = &[
    ("sleep_score", "polar_sleep_score", "{score}"),
    (
        "nightly_recharge_status",
        "polar_nightly_recharge_status",
        "{score}",
    ),
    ("ans_charge", "polar_ans_charge", "{score}"),
    (
        "heart_rate_variability_avg",
        "heart_rate_variability_rmssd",
        "ms",
    ),
    ("breathing_rate_avg", "respiratory_rate", "/min"),
];
