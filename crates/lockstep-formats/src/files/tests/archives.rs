//! Bulk archives of Apple, Strava, Garmin and Google, and hostile archives.

use lockstep_testkit::{apple, gpx, tcx};

use super::super::{Format, MAX_ERRORS, Options, ReadFault};
use super::packed::{archive, gzip, member};
use super::{NOW, START, of_kind, read_bytes, read_with, ride, small_fit};

#[test]
fn apple_archives_are_read() {
    let mut export = Vec::new();
    let written = apple::export(&mut export, START, 20_000).unwrap();
    let route = gpx::document("Apple Health Export", "Route", "", &ride(30));
    for root in [
        "apple_health_export/export.xml",
        "Exportaciones/Exportación.xml",
    ] {
        let bytes = archive(&[
            member(
                "apple_health_export/workout-routes/a.gpx",
                route.as_bytes(),
                true,
                true,
            ),
            member(
                "apple_health_export/electrocardiograms/e.csv",
                b"Name,x\n",
                true,
                true,
            ),
            member(
                "apple_health_export/export_cda.xml",
                b"<ClinicalDocument/>",
                true,
                true,
            ),
            member(root, &export, true, true),
        ]);
        let mut options = Options::at(NOW.0);
        options.now = START.0 * 2;
        let (report, points) = read_with(bytes.as_slice(), &options).unwrap();
        assert_eq!(report.errors, [""; 0]);
        // The route file repeats the workout's track and is not a second activity.
        assert_eq!(report.activities.len() as u64, written.workouts);
        assert_eq!(of_kind(&points, "latitude").len(), 30);
        assert!(points.iter().any(|it| it.kind == "sleep_duration"));
        let skipped: Vec<_> = report.skipped.iter().map(|it| it.what.as_str()).collect();
        for expected in [
            "apple_health_export/export_cda.xml",
            "apple_health_export/electrocardiograms/e.csv",
            "HKQuantityTypeIdentifierEnvironmentalAudioExposure",
        ] {
            assert!(skipped.contains(&expected), "{skipped:?}");
        }
    }
}

#[test]
fn strava_archives_are_read() {
    let fit = small_fit(20).finish();
    // TCX files in Strava's archives begin with ten spaces.
    let tcx = format!("          {}", tcx::document("Other", "", &ride(30)));
    let gpx = gpx::document("StravaGPX", "Evening Ride", "", &ride(10));
    let table = "Activity ID,Activity Date,Activity Name,Activity Type,Filename\n\
        1,\"Jun 1, 2026, 6:00:00 AM\",\"Up, and down\",Ride,activities/1.fit.gz\n\
        2,\"Jun 1, 2026, 6:00:00 AM\",Afternoon Ski,Backcountry Ski,activities/2.tcx.gz\n\
        3,\"Jun 1, 2026, 6:00:00 AM\",,Run,activities/3.gpx\n\
        4,\"Jun 1, 2026, 6:00:00 AM\",Typed in,Run,\n";
    let members = [
        member("activities/1.fit.gz", &gzip(&fit), true, true),
        member("activities/2.tcx.gz", &gzip(tcx.as_bytes()), false, false),
        member("activities/3.gpx", gpx.as_bytes(), true, false),
        member("media/a.jpg", b"\xff\xd8", false, false),
    ];
    let localized = table.replacen("Activity Name", "Aktivitätsname", 1);
    for (first, table, expected) in [
        (
            true,
            table,
            ["Up, and down", "Afternoon Ski", "Evening Ride"],
        ),
        (
            false,
            table,
            ["Up, and down", "Afternoon Ski", "Evening Ride"],
        ),
        (true, &localized, ["cycling", "generic", "Evening Ride"]),
    ] {
        let table = member("activities.csv", table.as_bytes(), true, true);
        let mut all = members.to_vec();
        all.insert(if first { 0 } else { all.len() }, table);
        let (report, points) = read_bytes(&archive(&all)).unwrap();
        assert_eq!(report.errors, [""; 0]);
        assert_eq!(report.format, Format::Fit);
        assert_eq!(of_kind(&points, "heart_rate").len(), 60);
        let names: Vec<_> = report
            .activities
            .iter()
            .map(|it| it.name.as_str())
            .collect();
        assert_eq!(names, expected);
        if expected[0] != "cycling" {
            let sports: Vec<_> = report
                .activities
                .iter()
                .map(|it| it.sport.as_deref())
                .collect();
            assert_eq!(
                sports,
                [Some("cycling"), Some("backcountry_ski"), Some("running")]
            );
        }
    }
}

