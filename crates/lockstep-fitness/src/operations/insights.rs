//! Generates insights from the stored points, or from points in the request, which are not stored.

mod bests;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use lockstep_formats::catalogue;
use lockstep_metrics::insights::{
    ActiveMinutes, ByDay, Effort, Goal, Insight, InsightKind, Language, MEASURED, Material,
    RuleFindings, SkippedRule, Timeframe, generate as apply, keep_what_was_worn,
};
use lockstep_metrics::{
    Days, Intensity, MaximumHeartRate, MaximumSource, RestingSource, Sport, maximum_heart_rate,
    resting_heart_rate,
};
use lockstep_store::id::{InsightId, UserId};
use lockstep_store::{Event, StoreError, Timestamp, Tx};
use lockstep_vault::{AccountKeys, search};
use lockstep_web::{ApiError, AppState};
use serde_json::json;
use serde_json::value::RawValue;

use super::metrics::days;
use super::metrics::device_days::DayRule;
use super::metrics::readings::Source;
use super::metrics::recorded::{Sports, recorded_spans};
use super::stream::INSIGHTS_GENERATED;
use super::{effort, metrics, profile, write_audit_and_event};
use crate::profile::{Goal as ProfileGoal, Profile};
use crate::store::stored_insights;
use lockstep_points::body::{ArrayFault, Rules, parse_points};
use lockstep_points::columns::SeriesPoints;
use lockstep_points::operations::damage::read_points;
use lockstep_points::store::day::ComputedRows;
use lockstep_points::store::{self, Filter, UnreadPoints};
use lockstep_web::Owner;

/// The parameters of a request.
#[derive(Debug, Default)]
pub(crate) struct Request {
    /// Points to use instead of the stored points; an empty array counts as absent.
    pub(crate) points: Option<Box<RawValue>>,
    /// The parameter `types`; `None`: all kinds.
    pub(crate) kinds: Option<Vec<InsightKind>>,
    /// The parameter `timeframe`.
    pub(crate) timeframe: Timeframe,
    /// The parameter `language`.
    pub(crate) language: Language,
}

/// The insights, and the reasons for missing ones.
#[derive(Clone, Debug)]
pub(crate) struct InsightsAnswer {
    /// The insights with their ids.
    pub(crate) insights: Vec<(InsightId, Insight)>,
    /// The rules without enough data.
    pub(crate) skipped: Vec<SkippedRule>,
    /// The first and last day, `YYYY-MM-DD`; `None` without any point.
    pub(crate) window: Option<(String, String)>,
    /// The stored points that were skipped.
    pub(crate) unread: Vec<UnreadPoints>,
    /// The timeframe as ISO 8601.
    pub(crate) timeframe: String,
    /// The computation time.
    pub(crate) took: Duration,
}

/// Renders an insight with its id and timeframe as JSON.
pub(crate) type InsightJson = fn(&InsightId, &Insight, &str) -> String;

/// Generates insights. They are stored in English for some minutes, in which streams of the account
/// may read them; `wire` renders them. The audit entry and the event contain counts and ids.
pub(crate) async fn generate(
    state: &AppState,
    owner: Owner,
    request: Request,
    wire: InsightJson,
) -> Result<InsightsAnswer, ApiError> {
    let start = state.clock.monotonic();
    let now = state.clock.now();
    let given = match request.points {
        Some(array) => {
            let sorting = move || parse_sent_points(&array, now);
            state.work().process("insights.parse", sorting).await??
        }
        None => Vec::new(),
    };
    let kinds = request.kinds.unwrap_or_else(|| InsightKind::ALL.to_vec());
    let kinds: BTreeSet<InsightKind> = kinds.into_iter().collect();
    let account_keys = super::account_keys(state, &owner.user).await?;
    let (reading, asked) = (account_keys.clone(), (request.timeframe, request.language));
    let given = Arc::new(given);
    let generated: Result<_, ApiError> =
        read_points(state, &account_keys, "insights.generate", move |tx| {
            let computed = compute(tx, &reading, &given, asked, &kinds)?;
            let unread = if given.is_empty() {
                store::unread(tx, &reading, &Filter::default())?
            } else {
                Vec::new()
            };
            Ok((computed, unread))
        })
        .await;
    let (computed, unread) = generated?;
    days::store_computed(state, account_keys.clone(), computed.rows).await;
    let RuleFindings { insights, skipped } = computed.findings;
    let mut counts = BTreeMap::<&str, usize>::new();
    for insight in &insights {
        *counts.entry(insight.kind.name()).or_default() += 1;
    }
    let timeframe = asked.0.iso();
    let (written, within) = (computed.english, timeframe.clone());
    let ids = state
        .db
        .write("insights.note", move |tx| {
            let total = written.len();
            let mut counted = json!({ "count": total, "types": counts });
            let details = format!("{total} insights");
            write_audit_and_event(tx, &owner, "insights.generate", details, counted.clone())?;
            let (mut ids, mut records) = (Vec::with_capacity(total), Vec::with_capacity(total));
            for insight in &written {
                let id = InsightId::generate(tx.now(), tx.entropy());
                let body = wire(&id, insight, &within);
                records.push(stored_insights::keep_insight(
                    tx,
                    &account_keys,
                    &id,
                    &body,
                )?);
                ids.push(id);
            }
            search::index(tx, &account_keys, &records)?;
            counted["ids"] = json!(ids);
            tx.event(&Event {
                user: owner.user.as_str(),
                kind: INSIGHTS_GENERATED,
                payload: counted,
            })?;
            Ok::<Vec<_>, StoreError>(ids)
        })
        .await?;
    Ok(InsightsAnswer {
        insights: ids.into_iter().zip(insights).collect(),
        skipped,
        unread,
        window: computed.window,
        timeframe,
        took: state.clock.monotonic().saturating_sub(start),
    })
}

