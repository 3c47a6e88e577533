//! The profile: inputs of metrics that no sensor measures, stated by the athlete.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use lockstep_formats::catalogue::kind;
use lockstep_metrics::insights::type_of_goal;
use lockstep_store::Timestamp;
use lockstep_web::{ApiError, free_text};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The profile; unknown fields are null.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(crate) struct Profile {
    /// The date of birth, `YYYY-MM-DD`.
    #[schema(format = Date, example = "1990-05-17")]
    pub(crate) birth_date: Option<String>,
    /// The sex used by formulas.
    pub(crate) sex: Option<Sex>,
    /// The maximum heart rate in beats per minute, 100 to 250.
    #[schema(example = 190)]
    pub(crate) max_heart_rate: Option<f64>,
    /// The resting heart rate in beats per minute, 25 to 120.
    #[schema(example = 52)]
    pub(crate) resting_heart_rate: Option<f64>,
    /// The body weight in kilograms, 2 to 500.
    #[schema(example = 70.5)]
    pub(crate) weight_kg: Option<f64>,
    /// The threshold power in watts, 30 to 800.
    #[schema(example = 260)]
    pub(crate) functional_threshold_power: Option<f64>,
    /// The IANA name of the time zone in which days begin and end. Null: UTC.
    // The point store reads this member, for the dates of a query.
    #[schema(example = "Europe/Berlin")]
    pub(crate) time_zone: Option<String>,
    /// The goals, at most 20.
    pub(crate) goals: Option<Vec<Goal>>,
}

/// A change of the profile, a JSON merge patch (RFC 7396): a field that is present replaces the stored
/// one, null removes it, and a missing field stays unchanged.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(crate) struct ProfileChange {
    /// The date of birth, `YYYY-MM-DD`.
    #[serde(deserialize_with = "lockstep_web::present")]
    #[schema(value_type = Option<String>, format = Date, example = "1990-05-17")]
    pub(crate) birth_date: Option<Option<String>>,
    /// The sex used by formulas.
    #[serde(deserialize_with = "lockstep_web::present")]
    #[schema(value_type = Option<Sex>)]
    pub(crate) sex: Option<Option<Sex>>,
    /// The maximum heart rate in beats per minute, 100 to 250.
    #[serde(deserialize_with = "lockstep_web::present")]
    #[schema(value_type = Option<f64>, example = 190)]
    pub(crate) max_heart_rate: Option<Option<f64>>,
    /// The resting heart rate in beats per minute, 25 to 120.
    #[serde(deserialize_with = "lockstep_web::present")]
    #[schema(value_type = Option<f64>, example = 52)]
    pub(crate) resting_heart_rate: Option<Option<f64>>,
    /// The body weight in kilograms, 2 to 500.
    #[serde(deserialize_with = "lockstep_web::present")]
    #[schema(value_type = Option<f64>, example = 70.5)]
    pub(crate) weight_kg: Option<Option<f64>>,
    /// The threshold power in watts, 30 to 800.
    #[serde(deserialize_with = "lockstep_web::present")]
    #[schema(value_type = Option<f64>, example = 260)]
    pub(crate) functional_threshold_power: Option<Option<f64>>,
    /// The IANA name of the time zone in which days begin and end. Null: UTC.
    #[serde(deserialize_with = "lockstep_web::present")]
    #[schema(value_type = Option<String>, example = "Europe/Berlin")]
    pub(crate) time_zone: Option<Option<String>>,
    /// The goals, at most 20; they replace all stored goals.
    #[serde(deserialize_with = "lockstep_web::present")]
    #[schema(value_type = Option<Vec<Goal>>)]
    pub(crate) goals: Option<Option<Vec<Goal>>>,
}

impl ProfileChange {
    /// Returns the profile after the change, unchecked.
    #[must_use]
    pub(crate) fn applied(self, before: Profile) -> Profile {
        Profile {
            birth_date: self.birth_date.unwrap_or(before.birth_date),
            sex: self.sex.unwrap_or(before.sex),
            max_heart_rate: self.max_heart_rate.unwrap_or(before.max_heart_rate),
            resting_heart_rate: self.resting_heart_rate.unwrap_or(before.resting_heart_rate),
            weight_kg: self.weight_kg.unwrap_or(before.weight_kg),
            functional_threshold_power: self
                .functional_threshold_power
                .unwrap_or(before.functional_threshold_power),
            time_zone: self.time_zone.unwrap_or(before.time_zone),
            goals: self.goals.unwrap_or(before.goals),
        }
    }
}

/// The sex used by formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Sex {
    /// Female.
    Female,
    /// Male.
    Male,
}

/// A goal of the profile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Goal {
    /// A point type of the catalogue or the name of a metric.
    #[schema(example = "steps")]
    pub(crate) metric: String,
    /// The target, in the canonical unit of the metric: of sleep and exercise in seconds.
    #[schema(example = 10000)]
    pub(crate) target: f64,
    /// The date of the goal, `YYYY-MM-DD`.
    #[schema(format = Date)]
    pub(crate) by: Option<String>,
}

