//! Transitions of a key's state, in one transaction with their audit entry and event.

use lockstep_store::audit::checkpoint;
use lockstep_store::{Actor, Entry, Event, Status as EntryStatus, StoreError, Tx};
use lockstep_web::ApiError;
use serde_json::json;

use crate::events::KEY_CHANGED;
use crate::key::{Custody, KeyAction, KeyRecord, NextState, Status};
use crate::operations::key_rows;
use crate::periods::DESTRUCTION_DELAY;
use crate::store::key_state::{self, KeyState};
use crate::store::{self, destructions};

/// Marks a slot's key as rotated.
pub(crate) fn mark_rotated(
    tx: &mut Tx<'_>,
    actor: &Actor,
    old: &KeyRecord,
) -> Result<(), ApiError> {
    let mut new = KeyRecord {
        current: false,
        ..old.clone()
    };
    if let Some(NextState::To(status)) = old.status.after(KeyAction::Rotate) {
        new.status = status;
    }
    if new.resume.is_some_and(Status::encrypts) {
        new.resume = Some(Status::Rotated);
    }
    if !store::swap(tx, old, &new)? {
        return Err(ApiError::conflict(
            "the key changed during the request: try again",
        ));
    }
    drop_what_computes(tx, &new)?;
    Ok(write_audit_and_state(tx, actor, "key.rotate", &new)?)
}

/// Removes evaluation keys that need not be stored. Only the current key of a slot keeps them. For other
/// keys in server custody they are created again on demand; a revoked key does not compute.
fn drop_what_computes(tx: &mut Tx<'_>, key: &KeyRecord) -> Result<(), StoreError> {
    match key.custody {
        Custody::Server if !key.current => store::drop_evaluation_key(tx, &key.user, &key.id),
        Custody::Client if key.status == Status::Revoked => {
            store::replace_evaluation_key(tx, &key.user, &key.id, &[])
        }
        _ => Ok(()),
    }
}

/// Applies `act` to a key in the state that was read, or refuses.
pub(crate) fn change(
    tx: &mut Tx<'_>,
    actor: &Actor,
    key: &KeyRecord,
    act: KeyAction,
) -> Result<KeyRecord, ApiError> {
    let (action, may) = WORDS
        .iter()
        .find(|(of, ..)| *of == act)
        .map_or(("key.change", "be changed"), |(_, action, may)| {
            (*action, *may)
        });
    let next = key.status.after(act).ok_or_else(|| not_now(key, may))?;
    if act == KeyAction::Cancel && destructions::is_recorded(tx, key.id.as_str())? {
        // The secret may already be destroyed.
        return Err(not_now(key, "be kept: its delay has ended"));
    }
    let mut new = key.clone();
    match next {
        NextState::To(status) => {
            new.status = status;
            new.resume = match act {
                // A cancelled destruction returns a suspended key to suspension, and a resume to the state
                // before it.
                KeyAction::Delete if key.status == Status::Suspended => key.resume,
                KeyAction::Suspend | KeyAction::Delete => Some(key.status),
                _ => None,
            };
            new.stopped = act == KeyAction::Delete && key.status == Status::Suspended;
        }
        NextState::Back => {
            let back = key.resume.unwrap_or(Status::Rotated);
            (new.status, new.resume) = match key.stopped {
                true => (Status::Suspended, Some(back)),
                false => (back, None),
            };
            new.stopped = false;
            if act == KeyAction::Cancel && back.encrypts() && key.custody == Custody::Server {
                // Another key may have become current since.
                let taken = key_rows::current(tx, &key.user, key.slot)?.is_some();
                new.current = !taken;
                match (taken, key.stopped) {
                    (true, true) => new.resume = Some(Status::Rotated),
                    (true, false) => new.status = Status::Rotated,
                    (false, _) => {}
                }
            }
        }
    }
    if matches!(act, KeyAction::Revoke | KeyAction::Delete) {
        new.current = false;
    }
    new.destroy_at = (act == KeyAction::Delete).then(|| tx.now().plus(DESTRUCTION_DELAY));
    if !store::swap(tx, key, &new)? {
        return Err(ApiError::conflict(
            "the key changed during the request: try again",
        ));
    }
    drop_what_computes(tx, &new)?;
    if act == KeyAction::Destroy {
        store::clear_public(tx, &key.user, &key.id)?;
        new.public.clear();
    }
    write_audit_and_state(tx, actor, action, &new)?;
    Ok(new)
}

pub(crate) fn not_now(key: &KeyRecord, may: &str) -> ApiError {
    ApiError::encryption_parameter(
        "keyId",
        format!("a key that is {} cannot {may}", key.status),
    )
}

/// Writes the audit entry and the event of an operation on a key. The entry states the key's row, as it is
/// written in this transaction.
pub(crate) fn write_audit_and_state(
    tx: &mut Tx<'_>,
    actor: &Actor,
    action: &'static str,
    key: &KeyRecord,
) -> Result<(), StoreError> {
    tx.audit(&Entry {
        actor,
        action,
        component: "vault",
        status: EntryStatus::Success,
        details: format!("{action} {}", key.id),
        metadata: json!({
            "keyId": key.id, "mode": key.slot.mode.as_str(), "scheme": key.slot.scheme_name(),
            "custody": key.custody.as_str(), "status": key.status.as_str(),
            "exported": key.exported, "row": KeyState::of(key),
            "accountDigest": key_state::account_digest(&key.user),
        }),
    })?;
    let head = checkpoint::head(tx)?.ok_or(StoreError::NoRow)?;
    key_state::put(tx, key, head.seq)?;
    tx.event(&Event {
        user: key.user.as_str(),
        kind: KEY_CHANGED,
        payload: json!({ "keyId": key.id, "status": key.status.as_str() }),
    })?;
    Ok(())
}

const WORDS: &[(KeyAction, &str, &str)] = &[
    (KeyAction::Ready, "key.ready", "be completed"),
    (KeyAction::Rotate, "key.rotate", "be rotated"),
    (KeyAction::Expire, "key.expire", "expire"),
    (KeyAction::Suspend, "key.suspend", "be suspended"),
    (KeyAction::Resume, "key.resume", "be resumed"),
    (KeyAction::Revoke, "key.revoke", "be revoked"),
    (KeyAction::Delete, "key.delete", "be deleted"),
    (
        KeyAction::Cancel,
        "key.cancel_destruction",
        "be kept: no destruction is scheduled",
    ),
    (KeyAction::Destroy, "key.destroy", "be destroyed"),
];
