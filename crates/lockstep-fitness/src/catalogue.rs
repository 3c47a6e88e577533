//! The catalogue of types: for each its canonical unit, the everyday units that convert to it, the
//! range a plausible value lies in, and the fixed-point form its values take under homomorphic
//! encryption.
//!
//! Names are snake_case and agree with open-wearables; units are UCUM codes with everyday aliases.
//! A value is stored as sent; the canonical one is derived through a [`Conversion`], resolved once
//! for a run of points of one unit.

mod table;

use std::fmt;

use serde::Serialize;

pub use table::CATALOGUE;

/// A type of measurement.
#[derive(Debug)]
pub struct Kind {
    /// Its name: the wire's `type`.
    pub name: &'static str,
    /// The canonical unit, a UCUM code.
    pub unit: &'static str,
    /// Every other unit that converts to the canonical one.
    pub aliases: &'static [(&'static str, Conversion)],
    /// Where a plausible value lies, in the canonical unit; others take no part in metrics.
    pub range: Option<Range>,
    /// The form under homomorphic encryption.
    pub fixed_point: FixedPoint,
}

/// Where plausible values lie; both ends inclusive unless said.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The least.
    pub low: f64,
    /// The greatest.
    pub high: f64,
    /// Whether `low` itself is already implausible.
    pub above_low: bool,
}

/// How the values of a type are written as whole numbers, one form for all series of the type, so
/// that blocks stay addable: round((value − offset) · 10^decimals), between 0 and `bound`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct FixedPoint {
    /// Decimal places kept.
    pub decimals: u32,
    /// What is subtracted first, in the canonical unit.
    pub offset: i64,
    /// The greatest whole number.
    pub bound: i64,
    /// Whether two plaintext primes are needed.
    pub wide: bool,
}

impl FixedPoint {
    /// `value`, canonical, as the whole number that is encrypted; none where it is out of bounds.
    #[must_use]
    pub fn encode(&self, value: f64) -> Option<i64> {
        let scaled = ((value - self.offset as f64) * self.scale()).round();
        (0.0..=self.bound as f64)
            .contains(&scaled)
            .then_some(scaled as i64)
    }

    /// The canonical value `number` stands for.
    #[must_use]
    pub fn decode(&self, number: i64) -> f64 {
        number as f64 / self.scale() + self.offset as f64
    }

    fn scale(&self) -> f64 {
        f64::from(10_u32.pow(self.decimals))
    }
}

/// How a value of one unit becomes one of the canonical unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Conversion {
    /// As it is.
    Same,
    /// value · numerator / denominator; two factors, so that km/h is exactly value · 10 / 36.
    Ratio(f64, f64),
    /// (value − zero) · numerator / denominator: degrees Fahrenheit.
    Affine {
        /// What the canonical zero reads in this unit.
        zero: f64,
        /// See above.
        numerator: f64,
        /// See above.
        denominator: f64,
    },
    /// constant / value: a pace as a speed.
    Reciprocal(f64),
}

impl Conversion {
    /// `value` in the canonical unit; none where that is not a finite number (a pace of zero).
    #[must_use]
    #[inline]
    pub fn apply(self, value: f64) -> Option<f64> {
        let canonical = match self {
            Self::Same => value,
            Self::Ratio(numerator, denominator) => value * numerator / denominator,
            Self::Affine {
                zero,
                numerator,
                denominator,
            } => (value - zero) * numerator / denominator,
            Self::Reciprocal(constant) => constant / value,
        };
        canonical.is_finite().then_some(canonical)
    }
}

impl Kind {
    /// How `unit` becomes the canonical one; none where it does not.
    #[must_use]
    pub fn conversion(&self, unit: &str) -> Option<Conversion> {
        if unit == self.unit {
            return Some(Conversion::Same);
        }
        let (_, conversion) = self.aliases.iter().find(|(alias, _)| *alias == unit)?;
        Some(*conversion)
    }

    /// Whether `value`, canonical, may take part in metrics.
    #[must_use]
    #[inline]
    pub fn is_plausible(&self, value: f64) -> bool {
        value.is_finite()
            && self.range.is_none_or(|range| {
                value <= range.high
                    && (value > range.low || (value == range.low && !range.above_low))
            })
    }

