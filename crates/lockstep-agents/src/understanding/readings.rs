//! Readings of a question: the tools that fit its words and slots, with their arguments.

mod activities;
mod arguments;
mod audit;
mod choices;
mod claims;
mod concepts;
mod control;
mod days;
mod doubts;
mod explained;
mod fitness;
mod forecast;
mod periods;
mod statuses;
mod wording;

use super::dates::Range;
use super::index::KnownTool;
use super::slots::Slots;
use super::vocabulary::{ACTS, begins_question};
use super::{Call, Context, Interpretation, MAX_READINGS, routes, row_days, schema, synced};

pub(super) use arguments::is_filler;
pub(super) use explained::DEGREES;
use fitness::asks_for_erasure_plan;

/// A tool with its score.
struct RankedTool<'a> {
    tool: &'a KnownTool,
    score: f64,
}

/// Whether a question asks for the plan of an erasure, and the agent has the tool for it.
fn plans_erasure(slots: &Slots, context: &Context<'_>) -> bool {
    let mut tools = context.tools.tools().iter();
    asks_for_erasure_plan(slots) && tools.any(|tool| tool.name == "accounts.erasure_plan")
}

/// Reads a question by its slots.
pub(super) fn understand(slots: &Slots, context: &Context<'_>) -> Interpretation {
    if context.tools.tools().len() > 1
        && !plans_erasure(slots, context)
        && let Some(advice) = routes::advice(slots, context)
    {
        return Interpretation::Unknown {
            help: advice.to_owned(),
            is_searchable: false,
        };
    }
    if context.tools.tools().len() > 1
        && fitness::tool_for_wording(slots).is_none()
        && let Some(help) = concepts::advice(slots, context)
    {
        return Interpretation::Unknown {
            help,
            is_searchable: false,
        };
    }
    let ranked = rank(slots, context);
    let minimum = least_score(slots, context);
    let Some(best) = ranked.first().filter(|best| best.score >= minimum) else {
        return unknown(context);
    };
    if doubts::asks_for_days_to_come(best.tool, slots) {
        return days_to_come();
    }
    if let Some(both) = slots.dates.ambiguous
        && both[0] != both[1]
    {
        return ambiguous_date(best.tool, slots, context, both);
    }
    let close = ranked
        .iter()
        .take_while(|other| other.score >= best.score * (1.0 - MARGIN));
    let close: Vec<&RankedTool<'_>> = close.collect();
    let calls = |ranked: &[&RankedTool<'_>]| {
        let calls = ranked
            .iter()
            .filter_map(|one| call(one.tool, slots, context));
        calls.take(MAX_READINGS).collect::<Vec<Call>>()
    };
    match call(best.tool, slots, context) {
        Some(call) if close.len() == 1 => certain_or_offered(best.tool, slots, call),
        Some(_) => match calls(&close) {
            readings if readings.len() > 1 => Interpretation::Clarify { readings },
            mut readings => readings.pop().map_or_else(
                || unknown(context),
                |call| certain_or_offered(best.tool, slots, call),
            ),
        },
        // The best tool lacks an argument: the lists of the groups show the ids to choose from.
        None => {
            let tools = close.iter().map(|close| close.tool);
            match choices::of(tools, slots, context) {
                acts if acts.is_empty() => incomplete(best.tool, slots, context),
                acts => Interpretation::Choose { acts },
            }
        }
    }
}

/// Returns the statuses of a tool's records that a question names.
pub(super) fn named_statuses(tool: &KnownTool, slots: &Slots) -> Vec<String> {
    statuses::of(tool, slots)
}

/// Makes a call only if it leaves out no part of the question. A call for days to come would be one for other days.
pub(super) fn certain_or_offered(tool: &KnownTool, slots: &Slots, call: Call) -> Interpretation {
    if doubts::asks_for_days_to_come(tool, slots) {
        return days_to_come();
    }
    match doubts::has_doubt(tool, slots, &call) {
        true => Interpretation::Clarify {
            readings: vec![call],
        },
        false => Interpretation::Call(call),
    }
}

