//! The structure of the store, compared with its migrations.

use super::*;

/// An edit outside the server, and the beginnings of what is named.
const EDITS: &[(&str, &[&str])] = &[
    ("", &[]),
    (
        "DROP TRIGGER audit_stays",
        &["trigger audit_stays: it is missing"],
    ),
    (
        "DROP TRIGGER audit_keeps;
         CREATE TRIGGER audit_keeps BEFORE UPDATE ON audit BEGIN SELECT 1; END",
        &["trigger audit_keeps: it differs"],
    ),
    (
        "CREATE TRIGGER more AFTER INSERT ON note BEGIN DELETE FROM note; END",
        &["trigger more: the server did not make it, and it belongs to table note"],
    ),
    // The engine runs it, although no statement can make a trigger of this name.
    (
        "PRAGMA writable_schema = ON;
         INSERT INTO sqlite_schema VALUES ('trigger', 'sqlite_more', 'note', 0,
             'CREATE TRIGGER sqlite_more AFTER INSERT ON note BEGIN DELETE FROM note; END')",
        &["trigger sqlite_more: the server did not make it, and it belongs to table note"],
    ),
    (
        "CREATE UNIQUE INDEX note_text ON note(text)",
        &["index note_text: the server did not make it"],
    ),
    (
        "ALTER TABLE note ADD COLUMN more TEXT",
        &["table note: it differs"],
    ),
    ("DROP TABLE note", &["table note: it is missing"]),
    // Nothing reads another table.
    (
        "CREATE TABLE saved AS SELECT * FROM note; CREATE INDEX saved_id ON saved(id); ANALYZE",
        &[],
    ),
];

#[tokio::test]
async fn a_changed_structure_is_named() {
    if postgres::skips_files() {
        return;
    }
    for (edit, expected) in EDITS {
        let store = Store::new();
        postgres::batch(&store.folder, edit).unwrap();
        let found = store.db.schema_differences().await.unwrap();
        let are_named = expected
            .iter()
            .zip(&found)
            .all(|(expected, found)| found.starts_with(expected));
        assert!(
            are_named && expected.len() == found.len(),
            "{edit}: {found:?}"
        );
    }
}

#[tokio::test]
async fn a_start_makes_the_triggers_of_the_audit_log_again() {
    if postgres::skips_files() {
        return;
    }
    let store = Store::new();
    let edit = "DROP TRIGGER audit_stays; DROP TRIGGER audit_body_keeps";
    postgres::batch(&store.folder, edit).unwrap();
    assert_eq!(store.db.schema_differences().await.unwrap().len(), 2);
    store.db.close().await;
    let again = open(&store.folder, &[NOTES]).unwrap();
    let found = again.schema_differences().await.unwrap();
    assert_eq!(found, Vec::<String>::new());
}
