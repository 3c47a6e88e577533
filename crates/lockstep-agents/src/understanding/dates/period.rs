//! Periods: weeks, months, quarters, years, and numbers of them.

use jiff::ToSpan;
use jiff::civil::{Date, Time};

use super::day::{month, year};
use super::{DatedTokens, EARLIEST, Range, Unit};
use crate::understanding::text::whole;

impl DatedTokens<'_> {
    /// Reads one period.
    pub(super) fn period(&self, at: usize) -> Option<(Range, usize)> {
        self.all_time(at)
            .or_else(|| self.iso_duration(at))
            .or_else(|| self.counted(at))
            .or_else(|| self.ago(at))
            .or_else(|| self.week_of(at))
            .or_else(|| self.relative(at))
            .or_else(|| self.quarter(at))
            .or_else(|| self.month_of_year(at))
            .or_else(|| self.whole_year(at))
    }

    /// "ever", "all time": from the earliest day that points can have.
    fn all_time(&self, at: usize) -> Option<(Range, usize)> {
        let end = match self.word(at) {
            "ever" => at + 1,
            "all" if self.is(at + 1, &["time"]) => at + 2,
            _ => return None,
        };
        Some((Range::of(EARLIEST, self.today), end))
    }

    /// `P14D`: the days up to today.
    fn iso_duration(&self, at: usize) -> Option<(Range, usize)> {
        let inside = self.word(at).strip_prefix('p')?;
        let unit = Unit::of(inside.get(inside.len().checked_sub(1)?..)?);
        let (count, unit) = match (unit, inside.strip_suffix('m')) {
            (Some(unit), _) => (inside.get(..inside.len() - 1)?, unit),
            (None, Some(count)) => (count, Unit::Month),
            (None, None) => return None,
        };
        let is_number = (1..=4).contains(&count.len()) && count.bytes().all(|b| b.is_ascii_digit());
        let count: u32 = is_number.then(|| count.parse().ok())??;
        // "P0D" is no period.
        let count = Some(count).filter(|count| *count > 0)?;
        Some((self.up_to_today(count, unit)?, at + 1))
    }

    /// "last 6 weeks", "past 30 days", "last couple of weeks".
    fn counted(&self, at: usize) -> Option<(Range, usize)> {
        if !self.is(at, &["last", "past", "previous", "recent"]) {
            return None;
        }
        let (count, next) = match self.word(at + 1) {
            "couple" if self.is(at + 2, &["of"]) => (2, at + 3),
            "few" => (3, at + 2),
            word => (whole(word)?, at + 2),
        };
        let unit = Unit::of(self.stem(next))?;
        (count > 0).then_some((self.up_to_today(count, unit)?, next + 1))
    }

    fn up_to_today(&self, count: u32, unit: Unit) -> Option<Range> {
        let day_before = self.today.checked_sub(unit.times(count)?).ok()?;
        Some(Range::of(day_before.tomorrow().ok()?, self.today))
    }

    /// "2 weeks ago": the calendar week. Days are in `day`.
    fn ago(&self, at: usize) -> Option<(Range, usize)> {
        let count = match self.word(at) {
            "a" => 1,
            word => whole(word)?,
        };
        let unit = Unit::of(self.stem(at + 1)).filter(|unit| *unit != Unit::Day)?;
        let is_ago = self.is(at + 2, &["ago"]);
        let day = self.today.checked_sub(unit.times(count)?).ok()?;
        Some((unit.around(day)?, at + 3)).filter(|_| is_ago)
    }

    /// "first week of May", "last week of May 2025", "week of 3 June".
    fn week_of(&self, at: usize) -> Option<(Range, usize)> {
        if self.word(at) == "week" && self.is(at + 1, &["of"]) {
            let (day, end) = self.day(at + 2)?;
            return Some((Unit::Week.around(day)?, end));
        }
        let nth = ["first", "second", "third", "fourth", "last"]
            .iter()
            .position(|word| self.word(at) == *word)?;
        if self.stem(at + 1) != "week" || !self.is(at + 2, &["of", "in"]) {
            return None;
        }
        let (whole, end) = self.month_of_year(at + 3)?;
        let (first, last) = (whole.first?, whole.last?);
        let start = match nth {
            4 => last.checked_sub(6.days()).ok()?,
            nth => first.checked_add((7 * nth as i64).days()).ok()?,
        };
        Some((Range::of(start, start.checked_add(6.days()).ok()?), end))
    }

    /// "this month", "last week", "past year", "last weekend", "last night", "last May".
    fn relative(&self, at: usize) -> Option<(Range, usize)> {
        let word = self.word(at);
        let is_past = match word {
            "this" | "current" => false,
            "last" | "past" | "previous" => true,
            _ => return None,
        };
        let today = self.today;
        let end = at + 2;
        let end = end + usize::from(self.is(end, &["s"]));
        if let Some(unit) = Unit::of(self.stem(at + 1)) {
            let range = match (is_past, word) {
                (_, "past") => self.up_to_today(1, unit)?,
                (true, _) => unit.around(today.checked_sub(unit.times(1)?).ok()?)?,
                (false, _) => Range::of(unit.around(today)?.first?, today),
            };
            return Some((range, end));
        }
        let monday = Unit::Week.around(today)?.first?;
        match self.word(at + 1) {
            "weekend" => {
                let weeks = if is_past { 1 } else { 0 };
                let monday = monday.checked_sub((7 * weeks).days()).ok()?;
                let saturday = monday.checked_add(5.days()).ok()?;
                Some((Range::of(saturday, saturday.tomorrow().ok()?), end))
            }
            // A night counts as the day of waking. The times select measurements other than sleep.
            "night" if is_past => {
                let times = (Time::new(20, 0, 0, 0).ok()?, Time::new(8, 0, 0, 0).ok()?);
                let range = Range::of(today.yesterday().ok()?, today);
                let times = Some(times);
                Some((Range { times, ..range }, end))
            }
            _ => self.month_of_year(at + 1),
        }
    }

    /// "Q2", "Q2 2025", "second quarter of 2025".
    fn quarter(&self, at: usize) -> Option<(Range, usize)> {
        let ordinals = ["first", "second", "third", "fourth"];
        let (nth, end) = match self.word(at) {
            "q1" => (0, at + 1),
            "q2" => (1, at + 1),
            "q3" => (2, at + 1),
            "q4" => (3, at + 1),
            word if self.stem(at + 1) == "quarter" => {
                (ordinals.iter().position(|known| *known == word)?, at + 2)
            }
            _ => return None,
        };
        let month = i8::try_from(3 * nth + 1).ok()?;
        let (first, end) = self.first_of(month, end)?;
        Some((Unit::Quarter.around(first)?, end))
    }

    /// "May", "May 2025", "2026-05".
    pub(super) fn month_of_year(&self, at: usize) -> Option<(Range, usize)> {
        let word = self.word(at);
        if let Some((year_text, month_text)) = word.split_once('-')
            && let (Some(year), Ok(month)) = (year(year_text), month_text.parse())
            && month_text.len() == 2
        {
            let first = Date::new(year, month, 1).ok()?;
            return Some((Unit::Month.around(first)?, at + 1));
        }
        let month = month(word)?;
        // "may" and "march" are also verbs.
        let is_verb = self.is(at + 1, &["i", "you", "we", "it", "not", "be"]);
        let is_adverb = word == "mar" || word == "dec" || word == "sep";
        if is_verb && word == "may" || is_adverb && at == 0 {
            return None;
        }
        let (first, end) = self.first_of(month, at + 1)?;
        Some((Unit::Month.around(first)?, end))
    }

    /// Returns the first day of a month in the year that follows, else the newest that has begun.
    fn first_of(&self, month: i8, at: usize) -> Option<(Date, usize)> {
        let of = at + usize::from(self.is(at, &["of", "in"]));
        if let Some(year) = year(self.word(of)) {
            return Some((Date::new(year, month, 1).ok()?, of + 1));
        }
        let this_year = Date::new(self.today.year(), month, 1).ok()?;
        let first = match this_year <= self.today {
            true => this_year,
            false => Date::new(self.today.year() - 1, month, 1).ok()?,
        };
        Some((first, at))
    }

    /// "2025" after "in", or at the end.
    fn whole_year(&self, at: usize) -> Option<(Range, usize)> {
        let year = year(self.word(at))?;
        let is_marked = at > 0
            && self.is(
                at - 1,
                &[
                    "in", "of", "during", "year", "for", "and", "to", "since", "with", "than",
                ],
            );
        let is_end = at + 1 >= self.tokens.len();
        let first = Date::new(year, 1, 1).ok()?;
        (is_marked || is_end).then_some((Unit::Year.around(first)?, at + 1))
    }
}
