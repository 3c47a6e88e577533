//! Damaged chunks: a read or a write that meets one sets it aside and starts over, so that it costs its
//! own points and no other.

use lockstep_store::id::UserId;
use lockstep_store::{Actor, StoreError, Tx};
use lockstep_vault::{Ring, Vault};
use lockstep_web::house::{Damage, Scrubbed};
use lockstep_web::{Fault, House};
use serde_json::Value as Json;

use super::{Owner, note};
use crate::store::damage::{self, Aside, Cursor};
use crate::store::{day, ledger, scrub};

/// Reads points. Where a chunk turns out to be damaged, the account's damaged chunks are set aside and
/// the read starts over.
///
/// # Errors
/// Those of `job`.
pub(crate) async fn read_points<T, E, F>(
    house: &House,
    ring: &Ring,
    name: &'static str,
    job: F,
) -> Result<T, E>
where
    F: FnOnce(&Tx<'_>) -> Result<T, E> + Clone + Send + 'static,
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
{
    for _ in 0..ATTEMPTS {
        let done = house.db.read(name, job.clone()).await;
        if done.is_ok() || !mended(house, ring).await? {
            return done;
        }
    }
    house.db.read(name, job).await
}

/// Changes points, likewise.
///
/// # Errors
/// Those of `job`.
pub(crate) async fn write_points<T, E, F>(
    house: &House,
    ring: &Ring,
    name: &'static str,
    job: F,
) -> Result<T, E>
where
    F: FnMut(&mut Tx<'_>) -> Result<T, E> + Clone + Send + 'static,
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
{
    for _ in 0..ATTEMPTS {
        let done = house.db.write(name, job.clone()).await;
        if done.is_ok() || !mended(house, ring).await? {
            return done;
        }
    }
    house.db.write(name, job).await
}

/// Whether damage was met, and something was done about it.
pub(crate) async fn mended(house: &House, ring: &Ring) -> Result<bool, StoreError> {
    if !ring.take_damage() {
        return Ok(false);
    }
    let found = set_aside(house, ring).await?;
    Ok(!found.aside.is_empty() || found.mended > 0)
}

/// What an examination of an account's chunks did.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) aside: Vec<Aside>,
    pub(crate) mended: u64,
    pub(crate) chunks: u64,
    /// Whether the account's row in `point_number` was not the one last written, and was put right.
    pub(crate) is_counter_restored: bool,
}

/// Opens every chunk of the account and sets aside those that do not open.
///
/// # Errors
/// [`StoreError`].
pub(crate) async fn set_aside(house: &House, ring: &Ring) -> Result<Found, StoreError> {
    let mut found = Found::default();
    if restore_counter(house, ring).await? {
        found.mended += 1;
        found.is_counter_restored = true;
    }
    let mut next: Option<Cursor> = Some((i64::MIN, i64::MIN));
    while let Some(after) = next {
        let reading = ring.clone();
        let examined = house
            .db
            .read::<_, StoreError, _>("points.examine", move |tx| {
                damage::examine(tx, &reading, after)
            })
            .await?;
        (next, found.chunks) = (examined.next, found.chunks + examined.chunks);
        if examined.suspects.is_empty() {
            continue;
        }
        let (writing, suspects) = (ring.clone(), examined.suspects);
        let (aside, mended) = house
            .db
            .write::<_, StoreError, _>("points.set_aside", move |tx| {
                damage::set_aside(tx, &writing, &suspects)
            })
            .await?;
        for one in &aside {
            tracing::error!(
                account = %ring.user(), series = one.series, from = %one.first, to = %one.last,
                points = one.points, "a stored chunk is damaged and was set aside"
            );
        }
        found.aside.extend(aside);
        found.mended += mended;
    }
    // What the examination met is dealt with.
    let _ = ring.take_damage();
    Ok(found)
}

/// Puts the account's row in `point_number` right where it is not the one last written: whether a chunk opens
/// depends on it. Gives whether it was not.
async fn restore_counter(house: &House, ring: &Ring) -> Result<bool, StoreError> {
    let reading = ring.clone();
    let is_right = house
        .db
        .read::<_, StoreError, _>("points.counter", move |tx| {
            ledger::is_counter_right(tx, &reading)
        })
        .await?;
    if is_right {
        return Ok(false);
    }
    let writing = ring.clone();
    house
        .db
        .write::<_, StoreError, _>("points.restore_counter", move |tx| {
            ledger::restore_counter(tx, &writing)
        })
        .await?;
    tracing::error!(account = %ring.user(), "the account's row in point_number was put right");
    Ok(true)
}

/// Examines the account after the one that `after` names; see [`lockstep_web::Capability::scrub`].
pub(crate) async fn scrub(house: House, after: Option<String>) -> Result<Scrubbed, Fault> {
    let after = after.unwrap_or_default();
    let user = house
        .db
        .read::<_, StoreError, _>("scrub.account", move |tx| scrub::account_after(tx, &after))
        .await?;
    let Some(user) = user else {
        return Ok(Scrubbed::default());
    };
    let mut scrubbed = Scrubbed {
        next: Some(user.to_string()),
        ..Scrubbed::default()
    };
    // Without its key nothing of the account opens; the vault names the key.
    let ring = match Vault::of(&house)?.ring(&user).await {
        Ok(ring) => ring,
        Err(fault) => {
            let log = fault.log.as_deref().unwrap_or(&fault.message).to_owned();
            scrubbed.damaged.push(Damage {
                table: "account".into(),
                account: Some(user.to_string()),
                row: String::new(),
                from: None,
                to: None,
                points: 0,
                reason: format!("its keys do not open: {log}"),
            });
            return Ok(scrubbed);
        }
    };
    let found = set_aside(&house, &ring).await?;
    scrubbed.rows += found.chunks;
    if found.is_counter_restored {
        let why = "it was not the row last written, and was put right";
        let restored = scrub::damage(&ring, "point_number", "", None, why);
        scrubbed.damaged.push(restored);
    }
    let reading = ring.clone();
    let (rows, aside, mut damaged) = house
        .db
        .read::<_, StoreError, _>("scrub.rows", move |tx| {
            let mut rows = 0;
            let damaged = scrub::rows(tx, &reading, &mut rows)?;
            let aside = damage::aside(tx, reading.user(), &crate::store::Filter::default())?;
            Ok((rows, aside, damaged))
        })
        .await?;
    scrubbed.rows += rows;
    scrubbed.damaged.append(&mut damaged);
    check_rows(&house, &ring, &mut scrubbed).await?;
    // Also those that were set aside before: they stay damaged until they are deleted.
    scrubbed.damaged.extend(aside.iter().map(|one| Damage {
        points: one.points,
        ..scrub::damage(
            &ring,
            "seg_body",
            &format!("series {}", one.series),
            Some((one.first.0, one.last.0)),
            "the chunk does not open and is set aside",
        )
    }));
    Ok(scrubbed)
}

/// Compares the account's rows with its state. The state of an account from before states were kept is
/// made; days that differ are dropped, since they are computed again.
async fn check_rows(house: &House, ring: &Ring, scrubbed: &mut Scrubbed) -> Result<(), Fault> {
    let reading = ring.clone();
    let checked = house
        .db
        .read::<_, StoreError, _>("scrub.row_state", move |tx| ledger::check(tx, &reading))
        .await?;
    scrubbed.damaged.extend(checked.damaged);
    if checked.is_unrecorded {
        record(house, ring).await?;
    }
    if checked.days_differ {
        let writing = ring.clone();
        house
            .db
            .write::<_, StoreError, _>("scrub.days", move |tx| {
                ledger::change(tx, &writing, 1, day::forget_all)
            })
            .await?;
    }
    Ok(())
}

/// Makes the state of every account that was there before states were kept and has not been written since:
/// one account a transaction.
///
/// # Errors
/// [`StoreError`].
pub(crate) async fn record_all(house: &House) -> Result<(), Fault> {
    let mut after = String::new();
    loop {
        let from = after.clone();
        let accounts = house
            .db
            .read::<_, StoreError, _>("row_states.missing", move |tx| {
                ledger::accounts_without(tx, &from, ACCOUNTS_PER_PORTION)
            })
            .await?;
        let Some(last) = accounts.last() else {
            return Ok(());
        };
        after = last.to_string();
        for user in &accounts {
            // Without its key nothing of the account opens; a scrub names it.
            match Vault::of(house)?.ring(user).await {
                Ok(ring) => record(house, &ring).await?,
                Err(fault) => {
                    tracing::debug!(account = %user, %fault.message, "no row state is made");
                }
            }
        }
    }
}

/// Accepts the rows of an account as they are stored, after a scrub has found that they are not the ones last
/// written. The audit log records it.
///
/// # Errors
/// An account that is not there; [`StoreError`].
pub async fn accept_rows(house: &House, user: &UserId) -> Result<(), Fault> {
    let owner = Owner {
        user: user.clone(),
        actor: Actor::system(),
    };
    let asked = user.clone();
    let is_known = house
        .db
        .read::<_, StoreError, _>("row_states.known", move |tx| ledger::is_known(tx, &asked))
        .await?;
    if !is_known {
        return Err(Fault::not_found("account with stored points"));
    }
    let ring = Vault::of(house)?.ring(user).await?;
    house
        .db
        .write("row_states.accept", move |tx| {
            ledger::accept(tx, &ring)?;
            let details = format!("the stored rows of {} were accepted", owner.user);
            note(tx, &owner, "rows.accept", details, Json::Null)?;
            Ok(())
        })
        .await
}

async fn record(house: &House, ring: &Ring) -> Result<(), StoreError> {
    let writing = ring.clone();
    let made = house
        .db
        .write::<_, StoreError, _>("row_states.make", move |tx| ledger::record(tx, &writing));
    match made.await {
        // Erased meanwhile.
        Err(StoreError::Erased) => Ok(()),
        made => made,
    }
}

/// Accounts without a state that are looked up at once.
const ACCOUNTS_PER_PORTION: usize = 64;
/// Times a read or write starts over.
const ATTEMPTS: u32 = 3;
