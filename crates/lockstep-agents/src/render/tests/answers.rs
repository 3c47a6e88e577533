//! Questions and the words of their answers: what the understanding calls, rendered from recorded outputs.

use serde_json::{Map, Value as Json, json};

use super::super::rendered;
use crate::understanding::{Interpretation, asked};

/// Answers a question from an output of the tool that it should call.
fn answer(question: &str, tool: &str, output: &Json) -> String {
    let Interpretation::Call(call) = asked(question) else {
        panic!("{question}: {:?}", asked(question));
    };
    assert_eq!(call.tool, tool, "{question}");
    rendered((tool, &call.arguments), output, &call.selection, 10).content
}

/// Two buckets of a chart: the second has the greatest value and the lower mean.
fn chart() -> Json {
    json!({
        "startDate": "2026-05-01T00:00:00.000Z", "endDate": "2026-05-31T23:59:59.999Z", "timeZone": "UTC",
        "bucketStarts": ["2026-05-01T00:00:00.000Z", "2026-05-16T00:00:00.000Z"],
        "series": [{ "type": "heart_rate", "unit": "/min", "count": [10, 20], "mean": [157.3, 120.0],
            "min": [60.0, 48.0], "max": [160.0, 183.0] }],
    })
}

fn days() -> Json {
    let row = |day: u32, steps: Json| {
        json!({ "start": format!("2026-05-0{day}T00:00:00.000Z"), "end": format!("2026-05-0{day}T23:59:59.999Z"),
            "metrics": { "steps": steps }, "reasons": {} })
    };
    json!({
        "basis": { "range": { "start": "2026-05-01T00:00:00.000Z", "end": "2026-05-03T23:59:59.999Z" },
            "reasons": {}, "timeZone": "UTC" },
        "metrics": { "steps": 9000 },
        "intervals": [row(1, json!(4000)), row(2, json!(null)), row(3, json!(5000))],
    })
}

fn curve() -> Json {
    let point = |seconds: u32, value: f64| json!({ "durationSeconds": seconds, "value": value, "date": "2026-05-03" });
    json!({
        "type": "power", "unit": "W", "startDate": "2026-01-01T00:00:00.000Z", "endDate": "2026-06-17T23:59:59.999Z",
        "points": [point(5, 800.0), point(60, 400.0), point(300, 300.0), point(1200, 250.4), point(1800, 240.0)],
        "model": { "critical": 231.26, "standardError": 4.0, "residuals": [] },
    })
}

fn quality() -> Json {
    let report = |name: &str, missing: &[&str]| json!({ "type": name, "count": 5, "days": 5, "missing": missing, "missingDays": missing.len(), "uncounted": 0 });
    json!({
        "startDate": "2026-05-18", "endDate": "2026-06-16", "silentDevices": [],
        "types": [report("steps", &["2026-06-01"]), report("weight", &["2026-06-02", "2026-06-03"]),
            report("sleep_duration", &[])],
    })
}

fn activities() -> Json {
    let activity = |id: &str, meters: f64, seconds: f64| {
        json!({ "id": format!("act_01h455vb4pex5vsknk084sn{id}"), "start": "2026-06-09T06:00:00.000Z",
            "sport": "running", "distanceMeters": meters, "movingSeconds": seconds })
    };
    json!({
        "activities": [activity("02q", 10_000.0, 3600.0), activity("03r", 5_000.0, 1800.0)],
        "hasMore": false, "nextCursor": null, "damaged": [],
    })
}

fn no_activities() -> Json {
    json!({ "activities": [], "hasMore": false, "nextCursor": null, "damaged": [] })
}

fn page_of_activities() -> Json {
    let mut page = activities();
    page["hasMore"] = json!(true);
    page["nextCursor"] = json!("c");
    page
}

fn points() -> Json {
    json!({ "data": [], "hasMore": true, "nextCursor": "c", "total": 445_744 })
}

fn imports() -> Json {
    let import = |file: &str, started: &str| {
        json!({ "id": "imp_01h455vb4pex5vsknk084sn02q", "file": file, "format": "FIT", "state": "complete",
            "processedCount": 5, "errorCount": 0, "startedAt": started, "finishedAt": started })
    };
    json!({
        "imports": [import("morning.fit", "2026-06-09T06:00:00.000Z"), import("evening.fit", "2026-06-15T18:00:00.000Z")],
        "hasMore": false, "nextCursor": null, "damaged": 0,
    })
}

fn ledger() -> Json {
    let entry = |amount: f64, kind: &str, time: &str| {
        json!({ "id": "x", "amount": amount, "balance": 0.0, "currency": "EUR", "type": kind, "timestamp": time,
            "reference": "pur_01h455vb4pex5vsknk084sn02q" })
    };
    json!({
        "balances": [{ "balance": 11.5, "currency": "EUR" }],
        "entries": [entry(12.5, "purchase", "2026-06-10T06:00:00.000Z"), entry(-4.0, "purchase", "2026-06-09T06:00:00.000Z"),
            entry(3.0, "purchase", "2026-05-09T06:00:00.000Z")],
        "nextCursor": null,
    })
}

