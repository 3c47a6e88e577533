//! The length of the window of insights.

use jiff::civil::Date;

use crate::Days;

/// A span of calendar days, weeks, months or years, as ISO 8601 (`P7D`, `P4W`, `P3M`, `P1Y`) or in
/// short form (`7d`, `4w`, `3m`, `1y`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeframe {
    count: i32,
    unit: char,
}

impl Default for Timeframe {
    fn default() -> Self {
        Self {
            count: 30,
            unit: 'D',
        }
    }
}

impl Timeframe {
    /// The maximum number of days in a window.
    pub const MAX_DAYS: i32 = 731;

    /// Parses a timeframe.
    ///
    /// # Errors
    /// The text has none of the forms, or the span is shorter than a day or longer than two years; the
    /// error text says which.
    pub fn read(text: &str) -> Result<Self, &'static str> {
        let (digits, unit) = match text.strip_prefix('P') {
            Some(rest) => split(rest).filter(|(_, unit)| unit.is_ascii_uppercase()),
            None => split(text).filter(|(_, unit)| unit.is_ascii_lowercase()),
        }
        .ok_or(FORMAT_ERROR)?;
        if digits.len() > 4 || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return Err(FORMAT_ERROR);
        }
        let count: i32 = digits.parse().map_err(|_| FORMAT_ERROR)?;
        let unit = unit.to_ascii_uppercase();
        let limit = match unit {
            'D' => Self::MAX_DAYS,
            'W' => 104,
            'M' => 24,
            'Y' => 2,
            _ => return Err(FORMAT_ERROR),
        };
        if (1..=limit).contains(&count) {
            Ok(Self { count, unit })
        } else {
            Err("must be one day to two years")
        }
    }

    /// Returns the first day of the window that ends on day `last`.
    #[must_use]
    pub fn first_day(self, last: i32) -> i32 {
        let months = match self.unit {
            'W' => return last - (7 * self.count - 1),
            'M' => self.count,
            'Y' => 12 * self.count,
            _ => return last - (self.count - 1),
        };
        let before = Days::date(last).and_then(|date| {
            date.checked_sub(jiff::Span::new().try_months(months).ok()?)
                .ok()
        });
        before.map_or(last, |date| day_number(date) + 1)
    }

    /// Returns the ISO 8601 text.
    #[must_use]
    pub fn iso(self) -> String {
        format!("P{}{}", self.count, self.unit)
    }
}

fn split(text: &str) -> Option<(&str, char)> {
    let unit = text.chars().next_back()?;
    Some((&text[..text.len() - unit.len_utf8()], unit))
}

fn day_number(day: Date) -> i32 {
    day.since(jiff::civil::date(1970, 1, 1))
        .map_or(0, |span| span.get_days())
}

const FORMAT_ERROR: &str =
    "must be days, weeks, months or years: P30D, P4W, P3M, P1Y, or 30d, 4w, 3m, 1y";
