//! Slots of single words and short phrases: aggregates, intervals, topics, limits.

use super::{Aggregate, Interval, Measure, Slots, Topic};
use crate::understanding::dates::Unit;
use crate::understanding::text::{Token, whole};
use crate::understanding::units;
use crate::understanding::vocabulary::{CHANGES, COMPARISONS, IMPORTED};

impl Slots {
    /// Takes aggregates, intervals, topics, sports and kinds of devices.
    pub(super) fn take_words(&mut self, tokens: &mut [Token]) {
        // "More than 10 km" is a condition, which took its words.
        self.compares = tokens.iter().any(|token| {
            let is_free = !token.is_taken && !token.is_quoted;
            is_free && COMPARISONS.contains(&&*token.word)
        });
        self.topic = topic(tokens);
        self.seconds = tokens.windows(2).find_map(seconds_of);
        self.interval = phrase(tokens, INTERVALS);
        self.aggregate = phrase(tokens, AGGREGATES);
        let changes = any(tokens, CHANGES) && self.measures.iter().any(is_gained);
        self.wants_chart = changes || any(tokens, CHART_WORDS);
        self.wants_raw = any(tokens, RAW_WORDS);
        self.take_sport(tokens);
        self.take_device_kind(tokens);
        let trains = self.measures.is_empty() && any(tokens, &["train", "exercise", "exercised"]);
        self.is_activity |= trains || any(tokens, ACTIVITY_WORDS);
        // "Did my weight go up last week?" compares with the period before.
        if self.range().is_some() && tokens.windows(2).any(is_change) {
            self.compares = true;
            self.dates.before = self.dates.before.or(Some(Unit::Period));
        }
    }

    /// Takes a number of rows: "top 5", "first 50", "last 3 runs", "5 longest", "10 activities".
    pub(super) fn take_limit(&mut self, tokens: &mut [Token]) {
        for at in 0..tokens.len() {
            let before = at.checked_sub(1).map_or("", |before| &*tokens[before].word);
            let after = tokens.get(at + 1).map_or("", |after| &*after.word);
            let Some(count) =
                whole(&tokens[at].word).filter(|count| (1..=MAX_LIMIT).contains(count))
            else {
                continue;
            };
            let is_counted = LIMIT_WORDS.contains(&before)
                || before == "only"
                || units::SUPERLATIVES.iter().any(|(word, ..)| *word == after)
                || ["newest", "latest", "oldest", "most", "last", "best"].contains(&after)
                || ROW_WORDS.contains(&after);
            let is_unit = units::is_unit(after);
            if !tokens[at].is_taken && !tokens[at].is_quoted && is_counted && !is_unit {
                tokens[at].is_taken = true;
                self.limit = Some(count);
                return;
            }
        }
        // "my last swim", "the latest import", "the longest run": one row.
        for at in 0..tokens.len().saturating_sub(1) {
            // "my last imported ride"
            let is_between = IMPORTED.contains(&&*tokens[at + 1].word);
            let Some(noun) = tokens.get(at + 1 + usize::from(is_between)) else {
                continue;
            };
            let word = &tokens[at];
            let is_single = ["last", "latest", "newest"].contains(&&*word.word)
                || units::SUPERLATIVES
                    .iter()
                    .any(|(known, ..)| *known == word.word);
            let is_row = SINGLE_ROWS.contains(&&*noun.word);
            if is_single && is_row && !word.is_quoted && !noun.is_quoted {
                self.limit = Some(1);
                return;
            }
        }
    }
}

/// Takes the first phrase of a table that the tokens contain.
fn phrase<T: Copy>(tokens: &mut [Token], table: &[(&str, T)]) -> Option<T> {
    for (words, value) in table {
        let words: Vec<&str> = words.split(' ').collect();
        let found = (0..tokens.len()).find(|at| {
            tokens.len() >= at + words.len()
                && tokens[*at..].iter().zip(&words).all(|(token, word)| {
                    !token.is_taken && !token.is_quoted && token.word == **word
                })
        });
        if let Some(at) = found {
            super::take(&mut tokens[at..at + words.len()]);
            return Some(*value);
        }
    }
    None
}

/// Whether any token that is not quoted has one of these words. The tokens stay free.
fn any(tokens: &[Token], words: &[&str]) -> bool {
    tokens
        .iter()
        .any(|token| !token.is_quoted && words.contains(&&*token.word))
}

