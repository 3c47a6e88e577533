//! Sports are not mixed, and the figures of one activity: `/v1/sfdp/curves` with `sport`, insights of bests,
//! normalized power of one ride, training stress, coverage of heart rate, computed values.

use lockstep_store::Timestamp;
use lockstep_testkit::{FitWriter, Record, gpx};
use serde_json::{Value as Json, json};

use crate::app::{AdvancedClock, JUNE, TestApp, TestClient};
use crate::series::{dates_with_row, make_rows};

const RUNNING: u8 = 1;
const CYCLING: u8 = 2;
/// A sport without a family.
const GENERIC: u8 = 0;

/// Returns a FIT file of a session on a day after JUNE, with one record a second.
fn session(day: i64, sport: u8, records: impl Iterator<Item = Record>) -> Vec<u8> {
    let start = Timestamp((JUNE + day * 86_400) * 1000);
    let mut writer = FitWriter::new(1, 2697, 7, start);
    let mut seconds = 0;
    for (second, record) in (0..).zip(records) {
        let time = Timestamp(start.0 + 1000 * second);
        writer.record(&Record { time, ..record });
        seconds += 1;
    }
    writer.session(start, sport, seconds * 1000, seconds * 1000);
    writer.finish()
}

fn moving(speed: f64, seconds: usize) -> impl Iterator<Item = Record> {
    let record = Record {
        speed: Some(speed),
        ..Record::at(Timestamp(0))
    };
    std::iter::repeat_n(record, seconds)
}

fn riding(watts: u16, seconds: usize) -> impl Iterator<Item = Record> {
    let record = Record {
        power: Some(watts),
        ..Record::at(Timestamp(0))
    };
    std::iter::repeat_n(record, seconds)
}

fn beating(rate: u8, seconds: usize) -> impl Iterator<Item = Record> {
    std::iter::repeat_n(Record::at(Timestamp(0)).beating(rate), seconds)
}

/// Imports a file and returns the id of its activity.
async fn import(caller: &TestClient, name: &str, file: Vec<u8>) -> String {
    let imported = caller.import_named(name, file).await.ok();
    let id = imported["activities"][0]["activityId"].as_str();
    id.unwrap_or_else(|| panic!("{imported}")).to_owned()
}

/// The rows that the background makes for curves of a sport change no answer, and follow a change of the sport.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_of_activities_change_no_curve() {
    let clock = AdvancedClock::shared();
    let app = TestApp::start_at(clock.clone(), |_| {}).await;
    let (ada, eve) = (app.user("ada").await, app.user("eve").await);
    let mut ids = Vec::new();
    for caller in [&ada, &eve] {
        for (day, sport, speed) in [
            (0, RUNNING, 3.0),
            (1, RUNNING, 3.4),
            (2, RUNNING, 3.2),
            (3, CYCLING, 5.0),
        ] {
            let file = session(day, sport, moving(speed, 1300));
            ids.push(import(caller, &format!("{day}.fit"), file).await);
        }
    }
    let running = async |caller: &TestClient| {
        let range = "startDate=2026-06-01&endDate=2026-06-10";
        let path = format!("/v1/sfdp/curves?type=speed&sport=running&{range}");
        caller.get(&path).await.ok()
    };
    let is_fastest = |curve: &Json, speed: f64| {
        let found = curve["points"][0]["value"].as_f64().unwrap();
        assert!((found - speed).abs() < 1e-9, "{curve}");
    };
    let of_points = running(&eve).await;
    is_fastest(&of_points, 3.4);
    make_rows(&app, &clock).await;
    let rows = dates_with_row(&app, &ada.id, "speed#activity-curve").await;
    assert_eq!(rows, [1, 2, 3, 4]);
    for _ in 0..2 {
        assert_eq!(running(&ada).await, of_points);
    }
    let path = format!("/v1/sfdp/activities/{}", ids[3]);
    ada.patch(&path, json!({ "sport": "running" })).await.ok();
    for _ in 0..2 {
        is_fastest(&running(&ada).await, 5.0);
        make_rows(&app, &clock).await;
    }
}

