//! `/insights/generate` over HTTP, and the examples of `docs/insights.md`.

use std::path::Path;

use lockstep_store::Timestamp;
use serde_json::{Value as Json, json};

use crate::app::{Anyone, JUNE, TestApp};

/// Resting heart rates of 40 mornings that rise by half a beat a day.
fn rising() -> Json {
    let points: Vec<Json> = (0..40)
        .map(|day| {
            json!({
                "timestamp": Timestamp((JUNE + day * 86_400 + 6 * 3600) * 1000).to_string(),
                "type": "resting_heart_rate", "value": (50.0 + 0.5 * day as f64).round(),
                "unit": "bpm", "device": "watch",
            })
        })
        .collect();
    json!(points)
}

#[tokio::test]
async fn a_trend_is_found_in_stored_and_in_sent_points() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let path = "/v1/sfdp/insights/generate";

    let none = ada.post(path, json!({})).await.ok();
    assert_eq!(none["insights"], json!([]));
    assert!(
        !none["skipped"].as_array().unwrap().is_empty(),
        "gives the reason: {none}"
    );

    ada.post("/v1/sfdp/data", json!({ "data": rising() }))
        .await
        .ok();
    let stored = ada.post(path, json!({ "types": ["trend"] })).await.ok();
    let trend = &stored["insights"][0];
    assert_eq!(trend["type"], "trend");
    assert_eq!(trend["metadata"]["metric"], "resting_heart_rate");
    assert_eq!(trend["metadata"]["trend"], "increasing");
    assert!(trend["id"].as_str().unwrap().starts_with("ins_"));
    assert!(stored["processingTime"].is_number());

    // Another account has no insights. The points that it sends with the request are used and not
    // stored.
    let bob = app.user("bob").await;
    let body = json!({ "types": ["trend"], "dataPoints": rising() });
    let sent = bob.post(path, body).await.ok();
    assert_eq!(sent["insights"][0]["metadata"], trend["metadata"]);
    assert_eq!(bob.get("/v1/sfdp/data").await.ok()["total"], 0);
}

#[tokio::test]
async fn invalid_parameters_are_named() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for (body, parameter) in [
        (json!({ "types": ["fortune"] }), "types[0]"),
        (json!({ "timeframe": "soon" }), "timeframe"),
        (json!({ "timeframe": "P10Y" }), "timeframe"),
        (
            json!({ "dataPoints": [{ "timestamp": "x" }] }),
            "dataPoints[0]",
        ),
        (json!({ "dataPoint": [] }), "dataPoint"),
    ] {
        let answer = ada.post("/v1/sfdp/insights/generate", body.clone()).await;
        let refusal = answer.refused(400, "INVALID_REQUEST");
        let named = refusal["details"]["parameter"].as_str().unwrap_or_default();
        assert!(named.starts_with(parameter), "{body}: {refusal}");
    }
}

/// A participant of `docs/insights.md`.
struct Participant {
    id: String,
    tables: &'static [&'static str],
    profile: Json,
    insights: Vec<Example>,
}

/// An insight of `docs/insights.md`: the text between `- ` and the confidence, and its evidence.
struct Example {
    kind: String,
    description: String,
    rule: String,
    evidence: String,
}

#[tokio::test]
async fn the_examples_of_the_insights_page_match_the_server() {
    let Some(folder) = lockstep_testkit::recordings() else {
        return;
    };
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/insights.md");
    let participants = participants(&std::fs::read_to_string(page).unwrap());
    let examples = participants.iter().map(|one| one.insights.len());
    assert_eq!(examples.sum::<usize>(), 10);
    let app = TestApp::start().await;
    for participant in &participants {
        let user = app.user(&format!("p-{}", participant.id)).await;
        user.put("/v1/sfdp/profile", participant.profile.clone())
            .await
            .ok();
        import(&user, participant, &folder).await;
        let answer = user.post("/v1/sfdp/insights/generate", json!({})).await;
        let answer = answer.ok();
        for example in &participant.insights {
            let insights = answer["insights"].as_array().unwrap();
            let found = insights.iter().find(|insight| {
                insight["type"] == *example.kind
                    && insight["description"] == *example.description
                    && insight["metadata"]["rule"] == *example.rule
            });
            let found = found.unwrap_or_else(|| panic!("{}: {answer}", example.description));
            assert_evidence(&example.evidence, &found["metadata"]["evidence"]);
        }
    }
}

