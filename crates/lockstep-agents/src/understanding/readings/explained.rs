//! Words of a question that neither a slot nor the tool explains: "heart rate of my wife", "runs in Berlin". A call that
//! ignores them would answer another question.

use super::super::Call;
use super::super::index::KnownTool;
use super::super::slots::Slots;
use super::super::text::{Token, number};
use super::super::units;
use super::super::vocabulary::{CHANGES, IMPORTED, is_name_of};
use super::{days, fitness};

/// Whether the question has a word, a number or a negation that the call leaves out.
pub(super) fn leaves_words(tool: &KnownTool, slots: &Slots, call: &Call) -> bool {
    // A change is approved by its arguments; the other tool is chosen by these words.
    let is_approved = tool.changes_state && tool.name != "insights.generate";
    // A list of sign-ins does not say who, or from where.
    let is_worded =
        tool.name != "accounts.sessions" && fitness::tool_for_wording(slots) == Some(&*tool.name);
    if is_approved || is_worded {
        return false;
    }
    has_unexplained_word(tool, slots, call)
        || has_unread_number(tool, slots)
        || is_negated(tool, slots, call)
        || has_free(slots, UNANSWERED)
}

/// Whether a word belongs neither to the grammar nor to the words of the tool.
fn has_unexplained_word(tool: &KnownTool, slots: &Slots, call: &Call) -> bool {
    // Other words are searched for in the entries.
    if tool.name == "audit.search" {
        return false;
    }
    let of_tool = tool.stems();
    let has_statuses = !call.selection.statuses.is_empty();
    let is_explained = |token: &Token| {
        let word = &*token.word;
        let is_degree = slots.compares && DEGREES.contains(&word);
        let is_status = has_statuses && STATUSES.contains(&word);
        let is_advice = slots.topic.is_none() && slots.has(&["should"]) && ADVICE.contains(&word);
        let is_quality = tool.name == "quality.check" && QUALITY.contains(&word);
        let is_summary = tool.name == "metrics.read" && fitness::SUMMARY_WORDS.contains(&word);
        let is_change = slots.wants_chart && CHANGES.contains(&word);
        let is_import = call.selection.is_imported && IMPORTED.contains(&word);
        // "My runs in May and my runs in April" names the sport twice.
        let is_sport = slots.sport.is_some_and(|sport| is_name_of(sport, token));
        is_degree
            || is_sport
            || is_import
            || is_status
            || is_advice
            || is_quality
            || is_summary
            || is_change
            || slots.compares && CHANGE_VERBS.contains(&word)
            || is_of_measure(word, slots)
            || days::counted(slots).is_some() && days::is_day(word)
            || EXPLAINED.contains(&word)
            || units::is_unit(word)
            || of_tool.contains(&token.stem)
    };
    !slots.words().all(is_explained)
}

/// Whether a word is the unit in which a measure of the question is answered, or its verb.
fn is_of_measure(word: &str, slots: &Slots) -> bool {
    let has_type = |name: &str| {
        let mut measures = slots.measures.iter();
        measures.any(|measure| measure.type_name.as_deref() == Some(name))
    };
    let mut rows = WORDS_OF_TYPES.iter();
    rows.any(|(name, words)| words.contains(&word) && has_type(name))
}

/// Whether the question has a number that no slot reads. Durations of curves and numbers of entries stay free.
fn has_unread_number(tool: &KnownTool, slots: &Slots) -> bool {
    let reads_numbers =
        ["audit.search", "metrics.curve", "metrics.variability"].contains(&&*tool.name);
    let is_number = |token: &Token| {
        let has_digit = token
            .word
            .starts_with(|letter: char| letter.is_ascii_digit());
        has_digit && number(&token.word).is_some()
    };
    !reads_numbers && free(slots).any(is_number)
}

/// Whether the question excludes something. Statuses are read with their negation, gaps are the absence of data.
fn is_negated(tool: &KnownTool, slots: &Slots, call: &Call) -> bool {
    let reads_negation = tool.name == "quality.check" || !call.selection.statuses.is_empty();
    !reads_negation && has_free(slots, NEGATIONS)
}

fn has_free(slots: &Slots, words: &[&str]) -> bool {
    free(slots).any(|token| words.contains(&&*token.word))
}

/// Returns the tokens that no slot used.
fn free(slots: &Slots) -> impl Iterator<Item = &Token> {
    let tokens = slots.tokens.iter();
    tokens.filter(|token| !token.is_taken && !token.is_quoted)
}

