//! Follow-ups: questions that change the previous call of the chat, such as "and the week before?".

mod kept;

use jiff::Span;
use jiff::civil::{Date, DateTime};
use serde_json::{Map, Value as Json};

use super::dates::Range;
use super::index::KnownTool;
use super::readings;
use super::slots::{Aggregate, Interval, Measure, Slots};
use super::text::Token;
use super::vocabulary::METRIC_OF_TYPE;
use super::{Call, Context, Interpretation, schema};

/// Understands a follow-up; absent if the question is complete in itself.
pub(super) fn understand(slots: &Slots, context: &Context<'_>) -> Option<Interpretation> {
    let previous = context.previous?;
    let mut tools = context.tools.tools().iter();
    let tool = tools.find(|tool| tool.name == previous.tool)?;
    let is_read = !tool.changes_state || tool.name == "insights.generate";
    if !is_read || !is_follow_up(slots, tool) {
        return None;
    }
    let mut merged = merge(slots, previous, context);
    merged.dates.ranges = periods(slots, previous, tool, context.today);
    merged.dates.before = None;
    // The words that the changed call has to express.
    let mut own = slots.clone();
    own.dates.before = None;
    if let Some(times) = slots.dates.times {
        if let [day] = merged.dates.ranges.as_mut_slice()
            && day.first == day.last
        {
            day.times = Some(times);
        }
    } else if let Some(times) = range_of(&previous.arguments).and_then(|range| range.times) {
        for range in &mut merged.dates.ranges {
            if range.is_whole_day() && times.0 < times.1 {
                range.times = Some(times);
            } else if range.times.is_none() {
                own.dates.times = Some(times);
            }
        }
    }
    let call = expresses(tool, slots, &merged, previous)
        .then(|| readings::call(tool, &merged, context))
        .flatten();
    let Some(mut call) = call else {
        return Some(readings::understand(&merged, context));
    };
    kept::keep(&mut call, previous, slots);
    let has_figure = call.selection.figure.is_some() || call.arguments.contains_key("operation");
    match schema::fits(&tool.input, &call.arguments) {
        false => None,
        true if slots.aggregate.is_some() && !has_figure => Some(Interpretation::Clarify {
            readings: vec![call],
        }),
        true => Some(readings::certain_or_offered(tool, &own, call)),
    }
}

/// Whether the tool of the previous call can express the change.
fn expresses(tool: &KnownTool, slots: &Slots, merged: &Slots, previous: &Call) -> bool {
    // The mean of the means of buckets is not that of their points. Charts are compared by their means.
    let sums = [Aggregate::Mean, Aggregate::Sum, Aggregate::Variance];
    let wants_sum = slots.aggregate.is_some_and(|it| sums.contains(&it));
    let wants_means = slots.compares && previous.selection.figure.is_none();
    if tool.name == "points.series" && (wants_sum || wants_means) {
        return false;
    }
    let wants_metric = tool.has("metrics");
    let has_field = |measure: &Measure| match wants_metric {
        true => measure.metric.is_some(),
        false => measure.type_name.is_some(),
    };
    let takes_measures = wants_metric || tool.has("type") || tool.has("types");
    slots.measures.is_empty() || takes_measures && merged.measures.iter().all(has_field)
}

/// Returns the periods of the changed call: those of the follow-up, by their relation to that of the previous call.
fn periods(slots: &Slots, previous: &Call, tool: &KnownTool, today: Date) -> Vec<Range> {
    let days = previous.selection.days.as_ref();
    let earlier = range_of(&previous.arguments).or_else(|| days?.range());
    let compared = previous.compared_with.as_ref().and_then(range_of);
    // "Compare last week with the week before" names both periods.
    let own = slots.range().filter(|_| slots.dates.before.is_some());
    let base = own.or(earlier).or_else(|| default_range(tool, today));
    let unit = slots.dates.before.or(slots.dates.previous);
    let shifted = unit.and_then(|unit| base?.before(unit));
    match (shifted, slots.compares, slots.range()) {
        // Two periods of the follow-up replace those of the previous call.
        _ if slots.dates.ranges.len() > 1 => slots.dates.ranges.clone(),
        (Some(shifted), true, _) => base.into_iter().chain([shifted]).collect(),
        (Some(shifted), false, _) => vec![shifted],
        (None, true, Some(other)) => base.into_iter().chain([other]).collect(),
        (None, _, Some(range)) => vec![range],
        (None, _, None) => earlier.into_iter().chain(compared).collect(),
    }
}

/// Returns the period of a call of a tool without dates, if it is one of whole days up to today.
fn default_range(tool: &KnownTool, today: Date) -> Option<Range> {
    let first = today.checked_sub(Span::new().days(DEFAULT_DAYS - 1)).ok()?;
    (tool.name == "metrics.read").then(|| Range::of(first, today))
}

