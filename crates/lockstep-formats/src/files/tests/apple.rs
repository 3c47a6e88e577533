//! Apple Health: the points of records and workouts, declarations, hostile documents.

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use lockstep_testkit::apple;
use proptest::prelude::*;

use super::super::{Format, Options, ReadFault, SkippedContent, read};
use super::{NOW, Outcome, START, of_kind, read_bytes, read_with};

/// Returns a document with these elements after a declaration as Apple writes it.
fn document(elements: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE HealthData [\n\
         <!-- HealthKit Export Version: 14 -->\n<!ELEMENT HealthData (Record*)>\n\
         <!ATTLIST HealthData\n  locale CDATA #REQUIRED\n>\n<!ATTLIST Record\n  type CDATA \
         #REQUIRED\n<!ELEMENT MetadataEntry EMPTY>\n]>\n<HealthData locale=\"de_DE\">\n \
         <ExportDate value=\"2026-11-20 09:00:00 +0100\"/>\n{elements}</HealthData>"
    )
}

fn read_elements(elements: &str) -> Outcome {
    read_bytes(document(elements).as_bytes())
}

/// A record that starts at `START`.
fn record(kind: &str, unit: &str, value: &str) -> String {
    format!(
        "<Record type=\"{kind}\" sourceName=\"Ada&#8217;s Watch\" unit=\"{unit}\" \
         startDate=\"2026-06-01 08:00:00 +0200\" endDate=\"2026-06-01 08:01:00 +0200\" \
         value=\"{value}\"/>"
    )
}

#[test]
fn amounts_with_one_start_and_different_ends_are_all_kept() {
    let steps = |end: &str, value: u32| {
        record(
            "HKQuantityTypeIdentifierStepCount",
            "count",
            &value.to_string(),
        )
        .replace("08:01:00", end)
    };
    // The last record repeats the second.
    let records = [
        steps("08:01:00", 100),
        steps("08:05:00", 420),
        steps("08:05:00", 420),
    ];
    let (report, points) = read_elements(&records.concat()).unwrap();
    assert_eq!(report.errors, [""; 0]);
    let found: Vec<(i64, f64)> = points.iter().map(|point| (point.at, point.value)).collect();
    let start = found[0].0;
    assert_eq!(start % 1000, 0);
    assert_eq!(
        found,
        [(start, 100.0), (start + 1, 420.0), (start + 1, 420.0)]
    );
}

