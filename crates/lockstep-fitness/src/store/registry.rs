//! The profile, and the queries for erasing and administering an account.

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Tx, Usage, params};
use lockstep_vault::AccountKeys;
use lockstep_vault::at_rest::AadContext;
use lockstep_web::ApiError;

use super::{changes, day, ledger};
use crate::profile::Profile;

/// Returns the profile. A damaged profile is an error that explains how to replace it: defaults would
/// change the time zone of days and produce wrong metrics.
pub(crate) fn profile(tx: &Tx<'_>, account_keys: &AccountKeys) -> Result<Profile, ApiError> {
    last_profile(tx, account_keys).map_err(|error| {
        if !error.is_damage() {
            return error.into();
        }
        ApiError {
            log: Some(error.to_string()),
            ..ApiError::encryption(
                "the stored profile is damaged, or is not the one last saved: send it again with PUT \
                 /v1/sfdp/profile. What needs its time zone cannot be answered until then",
            )
        }
    })
}

/// Returns the last stored profile. Its version is compared with the account's state if that opens.
fn last_profile(tx: &Tx<'_>, account_keys: &AccountKeys) -> Result<Profile, StoreError> {
    let stored = stored_profile(tx, account_keys)?;
    if let Some(expected) = ledger::profile_version(tx, account_keys)?
        && expected != stored.as_ref().map(|(version, _)| *version)
    {
        return Err(StoreError::Damaged(format!(
            "profile of {}: it is not the version last written",
            account_keys.user()
        )));
    }
    Ok(stored.map(|(_, profile)| profile).unwrap_or_default())
}

/// Returns the stored profile and its version.
pub(super) fn stored_profile(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
) -> Result<Option<(i64, Profile)>, StoreError> {
    let opened = tx.query_opt(
        "SELECT version, body FROM profile WHERE user_id = ?1",
        params![account_keys.user()],
        |row| {
            let version = row.at::<i64>(0)?;
            let text = super::opened_text(tx, account_keys, context(&place(version)), row.at(1)?)?;
            Ok((version, text))
        },
    )?;
    match opened {
        None => Ok(None),
        Some((version, text)) => Ok(Some((version, json(&text)?))),
    }
}

/// Seals the stored profile again under a version; returns whether a profile exists that opens.
pub(super) fn seal_again(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    version: i64,
) -> Result<bool, StoreError> {
    let Ok(Some((_, profile))) = stored_profile(tx, account_keys) else {
        return Ok(false);
    };
    put_profile(tx, account_keys, &profile, version)?;
    Ok(true)
}

fn put_profile(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    profile: &Profile,
    version: i64,
) -> Result<(), StoreError> {
    let body = account_keys.seal(
        tx,
        None,
        context(&place(version)),
        b"",
        text(profile)?.as_bytes(),
    )?;
    tx.execute(
        "INSERT INTO profile(user_id, body, version) VALUES (?1, ?2, ?3)
         ON CONFLICT (user_id) DO UPDATE SET body = excluded.body, version = excluded.version",
        params![account_keys.user(), &body, version],
    )
    .map(drop)
}

pub(crate) fn save_profile(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    profile: &Profile,
) -> Result<(), StoreError> {
    // The zone of a damaged profile is unknown, so it counts as changed.
    let before = last_profile(tx, account_keys).ok();
    ledger::change(tx, account_keys, 1, |tx, ledger| {
        if before.is_none_or(|before| before.time_zone != profile.time_zone) {
            day::forget_all(tx, ledger)?;
            changes::note_zone(tx, ledger.user())?;
        }
        let version = ledger.next(tx)?;
        put_profile(tx, account_keys, profile, version)?;
        ledger.stored_profile(version);
        Ok(())
    })
}

/// Deletes all rows of an account.
pub fn erase(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    for table in [
        "day",
        "seg_body",
        "seg",
        "series",
        "point_number",
        "point_state",
        "profile",
        "told_insight",
        "client_block",
        "point_change",
        "zone_change",
        "damaged_chunk",
    ] {
        tx.execute(
            // The bytes of the id may be stored as another type.
            &format!("DELETE FROM {table} WHERE user_id = ?1 OR user_id = CAST(?1 AS BLOB)"),
            params![user],
        )?;
    }
    Ok(())
}

/// Returns whether there are points of a type from a device, including blocks that the client sealed.
pub(crate) fn is_there(
    tx: &Tx<'_>,
    user: &UserId,
    (kind, device): (&str, &str),
) -> Result<bool, StoreError> {
    let found: i64 = tx.query_one(
        "SELECT COUNT(*) FROM (
             SELECT 1 FROM series WHERE user_id = ?1 AND type = ?2 AND device = ?3
             UNION ALL
             SELECT 1 FROM client_block WHERE user_id = ?1 AND type = ?2 AND device = ?3)",
        params![user, kind, device],
        |row| row.at(0),
    )?;
    Ok(found > 0)
}

/// Returns the storage of an account's points, counted like the triggers of `account_usage`.
pub fn usage(tx: &Tx<'_>, user: &UserId) -> Result<Usage, StoreError> {
    let mut usage = Usage {
        series: tx.query_one(
            "SELECT COUNT(*) FROM series WHERE user_id = ?1",
            params![user],
            |row| row.at(0),
        )?,
        ..Usage::default()
    };
    for table in ["seg_body", "client_block"] {
        let sql = format!(
            "SELECT COUNT(*), CAST(coalesce(SUM(coalesce(length(body), 0)), 0) AS BIGINT)
             FROM {table} WHERE user_id = ?1"
        );
        let (chunks, bytes) = tx.query_one(&sql, params![user], |row| {
            Ok((row.at::<u64>(0)?, row.at::<u64>(1)?))
        })?;
        usage.chunks += chunks;
        usage.bytes += bytes;
    }
    Ok(usage)
}

/// Counts the account's series.
pub fn count_series(tx: &Tx<'_>, user: &UserId) -> Result<u64, StoreError> {
    tx.query_one(
        "SELECT COUNT(*) FROM (SELECT type, device FROM series WHERE user_id = ?1
             UNION SELECT type, device FROM client_block WHERE user_id = ?1)",
        params![user],
        |row| row.at(0),
    )
}

/// Returns the version as bytes; empty for a profile older than row versions.
fn place(version: i64) -> Vec<u8> {
    match version {
        0 => Vec::new(),
        version => version.to_be_bytes().to_vec(),
    }
}

fn context(place: &[u8]) -> AadContext<'_> {
    AadContext {
        what: "profile",
        row: place,
    }
}

fn json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Damaged(error.to_string()))
}

fn text<T: serde::Serialize>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Damaged(error.to_string()))
}
