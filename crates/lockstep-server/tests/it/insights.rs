//! `/insights/generate` over HTTP, and the accounts of `docs/insights.md`.

use std::path::Path;

use lockstep_store::{StoreError, Timestamp, Tx};
use lockstep_testkit::athletes::page::section;
use lockstep_testkit::athletes::{Athlete, Data, MadeUpData, SESSIONS_FILE, athletes};
use serde_json::{Value as Json, json};

use crate::app::{JUNE, TestApp, TestClient};

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

/// German sentences have the evidence of the English ones, and the list stays English.
#[tokio::test]
async fn sentences_are_in_the_language_of_the_request() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    ada.post("/v1/sfdp/data", json!({ "data": rising() }))
        .await
        .ok();
    let path = "/v1/sfdp/insights/generate";
    let ask = async |language: &str| {
        let body = json!({ "types": ["trend"], "language": language });
        ada.post(path, body).await
    };
    let english = ask("en").await.ok()["insights"][0].clone();
    let german = ask("de").await.ok()["insights"][0].clone();
    assert_eq!(german["metadata"], english["metadata"]);
    let text = german["description"].as_str().unwrap();
    assert!(text.starts_with("Ihr Ruhepuls stieg in "), "{text}");
    assert!(text.contains(" von etwa "), "{text}");
    let listed = ada.get("/v1/sfdp/insights?limit=1").await.ok();
    let newest = &listed["insights"][0];
    assert_eq!(newest["id"], german["id"]);
    assert_eq!(newest["description"], english["description"]);
    ask("fr").await.refused(400, "INVALID_REQUEST");
}

/// A generated insight is listed and found by its names, never by its values, until it is removed with its row.
#[tokio::test]
async fn generated_insights_are_listed_and_searched_for_some_minutes() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    ada.post("/v1/sfdp/data", json!({ "data": rising() }))
        .await
        .ok();
    let path = "/v1/sfdp/insights";
    assert_eq!(ada.get(path).await.ok()["insights"], json!([]));
    let made = ada
        .post(&format!("{path}/generate"), json!({ "types": ["trend"] }))
        .await
        .ok();
    let made = made["insights"][0].clone();
    assert_eq!(ada.get(path).await.ok()["insights"], json!([made]));
    assert_eq!(bob.get(path).await.ok()["insights"], json!([]));
    ada.get(&format!("{path}?limit=101"))
        .await
        .refused(400, "INVALID_REQUEST");
    let found = async |caller: &TestClient, query: &str| {
        let path = format!("/v1/agents/search?query={query}");
        let found = caller.get(&path).await.ok();
        let records = found["records"].as_array().unwrap().iter();
        let insights = records.filter(|record| record["kind"] == "insight");
        insights
            .map(|record| record["id"].clone())
            .collect::<Vec<_>>()
    };
    let id = made["id"].as_str().unwrap();
    for query in ["insights%20resting", "trend%20heart", id] {
        assert_eq!(found(&ada, query).await, [json!(id)], "{query}");
        assert!(found(&bob, query).await.is_empty());
    }
    assert!(found(&ada, "increasing").await.is_empty());

    // Long ago.
    let aged = |tx: &mut Tx<'_>| tx.execute("UPDATE told_insight SET at = 1", &[]).map(drop);
    let aged = app.state().db.write::<_, StoreError, _>("test.aged", aged);
    aged.await.unwrap();
    let mut jobs = lockstep_fitness::CAPABILITY.jobs.iter();
    let job = jobs.find(|job| job.name == "fitness.forget_insights");
    (job.unwrap().run)(app.state().clone()).await.unwrap();
    assert_eq!(ada.get(path).await.ok()["insights"], json!([]));
    assert!(found(&ada, id).await.is_empty());
}