#[test]
fn quantities_become_points() {
    for (kind, unit, value, expected) in [
        ("HeartRate", "count/min", "61", ("heart_rate", 61.0, "/min")),
        ("HeartRate", "count/s", "2", ("heart_rate", 120.0, "/min")),
        (
            "RestingHeartRate",
            "count/min",
            "52",
            ("resting_heart_rate", 52.0, "/min"),
        ),
        (
            "HeartRateVariabilitySDNN",
            "ms",
            "49.39",
            ("heart_rate_variability_sdnn", 49.39, "ms"),
        ),
        // HealthKit's percentages are fractions of 1.
        (
            "OxygenSaturation",
            "%",
            "0.97",
            ("oxygen_saturation", 97.0, "%"),
        ),
        (
            "BodyFatPercentage",
            "%",
            "0.25",
            ("body_fat_percentage", 25.0, "%"),
        ),
        ("StepCount", "count", "133", ("steps", 133.0, "count")),
        ("DistanceCycling", "mi", "1.5", ("distance", 1.5, "mi")),
        ("DistanceSwimming", "yd", "100", ("distance", 91.44, "m")),
        (
            "ActiveEnergyBurned",
            "kcal",
            "1.25",
            ("energy", 1.25, "kcal"),
        ),
        (
            "BasalEnergyBurned",
            "kJ",
            "70",
            ("basal_energy", 70.0, "kJ"),
        ),
        ("BodyMass", "lb", "160", ("weight", 160.0, "lb")),
        ("BodyMass", "kg", "70.5", ("weight", 70.5, "kg")),
        (
            "AppleSleepingWristTemperature",
            "degC",
            "35.25",
            ("skin_temperature", 35.25, "degC"),
        ),
        (
            "BodyTemperature",
            "degF",
            "98.5",
            ("body_temperature", 98.5, "degF"),
        ),
        (
            "VO2Max",
            "mL/min·kg",
            "43.5",
            ("vo2_max", 43.5, "mL/kg/min"),
        ),
        (
            "RespiratoryRate",
            "count/min",
            "14.5",
            ("respiratory_rate", 14.5, "/min"),
        ),
        (
            "AppleExerciseTime",
            "min",
            "1",
            ("exercise_duration", 1.0, "min"),
        ),
        ("RunningSpeed", "km/hr", "10", ("speed", 10.0, "km/h")),
        ("CyclingPower", "W", "250", ("power", 250.0, "W")),
        (
            "CyclingCadence",
            "count/min",
            "90",
            ("cadence", 90.0, "/min"),
        ),
    ] {
        let text = record(&format!("HKQuantityTypeIdentifier{kind}"), unit, value);
        let (report, points) = read_elements(&text).unwrap();
        assert_eq!(report.format, Format::AppleHealth);
        assert_eq!((report.errors, report.skipped), (vec![], vec![]), "{kind}");
        let [point] = points.as_slice() else {
            panic!("{kind}: {points:?}")
        };
        let found = (point.kind.as_str(), point.value, point.unit.as_str());
        assert_eq!(found, expected, "{kind}");
        assert_eq!((point.at, point.device.as_str()), (START.0, "Ada’s Watch"));
    }
}

#[test]
fn records_without_a_known_type_are_counted_by_kind() {
    let mut text = record("HKQuantityTypeIdentifierFlightsClimbed", "count", "1").repeat(3);
    text += &record("HKCategoryTypeIdentifierAppleStandHour", "", "x");
    text += &record("HKQuantityTypeIdentifierHeartRate", "furlong", "1").repeat(2);
    text += "<ActivitySummary dateComponents=\"2026-06-01\"/>";
    // The file repeats a correlation's records outside of it.
    let pressed = record("HKQuantityTypeIdentifierHeartRate", "count/min", "70");
    text += &format!("<Correlation>{pressed}</Correlation>{pressed}");
    let (report, points) = read_elements(&text).unwrap();
    let skipped: Vec<(&str, u64)> = report
        .skipped
        .iter()
        .map(|SkippedContent { what, count, .. }| (what.as_str(), *count))
        .collect();
    assert_eq!(
        skipped,
        [
            ("ActivitySummary", 1),
            ("HKCategoryTypeIdentifierAppleStandHour", 1),
            ("HKQuantityTypeIdentifierFlightsClimbed", 3),
            ("HKQuantityTypeIdentifierHeartRate in \"furlong\"", 2),
        ]
    );
    assert_eq!((report.errors, points.len()), (vec![], 1));
}

#[test]
fn unusable_records_are_reported() {
    let good = record("HKQuantityTypeIdentifierHeartRate", "count/min", "61");
    for (from, to, expected) in [
        ("61", "", "value: must be"),
        ("61", "inf", "value: must be"),
        (" +0200\" endDate", "\" endDate", "startDate: is missing"),
        ("startDate", "start", "startDate: is missing"),
        (
            "2026-06-01 08:00:00",
            "2085-06-01 08:00:00",
            "24 hours ahead",
        ),
        ("2026-06-01 08:00:00", "1969-06-01 08:00:00", "before 1970"),
    ] {
        let text = good.replacen(from, to, 1) + &good;
        let (report, points) = read_elements(&text).unwrap();
        assert_eq!((points.len(), report.records), (1, 2), "{to}");
        let [error] = report.errors.as_slice() else {
            panic!("{to}: {:?}", report.errors)
        };
        assert!(
            error.contains("record 1: ") && error.contains(expected),
            "{error}"
        );
    }
}

