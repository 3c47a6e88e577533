//! Questions for everything that is new: "what is new?", "anything new since Monday?"

use jiff::Span;

use super::dates::Range;
use super::slots::Slots;
use super::{Call, Context, readings, row_days};

/// The calls that list what is new.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct News {
    /// The days with their preposition.
    pub(crate) period: String,
    /// The calls with their headings; empty if the agent has no tool that lists what is new.
    pub(crate) parts: Vec<(&'static str, Call)>,
}

/// Understands a question for everything that is new; `None` for another question. Without days in the question, these
/// are the last 7 days.
pub(crate) fn asked_news(question: &str, context: &Context<'_>) -> Option<News> {
    let slots = Slots::read(question, context);
    let mut words = slots.words();
    let names_nothing_else = words.all(|token| WORDS.contains(&&*token.word));
    let is_bare = slots.measures.is_empty()
        && slots.ids.is_empty()
        && slots.device.is_none()
        && slots.device_kind.is_none()
        && slots.name.is_none()
        && slots.conditions.is_empty()
        && slots.topic.is_none()
        && slots.dates.before.is_none()
        && slots.dates.times.is_none()
        && !slots.dates.is_future
        && slots.dates.fault.is_none()
        && !slots.is_activity
        && !slots.is_past;
    if !is_bare || !names_nothing_else || !slots.has(NEW) {
        return None;
    }
    let range = match *slots.dates.ranges {
        [] => {
            let first = context.today.checked_sub(Span::new().days(DAYS - 1));
            Range::of(first.ok()?, context.today)
        }
        [range] if range.first.is_some() && range.times.is_none() && !range.is_all_time() => range,
        _ => return None,
    };
    let mut asked = Slots::default();
    asked.dates.ranges = vec![range];
    let parts = PARTS.iter().filter_map(|(heading, name)| {
        let mut tools = context.tools.tools().iter();
        let tool = tools.find(|tool| tool.name == *name)?;
        Some((*heading, readings::call(tool, &asked, context)?))
    });
    Some(News {
        period: row_days::days("", range, context.zone)?.text(),
        parts: parts.collect(),
    })
}

/// The headings and the tools of what is new.
const PARTS: &[(&str, &str)] = &[
    ("Activities", "activities.list"),
    ("Imports", "imports.list"),
    ("Insights", "insights.generate"),
];
/// Words for what is new.
const NEW: &[&str] = &["new", "news"];
/// Words of a question for everything that is new.
const WORDS: &[&str] = &["new", "news", "data", "going", "since"];
/// The days of a question that names none.
const DAYS: i64 = 7;
