//! Blocks of a mode that are made in the background: what has come to a full block at once, the rest
//! when nothing more comes.

use std::time::Duration;

use lockstep_store::id::UserId;
use lockstep_store::{Actor, StoreError};
use lockstep_vault::{Mode, Vault};
use lockstep_web::fault::Kind;
use lockstep_web::{Fault, House};

use crate::store;
use crate::store::close::{self, Open, Waiting};

/// One round over all that waits.
pub(crate) async fn close_waiting(house: &House) -> Result<(), Fault> {
    let waiting = house
        .db
        .read::<_, StoreError, _>("blocks.waiting", |tx| close::waiting(tx, ROUND))
        .await?;
    let now = house.clock.now();
    for one in waiting {
        let is_idle = now.since(one.since) >= IDLE;
        if let Err(fault) = close_one(house, &one, is_idle).await {
            // The others' blocks do not wait for this one.
            tracing::warn!(series = one.series, reason = fault.log, "blocks wait still");
        }
    }
    Ok(())
}

/// Makes blocks of all of an account's points of a type that wait, now: before something is proven
/// of them.
pub(crate) async fn close_now(house: &House, user: &UserId, kind: &str) -> Result<(), Fault> {
    let (of, filter) = (
        user.clone(),
        store::Filter {
            kind: Some(kind.to_owned()),
            ..store::Filter::default()
        },
    );
    let all = house
        .db
        .read::<_, StoreError, _>("blocks.of", move |tx| store::series(tx, &of, &filter))
        .await?;
    for series in all.iter().filter(|series| series.waits()) {
        let one = Waiting {
            user: user.clone(),
            series: series.id,
            mode: series.mode,
            since: house.clock.now(),
        };
        close_one(house, &one, true).await?;
    }
    Ok(())
}

async fn close_one(house: &House, one: &Waiting, is_idle: bool) -> Result<(), Fault> {
    let Some(mode @ (Mode::Fhe | Mode::Zk)) = one.mode else {
        return Ok(());
    };
    let vault = Vault::of(house)?;
    let ring = vault
        .writing_ring(&one.user, &Actor::system(), &[mode], &[])
        .await;
    let ring = match ring {
        Ok(ring) => ring,
        // Its owner has stopped the key: the points wait until it goes on.
        Err(fault) if fault.kind == Kind::Encryption => return Ok(()),
        Err(fault) => return Err(fault),
    };
    let (reading, series) = (ring.clone(), one.series);
    let open = house
        .db
        .read::<_, StoreError, _>("blocks.open", move |tx| {
            close::open_runs(tx, &reading, series, is_idle)
        })
        .await?;
    let Some(open) = open.filter(Open::is_due) else {
        return Ok(());
    };
    let making = ring.clone();
    let made = tokio::task::spawn_blocking(move || open.close(&making)).await;
    let closing = made.map_err(|error| Fault::internal(error.to_string()))??;
    house
        .db
        .write("blocks.close", move |tx| {
            ring.check(tx)?;
            Ok::<_, Fault>(close::close(tx, &ring, &closing)?)
        })
        .await?;
    Ok(())
}

/// Nothing came for so long: what there is becomes a block.
const IDLE: Duration = Duration::from_secs(300);
/// Series to a round.
const ROUND: usize = 256;