/// Returns a record for each stage, in minutes after `START`.
fn night(source: &str, stages: &[(&str, i64, i64)]) -> String {
    let stamp = |minutes: i64| {
        let text = lockstep_store::Timestamp(START.0 + minutes * 60_000).to_string();
        format!("{} {} +0000", &text[..10], &text[11..19])
    };
    let stages = stages.iter().map(|(stage, start, end)| {
        format!(
            "<Record type=\"HKCategoryTypeIdentifierSleepAnalysis\" sourceName=\"{source}\" \
             startDate=\"{}\" endDate=\"{}\" value=\"HKCategoryValueSleepAnalysis{stage}\"/>",
            stamp(*start),
            stamp(*end)
        )
    });
    stages.collect()
}

#[test]
fn sleep_stages_become_nights() {
    let watch = [
        ("InBed", 0, 500),
        ("AsleepCore", 10, 70),
        ("Awake", 70, 80),
        ("AsleepREM", 200, 260),
        // Out of order, and partly overlapping.
        ("AsleepDeep", 80, 200),
        ("AsleepUnspecified", 190, 270),
        // A nap after more than three hours.
        ("Asleep", 460, 480),
    ];
    let text = night("watch", &watch) + &night("phone", &[("Asleep", 0, 400)]);
    let (report, points) = read_elements(&text).unwrap();
    assert_eq!(report.errors, [""; 0]);
    let minutes = |kind: &str, device: &str| -> Vec<(i64, f64)> {
        let of_device: Vec<_> = points
            .iter()
            .filter(|point| point.device == device)
            .cloned()
            .collect();
        let all = of_kind(&of_device, kind).into_iter();
        all.map(|(at, seconds)| (at / 60_000, seconds / 60.0))
            .collect()
    };
    assert_eq!(
        minutes("sleep_duration", "watch"),
        [(270, 250.0), (480, 20.0)]
    );
    assert_eq!(minutes("sleep_duration", "phone"), [(400, 400.0)]);
    assert_eq!(minutes("sleep_stage", "watch").len(), 6);
    let stage = |at: i64| {
        let point = points
            .iter()
            .find(|it| it.kind == "sleep_stage" && it.at == START.0 + at * 60_000);
        point.unwrap().metadata.clone().unwrap()
    };
    for (at, expected) in [(10, "light"), (70, "awake"), (80, "deep"), (200, "rem")] {
        assert_eq!(stage(at), format!("{{\"stage\":\"{expected}\"}}"));
    }
    assert_eq!(report.skipped.len(), 1, "{:?}", report.skipped);
}

#[test]
fn beats_of_a_variability_become_heart_rates() {
    let of = |start: &str, beats: &str| {
        let text = format!(
            "<Record type=\"HKQuantityTypeIdentifierHeartRateVariabilitySDNN\" sourceName=\"w\" \
             unit=\"ms\" startDate=\"{start}\" endDate=\"{start}\" value=\"49\">\
             <HeartRateVariabilityMetadataList>{beats}</HeartRateVariabilityMetadataList></Record>"
        );
        let (report, points) = read_elements(&text).unwrap();
        assert_eq!(report.errors, [""; 0]);
        let start = points[0].at;
        let rates = of_kind(&points, "heart_rate").into_iter();
        rates
            .map(|(at, rate)| (at + START.0 - start, rate))
            .collect::<Vec<_>>()
    };
    let beat = |time: &str, rate: &str| {
        format!("<InstantaneousBeatsPerMinute bpm=\"{rate}\" time=\"{time}\"/>")
    };
    let all = beat("08:00:00.50", "60") + &beat("8:00:01,25 AM", "61") + &beat("09:30:00", "62");
    assert_eq!(
        of("2026-06-01 08:00:00 +0200", &all),
        [(500, 60.0), (1250, 61.0)]
    );
    let midnight = beat("11:59:59.00 PM", "60") + &beat("12:00:00.00 AM", "61");
    assert_eq!(
        of("2026-05-31 23:59:58 +0200", &midnight),
        [(1000, 60.0), (2000, 61.0)]
    );
    assert_eq!(of("2026-06-01 08:00:00 +0200", &beat("nonsense", "60")), []);
}

