//! The types with one value for each day, and how values are written for people.

use super::Language;
use super::language::{Gender, GermanNoun};

/// A type with one value per day.
#[derive(Clone, Copy, Debug)]
pub struct DailySeries {
    /// The type's name in the catalogue.
    pub kind: &'static str,
    /// The type's name within a sentence.
    pub words: &'static str,
    /// The divisor of the canonical value within a sentence.
    scale: f64,
    /// The unit within a sentence; empty if the name implies it.
    unit: &'static str,
    /// Whether a day's value is the sum of its points; otherwise it is their mean.
    pub is_sum: bool,
    /// The smallest reported difference, in the canonical unit. Smaller differences are normal
    /// variation of sensors and bodies. The values follow the resolution of wearables; they are not a
    /// test of significance.
    pub(super) least: f64,
    /// The type's name and unit within a German sentence.
    pub(super) german: GermanNoun,
}

impl DailySeries {
    /// Formats a value for people.
    pub(super) fn format_value(&self, language: Language, value: f64) -> String {
        if self.kind == SLEEP {
            return hours(value);
        }
        let number = self.format_number(language, value);
        match language.pick(self.unit, self.german.unit) {
            "" => number,
            unit => format!("{number} {unit}"),
        }
    }

    /// Formats a value without its unit. If smaller differences mean nothing, it is a whole number.
    pub(super) fn format_number(&self, language: Language, value: f64) -> String {
        let value = value / self.scale;
        if self.least >= WHOLE_FROM * self.scale {
            language.figure(value.round())
        } else {
            language.figure(value)
        }
    }

    /// Formats a daily level for people.
    pub(super) fn format_level(&self, language: Language, value: f64) -> String {
        let text = self.format_value(language, value);
        match (self.is_sum, self.kind) {
            (_, SLEEP) => text + language.pick(" a night", " pro Nacht"),
            (true, _) => text + language.pick(" a day", " pro Tag"),
            (false, _) => text,
        }
    }

    /// Formats a change of a daily level: `about 56 to about 62 beats a minute`.
    pub(super) fn format_change(
        &self,
        language: Language,
        (from, to): (f64, f64),
        is_of_some_days: bool,
    ) -> String {
        let from = if self.kind == SLEEP {
            self.format_value(language, from)
        } else {
            self.format_number(language, from)
        };
        let to = if is_of_some_days {
            self.format_value(language, to)
        } else {
            self.format_level(language, to)
        };
        language.pick(
            format!("about {from} to about {to}"),
            format!("etwa {from} auf etwa {to}"),
        )
    }

    /// Returns whether `days` values in `span` days are sums of some days only: a device may send exercise only of
    /// days on which there is some. A day without steps or a night without sleep is one without the device.
    pub(super) fn is_of_some_days(&self, days: usize, span: usize) -> bool {
        self.kind == EXERCISE && 5 * days < 4 * span
    }

    /// Returns whether a change in this direction is harmless: illness changes these values in the other direction.
    pub(super) fn is_harmless(&self, rises: bool) -> bool {
        match self.kind {
            "skin_temperature" | "respiratory_rate" => !rises,
            "oxygen_saturation" => rises,
            _ => false,
        }
    }

    /// Formats an amount with its name: `10 000 steps`, `30 min of exercise`.
    pub(super) fn format_amount(&self, language: Language, value: f64) -> String {
        let of = if self.unit.is_empty() { "" } else { "of " };
        let name = if self.kind == EXERCISE {
            "Training"
        } else {
            self.german.noun
        };
        let value = self.format_value(language, value);
        language.pick(
            format!("{value} {of}{}", self.words),
            format!("{value} {name}"),
        )
    }
}

/// Formats a length of time to the minute: `7 h 30 min`.
pub(super) fn hours(seconds: f64) -> String {
    let minutes = (seconds / 60.0).round() as i64;
    match (minutes / 60, minutes % 60) {
        (0, minutes) => format!("{minutes} min"),
        (hours, 0) => format!("{hours} h"),
        (hours, minutes) => format!("{hours} h {minutes} min"),
    }
}

pub(super) fn measured(kind: &str) -> Option<&'static DailySeries> {
    MEASURED.iter().find(|one| one.kind == kind)
}

