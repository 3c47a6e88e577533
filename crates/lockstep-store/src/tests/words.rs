//! Searches of words, which find the same rows on every engine.

use super::*;
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
