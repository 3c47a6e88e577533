//! Recorded destructions: the evidence that every destruction of a key requires.
//!
//! A destruction is a row of `key_destruction` and an entry of the audit chain, written in one transaction.
//! [`Evidence`] is read from committed state, and the keyring's functions that remove a key require it. A
//! missing row of a key is never evidence.

use data_encoding::HEXLOWER;
use lockstep_store::audit::{checkpoint, entry};
use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{Actor, Entry, RowName, Status, StoreError, Timestamp, Tx, params};
use serde_json::json;
use sha2::{Digest, Sha256};

/// The record of one destruction, in the store and in the audit chain.
#[derive(Debug)]
pub(crate) struct Evidence {
    digest: [u8; 32],
}

impl Evidence {
    /// Whether the recorded destruction is that of this key or account.
    pub(crate) fn is_of(&self, name: &str) -> bool {
        self.digest == digest(name)
    }
}

/// The object that a destruction removes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DestructionTarget<'a> {
    /// The secret of a key whose delay has ended.
    Key(&'a str),
    /// The secret of a key that this store began to create and gave up.
    Unfinished(&'a str),
    /// The key of an account, with the secrets of all its keys.
    Account(&'a str),
}

impl DestructionTarget<'_> {
    fn name(&self) -> &str {
        match self {
            Self::Key(name) | Self::Unfinished(name) | Self::Account(name) => name,
        }
    }

    fn action(self) -> &'static str {
        match self {
            Self::Key(_) => "key.destroy.record",
            Self::Unfinished(_) => "key.unfinished.record",
            Self::Account(_) => "account.keys.destroy.record",
        }
    }

    /// The key's id; for an account its digest, since the audit entry outlives the account.
    fn shown(&self) -> String {
        match self {
            Self::Key(name) | Self::Unfinished(name) => (*name).to_owned(),
            Self::Account(name) => HEXLOWER.encode(&digest(name)),
        }
    }
}

/// Records a destruction and its audit entry in this transaction, unless it is recorded already.
pub(crate) fn record(tx: &mut Tx<'_>, what: DestructionTarget<'_>) -> Result<(), StoreError> {
    if row(tx, what.name())?.is_some() {
        return Ok(());
    }
    let (action, shown) = (what.action(), what.shown());
    let metadata = match what {
        DestructionTarget::Account(_) => json!({ "accountDigest": shown }),
        _ => json!({ "keyId": shown }),
    };
    tx.audit(&Entry {
        actor: &Actor::system(),
        action,
        component: "vault",
        status: Status::Success,
        details: format!("{action} {shown}"),
        metadata,
    })?;
    let head = checkpoint::head(tx)?.ok_or(StoreError::NoRow)?;
    tx.execute(
        "INSERT INTO key_destruction(digest, at, seq, hash) VALUES (?1, ?2, ?3, ?4)",
        params![&digest(what.name()), tx.now(), head.seq, &head.hash],
    )
    .map(drop)
}

/// The evidence of a recorded destruction: its row, and the audit entry that the row names. `None` if the
/// row does not exist.
///
/// # Errors
/// [`StoreError::Damaged`] if the audit chain does not contain the entry that the row names.
pub(crate) fn evidence(tx: &Tx<'_>, name: &str) -> Result<Option<Evidence>, StoreError> {
    let Some((seq, hash)) = row(tx, name)? else {
        return Ok(None);
    };
    let unsupported = || {
        StoreError::Damaged(format!(
            "the destruction of {name} is recorded, but audit entry {seq} does not match it: nothing is destroyed"
        ))
    };
    let found = entry::at(tx, seq)?.ok_or_else(unsupported)?;
    let shown = [name.to_owned(), HEXLOWER.encode(&digest(name))];
    let says = found.body.is_none_or(|body| {
        let named = body.details.rsplit(' ').next().unwrap_or_default();
        shown.iter().any(|shown| shown == named)
    });
    if found.head.hash != hash || !says {
        return Err(unsupported());
    }
    Ok(Some(Evidence {
        digest: digest(name),
    }))
}

/// Whether a destruction of this key or account is recorded.
pub(crate) fn is_recorded(tx: &Tx<'_>, name: &str) -> Result<bool, StoreError> {
    Ok(row(tx, name)?.is_some())
}

fn row(tx: &Tx<'_>, name: &str) -> Result<Option<(i64, [u8; 32])>, StoreError> {
    tx.query_opt(
        "SELECT seq, hash FROM key_destruction WHERE digest = ?1",
        params![&digest(name)],
        |row| Ok((row.at(0)?, row.at(1)?)),
    )
}

/// Records the intent to create a key: its secret may be in `keys.db` before the key has a row.
pub(crate) fn record_intent(tx: &mut Tx<'_>, user: &UserId, id: &KeyId) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO key_intent(id, user_id, at) VALUES (?1, ?2, ?3)",
        params![id, user, tx.now()],
    )
    .map(drop)
}

