//! The languages of sentences, and how each writes numbers, dates and lists.

use jiff::civil::Date;

use crate::{Days, MissingReason, Sport};

/// The language of the sentences. Names, evidence and units of evidence are the same in every language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English, with dates such as `2026-11-03`.
    #[default]
    English,
    /// German, with decimal commas and dates such as `3. Nov. 2026`.
    German,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 2] = [Self::English, Self::German];

    /// Returns the text of this language.
    #[must_use]
    pub fn pick<T>(self, english: T, german: T) -> T {
        match self {
            Self::English => english,
            Self::German => german,
        }
    }

    /// Formats a number with about three significant digits and grouped thousands.
    pub(super) fn figure(self, value: f64) -> String {
        match self {
            Self::English => figure(value),
            Self::German => german_number(&figure(value).replace(' ', "")),
        }
    }

    /// Formats a number with this many decimals.
    pub(super) fn decimals(self, value: f64, digits: usize) -> String {
        let text = format!("{value:.digits$}");
        match self {
            Self::English => text,
            Self::German => german_number(&text),
        }
    }

    /// Formats a list: `sleep`, `stress and sleep`, `stress, weight and sleep`.
    pub(super) fn listed(self, all: &[impl AsRef<str>]) -> String {
        listed(all, self.pick(" and ", " und "))
    }

    /// Formats a number of days: `1 day`, `2 days`; in German in the nominative.
    pub(super) fn days(self, count: usize) -> String {
        match self {
            Self::English => days(count),
            Self::German if count == 1 => "1 Tag".to_owned(),
            Self::German => format!("{count} Tage"),
        }
    }

    /// Formats a number of days after a preposition; German has the dative there.
    pub(super) fn of_days(self, count: usize) -> String {
        match self {
            Self::German if count != 1 => format!("{count} Tagen"),
            _ => self.days(count),
        }
    }

    /// Formats a day, counted from 1970-01-01.
    pub(super) fn date(self, day: i32) -> String {
        Days::date(day).map_or_else(String::new, |date| self.of_date(date))
    }

    /// Formats a date: `2026-11-03`, `3. Nov. 2026`.
    pub(super) fn of_date(self, date: Date) -> String {
        match self {
            Self::English => date.to_string(),
            Self::German => {
                let month = usize::try_from(date.month()).unwrap_or(1);
                let month = GERMAN_MONTHS[(month - 1).min(11)];
                format!("{}. {month} {}", date.day(), date.year())
            }
        }
    }

    /// Formats a date of evidence, `2026-11-03`; another text stays as it is.
    pub(super) fn of_evidence(self, date: &str) -> String {
        date.parse::<Date>()
            .map_or_else(|_| date.to_owned(), |date| self.of_date(date))
    }

    /// Formats a speed in m/s as people of the sport state it.
    pub(super) fn speed(self, sport: Option<Sport>, speed: f64) -> String {
        let text = Sport::format_speed(sport, speed);
        match self {
            Self::English => text,
            Self::German => text.replace('.', ",").replace(" per ", " je "),
        }
    }

    /// Returns the sport of an effort with its preposition, after a space; empty if it is unknown.
    pub(super) fn in_sport(self, sport: Option<Sport>) -> String {
        let Some(sport) = sport else {
            return String::new();
        };
        match self {
            Self::English => format!(" of {}", sport.name()),
            Self::German => match sport {
                Sport::Cycling => " beim Radfahren",
                Sport::Running => " beim Laufen",
                Sport::Walking => " beim Gehen",
                Sport::Swimming => " beim Schwimmen",
                Sport::Rowing => " beim Rudern",
                Sport::Skiing => " beim Skifahren",
                Sport::Transition => " in der Wechselzone",
            }
            .to_owned(),
        }
    }

    /// Returns the reason why a value is missing.
    pub(super) fn missing(self, reason: MissingReason) -> String {
        match (self, reason) {
            (Self::English, reason) => reason.to_string(),
            (Self::German, MissingReason::NoData) => "es gibt keine Daten".to_owned(),
            (Self::German, MissingReason::TooFew { have, need }) => {
                format!("{} mit Daten; {need} sind nötig", self.days(have))
            }
            (Self::German, MissingReason::NoSpread) => {
                "alle Tage haben denselben Wert, daher ist keine Abweichung messbar".to_owned()
            }
        }
    }

    /// Returns the reason why too few of the days have a value.
    pub(super) fn too_few(self, have: usize, need: usize) -> String {
        let days = self.days(have);
        self.pick(
            format!("{days} with a value; {need} are needed"),
            format!("{days} mit einem Wert; {need} sind nötig"),
        )
    }

    /// The reason why values of two devices are not compared.
    pub(super) fn device_changed(self) -> &'static str {
        self.pick(
            "the device changed within the window, and two devices measure different levels",
            "das Gerät hat im Zeitraum gewechselt, und zwei Geräte messen auf verschiedenem Niveau",
        )
    }
}

