//! Rows of keys that were put back to an older copy, or whose readable columns were edited, while the server
//! was stopped. The key is refused until the scrub repairs the row, and no chunk is set aside.

use lockstep_server::execution::{Command, execute};
use lockstep_server::{backup, scrub};
use serde_json::{Value as Json, json};

use super::{POINTS, fill, number, points_of, write};
use crate::app::{JUNE, PASSWORD, TestApp, TestClient, points};

/// An act of the owner, the edit of the files after it, and the status that the scrub restores.
struct Row {
    mode: &'static str,
    act: Option<(&'static str, &'static str)>,
    edit: &'static [&'static str],
    status: &'static str,
}

const REVOKE: Option<(&str, &str)> = Some(("POST", "/revoke"));
const SUSPEND: Option<(&str, &str)> = Some(("POST", "/suspend"));
const DELETE: Option<(&str, &str)> = Some(("DELETE", ""));

const KEY_ROW_BACK: &str = "INSERT OR REPLACE INTO encryption_key SELECT * FROM older_key";
const KEY_STATE_BACK: &str = "INSERT OR REPLACE INTO key_state SELECT * FROM older_state";

const fn row(
    mode: &'static str,
    act: Option<(&'static str, &'static str)>,
    edit: &'static [&'static str],
    status: &'static str,
) -> Row {
    Row {
        mode,
        act,
        edit,
        status,
    }
}

/// `{key}` in an edit is the id of the key.
const ROWS: &[Row] = &[
    row("ZK", REVOKE, &[KEY_ROW_BACK], "revoked"),
    row("ZK", DELETE, &[KEY_ROW_BACK], "pending_destruction"),
    row("ZK", SUSPEND, &[KEY_ROW_BACK], "suspended"),
    row("ZK", REVOKE, &[KEY_ROW_BACK, KEY_STATE_BACK], "revoked"),
    row("ZK", REVOKE, &[KEY_STATE_BACK], "revoked"),
    row(
        "ZK",
        REVOKE,
        &[KEY_ROW_BACK, "DELETE FROM key_state WHERE key_id = '{key}'"],
        "revoked",
    ),
    row(
        "ZK",
        SUSPEND,
        &["UPDATE encryption_key SET status = 'active' WHERE id = '{key}'"],
        "suspended",
    ),
    row(
        "ZK",
        DELETE,
        &["UPDATE encryption_key SET destroy_at = 9e15 WHERE id = '{key}'"],
        "pending_destruction",
    ),
    row(
        "ZK",
        None,
        &["UPDATE encryption_key SET level = 192 WHERE id = '{key}'"],
        "active",
    ),
    row(
        "ZK",
        None,
        &["UPDATE encryption_key SET scheme = 'PGHR13' WHERE id = '{key}'"],
        "active",
    ),
    row(
        "ZK",
        None,
        &["UPDATE encryption_key SET mode = 'Basic', scheme = 'AES' WHERE id = '{key}'"],
        "active",
    ),
    row(
        "ZK",
        None,
        &["UPDATE encryption_key SET custody = 'client' WHERE id = '{key}'"],
        "active",
    ),
    row(
        "ZK",
        None,
        &["UPDATE encryption_key SET expires_at = expires_at + 1 WHERE id = '{key}'"],
        "active",
    ),
    row(
        "ZK",
        None,
        &["UPDATE encryption_key SET exported = 1 WHERE id = '{key}'"],
        "active",
    ),
    row(
        "ZK",
        None,
        &["UPDATE encryption_key SET public = x'00' WHERE id = '{key}'"],
        "active",
    ),
    row(
        "ZK",
        None,
        &["DELETE FROM encryption_key WHERE id = '{key}'"],
        "active",
    ),
    row(
        "ZK",
        REVOKE,
        &["DELETE FROM encryption_key WHERE id = '{key}'"],
        "revoked",
    ),
    row("FHE", None, GONE, "active"),
    row("ZK", REVOKE, GONE, "revoked"),
    row(
        "ZK",
        None,
        &["UPDATE key_state SET seq = 1 WHERE key_id = '{key}'"],
        "active",
    ),
    row(
        "ZK",
        None,
        &["UPDATE key_state SET state = '{{}}' WHERE key_id = '{key}'"],
        "active",
    ),
    row(
        "FHE",
        None,
        &["UPDATE encryption_key SET level = 192 WHERE id = '{key}'"],
        "active",
    ),
    row(
        "FHE",
        None,
        &["UPDATE encryption_key SET scheme = 'BFV-sum' WHERE id = '{key}'"],
        "active",
    ),
    row("FHE", DELETE, &[KEY_ROW_BACK], "pending_destruction"),
];

