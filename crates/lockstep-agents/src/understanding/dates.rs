//! Dates and ranges in words, as inclusive days of the profile's time zone.
//!
//! A named period such as "May" or "Q2" is whole, and the newest that has begun. "This month" ends
//! today. "Last week" is the calendar week before, from Monday; "past week" and "last 7 days" end
//! today.

mod before;
mod counts;
mod day;
mod period;
mod running;

use jiff::civil::{Date, Time};
use jiff::{Span, ToSpan};

pub(super) use day::MONTHS;

use super::text::Token;

/// A range of days, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    /// The first day.
    pub(super) first: Option<Date>,
    /// The last day.
    pub(super) last: Option<Date>,
    /// The times on the first and the last day; absent: whole days.
    pub(super) times: Option<(Time, Time)>,
}

/// The dates of a question.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Dates {
    /// The ranges in the order of the question.
    pub(super) ranges: Vec<Range>,
    /// A period before another one: "the week before", or "the previous week" after another period.
    pub(super) before: Option<Unit>,
    /// The unit of "the previous week" without another period. In a follow-up it is before that of the first question.
    pub(super) previous: Option<Unit>,
    /// Times of the day without a single day: "in the evening".
    pub(super) times: Option<(Time, Time)>,
    /// Both readings of an ambiguous date such as `3/6/2026`, month first.
    pub(super) ambiguous: Option<[Range; 2]>,
    /// Whether a date does not exist, or a range ends before it begins: "31 June", "from 10 June to 3 June".
    pub(super) is_impossible: bool,
    /// Whether a range begins after the day of the question.
    pub(super) is_future: bool,
    /// Why a number of the question cannot be read: "the last -3 days".
    pub(super) fault: Option<String>,
}

/// A unit of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Day,
    Week,
    Month,
    Quarter,
    Year,
    /// The length of the period that it is before.
    Period,
}

impl Range {
    pub(super) fn of(first: Date, last: Date) -> Self {
        Self {
            first: Some(first),
            last: Some(last),
            times: None,
        }
    }

    pub(super) fn day(day: Date) -> Self {
        Self::of(day, day)
    }

    /// Returns the period of the same kind directly before. The year before a shorter period is the same period of that
    /// year.
    pub(super) fn before(self, unit: Unit) -> Option<Self> {
        let (first, last) = (self.first?, self.last?);
        let end = first.yesterday().ok()?;
        let ends_month = last.tomorrow().ok()?.day() == 1;
        let is_month = first.day() == 1 && (ends_month || unit == Unit::Month);
        let start = match unit {
            Unit::Year if self.days()? < MIN_DAYS_OF_YEAR => {
                let earlier = |day: Date| day.checked_sub(1.year()).ok();
                return Some(Self::of(earlier(first)?, earlier(last)?));
            }
            Unit::Period if is_month => {
                let years = i64::from(last.year()) - i64::from(first.year());
                let months = i64::from(last.month()) - i64::from(first.month()) + 1;
                first.checked_sub((12 * years + months).months()).ok()?
            }
            Unit::Period => first.checked_sub(i64::from(self.days()?).days()).ok()?,
            Unit::Day => end,
            Unit::Week => first.checked_sub(7.days()).ok()?,
            Unit::Month if is_month => end.first_of_month(),
            Unit::Month => first.checked_sub(1.month()).ok()?,
            Unit::Quarter => first.checked_sub(3.months()).ok()?,
            Unit::Year => first.checked_sub(1.year()).ok()?,
        };
        Some(Self::of(start, end))
    }

    /// Returns the number of days, if both ends are known.
    pub(super) fn days(self) -> Option<i32> {
        let span = self.first?.until(self.last?).ok()?;
        Some(span.get_days() + 1).filter(|days| *days > 0)
    }

    /// Whether the range is all of the past.
    pub(super) fn is_all_time(self) -> bool {
        self.first == Some(EARLIEST)
    }

    fn contains(self, other: Self) -> bool {
        self.first <= other.first && other.last <= self.last
    }
}

impl Unit {
    fn of(stem: &str) -> Option<Self> {
        Some(match stem {
            "day" | "d" => Self::Day,
            "week" | "w" | "wk" => Self::Week,
            "month" => Self::Month,
            "quarter" => Self::Quarter,
            "year" | "y" => Self::Year,
            _ => return None,
        })
    }

    /// Returns the span of a number of units; `None` above [`Unit::max_count`].
    fn times(self, count: u32) -> Option<Span> {
        if count > self.max_count() {
            return None;
        }
        let count = i64::from(count);
        Some(match self {
            Self::Day => count.days(),
            Self::Week => count.weeks(),
            Self::Month => count.months(),
            Self::Quarter => (3 * count).months(),
            Self::Year => count.years(),
            Self::Period => return None,
        })
    }

