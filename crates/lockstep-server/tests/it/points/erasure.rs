//! Erased accounts, and the limit of series.

use super::*;
use crate::modes::until;

/// Counts the rows of an account in every table with a `user_id`.
fn rows_of(tx: &Tx<'_>, user: &str) -> Result<Vec<(String, i64)>, StoreError> {
    let text = |row: &Row<'_>| row.at::<String>(0);
    let tables = tx.query(
        "SELECT name FROM sqlite_master WHERE type = 'table'",
        &[],
        text,
    )?;
    let mut found = Vec::new();
    for table in tables {
        let columns = format!("SELECT name FROM pragma_table_info('{table}')");
        let columns = tx.query(&columns, &[], text)?;
        if columns.iter().any(|column| column == "user_id") {
            let count = format!("SELECT COUNT(*) FROM \"{table}\" WHERE user_id = '{user}'");
            let count = tx.query_one(&count, &[], |row| row.at::<i64>(0))?;
            found.push((table, count));
        }
    }
    Ok(found)
}

/// Gives the account a row in a table that the requests of the test do not fill, such as the table
/// of a new capability.
fn fill(tx: &mut Tx<'_>, table: &str, user: &str) -> Result<(), StoreError> {
    let columns = format!("SELECT name, type FROM pragma_table_info('{table}')");
    let columns = tx.query(&columns, &[], |row| {
        Ok((row.at::<String>(0)?, row.at::<String>(1)?))
    })?;
    let values = columns.iter().map(|(name, kind)| match &**kind {
        _ if name == "user_id" => format!("'{user}'"),
        "BLOB" => "x'01'".to_owned(),
        "TEXT" => "'x'".to_owned(),
        _ => "1".to_owned(),
    });
    let values = values.collect::<Vec<_>>().join(", ");
    tx.execute(&format!("INSERT INTO \"{table}\" VALUES ({values})"), &[])
        .map(drop)
}