/// Degrees of a comparison.
pub(in crate::understanding) const DEGREES: &[&str] = &[
    "better", "fewer", "higher", "less", "lower", "more", "worse",
];
/// Words for which the tools have no answer: of the future, and for a cause.
const UNANSWERED: &[&str] = &["will", "ll", "why"];
/// Words that exclude something; "isn't" is two words.
const NEGATIONS: &[&str] = &[
    "not", "no", "never", "nor", "neither", "aren", "didn", "doesn", "don", "hasn", "haven", "isn",
    "wasn", "weren",
];
/// The statuses of records.
const STATUSES: &[&str] = &[
    "acknowledged",
    "active",
    "damaged",
    "delivered",
    "destroyed",
    "expired",
    "failed",
    "inactive",
    "offline",
    "online",
    "pending",
    "queued",
    "refunded",
    "revoked",
    "rotated",
    "suspended",
    "unfinished",
    "usable",
    "used",
];
/// Words for a change, which a comparison with the period before shows.
const CHANGE_VERBS: &[&str] = &["down", "increase", "increased", "decrease", "decreased"];
/// The units in which types are answered, beside those of [`units`], and the verbs of types.
const WORDS_OF_TYPES: &[(&str, &[&str])] = &[
    ("body_fat_percentage", &["percent"]),
    ("body_temperature", &["celsius"]),
    ("energy", &["burn", "burned", "burnt"]),
    ("heart_rate_variability_rmssd", &["ms", "milliseconds"]),
    ("oxygen_saturation", &["percent"]),
    ("skin_temperature", &["celsius"]),
    ("weight", &["kg", "kilogram", "kilograms", "kilos"]),
];
/// Words of a question for advice about training, which the state of the body answers.
const ADVICE: &[&str] = &[
    "easy", "exercise", "hard", "push", "rest", "ride", "run", "workout",
];
/// Words for the quality of data.
const QUALITY: &[&str] = &[
    "duplicate",
    "duplicated",
    "duplicates",
    "holes",
    "incomplete",
    "missed",
];
/// Words that slots read without taking them, and words that say nothing about the subject.
const EXPLAINED: &[&str] = &[
    // Words of the question itself.
    "again",
    "also",
    "altogether",
    "asked",
    "complete",
    "currently",
    "data",
    "during",
    "entire",
    "exactly",
    "exist",
    "exists",
    "everything",
    "figure",
    "figures",
    "go",
    "going",
    "gone",
    "happened",
    "instead",
    "lately",
    "made",
    "make",
    "moment",
    "name",
    "new",
    "now",
    "number",
    "off",
    "over",
    "overall",
    "own",
    "recorded",
    "right",
    "same",
    "set",
    "so",
    "stay",
    "stayed",
    "stored",
    "support",
    "supported",
    "take",
    "taken",
    "too",
    "took",
    "track",
    "use",
    "used",
    "using",
    "went",
    "whole",
    "within",
    // Words of periods.
    "between",
    "daily",
    "day",
    "days",
    "each",
    "every",
    "from",
    "hourly",
    "monthly",
    "per",
    "since",
    "time",
    "times",
    "until",
    "weekly",
    // Of comparisons, figures and orders.
    "ascending",
    "average",
    "compare",
    "compared",
    "comparison",
    "count",
    "counted",
    "descending",
    "difference",
    "farthest",
    "fastest",
    "furthest",
    "highest",
    "hilliest",
    "latest",
    "least",
    "longest",
    "lowest",
    "maximum",
    "mean",
    "minimum",
    "most",
    "newest",
    "oldest",
    "order",
    "recent",
    "recently",
    "shortest",
    "slowest",
    "sort",
    "sorted",
    "top",
    "total",
    "versus",
    "vs",
    // Words of charts and points.
    "changed",
    "chart",
    "consistent",
    "curve",
    "develop",
    "developed",
    "development",
    "draw",
    "evolution",
    "graph",
    "history",
    "irregular",
    "measurement",
    "measurements",
    "plot",
    "point",
    "points",
    "progress",
    "progressed",
    "raw",
    "reading",
    "readings",
    "regular",
    "regularity",
    "sample",
    "samples",
    "trend",
    "value",
    "values",
    "visualise",
    "visualize",
    // Words of activities and prices.
    "activities",
    "activity",
    "ascent",
    "climb",
    "climbing",
    "cost",
    "costs",
    "elevation",
    "exercise",
    "exercised",
    "exercises",
    "price",
    "prices",
    "session",
    "sessions",
    "trained",
    "training",
    "trainings",
    "workout",
    "workouts",
];
