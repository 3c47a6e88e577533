//! The binary type that holds every value of a column without loss, collected while the cells arrive.

use serde::{Deserialize, Serialize};

use crate::decimal::Decimal;
use crate::instant;

/// A binary type that holds every value of a column without loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExactType {
    /// Whole numbers of 64 bits with a sign.
    Signed,
    /// Whole numbers of 64 bits without a sign.
    Unsigned,
    /// Doubles: the shortest text of each double is the number.
    Double,
    /// Decimals with this many digits in total, and this many after the point.
    Decimal {
        /// All digits, at most [`MAX_DECIMAL_DIGITS`].
        digits: u8,
        /// The digits after the point.
        decimals: u8,
    },
    /// Instants of UTC.
    Instant {
        /// The decimals of a second, at most 9.
        decimals: u8,
    },
}

/// Collects what the values of a column need.
#[derive(Clone, Debug)]
pub(crate) struct ExactNeeds {
    is_signed: bool,
    is_unsigned: bool,
    is_double: bool,
    is_decimal: bool,
    whole_digits: usize,
    decimals: usize,
    /// The decimals of the instants; `None` if a text is not an instant of UTC.
    instants: Option<u8>,
}

impl Default for ExactNeeds {
    fn default() -> Self {
        Self {
            is_signed: true,
            is_unsigned: true,
            is_double: true,
            is_decimal: true,
            whole_digits: 0,
            decimals: 0,
            instants: Some(0),
        }
    }
}

impl ExactNeeds {
    /// Adds a number and its decimal, if it is an exact one.
    pub(crate) fn add_number(&mut self, text: &str, number: Option<Decimal>) {
        match number {
            Some(number) => {
                let is_whole = number.decimals == 0;
                self.is_signed &= is_whole;
                self.is_unsigned &= is_whole && number.mantissa >= 0;
                // 15 digits are always the shortest text of their double (IEEE 754, 5.12.2).
                let is_short = number.mantissa.unsigned_abs() < 1_000_000_000_000_000;
                self.is_double = self.is_double && (is_short || is_double(text));
                let sign = usize::from(text.starts_with('-'));
                let decimals = usize::from(number.decimals);
                let point = usize::from(decimals > 0);
                self.whole_digits = self.whole_digits.max(text.len() - sign - point - decimals);
                self.decimals = self.decimals.max(decimals);
            }
            None => self.add_other_number(text),
        }
    }

    /// Adds a number with an exponent, with many digits, or a negative zero.
    fn add_other_number(&mut self, text: &str) {
        self.is_signed = self.is_signed && text != "-0" && text.parse::<i64>().is_ok();
        self.is_unsigned = self.is_unsigned && text.parse::<u64>().is_ok();
        self.is_double = self.is_double && is_double(text);
        let unsigned = text.trim_start_matches('-');
        let is_zero = !unsigned.contains(|one: char| one.is_ascii_digit() && one != '0');
        if unsigned.contains(['e', 'E']) || (is_zero && unsigned.len() < text.len()) {
            self.is_decimal = false;
            return;
        }
        let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        self.whole_digits = self.whole_digits.max(whole.len());
        self.decimals = self.decimals.max(fraction.len());
    }

    /// Adds a text that is a timestamp.
    pub(crate) fn add_timestamp(&mut self, text: &str) {
        self.instants = match (self.instants, instant::decimals(text)) {
            (Some(most), Some(decimals)) => Some(most.max(decimals)),
            _ => None,
        };
    }

    /// Returns the type of a column that has numbers only.
    pub(crate) fn of_numbers(&self) -> Option<ExactType> {
        let digits = self.whole_digits + self.decimals;
        if self.is_signed {
            Some(ExactType::Signed)
        } else if self.is_unsigned {
            Some(ExactType::Unsigned)
        } else if self.is_double {
            Some(ExactType::Double)
        } else if self.is_decimal && digits <= usize::from(MAX_DECIMAL_DIGITS) {
            Some(ExactType::Decimal {
                digits: digits as u8,
                decimals: self.decimals as u8,
            })
        } else {
            None
        }
    }

