//! Exports of Health Connect, Open mHealth and Takeout.

use super::*;

#[test]
fn health_connect_records_become_points() {
    let device = "Health Connect com.example";
    for (kind, value, expected) in [
        ("Steps", r#""count": 17"#, ("steps", 17.0, "count")),
        ("StepsRecord", r#""count": 17"#, ("steps", 17.0, "count")),
        (
            "Weight",
            r#""weight": {"unit": "kilograms", "value": 70.5}"#,
            ("weight", 70.5, "kg"),
        ),
        (
            "Weight",
            r#""weight": {"inGrams": 70500.0, "inKilograms": 70.5, "inPounds": 155.4}"#,
            ("weight", 70.5, "kg"),
        ),
        (
            "Weight",
            r#""weight": {"inPounds": 155.5}"#,
            ("weight", 155.5, "lb"),
        ),
        (
            "Distance",
            r#""distance": {"inMiles": 1.5}"#,
            ("distance", 1.5, "mi"),
        ),
        (
            "ActiveCaloriesBurned",
            r#""energy": {"inKilocalories": 12.5}"#,
            ("energy", 12.5, "kcal"),
        ),
        (
            "RestingHeartRate",
            r#""beatsPerMinute": 52"#,
            ("resting_heart_rate", 52.0, "bpm"),
        ),
        (
            "HeartRateVariabilityRmssd",
            r#""heartRateVariabilityMillis": 45.5"#,
            ("heart_rate_variability_rmssd", 45.5, "ms"),
        ),
        (
            "OxygenSaturation",
            r#""percentage": 97"#,
            ("oxygen_saturation", 97.0, "%"),
        ),
        (
            "BodyTemperature",
            r#""temperature": {"inFahrenheit": 98.5}"#,
            ("body_temperature", 98.5, "degF"),
        ),
        (
            "HeartRate",
            r#""samples": [{"time": "2026-06-01T06:00:00Z", "beatsPerMinute": 61}]"#,
            ("heart_rate", 61.0, "/min"),
        ),
        (
            "Power",
            r#""samples": [{"time": "2026-06-01T06:00:00Z", "power": {"inWatts": 250}}]"#,
            ("power", 250.0, "W"),
        ),
    ] {
        let fields = format!(
            r#""startTime": "2026-06-01T08:00:00+02:00", "endTime": "2026-06-01T06:01:00Z",
            "metadata": {{"id": "1", "dataOrigin": "com.example"}}, {value}"#
        );
        let (kind_here, number, unit) = expected;
        let unit = if unit == "/min" { "bpm" } else { unit };
        for text in [
            format!(r#"[{{"recordType": "{kind}", {fields}}}]"#),
            format!(r#"{{"version": 1, "records": [{{"type": "{kind}", {fields}}}]}}"#),
            format!(r#"{{"{kind}": [{{{fields}}}]}}"#),
        ] {
            let row = (0, kind_here, number, unit);
            check("x.json", &text, Format::HealthConnect, device, &[row]);
        }
    }
    let text = r#"[{"recordType": "SleepSession", "startTime": "2026-06-01T00:00:00Z", "endTime":
        "2026-06-01T06:00:00Z", "stages": [
        {"stage": 4, "startTime": "2026-06-01T00:00:00Z", "endTime": "2026-06-01T05:00:00Z"},
        {"stage": 1, "startTime": "2026-06-01T05:00:00Z", "endTime": "2026-06-01T06:00:00Z"}]},
        {"recordType": "ExerciseSession", "exerciseType": 56, "title": "Round the lake",
        "startTime": "2026-06-01T06:00:00Z", "endTime": "2026-06-01T07:00:00Z"},
        {"recordType": "Nutrition", "metadata": {}, "startTime": "2026-06-01T06:00:00Z"}]"#;
    let (report, points) = read_named("x.json", text).unwrap();
    let sleep: Vec<_> = points
        .iter()
        .map(|it| (it.kind.as_str(), it.value))
        .collect();
    assert_eq!(
        sleep,
        [
            ("sleep_stage", 18_000.0),
            ("sleep_stage", 3600.0),
            ("sleep_duration", 18_000.0)
        ]
    );
    let [run] = report.activities.as_slice() else {
        panic!("{report:?}")
    };
    assert_eq!(
        (run.name.as_str(), run.sport.as_deref()),
        ("Round the lake", Some("running"))
    );
    assert_eq!(report.skipped[0].what, "Nutrition");
}

/// Two amounts of one start are both kept, and importing them again changes nothing.
#[test]
fn amounts_with_one_start_and_different_ends_are_all_kept() {
    let nanoseconds = START.0 * 1_000_000;
    let google = |values: [&str; 2], kind: &str| {
        let point = |value: &str, minutes: i64| {
            format!(
                r#"{{"fitValue": [{{"value": {{{value}}}}}], "dataTypeName": "com.google.{kind}", "startTimeNanos":
                {nanoseconds}, "endTimeNanos": {}}}"#,
                nanoseconds + minutes * 60_000_000_000
            )
        };
        let [one, other] = values;
        format!(
            r#"{{"Data Source": "raw:com.google.{kind}:app:Model:uid:name", "Data Points": [{}, {}, {}]}}"#,
            point(one, 1),
            point(other, 5),
            point(one, 1)
        )
    };
    let point = |body: &str, end: &str| {
        format!(
            r#"{{"header": {{"id": "1", "schema_id": {{"namespace": "omh", "name": "x", "version": "1.0"}}}},
            "body": {{{body}, "effective_time_frame": {{"time_interval": {{"start_date_time":
            "2026-06-01T06:00:00Z", "end_date_time": "2026-06-01T{end}Z"}}}}}}}}"#
        )
    };
    let open = |one: &str, other: &str| {
        format!(
            "[{}, {}, {}]",
            point(one, "06:01:00"),
            point(other, "06:05:00"),
            point(one, "06:01:00")
        )
    };
    let energy = |kcal: u8| format!(r#""kcal_burned": {{"value": {kcal}, "unit": "kcal"}}"#);
    for (text, kind, later) in [
        (
            google([r#""intVal": 17"#, r#""intVal": 230"#], "step_count.delta"),
            "steps",
            1,
        ),
        (
            google([r#""fpVal": 17"#, r#""fpVal": 230"#], "distance.delta"),
            "distance",
            1,
        ),
        (
            google([r#""fpVal": 17"#, r#""fpVal": 230"#], "calories.expended"),
            "total_energy",
            1,
        ),
        (
            google([r#""intVal": 17"#, r#""intVal": 230"#], "active_minutes"),
            "exercise_duration",
            1,
        ),
        // A reading is not an amount: the later one replaces the earlier one.
        (
            google([r#""fpVal": 17"#, r#""fpVal": 230"#], "speed"),
            "speed",
            0,
        ),
        (
            open(r#""step_count": 17"#, r#""step_count": 230"#),
            "steps",
            1,
        ),
        (open(&energy(17), &energy(230)), "energy", 1),
    ] {
        let (report, points) = read_named("x.json", &text).unwrap();
        assert_eq!(report.errors, [""; 0], "{text}");
        let found: Vec<(i64, &str, f64)> = points
            .iter()
            .map(|point| (point.at - START.0, point.kind.as_str(), point.value))
            .collect();
        let expected = [(0, kind, 17.0), (later, kind, 230.0), (0, kind, 17.0)];
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn open_mhealth_data_points_become_points() {
    let moment = r#""effective_time_frame": {"date_time": "2026-06-01T08:00:00+02:00"}"#;
    let span = r#""effective_time_frame": {"time_interval": {"start_date_time":
        "2026-06-01T06:00:00Z", "end_date_time": "2026-06-01T07:00:00Z"}}"#;
    let before = r#""effective_time_frame": {"time_interval": {"end_date_time":
        "2026-06-01T07:00:00Z", "duration": {"value": 1, "unit": "h"}}}"#;
    for (body, time, expected) in [
        (
            r#""heart_rate": {"value": 61, "unit": "beats/min"}"#,
            moment,
            (0, "heart_rate", 61.0, "/min"),
        ),
        (r#""step_count": 17"#, span, (0, "steps", 17.0, "count")),
        (
            r#""step_count": {"value": 17, "unit": "steps"}"#,
            before,
            (0, "steps", 17.0, "count"),
        ),
        (
            r#""body_weight": {"value": 160, "unit": "lb"}"#,
            moment,
            (0, "weight", 160.0, "lb"),
        ),
        (
            r#""body_temperature": {"value": 98.5, "unit": "F"}"#,
            moment,
            (0, "body_temperature", 98.5, "degF"),
        ),
        (
            r#""oxygen_saturation": {"value": 97, "unit": "%"}"#,
            moment,
            (0, "oxygen_saturation", 97.0, "%"),
        ),
        (
            r#""respiratory_rate": {"value": 14.5, "unit": "breaths/min"}"#,
            moment,
            (0, "respiratory_rate", 14.5, "/min"),
        ),
        (
            r#""kcal_burned": {"value": 60, "unit": "kcal"}"#,
            span,
            (0, "energy", 60.0, "kcal"),
        ),
        // A night counts for the day on which it ends.
        (
            r#""sleep_duration": {"value": 7.5, "unit": "h"}"#,
            span,
            (3600, "sleep_duration", 7.5, "h"),
        ),
        (
            r#""total_sleep_time": {"value": 465, "unit": "min"}"#,
            span,
            (3600, "sleep_duration", 465.0, "min"),
        ),
    ] {
        let point = format!(
            r#"{{"header": {{"id": "1", "schema_id": {{"namespace": "omh", "name": "x", "version":
            "1.0"}}, "acquisition_provenance": {{"source_name": "Strap"}}}},
            "body": {{{body}, {time}}}}}"#
        );
        // A single object, an array, one object per line.
        for text in [
            point.clone(),
            format!("[{point}]"),
            format!("\u{feff}{point}\n"),
        ] {
            check("x.json", &text, Format::OpenMHealth, "Strap", &[expected]);
        }
        let (report, points) = read_bytes(format!("{point}\n{point}").as_bytes()).unwrap();
        assert_eq!((report.errors, points.len()), (vec![], 2));
    }
    let text = format!(
        r#"[{{"header": {{"schema_id": {{"name": "physical-activity"}}}}, "body": {{"activity_name":
        "Walking", "distance": {{"value": 1.5, "unit": "km"}}, {span}}}}},
        {{"header": {{"schema_id": {{"name": "blood-glucose"}}}}, "body": {{"blood_glucose": 1}}}},
        {{"header": {{"schema_id": {{"name": "heart-rate"}}}}, "body": {{"heart_rate": {{"value":
        171, "unit": "beats/min"}}, "descriptive_statistic": "maximum", {span}}}}}]"#
    );
    let (report, points) = read_named("x.json", &text).unwrap();
    assert_eq!(points, []);
    let walk = &report.activities[0];
    assert_eq!(
        (walk.name.as_str(), walk.distance_meters),
        ("Walking", Some(1500.0))
    );
    assert_eq!(walk.duration_seconds, 3600.0);
    let skipped: Vec<_> = report.skipped.iter().map(|it| it.what.as_str()).collect();
    assert_eq!(skipped, ["blood-glucose", "extremes and spreads"]);
}

