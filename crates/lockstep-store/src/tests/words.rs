//! Searches of words, which find the same rows on every engine.

use super::*;
use crate::postgres::connection::{Connection, Role};
use crate::words::{WordMatch, WordSearch};

/// In one table `_` belongs to words, in the other it separates them.
const TABLES: Migration = Migration {
    capability: "words",
    n: 1,
    sql: "CREATE VIRTUAL TABLE joined USING fts5(body, content = '', tokenize = \"unicode61 tokenchars '_'\");
          CREATE VIRTUAL TABLE separated USING fts5(body, content = '', contentless_delete = 1)",
};

/// A text, a search, and whether it finds the text where `_` belongs to words, and where it separates them.
const ROWS: [(&str, &str, bool, bool); 9] = [
    ("heart_rate", "heart_rate", true, true),
    ("heart_rate", "heart", false, true),
    ("heart_rate", "heart rate", false, true),
    ("heart rate", "heart_rate", false, true),
    ("heart rate", "Heart Rate", true, true),
    ("ΟΔΥΣΣΕΥΣ", "οδυσσευς", true, true),
    ("οδυσσευς", "ΟΔΥΣΣΕΥΣ", true, true),
    ("οδυσσευσ", "οδυσσευς", true, true),
    ("Zürich", "zurich", true, true),
];

#[tokio::test]
async fn underscores_and_final_sigmas_are_the_same_on_every_engine() {
    let folder = tempfile::tempdir().unwrap();
    let db = open(&folder, &[TABLES]).unwrap();
    for (nth, (text, search, joined, separated)) in ROWS.into_iter().enumerate() {
        let found = db.write("words.search", move |tx| {
            let number = nth as i64;
            let mut found = Vec::new();
            for (table, letters) in [("joined", "_"), ("separated", "")] {
                let insert = format!("INSERT INTO {table}(rowid, body) VALUES (?1, ?2)");
                tx.execute(&insert, params![number, text])?;
                let one = WordMatch {
                    columns: &["body"],
                    text: search.to_owned(),
                    is_prefix: false,
                    is_whole: false,
                };
                let search = WordSearch {
                    table,
                    letters,
                    matches: &[one],
                    range: Some((number, number)),
                };
                found.push(search.count(tx, 1)? == 1);
            }
            Ok::<_, StoreError>(found)
        });
        let found = found.await.unwrap();
        assert_eq!(found, [joined, separated], "{text:?}, {search:?}");
    }
}

/// Makes the words of a table as an earlier version wrote them, which knew one set of letters for all tables.
const EARLIER: &str = "
    CREATE FUNCTION search_words(text) RETURNS tsvector LANGUAGE sql IMMUTABLE AS $$ SELECT '''earlier'''::tsvector $$;
    ALTER TABLE separated DROP COLUMN words;
    ALTER TABLE separated ADD COLUMN words tsvector GENERATED ALWAYS AS (search_words(body)) STORED;
    INSERT INTO separated(rowid, body) VALUES (1, 'heart_rate')";

#[tokio::test]
async fn words_that_an_earlier_version_wrote_are_computed_again() {
    if !postgres::is_used() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let db = open(&folder, &[TABLES]).unwrap();
    db.close().await;
    let url = postgres::schema_of(folder.path()).unwrap();
    let change = std::thread::spawn(move || {
        let connection = Connection::open(&url, Role::Reader).unwrap();
        connection.run_outside_transaction(EARLIER).unwrap();
    });
    change.join().unwrap();
    let db = open(&folder, &[TABLES]).unwrap();
    let found = db.read("words.earlier", |tx| {
        let one = WordMatch {
            columns: &[],
            text: "heart".to_owned(),
            is_prefix: false,
            is_whole: false,
        };
        let search = WordSearch {
            table: "separated",
            letters: "",
            matches: &[one],
            range: None,
        };
        search.numbers(tx, 2, 0)
    });
    assert_eq!(found.await.unwrap(), [1]);
}
