//! Doubts: parts of a question that a call leaves out. Such a call is only offered, not made,
//! because its answer would look like the answer to the whole question.

use super::super::dates::{MONTHS, Range};
use super::super::index::KnownTool;
use super::super::slots::{Slots, is_stop_word};
use super::super::text::{Token, number};
use super::super::units::SUPERLATIVES;
use super::super::{Call, Figure, routes};
use super::{arguments, claims, concepts, explained, fitness, forecast};

/// Whether a call leaves out a part of the question.
pub(in crate::understanding) fn has_doubt(tool: &KnownTool, slots: &Slots, call: &Call) -> bool {
    // Every word of the question is a word of the search, except those of dates.
    if tool.name == "search.find" {
        let asks_how = concepts::asks_for_documents(slots);
        return drops_act(tool, slots) && !asks_how || !slots.dates.ranges.is_empty();
    }
    let takes_range = tool.has("endDate") || tool.has("timeframe") || tool.has("filters");
    let mut ranges = slots.dates.ranges.iter();
    // A tool without a range reads all records, of which the answer may select those of the days.
    let selects_days = call.selection.days.is_some() || call.selection.synced.is_some();
    let drops_range = !takes_range && !selects_days && ranges.any(|range| !range.is_all_time());
    let takes_device =
        tool.has("device") || tool.parts().0 == "devices" || arguments::takes_ids(tool, slots);
    let lists_devices = ["devices", "uadm"].contains(&tool.parts().0);
    let drops_kind = slots.device_kind.is_some() && !lists_devices;
    let drops_device = slots.device.is_some() && !takes_device || drops_kind;
    let expressed = match &*tool.name {
        "proofs.prove" => call.arguments.get("statement").map_or(0, claims::expressed),
        _ => call.selection.conditions.len(),
    };
    let drops_condition = expressed < slots.conditions.len();
    let drops_sport = slots.sport.is_some() && !tool.has("sport") && tool.has("endDate");
    // The tools read days, or one time of one day.
    let drops_times = slots.dates.times.is_some();
    drops_range
        || drops_times
        || drops_device
        || drops_condition
        || drops_sport
        || drops_measure(tool, slots)
        || drops_all_time(tool, slots)
        || drops_hours(slots)
        || concepts::asks_for_documents(slots) && !is_plan(tool)
        || drops_act(tool, slots)
        || drops_length(slots)
        || drops_words(tool, slots, call)
        || drops_comparison(tool, slots, call)
        || slots.dates.is_impossible
        || slots.dates.is_future
        || explained::leaves_words(tool, slots, call)
        || drops_interval(tool, slots)
        || fitness::asks_what_to_buy(slots)
        || asks_for_need(slots)
        || slots
            .tokens
            .iter()
            .any(|token| is_unread(token) && !is_forecast_word(tool, token))
}

/// Whether the question asks a tool that reads days for days after today. Lists without days may show times to come, such
/// as the expiry of a key.
pub(in crate::understanding) fn asks_for_days_to_come(tool: &KnownTool, slots: &Slots) -> bool {
    let reads_days = tool.has("endDate") || tool.has("timeframe");
    let mut free = slots
        .tokens
        .iter()
        .filter(|token| !token.is_taken && !token.is_quoted);
    let is_ahead = slots.dates.is_future || free.any(|token| forecast::is_of_future(&token.word));
    is_ahead && reads_days && !tool.changes_state && tool.name != "metrics.forecast"
}

/// Whether the question compares periods, and the call reads one.
fn drops_comparison(tool: &KnownTool, slots: &Slots, call: &Call) -> bool {
    let compares = slots.compares || slots.dates.before.is_some();
    let compares_prices = tool.name == "market.compare_prices";
    compares && call.compared_with.is_none() && !tool.changes_state && !compares_prices
}

/// Whether the question asks for a figure over all time, which the tool does not compute.
fn drops_all_time(tool: &KnownTool, slots: &Slots) -> bool {
    let has_figure = fitness::figure_of_days(slots).is_some();
    let is_all_time = slots.range().is_some_and(Range::is_all_time);
    tool.name == "metrics.read" && has_figure && is_all_time
}

/// Whether the question names hours or minutes up to now, which are not days: "the last hour", "past 30 minutes".
fn drops_hours(slots: &Slots) -> bool {
    let words = |at: usize| slots.tokens.get(at).map_or("", |token| &*token.word);
    (0..slots.tokens.len()).any(|at| {
        let leads = ["last", "past", "previous"].contains(&words(at));
        let next = at + 1 + usize::from(number(words(at + 1)).is_some());
        let is_unit = ["hour", "hours", "minute", "minutes"].contains(&words(next));
        leads && is_unit && !slots.tokens[at].is_taken
    })
}

/// Whether the question names a length that is not a part of a comparison: "my best 5k time".
fn drops_length(slots: &Slots) -> bool {
    let is_free = |token: &Token| !token.is_taken && !token.is_quoted;
    slots.tokens.windows(2).any(|pair| {
        let is_length = number(&pair[0].word).is_some() && LENGTHS.contains(&&*pair[1].stem);
        is_length && pair.iter().all(is_free)
    })
}

/// Whether the question asks for a figure of each day, week or month, which the tool does not compute.
fn drops_interval(tool: &KnownTool, slots: &Slots) -> bool {
    let takes_interval = tool.has("interval") || tool.has("buckets") || tool.has("dailyLoad");
    slots.interval.is_some() && !takes_interval && !tool.changes_state
}

