//! Jobs without savepoints: the outcome is that of jobs with savepoints.

use super::*;
use crate::repeatable;

/// Counts the runs of jobs by their number.
#[derive(Clone, Default)]
struct Runs(Arc<[AtomicI64; 10]>);

impl Runs {
    /// Returns a repeatable write of a note, which fails after it if `fails`.
    fn write(&self, db: &Db, id: i64, fails: bool) -> impl Future<Output = bool> + Send + use<> {
        let (runs, db) = (self.clone(), db.clone());
        repeatable("note.repeatable", async move {
            let written = db.write("note.repeatable", move |tx| {
                runs.0[id as usize].fetch_add(1, Ordering::SeqCst);
                note(tx, id)?;
                match fails {
                    true => Err(StoreError::NoRow),
                    false => Ok(()),
                }
            });
            written.await.is_ok()
        })
    }

    fn of(&self, id: usize) -> i64 {
        self.0[id].load(Ordering::SeqCst)
    }
}

#[tokio::test]
async fn a_job_without_a_savepoint_that_fails_is_undone_alone() {
    if postgres::skips_files() {
        return;
    }
    let (store, runs) = (Store::new(), Runs::default());
    let (begun, beginning) = tokio::sync::oneshot::channel();
    let (release, released) = std::sync::mpsc::channel::<()>();
    let (db, mut begun) = (store.db.clone(), Some(begun));
    let holding = tokio::spawn(repeatable("note.held", async move {
        let held = db.write::<_, StoreError, _>("note.held", move |_| {
            if let Some(begun) = begun.take() {
                begun.send(()).unwrap();
                released.recv().unwrap();
            }
            Ok(())
        });
        held.await.unwrap();
    }));
    beginning.await.unwrap();
    // They wait for the held job, and then run in one group.
    let writes: Vec<_> = (0..5)
        .map(|id| tokio::spawn(runs.write(&store.db, id, id == 2)))
        .collect();
    tokio::task::yield_now().await;
    release.send(()).unwrap();
    holding.await.unwrap();
    for (id, write) in writes.into_iter().enumerate() {
        assert_eq!(write.await.unwrap(), id != 2, "{id}");
    }
    assert_eq!(store.notes().await, [0, 1, 3, 4]);
    assert_eq!((runs.of(2), runs.of(3), runs.of(4)), (2, 1, 1));

    // For some time, such jobs have savepoints.
    assert!(!runs.write(&store.db, 5, true).await);
    assert!(runs.write(&store.db, 6, false).await);
    assert_eq!((runs.of(5), runs.of(6)), (1, 1));
    assert_eq!(store.notes().await, [0, 1, 3, 4, 6]);
    let verdict = store.db.read("verify", audit::verify).await.unwrap();
    assert_eq!((verdict.entries, verdict.broken), (5, None));
}

#[tokio::test]
async fn a_job_without_a_savepoint_that_changed_nothing_runs_once() {
    if postgres::skips_files() {
        return;
    }
    let (store, counted) = (Store::new(), Arc::new(AtomicI64::new(0)));
    let (db, runs) = (store.db.clone(), Arc::clone(&counted));
    let refused = repeatable("note.refused", async move {
        let refused = db.write("note.refused", move |tx| {
            runs.fetch_add(1, Ordering::SeqCst);
            tx.query("SELECT id FROM note", &[], |_| Ok(()))?;
            Err::<(), _>(StoreError::NoRow)
        });
        refused.await
    });
    assert!(matches!(refused.await, Err(StoreError::NoRow)));
    assert_eq!(counted.load(Ordering::SeqCst), 1);
}

/// SQLite may leave changes of a statement that failed, without counting them.
#[tokio::test]
async fn a_job_without_a_savepoint_whose_statement_fails_runs_again() {
    if postgres::skips_files() {
        return;
    }
    let (store, runs) = (Store::new(), Runs::default());
    assert!(runs.write(&store.db, 1, false).await);
    // The row is there already.
    assert!(!runs.write(&store.db, 1, false).await);
    assert_eq!(runs.of(1), 3);
    assert_eq!(store.notes().await, [1]);
}

#[tokio::test]
async fn a_job_without_a_savepoint_that_panics_is_undone() {
    if postgres::skips_files() {
        return;
    }
    let store = Store::new();
    let db = store.db.clone();
    let panicking = repeatable("note.panicking", async move {
        let write = db.write::<(), StoreError, _>("note.panicking", |tx| {
            note(tx, 1)?;
            panic!("expected by the test")
        });
        write.await
    });
    assert!(matches!(
        panicking.await,
        Err(StoreError::Panicked {
            transaction: "note.panicking"
        })
    ));
    assert_eq!(store.notes().await, Vec::<i64>::new());
}