fn topic(tokens: &mut [Token]) -> Option<Topic> {
    if phrase(tokens, OVERTRAINING).is_some() {
        return Some(Topic::Overtraining);
    }
    // "zone" and "time" alone are words of other subjects.
    let names_zone = tokens
        .windows(2)
        .any(|pair| pair[0].word == "time" && pair[1].word == "zone");
    if any(tokens, &["profile", "timezone"]) || names_zone {
        return Some(Topic::Profile);
    }
    if any(tokens, &["unit", "units", "types", "catalogue"]) {
        return Some(Topic::Types);
    }
    if any(tokens, &["dfa", "sdnn", "rr", "alpha"]) {
        return Some(Topic::Variability);
    }
    let insight = phrase(tokens, INSIGHTS);
    if let Some(insight) = insight {
        return Some(Topic::Insights(insight));
    }
    let curve = phrase(tokens, CURVES).is_some();
    let has_duration = tokens.windows(2).any(|pair| seconds_of(pair).is_some());
    let is_best = any(
        tokens,
        &["best", "fastest", "highest", "max", "maximum", "peak"],
    );
    (curve || has_duration && is_best).then_some(Topic::Curve)
}

/// Whether two words say that a value changed: "go up", "went down", "it increased".
fn is_change(pair: &[Token]) -> bool {
    let word = |at: usize| pair.get(at).map_or("", |token| &*token.word);
    let moves = ["go", "going", "goes", "gone", "went"].contains(&word(0));
    let verbs = ["increase", "increased", "decrease", "decreased"];
    moves && ["up", "down"].contains(&word(1))
        || verbs.contains(&word(0))
        || verbs.contains(&word(1))
}

/// Whether people gain and lose a measure.
fn is_gained(measure: &Measure) -> bool {
    let kinds = ["weight", "body_fat_percentage"];
    let is_body = measure
        .type_name
        .as_deref()
        .is_some_and(|name| kinds.contains(&name));
    is_body || measure.metric == Some("chronicLoad")
}

/// Returns the seconds of a whole number and a unit of time.
fn seconds_of(pair: &[Token]) -> Option<u32> {
    let [count, unit] = pair else { return None };
    let factor = match &*unit.stem {
        "second" | "sec" => 1,
        "minut" | "min" => 60,
        "hour" => 3600,
        _ => return None,
    };
    whole(&count.word)?.checked_mul(factor)
}

const INTERVALS: &[(&str, Interval)] = &[
    ("hourly", Interval::Hour),
    ("per hour", Interval::Hour),
    ("by hour", Interval::Hour),
    ("each hour", Interval::Hour),
    ("every hour", Interval::Hour),
    ("daily", Interval::Day),
    ("per day", Interval::Day),
    ("by day", Interval::Day),
    ("each day", Interval::Day),
    ("every day", Interval::Day),
    ("per night", Interval::Day),
    ("each night", Interval::Day),
    ("a day", Interval::Day),
    ("weekly", Interval::Week),
    ("per week", Interval::Week),
    ("by week", Interval::Week),
    ("each week", Interval::Week),
    ("every week", Interval::Week),
    ("a week", Interval::Week),
    ("monthly", Interval::Month),
    ("per month", Interval::Month),
    ("by month", Interval::Month),
    ("each month", Interval::Month),
    ("every month", Interval::Month),
    ("a month", Interval::Month),
];

const AGGREGATES: &[(&str, Aggregate)] = &[
    ("how far", Aggregate::Distance),
    ("how many km", Aggregate::Distance),
    ("how many kilometres", Aggregate::Distance),
    ("how many kilometers", Aggregate::Distance),
    ("how many miles", Aggregate::Distance),
    ("how long", Aggregate::Duration),
    ("how many hours", Aggregate::Duration),
    ("how many minutes", Aggregate::Duration),
    ("how much time", Aggregate::Duration),
    ("how much did i train", Aggregate::Duration),
    ("how much training", Aggregate::Duration),
    ("mileage", Aggregate::Distance),
    ("total hours", Aggregate::Duration),
    ("total minutes", Aggregate::Duration),
    ("total time", Aggregate::Duration),
    ("total km", Aggregate::Distance),
    ("total kilometres", Aggregate::Distance),
    ("total kilometers", Aggregate::Distance),
    ("total miles", Aggregate::Distance),
    ("how many times", Aggregate::Count),
    ("how often", Aggregate::Count),
    ("how many", Aggregate::Count),
    ("number of", Aggregate::Count),
    ("count", Aggregate::Count),
    ("standard deviation", Aggregate::Variance),
    ("variance", Aggregate::Variance),
    ("average", Aggregate::Mean),
    ("avg", Aggregate::Mean),
    ("mean", Aggregate::Mean),
    ("typical", Aggregate::Mean),
    ("total", Aggregate::Sum),
    ("sum", Aggregate::Sum),
    ("altogether", Aggregate::Sum),
    ("how much", Aggregate::Sum),
    ("lowest", Aggregate::Min),
    ("minimum", Aggregate::Min),
    ("smallest", Aggregate::Min),
    ("highest", Aggregate::Max),
    ("maximum", Aggregate::Max),
    ("max", Aggregate::Max),
    ("peak", Aggregate::Max),
    ("biggest", Aggregate::Max),
];

