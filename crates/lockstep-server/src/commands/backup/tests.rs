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

#[test]
fn the_log_of_a_lost_store_is_left_in_no_file() {
    let (backup, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    std::fs::write(backup.path().join(DATABASE), b"restored").unwrap();
    let log = data.path().join(format!("{DATABASE}-wal"));
    std::fs::write(&log, b"canary@example.org").unwrap();
    // A hard link shows the file's bytes after its name is removed.
    let other = data.path().join("other");
    std::fs::hard_link(&log, &other).unwrap();
    copy_into_place(backup.path(), data.path(), DATABASE).unwrap();
    assert!(!log.exists());
    assert_eq!(std::fs::read(&other).unwrap(), [0; 18]);
    assert_eq!(
        std::fs::read(data.path().join(DATABASE)).unwrap(),
        b"restored"
    );
}
