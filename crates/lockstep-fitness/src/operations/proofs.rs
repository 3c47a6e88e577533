//! Claims about the account's own days: a metric's value of each day, out of points that are committed
//! to under mode ZK and no others.

use jiff::civil::Date;
use lockstep_store::Tx;
use lockstep_vault::claims::{self, Claim, Daily, MOST_DAYS, Proof};
use lockstep_vault::{Ring, Vault};
use lockstep_web::{Fault, House};
use zeroize::Zeroizing;

use super::Owner;
use super::blocks;
use super::damage::read_points;
use super::metrics::readings::{Source, Take};
use super::metrics::{DAILY, Metric};
use crate::catalogue;
use crate::metrics::Days;
use crate::store::registry;
use crate::store::roots;

/// What is to be proven, as the caller wrote it.
#[derive(Clone, Debug)]
pub struct Asked {
    /// `statement.metric`.
    pub metric: String,
    /// `statement.min`, in the metric's unit.
    pub min: Option<f64>,
    /// `statement.max`.
    pub max: Option<f64>,
    /// `startDate`.
    pub start: String,
    /// `endDate`.
    pub end: String,
    /// Whom it is for, and how it is proven; its bounds are not looked at.
    pub claim: Claim,
}

/// Proves that the metric's value of each day lies within the bounds.
pub async fn prove(house: House, owner: Owner, asked: Asked) -> Result<Proof, Fault> {
    let of = DAILY
        .iter()
        .find(|(metric, ..)| metric.name() == asked.metric);
    let Some(&(metric, kind, take)) = of else {
        let known: Vec<&str> = DAILY.iter().map(|(metric, ..)| metric.name()).collect();
        let why = format!(
            "must be one that has a value for each day: {}",
            known.join(", ")
        );
        return Err(Fault::invalid("statement.metric", why));
    };
    let range = (day("startDate", &asked.start)?, day("endDate", &asked.end)?);
    let days = i64::from(range.1) - i64::from(range.0) + 1;
    if days < 1 {
        return Err(Fault::invalid("endDate", "is before startDate"));
    }
    if days > MOST_DAYS as i64 {
        let why = format!("a claim is about {MOST_DAYS} days at most, these are {days}");
        return Err(Fault::invalid("endDate", why));
    }
    let decimals = catalogue::fixed_point(kind).decimals;
    let claim = Claim {
        min: bound("statement.min", asked.min, decimals)?,
        max: bound("statement.max", asked.max, decimals)?,
        ..asked.claim
    };
    // Points that wait become blocks now: only those are committed to.
    blocks::close_now(&house, &owner.user, kind).await?;
    let ring = super::ring(&house, &owner.user).await?;
    let reading = ring.clone();
    let daily: Result<Daily, Fault> = read_points(&house, &reading, "proofs.days", move |tx| {
        days_of(tx, &ring, (metric, kind, take), range)
    })
    .await;
    let daily = daily?;
    let whose = claims::Owner {
        user: owner.user,
        actor: owner.actor,
    };
    Vault::of(&house)?.clone().claim(whose, daily, claim).await
}

/// The metric's value of each day, none left out.
fn days_of(
    tx: &Tx<'_>,
    ring: &Ring,
    (metric, kind, take): (Metric, &str, Take),
    (first, last): (i32, i32),
) -> Result<Daily, Fault> {
    let zone = registry::profile(tx, ring)?.zone();
    let mut days = Days::new(zone.clone());
    let outside = || Fault::invalid("startDate", "lies outside the calendar");
    let (begin, _) = days.bounds(first).ok_or_else(outside)?;
    let (_, end) = days.bounds(last).ok_or_else(outside)?;
    let within = (begin, end - 1);
    let committed = roots::committed(tx, ring, kind, within)?;
    if committed.others {
        return Err(Fault::encryption(format!(
            "points of {kind} between these days are not committed to: upload them with \
             encryptionMode \"ZK\", and delete those that lie under another mode"
        )));
    }
    let decimals = catalogue::fixed_point(kind).decimals;
    let daily = Source::new(tx, ring)?.daily(kind, within, &mut days, take)?;
    let mut values = Zeroizing::new(Vec::new());
    for (day, value) in (first..).zip(daily.between(first, last)) {
        let Some(value) = value else {
            let date = Days::date(day).map_or_else(String::new, |date| date.to_string());
            let why = format!(
                "{date} has no {}: every day of a claim needs one",
                metric.name()
            );
            return Err(Fault::invalid("startDate", why));
        };
        values.push(fixed(value, decimals).ok_or_else(|| {
            Fault::encryption(format!("a day's {} is out of bounds", metric.name()))
        })?);
    }
    let how = match take {
        Take::Mean => "the mean of the day's plausible points",
        Take::Most => "the sum of the day's plausible points",
    };
    Ok(Daily {
        metric: metric.name().to_owned(),
        unit: catalogue::kind(kind)
            .map_or("", |kind| kind.unit)
            .to_owned(),
        rule: format!("{how} of {kind}, of one device, rounded to {decimals} decimals"),
        decimals,
        time_zone: zone.iana_name().unwrap_or("UTC").to_owned(),
        first_day: first,
        values,
        devices: committed
            .series
            .iter()
            .map(|series| roots::pseudonym(ring, *series))
            .collect(),
        sources: committed.blocks,
    })
}

/// A bare date, as a count of days.
fn day(parameter: &str, text: &str) -> Result<i32, Fault> {
    let date: Option<Date> = (text.len() == 10).then(|| text.parse().ok()).flatten();
    date.map(Days::number)
        .ok_or_else(|| Fault::invalid(parameter, "must be a date (2026-01-31)"))
}

/// A bound, exactly.
fn bound(parameter: &str, value: Option<f64>, decimals: u8) -> Result<Option<i64>, Fault> {
    let Some(value) = value else {
        return Ok(None);
    };
    let scaled = value * 10f64.powi(i32::from(decimals));
    let whole = fixed(value, decimals)
        .filter(|whole| (scaled - *whole as f64).abs() <= 1e-9 * scaled.abs().max(1.0));
    let why =
        format!("must have {decimals} decimals at most, and lie within ±2^53 units of the last");
    whole
        .map(Some)
        .ok_or_else(|| Fault::invalid(parameter, why))
}

fn fixed(value: f64, decimals: u8) -> Option<i64> {
    let scaled = (value * 10f64.powi(i32::from(decimals))).round();
    (scaled.abs() <= 9_007_199_254_740_992.0).then_some(scaled as i64)
}
