//! Converts units of exports to units of the catalogue.

use crate::catalogue;

/// A value of a point, in a unit of an export.
#[derive(Clone, Copy)]
pub(super) struct Measurement<'m> {
    /// The type of the point.
    pub(super) kind: &'m str,
    /// The value; `None` if the export has none.
    pub(super) value: Option<f64>,
    pub(super) unit: &'m str,
}

impl<'m> Measurement<'m> {
    pub(super) fn new(kind: &'m str, value: Option<f64>, unit: &'m str) -> Self {
        Self { kind, value, unit }
    }
}

/// Converts `value` in a unit of an export to a value and unit that the catalogue has for `kind`;
/// `None` if the unit does not fit the type.
pub(super) fn convert(kind: &str, value: f64, unit: &str) -> Option<(f64, &'static str)> {
    let (_, factor, ours) = UNITS.iter().find(|(theirs, _, _)| *theirs == unit)?;
    catalogue::kind(kind)?.conversion(ours)?;
    Some((value * factor, ours))
}

/// The unit as written, the factor of the value, the catalogue's unit. The units are HealthKit's unit
/// strings (Apple's documentation of `HKUnit.unitString`, with `Cal` and `mL/min·kg` as in its exports)
/// and the `unit` values of Open mHealth's schemas (`unit-value` and related). `%` maps to itself:
/// readers of fractions multiply first.
const UNITS: &[(&str, f64, &str)] = &[
    ("%", 1.0, "%"),
    ("/min", 1.0, "/min"),
    ("count/min", 1.0, "/min"),
    ("beats/min", 1.0, "/min"),
    ("bpm", 1.0, "bpm"),
    ("breaths/min", 1.0, "/min"),
    ("rpm", 1.0, "rpm"),
    ("spm", 1.0, "spm"),
    ("count/s", 60.0, "/min"),
    ("count", 1.0, "count"),
    ("steps", 1.0, "count"),
    ("{steps}", 1.0, "count"),
    ("kcal", 1.0, "kcal"),
    ("Cal", 1.0, "kcal"),
    ("cal", 0.001, "kcal"),
    ("kJ", 1.0, "kJ"),
    ("J", 0.001, "kJ"),
    ("m", 1.0, "m"),
    ("km", 1.0, "km"),
    ("cm", 0.01, "m"),
    ("mi", 1.0, "mi"),
    ("ft", 1.0, "ft"),
    ("yd", 0.9144, "m"),
    ("in", 0.0254, "m"),
    ("m/s", 1.0, "m/s"),
    ("km/hr", 1.0, "km/h"),
    ("km/h", 1.0, "km/h"),
    ("mi/hr", 1.0, "mph"),
    ("mi/h", 1.0, "mph"),
    ("mph", 1.0, "mph"),
    ("ms", 1.0, "ms"),
    ("s", 1.0, "s"),
    ("sec", 1.0, "s"),
    ("min", 1.0, "min"),
    ("hr", 1.0, "h"),
    ("h", 1.0, "h"),
    ("d", 24.0, "h"),
    ("kg", 1.0, "kg"),
    ("g", 0.001, "kg"),
    ("lb", 1.0, "lb"),
    ("st", 1.0, "st"),
    ("Cel", 1.0, "Cel"),
    ("degC", 1.0, "degC"),
    ("C", 1.0, "degC"),
    ("degF", 1.0, "degF"),
    ("F", 1.0, "degF"),
    ("W", 1.0, "W"),
    ("kW", 1.0, "kW"),
    ("deg", 1.0, "deg"),
    ("mL/min·kg", 1.0, "mL/kg/min"),
    ("mL/kg/min", 1.0, "mL/kg/min"),
    ("ml/kg/min", 1.0, "mL/kg/min"),
    ("{score}", 1.0, "{score}"),
    ("score", 1.0, "score"),
];