    /// Returns the number of units in [`MAX_YEARS`].
    fn max_count(self) -> u32 {
        match self {
            Self::Day => 366 * MAX_YEARS,
            Self::Week => 53 * MAX_YEARS,
            Self::Month => 12 * MAX_YEARS,
            Self::Quarter => 4 * MAX_YEARS,
            Self::Year => MAX_YEARS,
            Self::Period => 1,
        }
    }

    /// Returns the period of the calendar that contains a day.
    fn around(self, day: Date) -> Option<Range> {
        let next = match self {
            Self::Day => return Some(Range::day(day)),
            Self::Week => {
                let monday =
                    day.checked_sub(i64::from(day.weekday().to_monday_zero_offset()).days());
                let monday = monday.ok()?;
                return Some(Range::of(monday, monday.checked_add(6.days()).ok()?));
            }
            Self::Month => return Some(Range::of(day.first_of_month(), day.last_of_month())),
            Self::Quarter => {
                let month = (day.month() - 1) / 3 * 3 + 1;
                Date::new(day.year(), month, 1).ok()?
            }
            Self::Year => return Some(Range::of(day.first_of_year(), day.last_of_year())),
            Self::Period => return None,
        };
        let last = next.checked_add(2.months()).ok()?.last_of_month();
        Some(Range::of(next, last))
    }
}

/// Finds the dates of a question and takes their tokens.
pub(super) fn find(tokens: &mut [Token], today: Date) -> Dates {
    let mut dates = Dates {
        fault: counts::fault(tokens),
        ..Dates::default()
    };
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at].is_taken || tokens[at].is_quoted {
            at += 1;
            continue;
        }
        let words = DatedTokens {
            tokens: &*tokens,
            today,
        };
        if let Some(end) = words.impossible(at) {
            dates.is_impossible = true;
            at = end;
            continue;
        }
        let previous = words.previous_unit(at);
        let found = match previous {
            Some((unit, end)) if !dates.ranges.is_empty() => Some((DateMatch::Before(unit), end)),
            _ => words.found(at),
        };
        let Some((found, end)) = found else {
            at += 1;
            continue;
        };
        dates.previous = previous.map(|(unit, _)| unit).or(dates.previous);
        match found {
            DateMatch::Range(range) => dates.add(range),
            DateMatch::Before(unit) => dates.before = Some(unit),
            DateMatch::Ambiguous([one, other]) if one == other => dates.add(one),
            DateMatch::Ambiguous(both) => dates.ambiguous = Some(both),
            DateMatch::Times(times) => dates.add_times(times),
        }
        for token in &mut tokens[at..end] {
            token.is_taken = true;
        }
        at = end;
    }
    let mut firsts = dates.ranges.iter().filter_map(|range| range.first);
    dates.is_future = firsts.any(|first| first > today);
    dates
}

impl Dates {
    /// Adds a range. A day or a part of a day narrows a range that contains it, and the reverse.
    fn add(&mut self, mut range: Range) {
        // "In the evening of 3 June".
        if range.is_whole_day()
            && let Some(times) = self.times.take()
        {
            range.times = Some(times);
        }
        if let Some(last) = self.ranges.last_mut() {
            if last.contains(range) {
                let times = range.times.or(last.times.filter(|_| range.contains(*last)));
                *last = Range { times, ..range };
                return;
            }
            if range.contains(*last) {
                return;
            }
        }
        if self.ranges.len() < MAX_RANGES {
            self.ranges.push(range);
        }
    }

    /// Adds times to the day before them. Without a day, they apply to every day.
    fn add_times(&mut self, times: (Time, Time)) {
        match self.ranges.last_mut() {
            Some(range) if range.is_whole_day() => range.times = Some(times),
            _ => self.times = Some(times),
        }
    }
}

impl Range {
    /// Whether the range is one day without times.
    pub(super) fn is_whole_day(self) -> bool {
        self.times.is_none() && self.first.is_some() && self.first == self.last
    }
}

/// A date of a question.
enum DateMatch {
    Range(Range),
    Before(Unit),
    Ambiguous([Range; 2]),
    Times((Time, Time)),
}

/// The tokens of a question with the day of the question.
struct DatedTokens<'a> {
    tokens: &'a [Token],
    today: Date,
}

