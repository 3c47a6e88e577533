//! Damaged rows of table `sequence`: the store repairs them when it opens.

use super::*;

/// SQL on a closed store that holds events 1 to 3, and the number of the next event.
const ROWS: &[(&str, i64)] = &[
    ("SELECT 1", 4),
    ("UPDATE sequence SET value = 'x'", 4),
    ("UPDATE sequence SET value = x'ff'", 4),
    ("UPDATE sequence SET value = 1.5", 4),
    ("UPDATE sequence SET value = 0", 4),
    ("UPDATE sequence SET value = -9", 4),
    ("UPDATE sequence SET value = 9223372036854775807", 4),
    ("UPDATE sequence SET value = 1e300", 4),
    ("UPDATE sequence SET value = 3 + (1 << 40) + 1", 4),
    ("UPDATE sequence SET name = 'other'", 4),
    ("UPDATE sequence SET name = x'ff'", 4),
    ("DELETE FROM sequence", 4),
    (
        "UPDATE event_outbox SET seq = 9223372036854775807 WHERE seq = 3",
        4,
    ),
    ("UPDATE event_outbox SET seq = 'x' WHERE seq = 3", 4),
    ("UPDATE event_outbox SET seq = 2.5 WHERE seq = 3", 4),
    // A plausible value is kept, so that no number is used twice.
    ("UPDATE sequence SET value = 1000", 1001),
    ("DELETE FROM event_outbox", 4),
];

#[tokio::test]
async fn a_damaged_sequence_is_repaired_at_open() {
    if postgres::skips_files() {
        return;
    }
    for (sql, expected) in ROWS {
        let store = Store::new();
        for id in 1..=3 {
            let written = store.db.write("note", move |tx| note(tx, id)).await;
            written.unwrap();
        }
        store.db.close().await;
        store.raw().execute_batch(sql).unwrap_or_else(|error| {
            // A SELECT returns a row, which is an error for `execute`.
            assert!(sql.starts_with("SELECT"), "{sql}: {error}");
        });
        let db = open(&store.folder, &[NOTES]).unwrap_or_else(|error| panic!("{sql}: {error}"));
        let (found, newest) = db
            .write::<_, StoreError, _>("note", |tx| {
                let found = tx.integrity()?;
                note(tx, 4)?;
                let sql = "SELECT value FROM sequence WHERE name = 'event_outbox'";
                Ok((found, tx.query_one(sql, &[], |row| row.at::<i64>(0))?))
            })
            .await
            .unwrap_or_else(|error: StoreError| panic!("{sql}: {error}"));
        assert_eq!((found, newest), (vec![], *expected), "{sql}");
        db.write::<_, StoreError, _>("doctor", |tx| tx.next("doctor").map(drop))
            .await
            .unwrap();
    }
}

/// While the server runs, the error names the table and row, and so does the integrity check.
#[tokio::test]
async fn a_sequence_damaged_while_the_server_runs_is_named() {
    if postgres::skips_files() {
        return;
    }
    for value in ["'x'", "-1", "9223372036854775807", "1 << 62"] {
        let store = Store::new();
        store.db.write("note", move |tx| note(tx, 1)).await.unwrap();
        let sql = format!("UPDATE sequence SET value = {value}");
        store.raw().execute_batch(&sql).unwrap();
        let refused = store.db.write("note", |tx| note(tx, 2)).await;
        let error = refused.unwrap_err();
        assert!(
            matches!(&error, StoreError::Damaged(text) if text.contains("table sequence, row event_outbox")),
            "{value}: {error}"
        );
        let read = store.db.read("integrity", |tx| {
            Ok::<_, StoreError>(tx.integrity()?.join("; "))
        });
        let found = read.await.unwrap();
        assert!(
            found.starts_with("table sequence, row event_outbox"),
            "{value}: {found}"
        );
    }
}
