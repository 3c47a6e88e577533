//! Copies that are prepared beside a store in use.

use super::copies::{MIGRATIONS, body, embedded, fill, numbers};
use super::*;
use crate::copy::{Changes, CopyProgress, CopyStage, Discarded, copy, prepare};

/// A store on each engine, in one folder: the first one is copied to the second one.
fn directions(folder: &tempfile::TempDir) -> Option<[[Options; 2]; 2]> {
    let Some(url) = postgres::schema_of(folder.path()) else {
        println!("skipped: LOCKSTEP_TEST_POSTGRES is not set");
        return None;
    };
    let file = embedded(folder, "original.db");
    let server = Options {
        postgres: Some(url.clone()),
        ..file.clone()
    };
    let other = Options {
        postgres: Some(url.in_schema(&format!("{}_2", url.schema())).unwrap()),
        ..file.clone()
    };
    let returned = embedded(folder, "prepared.db");
    Some([[file, server], [other, returned]])
}

/// Fills a store with more rows than one portion has.
async fn fill_much(db: &Db) {
    fill(db).await;
    let filled = db.write("fill_much", |tx| {
        for id in FIRST..FIRST + MANY {
            let text = format!("{TEXT} {id}");
            tx.execute(
                "INSERT INTO note(id, text) VALUES (?1, ?2)",
                params![id, &text],
            )?;
            let label = format!("label {id}");
            tx.execute(
                "INSERT INTO numbered(number, label) VALUES (?1, ?2)",
                params![id, &label],
            )?;
        }
        Ok::<_, StoreError>(())
    });
    filled.await.unwrap();
}

/// Changes rows as clients do between two passes: eight changes of the copy follow. Two rows exchange a unique value.
async fn change(db: &Db) {
    let changed = db.write("change", |tx| {
        for sql in [
            "UPDATE note SET text = 'changed' WHERE id = 10005",
            "DELETE FROM note WHERE id = 10007",
            "INSERT INTO note(id, text) VALUES (20000, 'added')",
            "UPDATE numbered SET label = 'label' WHERE number = 10001",
            "UPDATE numbered SET label = 'label 10001' WHERE number = 10900",
            "UPDATE numbered SET label = 'label 10900' WHERE number = 10001",
        ] {
            assert_eq!(tx.execute(sql, &[])?, 1, "{sql}");
        }
        Ok::<_, StoreError>(())
    });
    changed.await.unwrap();
}

async fn labels(db: &Db) -> Vec<(i64, String)> {
    let read = db.read("labels", |tx| {
        let sql = "SELECT number, label FROM numbered ORDER BY number";
        tx.query(sql, &[], |row| Ok((row.at(0)?, row.at(1)?)))
    });
    let read: Result<_, StoreError> = read.await;
    read.unwrap()
}

fn refused_to_open(options: &Options) {
    let Err(error) = Db::open(options.clone(), &MIGRATIONS) else {
        panic!("an incomplete copy was opened");
    };
    assert!(error.to_string().contains("not completed"), "{error}");
}

/// Stops a pass when it has done more than `rows` rows of a stage.
fn interrupted_after(rows: u64, stage: CopyStage) -> impl FnMut(CopyProgress) + Send {
    move |at| assert!(at.stage != stage || at.rows <= rows, "interrupted")
}

#[tokio::test]
async fn a_prepared_copy_gets_only_the_rows_that_changed() {
    let folder = tempfile::tempdir().unwrap();
    let Some(directions) = directions(&folder) else {
        return;
    };
    for [from, to] in directions {
        let db = Db::open(from.clone(), &MIGRATIONS).unwrap();
        fill_much(&db).await;
        let mut seen = Vec::new();
        let first = prepare(&from, &to, &MIGRATIONS, |at| seen.push(at)).unwrap();
        assert!(first.changes.copied >= 2 * MANY.unsigned_abs(), "{first:?}");
        assert!(first.rows >= first.changes.copied, "{first:?}");
        let last = seen.last().unwrap();
        assert_eq!((last.rows, last.total), (first.rows, first.rows));
        assert!(last.bytes > 0);
        refused_to_open(&to);
        // Both engines compute the same digests: no row is copied again.
        let second = prepare(&from, &to, &MIGRATIONS, |_| {}).unwrap();
        assert_eq!(
            (second.rows, second.changes),
            (first.rows, Changes::default())
        );
        change(&db).await;
        let (expected, expected_labels) = (numbers(&db).await, labels(&db).await);
        db.close().await;

        let report = copy(&from, &to, &MIGRATIONS, |_| {}).unwrap();
        let changes = Changes {
            copied: 4,
            removed: 4,
        };
        assert_eq!((report.changes, report.discarded), (changes, None));
        assert_eq!((report.rows, report.entries), (first.rows, 19));
        let db = Db::open(to.clone(), &MIGRATIONS).unwrap();
        assert_eq!(numbers(&db).await, expected);
        assert_eq!(labels(&db).await, expected_labels);
        // The next rows have the next numbers, and the triggers run again.
        let more = db.write("more", |tx| {
            note(tx, 20)?;
            body(tx, 20)
        });
        more.await.unwrap();
        assert_eq!(numbers(&db).await.1, expected.1 + 1);
        db.close().await;
    }
}

