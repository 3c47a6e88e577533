use super::*;

#[test]
fn the_result_of_a_damaged_copy_does_not_say_verified() {
    let line = |report: Json| result_line(&report, "copied and verified: a", "copied: a");
    assert_eq!(line(json!({ "damaged": [] })), "copied and verified: a");
    assert_eq!(line(json!({})), "copied and verified: a");
    let damaged = line(json!({ "damaged": [{}, {}] }));
    assert!(
        damaged.starts_with("copied: a. 2 damaged rows"),
        "{damaged}"
    );
    assert!(!damaged.contains("verified"), "{damaged}");
    let repairable = line(json!({ "damaged": [], "repairable": [{}] }));
    assert!(
        repairable.starts_with("copied and verified: a. 1 row in it is damaged")
            && repairable.contains("lockstep scrub"),
        "{repairable}"
    );
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused_before_its_copy_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(DATABASE);
    // Opened, an empty file would become a new store.
    std::fs::write(&file, "").unwrap();
    let keys = KeyPaths::usual(folder.path());
    let error = verify(folder.path(), &keys).await.unwrap_err();
    let start = format!("{}: damaged: it does not begin", file.display());
    assert!(error.starts_with(&start), "{error}");
    // The kept record of keys without the keys.
    std::fs::write(folder.path().join(CHECK), "x").unwrap();
    std::fs::write(&file, b"SQLite format 3\0").unwrap();
    let error = verify(folder.path(), &keys).await.unwrap_err();
    assert!(error.contains(KEYS), "{error}");
}
