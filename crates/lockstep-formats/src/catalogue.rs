//! The catalogue of types. Each entry has the canonical unit, the common units that convert to it, the
//! range of plausible values, and the fixed-point form for homomorphic encryption.
//!
//! Names are snake_case and agree with open-wearables; units are UCUM codes with common aliases. Values
//! are stored as sent. The canonical value is derived through a [`Conversion`], which is resolved once
//! for a run of points of one unit.

mod table;

use std::fmt;

use sha2::{Digest, Sha256};

pub use table::CATALOGUE;

/// A type of measurement.
#[derive(Debug)]
pub struct PointType {
    /// The name of the type: the API's `type`.
    pub name: &'static str,
    /// The canonical unit, a UCUM code.
    pub unit: &'static str,
    /// Every other unit that converts to the canonical one.
    pub aliases: &'static [(&'static str, Conversion)],
    /// The range of plausible values in the canonical unit; metrics ignore values outside it.
    pub range: Option<Range>,
    /// The fixed-point form for homomorphic encryption.
    pub fixed_point: FixedPointEncoding,
}

/// The range of plausible values; both ends are inclusive unless stated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The smallest plausible value.
    pub low: f64,
    /// The largest plausible value.
    pub high: f64,
    /// Whether `low` itself is already implausible.
    pub above_low: bool,
}

/// The encoding of a type's values as whole numbers for encryption and commitments. All series of a
/// type share one encoding, so that blocks can be added, and a proof and a sum refer to the same
/// number.
///
/// A canonical value v is encoded as round(v · 10^decimals) − offset, with an absolute value of at most
/// `bound`. Bounds leave little room above the plausible range: the tighter a bound, the more blocks
/// can be added before a sum over their slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedPointEncoding {
    /// The number of decimal places, at most 6.
    pub decimals: u8,
    /// The number subtracted from each whole number.
    pub offset: i64,
    /// The largest absolute value after the subtraction.
    pub bound: u64,
    /// Whether two plaintext primes are needed, because whole numbers exceed 2^15.
    pub wide: bool,
}

impl FixedPointEncoding {
    /// The largest bound that is not wide. One plaintext prime holds 44 bits and a sign in the smallest
    /// set that multiplies: a square of 30 bits, summed over 8192 slots (13 bits), leaves one bit.
    pub const NARROW: u64 = 1 << 15;

    /// The largest bound that is wide. Two plaintext primes hold 89 bits and a sign (`bfv-128`) or 91
    /// (`bfv-256`, 16384 slots). A square of 74 bits summed over the slots has 87 or 88 bits, which
    /// leaves room to add blocks first. A plain sum needs far less: 2^39 blocks fit. A variance, n·Σv²
    /// − (Σv)², stays below 2^127 for 2^26 points, which is two years at one point per second.
    pub const WIDE: u64 = 1 << 37;

    /// The encoding of a type outside the catalogue: thousandths, up to ±137 million.
    pub(crate) const UNKNOWN: Self = Self {
        decimals: 3,
        offset: 0,
        bound: Self::WIDE,
        wide: true,
    };

    /// Encodes a canonical value as a whole number; `None` if it is out of bounds or not a number.
    #[must_use]
    #[inline]
    pub fn encode(&self, value: f64) -> Option<i64> {
        let scaled = (value * self.scale()).round();
        // Beyond 2^53 whole numbers are not exact, and every bound is far below.
        if scaled.is_nan() || scaled.abs() >= 9e15 {
            return None;
        }
        let number = (scaled as i64).checked_sub(self.offset)?;
        (number.unsigned_abs() <= self.bound).then_some(number)
    }

    /// Decodes a whole number to the canonical value.
    #[must_use]
    #[inline]
    pub fn decode(&self, number: i64) -> f64 {
        number.saturating_add(self.offset) as f64 / self.scale()
    }

    #[inline]
    fn scale(&self) -> f64 {
        10_f64.powi(i32::from(self.decimals))
    }
}

/// The conversion of values from one unit to the canonical unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Conversion {
    /// The units are equal.
    Same,
    /// value · numerator / denominator. Two factors keep km/h exact: value · 10 / 36.
    Ratio(f64, f64),
    /// (value − zero) · numerator / denominator: degrees Fahrenheit.
    Affine {
        /// The reading in this unit at canonical zero.
        zero: f64,
        /// The numerator of the factor.
        numerator: f64,
        /// The denominator of the factor.
        denominator: f64,
    },
    /// constant / value, for a pace converted to a speed.
    Reciprocal(f64),
}

impl Conversion {
    /// Converts `value` to the canonical unit; `None` if the result is not finite (a pace of zero).
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