#[test]
fn workouts_become_activities() {
    let now = "<Workout workoutActivityType=\"HKWorkoutActivityTypeCycling\" duration=\"58.5\" \
        durationUnit=\"min\" startDate=\"2026-06-01 08:00:00 +0200\" \
        endDate=\"2026-06-01 09:00:00 +0200\"><WorkoutStatistics \
        type=\"HKQuantityTypeIdentifierDistanceCycling\" sum=\"30\" unit=\"km\"/>\
        <WorkoutStatistics type=\"HKQuantityTypeIdentifierActiveEnergyBurned\" sum=\"100\" \
        unit=\"kcal\"/><WorkoutRoute><FileReference path=\"/workout-routes/a.gpx\"/>\
        </WorkoutRoute></Workout>";
    let before = "<Workout workoutActivityType=\"HKWorkoutActivityTypeSwimming\" duration=\"0.5\" \
        durationUnit=\"hr\" totalDistance=\"1\" totalDistanceUnit=\"mi\" \
        totalEnergyBurned=\"4.184\" totalEnergyBurnedUnit=\"kJ\" \
        startDate=\"2026-06-01 08:00:00 +0200\" endDate=\"2026-06-01 08:45:00 +0200\"/>";
    let broken = "<Workout workoutActivityType=\"HKWorkoutActivityTypeYoga\"/>";
    let (report, points) = read_elements(&[now, before, broken].concat()).unwrap();
    assert_eq!(points, []);
    assert_eq!(report.errors.len(), 1, "{:?}", report.errors);
    let found: Vec<_> = report
        .activities
        .iter()
        .map(|it| {
            assert_eq!(it.start, START.0);
            (
                it.name.as_str(),
                it.duration_seconds,
                it.timer_seconds.unwrap(),
                it.distance_meters.unwrap(),
                it.energy_kcal.unwrap(),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            ("cycling", 3600.0, 3510.0, 30_000.0, 100.0),
            ("swimming", 2700.0, 1800.0, 1609.344, 1.0),
        ]
    );
}

#[test]
fn only_apples_declaration_is_accepted() {
    let good = document(&record(
        "HKQuantityTypeIdentifierHeartRate",
        "count/min",
        "61",
    ));
    for (from, to, reads) in [
        ("", "", true),
        ("<?xml", "\u{feff}<?xml", true),
        ("<?xml", "\n\n<!-- hello --><?xml", true),
        ("<!ELEMENT MetadataEntry EMPTY>\n]>", "]>", true),
        ("]>", "<!ENTITY a \"b\">]>", false),
        ("<HealthData", "<Others", false),
        ("DOCTYPE HealthData", "DOCTYPE Others", false),
    ] {
        let text = good.replacen(from, to, 1);
        match read_bytes(text.as_bytes()) {
            Ok((report, points)) if reads => {
                assert_eq!((report.errors, points.len()), (vec![], 1), "{to}");
            }
            Err(ReadFault::Unrecognised { .. }) if !reads => {}
            other => panic!("{to}: {other:?}"),
        }
    }
    // A declaration without an end is refused.
    let endless = (b"<!DOCTYPE HealthData [" as &[u8]).chain(io::repeat(b'a'));
    match read_with(endless, &Options::at(NOW.0)) {
        Err(ReadFault::Unrecognised { .. }) => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_truncated_file_yields_the_points_before_the_cut() {
    let mut whole = Vec::new();
    apple::export(&mut whole, START, 4000).unwrap();
    let (_, all) = read_bytes(&whole).unwrap();
    let records = |points: &[super::OwnedPoint]| {
        let own = points.iter().filter(|point| point.kind != "sleep_duration");
        own.cloned().collect::<Vec<_>>()
    };
    let all = records(&all);
    for end in (1300..whole.len() - 1).step_by(7) {
        let (report, points) = read_bytes(&whole[..end]).unwrap();
        let damage: Vec<_> = report
            .errors
            .iter()
            .filter(|it| it.contains("byte "))
            .collect();
        assert_eq!(damage.len(), 1, "cut at {end}: {:?}", report.errors);
        assert!(all.starts_with(&records(&points)), "cut at {end}");
    }
}

/// A document that is written and read in small pieces, never held in memory as a whole.
#[test]
fn a_generated_export_is_read_to_the_last_record() {
    let bytes = 3 << 20;
    let (sender, receiver) = sync_channel(4);
    let written =
        std::thread::spawn(move || apple::export(ChannelWriter(sender), START, bytes).unwrap());
    // The clock is far ahead, because the written records span many years.
    let options = Options::at(START.0 * 2);
    let mut points = 0_u64;
    let mut nights = 0;
    let mut reader = BufReader::new(ChannelReader(receiver, Vec::new()));
    let report = read(&mut reader, &options, &mut |point| {
        points += 1;
        nights += u64::from(point.kind == "sleep_duration");
        Ok::<_, std::convert::Infallible>(())
    });
    let report = report.unwrap();
    let written = written.join().unwrap();
    assert!(written.bytes.abs_diff(bytes) < bytes / 10, "{written:?}");
    assert_eq!(report.errors, [""; 0]);
    assert_eq!(report.records, written.records + written.workouts);
    let quantities = written.records - written.foreign - written.stages - written.nights;
    assert_eq!(nights, written.nights);
    assert_eq!(points, quantities + written.beats + written.stages + nights);
    assert_eq!(report.activities.len() as u64, written.workouts);
    let foreign = report.skipped.iter().map(|it| it.count).sum::<u64>();
    assert_eq!(foreign, written.foreign + written.nights);
}

struct ChannelWriter(SyncSender<Vec<u8>>);

impl Write for ChannelWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.send(bytes.to_vec()).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct ChannelReader(Receiver<Vec<u8>>, Vec<u8>);

impl Read for ChannelReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            self.1 = self.0.recv().unwrap_or_default();
        }
        let count = self.1.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.1[..count]);
        self.1.drain(..count);
        Ok(count)
    }
}