/// Returns the newest stored insights in English, at most `limit`.
pub(crate) async fn list(
    state: &AppState,
    user: &UserId,
    limit: u32,
) -> Result<Vec<String>, ApiError> {
    let account_keys = super::account_keys(state, user).await?;
    let read = state
        .db
        .read::<_, StoreError, _>("insights.list", move |tx| {
            stored_insights::newest(tx, &account_keys, limit)
        });
    Ok(read.await?)
}

/// Parses and sorts the points of a request, or returns all their errors.
fn parse_sent_points(array: &RawValue, now: Timestamp) -> Result<Vec<SeriesPoints>, ApiError> {
    let check_unit = |kind: &str, unit: &str| {
        let checked = catalogue::validate(kind, unit).map(drop);
        checked.map_err(|fault| fault.to_string())
    };
    let rules = Rules {
        now,
        check_unit: &check_unit,
        // The points are not stored, so points of revoked devices are allowed.
        check_device: &|_| Ok(()),
        sender: None,
    };
    match parse_points(DATA_POINTS, array, rules) {
        Ok(batch) => Ok(batch.into_sorted()),
        Err(ArrayFault::Envelope(fault)) => Err(ApiError::invalid(&fault.parameter, fault.reason)),
        Err(ArrayFault::Points(faults)) => {
            let (place, reason) = match faults.first() {
                Some((place, fault)) => (format!("{DATA_POINTS}[{place}]"), fault.to_string()),
                None => (DATA_POINTS.to_owned(), String::new()),
            };
            let errors = faults.into_errors(DATA_POINTS);
            let details = json!({ "parameter": place, "reason": reason, "errors": errors });
            Err(ApiError::invalid(&place, reason).with_details(details))
        }
    }
}

type Window = Option<(String, String)>;

/// The findings of the rules, and the rows of days that were computed for them.
struct ComputedInsights {
    findings: RuleFindings,
    /// The insights in English: streams and lists of the account keep one language.
    english: Vec<Insight>,
    window: Window,
    rows: Vec<ComputedRows>,
}

fn compute(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    given: &[SeriesPoints],
    (timeframe, language): (Timeframe, Language),
    kinds: &BTreeSet<InsightKind>,
) -> Result<ComputedInsights, ApiError> {
    let mut source = if given.is_empty() {
        Source::new(tx, account_keys)?
    } else {
        Source::given(tx, account_keys, given)?
    };
    let profile = profile::stored(tx, account_keys)?;
    let mut days = Days::new(profile.zone());
    let latest = source.latest(&mut days)?;
    let Some((end, last)) = latest.and_then(|at| Some((at.0, days.of(at.0)?))) else {
        let nothing = |kind: &InsightKind| SkippedRule {
            kind: *kind,
            metric: None,
            reason: language
                .pick("there are no points", "es gibt keine Werte")
                .to_owned(),
        };
        let skipped = kinds.iter().map(nothing).collect();
        return Ok(ComputedInsights {
            findings: RuleFindings {
                skipped,
                ..RuleFindings::default()
            },
            english: Vec::new(),
            window: None,
            rows: Vec::new(),
        });
    };
    let first = timeframe.first_day(last);
    // Points of a request belong to no stored activity.
    let (mut sports, mut state) = (Sports::default(), metrics::State::default());
    if given.is_empty() {
        let begin = |day| days.bounds(day).map_or(i64::MIN, |(begin, _)| begin);
        let recorded = recorded_spans(tx, account_keys, (begin(first - BEFORE_BESTS), end))?;
        sports = Sports::of(&recorded);
        let range = (begin(first), end);
        if kinds.contains(&InsightKind::Recovery) || kinds.contains(&InsightKind::Recommendation) {
            (source, state) = metrics::state_of(source, (tx, account_keys), range)?;
        }
    }
    let mut gathering = MaterialCollector {
        source,
        sports,
        state,
        profile,
        days,
        end,
        first,
        last,
        has_derived_speed: false,
    };
    let mut material = gathering.material(kinds)?;
    let mut findings = apply(&material, kinds);
    let english = findings.insights.clone();
    if language != material.language {
        material.language = language;
        findings = apply(&material, kinds);
    }
    let date = |day| Days::date(day).map_or_else(String::new, |date| date.to_string());
    let window = (date(first), date(last));
    Ok(ComputedInsights {
        findings,
        english,
        window: Some(window),
        rows: gathering.source.into_fresh(),
    })
}

