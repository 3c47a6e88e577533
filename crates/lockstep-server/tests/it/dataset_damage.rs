//! Rows of datasets that were removed or edited outside the server: no read answers as if the values had never been
//! there, and a scrub names or repairs each.

use axum::http::Method;
use lockstep_server::scrub;
use lockstep_store::{StoreError, params};
use serde_json::{Value as Json, json};

use crate::app::{TestApp, TestClient};

const DATASETS: &str = "/api/datasets";
/// More than one group of rows, and a column that comes in the second group.
const ROWS: usize = 9000;

async fn upload(owner: &TestClient, path: &str) {
    let lines: String = (0..ROWS)
        .map(|n| match n {
            0..8500 => format!("{{\"n\":{n},\"t\":\"a{n}\"}}\n"),
            _ => format!("{{\"n\":{n},\"t\":\"a{n}\",\"late\":true}}\n"),
        })
        .collect();
    let request = owner.request(Method::PUT, &format!("{path}/data"));
    let request = request
        .header("Content-Type", "application/jsonl")
        .body(lines);
    owner.send(request).await.ok();
}

/// The edit, the column whose read is refused, one whose read is not, and the table that a scrub names.
const EDITS: &[(&str, Option<&str>, Option<&str>, &str)] = &[
    (
        "DELETE FROM dataset_chunk WHERE dataset_id = '{id}' AND col = 1",
        Some("t"),
        Some("n"),
        "dataset_chunk",
    ),
    (
        "DELETE FROM dataset_chunk WHERE dataset_id = '{id}' AND col = 1 AND row0 = 0",
        Some("t"),
        Some("n"),
        "dataset_chunk",
    ),
    (
        "DELETE FROM dataset_chunk WHERE dataset_id = '{id}' AND col = 1 AND row0 > 0",
        Some("t"),
        Some("n"),
        "dataset_chunk",
    ),
    (
        "DELETE FROM dataset_chunk WHERE dataset_id = '{id}' AND col = 2",
        Some("late"),
        Some("t"),
        "dataset_chunk",
    ),
    (
        "UPDATE dataset_chunk SET col = 77 WHERE dataset_id = '{id}' AND col = 1 AND row0 = 0",
        Some("t"),
        Some("n"),
        "dataset_chunk",
    ),
    (
        "UPDATE dataset_chunk SET row0 = 5 WHERE dataset_id = '{id}' AND col = 1 AND row0 = 0",
        Some("t"),
        Some("n"),
        "dataset_chunk",
    ),
    (
        "DELETE FROM dataset_chunk WHERE dataset_id = '{id}' AND col = 0 AND row0 = 0",
        Some("t"),
        None,
        "dataset_chunk",
    ),
    (
        "DELETE FROM dataset_chunk WHERE dataset_id = '{id}'",
        Some("t"),
        None,
        "dataset_chunk",
    ),
    (
        "UPDATE dataset SET version = 99 WHERE id = '{id}'",
        Some("n"),
        None,
        "dataset",
    ),
    (
        "UPDATE dataset SET version = 0 WHERE id = '{id}'",
        Some("n"),
        None,
        "dataset",
    ),
    (
        "UPDATE dataset SET version = 'x' WHERE id = '{id}'",
        Some("n"),
        None,
        "dataset",
    ),
    (
        "UPDATE dataset_version SET state = 'zzz' WHERE dataset_id = '{id}'",
        Some("n"),
        None,
        "dataset",
    ),
    (
        "UPDATE dataset_version SET row_count = 3 WHERE dataset_id = '{id}'",
        Some("n"),
        None,
        "dataset",
    ),
    (
        "DELETE FROM dataset_version WHERE dataset_id = '{id}'",
        Some("n"),
        None,
        "dataset",
    ),
];

async fn edit(app: &TestApp, sql: &str, id: &str) {
    let sql = sql.replace("{id}", id);
    let write = app
        .state()
        .db
        .write::<_, StoreError, _>("test.edit", move |tx| tx.execute(&sql, &[]).map(drop));
    write.await.unwrap();
}

async fn created(owner: &TestClient) -> (String, String) {
    let body = json!({ "name": "runs", "encryption_mode": "none" });
    let made = owner.post(DATASETS, body).await.ok();
    let id = made["id"].as_str().unwrap().to_owned();
    let path = format!("{DATASETS}/{id}");
    upload(owner, &path).await;
    (id, path)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_that_are_missing_are_refused_and_named() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let (_, whole) = created(&ada).await;
    let read =
        async |path: &str, column: &str| ada.get(&format!("{path}/data?columns={column}")).await;
    let late = read(&whole, "late").await.ok();
    let late = late["data"]["late"].as_array().unwrap();
    assert_eq!(
        (&late[0], &late[8499], &late[8500]),
        (&Json::Null, &Json::Null, &json!(true))
    );
    assert_eq!(scrub::all(app.state(), |_| {}).await.unwrap().damaged, []);
    for (sql, refused, answered, table) in EDITS {
        let (id, path) = created(&ada).await;
        edit(&app, sql, &id).await;
        if let Some(column) = refused {
            // An answer that has begun breaks off, which the client sees.
            let request = ada.request(Method::GET, &format!("{path}/data?columns={column}"));
            if let Ok(answer) = ada.try_send(request).await {
                answer.refused(422, "ENCRYPTION_ERROR");
            }
        }
        if let Some(column) = answered {
            assert_eq!(read(&path, column).await.status, 200, "{sql}");
        }
        let found = scrub::all(app.state(), |_| {}).await.unwrap().damaged;
        assert!(!found.is_empty(), "{sql}");
        for one in &found {
            let is_named = one.account.as_deref() == Some(&*ada.id) && one.row.contains(&id);
            assert!(is_named && one.table == *table, "{sql}: {found:?}");
        }
        // Data that are uploaded again replace the damaged ones.
        upload(&ada, &path).await;
        let again = read(&path, "t").await.ok();
        assert_eq!(
            again["data"]["t"][ROWS - 1],
            format!("a{}", ROWS - 1),
            "{sql}"
        );
        ada.delete(&path).await.ok();
    }
    assert_eq!(read(&whole, "t").await.ok()["row_count"], ROWS);
}