impl Profile {
    /// Checks the range of every field, and fields that contradict each other. `now` is the current time. Targets of goals
    /// are checked apart, by [`Goal::check_sent`].
    pub(crate) fn checked(self, now: Timestamp) -> Result<Self, ApiError> {
        let between = |name: &str, value: Option<f64>, least: f64, most: f64| match value {
            Some(value) if !(least..=most).contains(&value) => Err(ApiError::invalid(
                name,
                format!("must be {least} to {most}"),
            )),
            _ => Ok(()),
        };
        between("maxHeartRate", self.max_heart_rate, 100.0, 250.0)?;
        between("restingHeartRate", self.resting_heart_rate, 25.0, 120.0)?;
        let rates = self.resting_heart_rate.zip(self.max_heart_rate);
        if rates.is_some_and(|(resting, maximum)| resting >= maximum) {
            return Err(ApiError::invalid(
                "restingHeartRate",
                "must be below maxHeartRate",
            ));
        }
        between("weightKg", self.weight_kg, 2.0, 500.0)?;
        between(
            "functionalThresholdPower",
            self.functional_threshold_power,
            30.0,
            800.0,
        )?;
        if let Some(birth) = &self.birth_date {
            let date = date("birthDate", birth)?;
            if date.year() < 1900 || self.today(now).is_some_and(|today| date > today) {
                return Err(ApiError::invalid(
                    "birthDate",
                    "must be from 1900-01-01 to the current date",
                ));
            }
        }
        if let Some(zone) = &self.time_zone {
            TimeZone::get(zone).map_err(|_| {
                ApiError::invalid("timeZone", "must be an IANA name such as Europe/Berlin")
            })?;
        }
        let goals = self.goals.as_deref().unwrap_or_default();
        if goals.len() > GOALS {
            return Err(ApiError::invalid(
                "goals",
                format!("must be {GOALS} at most"),
            ));
        }
        for (place, goal) in goals.iter().enumerate() {
            if !(1..=100).contains(&goal.metric.chars().count()) {
                let name = format!("goals[{place}].metric");
                return Err(ApiError::invalid(&name, "must be 1 to 100 characters"));
            }
            if let Some(by) = &goal.by {
                date(&format!("goals[{place}].by"), by)?;
            }
        }
        Ok(self)
    }

    /// Returns the time zone at whose midnight days begin.
    #[must_use]
    pub(crate) fn zone(&self) -> TimeZone {
        let named = self
            .time_zone
            .as_deref()
            .and_then(|name| TimeZone::get(name).ok());
        named.unwrap_or(TimeZone::UTC)
    }

    /// Returns the date of `now` in the profile's time zone.
    fn today(&self, now: Timestamp) -> Option<Date> {
        let now = jiff::Timestamp::from_millisecond(now.0).ok()?;
        Some(now.to_zoned(self.zone()).date())
    }

    /// Returns the whole years between birth and `now`.
    #[must_use]
    pub(crate) fn age(&self, now: Timestamp) -> Option<f64> {
        let birth: Date = self.birth_date.as_deref()?.parse().ok()?;
        let today = self.today(now)?;
        let had_birthday = (today.month(), today.day()) >= (birth.month(), birth.day());
        let years = today.year() - birth.year() - i16::from(!had_birthday);
        (years >= 0).then(|| f64::from(years))
    }
}

impl Goal {
    /// Checks the characters of names and the targets of goals that a request sends. Stored goals may be older than these
    /// rules: they must not prevent changes of other fields.
    pub(crate) fn check_sent(goals: &[Self]) -> Result<(), ApiError> {
        goals.iter().enumerate().try_for_each(|(place, goal)| {
            let named = format!("goals[{place}].metric");
            free_text::one_line(&goal.metric)
                .map_err(|reason| ApiError::invalid(&named, reason))?;
            let name = format!("goals[{place}].target");
            goal.check_target(&name)
        })
    }

    /// Checks that the target is a value that a day can have: 8 hours of sleep are not 8 seconds.
    fn check_target(&self, name: &str) -> Result<(), ApiError> {
        let Some(kind) = kind(type_of_goal(&self.metric)) else {
            return Ok(());
        };
        let Some(range) = kind.range else {
            return Ok(());
        };
        let by_type = LEAST_SECONDS.iter().find(|(name, _)| *name == kind.name);
        let minimum = by_type.map_or(range.low, |(_, seconds)| *seconds);
        if self.target >= minimum && kind.is_plausible(self.target) {
            return Ok(());
        }
        let bounds = match range.above_low {
            true => format!("above {minimum}, at most {}", range.high),
            false => format!("{minimum} to {}", range.high),
        };
        let reason = format!(
            "must be {bounds} in the unit of {}, {}",
            kind.name, kind.unit
        );
        Err(ApiError::invalid(name, reason))
    }
}

