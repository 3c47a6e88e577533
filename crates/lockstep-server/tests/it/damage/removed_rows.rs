//! Rows of chunks, series and bytes that were removed while the server was stopped, and that come back from a
//! backup: nothing that is done meanwhile costs a point.

use lockstep_server::commands::{Command, execute, scrub};

use lockstep_web::capability::Damage;

use super::{POINTS, fill, points_of, write};
use crate::app::{Anyone, PASSWORD, TestApp};

const KEEP: &[&str] = &[
    "CREATE TABLE old_seg AS SELECT * FROM seg",
    "CREATE TABLE old_series AS SELECT * FROM series",
    "CREATE TABLE old_seg_body AS SELECT * FROM seg_body",
];

/// The removal, and how the rows come back.
const REMOVED: &[(&str, &[&str])] = &[
    (
        "DELETE FROM seg",
        &["INSERT OR IGNORE INTO seg SELECT * FROM old_seg"],
    ),
    (
        "DELETE FROM seg WHERE codec = 3",
        &["INSERT OR IGNORE INTO seg SELECT * FROM old_seg"],
    ),
    (
        "DELETE FROM series",
        &["INSERT OR IGNORE INTO series SELECT * FROM old_series"],
    ),
    (
        "DELETE FROM series WHERE mode = 'ZK'",
        &["INSERT OR IGNORE INTO series SELECT * FROM old_series"],
    ),
    (
        "DELETE FROM seg_body",
        &["INSERT OR IGNORE INTO seg_body SELECT * FROM old_seg_body"],
    ),
];

/// What happens while the rows are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meanwhile {
    Scrub,
    Doctor,
    Deletion,
    Upload,
}

use Meanwhile::{Deletion, Doctor, Scrub, Upload};

async fn run(app: &TestApp, statements: &'static [&'static str]) {
    write(app, move |tx| {
        statements
            .iter()
            .try_for_each(|sql| tx.execute(sql, &[]).map(drop))
    })
    .await;
}

async fn act(app: &TestApp, ada: &Anyone, meanwhile: Meanwhile) {
    match meanwhile {
        Scrub => {
            let found = scrub::all(app.state(), |_| {}).await.unwrap();
            assert!(!found.damaged.is_empty());
        }
        Doctor => {
            let (steps, _heard) = tokio::sync::mpsc::channel(1);
            execute(app.state(), Command::Doctor, &steps).await.unwrap();
        }
        Deletion => {
            let other = crate::app::points("steps", "count", "phone", crate::app::JUNE, &[9.0]);
            ada.post("/v1/sfdp/data", other).await.ok();
            ada.delete("/v1/sfdp/data?type=steps").await.ok();
        }
        Upload => {
            let other = crate::app::points("steps", "count", "phone", crate::app::JUNE, &[9.0]);
            ada.post("/v1/sfdp/data", other).await.ok();
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_that_come_back_from_a_backup_bring_every_point_back() {
    for (removal, back) in REMOVED {
        for meanwhile in [Scrub, Doctor, Deletion, Upload] {
            let said = format!("{removal}, {meanwhile:?}");
            let app = TestApp::start().await;
            let ada = app.user("ada").await;
            fill(&app, &ada, "ada").await;
            run(&app, KEEP).await;
            let removal: &'static str = removal;
            write(&app, move |tx| tx.execute(removal, &[]).map(drop)).await;
            let app = TestApp::start_in(app.stop().await, |_| {}).await;
            let ada = app.anonymous().signed_in("ada", PASSWORD).await;
            act(&app, &ada, meanwhile).await;
            run(&app, back).await;
            scrub::all(app.state(), |_| {}).await.unwrap();
            let found = scrub::all(app.state(), |_| {}).await.unwrap();
            assert_eq!((found.damaged, found.repaired), (vec![], vec![]), "{said}");
            let (count, skipped) = points_of(&ada).await;
            let expected = 2 * POINTS + usize::from(meanwhile == Upload);
            assert_eq!(
                (count, skipped),
                (expected, serde_json::Value::Null),
                "{said}"
            );
        }
    }
}

/// A row of `erasure` alone proves no erasure: an account that it names falsely loses nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_erasure_that_nobody_began_destroys_nothing() {
    for edit in [
        "UPDATE erasure SET user_id = '{ada}'",
        "UPDATE erasure SET user_id = '{ada}', finished_at = NULL",
        "UPDATE erasure SET user_id = '{ada}', finished_at = NULL, report = '{}'",
    ] {
        let app = TestApp::start().await;
        let (ada, gone) = (app.user("ada").await, app.user("gone").await);
        let id = ada.id.clone();
        fill(&app, &ada, "ada").await;
        let path = format!("/v1/admin/users/{}", gone.id);
        app.admin().delete(&path).await.ok();
        let sql = edit.replace("{ada}", &ada.id);
        write(&app, move |tx| tx.execute(&sql, &[]).map(drop)).await;
        let app = TestApp::start_in(app.stop().await, |_| {}).await;
        lockstep_accounts::finish_erasures(app.state())
            .await
            .unwrap_err();
        let ada = app.anonymous().signed_in("ada", PASSWORD).await;
        assert_eq!(
            points_of(&ada).await,
            (2 * POINTS, serde_json::Value::Null),
            "{edit}"
        );
        let found = scrub::all(app.state(), |_| {}).await.unwrap();
        let is_named = |one: &Damage| one.account.as_deref() == Some(&*id);
        assert!(
            found.damaged.iter().any(is_named)
                && found.damaged.iter().all(|one| one.table == "erasure"),
            "{edit}: {:?}",
            found.damaged
        );
        // An administrator can still erase the account.
        let path = format!("/v1/admin/users/{}", ada.id);
        app.admin().delete(&path).await.ok();
        // The row itself stays damaged where its other columns were edited.
        let found = scrub::all(app.state(), |_| {}).await.unwrap();
        let is_named = found.damaged.iter().any(|one| one.account.is_some());
        assert!(!is_named, "{edit}: {:?}", found.damaged);
    }
}

/// A record that the making of a key began proves nothing of a key whose row is missing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_whose_row_is_missing_is_not_given_up() {
    let mut app = TestApp::start().await;
    let ada = app.user("ada").await;
    fill(&app, &ada, "ada").await;
    for statements in [
        &[
            "INSERT INTO key_intent(id, user_id, at) SELECT id, user_id, 0 FROM encryption_key",
            "CREATE TABLE old_key AS SELECT * FROM encryption_key",
            "CREATE TABLE old_state AS SELECT * FROM key_state",
            "DELETE FROM encryption_key",
        ][..],
        &["DELETE FROM key_state"],
    ] {
        run(&app, statements).await;
        // The first round after a start looks for unfinished keys.
        app = TestApp::start_in(app.stop().await, |_| {}).await;
        for job in lockstep_server::app::CAPABILITIES
            .iter()
            .flat_map(|one| one.jobs)
        {
            let _ = (job.run)(app.state().clone()).await;
        }
    }
    run(
        &app,
        &[
            "INSERT INTO encryption_key SELECT * FROM old_key",
            "INSERT INTO key_state SELECT * FROM old_state",
        ],
    )
    .await;
    let app = TestApp::start_in(app.stop().await, |_| {}).await;
    let ada = app.anonymous().signed_in("ada", PASSWORD).await;
    assert_eq!(points_of(&ada).await, (2 * POINTS, serde_json::Value::Null));
}
