//! The tables of a Fitbit export.

use lockstep_testkit::recordings;

use super::{DAY, close, date, expected, read};

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

/// The time of a value of a whole day, after its midnight in UTC.
const NOON: i64 = DAY / 2 + 1;