#[tokio::test]
async fn insights_that_cannot_be_removed_delay_no_others() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    for user in [&ada, &bob] {
        let sent = user.post("/v1/sfdp/data", json!({ "data": rising() }));
        sent.await.ok();
        let body = json!({ "types": ["trend"] });
        let made = user.post("/v1/sfdp/insights/generate", body).await.ok();
        assert_eq!(made["insights"].as_array().unwrap().len(), 1);
    }
    let write = async |statements: Vec<String>| {
        let run = move |tx: &mut Tx<'_>| {
            statements
                .iter()
                .try_for_each(|sql| tx.execute(sql, &[]).map(drop))
        };
        let written = app.state().db.write::<_, StoreError, _>("test.aged", run);
        written.await.unwrap();
    };
    write(vec![
        format!(
            "INSERT INTO told_insight(user_id, id, at, body)
             SELECT 'nobody', id, at, body FROM told_insight WHERE user_id = '{}'",
            bob.id
        ),
        "UPDATE told_insight SET at = 1".to_owned(),
        format!(
            "CREATE TRIGGER trap BEFORE DELETE ON told_insight WHEN OLD.user_id = '{}'
             BEGIN SELECT RAISE(ABORT, 'refused by the test'); END",
            ada.id
        ),
    ])
    .await;
    let accounts = async || {
        let read = |tx: &Tx<'_>| {
            let sql = "SELECT user_id FROM told_insight";
            tx.query(sql, &[], |row| row.at::<String>(0))
        };
        let read = app
            .state()
            .db
            .read::<_, StoreError, _>("test.accounts", read);
        read.await.unwrap()
    };
    let mut jobs = lockstep_fitness::CAPABILITY.jobs.iter();
    let job = jobs.find(|job| job.name == "fitness.forget_insights");
    let run = job.unwrap().run;
    // The error is reported, for the log.
    run(app.state().clone()).await.unwrap_err();
    assert_eq!(accounts().await, [ada.id.as_str()]);
    write(vec!["DROP TRIGGER trap".to_owned()]).await;
    run(app.state().clone()).await.unwrap();
    assert!(accounts().await.is_empty());
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

/// Sends the data of an account and returns its insights and metrics; `None` without the published tables.
async fn answers(app: &TestApp, athlete: &Athlete) -> Option<(Json, Json)> {
    let user = app.user(athlete.name).await;
    if let Some(profile) = &athlete.profile {
        user.put("/v1/sfdp/profile", profile.clone()).await.ok();
    }
    match athlete.data {
        Data::MadeUp(made_up) => {
            let MadeUpData { points, sessions } = made_up();
            for part in points.chunks(10_000) {
                let sent = user.post("/v1/sfdp/data", json!({ "data": part })).await;
                assert_eq!(sent.ok()["success"], true);
            }
            if !sessions.is_empty() {
                let log = serde_json::to_vec(&sessions).unwrap();
                let imported = user.import_named(SESSIONS_FILE, log).await.ok();
                assert_eq!(
                    imported["activities"].as_array().unwrap().len(),
                    sessions.len()
                );
            }
        }
        Data::Published {
            participant,
            tables,
        } => {
            let folder = lockstep_testkit::recordings()?;
            for table in tables {
                let table = std::fs::read(folder.join("wellness").join(table)).unwrap();
                user.import_of(table, Some(participant)).await.ok();
            }
        }
    }
    let insights = user.post("/v1/sfdp/insights/generate", json!({})).await;
    let path = format!("/v1/sfdp/metrics?metrics={}", athlete.metrics.join(","));
    Some((insights.ok(), user.get(&path).await.ok()))
}

