//! The same tests on PostgreSQL: this binary runs again with a variable that makes each store open in a schema of its own.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::Path;
use std::process::Command;
use std::sync::Once;

use crate::clock::SystemClock;
use crate::error::{EngineError, StoreError};
use crate::params;
use crate::postgres::PostgresUrl;
use crate::postgres::connection::{Connection, Failure, Role};

/// The variable with the address of a server for tests.
const SERVER: &str = "LOCKSTEP_TEST_POSTGRES";
/// The variable that makes the stores of this process open on that server.
const USED: &str = "LOCKSTEP_TEST_STORES_ON_POSTGRES";
const PREFIX: &str = "lockstep_store_test_";

/// Whether the stores of this process are on PostgreSQL.
pub(super) fn is_used() -> bool {
    variable(USED).is_some()
}

#[expect(
    clippy::disallowed_methods,
    reason = "environment variables name the server for tests"
)]
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Whether a test of files of the embedded engine has nothing to test here.
pub(super) fn skips_files() -> bool {
    if is_used() {
        println!("skipped: a test of the files of the embedded engine");
    }
    is_used()
}

/// The address of the server for tests.
pub(super) fn server() -> String {
    variable(SERVER).unwrap()
}

/// The schema of the store in a folder; `None` for the embedded engine.
pub(super) fn schema_of(folder: &Path) -> Option<PostgresUrl> {
    if !is_used() {
        return None;
    }
    let server: PostgresUrl = server().parse().unwrap();
    static CLEANED: Once = Once::new();
    CLEANED.call_once(|| remove_earlier(&server));
    let mut hasher = DefaultHasher::new();
    folder.hash(&mut hasher);
    let name = format!("{PREFIX}{}_{:016x}", std::process::id(), hasher.finish());
    Some(server.in_schema(&name).unwrap())
}

/// Runs statements on the store in a folder, on a connection of its own.
pub(super) fn batch(folder: &tempfile::TempDir, sql: &str) -> Result<(), StoreError> {
    let Some(url) = schema_of(folder.path()) else {
        let file = folder.path().join("test.db");
        return Ok(rusqlite::Connection::open(file)?.execute_batch(sql)?);
    };
    std::thread::scope(|scope| {
        let run =
            scope.spawn(|| Ok::<_, StoreError>(Connection::open(&url, Role::Reader)?.batch(sql)?));
        run.join().unwrap()
    })
}

/// Removes the schemas of processes that have ended.
fn remove_earlier(server: &PostgresUrl) {
    for name in server.schemas(PREFIX).unwrap() {
        let process = name.trim_start_matches(PREFIX).split('_').next().unwrap();
        if !Path::new("/proc").join(process).exists() {
            server.in_schema(&name).unwrap().remove_schema().unwrap();
        }
    }
}

#[tokio::test]
async fn a_server_is_asked_for_its_problems() {
    let store = super::Store::new();
    let found = store.db.read("problems", |tx| {
        let taken = tx.server_answer_time(&*SystemClock::shared())?;
        let problems = tx.server_problems()?;
        Ok::<_, StoreError>((taken, problems))
    });
    let (taken, found) = found.await.unwrap();
    assert_eq!(found.is_some(), is_used(), "{found:?}");
    assert_eq!(taken.is_some(), is_used(), "{taken:?}");
}

/// The error of a statement after the rows that were wanted is not lost: PostgreSQL has ended the transaction.
#[tokio::test]
async fn an_error_after_the_rows_that_were_wanted_is_found() {
    let store = super::Store::new();
    if !is_used() {
        return;
    }
    let read = store.db.write("test.unwanted", |tx| {
        tx.execute("INSERT INTO note(id, text) VALUES (1, 'x'), (2, 'x')", &[])?;
        let sql = "SELECT 10 / (2 - id) FROM note";
        tx.query_opt(sql, &[], |row| row.at::<i64>(0))
    });
    let read: Result<Option<i64>, StoreError> = read.await;
    assert!(matches!(read, Err(StoreError::Statement(_))), "{read:?}");
}

/// As above, where the error comes only with later rows: it is that of its own transaction, not of those that are committed
/// together with it.
#[tokio::test]
async fn an_error_that_comes_long_after_the_rows_that_were_wanted_is_found() {
    let store = super::Store::new();
    if !is_used() {
        return;
    }
    let read = store.db.write("test.unwanted_later", |tx| {
        let text = "x".repeat(100_000);
        for id in 0..200 {
            let sql = "INSERT INTO note(id, text) VALUES (?1, ?2)";
            tx.send(sql, params![id, &text])?;
        }
        let mut first = None;
        let sql = "SELECT 10 / (199 - id), text FROM note";
        tx.visit::<StoreError>(sql, &[], |row| {
            first = Some(row.at::<i64>(0)?);
            Ok(false)
        })?;
        Ok(first)
    });
    let read: Result<Option<i64>, StoreError> = read.await;
    assert!(matches!(read, Err(StoreError::Statement(_))), "{read:?}");
}

