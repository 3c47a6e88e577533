//! Parses the requested metrics.

use std::collections::BTreeSet;

use lockstep_web::ApiError;

/// A metric of `GET /metrics`: first the fields of the specification, then the extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the wire type says what each is")]
pub enum Metric {
    HeartRateZones,
    RecoveryScore,
    TrainingLoad,
    FatigueLevel,
    AcuteLoad,
    ChronicLoad,
    TrainingStressBalance,
    Monotony,
    Strain,
    NormalizedPower,
    RestingHeartRate,
    HrvRmssd,
    SleepDuration,
    Steps,
    Vo2maxEstimate,
    DayStrain,
    EfficiencyFactor,
    SleepRegularityIndex,
}

impl Metric {
    /// Returns the API name.
    #[must_use]
    pub fn name(self) -> &'static str {
        let (_, name) = NAMES[self as usize];
        name
    }
}

/// The requested metrics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestedMetrics(BTreeSet<Metric>);

impl RequestedMetrics {
    /// Parses comma-separated names; the default is the four fields of the specification.
    ///
    /// # Errors
    /// A name is empty or unknown.
    pub(crate) fn read(names: Option<&str>) -> Result<Self, ApiError> {
        let Some(names) = names else {
            return Ok(Self(NAMES[..FIELDS].iter().map(|(one, _)| *one).collect()));
        };
        let metric = |name: &str| {
            let found = NAMES.iter().find(|(_, known)| *known == name.trim());
            found.map(|(metric, _)| *metric).ok_or_else(|| {
                let known: Vec<&str> = NAMES.iter().map(|(_, name)| *name).collect();
                let reason = format!("must be names out of {}", known.join(", "));
                ApiError::invalid("metrics", reason)
            })
        };
        Ok(Self(
            names.split(',').map(metric).collect::<Result<_, _>>()?,
        ))
    }

    /// Returns every metric.
    #[cfg(test)]
    pub(crate) fn all() -> Vec<Metric> {
        NAMES.iter().map(|(metric, _)| *metric).collect()
    }

    /// Returns whether one of these metrics is requested.
    #[must_use]
    pub(crate) fn any(&self, metrics: &[Metric]) -> bool {
        metrics.iter().any(|metric| self.0.contains(metric))
    }
}

/// The names in the order of the enum; the first [`FIELDS`] are the specification's.
const NAMES: [(Metric, &str); 18] = [
    (Metric::HeartRateZones, "heartRateZones"),
    (Metric::RecoveryScore, "recoveryScore"),
    (Metric::TrainingLoad, "trainingLoad"),
    (Metric::FatigueLevel, "fatigueLevel"),
    (Metric::AcuteLoad, "acuteLoad"),
    (Metric::ChronicLoad, "chronicLoad"),
    (Metric::TrainingStressBalance, "trainingStressBalance"),
    (Metric::Monotony, "monotony"),
    (Metric::Strain, "strain"),
    (Metric::NormalizedPower, "normalizedPower"),
    (Metric::RestingHeartRate, "restingHeartRate"),
    (Metric::HrvRmssd, "hrvRmssd"),
    (Metric::SleepDuration, "sleepDuration"),
    (Metric::Steps, "steps"),
    (Metric::Vo2maxEstimate, "vo2maxEstimate"),
    (Metric::DayStrain, "dayStrain"),
    (Metric::EfficiencyFactor, "efficiencyFactor"),
    (Metric::SleepRegularityIndex, "sleepRegularityIndex"),
];
const FIELDS: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_the_order_of_the_enum() {
        for (place, (metric, name)) in NAMES.iter().enumerate() {
            assert_eq!(*metric as usize, place);
            assert_eq!(metric.name(), *name);
        }
    }

    /// The headings of `docs/metrics.md` name each metric once and nothing else as code, and the page has the version of the
    /// definitions.
    #[test]
    fn every_metric_is_defined() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/metrics.md");
        let page = std::fs::read_to_string(page).unwrap();
        let headings = page.lines().filter(|line| line.starts_with("## "));
        let mut defined: Vec<&str> = headings
            .flat_map(|line| line.split('`').skip(1).step_by(2))
            .collect();
        let mut known: Vec<&str> = RequestedMetrics::all()
            .into_iter()
            .map(Metric::name)
            .collect();
        defined.sort_unstable();
        known.sort_unstable();
        assert_eq!(defined, known);
        assert!(page.contains(&format!("`{}`", lockstep_metrics::DEFINITIONS)));
    }

    #[test]
    fn names_are_read() {
        for (text, expected) in [
            (None, Some(&NAMES[..FIELDS])),
            (Some("steps"), Some(&NAMES[13..14])),
            (Some(" steps , steps"), Some(&NAMES[13..14])),
            (Some("heartRateZones,recoveryScore"), Some(&NAMES[..2])),
            (Some(""), None),
            (Some("steps,"), None),
            (Some("Steps"), None),
            (Some("steps,heart_rate"), None),
        ] {
            let found = RequestedMetrics::read(text);
            let named =
                |fault: &ApiError| fault.details.as_ref().unwrap()["parameter"] == "metrics";
            assert!(found.as_ref().err().is_none_or(named), "{text:?}");
            let expected = expected.map(|names| names.iter().map(|(one, _)| *one).collect());
            assert_eq!(found.ok().map(|wanted| wanted.0), expected, "{text:?}");
        }
    }
}
