//! The profile, and what the account's end and administration ask of this capability.

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Tx, params};
use lockstep_vault::Ring;
use lockstep_vault::rest::Spot;
use lockstep_web::Counts;

use super::{changes, day};
use crate::profile::Profile;

pub(crate) fn profile(tx: &Tx<'_>, ring: &Ring) -> Result<Profile, StoreError> {
    let stored = tx.query_opt(
        "SELECT body FROM profile WHERE user_id = ?1",
        params![ring.user()],
        |row| row.at::<Vec<u8>>(0),
    )?;
    match stored {
        None => Ok(Profile::default()),
        Some(sealed) => json(&super::opened_text(tx, ring, PROFILE, &sealed)?),
    }
}

pub(crate) fn save_profile(
    tx: &mut Tx<'_>,
    ring: &Ring,
    profile: &Profile,
) -> Result<(), StoreError> {
    let user = ring.user();
    // One that is damaged had another zone for all that is known.
    let before = self::profile(tx, ring).ok();
    if before.is_none_or(|before| before.time_zone != profile.time_zone) {
        day::forget_all(tx, user)?;
        changes::note_zone(tx, user)?;
    }
    let body = ring.seal(tx, None, PROFILE, b"", text(profile)?.as_bytes())?;
    tx.execute(
        "INSERT INTO profile(user_id, body) VALUES (?1, ?2)
         ON CONFLICT (user_id) DO UPDATE SET body = excluded.body",
        params![user, &body],
    )?;
    Ok(())
}

/// Leaves nothing of an account.
pub fn erase(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    for table in [
        "day",
        "seg_body",
        "seg",
        "series",
        "point_number",
        "profile",
        "told_insight",
        "client_block",
        "point_change",
        "zone_change",
        "damaged_chunk",
    ] {
        tx.execute(
            &format!("DELETE FROM {table} WHERE user_id = ?1"),
            params![user],
        )?;
    }
    Ok(())
}

/// Whether there are points of a type from a device, whoever sealed them.
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

/// What administration shows: the account's series.
pub fn counts(tx: &Tx<'_>, user: &UserId) -> Result<Counts, StoreError> {
    let datastreams = tx.query_one(
        "SELECT COUNT(*) FROM (SELECT type, device FROM series WHERE user_id = ?1
             UNION SELECT type, device FROM client_block WHERE user_id = ?1)",
        params![user],
        |row| row.at(0),
    )?;
    Ok(Counts {
        datastreams,
        ..Counts::default()
    })
}

const PROFILE: Spot<'static> = Spot {
    what: "profile",
    row: b"",
};

fn json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Damaged(error.to_string()))
}

fn text<T: serde::Serialize>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Damaged(error.to_string()))
}