/// Formats a number with about three significant digits and grouped thousands.
fn figure(value: f64) -> String {
    let size = value.abs();
    let text = if size >= 100.0 || value.fract() == 0.0 {
        format!("{value:.0}")
    } else if size >= 10.0 {
        format!("{value:.1}")
    } else {
        format!("{value:.2}")
    };
    if size < 10_000.0 {
        return text;
    }
    let mut grouped = String::new();
    for (nth, digit) in text.chars().enumerate() {
        if nth > 0 && (text.len() - nth).is_multiple_of(3) && !grouped.ends_with('-') {
            grouped.push(' ');
        }
        grouped.push(digit);
    }
    grouped
}

/// Formats a list with `and` before the last entry.
fn listed(all: &[impl AsRef<str>], and: &str) -> String {
    let mut text = String::new();
    for (nth, one) in all.iter().enumerate() {
        text.push_str(match all.len() - nth {
            _ if nth == 0 => "",
            1 => and,
            _ => ", ",
        });
        text.push_str(one.as_ref());
    }
    text
}

/// Formats a number of days: `1 day`, `2 days`.
fn days(count: usize) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} day{s}")
}

/// Writes a number with a decimal comma and points between thousands.
fn german_number(text: &str) -> String {
    let (whole, decimals) = match text.split_once('.') {
        Some((whole, decimals)) => (whole, Some(decimals)),
        None => (text, None),
    };
    let mut german = String::new();
    for (nth, digit) in whole.chars().enumerate() {
        if nth > 0 && (whole.len() - nth).is_multiple_of(3) && !german.ends_with('-') {
            german.push('.');
        }
        german.push(digit);
    }
    if let Some(decimals) = decimals {
        german.push(',');
        german.push_str(decimals);
    }
    german
}

/// The grammatical gender of a German noun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gender {
    Masculine,
    Feminine,
    Neuter,
    Plural,
}

/// A German noun and the unit of its values.
#[derive(Clone, Copy, Debug)]
pub(super) struct GermanNoun {
    pub(super) gender: Gender,
    pub(super) noun: &'static str,
    /// The unit within a sentence; empty if the noun implies it.
    pub(super) unit: &'static str,
}

impl GermanNoun {
    /// Returns the noun as the reader's: `Ihr Ruhepuls`.
    pub(super) fn yours(self) -> String {
        let possessive = match self.gender {
            Gender::Masculine | Gender::Neuter => "Ihr",
            Gender::Feminine | Gender::Plural => "Ihre",
        };
        format!("{possessive} {}", self.noun)
    }

    /// Returns the noun in the accusative with its article: `den Ruhepuls`.
    pub(super) fn accusative(self) -> String {
        let article = match self.gender {
            Gender::Masculine => "den",
            Gender::Feminine | Gender::Plural => "die",
            Gender::Neuter => "das",
        };
        format!("{article} {}", self.noun)
    }

    /// Returns the verb for a change of the noun's value.
    pub(super) fn changed(self, rises: bool) -> &'static str {
        match (self.gender == Gender::Plural, rises) {
            (false, true) => "stieg",
            (false, false) => "sank",
            (true, true) => "stiegen",
            (true, false) => "sanken",
        }
    }
}

/// The months within a date.
const GERMAN_MONTHS: [&str; 12] = [
    "Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.", "Dez.",
];