/// The rows of a ride that was named after its import are made in the background, too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_activity_gets_its_row_when_its_sport_is_named() {
    let clock = AdvancedClock::shared();
    let app = TestApp::start_at(clock.clone(), |_| {}).await;
    let ada = app.user("ada").await;
    let mut ids = Vec::new();
    for day in 0..4 {
        let file = session(day, GENERIC, moving(3.0, 1300));
        ids.push(import(&ada, &format!("{day}.fit"), file).await);
    }
    let rows = async || {
        make_rows(&app, &clock).await;
        dates_with_row(&app, &ada.id, "speed#activity-curve").await
    };
    assert_eq!(rows().await, [0_i64; 0]);
    let path = format!("/v1/sfdp/activities/{}", ids[1]);
    ada.patch(&path, json!({ "sport": "running" })).await.ok();
    assert_eq!(rows().await, [2]);
}

async fn details(caller: &TestClient, id: &str) -> Json {
    caller.get(&format!("/v1/sfdp/activities/{id}")).await.ok()
}

/// A runner who buys a bicycle is not 200 % better, and curves can be of one sport.
#[tokio::test]
async fn a_bicycle_ride_is_not_a_best_of_a_runner() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for (day, sport, speed) in [
        (0, RUNNING, 3.0),
        (50, RUNNING, 3.3),
        (51, CYCLING, 9.0),
        (52, CYCLING, 9.5),
    ] {
        let file = session(day, sport, moving(speed, 1300));
        import(&ada, &format!("{day}.fit"), file).await;
    }
    let body = json!({ "types": ["performance"] });
    let found = ada.post("/v1/sfdp/insights/generate", body).await.ok();
    let [best] = found["insights"].as_array().unwrap().as_slice() else {
        panic!("{found}");
    };
    let text = best["description"].as_str().unwrap();
    assert!(text.starts_with("Your fastest "), "{text}");
    assert!(
        text.contains(" of running (5:03 min/km) are 10.0 % faster"),
        "{text}"
    );
    assert_eq!(best["metadata"]["evidence"]["sport"], "running");

    let curve = async |sport: &str| {
        let path = format!("/v1/sfdp/curves?type=speed{sport}");
        ada.get(&path).await.ok()
    };
    for (sport, fastest, pace) in [
        ("", 9.5, None),
        ("&sport=cycling", 9.5, None),
        ("&sport=running", 3.3, Some(1000.0 / 3.3)),
        ("&sport=swimming", 0.0, None),
    ] {
        let found = curve(sport).await;
        let points = found["points"].as_array().unwrap();
        let highest = points.iter().map(|point| point["value"].as_f64().unwrap());
        let highest = highest.fold(0.0, f64::max);
        assert!((highest - fastest).abs() < 1e-9, "{sport}: {found}");
        let shown = points
            .first()
            .and_then(|one| one["paceSecondsPerKm"].as_f64());
        let is_equal = shown
            .zip(pace)
            .is_none_or(|(shown, pace)| (shown - pace).abs() < 1e-9);
        assert!(is_equal && shown.is_some() == pace.is_some(), "{found}");
    }
    let refused = ada.get("/v1/sfdp/curves?type=speed&sport=chess").await;
    let refused = refused.refused(400, "INVALID_REQUEST");
    assert_eq!(refused["details"]["parameter"], "sport");
}

