//! Rows of chunks, series and bytes that were removed while the server was stopped, and that come back from a
//! backup: no act in between costs a point.

use lockstep_server::execution::{Command, execute};
use lockstep_server::{backup, scrub};
use lockstep_web::subcommand::Step;

use lockstep_web::capability::Damage;
use lockstep_web::subcommand::CommandRequest;
use serde_json::{Value as Json, json};

use sha2::{Digest, Sha256};

use super::{POINTS, fill, number, points_of, write};
use crate::app::{JUNE, PASSWORD, TestApp, TestClient, points};

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

/// The requests sent while the rows are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    Scrub,
    Doctor,
    Deletion,
    Upload,
}

use Act::{Deletion, Doctor, Scrub, Upload};

async fn run(app: &TestApp, statements: &'static [&'static str]) {
    write(app, move |tx| {
        statements
            .iter()
            .try_for_each(|sql| tx.execute(sql, &[]).map(drop))
    })
    .await;
}

async fn act(app: &TestApp, ada: &TestClient, done: Act) {
    match done {
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
        for done in [Scrub, Doctor, Deletion, Upload] {
            let said = format!("{removal}, {done:?}");
            let app = TestApp::start().await;
            let ada = app.user("ada").await;
            fill(&app, &ada, "ada").await;
            run(&app, KEEP).await;
            let removal: &'static str = removal;
            write(&app, move |tx| tx.execute(removal, &[]).map(drop)).await;
            let app = TestApp::start_in(app.stop().await, |_| {}).await;
            let ada = app.anonymous().signed_in("ada", PASSWORD).await;
            act(&app, &ada, done).await;
            run(&app, back).await;
            scrub::all(app.state(), |_| {}).await.unwrap();
            let found = scrub::all(app.state(), |_| {}).await.unwrap();
            assert_eq!((found.damaged, found.repaired), (vec![], vec![]), "{said}");
            let (count, skipped) = points_of(&ada).await;
            let expected = 2 * POINTS + usize::from(done == Upload);
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
async fn an_erasure_that_was_not_begun_destroys_nothing() {
    for edit in [
        "UPDATE erasure SET user_id = '{ada}'",
        "UPDATE erasure SET user_id = '{ada}', finished_at = NULL",
        "UPDATE erasure SET user_id = '{ada}', finished_at = NULL, report = '{}'",
        "INSERT INTO erased_account(digest) VALUES (x'{digest}');
         UPDATE erasure SET user_id = '{ada}', finished_at = NULL",
        "INSERT INTO erased_account(digest) VALUES (x'{digest}');
         UPDATE erasure SET user_id = '{ada}', finished_at = NULL, report = '{}', salt = zeroblob(16), digest = x'{own}'",
    ] {
        let app = TestApp::start().await;
        let (ada, gone) = (app.user("ada").await, app.user("gone").await);
        let id = ada.id.clone();
        fill(&app, &ada, "ada").await;
        let path = format!("/v1/admin/users/{}", gone.id);
        app.admin().delete(&path).await.ok();
        let hex = |text: Vec<u8>| data_encoding::HEXLOWER.encode(&Sha256::digest(text));
        let pseudonym = [b"lockstep erasure v1", &[0; 16][..], ada.id.as_bytes()].concat();
        let sql = edit
            .replace("{ada}", &ada.id)
            .replace("{digest}", &hex(ada.id.clone().into_bytes()))
            .replace("{own}", &hex(pseudonym));
        write(&app, move |tx| {
            sql.split(';').try_for_each(|sql| tx.execute(sql, &[]).map(drop))
        })
        .await;
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
        // The digest is removed: the account's key proves that it was not erased.
        let is_digest = |one: &Damage| one.table == "erased_account";
        assert_eq!(
            found.repaired.iter().filter(|one| is_digest(one)).count(),
            usize::from(edit.contains("erased_account")),
            "{edit}: {:?}",
            found.repaired
        );
        let more = points("steps", "count", "phone", JUNE, &[9.0]);
        ada.post("/v1/sfdp/data", more).await.ok();
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

async fn doctor(app: &TestApp) -> Json {
    let (steps, _heard) = tokio::sync::mpsc::channel(1);
    execute(app.state(), Command::Doctor, &steps).await.unwrap()
}

/// The traces of the account that remain after each removal.
const ACCOUNT_REMOVED: &[&[&str]] = &[
    &["DELETE FROM account WHERE id = '{ada}'"],
    &[
        "DELETE FROM account WHERE id = '{ada}'",
        "DELETE FROM sealed_account WHERE user_id = '{ada}'",
        "DELETE FROM account_usage WHERE user_id = '{ada}'",
    ],
    // The administrator who created the account was erased, and with it the audit entry of the creation.
    &[
        "DELETE FROM account WHERE id = '{ada}'",
        "DELETE FROM audit_body WHERE action = 'user.create'",
        "DELETE FROM sealed_account WHERE user_id = '{ada}'",
        "DELETE FROM account_usage WHERE user_id = '{ada}'",
    ],
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_removed_row_of_an_account_is_named_and_made_again() {
    for removal in ACCOUNT_REMOVED {
        let app = TestApp::start().await;
        let (ada, gone) = (app.user("ada").await, app.user("gone").await);
        fill(&app, &ada, "ada").await;
        let path = format!("/v1/admin/users/{}", gone.id);
        app.admin().delete(&path).await.ok();
        // The name is taken: nothing is left of the attempt.
        let taken = json!({ "username": "ada", "email": "b@example.org", "password": PASSWORD });
        app.admin()
            .post("/v1/admin/users", taken)
            .await
            .refused(409, "CONFLICT");
        assert_eq!(scrub::all(app.state(), |_| {}).await.unwrap().damaged, []);
        run(&app, &["CREATE TABLE old_account AS SELECT * FROM account"]).await;
        let statements: Vec<String> = removal
            .iter()
            .map(|sql| sql.replace("{ada}", &ada.id))
            .collect();
        write(&app, move |tx| {
            statements
                .iter()
                .try_for_each(|sql| tx.execute(sql, &[]).map(drop))
        })
        .await;
        let found = scrub::all(app.state(), |_| {}).await.unwrap().damaged;
        let named: Vec<_> = found
            .iter()
            .map(|one| (&*one.table, one.account.as_deref()))
            .collect();
        assert_eq!(
            named,
            [("account", Some(&*ada.id))],
            "{removal:?}: {found:?}"
        );
        assert!(
            found[0].reason.contains("lockstep user restore"),
            "{found:?}"
        );
        assert_eq!(doctor(&app).await["fine"], false, "{removal:?}");
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("backup");
        let (steps, _heard) = tokio::sync::mpsc::channel(64);
        let made = backup::create(app.state(), &folder, &steps).await.unwrap();
        assert_eq!(made["damaged"][0]["account"], ada.id, "{removal:?}: {made}");
        restored(&app, &ada, &steps).await;
    }
}

/// The row comes back from a backup, or is created again with another name and password.
async fn restored(app: &TestApp, ada: &TestClient, steps: &tokio::sync::mpsc::Sender<Step>) {
    let other = "usr_01h455vb4pex5vsknk084sn02q".to_owned();
    for (account, is_known) in [(other, false), (ada.id.clone(), true)] {
        let request = json!({ "restore": {
            "account": account, "username": "ada2", "email": "ada2@example.org",
            "role": "user", "tier": "enterprise", "password": PASSWORD,
        } });
        let command = Command::of_capability("user", CommandRequest::new(&request).unwrap());
        let done = execute(app.state(), command, steps).await;
        assert_eq!(done.is_ok(), is_known, "{done:?}");
    }
    let scrubbed = scrub::all(app.state(), |_| {}).await.unwrap();
    assert_eq!(scrubbed.damaged, []);
    let again = app.anonymous().signed_in("ada2", PASSWORD).await;
    assert_eq!(again.id, ada.id);
    assert_eq!(points_of(&again).await, (2 * POINTS, Json::Null));
    // The earlier sign-in has ended.
    assert_eq!(ada.get("/v1/sfdp/data").await.status, 401);
    run(
        app,
        &[
            "INSERT OR REPLACE INTO account SELECT * FROM old_account WHERE id NOT IN
        (SELECT id FROM account WHERE status = 'deleted')",
        ],
    )
    .await;
    assert_eq!(scrub::all(app.state(), |_| {}).await.unwrap().damaged, []);
    app.anonymous().signed_in("ada", PASSWORD).await;
}

/// Which signed roots are removed, and the number of reports.
const ROOTS_REMOVED: &[(&str, usize)] = &[
    ("DELETE FROM attested_root", 2),
    ("DELETE FROM attested_root WHERE number > 1", 2),
    // The blocks of the newest records were deleted: the audit log alone names these.
    ("DELETE FROM attested_root WHERE number > 2", 1),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn signed_roots_that_are_cut_off_are_named() {
    for (removal, reports) in ROOTS_REMOVED {
        let app = TestApp::start().await;
        let ada = app.user("ada").await;
        for (device, start) in [("a", JUNE), ("b", JUNE), ("c", JUNE)] {
            let mut sealed = points("steps", "count", device, start, &[60.0; 20]);
            sealed["encryptionMode"] = json!("ZK");
            sealed["chunkSize"] = json!(20);
            ada.post("/v1/sfdp/data", sealed).await.ok();
        }
        lockstep_points::operations::blocks::close_now(
            app.state(),
            &ada.id.parse().unwrap(),
            "steps",
        )
        .await
        .unwrap();
        assert_eq!(number(&app, "SELECT COUNT(*) FROM attested_root").await, 3);
        let last = "SELECT id FROM series WHERE device = 'c'";
        if *reports == 1 {
            ada.delete("/v1/sfdp/data?device=c").await.ok();
            assert_eq!(
                number(&app, "SELECT COUNT(*) FROM attested_root").await,
                3,
                "{last}"
            );
        }
        let removal: &'static str = removal;
        run(
            &app,
            &["CREATE TABLE old_root AS SELECT * FROM attested_root"],
        )
        .await;
        write(&app, move |tx| tx.execute(removal, &[]).map(drop)).await;
        let found = scrub::all(app.state(), |_| {}).await.unwrap().damaged;
        let named = found
            .iter()
            .filter(|one| one.table == "attested_root" && one.account.as_deref() == Some(&*ada.id));
        assert_eq!(
            (named.count(), found.len()),
            (*reports, *reports),
            "{removal}: {found:?}"
        );
        assert_eq!(doctor(&app).await["fine"], false, "{removal}");
        run(
            &app,
            &["INSERT OR IGNORE INTO attested_root SELECT * FROM old_root"],
        )
        .await;
        assert_eq!(
            scrub::all(app.state(), |_| {}).await.unwrap().damaged,
            [],
            "{removal}"
        );
    }
}

/// Edits that are put back, or a loss that an operator accepts: the report ends.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_report_of_a_lost_state_or_of_an_edit_that_was_put_back_ends() {
    for (edit, back, is_accepted) in [
        ("DELETE FROM point_state", None, true),
        ("UPDATE point_state SET sealed = x'00'", None, true),
        (
            "UPDATE seg SET t0 = t0 - 1 WHERE codec = 3",
            Some(BACK),
            false,
        ),
        (
            "UPDATE seg SET n = -97500 WHERE codec = 3",
            Some(BACK),
            false,
        ),
        (
            "UPDATE seg SET series_id = 99 WHERE codec = 3",
            Some(BACK),
            false,
        ),
        (
            "UPDATE seg SET t1 = 5, codec = 9 WHERE codec = 1",
            Some(BACK),
            false,
        ),
    ] {
        let app = TestApp::start().await;
        let ada = app.user("ada").await;
        fill(&app, &ada, "ada").await;
        run(&app, KEEP).await;
        write(&app, move |tx| tx.execute(edit, &[]).map(drop)).await;
        scrub::all(app.state(), |_| {}).await.unwrap();
        ada.get("/v1/sfdp/data").await.ok();
        if let Some(back) = back {
            run(&app, back).await;
        }
        if is_accepted {
            let upload = points("steps", "count", "phone", JUNE, &[9.0]);
            ada.post("/v1/sfdp/data", upload).await.ok();
            let found = scrub::all(app.state(), |_| {}).await.unwrap().damaged;
            assert_eq!(found[0].table, "point_state", "{edit}: {found:?}");
            let account = ada.id.parse().unwrap();
            let (steps, _heard) = tokio::sync::mpsc::channel(1);
            let accept = Command::AcceptRows { account };
            execute(app.state(), accept, &steps).await.unwrap();
        } else {
            scrub::all(app.state(), |_| {}).await.unwrap();
        }
        let found = scrub::all(app.state(), |_| {}).await.unwrap();
        assert_eq!((found.damaged, found.repaired), (vec![], vec![]), "{edit}");
        assert_eq!(doctor(&app).await["fine"], true, "{edit}");
        let count = 2 * POINTS + usize::from(is_accepted);
        assert_eq!(points_of(&ada).await, (count, Json::Null), "{edit}");
    }
}

/// Puts the rows of chunks back as they were, as an operator with a backup does.
const BACK: &[&str] = &[
    "DELETE FROM seg",
    "INSERT INTO seg SELECT * FROM old_seg",
    "INSERT OR IGNORE INTO series SELECT * FROM old_series",
];

/// A run of `doctor` that repairs everything ends well, says so, and names nothing that it repaired as lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_doctor_that_repairs_everything_ends_well() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    fill(&app, &ada, "ada").await;
    run(
        &app,
        &["DELETE FROM encryption_key", "DELETE FROM key_state"],
    )
    .await;
    let app = TestApp::start_in(app.stop().await, |_| {}).await;
    for expected in ["are repaired now", "rows"] {
        let found = doctor(&app).await;
        assert_eq!(found["fine"], true, "{found}");
        let said = found["findings"].as_array().unwrap();
        let rows = said
            .iter()
            .find(|one| one["what"] == "every stored row opens");
        let rows = rows.unwrap()["said"].as_str().unwrap();
        assert!(rows.ends_with(expected), "{found}");
        assert!(!found.to_string().contains("unknown"), "{found}");
    }
}