/// Whether the question asks how much of something the caller needs, which no tool says.
fn asks_for_need(slots: &Slots) -> bool {
    slots.tokens.windows(3).any(|part| {
        let words = [0, 1, 2].map(|at| &*part[at].word);
        matches!(words, ["do" | "should", "i" | "we", "need"]) && !slots.measures.is_empty()
    })
}

/// Whether a word names the days to come, which a forecast is of.
fn is_forecast_word(tool: &KnownTool, token: &Token) -> bool {
    tool.name == "metrics.forecast" && forecast::is_of_future(&token.word)
}

/// Whether a tool is called for more measures than it takes.
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
        "metrics.forecast" => measures
            .iter()
            .filter(|measure| forecast::expresses(measure, slots))
            .count(),
        "proofs.prove" => 1,
        "insights.generate" => 0,
        "market.compare_prices" | "points.aggregate" | "points.read" | "metrics.curve" => {
            types.count().min(1)
        }
        _ => return false,
    };
    expressed < measures.len()
}

/// Whether the question asks to change or to sell something, which the tool does not do.
fn drops_act(tool: &KnownTool, slots: &Slots) -> bool {
    // The plan of an act names the request that does it.
    if is_plan(tool) {
        return false;
    }
    let mut words = slots.tokens.iter().map(|token| &*token.word);
    let first = words.find(|word| !is_stop_word(word));
    let changes = first.is_some_and(|word| CHANGE_WORDS.contains(&word));
    let sells = first == Some("sell") && tool.parts().0 != "market";
    !tool.changes_state && (changes || sells || routes::asks_to_sign_out(slots))
}

/// Whether the question has words that no tool expresses: "steps on my best day", "runs on Mondays". Their answer would
/// be another figure.
fn drops_words(tool: &KnownTool, slots: &Slots, call: &Call) -> bool {
    let words: Vec<&str> = slots
        .tokens
        .iter()
        .map(|token| if token.is_quoted { "" } else { &*token.word })
        .collect();
    let has_phrase = UNEXPRESSED
        .iter()
        .any(|phrase| words.windows(phrase.len()).any(|part| part == *phrase));
    let is_ranked = words.windows(2).any(|pair| {
        let [place, order] = pair else { return false };
        let is_extreme = SUPERLATIVES.iter().any(|(word, ..)| word == order);
        LATER_PLACES.contains(place) && (is_extreme || EXTREMES.contains(order))
    });
    // The gaps are days, and the answer with a smallest or greatest value of the days names its day.
    let names_day = matches!(call.selection.figure, Some(Figure::Min(_) | Figure::Max(_)))
        && call.arguments.get("interval").is_some_and(|it| it == "day");
    let counts_days = tool.name == "metrics.read" && call.selection.figure == Some(Figure::Count);
    let counts_periods = tool.name != "quality.check"
        && !counts_days
        && !(names_day && slots.has(&["day"]))
        && words.windows(2).any(|pair| {
            let [leads, unit] = pair else { return false };
            ["which", "what", "many"].contains(leads) && PERIODS.contains(unit)
        });
    // "At least 5000 steps" is a condition.
    let mut free = slots.tokens.iter().filter(|token| !token.is_taken);
    let has_word = free.any(|token| !token.is_quoted && LEAST.contains(&&*token.word));
    !tool.changes_state && (has_phrase || has_word || is_ranked || counts_periods)
}

/// Whether a tool plans an act, and does nothing.
fn is_plan(tool: &KnownTool) -> bool {
    tool.parts().1.ends_with("_plan")
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
    "copy",
    "decrypt",
    "delete",
    "download",
    "edit",
    "encrypt",
    "erase",
    "export",
    "hide",
    "lock",
    "merge",
    "move",
    "refund",
    "rename",
    "revoke",
    "set",
    "share",
    "stop",
    "switch",
    "transfer",
    "turn",
];
/// Words that no tool expresses.
const UNEXPRESSED: &[&[&str]] = &[
    &["best", "day"],
    &["best", "days"],
    &["best", "night"],
    &["best", "week"],
    &["best", "month"],
    &["worst"],
    &["drop"],
    &["dropped"],
    &["drops"],
    &["than", "usual"],
    &["than", "normal"],
    &["night", "before", "last"],
    &["last", "rest", "day"],
    &["rest", "days"],
    &["per", "km"],
    &["per", "kilometre"],
    &["per", "kilometer"],
    &["per", "mile"],
    &["mondays"],
    &["tuesdays"],
    &["wednesdays"],
    &["thursdays"],
    &["fridays"],
    &["saturdays"],
    &["sundays"],
];
/// Places after the first.
const LATER_PLACES: &[&str] = &["second", "third", "fourth", "fifth", "penultimate"];
/// Words for the first place of an order.
const EXTREMES: &[&str] = &["best", "biggest", "highest", "lowest", "most", "smallest"];
/// Periods that the tools neither find nor count: "which month had the most steps", "on how many days did I run".
const PERIODS: &[&str] = &[
    "day", "days", "month", "months", "night", "nights", "week", "weeks", "year", "years",
];
/// Words for a smallest value of which the tools have no reading.
const LEAST: &[&str] = &["least", "fewest"];
/// Stems of units of length.
const LENGTHS: &[&str] = &[
    "k",
    "km",
    "kilometr",
    "kilometer",
    "mi",
    "mil",
    "m",
    "metr",
    "meter",
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