/// A chunk begins with the name of its key. A changed name is not taken for that of a stopped key.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_changed_byte_at_the_beginning_of_a_chunk_is_named() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let body = json!({ "name": "runs", "encryption_mode": "basic", "data": { "n": [1, 2, 3] } });
    let made = ada.post(DATASETS, body).await.ok();
    let id = made["id"].as_str().unwrap().to_owned();
    assert_eq!(scrub::all(app.state(), |_| {}).await.unwrap().damaged, []);
    let dataset = id.clone();
    let read = app
        .state()
        .db
        .read::<_, StoreError, _>("test.body", move |tx| {
            let sql = "SELECT body FROM dataset_chunk WHERE dataset_id = ?1";
            tx.query_one(sql, params![&dataset], |row| row.at::<Vec<u8>>(0))
        });
    let body = read.await.unwrap();
    let store = async |body: Vec<u8>| {
        let dataset = id.clone();
        let write = app
            .state()
            .db
            .write::<_, StoreError, _>("test.body", move |tx| {
                let sql = "UPDATE dataset_chunk SET body = ?1 WHERE dataset_id = ?2";
                tx.execute(sql, params![&*body, &dataset]).map(drop)
            });
        write.await.unwrap();
    };
    for index in 0..64 {
        let mut changed = body.clone();
        changed[index] ^= 2;
        store(changed).await;
        let found = scrub::all(app.state(), |_| {}).await.unwrap().damaged;
        let named = found.iter().find(|one| one.table == "dataset_chunk");
        let is_named = named.is_some_and(|one| one.row.contains(&id));
        assert!(is_named, "byte {index}: {found:?}");
    }
    store(body).await;
    assert_eq!(scrub::all(app.state(), |_| {}).await.unwrap().damaged, []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn damaged_counters_of_datasets_are_repaired() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let (id, path) = created(&ada).await;
    for number in ["1", "-5", "'x'", "9223372036854775807"] {
        let sql = format!("UPDATE dataset SET next_version = {number} WHERE id = '{{id}}'");
        edit(&app, &sql, &id).await;
        upload(&ada, &path).await;
        ada.get(&format!("{path}/data?columns=n")).await.ok();
    }
    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    assert_eq!((found.damaged, found.repaired), (vec![], vec![]));
    created(&ada).await;
    let list = ada.get(DATASETS).await.ok();
    assert_eq!(list["total"], 2, "{list}");
}

/// Lists whose entries or counts were edited are found by a scrub and made again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn damaged_lists_are_made_again() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    let (id, _) = created(&ada).await;
    created(&ada).await;
    let item = json!({
        "name": "Sleep", "description": "Nights", "price": 5, "category": "sleep",
        "encryption": { "available": false, "types": [], "required": false },
    });
    admin.post("/v1/admin/marketplace/items", item).await.ok();
    // Datasets, items, accounts, and alerts if the disk of this machine is nearly full.
    let alerts = &admin.get("/v1/admin/alerts").await.ok()["total"];
    let lists = 3 + usize::from(*alerts != json!(0));
    for sql in [
        "DELETE FROM counted_entry",
        "DELETE FROM counted_group",
        "UPDATE counted_group SET n = 5",
        "INSERT INTO counted_entry(list, id) SELECT list, 'itm_0' FROM counted_group",
    ] {
        edit(&app, sql, &id).await;
        let found = scrub::all(app.state(), |_| {}).await.unwrap();
        assert_eq!(found.damaged, [], "{sql}");
        let repaired = found.repaired.iter();
        assert_eq!(
            repaired.filter(|one| one.table == "counted_entry").count(),
            lists,
            "{sql}"
        );
        let again = scrub::all(app.state(), |_| {}).await.unwrap();
        assert_eq!(again.repaired, [], "{sql}");
        let list = ada.get(DATASETS).await.ok();
        assert_eq!(list["data"].as_array().unwrap().len(), 2, "{sql}: {list}");
        let items = admin.get("/v1/admin/marketplace/items").await.ok();
        assert_eq!(
            (&items["total"], &items["items"][0]["name"]),
            (&json!(1), &json!("Sleep"))
        );
        let users = admin.get("/v1/admin/users?role=user").await.ok();
        assert_eq!(
            (&users["total"], &users["users"][0]["id"]),
            (&json!(1), &json!(ada.id))
        );
    }
}
