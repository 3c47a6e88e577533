//! Which of the fitness tools a question with measures, sports or topics means.

use super::super::index::KnownTool;
use super::super::slots::{Aggregate, Measure, Slots, Topic};
use super::super::vocabulary::{COMPARISONS, IMPORTED};
use super::super::{Condition, Field, Figure, Order, Selection, synced};
use super::{activities, audit, claims, concepts, control, days, forecast, statuses};

/// Whether a question begins as a search for words.
fn asks_for_search(slots: &Slots) -> bool {
    let words: Vec<&str> = slots.tokens.iter().map(|token| &*token.word).collect();
    let begins = match *words {
        ["search", ..] | ["look", "for" | "up", ..] => true,
        // "find morning runs" names records; with a day or a comparison it is a question about activities.
        ["find", ..] => {
            let is_named = slots.dates.times.is_some() && slots.range().is_none();
            is_named && slots.conditions.is_empty() && slots.order.is_none()
        }
        _ => false,
    };
    begins && !slots.has(&["audit"])
}

/// Whether a question asks for gaps: the quality of the data.
fn asks_for_gaps(slots: &Slots) -> bool {
    let is_about_data = !slots.measures.is_empty() || slots.has(&["data", "day", "days", "points"]);
    let names_nothing = || {
        let mut words = slots.words();
        words.all(|token| GAP_WORDS.contains(&&*token.word))
    };
    slots.has(GAP_WORDS) && (is_about_data || names_nothing())
}

/// Whether a question asks who bought the caller's data.
pub(super) fn asks_for_buyers(slots: &Slots) -> bool {
    let asks = slots.has(&["who", "anyone", "anybody", "someone", "somebody"]);
    let buys = slots.has(&["bought", "buy", "buys", "purchased", "purchase"]);
    asks && buys || slots.has(&["buyer", "buyers", "customers"])
}

/// Whether a question asks who can read the caller's data now.
fn asks_for_grants(slots: &Slots) -> bool {
    let asks = slots.has(&["who", "anyone", "anybody", "someone", "somebody"]);
    let reads = slots.has(&["see", "sees", "access", "read", "reads", "shared"]);
    // "Who has my data?"; who has bought it is another question.
    let names_data_alone = || slots.words().all(|token| token.word == "data");
    let holds = slots.has(&["who"]) && slots.has(&["has"]) && slots.has(&["data"]);
    asks && reads || holds && names_data_alone() || slots.has(&["grants"])
}

/// Returns the tool that counts the points of all types: each type on its own, of some days, or all of them.
fn tool_of_counts(slots: &Slots) -> Option<&'static str> {
    let counts = slots.aggregate == Some(Aggregate::Count) && slots.has(&["point", "points"]);
    let is_of_all = counts && slots.measures.is_empty() && slots.device.is_none();
    let is_divided = slots.has(&["type", "types"]) || slots.range().is_some();
    is_of_all.then_some(match is_divided {
        true => "quality.check",
        false => "points.usage",
    })
}

/// Whether a question asks for the caller's purchases, and not for those of the caller's tokens.
fn asks_for_purchases(slots: &Slots) -> bool {
    let is_of_sales = slots.has(&["token", "tokens", "data", "who", "refund", "sold"]);
    let asks_for_uses = slots.has(&["uses"]) && slots.has(&["left", "remaining"]);
    asks_for_uses || slots.has(&["purchases"]) && !is_of_sales
}

/// Whether a question asks for offers of a measure.
fn asks_for_offers(slots: &Slots) -> bool {
    let is_own = slots.has(&["my", "mine", "own", "make", "create", "draft"]);
    slots.has(&["offer", "offers", "listings"]) && !slots.measures.is_empty() && !is_own
}

/// Whether a question asks for everything that can be bought, of no kind of offers.
pub(super) fn asks_what_to_buy(slots: &Slots) -> bool {
    let names_kind = slots.has(&[
        "dataset", "datasets", "item", "items", "listing", "listings", "token", "tokens",
    ]);
    let can = slots.has(&["can", "could"]) && slots.has(&["i", "one"]);
    can && slots.has(&["buy"]) && slots.measures.is_empty() && !names_kind
}