    /// Returns the type of a column that has timestamps only.
    pub(crate) fn of_timestamps(&self) -> Option<ExactType> {
        self.instants
            .map(|decimals| ExactType::Instant { decimals })
    }
}

/// Whether the shortest text of a number's double is the same number.
fn is_double(text: &str) -> bool {
    let Ok(double) = text.parse::<f64>() else {
        return false;
    };
    if !double.is_finite() {
        return false;
    }
    // The longest text is `-1.2345678901234567e-308`.
    let shortest = format!("{double:e}");
    let (one, other) = (Scientific::of(text), Scientific::of(&shortest));
    one.is_some() && one == other
}

/// The significant digits of a number as JSON writes it, and the power of ten of the first of them.
#[derive(PartialEq, Eq)]
struct Scientific {
    is_negative: bool,
    digits: Vec<u8>,
    power: i64,
}

impl Scientific {
    /// `None` for more digits than a shortest text can have, and for an exponent that 64 bits do not hold.
    fn of(text: &str) -> Option<Self> {
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
            Some(at) => (&unsigned[..at], &unsigned[at + 1..]),
            None => (unsigned, "0"),
        };
        let exponent: i64 = exponent.parse().ok()?;
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = whole.bytes().chain(fraction.bytes());
        let leading = all.clone().take_while(|byte| *byte == b'0').count();
        let significant = all.clone().skip(leading);
        let trailing = all.rev().take_while(|byte| *byte == b'0').count();
        let count = (whole.len() + fraction.len()).saturating_sub(leading + trailing);
        if count > MAX_DOUBLE_DIGITS {
            return None;
        }
        let is_zero = leading == whole.len() + fraction.len();
        let power = exponent.checked_add(whole.len() as i64 - leading as i64)?;
        Some(Self {
            is_negative: unsigned.len() < text.len(),
            digits: significant.take(count).collect(),
            power: if is_zero { 0 } else { power },
        })
    }
}

/// The maximum number of digits of a decimal of 256 bits.
pub(crate) const MAX_DECIMAL_DIGITS: u8 = 76;
/// The maximum number of digits of the shortest text of a double.
const MAX_DOUBLE_DIGITS: usize = 17;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_the_first_type_that_keeps_every_digit() {
        use ExactType::{Decimal as Fixed, Double, Signed, Unsigned};
        let fixed = |digits, decimals| Some(Fixed { digits, decimals });
        for (numbers, expected) in [
            (&["1", "-7"][..], Some(Signed)),
            (
                &["9223372036854775807", "-9223372036854775808"],
                Some(Signed),
            ),
            (&["18446744073709551615", "0"], Some(Unsigned)),
            (&["18446744073709551615", "-1"], fixed(20, 0)),
            (&["18446744073709551616"], fixed(20, 0)),
            (&["18446744073709551617"], fixed(20, 0)),
            (&["61.50", "62"], Some(Double)),
            (&["0.1", "1e-7", "1E300", "-0"], Some(Double)),
            (&["0.30000000000000004"], Some(Double)),
            (
                &["0.30000000000000004", "0.30000000000000001"],
                fixed(18, 17),
            ),
            (&["123456789.123456789123456789"], fixed(27, 18)),
            (&["1e-7", "123456789.123456789123456789"], None),
            (&["-0", "123456789.123456789123456789"], None),
            (&["0.0", "0e5", "0.000"], Some(Double)),
        ] {
            let mut needs = ExactNeeds::default();
            for text in numbers {
                needs.add_number(text, Decimal::parse(text));
            }
            assert_eq!(needs.of_numbers(), expected, "{numbers:?}");
        }
        let mut needs = ExactNeeds::default();
        let long = format!("1.{}", "3".repeat(76));
        needs.add_number(&long, None);
        assert_eq!(needs.of_numbers(), None);
    }
}