const INSIGHTS: &[(&str, Option<&str>)] = &[
    ("unusual", Some("anomaly")),
    ("strange", Some("anomaly")),
    ("odd", Some("anomaly")),
    ("anomaly", Some("anomaly")),
    ("anomalies", Some("anomaly")),
    ("abnormal", Some("anomaly")),
    ("outlier", Some("anomaly")),
    ("outliers", Some("anomaly")),
    ("recommendation", Some("recommendation")),
    ("recommendations", Some("recommendation")),
    ("recommend", Some("recommendation")),
    ("advice", Some("recommendation")),
    ("suggestions", Some("recommendation")),
    ("should i", Some("recommendation")),
    ("trends", Some("trend")),
    ("goal", Some("goal")),
    ("goals", Some("goal")),
    ("on track", Some("goal")),
    ("personal records", Some("milestone")),
    ("personal record", Some("milestone")),
    ("personal bests", Some("milestone")),
    ("personal best", Some("milestone")),
    ("records", Some("milestone")),
    ("milestones", Some("milestone")),
    ("milestone", Some("milestone")),
    ("streak", Some("milestone")),
    ("streaks", Some("milestone")),
    ("insight", None),
    ("insights", None),
    ("am i doing", None),
];

const OVERTRAINING: &[(&str, ())] = &[
    ("overtraining", ()),
    ("overtrained", ()),
    ("overtrain", ()),
    ("overreaching", ()),
    ("overreached", ()),
    ("training too much", ()),
    ("training too hard", ()),
    ("train too much", ()),
    ("train too hard", ()),
    ("trained too much", ()),
    ("trained too hard", ()),
];

const CURVES: &[(&str, ())] = &[
    ("critical power", ()),
    ("critical speed", ()),
    ("power curve", ()),
    ("critical", ()),
    ("curve", ()),
    ("mean maximal", ()),
    ("ftp", ()),
];

const CHART_WORDS: &[&str] = &[
    "plot",
    "chart",
    "graph",
    "draw",
    "trend",
    "develop",
    "developed",
    "development",
    "history",
    "evolution",
    "progress",
    "progressed",
    "changed",
    "visualize",
    "visualise",
    "curve",
];

const RAW_WORDS: &[&str] = &[
    "raw",
    "reading",
    "readings",
    "value",
    "values",
    "point",
    "points",
    "sample",
    "samples",
    "measurement",
    "measurements",
];

const ACTIVITY_WORDS: &[&str] = &[
    "activity",
    "activities",
    "workout",
    "workouts",
    "trained",
    "trainings",
    "exercises",
];

const LIMIT_WORDS: &[&str] = &[
    "top", "first", "last", "latest", "newest", "limit", "recent", "list", "past",
];

/// Nouns of rows in the plural, which a number counts.
const ROW_WORDS: &[&str] = &[
    "activities",
    "workouts",
    "runs",
    "rides",
    "swims",
    "hikes",
    "walks",
    "points",
    "values",
    "readings",
    "datasets",
    "devices",
    "imports",
    "transfers",
    "purchases",
    "tokens",
    "keys",
    "sessions",
    "rows",
    "entries",
    "results",
    "documents",
    "listings",
    "offers",
];

/// Nouns of one row.
const SINGLE_ROWS: &[&str] = &[
    "activity", "workout", "run", "ride", "swim", "hike", "walk", "row", "import", "transfer",
    "purchase", "token", "session", "dataset",
];

/// The greatest number of rows that a question states.
const MAX_LIMIT: u32 = 10_000;
