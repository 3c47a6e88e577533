//! Forecasts in words: "my form in the next 3 weeks with a load of 50 a day".

use super::super::slots::{Measure, Slots};
use super::super::text::{Token, number, whole};

/// Whether a question asks how a figure will be.
pub(super) fn asks_for_forecast(slots: &Slots) -> bool {
    let names_it = slots.has(&[
        "forecast",
        "forecasts",
        "predict",
        "prediction",
        "projected",
    ]);
    let is_of_future = slots.has(&["will", "next", "tomorrow"])
        || slots.has(&["if", "with"]) && daily_load(slots).is_some();
    names_it || is_of_future && slots.measures.iter().any(is_forecast)
}

/// Whether a forecast has a measure, or takes it as the load of each day.
pub(super) fn expresses(measure: &Measure, slots: &Slots) -> bool {
    is_forecast(measure) || measure.metric == Some("trainingLoad") && daily_load(slots).is_some()
}

fn is_forecast(measure: &Measure) -> bool {
    measure
        .metric
        .is_some_and(|metric| FORECAST.contains(&metric))
}

/// Returns the days of a forecast: "the next 10 days", "for 3 weeks", "next month". The default has next week, too.
pub(super) fn days(slots: &Slots) -> Option<u32> {
    let tokens = &slots.tokens;
    let word = |at: usize| tokens.get(at).map_or("", |token| &*token.word);
    let stem = |at: usize| tokens.get(at).map_or("", |token| &*token.stem);
    (0..tokens.len()).find_map(|at| {
        if word(at) == "next" && stem(at + 1) == "month" {
            return Some(DAYS_OF_NEXT_MONTH);
        }
        let leads = ["next", "for", "in", "coming"].contains(&word(at));
        let count = whole(word(at + 1)).filter(|_| leads)?;
        let days = match stem(at + 2) {
            "day" => 1,
            "week" => 7,
            "month" => 30,
            _ => return None,
        };
        count.checked_mul(days)
    })
}

/// Returns the load of each day: "50 a day", "a load of 50".
pub(super) fn daily_load(slots: &Slots) -> Option<f64> {
    let of = |part: &[Token]| {
        let [first, second, third] = part else {
            return None;
        };
        let is_daily = ["a", "per", "each", "every"].contains(&&*second.word);
        if is_daily && third.word == "day" {
            return number(&first.word);
        }
        let is_load = first.word == "load" && second.word == "of";
        number(&third.word).filter(|_| is_load)
    };
    slots.tokens.windows(3).find_map(of)
}

/// Whether a word says that a forecast is of the days to come.
pub(super) fn is_of_future(word: &str) -> bool {
    ["next", "tomorrow"].contains(&word)
}

/// The metrics that a forecast has.
const FORECAST: &[&str] = &["acuteLoad", "chronicLoad", "trainingStressBalance"];
/// The days that contain all of the next month.
const DAYS_OF_NEXT_MONTH: u32 = 62;
