//! The operations of area A. Each is one named transaction that stores rows, audit entry and event
//! together. An import uses one transaction per batch and can be repeated safely.

pub mod aggregate;
pub(crate) mod blocks;
pub mod client_blocks;
pub mod damage;
pub mod export;
pub mod import;
pub mod insights;
pub mod metrics;
pub mod pages;
pub mod points;
pub mod profile;
pub mod proofs;
pub(crate) mod stream;
mod unnamed;
pub mod usage;

pub use damage::accept_rows;
pub(crate) use lockstep_web::Owner;

use lockstep_store::id::UserId;
use lockstep_store::{Entry, Event, EventKind, Status, StoreError, Timestamp, Tx};
use lockstep_vault::{AccountKeys, Mode, Vault};
use lockstep_web::{ApiError, AppState};
use serde_json::{Value as Json, json};

use crate::store::Change;
use stream::Stretch;

/// Loads the account keys for reading, and for writing without an encryption mode.
pub(crate) async fn account_keys(state: &AppState, user: &UserId) -> Result<AccountKeys, ApiError> {
    Vault::of(state)?.account_keys(user).await
}

/// Loads the account keys for writing under modes: the required modes, and as far as possible the modes
/// that stored points may need.
pub(crate) async fn writing_keys(
    state: &AppState,
    owner: &Owner,
    required: &[Mode],
    optional: &[Mode],
) -> Result<AccountKeys, ApiError> {
    Vault::of(state)?
        .writing_keys(&owner.user, &owner.actor, required, optional)
        .await
}

/// Writes the audit entry and the event of a change to points: series, times and counts, never values.
/// `moments` are the times of added points by series, in order.
fn note_points(
    tx: &mut Tx<'_>,
    owner: &Owner,
    action: &'static str,
    kind: &'static EventKind,
    changes: &[Change],
    moments: &[&[i64]],
) -> Result<(), StoreError> {
    if changes.is_empty() {
        return Ok(());
    }
    let count: u64 = changes.iter().map(|change| change.count).sum();
    let series: Vec<Stretch> = changes
        .iter()
        .enumerate()
        .map(|(nth, change)| Stretch::new(change, moments.get(nth).copied()))
        .collect();
    note(
        tx,
        owner,
        action,
        format!("{count} points"),
        json!({ "count": count, "series": series.len() }),
    )?;
    tx.event(&Event {
        user: owner.user.as_str(),
        kind,
        payload: json!({ "count": count, "series": series }),
    })?;
    Ok(())
}

fn note(
    tx: &mut Tx<'_>,
    owner: &Owner,
    action: &'static str,
    details: String,
    metadata: Json,
) -> Result<(), StoreError> {
    Vault::ensure_active(tx, &owner.user)?;
    tx.audit(&Entry {
        actor: &owner.actor,
        action,
        component: "fitness",
        status: Status::Success,
        details,
        metadata,
    })?;
    Ok(())
}

/// Parses a time in a query: RFC 3339, or a bare date. A date means its midnight in the profile's zone;
/// as the end of a range it includes that whole day.
pub(crate) fn moment(
    parameter: &str,
    text: &str,
    zone: &jiff::tz::TimeZone,
    is_end: bool,
) -> Result<Timestamp, ApiError> {
    let fault = || {
        ApiError::invalid(
            parameter,
            "must be RFC 3339 with a zone (2026-01-31T06:30:00Z) or a date (2026-01-31)",
        )
    };
    if text.len() != 10 {
        return text
            .parse()
            .ok()
            .or_else(|| in_last_year(text))
            .ok_or_else(fault);
    }
    let date: jiff::civil::Date = text.parse().map_err(|_| fault())?;
    let midnight = |date: jiff::civil::Date| {
        let zoned = date.to_zoned(zone.clone()).map_err(|_| fault())?;
        Ok::<_, ApiError>(zoned.timestamp().as_millisecond())
    };
    if date.year() == LAST_YEAR {
        // The last day of the calendar has no midnight in some zones, so the midnight in UTC is used.
        let days = jiff::civil::date(1970, 1, 1).until((jiff::Unit::Day, date));
        let days = i64::from(days.map_err(|_| fault())?.get_days());
        return Ok(Timestamp(
            (days + i64::from(is_end)) * DAY_MILLIS - i64::from(is_end),
        ));
    }
    if is_end {
        let next = date.tomorrow().map_err(|_| fault())?;
        return Ok(Timestamp(midnight(next)? - 1));
    }
    Ok(Timestamp(midnight(date)?))
}

/// Parses a time in the last days of year 9999, which the calendar library cannot read in every zone.
/// The function parses the same time four years earlier and adds four years.
fn in_last_year(text: &str) -> Option<Timestamp> {
    let rest = text.strip_prefix("9999-")?;
    let earlier: Timestamp = format!("9995-{rest}").parse().ok()?;
    Some(Timestamp(earlier.0 + FOUR_YEARS_MILLIS))
}

/// Four years that include the leap day of 9996.
const FOUR_YEARS_MILLIS: i64 = 1461 * DAY_MILLIS;
/// The last year of the calendar: the same time in another zone may be beyond its end.
const LAST_YEAR: i16 = 9999;
const DAY_MILLIS: i64 = 86_400_000;

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::tz::TimeZone;

    #[test]
    fn moments() {
        let berlin = TimeZone::get("Europe/Berlin").unwrap();
        for (text, is_end, expected) in [
            (
                "2026-01-31T06:30:00Z",
                false,
                Some("2026-01-31T06:30:00.000Z"),
            ),
            (
                "2026-01-31T06:30:00.5+02:00",
                true,
                Some("2026-01-31T04:30:00.500Z"),
            ),
            ("2026-01-31", false, Some("2026-01-30T23:00:00.000Z")),
            ("2026-01-31", true, Some("2026-01-31T22:59:59.999Z")),
            // The day the clocks go forward has 23 hours.
            ("2026-03-29", false, Some("2026-03-28T23:00:00.000Z")),
            ("2026-03-29", true, Some("2026-03-29T21:59:59.999Z")),
            // The ends of the calendar.
            ("9999-12-31", true, Some("9999-12-31T23:59:59.999Z")),
            ("9999-12-31", false, Some("9999-12-31T00:00:00.000Z")),
            ("9999-01-01", false, Some("9999-01-01T00:00:00.000Z")),
            ("9998-12-31", true, Some("9998-12-31T22:59:59.999Z")),
            (
                "9999-12-31T23:59:59Z",
                true,
                Some("9999-12-31T23:59:59.000Z"),
            ),
            ("9999-12-31T23:59:59", true, None),
            ("2026-01-31T06:30:00", false, None),
            ("2026-02-30", false, None),
            ("31.01.2026", false, None),
            ("", false, None),
        ] {
            let found = moment("startDate", text, &berlin, is_end)
                .ok()
                .map(|at| at.to_string());
            assert_eq!(found.as_deref(), expected, "{text} {is_end}");
        }
    }
}
