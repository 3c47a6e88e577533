//! Tests that the shim distinguishes safe from unsafe database settings.

use rusqlite::Connection;

use crate::{Disk, Failure, Fault, SeededRandom};

const ROWS: i64 = 60;

/// Writes rows with one commit each; returns the log, and for each row the number of steps when it
/// was acknowledged.
fn record(pragmas: &str) -> (crate::Log, Vec<usize>) {
    let folder = tempfile::tempdir().unwrap();
    let disk = Disk::watch(folder.path());
    let connection = Connection::open(folder.path().join("a.db")).unwrap();
    connection.execute_batch(pragmas).unwrap();
    connection
        .execute_batch("CREATE TABLE row(id INTEGER PRIMARY KEY, body BLOB)")
        .unwrap();
    let mut acknowledged = Vec::new();
    for id in 0..ROWS {
        connection
            .execute("INSERT INTO row VALUES (?1, randomblob(3000))", [id])
            .unwrap();
        acknowledged.push(disk.position());
    }
    drop(connection);
    (disk.into_log(), acknowledged)
}

/// Cuts at every step. Returns the numbers of cuts, of cuts that lost an acknowledged row, and of
/// cuts that corrupted the file.
fn lost(pragmas: &str) -> (usize, usize, usize) {
    let (log, acknowledged) = record(pragmas);
    let (mut cuts, mut lost, mut broken) = (0, 0, 0);
    let mut replay = log.replay();
    for at in 0..=log.len() {
        replay.advance(at);
        let files = replay.cut(&mut SeededRandom(at as u64));
        let folder = tempfile::tempdir().unwrap();
        files.write(folder.path());
        let connection = Connection::open(folder.path().join("a.db")).unwrap();
        let rows = connection.query_row("SELECT COUNT(*) FROM row", [], |row| row.get(0));
        let rows = usize::try_from(rows.unwrap_or(0_i64)).unwrap();
        let intact = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0));
        let intact: String = intact.unwrap_or_default();
        let due = acknowledged.iter().filter(|after| **after <= at).count();
        cuts += 1;
        lost += usize::from(rows < due);
        broken += usize::from(intact != "ok");
    }
    (cuts, lost, broken)
}

#[test]
fn full_synchronous_mode_loses_nothing() {
    for pragmas in [
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=20",
        "PRAGMA journal_mode=TRUNCATE; PRAGMA synchronous=FULL",
    ] {
        let (cuts, lost, broken) = lost(pragmas);
        assert!(cuts > 200, "{cuts}");
        assert_eq!((lost, broken), (0, 0), "{pragmas}: of {cuts}");
    }
}

#[test]
fn weaker_synchronous_modes_lose_or_corrupt_data() {
    // In WAL mode, NORMAL may lose the last commits, but never corrupts the file.
    let (_, gone, broken) = lost("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL");
    assert!(gone > 0);
    assert_eq!(broken, 0);
    // OFF may do both.
    let (_, gone, broken) =
        lost("PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA wal_autocheckpoint=20");
    assert!(gone > 0);
    assert!(broken > 0);
}

#[test]
fn the_same_numbers_give_the_same_files() {
    let (log, _) = record("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL");
    for at in (0..log.len()).step_by(7) {
        let cut = |seed| {
            let mut replay = log.replay();
            replay.advance(at);
            format!("{:?}", replay.cut(&mut SeededRandom(seed)))
        };
        assert_eq!(cut(1), cut(1));
    }
}

#[test]
fn the_chosen_call_fails() {
    for (failure, said) in [
        (Failure::Io, "disk I/O error"),
        (Failure::NoSpace, "full"),
        (Failure::ShortWrite, "full"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let disk = Disk::watch(folder.path());
        let connection = Connection::open(folder.path().join("a.db")).unwrap();
        connection
            .execute_batch("PRAGMA journal_mode=WAL; CREATE TABLE row(id INTEGER PRIMARY KEY)")
            .unwrap();
        disk.fail(Fault {
            nth: 1,
            failure,
            lasting: false,
        });
        let refused = connection.execute("INSERT INTO row VALUES (1)", []);
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains(said), "{failure:?}: {refused}");
        assert_eq!(disk.stop_faults(), 1);
        connection
            .execute("INSERT INTO row VALUES (1)", [])
            .unwrap();
    }
    // Other folders are left alone.
    let watched = tempfile::tempdir().unwrap();
    let disk = Disk::watch(watched.path());
    disk.fail(Fault {
        nth: 1,
        failure: Failure::Io,
        lasting: true,
    });
    let other = tempfile::tempdir().unwrap();
    let connection = Connection::open(other.path().join("a.db")).unwrap();
    connection.execute_batch("CREATE TABLE row(id)").unwrap();
    assert_eq!(disk.stop_faults(), 0);
}
