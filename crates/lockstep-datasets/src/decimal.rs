//! Numbers as decimal integers: a mantissa and a number of decimals, without rounding.

/// A number `mantissa · 10^-decimals`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decimal {
    pub(crate) mantissa: i64,
    pub(crate) decimals: u8,
}

impl Decimal {
    /// Parses a number of JSON without an exponent and with at most [`MAX_DIGITS`] digits. `None` for any other
    /// number, and for a negative zero, whose sign a mantissa does not keep.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let (is_negative, digits) = match bytes.split_first() {
            Some((b'-', rest)) => (true, rest),
            _ => (false, bytes),
        };
        if digits.is_empty() || digits.len() > MAX_DIGITS + 1 {
            return None;
        }
        let (mut mantissa, mut decimals, mut is_fraction) = (0_i64, 0_u8, false);
        for byte in digits {
            match byte {
                b'0'..=b'9' => {
                    mantissa = mantissa
                        .checked_mul(10)?
                        .checked_add(i64::from(byte - b'0'))?;
                    decimals += u8::from(is_fraction);
                }
                b'.' if !is_fraction => is_fraction = true,
                _ => return None,
            }
        }
        if digits.len() - usize::from(is_fraction) > MAX_DIGITS || (is_negative && mantissa == 0) {
            return None;
        }
        Some(Self {
            mantissa: if is_negative { -mantissa } else { mantissa },
            decimals,
        })
    }

    /// Returns the mantissa with this number of decimals; `None` beyond 63 bits or if digits would be lost.
    pub(crate) fn at(self, decimals: u8) -> Option<i64> {
        let power = POWERS.get(usize::from(decimals.checked_sub(self.decimals)?))?;
        self.mantissa.checked_mul(*power)
    }

    /// Returns the number of decimals without trailing zeros.
    pub(crate) fn significant_decimals(self) -> u8 {
        let (mut mantissa, mut decimals) = (self.mantissa, self.decimals);
        while decimals > 0 && mantissa % 10 == 0 {
            mantissa /= 10;
            decimals -= 1;
        }
        decimals
    }
}

/// Writes a number with at least `min` and at most `max` decimals; `mantissa` has `max` decimals.
pub(crate) fn write(text: &mut String, mantissa: i64, (max, min): (u8, u8)) {
    let (mut mantissa, mut decimals) = (mantissa, max);
    while decimals > min && mantissa % 10 == 0 {
        mantissa /= 10;
        decimals -= 1;
    }
    if mantissa < 0 {
        text.push('-');
    }
    let mut digits = [b'0'; 40];
    let mut at = digits.len();
    let mut rest = mantissa.unsigned_abs();
    let point = usize::from(decimals);
    let mut written = 0;
    while rest > 0 || written <= point {
        if written == point && point > 0 {
            at -= 1;
            digits[at] = b'.';
        }
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        written += 1;
    }
    // Every byte is an ASCII digit or a point.
    text.extend(digits[at..].iter().map(|byte| char::from(*byte)));
}

/// Returns a number with `decimals` decimals as text, without trailing zeros.
pub(crate) fn wide(mantissa: i128, decimals: u8) -> String {
    let digits = mantissa.unsigned_abs().to_string();
    let places = usize::from(decimals);
    let padded = format!("{digits:0>width$}", width = places + 1);
    let (whole, fraction) = padded.split_at(padded.len() - places);
    let fraction = fraction.trim_end_matches('0');
    let sign = if mantissa < 0 { "-" } else { "" };
    match fraction {
        "" => format!("{sign}{whole}"),
        fraction => format!("{sign}{whole}.{fraction}"),
    }
}

/// The maximum number of digits of a mantissa: 10^18 fits in 63 bits.
pub(crate) const MAX_DIGITS: usize = 18;

/// 10^0 to 10^18.
pub(crate) const POWERS: [i64; MAX_DIGITS + 1] = {
    let mut powers = [1; MAX_DIGITS + 1];
    let mut at = 1;
    while at <= MAX_DIGITS {
        powers[at] = powers[at - 1] * 10;
        at += 1;
    }
    powers
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_come_back_as_they_were_written() {
        for (text, expected) in [
            ("0", Some((0, 0))),
            ("-7", Some((-7, 0))),
            ("12.50", Some((1250, 2))),
            ("0.001", Some((1, 3))),
            ("-0.5", Some((-5, 1))),
            ("999999999999999999", Some((999_999_999_999_999_999, 0))),
            ("-0", None),
            ("-0.0", None),
            ("1e3", None),
            ("9999999999999999999", None),
        ] {
            let found = Decimal::parse(text);
            let parts = found.map(|number| (number.mantissa, number.decimals));
            assert_eq!(parts, expected, "{text}");
            if let Some((mantissa, decimals)) = parts {
                let mut written = String::new();
                write(&mut written, mantissa, (decimals, decimals));
                assert_eq!(written, text);
            }
        }
        for (mantissa, max, min, expected) in [
            (6150, 2, 0, "61.5"),
            (6200, 2, 0, "62"),
            (6200, 2, 1, "62.0"),
            (5, 3, 0, "0.005"),
            (0, 2, 0, "0"),
            (i64::MIN, 0, 0, "-9223372036854775808"),
        ] {
            let mut written = String::new();
            write(&mut written, mantissa, (max, min));
            assert_eq!(written, expected);
        }
        for (mantissa, decimals, expected) in [
            (0, 3, "0"),
            (-5, 2, "-0.05"),
            (1500, 2, "15"),
            (12_345, 1, "1234.5"),
            (i128::from(i64::MAX) * 10, 0, "92233720368547758070"),
        ] {
            assert_eq!(wide(mantissa, decimals), expected);
        }
    }
}
