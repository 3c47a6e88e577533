//! Files without points whose import may not go on while they are read.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use lockstep_store::id::UserId;
use lockstep_store::{SystemEntropy, Timestamp};
use tokio::sync::oneshot;

use super::*;
use crate::store::imported;
use crate::testing::Fixture;

/// A table without a row that can be read, and what happens at half of it.
struct Rows<F> {
    read: Arc<AtomicU64>,
    at_half: Option<F>,
}

const BYTES: u64 = 8 << 20;
const HEAD: &[u8] = b"timestamp,type,value,unit,device\n";
const ROW: &[u8] = b"x,x,x,x,x\n";

impl<F: FnOnce()> Read for Rows<F> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let begin = self.read.load(Ordering::SeqCst);
        if begin >= BYTES / 2
            && let Some(act) = self.at_half.take()
        {
            act();
        }
        let rows = HEAD.iter().chain(ROW.iter().cycle());
        let skipped = match begin as usize {
            at if at < HEAD.len() => at,
            at => HEAD.len() + (at - HEAD.len()) % ROW.len(),
        };
        let count = buffer.len().min((BYTES - begin) as usize);
        for (byte, next) in buffer[..count].iter_mut().zip(rows.skip(skipped)) {
            *byte = *next;
        }
        self.read.store(begin + count as u64, Ordering::SeqCst);
        Ok(count)
    }
}

struct Account {
    fixture: Fixture,
    user: UserId,
    read: Arc<AtomicU64>,
}

impl Account {
    fn new() -> Self {
        let now = Timestamp(1_780_000_000_000);
        Self {
            fixture: Fixture::new(now),
            user: UserId::generate(now, &SystemEntropy),
            read: Arc::default(),
        }
    }

    /// Imports the table; returns why it was refused.
    async fn refused(&self, at_half: impl FnOnce() + Send + 'static) -> ApiError {
        let rows = Rows {
            read: Arc::clone(&self.read),
            at_half: Some(at_half),
        };
        let source = Source {
            reader: Box::new(rows),
            bytes: BYTES,
        };
        let owner = Owner::system(self.user.clone());
        let about = FileProperties::default();
        let imported = import(&self.fixture.state, owner, source, about, |_, _| {}).await;
        imported.unwrap_err()
    }

    fn read(&self) -> u64 {
        self.read.load(Ordering::SeqCst)
    }
}

#[test]
fn a_deleted_import_ends_while_its_file_without_points_is_read() {
    let account = Account::new();
    let (half, is_half) = oneshot::channel();
    let (deleted, is_deleted) = std::sync::mpsc::channel();
    let keys = account.fixture.plain_keys(&account.user);
    let db = account.fixture.state.db.clone();
    let refused = account.refused(move || {
        half.send(()).unwrap();
        is_deleted.recv().unwrap();
    });
    let delete = async {
        is_half.await.unwrap();
        let write = db.write::<_, ApiError, _>("import.forget", move |tx| {
            let (imports, _) = imported::page(tx, &keys, None, 1)?;
            let id = imports[0].id.clone();
            Ok(imported::delete(tx, (keys.user(), Some(&keys)), &id)?)
        });
        assert!(write.await.unwrap());
        deleted.send(()).unwrap();
    };
    let both = async { tokio::join!(refused, delete).0 };
    let refused = account.fixture.runtime.block_on(both);
    assert!(refused.message.contains("was deleted"), "{refused:?}");
    assert!(account.read() < BYTES, "{} bytes", account.read());
}

#[test]
fn a_file_is_read_for_hours_at_most() {
    let account = Account::new();
    let passed = Arc::clone(&account.fixture.passed);
    let refused = account.refused(move || passed.store(MAX_READ_HOURS * 3600, Ordering::SeqCst));
    let refused = account.fixture.runtime.block_on(refused);
    assert!(refused.message.contains("4 hours"), "{refused:?}");
    assert!(account.read() < BYTES, "{} bytes", account.read());
}
