//! `/metrics` over HTTP: rows of days, weeks and months, the newer figures, and bad input.

use lockstep_store::Timestamp;
use serde_json::{Value as Json, json};

use crate::app::{TestApp, TestClient};

fn point(at: i64, kind: &str, value: f64, unit: &str, device: &str) -> Json {
    json!({
        "timestamp": Timestamp(at * 1000).to_string(), "type": kind, "value": value, "unit": unit,
        "device": device,
    })
}

/// Returns the seconds since 1970 of a time in UTC.
fn at(text: &str) -> i64 {
    let time: Timestamp = text.parse().unwrap();
    time.0 / 1000
}

/// Returns readings every second.
fn every_second(from: i64, seconds: i64, kind: &str, value: f64, unit: &str) -> Vec<Json> {
    let seconds = from..from + seconds;
    seconds
        .map(|at| point(at, kind, value, unit, "watch"))
        .collect()
}

async fn send(user: &TestClient, points: &[Json]) {
    for part in points.chunks(10_000) {
        let sent = user.post("/v1/sfdp/data", json!({ "data": part })).await;
        assert_eq!(sent.ok()["success"], true);
    }
}

/// A year's end with steps on each day, heart rates of some runs, and nights.
async fn some_weeks(user: &TestClient) {
    let profile = json!({
        "timeZone": "Europe/Berlin", "sex": "male", "maxHeartRate": 190, "restingHeartRate": 60,
    });
    user.put("/v1/sfdp/profile", profile).await.ok();
    let first = at("2025-03-10T11:00:00Z");
    let mut points = Vec::new();
    for day in 0..28 {
        let noon = first + day * 86_400;
        points.push(point(
            noon,
            "steps",
            5000.0 + 100.0 * day as f64,
            "count",
            "watch",
        ));
        if day % 3 == 0 {
            points.extend(every_second(
                noon,
                900,
                "heart_rate",
                140.0 + day as f64,
                "bpm",
            ));
        }
    }
    send(user, &points).await;
}

#[tokio::test]
async fn a_forecast_goes_on_with_the_balance_of_the_latest_point() {
    let app = TestApp::start().await;
    let (ada, eve) = (app.user("ada").await, app.user("eve").await);
    some_weeks(&ada).await;
    let wanted = "acuteLoad,chronicLoad,trainingStressBalance";
    let now = ada
        .get(&format!("/v1/sfdp/metrics?metrics={wanted}"))
        .await
        .ok();
    let path = "/v1/sfdp/metrics/forecast";
    let usual = ada.get(path).await.ok();
    for name in wanted.split(',') {
        assert!(now["metrics"][name].is_number(), "{now}");
        assert_eq!(usual[name], now["metrics"][name], "{name}");
    }
    assert_eq!(usual["dailyLoad"], now["metrics"]["chronicLoad"]);
    assert_eq!(usual["lastDate"], "2025-04-06");
    assert_eq!(usual["timeZone"], "Europe/Berlin");
    let dates = |forecast: &Json| -> Vec<Json> {
        let days = forecast["days"].as_array().unwrap().iter();
        days.map(|day| day["date"].clone()).collect()
    };
    assert_eq!(dates(&usual).len(), 14);
    let rest = ada.get(&format!("{path}?days=2&dailyLoad=0")).await.ok();
    assert_eq!(dates(&rest), ["2025-04-07", "2025-04-08"]);
    let number = |value: &Json| value.as_f64().unwrap();
    let decayed = number(&now["metrics"]["acuteLoad"]) * (-2.0_f64 / 7.0).exp();
    assert!((number(&rest["days"][1]["acuteLoad"]) - decayed).abs() < 1e-9);
    // Another account has no history.
    let none = eve.get(path).await.ok();
    assert_eq!(
        (&none["days"], &none["chronicLoad"]),
        (&json!([]), &Json::Null)
    );
    assert!(none["reason"].is_string(), "{none}");
    for query in [
        "days=0",
        "days=91",
        "days=x",
        "dailyLoad=-1",
        "dailyLoad=5001",
        "dailyLoad=NaN",
        "until=2026-01-01",
    ] {
        let answer = ada.get(&format!("{path}?{query}")).await;
        answer.refused(400, "INVALID_REQUEST");
    }
}

