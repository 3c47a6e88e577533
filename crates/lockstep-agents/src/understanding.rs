//! Understands a question in plain words as the call of a tool, without a language model.
//!
//! The functions are pure: no clock, no store, no input and output. The caller gives the day, the
//! time zone, the tools and the names that the question may contain. The same question and context
//! always have the same result.
//!
//! Tools are ranked in memory with BM25 over their names, example questions and descriptions. An
//! agent has at most a few hundred tools, which are known when it starts: a full-text index of
//! SQLite would cost a query of the store per question and could not weigh the recognised slots.
//! Documents of accounts, which are many and change, belong to the store's full-text index.

mod dates;
mod examples;
mod follow_up;
mod index;
mod news;
mod offers;
mod readings;
mod routes;
mod row_days;
mod schema;
mod slots;
mod synced;
#[cfg(test)]
mod tests;
mod text;
mod units;
mod vocabulary;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

pub(crate) use index::{KnownTool, ToolIndex};
pub(crate) use news::{News, asked_news};
pub(crate) use row_days::RowDays;
pub(crate) use synced::SyncedDevices;
#[cfg(test)]
pub(crate) use tests::{asked, asked_of};

use slots::Slots;

/// The facts that a question is understood with.
#[derive(Clone, Debug)]
pub(crate) struct Context<'a> {
    /// The tools that the agent has.
    pub(crate) tools: &'a ToolIndex,
    /// The day of the question in the profile's time zone.
    pub(crate) today: Date,
    /// The profile's time zone, for times of day. Whole days are dates without a zone.
    pub(crate) zone: &'a TimeZone,
    /// The caller's devices.
    pub(crate) devices: &'a [KnownDevice],
    /// The previous call of the chat, which a follow-up such as "and the week before?" changes.
    pub(crate) previous: Option<&'a Call>,
    /// The calls that the last answer of the chat offered; empty if it offered none.
    pub(crate) offered: &'a [Call],
    /// Questions that the agent answers, for the help; empty: the first examples of its tools.
    pub(crate) examples: &'a [&'a str],
}

/// A device of the caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KnownDevice {
    /// The id, such as `dev_…`.
    pub(crate) id: String,
    /// The name.
    pub(crate) name: String,
}

/// The result of [`understand`].
#[derive(Clone, Debug, PartialEq)]
#[expect(
    clippy::large_enum_variant,
    reason = "there is one for each question, and it is not kept"
)]
pub(crate) enum Interpretation {
    /// One reading of the question is clearly the best.
    Call(Call),
    /// Several readings are close, or the best one lacks a required argument.
    Clarify {
        /// The best readings, best first; one to [`MAX_READINGS`].
        readings: Vec<Call>,
    },
    /// The question names an act, but not the resource: the caller chooses it from a list.
    Choose {
        /// The acts that the question may mean, best first; one to [`MAX_READINGS`].
        acts: Vec<UnaddressedAct>,
    },
    /// No tool fits.
    Unknown {
        /// A sentence that says why, such as one with example questions that the agent's tools can answer.
        help: String,
        /// Whether a search for the words of the question may find an answer: no tool fits them.
        is_searchable: bool,
    },
}

/// A call of a tool that lacks the id of the resource.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct UnaddressedAct {
    /// The name of the tool.
    pub(crate) tool: String,
    /// The input without the id.
    pub(crate) arguments: Map<String, Json>,
    /// The property of the input that takes the id.
    pub(crate) property: String,
    /// The beginning of the ids that the property takes, such as `key`.
    pub(crate) prefix: &'static str,
    /// The call that lists the resources.
    pub(crate) list: Call,
    /// The words of the question, which may name the resource.
    pub(crate) words: Vec<String>,
}

/// A call of a tool.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Call {
    /// The name of the tool.
    pub(crate) tool: String,
    /// The input; it fits the tool's schema.
    pub(crate) arguments: Map<String, Json>,
    /// The input of a second call of the same tool, whose output is compared with the first.
    pub(crate) compared_with: Option<Map<String, Json>>,
    /// The requested part of the output.
    pub(crate) selection: Selection,
    /// The reading in plain words.
    pub(crate) reading: String,
}

