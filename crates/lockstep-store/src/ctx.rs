//! The context of every operation: the store, the time, randomness, the settings.

use std::sync::Arc;

use arc_swap::ArcSwap;
use tokio::sync::watch;

use crate::clock::{Clock, Entropy};
use crate::db::Db;
use crate::error::StoreError;
use crate::settings::Settings;
use crate::tx::Tx;

/// The context of an operation; cheap to clone.
#[derive(Clone)]
pub struct Ctx {
    /// The store.
    pub db: Db,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The source of randomness.
    pub entropy: Arc<dyn Entropy>,
    settings: Arc<ArcSwap<Settings>>,
    /// Changes are stored and applied one after the other.
    changing: Arc<tokio::sync::Mutex<()>>,
    changes: Arc<watch::Sender<()>>,
}

impl Ctx {
    /// Creates the context over an open store, with the stored settings.
    pub async fn new(
        db: Db,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
    ) -> Result<Self, StoreError> {
        let settings = db.read("settings.load", Settings::load_readable).await?;
        settings.database.apply(&db);
        Ok(Self {
            db,
            clock,
            entropy,
            settings: Arc::new(ArcSwap::from_pointee(settings)),
            changing: Arc::default(),
            changes: Arc::new(watch::Sender::new(())),
        })
    }

    /// Returns the current settings.
    #[must_use]
    pub fn settings(&self) -> Arc<Settings> {
        self.settings.load_full()
    }

    /// Changes the settings in one transaction with the other writes of `change`, then applies them.
    ///
    /// # Errors
    /// The errors of the transaction; the settings are then unchanged.
    pub async fn change_settings<E, F>(
        &self,
        name: &'static str,
        mut change: F,
    ) -> Result<Arc<Settings>, E>
    where
        F: FnMut(&mut Tx<'_>, Settings) -> Result<Settings, E> + Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let _turn = self.changing.lock().await;
        let write = self.db.write(name, move |tx| {
            let stored = Settings::load_readable(tx)?;
            let changed = change(tx, stored)?;
            changed.save(tx)?;
            Ok::<Settings, E>(changed)
        });
        self.apply(write.await?);
        Ok(self.settings())
    }

    /// Applies changed settings after they were stored.
    pub fn apply(&self, settings: Settings) {
        settings.database.apply(&self.db);
        self.settings.store(Arc::new(settings));
        self.changes.send_replace(());
    }

    /// Returns a receiver that changes when settings were applied.
    #[must_use]
    pub fn settings_changes(&self) -> watch::Receiver<()> {
        self.changes.subscribe()
    }
}