/// The ten accounts of the page: their sections are those of the server, and no insight is one that a coach
/// would strike out.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_accounts_of_the_insights_page_match_the_server() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/insights.md");
    let page = std::fs::read_to_string(page).unwrap();
    let all = athletes();
    assert_eq!((all.len(), page.matches("\n## ").count()), (10, 10));
    let app = TestApp::start().await;
    let (mut total, mut anomalies) = (0, 0);
    for athlete in &all {
        let Some((insights, metrics)) = answers(&app, athlete).await else {
            continue;
        };
        let heading = format!("\n## {}\n", athlete.title);
        let at = page.find(&heading).unwrap_or_else(|| panic!("{heading}"));
        let rest = &page[at + 1..];
        let shown = &rest[..rest.find("\n## ").unwrap_or(rest.len())];
        assert_words(shown, &section(athlete, &insights, &metrics));
        let insights = insights["insights"].as_array().unwrap();
        insights
            .iter()
            .for_each(|insight| assert_sound(athlete, insight));
        // Five for each of the five weeks that the 30 days touch.
        assert!(insights.len() <= 25, "{}", athlete.name);
        let of_account = insights
            .iter()
            .filter(|one| one["type"] == "anomaly")
            .count();
        // A third, but at least one.
        assert!(3 * of_account <= insights.len().max(3), "{}", athlete.name);
        let mut rules: Vec<_> = insights
            .iter()
            .map(|one| {
                let about = &one["metadata"];
                let sport = &about["evidence"]["sport"];
                format!("{} {} {sport}", about["rule"], about["metric"])
            })
            .collect();
        rules.sort();
        rules.dedup();
        assert_eq!(
            rules.len(),
            insights.len(),
            "{}: one cause twice",
            athlete.name
        );
        total += insights.len();
        anomalies += of_account;
    }
    assert!(
        total >= 12 && 3 * anomalies < total,
        "{anomalies} of {total}"
    );
}

/// Asserts the invariants of each insight of each account.
fn assert_sound(athlete: &Athlete, insight: &Json) {
    let name = athlete.name;
    let (kind, text) = (&insight["type"], insight["description"].as_str().unwrap());
    let confidence = insight["confidence"].as_f64().unwrap();
    assert!(kind != "anomaly" || confidence < 0.9, "{name}: {insight}");
    let least = match insight["metadata"]["impact"].as_str() {
        Some("high") => 0.7,
        Some("medium") => 0.4,
        _ => 0.0,
    };
    assert!(confidence >= least, "{name}: {insight}");
    // The finding, and why it matters.
    assert!(text.matches(". ").count() >= 1, "{name}: {text}");
    assert!(
        insight["metadata"]["evidence"].is_object(),
        "{name}: {insight}"
    );
    let advice = insight["metadata"]["recommendations"].to_string();
    for silly in SILLY.iter().filter(|silly| silly.0 == name) {
        assert!(
            !advice.contains(silly.1) && !text.contains(silly.1),
            "{name}: {insight}"
        );
    }
}

/// Words that must not be told to an account.
const SILLY: &[(&str, &str)] = &[
    ("taper", "a fixed daily walk"),
    ("taper", "fewer than"),
    ("triathlete", "long sessions"),
    ("triathlete", "training can go on as planned"),
    ("cyclist", "1638"),
    ("cyclist", "6553"),
    ("swimmer", "214"),
    ("shifts", "training can go on as planned"),
    ("returner", "You went as hard as before"),
    ("walker", "moderate-equivalent"),
    ("beginner", "km/h"),
    ("swimmer", "km/h"),
    ("returner", "as planned"),
    ("returner", "min a day on the days"),
    ("taper", "best day"),
    ("swimmer", "above your own usual"),
    ("steps-only", "about as many"),
    ("shifts", "rest less"),
];

/// Asserts equal words; of numbers, the four digits that the page shows.
fn assert_words(shown: &str, found: &str) {
    let words = |text: &'_ str| -> Vec<String> {
        text.split(|sign: char| !(sign.is_alphanumeric() || "-.".contains(sign)))
            .map(|word| word.trim_end_matches('.').to_owned())
            .filter(|word| !word.is_empty())
            .collect()
    };
    let (shown_words, found_words) = (words(shown), words(found));
    let pairs = shown_words.iter().zip(&found_words);
    let differs = pairs.into_iter().find(|(shown, found)| {
        let numbers = shown.parse::<f64>().ok().zip(found.parse::<f64>().ok());
        match numbers {
            Some((shown, found)) => (shown - found).abs() > 2e-3 * found.abs(),
            None => shown != found,
        }
    });
    assert!(
        differs.is_none() && shown_words.len() == found_words.len(),
        "{differs:?}: run `cargo xtask insights`\n{shown}\n{found}"
    );
}
