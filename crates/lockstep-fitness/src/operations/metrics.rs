//! Computes the metrics of a range from the stored points by the definitions of [`lockstep_metrics`].
//! Only the points that the requested metrics need are read.

mod basis;
pub(super) mod canonical;
mod contradictions;
mod day_cache;
pub(super) mod days;
pub(super) mod device_days;
mod efficiency;
mod history;
mod intervals;
mod load;
mod power;
pub(super) mod readings;
pub(super) mod recorded;
mod requested;
mod sleep;
mod state;
#[cfg(test)]
mod tests;
mod threshold;
mod training;
mod window;

use std::collections::BTreeMap;
use std::sync::Arc;

use lockstep_formats::MAX_DISTANCE_MILLIS;
use lockstep_metrics::{
    Days, MaximumHeartRate, MaximumSource, Recovery, RestingHeartRate, RestingSource, Sex, Span,
    against_baseline, recovery, resting_heart_rate, vo2_max_estimate,
};
use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Timestamp, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::{ApiError, AppState};

use super::{profile, query};
use crate::profile::Profile;
pub use basis::{Coverage, ThresholdPower, TrainingBasis};
pub(crate) use day_cache::DayCache;
use device_days::DayRule;
pub use efficiency::Efficiency;
use history::SharedInputs;
use intervals::Interval;
use lockstep_points::operations::damage::read_points;
use lockstep_points::store::{self, Filter, UnreadPoints};
use readings::Source;
use recorded::{RecordedActivities, recorded_spans};
pub use requested::{Metric, RequestedMetrics};
pub(super) use state::{State, state_of};

/// The query parameters as sent.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// The parameter `startDate`.
    pub start: Option<String>,
    /// The parameter `endDate`.
    pub end: Option<String>,
    /// The parameter `metrics`.
    pub wanted: Option<String>,
    /// The parameter `interval`.
    pub interval: Option<String>,
}

/// The requested metrics and their inputs.
#[derive(Clone, Debug)]
pub struct ComputedMetrics {
    /// The time of the computation.
    pub at: Timestamp,
    /// The requested metrics.
    pub wanted: RequestedMetrics,
    /// The seconds in each heart-rate zone; `None` without heart rate.
    pub zones: Option<[f64; 5]>,
    /// The other metrics that can be computed.
    pub figures: BTreeMap<Metric, f64>,
    /// The reasons why the remaining metrics cannot be computed.
    pub reasons: BTreeMap<Metric, String>,
    /// The inputs and their sources.
    pub basis: MetricInputs,
    /// The answers of the requested intervals, oldest first.
    pub rows: Vec<ComputedMetrics>,
    /// The threshold power, if a figure needs it, also where no load comes from power.
    pub threshold_power: Option<ThresholdPower>,
    /// The reason why there is no threshold power.
    pub threshold_reason: Option<&'static str>,
}

/// The inputs and their sources; inputs that no metric needs are `None`.
#[derive(Clone, Debug)]
pub struct MetricInputs {
    /// The range in time, both ends inclusive.
    pub range: (Timestamp, Timestamp),
    /// The IANA name of the time zone of calendar days.
    pub time_zone: String,
    /// The maximum heart rate.
    pub maximum: Option<MaximumHeartRate>,
    /// The resting heart rate.
    pub resting: Option<RestingHeartRate>,
    /// The sex whose curve the training load uses.
    pub sex: Option<Sex>,
    /// Whether the profile states the sex.
    pub sex_is_known: bool,
    /// The components of the recovery score.
    pub recovery: Option<Recovery>,
    /// The inputs of the efficiency factor.
    pub efficiency: Option<Efficiency>,
    /// The activities behind the training load.
    pub training: TrainingBasis,
    /// The amount of data.
    pub coverage: Coverage,
    /// The points of the range that were skipped.
    pub skipped: Vec<UnreadPoints>,
    /// Further remarks for the reader.
    pub notes: Vec<String>,
}

/// Computes the requested metrics.
pub async fn metrics(
    state: &AppState,
    user: UserId,
    query: Query,
) -> Result<ComputedMetrics, ApiError> {
    with_recorded(state, user, query, Arc::new(recorded_spans)).await
}

