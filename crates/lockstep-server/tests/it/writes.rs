//! The work of one transaction does not grow with a request: the store has one writer, so others would wait.

use axum::http::Method;
use lockstep_store::portion::{PORTION_BYTES, PORTION_SMALL_ROWS};
use lockstep_store::{Actor, Entry, Status, StoreError};
use lockstep_vault::Vault;
use serde_json::{Map, Value as Json, json};

use crate::app::{JUNE, TestApp, TestClient};

/// The maximum number of rows of one transaction: small rows, or bodies with the row that counts them, and some rows of the request.
const MAX_ROWS: u64 = PORTION_SMALL_ROWS as u64 + 100;
/// The maximum number of bytes of one transaction: a portion of bodies, of which the last may be larger, with names and seals.
const MAX_BYTES: u64 = 2 * PORTION_BYTES as u64;
const DATA: &str = "/v1/sfdp/data";
/// The maximum number of columns of a dataset.
const COLUMNS: usize = 2000;

/// Compares the largest transactions since the start with the bounds.
fn check(app: &TestApp) {
    let mut all = app.state().db.largest_writes();
    all.retain(|_, size| size.rows > MAX_ROWS || size.bytes > MAX_BYTES);
    assert!(all.is_empty(), "{all:?}");
}

async fn dataset(owner: &TestClient, data: Json) -> String {
    let body = json!({ "name": "wide", "encryption_mode": "basic", "data": data });
    let made = owner.post("/api/datasets", body).await.ok();
    format!("/api/datasets/{}", made["id"].as_str().unwrap())
}

#[tokio::test]
async fn a_wide_dataset_is_stored_and_removed_in_portions() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let columns: Map<_, _> = (0..COLUMNS)
        .map(|n| (format!("c{n}"), json!([n])))
        .collect();
    let wide = dataset(&ada, Json::Object(columns.clone())).await;
    let read = ada.get(&format!("{wide}/data")).await.ok();
    assert_eq!(read["data"], Json::Object(columns));
    check(&app);
    // A new version, then the removal of both.
    let header: Vec<_> = (0..COLUMNS).map(|n| format!("c{n}")).collect();
    let table = format!("{}\n{}\n", header.join(","), vec!["1"; COLUMNS].join(","));
    let put = ada.request(Method::PUT, &format!("{wide}/data"));
    ada.send(put.header("Content-Type", "text/csv").body(table))
        .await
        .ok();
    let read = ada.get(&format!("{wide}/data?columns=c1999")).await.ok();
    assert_eq!(
        (&read["data"], &read["version"]),
        (&json!({ "c1999": [1] }), &json!(2))
    );
    check(&app);
    ada.delete(&wide).await.ok();
    check(&app);
    // A refused creation leaves nothing.
    let taken = json!({ "name": "x".repeat(300), "encryption_mode": "basic", "data": {} });
    ada.post("/api/datasets", taken).await.blames("name");
}

#[tokio::test]
async fn an_erasure_removes_rows_in_portions() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    let columns: Map<_, _> = (0..COLUMNS)
        .map(|n| (format!("c{n}"), json!([n])))
        .collect();
    for _ in 0..2 {
        dataset(&ada, Json::Object(columns.clone())).await;
    }
    admin
        .delete(&format!("/v1/admin/users/{}", ada.id))
        .await
        .ok();
    let portions = app.state().db.largest_writes();
    assert!(portions.contains_key("store.remove_portion"));
    check(&app);
}

/// An administrator that erases itself: the entry that proves the erasure is its own.
#[tokio::test]
async fn an_erasure_removes_bodies_of_the_audit_log_in_portions() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    let path = format!("/v1/admin/users/{}", ada.id);
    admin.patch(&path, json!({ "role": "admin" })).await.ok();
    let actor = Actor {
        id: ada.id.clone(),
        role: "admin".to_owned(),
    };
    const PORTIONS: usize = 3;
    for _ in 0..PORTIONS {
        let actor = actor.clone();
        let entries = app
            .state()
            .db
            .write::<_, StoreError, _>("test.audit", move |tx| {
                for _ in 0..PORTION_SMALL_ROWS {
                    tx.audit(&Entry {
                        actor: &actor,
                        action: "test",
                        component: "accounts",
                        status: Status::Success,
                        details: "an entry of a test".to_owned(),
                        metadata: Json::Null,
                    })?;
                }
                Ok(())
            });
        entries.await.unwrap();
    }
    admin.delete(&path).await.ok();
    let mut all = app.state().db.largest_writes();
    assert!(all.contains_key("accounts.delete.audit"));
    all.retain(|name, size| *name != "test.audit" && size.rows > MAX_ROWS);
    assert!(all.is_empty(), "{all:?}");
    let left = app.state().db.read::<_, StoreError, _>("test.left", |tx| {
        let sql = "SELECT COUNT(*) FROM audit_body WHERE action = 'test'";
        tx.query_one(sql, &[], |row| row.at::<i64>(0))
    });
    assert_eq!(left.await.unwrap(), 0);
    let verdict = Vault::of(app.state())
        .unwrap()
        .checkpoints()
        .verify_chain(None)
        .await
        .unwrap();
    assert!(verdict.broken.is_none(), "{verdict:?}");
}

/// Sends points in chunks of one point each, every ten seconds.
async fn scattered(owner: &TestClient, count: i64, offset: i64) -> Json {
    let data: Vec<_> = (0..count)
        .map(|nth| point("heart_rate", "strap", 10 * nth + offset))
        .collect();
    let body = json!({ "encryptionMode": "Basic", "chunkSize": 1, "data": data });
    owner.post(DATA, body).await.ok()
}

fn point(kind: &str, device: &str, second: i64) -> Json {
    let at = lockstep_store::Timestamp((JUNE + second) * 1000);
    json!({ "timestamp": at.to_string(), "type": kind, "value": 61, "unit": "bpm", "device": device })
}

async fn total(owner: &TestClient) -> Json {
    let page = owner.get(&format!("{DATA}?limit=1")).await.ok();
    page["total"].clone()
}

#[tokio::test]
async fn points_that_reach_many_chunks_are_stored_and_removed_in_parts() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    const COUNT: i64 = 2000;
    assert_eq!(scattered(&ada, COUNT, 0).await["processedCount"], COUNT);
    check(&app);
    // A point beside each stored one, then all of them again.
    for offset in [5, 0] {
        assert_eq!(
            scattered(&ada, COUNT, offset).await["processedCount"],
            COUNT
        );
    }
    check(&app);
    assert_eq!(total(&ada).await, 2 * COUNT);
    // Many series with one point each.
    let data: Vec<_> = (0..400)
        .map(|nth| point("heart_rate", &format!("d{nth}"), 0))
        .collect();
    let stored = ada.post(DATA, json!({ "data": data })).await.ok();
    assert_eq!(stored["processedCount"], 400);
    check(&app);
    let parts = app.state().db.largest_writes();
    assert!(parts["points.upload"].rows > 100, "{parts:?}");
    ada.delete(&format!("{DATA}?device=strap")).await.ok();
    check(&app);
    admin
        .delete(&format!("/v1/admin/users/{}", ada.id))
        .await
        .ok();
    check(&app);
}