/// Attributes, texts and nesting without an end are refused within a few megabytes.
#[test]
fn unending_documents_are_refused() {
    for start in [
        "<HealthData><Record type=\"",
        "<HealthData><Record ",
        "<HealthData>",
    ] {
        let endless = start.as_bytes().chain(io::repeat(b'a'));
        let (report, _) = read_with(endless, &Options::at(NOW.0)).unwrap();
        assert_eq!(report.errors.len(), 1, "{start}");
    }
    let deep = format!("<HealthData>{}", "<Record>".repeat(10_000));
    let (report, _) = read_bytes(deep.as_bytes()).unwrap();
    assert!(
        report.errors[0].contains("nested too deeply"),
        "{:?}",
        report.errors
    );
    let kinds: String = (0..1000)
        .map(|kind| record(&format!("HKQuantityTypeIdentifierMine{kind}"), "", ""))
        .collect();
    let (report, _) = read_elements(&kinds).unwrap();
    assert_eq!(report.skipped.len(), super::super::MAX_SKIPPED + 1);
    assert_eq!(report.skipped.iter().map(|it| it.count).sum::<u64>(), 1000);
}

proptest! {
    #[test]
    fn random_input_never_panics(nonsense in "[<>/!&;\"= a-zA-Z0-9:+-]{0,300}") {
        let _ = read_elements(&nonsense);
        let _ = read_bytes(format!("<!DOCTYPE HealthData [{nonsense}]><HealthData/>").as_bytes());
    }
}
