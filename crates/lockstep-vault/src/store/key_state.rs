//! Binds the row of each key to the newest audit entry of the key.
//!
//! Each change of a key's row appends an audit entry that states the whole row. `key_state` has the number
//! of the newest one, and the same statement. A row of one of the three tables that was replaced by an older
//! copy, or edited, therefore differs from the two others.

use std::collections::BTreeMap;

use data_encoding::HEXLOWER;
use lockstep_store::audit::entry::{self, Change};
use lockstep_store::audit::recorded;
use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{DamagedRow, StoreError, Timestamp, Tx, params};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{KEY, destructions};
use crate::key::{KeyRecord, KeySlot, SecurityLevel, Status};

/// The columns of a key's row, as an audit entry states them. The public half is stated by its digest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct KeyState {
    mode: String,
    scheme: String,
    level: u32,
    custody: String,
    status: String,
    resume: Option<String>,
    stopped: bool,
    current: bool,
    exported: bool,
    public_digest: String,
    created_at: i64,
    expires_at: i64,
    destroy_at: Option<i64>,
}

impl KeyState {
    pub(crate) fn of(key: &KeyRecord) -> Self {
        Self {
            mode: key.slot.mode.as_str().to_owned(),
            scheme: key.slot.scheme.as_str().to_owned(),
            level: u32::from(key.slot.level.bits()),
            custody: key.custody.as_str().to_owned(),
            status: key.status.as_str().to_owned(),
            resume: key.resume.map(|status| status.as_str().to_owned()),
            stopped: key.stopped,
            current: key.current,
            exported: key.exported,
            public_digest: public_digest(&key.public),
            created_at: key.created_at.0,
            expires_at: key.expires_at.0,
            destroy_at: key.destroy_at.map(|at| at.0),
        }
    }

    /// The row that this states; `None` if `public` is another public half, or a value cannot be read.
    pub(crate) fn record(
        &self,
        (user, id): (&UserId, &KeyId),
        public: Vec<u8>,
    ) -> Option<KeyRecord> {
        if public_digest(&public) != self.public_digest {
            return None;
        }
        Some(KeyRecord {
            id: id.clone(),
            user: user.clone(),
            slot: self.slot()?,
            custody: self.custody.parse().ok()?,
            status: self.status.parse().ok()?,
            resume: self.resume.as_deref().map(str::parse).transpose().ok()?,
            stopped: self.stopped,
            current: self.current,
            exported: self.exported,
            public,
            created_at: Timestamp(self.created_at),
            expires_at: Timestamp(self.expires_at),
            destroy_at: self.destroy_at.map(Timestamp),
        })
    }

    pub(crate) fn slot(&self) -> Option<KeySlot> {
        Some(KeySlot {
            mode: self.mode.parse().ok()?,
            scheme: self.scheme.parse().ok()?,
            level: SecurityLevel::from_bits(self.level.into())?,
        })
    }
}

/// The state with an empty public half.
pub(super) fn without_public(state: KeyState) -> KeyState {
    KeyState {
        public_digest: public_digest(&[]),
        ..state
    }
}

fn public_digest(public: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(public))
}

/// The digest of an account's id in the audit entries of its keys, which outlive the account.
pub(crate) fn account_digest(user: &UserId) -> String {
    recorded::account_digest(user.as_str())
}

/// The row of a key in `key_state`.
pub(crate) struct RecordedKeyState {
    /// The number of the newest audit entry that states the key's row.
    pub(crate) seq: i64,
    /// The statement.
    pub(crate) state: KeyState,
}

/// The recorded state of a key; `None` if it is missing or unreadable.
pub(crate) fn recorded(
    tx: &Tx<'_>,
    user: &UserId,
    id: &KeyId,
) -> Result<Option<RecordedKeyState>, StoreError> {
    let found = tx.query_opt(
        "SELECT seq, state FROM key_state WHERE user_id = ?1 AND key_id = ?2",
        params![user, id],
        |row| {
            let state = row.at::<&str>(1).ok();
            let state = state.and_then(|text| serde_json::from_str(text).ok());
            Ok(row
                .at::<i64>(0)
                .ok()
                .zip(state)
                .map(|(seq, state)| RecordedKeyState { seq, state }))
        },
    )?;
    Ok(found.flatten())
}