/// Collects the [`Material`] of the rules.
struct MaterialCollector<'t, 'c> {
    source: Source<'t, 'c>,
    /// The sports of the stored activities.
    sports: Sports,
    /// The state of training and sleep on the last day.
    state: metrics::State,
    profile: Profile,
    days: Days,
    /// The time of the latest point.
    end: i64,
    first: i32,
    last: i32,
    /// Whether a compared speed is derived from positions.
    has_derived_speed: bool,
}

/// Converts a goal of the profile, whose date was checked when it was stored.
fn aimed_at(goal: ProfileGoal) -> Goal {
    Goal {
        metric: goal.metric,
        target: goal.target,
        by: goal.by.and_then(|by| by.parse().ok()),
    }
}

impl MaterialCollector<'_, '_> {
    /// Reads the data that these kinds need.
    fn material(&mut self, kinds: &BTreeSet<InsightKind>) -> Result<Material, StoreError> {
        let wants = |kind| kinds.contains(&kind) || kinds.contains(&InsightKind::Recommendation);
        let mut daily = BTreeMap::new();
        for one in MEASURED {
            let all = one.is_sum && wants(InsightKind::Milestone);
            let from = if all {
                i64::MIN
            } else {
                self.begin(self.first.min(self.last) - BEFORE)
            };
            let rule = if one.is_sum {
                DayRule::Sum
            } else {
                DayRule::Mean
            };
            let mut read = self
                .source
                .daily(one.kind, (from, self.end), &mut self.days, rule)?;
            // A daily sum of several points may still grow on the last day; a sleep duration is
            // complete when sent.
            if one.is_sum && one.kind != SLEEP && read.piecemeal.contains(&self.last) {
                read.values.remove(&self.last);
            }
            if !read.values.is_empty() {
                daily.insert(one.kind, read.values);
            }
        }
        keep_what_was_worn(&mut daily);
        let changed_devices = self.changed_devices(&daily)?;
        let goals = self.profile.goals.clone().unwrap_or_default();
        let active = if wants(InsightKind::Goal) && goals.is_empty() {
            self.active(daily.get(RESTING))?
        } else {
            None
        };
        let (bests, pause, efforts) = if wants(InsightKind::Performance) {
            let (bests, pause) = self.bests()?;
            (bests, pause, self.efforts()?)
        } else {
            Default::default()
        };
        Ok(Material {
            language: Language::English,
            first: self.first,
            last: self.last,
            daily,
            changed_devices,
            active,
            goals: goals.into_iter().map(aimed_at).collect(),
            bests,
            has_derived_speed: self.has_derived_speed,
            pause,
            efforts,
            load: self.state.load.take(),
            sleep_times: self.state.sleep_times,
        })
    }

