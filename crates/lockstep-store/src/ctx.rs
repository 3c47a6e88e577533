//! The context of every operation: the store, the time, randomness, the settings.

use std::sync::Arc;

use arc_swap::ArcSwap;

use crate::clock::{Clock, Entropy};
use crate::db::Db;
use crate::error::StoreError;
use crate::settings::Settings;

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
}

impl Ctx {
    /// Creates the context over an open store, with the stored settings.
    pub async fn new(
        db: Db,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
    ) -> Result<Self, StoreError> {
        let settings = db.read("settings.load", Settings::load_readable).await?;
        Ok(Self {
            db,
            clock,
            entropy,
            settings: Arc::new(ArcSwap::from_pointee(settings)),
        })
    }

    /// Returns the current settings.
    #[must_use]
    pub fn settings(&self) -> Arc<Settings> {
        self.settings.load_full()
    }

    /// Applies changed settings after they were stored.
    pub fn apply(&self, settings: Settings) {
        self.settings.store(Arc::new(settings));
    }
}
