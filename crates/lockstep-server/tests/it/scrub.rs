//! Damage: a flipped bit in every kind of stored row is found, and only the row's own points are
//! lost.

use std::collections::BTreeMap;

use lockstep_server::scrub;
use lockstep_store::{StoreError, Tx, Value};
use serde_json::{Value as Json, json};

use crate::app::{JUNE, SeededRandom, TestApp, TestClient, points};

const MODES: [Option<&str>; 3] = [None, Some("Basic"), Some("ZK")];
const SERIES_POINTS: usize = 300;
const BLOCK_POINTS: usize = 50;

fn device(mode: Option<&str>) -> String {
    format!("strap {}", mode.unwrap_or("plain"))
}

/// Stores points of every mode in several chunks each, a profile, daily rows and insights.
async fn fill(who: &TestClient) {
    for mode in MODES {
        let values: Vec<f64> = (0..SERIES_POINTS)
            .map(|at| 60.0 + (at % 90) as f64)
            .collect();
        // From the end, so that each upload becomes a chunk of its own.
        for (nth, part) in values.chunks(BLOCK_POINTS).enumerate().rev() {
            let start = JUNE + (nth * BLOCK_POINTS * 1000) as i64;
            let mut body = points("heart_rate", "bpm", &device(mode), start, part);
            if let Some(mode) = mode {
                body["encryptionMode"] = json!(mode);
                body["chunkSize"] = json!(BLOCK_POINTS);
            }
            who.post("/v1/sfdp/data", body).await.ok();
        }
    }
    let profile = json!({ "weightKg": 70.5, "timeZone": "Europe/Berlin" });
    who.put("/v1/sfdp/profile", profile).await.ok();
    who.get("/v1/sfdp/metrics?startDate=2026-06-01&endDate=2026-06-02")
        .await
        .ok();
    who.post("/v1/sfdp/insights/generate", json!({})).await.ok();
}

/// Returns the points by device and time.
async fn read(who: &TestClient) -> (BTreeMap<(String, String), String>, Json, u64) {
    let page = who.get("/v1/sfdp/data?limit=10000").await.ok();
    let all = page["data"].as_array().unwrap().iter().map(|point| {
        let text = |field: &str| point[field].as_str().unwrap().to_owned();
        (
            (text("device"), text("timestamp")),
            point["value"].to_string(),
        )
    });
    let all: BTreeMap<_, _> = all.collect();
    (
        all,
        page["skippedPoints"].clone(),
        page["total"].as_u64().unwrap(),
    )
}