/// Whether a question only makes sense after another: it has slots and no other words, and begins as
/// a follow-up or is not a question of its own.
fn is_follow_up(slots: &Slots, tool: &KnownTool) -> bool {
    let names_periods = slots.range().is_some() && slots.dates.before.is_some();
    if slots.compares && names_periods && !slots.measures.is_empty() {
        return false;
    }
    let statuses = readings::named_statuses(tool, slots);
    let has_slot = !slots.dates.ranges.is_empty()
        || slots.dates.before.is_some()
        || slots.dates.times.is_some()
        || !slots.measures.is_empty()
        || slots.sport.is_some()
        || slots.device.is_some()
        || slots.interval.is_some()
        || slots.limit.is_some()
        || slots.order.is_some()
        || slots.aggregate.is_some()
        || !statuses.is_empty()
        || !slots.conditions.is_empty();
    let words: Vec<&str> = slots.tokens.iter().map(|token| &*token.word).collect();
    let begins_with = |openings: &[&str]| {
        openings.iter().any(|opening| {
            let opening: Vec<&str> = opening.split(' ').collect();
            words.starts_with(&opening)
        })
    };
    // "How far was that?" asks about the rows of the answer.
    let refers = slots.aggregate.is_some() && slots.has(PRONOUNS) && is_partial(slots);
    let begins =
        refers || begins_with(OPENINGS) || slots.compares && begins_with(COMPARING_OPENINGS);
    let says_nothing_else = |token: &Token| {
        let word = &*token.word;
        let is_degree = slots.compares && readings::DEGREES.contains(&word);
        FILLERS.contains(&word) || is_degree || statuses.iter().any(|status| status == word)
    };
    let is_bare = slots.words().all(says_nothing_else);
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
fn merge(slots: &Slots, previous: &Call, context: &Context<'_>) -> Slots {
    let mut merged = slots.clone();
    let text = |name: &str| previous.arguments.get(name).and_then(Json::as_str);
    if merged.measures.is_empty() {
        let metrics = text("metrics")
            .into_iter()
            .flat_map(|names| names.split(','));
        let metrics = metrics.filter_map(kept::metric_of);
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
        // Another measure may need a tool that has no device and no conditions.
        let mut devices = context.devices.iter();
        let device = devices.find(|device| text("device") == Some(device.name.as_str()));
        merged.device = merged.device.or_else(|| device.cloned());
        if merged.conditions.is_empty() {
            merged.conditions.clone_from(&previous.selection.conditions);
        }
    }
    merged.interval = merged.interval.or_else(|| interval_of(previous));
    merged.aggregate = merged.aggregate.or_else(|| match text("operation")? {
        "sum" => Some(Aggregate::Sum),
        "mean" => Some(Aggregate::Mean),
        "variance" => Some(Aggregate::Variance),
        _ => None,
    });
    merged
}

/// Returns the interval of the buckets of a call, if they are hours or days.
fn interval_of(previous: &Call) -> Option<Interval> {
    let buckets = previous.arguments.get("buckets")?.as_i64()?;
    let days = i64::from(range_of(&previous.arguments)?.days()?);
    if buckets == 24 * days {
        return Some(Interval::Hour);
    }
    (buckets == days).then_some(Interval::Day)
}

/// Returns the range of a call, with its times unless the dates are whole days.
fn range_of(arguments: &Map<String, Json>) -> Option<Range> {
    let text = |name: &str| arguments.get(name).and_then(Json::as_str);
    let (start, end) = (text("startDate")?, text("endDate")?);
    let day = |text: &str| text.get(.."2026-06-14".len())?.parse::<Date>().ok();
    let time = |text: &str| {
        let local = text.get(.."2026-06-14T08:00:00".len())?;
        local.parse::<DateTime>().ok().map(DateTime::time)
    };
    Some(Range {
        times: time(start).zip(time(end)),
        ..Range::of(day(start)?, day(end)?)
    })
}

/// The days of a call of metrics without dates.
const DEFAULT_DAYS: i64 = 7;

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

/// Words for the rows of the previous answer.
const PRONOUNS: &[&str] = &["that", "those", "it", "they", "them"];

/// The beginnings of follow-ups that compare.
const COMPARING_OPENINGS: &[&str] = &[
    "is that",
    "is it",
    "was that",
    "was it",
    "how does that",
    "how does it",
    "versus",
    "vs",
    "compare",
    "compared",
];

/// Words of follow-ups that say nothing about a subject.
const FILLERS: &[&str] = &[
    "same", "instead", "again", "too", "compare", "compared", "versus", "against", "then",
];

/// Words that begin a question of its own.
const QUESTION_WORDS: &[&str] = &[
    "what", "which", "who", "where", "when", "why", "how", "show", "list", "is", "are", "did",
];
