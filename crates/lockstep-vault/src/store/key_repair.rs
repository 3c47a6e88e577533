//! The SQL of the repair of damaged rows of `encryption_key`.

use std::time::Duration;

use lockstep_store::audit::entry::{self, Change};
use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{Row, StoreError, Timestamp, Tx, params};

use super::key_state::{self, KeyState};
use super::{COLUMNS, destructions, record};
use crate::key::{Custody, KeyRecord, KeySlot, Mode, NamedScheme, SecurityLevel, Status};
use crate::material::Material;
use crate::periods::DESTRUCTION_DELAY;
use crate::store;

/// The keys whose row is damaged or not the one last written, and whose account and id are readable.
pub(crate) fn damaged(tx: &Tx<'_>) -> Result<Vec<(UserId, KeyId)>, StoreError> {
    let mut found = Vec::new();
    let newest = key_state::newest(tx)?;
    tx.visit(
        &format!("SELECT {COLUMNS} FROM encryption_key"),
        &[],
        |row| {
            let read = record(row).and_then(|key| key_state::last_written(tx, key));
            let is_damaged = match &read {
                // The row and its recorded state may both be older copies.
                Ok(key) => {
                    let recorded = key_state::recorded(tx, &key.user, &key.id)?;
                    let newest = newest.get(key.id.as_str());
                    newest != recorded.map(|recorded| recorded.seq).as_ref()
                }
                Err(error) => error.is_damage(),
            };
            if let Err(error) = read
                && !is_damaged
            {
                return Err(error);
            }
            if is_damaged && let (Ok(user), Ok(id)) = (row.parse(1), row.parse(0)) {
                found.push((user, id));
            }
            Ok::<_, StoreError>(true)
        },
    )?;
    found.extend(key_state::missing(tx)?);
    Ok(found)
}

/// Rows of these keys in other accounts.
pub(crate) fn other_rows(
    tx: &Tx<'_>,
    (user, id): (&UserId, &KeyId),
) -> Result<Vec<UserId>, StoreError> {
    let found = tx.query(
        "SELECT user_id FROM encryption_key WHERE id = ?2 AND user_id <> ?1",
        params![user, id],
        |row| Ok(row.parse(0).ok()),
    )?;
    Ok(found.into_iter().flatten().collect())
}

/// Whether the audit log proves that the key is another account's: every entry of the key is whole, and the
/// newest one names the account.
pub(crate) fn is_proven_copy(
    tx: &Tx<'_>,
    (user, id): (&UserId, &KeyId),
) -> Result<bool, StoreError> {
    let changes = entry::changes_of(tx, "vault", "keyId", id.as_str())?;
    let newest = changes
        .iter()
        .flatten()
        .rev()
        .find_map(|change| change.text("accountDigest"));
    Ok(newest.is_some_and(|digest| digest != key_state::account_digest(user)))
}

/// Removes the rows of a key that is another account's.
pub(crate) fn remove_copy(tx: &mut Tx<'_>, user: &UserId, id: &KeyId) -> Result<(), StoreError> {
    for (table, column) in [
        ("encryption_key", "id"),
        ("key_state", "key_id"),
        ("evaluation_key", "key_id"),
    ] {
        tx.execute(
            &format!("DELETE FROM {table} WHERE user_id = ?1 AND {column} = ?2"),
            params![user, id],
        )?;
    }
    Ok(())
}

