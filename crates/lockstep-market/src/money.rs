//! Amounts of money: whole minor units of an ISO 4217 currency.
//!
//! An amount is read from the digits of a JSON number and printed as digits. No float is in between.

use std::fmt;
use std::str::FromStr;

use lockstep_values::fixed_point::{Decimal, NotExact};
use serde_json::value::RawValue;

/// A currency of ISO 4217 in which offers are priced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Currency {
    code: &'static str,
    /// The number of decimals of the minor unit.
    exponent: u8,
}

/// The text is not a currency in which offers are priced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "must be a code of ISO 4217 in upper case, such as EUR; funds, metals and withdrawn currencies are not accepted"
)]
pub(crate) struct NotACurrency;

/// An amount in minor units: 1250 of EUR is 12.50 EUR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Money {
    /// The minor units; negative for a debt.
    pub(crate) minor: i64,
    /// The currency.
    pub(crate) currency: Currency,
}

/// The reason why a number is not an amount of a currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NotAnAmount {
    /// The text is not a JSON number.
    #[error("must be a JSON number")]
    NotANumber,
    /// The number is below zero.
    #[error("must not be negative")]
    Negative,
    /// The number has more decimals than the currency.
    #[error("has more decimals than {0}, which has {1}")]
    SubMinor(&'static str, u8),
    /// The number exceeds `MAX_MINOR`.
    #[error("must be at most {MAX_MINOR} minor units")]
    TooLarge,
}

impl Currency {
    /// Returns the three letters.
    #[must_use]
    pub(crate) fn code(self) -> &'static str {
        self.code
    }
}

impl FromStr for Currency {
    type Err = NotACurrency;

    fn from_str(text: &str) -> Result<Self, NotACurrency> {
        let known = iso_currency::Currency::from_code(text).ok_or(NotACurrency)?;
        let is_of_trade = !known.is_fund()
            && !known.is_special()
            && known.is_superseded().is_none()
            && !WITHDRAWN.contains(&text);
        let exponent = known.exponent().filter(|_| is_of_trade);
        Ok(Self {
            code: known.code(),
            exponent: exponent
                .and_then(|exponent| u8::try_from(exponent).ok())
                .ok_or(NotACurrency)?,
        })
    }
}

/// Currencies that were withdrawn after the list of `iso_currency` was made: the lev, for the euro on 2026-01-01.
const WITHDRAWN: &[&str] = &["BGN"];

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code)
    }
}

impl Money {
    /// Reads an amount, not below zero, from the digits of a JSON number.
    ///
    /// # Errors
    /// [`NotAnAmount`].
    pub(crate) fn parse(number: &str, currency: Currency) -> Result<Self, NotAnAmount> {
        let decimal = Decimal::parse(number).ok_or(NotAnAmount::NotANumber)?;
        if decimal.is_negative && !decimal.digits.is_empty() {
            return Err(NotAnAmount::Negative);
        }
        let minor = decimal
            .units(currency.exponent)
            .map_err(|error| match error {
                NotExact::NotANumber => NotAnAmount::NotANumber,
                NotExact::MoreDecimals(decimals) => NotAnAmount::SubMinor(currency.code, decimals),
                NotExact::TooLarge(_) => NotAnAmount::TooLarge,
            })?;
        if minor > MAX_MINOR {
            return Err(NotAnAmount::TooLarge);
        }
        Ok(Self { minor, currency })
    }

    /// Returns the minor units of a limit of the settings. Decimals below the minor unit are dropped; a
    /// limit below zero is zero, and one that is not an amount is the largest.
    #[must_use]
    pub(crate) fn limit(value: f64, currency: Currency) -> i64 {
        if !value.is_finite() {
            return i64::MAX;
        }
        // A float is printed as the digits that the administrator wrote, without an exponent.
        let Some(decimal) = Decimal::parse(&value.max(0.0).to_string()) else {
            return i64::MAX;
        };
        let power = decimal.power + i64::from(currency.exponent);
        let kept = (decimal.digits.len() as i64 + power.min(0)).max(0) as usize;
        let mut minor = 0_i64;
        let zeros = std::iter::repeat_n(&b'0', power.max(0) as usize);
        for digit in decimal.digits[..kept].iter().chain(zeros) {
            minor = minor
                .saturating_mul(10)
                .saturating_add(i64::from(digit - b'0'));
        }
        minor
    }

    /// Returns the amount as a JSON number with the decimals of its currency.
    #[must_use]
    pub(crate) fn to_json(self) -> Box<RawValue> {
        RawValue::from_string(self.digits()).expect("digits and a point are a JSON number")
    }

    /// Returns the amount in the main unit, for sums that are shown. Over 2^53 minor units it is rounded.
    #[must_use]
    pub(crate) fn to_f64(self) -> f64 {
        self.minor as f64 / 10_f64.powi(i32::from(self.currency.exponent))
    }

    fn digits(self) -> String {
        let (sign, minor) = match self.minor {
            minor @ ..0 => ("-", minor.unsigned_abs()),
            minor => ("", minor.unsigned_abs()),
        };
        if self.currency.exponent == 0 {
            return format!("{sign}{minor}");
        }
        let unit = 10_u64.pow(u32::from(self.currency.exponent));
        let width = usize::from(self.currency.exponent);
        format!("{sign}{}.{:0width$}", minor / unit, minor % unit)
    }
}

/// `12.50 EUR`.
impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.digits(), self.currency.code)
    }
}

