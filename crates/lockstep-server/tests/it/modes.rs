//! Points under each mode over HTTP: reads, counts and computations are equal without a mode and under
//! Basic, FHE and ZK.

mod at_rest;
mod blocks;
mod keys;
mod needles;
mod secrecy;
mod stored_series;
mod totals;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use axum::http::Method;
use lockstep_store::StoreError;
use serde_json::{Value as Json, json};

use crate::app::{JUNE, TestApp, TestClient, points};

/// No mode, and every mode.
pub(crate) const MODES: [Option<&str>; 4] = [None, Some("Basic"), Some("FHE"), Some("ZK")];

/// Adds a mode to a `POST /data` body.
pub(crate) fn under(mode: Option<&str>, chunk_size: Option<u32>, mut body: Json) -> Json {
    let Some(mode) = mode else {
        // A size alone would ask for the default mode.
        return body;
    };
    body["encryptionMode"] = json!(mode);
    if let Some(size) = chunk_size {
        body["chunkSize"] = json!(size);
    }
    body
}

/// Returns a lower-case account name that contains the mode.
fn name(who: &str, mode: Option<&str>) -> String {
    format!("{who}-{}", mode.unwrap_or("none")).to_lowercase()
}

/// Returns every point in the order of the API, without its id, which depends on the series.
async fn every_point(caller: &TestClient) -> Vec<Json> {
    let mut all = Vec::new();
    let first = "/v1/sfdp/data?limit=10000".to_owned();
    let mut path = first.clone();
    loop {
        let mut page = caller.get(&path).await.ok();
        assert_eq!(page["skippedPoints"], Json::Null);
        for point in page["data"].as_array_mut().unwrap() {
            point.as_object_mut().unwrap().remove("id").unwrap();
            all.push(point.take());
        }
        let Some(cursor) = page["nextCursor"].as_str() else {
            assert_eq!(page["total"], all.len());
            return all;
        };
        path = format!("{first}&cursor={cursor}");
    }
}

/// Returns the form and the number of points of each chunk of an account that is stored under a
/// mode. The forms are 1 for columns, 2 for a ciphertext, 3 for columns with a commitment.
async fn chunks(app: &TestApp, user: &TestClient) -> Vec<(i64, i64)> {
    let user = user.id.clone();
    let read = app
        .state()
        .db
        .read::<_, StoreError, _>("test.chunks", move |tx| {
            tx.query(
                "SELECT codec, n FROM seg WHERE user_id = ?1 AND key_id IS NOT NULL
             ORDER BY series_id, t0",
                lockstep_store::params![&user],
                |row| Ok((row.at(0)?, row.at(1)?)),
            )
        });
    read.await.unwrap()
}

/// Returns the form of a full block of the mode.
fn form(mode: Option<&str>) -> i64 {
    match mode {
        Some("FHE") => 2,
        Some("ZK") => 3,
        _ => 1,
    }
}

/// Waits until a background result of the server holds.
pub(crate) async fn until(what: &str, holds: impl AsyncFn() -> bool) {
    let mut ticks = tokio::time::interval(Duration::from_millis(50));
    let seen = async {
        while !holds().await {
            ticks.tick().await;
        }
    };
    let seen = tokio::time::timeout(Duration::from_secs(60), seen).await;
    seen.unwrap_or_else(|_| panic!("never: {what}"));
}

impl TestClient {
    /// Sends a recording to be stored under a mode.
    async fn import_under(&self, file: Vec<u8>, mode: Option<&str>) -> crate::app::Answer {
        let part = reqwest::multipart::Part::bytes(file).file_name("recording");
        let mut form = reqwest::multipart::Form::new().part("file", part);
        if let Some(mode) = mode {
            form = form.text("encryptionMode", mode.to_owned());
        }
        let request = self.request(Method::POST, "/v1/sfdp/import");
        self.send(request.multipart(form)).await
    }
}

fn recordings() -> Option<Vec<(&'static str, Vec<u8>)>> {
    #[expect(clippy::disallowed_methods, reason = "tests find their data by it")]
    let folder = std::env::var("LOCKSTEP_TESTDATA");
    let folder = folder.unwrap_or_else(|_| "../../../shared/data".to_owned());
    let folder = PathBuf::from(folder).join("activities");
    if !folder.exists() {
        println!("skipped: no test data");
        return None;
    }
    let read = |name: &'static str| (name, std::fs::read(folder.join(name)).unwrap());
    Some(RECORDINGS.iter().map(|name| read(name)).collect())
}

/// Returns half a unit of the last decimal for each type of the catalogue: the rounding error of
/// FHE.
async fn halves(caller: &TestClient) -> BTreeMap<String, f64> {
    let types = caller.get("/v1/sfdp/types").await.ok();
    let types = types["types"].as_array().unwrap().iter();
    let half = |kind: &Json| {
        let decimals = kind["fixedPoint"]["decimals"].as_i64().unwrap();
        let name = kind["name"].as_str().unwrap().to_owned();
        (name, 0.5 * 10_f64.powi(-decimals as i32) + 1e-9)
    };
    types.map(half).collect()
}

