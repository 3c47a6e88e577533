//! Fixed point: decimal numbers as whole numbers of units of their last decimal.
//!
//! [`exact`] and [`Decimal::units`] never round. What is proven or signed of a number is then what its sender
//! wrote, or it is refused.

/// The reason why a number is not a whole number of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotExact {
    /// The value is infinite or NaN.
    #[error("is not a finite number")]
    NotANumber,
    /// The number has more decimals than these.
    #[error("has more than {0} decimals")]
    MoreDecimals(u8),
    /// The number is 2^53 units of these decimals or more, or so large that another number of these decimals is
    /// the same double.
    #[error("is too large to keep {0} decimals exactly")]
    TooLarge(u8),
}

/// A decimal number as its text states it: `digits · 10^power`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decimal {
    /// Whether the text begins with a minus.
    pub is_negative: bool,
    /// ASCII digits without leading zeros; empty for zero.
    pub digits: Vec<u8>,
    /// The power of ten of the last digit.
    pub power: i64,
}

impl Decimal {
    /// Reads the grammar of a JSON number (RFC 8259); `None` for any other text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (is_negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, Some(exponent)),
            None => (text, None),
        };
        let (whole, fraction) = match mantissa.split_once('.') {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (mantissa, None),
        };
        let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
        if !are_digits(whole) || !fraction.is_none_or(are_digits) {
            return None;
        }
        if whole.len() > 1 && whole.starts_with('0') {
            return None;
        }
        let exponent = match exponent {
            None => 0,
            Some(text) => {
                let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
                if !are_digits(digits) {
                    return None;
                }
                // A power beyond 32 bits is as good as infinite.
                let size = digits.parse::<i32>().map_or(i64::from(i32::MAX), i64::from);
                if text.starts_with('-') { -size } else { size }
            }
        };
        let fraction = fraction.unwrap_or_default();
        let digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
        let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
        Some(Self {
            is_negative,
            digits: digits[zeros..].to_vec(),
            power: exponent - fraction.len() as i64,
        })
    }

    /// Returns whether the number has no decimals.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        !matches!(self.units(0), Err(NotExact::MoreDecimals(_)))
    }

    /// Returns the number in units of the last of `decimals` decimals, below 2^53 in magnitude.
    ///
    /// # Errors
    /// The number has more decimals, or 2^53 units or more.
    pub fn units(&self, decimals: u8) -> Result<i64, NotExact> {
        if self.digits.is_empty() {
            return Ok(0);
        }
        let power = self.power.saturating_add(i64::from(decimals));
        let zeros = self.digits.iter().rev().take_while(|digit| **digit == b'0');
        if power.saturating_add(zeros.count() as i64) < 0 {
            return Err(NotExact::MoreDecimals(decimals));
        }
        // At least one digit is kept: the first is not zero.
        let kept = (self.digits.len() as i64).saturating_add(power.min(0));
        let appended = power.max(0);
        if kept.saturating_add(appended) > MAX_DIGITS {
            return Err(NotExact::TooLarge(decimals));
        }
        let kept = self.digits.iter().take(kept as usize);
        let whole = kept.fold(0_i64, |number, digit| number * 10 + i64::from(digit - b'0'));
        let units = whole * 10_i64.pow(appended as u32);
        if units >= LIMIT {
            return Err(NotExact::TooLarge(decimals));
        }
        Ok(if self.is_negative { -units } else { units })
    }
}

/// Returns the units of the one number with `decimals` decimals, at most 22, whose nearest double is `value`. Readers of
/// JSON turn a number into its nearest double, so this is the number that was sent, if it had at most 15 digits.
///
/// No copy of the value is left in memory.
///
/// # Errors
/// No number with these decimals is the value, or several have this double as the nearest.
pub fn exact(value: f64, decimals: u8) -> Result<i64, NotExact> {
    if !value.is_finite() {
        return Err(NotExact::NotANumber);
    }
    // Also for a negative zero, whose bits differ.
    if value == 0.0 {
        return Ok(0);
    }
    let unit = 10_f64.powi(i32::from(decimals));
    let near = (value * unit).round();
    if near.abs() >= LIMIT as f64 {
        return Err(NotExact::TooLarge(decimals));
    }
    let near = near as i64;
    // The value and the product were rounded to doubles: together they are off by less than two units. A quotient of two
    // whole doubles is the double nearest to the true quotient.
    let mut same =
        (near - 2..=near + 2).filter(|units| (*units as f64 / unit).to_bits() == value.to_bits());
    match (same.next(), same.next()) {
        (None, _) => Err(NotExact::MoreDecimals(decimals)),
        (Some(units), None) if units.abs() < LIMIT => Ok(units),
        _ => Err(NotExact::TooLarge(decimals)),
    }
}

/// Returns the units of the nearest number with `decimals` decimals; `None` if it is not below 2^53 units in
/// magnitude.
#[must_use]
pub fn rounded(value: f64, decimals: u8) -> Option<i64> {
    let scaled = (value * 10_f64.powi(i32::from(decimals))).round();
    (scaled.abs() < LIMIT as f64).then_some(scaled as i64)
}

