//! The time zone of an account's profile, in which the dates of a query are. The rest of the profile is
//! `lockstep-fitness`'s.

use jiff::tz::TimeZone;
use lockstep_store::{StoreError, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::ApiError;
use serde::Deserialize;

use crate::store::profile;

/// The members of the profile that the point store reads.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct ZoneOfProfile {
    /// The IANA name of the time zone in which days begin and end.
    time_zone: Option<String>,
}

/// Returns the time zone at whose midnight days begin: UTC, if the profile names none that is known.
///
/// # Errors
/// As [`unreadable`]; a store that cannot be read.
pub(super) fn zone(tx: &Tx<'_>, account_keys: &AccountKeys) -> Result<TimeZone, ApiError> {
    let Some(text) = profile::last(tx, account_keys).map_err(unreadable)? else {
        return Ok(TimeZone::UTC);
    };
    let profile: ZoneOfProfile = serde_json::from_str(&text)
        .map_err(|error| unreadable(StoreError::Damaged(error.to_string())))?;
    let named = profile.time_zone.and_then(|name| TimeZone::get(&name).ok());
    Ok(named.unwrap_or(TimeZone::UTC))
}

/// Returns the error of a request that needs a profile that cannot be read. It explains how to replace a damaged one:
/// defaults would change the time zone of days and produce wrong metrics.
#[must_use]
pub fn unreadable(error: StoreError) -> ApiError {
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
}
