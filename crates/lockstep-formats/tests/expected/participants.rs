//! The table of daily values of several participants.

use std::path::Path;

use lockstep_formats::files::ReadFault;
use lockstep_metrics::{
    LoadBalance, hampel_outliers, mann_kendall, median, monotony, recovery, strain, theil_sen,
};
use lockstep_testkit::recordings;
use serde_json::Value;

use super::{DAY, Read, close, close_or_null, date, expected, read, written};

/// The daily series of a participant, with one entry per calendar day.
struct Days {
    first: i64,
    read: Read,
    length: usize,
}

impl Days {
    fn of(&self, kind: &str) -> Vec<Option<f64>> {
        let mut days = vec![None; self.length];
        for (at, value) in self.read.series.get(kind).into_iter().flatten() {
            days[((at - self.first) / DAY) as usize] = Some(*value);
        }
        days
    }
}

#[test]
fn every_participant_yields_the_reference_values() {
    let Some(folder) = recordings() else { return };
    let expected = &expected(&folder)["wellness"];
    let path = folder.join("wellness/lifesnaps-daily.csv");
    whole_table(&path, expected);

    let Err(ReadFault::ParticipantNeeded { some }) = read(&path, None) else {
        panic!("the table contains 36 people");
    };
    assert_eq!(some.len(), 5);
    assert!(matches!(
        read(&path, Some("nobody")),
        Err(ReadFault::NoSuchParticipant { .. })
    ));

    for (participant, row) in expected["per_participant"].as_object().unwrap() {
        println!("{participant}");
        let read = read(&path, Some(participant)).unwrap();
        assert_eq!(read.report.errors, [""; 0]);
        let first = date(&row["first_day"]);
        let length = row["calendar_days"].as_u64().unwrap() as usize;
        let days = Days {
            first,
            read,
            length,
        };
        for (kind, field, factor) in [
            ("resting_heart_rate", "resting_hr", 1.0),
            ("heart_rate_variability_rmssd", "rmssd", 1.0),
            ("steps", "steps", 1.0),
            // Both the table and the reference are in milliseconds.
            ("sleep_duration", "sleep_duration", 1000.0),
        ] {
            if let Some(row) = row.get(field) {
                let mut days = days.of(kind);
                for value in days.iter_mut().flatten() {
                    *value *= factor;
                }
                trends(&format!("{participant} {field}"), first, &days, row);
            }
        }
        if let Some(row) = row.get("recovery") {
            recoveries(participant, first, &days, row);
        }
        let zone = |column: &str| column_of(&path, participant, column, first, length);
        let loads: Vec<f64> = zone("minutes_in_default_zone_1")
            .into_iter()
            .zip(zone("minutes_in_default_zone_2"))
            .zip(zone("minutes_in_default_zone_3"))
            .map(|((one, two), three)| one + 2.0 * two + 3.0 * three)
            .collect();
        balances(participant, &loads, &row["load"]);
    }
}

/// Compares the counts over all people in the table.
fn whole_table(path: &Path, row: &Value) {
    let text = std::fs::read_to_string(path).unwrap();
    let ids = text
        .lines()
        .skip(1)
        .filter_map(|line| line.split(',').nth(1));
    let people: std::collections::BTreeSet<&str> = ids.collect();
    assert_eq!(Some(people.len() as u64), row["participants"].as_u64());
    let mut rows = 0;
    let mut values = std::collections::BTreeMap::<&str, Vec<f64>>::new();
    for participant in people {
        let read = read(path, Some(participant)).unwrap();
        rows += read.report.records;
        for (column, kind) in COLUMNS {
            let of_kind = read.as_read.get(kind).cloned().unwrap_or_default();
            values.entry(column).or_default().extend(of_kind);
        }
    }
    assert_eq!(Some(rows), row["rows"].as_u64());
    for (column, _) in COLUMNS {
        let count = values[column].len() as u64;
        assert_eq!(Some(count), row["values"][column].as_u64(), "{column}");
    }
    for (column, field) in [
        ("rmssd", "rmssd_not_positive"),
        ("resting_hr", "resting_hr_not_positive"),
    ] {
        let count = values[column].iter().filter(|value| **value <= 0.0).count();
        assert_eq!(Some(count as u64), row[field].as_u64(), "{field}");
    }
}