/// The part of an output that a question requests. Tools have no parameters for it, so the answer
/// applies it to the rows of the output.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Selection {
    /// Conditions that every row satisfies.
    pub(crate) conditions: Vec<Condition>,
    /// The order of the rows; absent: the order of the output.
    pub(crate) order: Option<Order>,
    /// The number of rows from the first; absent: all.
    pub(crate) first: Option<u32>,
    /// A single figure computed from the rows.
    pub(crate) figure: Option<Figure>,
    /// The measurement types that a report is limited to; empty: all.
    #[serde(default)]
    pub(crate) types: Vec<String>,
    /// The duration in seconds of which a curve is asked; absent: the usual ones.
    #[serde(default)]
    pub(crate) seconds: Option<u32>,
    /// The statuses of which every row has one; empty: all.
    #[serde(default)]
    pub(crate) statuses: Vec<String>,
    /// The days of the rows, for a tool without dates.
    #[serde(default)]
    pub(crate) days: Option<RowDays>,
    /// Whether only activities are requested that came from an import.
    #[serde(default)]
    pub(crate) is_imported: bool,
    /// Whether metrics of the training load are judged.
    #[serde(default)]
    pub(crate) judges_load: bool,
    /// The devices of which the tool `devices.list` says whether they sent points.
    #[serde(default)]
    pub(crate) synced: Option<SyncedDevices>,
    /// The names of figures of each selected activity, which the tool `activities.read` computes; empty: all. Absent: none.
    #[serde(default)]
    pub(crate) activity_figures: Option<Vec<String>>,
}

impl Selection {
    /// Whether all rows of the output are requested, in their order.
    pub(crate) fn is_whole(&self) -> bool {
        let rows = Self {
            activity_figures: None,
            ..self.clone()
        };
        rows == Self::default()
    }
}

/// A comparison of a row's field with a number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Condition {
    /// The field.
    pub(crate) field: Field,
    /// The comparison.
    pub(crate) comparison: Comparison,
    /// The number in the field's unit.
    pub(crate) value: f64,
}

/// A comparison with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Comparison {
    /// Over the number.
    Over,
    /// The number or over it.
    AtLeast,
    /// The value is below the number.
    Under,
    /// The number or under it.
    AtMost,
}

/// The sort order of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Order {
    /// The field.
    pub(crate) field: Field,
    /// Whether the greatest value is first.
    pub(crate) descending: bool,
}

/// A field of the rows of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Field {
    /// `distanceMeters` of an activity.
    Distance,
    /// `movingSeconds` of an activity, else `elapsedSeconds`.
    Duration,
    /// The distance in metres for each second of the duration.
    Speed,
    /// `climbMeters` of an activity.
    Climb,
    /// `energyKcal` of an activity.
    Energy,
    /// The time: `start` of an activity, `timestamp` of a point.
    Time,
    /// The value: `value` of a point; `mean` of a bucket, or `min` and `max` for an order.
    Value,
}

/// A figure of the selected rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Figure {
    /// The number of rows.
    Count,
    /// The sum of a field.
    Sum(Field),
    /// The mean of a field.
    Mean(Field),
    /// The smallest value of a field.
    Min(Field),
    /// The greatest value of a field.
    Max(Field),
}

/// Understands a question.
///
/// Only the first [`MAX_QUESTION_CHARS`] characters count. The arguments of every call fit the
/// schema of its tool: names, JSON types, bounds and required fields.
#[must_use]
pub(crate) fn understand(question: &str, context: &Context<'_>) -> Interpretation {
    let end = question.char_indices().nth(MAX_QUESTION_CHARS);
    let question = end.map_or(question, |(end, _)| &question[..end]);
    let slots = Slots::read(question, context);
    if let Some(help) = &slots.dates.fault {
        return Interpretation::Unknown {
            help: help.clone(),
            is_searchable: false,
        };
    }
    if !context.offered.is_empty() {
        return offers::understand(&slots, context);
    }
    follow_up::understand(&slots, context).unwrap_or_else(|| readings::understand(&slots, context))
}

/// Returns the words of a question that may occur in a record: all but those that ask.
#[must_use]
pub(crate) fn sought_words(question: &str) -> String {
    let tokens = text::tokens(question);
    let sought = tokens
        .iter()
        .filter(|token| token.is_quoted || !readings::is_filler(&token.word));
    let words: Vec<&str> = sought.map(|token| &*token.text).collect();
    words.join(" ")
}

/// The longest question that is read, in characters.
const MAX_QUESTION_CHARS: usize = 2000;
/// The maximum number of readings of [`Interpretation::Clarify`].
pub(crate) const MAX_READINGS: usize = 3;