/// Whether the state of this key is recorded for another account: its row was moved to this one.
pub(super) fn is_of_another(tx: &Tx<'_>, user: &UserId, id: &KeyId) -> Result<bool, StoreError> {
    tx.query_one(
        "SELECT EXISTS (SELECT 1 FROM key_state WHERE key_id = ?2 AND user_id <> ?1)",
        params![user, id],
        |row| row.at(0),
    )
}

/// Records that this audit entry states the row of the key.
pub(crate) fn put(tx: &mut Tx<'_>, key: &KeyRecord, seq: i64) -> Result<(), StoreError> {
    let state = serde_json::to_string(&KeyState::of(key))
        .map_err(|error| StoreError::Damaged(error.to_string()))?;
    tx.execute(
        "INSERT INTO key_state(user_id, key_id, seq, state) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (user_id, key_id) DO UPDATE SET seq = excluded.seq, state = excluded.state",
        params![&key.user, &key.id, seq, &*state],
    )
    .map(drop)
}

/// Returns the key if its row is the one last written.
///
/// # Errors
/// [`StoreError::Damaged`] if the row, its recorded state and the audit entry differ.
pub(super) fn last_written(tx: &Tx<'_>, key: KeyRecord) -> Result<KeyRecord, StoreError> {
    let damaged = |reason: &str| {
        Err(StoreError::Damaged(format!(
            "the row of key {} in encryption_key is not the one last written: {reason}",
            key.id
        )))
    };
    let Some(recorded) = recorded(tx, &key.user, &key.id)? else {
        return damaged("its row in key_state is missing or unreadable");
    };
    if recorded.state != KeyState::of(&key) {
        return damaged("it differs from its row in key_state");
    }
    match stated(tx, &key.id, recorded.seq)? {
        Some(stated) if !stated.is_of(&key.user) => {
            damaged("the audit entry that its row in key_state names is of another account's key")
        }
        Some(stated) if stated.row == recorded.state => Ok(key),
        Some(_) => damaged("its row in key_state differs from the audit entry that it names"),
        None if agrees_with_earlier(tx, &key, recorded.seq)? => Ok(key),
        None => damaged("the audit entry that its row in key_state names is damaged or missing"),
    }
}

/// Refuses if the state of a key without a row is recorded.
///
/// # Errors
/// [`StoreError::Damaged`].
pub(super) fn ensure_unknown(tx: &Tx<'_>, user: &UserId, id: &KeyId) -> Result<(), StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM key_state WHERE user_id = ?1 AND key_id = ?2",
        params![user, id],
        |_| Ok(()),
    )?;
    match found {
        Some(()) => Err(StoreError::Damaged(format!(
            "the row of key {id} in encryption_key is missing"
        ))),
        None => Ok(()),
    }
}

/// The state of a key according to an audit entry.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StatedKey {
    key_id: String,
    /// The digest of the key's account; entries of earlier versions have none.
    account_digest: Option<String>,
    row: KeyState,
}

impl StatedKey {
    /// Whether the entry can be of this account.
    pub(crate) fn is_of(&self, user: &UserId) -> bool {
        let digest = self.account_digest.as_ref();
        digest.is_none_or(|digest| *digest == account_digest(user))
    }
}

/// Returns the state of a key according to the audit entry of this number; `None` if the entry is
/// damaged, missing, or states no row of this key.
pub(crate) fn stated(tx: &Tx<'_>, id: &KeyId, seq: i64) -> Result<Option<StatedKey>, StoreError> {
    let found = match entry::at(tx, seq) {
        Ok(found) => found,
        Err(error) if error.is_damage() => None,
        Err(error) => return Err(error),
    };
    let body = found.and_then(|found| found.body);
    let stated: Option<StatedKey> = body.and_then(|body| serde_json::from_str(&body.metadata).ok());
    Ok(stated.filter(|stated| stated.key_id == id.as_str()))
}

