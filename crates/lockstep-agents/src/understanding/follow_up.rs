//! Follow-ups: questions that change the previous call of the chat, such as "and the week before?".

use serde_json::{Map, Value as Json};

use super::dates::Range;
use super::readings;
use super::slots::{Aggregate, Measure, Slots};
use super::vocabulary::METRIC_OF_TYPE;
use super::{Call, Context, Interpretation, schema};

/// Understands a follow-up; absent if the question is complete in itself.
pub(super) fn understand(slots: &Slots, context: &Context<'_>) -> Option<Interpretation> {
    let previous = context.previous?;
    if !is_follow_up(slots) {
        return None;
    }
    let tool = context
        .tools
        .tools()
        .iter()
        .find(|tool| tool.name == previous.tool)?;
    if tool.changes_state && tool.name != "insights.generate" {
        return None;
    }
    let earlier = range_of(&previous.arguments);
    let compared = previous.compared_with.as_ref().and_then(range_of);
    let mut merged = merge(slots, previous);
    let shifted = slots.dates.before.and_then(|unit| earlier?.before(unit));
    match (shifted, slots.compares, slots.range()) {
        // Two periods of the follow-up replace those of the previous call.
        _ if slots.dates.ranges.len() > 1 => merged.dates.ranges.clone_from(&slots.dates.ranges),
        (Some(shifted), true, _) => merged.dates.ranges = vec![earlier?, shifted],
        (Some(shifted), false, _) => merged.dates.ranges = vec![shifted],
        (None, true, Some(other)) => merged.dates.ranges = vec![earlier?, other],
        (None, _, Some(range)) => merged.dates.ranges = vec![range],
        (None, _, None) => merged.dates.ranges = earlier.into_iter().chain(compared).collect(),
    }
    merged.dates.before = None;
    if let (Some(times), [day]) = (slots.dates.times, merged.dates.ranges.as_mut_slice())
        && day.first == day.last
    {
        day.times = Some(times);
    }
    // The same tool where it can express the change.
    let expresses = slots.measures.is_empty() || {
        let wants_metric = tool.has("metrics");
        merged.measures.iter().all(|measure| match wants_metric {
            true => measure.metric.is_some(),
            false => measure.type_name.is_some(),
        }) && (wants_metric || tool.has("type") || tool.has("types"))
    };
    let call = expresses
        .then(|| readings::call(tool, &merged, context))
        .flatten();
    match call {
        Some(mut call) => {
            keep(&mut call, previous, slots);
            let fits = schema::fits(&tool.input, &call.arguments);
            fits.then(|| readings::certain_or_offered(tool, slots, call))
        }
        None => Some(readings::understand(&merged, context)),
    }
}

/// Whether a question only makes sense after another: it has slots and no other words, and begins as
/// a follow-up or is not a question of its own.
fn is_follow_up(slots: &Slots) -> bool {
    let has_slot = !slots.dates.ranges.is_empty()
        || slots.dates.before.is_some()
        || slots.dates.times.is_some()
        || !slots.measures.is_empty()
        || slots.sport.is_some()
        || slots.device.is_some()
        || slots.interval.is_some()
        || slots.limit.is_some()
        || slots.order.is_some()
        || !slots.conditions.is_empty();
    let words: Vec<&str> = slots.tokens.iter().map(|token| &*token.word).collect();
    let begins = OPENINGS.iter().any(|opening| {
        let opening: Vec<&str> = opening.split(' ').collect();
        words.starts_with(&opening)
    });
    let is_bare = slots.words().all(|token| FILLERS.contains(&&*token.word));
    let asks = words
        .first()
        .is_some_and(|word| QUESTION_WORDS.contains(word));
    let is_complete = asks || slots.aggregate.is_some() || !is_partial(slots);
    slots.ids.is_empty() && has_slot && is_bare && (begins || !is_complete)
}

/// A bare measure or sport is a question of its own; a bare date, interval or limit is not.
fn is_partial(slots: &Slots) -> bool {
    slots.measures.is_empty() && slots.sport.is_none() && !slots.is_activity
}

