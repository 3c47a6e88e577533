//! The profile.

use lockstep_points::store::profile as row;
use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::{ApiError, AppState, Owner};

use super::{account_keys, note};
use crate::profile::Profile;

/// Returns the profile.
pub async fn read(state: &AppState, user: UserId) -> Result<Profile, ApiError> {
    let account_keys = account_keys(state, &user).await?;
    state
        .db
        .read("profile.read", move |tx| stored(tx, &account_keys))
        .await
}

/// Replaces the profile. The audit log records the change without its content.
pub async fn replace(
    state: &AppState,
    owner: Owner,
    profile: Profile,
) -> Result<Profile, ApiError> {
    let profile = profile.checked()?;
    let account_keys = account_keys(state, &owner.user).await?;
    state
        .db
        .write("profile.replace", move |tx| {
            save(tx, &account_keys, &profile)?;
            let details = "the profile was replaced".to_owned();
            note(
                tx,
                &owner,
                "profile.replace",
                details,
                serde_json::Value::Null,
            )?;
            Ok(profile.clone())
        })
        .await
}

/// Returns the stored profile. A damaged profile is an error that explains how to replace it: defaults
/// would change the time zone of days and produce wrong metrics.
pub(super) fn stored(tx: &Tx<'_>, account_keys: &AccountKeys) -> Result<Profile, ApiError> {
    last(tx, account_keys).map_err(|error| {
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

fn save(tx: &mut Tx<'_>, account_keys: &AccountKeys, profile: &Profile) -> Result<(), StoreError> {
    // The zone of a damaged profile is unknown, so it counts as changed.
    let before = last(tx, account_keys).ok();
    let has_other_zone = before.is_none_or(|before| before.time_zone != profile.time_zone);
    let text = serde_json::to_string(profile).map_err(damaged)?;
    row::save(tx, account_keys, &text, has_other_zone)
}

fn last(tx: &Tx<'_>, account_keys: &AccountKeys) -> Result<Profile, StoreError> {
    match row::last(tx, account_keys)? {
        Some(text) => serde_json::from_str(&text).map_err(damaged),
        None => Ok(Profile::default()),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is passed to map_err")]
fn damaged(error: serde_json::Error) -> StoreError {
    StoreError::Damaged(error.to_string())
}