/// The repaired row of a key, from the key's audit entries and its `secret`; `None` if they do not tell it.
/// `lifetime` is the time from the creation of a key to its expiry.
pub(crate) fn repaired(
    tx: &Tx<'_>,
    (user, id): (&UserId, &KeyId),
    secret: Option<&[u8]>,
    lifetime: Duration,
) -> Result<Option<KeyRecord>, StoreError> {
    if key_state::is_of_another(tx, user, id)? {
        return Ok(None);
    }
    let Some(changes) = entry::changes_of(tx, "vault", "keyId", id.as_str())? else {
        return row_that_agrees(tx, (user, id));
    };
    let with_state = |change: &&Change| change.value("status").is_some();
    let newest = changes.iter().rev().find(with_state);
    let recorded = key_state::recorded(tx, user, id)?;
    let seq = recorded.as_ref().map(|recorded| recorded.seq);
    let Some(newest) = newest.filter(|newest| Some(newest.seq) >= seq) else {
        // The entry that `key_state` names is missing: an older one may not be the last.
        return row_that_agrees(tx, (user, id));
    };
    let key = match key_state::of_change(newest) {
        Some(state) => stated(tx, (user, id), &state, secret)?,
        None => {
            // The state recorded at the update, if the entry of the earlier version agrees with it.
            let recorded = recorded.filter(|recorded| recorded.seq == newest.seq);
            let key = match recorded {
                Some(recorded) => stated(tx, (user, id), &recorded.state, secret)?,
                None => None,
            };
            match key {
                Some(key) if key_state::agrees_with_earlier(tx, &key, newest.seq)? => Some(key),
                _ => of_earlier(tx, (user, id), &changes, secret, lifetime)?,
            }
        }
    };
    let Some(mut key) = key else {
        return Ok(None);
    };
    if !matches!(key.status, Status::PendingDestruction | Status::Destroyed)
        && destructions::is_recorded(tx, id.as_str())?
    {
        destroy(&mut key);
    }
    if key.current && other_is_current(tx, &key)? {
        key.current = false;
        if key.status.encrypts() {
            key.status = Status::Rotated;
        }
    }
    Ok(Some(key))
}

/// The stored row of a key with a damaged audit entry, if its recorded state agrees with it.
fn row_that_agrees(
    tx: &Tx<'_>,
    (user, id): (&UserId, &KeyId),
) -> Result<Option<KeyRecord>, StoreError> {
    let stored = match store::as_stored(tx, user, id) {
        Err(error) if error.is_damage() => None,
        stored => stored?,
    };
    let recorded = key_state::recorded(tx, user, id)?;
    Ok(stored.filter(|key| recorded.is_some_and(|known| known.state == KeyState::of(key))))
}

/// The row that the newest audit entry states, with the stored public half or that of the secret.
fn stated(
    tx: &Tx<'_>,
    (user, id): (&UserId, &KeyId),
    state: &KeyState,
    secret: Option<&[u8]>,
) -> Result<Option<KeyRecord>, StoreError> {
    let stored = tx.query_opt(
        "SELECT public FROM encryption_key WHERE user_id = ?1 AND id = ?2",
        params![user, id],
        |row| Ok(row.at::<Vec<u8>>(0).ok()),
    )?;
    let of_secret = || Material::read(state.slot()?, secret?)?.public();
    let mut halves = [stored.flatten(), of_secret(), Some(Vec::new())].into_iter();
    Ok(halves.find_map(|public| state.record((user, id), public?)))
}

/// The row of a key whose newest audit entry is of an earlier version: readable columns as they are, except
/// those that the entry contradicts.
fn of_earlier(
    tx: &Tx<'_>,
    (user, id): (&UserId, &KeyId),
    changes: &[Change],
    secret: Option<&[u8]>,
    lifetime: Duration,
) -> Result<Option<KeyRecord>, StoreError> {
    let known = KnownKeyFacts {
        changes,
        secret,
        lifetime,
        now: tx.now(),
    };
    let read = tx.query_opt(
        &format!("SELECT {COLUMNS} FROM encryption_key WHERE user_id = ?1 AND id = ?2"),
        params![user, id],
        |row| Ok(computed(row, (user, id), &known)),
    )?;
    Ok(read.flatten())
}

/// Makes this the record of a destroyed key.
pub(super) fn destroy(key: &mut KeyRecord) {
    key.status = Status::Destroyed;
    key.resume = None;
    key.stopped = false;
    key.current = false;
    key.destroy_at = None;
    key.public.clear();
}

