//! What every operation is handed: the store, the time, randomness, the settings.

use std::sync::Arc;

use arc_swap::ArcSwap;

use crate::clock::{Clock, Entropy};
use crate::db::Db;
use crate::error::StoreError;
use crate::settings::Settings;

/// The ground under an operation; cheap to clone.
#[derive(Clone)]
pub struct Ctx {
    /// Transactions.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Randomness.
    pub entropy: Arc<dyn Entropy>,
    settings: Arc<ArcSwap<Settings>>,
}

impl Ctx {
    /// Over an open store, with the settings it holds.
    pub async fn new(
        db: Db,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
    ) -> Result<Self, StoreError> {
        let settings = db.read("settings.load", Settings::load).await?;
        Ok(Self {
            db,
            clock,
            entropy,
            settings: Arc::new(ArcSwap::from_pointee(settings)),
        })
    }

    /// The settings as they stand.
    #[must_use]
    pub fn settings(&self) -> Arc<Settings> {
        self.settings.load_full()
    }

    /// Takes changed settings into use, after they were stored.
    pub fn apply(&self, settings: Settings) {
        self.settings.store(Arc::new(settings));
    }
}
