//! Claims about the account's own days: a metric's value on each day, computed only from points
//! committed under mode ZK.

use std::cell::RefCell;
use std::sync::Arc;

use jiff::civil::Date;
use lockstep_encryption::Encryption;
use lockstep_encryption::claims::{
    Claim, ClaimBasis, DailyValues, DeviceMeasurements, MAX_DAYS, Proof, UnchangedCheck,
    UnreadablePoints,
};
use lockstep_formats::catalogue;
use lockstep_metrics::Days;
use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Tx};
use lockstep_values::fixed_point::{Decimal, NotExact, rounded};
use lockstep_vault::AccountKeys;
use lockstep_vault::key::{Status, UnusableKeyReason};
use lockstep_web::{ApiError, AppState, Owner};
use serde_json::value::RawValue;
use zeroize::Zeroizing;

use super::metrics::device_days::{DayRule, DeviceDays, is_in_range};
use super::metrics::readings::Source;
use super::metrics::{DAILY, DailyMetric};
use super::profile;
use lockstep_points::operations::blocks;
use lockstep_points::operations::damage::read_points;
use lockstep_points::store::changes;
use lockstep_points::store::roots::{self, CommittedCounts};

/// A claim to prove.
#[derive(Clone, Debug)]
pub(crate) struct ClaimRequest {
    /// The metric.
    pub(crate) metric: DailyMetric,
    /// The days.
    pub(crate) days: DayRange,
    /// The bounds, in whole units of the metric's encoding; the audience and the proof system.
    pub(crate) claim: Claim,
}

/// Consecutive days, counted from 1970-01-01, both inclusive: 1 to [`MAX_DAYS`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct DayRange {
    first: i32,
    last: i32,
}

impl DayRange {
    /// Parses the parameters `startDate` and `endDate`.
    pub(crate) fn parse(start: &str, end: &str) -> Result<Self, ApiError> {
        let (first, last) = (day("startDate", start)?, day("endDate", end)?);
        let days = i64::from(last) - i64::from(first) + 1;
        if days < 1 {
            return Err(ApiError::invalid("endDate", "is before startDate"));
        }
        if days > MAX_DAYS as i64 {
            let reason = format!("a claim covers at most {MAX_DAYS} days, not {days}");
            return Err(ApiError::invalid("endDate", reason));
        }
        Ok(Self { first, last })
    }
}

impl DailyMetric {
    /// Parses the parameter `statement.metric`.
    pub(crate) fn parse(name: &str) -> Result<Self, ApiError> {
        let mut all = DAILY.into_iter();
        all.find(|daily| daily.metric.name() == name)
            .ok_or_else(|| {
                let known = DAILY.map(|daily| daily.metric.name()).join(", ");
                let reason = format!("must be one that has a value for each day: {known}");
                ApiError::invalid("statement.metric", reason)
            })
    }

    /// Converts a bound in the metric's unit, as its JSON text, to whole units of its encoding, exactly.
    pub(crate) fn bound(
        self,
        parameter: &str,
        value: Option<&RawValue>,
    ) -> Result<Option<i64>, ApiError> {
        bound(parameter, value, catalogue::fixed_point(self.kind).decimals)
    }
}