#[tokio::test]
async fn rows_equal_the_answers_of_their_ranges() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    some_weeks(&ada).await;
    let wanted = "steps,trainingLoad,heartRateZones,chronicLoad,recoveryScore,dayStrain";
    let range = "startDate=2025-03-12&endDate=2025-04-03";
    for (interval, starts) in [
        (
            "week",
            vec![
                "2025-03-11T23",
                "2025-03-16T23",
                "2025-03-23T23",
                "2025-03-30T22",
            ],
        ),
        ("month", vec!["2025-03-11T23", "2025-03-31T22"]),
        ("day", vec!["2025-03-11T23", "2025-03-12T23"]),
    ] {
        let path = format!("/v1/sfdp/metrics?{range}&metrics={wanted}");
        let answer = ada.get(&format!("{path}&interval={interval}")).await.ok();
        let rows = answer["intervals"].as_array().unwrap();
        for (row, start) in rows.iter().zip(&starts) {
            assert!(
                row["start"].as_str().unwrap().starts_with(start),
                "{interval} {row}"
            );
        }
        assert_eq!(
            rows.len(),
            if interval == "day" { 23 } else { starts.len() }
        );
        let mut steps = 0.0;
        for row in rows {
            let (start, end) = (row["start"].as_str().unwrap(), row["end"].as_str().unwrap());
            let path = format!("/v1/sfdp/metrics?startDate={start}&endDate={end}&metrics={wanted}");
            let alone = ada.get(&path).await.ok();
            assert_eq!(row["metrics"], alone["metrics"], "{interval} {start}");
            assert_eq!(
                row["reasons"], alone["basis"]["reasons"],
                "{interval} {start}"
            );
            steps += row["metrics"]["steps"].as_f64().unwrap_or_default();
        }
        assert_eq!(
            steps,
            answer["metrics"]["steps"].as_f64().unwrap(),
            "{interval}"
        );
        // Each null has its reason.
        let chronic = &rows[0]["metrics"]["chronicLoad"];
        assert!(chronic.is_null() && rows[0]["reasons"]["chronicLoad"].is_string());
        // Without the parameter there are no rows.
        assert!(ada.get(&path).await.ok()["intervals"].is_null());
    }
    // The day on which the clocks go forward has 23 hours.
    let day = "startDate=2025-03-30&endDate=2025-03-30&interval=day&metrics=steps";
    let answer = ada.get(&format!("/v1/sfdp/metrics?{day}")).await.ok();
    let row = &answer["intervals"][0];
    assert_eq!(row["start"], "2025-03-29T23:00:00.000Z");
    assert_eq!(row["end"], "2025-03-30T21:59:59.999Z");
    for (query, parameter) in [
        ("interval=year", "interval"),
        (
            "interval=day&startDate=2024-01-01&endDate=2025-01-01",
            "interval",
        ),
    ] {
        let answer = ada.get(&format!("/v1/sfdp/metrics?{query}")).await;
        let refusal = answer.refused(400, "INVALID_REQUEST");
        assert_eq!(refusal["details"]["parameter"], parameter, "{query}");
    }
    let most = "interval=day&startDate=2024-01-01&endDate=2024-12-31&metrics=steps";
    let answer = ada.get(&format!("/v1/sfdp/metrics?{most}")).await.ok();
    assert_eq!(answer["intervals"].as_array().unwrap().len(), 366);
}

/// Nights of eight hours from an hour of the evening in UTC, each `later` hours later.
fn nights(count: i64, later: i64) -> Vec<Json> {
    let first = at("2025-06-01T18:00:00Z");
    let night = |nth: i64| {
        let from = first + nth * 86_400 + nth * later * 3600;
        // An hour in one sleep of eight is awake.
        [("light", 0, 4), ("awake", 4, 1), ("deep", 5, 4)].map(|(stage, hour, hours)| {
            let mut point = point(
                from + hour * 3600,
                "sleep_stage",
                hours as f64,
                "h",
                "watch",
            );
            point["metadata"] = json!({ "stage": stage });
            point
        })
    };
    (0..count).flat_map(night).collect()
}