    /// Inverts [`Conversion::apply`]; `None` if no value converts to this canonical value.
    #[must_use]
    pub fn invert(self, canonical: f64) -> Option<f64> {
        let value = match self {
            Self::Same => canonical,
            Self::Ratio(numerator, denominator) => canonical * denominator / numerator,
            Self::Affine {
                zero,
                numerator,
                denominator,
            } => canonical * denominator / numerator + zero,
            Self::Reciprocal(constant) => constant / canonical,
        };
        value.is_finite().then_some(value)
    }
}

impl PointType {
    /// Returns the conversion of `unit` to the canonical unit; `None` if the unit does not convert.
    #[must_use]
    pub fn conversion(&self, unit: &str) -> Option<Conversion> {
        if unit == self.unit {
            return Some(Conversion::Same);
        }
        let (_, conversion) = self.aliases.iter().find(|(alias, _)| *alias == unit)?;
        Some(*conversion)
    }

    /// Returns whether metrics may use this canonical value.
    #[must_use]
    #[inline]
    pub fn is_plausible(&self, value: f64) -> bool {
        value.is_finite()
            && self.range.is_none_or(|range| {
                value <= range.high
                    && (value > range.low || (value == range.low && !range.above_low))
            })
    }
}

/// Returns the type of this name; `None` if the catalogue does not have it.
#[must_use]
pub fn kind(name: &str) -> Option<&'static PointType> {
    let at = CATALOGUE
        .binary_search_by(|kind| kind.name.cmp(name))
        .ok()?;
    Some(&CATALOGUE[at])
}

/// Returns the encoding for encryption and commitments of type `name`; `FixedPointEncoding::UNKNOWN` if the
/// catalogue does not have the type.
#[must_use]
pub fn fixed_point(name: &str) -> FixedPointEncoding {
    kind(name).map_or(FixedPointEncoding::UNKNOWN, |kind| kind.fixed_point)
}

