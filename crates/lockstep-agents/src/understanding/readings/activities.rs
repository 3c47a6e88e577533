//! Questions about activities that name none, and for the figures of one: "how was my ride yesterday".

use super::super::dates::Range;
use super::super::slots::{Aggregate, Slots};

/// Whether a question asks what the caller did on some days, and for nothing else: "what did I do yesterday".
pub(super) fn asks_what_was_done(slots: &Slots) -> bool {
    let words: Vec<&str> = slots.tokens.iter().map(|token| &*token.word).collect();
    let asks = matches!(
        *words,
        ["what", "did", "i", "do", ..] | ["what", "have", "i", "done", ..]
    );
    asks && slots.range().is_some() && slots.words().next().is_none()
}

/// Returns the names of the figures that a question requests of one activity, or of the activities of one day; empty for
/// all of them: "how was my ride yesterday", "average power of my last ride".
pub(super) fn figures(slots: &Slots) -> Option<Vec<String>> {
    let is_day = slots.range().and_then(Range::days) == Some(1);
    let is_one = slots.is_activity && (slots.limit == Some(1) || is_day);
    if !is_one || slots.compares || slots.wants_chart || slots.interval.is_some() {
        return None;
    }
    match (&*slots.measures, slots.aggregate) {
        ([], None) => {
            let names_nothing = |word: &str| ACTIVITY_NOUNS.contains(&word);
            let asks = slots.has(&["how"]) && slots.words().all(|token| names_nothing(&token.word));
            asks.then(Vec::new)
        }
        ([measure], Some(aggregate)) => {
            let kind = measure.type_name.as_deref()?;
            let mut rows = ACTIVITY_FIGURES.iter();
            let row = rows.find(|(of, by, _)| *of == kind && *by == aggregate);
            row.map(|(_, _, name)| vec![(*name).to_owned()])
        }
        _ => None,
    }
}

/// The figures of an activity, by the type of points and the aggregate.
const ACTIVITY_FIGURES: &[(&str, Aggregate, &str)] = &[
    ("heart_rate", Aggregate::Mean, "meanHeartRate"),
    ("heart_rate", Aggregate::Max, "maxHeartRate"),
    ("power", Aggregate::Mean, "meanPower"),
    ("power", Aggregate::Max, "maxPower"),
];
/// Words of a question for an activity as a whole.
const ACTIVITY_NOUNS: &[&str] = &["activity", "go", "going", "session", "training", "workout"];