#[tokio::test]
async fn sleep_regularity_and_efficiency_have_their_values_by_hand() {
    let app = TestApp::start().await;
    // An hour later every day: two minutes differ for each of the four changes of state and minute, so
    // 240 of 1440.
    for (nth, (count, later, expected)) in [
        (7, 0, Some(100.0)),
        (7, 1, Some(200.0 * 1200.0 / 1440.0 - 100.0)),
        (4, 0, None),
    ]
    .into_iter()
    .enumerate()
    {
        let user = app.user(&format!("sleeper{nth}")).await;
        send(&user, &nights(count, later)).await;
        let path = "/v1/sfdp/metrics?startDate=2025-06-02&endDate=2025-06-08\
                    &metrics=sleepRegularityIndex";
        let answer = user.get(path).await.ok();
        let found = answer["metrics"]["sleepRegularityIndex"].as_f64();
        match (found, expected) {
            (Some(found), Some(expected)) => assert!((found - expected).abs() < 1e-9, "{answer}"),
            _ => assert_eq!(found, expected, "{answer}"),
        }
        assert_eq!(answer["basis"]["coverage"]["sleepStageDays"], count);
        let reason = &answer["basis"]["reasons"]["sleepRegularityIndex"];
        assert_eq!(reason.is_string(), expected.is_none(), "{answer}");
    }
    let start = at("2025-06-01T10:00:00Z");
    for (output, value, unit, expected) in [
        ("power", 210.0, "W", 210.0 / 150.0),
        ("speed", 3.0, "m/s", 60.0 * 3.0 / 150.0),
    ] {
        let user = app.user(output).await;
        let profile = json!({ "maxHeartRate": 190, "restingHeartRate": 60 });
        user.put("/v1/sfdp/profile", profile).await.ok();
        let mut points = every_second(start, 1801, "heart_rate", 150.0, "bpm");
        points.extend(every_second(start, 1801, output, value, unit));
        send(&user, &points).await;
        let path = "/v1/sfdp/metrics?metrics=efficiencyFactor";
        let answer = user.get(path).await.ok();
        let found = answer["metrics"]["efficiencyFactor"].as_f64().unwrap();
        assert!((found - expected).abs() < 1e-9, "{answer}");
        let basis = &answer["basis"]["efficiency"];
        assert_eq!(
            (&basis["output"], &basis["minutes"]),
            (&json!(output), &json!(30.0))
        );
        // Ten minutes are too few.
        let path = format!("{path}&startDate=2025-06-01T10:00:00Z&endDate=2025-06-01T10:10:00Z");
        let answer = user.get(&path).await.ok();
        assert!(answer["metrics"]["efficiencyFactor"].is_null(), "{answer}");
        let reason = answer["basis"]["reasons"]["efficiencyFactor"].as_str();
        assert!(reason.unwrap().contains("20 minutes"), "{answer}");
    }
}

