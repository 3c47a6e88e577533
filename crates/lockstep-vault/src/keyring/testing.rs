//! Earlier states of `keys.db`, and its content, for tests.

use super::*;

impl Keyring {
    /// Restores the state of a `keys.db` from before the attestation key existed.
    pub(crate) async fn forget_the_attestation_key(&self) {
        let forget = |tx: &mut lockstep_store::Tx<'_>| rows::delete_platform_key(tx, ATTEST);
        self.db.write("keys.attest.forget", forget).await.unwrap();
    }

    /// The names of the platform's keys, and their wrapped bytes.
    pub(crate) async fn platform_keys_for_a_test(&self) -> Vec<(String, Vec<u8>)> {
        let version = self.kek.version;
        let read = self
            .db
            .read::<_, StoreError, _>("test.platform", move |tx| rows::platform_keys(tx, version));
        read.await.unwrap()
    }

    /// Restores the state of `keys.db` during an unfinished first start.
    pub(crate) async fn forget_pairing_for_a_test(&self) {
        let forget = self
            .db
            .write("test.pairing", rows::forget_pairing_for_a_test);
        forget.await.unwrap();
    }

    pub(crate) fn remembered_for_a_test(&self, account: &str) -> Option<Arc<LockedMemory<Key>>> {
        lock(&self.accounts).get(account).cloned()
    }

    pub(crate) fn remember_for_a_test(&self, account: &str, key: Arc<LockedMemory<Key>>) {
        lock(&self.accounts).insert(account.to_owned(), key);
    }

    /// Copies the write-ahead log of `keys.db` into its main file, and empties the log.
    pub(crate) async fn compact_for_a_test(&self) {
        self.compact().await.unwrap();
    }

    pub(crate) async fn keks_for_a_test(&self) -> Vec<u32> {
        let all = self.db.read("keys.kek", rows::keks).await.unwrap();
        all.into_iter().map(|(version, _)| version).collect()
    }
}

/// Every secret of a closed `keys.db`, as (key, wrapped bytes).
pub(crate) async fn stored_secrets_for_a_test(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let options = Options {
        file: folder.join(crate::root::KEYS),
        postgres: None,
        readers: 1,
        clock: lockstep_store::SystemClock::shared(),
        entropy: Arc::new(lockstep_store::SystemEntropy),
    };
    let db = Db::open(options, MIGRATIONS).unwrap();
    let all = db.read("test.secrets", rows::secrets_for_a_test).await;
    db.close().await;
    all.unwrap()
}

/// Restores a closed `keys.db` to the state from before pairings existed.
pub(crate) async fn forget_pairing_of_a_closed(folder: &Path) {
    let options = Options {
        file: folder.join(crate::root::KEYS),
        postgres: None,
        readers: 1,
        clock: lockstep_store::SystemClock::shared(),
        entropy: Arc::new(lockstep_store::SystemEntropy),
    };
    let db = Db::open(options, MIGRATIONS).unwrap();
    let forgotten = db
        .write("test.pairing", rows::delete_pairing_for_a_test)
        .await;
    forgotten.unwrap();
    db.close().await;
}
