//! Rows that were put back by an attacker with file access: found by a scrub, in the background and
//! in a backup.

use lockstep_server::execution::{Command, execute};
use lockstep_server::{backup, scrub};
use lockstep_store::id::UserId;
use lockstep_store::{StoreError, note};
use lockstep_vault::KeyPaths;
use lockstep_web::capability::Damage;
use serde_json::{Value as Json, json};
use tokio::sync::mpsc;

use crate::app::{JUNE, TestApp, TestClient, points};

/// Runs statements that copy rows before a change, or put the copies back.
async fn sql(app: &TestApp, statements: &'static [&'static str]) {
    let write = app
        .state()
        .db
        .write::<_, StoreError, _>("test.rollback", move |tx| {
            for sql in statements {
                tx.execute(sql, &[])?;
            }
            Ok(())
        });
    write.await.unwrap();
}

async fn store(who: &TestClient, device: &str, values: &[f64]) {
    let body = points("heart_rate", "bpm", device, JUNE, values);
    who.post("/v1/sfdp/data", body).await.ok();
}

async fn scrubbed(app: &TestApp) -> Vec<Damage> {
    scrub::all(app.state(), |_| {}).await.unwrap().damaged
}

const COPY: &[&str] = &[
    "CREATE TABLE old_seg AS SELECT * FROM seg",
    "CREATE TABLE old_seg_body AS SELECT * FROM seg_body",
    "CREATE TABLE old_series AS SELECT * FROM series",
    "CREATE TABLE old_profile AS SELECT * FROM profile",
];
const PUT_CHUNKS_BACK: &[&str] = &[
    "DELETE FROM seg",
    "DELETE FROM seg_body",
    "DELETE FROM series",
    "INSERT INTO seg SELECT * FROM old_seg",
    "INSERT INTO seg_body SELECT * FROM old_seg_body",
    "INSERT INTO series SELECT * FROM old_series",
];

#[derive(Clone, Copy, Debug)]
enum Change {
    Overwrite,
    Delete,
    Insert,
    Profile,
}

