//! The arguments of a call, from the slots, by the properties of the tool's schema.

use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use serde_json::{Map, Value as Json, json};

use super::super::dates::Range;
use super::super::index::KnownTool;
use super::super::slots::{Aggregate, Interval, Slots, Topic, is_stop_word};
use super::super::vocabulary::ID_PREFIXES;
use super::super::{Context, schema};
use super::{audit, claims, concepts, control, fitness, forecast};

/// Returns the arguments of a tool. Required ones may be missing.
pub(super) fn of(
    tool: &KnownTool,
    slots: &Slots,
    context: &Context<'_>,
    range: Option<Range>,
) -> Map<String, Json> {
    let filler = Filler {
        tool,
        slots,
        context,
        range: range
            .or_else(|| filler_range(tool, context))
            .map(|range| fitted(range, slots)),
    };
    let properties = tool.input["properties"].as_object();
    let filled = properties
        .into_iter()
        .flatten()
        .filter_map(|(name, property)| {
            let value = filler.value(name, property)?;
            Some((name.clone(), value))
        });
    filled.collect()
}

/// Returns the last 7 days if the tool needs a range.
fn filler_range(tool: &KnownTool, context: &Context<'_>) -> Option<Range> {
    let required = tool.input["required"].as_array()?;
    let needs = required.iter().any(|name| name == "startDate");
    // The days of a claim must be over.
    let last = match &*tool.name {
        "proofs.prove" => context.today.yesterday().ok()?,
        _ => context.today,
    };
    let first = last.checked_sub(jiff::Span::new().days(DEFAULT_DAYS - 1));
    needs.then(|| Some(Range::of(first.ok()?, last)))?
}

/// A night of sleep belongs to the day of waking.
fn fitted(range: Range, slots: &Slots) -> Range {
    let is_night = range.times.is_some_and(|(from, to)| from > to);
    let by_day = slots
        .measures
        .iter()
        .any(|measure| measure.metric.is_some());
    match range.last {
        Some(last) if is_night && by_day => Range::day(last),
        // The metrics of each day are computed for a year at most; the call is then only offered.
        Some(last) if range.is_all_time() && fitness::figure_of_days(slots).is_some() => {
            let first = last.checked_sub(jiff::Span::new().days(365));
            Range::of(first.unwrap_or(last), last)
        }
        _ => range,
    }
}

/// Returns the id of the question for a property of a tool.
fn id_for(tool: &KnownTool, property: &str, slots: &Slots) -> Option<String> {
    let prefix = prefix_of(tool, property)?;
    let id = slots.ids.iter().find(|(known, _)| *known == prefix);
    let id = id.map(|(_, id)| id.clone());
    let device = slots.device.as_ref().filter(|_| prefix == "dev");
    id.or_else(|| device.map(|device| device.id.clone()))
}

/// Returns the prefix of the ids that a property of a tool takes.
pub(super) fn prefix_of(tool: &KnownTool, property: &str) -> Option<&'static str> {
    let (group, act) = tool.parts();
    let property = property
        .strip_suffix("_id")
        .or_else(|| property.strip_suffix("Id"));
    let nouns = act.split_once('_').map(|(_, nouns)| nouns);
    let noun = act.rsplit('_').next();
    let known = |word: &str| ID_PREFIXES.iter().find(|(known, _)| *known == word);
    let named = property.and_then(known).or_else(|| nouns.and_then(known));
    let named = named.or_else(|| noun.and_then(known));
    named.or_else(|| known(group)).map(|(_, prefix)| *prefix)
}

/// Whether a tool takes every id of the question and gets every id that it needs.
pub(super) fn takes_ids(tool: &KnownTool, slots: &Slots) -> bool {
    let needed: Vec<_> = needed_ids(tool).collect();
    let has_all = needed
        .iter()
        .all(|name| id_for(tool, name, slots).is_some());
    let prefixes: Vec<_> = needed
        .iter()
        .filter_map(|name| prefix_of(tool, name))
        .collect();
    let takes_all = slots
        .ids
        .iter()
        .all(|(prefix, _)| prefixes.contains(prefix));
    !needed.is_empty() && has_all && takes_all
}

/// Whether a tool needs the id of a resource.
pub(super) fn needs_id(tool: &KnownTool) -> bool {
    needed_ids(tool).next().is_some()
}

fn needed_ids(tool: &KnownTool) -> impl Iterator<Item = &str> {
    let required = tool.input["required"].as_array().into_iter().flatten();
    required.filter_map(Json::as_str).filter(|name| is_id(name))
}

/// Whether a property is the id of a resource.
pub(super) fn is_id(property: &str) -> bool {
    property == "id" || property.ends_with("Id") || property.ends_with("_id")
}

struct Filler<'a> {
    tool: &'a KnownTool,
    slots: &'a Slots,
    context: &'a Context<'a>,
    range: Option<Range>,
}