/// Whether a question asks how a period was, and for nothing else: "how was last week".
fn asks_how_it_was(slots: &Slots) -> bool {
    let mut words = slots.words();
    let names_nothing = words.all(|token| ["go", "going", "look"].contains(&&*token.word));
    let has_period = slots.range().is_some() && slots.aggregate.is_none();
    let names_device = slots.device.is_some() || slots.device_kind.is_some();
    slots.has(&["how"]) && has_period && names_nothing && !names_device && slots.name.is_none()
}

/// Whether a question asks for prices of offers.
fn asks_for_prices(slots: &Slots) -> bool {
    let is_about_offers = !slots.measures.is_empty() || slots.has(OFFER_WORDS);
    slots.has(PRICE_WORDS) && is_about_offers
}

/// Whether a question asks to revoke an API key.
pub(super) fn asks_to_revoke_api_key(slots: &Slots) -> bool {
    let is_key = slots.has(&["api"]) || slots.ids.iter().any(|(prefix, _)| *prefix == "ak");
    is_key && slots.has(&["revoke", "delete", "remove", "disable"])
}

/// Whether a question asks for an export, which is only planned.
fn asks_for_export(slots: &Slots) -> bool {
    slots.has(&["backup", "download", "export", "exports", "takeout"]) && slots.has(ALL_DATA_WORDS)
}

/// Whether a question asks what an erasure would do, and not for the erasure.
pub(super) fn asks_for_erasure_plan(slots: &Slots) -> bool {
    let erases = slots.has(&[
        "delete", "deleted", "erase", "erased", "wipe", "wiped", "erasure",
    ]);
    erases && slots.has(ALL_DATA_WORDS) && slots.has(PLAN_WORDS)
}

/// Whether a question asks if the audit log is intact.
fn asks_to_verify_audit(slots: &Slots) -> bool {
    slots.has(&["audit", "chain"]) && slots.has(VERIFY_WORDS)
}

/// Returns the tool of a question whose wording names no tool, such as a question for a proof.
pub(super) fn tool_for_wording(slots: &Slots) -> Option<&'static str> {
    type Asks = fn(&Slots) -> bool;
    let rows: [(&'static str, Asks); 10] = [
        ("accounts.unusual_access", audit::asks_for_unusual_sign_ins),
        ("accounts.sessions", audit::asks_who_signed_in),
        ("metrics.forecast", forecast::asks_for_forecast),
        ("proofs.prove", claims::asks_for_proof),
        ("accounts.revoke_api_key", asks_to_revoke_api_key),
        ("accounts.erasure_plan", asks_for_erasure_plan),
        ("accounts.export_plan", asks_for_export),
        ("audit.verify", asks_to_verify_audit),
        ("market.list_grants", asks_for_grants),
        ("market.compare_prices", asks_for_prices),
    ];
    let found = rows.iter().find(|(_, asks)| asks(slots));
    found.map(|(tool, _)| *tool)
}