async fn make(who: &TestClient, change: Change) {
    match change {
        Change::Overwrite => store(who, "strap", &[90.0; 20]).await,
        Change::Delete => drop(who.delete("/v1/sfdp/data").await.ok()),
        Change::Insert => store(who, "watch", &[70.0; 20]).await,
        Change::Profile => {
            let profile = json!({ "weightKg": 80.5 });
            who.put("/v1/sfdp/profile", profile).await.ok();
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restored_old_row_is_found_by_a_scrub() {
    for (change, put_back, table) in [
        (Change::Overwrite, PUT_CHUNKS_BACK, "seg"),
        (Change::Delete, PUT_CHUNKS_BACK, "seg"),
        (Change::Insert, PUT_CHUNKS_BACK, "seg"),
        (
            Change::Profile,
            &[
                "DELETE FROM profile",
                "INSERT INTO profile SELECT * FROM old_profile",
            ][..],
            "profile",
        ),
    ] {
        let app = TestApp::start().await;
        let (ada, bob) = (app.user("ada").await, app.user("bob").await);
        store(&ada, "strap", &[60.0; 20]).await;
        ada.put("/v1/sfdp/profile", json!({ "weightKg": 70.5 }))
            .await
            .ok();
        sql(&app, COPY).await;
        store(&bob, "strap", &[60.0; 20]).await;
        sql(
            &app,
            &[
                "INSERT INTO old_seg SELECT * FROM seg WHERE user_id NOT IN (SELECT user_id FROM old_seg)",
                "INSERT INTO old_seg_body SELECT * FROM seg_body
                     WHERE user_id NOT IN (SELECT user_id FROM old_seg_body)",
                "INSERT INTO old_series SELECT * FROM series
                     WHERE user_id NOT IN (SELECT user_id FROM old_series)",
            ],
        )
        .await;
        make(&ada, change).await;
        assert_eq!(scrubbed(&app).await, [], "{change:?}");
        let app = TestApp::start_in(app.stop().await, |_| {}).await;
        sql(&app, put_back).await;
        let found = scrubbed(&app).await;
        let named: Vec<_> = found
            .iter()
            .map(|one| (&*one.table, one.account.as_deref()))
            .collect();
        assert_eq!(named, [(table, Some(&*ada.id))], "{change:?}: {found:?}");
        assert!(
            found[0]
                .reason
                .starts_with("the account's rows are not the ones last written"),
            "{found:?}"
        );
        in_the_background(&app, table).await;
        in_a_backup(&app, table).await;
        accepted(&app, &ada).await;
    }
}

async fn in_the_background(app: &TestApp, table: &str) {
    let forget = app
        .state()
        .db
        .write::<_, StoreError, _>("test.round", |tx| note::keep(tx, "scrub", "{}"));
    forget.await.unwrap();
    for _ in 0..100 {
        let at = scrub::position(app.state()).await.unwrap();
        if at.ended.is_some() {
            assert_eq!(at.damaged.len(), 1, "{:?}", at.damaged);
            assert_eq!(at.damaged[0].table, table);
            return;
        }
        scrub::slice(app.state().clone()).await.unwrap();
    }
    panic!("the scrub does not end");
}

async fn in_a_backup(app: &TestApp, table: &str) {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("backup");
    let (steps, _heard) = mpsc::channel(64);
    let made = backup::create(app.state(), &folder, &steps).await.unwrap();
    let named = |report: &Json| report["damaged"][0]["table"].clone();
    assert_eq!(named(&made), table);
    let keys = KeyPaths::usual(app.folder.path());
    let verified = backup::verify(&folder, &keys).await.unwrap();
    assert_eq!(named(&verified), table);
}

/// An operator accepts the stored rows, which ends the report.
async fn accepted(app: &TestApp, who: &TestClient) {
    let account: UserId = who.id.parse().unwrap();
    let (steps, _heard) = mpsc::channel(64);
    execute(app.state(), Command::AcceptRows { account }, &steps)
        .await
        .unwrap();
    assert_eq!(scrubbed(app).await, []);
    let stranger = "usr_01h455vb4pex5vsknk084sn02q".parse().unwrap();
    let refused = Command::AcceptRows { account: stranger };
    assert!(execute(app.state(), refused, &steps).await.is_err());
}

/// The profile is compared with the account's state when it is read; saving it ends the report.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restored_old_profile_is_not_returned() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let save = async |weight: f64| {
        let profile = json!({ "weightKg": weight });
        ada.put("/v1/sfdp/profile", profile).await.ok()
    };
    save(70.5).await;
    sql(&app, COPY).await;
    save(80.5).await;
    sql(
        &app,
        &[
            "DELETE FROM profile",
            "INSERT INTO profile SELECT * FROM old_profile",
        ],
    )
    .await;
    let answer = ada.get("/v1/sfdp/profile").await;
    assert_eq!(answer.status, 422, "{answer}");
    save(90.5).await;
    let profile = ada.get("/v1/sfdp/profile").await.ok();
    assert_eq!(profile["weightKg"], 90.5);
    assert_eq!(scrubbed(&app).await, []);
}

/// Missing bytes of a chunk are damage, not a rollback: the account's rows are still the last
/// written ones. After the deletion of the chunk nothing is reported.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn damage_is_not_reported_as_a_rollback() {
    for damage in [
        &["DELETE FROM seg_body"][..],
        &["UPDATE seg_body SET body = substr(body, 1, length(body) - 1)"],
        &["UPDATE seg SET n = n + 1"],
    ] {
        let app = TestApp::start().await;
        let ada = app.user("ada").await;
        store(&ada, "strap", &[60.0; 20]).await;
        sql(&app, damage).await;
        for _ in 0..2 {
            let found = scrubbed(&app).await;
            assert!(!found.is_empty(), "{damage:?}");
            let rolled_back = found.iter().any(|one| one.reason.contains("last written"));
            assert!(!rolled_back, "{damage:?}: {found:?}");
        }
        ada.delete("/v1/sfdp/data").await.ok();
        assert_eq!(scrubbed(&app).await, [], "{damage:?}");
        store(&ada, "strap", &[60.0; 20]).await;
        assert_eq!(scrubbed(&app).await, [], "{damage:?}");
    }
}