fn empty_chart() -> Json {
    json!({
        "startDate": "2026-06-15T22:00:00.000Z", "endDate": "2026-06-16T21:59:59.999Z", "timeZone": "Europe/Berlin",
        "bucketStarts": ["2026-06-15T22:00:00.000Z"],
        "series": [{ "type": "power", "unit": "W", "count": [0], "mean": [null], "min": [null], "max": [null] }],
    })
}

fn chart_of_one() -> Json {
    json!({
        "startDate": "2026-06-11T00:00:00.000Z", "endDate": "2026-06-17T23:59:59.999Z", "timeZone": "UTC",
        "bucketStarts": ["2026-06-16T06:00:00.000Z"],
        "series": [{ "type": "weight", "unit": "kg", "count": [1], "mean": [62.7], "min": [62.7], "max": [62.7] }],
    })
}

/// A question, the tool that answers it, its output, and words that the answer has and does not have.
type AnswerRow = (
    &'static str,
    &'static str,
    fn() -> Json,
    &'static [&'static str],
    &'static [&'static str],
);

/// Questions with the tool that answers, its output, and words that the answer has and does not have.
const ROWS: &[AnswerRow] = &[
    (
        "what was my highest heart rate in may?",
        "points.series",
        chart,
        &[
            "highest heart rate from 2026-05-01 to 2026-05-31 is 183 bpm",
            "over 30 points",
            "2026-05-16",
        ],
        &["157", "value"],
    ),
    (
        "lowest heart rate in may",
        "points.series",
        chart,
        &["lowest heart rate", "48 bpm"],
        &["120"],
    ),
    (
        "max HR ever?",
        "points.series",
        chart,
        &["up to 2026-06-17 is 183 bpm"],
        &["1970"],
    ),
    (
        "steps per day in may",
        "metrics.read",
        days,
        &[
            "| from | to | steps |",
            "| 2026-05-01 | 2026-05-01 | 4000 |",
            "| 2026-05-02 | 2026-05-02 | – |",
        ],
        &[],
    ),
    (
        "average steps in may",
        "metrics.read",
        days,
        &["The mean steps of a day from 2026-05-01 to 2026-05-03 is 4500, over 2 days with data."],
        &["9000"],
    ),
    (
        "most steps in may",
        "metrics.read",
        days,
        &["highest steps of a day", "5000 (on 2026-05-03)"],
        &["9000"],
    ),
    (
        "how many days did I reach 4500 steps in may?",
        "metrics.read",
        days,
        &[
            "1 of 2 days with data from 2026-05-01 to 2026-05-03 had steps of at least 4500: 2026-05-03.",
        ],
        &["9000"],
    ),
    (
        "best 20 minute power this year",
        "metrics.curve",
        curve,
        &[
            "- 20 min: 250.4 W (2026-05-03)",
            "critical power, which is close to FTP: 231.3 W",
        ],
        &["800", "entries"],
    ),
    (
        "best 25 minute power this year",
        "metrics.curve",
        curve,
        &["25 min: not known", "20 min", "30 min"],
        &[],
    ),
    (
        "power curve",
        "metrics.curve",
        curve,
        &["- 5 s: 800 W", "- 1 min: 400 W", "- 5 min: 300 W"],
        &["30 min"],
    ),
    (
        "which day am I missing weight",
        "quality.check",
        quality,
        &["weight: 5 points on 5 days, 2 days without data (2026-06-02, 2026-06-03)"],
        &["steps", "sleep"],
    ),
    (
        "is there a gap in my sleep data",
        "quality.check",
        quality,
        &["sleep duration", "no day without data"],
        &["weight"],
    ),
    (
        "how many heart rate points do I have",
        "points.read",
        points,
        &["There are 445744 points of heart rate."],
        &["1000"],
    ),
    (
        "my imports last week",
        "imports.list",
        imports,
        &["1 import from 2026-06-08 to 2026-06-14:", "morning.fit"],
        &["evening.fit"],
    ),
    (
        "my imports on 3 June",
        "imports.list",
        imports,
        &["There are no imports on 2026-06-03."],
        &["|"],
    ),
    (
        "my transfers last week",
        "market.read_ledger",
        ledger,
        &[
            "Balance: 11.50 EUR.",
            "Received from 2026-06-08 to 2026-06-14: 12.50 EUR. Spent: 4.00 EUR.",
            "2026-06-10 06:00 UTC: sale, 12.50 EUR",
        ],
        &["2026-05-09", "Older"],
    ),
    (
        "power yesterday",
        "points.series",
        empty_chart,
        &["There are no points of power"],
        &["series", "|"],
    ),
    (
        "heart rate above 180 in may",
        "points.series",
        chart,
        &["1 interval:", "183"],
        &["157"],
    ),
    (
        "heart rate above 190 in may",
        "points.series",
        chart,
        &["There are no such points of heart rate from 2026-05-01 to 2026-05-31."],
        &["183"],
    ),
    (
        "how much do I weigh?",
        "points.series",
        chart_of_one,
        &[
            "The only point of weight",
            "is 62.7 kg (in the interval from 2026-06-16 06:00 UTC).",
        ],
        &["|"],
    ),
    (
        "how many hours did I train last week?",
        "activities.list",
        activities,
        &["The total duration from 2026-06-08 to 2026-06-14 is 1 h 30 min, over 2 activities."],
        &["records"],
    ),
    (
        "how many km did I run last week?",
        "activities.list",
        activities,
        &["The total distance from 2026-06-08 to 2026-06-14 is 15 km"],
        &[],
    ),
    (
        "how many times did I run last week?",
        "activities.list",
        page_of_activities,
        &[
            "2 running activities from 2026-06-08 to 2026-06-14.",
            "Only 2 records were read; there are more.",
        ],
        &[],
    ),
    (
        "how was my ride yesterday?",
        "activities.list",
        no_activities,
        &["There are no cycling activities on 2026-06-16."],
        &["|"],
    ),
];