/// An erased account's rows must not stay in the copy that was prepared before the erasure.
#[tokio::test]
async fn rows_that_were_removed_since_the_preparation_are_not_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let Some([_, [from, to]]) = directions(&folder) else {
        return;
    };
    let db = Db::open(from.clone(), &MIGRATIONS).unwrap();
    fill_much(&db).await;
    prepare(&from, &to, &MIGRATIONS, |_| {}).unwrap();
    let has_text = || {
        let bytes = std::fs::read(&to.file).unwrap();
        let mut windows = bytes.windows(TEXT.len());
        windows.any(|window| window == TEXT.as_bytes())
    };
    assert!(has_text());
    let erased = db.write("erase", |tx| {
        tx.execute("DELETE FROM note WHERE id >= 10000", &[])
    });
    assert_eq!(erased.await.unwrap(), MANY.unsigned_abs() as usize);
    db.close().await;
    let mut steps = 0;
    let report = copy(&from, &to, &MIGRATIONS, |at| {
        steps += u64::from(at.stage == CopyStage::Copying);
    });
    let report = report.unwrap();
    assert_eq!(report.changes.copied, 0, "{report:?}");
    assert_eq!(report.changes.removed, MANY.unsigned_abs());
    // No range has more rows than a portion, also where only the copy has them: three ranges of this table, and of another
    // one; one range of each other table; and the beginning and the end.
    assert_eq!(steps, report.tables + 2 * 2 + 2);
    assert!(!has_text());
    let db = Db::open(to, &MIGRATIONS).unwrap();
    let left = db.read("left", |tx| {
        tx.query_one("SELECT COUNT(*) FROM note", &[], |row| row.at::<u64>(0))
    });
    let left: Result<u64, StoreError> = left.await;
    assert_eq!(left.unwrap(), 19);
}

#[tokio::test]
async fn both_passes_go_on_after_an_interruption() {
    let folder = tempfile::tempdir().unwrap();
    let Some(directions) = directions(&folder) else {
        return;
    };
    for [from, to] in directions {
        let db = Db::open(from.clone(), &MIGRATIONS).unwrap();
        fill_much(&db).await;
        let early = interrupted_after(600, CopyStage::Copying);
        prepare(&from, &to, &MIGRATIONS, early).unwrap_err();
        refused_to_open(&to);
        let prepared = prepare(&from, &to, &MIGRATIONS, |_| {}).unwrap();
        // The portions that were committed are not copied again.
        assert!(
            prepared.changes.copied > 0 && prepared.changes.copied < prepared.rows - 500,
            "{prepared:?}"
        );
        change(&db).await;
        db.close().await;
        for stage in [CopyStage::Copying, CopyStage::Comparing] {
            let stopped = interrupted_after(600, stage);
            copy(&from, &to, &MIGRATIONS, stopped).unwrap_err();
            refused_to_open(&to);
        }
        // The server goes on with the original, which nothing has changed.
        let db = Db::open(from.clone(), &MIGRATIONS).unwrap();
        let added = db.write("later", |tx| note(tx, 21));
        added.await.unwrap();
        let expected = (numbers(&db).await, labels(&db).await);
        prepare(&from, &to, &MIGRATIONS, |_| {}).unwrap();
        db.close().await;
        let report = copy(&from, &to, &MIGRATIONS, |_| {}).unwrap();
        assert_eq!(
            (report.changes, report.entries, report.discarded),
            (Changes::default(), 20, None)
        );
        let db = Db::open(to, &MIGRATIONS).unwrap();
        assert_eq!((numbers(&db).await, labels(&db).await), expected);
    }
}

