//! Reads and changes the profile.

use lockstep_formats::files::FileOwner;
use lockstep_points::operations::days;
use lockstep_points::operations::profile::unreadable;
use lockstep_points::store::profile as row;
use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::{ApiError, AppState, Owner};

use super::{account_keys, write_audit_and_event};
use crate::profile::{Goal, Profile, ProfileChange, Sex};

/// Returns the profile.
pub(crate) async fn read(state: &AppState, user: UserId) -> Result<Profile, ApiError> {
    let account_keys = account_keys(state, &user).await?;
    state
        .db
        .read("profile.read", move |tx| stored(tx, &account_keys))
        .await
}

/// Replaces the profile. The audit log records the change without its content.
pub(crate) async fn replace(
    state: &AppState,
    owner: Owner,
    profile: Profile,
) -> Result<Profile, ApiError> {
    let profile = profile.checked(state.clock.now())?;
    Goal::check_sent(profile.goals.as_deref().unwrap_or_default())?;
    let account_keys = account_keys(state, &owner.user).await?;
    let zone = profile.time_zone.clone();
    before_zone(state, &account_keys, move |_| zone).await?;
    state
        .db
        .write("profile.replace", move |tx| {
            save(tx, &account_keys, &profile)?;
            let details = "the profile was replaced".to_owned();
            write_audit_and_event(
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

/// Changes the fields that a change names. The audit log records the change without its content.
///
/// # Errors
/// A value out of range; a damaged profile, which only [`replace`] repairs.
pub(crate) async fn change(
    state: &AppState,
    owner: Owner,
    change: ProfileChange,
) -> Result<Profile, ApiError> {
    if let Some(Some(goals)) = &change.goals {
        Goal::check_sent(goals)?;
    }
    let account_keys = account_keys(state, &owner.user).await?;
    let (changed, now) = (change.clone(), state.clock.now());
    before_zone(state, &account_keys, |before| {
        let zone = before.time_zone.clone();
        let profile = changed.applied(before).checked(now);
        profile.map_or(zone, |profile| profile.time_zone)
    })
    .await?;
    state
        .db
        .write("profile.change", move |tx| {
            let before = stored(tx, &account_keys)?;
            let profile = change.clone().applied(before.clone()).checked(tx.now())?;
            if profile != before {
                save(tx, &account_keys, &profile)?;
                let details = "the profile was changed".to_owned();
                write_audit_and_event(
                    tx,
                    &owner,
                    "profile.change",
                    details,
                    serde_json::Value::Null,
                )?;
            }
            Ok::<_, ApiError>(profile)
        })
        .await
}

/// Removes most of the rows that another time zone makes invalid, in transactions of bounded size, before the profile
/// is saved with the zone that `new` returns.
async fn before_zone(
    state: &AppState,
    account_keys: &AccountKeys,
    new: impl FnOnce(Profile) -> Option<String>,
) -> Result<(), ApiError> {
    let reading = account_keys.clone();
    let read = state
        .db
        .read::<_, StoreError, _>("profile.zone", move |tx| match last(tx, &reading) {
            Ok(before) => Ok(Some(before)),
            Err(error) if error.is_damage() => Ok(None),
            Err(error) => Err(error),
        });
    // The zone of a damaged profile is unknown, so it counts as changed.
    let is_same = read.await?.is_some_and(|before| {
        let zone = before.time_zone.clone();
        new(before) == zone
    });
    if !is_same {
        days::forget_most(state, account_keys).await?;
    }
    Ok(())
}

/// Adds the facts about its owner that an imported file states, where the profile has no value. Returns the names
/// of the added fields. A damaged profile and values that a profile may not have stay as they are.
pub(super) async fn complete(
    state: &AppState,
    owner: Owner,
    person: FileOwner,
) -> Result<Vec<&'static str>, ApiError> {
    if person == FileOwner::default() {
        return Ok(Vec::new());
    }
    let account_keys = account_keys(state, &owner.user).await?;
    state
        .db
        .write("profile.complete", move |tx| {
            let Ok(before) = stored(tx, &account_keys) else {
                return Ok(Vec::new());
            };
            let mut profile = before.clone();
            let mut added = Vec::new();
            if before.birth_date.is_none() && person.birth_date.is_some() {
                profile.birth_date.clone_from(&person.birth_date);
                added.push("birthDate");
            }
            if let (None, Some(is_female)) = (before.sex, person.is_female) {
                profile.sex = Some(if is_female { Sex::Female } else { Sex::Male });
                added.push("sex");
            }
            let Ok(profile) = profile.checked(tx.now()) else {
                return Ok(Vec::new());
            };
            if !added.is_empty() {
                save(tx, &account_keys, &profile)?;
                let details = "an import completed the profile".to_owned();
                write_audit_and_event(
                    tx,
                    &owner,
                    "profile.change",
                    details,
                    serde_json::Value::Null,
                )?;
            }
            Ok::<_, ApiError>(added)
        })
        .await
}

/// Returns the stored profile. A damaged profile is an error that explains how to replace it.
pub(super) fn stored(tx: &Tx<'_>, account_keys: &AccountKeys) -> Result<Profile, ApiError> {
    last(tx, account_keys).map_err(unreadable)
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

#[cfg(test)]
mod tests {
    use lockstep_store::{SystemEntropy, Timestamp};

    use super::*;
    use crate::testing::Fixture;

    /// A goal that was stored before targets were checked.
    #[test]
    fn a_stored_target_out_of_range_prevents_no_other_change() {
        let now = Timestamp(1_780_000_000_000);
        let fixture = Fixture::new(now);
        let owner = Owner::system(UserId::generate(now, &SystemEntropy));
        let goals = vec![Goal {
            metric: "sleepDuration".to_owned(),
            target: 8.0,
            by: None,
        }];
        let old = Profile {
            goals: Some(goals.clone()),
            ..Profile::default()
        };
        let account_keys = fixture.plain_keys(&owner.user);
        let store = fixture
            .state
            .db
            .write("test.old_goal", move |tx| save(tx, &account_keys, &old));
        fixture.runtime.block_on(store).unwrap();
        let changed = |change: ProfileChange| {
            let change = super::change(&fixture.state, owner.clone(), change);
            fixture.runtime.block_on(change)
        };
        let weight = ProfileChange {
            weight_kg: Some(Some(70.0)),
            ..ProfileChange::default()
        };
        let profile = changed(weight).unwrap();
        assert_eq!(
            (profile.weight_kg, &profile.goals),
            (Some(70.0), &Some(goals.clone()))
        );
        let person = FileOwner {
            birth_date: Some("1990-05-17".to_owned()),
            is_female: None,
        };
        let complete = complete(&fixture.state, owner.clone(), person);
        let added = fixture.runtime.block_on(complete).unwrap();
        assert_eq!(added, ["birthDate"]);
        let same = ProfileChange {
            goals: Some(Some(goals)),
            ..ProfileChange::default()
        };
        assert!(changed(same).is_err());
    }
}