    /// Returns the types of which no device measured both the first and the last third of the window's days.
    fn changed_devices(
        &self,
        daily: &BTreeMap<&'static str, ByDay>,
    ) -> Result<BTreeSet<&'static str>, StoreError> {
        let mut changed = BTreeSet::new();
        for (kind, values) in daily {
            let mut days = values.range(self.first..=self.last).map(|(day, _)| *day);
            let Some(first) = days.next() else { continue };
            let last = days.next_back().unwrap_or(first);
            let third = (last - first) / 3;
            let thirds = (self.begin(first + third + 1), self.begin(last - third));
            if !self.source.is_of_one_device(kind, thirds)? {
                changed.insert(*kind);
            }
        }
        Ok(changed)
    }

    /// Returns the first millisecond of a day.
    fn begin(&self, day: i32) -> i64 {
        self.days.bounds(day).map_or(i64::MIN, |(begin, _)| begin)
    }

    /// Computes the minutes of moderate and vigorous intensity of four weeks; `None` without a maximum
    /// heart rate. The mean of each minute counts.
    fn active(&mut self, resting: Option<&ByDay>) -> Result<Option<ActiveMinutes>, StoreError> {
        let Some(maximum) = self.maximum()? else {
            return Ok(None);
        };
        let month = self.last - (MONTH - 1)..=self.last;
        let measured = resting.map(|days| days.range(month).map(|(_, rate)| *rate).collect());
        let stated = self.profile.resting_heart_rate;
        let resting = resting_heart_rate(stated, measured.unwrap_or_default());
        let resting = (resting.source != RestingSource::Assumed).then_some(resting.value);
        let Some(bounds) = Intensity::of(maximum.value, resting) else {
            return Ok(None);
        };
        let range = (self.begin(self.last - (FOUR_WEEKS - 1)), self.end);
        let mut active = ActiveMinutes {
            bounds: (bounds.moderate, bounds.vigorous),
            is_of_reserve: bounds.is_of_reserve,
            is_estimated: maximum.source == MaximumSource::Age,
            ..ActiveMinutes::default()
        };
        for (day, of_day) in self.source.heart_days(range, &mut self.days)? {
            let (mut moderate, mut vigorous) = (0.0, 0.0);
            for minute in of_day.minutes() {
                let mean = minute.mean;
                let minutes = mean.covered as f64 / 60_000.0;
                if mean.mean >= bounds.vigorous {
                    vigorous += minutes;
                } else if mean.mean >= bounds.moderate {
                    moderate += minutes;
                }
            }
            active.moderate.insert(day, moderate);
            active.vigorous.insert(day, vigorous);
        }
        Ok(Some(active))
    }

    /// Returns the maximum heart rate; `None` if no source has one.
    fn maximum(&mut self) -> Result<Option<MaximumHeartRate>, StoreError> {
        let stated = self.profile.max_heart_rate;
        let mut peaks = Vec::new();
        if stated.is_none() {
            let first = self.first.min(self.last - (YEAR - 1));
            let range = (self.begin(first), self.end);
            let days = self.source.heart_days(range, &mut self.days)?;
            peaks.extend(days.values().filter_map(|day| day.peak));
        }
        let age = self.profile.age(Timestamp(self.end));
        Ok(maximum_heart_rate(stated, peaks, age))
    }

    /// Returns the long efforts of the window, one of each sport and day, of the latest days with an effort; of
    /// a sport by power if available, otherwise by speed.
    fn efforts(&mut self) -> Result<Vec<Effort>, StoreError> {
        let mut all: Vec<Effort> = Vec::new();
        for output in [POWER, SPEED] {
            let mut seconds = BTreeMap::<i32, f64>::new();
            let range = (self.begin(self.first), self.end);
            let days = &mut self.days;
            self.source.intervals(output, range, |interval| {
                days.split(interval, |day, part| {
                    *seconds.entry(day).or_default() += part.seconds();
                });
            })?;
            seconds.retain(|_, seconds| *seconds >= Effort::MIN_SECONDS as f64);
            let with_power: BTreeSet<Option<Sport>> = all.iter().map(|one| one.sport).collect();
            for day in seconds.keys().rev().take(MAX_EFFORTS) {
                let Some((from, to)) = self.days.bounds(*day) else {
                    continue;
                };
                let of_day = (*day, output);
                let efforts = effort::longest(&self.source, &self.sports, of_day, (from, to - 1))?;
                let is_new = |one: &Effort| !with_power.contains(&one.sport);
                all.extend(efforts.into_iter().filter(is_new));
            }
        }
        if all.iter().any(|one| one.sport.is_some()) {
            all.retain(|one| one.sport.is_some());
        }
        all.sort_by_key(|one| one.day);
        Ok(all)
    }
}

/// The field of a request that has points.
const DATA_POINTS: &str = "dataPoints";
const HEART_RATE: &str = "heart_rate";
const POWER: &str = "power";
const SPEED: &str = "speed";
const SLEEP: &str = "sleep_duration";
const RESTING: &str = "resting_heart_rate";
const MONTH: i32 = 30;
/// Four weeks in days.
const FOUR_WEEKS: i32 = 28;
const YEAR: i32 = 365;
/// The number of days before the window that rules read: recovery takes 67 days up to its end.
const BEFORE: i32 = 67;
/// The number of days before the window with which bests are compared.
const BEFORE_BESTS: i32 = 90;
/// The maximum number of days whose long efforts are read, latest first.
const MAX_EFFORTS: usize = 20;

#[cfg(test)]
mod tests;