#[test]
fn garmin_archives_are_read() {
    let fit = small_fit(20).finish();
    let inner = archive(&[
        member("ada@example.org_1.fit", &fit, true, true),
        member("ada@example.org_2.fit", &fit[..fit.len() - 9], true, true),
        member(
            "more.zip",
            &archive(&[member("x.fit", &fit, true, true)]),
            true,
            true,
        ),
    ]);
    let nights = r#"[{"sleepEndTimestampGMT": "2026-06-01T06:00:00.0", "remSleepSeconds": 60}]"#;
    let folder = "DI_CONNECT/DI-Connect";
    let bytes = archive(&[
        member(
            &format!("{folder}-Uploaded-Files/Files_0.zip"),
            &inner,
            true,
            true,
        ),
        member(
            &format!("{folder}-Wellness/1_sleepData.json"),
            nights.as_bytes(),
            true,
            true,
        ),
        member(
            &format!("{folder}-User/1.json"),
            b"{\"userName\": \"ada\"}",
            true,
            true,
        ),
        member(&format!("{folder}-User/2.json"), b"[]", true, true),
    ]);
    let (report, points) = read_bytes(&bytes).unwrap();
    assert_eq!(of_kind(&points, "heart_rate").len(), 40);
    assert_eq!(of_kind(&points, "sleep_duration"), [(0, 60.0)]);
    let [error] = report.errors.as_slice() else {
        panic!("{:?}", report.errors)
    };
    let path = "\"DI_CONNECT/DI-Connect-Uploaded-Files/Files_0.zip/ada@example.org_2.fit\": ";
    assert!(error.starts_with(path), "{error}");
    let skipped: Vec<_> = report
        .skipped
        .iter()
        .map(|it| (it.what.as_str(), it.count))
        .collect();
    assert_eq!(
        skipped,
        [("DI_CONNECT/DI-Connect-User/*.json", 2), ("more.zip", 1)]
    );
}

#[test]
fn google_archives_are_read() {
    let heart = r#"[{"dateTime": "06/01/26 06:00:05", "value": {"bpm": 61, "confidence": 2}}]"#;
    let steps = r#"[{"dateTime": "06/01/26 06:00:00", "value": "17"}]"#;
    let unheard = r#"[{"dateTime": "06/01/26 06:00:00", "value": "17"}]"#;
    let resting = "timestamp,beats per minute,data source\n2026-06-01T00:00:00Z,52,x\n";
    let fit = format!(
        r#"{{"Data Source": "raw:com.google.weight:app", "Data Points": [{{"fitValue": [{{"value":
        {{"fpVal": 70}}}}], "startTimeNanos": {}}}]}}"#,
        START.0 * 1_000_000
    );
    let fitbit = "Takeout/Fitbit/Global Export Data";
    let bytes = archive(&[
        member(
            &format!("{fitbit}/heart_rate-2026-06-01.json"),
            heart.as_bytes(),
            true,
            true,
        ),
        member(
            &format!("{fitbit}/steps-2026-06-01.json"),
            steps.as_bytes(),
            true,
            true,
        ),
        member(
            &format!("{fitbit}/altitude-2026-06-01.json"),
            unheard.as_bytes(),
            true,
            true,
        ),
        member(
            "Takeout/Fitbit/daily_resting_heart_rate.csv",
            resting.as_bytes(),
            true,
            true,
        ),
        member(
            "Takeout/Fit/Alle Daten/raw.json",
            fit.as_bytes(),
            true,
            true,
        ),
        member("Takeout/archive_browser.html", b"<html/>", true, true),
    ]);
    let (report, points) = read_bytes(&bytes).unwrap();
    assert_eq!(report.errors, [""; 0]);
    let found: Vec<_> = points
        .iter()
        .map(|it| (it.kind.as_str(), it.value))
        .collect();
    assert_eq!(
        found,
        [
            ("heart_rate", 61.0),
            ("steps", 17.0),
            ("resting_heart_rate", 52.0),
            ("weight", 70.0)
        ]
    );
    let skipped: Vec<_> = report.skipped.iter().map(|it| it.what.as_str()).collect();
    assert_eq!(skipped.len(), 3, "{skipped:?}");
    assert!(
        skipped.contains(&"Fitbit column data source"),
        "{skipped:?}"
    );
}

