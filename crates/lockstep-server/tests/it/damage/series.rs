//! Damaged series, unnamed bytes, and claims over damaged counts.

use super::*;

/// The number and the count of a row of `series` are damaged: no record states which chunks are its own.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_series_whose_number_cannot_be_computed_costs_its_own_points() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    fill(&app, &ada, "ada").await;
    let damaged = "UPDATE series SET id = 'weird', total = total + 1 WHERE mode = 'ZK'";
    write(&app, |tx| tx.execute(damaged, &[]).map(drop)).await;
    let range = "/v1/sfdp/data?startDate=2026-06-01&endDate=2026-08-01&limit=1000";
    let page = ada.get(range).await.ok();
    assert_eq!(page["data"].as_array().unwrap().len(), POINTS, "{page}");
    assert_eq!(page["skippedPoints"][0]["points"], POINTS, "{page}");
    let export = ada.get("/v1/sfdp/export?format=csv").await;
    assert_eq!(export.status, 200, "{export}");
    assert_eq!(number(&app, "SELECT COUNT(*) FROM series").await, 1);
    let more = points("heart_rate", "bpm", "watch", JUNE + 3_600_000, &[61.0]);
    ada.post("/v1/sfdp/data", more).await.ok();
    assert_eq!(points_of(&ada).await.0, POINTS + 1);
}

/// Bytes that no chunk names: a scrub names them once, a deletion removes them, and neither removes the
/// bytes of a chunk whose own row is damaged.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bytes_that_no_chunk_names_are_removed_once() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    fill(&app, &ada, "ada").await;
    let whole = number(&app, "SELECT COUNT(*) FROM seg_body").await;
    let add =
        "INSERT INTO seg_body(user_id, id, body) SELECT user_id, id + 1000, body FROM seg_body";
    write(&app, |tx| tx.execute(add, &[]).map(drop)).await;
    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    assert_eq!(found.damaged, []);
    let named = found.repaired.iter().filter(|one| one.table == "seg_body");
    assert_eq!(named.count() as i64, whole, "{:?}", found.repaired);
    let again = scrub::all(app.state(), |_| {}).await.unwrap();
    assert_eq!((again.damaged, again.repaired), (vec![], vec![]));
    // The row of one chunk names other bytes, and other bytes have no row.
    let damage = "UPDATE seg SET body_id = body_id + 5000 WHERE codec = 3";
    write(&app, move |tx| {
        tx.execute(add, &[])?;
        tx.execute(damage, &[]).map(drop)
    })
    .await;
    ada.delete("/v1/sfdp/data?device=strap").await.ok();
    assert_eq!(
        number(&app, "SELECT COUNT(*) FROM seg_body").await,
        whole - 1
    );
    assert_eq!(points_of(&ada).await, (POINTS, serde_json::Value::Null));
    write(&app, move |tx| tx.execute(add, &[]).map(drop)).await;
    ada.delete("/v1/sfdp/data?device=watch").await.ok();
    assert_eq!(number(&app, "SELECT COUNT(*) FROM seg_body").await, 0);
}

/// The number of a body was changed: neither a scrub nor the deletion of other points removes the body.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bytes_whose_number_was_changed_are_kept() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    fill(&app, &ada, "ada").await;
    let whole = points_of(&ada).await;
    let change = "UPDATE seg_body SET id = id + 1000 WHERE id = (SELECT MIN(body_id) FROM seg)";
    write(&app, move |tx| tx.execute(change, &[]).map(drop)).await;
    let changed = "SELECT COUNT(*) FROM seg_body WHERE id > 1000";
    for _ in 0..2 {
        let found = scrub::all(app.state(), |_| {}).await.unwrap();
        assert!(found.damaged.iter().any(|one| one.table == "seg_body"));
        assert_eq!(number(&app, changed).await, 1);
    }
    let ring = points("heart_rate", "bpm", "ring", JUNE, &[61.0]);
    ada.post("/v1/sfdp/data", ring).await.ok();
    ada.delete("/v1/sfdp/data?device=ring").await.ok();
    assert_eq!(number(&app, changed).await, 1);
    let back = "UPDATE seg_body SET id = id - 1000 WHERE id > 1000";
    write(&app, move |tx| tx.execute(back, &[]).map(drop)).await;
    scrub::all(app.state(), |_| {}).await.unwrap();
    assert_eq!(points_of(&ada).await, whole);
}

/// A claim states since when changes were counted: with a damaged time none is made.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_claim_is_made_with_a_damaged_time_of_counting() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    fill(&app, &ada, "ada").await;
    let claim = json!({
        "statement": { "metric": "restingHeartRate", "min": 40.0, "max": 60.0 },
        "startDate": "2026-06-01", "endDate": "2026-06-02", "audience": "them", "nonce": "AAAA",
    });
    let path = "/v1/sfdp/proofs";
    // Ada has no resting heart rate.
    ada.post(path, claim.clone()).await.blames("startDate");
    for value in [
        "'x'",
        "-1",
        "0",
        "9223372036854775807",
        "counted_since + 1",
        "NULL",
    ] {
        let sql = format!("UPDATE point_number SET counted_since = {value}");
        write(&app, move |tx| tx.execute(&sql, &[]).map(drop)).await;
        let refused = ada.post(path, claim.clone()).await;
        refused.refused(422, "ENCRYPTION_ERROR");
        assert!(
            refused.to_string().contains("lockstep scrub"),
            "{value}: {refused}"
        );
        let found = scrub::all(app.state(), |_| {}).await.unwrap();
        assert_eq!(found.damaged, [], "{value}");
        let tables: Vec<&str> = found.repaired.iter().map(|one| &*one.table).collect();
        assert_eq!(tables, ["point_number"], "{value}");
        ada.post(path, claim.clone()).await.blames("startDate");
    }
}
