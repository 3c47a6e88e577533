//! Single days, and times of a day.

use jiff::civil::{Date, Time, Weekday};

use super::{DatedTokens, Range, Unit};
use crate::understanding::text::{number, whole};
use crate::understanding::units;

impl DatedTokens<'_> {
    /// Reads one day.
    pub(super) fn day(&self, at: usize) -> Option<(Date, usize)> {
        let today = self.today;
        let yesterday = today.yesterday().ok()?;
        match self.word(at) {
            "today" | "tonight" => return Some((today, at + 1)),
            "yesterday" | "yesterdays" => return Some((yesterday, after_possessive(self, at + 1))),
            "day" if self.is(at + 1, &["before"]) && self.is(at + 2, &["yesterday"]) => {
                return Some((yesterday.yesterday().ok()?, at + 3));
            }
            _ => {}
        }
        if let Some(day) = iso(self.word(at)) {
            return Some((day, at + 1));
        }
        if let Some(found) = self.day_of_month(at) {
            return Some(found);
        }
        // "3 days ago"
        if let Some(count) = whole(self.word(at))
            && self.stem(at + 1) == "day"
            && self.is(at + 2, &["ago"])
        {
            let day = today.checked_sub(Unit::Day.times(count)?).ok()?;
            return Some((day, at + 3));
        }
        self.weekday(at)
    }

    /// "Monday", "last Tuesday": the newest such day before today.
    fn weekday(&self, at: usize) -> Option<(Date, usize)> {
        let is_last = self.is(at, &["last", "past", "previous", "this"]);
        let at = at + usize::from(is_last);
        let weekday = weekday(self.word(at), is_last || at > 0 && self.is(at - 1, &["on"]))?;
        let day = self.today.nth_weekday(-1, weekday).ok()?;
        Some((day, after_possessive(self, at + 1)))
    }

    /// "14 June", "14th of June 2025", "June 14", `14.6.2025`.
    pub(super) fn day_of_month(&self, at: usize) -> Option<(Date, usize)> {
        if let Some(day) = dotted(self.word(at)) {
            return Some((day, at + 1));
        }
        if let Some((day, month)) = self.dotted_without_year(at) {
            return Some((self.latest(month, day)?, at + 1));
        }
        let (day, month, end) = match self.ordinal_day(at) {
            Some(day) => {
                let of = at + 1 + usize::from(self.is(at + 1, &["of"]));
                (day, month(self.word(of))?, of + 1)
            }
            None => {
                let month = month(self.word(at))?;
                // "May 3 to 10", but not "in May 3 runs".
                let day = self.ordinal_day(at + 1)?;
                (day, month, at + 2)
            }
        };
        if let Some(year) = year(self.word(end)) {
            return Some((Date::new(year, month, day).ok()?, end + 1));
        }
        Some((self.latest(month, day)?, end))
    }

    /// Reads `24.11` as a day and a month. Only a word of a date before it tells it from a decimal number, which has no
    /// unit after it.
    fn dotted_without_year(&self, at: usize) -> Option<(i8, i8)> {
        let before = at.checked_sub(1)?;
        let is_second = self.is(before, JOINING_WORDS)
            && before > 0
            && self.dotted_without_year(before - 1).is_some();
        if !is_second && !self.is(before, DATE_PREPOSITIONS) {
            return None;
        }
        let is_unit = |at: usize| units::is_unit(self.word(at));
        let is_joined = self.is(at + 1, &["to", "and"]);
        if is_unit(at + 1) || is_joined && is_unit(at + 3) || self.is_decimal_range(at) {
            return None;
        }
        day_and_month(self.word(at))
    }

    /// Whether a number and the one after it may be the bounds of a value: "between 4.5 and 7.8". `4.5.` is a date.
    fn is_decimal_range(&self, at: usize) -> bool {
        let is_led = at > 0 && self.is(at - 1, &["between", "from"]);
        let token = self.tokens.get(at);
        let has_point = token.is_some_and(|token| token.is_before_stop);
        let bounds = [at, at + 2].map(|at| number(self.word(at)));
        let [Some(least), Some(most)] = bounds else {
            return false;
        };
        is_led && !has_point && self.is(at + 1, &["to", "and"]) && least <= most
    }

    /// Whether tokens name a month without its year.
    pub(super) fn lacks_year(&self, (start, end): (usize, usize)) -> bool {
        let mut words = (start..end).map(|at| self.word(at));
        let names_month = |word: &str| month(word).is_some() || day_and_month(word).is_some();
        words.any(names_month) && !self.names_year((start, end))
    }

    /// Whether tokens name a year.
    pub(super) fn names_year(&self, (start, end): (usize, usize)) -> bool {
        let mut words = (start..end).map(|at| self.word(at));
        words.any(|word| year(word).is_some() || dotted(word).is_some() || iso(word).is_some())
    }

    /// A number from 1 to 31, also as `3rd`.
    pub(super) fn ordinal_day(&self, at: usize) -> Option<i8> {
        let word = self.word(at);
        let is_short = word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit());
        let day: i8 = is_short.then(|| word.parse().ok())??;
        (1..=31).contains(&day).then_some(day)
    }

    /// A date of which the month may be first or second: `3/6/2026`, or `3/6` of the latest year in which it is past.
    /// One of them over 12 decides.
    pub(super) fn ambiguous(&self, at: usize) -> Option<([Range; 2], usize)> {
        let at = at + usize::from(self.is(at, &["on"]));
        let [month_first, day_first] = self.slashed(at)?;
        let both = either(month_first, day_first)?;
        Some((both.map(Range::day), at + 1))
    }

    /// Two such dates, which are read alike: "from 3/6/2026 to 10/6/2026".
    pub(super) fn ambiguous_pair(&self, at: usize) -> Option<([Range; 2], usize)> {
        let leads = self.is(at, &["from", "between"]);
        let at = at + usize::from(leads);
        let [first_by_month, first_by_day] = self.slashed(at)?;
        let joins = match self.word(at + 1) {
            "to" | "until" | "till" | "through" => true,
            "and" => leads && !self.compares(),
            _ => false,
        };
        let [last_by_month, last_by_day] = self.slashed(at + 2).filter(|_| joins)?;
        let range = |first: Option<Date>, last: Option<Date>| {
            let (first, last) = (first?, last?);
            (first <= last).then(|| Range::of(first, last))
        };
        let by_month = range(first_by_month, last_by_month);
        let both = either(by_month, range(first_by_day, last_by_day))?;
        Some((both, at + 3))
    }

    /// Returns the dates that a text with slashes may be: with the month first, and with the day first.
    fn slashed(&self, at: usize) -> Option<[Option<Date>; 2]> {
        let mut parts = self.word(at).split('/');
        let mut next = || parts.next()?.parse::<i16>().ok();
        let (one, two, year) = (next()?, next()?, next());
        let is_short = self.word(at).len() <= "03/11".len();
        if year.is_none() && !(is_short && self.word(at).matches('/').count() == 1) {
            return None;
        }
        let date = |month: i16, day: i16| {
            let (month, day) = (month.try_into().ok()?, day.try_into().ok()?);
            match year {
                Some(year) => Date::new(year, month, day).ok(),
                None => self.latest(month, day),
            }
        };
        Some([date(one, two), date(two, one)])
    }

    /// Returns the latest day of a month and a day that is not after today. At most eight years are between two days that
    /// are 29 February.
    fn latest(&self, month: i8, day: i8) -> Option<Date> {
        (0..=8).find_map(|years| {
            let date = Date::new(self.today.year() - years, month, day).ok()?;
            (date <= self.today).then_some(date)
        })
    }

    /// Times of a day: "between 6 and 8 am", "this morning", "yesterday evening".
    pub(super) fn times(&self, at: usize) -> Option<((Time, Time), usize)> {
        let part = at + usize::from(self.is(at, &["this", "in", "the"]));
        let part = part + usize::from(part > at && self.is(part, &["the"]));
        let hours = match self.word(part) {
            "morning" => Some((5, 12)),
            "afternoon" => Some((12, 18)),
            "evening" => Some((17, 23)),
            _ => None,
        };
        if let Some((from, to)) = hours {
            return Some(((hour(from)?, hour(to)?), part + 1));
        }
        if !self.is(at, &["between", "from"]) {
            return None;
        }
        let ClockTime {
            time: from,
            half: from_half,
            end,
        } = self.time(at + 1)?;
        if !self.is(end, &["and", "to", "until", "till"]) {
            return None;
        }
        let ClockTime {
            time: to,
            half: to_half,
            end,
        } = self.time(end + 1)?;
        // Without "am", "pm" or minutes, numbers are not times.
        let half = to_half.or(from_half);
        let is_clock = |at: usize| self.word(at).contains(':');
        if half.is_none() && !is_clock(at + 1) {
            return None;
        }
        let from = afternoon(from, from_half.or(half))?;
        let to = afternoon(to, half)?;
        (from < to).then_some(((from, to), end))
    }

    /// A time with the half of the day: "6", "6:30", "8 am".
    fn time(&self, at: usize) -> Option<ClockTime> {
        let mut parts = self.word(at).split(':');
        let hour: i8 = parts.next()?.parse().ok()?;
        let minute: i8 = parts.next().map_or(Some(0), |minute| minute.parse().ok())?;
        let time = Time::new(hour, minute, 0, 0).ok()?;
        let half = match self.word(at + 1) {
            "am" => Some(HalfDay::Morning),
            "pm" => Some(HalfDay::Afternoon),
            _ => None,
        };
        Some(ClockTime {
            time,
            half,
            end: at + 1 + usize::from(half.is_some()),
        })
    }
}