#[test]
fn takeout_tables_become_points() {
    for (name, text, expected) in [
        (
            "Daily activity metrics.csv",
            "Date,Move Minutes count,Calories (kcal),Distance (m),Step count\n\
             2026-06-01,30,2000.5,7000,9000\n",
            vec![
                ("steps", 9000.0, "{steps}"),
                ("distance", 7000.0, "m"),
                ("total_energy", 2000.5, "kcal"),
                ("exercise_duration", 30.0, "min"),
            ],
        ),
        (
            "daily_resting_heart_rate.csv",
            "timestamp,beats per minute,data source\n2026-06-01T00:00:00Z,52.5,Fitbit App\n",
            vec![("resting_heart_rate", 52.5, "bpm")],
        ),
        (
            "daily_heart_rate_variability_2026-06-01.csv",
            "timestamp,average heart rate variability milliseconds,non rem heart rate beats per \
             minute,entropy\n2026-06-01T00:00:00,45.5,55,2.5\n",
            vec![("heart_rate_variability_rmssd", 45.5, "ms")],
        ),
        (
            "Daily Heart Rate Variability Summary - 2026-06-(1).csv",
            "timestamp,rmssd,nremhr,entropy\n2026-06-01T00:00:00,45.5,55,2.5\n",
            vec![("heart_rate_variability_rmssd", 45.5, "ms")],
        ),
        (
            "Stress Score.csv",
            "DATE,UPDATED_AT,STRESS_SCORE,SLEEP_POINTS,STATUS,CALCULATION_FAILED\n\
             2026-05-31T00:00:00,2026-06-01T07:00:00,0,0,NO_DATA,true\n\
             2026-06-01T00:00:00,2026-06-01T07:23:52.009,78,20,READY,false\n",
            vec![("stress_management_score", 78.0, "{score}")],
        ),
        (
            "Daily SpO2 - 2026-06-01.csv",
            "timestamp,average_value,lower_bound,upper_bound\n2026-06-01T00:00:00Z,96.5,93,99\n",
            vec![("oxygen_saturation", 96.5, "%")],
        ),
    ] {
        let (report, points) = read_named(name, text).unwrap();
        assert_eq!(report.errors, [""; 0], "{name}");
        let found: Vec<_> = points
            .iter()
            .map(|it| {
                assert_eq!(it.at - START.0, DAY * 1000 + 1, "{name}");
                (it.kind.as_str(), it.value, it.unit.as_str())
            })
            .collect();
        assert_eq!(found, expected, "{name}");
    }
    let text = "timestamp,beats per minute,data source\n2026-06-01T06:00:05Z,61,Fitbit Air\n";
    let (_, points) = read_named("heart_rate_2026-06-01.csv", text).unwrap();
    assert_eq!((points[0].at - START.0, points[0].value), (5000, 61.0));
    // Without the file's name the table is ambiguous.
    match read_named("table.csv", text) {
        Err(ReadFault::Unrecognised { .. }) => {}
        other => panic!("{other:?}"),
    }
}

