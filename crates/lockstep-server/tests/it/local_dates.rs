//! Values of calendar days keep their day: under every time zone of the profile, after another import,
//! and beside samples of the same device.

use serde_json::{Value as Json, json};

use crate::app::{TestApp, TestClient};

/// Zones on both sides of the date line, with clock changes and without.
const ZONES: [&str; 7] = [
    "Europe/Berlin",
    "America/Los_Angeles",
    "Pacific/Kiritimati",
    "Pacific/Auckland",
    "Pacific/Pago_Pago",
    "Asia/Kathmandu",
    "UTC",
];

/// Days with a value: a leap day, and the clock changes of Berlin, Los Angeles and Auckland.
const DATES: [&str; 9] = [
    "2024-02-28",
    "2024-02-29",
    "2024-03-01",
    "2025-03-09",
    "2025-03-30",
    "2025-04-06",
    "2025-09-28",
    "2025-10-26",
    "2026-05-31",
];

async fn live_in(caller: &TestClient, zone: &str) {
    let profile = json!({ "timeZone": zone });
    caller.put("/v1/sfdp/profile", profile).await.ok();
}

/// Returns steps, sleep and resting heart rate of a range.
async fn daily(caller: &TestClient, range: &str) -> Json {
    let path = format!("/v1/sfdp/metrics?{range}&metrics=steps,sleepDuration,restingHeartRate");
    let metrics = caller.get(&path).await.ok()["metrics"].clone();
    json!([
        metrics["steps"],
        metrics["sleepDuration"],
        metrics["restingHeartRate"]
    ])
}

async fn of_date(caller: &TestClient, date: &str) -> Json {
    daily(caller, &format!("startDate={date}&endDate={date}")).await
}