/// Proves that the metric's value of each day is within the bounds.
pub(crate) async fn prove(
    state: AppState,
    owner: Owner,
    request: ClaimRequest,
) -> Result<Proof, ApiError> {
    let ClaimRequest {
        metric,
        days,
        claim,
    } = request;
    let kind = metric.kind;
    let account_keys = super::account_keys(&state, &owner.user).await?;
    count_changes(&state, &account_keys).await?;
    // Only blocks are committed, so waiting points become blocks now.
    blocks::close_now(&state, &owner.user, kind).await?;
    let reading = account_keys.clone();
    let reading_keys = account_keys.clone();
    let read: Result<_, ApiError> = read_points(&state, &reading, "proofs.days", move |tx| {
        let seen = roots::stamp(tx, &reading_keys, kind)?;
        Ok((days_of(tx, &reading_keys, metric, days)?, seen))
    })
    .await;
    let (daily, seen) = read?;
    let unchanged: UnchangedCheck =
        Arc::new(move |tx: &Tx<'_>| Ok(roots::stamp(tx, &account_keys, kind)? == seen));
    let encryption = Encryption::of(&state)?.clone();
    encryption.claim(owner, daily, claim, unchanged).await
}

/// Starts counting deletions and replacements if an older version left them uncounted.
async fn count_changes(state: &AppState, account_keys: &AccountKeys) -> Result<(), ApiError> {
    let reading = account_keys.clone();
    let is_begun = state
        .db
        .read::<_, ApiError, _>("proofs.counted", move |tx| changes::is_begun(tx, &reading))
        .await?;
    if is_begun {
        return Ok(());
    }
    let writing = account_keys.clone();
    state
        .db
        .write::<_, StoreError, _>("proofs.count_changes", move |tx| {
            changes::begin(tx, &writing)
        })
        .await?;
    Ok(())
}

/// Returns the metric's value of each day, without gaps, and the points left out.
fn days_of(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    DailyMetric { metric, kind, rule }: DailyMetric,
    range: DayRange,
) -> Result<DailyValues, ApiError> {
    let DayRange { first, last } = range;
    let zone = profile::stored(tx, account_keys)?.zone();
    let days = RefCell::new(Days::new(zone.clone()));
    let outside = || ApiError::invalid("startDate", "is outside the calendar");
    let (begin, _) = days.borrow().bounds(first).ok_or_else(outside)?;
    let (_, end) = days.borrow().bounds(last).ok_or_else(outside)?;
    let within = (begin, end - 1);
    if end > tx.now().0 {
        return Err(ApiError::invalid(
            "endDate",
            "is a day that has not ended yet: more points may arrive, and a claim covers whole days",
        ));
    }
    changes::ensure_own_names(tx, account_keys)?;
    let source = Source::new(tx, account_keys)?;
    let mut device_days = DeviceDays::default();
    let committed = roots::committed(
        tx,
        account_keys,
        kind,
        within,
        |points, meant| is_in_range(points, meant, within, &mut days.borrow_mut()),
        |series, points, meant| {
            let days = &mut days.borrow_mut();
            device_days.add(
                series,
                source.class(&series.device),
                (points, meant),
                within,
                days,
            );
        },
    )?;
    refuse(kind, &committed)?;
    let taken = device_days.day_values(rule);
    let decimals = catalogue::fixed_point(kind).decimals;
    let mut values = Zeroizing::new(Vec::new());
    for day in first..=last {
        let Some(taken) = taken.get(&day) else {
            let date = Days::date(day).map_or_else(String::new, |date| date.to_string());
            let reason = format!(
                "{date} has no {}: every day of a claim needs one",
                metric.name()
            );
            return Err(ApiError::invalid("startDate", reason));
        };
        values.push(rounded(taken.value, decimals).ok_or_else(|| {
            ApiError::encryption(format!("a day's {} is out of bounds", metric.name()))
        })?);
    }
    let how = match rule {
        DayRule::Mean => "the mean of the day's plausible points",
        DayRule::Sum => "the sum of the day's plausible points",
    };
    let measured = measured(account_keys.user(), &device_days, rule, range);
    let basis = basis(tx, account_keys, kind, within, &committed, measured)?;
    Ok(DailyValues {
        metric: metric.name().to_owned(),
        unit: catalogue::kind(kind)
            .map_or("", |kind| kind.unit)
            .to_owned(),
        rule: format!(
            "{how} of {kind}, of one device, rounded to {decimals} decimals; points that state the \
             day as localDate stand for it"
        ),
        decimals,
        time_zone: zone.iana_name().unwrap_or("UTC").to_owned(),
        first_day: first,
        values,
        sources: committed.blocks,
        basis,
    })
}

/// Refuses days with points that the owner could make readable, and days that are not fully committed.
fn refuse(kind: &str, committed: &CommittedCounts) -> Result<(), ApiError> {
    if let Some((key, UnusableKeyReason::Damaged)) = &committed.stopped {
        return Err(ApiError::encryption(format!(
            "points of {kind} in a block that reaches into these days are under the key {key}, whose stored row or \
             secret is damaged: the operator repairs it with `lockstep scrub`. Or delete these points: the claim \
             then says how many were deleted"
        )));
    }
    if let Some((key, status)) = &committed.stopped {
        let (remedy, action) = match status {
            UnusableKeyReason::Status(Status::PendingDestruction) => {
                ("Cancel its destruction", "cancel-destruction")
            }
            _ => ("Resume the key", "resume"),
        };
        return Err(ApiError::encryption(format!(
            "points of {kind} in a block that reaches into these days, or the days beside them, are under the key \
             {key}, which is {status}: a claim does not leave out points that their owner can make readable \
             again. {remedy} (POST /v1/encryption/keys/{key}/{action}), or delete these points: the claim then says how \
             many were deleted"
        )));
    }
    if committed.unsigned > 0 {
        return Err(ApiError::encryption(format!(
            "the signed roots of {} blocks of {kind} that reach into these days are missing: the operator has to \
             restore them from a backup (`lockstep scrub` names them). Or delete the points of these days, and \
             upload them again",
            committed.unsigned
        )));
    }
    if committed.others {
        return Err(ApiError::encryption(format!(
            "points of {kind} between these days are not committed to: upload them with \
             encryptionMode \"ZK\", and delete those in another mode"
        )));
    }
    if committed.blocks.len() > MAX_BLOCKS {
        return Err(ApiError::encryption(format!(
            "the points of {kind} between these days lie in {} blocks, and a claim is over {MAX_BLOCKS} at \
             most: claim fewer days, or upload them again with a larger chunkSize",
            committed.blocks.len()
        )));
    }
    Ok(())
}

/// Returns the measurements of each device on the days.
fn measured(
    user: &UserId,
    device_days: &DeviceDays,
    rule: DayRule,
    DayRange { first, last }: DayRange,
) -> Vec<DeviceMeasurements> {
    let taken = device_days.day_values(rule);
    let devices = device_days.devices().iter().enumerate();
    devices
        .map(|(place, device)| {
            let is_taken = |day: &i32| taken.get(day).is_some_and(|taken| taken.device == place);
            DeviceMeasurements {
                series: roots::pseudonym(user, device.series),
                points: (first..=last)
                    .map(|day| device_days.count(day, place))
                    .collect(),
                taken: (first..=last)
                    .zip(0..)
                    .filter(|(day, _)| is_taken(day))
                    .map(|(_, nth)| nth)
                    .collect(),
                implausible: device.implausible,
                displaced: (first..=last)
                    .filter(is_taken)
                    .map(|day| device_days.superseded_points(day, place))
                    .sum(),
            }
        })
        .collect()
}

/// Returns the root's statement about the days, apart from their values.
fn basis(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    kind: &str,
    within: (i64, i64),
    committed: &CommittedCounts,
    devices: Vec<DeviceMeasurements>,
) -> Result<ClaimBasis, ApiError> {
    if devices.len() > MAX_DEVICES {
        return Err(ApiError::encryption(format!(
            "{} devices measured {kind} on these days, and a claim names {MAX_DEVICES} at most: claim fewer \
             days",
            devices.len()
        )));
    }
    let user = account_keys.user();
    let placed = committed.placed(tx, user, kind, within)?;
    changes::ensure_last_written(tx, account_keys)?;
    let changed = changes::changed(tx, user, kind, within)?;
    let not_taken = devices.iter().map(|device| {
        let days = device.points.iter().zip(0..);
        let others = days.filter(|(_, day)| !device.taken.contains(day));
        others.map(|(points, _)| points).sum::<u64>()
    });
    Ok(ClaimBasis {
        not_taken: not_taken.sum(),
        implausible: devices.iter().map(|device| device.implausible).sum(),
        displaced: devices.iter().map(|device| device.displaced).sum(),
        devices,
        unreadable: UnreadablePoints {
            stopped: committed.unreadable.stopped,
            client: committed.unreadable.client,
            damaged: committed.unreadable.damaged,
        },
        deleted: changed.deleted,
        replaced: changed.replaced,
        counted_since: changes::since(tx, account_keys)?
            .ok_or_else(|| ApiError::internal("changes that are not counted yet"))?
            .to_string(),
        time_zone_changed_at: changes::zone_changed_at(tx, account_keys)?.map(|at| at.to_string()),
        blocks: committed.blocks.len() as u64,
        first_block: placed.ends.map(|(first, _)| first),
        last_block: placed.ends.map(|(_, last)| last),
        rewritten_blocks: placed.rewritten,
    })
}

/// Parses a bare date as a day number.
fn day(parameter: &str, text: &str) -> Result<i32, ApiError> {
    let date: Option<Date> = (text.len() == 10).then(|| text.parse().ok()).flatten();
    date.map(Days::number)
        .ok_or_else(|| ApiError::invalid(parameter, "must be a date (2026-01-31)"))
}

/// Converts a bound exactly: a document states the bound that was sent.
fn bound(parameter: &str, value: Option<&RawValue>, decimals: u8) -> Result<Option<i64>, ApiError> {
    let Some(value) = value else {
        return Ok(None);
    };
    let number = Decimal::parse(value.get())
        .ok_or_else(|| ApiError::invalid(parameter, "must be a number"))?;
    number.units(decimals).map(Some).map_err(|error| {
        let remedy = match error {
            NotExact::NotANumber => "send a finite number".to_owned(),
            NotExact::MoreDecimals(_) => {
                format!("the days of a claim have {decimals}. Round the bound to them")
            }
            NotExact::TooLarge(_) => "send a bound below 2^53 units of the last decimal".to_owned(),
        };
        ApiError::invalid(parameter, format!("{error}: {remedy}"))
    })
}

/// The maximum number of blocks in a claim: each takes 64 digits in the signed root.
const MAX_BLOCKS: usize = 4096;
/// The maximum number of devices in a claim.
const MAX_DEVICES: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_never_rounded() {
        for (text, decimals, expected) in [
            ("40.0", 2, Ok(4000)),
            ("-0.29", 2, Ok(-29)),
            ("6000000.004", 2, Err("has more than 2 decimals")),
            ("600000000.4", 0, Err("has more than 0 decimals")),
            ("0.30000000000000004", 1, Err("has more than 1 decimals")),
            // The double is 60, and 0.
            ("59.9999999999999999999", 2, Err("has more than 2 decimals")),
            ("1e-400", 2, Err("has more than 2 decimals")),
            (
                "9007199254740992",
                0,
                Err("is too large to keep 0 decimals exactly"),
            ),
            ("1e300", 2, Err("is too large to keep 2 decimals exactly")),
            ("1e400", 2, Err("is too large to keep 2 decimals exactly")),
            ("\"40\"", 2, Err("must be a number")),
            ("[40]", 2, Err("must be a number")),
        ] {
            let value = RawValue::from_string(text.to_owned()).unwrap();
            match (bound("statement.max", Some(&value), decimals), expected) {
                (Ok(found), Ok(expected)) => assert_eq!(found, Some(expected), "{text}"),
                (Err(refused), Err(said)) => {
                    assert!(refused.message.contains(said), "{}", refused.message);
                    let parameter = &refused.details.as_ref().unwrap()["parameter"];
                    assert_eq!(parameter, "statement.max");
                }
                (found, _) => panic!("{text}: {:?}", found.is_ok()),
            }
        }
        assert!(matches!(bound("statement.max", None, 2), Ok(None)));
    }

    #[test]
    fn changes_are_counted_of_every_type_that_something_can_be_claimed_of() {
        let claimed: Vec<&str> = DAILY.iter().map(|daily| daily.kind).collect();
        assert_eq!(
            claimed,
            [
                changes::CLAIMED[0],
                changes::CLAIMED[1],
                changes::CLAIMED[2],
                changes::CLAIMED[3],
            ]
        );
    }
}
