//! The full queue of a device that is absent: 10 000 sealed commands. The tests with sockets queue fewer, since each command there
//! is a request.

use std::sync::Arc;
use std::time::Duration;

use lockstep_store::db::Options;
use lockstep_store::{Ctx, Db, Entropy, SystemClock, SystemEntropy};
use lockstep_vault::{KeyPaths, Vault};
use serde_json::json;

use super::*;
use crate::uadm::MAX_OPEN_COMMANDS;

/// A store with the keys of one account and the id of one device.
struct Store {
    db: Db,
    vault: Vault,
    keys: AccountKeys,
    device: DeviceId,
    _folder: tempfile::TempDir,
}

impl Store {
    async fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (clock, entropy) = (SystemClock::shared(), Arc::new(SystemEntropy));
        let entropy: Arc<dyn Entropy> = entropy;
        let unlocked = lockstep_vault::unlock(&KeyPaths::usual(folder.path()), &entropy).unwrap();
        let options = Options {
            file: folder.path().join("lockstep.db"),
            postgres: None,
            readers: 1,
            clock: Arc::clone(&clock),
            entropy: Arc::clone(&entropy),
        };
        let migrations = [
            lockstep_vault::CAPABILITY.migrations,
            crate::CAPABILITY.migrations,
        ];
        let db = Db::open(options, &migrations.concat()).unwrap();
        let ctx = Ctx::new(db.clone(), clock, entropy).await.unwrap();
        let vault = unlocked.open(&ctx).await.unwrap();
        let user = UserId::generate(ctx.clock.now(), &*ctx.entropy);
        Self {
            keys: vault.account_keys(&user).await.unwrap(),
            device: DeviceId::generate(ctx.clock.now(), &*ctx.entropy),
            db,
            vault,
            _folder: folder,
        }
    }

    /// Queues as many commands as may wait, created some time ago; returns their ids in order.
    async fn fill(&self, age: Duration, time_to_live: Duration) -> Vec<CommandId> {
        let filled = self.write(move |tx, keys, device| {
            let created_at = tx.now().minus(age);
            let mut ids = Vec::new();
            for number in 1..=MAX_OPEN_COMMANDS as i64 {
                let command = Command {
                    id: CommandId::generate(tx.now(), tx.entropy()),
                    device: device.clone(),
                    number,
                    state: CommandState::Queued,
                    created_at,
                    expires_at: created_at.plus(time_to_live),
                    delivered_at: None,
                    finished_at: None,
                    content: CommandContent {
                        command: format!("step {number}"),
                        ..CommandContent::default()
                    },
                };
                insert(tx, keys, &command)?;
                ids.push(command.id);
            }
            Ok(ids)
        });
        filled.await
    }

    async fn write<T: Send + 'static>(
        &self,
        mut act: impl FnMut(&mut Tx<'_>, &AccountKeys, &DeviceId) -> Result<T, StoreError>
        + Send
        + 'static,
    ) -> T {
        let (keys, device) = (self.keys.clone(), self.device.clone());
        let written = self
            .db
            .write::<_, StoreError, _>("test.commands", move |tx| act(tx, &keys, &device));
        written.await.unwrap()
    }

    /// Returns what a connection sends to the device, in its order: it reads a few commands at a time.
    async fn sent(&self) -> Vec<(CommandId, String)> {
        let sent = self.write(|tx, keys, device| {
            let (mut sent, mut after) = (Vec::new(), 0);
            loop {
                let next = waiting(tx, keys, device, (after, 16))?;
                let Some(last) = next.last() else {
                    return Ok(sent);
                };
                after = last.number;
                let commands = next.into_iter();
                sent.extend(commands.map(|command| (command.id, command.content.command)));
            }
        });
        sent.await
    }

    /// Returns the number of commands, and of those that wait.
    async fn counted(&self) -> (u64, u64) {
        let counted = self.write(|tx, keys, device| {
            let open = count_open(tx, keys.user(), device)?;
            Ok((count(tx, keys.user(), device)?, open))
        });
        counted.await
    }

    async fn close(self) {
        self.vault.close().await;
        self.db.close().await;
    }
}

#[tokio::test]
async fn a_full_queue_is_sent_in_order_and_each_command_ends_once() {
    let store = Store::open().await;
    let ids = store.fill(Duration::ZERO, Duration::from_secs(3600)).await;
    assert_eq!(
        store.counted().await,
        (MAX_OPEN_COMMANDS, MAX_OPEN_COMMANDS)
    );
    let named = (1..).map(|number| format!("step {number}"));
    let expected: Vec<_> = ids.iter().cloned().zip(named).collect();
    assert_eq!(store.sent().await, expected);
    // The device answers every command twice.
    let ended = store.write(move |tx, keys, device| {
        let (mut first, mut again) = (0, 0);
        for id in &ids {
            assert!(deliver(tx, keys.user(), (device, id))?);
            let mut command = by_id(tx, keys, (device, id))?.expect("it is stored");
            command.content.result = Some(json!(command.number));
            first += u64::from(finish(tx, keys, &command, CommandState::Acknowledged)?);
            again += u64::from(finish(tx, keys, &command, CommandState::Failed)?);
        }
        Ok((first, again))
    });
    assert_eq!(ended.await, (MAX_OPEN_COMMANDS, 0));
    assert!(store.sent().await.is_empty());
    assert_eq!(store.counted().await, (MAX_OPEN_COMMANDS, 0));
    let newest = store.write(|tx, keys, device| page(tx, keys, device, (0, 1)));
    let newest = newest.await.pop().expect("a command");
    assert_eq!(newest.state, CommandState::Acknowledged);
    assert_eq!(newest.content.result, Some(json!(MAX_OPEN_COMMANDS)));
    store.close().await;
}

#[tokio::test]
async fn a_full_queue_expires_in_portions() {
    let store = Store::open().await;
    let (age, time_to_live) = (Duration::from_secs(120), Duration::from_secs(60));
    let ids = store.fill(age, time_to_live).await;
    assert!(
        store.sent().await.is_empty(),
        "an expired command is not sent"
    );
    let mut expired = Vec::new();
    loop {
        let portion = store.write(|tx, _, _| expire(tx, 200)).await;
        assert!(portion.ended.len() <= 200);
        expired.extend(portion.ended.into_iter().map(|one| one.id));
        if !portion.is_full {
            break;
        }
    }
    assert_eq!(expired, ids);
    assert_eq!(store.counted().await, (MAX_OPEN_COMMANDS, 0));
    assert!(!store.write(|tx, _, _| has_due(tx)).await);
    store.close().await;
}
