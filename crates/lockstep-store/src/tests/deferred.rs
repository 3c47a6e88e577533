//! Statements that PostgreSQL gets together with later ones: the outcome is that of waiting for each.

use super::*;

fn insert(tx: &mut Tx<'_>, id: i64) -> Result<(), StoreError> {
    tx.send("INSERT INTO note(id, text) VALUES (?1, 'x')", params![id])
}

fn rename(tx: &mut Tx<'_>, id: i64) -> Result<bool, StoreError> {
    let sql = "UPDATE note SET text = 'y' WHERE id = ?1";
    tx.send_for(sql, params![id], 1)
}

#[tokio::test]
async fn the_error_of_a_statement_is_found_where_it_was_sent() {
    let store = Store::new();
    let found = store.db.write("deferred.error", |tx| {
        insert(tx, 1)?;
        let repeated = insert(tx, 1).is_err();
        insert(tx, 2)?;
        Ok::<_, StoreError>(repeated)
    });
    assert!(found.await.unwrap());
    assert_eq!(store.notes().await, [1, 2]);
}

#[tokio::test]
async fn an_error_that_comes_with_a_later_statement_fails_the_transaction() {
    let store = Store::new();
    let written = store.db.write("deferred.fails", |tx| {
        insert(tx, 1)?;
        insert(tx, 1)?;
        tx.query_one("SELECT COUNT(*) FROM note", &[], |row| row.at::<i64>(0))
    });
    assert!(matches!(written.await, Err(StoreError::Statement(_))));
    assert!(store.notes().await.is_empty());
}

#[tokio::test]
async fn a_row_that_is_not_there_is_found_where_the_statement_was_sent() {
    let store = Store::new();
    let found = store.db.write("deferred.rows", |tx| {
        insert(tx, 1)?;
        let found = [rename(tx, 1)?, rename(tx, 2)?];
        insert(tx, 3)?;
        Ok::<_, StoreError>(found)
    });
    assert_eq!(found.await.unwrap(), [true, false]);
    assert_eq!(store.notes().await, [1, 3]);
}

#[tokio::test]
async fn many_statements_are_done_before_the_next_one_is_answered() {
    let store = Store::new();
    let counts = store.db.write("deferred.many", |tx| {
        let mut counts = Vec::new();
        let text = "x".repeat(20_000);
        for id in 0..100 {
            let sql = "INSERT INTO note(id, text) VALUES (?1, ?2)";
            tx.send(sql, params![id, &text])?;
            if id % 40 == 0 {
                let count = "SELECT COUNT(*) FROM note";
                counts.push(tx.query_one(count, &[], |row| row.at::<i64>(0))?);
            }
        }
        Ok::<_, StoreError>(counts)
    });
    assert_eq!(counts.await.unwrap(), [1, 41, 81]);
    assert_eq!(store.notes().await.len(), 100);
}

#[tokio::test]
async fn rows_are_returned_for_each_list_of_parameters() {
    let store = Store::new();
    let written = store.db.write("deferred.each", |tx| {
        (0..50).try_for_each(|id| insert(tx, id))?;
        let lists: Vec<_> = (0..60_i64).map(|id| *params![id, id + 2]).collect();
        let sql = "SELECT id FROM note WHERE id BETWEEN ?1 AND ?2 ORDER BY id";
        tx.query_each(sql, &lists, |row| row.at::<i64>(0))
    });
    let found = written.await.unwrap();
    assert_eq!(found.len(), 60);
    assert_eq!(found[7], [7, 8, 9]);
    assert_eq!(found[49], [49]);
    assert!(found[50].is_empty());
}

/// A statement that stays prepared has the outcome of one that does not: also after it failed or found no row, and in a
/// later transaction.
#[tokio::test]
async fn a_repeated_statement_has_the_outcome_of_a_single_one() {
    const INSERT: &str = "INSERT INTO note(id, text) VALUES (?1, ?2)";
    const RENAME: &str = "UPDATE note SET text = ?2 WHERE id = ?1 AND text = ?3";
    let store = Store::new();
    for first in [1_i64, 11] {
        let written = store.db.write("deferred.repeated", move |tx| {
            let mut found = Vec::new();
            for id in first..first + 3 {
                found.push(tx.execute_repeated(INSERT, params![id, "x"])? == 1);
            }
            found.push(tx.execute_repeated(INSERT, params![first, "z"]).is_err());
            for (id, before) in [(first, "x"), (first + 1, "w"), (first + 2, "x")] {
                found.push(tx.send_repeated_for(RENAME, params![id, "y", before], 1)?);
            }
            found.push(tx.execute(INSERT, params![first + 3, "x"])? == 1);
            Ok::<_, StoreError>(found)
        });
        let found = written.await.unwrap();
        assert_eq!(found, [true, true, true, true, true, false, true, true]);
    }
    let refused = store.db.write("deferred.repeated_refused", |tx| {
        tx.send_repeated_for(RENAME, params![1_i64, "v", "y"], 1)?;
        tx.execute_repeated(INSERT, params![21_i64, "x"])?;
        Err::<(), _>(StoreError::Erased)
    });
    assert!(refused.await.is_err());
    let texts = store.db.read("deferred.texts", |tx| {
        tx.query("SELECT text FROM note ORDER BY id", &[], |row| {
            row.at::<String>(0)
        })
    });
    let expected = ["y", "x", "y", "x"];
    assert_eq!(texts.await.unwrap(), [expected, expected].concat());
}

#[tokio::test]
async fn public_random_bytes_are_never_given_out_twice() {
    let store = Store::new();
    let written = store.db.write("deferred.random", |tx| {
        let mut all = Vec::new();
        for nth in 0..200 {
            let mut bytes = vec![0; [24, 16, 300][nth % 3]];
            tx.fill_public(&mut bytes);
            all.extend(bytes.chunks_exact(8).map(<[u8]>::to_vec));
        }
        Ok::<_, StoreError>(all)
    });
    let mut all = written.await.unwrap();
    let count = all.len();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), count);
}

/// A read that did not want all rows ends its transaction, although they are still on their way.
#[tokio::test]
async fn a_read_that_ends_early_keeps_no_lock() {
    let store = Store::new();
    let written = store.db.write("deferred.rows_on_their_way", |tx| {
        let text = "x".repeat(100_000);
        for id in 0..200 {
            let sql = "INSERT INTO note(id, text) VALUES (?1, ?2)";
            tx.send(sql, params![id, &text])?;
        }
        Ok::<_, StoreError>(())
    });
    written.await.unwrap();
    let first = store.db.read("deferred.first", |tx| {
        let mut first = None;
        tx.visit::<StoreError>("SELECT id, text FROM note ORDER BY id", &[], |row| {
            first = Some(row.at::<i64>(0)?);
            Ok(false)
        })?;
        Ok::<_, StoreError>(first)
    });
    assert_eq!(first.await.unwrap(), Some(0));
    postgres::batch(&store.folder, "DROP TABLE note").unwrap();
}