/// Returns the slots of the previous call, replaced where the follow-up has its own.
fn merge(slots: &Slots, previous: &Call) -> Slots {
    let mut merged = slots.clone();
    let text = |name: &str| previous.arguments.get(name).and_then(Json::as_str);
    if merged.measures.is_empty() {
        let metrics = text("metrics")
            .into_iter()
            .flat_map(|names| names.split(','));
        let metrics = metrics.filter_map(metric_of);
        let types = ["type", "types"]
            .into_iter()
            .filter_map(text)
            .flat_map(|names| names.split(','));
        let types = types.map(|name| Measure {
            type_name: Some(name.to_owned()),
            metric: METRIC_OF_TYPE
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, metric)| *metric),
        });
        merged.measures = metrics.chain(types).collect();
    }
    merged.aggregate = merged.aggregate.or_else(|| match text("operation")? {
        "sum" => Some(Aggregate::Sum),
        "mean" => Some(Aggregate::Mean),
        "variance" => Some(Aggregate::Variance),
        _ => None,
    });
    merged
}

/// Takes over the arguments of the previous call that the follow-up leaves open.
fn keep(call: &mut Call, previous: &Call, slots: &Slots) {
    let mut is_changed = false;
    for (name, value) in &previous.arguments {
        let is_replaced = match &**name {
            "startDate" | "endDate" | "cursor" | "offset" | "buckets" => true,
            "timeframe" => !slots.dates.ranges.is_empty(),
            "metrics" | "type" | "types" => !slots.measures.is_empty(),
            "limit" => slots.limit.is_some(),
            _ => call.arguments.contains_key(name),
        };
        if !is_replaced && call.arguments.get(name) != Some(value) {
            call.arguments.insert(name.clone(), value.clone());
            if let Some(other) = &mut call.compared_with {
                other.insert(name.clone(), value.clone());
            }
            is_changed = true;
        }
    }
    let selection = &mut call.selection;
    if selection.conditions.is_empty() && !previous.selection.conditions.is_empty() {
        selection
            .conditions
            .clone_from(&previous.selection.conditions);
    }
    selection.order = selection.order.or(previous.selection.order);
    // "Only the longest 3" asks for rows, no longer for their figure.
    if slots.order.is_none() && slots.limit.is_none() {
        selection.figure = selection.figure.or(previous.selection.figure);
    }
    selection.seconds = selection.seconds.or(previous.selection.seconds);
    if selection.statuses.is_empty() {
        selection.statuses.clone_from(&previous.selection.statuses);
    }
    if slots.measures.is_empty() {
        selection.types.clone_from(&previous.selection.types);
    }
    // A number of rows is one of the selected rows: all rows are read to select from.
    let is_selected = selection.order.is_some() || !selection.conditions.is_empty();
    if is_selected && selection.figure.is_none() {
        selection.first = slots.limit.or(previous.selection.first);
        let was_selected =
            previous.selection.order.is_some() || !previous.selection.conditions.is_empty();
        if let Some(limit) = previous.arguments.get("limit").filter(|_| was_selected) {
            call.arguments.insert("limit".to_owned(), limit.clone());
        }
    }
    if is_changed {
        call.reading.push_str(", otherwise as before");
    }
}

fn metric_of(name: &str) -> Option<Measure> {
    let metrics = super::vocabulary::METRICS.iter();
    let known = metrics
        .map(|(metric, _)| *metric)
        .find(|metric| *metric == name)?;
    Some(Measure {
        type_name: None,
        metric: Some(known),
    })
}

/// Returns the range of a call whose dates are whole days.
fn range_of(arguments: &Map<String, Json>) -> Option<Range> {
    let date = |name: &str| {
        let text = arguments.get(name)?.as_str()?;
        text.get(..10)?.parse().ok()
    };
    Some(Range::of(date("startDate")?, date("endDate")?))
}

/// The beginnings of follow-ups.
const OPENINGS: &[&str] = &[
    "and",
    "what about",
    "how about",
    "only",
    "just",
    "same",
    "the same",
    "now",
    "but",
    "compare that",
    "compare it",
    "compare with",
    "compared with",
    "compared to",
    "also",
    "instead",
];

/// Words of follow-ups that say nothing about a subject.
const FILLERS: &[&str] = &[
    "same", "instead", "again", "too", "compare", "compared", "versus", "against", "then",
];

/// Words that begin a question of its own.
const QUESTION_WORDS: &[&str] = &[
    "what", "which", "who", "where", "when", "why", "how", "show", "list", "is", "are", "did",
];