/// A column that is not read is listed once, with the number of rows that have a value in it.
#[test]
fn columns_of_tables_that_are_not_read_are_listed() {
    for (name, text, expected) in [
        (
            "Daily activity metrics.csv",
            "Date,Step count,Heart Points,Average heart rate (bpm),\n\
             2026-05-31,9000,12,71.5,x\n2026-06-01,8000,,72,x\n",
            vec![
                ("Google Fit column Average heart rate (bpm)", 2),
                ("Google Fit column Heart Points", 1),
            ],
        ),
        (
            "dailyActivity_merged.csv",
            "Id,ActivityDate,TotalSteps,VeryActiveMinutes,LightlyActiveMinutes\n\
             7,5/31/2026,9000,20,190\n7,6/1/2026,8000,10,180\n7,no day,1,1,1\n",
            vec![("Fitbit column LightlyActiveMinutes", 2)],
        ),
        (
            "x.csv",
            "Id,SleepDay,TotalMinutesAsleep\n7,6/1/2026,400\n",
            vec![],
        ),
        // The rows before the damage count.
        (
            "daily_respiratory_rate.csv",
            "timestamp,breaths per minute,data source\n2026-06-01T00:00:00Z,14,x\n\"",
            vec![("Fitbit column data source", 1)],
        ),
    ] {
        let (report, _) = read_named(name, text).unwrap();
        let skipped = report.skipped.iter();
        let skipped: Vec<_> = skipped.map(|it| (it.what.as_str(), it.count)).collect();
        assert_eq!(skipped, expected, "{name}");
    }
}
