//! WHOOP's tables.

use super::*;

const DEVICE: &str = "WHOOP";

#[test]
fn cycles_become_values_of_the_day_of_waking_up() {
    let head = "Cycle start time,Cycle end time,Cycle timezone,Recovery score %,Resting heart rate (bpm),\
        Heart rate variability (ms),Skin temp (celsius),Blood oxygen %,Day Strain,Energy burned (cal),\
        Max HR (bpm),Average HR (bpm),Sleep onset,Wake onset,Sleep performance %,Respiratory rate (rpm)\n";
    let values = "66,52,74.5,33.25,96.5,12.25,2400,172,78";
    let night = "2026-05-31 23:10:00,2026-06-01 07:05:00,88,14.5";
    let expected = [
        (DAY, "whoop_recovery_score", 66.0, "%", DATE),
        (DAY, "resting_heart_rate", 52.0, "bpm", DATE),
        (DAY, "heart_rate_variability_rmssd", 74.5, "ms", DATE),
        (DAY, "skin_temperature", 33.25, "Cel", DATE),
        (DAY, "oxygen_saturation", 96.5, "%", DATE),
        (DAY, "whoop_day_strain", 12.25, "{score}", DATE),
        (DAY, "total_energy", 2400.0, "kcal", DATE),
        (DAY, "whoop_sleep_performance", 88.0, "%", DATE),
        (DAY, "respiratory_rate", 14.5, "/min", DATE),
    ];
    for zone in ["UTC+02:00", "UTC-07:00", "UTCZ", ""] {
        let row = format!("2026-05-31 23:10:00,,{zone},{values},{night}\n");
        let text = format!("{head}{row}");
        check(
            Format::Whoop,
            DEVICE,
            ("physiological_cycles.csv", &text),
            &expected,
        );
    }
    // A cycle without sleep has the date of its start, and no values of sleep.
    let text = format!("{head}2026-06-01 04:00:00,,UTCZ,,,,,,9.5,,,,,,,\n");
    let expected = [(DAY, "whoop_day_strain", 9.5, "{score}", DATE)];
    check(Format::Whoop, DEVICE, ("x.csv", &text), &expected);
    for (row, expected) in [
        ("yesterday,,UTCZ,66", "row 1: Wake onset: is not a time"),
        (
            "1969-06-01 04:00:00,,UTCZ,66",
            "row 1: timestamp: 1969-06-01T12:00:00.001Z is before 1970: correct the time in the file",
        ),
    ] {
        let (report, points) = read("x.csv", format!("{head}{row}\n").as_bytes());
        assert_eq!(
            (points.len(), report.errors.as_slice()),
            (0, &[expected.to_owned()][..])
        );
    }
}

#[test]
fn sleeps_have_the_zone_of_their_cycle() {
    let head = "Cycle start time,Cycle end time,Cycle timezone,Sleep onset,Wake onset,Sleep performance %,\
        Respiratory rate (rpm),Asleep duration (min),In bed duration (min),Light sleep duration (min),\
        Deep (SWS) duration (min),REM duration (min),Awake duration (min),Nap\n";
    for (zone, date, shift) in [
        ("UTC+02:00", r#""localDate":"2026-06-01""#, 0.0),
        ("UTC-07:00", r#""localDate":"2026-06-01""#, 9.0),
        (
            "local",
            r#""localDate":"2026-06-01","localTime":"08:00:00""#,
            2.0,
        ),
    ] {
        let row = format!(
            "2026-05-31 23:10:00,,{zone},2026-05-31 23:10:00,2026-06-01 08:00:00,88,14.5,432,470,230,92,\
            110,38,false\n"
        );
        let at = shift * 3600.0;
        let night = format!("{{{date}}}");
        let of = |stage| format!(r#"{{"stage":"{stage}","total":true,{date}}}"#);
        let (light, deep, rem, awake) = (of("light"), of("deep"), of("rem"), of("awake"));
        let expected = [
            (at, "sleep_duration", 432.0, "min", Some(night.as_str())),
            (
                at + 0.003,
                "sleep_stage",
                13_800.0,
                "s",
                Some(light.as_str()),
            ),
            (at + 0.004, "sleep_stage", 5520.0, "s", Some(deep.as_str())),
            (at + 0.005, "sleep_stage", 6600.0, "s", Some(rem.as_str())),
            (at + 0.001, "sleep_stage", 2280.0, "s", Some(awake.as_str())),
        ];
        check(
            Format::Whoop,
            DEVICE,
            ("sleeps.csv", &format!("{head}{row}")),
            &expected,
        );
    }
}

#[test]
fn workouts_become_activities() {
    let head = "Cycle start time,Cycle end time,Cycle timezone,Workout start time,Workout end time,\
        Duration (min),Activity name,Activity Strain,Energy burned (cal),Max HR (bpm),Average HR (bpm),\
        GPS enabled,Distance (meters),Altitude gain (meters)\n";
    for (row, expected) in [
        (
            "2026-06-01 08:00:00,2026-06-01 09:00:00,60,Running,15.0,500,180,150,true,10000.5,120",
            (
                "Running",
                Some("running"),
                0.0,
                3600.0,
                Some(10_000.5),
                Some(500.0),
                Some(DEVICE),
            ),
        ),
        (
            "2026-06-01 08:00:00,,30,Functional Fitness,5.5,,180,150,false,,",
            (
                "Functional Fitness",
                Some("training"),
                0.0,
                1800.0,
                None,
                None,
                Some(DEVICE),
            ),
        ),
        (
            "2026-06-01 09:00:00,2026-06-01 08:00:00,-5,,5.5,,,,,0,",
            ("activity", None, 3600.0, 0.0, None, None, Some(DEVICE)),
        ),
    ] {
        let text = format!("{head}2026-05-31 23:10:00,,UTC+02:00,{row}\n");
        let report = check(Format::Whoop, DEVICE, ("workouts.csv", &text), &[]);
        assert_eq!(sessions(&report), [expected]);
    }
    let text = "Cycle start time,Cycle end time,Cycle timezone,Question text,Answered yes,Notes\n\
        2026-05-31 23:10:00,,UTC+02:00,Late meal?,true,\n2026-05-31 23:10:00,,UTC+02:00,Alcohol?,true,\n";
    let report = check(Format::Whoop, DEVICE, ("journal_entries.csv", text), &[]);
    assert_eq!(
        (report.skipped[0].what.as_str(), report.skipped[0].count),
        ("journal entries", 2)
    );
}
