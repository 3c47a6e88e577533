//! `/v1/sfdp/series`: the minimum, mean and maximum of the caller's points for charts.

use std::time::Duration;

use lockstep_server::serve::{all_jobs, run_job};
use lockstep_store::{StoreError, Timestamp, params};
use serde_json::json;

use crate::app::{AdvancedClock, JUNE, TestApp, points};
use crate::modes::{MODES, under};

#[tokio::test]
async fn a_chart_has_one_entry_for_each_bucket_and_type() {
    let app = TestApp::start().await;
    let (ada, eve) = (app.user("ada").await, app.user("eve").await);
    let rates = points("heart_rate", "bpm", "watch", JUNE, &[60.0, 70.0, 110.0]);
    ada.post("/v1/sfdp/data", rates).await.ok();
    let power = points("power", "kW", "meter", JUNE + 3600, &[0.2, 0.3]);
    ada.post("/v1/sfdp/data", power).await.ok();
    let query = "startDate=2026-06-01&endDate=2026-06-01T01:59:59.999Z&buckets=2";
    let path = format!("/v1/sfdp/series?types=heart_rate,power&{query}");
    let chart = ada.get(&path).await.ok();
    assert_eq!(
        chart,
        json!({
            "startDate": "2026-06-01T00:00:00.000Z",
            "endDate": "2026-06-01T01:59:59.999Z",
            "timeZone": "UTC",
            "bucketSeconds": 3600,
            "bucketStarts": ["2026-06-01T00:00:00.000Z", "2026-06-01T01:00:00.000Z"],
            "series": [
                {
                    "type": "heart_rate", "unit": "/min", "min": [60.0, null],
                    "mean": [80.0, null], "max": [110.0, null], "count": [3, 0],
                },
                {
                    "type": "power", "unit": "W", "min": [null, 200.0],
                    "mean": [null, 250.0], "max": [null, 300.0], "count": [0, 2],
                },
            ],
        })
    );
    // Of one device, by default the week up to the latest point.
    let week = ada
        .get("/v1/sfdp/series?types=power&device=watch")
        .await
        .ok();
    assert_eq!(week["endDate"], "2026-06-01T01:00:01.000Z");
    assert_eq!(week["bucketSeconds"], 3600);
    assert_eq!(week["series"][0]["unit"], json!(null));
    // Another account sees none of these points.
    let others = eve.get(&path).await.ok();
    assert_eq!(others["series"][0]["count"], json!([0, 0]));
    assert_eq!(others["series"][1]["max"], json!([null, null]));
}

#[tokio::test]
async fn an_invalid_parameter_is_refused() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for query in [
        "",
        "?types=",
        "?types=heart%20rate",
        "?types=steps&buckets=0",
        "?types=steps&buckets=2001",
        "?types=steps&buckets=many",
        "?types=steps&startDate=yesterday",
        "?types=steps&width=60",
    ] {
        let answer = ada.get(&format!("/v1/sfdp/series{query}")).await;
        answer.refused(400, "INVALID_REQUEST");
    }
}

/// An import of heart rate: 2000 points on each of three days of June, from 03:00 on.
fn three_days() -> String {
    let mut file = "timestamp,type,value,unit,device\n".to_owned();
    for day in 0..3 {
        for nth in 0..2000 {
            let at = Timestamp((JUNE + day * 86_400 + 3 * 3600 + nth * 30) * 1000);
            let value = 60 + nth % 50;
            file.push_str(&format!("{at},heart_rate,{value},bpm,watch\n"));
        }
    }
    file
}

/// Lets points settle, and makes the rows that charts, curves and metrics read.
pub(crate) async fn make_rows(app: &TestApp, clock: &AdvancedClock) {
    clock.pass(Duration::from_secs(60));
    let job = all_jobs(app.state()).find(|job| job.name == "fitness.day_rows");
    // A run is bounded, and makes the rows of one account at least.
    for _ in 0..3 {
        run_job(app.state(), job.unwrap()).await.unwrap();
    }
}

/// Returns the dates of June on which rows of a stored type begin.
pub(crate) async fn dates_with_row(app: &TestApp, id: &str, stored_type: &'static str) -> Vec<i64> {
    let id = id.to_owned();
    let read = app
        .state()
        .db
        .read::<_, StoreError, _>("test.rows", move |tx| {
            tx.query(
                "SELECT t0 FROM day WHERE user_id = ?1 AND type = ?2 ORDER BY t0",
                params![&id, stored_type],
                |row| row.at::<i64>(0),
            )
        });
    let begins = read.await.unwrap().into_iter();
    begins.map(|t0| (t0 / 1000 - JUNE) / 86_400 + 1).collect()
}

