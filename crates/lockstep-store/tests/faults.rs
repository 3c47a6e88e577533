//! Disk failures under the embedded engine. For every call and every kind of failure, a transaction
//! is stored whole or not at all. `Ok` means that it is stored, and the store keeps working.

#![expect(clippy::unwrap_used, reason = "a failed setup fails the test")]

use std::path::Path;
use std::sync::Arc;

use lockstep_fault_injection::{Disk, Failure, Fault, SeededRandom};
use lockstep_store::db::Options;
use lockstep_store::{
    Actor, Db, Entry, Migration, Status, StoreError, SystemClock, SystemEntropy, Tx, audit, params,
    repeatable,
};
use tokio::sync::oneshot;

const NOTES: Migration = Migration {
    capability: "notes",
    n: 1,
    sql: "CREATE TABLE note(id BIGINT NOT NULL, part BIGINT NOT NULL, text TEXT NOT NULL,
        PRIMARY KEY (id, part)) {without_rowid}",
};

fn open(folder: &Path) -> Result<Db, StoreError> {
    let options = Options {
        file: folder.join("lockstep.db"),
        postgres: None,
        readers: 1,
        clock: SystemClock::shared(),
        entropy: Arc::new(SystemEntropy),
    };
    Db::open(options, &[NOTES])
}

/// Writes a note of several rows, with its audit entry.
fn note(tx: &mut Tx<'_>, id: i64, parts: i64) -> Result<(), StoreError> {
    for part in 0..parts {
        let text = format!("{id} {part} ").repeat(400);
        tx.execute(
            "INSERT INTO note(id, part, text) VALUES (?1, ?2, ?3)",
            params![id, part, &*text],
        )?;
    }
    tx.audit(&Entry {
        actor: &Actor::system(),
        action: "note.create",
        component: "notes",
        status: Status::Success,
        details: format!("note {id}"),
        metadata: serde_json::Value::Null,
    })?;
    Ok(())
}

/// Returns every note with the number of its rows; checks the chain and every page.
async fn notes(db: &Db) -> Vec<(i64, i64)> {
    db.read("notes", |tx| {
        let verdict = audit::verify(tx)?;
        assert_eq!((verdict.broken, tx.integrity()?), (None, Vec::new()));
        let notes = tx.query(
            "SELECT id, COUNT(*) FROM note GROUP BY id ORDER BY id",
            &[],
            |row| Ok((row.at::<i64>(0)?, row.at::<i64>(1)?)),
        )?;
        assert_eq!(
            verdict.entries,
            notes.len() as u64,
            "each note has one audit entry"
        );
        Ok::<_, StoreError>(notes)
    })
    .await
    .unwrap()
}

/// Runs a write, without a savepoint if `is_repeatable`.
async fn writing<F: Future>(is_repeatable: bool, name: &'static str, write: F) -> F::Output {
    match is_repeatable {
        true => repeatable(name, write).await,
        false => write.await,
    }
}

/// Runs a group of three transactions, committed together; returns their results.
async fn group(db: &Db, first: i64, is_repeatable: bool) -> Vec<Result<(), StoreError>> {
    let (ready, waits) = oneshot::channel::<()>();
    let mut waits = Some(waits);
    let mut jobs = Vec::new();
    let blocked = db.clone();
    // The writer waits in this transaction until the others are queued after it.
    let (begun, begins) = oneshot::channel();
    let mut begun = Some(begun);
    let gate = tokio::spawn(async move {
        let gate = blocked.write("gate", move |_| {
            let _ = begun.take().map(|begun| begun.send(()));
            let _ = waits.take().map(oneshot::Receiver::blocking_recv);
            Ok::<_, StoreError>(())
        });
        writing(is_repeatable, "gate", gate).await
    });
    // If the gate itself fails to begin, the others run without it.
    let _ = begins.await;
    for id in first..first + 3 {
        let db = db.clone();
        // Larger than the page cache, so that the second transaction writes before it is committed.
        let parts = if id == first + 1 { SPILLING } else { 2 };
        jobs.push(tokio::spawn(async move {
            let write = db.write("note", move |tx| note(tx, id, parts));
            writing(is_repeatable, "note", write).await
        }));
        // Keeps the order: a write is queued when it is polled.
        tokio::task::yield_now().await;
    }
    // The gate is gone if it failed.
    let _ = ready.send(());
    let _ = gate.await.unwrap();
    let mut results = Vec::new();
    for job in jobs {
        results.push(job.await.unwrap());
    }
    results
}