/// The files of an export with a value for each of `DATES`, numbered from 0, and the values.
type Export = (Vec<(&'static str, String)>, fn(usize) -> Json);

fn steps(nth: usize) -> f64 {
    10_000.0 + nth as f64
}

/// Days and nights as Garmin's archive lists them; a night is in UTC with its local date.
fn garmin() -> Export {
    let days: Vec<Json> = (0..)
        .zip(DATES)
        .map(|(nth, date)| {
            json!({ "calendarDate": date, "totalSteps": steps(nth),
                "currentDayRestingHeartRate": 50 + nth, "restingHeartRate": 90 })
        })
        .collect();
    let nights: Vec<Json> = (0..)
        .zip(DATES)
        .map(|(nth, date)| {
            // The wearer of 2024 sleeps at home, and that of 2025 beyond the date line.
            let end = if date < "2025" {
                "05:30:00.0"
            } else {
                "23:30:00.0"
            };
            let day: jiff::civil::Date = date.parse().unwrap();
            let day = if date < "2025" {
                day
            } else {
                day.yesterday().unwrap()
            };
            json!({ "calendarDate": date, "sleepEndTimestampGMT": format!("{day}T{end}"),
                "deepSleepSeconds": 18_000 + 60 * nth })
        })
        .collect();
    let files = vec![
        ("UDSFile_2024.json", Json::from(days).to_string()),
        ("2024_sleepData.json", Json::from(nights).to_string()),
    ];
    (files, |nth| {
        json!([steps(nth), 18_000.0 + 60.0 * nth as f64, 50.0 + nth as f64])
    })
}

/// Days and nights as Fitbit's archive lists them, by the wearer's clock.
fn fitbit() -> Export {
    let american = |date: &str| format!("{}/{}/{}", &date[5..7], &date[8..], &date[2..4]);
    let resting: Vec<Json> = (0..)
        .zip(DATES)
        .map(|(nth, date)| {
            json!({ "dateTime": format!("{} 00:00:00", american(date)),
                "value": { "value": 50 + nth, "error": 6.8 } })
        })
        .collect();
    let nights: Vec<Json> = (0..)
        .zip(DATES)
        .map(|(nth, date)| {
            json!({ "logId": nth, "dateOfSleep": date, "endTime": format!("{date}T07:12:30.000"),
                "minutesAsleep": 300 + nth, "levels": { "data": [] } })
        })
        .collect();
    let mut table = "Id,ActivityDate,TotalSteps\n".to_owned();
    for (nth, date) in (0..).zip(DATES) {
        table += &format!("1,{} 12:00:00 AM,{}\n", american(date), steps(nth));
    }
    let files = vec![
        (
            "resting_heart_rate-2024-02-28.json",
            Json::from(resting).to_string(),
        ),
        ("sleep-2024-02-28.json", Json::from(nights).to_string()),
        ("dailyActivity_merged.csv", table),
    ];
    (files, |nth| {
        json!([steps(nth), 60.0 * (300.0 + nth as f64), 50.0 + nth as f64])
    })
}

/// Nights as Apple Health lists them, with the recording's own offset.
fn apple() -> Export {
    let mut text = "<?xml version=\"1.0\"?><HealthData locale=\"en_DE\">".to_owned();
    for (nth, date) in (0..).zip(DATES) {
        let offset = [
            "+0900", "+0200", "-0700", "+1400", "-1000", "+0545", "+1300", "-1100", "+0000",
        ][nth];
        text += &format!(
            "<Record type=\"HKCategoryTypeIdentifierSleepAnalysis\" sourceName=\"Watch\" \
             startDate=\"{date} 01:00:00 {offset}\" endDate=\"{date} 06:{nth:02}:00 {offset}\" \
             value=\"HKCategoryValueSleepAnalysisAsleepCore\"/>\
             <Record type=\"HKQuantityTypeIdentifierRestingHeartRate\" sourceName=\"Watch\" \
             unit=\"count/min\" startDate=\"{date} 00:01:00 {offset}\" \
             endDate=\"{date} 06:00:00 {offset}\" value=\"{}\"/>",
            50 + nth
        );
    }
    text += "</HealthData>";
    (vec![("export.xml", text)], |nth| {
        json!([null, 18_000.0 + 60.0 * nth as f64, 50.0 + nth as f64])
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_value_of_a_day_keeps_its_day_in_every_time_zone() {
    let app = TestApp::start().await;
    for (name, (files, values)) in [
        ("garmin", garmin()),
        ("fitbit", fitbit()),
        ("apple", apple()),
    ] {
        let caller = app.user(name).await;
        for (round, zone) in ZONES.into_iter().enumerate() {
            live_in(&caller, zone).await;
            for (file, text) in &files {
                let imported = caller.import_named(file, text.clone()).await.ok();
                assert_eq!(imported["success"], true, "{name} {zone}: {imported}");
                if round > 0 {
                    assert_eq!(imported["newCount"], 0, "{name} {zone} {file}");
                }
            }
            for (nth, date) in DATES.into_iter().enumerate() {
                let found = of_date(&caller, date).await;
                assert_eq!(found, values(nth), "{name} {zone} {date}");
            }
            // A day beside one with a value has none.
            for date in ["2024-02-27", "2024-03-02", "2026-05-30", "2026-06-01"] {
                let found = of_date(&caller, date).await;
                assert_eq!(found, json!([null, null, null]), "{name} {zone} {date}");
            }
            // The week up to the latest value has that value alone.
            let week = daily(&caller, "").await;
            assert_eq!(week, values(DATES.len() - 1), "{name} {zone}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_value_of_a_day_stands_for_the_devices_samples() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    live_in(&ada, "Europe/Berlin").await;
    // The time that an earlier version stored for 2026-05-20: midnight in the profile's time zone.
    let steps = |at: &str, value: i64, device: &str| {
        json!({ "timestamp": at, "type": "steps",
        "value": value, "unit": "count", "device": device })
    };
    let old = json!([
        steps("2026-05-19T22:00:00Z", 10_460, "Garmin Connect"),
        steps("2026-05-20T12:00:00Z", 17, "Garmin Connect"),
        steps("2026-05-20T12:00:00.001Z", 5, "phone"),
        steps("2026-05-20T15:00:00Z", 6000, "phone"),
    ]);
    ada.post("/v1/sfdp/data", json!({ "data": old })).await.ok();
    let days = r#"[{"calendarDate": "2026-05-20", "totalSteps": 10460}]"#;
    for zone in ["Europe/Berlin", "Pacific/Auckland", "America/Los_Angeles"] {
        live_in(&ada, zone).await;
        ada.import_named("UDSFile_1.json", days).await.ok();
        let found = of_date(&ada, "2026-05-20").await;
        assert_eq!(found[0], 10_460.0, "{zone}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn uploads_may_state_the_local_date() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let point = |metadata: Json| {
        json!({ "metadata": metadata, "timestamp": "2026-05-20T23:30:00Z", "type": "steps",
            "value": 7, "unit": "count", "device": "phone" })
    };
    let far = "data[0]: metadata.localDate: must be the date of `timestamp` in UTC, the day before or \
        the day after";
    let shape = "data[0]: metadata.localDate: must be a date, YYYY-MM-DD";
    for (metadata, error) in [
        (json!({ "localDate": "2026-05-22" }), far),
        (json!({ "localDate": "2026-05-18" }), far),
        (json!({ "localDate": "2026-5-20" }), shape),
        (json!({ "localDate": "2026-02-30" }), shape),
        (json!({ "localDate": 20260520 }), shape),
        (json!({ "localDate": null }), shape),
    ] {
        let body = json!({ "data": [point(metadata.clone())] });
        let answer = ada.post("/v1/sfdp/data", body).await;
        let text = String::from_utf8_lossy(&answer.bytes);
        assert!(text.contains(error), "{metadata}: {text}");
    }
    for date in ["2026-05-19", "2026-05-20", "2026-05-21"] {
        let body = json!({ "data": [point(json!({ "notes": "x", "localDate": date }))] });
        ada.post("/v1/sfdp/data", body).await.ok();
        for zone in ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"] {
            live_in(&ada, zone).await;
            for other in ["2026-05-19", "2026-05-20", "2026-05-21"] {
                let found = of_date(&ada, other).await;
                let expected = if other == date {
                    json!(7.0)
                } else {
                    Json::Null
                };
                assert_eq!(found[0], expected, "{date} {zone} {other}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_encryption_mode_keeps_the_local_date() {
    let app = TestApp::start().await;
    for mode in ["Basic", "FHE", "ZK"] {
        let caller = app.user(&mode.to_lowercase()).await;
        let data: Vec<Json> = (10..20)
            .map(|day| {
                json!({ "timestamp": format!("2026-05-{day}T12:00:00.001Z"), "type": "steps",
                    "value": 1000 + day, "unit": "count", "device": "watch",
                    "metadata": { "localDate": format!("2026-05-{day}") } })
            })
            .collect();
        let body = json!({ "data": data, "encryptionMode": mode, "chunkSize": 10 });
        caller.post("/v1/sfdp/data", body).await.ok();
        for zone in ["Pacific/Kiritimati", "America/Los_Angeles"] {
            live_in(&caller, zone).await;
            for day in 10..20 {
                let found = of_date(&caller, &format!("2026-05-{day}")).await;
                assert_eq!(found[0], f64::from(1000 + day), "{mode} {zone}");
            }
            if mode == "ZK" && zone == "Pacific/Kiritimati" {
                let claim = json!({
                    "statement": { "metric": "steps", "min": 1010, "max": 1019 },
                    "startDate": "2026-05-10", "endDate": "2026-05-19", "audience": "a.example",
                    "nonce": "bm9uY2Ugb2YgYSB0ZXN0",
                });
                let proof = caller.post("/v1/sfdp/proofs", claim).await.ok();
                let text = proof.to_string();
                assert!(text.contains("localDate"), "{text}");
            }
        }
    }
}

#[tokio::test]
async fn exports_state_the_date_of_a_value_of_a_day() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let (files, _) = fitbit();
    for (file, text) in &files {
        ada.import_named(file, text.clone()).await.ok();
    }
    let bundle = ada.get("/v1/sfdp/export?format=fhir").await.ok();
    let times = bundle["entry"].as_array().unwrap().iter();
    let times: Vec<&str> = times
        .map(|entry| entry["resource"]["effectiveDateTime"].as_str().unwrap())
        .collect();
    // Steps, sleep and resting heart rate of each date.
    assert_eq!(times.len(), 3 * DATES.len());
    for date in DATES {
        let same = times.iter().filter(|time| **time == date).count();
        assert_eq!(same, 3, "{date}: {times:?}");
    }
    // Our own formats are read back with the dates.
    for format in ["csv", "omh"] {
        let export = ada.get(&format!("/v1/sfdp/export?format={format}")).await;
        bob.import(export.bytes).await.ok();
        live_in(&bob, "Pacific/Kiritimati").await;
        for date in DATES {
            assert_eq!(
                of_date(&bob, date).await,
                of_date(&ada, date).await,
                "{date}"
            );
        }
    }
}

/// Bare dates select a value of a whole day by its date: it is read, counted, exported and deleted with its own day.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bare_dates_select_values_of_their_days_in_every_time_zone() {
    let app = TestApp::start().await;
    for mode in ["none", "Basic", "FHE", "ZK"] {
        let caller = app.user(&format!("dates-{}", mode.to_lowercase())).await;
        let days: Vec<Json> = (10..20)
            .map(|day| {
                json!({ "timestamp": format!("2026-01-{day}T12:00:00.001Z"), "type": "steps",
                    "value": 1000 + day, "unit": "count", "device": "watch",
                    "metadata": { "localDate": format!("2026-01-{day}") } })
            })
            .collect();
        let mut body = json!({ "data": days });
        if mode != "none" {
            body["encryptionMode"] = mode.into();
        }
        caller.post("/v1/sfdp/data", body).await.ok();
        // A reading belongs to the local day of its time: in Auckland the 15th begins at 11:00 UTC.
        let reading = json!({ "timestamp": "2026-01-14T11:30:00Z", "type": "heart_rate", "value": 60,
            "unit": "bpm", "device": "watch" });
        caller
            .post("/v1/sfdp/data", json!({ "data": [reading] }))
            .await
            .ok();
        for zone in ZONES {
            live_in(&caller, zone).await;
            for day in [10, 15, 19] {
                let range = format!("startDate=2026-01-{day}&endDate=2026-01-{day}");
                let path = format!("/v1/sfdp/data?{range}&type=steps");
                let page = caller.get(&path).await.ok();
                assert_eq!(page["total"], 1, "{mode} {zone} {day}: {page}");
                assert_eq!(page["data"][0]["value"], f64::from(1000 + day), "{zone}");
                let date = format!("2026-01-{day}");
                let sum = json!({ "operation": "sum", "type": "steps", "startDate": date,
                    "endDate": date });
                let total = caller.post("/v1/sfdp/aggregate", sum).await.ok();
                assert_eq!(total["value"], f64::from(1000 + day), "{mode} {zone}");
            }
        }
        live_in(&caller, "Pacific/Auckland").await;
        let of_day = "startDate=2026-01-15&endDate=2026-01-15";
        let both = caller.get(&format!("/v1/sfdp/data?{of_day}")).await.ok();
        assert_eq!(both["total"], 2, "{mode}: {both}");
        let first = caller
            .get(&format!("/v1/sfdp/data?{of_day}&limit=1"))
            .await
            .ok();
        assert_eq!(first["data"][0]["type"], "heart_rate", "{mode}: {first}");
        let cursor = first["nextCursor"].as_str().unwrap();
        for next in [format!("cursor={cursor}"), "offset=1".to_owned()] {
            let path = format!("/v1/sfdp/data?{of_day}&limit=1&{next}");
            let page = caller.get(&path).await.ok();
            assert_eq!(page["data"][0]["value"], 1015.0, "{mode}: {page}");
            assert_eq!(page["hasMore"], false, "{mode}: {page}");
        }
        let deleted = caller
            .delete(&format!("/v1/sfdp/data?{of_day}&type=steps"))
            .await
            .ok();
        assert_eq!(deleted["deletedCount"], 1, "{mode}");
        let left = caller.get("/v1/sfdp/data?type=steps").await.ok();
        let left: Vec<f64> = left["data"]
            .as_array()
            .unwrap()
            .iter()
            .map(|point| point["value"].as_f64().unwrap() - 1000.0)
            .collect();
        assert_eq!(left, [10.0, 11.0, 12.0, 13.0, 14.0, 16.0, 17.0, 18.0, 19.0]);
    }
}