/// Removes the intent after the key has its row.
pub(crate) fn remove_intent(tx: &mut Tx<'_>, id: &KeyId) -> Result<(), StoreError> {
    tx.execute("DELETE FROM key_intent WHERE id = ?1", params![id])
        .map(drop)
}

/// Gives up a key that this store began to create and never created: records its destruction. Returns `false`
/// if there is no intent, or the key was created. A row that is missing proves nothing: a key that its recorded
/// state or an audit entry names was created.
pub(crate) fn give_up(tx: &mut Tx<'_>, id: &str) -> Result<bool, StoreError> {
    let intended = tx.query_opt(
        "SELECT 1 FROM key_intent WHERE id = ?1
            AND NOT EXISTS (SELECT 1 FROM encryption_key k
                WHERE k.user_id = key_intent.user_id AND k.id = key_intent.id)",
        params![id],
        |row| row.at::<i64>(0),
    )?;
    if intended.is_none() {
        return Ok(false);
    }
    let has_state: bool = tx.query_one(
        "SELECT EXISTS (SELECT 1 FROM key_state WHERE key_id = ?1)",
        params![id],
        |row| row.at(0),
    )?;
    // `None`: an entry is damaged, which may be the one that names the key.
    let entries = entry::changes_of(tx, "vault", "keyId", id)?;
    if has_state || entries.is_none_or(|entries| !entries.is_empty()) {
        tracing::error!(
            key = id,
            "the row of a key is missing: its secret is not removed"
        );
        return Ok(false);
    }
    record(tx, DestructionTarget::Unfinished(id))?;
    tx.execute("DELETE FROM key_intent WHERE id = ?1", params![id])?;
    Ok(true)
}

/// Keys whose creation began before this time and did not finish.
pub(crate) fn unfinished(tx: &Tx<'_>, before: Timestamp) -> Result<Vec<String>, StoreError> {
    let name = RowName {
        table: "key_intent",
        account: None,
        row: Some(0),
    };
    tx.query_skipping(
        name,
        "SELECT id FROM key_intent WHERE at < ?1 ORDER BY id LIMIT 1000",
        params![before],
        |row| row.at(0),
    )
}

/// Removes all intents: the secrets of those keys are unknown from now on, and are kept.
pub(crate) fn forget_intents(tx: &mut Tx<'_>) -> Result<(), StoreError> {
    tx.execute("DELETE FROM key_intent", &[]).map(drop)
}

/// The store's record of a secret in `keys.db`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KnownSecret {
    /// The key has a row that is not destroyed, or is being created.
    Named,
    /// The destruction is recorded.
    Condemned,
    /// The store has no record of the secret: it is kept and not used.
    Unknown,
}

/// The store's record of the secret of an account's key.
pub(crate) fn recorded_secret(
    tx: &Tx<'_>,
    account: &str,
    key: &str,
) -> Result<KnownSecret, StoreError> {
    let named = tx.query_opt(
        "SELECT 1 FROM encryption_key WHERE user_id = ?1 AND id = ?2 AND status <> 'destroyed'
         UNION ALL SELECT 1 FROM key_intent WHERE id = ?2",
        params![account, key],
        |row| row.at::<i64>(0),
    )?;
    if is_recorded(tx, key)? || is_recorded(tx, account)? {
        return Ok(KnownSecret::Condemned);
    }
    Ok(named.map_or(KnownSecret::Unknown, |_| KnownSecret::Named))
}

/// Whether `keys.db` must contain an account's key-encryption key: data is under it. A key whose custody cannot
/// be read counts as one in the server's custody.
pub(crate) fn expects_account(tx: &Tx<'_>, account: &str) -> Result<bool, StoreError> {
    let named = tx.query_opt(
        "SELECT 1 FROM sealed_account WHERE user_id = ?1
         UNION ALL SELECT 1 FROM encryption_key WHERE user_id = ?1 AND custody IS NOT 'client' LIMIT 1",
        params![account],
        |row| row.at::<i64>(0),
    )?;
    Ok(named.is_some())
}

/// Every account whose key-encryption key `keys.db` must contain, except those whose destruction is recorded.
/// Damaged names are decoded as far as possible: no account is left out.
pub(crate) fn expected_accounts(tx: &Tx<'_>) -> Result<Vec<String>, StoreError> {
    let named = tx.query(
        "SELECT CAST(user_id AS BLOB) FROM sealed_account
         UNION SELECT CAST(user_id AS BLOB) FROM encryption_key WHERE custody IS NOT 'client'",
        &[],
        |row| {
            let bytes: Vec<u8> = row.at(0).unwrap_or_default();
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        },
    )?;
    let mut expected = Vec::with_capacity(named.len());
    for account in named {
        match evidence(tx, &account) {
            Ok(Some(_)) => {}
            Ok(None) => expected.push(account),
            // The audit chain does not support the record.
            Err(error) if error.is_damage() => expected.push(account),
            Err(error) => return Err(error),
        }
    }
    Ok(expected)
}

fn digest(name: &str) -> [u8; 32] {
    Sha256::digest(name.as_bytes()).into()
}