/// Writes the repaired row of a key, also where it is missing.
pub(crate) fn put(tx: &mut Tx<'_>, key: &KeyRecord) -> Result<(), StoreError> {
    tx.execute(
        "DELETE FROM encryption_key WHERE user_id = ?1 AND id = ?2",
        params![&key.user, &key.id],
    )?;
    store::insert(tx, key)
}

/// The facts about a key from sources other than its row.
struct KnownKeyFacts<'a> {
    changes: &'a [Change],
    secret: Option<&'a [u8]>,
    lifetime: Duration,
    now: Timestamp,
}

/// The whole record. Values of the newest audit entry take precedence over the stored columns.
fn computed(
    row: &Row<'_>,
    (user, id): (&UserId, &KeyId),
    known: &KnownKeyFacts<'_>,
) -> Option<KeyRecord> {
    let changes = known.changes;
    let newest = |field: &str| changes.iter().rev().find_map(|one| one.text(field));
    let mode: Mode = newest("mode").map_or_else(|| row.parse(2).ok(), |text| text.parse().ok())?;
    let named = match newest("scheme") {
        Some(name) => NamedScheme::parse(mode, name).ok()?,
        None => NamedScheme::usual(mode),
    };
    let slot = slot(named, mode, known.secret, row)?;
    let custody = newest("custody").map_or_else(|| row.parse(5).ok(), |text| text.parse().ok());
    let created_at = row.at(11).unwrap_or_else(|_| id.created_at());
    let of_secret = || Material::read(slot, known.secret?)?.public();
    let mut key = KeyRecord {
        id: id.clone(),
        user: user.clone(),
        slot,
        custody: custody.unwrap_or(match known.secret {
            Some(_) => Custody::Server,
            None => Custody::Client,
        }),
        status: Status::Suspended,
        resume: None,
        stopped: false,
        current: false,
        // Unreadable: the stricter statement is that the secret was returned.
        exported: row
            .at(9)
            .ok()
            .or_else(|| changes.last()?.flag("exported"))
            .unwrap_or(true),
        public: of_secret().or_else(|| row.at(10).ok())?,
        created_at,
        expires_at: row
            .at(12)
            .unwrap_or_else(|_| created_at.plus(known.lifetime)),
        destroy_at: None,
    };
    let recorded = State::of(changes, known.now);
    match (state(row), recorded) {
        (Some(stored), Some(recorded)) if stored.status != recorded.status => {
            recorded.store_in(&mut key);
        }
        (Some(stored), _) => stored.store_in(&mut key),
        (None, recorded) => recorded?.store_in(&mut key),
    }
    Some(key)
}

/// The slot of a scheme's name: of the only level that the scheme has and the secret fits, else of the stored
/// level.
fn slot(named: NamedScheme, mode: Mode, secret: Option<&[u8]>, row: &Row<'_>) -> Option<KeySlot> {
    let levels = [128, 192, 256].into_iter();
    let slots = levels.filter_map(|bits| KeySlot::new(named, SecurityLevel::from_bits(bits)).ok());
    let fits = |slot: &KeySlot| {
        mode != Mode::Fhe || secret.is_none_or(|secret| Material::read(*slot, secret).is_some())
    };
    let fitting: Vec<KeySlot> = slots.filter(fits).collect();
    if let [only] = fitting[..] {
        return Some(only);
    }
    let stored = row.at::<u64>(4).ok()?;
    fitting
        .into_iter()
        .find(|slot| u64::from(slot.level.bits()) == stored)
}

/// The columns of a key's state: they change together.
struct State {
    status: Status,
    resume: Option<Status>,
    current: bool,
    destroy_at: Option<Timestamp>,
    stopped: bool,
}