async fn write(
    app: &TestApp,
    job: impl FnMut(&mut Tx<'_>) -> Result<(), StoreError> + Send + 'static,
) {
    app.state()
        .db
        .write::<_, StoreError, _>("test.damage", job)
        .await
        .unwrap();
}

/// Flips one bit of a blob in a random row of a table.
async fn flip(app: &TestApp, table: &'static str, column: &'static str, dice: &mut SeededRandom) {
    let (nth, bit) = (dice.roll(), dice.roll());
    let key = match table {
        "seg_body" => "rowid",
        "profile" => "user_id",
        _ => "t0",
    };
    write(app, move |tx| {
        let count: u64 = tx.query_one(&format!("SELECT COUNT(*) FROM {table}"), &[], |row| {
            row.at(0)
        })?;
        assert!(count > 0, "{table}");
        let sql = format!(
            "SELECT CAST({key} AS TEXT), {column} FROM {table} ORDER BY {key} LIMIT 1 OFFSET ?1"
        );
        let (key_of, mut blob) =
            tx.query_one(&sql, &[Value::Integer((nth % count) as i64)], |row| {
                Ok((row.at::<String>(0)?, row.at::<Vec<u8>>(1)?))
            })?;
        let bit = (bit % (blob.len() as u64 * 8)) as usize;
        blob[bit / 8] ^= 1 << (bit % 8);
        let sql = format!("UPDATE {table} SET {column} = ?1 WHERE CAST({key} AS TEXT) = ?2");
        let changed = tx.execute(&sql, &[Value::Blob(&blob), Value::Text(&key_of)])?;
        assert!(changed >= 1);
        Ok(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flipped_bit_loses_only_its_own_points_and_is_found() {
    let app = TestApp::start().await;
    let mut dice = SeededRandom(8);
    let whole = scrub::all(app.state(), |_| {}).await.unwrap();
    assert_eq!(whole.damaged, []);
    for round in 0..6 {
        let who = app.user(&format!("ada{round}")).await;
        fill(&who).await;
        let (before, skipped, total) = read(&who).await;
        assert_eq!(
            (skipped, total),
            (Json::Null, (MODES.len() * SERIES_POINTS) as u64)
        );
        let clean = scrub::all(app.state(), |_| {}).await.unwrap();
        let known = clean.damaged.len();
        flip(&app, "seg_body", "body", &mut dice).await;
        // A read meets the damage and starts again; all other points are returned unchanged.
        let (after, skipped, left) = read(&who).await;
        let lost = total - left;
        assert!(
            lost <= BLOCK_POINTS as u64,
            "round {round}: {lost} points are lost"
        );
        if lost > 0 {
            assert_eq!(skipped[0]["status"], "damaged", "{skipped}");
            assert_eq!(skipped[0]["points"], lost);
            assert!(skipped[0].get("keyId").is_none());
        }
        assert_eq!(after.len() as u64, left);
        assert!(
            after
                .iter()
                .all(|(at, value)| before.get(at) == Some(value))
        );
        let found = scrub::all(app.state(), |_| {}).await.unwrap();
        assert!(found.damaged.len() > known, "round {round}");
        // Other ways of reading points continue to work.
        for path in [
            "/v1/sfdp/metrics?startDate=2026-06-01&endDate=2026-06-02",
            "/v1/sfdp/export?format=csv",
        ] {
            let answer = who.get(path).await;
            assert_eq!(answer.status, 200, "{answer}");
        }
        let asked = json!({ "operation": "mean", "type": "heart_rate" });
        let answer = who.post("/v1/sfdp/aggregate", asked).await;
        assert!(answer.status < 500, "{answer}");
        who.post("/v1/sfdp/insights/generate", json!({})).await.ok();
        // The lost points can be sent again; then all points exist.
        for mode in MODES {
            let values: Vec<f64> = (0..BLOCK_POINTS)
                .map(|at| 60.0 + (at % 90) as f64)
                .collect();
            let mut body = points("heart_rate", "bpm", &device(mode), JUNE, &values);
            if let Some(mode) = mode {
                body["encryptionMode"] = json!(mode);
                body["chunkSize"] = json!(BLOCK_POINTS);
            }
            who.post("/v1/sfdp/data", body).await.ok();
        }
        // Deleting the points also deletes the rest of the damaged chunk.
        who.delete("/v1/sfdp/data").await.ok();
        let (none, skipped, _) = read(&who).await;
        assert_eq!((none.len(), skipped), (0, Json::Null));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn flipped_bits_of_other_rows_are_found() {
    for (table, column) in [("profile", "body")] {
        let app = TestApp::start().await;
        let who = app.user("ada").await;
        fill(&who).await;
        let mut dice = SeededRandom(3);
        flip(&app, table, column, &mut dice).await;
        let found = scrub::all(app.state(), |_| {}).await.unwrap();
        let tables: Vec<&str> = found.damaged.iter().map(|one| &*one.table).collect();
        assert_eq!(tables, [table]);
        assert_eq!(found.damaged[0].account.as_deref(), Some(&*who.id));
        // Points are read as before, and the damaged row can be written again.
        let (all, skipped, _) = read(&who).await;
        assert_eq!(
            (all.len(), skipped),
            (MODES.len() * SERIES_POINTS, Json::Null)
        );
        let profile = json!({ "weightKg": 70.5, "timeZone": "Europe/Berlin" });
        who.put("/v1/sfdp/profile", profile).await.ok();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clear_columns_of_a_chunk_are_compared_with_its_bytes() {
    // The change of the column, whether the points are still read, and whether a scrub reports
    // damage.
    for (change, is_read, is_named) in [
        ("n = n + 1", false, true),
        ("n = 4294967296 + n", false, true),
        ("codec = 3", true, false),
        ("codec = 77", true, false),
        ("t0 = t0 - 1", false, true),
        ("t1 = t1 + 5", true, false),
        ("t1 = t1 - 5", true, false),
        ("body_id = body_id + 1000", true, false),
        ("key_id = 'none'", true, false),
        ("key_id = 'key_01h455vb4pex5vsknk084sn02q'", true, false),
    ] {
        let app = TestApp::start().await;
        let who = app.user("ada").await;
        let values: Vec<f64> = (0..BLOCK_POINTS).map(|at| at as f64).collect();
        for device in ["one", "two"] {
            let body = points("heart_rate", "bpm", device, JUNE, &values);
            who.post("/v1/sfdp/data", body).await.ok();
        }
        let sql =
            format!("UPDATE seg SET {change} WHERE series_id = (SELECT MIN(series_id) FROM seg)");
        write(&app, move |tx| tx.execute(&sql, &[]).map(drop)).await;
        let first = scrub::all(app.state(), |_| {}).await.unwrap();
        assert_eq!(first.damaged.is_empty(), !is_named, "{change}");
        let (all, _, _) = read(&who).await;
        let expected = if is_read {
            2 * BLOCK_POINTS
        } else {
            BLOCK_POINTS
        };
        assert_eq!(all.len(), expected, "{change}");
        let again = scrub::all(app.state(), |_| {}).await.unwrap();
        assert_eq!(again.damaged.is_empty(), !is_named, "{change}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_background_scrub_checks_everything_and_stores_its_position() {
    let app = TestApp::start().await;
    let who = app.user("ada").await;
    fill(&who).await;
    let round = async || {
        for _ in 0..100 {
            if scrub::position(app.state()).await.unwrap().ended.is_some() {
                return;
            }
            scrub::slice(app.state().clone()).await.unwrap();
        }
        panic!("the scrub does not end");
    };
    // The round that the server began at its start.
    round().await;
    flip(&app, "profile", "body", &mut SeededRandom(1)).await;
    write(&app, |tx| lockstep_store::note::keep(tx, "scrub", "{}")).await;
    round().await;
    let at = scrub::position(app.state()).await.unwrap();
    assert_eq!(at.damaged.len(), 1);
    assert_eq!(at.damaged[0].table, "profile");
    // The next round begins a week later.
    scrub::slice(app.state().clone()).await.unwrap();
    assert_eq!(scrub::position(app.state()).await.unwrap().ended, at.ended);
}

/// Mode, device, points to a block, and the codec of a full block.
const BLOCKS: [(&str, &str, usize, i64); 4] = [
    ("FHE", "one", 256, 2),
    ("FHE", "two", 256, 2),
    ("ZK", "one", BLOCK_POINTS, 3),
    ("ZK", "two", BLOCK_POINTS, 3),
];

/// Sends one full block of points for each of [`BLOCKS`].
async fn fill_blocks(who: &TestClient) {
    for (mode, device, block, _) in BLOCKS {
        let values: Vec<f64> = (0..block).map(|at| 60.0 + (at % 90) as f64).collect();
        let device = format!("{mode} {device}");
        let mut body = points("heart_rate", "bpm", &device, JUNE, &values);
        body["encryptionMode"] = json!(mode);
        body["chunkSize"] = json!(block);
        who.post("/v1/sfdp/data", body).await.ok();
    }
}

/// A flipped bit of a ciphertext (FHE) and of a committed block (ZK): the other block of the same mode is
/// read, and an aggregate is never wrong.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flipped_bit_of_a_block_costs_its_own_points_and_is_found() {
    let app = TestApp::start().await;
    let who = app.user("ada").await;
    let mut dice = SeededRandom(9);
    let all: usize = BLOCKS.iter().map(|(_, _, block, _)| block).sum();
    for _ in 0..4 {
        for (mode, _, block, codec) in [BLOCKS[0], BLOCKS[2]] {
            fill_blocks(&who).await;
            let (before, skipped, _) = read(&who).await;
            assert_eq!((before.len(), skipped), (all, Json::Null), "{mode}");
            let bit = dice.roll();
            write(&app, move |tx| {
                let (id, mut body) = tx.query_one(
                    "SELECT seg_body.rowid, body FROM seg JOIN seg_body
                         ON seg_body.user_id = seg.user_id AND seg_body.id = seg.body_id
                     WHERE codec = ?1 ORDER BY seg_body.id LIMIT 1",
                    &[Value::Integer(codec)],
                    |row| Ok((row.at::<i64>(0)?, row.at::<Vec<u8>>(1)?)),
                )?;
                let bit = (bit % (body.len() as u64 * 8)) as usize;
                body[bit / 8] ^= 1 << (bit % 8);
                let sql = "UPDATE seg_body SET body = ?1 WHERE rowid = ?2";
                tx.execute(sql, &[Value::Blob(&body), Value::Integer(id)])
                    .map(drop)
            })
            .await;
            // The aggregate meets the block first.
            let asked = json!({
                "operation": "sum", "type": "heart_rate",
                "startDate": "2026-06-01T00:00:00Z", "endDate": "2026-06-02T00:00:00Z",
            });
            let answer = who.post("/v1/sfdp/aggregate", asked).await;
            assert!(answer.status < 500, "{mode}: {answer}");
            let (after, skipped, _) = read(&who).await;
            assert_eq!(after.len(), all - block, "{mode}");
            assert_eq!(skipped[0]["points"], block, "{mode}: {skipped}");
            let is_same = |(at, value): (&(String, String), &String)| before.get(at) == Some(value);
            assert!(after.iter().all(is_same), "{mode}");
            if answer.status == 200 {
                let sum: f64 = after
                    .values()
                    .map(|value| value.parse::<f64>().unwrap())
                    .sum();
                let given = answer.json()["value"].as_f64().unwrap();
                assert!(
                    (given - sum).abs() < 1e-6 * sum,
                    "{mode}: {given} is not {sum}"
                );
            }
            let found = scrub::all(app.state(), |_| {}).await.unwrap();
            assert_eq!(found.damaged.len(), 1, "{mode}: {:?}", found.damaged);
            who.delete("/v1/sfdp/data").await.ok();
            let clean = scrub::all(app.state(), |_| {}).await.unwrap();
            assert_eq!(clean.damaged, [], "{mode}");
        }
    }
}