/// Returns the sustained efforts without a stored activity; by default in the 168 hours up to the latest point.
///
/// # Errors
/// An invalid range, or one of more than [`MAX_EFFORT_DAYS`] days.
pub(super) async fn unrecorded_efforts(
    state: &AppState,
    user: &UserId,
    range: query::Query,
) -> Result<Vec<Span>, ApiError> {
    let account_keys = super::account_keys(state, user).await?;
    let asked = account_keys.clone();
    let computed: Result<_, ApiError> = read_points(state, &account_keys, "efforts", move |tx| {
        let wanted = RequestedMetrics::read(Some(Metric::TrainingLoad.name()))?;
        let mut computation = Computation::new(tx, &asked, range, wanted)?;
        let (from, to) = computation.range;
        if to.saturating_sub(from) > MAX_EFFORT_DAYS * DAY {
            return Err(ApiError::invalid(
                "startDate",
                format!("must be at most {MAX_EFFORT_DAYS} days before endDate"),
            ));
        }
        let efforts = computation.unrecorded_efforts(&recorded_spans)?;
        Ok((efforts, computation.source.into_fresh()))
    })
    .await;
    let (efforts, fresh) = computed?;
    days::store_computed(state, account_keys, fresh).await;
    Ok(efforts)
}

async fn with_recorded(
    state: &AppState,
    user: UserId,
    query: Query,
    recorded: Arc<RecordedActivities>,
) -> Result<ComputedMetrics, ApiError> {
    let wanted = RequestedMetrics::read(query.wanted.as_deref())?;
    let interval = query.interval.as_deref().map(Interval::read).transpose()?;
    let narrowed = query::Query {
        start: query.start,
        end: query.end,
        ..query::Query::default()
    };
    let account_keys = super::account_keys(state, &user).await?;
    let asked = account_keys.clone();
    let cache = state.extension::<DayCache>();
    let cache = cache.map(|cache| cache.used_at(state.clock.monotonic()));
    let computed: Result<_, ApiError> = read_points(state, &account_keys, "metrics", move |tx| {
        let source = Source::new(tx, &asked)?.with_cache(cache);
        let mut computation = Computation::with_source(source, (tx, &asked), narrowed, wanted)?;
        computation.all(&*recorded)?;
        if let Some(interval) = interval {
            computation.answer.rows = computation.rows(interval, &*recorded)?;
        }
        let Computation { source, answer, .. } = computation;
        source.keep_days(&answer.basis.time_zone)?;
        Ok((answer, source.into_fresh()))
    })
    .await;
    let (answer, fresh) = computed?;
    days::store_computed(state, account_keys, fresh).await;
    Ok(answer)
}

/// The state of one computation.
struct Computation<'t, 'c> {
    source: Source<'t, 'c>,
    profile: Profile,
    now: Timestamp,
    days: Days,
    /// The range in milliseconds, both ends inclusive.
    range: (i64, i64),
    /// The time of the latest point.
    latest: i64,
    /// The calendar day of the range's end.
    last_day: i32,
    /// The inputs that rows share, while rows are computed.
    shared: Option<SharedInputs>,
    answer: ComputedMetrics,
}

impl<'t, 'c> Computation<'t, 'c> {
    fn new(
        tx: &'t Tx<'c>,
        account_keys: &'t AccountKeys,
        query: query::Query,
        wanted: RequestedMetrics,
    ) -> Result<Self, ApiError> {
        let source = Source::new(tx, account_keys)?;
        Self::with_source(source, (tx, account_keys), query, wanted)
    }