/// A preparation sees two moments: a unique value can be in a row that it has copied and in another one that it reads later.
#[tokio::test]
async fn a_unique_value_that_moves_during_a_preparation_does_not_stop_it() {
    let folder = tempfile::tempdir().unwrap();
    let Some([[from, to], _]) = directions(&folder) else {
        return;
    };
    let db = Db::open(from.clone(), &MIGRATIONS).unwrap();
    fill_much(&db).await;
    let client = rusqlite::Connection::open(&from.file).unwrap();
    let exchange = "BEGIN IMMEDIATE;
        UPDATE numbered SET label = 'first' WHERE number = 10001;
        UPDATE numbered SET label = 'second' WHERE number = 10900;
        UPDATE numbered SET label = CASE moved WHEN 0 THEN 'a' ELSE 'b' END FROM (
            SELECT COUNT(*) % 2 AS moved FROM note WHERE id >= 30000) WHERE number = 10001;
        UPDATE numbered SET label = CASE moved WHEN 0 THEN 'b' ELSE 'a' END FROM (
            SELECT COUNT(*) % 2 AS moved FROM note WHERE id >= 30000) WHERE number = 10900;
        INSERT INTO note(id, text) SELECT 30000 + COUNT(*), 'moved' FROM note WHERE id >= 30000;
        COMMIT;";
    let prepared = prepare(&from, &to, &MIGRATIONS, move |_| {
        client.execute_batch(exchange).unwrap();
    });
    prepared.unwrap();
    let expected = labels(&db).await;
    db.close().await;
    let report = copy(&from, &to, &MIGRATIONS, |_| {}).unwrap();
    // The row with the value that was in the copy already.
    assert!(report.changes.copied > 0, "{report:?}");
    let db = Db::open(to, &MIGRATIONS).unwrap();
    assert_eq!(labels(&db).await, expected);
}

#[tokio::test]
async fn the_copy_of_another_store_is_not_used() {
    let folder = tempfile::tempdir().unwrap();
    let Some([[from, to], [_, file]]) = directions(&folder) else {
        return;
    };
    let other = embedded(&folder, "other.db");
    for options in [&other, &from] {
        let db = Db::open(options.clone(), &MIGRATIONS).unwrap();
        fill(&db).await;
        db.close().await;
    }
    let db = Db::open(other.clone(), &MIGRATIONS).unwrap();
    db.write("other", |tx| note(tx, 20)).await.unwrap();
    db.close().await;
    prepare(&other, &to, &MIGRATIONS, |_| {}).unwrap();
    let prepared = prepare(&from, &to, &MIGRATIONS, |_| {}).unwrap();
    assert_eq!(prepared.discarded, Some(Discarded::OtherInstallation));
    // A later version of the program has another table.
    let later = [MIGRATIONS[0], MIGRATIONS[1], LATER];
    let refused = prepare(&from, &other_schema(&to), &later, |_| {}).unwrap_err();
    assert!(refused.to_string().contains("another version"), "{refused}");
    let report = copy(&from, &to, &later, |_| {}).unwrap();
    assert_eq!(report.discarded, Some(Discarded::OtherSchema));
    assert_eq!(report.entries, 19);
    // A store that is no copy stays as it is.
    let refused = prepare(&other, &to, &MIGRATIONS, |_| {}).unwrap_err();
    assert!(
        refused.to_string().contains("already holds a store"),
        "{refused}"
    );
    // The same in a file, which is made again.
    prepare(&to, &file, &later, |_| {}).unwrap();
    let server = other_schema(&to);
    copy(&other, &server, &later, |_| {}).unwrap();
    let prepared = prepare(&server, &file, &later, |_| {}).unwrap();
    assert_eq!(prepared.discarded, Some(Discarded::OtherInstallation));
    assert_eq!(copy(&server, &file, &later, |_| {}).unwrap().entries, 20);
}

/// The same server, in a schema of its own.
fn other_schema(options: &Options) -> Options {
    let url = options.postgres.as_ref().unwrap();
    let url = url.in_schema(&format!("{}_3", url.schema())).unwrap();
    Options {
        postgres: Some(url),
        ..options.clone()
    }
}

const LATER: Migration = Migration {
    capability: "later",
    n: 1,
    sql: "CREATE TABLE later(id BIGINT NOT NULL PRIMARY KEY)",
};

/// The first number of the many rows, and their number: several portions.
const FIRST: i64 = 10_000;
const MANY: i64 = 1200;
const TEXT: &str = "a text of an account";
