//! Insights of points that went through the store, and of points that come with the request.

use lockstep_store::id::UserId;
use lockstep_store::{Actor, SystemEntropy};
use proptest::prelude::*;
use serde_json::Value as Json;

use super::*;
use crate::testing::Fixture;
use lockstep_points::StorageOptions;
use lockstep_points::columns::Batch;

/// A server with one account.
struct Account {
    fixture: Fixture,
    owner: Owner,
}

impl Account {
    fn new() -> Self {
        let now: Timestamp = "2026-11-20T12:00:00Z".parse().unwrap();
        Self {
            fixture: Fixture::new(now),
            owner: Owner {
                user: UserId::generate(now, &SystemEntropy),
                actor: Actor::system(),
            },
        }
    }

    fn ask(&self, points: Option<&Json>) -> Result<InsightsAnswer, ApiError> {
        self.ask_in(Language::English, points)
    }

    fn ask_in(
        &self,
        language: Language,
        points: Option<&Json>,
    ) -> Result<InsightsAnswer, ApiError> {
        let request = Request {
            points: points.map(|points| RawValue::from_string(points.to_string()).unwrap()),
            language,
            ..Request::default()
        };
        let asked = generate(
            &self.fixture.state,
            self.owner.clone(),
            request,
            |id, insight, _| json!([id, insight.description]).to_string(),
        );
        self.fixture.runtime.block_on(asked)
    }

    fn store(&self, points: &Json) {
        let array = RawValue::from_string(points.to_string()).unwrap();
        let mut batch = Batch::default();
        for series in parse_sent_points(&array, self.fixture.state.clock.now()).unwrap() {
            for index in 0..series.columns.len() {
                batch.push(&lockstep_formats::Point {
                    timestamp: series.columns.timestamps()[index],
                    kind: &series.kind,
                    value: series.columns.values()[index],
                    unit: &series.columns.units()[0].unit,
                    device: &series.device,
                    confidence: None,
                    metadata: None,
                });
            }
        }
        self.fixture
            .append(&self.owner.user, batch, StorageOptions::default());
    }
}

/// Eighty days of a rising resting heart rate, steps with one outstanding day, short sleep, and an
/// hour's ride whose heart rate drifts.
fn history(weeks_later: i64) -> Vec<Json> {
    let begin = 1_756_684_800_000 + weeks_later * 7 * 86_400_000;
    let mut points = Vec::new();
    let mut point = |at: i64, kind: &str, value: f64, unit: &str| {
        points.push(json!({
            "timestamp": Timestamp(at).to_string(), "type": kind, "value": value, "unit": unit,
            "device": "watch",
        }));
    };
    for day in 0..80_i64 {
        let at = begin + day * 86_400_000 + 25_200_000;
        let wobble = (day * 7 % 5) as f64;
        point(
            at,
            "resting_heart_rate",
            50.0 + 0.2 * day as f64 + wobble / 4.0,
            "bpm",
        );
        let steps = if day == 70 {
            60_000.0
        } else {
            7000.0 + 300.0 * wobble
        };
        point(at, "steps", steps, "count");
        point(at, "sleep_duration", 6.0, "h");
    }
    let ride = begin + 75 * 86_400_000 + 36_000_000;
    for nth in 0..=360_i64 {
        let at = ride + nth * 10_000;
        point(at, "power", 200.0, "W");
        point(
            at,
            "heart_rate",
            if nth < 180 { 130.0 } else { 145.0 },
            "bpm",
        );
    }
    points
}

/// The messages without ids and with replaced dates, so that they do not depend on the week.
fn told(answer: &InsightsAnswer) -> String {
    let insights: Vec<&Insight> = answer.insights.iter().map(|(_, insight)| insight).collect();
    let text = format!("{insights:?} {:?}", answer.skipped);
    let mut bytes = text.into_bytes();
    for at in 0..bytes.len().saturating_sub(9) {
        let is_date = bytes[at..at + 10].iter().enumerate().all(|(nth, byte)| {
            if nth == 4 || nth == 7 {
                *byte == b'-'
            } else {
                byte.is_ascii_digit()
            }
        });
        if is_date {
            bytes[at..at + 10].fill(b'#');
        }
    }
    String::from_utf8(bytes).unwrap()
}