/// Returns both readings; the only one twice.
fn either<T: Copy>(one: Option<T>, other: Option<T>) -> Option<[T; 2]> {
    Some([one.or(other)?, other.or(one)?])
}

/// A time as a question states it, and the index of the token after it.
struct ClockTime {
    time: Time,
    half: Option<HalfDay>,
    end: usize,
}

/// A half of the 12-hour clock.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HalfDay {
    Morning,
    Afternoon,
}

fn hour(hour: i8) -> Option<Time> {
    Time::new(hour, 0, 0, 0).ok()
}

fn afternoon(time: Time, half: Option<HalfDay>) -> Option<Time> {
    let hour = match half {
        Some(HalfDay::Afternoon) if time.hour() < 12 => time.hour() + 12,
        Some(HalfDay::Morning) if time.hour() == 12 => 0,
        _ => time.hour(),
    };
    Time::new(hour, time.minute(), 0, 0).ok()
}

/// Skips the `s` of "yesterday's".
fn after_possessive(words: &DatedTokens<'_>, at: usize) -> usize {
    at + usize::from(words.is(at, &["s"]))
}

/// Reads `2026-06-14`.
fn iso(word: &str) -> Option<Date> {
    let is_date = word.len() == 10 && word.bytes().filter(|byte| *byte == b'-').count() == 2;
    is_date.then(|| word.parse().ok())?
}

