//! For the tests of this crate: an application state on real files, with its vault, under a fixed
//! clock.

use std::sync::Arc;
use std::time::Duration;

use lockstep_store::db::Options;
use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{Actor, Clock, Ctx, Db, Entropy, Migration, SystemEntropy, Timestamp};
use lockstep_vault::{AccountKeys, KeyPaths, Mode, Vault};
use lockstep_web::app_state::Extension;
use lockstep_web::{AppState, Identity, Policy};
use tokio::runtime::{Builder, Runtime};

use crate::admission::Admission;
use crate::columns::Batch;
use crate::layout::StorageOptions;
use crate::operations::ingest::with_blocks;
use crate::store::upload::Upload;
use crate::store::{self, AppendCounts};

struct FixedClock(Timestamp);

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        self.0
    }

    fn monotonic(&self) -> Duration {
        Duration::ZERO
    }
}

/// A store of its own on a temporary folder, with the state of the server.
pub(crate) struct Fixture {
    pub(crate) runtime: Runtime,
    pub(crate) state: AppState,
    folder: tempfile::TempDir,
}

impl Fixture {
    pub(crate) fn new(now: Timestamp) -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self::open(folder, now, crate::CAPABILITY.migrations)
    }

    /// Opens a folder that a test may have used before, with some of this crate's migrations.
    pub(crate) fn open(folder: tempfile::TempDir, now: Timestamp, own: &[Migration]) -> Self {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let clock: Arc<dyn Clock> = Arc::new(FixedClock(now));
        let entropy: Arc<dyn Entropy> = Arc::new(SystemEntropy);
        let unlocked = lockstep_vault::unlock(&KeyPaths::usual(folder.path()), &entropy).unwrap();
        let options = Options {
            file: folder.path().join("lockstep.db"),
            postgres: None,
            readers: 2,
            clock: Arc::clone(&clock),
            entropy: Arc::clone(&entropy),
        };
        let migrations = [lockstep_vault::CAPABILITY.migrations, own];
        let db = Db::open(options, &migrations.concat()).unwrap();
        let state = runtime.block_on(async {
            let ctx = Ctx::new(db, clock, entropy).await.unwrap();
            let vault = unlocked.open(&ctx).await.unwrap();
            let parts: Vec<Extension> = vec![Arc::new(vault)];
            AppState::with_extensions(ctx, &[], Identity::REJECTING, Policy::default(), parts)
        });
        Self {
            runtime,
            state,
            folder,
        }
    }

    /// Closes the files and returns the folder.
    pub(crate) fn close(self) -> tempfile::TempDir {
        let Self {
            runtime,
            state,
            folder,
        } = self;
        runtime.block_on(async {
            Vault::of(&state).unwrap().close().await;
            state.db.close().await;
        });
        folder
    }

    pub(crate) fn vault(&self) -> &Vault {
        Vault::of(&self.state).unwrap()
    }

    /// Returns the account keys with the keys of every mode.
    pub(crate) fn account_keys(&self, user: &UserId) -> AccountKeys {
        let modes = [Mode::Basic, Mode::Fhe, Mode::Zk];
        let actor = Actor::system();
        let account_keys = self.vault().writing_keys(user, &actor, &modes, &[]);
        self.runtime.block_on(account_keys).unwrap()
    }

    /// Returns the account keys without the keys of any mode.
    pub(crate) fn plain_keys(&self, user: &UserId) -> AccountKeys {
        self.runtime
            .block_on(self.vault().account_keys(user))
            .unwrap()
    }

    /// Suspends a key.
    pub(crate) fn stop(&self, user: &UserId, key: &KeyId) {
        let actor = Actor::system();
        let stop = self.vault().mode_keys().suspend(user, &actor, key);
        self.runtime.block_on(stop).unwrap();
    }

    /// Packs points for [`store::append`], as the entrance of points does.
    pub(crate) fn upload(
        &self,
        account_keys: &AccountKeys,
        points: Batch,
        options: StorageOptions,
    ) -> Upload {
        let user = account_keys.user().clone();
        let read = self
            .state
            .db
            .read("admit", move |tx| Admission::read(tx, &user));
        let admission = self.runtime.block_on(read).unwrap().with(options);
        let upload = Upload::new(points, |device| admission.options(device)).unwrap();
        let made = with_blocks(&self.state, account_keys, upload);
        self.runtime.block_on(made).unwrap()
    }

    pub(crate) fn append(
        &self,
        account_keys: &AccountKeys,
        points: Batch,
        options: StorageOptions,
    ) -> AppendCounts {
        let upload = self.upload(account_keys, points, options);
        let account_keys = account_keys.clone();
        let write = self.state.db.write("append", move |tx| {
            store::append(tx, &account_keys, (&upload, false), None)
        });
        self.runtime.block_on(write).unwrap()
    }
}