/// 2^53: the double of this number is also that of the next one.
const LIMIT: i64 = 1 << 53;
/// The number of digits of [`LIMIT`].
const MAX_DIGITS: i64 = 16;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MORE: Option<fn(u8) -> NotExact> = Some(NotExact::MoreDecimals);
    const LARGE: Option<fn(u8) -> NotExact> = Some(NotExact::TooLarge);

    fn expected(
        units: i64,
        refused: Option<fn(u8) -> NotExact>,
        decimals: u8,
    ) -> Result<i64, NotExact> {
        refused.map_or(Ok(units), |refused| Err(refused(decimals)))
    }

    #[test]
    fn no_number_is_rounded() {
        for (text, decimals, units, refused) in [
            ("0", 2, 0, None),
            ("-0.00", 2, 0, None),
            ("0.29", 2, 29, None),
            ("-61.25", 2, -6125, None),
            ("61.500", 2, 6150, None),
            ("6.15e1", 1, 615, None),
            ("6150e-2", 1, 615, None),
            ("1e15", 0, 1_000_000_000_000_000, None),
            ("9007199254740991", 0, 9_007_199_254_740_991, None),
            ("-9007199254740991", 0, -9_007_199_254_740_991, None),
            // More than a billion units: an error of a billionth is one of a unit.
            ("6000000.004", 2, 0, MORE),
            ("600.0000004", 6, 0, MORE),
            ("599999999.6", 0, 0, MORE),
            ("600000000.4", 0, 0, MORE),
            ("6000000.001", 2, 0, MORE),
            ("0.125", 2, 0, MORE),
            ("61.0001", 2, 0, MORE),
            // Small is not nothing.
            ("1e-12", 2, 0, MORE),
            ("1e-300", 6, 0, MORE),
            ("9007199254740992", 0, 0, LARGE),
            ("9007199254740993", 0, 0, LARGE),
            ("-9007199254740992", 0, 0, LARGE),
            ("90071992547409.92", 2, 0, LARGE),
            ("1e300", 0, 0, LARGE),
        ] {
            let value: f64 = text.parse().unwrap();
            let expected = expected(units, refused, decimals);
            assert_eq!(exact(value, decimals), expected, "{text} of {decimals}");
            let number = Decimal::parse(text).unwrap();
            assert_eq!(number.units(decimals), expected, "{text} of {decimals}");
        }
    }

    #[test]
    fn a_text_keeps_the_digits_that_a_double_loses() {
        for (text, decimals, units, refused) in [
            ("6000000.0000000001", 2, 0, MORE),
            ("9007199254740991.4", 0, 0, MORE),
            ("9007199254.740991", 6, 9_007_199_254_740_991, None),
            ("9007199254.740990", 6, 9_007_199_254_740_990, None),
            ("1e99999999999999999999", 6, 0, LARGE),
            ("1e-99999999999999999999", 6, 0, MORE),
            ("0e99999999999999999999", 6, 0, None),
        ] {
            let number = Decimal::parse(text).unwrap();
            assert_eq!(
                number.units(decimals),
                expected(units, refused, decimals),
                "{text}"
            );
            assert_eq!(
                number.is_whole(),
                text.starts_with("1e9") || text.starts_with('0')
            );
        }
        // Each is the double of a neighbour, too: it is not taken for either.
        for text in ["9007199254.740991", "9007199254.740990"] {
            assert_eq!(exact(text.parse().unwrap(), 6), Err(NotExact::TooLarge(6)));
        }
    }

    #[test]
    fn what_was_computed_is_not_what_was_written() {
        assert_eq!(exact(0.1 + 0.2, 1), Err(NotExact::MoreDecimals(1)));
        assert_eq!(exact(-0.0, 2), Ok(0));
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(exact(value, 0), Err(NotExact::NotANumber));
        }
        for text in [
            "", "-", "+1", "01", "1.", ".5", "1e", "NaN", "null", "\"1\"", " 1", "1_0",
        ] {
            assert_eq!(Decimal::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn rounded_numbers_are_the_nearest() {
        for (value, decimals, expected) in [
            (61.005, 2, Some(6101)),
            (-61.126, 2, Some(-6113)),
            (9_007_199_254_740_991.0, 0, Some(9_007_199_254_740_991)),
            (9_007_199_254_740_992.0, 0, None),
            (1e300, 0, None),
            (f64::NAN, 0, None),
        ] {
            assert_eq!(rounded(value, decimals), expected, "{value} of {decimals}");
        }
    }

    proptest! {
        /// Every number of 15 digits is found from its double, also with more decimals than it has, and with no fewer.
        #[test]
        fn a_number_of_fifteen_digits_is_found_from_its_double(
            units in -999_999_999_999_999_i64..=999_999_999_999_999,
            decimals in 0_u8..=6,
        ) {
            let text = format!("{units}e-{decimals}");
            let value: f64 = text.parse().unwrap();
            prop_assert_eq!(exact(value, decimals), Ok(units));
            prop_assert_eq!(Decimal::parse(&text).unwrap().units(decimals), Ok(units));
            if units % 10 != 0 && decimals > 0 {
                prop_assert_eq!(exact(value, decimals - 1), Err(NotExact::MoreDecimals(decimals - 1)));
            }
        }

        /// What is accepted of a double is the only number of its decimals with that double.
        #[test]
        fn an_accepted_double_means_one_number(
            units in 0_i64..LIMIT,
            decimals in 0_u8..=6,
            next in -1_i64..=1,
        ) {
            let double = |units: i64| format!("{units}e-{decimals}").parse::<f64>().unwrap();
            let value = f64::from_bits(double(units).to_bits().wrapping_add_signed(next));
            if let Ok(units) = exact(value, decimals) {
                prop_assert_eq!(double(units).to_bits(), value.to_bits());
                prop_assert!(double(units - 1) < value && value < double(units + 1));
            }
        }
    }
}
