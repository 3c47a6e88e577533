//! Rows of chunks, series and bytes that were removed while the server was stopped, and that come back from a
//! backup: nothing that is done meanwhile costs a point.

use lockstep_server::commands::{Command, execute, scrub};

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