#[test]
fn the_store_and_the_request_tell_the_same() {
    let account = Account::new();
    let history = Json::from(history(0));
    let given = account.ask(Some(&history)).unwrap();
    assert!(
        account.ask(None).unwrap().insights.is_empty(),
        "it was kept"
    );
    account.store(&history);
    let stored = account.ask(None).unwrap();
    // Points of a request have no history of training load, which is the only difference.
    let but_load = |answer: &InsightsAnswer| {
        let mut answer = answer.clone();
        answer
            .skipped
            .retain(|one| one.metric.as_deref() != Some("trainingLoad"));
        answer
    };
    assert_eq!(told(&but_load(&stored)), told(&but_load(&given)));
    assert_eq!(told(&account.ask(Some(&json!([]))).unwrap()), told(&stored));
    let mut rules: BTreeSet<&str> = stored.insights.iter().map(|(_, one)| one.rule).collect();
    // Of several insights with one cause, one names the others.
    for (_, insight) in &stored.insights {
        let also = insight.evidence["alsoSeen"].as_array();
        let also = also.into_iter().flatten();
        rules.extend(also.map(|one| one["rule"].as_str().unwrap()));
        rules.extend(insight.evidence["recommendationRule"].as_str());
    }
    for rule in [
        "trend.mann-kendall",
        "anomaly.hampel",
        "recovery.low",
        "recovery.resting-heart-rate",
        "recovery.sleep-debt",
        "performance.decoupling",
        "milestone.best",
    ] {
        assert!(rules.contains(rule), "{rule} is not among {rules:?}");
    }
    let mut rules = rules.iter();
    assert!(rules.any(|rule| rule.starts_with("recommendation.")));
    let ids: BTreeSet<&InsightId> = stored.insights.iter().map(|(id, _)| id).collect();
    assert_eq!(ids.len(), stored.insights.len());
}

/// The answer is German with the same evidence; what the account's streams and lists read stays English.
#[test]
fn the_answer_has_the_language_of_the_request() {
    let account = Account::new();
    let history = Json::from(history(0));
    let english = account.ask(Some(&history)).unwrap();
    let german = account.ask_in(Language::German, Some(&history)).unwrap();
    assert_eq!(german.insights.len(), english.insights.len());
    for ((_, english), (id, german)) in english.insights.iter().zip(&german.insights) {
        assert_eq!(german.evidence, english.evidence);
        assert_ne!(german.description, english.description);
        let listed = list(&account.fixture.state, &account.owner.user, 100);
        let listed = account.fixture.runtime.block_on(listed).unwrap();
        let expected = json!([id, english.description]).to_string();
        assert!(listed.contains(&expected), "{expected} {listed:?}");
    }
    let none = Account::new().ask_in(Language::German, None).unwrap();
    assert_eq!(none.skipped[0].reason, "es gibt keine Werte");
}

#[test]
fn nothing_gives_reasons() {
    let answer = Account::new().ask(None).unwrap();
    assert!(answer.insights.is_empty());
    assert_eq!(answer.skipped.len(), InsightKind::ALL.len());
    assert_eq!(answer.window, None);
}

#[test]
fn the_audit_log_records_counts_only() {
    let account = Account::new();
    account.store(&Json::from(history(0)));
    let count = account.ask(None).unwrap().insights.len();
    let read = account.fixture.state.db.read("events", |tx| {
        tx.query_one(
            "SELECT payload FROM event_outbox WHERE topic = 'insights.generated'",
            lockstep_store::params![],
            |row| row.at::<String>(0),
        )
    });
    let payload: Result<String, StoreError> = account.fixture.runtime.block_on(read);
    let payload: Json = serde_json::from_str(&payload.unwrap()).unwrap();
    assert_eq!(payload["count"], json!(count));
    let of_types = payload["types"].as_object().unwrap().values();
    let sum: u64 = of_types.map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(sum, count as u64);
    assert_eq!(payload["ids"].as_array().unwrap().len(), count);
    assert_eq!(payload.as_object().unwrap().len(), 3);
}

#[test]
fn points_with_faults_are_refused_by_place() {
    let good = json!({
        "timestamp": "2026-01-01T00:00:00Z", "type": "steps", "value": 1, "unit": "count", "device": "w",
    });
    let without_zone = json!({
        "timestamp": "2026-01-01T00:00:00", "type": "steps", "value": 1, "unit": "count", "device": "w",
    });
    let odd_unit = json!({
        "timestamp": "2026-01-01T00:00:00Z", "type": "power", "value": 1, "unit": "hp", "device": "w",
    });
    for (points, expected) in [
        (json!([good, without_zone]), "dataPoints[1]"),
        (json!([odd_unit, good]), "dataPoints[0]"),
        (json!([good, good, 7]), "dataPoints[2]"),
        (json!({}), "dataPoints"),
        (json!("points"), "dataPoints"),
    ] {
        let fault = Account::new().ask(Some(&points)).unwrap_err();
        assert_eq!(fault.details.unwrap()["parameter"], expected, "{points}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn order_and_whole_weeks_do_not_matter(
        points in Just(history(0)).prop_shuffle(),
        weeks in 1_i64..50,
    ) {
        let account = Account::new();
        let expected = told(&account.ask(Some(&Json::from(history(0)))).unwrap());
        prop_assert_eq!(&told(&account.ask(Some(&Json::from(points))).unwrap()), &expected);
        let later = account.ask(Some(&Json::from(history(weeks)))).unwrap();
        prop_assert_eq!(&told(&later), &expected);
    }
}
