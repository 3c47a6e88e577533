//! Sessions, other records, and foreign databases.

use super::*;

#[test]
fn sessions_have_the_laps_distance_and_energy_of_their_device() {
    let minute = 60_000;
    let at = |minutes: i64| START.0 + minutes * minute;
    let session = interval(
        "exercise_session_record_table",
        "exercise_type, title",
        (at(0), at(30), 0),
        "33, 'Run'",
    );
    let row = |table: &str, column: &str, (from, to): (i64, i64), value: f64, device: i64| {
        format!(
            "INSERT INTO {table} (app_info_id, device_info_id, start_time, end_time, {column}) VALUES (3, \
             {device}, {}, {}, {value});",
            at(from),
            at(to)
        )
    };
    let table = |name: &str, column: &str| {
        format!("CREATE TABLE {name} ({RECORD}, {INTERVAL}, {column} REAL);")
    };
    let distance = ("distance_record_table", "distance");
    let energy = ("active_calories_burned_record_table", "energy");
    let laps = format!(
        "CREATE TABLE exercise_laps_table (parent_key INTEGER, lap_start_time INTEGER, lap_end_time INTEGER, \
            lap_length REAL);
        INSERT INTO exercise_laps_table VALUES (1, {1}, {2}, 2500.0), (1, {0}, {1}, 3000.0), (9, {0}, {1}, 1);",
        at(0),
        at(15),
        at(30)
    );
    for (records, expected) in [
        // A record that ends after the session counts in proportion; another device does not count.
        (
            vec![
                row(distance.0, distance.1, (0, 20), 4000.0, 5),
                row(distance.0, distance.1, (20, 40), 2000.0, 5),
                row(distance.0, distance.1, (0, 30), 9000.0, 6),
                row(energy.0, energy.1, (0, 30), 300_000.0, 5),
            ],
            (Some(5000.0), Some(300.0)),
        ),
        // Records of a third of the session give no sum.
        (
            vec![row(distance.0, distance.1, (0, 10), 4000.0, 5)],
            (None, None),
        ),
        (
            vec![
                row(distance.0, distance.1, (30, 60), 4000.0, 5),
                row(distance.0, distance.1, (20, 10), 4000.0, 5),
                row(distance.0, distance.1, (0, 30), -1.0, 5),
            ],
            (None, None),
        ),
    ] {
        let tables = [table(distance.0, distance.1), table(energy.0, energy.1)].concat();
        let all = [tables, session.clone(), laps.clone(), records.concat()];
        let (report, _) = read(&export(&all.concat()));
        let [one] = report.activities.as_slice() else {
            panic!("{report:?}")
        };
        assert_eq!((one.distance_meters, one.energy_kcal), expected);
        let laps: Vec<_> = one
            .laps
            .iter()
            .map(|lap| (lap.start, lap.distance_meters))
            .collect();
        assert_eq!(laps, [(at(0), Some(3000.0)), (at(15), Some(2500.0))]);
        assert_eq!(report.skipped, []);
    }
}

#[test]
fn other_records_are_counted_and_impossible_times_reported() {
    let steps = interval("steps_record_table", "count", (-1, 0, 0), "1");
    let late = "INSERT INTO steps_record_table (start_time, count) VALUES (9000000000000, 1), (NULL, 1), \
        ('text', 1), (0, 'text');";
    let nutrition = "CREATE TABLE nutrition_record_table (row_id INTEGER PRIMARY KEY, energy REAL);
        INSERT INTO nutrition_record_table VALUES (1, 2.0), (2, 3.0);
        CREATE VIEW weight_record_table AS SELECT 1 AS row_id, 0 AS time, 70000.0 AS weight;";
    let bytes = export(&[&steps, late, nutrition].concat());
    let (report, points) = read(&bytes);
    assert_eq!(points, []);
    assert_eq!(
        report.errors,
        [
            "steps_record_table row 1: timestamp: 1969-12-31T23:59:59.999Z is before 1970: correct the time in the file",
            "steps_record_table row 2: timestamp: 2255-03-14T16:00:00.000Z is more than 24 hours ahead: correct the time in the file, or the clock of the server",
            "steps_record_table row 3: timestamp: is missing",
            "steps_record_table row 4: timestamp: is missing",
        ]
    );
    let skipped: Vec<_> = report
        .skipped
        .iter()
        .map(|it| (it.what.as_str(), it.count))
        .collect();
    assert_eq!(skipped, [("nutrition_record_table", 2)]);
}

#[test]
fn only_databases_of_health_connect_are_read() {
    let steps = interval("steps_record_table", "count", (START.0, START.0, 0), "1");
    let bytes = export(&steps);
    let zipped = archive(&[
        member("health_connect_export.db", &bytes, true, true),
        member(
            "other.db",
            &file(|it| it.execute_batch("CREATE TABLE x (y)").unwrap()),
            true,
            true,
        ),
        member("thumbs.db", b"\xd0\xcf\x11\xe0", true, true),
    ]);
    let (report, points) = read(&zipped);
    assert_eq!((points.len(), report.errors.len()), (1, 0));
    let skipped: Vec<_> = report.skipped.iter().map(|it| it.what.as_str()).collect();
    assert_eq!(skipped, ["other.db", "thumbs.db"]);
    match read_bytes(&export("")) {
        Err(ReadFault::Unrecognised { seen: Some(seen) }) => {
            assert!(seen.contains("SQLite"), "{seen}");
        }
        other => panic!("{other:?}"),
    }
    // A damaged table does not affect the others.
    let span = (START.0, START.0, 0);
    let more = interval("distance_record_table", "distance", span, "1.5");
    let mut bytes = export(&[steps, more].concat());
    let mut alone = 0;
    for page in 1..bytes.len() / 4096 {
        if bytes[page * 4096] == 13 {
            let mut changed = bytes.clone();
            changed[page * 4096] = 2;
            let (report, points) = read(&changed);
            alone += usize::from((report.errors.len(), points.len()) == (1, 1));
        }
    }
    assert_eq!(alone, 2);
    bytes.truncate(bytes.len() / 2);
    match read_with(bytes.as_slice(), &Options::at(NOW.0)) {
        Ok((report, _)) => assert!(!report.errors.is_empty()),
        Err(ReadFault::Unrecognised { .. }) => {}
        Err(other) => panic!("{other}"),
    }
}