/// Returns tools that the slots speak for, with the strength.
pub(super) fn signals(slots: &Slots) -> Vec<(&'static str, f64)> {
    // An id of a device does not say which of its tools is meant; a command does.
    if control::command(slots).is_some() {
        return vec![("uadm.control", STRONG)];
    }
    if !slots.ids.is_empty() {
        return Vec::new();
    }
    if let Some(tool) = tool_for_wording(slots) {
        return vec![(tool, STRONG)];
    }
    // The words of the product that the question names speak for tools, too.
    if concepts::asks_for_documents(slots) {
        return vec![("search.find", 2.0 * STRONG)];
    }
    if asks_for_search(slots) {
        return vec![("search.find", STRONG), ("activities.list", WEAK)];
    }
    if asks_for_gaps(slots) {
        return vec![("quality.check", STRONG)];
    }
    if let Some(tool) = tool_of_counts(slots) {
        return vec![(tool, STRONG)];
    }
    if let Some(signals) = signals_of_market(slots) {
        return signals;
    }
    if slots.has(&["audit"]) || audit::is_failed_sign_in(slots) {
        return vec![("audit.search", STRONG)];
    }
    if days::counted(slots).is_some() {
        return vec![("metrics.read", STRONG)];
    }
    if synced::asked_days(slots).is_some() {
        return vec![("devices.list", STRONG)];
    }
    // Measures of a new device are its capabilities.
    if slots.device_kind.is_some() && slots.name.is_some() {
        return vec![("devices.register", STRONG)];
    }
    if let Some(tool) = tool_of_topic(slots) {
        return vec![(tool, STRONG)];
    }
    let by_activity = slots.is_activity
        || slots.aggregate == Some(Aggregate::Distance)
        || slots.conditions.iter().any(is_of_activity);
    let measure = slots.measures.iter().find(|measure| {
        // A distance or duration of activities is a figure of them.
        !(by_activity && measure.field().is_some())
    });
    match (by_activity, measure) {
        (true, Some(_)) if activities::figures(slots).is_some() => {
            vec![("activities.list", STRONG)]
        }
        (true, None) => vec![("activities.list", STRONG)],
        (true, Some(measure)) => vec![
            ("activities.list", MEDIUM),
            (tool_of(measure, slots), MEDIUM),
        ],
        (false, Some(measure)) => vec![(tool_of(measure, slots), strength(slots))],
        (false, None) if activities::asks_what_was_done(slots) => vec![("activities.list", STRONG)],
        (false, None) if asks_how_it_was(slots) || slots.is_past && slots.has(SUMMARY_WORDS) => {
            vec![("metrics.read", STRONG)]
        }
        // "Compare this week with last week": all figures of both.
        (false, None) if slots.compares && slots.range().is_some() && is_bare(slots) => {
            vec![("metrics.read", STRONG)]
        }
        // A summary up to today is one of figures or one of findings.
        (false, None) if slots.has(SUMMARY_WORDS) => {
            vec![("insights.generate", MEDIUM), ("metrics.read", MEDIUM)]
        }
        (false, None) => Vec::new(),
    }
}

/// Returns the tool of a topic.
fn tool_of_topic(slots: &Slots) -> Option<&'static str> {
    match slots.topic {
        Some(Topic::Profile) => Some("metrics.profile"),
        Some(Topic::Types) => Some("points.types"),
        Some(Topic::Variability) => Some("metrics.variability"),
        Some(Topic::Overtraining) => Some("metrics.read"),
        Some(Topic::Insights(_)) => Some("insights.generate"),
        Some(Topic::Curve) if curve_type(slots).is_some() => Some("metrics.curve"),
        _ => None,
    }
}

/// Returns the tools of the market that the slots speak for.
fn signals_of_market(slots: &Slots) -> Option<Vec<(&'static str, f64)>> {
    Some(match () {
        () if asks_what_to_buy(slots) => OFFER_LISTS.map(|tool| (tool, STRONG)).to_vec(),
        () if asks_for_buyers(slots) => vec![("market.list_tokens", STRONG)],
        () if asks_for_purchases(slots) => vec![("market.list_purchases", STRONG)],
        () if asks_for_offers(slots) => vec![
            ("market.compare_prices", STRONG),
            ("market.find_offers", WEAK),
        ],
        () => return None,
    })
}

/// Whether a question has no words but those of a comparison.
fn is_bare(slots: &Slots) -> bool {
    let names_nothing =
        |word: &str| COMPARISONS.contains(&word) || SUBJECTLESS_WORDS.contains(&word);
    slots.words().all(|token| names_nothing(&token.word))
}

/// A bare measure says less than one with a range or an aggregate.
fn strength(slots: &Slots) -> f64 {
    let is_plain = slots.aggregate.is_none() && slots.range().is_none() && !slots.wants_chart;
    if is_plain { MEDIUM } else { STRONG }
}

/// Returns the tool that answers a question about a measure.
fn tool_of(measure: &Measure, slots: &Slots) -> &'static str {
    let has_type = measure.type_name.is_some();
    let is_count = slots.aggregate == Some(Aggregate::Count);
    if has_type && (slots.wants_raw || slots.limit.is_some() && !is_count) {
        return "points.read";
    }
    match slots.aggregate {
        Some(Aggregate::Variance) if has_type => "points.aggregate",
        Some(Aggregate::Min | Aggregate::Max)
            if has_type && !is_daily(measure) && measure.metric != Some("sleepDuration") =>
        {
            "points.series"
        }
        // Metrics are of all devices; a type can be read of one.
        _ if measure.metric.is_some() && !(has_type && slots.device.is_some()) => "metrics.read",
        Some(Aggregate::Mean | Aggregate::Sum) if slots.interval.is_none() => "points.aggregate",
        None if slots.compares && slots.interval.is_none() => "points.aggregate",
        _ => "points.series",
    }
}