/// Asserts equal points; under FHE, values within the rounding error of their type.
fn same(found: &[Json], sent: &[Json], halves: Option<&BTreeMap<String, f64>>, context: &str) {
    assert_eq!(found.len(), sent.len(), "{context}");
    for (found, sent) in found.iter().zip(sent) {
        let (mut rest, mut of) = (found.clone(), sent.clone());
        let (value, exact) = (rest["value"].take(), of["value"].take());
        assert_eq!(rest, of, "{context}");
        let kind = sent["type"].as_str().unwrap();
        let allowed = halves.map_or(0.0, |halves| halves[kind]);
        let off = value.as_f64().unwrap() - exact.as_f64().unwrap();
        assert!(off.abs() <= allowed, "{context}: {found}, not {sent}");
    }
}

/// Asserts equal JSON, except for ids and processing times; numbers may differ by `allowed` of
/// their size.
fn alike(found: &Json, expected: &Json, allowed: f64, at: &str) {
    match (found, expected) {
        (Json::Number(a), Json::Number(b)) => {
            let (a, b) = (a.as_f64().unwrap(), b.as_f64().unwrap());
            let near = (a - b).abs() <= allowed * b.abs().max(1.0);
            assert!(near, "{at}: {a}, not {b}");
        }
        (Json::Object(a), Json::Object(b)) => {
            let names = |of: &serde_json::Map<String, Json>| -> Vec<String> {
                of.keys().cloned().collect()
            };
            assert_eq!(names(a), names(b), "{at}");
            for (name, value) in a {
                if !matches!(&**name, "id" | "processingTime" | "createdAt" | "timestamp") {
                    alike(value, &b[name], allowed, &format!("{at}.{name}"));
                }
            }
        }
        (Json::Array(a), Json::Array(b)) => {
            assert_eq!(a.len(), b.len(), "{at}");
            for (nth, (a, b)) in a.iter().zip(b).enumerate() {
                alike(a, b, allowed, &format!("{at}[{nth}]"));
            }
        }
        (a, b) => assert_eq!(a, b, "{at}"),
    }
}

/// Returns the values computed from the stored points.
async fn computed(caller: &TestClient) -> Json {
    let profile = json!({ "maxHeartRate": 190, "restingHeartRate": 50, "sex": "female" });
    caller.put("/v1/sfdp/profile", profile).await.ok();
    let latest = caller.get("/v1/sfdp/metrics").await.ok();
    let more = "/v1/sfdp/metrics?startDate=2010-01-01&endDate=2026-12-31\
        &metrics=heartRateZones,trainingLoad,normalizedPower";
    let more = caller.get(more).await.ok();
    let charts = "/v1/sfdp/series?startDate=2010-01-01&endDate=2026-12-31\
        &types=heart_rate,power,altitude&buckets=50";
    let charts = caller.get(charts).await.ok();
    let curve = "/v1/sfdp/curves?type=heart_rate&startDate=2010-01-01&endDate=2026-12-31";
    let curve = caller.get(curve).await.ok();
    let insights = caller.post("/v1/sfdp/insights/generate", json!({ "timeframe": "P30D" }));
    json!([latest, more, insights.await.ok(), charts, curve])
}

