//! Copies of a store to PostgreSQL and back.

use super::*;
use crate::copy::{Changes, CopyReport, copy};

/// Tables with numbered rows, NULL, numbers and bytes, and a trigger that must not run again.
const KINDS: Migration = Migration {
    capability: "kinds",
    n: 1,
    sql: "CREATE TABLE seg_body(id BIGINT NOT NULL PRIMARY KEY, body {blob}, weight REAL, label TEXT);
        CREATE TABLE numbered(number INTEGER NOT NULL PRIMARY KEY, label TEXT NOT NULL UNIQUE);
        CREATE TRIGGER seg_body_numbered AFTER INSERT ON seg_body BEGIN
            INSERT INTO numbered(label) VALUES ('body ' || NEW.id);
        END;",
};

pub(super) const MIGRATIONS: [Migration; 2] = [NOTES, KINDS];

pub(super) fn embedded(folder: &tempfile::TempDir, name: &str) -> Options {
    Options {
        file: folder.path().join(name),
        postgres: None,
        readers: 1,
        clock: SystemClock::shared(),
        entropy: Arc::new(SystemEntropy),
    }
}

/// Writes a row of every kind.
pub(super) fn body(tx: &mut Tx<'_>, id: i64) -> Result<(), StoreError> {
    let (bytes, weight) = (vec![0_u8, 255, 7], (id % 2 == 0).then_some(-0.0));
    tx.execute(
        "INSERT INTO seg_body(id, body, weight, label) VALUES (?1, ?2, ?3, ?4)",
        params![id, &bytes, weight, (id % 3 == 0).then_some("é")],
    )
    .map(drop)
}

pub(super) async fn fill(db: &Db) {
    for id in 1..20 {
        db.write("fill", move |tx| {
            note(tx, id)?;
            body(tx, id)
        })
        .await
        .unwrap();
    }
    db.write("remove", |tx| {
        tx.execute("DELETE FROM seg_body WHERE id = 19", &[])
            .map(drop)
    })
    .await
    .unwrap();
}

/// Returns the numbers of the rows, and the greatest number that the trigger gave.
pub(super) async fn numbers(db: &Db) -> (Vec<(i64, i64)>, i64) {
    db.read("numbers", |tx| {
        let rows = tx.query("SELECT id, rowid FROM seg_body ORDER BY id", &[], |row| {
            Ok((row.at(0)?, row.at(1)?))
        })?;
        let last = tx.query_one("SELECT MAX(number) FROM numbered", &[], |row| row.at(0))?;
        Ok::<_, StoreError>((rows, last))
    })
    .await
    .unwrap()
}

#[tokio::test]
async fn a_store_is_the_same_on_postgres_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let Some(url) = postgres::schema_of(folder.path()) else {
        println!("skipped: LOCKSTEP_TEST_POSTGRES is not set");
        return;
    };
    let original = embedded(&folder, "original.db");
    let server = Options {
        postgres: Some(url),
        ..original.clone()
    };
    let db = Db::open(original.clone(), &MIGRATIONS).unwrap();
    fill(&db).await;
    let expected = numbers(&db).await;
    db.close().await;

    let mut seen = Vec::new();
    let report = copy(&original, &server, &MIGRATIONS, |at| {
        seen.push((at.rows, at.total));
    })
    .unwrap();
    assert_eq!(report.entries, 19);
    assert!(seen.last().is_some_and(|(done, total)| done == total));
    let db = Db::open(server.clone(), &MIGRATIONS).unwrap();
    assert_eq!(numbers(&db).await, expected);
    // The next rows have the next numbers, and the triggers run again.
    db.write("more", |tx| {
        note(tx, 20)?;
        body(tx, 20)
    })
    .await
    .unwrap();
    let after = numbers(&db).await;
    assert_eq!(after.1, expected.1 + 1);
    db.close().await;

    let returned = embedded(&folder, "returned.db");
    let back = copy(&server, &returned, &MIGRATIONS, |_| {}).unwrap();
    assert_eq!((back.tables, back.entries), (report.tables, 20));
    let db = Db::open(returned, &MIGRATIONS).unwrap();
    assert_eq!(numbers(&db).await, after);
    db.write("more", |tx| body(tx, 21)).await.unwrap();
    assert_eq!(numbers(&db).await.1, after.1 + 1);
    let verdict = db.read("verify", audit::verify).await.unwrap();
    assert_eq!((verdict.entries, verdict.broken), (20, None));
}

#[tokio::test]
async fn an_interrupted_copy_is_not_opened_and_continues() {
    let folder = tempfile::tempdir().unwrap();
    let Some(url) = postgres::schema_of(folder.path()) else {
        println!("skipped: LOCKSTEP_TEST_POSTGRES is not set");
        return;
    };
    let original = embedded(&folder, "original.db");
    let server = Options {
        postgres: Some(url),
        ..original.clone()
    };
    let db = Db::open(original.clone(), &MIGRATIONS).unwrap();
    fill(&db).await;
    // PostgreSQL stores no such text, so that the copy ends there.
    let zero = "UPDATE seg_body SET label = ?1 WHERE id = 5";
    db.write("zero", move |tx| {
        tx.execute(zero, params!["a\0b"]).map(drop)
    })
    .await
    .unwrap();
    db.close().await;
    let refused = |outcome: Result<CopyReport, StoreError>| outcome.unwrap_err().to_string();
    let error = refused(copy(&original, &server, &MIGRATIONS, |_| {}));
    assert!(error.contains("table seg_body"), "{error}");
    let Err(error) = Db::open(server.clone(), &MIGRATIONS) else {
        panic!("an incomplete copy was opened");
    };
    assert!(error.to_string().contains("not completed"), "{error}");

    let db = Db::open(original.clone(), &MIGRATIONS).unwrap();
    // Also in a table that is copied already.
    db.write("text", move |tx| {
        note(tx, 20)?;
        tx.execute(zero, params!["ab"]).map(drop)
    })
    .await
    .unwrap();
    db.close().await;
    let report = copy(&original, &server, &MIGRATIONS, |_| {}).unwrap();
    // A crash came before the caller could use the complete copy.
    let again = copy(&original, &server, &MIGRATIONS, |_| {}).unwrap();
    let content = |report: &CopyReport| (report.tables, report.rows, report.entries);
    assert_eq!(content(&again), content(&report));
    assert_eq!(again.changes, Changes::default());
    let db = Db::open(original.clone(), &MIGRATIONS).unwrap();
    db.write("later", |tx| note(tx, 21)).await.unwrap();
    db.close().await;
    // A store with other content is not overwritten.
    let error = refused(copy(&original, &server, &MIGRATIONS, |_| {}));
    let schema = server.postgres.as_ref().unwrap().schema();
    let named = format!("the schema {schema} already holds a store");
    assert!(
        error.contains(&named) && error.contains("remove both schemas"),
        "{error}"
    );
    let db = Db::open(server, &MIGRATIONS).unwrap();
    assert_eq!(numbers(&db).await.0.len(), 18);
    let entries = db.read("verify", audit::verify).await.unwrap().entries;
    assert_eq!(entries, report.entries);
}
