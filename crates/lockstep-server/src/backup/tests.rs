use super::*;

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