/// Reads `14.6.2026` and `14.6.26`. A network address has four parts.
fn dotted(word: &str) -> Option<Date> {
    let parts: Vec<&str> = word.split('.').collect();
    let [day, month, year] = *parts else {
        return None;
    };
    let is_short = year.len() == 2 && year.bytes().all(|byte| byte.is_ascii_digit());
    let year = match is_short {
        true => 2000 + year.parse::<i16>().ok()?,
        false => self::year(year)?,
    };
    Date::new(year, month.parse().ok()?, day.parse().ok()?).ok()
}

/// Reads `24.11` as a day and a month.
fn day_and_month(word: &str) -> Option<(i8, i8)> {
    let (day, month) = word.split_once('.')?;
    let is_short = |part: &str| {
        (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !is_short(day) || !is_short(month) {
        return None;
    }
    let (day, month): (i8, i8) = (day.parse().ok()?, month.parse().ok()?);
    ((1..=31).contains(&day) && (1..=12).contains(&month)).then_some((day, month))
}

/// Reads a year of four digits.
pub(super) fn year(word: &str) -> Option<i16> {
    let is_year = word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    let year: i16 = is_year.then(|| word.parse().ok())??;
    (1970..=2100).contains(&year).then_some(year)
}

/// Returns the number of a month's name.
pub(super) fn month(word: &str) -> Option<i8> {
    let nth = MONTHS
        .iter()
        .position(|(long, short)| *long == word || *short == word)?;
    i8::try_from(nth + 1).ok()
}

fn weekday(word: &str, is_marked: bool) -> Option<Weekday> {
    let nth = WEEKDAYS.iter().position(|(long, short)| {
        // "Mondays" is not a single day; "sun" and "sat" alone are other words.
        *long == word || is_marked && *short == word
    })?;
    Weekday::from_monday_zero_offset(i8::try_from(nth).ok()?).ok()
}

pub(in crate::understanding) const MONTHS: [(&str, &str); 12] = [
    ("january", "jan"),
    ("february", "feb"),
    ("march", "mar"),
    ("april", "apr"),
    ("may", "may"),
    ("june", "jun"),
    ("july", "jul"),
    ("august", "aug"),
    ("september", "sep"),
    ("october", "oct"),
    ("november", "nov"),
    ("december", "dec"),
];

/// Words before a date, which are not before a decimal number without a unit.
const DATE_PREPOSITIONS: &[&str] = &[
    "on", "since", "until", "till", "before", "after", "from", "between", "through",
];

/// Words between the dates of a range.
const JOINING_WORDS: &[&str] = &["to", "and", "until", "till", "through"];

const WEEKDAYS: [(&str, &str); 7] = [
    ("monday", "mon"),
    ("tuesday", "tue"),
    ("wednesday", "wed"),
    ("thursday", "thu"),
    ("friday", "fri"),
    ("saturday", "sat"),
    ("sunday", "sun"),
];