/// Whether the metric of a range is a sum, or the state at its end: a mean of it needs the days.
fn is_daily(measure: &Measure) -> bool {
    measure.metric.is_some_and(|metric| DAILY.contains(&metric))
}

/// Returns the figure of the days that a question about metrics requests, such as the mean of the steps of each day.
pub(super) fn figure_of_days(slots: &Slots) -> Option<Figure> {
    if days::counted(slots).is_some() {
        return Some(Figure::Count);
    }
    let mut measures = slots.measures.iter();
    let has_metric = measures.clone().any(|measure| measure.metric.is_some());
    match slots.aggregate {
        Some(Aggregate::Mean) if measures.any(is_daily) => Some(Figure::Mean(Field::Value)),
        Some(Aggregate::Min) if has_metric => Some(Figure::Min(Field::Value)),
        Some(Aggregate::Max) if has_metric => Some(Figure::Max(Field::Value)),
        _ => None,
    }
}

/// Returns the type of the curve that a question requests.
pub(super) fn curve_type(slots: &Slots) -> Option<&'static str> {
    let known = ["power", "heart_rate", "speed"];
    let named = slots.measures.iter().find_map(|measure| {
        let name = measure.type_name.as_deref()?;
        known.iter().find(|known| **known == name).copied()
    });
    let is_fast = slots.has(&["fastest", "fast", "speed", "pace"]);
    let is_power = slots.has(&["ftp"]);
    named
        .or(is_fast.then_some("speed"))
        .or(is_power.then_some("power"))
}

/// Returns the part of a tool's output that the question requests.
pub(super) fn selection(tool: &KnownTool, slots: &Slots) -> Selection {
    match &*tool.name {
        "activities.list" => of_activities(slots),
        "points.series" | "points.read" => of_points(tool, slots),
        "metrics.read" => Selection {
            figure: figure_of_days(slots),
            conditions: days::counted(slots).into_iter().collect(),
            judges_load: slots.topic == Some(Topic::Overtraining),
            ..Selection::default()
        },
        "metrics.curve" => Selection {
            seconds: slots.seconds,
            ..Selection::default()
        },
        "quality.check" => Selection {
            types: types(slots),
            ..Selection::default()
        },
        "devices.list"
        | "imports.list"
        | "keys.list"
        | "market.list_purchases"
        | "market.list_tokens"
        | "uadm.commands"
        | "uadm.list" => Selection {
            statuses: statuses::of(tool, slots),
            ..Selection::default()
        },
        _ => Selection::default(),
    }
}

/// Returns the measurement types of the question.
fn types(slots: &Slots) -> Vec<String> {
    let measures = slots.measures.iter();
    let names = measures.filter_map(|measure| measure.type_name.clone());
    names.collect()
}

fn of_activities(slots: &Slots) -> Selection {
    let field = slots.measures.iter().find_map(Measure::field);
    let figure = match slots.aggregate {
        Some(Aggregate::Distance) => Some(Figure::Sum(Field::Distance)),
        Some(Aggregate::Duration) => Some(Figure::Sum(Field::Duration)),
        Some(Aggregate::Count) => Some(Figure::Count),
        Some(Aggregate::Sum) => field.map(Figure::Sum),
        Some(Aggregate::Mean) => field.map(Figure::Mean),
        Some(Aggregate::Max) => field.map(Figure::Max),
        Some(Aggregate::Min) => field.map(Figure::Min),
        // "Compare my runs in May with April": rows have no difference, their numbers have.
        None if slots.compares && slots.order.is_none() => Some(Figure::Count),
        Some(Aggregate::Variance) | None => None,
    };
    let conditions = slots.conditions.iter().filter(|one| is_of_activity(one));
    let mut selection = Selection {
        conditions: conditions.cloned().collect(),
        order: slots.order,
        figure,
        is_imported: slots.is_activity && slots.has(IMPORTED),
        ..Selection::default()
    };
    if selection != Selection::default() && figure.is_none() {
        selection.first = slots.limit;
    }
    if let Some(order) = slots.order {
        select_extreme(&mut selection, order, slots.limit);
    }
    selection.activity_figures = activities::figures(slots);
    selection
}