/// Runs a group while the disk fails, and checks that each of its jobs gets its true result; adds what is stored to
/// `expected`. Returns the number of calls and the number of jobs
/// that failed.
async fn run_with_fault(
    (db, disk, fault): (&Db, &Disk, Fault),
    (first, is_repeatable): (i64, bool),
    expected: &mut Vec<(i64, i64)>,
) -> (u64, u64) {
    disk.fail(fault);
    let results = group(db, first, is_repeatable).await;
    let (struck, mut failed) = (disk.stop_faults(), 0);
    for (id, result) in (first..).zip(&results) {
        let parts = if id == first + 1 { SPILLING } else { 2 };
        match result {
            Ok(()) => expected.push((id, parts)),
            Err(_) => failed += 1,
        }
    }
    assert_eq!(notes(db).await, *expected, "{fault:?}: {results:?}");
    (struck, failed)
}

#[tokio::test]
async fn each_job_of_a_group_gets_its_true_result_when_the_disk_fails() {
    for failure in [Failure::Io, Failure::NoSpace, Failure::ShortWrite] {
        for lasting in [false, true] {
            let folder = tempfile::tempdir().unwrap();
            let disk = Disk::watch(folder.path());
            let db = open(folder.path()).unwrap();
            let (mut expected, mut next, mut failed) = (Vec::new(), 0, 0);
            for nth in 1.. {
                let fault = Fault {
                    nth,
                    failure,
                    lasting,
                };
                let (struck, more) =
                    run_with_fault((&db, &disk, fault), (next, false), &mut expected).await;
                (next, failed) = (next + 3, failed + more);
                // Most calls of such a long transaction are alike, so only a part of them is
                // tested.
                if struck == 0 || nth == 60 {
                    break;
                }
            }
            assert!(failed > 3, "{failure:?}: only {failed} failed");
            drop(db);
            let log = disk.into_log();
            // A power cut does not change the result: acknowledged transactions are stored.
            let mut replay = log.replay();
            replay.advance(log.len());
            let after = tempfile::tempdir().unwrap();
            replay
                .cut(&mut SeededRandom(next as u64))
                .write(after.path());
            let again = open(after.path()).unwrap();
            let found = notes(&again).await;
            let kept = expected.iter().filter(|note| found.contains(note)).count();
            assert_eq!(kept, expected.len());
        }
    }
}

#[tokio::test]
async fn each_job_without_a_savepoint_gets_its_true_result_when_the_disk_fails() {
    for failure in [Failure::Io, Failure::NoSpace] {
        let folder = tempfile::tempdir().unwrap();
        let disk = Disk::watch(folder.path());
        let (mut expected, mut next, mut failed) = (Vec::new(), 0, 0);
        for nth in 1..=20 {
            // If a group runs again, the next ones of this process have savepoints.
            let db = open(folder.path()).unwrap();
            let fault = Fault {
                nth,
                failure,
                lasting: false,
            };
            let (struck, more) =
                run_with_fault((&db, &disk, fault), (next, true), &mut expected).await;
            (next, failed) = (next + 3, failed + more);
            if struck == 0 {
                break;
            }
        }
        assert!(failed > 3, "{failure:?}: only {failed} failed");
    }
}

#[tokio::test]
async fn a_start_that_fails_changes_nothing() {
    let mut refused = 0;
    for nth in 1.. {
        let folder = tempfile::tempdir().unwrap();
        let disk = Disk::watch(folder.path());
        disk.fail(Fault {
            nth,
            failure: Failure::Io,
            lasting: false,
        });
        let opened = open(folder.path());
        let struck = disk.stop_faults();
        refused += u64::from(opened.is_err());
        drop(opened);
        let db = open(folder.path()).unwrap();
        db.write("note", |tx| note(tx, 1, 2)).await.unwrap();
        assert_eq!(notes(&db).await, [(1, 2)], "{nth}");
        if struck == 0 {
            break;
        }
    }
    assert!(refused > 10, "only {refused} refused");
}

/// Rows of about 2 KiB: more than the cache of 16 MiB.
const SPILLING: i64 = 9000;
