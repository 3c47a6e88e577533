//! Claims over days whose points state a local date: a point counts on that date, regardless of its
//! time.

use lockstep_store::Timestamp;
use serde_json::{Value as Json, json};

use super::between;
use super::left_out::Expected::{self, Refused, Says};
use super::left_out::{BAD, STRAP, build_blocks, change_key, key, noon, point, tamper, week};
use crate::app::{TestApp, TestClient};

const HOUR: i64 = 3_600_000;
/// A time on the day before the week, one on the day after, and the days of the week beside them.
const BEFORE: (i64, &str) = (-1, "2026-06-01");
const AFTER: (i64, &str) = (7, "2026-06-07");

/// Stores a point that states a local date.
async fn dated(ada: &TestClient, device: &str, at: i64, value: f64, date: &str) {
    let body = json!({ "encryptionMode": "ZK", "data": [{
        "timestamp": Timestamp(at).to_string(), "type": "resting_heart_rate", "value": value,
        "unit": "/min", "device": device, "metadata": { "localDate": date },
    }] });
    ada.post("/v1/sfdp/data", body).await.ok();
}

async fn delete(ada: &TestClient, at: i64) {
    let at = Timestamp(at);
    let path = format!("/v1/sfdp/data?type=resting_heart_rate&startDate={at}&endDate={at}");
    ada.delete(&path).await.ok();
}

/// Stores the bad point under a key that is changed, and the week under its successor.
async fn under_an_old_key(ada: &TestClient, (day, date): (i64, &str), act: &str) {
    dated(ada, STRAP, noon(day), BAD, date).await;
    let old = key(ada, "ZK").await;
    change_key(ada, &old, "rotate").await;
    week(ada).await;
    change_key(ada, &old, act).await;
}