impl Filler<'_> {
    fn value(&self, name: &str, property: &Json) -> Option<Json> {
        let slots = self.slots;
        let (group, _) = self.tool.parts();
        match name {
            _ if is_id(name) => id_for(self.tool, name, slots).map(Json::String),
            "startDate" => self.start(),
            "endDate" => self.end(),
            "limit" => self.limit(property),
            "device" => Some(json!(slots.device.as_ref()?.name)),
            "sport" => Some(json!(slots.sport?)),
            "name" => Some(json!(slots.name.as_ref()?)),
            "type" if group == "devices" => Some(json!(
                slots
                    .device_kind
                    .or_else(|| { slots.name.as_ref().map(|_| "other") })?
            )),
            "type" if self.tool.name == "metrics.curve" => Some(json!(fitness::curve_type(slots)?)),
            "type" => self.types().next(),
            "types" if property["type"] == "string" => self.type_list(),
            "types" => self.insight_types(),
            "capabilities" if group == "devices" => Some(Json::Array(self.types().collect())),
            "statement" if self.tool.name == "proofs.prove" => claims::statement(slots),
            "command" if self.tool.name == "uadm.control" => {
                control::command(slots).map(|command| json!(command.name))
            }
            "parameters" if self.tool.name == "uadm.control" => {
                let parameters = control::command(slots)?.parameters;
                (!parameters.is_empty()).then_some(Json::Object(parameters))
            }
            "days" if self.tool.name == "metrics.forecast" => Some(json!(forecast::days(slots)?)),
            "dailyLoad" => Some(json!(forecast::daily_load(slots)?)),
            "user" if self.tool.name == "accounts.unusual_access" => {
                Some(json!(audit::actor(&slots.tokens)?.text))
            }
            "words" if self.tool.name == "market.compare_prices" => {
                Some(json!(slots.name.as_ref()?))
            }
            "metrics" => self.metrics(),
            "interval" => self.interval(),
            "operation" => self.operation(),
            "buckets" => self.buckets(property),
            "timeframe" => self.timeframe(),
            "sort" => self.sort(property),
            "order" => self.order(),
            "query" | "q" | "search" | "text" if is_text(property) => self.rest(),
            "filters" if self.tool.name == "audit.search" => audit::filters(self.slots, self.range),
            "searchQuery" if self.tool.name == "audit.search" => audit::words(self.slots),
            _ => self.listed(name, property),
        }
    }

    fn start(&self) -> Option<Json> {
        let range = self.range?;
        Some(moment(
            range.first?,
            range.times.map(|(from, _)| from),
            self.context.zone,
        ))
    }

    fn end(&self) -> Option<Json> {
        let range = self.range?;
        Some(moment(
            range.last?,
            range.times.map(|(_, to)| to),
            self.context.zone,
        ))
    }

    /// The number of rows; all that a page holds if the answer selects among them.
    fn limit(&self, property: &Json) -> Option<Json> {
        let maximum = property["maximum"].as_u64();
        if self.tool.name == "activities.list"
            && !fitness::selection(self.tool, self.slots).is_whole()
        {
            return maximum.map(|maximum| json!(maximum));
        }
        let limit = u64::from(self.slots.limit?);
        Some(json!(maximum.map_or(limit, |maximum| limit.min(maximum))))
    }

    fn types(&self) -> impl Iterator<Item = Json> {
        let names = self.slots.measures.iter();
        names.filter_map(|measure| measure.type_name.as_ref().map(|name| json!(name)))
    }

    fn type_list(&self) -> Option<Json> {
        let names = self
            .slots
            .measures
            .iter()
            .filter_map(|measure| measure.type_name.as_deref());
        let names: Vec<&str> = names.collect();
        (!names.is_empty()).then(|| json!(names.join(",")))
    }

    fn metrics(&self) -> Option<Json> {
        let metrics = self
            .slots
            .measures
            .iter()
            .filter_map(|measure| measure.metric);
        let metrics: Vec<&str> = metrics.collect();
        (!metrics.is_empty()).then(|| json!(metrics.join(",")))
    }

    fn interval(&self) -> Option<Json> {
        let named = match self.slots.interval {
            Some(Interval::Day) => Some("day"),
            Some(Interval::Week) => Some("week"),
            Some(Interval::Month) => Some("month"),
            Some(Interval::Hour) => None,
            None if self.slots.wants_chart => Some("day"),
            None if fitness::figure_of_days(self.slots).is_some() => Some("day"),
            None => None,
        };
        named.map(|name| json!(name))
    }

    fn operation(&self) -> Option<Json> {
        match self.slots.aggregate {
            Some(Aggregate::Sum) => Some(json!("sum")),
            Some(Aggregate::Mean) => Some(json!("mean")),
            Some(Aggregate::Variance) => Some(json!("variance")),
            // Two periods of a measure are compared by their means.
            None if self.slots.compares => Some(json!("mean")),
            _ => None,
        }
    }

    /// The number of buckets of an interval in the range.
    fn buckets(&self, property: &Json) -> Option<Json> {
        let days = self.range?.days()?;
        let buckets = match self.slots.interval? {
            Interval::Hour => days.checked_mul(24)?,
            Interval::Day => days,
            Interval::Week => days.div_euclid(7) + i32::from(days % 7 > 0),
            Interval::Month => days.div_euclid(30) + 1,
        };
        let maximum = property["maximum"].as_i64().unwrap_or(i64::MAX);
        Some(json!(i64::from(buckets.max(1)).min(maximum)))
    }

    /// The days from the first day of the range up to today, because insights end at the latest
    /// point.
    fn timeframe(&self) -> Option<Json> {
        // Advice for today is not of the values of today alone.
        let is_advice = self.slots.topic == Some(Topic::Insights(Some("recommendation")));
        let is_today = self
            .range
            .is_some_and(|range| range.first == Some(self.context.today));
        if is_advice && is_today {
            return None;
        }
        let range = Range {
            last: Some(self.context.today),
            ..self.range?
        };
        let days = range.days().filter(|days| *days <= MAX_TIMEFRAME_DAYS)?;
        Some(json!(format!("P{days}D")))
    }

    fn insight_types(&self) -> Option<Json> {
        match self.slots.topic {
            Some(Topic::Insights(Some(name))) => Some(json!([name])),
            _ => None,
        }
    }

    fn sort(&self, property: &Json) -> Option<Json> {
        let values = schema::values(&self.tool.input, property);
        let wanted = if self.slots.has(&["name", "alphabetically"]) && self.slots.name.is_none() {
            "name"
        } else if self
            .slots
            .has(&["newest", "latest", "oldest", "recent", "date"])
        {
            "created_at"
        } else if self.slots.has(&["encryption", "encrypted"]) {
            "encryption_status"
        } else {
            return None;
        };
        values.contains(&wanted).then(|| json!(wanted))
    }

    fn order(&self) -> Option<Json> {
        let slots = self.slots;
        if slots.has(&["newest", "latest", "recent", "descending"]) {
            return Some(json!("desc"));
        }
        let rises = slots.has(&["oldest", "ascending", "alphabetically", "name"]);
        (rises && slots.name.is_none()).then(|| json!("asc"))
    }

    /// The words for a tool that searches: all but those that ask for a search.
    fn rest(&self) -> Option<Json> {
        let tokens = self.slots.tokens.iter();
        let seeks_documents = concepts::asks_for_documents(self.slots);
        let sought = tokens.filter(|token| {
            let is_kind = self.tool.name == "market.find_offers" && OFFERED.contains(&&*token.word);
            let asks = is_filler(&token.word)
                || is_kind
                || seeks_documents && concepts::is_asking_word(&token.word);
            token.is_quoted || !asks
        });
        let mut words: Vec<&str> = sought.map(|token| &*token.text).collect();
        if !words.is_empty() && seeks_documents {
            words.insert(0, "documents");
        }
        (!words.is_empty()).then(|| json!(words.join(" ")))
    }

    /// A value of an enumeration that the question names; for some properties the neutral value.
    fn listed(&self, name: &str, property: &Json) -> Option<Json> {
        let values = schema::values(&self.tool.input, property);
        let named = values.iter().find(|value| {
            let lower = value.to_lowercase();
            self.slots.has(&[&*lower])
        });
        let is_of_buyers = name == "scope" && fitness::asks_for_buyers(self.slots);
        let meant = named.copied().or_else(|| match name {
            "scope" if is_of_buyers => Some("own"),
            // An alert of these days may have ended since.
            "status" if self.tool.name == "alerts.list" && self.range.is_some() => Some("all"),
            "scope" if self.slots.has(MARKET_WORDS) => Some("market"),
            "scope" if self.slots.has(&["my", "mine", "own"]) => Some("own"),
            // The account's own key; the answer names the choice.
            "encryption_mode" => Some("none"),
            _ => None,
        });
        meant
            .filter(|value| values.contains(value))
            .map(|value| json!(value))
    }
}

