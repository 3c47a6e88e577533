//! The one task that receives the notifications of new events for all sockets.

use std::time::Duration;

use lockstep_store::audit::log;
use lockstep_store::{StoreError, Tx};
use tokio::sync::watch;

use crate::app_state::AppState;

/// Reads each new event once, notifies the sockets it concerns, and ends sockets whose credential
/// was revoked or has expired. Runs until `end` changes; then closes all sockets.
pub async fn pump(app_state: AppState, mut end: watch::Receiver<bool>) {
    let mut event_signal = app_state.db.event_signal();
    let mut audit_signal = app_state.db.audit_signal();
    let mut settings = app_state.settings_changes();
    let mut ticks = tokio::time::interval(TICK);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let (mut heard, mut due) = (None, true);
    loop {
        if due {
            match hand_on(&app_state, heard).await {
                Ok(newest) => (heard, due) = (Some(newest), false),
                Err(error) => tracing::error!(%error, "new events could not be read"),
            }
        }
        tokio::select! {
            changed = event_signal.changed() => match changed {
                Ok(()) => due = true,
                Err(_) => break,
            },
            changed = audit_signal.changed() => match changed {
                Ok(()) => announce_audit(&app_state).await,
                Err(_) => break,
            },
            changed = settings.changed() => match changed {
                Ok(()) => recheck_administration(&app_state),
                Err(_) => break,
            },
            _ = ticks.tick() => {
                app_state.sockets().expire(app_state.clock.now());
                app_state.sockets().sweep(app_state.clock.monotonic());
            }
            _ = end.changed() => break,
        }
    }
    app_state.sockets().end();
    if tokio::time::timeout(CLOSING, app_state.sockets().empty())
        .await
        .is_err()
    {
        let left = app_state.sockets().count();
        tracing::warn!(left, "sockets did not close in time");
    }
}

/// Notifies sockets of the events after `heard`; returns the newest event number.
async fn hand_on(app_state: &AppState, heard: Option<i64>) -> Result<i64, StoreError> {
    let Some(mut heard) = heard else {
        // Sockets that registered earlier read the store by themselves.
        let newest = app_state
            .db
            .read::<_, StoreError, _>("socket.newest", newest)
            .await?;
        app_state.sockets().ring_all(newest);
        return Ok(newest);
    };
    loop {
        let events = app_state
            .db
            .read::<_, StoreError, _>("socket.events", move |tx| tx.events_after(heard, EVENTS))
            .await?;
        for user in app_state.sockets().notify(&events) {
            let app_state = app_state.clone();
            tokio::spawn(async move { app_state.sockets().recheck(&app_state, &user).await });
        }
        heard = events.last().map_or(heard, |event| event.seq);
        if events.len() < EVENTS as usize {
            return Ok(heard);
        }
    }
}

/// Ends the sockets of administration whose accounts no longer have its rights after a change of the settings. Not the
/// request that changed them does this: its client may have gone before.
fn recheck_administration(app_state: &AppState) {
    let app_state = app_state.clone();
    tokio::spawn(async move { app_state.sockets().recheck_administration(&app_state).await });
}

/// Notifies the sockets that are subscribed to the audit log of new entries.
async fn announce_audit(app_state: &AppState) {
    if !app_state.sockets().has_audit_watchers() {
        return;
    }
    match app_state.db.read("socket.audit", log::newest).await {
        Ok(newest) => app_state.sockets().announce_audit(newest),
        Err(error) => tracing::error!(%error, "new entries of the audit log could not be read"),
    }
}

fn newest(tx: &Tx<'_>) -> Result<i64, StoreError> {
    tx.newest_event()
}

const TICK: Duration = Duration::from_millis(500);
/// The maximum number of events read at a time.
const EVENTS: u32 = 1000;
/// The longest wait for sockets to close at shutdown.
const CLOSING: Duration = Duration::from_secs(5);