/// Returns the least score of a call. A single tool was chosen before. If the slots speak for tools
/// that the agent does not have, the words must speak clearly for another.
fn least_score(slots: &Slots, context: &Context<'_>) -> f64 {
    let tools = context.tools.tools();
    let signals = fitness::signals(slots);
    let has = |name: &str| tools.iter().any(|tool| tool.name == name);
    let lacks = !signals.is_empty() && !signals.iter().any(|(name, _)| has(name));
    match tools.len() {
        1 => f64::MIN,
        _ if lacks => 2.0 * MIN_SCORE,
        _ => MIN_SCORE,
    }
}

/// Returns the tools by score, best first; ties in the order of the names.
fn rank<'a>(slots: &Slots, context: &Context<'a>) -> Vec<RankedTool<'a>> {
    let words: Vec<&str> = slots.words().map(|token| &*token.stem).collect();
    let scores = context.tools.scores(&words);
    let scores = scores
        .into_iter()
        .zip(context.tools.exact(&slots.plain_words()));
    let tools = context.tools.tools().iter().zip(scores);
    let wanted = fitness::signals(slots);
    let mut ranked: Vec<RankedTool<'a>> = tools
        .filter(|(tool, _)| has_act(tool, slots) && fits_ids(tool, slots))
        .map(|(tool, (score, is_exact))| {
            let signal = wanted.iter().find(|(name, _)| *name == tool.name);
            let signal = signal.map_or(0.0, |(_, strength)| *strength);
            let act = if tool.changes_state {
                act_score(tool)
            } else {
                0.0
            };
            let names_device = slots.device.is_some() && slots.measures.is_empty();
            let id = if takes_id(tool, slots) {
                ID_STRENGTH
            } else if names_device && arguments::takes_ids(tool, slots) {
                DEVICE_STRENGTH
            } else {
                0.0
            };
            let exact = if is_exact { EXACT_STRENGTH } else { 0.0 };
            let score = score + signal + act + id + exact;
            RankedTool { tool, score }
        })
        .collect();
    ranked.sort_by(|one, other| {
        let by_score = other.score.total_cmp(&one.score);
        by_score.then_with(|| one.tool.name.cmp(&other.tool.name))
    });
    ranked
}

/// Whether the question has a word for the act of a tool that changes state.
fn has_act(tool: &KnownTool, slots: &Slots) -> bool {
    if !tool.changes_state {
        return true;
    }
    let (_, name) = tool.parts();
    let act = name.split('_').next().unwrap_or(name);
    let words = ACTS.iter().find(|(known, _)| *known == act);
    let words = words.map(|(_, words)| *words);
    // "Did my watch stop?" asks, and orders nothing.
    if words.is_none_or(|words| !words.is_empty()) && begins_as_question(slots) {
        return false;
    }
    let is_named = match &*tool.name {
        "uadm.control" => control::command(slots).is_some(),
        "accounts.revoke_api_key" => fitness::asks_to_revoke_api_key(slots),
        _ => false,
    };
    if is_named {
        return true;
    }
    match words {
        Some(words) => words.is_empty() || slots.has(words),
        None => slots.has(&[act]),
    }
}

/// Whether the words begin as a question, and not as an order.
fn begins_as_question(slots: &Slots) -> bool {
    let first = slots.tokens.first();
    first.is_some_and(|token| begins_question(&token.word))
}

/// A question with the word of an act means the act rather than a list.
fn act_score(tool: &KnownTool) -> f64 {
    let (_, act) = tool.parts();
    let needs_word = ACTS
        .iter()
        .any(|(known, words)| *known == act && words.is_empty());
    if needs_word { 0.0 } else { ACT_STRENGTH }
}

/// Whether the ids of the question belong to the tool. Without an id, a tool that reads one resource
/// does not fit; one that changes it is offered with the list of its group.
fn fits_ids(tool: &KnownTool, slots: &Slots) -> bool {
    match slots.ids.is_empty() {
        // A device that is named is as good as its id.
        true => {
            tool.changes_state
                || !arguments::needs_id(tool)
                || reads_chosen(tool, slots)
                || slots.device.is_some() && arguments::takes_ids(tool, slots)
        }
        false => takes_id(tool, slots),
    }
}