fn date(name: &str, text: &str) -> Result<Date, ApiError> {
    let plain = text.len() == 10;
    let date = text.parse().ok().filter(|_| plain);
    date.ok_or_else(|| ApiError::invalid(name, "must be a date, YYYY-MM-DD"))
}

const GOALS: usize = 20;
/// The least targets in seconds: smaller numbers are hours or minutes.
const LEAST_SECONDS: [(&str, f64); 2] = [("sleep_duration", 3600.0), ("exercise_duration", 300.0)];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checked_field_by_field() {
        let now: Timestamp = "2026-05-17T12:00:00Z".parse().unwrap();
        for (json, refused) in [
            (r"{}", None),
            (
                r#"{"maxHeartRate": 190, "sex": "female", "timeZone": "Europe/Berlin"}"#,
                None,
            ),
            (r#"{"maxHeartRate": 90}"#, Some("maxHeartRate")),
            (r#"{"restingHeartRate": 300}"#, Some("restingHeartRate")),
            (r#"{"weightKg": 0}"#, Some("weightKg")),
            (r#"{"birthDate": "17.05.1990"}"#, Some("birthDate")),
            (r#"{"birthDate": "1990-02-30"}"#, Some("birthDate")),
            (r#"{"birthDate": "1790-02-20"}"#, Some("birthDate")),
            (r#"{"birthDate": "2026-05-17"}"#, None),
            (r#"{"birthDate": "2026-05-18"}"#, Some("birthDate")),
            (
                r#"{"birthDate": "2026-05-18", "timeZone": "Pacific/Kiritimati"}"#,
                None,
            ),
            (r#"{"birthDate": "2030-01-01"}"#, Some("birthDate")),
            (
                r#"{"restingHeartRate": 110, "maxHeartRate": 100}"#,
                Some("restingHeartRate"),
            ),
            (
                r#"{"restingHeartRate": 100, "maxHeartRate": 100}"#,
                Some("restingHeartRate"),
            ),
            (r#"{"restingHeartRate": 99, "maxHeartRate": 100}"#, None),
            (r#"{"timeZone": "Berlin"}"#, Some("timeZone")),
            (r#"{"goals": [{"metric": "steps", "target": 10000}]}"#, None),
            (
                r#"{"goals": [{"metric": "sleepDuration", "target": 28800}]}"#,
                None,
            ),
            // Hours and minutes in place of seconds.
            (
                r#"{"goals": [{"metric": "sleepDuration", "target": 8}]}"#,
                Some("goals[0].target"),
            ),
            (
                r#"{"goals": [{"metric": "exercise_duration", "target": 30}]}"#,
                Some("goals[0].target"),
            ),
            (
                r#"{"goals": [{"metric": "restingHeartRate", "target": -5}]}"#,
                Some("goals[0].target"),
            ),
            (
                r#"{"goals": [{"metric": "hrvRmssd", "target": 0}]}"#,
                Some("goals[0].target"),
            ),
            (
                r#"{"goals": [{"metric": "a_type_of_ones_own", "target": -5}]}"#,
                None,
            ),
            (
                r#"{"goals": [{"metric": "", "target": 1}]}"#,
                Some("goals[0].metric"),
            ),
            (
                r#"{"goals": [{"metric": "a\u0000b", "target": 1}]}"#,
                Some("goals[0].metric"),
            ),
            (
                r#"{"goals": [{"metric": "steps", "target": 9000}, {"metric": "a\n", "target": 1}]}"#,
                Some("goals[1].metric"),
            ),
            (
                r#"{"goals": [{"metric": "steps", "target": 1000, "by": "soon"}]}"#,
                Some("goals[0].by"),
            ),
        ] {
            let profile: Profile = serde_json::from_str(json).unwrap();
            let goals = profile.goals.clone().unwrap_or_default();
            let checked = profile.checked(now);
            let checked = checked.and_then(|_| Goal::check_sent(&goals));
            let named = checked.err().and_then(|fault| {
                fault.details.unwrap()["parameter"]
                    .as_str()
                    .map(str::to_owned)
            });
            assert_eq!(named.as_deref(), refused, "{json}");
        }
    }

    #[test]
    fn age_turns_on_the_birthday() {
        let profile = |birth: &str| Profile {
            birth_date: Some(birth.to_owned()),
            ..Profile::default()
        };
        let now: Timestamp = "2026-05-17T12:00:00Z".parse().unwrap();
        for (birth, age) in [
            ("1990-05-17", Some(36.0)),
            ("1990-05-18", Some(35.0)),
            ("2027-01-01", None),
        ] {
            assert_eq!(profile(birth).age(now), age, "{birth}");
        }
        // A birth on a leap day: in other years, a year begins on 1 March.
        for (today, age) in [
            ("2026-02-28", 25.0),
            ("2026-03-01", 26.0),
            ("2028-02-28", 27.0),
            ("2028-02-29", 28.0),
        ] {
            let now: Timestamp = format!("{today}T12:00:00Z").parse().unwrap();
            assert_eq!(profile("2000-02-29").age(now), Some(age), "{today}");
        }
    }
}