/// Files without documentation are named, each with the remedy.
#[test]
fn undocumented_files_are_named_with_a_remedy() {
    let resting = "timestamp,type,value,unit\n2026-06-01T06:00:00Z,weight,70,kg\n";
    for (name, remedy) in [
        (
            "ppi_samples_1_06_1-a.json",
            "export the training session as TCX or FIT",
        ),
        (
            "nightly_recovery_blob_1-a.json",
            "values are in nightly_recovery_*",
        ),
        ("x/log.sml", "export the activity as FIT"),
        ("x/log.SBEM", "export the activity as FIT"),
        ("zwift.db", "export the activity as FIT"),
        ("media/photo.jpg", "files of this kind are not read"),
    ] {
        let bytes = archive(&[
            member(name, b"[{\"night\": \"2026-06-01\"}]", true, true),
            member("a.csv", resting.as_bytes(), true, true),
        ]);
        let (report, points) = read_bytes(&bytes).unwrap();
        assert_eq!((points.len(), report.errors.len()), (1, 0));
        let [skipped] = report.skipped.as_slice() else {
            panic!("{report:?}")
        };
        assert!(skipped.reason.ends_with(remedy), "{skipped:?}");
        // A file outside of an archive is refused with the same reason.
        let options = Options {
            name: Some(name),
            ..Options::at(NOW.0)
        };
        for content in [&b"{\"beats\": []}"[..], b"<sml/>", b"\xff\0\xff"] {
            let fault = read_with(content, &options).unwrap_err().to_string();
            assert_eq!(fault.contains(remedy), name != "media/photo.jpg", "{fault}");
        }
    }
    let fault = read_bytes(b"{\"beats\": []}").unwrap_err().to_string();
    assert!(
        fault.ends_with(": export the activity as FIT, TCX or GPX"),
        "{fault}"
    );
}

/// A member that cannot be inflated does not affect the others if the sizes precede the members.
#[test]
fn a_broken_member_does_not_affect_the_others() {
    let fit = small_fit(20).finish();
    let mut broken = member("1.fit", &fit, true, false);
    let data = broken.len() - 30;
    broken[data..].fill(0xff);
    let mut strange = member("2.fit", &fit, false, false);
    strange[8] = 12;
    let good = member("../../3.fit", &fit, true, false);
    let (report, points) = read_bytes(&archive(&[broken, strange, good])).unwrap();
    assert!(of_kind(&points, "heart_rate").len() >= 20);
    assert_eq!(report.errors.len(), 2, "{:?}", report.errors);
    assert!(
        report.errors[0].starts_with("\"1.fit\": "),
        "{:?}",
        report.errors
    );
    assert!(
        report.errors[1].contains("uses a compression method"),
        "{:?}",
        report.errors
    );
    assert_eq!(report.activities.len(), 2);
}

#[test]
fn the_nesting_of_archives_is_limited() {
    let bomb = [b"[".as_slice(), &b"{}, ".repeat(8 << 20)].concat();
    let inner = archive(&[member("a.json", &bomb, true, true)]);
    for packed in [
        archive(&[member("b.zip", &inner, true, true)]),
        archive(&[member("b.zip", &inner, true, false)]),
        archive(&[member("b.zip", &inner, false, false)]),
    ] {
        match read_with(packed.as_slice(), &Options::at(NOW.0)) {
            Err(ReadFault::Inflates) => {}
            other => panic!("{other:?}"),
        }
    }
    let mut deep = archive(&[member("a.fit", &small_fit(3).finish(), true, true)]);
    for _ in 0..20 {
        deep = archive(&[member("b.zip", &deep, true, true)]);
    }
    match read_bytes(&deep) {
        Err(ReadFault::Unrecognised { .. }) => {}
        other => panic!("{other:?}"),
    }
    let many: Vec<_> = (0..MAX_ERRORS + 10)
        .map(|at| member(&format!("{at}.fit"), b"no", false, false))
        .chain([member("a.fit", &small_fit(3).finish(), true, true)])
        .collect();
    let (report, _) = read_bytes(&archive(&many)).unwrap();
    assert_eq!(report.errors.len(), MAX_ERRORS);
    assert_eq!(report.further_errors, 10);
}