const COLUMNS: [(&str, &str); 7] = [
    ("rmssd", "heart_rate_variability_rmssd"),
    ("resting_hr", "resting_heart_rate"),
    ("sleep_duration", "sleep_duration"),
    ("steps", "steps"),
    ("spo2", "oxygen_saturation"),
    ("stress_score", "stress_management_score"),
    ("filteredDemographicVO2Max", "vo2_max"),
];

fn trends(name: &str, first: i64, days: &[Option<f64>], row: &Value) {
    let there: Vec<(f64, f64)> = (0..)
        .zip(days)
        .filter_map(|(day, value)| Some((f64::from(day), (*value)?)))
        .filter(|(_, value)| *value > 0.0 || !name.ends_with("rmssd"))
        .collect();
    let values: Vec<f64> = there.iter().map(|(_, value)| *value).collect();
    assert_eq!(Some(values.len() as u64), row["n"].as_u64(), "{name}");
    close(
        values.iter().sum::<f64>() / values.len() as f64,
        &row["mean"],
        name,
    );
    close(median(&mut values.clone()).unwrap(), &row["median"], name);
    let trend = mann_kendall(&values).unwrap();
    let direction = match trend.s {
        _ if trend.p >= 0.05 => "stable",
        s if s > 0 => "increasing",
        _ => "decreasing",
    };
    assert_eq!(row["trend"], direction, "{name}");
    assert_eq!(Some(trend.s), row["mann_kendall_s"].as_i64(), "{name}");
    close(trend.p, &row["mann_kendall_p"], &format!("{name} p"));
    let slope = theil_sen(&there).unwrap();
    close(
        slope,
        &row["theil_sen_slope_per_day"],
        &format!("{name} slope"),
    );
    let outliers: Vec<String> = hampel_outliers(&values)
        .into_iter()
        .map(|at| written(first + there[at].0 as i64 * DAY)[..10].to_owned())
        .collect();
    assert_eq!(Value::from(outliers), row["hampel_outlier_days"], "{name}");
}

fn recoveries(name: &str, first: i64, days: &Days, row: &Value) {
    let last = ((date(&row["day"]) - first) / DAY) as usize;
    let until = |kind: &str| days.of(kind)[..=last].to_vec();
    let rmssd = until("heart_rate_variability_rmssd");
    let resting = until("resting_heart_rate");
    let found = recovery(&rmssd, &resting, &[]).unwrap();
    close(found.score, &row["score"], name);
    let alone = recovery(&rmssd, &[], &[]).unwrap();
    close(alone.score, &row["score_hrv"], name);
    for (against, sign, row) in [
        (found.variability.unwrap(), 1.0, &row["hrv"]),
        (found.resting.unwrap(), -1.0, &row["resting_hr"]),
    ] {
        assert_eq!(Some(against.days as u64), row["n7"].as_u64(), "{name}");
        assert_eq!(
            Some(against.baseline_days as u64),
            row["n_baseline"].as_u64(),
            "{name}"
        );
        close(against.mean, &row["mean7"], name);
        close(against.baseline, &row["mu"], name);
        close(against.spread, &row["sd"], name);
        close(sign * against.z, &row["z"], name);
    }
}

fn balances(name: &str, loads: &[f64], row: &Value) {
    close(loads.iter().sum(), &row["total"], name);
    let balance = LoadBalance::of(loads);
    close(balance.chronic, &row["ctl"], name);
    close(balance.acute, &row["atl"], name);
    close(balance.training_stress_balance(), &row["tsb"], name);
    close(balance.fatigue().unwrap(), &row["fatigue"], name);
    close_or_null(monotony(loads).ok(), &row["monotony7"], name);
    close_or_null(strain(loads).ok(), &row["strain7"], name);
}

/// Returns a column without a type in the catalogue; missing days are 0.
fn column_of(path: &Path, participant: &str, column: &str, first: i64, length: usize) -> Vec<f64> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap().split(',').collect();
    let at = header.iter().position(|name| *name == column).unwrap();
    let mut days = vec![0.0; length];
    for line in lines {
        let mut quoted = false;
        let fields: Vec<&str> = line
            .split(|character: char| {
                quoted ^= character == '"';
                character == ',' && !quoted
            })
            .collect();
        if fields[1] == participant {
            let day = date(&Value::from(fields[2]));
            days[((day - first) / DAY) as usize] = fields[at].parse().unwrap_or(0.0);
        }
    }
    days
}