/// Returns the lines of an export as CSV.
async fn table(caller: &TestClient) -> Vec<String> {
    let csv = caller.get("/v1/sfdp/export?format=csv").await;
    assert_eq!(csv.status, 200, "{csv}");
    let text = String::from_utf8(csv.bytes).unwrap();
    text.lines().map(ToOwned::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_recording_is_the_same_under_every_mode() {
    let Some(recordings) = recordings() else {
        return;
    };
    let app = TestApp::start().await;
    for (nth, (recording, file)) in recordings.into_iter().enumerate() {
        let who = format!("r{nth}");
        let plain = app.user(&name(&who, None)).await;
        let halves = halves(&plain).await;
        let imported = plain.import_under(file.clone(), None).await.ok();
        assert_eq!(imported["encryptedCount"], 0, "{recording}");
        let sent = every_point(&plain).await;
        assert!(sent.len() > 4000, "{recording}");
        let (figures, csv) = (computed(&plain).await, table(&plain).await);
        for mode in &MODES[1..] {
            let context = format!("{recording} under {mode:?}");
            let (rounds, allowed) = match mode {
                Some("FHE") => (Some(&halves), 1e-4),
                _ => (None, 0.0),
            };
            // Import the recording.
            let caller = app.user(&name(&who, *mode)).await;
            let answer = caller.import_under(file.clone(), *mode).await.ok();
            assert_eq!(answer["success"], imported["success"], "{context}");
            for (count, of) in [
                ("processedCount", "processedCount"),
                ("encryptedCount", "processedCount"),
                ("newCount", "newCount"),
            ] {
                assert_eq!(answer[count], imported[of], "{context}");
            }
            same(&every_point(&caller).await, &sent, rounds, &context);
            alike(&computed(&caller).await, &figures, allowed, &context);
            let exported = table(&caller).await;
            assert_eq!(exported.len(), csv.len(), "{context}");
            if rounds.is_none() {
                assert!(exported == csv, "{context}: the export differs");
            }
            // A repeated import changes nothing.
            let again = caller.import_under(file.clone(), *mode).await.ok();
            assert_eq!(again["newCount"], 0, "{context}");
            same(&every_point(&caller).await, &sent, rounds, &context);

            // Upload the same points in blocks of the caller's size.
            let caller = app.user(&name(&format!("{who}-points"), *mode)).await;
            for part in sent.chunks(40_000) {
                let body = under(*mode, Some(700), json!({ "data": part }));
                let answer = caller.post("/v1/sfdp/data", body).await.ok();
                let expected = json!({
                    "success": true, "processedCount": part.len(), "encryptedCount": part.len(),
                });
                assert_eq!(answer, expected, "{context}");
            }
            same(&every_point(&caller).await, &sent, rounds, &context);
            let chunks = chunks(&app, &caller).await;
            assert!(
                chunks.iter().all(|(_, n)| *n <= 700),
                "{context}: {chunks:?}"
            );
            let blocks = chunks.iter().filter(|(codec, _)| *codec == form(*mode));
            assert!(blocks.count() > 4, "{context}: {chunks:?}");
            // Uploaded points have no recorded activity: the same efforts are found in them.
            let found = without_training(computed(&caller).await);
            alike(
                &found,
                &without_training(figures.clone()),
                allowed,
                &context,
            );
        }
    }
}

/// Removes what recorded activities alone give from [`computed`]: their counts, sports, and the normalized power
/// of a ride with a long pause, which uploaded points show as two.
fn without_training(mut computed: Json) -> Json {
    for nth in [0, 1] {
        let of = &mut computed[nth];
        let basis = of["basis"].as_object_mut().unwrap();
        assert!(basis.remove("training").is_some());
        basis["reasons"]
            .as_object_mut()
            .unwrap()
            .remove("normalizedPower");
        of["metrics"]
            .as_object_mut()
            .unwrap()
            .remove("normalizedPower");
    }
    for insight in computed[2]["insights"].as_array_mut().unwrap() {
        if let Some(evidence) = insight["metadata"]["evidence"].as_object_mut() {
            evidence.remove("sport");
        }
    }
    computed
}

/// Days of resting heart rates that lead to insights.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn insights_and_exports_are_the_same_under_every_mode() {
    let app = TestApp::start().await;
    let mut first = None;
    for mode in MODES {
        let caller = app.user(&name("days", mode)).await;
        let day = 86_400;
        let rising: Vec<Json> = (0..40)
            .flat_map(|nth| {
                let at = JUNE + nth * day + 6 * 3600;
                let rate = [(50.0 + 0.5 * nth as f64).round()];
                let rate = points("resting_heart_rate", "bpm", "watch", at, &rate);
                let steps = [6000.0 + 300.0 * nth as f64];
                let steps = points("steps", "count", "watch", at, &steps);
                [rate["data"][0].clone(), steps["data"][0].clone()]
            })
            .collect();
        let body = under(mode, Some(40), json!({ "data": rising }));
        caller.post("/v1/sfdp/data", body).await.ok();
        let mut answers = vec![computed(&caller).await];
        assert!(
            !answers[0][2]["insights"].as_array().unwrap().is_empty(),
            "{mode:?}"
        );
        for format in ["omh", "fhir"] {
            let path = format!("/v1/sfdp/export?format={format}");
            let mut export = caller.get(&path).await.ok();
            without_names(&mut export);
            answers.push(export);
        }
        answers.push(json!(table(&caller).await));
        let answers = Json::Array(answers);
        let first = first.get_or_insert_with(|| answers.clone());
        alike(&answers, first, 1e-9, &format!("{mode:?}"));
    }
}

/// Removes the fields that are new in each export: ids and creation time.
fn without_names(json: &mut Json) {
    match json {
        Json::Object(fields) => {
            fields.retain(|name, _| {
                !matches!(
                    &**name,
                    "id" | "user_id" | "fullUrl" | "creation_date_time" | "identifier" | "subject"
                )
            });
            fields.values_mut().for_each(without_names);
        }
        Json::Array(all) => all.iter_mut().for_each(without_names),
        _ => {}
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_stream_sends_points_of_every_mode() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let mut socket = ada.socket("/v1/sfdp/stream").await;
    for (nth, mode) in MODES.into_iter().enumerate() {
        // One block of three points, and one point that waits for the next block.
        let values = [61.5, 62.0, 63.5, 64.0];
        let start = JUNE + nth as i64 * 100;
        let body = points("heart_rate", "bpm", &name("strap", mode), start, &values);
        let body = under(mode, Some(3), body);
        ada.post("/v1/sfdp/data", body.clone()).await.ok();
        for sent in body["data"].as_array().unwrap() {
            let mut point = socket.next_of("data").await["payload"].take();
            assert!(point.as_object_mut().unwrap().remove("id").is_some());
            same(
                &[point],
                std::slice::from_ref(sent),
                None,
                &format!("{mode:?}"),
            );
        }
    }
}

const RECORDINGS: &[&str] = &["fit/fenix2-run.fit", "fit/elemnt-bolt-ride-power.fit"];