#[test]
fn answers_have_the_words_of_the_question() {
    for (question, tool, output, expected, absent) in ROWS {
        let text = answer(question, tool, &output());
        for words in *expected {
            assert!(
                text.contains(words),
                "{question}: {words:?} is not in {text}"
            );
        }
        for words in *absent {
            assert!(!text.contains(words), "{question}: {words:?} is in {text}");
        }
    }
}

#[test]
fn figures_of_two_periods_are_subtracted() {
    let Interpretation::Call(call) = asked("compare my average steps in May with April") else {
        panic!("{:?}", asked("compare my average steps in May with April"));
    };
    assert!(call.compared_with.is_some(), "{call:?}");
    let (first, mut second) = (days(), days());
    second["intervals"][0]["metrics"]["steps"] = json!(3000);
    let each = [&first, &second]
        .map(|output| rendered((&call.tool, &call.arguments), output, &call.selection, 10));
    let periods = ["May".to_owned(), "April".to_owned()];
    let [one, other] = each;
    let text =
        super::super::comparison((&first, &second), (one, other), periods, &call.selection).content;
    assert!(text.ends_with("- steps: +500 (+12.5 %)"), "{text}");
}

/// A list of days that is cut off says how many it leaves out.
#[test]
fn counted_days_beyond_the_named_ones_are_stated() {
    let row = |month: u32, day: u32| {
        let time = |hour: &str| format!("2026-0{month}-{day:02}T{hour}Z");
        json!({ "start": time("00:00:00.000"), "end": time("23:59:59.999"), "metrics": { "steps": 5000 }, "reasons": {} })
    };
    let rows: Vec<Json> = (3..=5)
        .flat_map(|month| (1..=28).map(move |day| row(month, day)))
        .collect();
    let mut output = days();
    output["intervals"] = Json::Array(rows);
    let question = "how many days did I reach 4500 steps in may?";
    let text = answer(question, "metrics.read", &output);
    assert!(text.starts_with("84 of 84 days"), "{text}");
    assert!(text.ends_with("2026-05-06, and 22 later ones."), "{text}");
}

#[test]
fn a_search_without_records_says_so() {
    let output =
        json!({ "records": [], "total": 0, "examined": 5, "skipped": [], "incomplete": false });
    let input = Map::from_iter([("query".to_owned(), json!("tredmill"))]);
    let text = rendered(("search.find", &input), &output, &Default::default(), 10).content;
    assert_eq!(
        text,
        "No record and no section of the documentation has the words “tredmill”."
    );
}

#[test]
fn an_unknown_metric_has_its_reason_in_words() {
    let output = json!({
        "basis": { "range": { "start": "2026-05-01T00:00:00.000Z", "end": "2026-05-01T23:59:59.999Z" },
            "coverage": { "sleepDays": 0, "stepsDays": 2 },
            "reasons": { "sleepDuration": "the range has no plausible sleep_duration", "steps": "another reason" } },
        "metrics": { "sleepDuration": null, "steps": null },
    });
    let text = rendered(
        ("metrics.read", &Map::new()),
        &output,
        &Default::default(),
        10,
    )
    .content;
    assert!(
        text.contains(
            "sleep duration: unknown (there are no points of sleep duration in this period)"
        ),
        "{text}"
    );
    assert!(text.contains("steps: unknown (another reason)"), "{text}");
}