#[tokio::test]
async fn an_erased_account_leaves_no_rows() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    for caller in [&ada, &bob] {
        register(caller, "Polar H10").await;
        let body = points("heart_rate", "bpm", "Polar H10", JUNE, &[61.0; 5000]);
        caller.post_once("/v1/sfdp/data", "k", body).await.ok();
        let profile = json!({ "maxHeartRate": 190 });
        caller.put("/v1/sfdp/profile", profile).await.ok();
        caller
            .post("/v1/api-keys", json!({ "name": "x" }))
            .await
            .ok();
        let key = json!({ "mode": "FHE" });
        caller.post("/v1/encryption/keys/generate", key).await.ok();
        caller.get("/v1/sfdp/data").await.ok();
        caller.post("/v1/ws/tickets", json!({})).await.ok();
        // Steps that rise day after day, so that there is an insight.
        let steps: Vec<Json> = (0..40)
            .map(|day| {
                let at = lockstep_store::Timestamp((JUNE - day * 86_400) * 1000);
                json!({
                    "timestamp": at.to_string(), "type": "steps", "value": 12_000 - 100 * day,
                    "unit": "count", "device": "watch",
                })
            })
            .collect();
        let replaced = json!({ "data": [{
            "timestamp": lockstep_store::Timestamp(JUNE * 1000).to_string(), "type": "steps",
            "value": 12_001, "unit": "count", "device": "watch",
        }] });
        let steps = json!({ "data": steps });
        caller.post("/v1/sfdp/data", steps).await.ok();
        caller.post("/v1/sfdp/data", replaced).await.ok();
        // A changed time zone, which claims report.
        let profile = json!({ "maxHeartRate": 190, "timeZone": "Europe/Berlin" });
        caller.put("/v1/sfdp/profile", profile).await.ok();
        // Two blocks with commitments and signed roots.
        let weights: Vec<Json> = (1..5)
            .map(|day| {
                json!({
                    "timestamp": Timestamp(day * 86_400_000).to_string(), "type": "weight",
                    "value": 70 + day, "unit": "kg", "device": "scale",
                })
            })
            .collect();
        let weights = json!({ "data": weights, "encryptionMode": "ZK", "chunkSize": 2 });
        caller.post("/v1/sfdp/data", weights).await.ok();
        let found = caller.post("/v1/sfdp/insights/generate", json!({})).await;
        let found = found.ok()["insights"].as_array().unwrap().len();
        assert!(found > 0);
        // Stores the rows of days.
        caller.get("/v1/sfdp/metrics").await.ok();
        listing(caller).await;
    }
    for (seller, buyer) in [(&ada, &bob), (&bob, &ada)] {
        let token = market::offer(seller, 1, &[]).await;
        market::buy(buyer, &token).await;
    }
    // These tables stay empty: a circuit with keys needs a prover, and a sealed block needs a
    // client, which another test covers. No erasure is in progress, and no chunk is damaged. The
    // erasure removes pseudonyms with the roots, and key intents with the keys. The queue of webhooks empties
    // its table every half second.
    let empty = [
        "circuit",
        "proving_key",
        "verifying_key",
        "erasure",
        "client_block",
        "pseudonym",
        "key_intent",
        "damaged_chunk",
        "webhook_event",
    ];
    let filled = |table: &str| !empty.contains(&table);
    let of = |user: String| {
        let state = app.state().clone();
        async move {
            let rows = state.db.read("test.rows", move |tx| rows_of(tx, &user));
            rows.await.unwrap()
        }
    };
    app.state()
        .audit_counter()
        .flush(&app.state().db)
        .await
        .unwrap();
    // Rows of days are stored after the answer.
    until("rows of days are stored", async || {
        let tables = of(ada.id.clone()).await;
        tables
            .iter()
            .any(|(table, count)| table == "day" && *count > 0)
    })
    .await;
    let unfilled: Vec<String> = of(ada.id.clone())
        .await
        .into_iter()
        .filter(|(table, count)| *count == 0 && filled(table))
        .map(|(table, _)| table)
        .collect();
    let id = ada.id.clone();
    let write = app
        .state()
        .db
        .write::<_, StoreError, _>("test.fill", move |tx| {
            unfilled.iter().try_for_each(|table| fill(tx, table, &id))
        });
    write.await.unwrap();
    let before = of(ada.id.clone()).await;
    assert!(before.len() >= 12);
    assert!(
        before.iter().all(|row| row.1 > 0 || !filled(&row.0)),
        "the test fills every table: {before:?}"
    );

    let path = format!("/v1/admin/users/{}", ada.id);
    let deleted = app.admin().delete(&path).await.ok();
    assert_eq!(deleted["deleted"], true);
    app.state()
        .audit_counter()
        .flush(&app.state().db)
        .await
        .unwrap();
    for (table, count) in of(ada.id.clone()).await {
        // Only the event about the erasure itself names the account.
        let most = i64::from(table == "event_outbox");
        assert!(count <= most, "{count} rows of {table}");
    }
    let (events, name) = {
        let id = ada.id.clone();
        let read = app
            .state()
            .db
            .read::<_, StoreError, _>("test.rest", move |tx| {
                let events = tx.query(
                    &format!("SELECT topic, payload FROM event_outbox WHERE user_id = '{id}'"),
                    &[],
                    |row| Ok((row.at::<String>(0)?, row.at::<String>(1)?)),
                )?;
                let account =
                    format!("SELECT username || email || password FROM account WHERE id = '{id}'");
                Ok((
                    events,
                    tx.query_one(&account, &[], |row| row.at::<String>(0))?,
                ))
            });
        read.await.unwrap()
    };
    assert_eq!(events, [("user.delete".to_owned(), "{}".to_owned())]);
    assert_eq!(name, "");

    ada.get("/v1/sfdp/data").await.refused(401, "AUTH_ERROR");
    app.admin().delete(&path).await.refused(404, "NOT_FOUND");
    assert_eq!(
        app.admin().get("/v1/admin/users?search=ada").await.ok()["total"],
        0
    );
    // Bob's points are complete, the chain is valid, and Ada's name is free.
    assert_eq!(bob.get("/v1/sfdp/data").await.ok()["total"], 5044);
    let verdict = app
        .state()
        .db
        .read("test.audit", lockstep_store::audit::verify)
        .await
        .unwrap();
    assert!(
        verdict.broken.is_none() && verdict.erased > 0,
        "{verdict:?}"
    );
    let again = app.user("ada").await;
    assert_eq!(again.get("/v1/sfdp/data").await.ok()["total"], 0);
}

#[tokio::test]
async fn an_account_has_at_most_ten_thousand_series() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let upload = |devices: std::ops::Range<u32>| {
        let of = |device| {
            json!({ "timestamp": "2026-06-01T00:00:00Z", "type": "steps", "value": 1, "unit": "count",
                "device": format!("device {device}") })
        };
        json!({ "data": devices.map(of).collect::<Vec<_>>() })
    };
    let stored = ada.post("/v1/sfdp/data", upload(0..10_000)).await.ok();
    assert_eq!(stored["processedCount"], 10_000);
    // A body with a further series is refused as a whole; replacing points is allowed.
    ada.post("/v1/sfdp/data", upload(9_999..10_001))
        .await
        .refused(409, "CONFLICT");
    ada.post("/v1/sfdp/data", upload(0..10_000)).await.ok();
    assert_eq!(ada.get("/v1/sfdp/data?limit=1").await.ok()["total"], 10_000);
}