/// Both rows of a key are removed: only the audit log and `keys.db` name it.
const GONE: &[&str] = &[
    "DELETE FROM encryption_key WHERE id = '{key}'",
    "DELETE FROM key_state WHERE key_id = '{key}'",
];

async fn run(app: &TestApp, statements: Vec<String>) {
    write(app, move |tx| {
        statements
            .iter()
            .try_for_each(|sql| tx.execute(sql, &[]).map(drop))
    })
    .await;
}

async fn status(who: &TestClient, key: &str) -> Json {
    let path = format!("/v1/encryption/keys/{key}/status");
    who.get(&path).await.ok()
}

/// The key of a mode.
async fn key_of(who: &TestClient, mode: &str) -> String {
    let listed = who.get("/v1/encryption/keys").await.ok();
    let keys = listed["keys"].as_array().unwrap();
    let key = keys
        .iter()
        .find(|key| key["metadata"]["mode"] == mode)
        .unwrap();
    key["keyId"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_row_that_is_not_the_last_written_is_refused_and_repaired() {
    let mut app = TestApp::start().await;
    let bob = app.user("bob").await;
    fill(&app, &bob, "bob").await;
    for (nth, row) in ROWS.iter().enumerate() {
        let said = format!("row {nth}: {} {:?}, {:?}", row.mode, row.act, row.edit);
        let name = format!("ada{nth}");
        let ada = app.user(&name).await;
        let values: Vec<f64> = (0..POINTS).map(|at| 60.0 + at as f64).collect();
        let plain = points("heart_rate", "bpm", "strap", JUNE, &values);
        ada.post("/v1/sfdp/data", plain).await.ok();
        if row.mode == "FHE" {
            // A key that is returned is active at once: its evaluation keys are made first.
            let path = "/v1/encryption/keys/generate";
            ada.post(path, json!({ "mode": "FHE" })).await.ok();
        }
        let mut sealed = points("power", "W", "pedal", JUNE, &values);
        sealed["encryptionMode"] = json!(row.mode);
        ada.post("/v1/sfdp/data", sealed.clone()).await.ok();
        let key = key_of(&ada, row.mode).await;
        let kept = [
            ("older_key", "encryption_key", "id"),
            ("older_state", "key_state", "key_id"),
        ];
        let keep = kept.iter().flat_map(|(copy, of, id)| {
            [
                format!("DROP TABLE IF EXISTS {copy}"),
                format!("CREATE TABLE {copy} AS SELECT * FROM {of} WHERE {id} = '{key}'"),
            ]
        });
        run(&app, keep.collect()).await;
        let path = format!("/v1/encryption/keys/{key}");
        match row.act {
            Some(("DELETE", _)) => drop(ada.delete(&path).await.ok()),
            Some((_, act)) => drop(ada.post(&format!("{path}{act}"), json!({})).await.ok()),
            None => {}
        }
        let before = status(&ada, &key).await;
        let of_points = points_of(&ada).await;
        assert_eq!(before["status"], row.status, "{said}");
        let edits = row
            .edit
            .iter()
            .map(|sql| sql.replace("{key}", &key).replace("{{}}", "{}"));
        run(&app, edits.collect()).await;
        app = TestApp::start_in(app.stop().await, |_| {}).await;
        let ada = app.anonymous().signed_in(&name, PASSWORD).await;
        // Both rows of the state were replaced: the scrub alone compares them with the newest entry.
        let is_hidden = row.edit.len() == 2 && row.edit[1] == KEY_STATE_BACK;
        if !is_hidden {
            // The list has the key, in a state that no audit entry gives.
            let listed = ada.get("/v1/encryption/keys?limit=100").await.ok();
            let listed = listed["keys"].as_array().unwrap();
            let of_key = listed.iter().find(|one| one["keyId"] == key);
            let is_gone = row.edit == GONE;
            assert!(
                is_gone || of_key.is_some_and(|one| one["status"] == "damaged"),
                "{said}: {of_key:?}"
            );
            let (count, skipped) = points_of(&ada).await;
            assert_eq!(skipped[0]["status"], "damaged", "{said}");
            assert_eq!(
                (count, &skipped[0]["points"]),
                (POINTS, &json!(POINTS)),
                "{said}"
            );
            // A key that seems to be of another slot leaves its own free for another key.
            let is_moved = ["level", "scheme", "DELETE FROM encryption_key"]
                .iter()
                .any(|column| row.edit[0].contains(column));
            if !is_moved {
                let refused = ada.post("/v1/sfdp/data", sealed.clone()).await;
                assert!(
                    refused.status == 422 || row.act.is_some(),
                    "{said}: {refused}"
                );
            }
            let refused = ada.get(&format!("{path}/status")).await;
            let is_gone = row.edit == GONE && refused.status == 404;
            assert!(
                is_gone || refused.status < 500 && refused.to_string().contains("lockstep scrub"),
                "{said}: {refused}"
            );
        }
        let found = scrub::all(app.state(), |_| {}).await.unwrap();
        assert_eq!(found.damaged, [], "{said}");
        let repaired: Vec<_> = found
            .repaired
            .iter()
            .map(|one| (&*one.table, &*one.row))
            .collect();
        assert_eq!(
            repaired,
            [("encryption_key", &*key)],
            "{said}: {:?}",
            found.repaired
        );
        assert_eq!(
            number(&app, "SELECT COUNT(*) FROM damaged_chunk").await,
            0,
            "{said}"
        );
        assert_eq!(status(&ada, &key).await, before, "{said}");
        assert_eq!(points_of(&ada).await, of_points, "{said}");
        let again = scrub::all(app.state(), |_| {}).await.unwrap();
        assert_eq!((again.damaged, again.repaired), (vec![], vec![]), "{said}");
        let bob = app.anonymous().signed_in("bob", PASSWORD).await;
        assert_eq!(points_of(&bob).await, (2 * POINTS, Json::Null), "{said}");
    }
}

/// A copy of a store with a row of a key that a scrub repairs names the row, and keeps it as it is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_names_the_key_rows_that_a_scrub_repairs() {
    for edit in [
        KEY_ROW_BACK,
        "UPDATE encryption_key SET level = 256 WHERE id = '{key}'",
    ] {
        let app = TestApp::start().await;
        let ada = app.user("ada").await;
        let mut sealed = points("power", "W", "pedal", JUNE, &[200.0]);
        sealed["encryptionMode"] = json!("ZK");
        ada.post("/v1/sfdp/data", sealed).await.ok();
        let key = key_of(&ada, "ZK").await;
        let keep =
            format!("CREATE TABLE older_key AS SELECT * FROM encryption_key WHERE id = '{key}'");
        run(&app, vec![keep]).await;
        let path = format!("/v1/encryption/keys/{key}");
        ada.post(&format!("{path}/revoke"), json!({})).await.ok();
        run(&app, vec![edit.replace("{key}", &key)]).await;
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("backup");
        let (steps, _heard) = tokio::sync::mpsc::channel(64);
        let made = backup::create(app.state(), &folder, &steps).await.unwrap();
        let keys = lockstep_vault::KeyPaths::usual(app.folder.path());
        let verified = backup::verify(&folder, &keys).await.unwrap();
        let drilled = backup::restore_drill(&folder, parent.path(), &keys)
            .await
            .unwrap();
        for report in [made, verified, drilled] {
            assert_eq!(report["damaged"], json!([]), "{edit}");
            let named = &report["repairable"][0];
            assert_eq!(
                (&named["table"], &named["row"]),
                (&json!("encryption_key"), &json!(key)),
                "{edit}: {report}"
            );
        }
        // The copy was not repaired: the restored key is refused until a scrub.
        let of_key = ada.get(&format!("{path}/status")).await;
        assert!(of_key.to_string().contains("lockstep scrub"), "{of_key}");
    }
}

/// The entry of the revocation is missing: the scrub names the key and does not guess its state. A row that was
/// moved to another account is created again there and removed here.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_row_that_nothing_proves_is_named_and_stays_refused() {
    const CUT: &[&str] = &[
        KEY_ROW_BACK,
        "DELETE FROM audit_body WHERE seq = (SELECT seq FROM key_state WHERE key_id = '{key}')",
    ];
    const MOVED: &[&str] = &["UPDATE encryption_key SET user_id = '{other}' WHERE id = '{key}'"];
    const BOTH_MOVED: &[&str] = &[
        "UPDATE encryption_key SET user_id = '{other}', current = 0 WHERE id = '{key}'",
        "UPDATE key_state SET user_id = '{other}' WHERE key_id = '{key}'",
    ];
    for edit in [CUT, MOVED, BOTH_MOVED] {
        let app = TestApp::start().await;
        let (ada, bob) = (app.user("ada").await, app.user("bob").await);
        let mut sealed = points("power", "W", "pedal", JUNE, &[200.0]);
        sealed["encryptionMode"] = json!("ZK");
        ada.post("/v1/sfdp/data", sealed).await.ok();
        let key = key_of(&ada, "ZK").await;
        let keep =
            format!("CREATE TABLE older_key AS SELECT * FROM encryption_key WHERE id = '{key}'");
        run(&app, vec![keep]).await;
        let path = format!("/v1/encryption/keys/{key}");
        ada.post(&format!("{path}/revoke"), json!({})).await.ok();
        let edits = edit
            .iter()
            .map(|sql| sql.replace("{key}", &key).replace("{other}", &bob.id));
        run(&app, edits.collect()).await;
        let app = TestApp::start_in(app.stop().await, |_| {}).await;
        let ada = app.anonymous().signed_in("ada", PASSWORD).await;
        for nth in 0..2 {
            if edit == MOVED && nth == 0 {
                // The secret is there, under its own account: the doctor repairs both rows.
                let (steps, _heard) = tokio::sync::mpsc::channel(1);
                let found = execute(app.state(), Command::Doctor, &steps).await.unwrap();
                let said = found.to_string();
                assert!(
                    found["fine"] == true
                        && said.contains("are repaired now")
                        && !said.contains("put the right keys.db back"),
                    "{found}"
                );
                continue;
            }
            let found = scrub::all(app.state(), |_| {}).await.unwrap();
            let is_named = found.damaged.iter().any(|one| one.row == key);
            assert_eq!(is_named, edit == CUT, "{edit:?}: {:?}", found.damaged);
            let listed = ada.get("/v1/encryption/keys").await.ok();
            let statuses: Vec<&Json> = listed["keys"]
                .as_array()
                .unwrap()
                .iter()
                .map(|it| &it["status"])
                .collect();
            // The row that ada lacks is created again; the one that bob has is not his.
            let expected = if edit == CUT { "damaged" } else { "revoked" };
            let expected = vec![expected];
            assert_eq!(statuses, expected, "{edit:?}");
            let of_bob = app.anonymous().signed_in("bob", PASSWORD).await;
            let listed = of_bob.get("/v1/encryption/keys").await.ok();
            assert_eq!(listed["keys"], json!([]), "{edit:?}");
            assert_eq!(points_of(&ada).await.0, 0, "{edit:?}");
        }
    }
}