    /// As the catalogue shows it.
    #[must_use]
    pub fn describe(&'static self) -> Description {
        Description {
            name: self.name,
            unit: self.unit,
            aliases: self.aliases.iter().map(|(alias, _)| *alias).collect(),
            minimum: self.range.map(|range| range.low),
            exclusive_minimum: self.range.is_some_and(|range| range.above_low),
            maximum: self.range.map(|range| range.high),
            fixed_point: self.fixed_point,
        }
    }
}

/// A type as `GET /v1/sfdp/types` shows it.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MeasurementType)]
pub struct Description {
    /// The wire's `type`.
    pub name: &'static str,
    /// The canonical unit.
    pub unit: &'static str,
    /// Units that are converted to it.
    pub aliases: Vec<&'static str>,
    /// The least plausible value; `null`: no bound.
    pub minimum: Option<f64>,
    /// Whether the minimum itself is already implausible.
    pub exclusive_minimum: bool,
    /// The greatest plausible value; `null`: no bound.
    pub maximum: Option<f64>,
    /// The form under homomorphic encryption.
    pub fixed_point: FixedPoint,
}

/// The whole catalogue, by name.
pub fn describe() -> impl Iterator<Item = Description> {
    CATALOGUE.iter().map(Kind::describe)
}

/// The type of this name; none where the catalogue does not know it.
#[must_use]
pub fn kind(name: &str) -> Option<&'static Kind> {
    let at = CATALOGUE
        .binary_search_by(|kind| kind.name.cmp(name))
        .ok()?;
    Some(&CATALOGUE[at])
}

