//! The SQL of the repair of damaged rows of `encryption_key`.

use std::time::Duration;

use lockstep_store::audit::entry::{self, Change};
use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{Row, StoreError, Timestamp, Tx, params};

use super::{COLUMNS, record};
use crate::key::{Custody, KeyRecord, Mode, NamedScheme, Scheme, SecurityLevel, Slot, Status};
use crate::vault::DESTRUCTION_DELAY;

/// The rows of keys that are damaged and whose account and id are readable.
pub(crate) fn damaged(tx: &Tx<'_>) -> Result<Vec<(UserId, KeyId)>, StoreError> {
    let mut found = Vec::new();
    tx.visit(
        &format!("SELECT {COLUMNS} FROM encryption_key"),
        &[],
        |row| {
            if let Err(error) = record(row) {
                if !error.is_damage() {
                    return Err(error);
                }
                if let (Ok(user), Ok(id)) = (row.parse(1), row.parse(0)) {
                    found.push((user, id));
                }
            }
            Ok::<_, StoreError>(true)
        },
    )?;
    Ok(found)
}

/// Repairs a damaged row from the audit entries of the key and from its id; returns whether every column is
/// readable again. `has_secret` says whether `keys.db` has a secret of this key, and `lifetime` is the time
/// from the creation of a key to its expiry.
///
/// The level and the public half are in no other place: a row without them stays as it is.
pub(crate) fn repair(
    tx: &mut Tx<'_>,
    (user, id): (&UserId, &KeyId),
    has_secret: bool,
    lifetime: Duration,
) -> Result<bool, StoreError> {
    let Some(changes) = entry::changes_of(tx, "vault", "keyId", id.as_str())? else {
        return Ok(false);
    };
    let now = tx.now();
    let read = tx.query_opt(
        &format!("SELECT {COLUMNS} FROM encryption_key WHERE user_id = ?1 AND id = ?2"),
        params![user, id],
        |row| {
            let known = Known {
                changes: &changes,
                has_secret,
                lifetime,
                now,
            };
            Ok(computed(row, (user, id), &known))
        },
    )?;
    let Some(mut key) = read.flatten() else {
        return Ok(false);
    };
    if key.current && other_is_current(tx, &key)? {
        key.current = false;
        if key.status.encrypts() {
            key.status = Status::Rotated;
        }
    }
    tx.execute(
        "UPDATE encryption_key SET mode = ?3, scheme = ?4, custody = ?5, status = ?6, resume = ?7,
             current = ?8, exported = ?9, created_at = ?10, expires_at = ?11, destroy_at = ?12,
             stopped = ?13
         WHERE user_id = ?1 AND id = ?2",
        params![
            user,
            id,
            key.slot.mode.as_str(),
            key.slot.scheme.as_str(),
            key.custody.as_str(),
            key.status.as_str(),
            key.resume.map(Status::as_str),
            key.current,
            key.exported,
            key.created_at,
            key.expires_at,
            key.destroy_at,
            key.stopped,
        ],
    )?;
    Ok(true)
}

/// What is known of a key besides its row.
struct Known<'a> {
    changes: &'a [Change],
    has_secret: bool,
    lifetime: Duration,
    now: Timestamp,
}

/// The whole record: readable columns as they are, the state of a key with an unreadable column of it from
/// the audit entries.
fn computed(row: &Row<'_>, (user, id): (&UserId, &KeyId), known: &Known<'_>) -> Option<KeyRecord> {
    let changes = known.changes;
    let level = SecurityLevel::from_bits(row.at::<u64>(4).ok()?)?;
    let public = row.at::<Vec<u8>>(10).ok()?;
    let newest = |field: &str| changes.iter().rev().find_map(|one| one.text(field));
    let mode: Mode = row.parse(2).ok().or_else(|| newest("mode")?.parse().ok())?;
    let scheme: Scheme = match row.parse(3) {
        Ok(scheme) => scheme,
        Err(_) => {
            let named = match newest("scheme") {
                Some(name) => NamedScheme::parse(mode, name).ok()?,
                None => NamedScheme::usual(mode),
            };
            Slot::new(named, Some(level)).ok()?.scheme
        }
    };
    let custody = row
        .parse(5)
        .ok()
        .or_else(|| newest("custody")?.parse().ok());
    let created_at = row.at(11).unwrap_or_else(|_| id.created_at());
    let mut key = KeyRecord {
        id: id.clone(),
        user: user.clone(),
        slot: Slot {
            mode,
            scheme,
            level,
        },
        custody: custody.unwrap_or(match known.has_secret {
            true => Custody::Server,
            false => Custody::Client,
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
        public,
        created_at,
        expires_at: row
            .at(12)
            .unwrap_or_else(|_| created_at.plus(known.lifetime)),
        destroy_at: None,
    };
    match state(row) {
        Some(state) => state.store_in(&mut key),
        None => State::of(changes, known.now)?.store_in(&mut key),
    }
    Some(key)
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
pub(crate) fn retire(tx: &mut Tx<'_>, user: &UserId, slot: Slot) -> Result<(), StoreError> {
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