/// The largest amount in minor units: every amount up to it is exact in a client's float.
pub(crate) const MAX_MINOR: i64 = 999_999_999_999_999;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn currency(code: &str) -> Currency {
        code.parse().unwrap()
    }

    #[test]
    fn currencies_are_those_of_iso_4217_that_are_in_use() {
        for (code, exponent) in [("EUR", 2), ("USD", 2), ("JPY", 0), ("KWD", 3), ("CLF", 4)] {
            let found = code.parse::<Currency>();
            // Funds, such as CLF, are refused.
            match code {
                "CLF" => assert_eq!(found, Err(NotACurrency)),
                _ => assert_eq!(found.unwrap().exponent, exponent, "{code}"),
            }
        }
        for code in [
            "", "eur", "EURO", "XAU", "XXX", "DEM", "BGN", "BTC", "€", "EU\0",
        ] {
            assert_eq!(code.parse::<Currency>(), Err(NotACurrency), "{code:?}");
        }
    }

    #[test]
    fn amounts_are_exact() {
        let sub = |code, decimals| Err(NotAnAmount::SubMinor(code, decimals));
        for (text, code, expected) in [
            ("0", "EUR", Ok(0)),
            ("-0", "EUR", Ok(0)),
            ("0.00", "EUR", Ok(0)),
            ("12.5", "EUR", Ok(1250)),
            ("12.50", "EUR", Ok(1250)),
            ("12.500", "EUR", Ok(1250)),
            ("19.99", "EUR", Ok(1999)),
            ("19.990000000000000001", "EUR", sub("EUR", 2)),
            ("0.1", "JPY", sub("JPY", 0)),
            ("0.001", "KWD", Ok(1)),
            ("0.0001", "KWD", sub("KWD", 3)),
            ("1e2", "EUR", Ok(10_000)),
            ("1.2e1", "JPY", Ok(12)),
            ("100e-2", "JPY", Ok(1)),
            ("5e-3", "EUR", sub("EUR", 2)),
            ("1e-99999999999999999999", "EUR", sub("EUR", 2)),
            ("1e99999999999999999999", "EUR", Err(NotAnAmount::TooLarge)),
            ("9999999999999.99", "EUR", Ok(MAX_MINOR)),
            ("10000000000000.00", "EUR", Err(NotAnAmount::TooLarge)),
            ("999999999999999", "JPY", Ok(MAX_MINOR)),
            ("1000000000000000", "JPY", Err(NotAnAmount::TooLarge)),
            ("-0.01", "EUR", Err(NotAnAmount::Negative)),
            ("-1e-99", "EUR", Err(NotAnAmount::Negative)),
            ("NaN", "EUR", Err(NotAnAmount::NotANumber)),
            ("Infinity", "EUR", Err(NotAnAmount::NotANumber)),
            ("\"1\"", "EUR", Err(NotAnAmount::NotANumber)),
            ("null", "EUR", Err(NotAnAmount::NotANumber)),
            ("01", "EUR", Err(NotAnAmount::NotANumber)),
            ("1.", "EUR", Err(NotAnAmount::NotANumber)),
            (".5", "EUR", Err(NotAnAmount::NotANumber)),
            ("1e", "EUR", Err(NotAnAmount::NotANumber)),
            ("", "EUR", Err(NotAnAmount::NotANumber)),
        ] {
            let found = Money::parse(text, currency(code)).map(|money| money.minor);
            assert_eq!(found, expected, "{text} {code}");
        }
    }

    #[test]
    fn limits_of_the_settings_are_rounded_down() {
        for (value, code, expected) in [
            (1000.0, "EUR", 100_000),
            (0.29, "EUR", 29),
            (0.299, "EUR", 29),
            (0.009, "EUR", 0),
            (0.5, "JPY", 0),
            (12.0, "KWD", 12_000),
            (-1.0, "EUR", 0),
            (0.0, "EUR", 0),
            (1e300, "EUR", i64::MAX),
            (f64::INFINITY, "EUR", i64::MAX),
            (f64::NAN, "EUR", i64::MAX),
        ] {
            assert_eq!(
                Money::limit(value, currency(code)),
                expected,
                "{value} {code}"
            );
        }
    }

    #[test]
    fn amounts_are_printed_with_the_decimals_of_their_currency() {
        for (minor, code, expected) in [
            (1250, "EUR", "12.50"),
            (-5, "EUR", "-0.05"),
            (0, "EUR", "0.00"),
            (-12, "JPY", "-12"),
            (1, "KWD", "0.001"),
            (i64::MIN, "EUR", "-92233720368547758.08"),
        ] {
            let currency = currency(code);
            let money = Money { minor, currency };
            assert_eq!(money.to_json().get(), expected);
            assert_eq!(money.to_string(), format!("{expected} {code}"));
        }
    }

    proptest! {
        #[test]
        fn printed_amounts_are_read_again(minor in 0..=MAX_MINOR, code in "EUR|JPY|KWD") {
            let money = Money { minor, currency: currency(&code) };
            prop_assert_eq!(Money::parse(money.to_json().get(), money.currency), Ok(money));
        }

        #[test]
        fn any_text_is_answered(text in "[-+0-9.eE]{0,40}") {
            if let Ok(money) = Money::parse(&text, currency("EUR")) {
                prop_assert!((0..=MAX_MINOR).contains(&money.minor));
            }
        }

        #[test]
        fn a_float_as_clients_print_it_is_read_as_they_mean_it(minor in 0..=MAX_MINOR) {
            let text = serde_json::to_string(&(minor as f64 / 100.0)).unwrap();
            let money = Money::parse(&text, currency("EUR"));
            prop_assert_eq!(money.map(|money| money.minor), Ok(minor));
        }
    }
}