/// The stored types of the rows of days of heart rate.
const HEART_RATE_ROWS: [&str; 3] = ["heart_rate", "heart_rate#chart", "heart_rate#curve"];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_rows_of_days_are_made_after_an_import_or_a_large_upload() {
    const CHART: &str =
        "/v1/sfdp/series?types=heart_rate&startDate=2026-06-01&endDate=2026-06-03&buckets=3";
    let clock = AdvancedClock::shared();
    let app = TestApp::start_at(clock.clone(), |_| {}).await;
    let (ada, eve) = (app.user("ada").await, app.user("eve").await);
    ada.import(three_days()).await.ok();
    let upload = points("heart_rate", "bpm", "watch", JUNE + 3600, &[61.0; 5000]);
    eve.post("/v1/sfdp/data", upload).await.ok();
    make_rows(&app, &clock).await;
    for stored_type in HEART_RATE_ROWS {
        let dates = dates_with_row(&app, &ada.id, stored_type).await;
        assert_eq!(dates, [1, 2, 3], "{stored_type}");
        let dates = dates_with_row(&app, &eve.id, stored_type).await;
        assert_eq!(dates, [1], "{stored_type}");
    }
    let chart = ada.get(CHART).await.ok();
    assert_eq!(chart["series"][0]["count"], json!([2000, 2000, 2000]));
    assert_eq!(chart["series"][0]["max"], json!([109.0, 109.0, 109.0]));
    // A later point is in the next chart.
    let later = points("heart_rate", "bpm", "watch", JUNE + 86_400 + 3600, &[199.0]);
    ada.post("/v1/sfdp/data", later).await.ok();
    for stored_type in HEART_RATE_ROWS {
        let dates = dates_with_row(&app, &ada.id, stored_type).await;
        assert_eq!(dates, [1, 3], "{stored_type}");
    }
    let chart = ada.get(CHART).await.ok();
    assert_eq!(chart["series"][0]["count"], json!([2000, 2001, 2000]));
    assert_eq!(chart["series"][0]["max"], json!([109.0, 199.0, 109.0]));
    // A change of the time zone removes the rows, and an upload gets those of its own days.
    for zone in ["Europe/Berlin", "UTC"] {
        let profile = json!({ "timeZone": zone });
        eve.patch("/v1/sfdp/profile", profile).await.ok();
    }
    let begin = JUNE + 2 * 86_400 + 3600;
    let upload = points("heart_rate", "bpm", "watch", begin, &[62.0; 5000]);
    eve.post("/v1/sfdp/data", upload).await.ok();
    make_rows(&app, &clock).await;
    for stored_type in HEART_RATE_ROWS {
        let dates = dates_with_row(&app, &eve.id, stored_type).await;
        assert_eq!(dates, [3], "{stored_type}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_row_of_a_day_holds_points_under_a_mode() {
    let clock = AdvancedClock::shared();
    let app = TestApp::start_at(clock.clone(), |_| {}).await;
    for mode in MODES.into_iter().flatten() {
        let ada = app.user(&format!("ada-{}", mode.to_lowercase())).await;
        ada.import(three_days()).await.ok();
        // The mode changes before the rows are made.
        let sealed = points("heart_rate", "bpm", "watch", JUNE + 86_400 + 3600, &[150.0]);
        let sealed = under(Some(mode), None, sealed);
        ada.post("/v1/sfdp/data", sealed).await.ok();
        make_rows(&app, &clock).await;
        for stored_type in HEART_RATE_ROWS {
            let dates = dates_with_row(&app, &ada.id, stored_type).await;
            assert_eq!(dates, [1, 3], "{mode} {stored_type}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_that_is_erased_meanwhile_gets_no_rows_of_days() {
    let clock = AdvancedClock::shared();
    let app = TestApp::start_at(clock.clone(), |_| {}).await;
    let ada = app.user("ada").await;
    ada.import(three_days()).await.ok();
    let path = format!("/v1/admin/users/{}", ada.id);
    app.admin().delete(&path).await.ok();
    make_rows(&app, &clock).await;
    for stored_type in HEART_RATE_ROWS {
        let dates = dates_with_row(&app, &ada.id, stored_type).await;
        assert_eq!(dates, [0_i64; 0], "{stored_type}");
    }
}
