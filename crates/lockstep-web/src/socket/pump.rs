//! The one task that hears the doorbell for all sockets.

use std::time::Duration;

use lockstep_store::{StoreError, Tx};
use tokio::sync::watch;

use crate::house::House;

/// Reads each new event once and rings for those whom it is about, ends sockets whose credential
/// was taken away or has expired, until `end` changes; then closes all of them.
pub async fn pump(house: House, mut end: watch::Receiver<bool>) {
    let mut bell = house.db.doorbell();
    let mut ticks = tokio::time::interval(TICK);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let (mut heard, mut due) = (None, true);
    loop {
        if due {
            match hand_on(&house, heard).await {
                Ok(newest) => (heard, due) = (Some(newest), false),
                Err(error) => tracing::error!(%error, "new events could not be read"),
            }
        }
        tokio::select! {
            rang = bell.changed() => match rang {
                Ok(()) => due = true,
                Err(_) => break,
            },
            _ = ticks.tick() => {
                house.sockets().expire(house.clock.now());
                house.sockets().sweep(house.clock.monotonic());
            }
            _ = end.changed() => break,
        }
    }
    house.sockets().end();
    if tokio::time::timeout(CLOSING, house.sockets().empty())
        .await
        .is_err()
    {
        let left = house.sockets().count();
        tracing::warn!(left, "sockets did not close in time");
    }
}

/// Tells what came after `heard`; gives the newest number.
async fn hand_on(house: &House, heard: Option<i64>) -> Result<i64, StoreError> {
    let Some(mut heard) = heard else {
        // Whoever came in before we listened looks for themselves.
        let newest = house
            .db
            .read::<_, StoreError, _>("socket.newest", newest)
            .await?;
        house.sockets().ring_all(newest);
        return Ok(newest);
    };
    loop {
        let events = house
            .db
            .read::<_, StoreError, _>("socket.events", move |tx| tx.events_after(heard, EVENTS))
            .await?;
        for user in house.sockets().tell(&events) {
            let house = house.clone();
            tokio::spawn(async move { house.sockets().recheck(&house, &user).await });
        }
        heard = events.last().map_or(heard, |event| event.seq);
        if events.len() < EVENTS as usize {
            return Ok(heard);
        }
    }
}

fn newest(tx: &Tx<'_>) -> Result<i64, StoreError> {
    tx.newest_event()
}

const TICK: Duration = Duration::from_millis(500);
/// Events read at a time.
const EVENTS: u32 = 1000;
/// How long the end waits for sockets to say goodbye.
const CLOSING: Duration = Duration::from_secs(5);
