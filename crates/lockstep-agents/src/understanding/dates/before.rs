//! Periods by their relation to another one, and dates that cannot be.

use super::day::{month, year};
use super::{DatedTokens, Range, Unit};

impl DatedTokens<'_> {
    /// "the week before", "the previous period", "the same month last year".
    pub(super) fn unit_before(&self, at: usize) -> Option<(Unit, usize)> {
        let at = at + usize::from(self.is(at, &["the"]));
        if let Some(end) = self.same_of_last_year(at) {
            return Some((Unit::Year, end));
        }
        let is_period = match self.word(at) {
            "previous" | "preceding" => self.is(at + 1, &["period"]),
            "period" => self.is(at + 1, &["before"]),
            _ => false,
        };
        if is_period {
            return Some((Unit::Period, at + 2));
        }
        let unit = Unit::of(self.stem(at))?;
        let is_before = self.is(at + 1, &["before", "earlier", "prior"]);
        // "the day before yesterday" is a day.
        (is_before && self.day(at).is_none()).then_some((unit, at + 2))
    }

    /// "same month last year", "same week a year ago"; returns the index after it.
    fn same_of_last_year(&self, at: usize) -> Option<usize> {
        let is_period =
            Unit::of(self.stem(at + 1)).is_some() || self.is(at + 1, &["period", "time", "days"]);
        if !self.is(at, &["same"]) || !is_period {
            return None;
        }
        let next = at + 2;
        if self.is(next, &["last", "previous"]) && self.is(next + 1, &["year"]) {
            return Some(next + 2);
        }
        let next = next + usize::from(self.is(next, &["a", "one", "the"]));
        let is_before = self.is(next + 1, &["ago", "before", "earlier"]);
        (self.is(next, &["year"]) && is_before).then_some(next + 2)
    }

    /// "the previous week", with the index after it.
    pub(super) fn previous_unit(&self, at: usize) -> Option<(Unit, usize)> {
        let leads = self.is(at, &["on", "in", "from", "during", "of", "for", "over"]);
        let at = at + usize::from(leads);
        let at = at + usize::from(self.is(at, &["the"]));
        let is_previous = self.is(at, &["previous", "preceding"]);
        let unit = Unit::of(self.stem(at + 1)).filter(|_| is_previous)?;
        Some((unit, at + 2))
    }

    /// Whether the question compares periods.
    pub(super) fn compares(&self) -> bool {
        (0..self.tokens.len()).any(|at| self.is(at, COMPARING))
    }

    /// Returns the index after a day that its month does not have, or a range that ends before it begins. The whole is
    /// left unread.
    pub(super) fn impossible(&self, at: usize) -> Option<usize> {
        let word = self.word(at);
        let is_short =
            (1..=2).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
        let has_month = month(self.word(at + 1)).is_some();
        if is_short && has_month && self.day_of_month(at).is_none() {
            let has_year = year(self.word(at + 2)).is_some();
            return Some(at + 2 + usize::from(has_year));
        }
        let leads = self.is(at, &["from", "between"]);
        let begin = at + usize::from(leads);
        let (first, end) = self.simple(begin)?;
        let joins = match self.word(end) {
            "to" | "until" | "till" | "through" => true,
            "and" => leads && !self.compares(),
            _ => false,
        };
        let (last, after) = self.simple(end + 1).filter(|_| joins)?;
        let first = self.in_year_of(last, first, (begin, end));
        is_reversed(first, last, self.names_year((begin, end))).then_some(after)
    }
}

/// Whether a range ends before it begins. One that begins far later in the year, such as "December to January", begins in
/// the year before, unless its beginning names its year.
fn is_reversed(first: Range, last: Range, names_year: bool) -> bool {
    let (Some(first), Some(last)) = (first.first, last.first) else {
        return false;
    };
    let days = Range::of(last, first).days();
    first > last && (names_year || days.is_some_and(|days| days <= MAX_REVERSED_DAYS))
}

/// Words of a comparison of two periods.
const COMPARING: &[&str] = &[
    "compare",
    "compared",
    "comparison",
    "difference",
    "versus",
    "vs",
];
/// The maximum number of days by which the end of a reversed range precedes its beginning.
const MAX_REVERSED_DAYS: i32 = 66;