/// Where the transaction has failed without a sign, the next job has no savepoint of its own. It must not undo the job before
/// it, which would be reported as stored.
#[tokio::test]
async fn a_job_without_its_savepoint_lets_the_whole_transaction_run_again() {
    let store = super::Store::new();
    let Some(url) = schema_of(store.folder.path()) else {
        return;
    };
    let jobs = std::thread::spawn(move || {
        let mut connection = Connection::open(&url, Role::Reader).unwrap();
        let count = |connection: &Connection| {
            connection.each_row("SELECT COUNT(*) FROM note", &[], &mut |_| true)
        };
        connection.begin().unwrap();
        connection.savepoint().unwrap();
        count(&connection).unwrap();
        connection.release(true).unwrap();
        // As a statement whose error no caller reads.
        assert!(connection.run_outside_transaction("SELECT 1 / 0").is_err());
        connection.savepoint().unwrap();
        assert!(count(&connection).is_err());
        connection.failure()
    });
    assert_eq!(jobs.join().unwrap(), Some(Failure::Transient));
}

/// A call of a function that is not put into the statement takes as long as a statement.
#[tokio::test]
async fn functions_of_sqlite_are_put_into_statements() {
    let store = super::Store::new();
    if !is_used() {
        return;
    }
    for (call, shown) in [
        ("typeof(id)", "CASE WHEN (id IS NULL)"),
        ("typeof(text)", "CASE WHEN (text IS NULL)"),
        ("CAST(text AS BLOB)", "convert_to(text"),
    ] {
        let sql = format!("EXPLAIN VERBOSE SELECT {call} FROM note");
        let plan = store.db.read("explain", move |tx| {
            tx.query(&sql, &[], |row| row.at::<String>(0))
        });
        let plan = plan.await.unwrap().join("\n");
        assert!(plan.contains(shown), "{call}: {plan}");
    }
}

/// The bytes of a store are sealed or packed.
#[tokio::test]
async fn bytes_are_not_compressed_in_vain() {
    let store = super::Store::new();
    let Some(url) = schema_of(store.folder.path()) else {
        return;
    };
    let compressed = std::thread::spawn(move || {
        let connection = Connection::open(&url, Role::Reader).unwrap();
        let schema = "SELECT oid FROM pg_namespace WHERE nspname = current_schema()";
        connection.text(&format!(
            "SELECT string_agg(attname, ' ') FILTER (WHERE attstorage <> 'e') || ' of ' || count(*) FROM pg_attribute
             JOIN pg_class c ON c.oid = attrelid WHERE relnamespace = ({schema}) AND relkind = 'r'
                 AND atttypid = 'bytea'::regtype"
        ))
    });
    // The text is NULL if there is no such column.
    assert_eq!(compressed.join().unwrap().unwrap(), None);
}

/// Another store may be removed at the moment when this one starts. Its tables can then still be found, and their functions not.
#[tokio::test]
async fn a_start_reads_no_expressions_of_other_schemas() {
    let store = super::Store::new();
    let Some(url) = schema_of(store.folder.path()) else {
        return;
    };
    let started = std::thread::spawn(move || -> Result<(), EngineError> {
        let connection = Connection::open(&url, Role::Reader)?;
        let role = "SELECT rolsuper FROM pg_roles WHERE rolname = current_user";
        if connection.text(role)?.as_deref() != Some("t") {
            println!("skipped: the role of LOCKSTEP_TEST_POSTGRES may not change the catalogue");
            return Ok(());
        }
        // No other session sees the schema, which is gone when the transaction ends.
        let (own, other) = (url.schema(), format!("{}_lost", url.schema()));
        let functions = include_str!("../postgres/functions.sql");
        connection.run_outside_transaction(&format!(
            "BEGIN; CREATE SCHEMA {other}; SET LOCAL search_path = {other};
             CREATE FUNCTION search_words(text) RETURNS tsvector LANGUAGE sql IMMUTABLE AS $$ SELECT ''::tsvector $$;
             CREATE TABLE lost(body TEXT, words tsvector GENERATED ALWAYS AS (search_words(body)) STORED);
             DELETE FROM pg_proc WHERE proname = 'search_words' AND pronamespace = '{other}'::regnamespace;
             SET LOCAL search_path = {own}; {functions}; ROLLBACK"
        ))
    });
    started.join().unwrap().unwrap();
}

#[tokio::test]
async fn types_of_values_are_those_of_sqlite() {
    let store = super::Store::new();
    let types = store.db.write("types", |tx| {
        tx.execute("INSERT INTO note(id, text) VALUES (1, 'x')", &[])?;
        tx.query_one(
            "SELECT typeof(id) || ' ' || typeof(text) || ' ' || typeof(1) || ' ' || typeof(COUNT(*)) || ' '
                 || typeof(SUM(id)) || ' ' || typeof(CAST(text AS BLOB)) || ' ' || typeof(CAST(id AS REAL)) || ' '
                 || typeof(NULL)
             FROM note GROUP BY id, text",
            &[],
            |row| row.at::<String>(0),
        )
    });
    let types: Result<String, StoreError> = types.await;
    assert_eq!(
        types.unwrap(),
        "integer text integer integer integer blob real null"
    );
}

#[test]
fn every_test_of_a_store_passes_on_postgres() {
    if variable(SERVER).is_none() {
        println!("skipped: LOCKSTEP_TEST_POSTGRES is not set");
        return;
    }
    if is_used() {
        return;
    }
    let again = Command::new(std::env::current_exe().unwrap())
        .env(USED, "1")
        .arg("tests::")
        .output()
        .unwrap();
    let shown = String::from_utf8_lossy(&again.stdout);
    assert!(again.status.success(), "{shown}");
    println!("{}", shown.lines().last().unwrap_or_default());
}