/// Whether a word asks, and says nothing about the records.
pub(in crate::understanding) fn is_filler(word: &str) -> bool {
    is_stop_word(word) || SEARCH_WORDS.contains(&word)
}

fn is_text(property: &Json) -> bool {
    property["type"] == "string"
}

/// Writes a day, or a moment with the zone's offset.
fn moment(day: Date, time: Option<Time>, zone: &TimeZone) -> Json {
    let zoned = time.and_then(|time| day.to_datetime(time).to_zoned(zone.clone()).ok());
    let text = zoned.map_or_else(
        || day.to_string(),
        |zoned| zoned.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string(),
    );
    json!(text)
}

/// Words that ask for a search, and say nothing about the records.
const SEARCH_WORDS: &[&str] = &[
    "called",
    "everything",
    "look",
    "named",
    "record",
    "records",
    "search",
    "something",
];
/// Words for all offers, which their texts do not have.
const OFFERED: &[&str] = &["available", "data", "offer", "offered", "offers"];
/// Words for tokens of other owners.
const MARKET_WORDS: &[&str] = &[
    "buy",
    "market",
    "marketplace",
    "sale",
    "available",
    "offered",
    "offers",
];
/// The days of a range that a tool needs and the question does not name.
const DEFAULT_DAYS: i64 = 7;
/// The longest timeframe of insights.
const MAX_TIMEFRAME_DAYS: i32 = 730;