    fn with_source(
        source: Source<'t, 'c>,
        (tx, account_keys): (&'t Tx<'c>, &'t AccountKeys),
        query: query::Query,
        wanted: RequestedMetrics,
    ) -> Result<Self, ApiError> {
        let filter = query.filter(tx, account_keys)?;
        let profile = profile::stored(tx, account_keys)?;
        let mut days = Days::new(profile.zone());
        let latest = source.latest(&mut days)?.unwrap_or(tx.now());
        let (from, to) = query::range(&filter, latest, WEEK);
        let last_day = days
            .of(to.0)
            .ok_or_else(|| ApiError::invalid("endDate", "is outside the calendar"))?;
        let zone = profile.zone();
        let basis = MetricInputs {
            range: (from, to),
            time_zone: zone.iana_name().unwrap_or("UTC").to_owned(),
            maximum: None,
            resting: None,
            sex: None,
            sex_is_known: profile.sex.is_some(),
            recovery: None,
            efficiency: None,
            training: TrainingBasis::default(),
            coverage: Coverage::default(),
            // A point that cannot be read may state a local date of the range.
            skipped: store::unread(
                tx,
                account_keys,
                &Filter {
                    from: Some(Timestamp(from.0.saturating_sub(MAX_DISTANCE_MILLIS))),
                    to: Some(Timestamp(to.0.saturating_add(MAX_DISTANCE_MILLIS))),
                    ..Filter::default()
                },
            )?,
            notes: Vec::new(),
        };
        source.take_kept_days(&basis.time_zone)?;
        Ok(Self {
            source,
            profile,
            now: tx.now(),
            days,
            range: (from.0, to.0),
            latest: latest.0,
            last_day,
            shared: None,
            answer: ComputedMetrics {
                at: tx.now(),
                wanted,
                zones: None,
                figures: BTreeMap::new(),
                reasons: BTreeMap::new(),
                basis,
                rows: Vec::new(),
                threshold_power: None,
                threshold_reason: None,
            },
        })
    }

    fn all(&mut self, recorded: &RecordedActivities) -> Result<(), ApiError> {
        self.exertion(recorded)?;
        if self.answer.wanted.any(&[Metric::NormalizedPower]) {
            self.power(recorded)?;
        }
        if self.answer.wanted.any(&[Metric::RecoveryScore]) {
            self.recovery()?;
        }
        if self.answer.wanted.any(&[Metric::SleepRegularityIndex]) {
            self.sleep_regularity()?;
        }
        self.daily_metrics()?;
        if self.profile.time_zone.is_none() {
            self.note("the time zone is unknown, so UTC is assumed: set timeZone in the profile");
        }
        Ok(())
    }

    fn resting(&mut self) -> Result<RestingHeartRate, StoreError> {
        let mut values = Vec::new();
        if self.profile.resting_heart_rate.is_none() {
            let range = self.days_up_to_the_end(MONTH);
            let daily = self.daily(RESTING, range, DayRule::Mean)?;
            values.extend(daily.values.into_values());
        }
        let resting = resting_heart_rate(self.profile.resting_heart_rate, values);
        if resting.source == RestingSource::Assumed {
            self.note("the resting heart rate is unknown, so 60 is assumed: set restingHeartRate in the profile");
        }
        self.answer.basis.resting = Some(resting);
        Ok(resting)
    }

    fn recovery(&mut self) -> Result<(), StoreError> {
        let range = self.days_up_to_the_end(RECOVERY);
        let mut series = |kind: &'static str, rule| -> Result<Vec<Option<f64>>, StoreError> {
            let daily = self.daily(kind, range, rule)?;
            Ok(daily.between(self.last_day - (RECOVERY as i32 - 1), self.last_day))
        };
        let variability = series(RMSSD, DayRule::Mean)?;
        let resting = series(RESTING, DayRule::Mean)?;
        let sleep = series(SLEEP, DayRule::Sum)?;
        let found = recovery(&variability, &resting, &sleep);
        self.answer.basis.recovery = found.ok();
        let value = found.map(|recovery| recovery.score).map_err(|_| {
            let parts = [
                ("rMSSD", &variability),
                ("resting heart rate", &resting),
                ("sleep", &sleep),
            ];
            let reason = parts.map(|(name, daily)| match against_baseline(daily) {
                Ok(_) => format!("{name} is constant"),
                Err(reason) => format!("{name}: {reason}"),
            });
            format!(
                "the last 7 days against the 60 before. {}",
                reason.join(". ")
            )
        });
        self.put(Metric::RecoveryScore, value);
        Ok(())
    }

    fn oxygen_uptake(&mut self, maximum: Option<MaximumHeartRate>, resting: RestingHeartRate) {
        let value = match maximum {
            None => Err(NO_MAXIMUM),
            Some(maximum) if maximum.source == MaximumSource::Age => Err(MAXIMUM_OF_AGE),
            Some(_) if resting.source == RestingSource::Assumed => Err(NO_RESTING),
            Some(maximum) if maximum.value <= resting.value => Err(NO_RESERVE),
            Some(maximum) => vo2_max_estimate(maximum.value, resting.value).ok_or(NO_UPTAKE),
        };
        self.put(Metric::Vo2maxEstimate, value.map_err(str::to_owned));
    }