/// "How long was my longest run?" asks for the greatest duration, not for the sum. "How far was my fastest run?" asks
/// for the run, whose row states the distance. "How far were my 3 longest runs?" asks for a sum of three.
fn select_extreme(selection: &mut Selection, order: Order, limit: Option<u32>) {
    match selection.figure {
        Some(Figure::Sum(field)) if limit.is_none_or(|limit| limit == 1) => {
            let is_ordered = order.field == field;
            selection.figure = is_ordered.then_some(match order.descending {
                true => Figure::Max(field),
                false => Figure::Min(field),
            });
            selection.order = selection.order.filter(|_| !is_ordered);
            selection.first = (!is_ordered).then_some(1);
        }
        Some(_) => selection.first = limit,
        None => {}
    }
}

fn of_points(tool: &KnownTool, slots: &Slots) -> Selection {
    let figure = match slots.aggregate {
        Some(Aggregate::Min) => Some(Figure::Min(Field::Value)),
        Some(Aggregate::Max) => Some(Figure::Max(Field::Value)),
        Some(Aggregate::Count) if tool.name == "points.read" => Some(Figure::Count),
        _ => None,
    };
    let conditions = slots.conditions.iter().filter(|one| !is_of_activity(one));
    Selection {
        conditions: conditions.cloned().collect(),
        figure,
        ..Selection::default()
    }
}

fn is_of_activity(condition: &Condition) -> bool {
    condition.field != Field::Value
}

/// Metrics whose value of a range is a sum or the state at its end.
const DAILY: &[&str] = &[
    "acuteLoad",
    "chronicLoad",
    "dayStrain",
    "fatigueLevel",
    "recoveryScore",
    "steps",
    "trainingLoad",
    "trainingStressBalance",
];
/// Words for prices.
const PRICE_WORDS: &[&str] = &[
    "price", "prices", "priced", "pricing", "cost", "costs", "cheapest", "worth",
];
/// Words for offers.
const OFFER_WORDS: &[&str] = &[
    "offer", "offers", "token", "tokens", "listing", "listings", "item", "items", "market", "data",
];
/// Words for all of an account's data.
const ALL_DATA_WORDS: &[&str] = &["data", "everything", "account", "points", "activities"];
/// Words that ask for the effect of an act.
const PLAN_WORDS: &[&str] = &[
    "would", "happen", "happens", "plan", "planned", "if", "remain", "remains", "stays", "kept",
];
/// Words that ask whether the audit log is intact.
const VERIFY_WORDS: &[&str] = &[
    "ok",
    "okay",
    "valid",
    "correct",
    "verify",
    "verified",
    "intact",
    "tampered",
    "broken",
    "complete",
    "unchanged",
    "manipulated",
];
/// Words for gaps and copies of the data.
const GAP_WORDS: &[&str] = &[
    "gap",
    "gaps",
    "missing",
    "missed",
    "complete",
    "completeness",
    "incomplete",
    "holes",
    "duplicate",
    "duplicates",
    "duplicated",
];
/// Words that name no subject of a comparison.
const SUBJECTLESS_WORDS: &[&str] = &["between", "everything", "figures", "metrics", "data"];
/// Words for a summary.
pub(super) const SUMMARY_WORDS: &[&str] =
    &["summarize", "summarise", "summary", "overview", "report"];
/// The tools that list the offers of every account, by their kind.
const OFFER_LISTS: [&str; 3] = [
    "market.list_items",
    "market.list_listings",
    "market.list_tokens",
];
/// The strength of a clear signal: more than a rare word in name, examples and description.
const STRONG: f64 = 11.0;
/// The strength of a measure without range and aggregate.
const MEDIUM: f64 = 7.0;
/// The strength of a tool that answers if the agent lacks the better one.
const WEAK: f64 = 3.0;
