//! The profile.

use lockstep_store::id::UserId;
use lockstep_web::{Fault, House};

use super::{Owner, note, ring};
use crate::profile::Profile;
use crate::store::registry;

/// As it stands.
pub async fn read(house: &House, user: UserId) -> Result<Profile, Fault> {
    let ring = ring(house, &user).await?;
    house
        .db
        .read("profile.read", move |tx| registry::profile(tx, &ring))
        .await
}

/// Takes the place of what stands; the audit log tells that it changed, not to what.
pub async fn replace(house: &House, owner: Owner, profile: Profile) -> Result<Profile, Fault> {
    let profile = profile.checked()?;
    let ring = ring(house, &owner.user).await?;
    house
        .db
        .write("profile.replace", move |tx| {
            registry::save_profile(tx, &ring, &profile)?;
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
