//! What must never be read again: passwords, tokens, keys, and what a body measured.

use axum::http::Method;
use lockstep_store::{Row, StoreError};
use lockstep_web::Policy;
use serde_json::json;

use crate::app::{Anyone, JUNE, points};
use crate::child::Child;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn secrets_and_values_are_in_no_log_no_refusal_no_audit() {
    let folder = tempfile::tempdir().unwrap();
    let level = [("LOCKSTEP_LOG_LEVEL", "debug")];
    let child = Child::start_with(folder.path(), &level);
    let admin = child.admin().await;
    let mut heard = String::new();
    let mut refusal = |answer: crate::app::Answer| {
        answer.refusal();
        heard.push_str(&String::from_utf8_lossy(&answer.bytes));
        heard.push('\n');
    };

    let new = json!({
        "username": "ada", "email": "ada@example.org", "password": SECRET_PASSWORD,
        "tier": "enterprise",
    });
    admin.post("/v1/admin/users", new.clone()).await.ok();
    refusal(admin.post("/v1/admin/users", new).await);
    let nobody = Anyone::at(child.address);
    let ada = nobody.signed_in("ada", SECRET_PASSWORD).await;
    let made = ada
        .post("/v1/api-keys", json!({ "name": "bridge" }))
        .await
        .ok();
    let key = made["key"].as_str().unwrap().to_owned();
    let by_key = ada.bearing(&*key);
    let pair = json!({ "username": "ada", "password": SECRET_PASSWORD });
    let pair = nobody.post("/api/auth/token", pair).await.ok();
    let refresh = pair["refresh_token"].as_str().unwrap().to_owned();

    // Things that work.
    let body = points("heart_rate", "bpm", "strap", JUNE, &[CANARY, 61.0]);
    by_key
        .post_once("/v1/sfdp/data", "once", body.clone())
        .await
        .ok();
    let recording = format!(
        "timestamp,type,value,unit,device\n2026-01-01T00:00:00Z,weight,{CANARY},kg,scale\n"
    );
    ada.import(recording).await.ok();
    let profile = json!({ "weightKg": CANARY, "maxHeartRate": 190 });
    ada.put("/v1/sfdp/profile", profile).await.ok();
    ada.get("/v1/sfdp/data").await.ok();
    ada.delete("/v1/sfdp/data?type=weight").await.ok();

    // Things that do not, with the secrets where they might be repeated.
    for (field, value) in [
        ("unit", json!("kg")),
        ("timestamp", json!("yesterday")),
        ("confidence", json!(CANARY)),
        ("surprise", json!(CANARY)),
        ("device", json!("")),
    ] {
        let mut bad = points("heart_rate", "bpm", "strap", JUNE, &[CANARY]);
        bad["data"][0][field] = value;
        refusal(ada.post("/v1/sfdp/data", bad).await);
    }
    let text = body.to_string();
    for broken in [
        text.replace("}]", "}"),
        text.replace("bpm\"", "bpm"),
        format!("{text} x"),
    ] {
        refusal(ada.post_bytes("/v1/sfdp/data", broken).await);
    }
    refusal(
        ada.put("/v1/sfdp/profile", json!({ "weightKg": 1000.0 + CANARY }))
            .await,
    );
    refusal(ada.put("/v1/sfdp/profile", json!({ "sex": CANARY })).await);
    refusal(
        ada.post_once(
            "/v1/sfdp/data",
            "once",
            points("x", "y", "z", JUNE, &[CANARY]),
        )
        .await,
    );
    let wrong = json!({ "username": SECRET_PASSWORD, "password": SECRET_PASSWORD });
    refusal(nobody.post("/api/auth/token", wrong).await);
    let wrong = json!({ "username": "ada", "password": SECRET_PASSWORD, "x": SECRET_PASSWORD });
    refusal(nobody.post("/api/auth/token", wrong).await);
    let wrong = json!({ "username": "ada", "password": [SECRET_PASSWORD] });
    refusal(nobody.post("/api/auth/token", wrong).await);
    let wrong = json!({ "token": [refresh] });
    refusal(ada.post("/api/auth/revoke", wrong).await);
    for path in [
        format!("/v1/sfdp/data?cursor={key}"),
        format!("/v1/sfdp/devices/{key}"),
        format!("/{key}"),
        format!("/v1/sfdp/data?startDate={CANARY}"),
        format!("/v1/sfdp/data?type={CANARY}"),
        format!("/v1/sfdp/types?{}=1", SECRET_PASSWORD.replace(' ', "+")),
    ] {
        // Refused or not there; a path is no place for a secret, and still is not repeated.
        let answer = ada.get(&path).await;
        if !path.contains("types") {
            refusal(answer);
        }
    }
    let request = nobody.request(Method::GET, "/v1/sfdp/types");
    refusal(nobody.send(request.bearer_auth(format!("{key}x"))).await);
    let renewed = json!({ "refresh_token": refresh });
    nobody.post("/api/auth/refresh", renewed.clone()).await.ok();
    refusal(nobody.post("/api/auth/refresh", renewed).await);

    let token = ada.token.clone().unwrap();
    let admins = admin.token.clone().unwrap();
    let (fine, lines) = child.end();
    assert!(fine);
    assert!(
        lines
            .iter()
            .filter(|line| line.contains("\"request\""))
            .count()
            > 30
    );
    let log = lines.join("\n");

    let keys = lockstep_vault::Place::usual(folder.path());
    let house = lockstep_server::app::house(
        folder.path().join(lockstep_server::data::DATABASE),
        &keys,
        Policy::default(),
    );
    let house = house.await.unwrap();
    let rows = house.db.read::<_, StoreError, _>("test.canary", |tx| {
        let text = |row: &Row<'_>| row.at::<String>(0);
        let mut all = tx.query(
            "SELECT user_name || ' ' || action || ' ' || details || ' ' || COALESCE(metadata, '')
             FROM audit_body",
            &[],
            text,
        )?;
        assert!(all.len() > 15, "{all:?}");
        let events = tx.query(
            "SELECT topic || ' ' || payload FROM event_outbox",
            &[],
            text,
        )?;
        assert!(events.len() > 5, "{events:?}");
        all.extend(events);
        all.extend(tx.query("SELECT outcome FROM idempotency", &[], text)?);
        Ok(all.join("\n"))
    });
    let rows = rows.await.unwrap();
    lockstep_server::app::close(&house).await;

    let canary = CANARY.to_string();
    for (place, text) in [
        ("log", &log),
        ("refusals", &heard),
        ("audit and outbox", &rows),
    ] {
        for (what, secret) in [
            ("the password", SECRET_PASSWORD),
            ("the administrator's password", crate::app::ADMIN_PASSWORD),
            ("an access token", &*token),
            ("the administrator's token", &*admins),
            ("a refresh token", &*refresh),
            ("an API key", &*key),
            ("a health value", &*canary),
        ] {
            // A caller may see their own faulty value again; nobody else may.
            if place == "refusals" && what == "a health value" {
                continue;
            }
            let line = text.lines().find(|line| line.contains(secret));
            assert!(line.is_none(), "{what} in the {place}: {line:?}");
        }
    }
    assert!(heard.contains("INVALID_REQUEST"));
}

const SECRET_PASSWORD: &str = "odd-secret-7391-xyzzy";
const CANARY: f64 = 61.1732;