/// Normalized power, intensity and training stress belong to one ride.
#[tokio::test]
async fn a_ride_has_its_intensity_and_its_stress() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let file = session(0, CYCLING, riding(200, 3601));
    let id = import(&ada, "a.fit", file).await;
    // Even riding is not a hard effort, so there is no threshold power.
    let figures = &details(&ada, &id).await["figures"];
    assert!(figures["intensityFactor"].is_null(), "{figures}");
    let why = figures["reasons"]["trainingStressScore"].as_str().unwrap();
    assert!(why.contains("functionalThresholdPower"), "{why}");
    assert!(figures["loadSource"].is_null(), "{figures}");

    let profile = json!({ "functionalThresholdPower": 250 });
    ada.patch("/v1/sfdp/profile", profile).await.ok();
    let ride = details(&ada, &id).await;
    let figures = &ride["figures"];
    for (name, expected) in [
        ("normalizedPower", 200.0),
        ("intensityFactor", 0.8),
        ("trainingStressScore", 64.0),
    ] {
        let found = figures[name].as_f64().unwrap();
        assert!(
            (found - expected).abs() < 1e-6 * expected,
            "{name}: {figures}"
        );
    }
    assert_eq!(figures["loadSource"], "power");
    // The response names the assumptions.
    assert_eq!(ride["basis"]["sex"]["source"], "assumed");
    assert_eq!(ride["basis"]["restingHeartRate"]["source"], "assumed");

    let day = "startDate=2026-06-01&endDate=2026-06-03&metrics=normalizedPower";
    let one = ada.get(&format!("/v1/sfdp/metrics?{day}")).await.ok();
    assert!(one["metrics"]["normalizedPower"].is_number(), "{one}");
    import(&ada, "b.fit", session(1, CYCLING, riding(100, 1800))).await;
    let two = ada.get(&format!("/v1/sfdp/metrics?{day}")).await.ok();
    assert!(two["metrics"]["normalizedPower"].is_null(), "{two}");
    let why = two["basis"]["reasons"]["normalizedPower"].as_str().unwrap();
    assert!(why.contains("2 rides"), "{why}");
}

/// A strap that fell off gives no load, or one that is said to be too low.
#[tokio::test]
async fn heart_rate_must_cover_a_recorded_activity() {
    let app = TestApp::start().await;
    for (percent, load, in_part) in [(40, false, 0), (70, true, 1), (95, true, 0)] {
        let ada = app.user(&format!("ada{percent}")).await;
        let profile = json!({ "maxHeartRate": 190, "restingHeartRate": 50, "sex": "male" });
        ada.put("/v1/sfdp/profile", profile).await.ok();
        let worn = 12 * percent;
        let records = beating(150, worn).chain(moving(3.0, 1200 - worn));
        let id = import(&ada, "a.fit", session(0, RUNNING, records)).await;
        let run = details(&ada, &id).await;
        let figures = &run["figures"];
        assert_eq!(
            figures["trainingLoad"].is_number(),
            load,
            "{percent}: {run}"
        );
        assert_eq!(
            run["basis"]["training"]["inPart"], in_part,
            "{percent}: {run}"
        );
        let why = figures["reasons"]["trainingLoad"]
            .as_str()
            .unwrap_or_default();
        assert_eq!(why.contains("less than half"), !load, "{percent}: {why}");
        let notes = run["basis"]["notes"].to_string();
        assert_eq!(
            notes.contains("50 to 90 %"),
            in_part == 1,
            "{percent}: {notes}"
        );
    }
}

/// A sensor that counts steps for a few seconds sets no maximum heart rate, and a single peak of a
/// power meter sets no best power.
#[tokio::test]
async fn maxima_have_no_artefacts() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let rise = (0..600).map(|second| 110 + second / 12);
    let rates = rise.chain([210; 5]).chain([160; 60]);
    let records = (0..).zip(rates).map(|(second, rate)| Record {
        power: Some(if second == 300 { 1638 } else { 200 }),
        ..Record::at(Timestamp(0)).beating(u8::try_from(rate).unwrap())
    });
    let id = import(&ada, "a.fit", session(0, CYCLING, records)).await;
    let ride = details(&ada, &id).await;
    assert_eq!(ride["figures"]["maxHeartRate"], 160.0, "{ride}");
    assert_eq!(ride["figures"]["maxPower"], 200.0, "{ride}");
    let curve = ada.get("/v1/sfdp/curves?type=power").await.ok();
    assert_eq!(curve["points"][0]["value"], 200.0, "{curve}");
}

/// Fields that no file states are computed from the points, and marked.
#[tokio::test]
async fn missing_sums_are_computed_and_marked() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let start = Timestamp(JUNE * 1000);
    // Ten minutes northwards, two of them standing still.
    let records: Vec<Record> = (0..=600)
        .map(|second: i32| {
            let way = if second < 240 {
                second
            } else {
                (second - 120).max(240)
            };
            Record {
                position: Some((48.0 + f64::from(way) * 5e-5, 11.0)),
                ..Record::at(Timestamp(start.0 + 1000 * i64::from(second)))
            }
        })
        .collect();
    let track = gpx::document("a watch", "North", "running", &records);
    let id = import(&ada, "a.gpx", track.into_bytes()).await;
    let run = details(&ada, &id).await;
    assert_eq!(run["computed"], json!(["movingSeconds"]), "{run}");
    let moved = run["movingSeconds"].as_f64().unwrap();
    assert!((475.0..=481.0).contains(&moved), "{run}");
    // The list contains the values that the files state.
    let list = ada.get("/v1/sfdp/activities").await.ok();
    assert!(list["activities"][0]["movingSeconds"].is_null(), "{list}");
}

