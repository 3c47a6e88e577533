//! Days that the rows of a list are limited to: "my imports last week". Such a list has no parameters for dates, so the
//! answer selects the rows by their times.

use jiff::Timestamp;
use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use super::Context;
use super::dates::Range;
use super::index::KnownTool;
use super::slots::Slots;

/// The days of rows, both included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RowDays {
    /// The field of a row that has its time.
    pub(crate) field: String,
    /// The first day; absent: without a beginning.
    first: Option<String>,
    /// The last day.
    last: String,
    /// The beginning of the first day in milliseconds since 1970.
    start: Option<i64>,
    /// The end of the last day in milliseconds since 1970.
    end: i64,
}

impl RowDays {
    /// Returns the days with their preposition.
    pub(crate) fn text(&self) -> String {
        let last = &self.last;
        match &self.first {
            Some(first) if first == last => format!("on {first}"),
            Some(first) => format!("from {first} to {last}"),
            None => format!("until {last}"),
        }
    }

    /// Returns the days as those of a question.
    pub(super) fn range(&self) -> Option<Range> {
        let first = match &self.first {
            Some(first) => Some(first.parse().ok()?),
            None => None,
        };
        Some(Range {
            first,
            last: Some(self.last.parse().ok()?),
            times: None,
        })
    }

    /// Whether a time is on one of the days. A text that is not a time is on none of them.
    pub(crate) fn contains(&self, time: &str) -> bool {
        let Ok(time) = time.parse::<Timestamp>() else {
            return false;
        };
        let time = time.as_millisecond();
        time < self.end && self.start.is_none_or(|start| start <= time)
    }
}

/// Returns the days that a question limits the rows of a tool to; `None` if it names none, or more than whole days, if the
/// days are those of another time of the rows, or if the rows of the tool have no time.
pub(super) fn of(tool: &KnownTool, slots: &Slots, context: &Context<'_>) -> Option<RowDays> {
    let row = TIMES.iter().find(|row| row.tool == tool.name)?;
    let [range] = *slots.dates.ranges else {
        return None;
    };
    let is_of_other_time = slots.has(OTHER_TIMES) || slots.has(row.other_words);
    if range.times.is_some() || range.is_all_time() || is_of_other_time {
        return None;
    }
    days(row.field, range, context.zone)
}

/// Returns the days of a range, of which a field of the rows has the time; `None` for a range without an end.
pub(super) fn days(field: &str, range: Range, zone: &TimeZone) -> Option<RowDays> {
    let begin = |day: Date| {
        let midnight = day.to_datetime(Time::midnight());
        let zoned = midnight.to_zoned(zone.clone()).ok()?;
        Some(zoned.timestamp().as_millisecond())
    };
    let last = range.last?;
    let start = match range.first {
        Some(first) => Some(begin(first)?),
        None => None,
    };
    Some(RowDays {
        field: field.to_owned(),
        first: range.first.map(|day| day.to_string()),
        last: last.to_string(),
        start,
        end: begin(last.tomorrow().ok()?)?,
    })
}

/// Words for times of a row other than the one that it is selected by: "which purchases expired last month".
const OTHER_TIMES: &[&str] = &[
    "acknowledged",
    "changed",
    "delivered",
    "end",
    "ended",
    "ends",
    "expire",
    "expired",
    "expires",
    "expiring",
    "finish",
    "finished",
    "modified",
    "update",
    "updated",
    "used",
];
/// The field that has the times of the rows of a tool.
struct RowTime {
    tool: &'static str,
    field: &'static str,
    /// Words for other times of these rows, besides [`OTHER_TIMES`].
    other_words: &'static [&'static str],
}

impl RowTime {
    const fn new(tool: &'static str, field: &'static str) -> Self {
        Self {
            tool,
            field,
            other_words: &[],
        }
    }
}

const TIMES: &[RowTime] = &[
    RowTime::new("accounts.api_keys", "createdAt"),
    RowTime::new("accounts.sessions", "created_at"),
    RowTime::new("alerts.list", "since"),
    RowTime::new("datasets.list", "created_at"),
    RowTime::new("imports.list", "startedAt"),
    RowTime::new("market.list_listings", "created_at"),
    RowTime::new("market.list_purchases", "purchasedAt"),
    // A token is sold later than it is created.
    RowTime {
        tool: "market.list_tokens",
        field: "createdAt",
        other_words: &[
            "bought",
            "buyer",
            "buyers",
            "buys",
            "customers",
            "earn",
            "earned",
            "purchase",
            "purchased",
            "purchases",
            "revenue",
            "sales",
            "sell",
            "sold",
        ],
    },
    RowTime::new("market.read_ledger", "timestamp"),
    RowTime::new("uadm.commands", "created_at"),
];