async fn import(user: &Anyone, participant: &Participant, folder: &Path) {
    for table in participant.tables {
        let table = std::fs::read(folder.join("wellness").join(table)).unwrap();
        user.import_of(table, Some(&participant.id)).await.ok();
    }
}

/// Asserts equality to four digits, which the page shows of each number.
fn assert_evidence(shown: &str, evidence: &Json) {
    if let Some(rule) = shown.strip_prefix("because of ") {
        assert_eq!(evidence["because"]["rule"], rule.trim_matches('`'));
        return;
    }
    let shown: Json = serde_json::from_str(shown.trim_matches('`')).unwrap();
    assert!(nearly(&shown, evidence), "{shown} {evidence}");
}

fn nearly(shown: &Json, evidence: &Json) -> bool {
    match (shown, evidence) {
        (Json::Number(shown), Json::Number(exact)) => {
            let (shown, exact) = (shown.as_f64().unwrap(), exact.as_f64().unwrap());
            (shown - exact).abs() <= exact.abs() * 0.5e-3
        }
        (Json::Array(shown), Json::Array(all)) => {
            let mut pairs = shown.iter().zip(all);
            shown.len() == all.len() && pairs.all(|(shown, one)| nearly(shown, one))
        }
        (Json::Object(shown), Json::Object(all)) => {
            let mut fields = shown.iter();
            shown.len() == all.len() && fields.all(|(name, shown)| nearly(shown, &all[name]))
        }
        _ => shown == evidence,
    }
}

fn participants(page: &str) -> Vec<Participant> {
    let mut participants: Vec<Participant> = Vec::new();
    let mut tables: &'static [&'static str] = &[];
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        match line {
            "## LifeSnaps" => tables = &["lifesnaps-daily.csv"],
            "## Fitbit tables" => tables = &["fitbit-daily-activity.csv", "fitbit-sleep-day.csv"],
            _ => {}
        }
        if let Some(id) = line.strip_prefix("### ") {
            participants.push(Participant {
                id: id.to_owned(),
                tables,
                profile: json!({}),
                insights: Vec::new(),
            });
        }
        let Some(participant) = participants.last_mut() else {
            continue;
        };
        if let Some((_, profile)) = line.split_once("; profile: ") {
            participant.profile = profile_of(profile);
        }
        if let Some(insight) = line.strip_prefix("- **") {
            let (kind, rest) = insight.split_once("** ").unwrap();
            let (description, rest) = rest.rsplit_once(" (`").unwrap();
            let (rule, _) = rest.split_once('`').unwrap();
            let evidence = lines.next().and_then(|line| line.strip_prefix("  - "));
            participant.insights.push(Example {
                kind: kind.to_owned(),
                description: description.to_owned(),
                rule: rule.to_owned(),
                evidence: evidence.unwrap().to_owned(),
            });
        }
    }
    participants
}

/// Parses `female, goal 8000 steps a day.`
fn profile_of(text: &str) -> Json {
    let mut profile = json!({});
    for part in text.trim_end_matches('.').split(", ") {
        if let Some(goal) = part.strip_prefix("goal ") {
            let target: f64 = goal.split(' ').next().unwrap().parse().unwrap();
            profile["goals"] = json!([{ "metric": "steps", "target": target }]);
        } else if part != "empty" {
            profile["sex"] = part.into();
        }
    }
    profile
}