async fn manipulate(name: &str, place: (i64, &str), app: &TestApp, ada: &TestClient) -> Expected {
    let (at, date) = (noon(place.0), place.1);
    let inside = noon(place.0.clamp(0, 6));
    let outside = &Timestamp(at).to_string()[..10];
    match name {
        "deleted" => {
            dated(ada, "watch", at, BAD, date).await;
            delete(ada, at).await;
            week(ada).await;
            Says("at most 1 point deleted")
        }
        "deleted from its block" => {
            dated(ada, STRAP, at, 50.0, date).await;
            dated(ada, STRAP, at + 1, BAD, date).await;
            week(ada).await;
            build_blocks(ada).await;
            delete(ada, at + 1).await;
            Says("at most 1 point deleted")
        }
        "replaced" => {
            week(ada).await;
            dated(ada, "watch", at, BAD, date).await;
            dated(ada, "watch", at, 50.0, date).await;
            Says("at most 1 replaced by another value")
        }
        "moved to another date" => {
            week(ada).await;
            dated(ada, "watch", inside + HOUR, BAD, date).await;
            dated(ada, "watch", inside + HOUR, BAD, outside).await;
            Says("at most 1 replaced by another value")
        }
        "moved from the day of its time" => {
            week(ada).await;
            point(ada, "watch", Some("ZK"), inside + HOUR, BAD).await;
            dated(ada, "watch", inside + HOUR, BAD, outside).await;
            Says("at most 1 replaced by another value")
        }
        "beside a point that states the day" => {
            week(ada).await;
            point(ada, "watch", Some("ZK"), inside + HOUR, BAD).await;
            dated(ada, "watch", at, 50.0, date).await;
            Says(
                "From 1 device of 1 that measured: 7 points. Skipped: 0 points that could not be read, 0 \
                 implausible, 0 of a device whose value was not the day's, 2 without a local date on days",
            )
        }
        "under a suspended key" => {
            under_an_old_key(ada, place, "suspend").await;
            Refused("resume")
        }
        "under a revoked key" => {
            under_an_old_key(ada, place, "revoke").await;
            Says("1 point that could not be read (1 under a key that was stopped for good")
        }
        "under another mode" => {
            week(ada).await;
            let body = json!({ "encryptionMode": "Basic", "data": [{
                "timestamp": Timestamp(at).to_string(), "type": "resting_heart_rate", "value": BAD,
                "unit": "/min", "device": STRAP, "metadata": { "localDate": date },
            }] });
            ada.post("/v1/sfdp/data", body).await.ok();
            Refused("encryptionMode")
        }
        "in a damaged block" => {
            week(ada).await;
            dated(ada, STRAP, at, 50.0, date).await;
            build_blocks(ada).await;
            tamper(
                app,
                "UPDATE seg_body SET body = substr(body, 1, length(body) - 1)
                 WHERE user_id = ?1 AND id = (SELECT body_id FROM seg JOIN series
                     ON series.user_id = seg.user_id AND series.id = seg.series_id
                     WHERE seg.user_id = ?1 AND device = 'Polar H10')",
                &ada.id,
            )
            .await;
            Says("1 damaged")
        }
        // No point two days away can state a day of the claim.
        "deleted two days away" => {
            week(ada).await;
            let at = at + (at - inside);
            point(ada, STRAP, Some("ZK"), at, BAD).await;
            delete(ada, at).await;
            Says(": 0 points deleted, 0 replaced")
        }
        other => panic!("{other}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn points_dated_from_outside_the_days_are_reported_or_the_claim_is_refused() {
    let app = TestApp::start().await;
    let mut wrong = Vec::new();
    for (nth, name) in [
        "deleted",
        "deleted from its block",
        "replaced",
        "moved to another date",
        "moved from the day of its time",
        "beside a point that states the day",
        "under a suspended key",
        "under a revoked key",
        "under another mode",
        "in a damaged block",
        "deleted two days away",
    ]
    .into_iter()
    .enumerate()
    {
        for (side, place) in [("before", BEFORE), ("after", AFTER)] {
            let ada = app.user(&format!("{side}{nth}")).await;
            let expected = manipulate(name, place, &app, &ada).await;
            let what = format!("{name}, {side}");
            let claim = between(40.0, 60.0);
            wrong.extend(expected.differs(&what, &app, &ada, claim).await);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// The steps of a day that a dated point displaces are stated: the value alone would hide them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_claim_states_the_points_that_a_dated_point_displaces() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let points: Vec<Json> = [(0, 20_000.0, json!({})), (1, 100.0, json!({ "localDate": "2026-06-01" }))]
        .into_iter()
        .map(|(hour, value, metadata)| {
            json!({
                "timestamp": Timestamp(noon(0) + hour * HOUR).to_string(), "type": "steps", "value": value,
                "unit": "steps", "device": "watch", "metadata": metadata,
            })
        })
        .collect();
    let body = json!({ "encryptionMode": "ZK", "data": points });
    ada.post("/v1/sfdp/data", body).await.ok();
    let mut claim = between(0.0, 1000.0);
    claim["statement"]["metric"] = json!("steps");
    claim["endDate"] = json!("2026-06-01");
    let expected = Says(
        "1 point. Skipped: 0 points that could not be read, 0 implausible, 0 of a device whose value was not the \
         day's, 1 without a local date on days whose value is of points that state the date.",
    );
    assert_eq!(expected.differs("steps", &app, &ada, claim).await, None);
}

/// Metrics of a day state the unread points that may have stated it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn metrics_state_unread_points_that_may_state_the_day() {
    let app = TestApp::start().await;
    for (place, skipped) in [(AFTER, 1), (BEFORE, 0)] {
        let ada = app.user(&format!("ada{skipped}")).await;
        under_an_old_key(&ada, place, "suspend").await;
        let day = "/v1/sfdp/metrics?startDate=2026-06-07&endDate=2026-06-07";
        let answer = ada.get(day).await.ok();
        let points = answer["basis"]["skippedPoints"][0]["points"].as_u64();
        assert_eq!(points.unwrap_or(0), skipped, "{answer}");
    }
}
