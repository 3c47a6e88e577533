//! Claims over days with omitted points: each manipulation is refused, or the claim states the
//! omission.

mod documents;

use lockstep_documents::{Content, VerificationPolicy, VerifiedDocument, verify};
use lockstep_store::{StoreError, Timestamp, params};
use serde_json::{Value as Json, json};

use super::{AUDIENCE, DAY, NONCE, WEEK, between, days, groth16, judged, prove, upload, verified};
use crate::app::{JUNE, TestApp, TestClient};

/// The expected result of a claim over the week.
#[derive(Clone, Copy)]
pub(super) enum Expected {
    /// The request is refused with a message that contains this text.
    Refused(&'static str),
    /// The claim is signed, and its sentence contains this text.
    Says(&'static str),
}
use Expected::{Refused, Says};

impl Expected {
    /// Requests a claim. Returns the difference from the expected result; `None` if the result is as expected.
    pub(super) async fn differs(
        self,
        name: &str,
        app: &TestApp,
        ada: &TestClient,
        claim: Json,
    ) -> Option<String> {
        let answer = ada.post("/v1/sfdp/proofs", claim).await;
        let found = answer.json();
        let printed = match answer.status {
            200 => {
                let (status, printed) = judged(app.folder.path(), &found, &[]);
                let says = found["statement"]["says"].as_str().unwrap();
                format!("{says} [{status:?}] {printed}")
            }
            _ => found["error"].to_string(),
        };
        let is_right = match self {
            Refused(text) => answer.status == 422 && printed.contains(text),
            Says(text) => {
                let (says, printed) = printed.split_once(" [").unwrap_or_default();
                answer.status == 200 && says.contains(text) && printed.contains(text)
            }
        };
        let (Refused(text) | Says(text)) = self;
        (!is_right).then(|| format!("{name}: {} without {text:?}: {printed}", answer.status))
    }
}

/// A reading of a strap at noon of the third day that makes the claim "between 40 and 60" false.
pub(super) const BAD: f64 = 75.0;
pub(super) const STRAP: &str = "Polar H10";

pub(super) fn noon(day: i64) -> i64 {
    (JUNE + day * DAY + DAY / 2) * 1000
}

pub(super) async fn point(ada: &TestClient, device: &str, mode: Option<&str>, at: i64, value: f64) {
    let mut body = json!({ "data": [{
        "timestamp": Timestamp(at).to_string(), "type": "resting_heart_rate", "value": value,
        "unit": "/min", "device": device,
    }] });
    if let Some(mode) = mode {
        body["encryptionMode"] = json!(mode);
    }
    ada.post("/v1/sfdp/data", body).await.ok();
}

async fn bad(ada: &TestClient, mode: Option<&str>) {
    point(ada, STRAP, mode, noon(2), BAD).await;
}

/// Returns the current key of a mode.
pub(super) async fn key(ada: &TestClient, mode: &str) -> String {
    let keys = ada.get("/v1/encryption/keys?limit=100").await.ok();
    let keys = keys["keys"].as_array().unwrap();
    let of_mode =
        |key: &&Json| key["metadata"]["mode"] == mode && key["metadata"]["current"] == true;
    let key = keys.iter().find(of_mode).unwrap();
    key["keyId"].as_str().unwrap().to_owned()
}

pub(super) async fn change_key(ada: &TestClient, key: &str, act: &str) {
    let path = format!("/v1/encryption/keys/{key}/{act}");
    ada.post(&path, json!({})).await.ok();
}

/// Stores the strap's point under a key, changes that key, and stores the other points under its
/// successor.
async fn under_an_old_key(ada: &TestClient, act: Option<&str>) -> String {
    bad(ada, Some("ZK")).await;
    let old = key(ada, "ZK").await;
    change_key(ada, &old, "rotate").await;
    week(ada).await;
    if let Some(act) = act {
        change_key(ada, &old, act).await;
    }
    old
}

pub(super) async fn week(ada: &TestClient) {
    upload(ada, Some("ZK"), "watch", &days(&WEEK)).await;
}

/// Builds blocks of the waiting points: a claim request does so first.
pub(super) async fn build_blocks(ada: &TestClient) {
    ada.post("/v1/sfdp/proofs", between(0.0, 200.0)).await.ok();
}

/// Late on the seventh day in UTC, but on the eighth day in Kiritimati.
async fn moved(ada: &TestClient) {
    week(ada).await;
    point(ada, "watch", Some("ZK"), noon(6) + 11 * 3_600_000, BAD).await;
    let profile = json!({ "timeZone": "Pacific/Kiritimati" });
    ada.put("/v1/sfdp/profile", profile).await.ok();
    point(ada, "watch", Some("ZK"), noon(-1) + 11 * 3_600_000, 50.0).await;
}

/// A week, of which one point was deleted.
async fn deleted(ada: &TestClient) {
    week(ada).await;
    bad(ada, Some("ZK")).await;
    ada.delete("/v1/sfdp/data?device=Polar%20H10").await.ok();
}

/// Returns a key of this status.
async fn key_of_status(ada: &TestClient, status: &str) -> String {
    let keys = ada.get("/v1/encryption/keys?limit=100").await.ok();
    let keys = keys["keys"].as_array().unwrap();
    let key = keys.iter().find(|key| key["status"] == status).unwrap();
    key["keyId"].as_str().unwrap().to_owned()
}

/// Changes the database file directly, as an attacker with file access.
pub(super) async fn tamper(app: &TestApp, statement: &'static str, user: &str) {
    let user = user.to_owned();
    let db = &app.state().db;
    let changed = db.write::<_, StoreError, _>("test.tamper", move |tx| {
        tx.execute(statement, params![&user])
    });
    assert!(changed.await.unwrap() > 0, "{statement}");
}

async fn manipulate(name: &str, app: &TestApp, ada: &TestClient) -> Expected {
    match name {
        "under a suspended key" => {
            under_an_old_key(ada, Some("suspend")).await;
            Refused("resume")
        }
        "under a revoked key" => {
            under_an_old_key(ada, Some("revoke")).await;
            Says("1 point that could not be read (1 under a key that was stopped for good")
        }
        "under a condemned key" => {
            let old = under_an_old_key(ada, None).await;
            let path = format!("/v1/encryption/keys/{old}");
            assert!(ada.delete(&path).await.status < 300);
            Refused("cancel-destruction")
        }
        "deleted before" => {
            week(ada).await;
            bad(ada, Some("ZK")).await;
            ada.delete("/v1/sfdp/data?device=Polar%20H10").await.ok();
            Says("at most 1 point deleted")
        }
        "deleted from its block" => {
            bad(ada, Some("ZK")).await;
            point(ada, STRAP, Some("ZK"), noon(0), 51.0).await;
            build_blocks(&week_of(ada).await).await;
            let at = Timestamp(noon(2));
            ada.delete(&format!(
                "/v1/sfdp/data?device=Polar%20H10&startDate={at}&endDate={at}"
            ))
            .await
            .ok();
            Says("at most 1 point deleted")
        }
        "outranked by another device" => {
            week(ada).await;
            point(ada, "watch", Some("ZK"), noon(2), BAD).await;
            point(ada, STRAP, Some("ZK"), noon(2), 50.0).await;
            Says(
                "From 2 devices of 2 that measured: 7 points. Skipped: 0 points that could not be read, 0 implausible, 1 of a \
                device whose value was not the day's",
            )
        }
        "diluted in the mean" => {
            week(ada).await;
            point(ada, "watch", Some("ZK"), noon(2), BAD).await;
            for minute in 1..6 {
                point(ada, "watch", Some("ZK"), noon(2) + minute * 60_000, 50.0).await;
            }
            Says("From 1 device of 1 that measured: 12 points")
        }
        "under another mode" => {
            week(ada).await;
            bad(ada, Some("Basic")).await;
            Refused("encryptionMode")
        }
        "under another mode, stopped" => {
            week(ada).await;
            bad(ada, Some("Basic")).await;
            let basic = key(ada, "Basic").await;
            change_key(ada, &basic, "suspend").await;
            Refused("resume")
        }
        "in a block that was never stored" => {
            week(ada).await;
            tamper(
                app,
                "INSERT INTO client_block(user_id, id, type, device, key_id, t0, t1, n, body)
                 SELECT user_id, 99999, type, 'strap', key_id, t0, t1, 3, x'00'
                 FROM seg JOIN series USING (user_id) WHERE user_id = ?1 LIMIT 1",
                &ada.id,
            )
            .await;
            Refused("table client_block")
        }
        "in a damaged block" => {
            week(ada).await;
            bad(ada, Some("ZK")).await;
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
        "in a block that is gone" => {
            week(ada).await;
            bad(ada, Some("ZK")).await;
            build_blocks(ada).await;
            tamper(
                app,
                "DELETE FROM seg WHERE user_id = ?1 AND series_id =
                    (SELECT id FROM series WHERE user_id = ?1 AND device = 'Polar H10')",
                &ada.id,
            )
            .await;
            Refused("is missing; its record is number")
        }
        "signed by a record that is gone" => {
            bad(ada, Some("ZK")).await;
            week(ada).await;
            build_blocks(ada).await;
            ada.delete("/v1/sfdp/data?device=Polar%20H10").await.ok();
            tamper(
                app,
                "DELETE FROM attested_root WHERE user_id = ?1 AND number = 1",
                &ada.id,
            )
            .await;
            Refused("the account's chain of signed roots is broken at 1")
        }
        "signed by records that are gone" => {
            week(ada).await;
            build_blocks(ada).await;
            tamper(app, "DELETE FROM attested_root WHERE user_id = ?1", &ada.id).await;
            Refused("signed roots of 1 blocks of resting_heart_rate")
        }
        "implausible by its value" => {
            week(ada).await;
            point(ada, STRAP, Some("ZK"), noon(2), 900.0).await;
            Says("1 implausible")
        }
        "overwritten with another value" => {
            week(ada).await;
            point(ada, "watch", Some("ZK"), noon(2), BAD).await;
            point(ada, "watch", Some("ZK"), noon(2), 50.0).await;
            Says("at most 2 replaced by another value")
        }
        "overwritten within one upload" => {
            week(ada).await;
            let reading = |value: f64| {
                json!({ "timestamp": Timestamp(noon(2)).to_string(), "type": "resting_heart_rate",
                    "value": value, "unit": "/min", "device": "watch" })
            };
            let readings = [reading(BAD), reading(50.0), reading(50.0)];
            let body = json!({ "data": readings, "encryptionMode": "ZK" });
            ada.post("/v1/sfdp/data", body).await.ok();
            Says("at most 2 replaced by another value")
        }
        "overwritten from another mode" => {
            bad(ada, Some("Basic")).await;
            point(ada, STRAP, Some("ZK"), noon(2), 50.0).await;
            week(ada).await;
            Says("at most 1 replaced by another value")
        }
        "moved by another time zone" => {
            moved(ada).await;
            Says("The time zone was last changed at 20")
        }
        "of another type by its series" => {
            let at = Timestamp(noon(2)).to_string();
            let rate = json!({ "timestamp": at, "type": "heart_rate", "value": 50.0, "unit": "bpm",
                "device": "other" });
            let body = json!({ "data": [rate], "encryptionMode": "ZK", "chunkSize": 1 });
            ada.post("/v1/sfdp/data", body).await.ok();
            week(ada).await;
            build_blocks(ada).await;
            tamper(
                app,
                "UPDATE series SET type = 'resting_heart_rate' WHERE user_id = ?1 AND device = 'other'",
                &ada.id,
            )
            .await;
            Refused("table series, row ")
        }
        "hidden by the times of its series" => {
            week(ada).await;
            bad(ada, Some("Basic")).await;
            tamper(
                app,
                "UPDATE series SET first_ts = 1, last_ts = 2 WHERE user_id = ?1 AND device = 'Polar H10'",
                &ada.id,
            )
            .await;
            Refused("encryptionMode")
        }
        "in a block whose row states another count" => {
            under_an_old_key(ada, None).await;
            build_blocks(ada).await;
            let old = key_of_status(ada, "rotated").await;
            change_key(ada, &old, "revoke").await;
            tamper(
                app,
                "UPDATE seg SET n = 0 WHERE user_id = ?1 AND series_id =
                    (SELECT id FROM series WHERE user_id = ?1 AND device = 'Polar H10')",
                &ada.id,
            )
            .await;
            Refused("states a count or end that differs from the signed record")
        }
        "deleted, and the count of it lowered" => {
            deleted(ada).await;
            tamper(
                app,
                "UPDATE point_change SET deleted = 0 WHERE user_id = ?1",
                &ada.id,
            )
            .await;
            Refused("table point_change")
        }
        "deleted, and the count of it removed" => {
            deleted(ada).await;
            tamper(app, "DELETE FROM point_change WHERE user_id = ?1", &ada.id).await;
            Refused("table point_change")
        }
        "moved by another time zone that nothing records" => {
            moved(ada).await;
            tamper(app, "DELETE FROM zone_change WHERE user_id = ?1", &ada.id).await;
            Refused("table zone_change")
        }
        "moved by another time zone that another account has" => {
            moved(ada).await;
            tamper(
                app,
                "UPDATE zone_change SET user_id = (SELECT id FROM account WHERE id <> ?1 LIMIT 1)
                 WHERE user_id = ?1",
                &ada.id,
            )
            .await;
            Refused("table zone_change")
        }
        // Nothing is left out: the same points sent again, and points moved to the mode.
        "sent again" => {
            week(ada).await;
            week(ada).await;
            Says("0 points deleted, 0 replaced")
        }
        "moved to the mode" => {
            upload(ada, None, "watch", &days(&WEEK)).await;
            week(ada).await;
            Says("0 points deleted, 0 replaced")
        }
        other => panic!("{other}"),
    }
}

/// Stores the week and returns the same caller.
async fn week_of(ada: &TestClient) -> TestClient {
    week(ada).await;
    ada.clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn omitted_points_are_reported_or_the_claim_is_refused() {
    let app = TestApp::start().await;
    let mut wrong = Vec::new();
    for (nth, name) in [
        "under a suspended key",
        "under a revoked key",
        "under a condemned key",
        "deleted before",
        "deleted from its block",
        "outranked by another device",
        "diluted in the mean",
        "under another mode",
        "under another mode, stopped",
        "in a block that was never stored",
        "of another type by its series",
        "hidden by the times of its series",
        "in a block whose row states another count",
        "deleted, and the count of it lowered",
        "deleted, and the count of it removed",
        "moved by another time zone that nothing records",
        "moved by another time zone that another account has",
        "in a damaged block",
        "in a block that is gone",
        "signed by a record that is gone",
        "signed by records that are gone",
        "implausible by its value",
        "overwritten with another value",
        "overwritten within one upload",
        "overwritten from another mode",
        "moved by another time zone",
        "sent again",
        "moved to the mode",
    ]
    .into_iter()
    .enumerate()
    {
        let ada = app.user(&format!("ada{nth}")).await;
        let expected = manipulate(name, &app, &ada).await;
        wrong.extend(
            expected
                .differs(name, &app, &ada, between(40.0, 60.0))
                .await,
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Verifies a proof as its intended reader.
fn judge(proof: &Json) -> Option<VerifiedDocument<Content>> {
    let trust = VerificationPolicy {
        audience: Some(AUDIENCE.to_owned()),
        nonce: Some(crate::encryption::base64(NONCE).parse().unwrap()),
        ..VerificationPolicy::default()
    };
    verify(proof.to_string().as_bytes(), &trust).ok()
}