impl DatedTokens<'_> {
    fn word(&self, at: usize) -> &str {
        let token = self.tokens.get(at).filter(|token| !token.is_quoted);
        token.map_or("", |token| &token.word)
    }

    fn stem(&self, at: usize) -> &str {
        let token = self.tokens.get(at).filter(|token| !token.is_quoted);
        token.map_or("", |token| &token.stem)
    }

    fn is(&self, at: usize, words: &[&str]) -> bool {
        words.contains(&self.word(at))
    }

    /// Reads the longest date that begins at a token.
    fn found(&self, at: usize) -> Option<(DateMatch, usize)> {
        if let Some((times, end)) = self.times(at) {
            if self.is(at, &["this"]) {
                let range = Range {
                    times: Some(times),
                    ..Range::day(self.today)
                };
                return Some((DateMatch::Range(range), end));
            }
            return Some((DateMatch::Times(times), end));
        }
        if let Some((unit, end)) = self.unit_before(at) {
            return Some((DateMatch::Before(unit), end));
        }
        let ambiguous = self.ambiguous_pair(at).or_else(|| self.ambiguous(at));
        if let Some((both, end)) = ambiguous {
            return Some((DateMatch::Ambiguous(both), end));
        }
        let (range, end) = self.range(at)?;
        Some((DateMatch::Range(range), end))
    }

    /// A range with words around it: "between 3 and 10 June", "since Monday", "until May".
    fn range(&self, at: usize) -> Option<(Range, usize)> {
        let (today, word) = (self.today, self.word(at));
        match word {
            "since" => {
                let (range, end) = self.simple(at + 1)?;
                let first = range.first.filter(|first| *first <= today)?;
                return Some((Range::of(first, today), end));
            }
            "until" | "till" | "before" => {
                let (range, end) = self.simple(at + 1)?;
                let last = match word {
                    "before" => range.first?.yesterday().ok()?,
                    _ => range.last?,
                };
                let range = Range {
                    first: None,
                    last: Some(last),
                    times: None,
                };
                return Some((range, end));
            }
            "after" => {
                let (range, end) = self.simple(at + 1)?;
                let first = range.last?.tomorrow().ok()?;
                return (first <= today).then_some((Range::of(first, today), end));
            }
            "between" | "from" => {
                if let Some(found) = self.pair(at + 1) {
                    return Some(found);
                }
                if word == "from" {
                    let (range, end) = self.simple(at + 1)?;
                    if self.is(end, &["on", "onward", "onwards"]) {
                        return Some((Range::of(range.first?, today), end + 1));
                    }
                }
            }
            _ => {
                if let Some(found) = self.pair(at) {
                    return Some(found);
                }
            }
        }
        let at =
            at + usize::from(self.is(at, &["on", "in", "from", "during", "of", "for", "over"]));
        self.simple(at)
    }

    /// Two dates: "3 June to 10 June", "3 and 10 June", "June 3 to 10".
    fn pair(&self, at: usize) -> Option<(Range, usize)> {
        // "The difference between May and April" has two periods.
        let joins = |at: usize| {
            let is_joined = self.is(at, &["and", "to", "until", "till", "through"]);
            is_joined && !(self.is(at, &["and"]) && self.compares())
        };
        // "3 and 10 June"
        if let Some(first) = self.ordinal_day(at)
            && joins(at + 1)
            && let Some((last, end)) = self.day(at + 2)
            && let Ok(first) = Date::new(last.year(), last.month(), first)
            && first <= last
        {
            return Some((Range::of(first, last), end));
        }
        let is_between = at > 0 && self.is(at - 1, &["between", "from"]);
        let (start, end) = self.simple(at)?;
        if !joins(end) || self.is(end, &["and"]) && !is_between {
            return None;
        }
        // "June 3 to 10"
        if let Some(day) = self.ordinal_day(end + 1)
            && self.day(end + 1).is_none()
            && let Some(first) = start.first
            && let Ok(last) = Date::new(first.year(), first.month(), day)
            && first <= last
        {
            return Some((Range::of(first, last), end + 2));
        }
        let (stop, after) = self.simple(end + 1)?;
        let start = self.in_year_of(stop, start, (at, end));
        let (mut first, last) = (start.first?, stop.last?);
        if first > last {
            first = first.checked_sub(1.year()).ok()?;
        }
        (first <= last).then_some((Range::of(first, last), after))
    }

    /// Returns the beginning of a range whose tokens name no year: in the year of the end, "1 June to 30 June 2024".
    fn in_year_of(&self, stop: Range, start: Range, tokens: (usize, usize)) -> Range {
        let (Some(first), Some(last)) = (start.first, stop.last) else {
            return start;
        };
        if first <= last || !self.lacks_year(tokens) {
            return start;
        }
        let moved = |day: Date| Date::new(last.year(), day.month(), day.day()).ok();
        Range {
            first: moved(first),
            last: start.last.and_then(moved),
            ..start
        }
    }

    /// One day or one period; the longer of both: "June 14" is a day.
    fn simple(&self, at: usize) -> Option<(Range, usize)> {
        let at = at + usize::from(self.is(at, &["the"]));
        let day = self.day(at).map(|(day, end)| (Range::day(day), end));
        match (self.period(at), day) {
            (Some(period), Some(day)) if day.1 > period.1 => Some(day),
            (Some(period), _) => Some(period),
            (None, day) => day,
        }
    }
}

/// The fewest days of a range that is a year.
const MIN_DAYS_OF_YEAR: i32 = 364;
/// The first day of a range without a beginning.
const EARLIEST: Date = jiff::civil::date(1970, 1, 1);
/// The maximum number of ranges of a question.
const MAX_RANGES: usize = 2;
/// The maximum number of years that a range counts back.
const MAX_YEARS: u32 = 100;
