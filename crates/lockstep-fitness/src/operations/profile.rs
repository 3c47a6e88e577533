//! The profile.

use lockstep_store::id::UserId;
use lockstep_web::{ApiError, AppState};

use super::{Owner, account_keys, note};
use crate::profile::Profile;
use crate::store::registry;

/// Returns the profile.
pub async fn read(state: &AppState, user: UserId) -> Result<Profile, ApiError> {
    let account_keys = account_keys(state, &user).await?;
    state
        .db
        .read("profile.read", move |tx| {
            registry::profile(tx, &account_keys)
        })
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
            registry::save_profile(tx, &account_keys, &profile)?;
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
