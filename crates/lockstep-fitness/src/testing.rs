//! A house on real files, its vault with it, under a clock that stands: for the tests of this crate.

use std::sync::Arc;
use std::time::Duration;

use lockstep_encryption::Encryption;
use lockstep_store::db::Options;
use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{Actor, Clock, Ctx, Db, Entropy, Migration, SystemEntropy, Timestamp};
use lockstep_vault::{Mode, Place, Ring, Vault};
use lockstep_web::house::Part;
use lockstep_web::{House, Identity, Policy};
use tokio::runtime::{Builder, Handle, Runtime};

use crate::columns::Batch;
use crate::operations::points::made_ready;
use crate::store::{self, Appended};
use crate::upload::{Upload, Wish};

struct At(Timestamp);

impl Clock for At {
    fn now(&self) -> Timestamp {
        self.0
    }

    fn monotonic(&self) -> Duration {
        Duration::ZERO
    }
}

pub(crate) struct Home {
    pub(crate) runtime: Runtime,
    pub(crate) house: House,
    folder: tempfile::TempDir,
}

impl Home {
    pub(crate) fn new(now: Timestamp) -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self::open(folder, now, crate::CAPABILITY.migrations)
    }

    /// On a folder that may have been used before, with some of this crate's migrations.
    pub(crate) fn open(folder: tempfile::TempDir, now: Timestamp, own: &[Migration]) -> Self {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let clock: Arc<dyn Clock> = Arc::new(At(now));
        let entropy: Arc<dyn Entropy> = Arc::new(SystemEntropy);
        let unlocked = lockstep_vault::unlock(&Place::usual(folder.path()), &entropy).unwrap();
        let options = Options {
            file: folder.path().join("lockstep.db"),
            readers: 2,
            clock: Arc::clone(&clock),
            entropy: Arc::clone(&entropy),
        };
        let migrations = [
            lockstep_vault::CAPABILITY.migrations,
            lockstep_encryption::CAPABILITY.migrations,
            own,
        ];
        let db = Db::open(options, &migrations.concat()).unwrap();
        let house = runtime.block_on(async {
            let ctx = Ctx::new(db, clock, entropy).await.unwrap();
            let vault = unlocked.open(&ctx).await.unwrap();
            let encryption = Arc::new(Encryption::new(vault.clone()));
            let parts: Vec<Part> = vec![Arc::new(vault), encryption];
            House::with_parts(ctx, &[], Identity::NOBODY, Policy::default(), parts)
        });
        Self {
            runtime,
            house,
            folder,
        }
    }

    /// Closes the files and gives the folder back.
    pub(crate) fn close(self) -> tempfile::TempDir {
        let Self {
            runtime,
            house,
            folder,
        } = self;
        runtime.block_on(async {
            Vault::of(&house).unwrap().close().await;
            house.db.close().await;
        });
        folder
    }

    pub(crate) fn vault(&self) -> &Vault {
        Vault::of(&self.house).unwrap()
    }

    /// The account's ring, with the keys of every mode.
    pub(crate) fn ring(&self, user: &UserId) -> Ring {
        let modes = [Mode::Basic, Mode::Fhe, Mode::Zk];
        let actor = Actor::system();
        let ring = self.vault().writing_ring(user, &actor, &modes, &[]);
        self.runtime.block_on(ring).unwrap()
    }

    /// The account's ring for what lies under no mode.
    pub(crate) fn plain_ring(&self, user: &UserId) -> Ring {
        self.runtime.block_on(self.vault().ring(user)).unwrap()
    }

    /// Suspends a key.
    pub(crate) fn stop(&self, user: &UserId, key: &KeyId) {
        let actor = Actor::system();
        let stop = self.vault().suspend(user, &actor, key);
        self.runtime.block_on(stop).unwrap();
    }

    pub(crate) fn upload(&self, ring: &Ring, points: Batch, wish: Wish) -> Upload {
        let (house, ring) = (self.house.clone(), ring.clone());
        self.runtime
            .block_on(async move {
                let handle = Handle::current();
                tokio::task::spawn_blocking(move || {
                    made_ready(&house, &handle, &ring, points, |_| wish)
                })
                .await
                .unwrap()
            })
            .unwrap()
    }

    pub(crate) fn append(&self, ring: &Ring, points: Batch, wish: Wish) -> Appended {
        let upload = self.upload(ring, points, wish);
        let ring = ring.clone();
        let write = self
            .house
            .db
            .write("append", move |tx| store::append(tx, &ring, &upload));
        self.runtime.block_on(write).unwrap()
    }
}
