//! Each reference value is compared, or listed with the reason.

use lockstep_testkit::recordings;
use serde_json::Value;

use super::expected;

/// Every reference value that does not belong to an activity is either compared above or listed
/// here with the reason. A new value in the reference fails the test.
#[test]
fn every_wellness_row_is_compared_or_listed() {
    let Some(folder) = recordings() else { return };
    let expected = expected(&folder);
    let mut rows = std::collections::BTreeSet::new();
    for part in ["wellness", "fitbit"] {
        leaves(part, &expected[part], &mut rows);
    }
    for row in rows {
        let compared = COMPARED.iter().any(|(part, names)| {
            let rest = row.strip_prefix(part);
            rest.is_some_and(|rest| names.split(' ').any(|name| name == rest))
        });
        let named = NOT_COMPARED.iter().any(|(named, _)| row.starts_with(named));
        assert!(compared != named, "{row}");
    }
}

/// Collects the paths of an object's leaves. All participants share one path.
fn leaves(path: &str, value: &Value, rows: &mut std::collections::BTreeSet<String>) {
    let Some(fields) = value.as_object() else {
        rows.insert(path.to_owned());
        return;
    };
    for (name, value) in fields {
        let name = if path.ends_with("per_participant") {
            "*"
        } else {
            name.as_str()
        };
        leaves(&format!("{path}.{name}"), value, rows);
    }
}

const COMPARED: &[(&str, &str)] = &[
    (
        "wellness.",
        "rows participants rmssd_not_positive resting_hr_not_positive",
    ),
    (
        "wellness.values.",
        "rmssd resting_hr sleep_duration steps spo2 stress_score filteredDemographicVO2Max",
    ),
    ("wellness.per_participant.*.resting_hr.", OF_SERIES),
    ("wellness.per_participant.*.rmssd.", OF_SERIES),
    ("wellness.per_participant.*.steps.", OF_SERIES),
    ("wellness.per_participant.*.sleep_duration.", OF_SERIES),
    ("wellness.per_participant.*.recovery.", "score_hrv score"),
    ("wellness.per_participant.*.recovery.hrv.", OF_BASELINE),
    (
        "wellness.per_participant.*.recovery.resting_hr.",
        OF_BASELINE,
    ),
    (
        "wellness.per_participant.*.load.",
        "total ctl atl tsb fatigue monotony7 strain7",
    ),
    (
        "fitbit.daily_activity.",
        "rows participants total_steps zero_step_days first_day last_day",
    ),
    (
        "fitbit.sleep_day.",
        "rows participants duplicate_rows total_minutes_asleep \
         total_minutes_asleep_without_duplicates",
    ),
    ("fitbit.first_participant.", "days total_steps mean_steps"),
];
const OF_SERIES: &str = "n mean median theil_sen_slope_per_day mann_kendall_s mann_kendall_p trend \
                         hampel_outlier_days";
const OF_BASELINE: &str = "n7 mean7 n_baseline mu sd z";
const NOT_COMPARED: &[(&str, &str)] = &[
    ("wellness.file", "identifies the table"),
    (
        "wellness.sha256",
        "describes the table; the counts show that it was read completely",
    ),
    ("wellness.definitions", "words"),
    (
        "wellness.values.nremhr",
        "not a type of the catalogue, so not imported",
    ),
    (
        "wellness.per_participant.*.first_day",
        "the start of the series: an input",
    ),
    (
        "wellness.per_participant.*.last_day",
        "the end of the series, which `calendar_days` implies",
    ),
    (
        "wellness.per_participant.*.calendar_days",
        "the length of the series: an input",
    ),
    (
        "wellness.per_participant.*.recovery.day",
        "the day in question: an input",
    ),
    ("fitbit.note", "words"),
    ("fitbit.first_participant.id", "the participant: an input"),
];
