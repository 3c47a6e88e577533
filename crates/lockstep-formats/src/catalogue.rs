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
mod tests;