/// The stored state; `None` if one of its columns is unreadable.
fn state(row: &Row<'_>) -> Option<State> {
    let resume: Option<&str> = row.at(7).ok()?;
    Some(State {
        status: row.parse(6).ok()?,
        resume: resume.map(str::parse).transpose().ok()?,
        current: row.at(8).ok()?,
        destroy_at: row.at(13).ok()?,
        stopped: row.at(14).ok()?,
    })
}

impl State {
    /// The state after the recorded operations; `None` without one. The delay before a destruction begins
    /// again: nothing is destroyed because of a repair alone.
    fn of(changes: &[Change], now: Timestamp) -> Option<Self> {
        let mut state: Option<Self> = None;
        for change in changes {
            let Some(status) = change.text("status").and_then(|text| text.parse().ok()) else {
                continue;
            };
            let server = change.text("custody") == Some(Custody::Server.as_str());
            let before = state.as_ref().map(|state| state.status);
            let resume = state.as_ref().and_then(|state| state.resume);
            let was_current = state.as_ref().is_some_and(|state| state.current);
            state = Some(match &*change.action {
                "key.suspend" => Self {
                    status,
                    resume: before,
                    current: was_current,
                    destroy_at: None,
                    stopped: false,
                },
                "key.delete" => Self {
                    status,
                    resume: match before {
                        Some(Status::Suspended) => resume,
                        before => before,
                    },
                    current: false,
                    destroy_at: Some(now.plus(DESTRUCTION_DELAY)),
                    stopped: before == Some(Status::Suspended),
                },
                action => Self {
                    status,
                    resume: match status {
                        Status::Suspended if action == "key.rotate" => Some(Status::Rotated),
                        Status::Suspended => resume,
                        _ => None,
                    },
                    current: match action {
                        "key.create" => server,
                        "key.rotate" | "key.revoke" | "key.destroy" => false,
                        "key.cancel_destruction" => server && status.encrypts(),
                        _ => was_current,
                    },
                    destroy_at: None,
                    stopped: false,
                },
            });
        }
        state
    }

    fn store_in(self, key: &mut KeyRecord) {
        key.status = self.status;
        key.resume = self.resume;
        key.current = self.current;
        key.destroy_at = self.destroy_at;
        key.stopped = self.stopped;
    }
}

/// Whether another key is the current one of the key's slot.
fn other_is_current(tx: &Tx<'_>, key: &KeyRecord) -> Result<bool, StoreError> {
    let other = tx.query_opt(
        "SELECT 1 FROM encryption_key
         WHERE user_id = ?1 AND mode = ?2 AND scheme = ?3 AND level = ?4 AND current = 1 AND id <> ?5",
        params![
            &key.user,
            key.slot.mode.as_str(),
            key.slot.scheme.as_str(),
            u32::from(key.slot.level.bits()),
            &key.id
        ],
        |_| Ok(()),
    )?;
    Ok(other.is_some())
}

/// Makes a damaged current key of a slot an ordinary one, so that another can become current.
pub(crate) fn retire(tx: &mut Tx<'_>, user: &UserId, slot: KeySlot) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE encryption_key SET current = 0
         WHERE user_id = ?1 AND mode = ?2 AND scheme = ?3 AND level = ?4 AND current = 1",
        params![
            user,
            slot.mode.as_str(),
            slot.scheme.as_str(),
            u32::from(slot.level.bits())
        ],
    )
    .map(drop)
}

/// Compares the public half of a key with the one that its secret gives, and stores the right one. Returns
/// whether it was another.
pub(crate) fn put_public(
    tx: &mut Tx<'_>,
    (user, id): (&UserId, &KeyId),
    public: &[u8],
) -> Result<bool, StoreError> {
    let changed = tx.execute(
        "UPDATE encryption_key SET public = ?3
         WHERE user_id = ?1 AND id = ?2 AND public IS NOT ?3
             AND status NOT IN ('pending_destruction', 'destroyed')",
        params![user, id, public],
    )?;
    Ok(changed > 0)
}