    /// Computes the metrics of daily values in the range.
    fn daily_metrics(&mut self) -> Result<(), ApiError> {
        for DailyMetric { metric, kind, rule } in DAILY {
            if !self.answer.wanted.any(&[metric]) {
                continue;
            }
            let daily = self.daily(kind, self.range, rule)?;
            let days = daily.values.len();
            let sum: f64 = daily.values.values().sum();
            let coverage = &mut self.answer.basis.coverage;
            let counted = match metric {
                Metric::RestingHeartRate => &mut coverage.resting_heart_rate_days,
                Metric::HrvRmssd => &mut coverage.hrv_rmssd_days,
                Metric::SleepDuration => &mut coverage.sleep_days,
                _ => &mut coverage.steps_days,
            };
            *counted = Some(days);
            let value = match (days, metric) {
                (0, _) => Err(format!("the range has no plausible {kind}")),
                (_, Metric::Steps) => Ok(sum),
                _ => Ok(sum / days as f64),
            };
            self.put(metric, value);
        }
        Ok(())
    }

    /// Returns the range from the start of the day `count` days back, counting the last day as the
    /// first, to the range's end.
    fn days_up_to_the_end(&self, count: usize) -> (i64, i64) {
        let first = self.last_day - (count as i32 - 1);
        let begin = self.days.bounds(first).map_or(i64::MIN, |(begin, _)| begin);
        (begin, self.range.1)
    }

    fn note(&mut self, note: impl Into<String>) {
        let (note, notes) = (note.into(), &mut self.answer.basis.notes);
        if !notes.contains(&note) {
            notes.push(note);
        }
    }

    /// Stores a metric, or the reason why it is missing, if it was requested.
    fn put(&mut self, metric: Metric, value: Result<f64, String>) {
        if self.answer.wanted.any(&[metric]) {
            match value {
                Ok(value) => drop(self.answer.figures.insert(metric, value)),
                Err(why) => drop(self.answer.reasons.insert(metric, why)),
            }
        }
    }
}

const HEART_RATE: &str = "heart_rate";
const POWER: &str = "power";
const RESTING: &str = "resting_heart_rate";
const RMSSD: &str = "heart_rate_variability_rmssd";
const SLEEP: &str = "sleep_duration";
const STEPS: &str = "steps";

const BALANCE: [Metric; 6] = [
    Metric::FatigueLevel,
    Metric::AcuteLoad,
    Metric::ChronicLoad,
    Metric::TrainingStressBalance,
    Metric::Monotony,
    Metric::Strain,
];
/// A metric with one value for each day.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DailyMetric {
    pub(super) metric: Metric,
    /// The type of its points.
    pub(super) kind: &'static str,
    /// The rule that derives a day's value from its points.
    pub(super) rule: DayRule,
}

impl DailyMetric {
    const fn new(metric: Metric, kind: &'static str, rule: DayRule) -> Self {
        Self { metric, kind, rule }
    }
}

pub(super) const DAILY: [DailyMetric; 4] = [
    DailyMetric::new(Metric::RestingHeartRate, RESTING, DayRule::Mean),
    DailyMetric::new(Metric::HrvRmssd, RMSSD, DayRule::Mean),
    DailyMetric::new(Metric::SleepDuration, SLEEP, DayRule::Sum),
    DailyMetric::new(Metric::Steps, STEPS, DayRule::Sum),
];
const NO_RESERVE: &str = "the maximum heart rate is not above the resting heart rate";
const NO_UPTAKE: &str =
    "maximum and resting heart rate give a VO2max outside 10 to 100 mL/kg/min: check both";
const NO_MAXIMUM: &str = "the maximum heart rate is unknown: set maxHeartRate or birthDate in the profile, or \
     record a hard effort that reaches it";
const MAXIMUM_OF_AGE: &str = "the maximum heart rate is only estimated from the age (standard error about 10 a \
     minute), and the method was validated with measured ones (Uth et al. 2004): set maxHeartRate in the \
     profile, or record a hard effort that reaches it";
const NO_RESTING: &str = "the resting heart rate is unknown: set restingHeartRate in the profile, or send \
     resting_heart_rate";

/// A day in milliseconds.
const DAY: i64 = 86_400_000;
/// A week in milliseconds.
const WEEK: i64 = 7 * DAY;
/// The maximum length of a range in which efforts are searched.
const MAX_EFFORT_DAYS: i64 = 400;
/// A year in days.
const YEAR: usize = 365;
const MONTH: usize = 30;
/// The 7 days of recovery and the 60 days before them.
const RECOVERY: usize = 67;