/// What the catalogue says of a type and a unit.
#[derive(Clone, Copy, Debug)]
pub enum Verdict {
    /// Known, and its values become canonical so.
    Known(&'static Kind, Conversion),
    /// Not in the catalogue: kept as sent, takes no part in metrics.
    Unknown,
}

/// Whether points of type `name` in `unit` may be stored, and how their values become canonical.
///
/// # Errors
/// The name is none, or the type is known and the unit does not convert to its own.
pub fn validate(name: &str, unit: &str) -> Result<Verdict, KindFault> {
    if !is_name(name) {
        return Err(KindFault::NotAName);
    }
    let Some(kind) = kind(name) else {
        return Ok(Verdict::Unknown);
    };
    match kind.conversion(unit) {
        Some(conversion) => Ok(Verdict::Known(kind, conversion)),
        None => Err(KindFault::UnitDoesNotConvert { kind }),
    }
}

/// `value` of type `name` in `unit`, in the type's canonical unit; none where the type is unknown,
/// the unit does not convert, or the result is not finite. For many points of one unit take the
/// [`Conversion`] of [`validate`] once.
#[must_use]
pub fn canonical(name: &str, unit: &str, value: f64) -> Option<f64> {
    kind(name)?.conversion(unit)?.apply(value)
}

/// Whether `name` can be a type: `[a-z][a-z0-9_.]{0,63}`.
#[must_use]
pub fn is_name(name: &str) -> bool {
    let bytes = name.as_bytes();
    bytes.first().is_some_and(u8::is_ascii_lowercase)
        && bytes.len() <= 64
        && bytes
            .iter()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_.".contains(byte))
}

/// Why a type and a unit are refused; the text is for the caller and holds nothing of the value.
#[derive(Clone, Copy, Debug)]
pub enum KindFault {
    /// The type's name breaks the rule.
    NotAName,
    /// The catalogue knows the type but cannot convert the unit.
    UnitDoesNotConvert {
        /// The type.
        kind: &'static Kind,
    },
}

impl std::error::Error for KindFault {}

impl fmt::Display for KindFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAName => f.write_str(
                "type: must begin with a letter a-z and hold at most 64 of a-z, 0-9, '_' and '.'",
            ),
            Self::UnitDoesNotConvert { kind } => {
                write!(f, "unit: {} is measured in \"{}\"", kind.name, kind.unit)?;
                for (alias, _) in kind.aliases {
                    write!(f, " or \"{alias}\"")?;
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn conversions() {
        for (name, unit, value, expected) in [
            ("heart_rate", "bpm", 61.0, Some(61.0)),
            ("heart_rate", "/min", 61.0, Some(61.0)),
            ("heart_rate", "Hz", 1.0, None),
            ("heart_rate_variability_rmssd", "s", 0.05, Some(50.0)),
            ("distance", "km", 42.195, Some(42_195.0)),
            ("distance", "mi", 1.0, Some(1609.344)),
            ("distance", "ft", 10.0, Some(3.048)),
            ("speed", "km/h", 36.0, Some(10.0)),
            ("speed", "mph", 100.0, Some(44.704)),
            ("speed", "min/km", 5.0, Some(1000.0 / 300.0)),
            ("speed", "min/km", 0.0, None),
            ("power", "kW", 0.25, Some(250.0)),
            ("energy", "kJ", 4.184, Some(1.0)),
            ("sleep_duration", "h", 8.0, Some(28_800.0)),
            ("sleep_duration", "min", 480.0, Some(28_800.0)),
            ("weight", "lb", 100.0, Some(45.359_237)),
            ("weight", "st", 10.0, Some(63.502_931_8)),
            ("body_temperature", "degF", 212.0, Some(100.0)),
            ("skin_temperature", "degF", 32.0, Some(0.0)),
            ("steps", "count", 7.0, Some(7.0)),
            ("somebody.elses", "bpm", 7.0, None),
        ] {
            let found = canonical(name, unit, value);
            match (found, expected) {
                (Some(found), Some(expected)) => assert!(
                    (found - expected).abs() <= 1e-12 * expected.abs(),
                    "{value} {unit} of {name}: {found}, not {expected}"
                ),
                _ => assert_eq!(found, expected, "{value} {unit} of {name}"),
            }
        }
    }

    #[test]
    fn plausible_ranges() {
        for (name, value, expected) in [
            ("heart_rate", 25.0, true),
            ("heart_rate", 24.9, false),
            ("heart_rate", 250.0, true),
            ("heart_rate", 250.1, false),
            ("heart_rate_variability_rmssd", 0.0, false),
            ("heart_rate_variability_rmssd", 0.1, true),
            ("heart_rate_variability_sdnn", 400.0, true),
            ("rr_interval", 199.0, false),
            ("sleep_duration", 0.0, true),
            ("oxygen_saturation", 49.0, false),
            ("altitude", -400.0, true),
            ("altitude", f64::NAN, false),
        ] {
            assert_eq!(
                kind(name).unwrap().is_plausible(value),
                expected,
                "{name} {value}"
            );
        }
    }

    #[test]
    fn the_catalogue_is_in_order_and_speaks_of_itself() {
        assert!(CATALOGUE.is_sorted_by(|one, other| one.name < other.name));
        for entry in CATALOGUE {
            assert!(is_name(entry.name));
            assert!(matches!(
                validate(entry.name, entry.unit),
                Ok(Verdict::Known(_, Conversion::Same))
            ));
            let form = entry.fixed_point;
            if let Some(range) = entry.range {
                for value in [range.low, range.high] {
                    let number = form
                        .encode(value)
                        .unwrap_or_else(|| panic!("{}", entry.name));
                    let error = (form.decode(number) - value).abs();
                    assert!(error <= 0.5 / form.scale(), "{} {value}", entry.name);
                }
            }
            // One prime of BFV's smaller plaintext space holds 16 bits of a single value.
            assert!(form.wide || form.bound <= 65_536, "{}", entry.name);
        }
        assert_eq!(describe().count(), CATALOGUE.len());
    }

    #[test]
    fn faults_say_what_to_send() {
        let text = |name, unit| validate(name, unit).unwrap_err().to_string();
        assert_eq!(
            text("power", "hp"),
            "unit: power is measured in \"W\" or \"kW\""
        );
        assert!(text("Power", "W").starts_with("type: must begin"));
        assert!(matches!(validate("mood", "anything"), Ok(Verdict::Unknown)));
    }

    #[test]
    fn names() {
        let longest = "a".repeat(64);
        for (name, expected) in [
            ("a", true),
            ("heart_rate", true),
            ("a.b_c9", true),
            (longest.as_str(), true),
            ("", false),
            ("9a", false),
            ("_a", false),
            ("Heart", false),
            ("a-b", false),
            ("ä", false),
            (&format!("{longest}a"), false),
        ] {
            assert_eq!(is_name(name), expected, "{name:?}");
        }
    }

    proptest! {
        #[test]
        fn a_larger_value_converts_to_a_larger_one(at in 0..CATALOGUE.len(), low in 0.1..1e4_f64, more in 0.1..1e4_f64) {
            let entry = &CATALOGUE[at];
            for (alias, conversion) in entry.aliases {
                let (one, other) = (conversion.apply(low), conversion.apply(low + more));
                if matches!(conversion, Conversion::Reciprocal(_)) {
                    prop_assert!(one > other, "{}", alias);
                } else {
                    prop_assert!(one < other, "{}", alias);
                }
            }
        }
    }
}
