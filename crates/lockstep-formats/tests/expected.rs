//! Compares every real recording of the shared test data with reference values from independent
//! tools. Its `expected.json` contains the definitions.

#![expect(clippy::unwrap_used, reason = "a failed setup fails the test")]

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use lockstep_formats::catalogue;
use lockstep_formats::files::{self, Options, ReadFault, ReadReport};
use lockstep_metrics::{
    Arbitration, Banister, DeviceClass, Edwards, IntervalBuilder, LoadBalance, MeanMaximal,
    NormalizedPower, Reading, Readings, Sex, SuccessiveDifferences, Zones, hampel_outliers,
    mann_kendall, median, monotony, recovery, session_impulse, strain, theil_sen,
};
use lockstep_store::Timestamp;
use lockstep_testkit::recordings;
use serde_json::Value;

/// The series of a file: type → time → canonical value. Of several values with one time the last
/// counts, as in the store.
type Series = BTreeMap<String, BTreeMap<i64, f64>>;

fn expected(folder: &Path) -> Value {
    let text = std::fs::read_to_string(folder.join("expected.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

struct Read {
    report: ReadReport,
    /// The series by type.
    series: Series,
    /// All values in the order of the file, by type.
    as_read: BTreeMap<String, Vec<f64>>,
}

fn read(path: &Path, participant: Option<&str>) -> Result<Read, ReadFault<Infallible>> {
    let mut reader = BufReader::new(File::open(path).unwrap());
    let mut options = Options::at(1_795_216_346_000);
    options.participant = participant;
    let mut series = Series::new();
    let mut as_read = BTreeMap::<String, Vec<f64>>::new();
    let mut devices = Vec::new();
    let report = files::read(&mut reader, &options, &mut |point| {
        let value = catalogue::canonical(point.kind, point.unit, point.value);
        let value = value.expect("files are read as known types in units that convert");
        let kind = point.kind.to_owned();
        as_read.entry(kind.clone()).or_default().push(value);
        series
            .entry(kind)
            .or_default()
            .insert(point.timestamp, value);
        if devices.last().is_none_or(|last| last != point.device) {
            devices.push(point.device.to_owned());
        }
        Ok(())
    })?;
    println!("devices: {devices:?}");
    let points: usize = as_read.values().map(Vec::len).sum();
    assert_eq!(report.points, points as u64);
    Ok(Read {
        report,
        series,
        as_read,
    })
}

/// Returns the plausible values of a series.
fn plausible(series: &Series, kind: &str) -> Vec<(i64, f64)> {
    let entry = catalogue::kind(kind).unwrap();
    let all = series.get(kind).into_iter().flatten();
    all.map(|(at, value)| (*at, *value))
        .filter(|(_, value)| entry.is_plausible(*value))
        .collect()
}

#[track_caller]
fn close(found: f64, expected: &Value, what: &str) {
    let expected = expected
        .as_f64()
        .unwrap_or_else(|| panic!("{what}: {expected}"));
    let allowed = 1e-4 * expected.abs() + 1e-9;
    assert!(
        (found - expected).abs() <= allowed,
        "{what}: {found}, not {expected}"
    );
}

#[track_caller]
fn close_or_null(found: Option<f64>, expected: &Value, what: &str) {
    match found {
        Some(found) => close(found, expected, what),
        None => assert!(expected.is_null(), "{what}: no value, not {expected}"),
    }
}

#[test]
fn every_activity_yields_the_reference_values() {
    let Some(folder) = recordings() else { return };
    let expected = expected(&folder);
    let activities = expected["activities"].as_object().unwrap();
    assert_eq!(activities.len(), 10);
    for (name, row) in activities {
        println!("{name}");
        let read = read(&folder.join(name), None).unwrap();
        figures_of_the_file(name, row, &read);
        let rates = plausible(&read.series, "heart_rate");
        figures_of_heart_rate(name, row, &rates);
        if row.get("power_samples").is_some() {
            figures_of_power(name, row, &plausible(&read.series, "power"), &read);
        }
        if let Some(rr) = row.get("rr") {
            let mut differences = SuccessiveDifferences::default();
            for interval in read.series["rr_interval"].values() {
                differences.push(*interval);
            }
            assert_eq!(
                Some(differences.intervals()),
                rr["rr_count"].as_u64(),
                "{name}"
            );
            assert_eq!(
                Some(differences.sieved_pairs()),
                rr["pairs_kept"].as_u64(),
                "{name}"
            );
            close(differences.raw().unwrap(), &rr["rmssd_raw_ms"], name);
            close(
                differences.filtered_rmssd().unwrap(),
                &rr["rmssd_filtered_ms"],
                name,
            );
        }
    }
}

fn figures_of_the_file(name: &str, row: &Value, read: &Read) {
    let report = &read.report;
    assert_eq!(Some(report.records), row["records"].as_u64(), "{name}");
    let damaged = !row["decode_error"].is_null();
    assert_eq!(
        report.errors.len(),
        usize::from(damaged),
        "{name}: {:?}",
        report.errors
    );
    assert_eq!(report.further_errors, 0);
    if damaged {
        // The last message begins 18 bytes before the end of the file and exceeds the stated size.
        assert_eq!(
            report.errors[0],
            "byte 403438: a message exceeds the size that the header states"
        );
    }
    let of_activities: u64 = report
        .activities
        .iter()
        .map(|activity| activity.records)
        .sum();
    assert_eq!(of_activities, report.records, "{name}");
    let (first, last) = report.span.expect("there are records");
    assert_eq!(written(first), row["first_timestamp"], "{name}");
    assert_eq!(written(last), row["last_timestamp"], "{name}");
    let Some(sessions) = row.get("device_reported_sessions") else {
        assert_eq!(report.activities.len(), 1, "{name}");
        return;
    };
    // The reference lists the sessions in the file's order, the report by their start.
    let mut sessions = sessions.as_array().unwrap().clone();
    assert_eq!(report.activities.len(), sessions.len(), "{name}");
    for activity in &report.activities {
        let at = sessions.iter().position(|session| {
            session["sport"].as_str() == activity.sport.as_deref()
                && session["total_elapsed_time"].as_f64() == Some(activity.duration_seconds)
                && session["total_timer_time"].as_f64() == activity.timer_seconds
        });
        sessions.remove(at.unwrap_or_else(|| panic!("{name}: {activity:?}")));
    }
}

/// Formats a time as the reference does.
fn written(at: i64) -> String {
    let text = Timestamp(at).to_string();
    match text.strip_suffix(".000Z") {
        Some(whole) => format!("{whole}Z"),
        None => text.replace('Z', "000Z"),
    }
}

fn figures_of_heart_rate(name: &str, row: &Value, rates: &[(i64, f64)]) {
    let count = |field: &str| row[field].as_u64().map(|count| count as usize);
    assert_eq!(Some(rates.len()), count("hr_distinct_timestamps"), "{name}");
    let values = || rates.iter().map(|(_, rate)| *rate);
    assert_eq!(values().reduce(f64::min), row["hr_min"].as_f64(), "{name}");
    assert_eq!(values().reduce(f64::max), row["hr_max"].as_f64(), "{name}");
    let gaps = rates
        .windows(2)
        .filter(|pair| pair[1].0 - pair[0].0 > IntervalBuilder::MAX_INTERVAL_MILLIS);
    assert_eq!(Some(gaps.count()), count("hr_gaps_over_30s"), "{name}");

    for parameters in row["hr_params"].as_array().unwrap() {
        let maximum = parameters["max_hr"].as_f64().unwrap();
        let resting = parameters["resting_hr"].as_f64().unwrap();
        let mut zones = Zones::new(maximum);
        let mut edwards = Edwards::new(maximum);
        let mut male = Banister::new(maximum, resting, Sex::Male);
        let mut female = Banister::new(maximum, resting, Sex::Female);
        let mut holding = IntervalBuilder::default();
        let mut weighted = 0.0;
        for (at, rate) in rates {
            let reading = Reading {
                at: *at,
                value: *rate,
                confidence: None,
            };
            if let Some(interval) = holding.push(reading) {
                zones.add(&interval);
                edwards.add(&interval);
                male.add(&interval);
                female.add(&interval);
                weighted += interval.value * interval.seconds();
            }
        }
        let covered = zones.covered_seconds();
        let seconds = &parameters["time_in_zone_s"];
        let mut pairs = vec![
            (covered, &row["hr_covered_s"]),
            (zones.seconds_below(), &seconds["below"]),
        ];
        for (zone, found) in zones.seconds().into_iter().enumerate() {
            pairs.push((found, &seconds[format!("zone{}", zone + 1)]));
        }
        for (found, expected) in pairs {
            let expected = expected.as_f64().unwrap();
            assert!(
                (found - expected).abs() <= 0.01,
                "{name}: {found} s, not {expected}"
            );
        }
        // The same ride from two devices must not count twice.
        let device = || Readings {
            class: DeviceClass::Wrist,
            intervals: IntervalBuilder::intervals(rates.iter().map(|(at, rate)| Reading {
                at: *at,
                value: *rate,
                confidence: None,
            })),
        };
        let mut once = Zones::new(maximum);
        Arbitration::new(vec![device(), device()]).for_each(|interval| once.add(&interval));
        assert_eq!(once, zones, "{name}");

        let mean = weighted / covered;
        let session = session_impulse(covered / 60.0, mean, maximum, resting, Sex::Male);
        for (found, field) in [
            (zones.weighted_impulse(), "zone_weighted_trimp"),
            (edwards.impulse(), "edwards_trimp"),
            (male.impulse(), "banister_trimp_male"),
            (female.impulse(), "banister_trimp_female"),
            (session, "banister_trimp_male_session_mean"),
            (mean, "time_weighted_mean_hr"),
        ] {
            close(found, &parameters[field], &format!("{name} {field}"));
        }
    }
    best_means(name, &row["best_mean_hr"], rates);
}

fn figures_of_power(name: &str, row: &Value, power: &[(i64, f64)], read: &Read) {
    let all = &read.as_read["power"];
    assert_eq!(
        Some(all.len() as u64),
        row["power_samples"].as_u64(),
        "{name}"
    );
    close(
        all.iter().sum::<f64>() / all.len() as f64,
        &row["power_mean"],
        name,
    );
    close(
        all.iter().copied().fold(0.0, f64::max),
        &row["power_max"],
        name,
    );
    let mut normalized = NormalizedPower::default();
    for (at, watts) in power {
        normalized.push(*at, *watts);
    }
    close_or_null(
        normalized.finish(),
        &row["normalized_power"],
        &format!("{name} NP"),
    );
    best_means(name, &row["best_mean_power"], power);
}

fn best_means(name: &str, expected: &Value, readings: &[(i64, f64)]) {
    let expected = expected.as_object().unwrap();
    let durations: Vec<usize> = expected.keys().map(|text| text.parse().unwrap()).collect();
    let mut bests = MeanMaximal::new(&durations);
    for (at, value) in readings {
        bests.push(*at, *value);
    }
    for (found, (duration, expected)) in bests.finish().into_iter().zip(expected) {
        close_or_null(
            found,
            expected,
            &format!("{name} best mean over {duration} s"),
        );
    }
}

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

fn date(text: &Value) -> i64 {
    let date: jiff::civil::Date = text.as_str().unwrap().parse().unwrap();
    date.to_zoned(jiff::tz::TimeZone::UTC)
        .unwrap()
        .timestamp()
        .as_millisecond()
}

#[test]
fn the_fitbit_tables_yield_the_reference_values() {
    let Some(folder) = recordings() else { return };
    let expected = &expected(&folder)["fitbit"];
    let people = |file: &str| {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        let ids = text
            .lines()
            .skip(1)
            .filter_map(|line| line.split(',').next());
        ids.map(str::to_owned)
            .collect::<std::collections::BTreeSet<_>>()
    };
    let activity = "wellness/fitbit-daily-activity.csv";
    let row = &expected["daily_activity"];
    let (mut rows, mut steps, mut still) = (0, 0.0, 0);
    let everybody = people(activity);
    assert_eq!(Some(everybody.len() as u64), row["participants"].as_u64());
    for participant in &everybody {
        let read = read(&folder.join(activity), Some(participant)).unwrap();
        assert_eq!(read.report.errors, [""; 0]);
        rows += read.report.records;
        steps += read.as_read["steps"].iter().sum::<f64>();
        still += read.as_read["steps"]
            .iter()
            .filter(|steps| **steps == 0.0)
            .count();
        let times = || read.series["steps"].keys();
        let last = date(&row["last_day"]) + NOON;
        assert!(times().all(|at| (date(&row["first_day"])..=last).contains(at)));
        let first = &expected["first_participant"];
        if Some(participant.as_str()) == first["id"].as_u64().map(|id| id.to_string()).as_deref() {
            let all = &read.series["steps"];
            assert_eq!(Some(all.len() as u64), first["days"].as_u64());
            let total: f64 = all.values().sum();
            close(total, &first["total_steps"], participant);
            close(total / all.len() as f64, &first["mean_steps"], participant);
            assert_eq!(
                read.series["distance"][&(date(&row["first_day"]) + NOON)],
                8500.0
            );
        }
    }
    assert_eq!(Some(rows), row["rows"].as_u64());
    assert_eq!(Some(steps), row["total_steps"].as_f64());
    assert_eq!(Some(still as u64), row["zero_step_days"].as_u64());

    let sleep = "wellness/fitbit-sleep-day.csv";
    let row = &expected["sleep_day"];
    let (mut rows, mut as_read, mut once, mut repeated) = (0, 0.0, 0.0, 0);
    let everybody = people(sleep);
    assert_eq!(Some(everybody.len() as u64), row["participants"].as_u64());
    for participant in everybody {
        let read = read(&folder.join(sleep), Some(&participant)).unwrap();
        rows += read.report.records;
        as_read += read.as_read["sleep_duration"].iter().sum::<f64>();
        once += read.series["sleep_duration"].values().sum::<f64>();
        repeated += read.as_read["sleep_duration"].len() - read.series["sleep_duration"].len();
    }
    assert_eq!(Some(repeated as u64), row["duplicate_rows"].as_u64());
    assert_eq!(Some(rows), row["rows"].as_u64());
    assert_eq!(Some(as_read / 60.0), row["total_minutes_asleep"].as_f64());
    assert_eq!(
        Some(once / 60.0),
        row["total_minutes_asleep_without_duplicates"].as_f64()
    );
}

const DAY: i64 = 86_400_000;
/// The time of a value of a whole day, after its midnight in UTC.
const NOON: i64 = DAY / 2 + 1;
