//! For the tests of this crate: an application state on real files, with its vault, under a fixed
//! clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use lockstep_encryption::Encryption;
use lockstep_store::db::Options;
use lockstep_store::id::UserId;
use lockstep_store::{Clock, Ctx, Db, Entropy, SystemEntropy, Timestamp};
use lockstep_vault::{AccountKeys, KeyPaths, Vault};
use lockstep_web::app_state::Extension;
use lockstep_web::{AppState, Identity, Owner, Policy};
use tokio::runtime::{Builder, Runtime};

use lockstep_points::columns::Batch;
use lockstep_points::{RefusedPoints, StorageOptions, ingest};

/// A clock whose monotonic time passes in seconds that a test adds.
struct FixedClock {
    now: Timestamp,
    passed: Arc<AtomicU64>,
}

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        self.now
    }

    fn monotonic(&self) -> Duration {
        Duration::from_secs(self.passed.load(Ordering::SeqCst))
    }
}

/// A store of its own on a temporary folder, with the state of the server.
pub(crate) struct Fixture {
    pub(crate) runtime: Runtime,
    pub(crate) state: AppState,
    /// The seconds of the monotonic clock.
    pub(crate) passed: Arc<AtomicU64>,
    /// Holds the files.
    _folder: tempfile::TempDir,
}

impl Fixture {
    pub(crate) fn new(now: Timestamp) -> Self {
        Self::with_extensions(now, Vec::new())
    }

    /// Creates one with more extensions.
    pub(crate) fn with_extensions(now: Timestamp, more: Vec<Extension>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let passed = Arc::new(AtomicU64::new(0));
        let clock: Arc<dyn Clock> = Arc::new(FixedClock {
            now,
            passed: Arc::clone(&passed),
        });
        let entropy: Arc<dyn Entropy> = Arc::new(SystemEntropy);
        let unlocked = lockstep_vault::unlock(&KeyPaths::usual(folder.path()), &entropy).unwrap();
        let options = Options {
            file: folder.path().join("lockstep.db"),
            postgres: None,
            readers: 2,
            clock: Arc::clone(&clock),
            entropy: Arc::clone(&entropy),
        };
        let migrations = [
            lockstep_vault::CAPABILITY.migrations,
            lockstep_encryption::CAPABILITY.migrations,
            lockstep_points::CAPABILITY.migrations,
            crate::CAPABILITY.migrations,
        ];
        let db = Db::open(options, &migrations.concat()).unwrap();
        let state = runtime.block_on(async {
            let ctx = Ctx::new(db, clock, entropy).await.unwrap();
            let vault = unlocked.open(&ctx).await.unwrap();
            let encryption = Arc::new(Encryption::new(vault.clone()));
            let mut parts: Vec<Extension> = vec![Arc::new(vault), encryption];
            parts.extend(more);
            AppState::with_extensions(ctx, &[], Identity::REJECTING, Policy::default(), parts)
        });
        Self {
            runtime,
            state,
            passed,
            _folder: folder,
        }
    }

    pub(crate) fn vault(&self) -> &Vault {
        Vault::of(&self.state).unwrap()
    }

    /// Returns the account keys without the keys of any mode.
    pub(crate) fn plain_keys(&self, user: &UserId) -> AccountKeys {
        self.runtime
            .block_on(self.vault().account_keys(user))
            .unwrap()
    }

    /// Stores points.
    pub(crate) fn append(&self, user: &UserId, points: Batch, options: StorageOptions) {
        let owner = Owner::system(user.clone());
        let ingest = ingest(&self.state, owner, points, options);
        let ingested = self.runtime.block_on(ingest).unwrap();
        assert_eq!(ingested.refused, RefusedPoints::default());
    }
}