/// A value, or the words of the reason for none.
enum Expected {
    Value(f64),
    Null(&'static str),
}
use Expected::{Null, Value};

/// Points that no body or clock gives, and clocks that change.
#[tokio::test]
async fn bad_input_gives_a_true_number_or_a_true_reason() {
    let app = TestApp::start().await;
    let noon = at("2025-06-01T12:00:00Z");
    let hourly = |from: &str, hours: i64| -> Vec<Json> {
        let from = at(from);
        let hours = (0..hours).map(|hour| from + hour * 3600);
        hours
            .map(|at| point(at, "steps", 100.0, "count", "watch"))
            .collect()
    };
    let mut dated = point(noon, "steps", 7000.0, "count", "watch");
    dated["metadata"] = json!({ "localDate": "2025-06-02" });
    let resting = |value, device| point(noon, "resting_heart_rate", value, "bpm", device);
    let berlin = json!({ "timeZone": "Europe/Berlin" });
    let known = json!({ "maxHeartRate": 190, "restingHeartRate": 60 });
    let sound = [
        every_second(noon, 1801, "speed", 343.0, "m/s"),
        every_second(noon, 1801, "heart_rate", 150.0, "bpm"),
    ];
    let day = "2025-06-01";
    type Row<'a> = (&'a str, Json, Vec<Json>, &'a str, &'a str, Expected);
    let rows: Vec<Row<'_>> = vec![
        (
            "sound",
            known.clone(),
            sound.concat(),
            day,
            "efficiencyFactor",
            Null("20 minutes"),
        ),
        (
            "long-sleep",
            json!({}),
            vec![point(noon, "sleep_duration", 30.0, "h", "watch")],
            day,
            "sleepDuration",
            Null("no plausible sleep_duration"),
        ),
        (
            "400-bpm",
            known.clone(),
            every_second(noon, 60, "heart_rate", 400.0, "bpm"),
            day,
            "trainingLoad",
            Null("no heart rate"),
        ),
        (
            "1970",
            json!({}),
            vec![point(0, "steps", 5000.0, "count", "watch")],
            "1970-01-01",
            "steps",
            Value(5000.0),
        ),
        (
            "contradiction",
            json!({}),
            vec![resting(60.0, "phone"), resting(52.0, "watch")],
            day,
            "restingHeartRate",
            Value(52.0),
        ),
        (
            "gaps",
            known.clone(),
            (0..40)
                .map(|nth| point(noon + 300 * nth, "heart_rate", 150.0, "bpm", "watch"))
                .collect(),
            day,
            "dayStrain",
            Null("a reading counts until the next one within 30 s"),
        ),
        (
            "other-zone",
            berlin.clone(),
            vec![dated],
            "2025-06-02",
            "steps",
            Value(7000.0),
        ),
        (
            "spring",
            berlin.clone(),
            hourly("2025-03-29T12:00:00Z", 48),
            "2025-03-30",
            "steps",
            Value(2300.0),
        ),
        (
            "autumn",
            berlin.clone(),
            hourly("2025-10-25T12:00:00Z", 48),
            "2025-10-26",
            "steps",
            Value(2500.0),
        ),
        (
            "no-profile",
            json!({}),
            every_second(noon, 900, "heart_rate", 120.0, "bpm"),
            day,
            "trainingLoad",
            Null("the maximum heart rate is unknown: set maxHeartRate or birthDate"),
        ),
    ];
    for (name, profile, points, day, metric, expected) in rows {
        let user = app.user(name).await;
        if profile != json!({}) {
            user.put("/v1/sfdp/profile", profile).await.ok();
        }
        send(&user, &points).await;
        let path = format!("/v1/sfdp/metrics?startDate={day}&endDate={day}&metrics={metric}");
        let answer = user.get(&path).await.ok();
        let (found, basis) = (&answer["metrics"][metric], &answer["basis"]);
        assert!(
            basis["coverage"].is_object() && basis["version"].is_string(),
            "{answer}"
        );
        match expected {
            Value(value) => assert_eq!(found.as_f64(), Some(value), "{name}: {answer}"),
            Null(why) => {
                assert!(found.is_null(), "{name}: {answer}");
                let reason = basis["reasons"][metric].as_str().unwrap_or_default();
                assert!(reason.contains(why), "{name}: {answer}");
            }
        }
        if name == "contradiction" {
            let notes = basis["notes"].to_string();
            assert!(
                notes.contains("several devices measured resting"),
                "{answer}"
            );
        }
    }
}

/// A birthday on a leap day is a birthday every year.
#[tokio::test]
async fn a_birth_on_a_leap_day_has_an_age() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let profile = json!({ "birthDate": "2000-02-29", "sex": "female" });
    ada.put("/v1/sfdp/profile", profile).await.ok();
    let noon = at("2025-06-01T12:00:00Z");
    send(&ada, &every_second(noon, 900, "heart_rate", 150.0, "bpm")).await;
    let path = "/v1/sfdp/metrics?startDate=2025-06-01&endDate=2025-06-01&metrics=trainingLoad";
    let answer = ada.get(path).await.ok();
    assert!(
        answer["metrics"]["trainingLoad"].as_f64().unwrap() > 0.0,
        "{answer}"
    );
    let maximum = &answer["basis"]["maximumHeartRate"];
    assert_eq!(
        (&maximum["source"], &maximum["certainty"]),
        (&json!("age"), &json!("estimated"))
    );
    let rate = maximum["value"].as_f64().unwrap();
    assert!((160.0..191.0).contains(&rate), "{answer}");
}