/// Whether the words of the question name a tool that reads one resource, which the caller then chooses.
fn reads_chosen(tool: &KnownTool, slots: &Slots) -> bool {
    let mut rows = READS.iter();
    rows.any(|(name, words)| *name == tool.name && words.iter().all(|word| slots.has(&[*word])))
}

fn takes_id(tool: &KnownTool, slots: &Slots) -> bool {
    !slots.ids.is_empty() && arguments::takes_ids(tool, slots)
}

/// Builds the call of a tool; absent if a required argument is missing.
pub(super) fn call(tool: &KnownTool, slots: &Slots, context: &Context<'_>) -> Option<Call> {
    let (range, compared_range) = periods::of(tool, slots, context);
    let arguments = arguments::of(tool, slots, context, range);
    let mut selection = fitness::selection(tool, slots);
    selection.days = row_days::of(tool, slots, context);
    selection.synced = synced::of(tool, slots, context);
    if selection.days.is_some() {
        selection.first = slots.limit;
    }
    let compared_with = compared_range
        .filter(|_| tool.has("startDate") && tool.has("endDate"))
        .map(|range| arguments::of(tool, slots, context, Some(range)));
    let is_complete = schema::fits(&tool.input, &arguments)
        && compared_with
            .as_ref()
            .is_none_or(|other| schema::fits(&tool.input, other));
    is_complete.then(|| {
        let reading = wording::reading(tool, &arguments, compared_with.as_ref(), &selection);
        Call {
            tool: tool.name.clone(),
            arguments,
            compared_with,
            selection,
            reading,
        }
    })
}

/// Offers both readings of a date whose month may be first or second.
fn ambiguous_date(
    tool: &KnownTool,
    slots: &Slots,
    context: &Context<'_>,
    both: [Range; 2],
) -> Interpretation {
    let readings = both.iter().filter_map(|range| {
        let mut slots = slots.clone();
        // A second date is the one that the first is compared with.
        slots.dates.ranges.insert(0, *range);
        slots.dates.ranges.truncate(2);
        call(tool, &slots, context)
    });
    let readings: Vec<Call> = readings.collect();
    match readings.is_empty() {
        true => unknown(context),
        false => Interpretation::Clarify { readings },
    }
}

/// Says that there is no data of days to come.
fn days_to_come() -> Interpretation {
    Interpretation::Unknown {
        help: DAYS_TO_COME.to_owned(),
        is_searchable: false,
    }
}

fn unknown(context: &Context<'_>) -> Interpretation {
    Interpretation::Unknown {
        help: wording::help(context),
        is_searchable: true,
    }
}

fn incomplete(tool: &KnownTool, slots: &Slots, context: &Context<'_>) -> Interpretation {
    let arguments = arguments::of(tool, slots, context, slots.range());
    let missing = schema::missing(&tool.input, &arguments);
    Interpretation::Unknown {
        help: wording::incomplete(tool, &missing, &arguments),
        is_searchable: false,
    }
}

/// Tools that read one resource, with the words of a question that no list answers.
const READS: &[(&str, &[&str])] = &[
    ("market.draft_listing", &["draft"]),
    ("market.read_certificate", &["certificate", "token"]),
];
/// The answer to a question for days to come.
const DAYS_TO_COME: &str = "There is no data of days to come: name days up to today. Only a forecast of the training load \
                            looks ahead: ask the Performance Analyst “forecast my form for the next 30 days”.";
/// The least score of a call. A single word of a description that several tools share is less.
const MIN_SCORE: f64 = 3.0;
/// Two readings are close if the score of the second is at least this near to that of the first.
const MARGIN: f64 = 0.12;
/// The score of a question that has exactly the words of an example.
const EXACT_STRENGTH: f64 = 3.0;
/// The score of the name of a device whose id a tool takes.
const DEVICE_STRENGTH: f64 = 2.0;
/// The score of an id that a tool takes.
const ID_STRENGTH: f64 = 6.0;
/// The score of the word of an act.
const ACT_STRENGTH: f64 = 4.0;