const fn mean_of(
    kind: &'static str,
    (words, unit): (&'static str, &'static str),
    least: f64,
    german: GermanNoun,
) -> DailySeries {
    DailySeries {
        kind,
        words,
        scale: 1.0,
        unit,
        is_sum: false,
        least,
        german,
    }
}

const fn sum_of(
    kind: &'static str,
    (words, scale, unit): (&'static str, f64, &'static str),
    least: f64,
    german: GermanNoun,
) -> DailySeries {
    DailySeries {
        is_sum: true,
        scale,
        ..mean_of(kind, (words, unit), least, german)
    }
}

const fn german(gender: Gender, noun: &'static str, unit: &'static str) -> GermanNoun {
    GermanNoun { gender, noun, unit }
}

/// Excluded on purpose: `distance`, because some sources send increments and others running totals, so
/// a daily sum is meaningless; and types that vary with the activity, such as heart rate.
pub const MEASURED: &[DailySeries] = &[
    mean_of(
        "body_fat_percentage",
        ("body fat", "%"),
        0.5,
        german(Gender::Masculine, "Körperfettanteil", "%"),
    ),
    mean_of(
        "heart_rate_variability_rmssd",
        ("heart-rate variability (rMSSD)", "ms"),
        3.0,
        german(Gender::Feminine, "Herzratenvariabilität (rMSSD)", "ms"),
    ),
    mean_of(
        "heart_rate_variability_sdnn",
        ("heart-rate variability (SDNN)", "ms"),
        3.0,
        german(Gender::Feminine, "Herzratenvariabilität (SDNN)", "ms"),
    ),
    mean_of(
        "oxygen_saturation",
        ("oxygen saturation", "%"),
        1.0,
        german(Gender::Feminine, "Sauerstoffsättigung", "%"),
    ),
    mean_of(
        "respiratory_rate",
        ("breathing rate", "breaths a minute"),
        0.5,
        german(Gender::Feminine, "Atemfrequenz", "Atemzüge pro Minute"),
    ),
    mean_of(
        "resting_heart_rate",
        ("resting heart rate", "beats a minute"),
        2.0,
        german(Gender::Masculine, "Ruhepuls", "Schläge pro Minute"),
    ),
    mean_of(
        "skin_temperature",
        ("skin temperature", "°C"),
        0.3,
        german(Gender::Feminine, "Hauttemperatur", "°C"),
    ),
    mean_of(
        "stress",
        ("stress score", "points"),
        5.0,
        german(Gender::Masculine, "Stresswert", "Punkte"),
    ),
    mean_of(
        "stress_management_score",
        ("stress management score", "points"),
        5.0,
        german(Gender::Masculine, "Stressbewältigungswert", "Punkte"),
    ),
    mean_of(
        "vo2_max",
        ("VO2max", "mL/kg/min"),
        1.0,
        german(Gender::Feminine, "VO2max", "ml/kg/min"),
    ),
    mean_of(
        "vo2_max_cycling",
        ("cycling VO2max", "mL/kg/min"),
        1.0,
        german(Gender::Feminine, "VO2max beim Radfahren", "ml/kg/min"),
    ),
    mean_of(
        "vo2_max_running",
        ("running VO2max", "mL/kg/min"),
        1.0,
        german(Gender::Feminine, "VO2max beim Laufen", "ml/kg/min"),
    ),
    mean_of(
        "weight",
        ("weight", "kg"),
        0.5,
        german(Gender::Neuter, "Gewicht", "kg"),
    ),
    sum_of(
        EXERCISE,
        ("exercise", 60.0, "min"),
        600.0,
        german(Gender::Feminine, "Trainingszeit", "min"),
    ),
    sum_of(
        SLEEP,
        ("sleep", 3600.0, "h"),
        1800.0,
        german(Gender::Masculine, "Schlaf", "h"),
    ),
    sum_of(
        "steps",
        ("steps", 1.0, ""),
        1000.0,
        german(Gender::Plural, "Schritte", ""),
    ),
];

const EXERCISE: &str = "exercise_duration";
const SLEEP: &str = "sleep_duration";
/// The least difference from which values are whole numbers within a sentence, in the sentence's unit.
const WHOLE_FROM: f64 = 2.0;