/// The number of the newest audit entry that states the status of a key, for each key.
pub(crate) fn newest(tx: &Tx<'_>) -> Result<BTreeMap<String, i64>, StoreError> {
    entry::newest_by(tx, "vault", "keyId", "status")
}

/// The row that an entry states; entries of earlier versions state none.
pub(super) fn of_change(change: &Change) -> Option<KeyState> {
    serde_json::from_value(change.value("row")?.clone()).ok()
}

/// The keys with a recorded state and without a row, if their names are readable.
pub(super) fn missing(tx: &Tx<'_>) -> Result<Vec<(UserId, KeyId)>, StoreError> {
    let named = without_key(tx)?.into_iter().filter_map(|row| {
        let user = row.account?.parse().ok()?;
        Some((user, row.row.parse().ok()?))
    });
    Ok(named.collect())
}

/// The keys with a recorded state and without a row, for a report.
pub(super) fn without_key(tx: &Tx<'_>) -> Result<Vec<DamagedRow>, StoreError> {
    tx.query(
        "SELECT CAST(user_id AS BLOB), CAST(key_id AS BLOB) FROM key_state s
         WHERE NOT EXISTS (SELECT 1 FROM encryption_key k
             WHERE k.user_id = s.user_id AND k.id = s.key_id)",
        &[],
        |row| {
            let (user, id): (Vec<u8>, Vec<u8>) = (row.at(0)?, row.at(1)?);
            Ok(DamagedRow {
                table: KEY.table,
                account: Some(String::from_utf8_lossy(&user).into_owned()),
                row: String::from_utf8_lossy(&id).into_owned(),
                reason: "the row is missing, and key_state names it".to_owned(),
            })
        },
    )
}

/// The keys of stores of earlier versions, which have no recorded state yet. A row with the key of another
/// account was moved: it is left out.
pub(crate) fn unrecorded(tx: &Tx<'_>) -> Result<Vec<KeyRecord>, StoreError> {
    tx.query_skipping(
        KEY,
        &format!(
            "SELECT {} FROM encryption_key WHERE NOT EXISTS (SELECT 1 FROM key_state s
                 WHERE s.user_id = encryption_key.user_id AND s.key_id = encryption_key.id)
             AND NOT EXISTS (SELECT 1 FROM key_state s WHERE s.key_id = encryption_key.id)",
            super::COLUMNS
        ),
        &[],
        super::record,
    )
}

/// Whether this audit entry is one of an earlier version, which states no row, and agrees with the key's row.
pub(crate) fn agrees_with_earlier(
    tx: &Tx<'_>,
    key: &KeyRecord,
    seq: i64,
) -> Result<bool, StoreError> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Metadata {
        key_id: String,
        mode: String,
        scheme: Option<String>,
        custody: Option<String>,
        status: String,
        row: Option<serde::de::IgnoredAny>,
    }
    let found = match entry::at(tx, seq) {
        Ok(found) => found,
        Err(error) if error.is_damage() => None,
        Err(error) => return Err(error),
    };
    let body = found.and_then(|found| found.body);
    let read = |body: entry::Body| serde_json::from_str::<Metadata>(&body.metadata).ok();
    let Some(metadata) = body.and_then(read) else {
        return Ok(false);
    };
    // Earlier versions recorded the destruction of a lost key without an entry of its state.
    let is_lost =
        key.status == Status::Destroyed && destructions::is_recorded(tx, key.id.as_str())?;
    let is_same = |stated: &Option<String>, stored: &str| {
        stated.as_deref().is_none_or(|stated| stated == stored)
    };
    Ok(metadata.row.is_none()
        && metadata.key_id == key.id.as_str()
        && metadata.mode == key.slot.mode.as_str()
        && is_same(&metadata.scheme, key.slot.scheme_name())
        && is_same(&metadata.custody, key.custody.as_str())
        && (metadata.status == key.status.as_str() || is_lost))
}
