//! The reliability of the clock for irreversible operations, and the progress that `keys.db` and the store
//! record of each other.
//!
//! Some irreversible operations depend on time: the expiry of keys, the destruction of keys after their
//! delay, and the turn of the epoch, which voids older backups. They run only while
//! [`ClockGuard`](lockstep_store::ClockGuard) finds that the clock is not ahead. All other operations
//! continue.

use lockstep_store::audit::checkpoint;
use lockstep_store::{Actor, ClockState, Entry, Status, StoreError, Timestamp, Tx};
use serde_json::json;

use crate::store::pairing;
use crate::vault::{Vault, lock};

/// The clock and its reliability at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockReport {
    /// The time of the wall clock.
    pub now: Timestamp,
    /// The reliability of the clock.
    pub state: ClockState,
}

impl ClockReport {
    /// The state as a sentence for operators.
    #[must_use]
    pub fn sentence(&self) -> String {
        let now = self.now;
        let hours = |by: std::time::Duration| by.as_secs_f64() / 3600.0;
        match self.state {
            ClockState::Agrees => now.to_string(),
            ClockState::Ahead(by) => format!(
                "{now} is {:.1} hours ahead of the last trusted time: keys are neither expired \
                 nor destroyed, the epoch does not turn, nothing is removed for its age and no payout is made until the clock \
                 is corrected. If it is right (the server was off for long): `lockstep clock confirm`",
                hours(by)
            ),
            ClockState::Behind(by) => format!(
                "{now} is {:.1} hours behind the last trusted time: what is due is done late \
                 until the clock is corrected. If it is right: `lockstep clock confirm`",
                hours(by)
            ),
        }
    }
}

impl Vault {
    /// The current state of the clock. Logs a change and updates the metrics.
    pub fn clock_state(&self) -> ClockReport {
        let clock = &self.ctx().clock;
        let (now, monotonic) = (clock.now(), clock.monotonic());
        let state = lock(self.guard()).state(now, monotonic);
        let report = ClockReport { now, state };
        let mut reported = lock(self.reported_clock());
        if std::mem::discriminant(&*reported) != std::mem::discriminant(&state) {
            match state {
                ClockState::Agrees => {
                    tracing::info!(%now, "the clock agrees with the trusted time again");
                }
                _ => tracing::warn!(reason = report.sentence(), "the clock"),
            }
        }
        *reported = state;
        let (ahead, delayed) = match state {
            ClockState::Agrees => (0.0, 0.0),
            ClockState::Ahead(by) => (by.as_secs_f64(), 1.0),
            ClockState::Behind(by) => (-by.as_secs_f64(), 0.0),
        };
        metrics::gauge!("lockstep_clock_ahead_seconds").set(ahead);
        metrics::gauge!("lockstep_irreversible_acts_held").set(delayed);
        report
    }

    /// Whether irreversible operations that depend on time may run.
    pub fn may_act(&self) -> bool {
        !matches!(self.clock_state().state, ClockState::Ahead(_))
    }

    /// Records an operator's confirmation that the clock is right, as an audit entry.
    ///
    /// # Errors
    /// [`StoreError`].
    pub(crate) async fn confirm_clock(&self) -> Result<ClockReport, StoreError> {
        let before = self.clock_state();
        let state = match before.state {
            ClockState::Agrees => json!({ "state": "agreed" }),
            ClockState::Ahead(by) => json!({ "state": "ahead", "seconds": by.as_secs() }),
            ClockState::Behind(by) => json!({ "state": "behind", "seconds": by.as_secs() }),
        };
        let now = before.now;
        let note = move |tx: &mut Tx<'_>| {
            tx.audit(&Entry {
                actor: &Actor::system(),
                action: "clock.confirm",
                component: "vault",
                status: Status::Success,
                details: format!("an operator confirmed the clock: {now}"),
                metadata: state.clone(),
            })
        };
        self.ctx().db.write("vault.clock.confirm", note).await?;
        let clock = &self.ctx().clock;
        lock(self.guard()).confirm(clock.now(), clock.monotonic());
        self.settle().await?;
        Ok(self.clock_state())
    }

    /// Records in `keys.db` and the store the committed progress of the other, and the accepted time.
    ///
    /// # Errors
    /// [`StoreError`].
    pub(crate) async fn settle(&self) -> Result<(), StoreError> {
        let clock = &self.ctx().clock;
        let trusted = lock(self.guard()).trusted_time(clock.now(), clock.monotonic());
        let acts = self.keyring().acts();
        let keep = move |tx: &mut Tx<'_>| {
            pairing::record_acts(tx, acts)?;
            pairing::keep_clock(tx, trusted)
        };
        self.ctx().db.write("vault.settle", keep).await?;
        self.record_seen().await
    }

    /// Records the newest committed audit entry in `keys.db` after an operation on keys, because an older
    /// store would not know the key. The next maintenance round repeats a failed attempt.
    pub(crate) async fn see_soon(&self) {
        if let Err(error) = self.record_seen().await {
            tracing::warn!(%error, "keys.db records the state of the store after a minute");
        }
    }

    async fn record_seen(&self) -> Result<(), StoreError> {
        let clock = &self.ctx().clock;
        let trusted = lock(self.guard()).trusted_time(clock.now(), clock.monotonic());
        let head = self.ctx().db.read("vault.head", checkpoint::head).await?;
        self.keyring().record_seen(head, trusted).await
    }
}