/// A GPX file of a run has positions and heart rates, but no speed.
#[tokio::test]
async fn a_run_without_speed_has_speeds_derived_from_its_positions() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let profile = json!({ "maxHeartRate": 190, "restingHeartRate": 60 });
    ada.put("/v1/sfdp/profile", profile).await.ok();
    let start = Timestamp(JUNE * 1000);
    // 40 minutes northwards at 3 m/s: a degree has 111 195.08 m.
    let records: Vec<Record> = (0..=2400)
        .map(|second: i32| {
            let meters = 3.0 * f64::from(second);
            let time = Timestamp(start.0 + 1000 * i64::from(second));
            Record {
                position: Some((48.0 + meters / 111_195.08, 11.0)),
                ..Record::at(time).beating(150)
            }
        })
        .collect();
    let track = gpx::document("a watch", "North", "running", &records);
    let id = import(&ada, "a.gpx", track.into_bytes()).await;

    let path = "/v1/sfdp/curves?type=speed&sport=running";
    let curve = ada.get(path).await.ok();
    for point in curve["points"].as_array().unwrap() {
        let speed = point["value"].as_f64().unwrap();
        assert!((speed / 3.0 - 1.0).abs() < 0.005, "{point}");
        assert_eq!(point["derived"], true, "{point}");
    }
    let longest = curve["points"].as_array().unwrap().last().unwrap();
    assert_eq!(longest["durationSeconds"], 2400);

    let path = "/v1/sfdp/metrics?metrics=efficiencyFactor";
    let answer = ada.get(path).await.ok();
    let found = answer["metrics"]["efficiencyFactor"].as_f64().unwrap();
    let expected = 60.0 * 3.0 / 150.0;
    assert!((found / expected - 1.0).abs() < 0.005, "{answer}");
    assert_eq!(answer["basis"]["efficiency"]["output"], "speed");
    let has_note = |answer: &Json| {
        let notes = answer["basis"]["notes"].as_array().unwrap();
        let mut notes = notes.iter().filter_map(Json::as_str);
        notes.any(|note| note.contains("derived from positions"))
    };
    assert!(has_note(&answer), "{answer}");
    let run = details(&ada, &id).await;
    assert!(has_note(&run), "{run}");
    let mean = run["figures"]["meanSpeed"].as_f64().unwrap();
    assert!((mean / 3.0 - 1.0).abs() < 0.005, "{run}");
}

/// The copy of a ride from a watch with another time zone is named, because both loads count.
#[tokio::test]
async fn a_copy_of_another_time_zone_is_noted() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let mut ids = Vec::new();
    // In summer, a clock of Delhi is three and a half hours ahead of one of Berlin. The last ride is another one.
    for (name, offset, seconds) in [
        ("berlin", 0, 1800),
        ("delhi", 12_600, 1800),
        ("evening", 40_000, 1500),
    ] {
        let start = Timestamp((JUNE + offset) * 1000);
        let records: Vec<Record> = Record::ride(start, seconds).collect();
        let track = gpx::document(name, "Ride", "cycling", &records);
        let file = format!("{name}.gpx");
        ids.push(import(&ada, &file, track.into_bytes()).await);
    }
    for (nth, other) in [(0, Some(1)), (1, Some(0)), (2, None)] {
        let ride = details(&ada, &ids[nth]).await;
        let notes = ride["basis"]["notes"].as_array().unwrap();
        let notes = notes.iter().filter_map(Json::as_str);
        let copies: Vec<&str> = notes
            .filter(|note| note.contains("another time zone"))
            .collect();
        assert_eq!(copies.len(), usize::from(other.is_some()), "{ride}");
        if let Some(other) = other {
            assert!(copies[0].contains(&ids[other]), "{ride}");
        }
    }
}
