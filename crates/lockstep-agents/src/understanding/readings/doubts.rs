//! Doubts: parts of a question that a call leaves out. Such a call is only offered, not made,
//! because its answer would look like the answer to the whole question.

use super::super::Call;
use super::super::dates::MONTHS;
use super::super::index::KnownTool;
use super::super::slots::Slots;
use super::super::text::Token;

/// Whether a call leaves out a part of the question.
pub(in crate::understanding) fn has_doubt(tool: &KnownTool, slots: &Slots, call: &Call) -> bool {
    let drops_range =
        !slots.dates.ranges.is_empty() && !tool.has("endDate") && !tool.has("timeframe");
    let takes_device = tool.has("device") || tool.parts().0 == "devices";
    let drops_device = slots.device.is_some() && !takes_device;
    let drops_condition = call.selection.conditions.len() < slots.conditions.len();
    let drops_sport = slots.sport.is_some() && !tool.has("sport") && tool.has("endDate");
    drops_range
        || drops_device
        || drops_condition
        || drops_sport
        || drops_measure(tool, slots)
        || drops_act(tool, slots)
        || slots.tokens.iter().any(is_unread)
}

/// Whether a tool of one measure is called for several.
fn drops_measure(tool: &KnownTool, slots: &Slots) -> bool {
    let measures = &slots.measures;
    let types = measures
        .iter()
        .filter(|measure| measure.type_name.is_some());
    let expressed = match &*tool.name {
        "metrics.read" => measures
            .iter()
            .filter(|measure| measure.metric.is_some())
            .count(),
        "points.series" => types.count(),
        "points.aggregate" | "points.read" | "metrics.curve" => types.count().min(1),
        _ => return false,
    };
    expressed < measures.len()
}

/// Whether the question asks to change or to sell something, which the tool does not do.
fn drops_act(tool: &KnownTool, slots: &Slots) -> bool {
    let first = slots.tokens.first().map(|token| &*token.word);
    let changes = first.is_some_and(|word| CHANGE_WORDS.contains(&word));
    let sells = first == Some("sell") && tool.parts().0 != "market";
    !tool.changes_state && (changes || sells)
}

/// Whether a token is a date or an exclusion that the grammar did not read.
fn is_unread(token: &Token) -> bool {
    let word = &*token.word;
    // "may" is also a verb, "mar", "sep" and "dec" are too short to be sure.
    let is_month = MONTHS
        .iter()
        .any(|(long, _)| *long == word && word.len() > 3);
    let has_digit = word.bytes().any(|byte| byte.is_ascii_digit());
    let is_date = has_digit && word.contains(['/', '-']) && !word.ends_with("/h");
    !token.is_taken && !token.is_quoted && (is_month || is_date || UNREAD.contains(&word))
}

/// Words that begin a request for a change.
const CHANGE_WORDS: &[&str] = &[
    "change",
    "configure",
    "edit",
    "rename",
    "set",
    "switch",
    "turn",
];
/// Words of dates and exclusions that the grammar does not read.
const UNREAD: &[&str] = &[
    "tomorrow",
    "next",
    "ago",
    "easter",
    "christmas",
    "thanksgiving",
    "spring",
    "summer",
    "autumn",
    "winter",
    "fortnight",
    "decade",
    "noon",
    "midnight",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "weekdays",
    "weekends",
    "except",
    "excluding",
    "without",
    "besides",
];