/// The result of looking up a type and a unit.
#[derive(Clone, Copy, Debug)]
pub enum Verdict {
    /// A known type, and the conversion to its canonical unit.
    Known(&'static PointType, Conversion),
    /// A type outside the catalogue: its values are kept as sent, and metrics ignore them.
    Unknown,
}

/// Returns whether points of type `name` in `unit` may be stored, and the conversion of their values.
///
/// # Errors
/// The name is invalid, or the type is known and the unit does not convert to its own.
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

/// Returns `value` of type `name` in the type's canonical unit. `None` if the type is unknown, the unit
/// does not convert, or the result is not finite. For many points of one unit, use the [`Conversion`]
/// of [`validate`] once.
#[must_use]
pub fn canonical(name: &str, unit: &str, value: f64) -> Option<f64> {
    kind(name)?.conversion(unit)?.apply(value)
}

/// Returns the conversion of a type's values in a unit; values of an unknown type stay as sent. `None`
/// if a known type does not accept the unit.
#[must_use]
pub fn conversion(name: &str, unit: &str) -> Option<Conversion> {
    kind(name).map_or(Some(Conversion::Same), |kind| kind.conversion(unit))
}

/// Returns the number that identifies a type in a commitment: the first 8 bytes of the SHA-256 of its
/// name, big-endian.
#[must_use]
pub fn number(name: &str) -> u64 {
    let digest = <[u8; 32]>::from(Sha256::digest(name.as_bytes()));
    digest
        .first_chunk()
        .map_or(0, |eight| u64::from_be_bytes(*eight))
}

/// Returns whether `name` can be a type: `[a-z][a-z0-9_.]{0,63}`.
#[must_use]
#[inline]
pub fn is_name(name: &str) -> bool {
    let bytes = name.as_bytes();
    bytes.first().is_some_and(u8::is_ascii_lowercase)
        && bytes.len() <= 64
        && bytes
            .iter()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_.".contains(byte))
}

/// The reason why a type and a unit are refused. The text is for the caller and does not contain the
/// value.
#[derive(Clone, Copy, Debug)]
pub enum KindFault {
    /// The type's name is invalid.
    NotAName,
    /// The catalogue knows the type but cannot convert the unit.
    UnitDoesNotConvert {
        /// The type.
        kind: &'static PointType,
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
    fn units_are_converted() {
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
    fn plausible_ranges_are_checked() {
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
            ("altitude", 20_001.0, false),
            ("distance", -1.0, false),
            ("distance", 42_195.0, true),
            ("distance", 1e8, false),
            ("body_temperature", 36.6, true),
            ("body_temperature", 98.6, false),
            ("skin_temperature", 33.2, true),
            ("skin_temperature", 91.0, false),
            ("session_rpe", 10.0, true),
            ("session_rpe", 11.0, false),
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
    fn the_catalogue_is_sorted_and_consistent() {
        assert!(CATALOGUE.is_sorted_by(|one, other| one.name < other.name));
        for entry in CATALOGUE {
            assert!(is_name(entry.name));
            assert!(matches!(
                validate(entry.name, entry.unit),
                Ok(Verdict::Known(_, Conversion::Same))
            ));
        }
    }

    #[test]
    fn every_plausible_value_has_a_whole_number() {
        let rows = || {
            CATALOGUE
                .iter()
                .map(|entry| (entry.name, entry.fixed_point))
        };
        for (name, form) in rows().chain([("unknown", FixedPointEncoding::UNKNOWN)]) {
            let most = if form.wide {
                FixedPointEncoding::WIDE
            } else {
                FixedPointEncoding::NARROW
            };
            assert!((1..=most).contains(&form.bound), "{name}");
            assert!(form.decimals <= 6, "{name}");
            let range = kind(name).and_then(|kind| kind.range);
            for value in range.iter().flat_map(|range| [range.low, range.high]) {
                let number = form.encode(value).unwrap_or_else(|| panic!("{name}"));
                assert!(
                    (form.decode(number) - value).abs() <= 0.5 / form.scale(),
                    "{name} {value}"
                );
            }
        }
        assert_eq!(fixed_point("power"), kind("power").unwrap().fixed_point);
        assert_eq!(fixed_point("mood"), FixedPointEncoding::UNKNOWN);
    }

    #[test]
    fn values_are_encoded_as_whole_numbers() {
        for (name, value, expected) in [
            ("heart_rate", 60.5, Some(605)),
            ("heart_rate", 0.0, Some(0)),
            ("heart_rate", 300.0, Some(3000)),
            ("heart_rate", 300.06, None),
            ("resting_heart_rate", 62.37, Some(6237)),
            ("heart_rate_variability_rmssd", 89.603, Some(89_603)),
            ("rr_interval", 976.5625, Some(9766)),
            ("weight", 72.35, Some(72_350)),
            ("skin_temperature", -0.25, Some(-25)),
            ("latitude", -89.999_999_5, Some(-90_000_000)),
            ("latitude", 90.1, None),
            ("longitude", 13.404_954, Some(13_404_954)),
            ("speed", 4.321, Some(4321)),
            ("steps", 200_000.0, Some(200_000)),
            ("altitude", -430.2, Some(-430_200)),
            ("mood", 0.125, Some(125)),
            ("mood", 137_438_953.472, Some(1 << 37)),
            ("mood", 137_438_953.473, None),
            ("mood", f64::NAN, None),
            ("mood", f64::NEG_INFINITY, None),
            ("mood", 1e300, None),
        ] {
            assert_eq!(fixed_point(name).encode(value), expected, "{name} {value}");
        }
        let shifted = FixedPointEncoding {
            decimals: 1,
            offset: 1000,
            bound: 500,
            wide: false,
        };
        for (value, expected) in [(50.0, Some(-500)), (49.9, None), (150.04, Some(500))] {
            assert_eq!(shifted.encode(value), expected, "{value}");
        }
        assert_eq!(shifted.decode(-500), 50.0);
    }

    #[test]
    fn errors_name_the_accepted_units() {
        let text = |name, unit| validate(name, unit).unwrap_err().to_string();
        assert_eq!(
            text("power", "hp"),
            "unit: power is measured in \"W\" or \"kW\""
        );
        assert!(text("Power", "W").starts_with("type: must begin"));
        assert!(matches!(validate("mood", "anything"), Ok(Verdict::Unknown)));
    }

    #[test]
    fn type_names_are_checked() {
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
        fn a_decoded_value_differs_by_at_most_half_of_the_last_decimal(
            at in 0..=CATALOGUE.len(),
            place in -1.0..=1.0_f64,
        ) {
            let form = CATALOGUE.get(at).map_or(FixedPointEncoding::UNKNOWN, |entry| entry.fixed_point);
            let greatest = form.bound as f64 / form.scale();
            let value = place * greatest;
            let number = form.encode(value).unwrap();
            // The second term is the rounding of the division.
            let error = (form.decode(number) - value).abs();
            prop_assert!(error <= 0.5 / form.scale() + 1e-15 * greatest, "{} {}", at, value);
            // A value with no more decimals than the encoding keeps is restored exactly.
            let exact = form.decode(number);
            prop_assert_eq!(form.encode(exact), Some(number));
            prop_assert_eq!(form.decode(form.encode(exact).unwrap()), exact);
            prop_assert_eq!(form.encode(greatest + 0.51 / form.scale()), None);
            prop_assert_eq!(form.encode(-greatest - 0.51 / form.scale()), None);
        }

        #[test]
        fn conversions_keep_the_order_of_values(at in 0..CATALOGUE.len(), low in 0.1..1e4_f64, more in 0.1..1e4_f64) {
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
