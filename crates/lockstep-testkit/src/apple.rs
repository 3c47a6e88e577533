//! A writer of Apple Health exports of any size, for tests and benchmarks.

use std::io::{self, Write};

use lockstep_store::Timestamp;

/// The counts of the written document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WrittenCounts {
    /// Bytes of the document.
    pub bytes: u64,
    /// `Record` elements.
    pub records: u64,
    /// Records of types that Lockstep has no type for.
    pub foreign: u64,
    /// Beats within heart-rate variability records.
    pub beats: u64,
    /// Sleep stages, without the time in bed.
    pub stages: u64,
    /// Nights that the sleep stages belong to.
    pub nights: u64,
    /// `Workout` elements.
    pub workouts: u64,
}

/// Writes an export of about `bytes` bytes, record by record, so that memory does not grow with its
/// size. First come the declarations as Apple writes them, including their errors. Then come the
/// types one after another from `start` on, each at its own interval. The shares of the types are
/// those of a watch worn for years.
///
/// # Errors
/// The errors of `out`.
pub fn export(out: impl Write, start: Timestamp, bytes: u64) -> io::Result<WrittenCounts> {
    let mut writer = Writer {
        out,
        written: WrittenCounts::default(),
        dice: 1,
    };
    writer.put(HEAD)?;
    for series in SERIES {
        let end = writer.written.bytes + bytes / 1000 * series.share;
        let mut at = start.0;
        while writer.written.bytes < end {
            writer.record(series, at)?;
            at += series.step;
        }
    }
    let mut night = start.0 - start.0 % DAY + 22 * HOUR;
    let end = writer.written.bytes + bytes / 1000 * 40;
    while writer.written.bytes < end || writer.written.nights == 0 {
        writer.night(night)?;
        night += DAY;
    }
    let mut noon = start.0 - start.0 % DAY + 12 * HOUR;
    let end = writer.written.bytes + bytes / 1000 * 3;
    while writer.written.bytes < end || writer.written.workouts == 0 {
        writer.workout(noon)?;
        noon += DAY;
    }
    writer.put("</HealthData>\n")?;
    writer.out.flush()?;
    Ok(writer.written)
}

struct Writer<W> {
    out: W,
    written: WrittenCounts,
    dice: u64,
}

impl<W: Write> Writer<W> {
    fn put(&mut self, text: &str) -> io::Result<()> {
        self.written.bytes += text.len() as u64;
        self.out.write_all(text.as_bytes())
    }

    /// Returns a pseudo-random number below `limit`; the sequence is the same in every run.
    fn roll(&mut self, limit: u64) -> u64 {
        self.dice = self
            .dice
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.dice >> 33) % limit
    }

    fn record(&mut self, series: &Series, at: i64) -> io::Result<()> {
        self.written.records += 1;
        self.written.foreign += u64::from(series.is_foreign);
        let more = self.roll(1000) as f64 / 1000.0;
        let value = series.low + (series.high - series.low) * more;
        let (start, end) = (stamp(at), stamp(at + series.lasts));
        let Series { kind, unit, .. } = series;
        let text = format!(
            " <Record type=\"{kind}\" {SOURCE} unit=\"{unit}\" creationDate=\"{end}\" \
             startDate=\"{start}\" endDate=\"{end}\" value=\"{value:.3}\""
        );
        self.put(&text)?;
        if *kind == VARIABILITY {
            self.put(">\n  <HeartRateVariabilityMetadataList>\n")?;
            for beat in 0..40_i64 {
                self.written.beats += 1;
                let rate = 55 + self.roll(10);
                let time = stamp(at + beat * 1000 + 10);
                let text = format!(
                    "   <InstantaneousBeatsPerMinute bpm=\"{rate}\" time=\"{},01\"/>\n",
                    &time[11..19]
                );
                self.put(&text)?;
            }
            return self.put("  </HeartRateVariabilityMetadataList>\n </Record>\n");
        }
        if *kind == HEART_RATE {
            return self.put(concat!(
                ">\n  <MetadataEntry key=\"HKMetadataKeyHeartRateMotionContext\" value=\"0\"/>\n",
                " </Record>\n"
            ));
        }
        self.put("/>\n")
    }

    /// Writes seven and a half hours of sleep, in stages of half an hour with one wake period.
    fn night(&mut self, from: i64) -> io::Result<()> {
        self.written.nights += 1;
        self.stage("InBed", from, from + 8 * HOUR)?;
        let stages = ["AsleepCore", "AsleepDeep", "AsleepCore", "AsleepREM"];
        for half in 0..16_i64 {
            let stage = match half {
                9 => "Awake",
                half => stages[half as usize % stages.len()],
            };
            self.written.stages += 1;
            let start = from + half * HOUR / 2;
            self.stage(stage, start, start + HOUR / 2)?;
        }
        Ok(())
    }

    fn stage(&mut self, stage: &str, start: i64, end: i64) -> io::Result<()> {
        self.written.records += 1;
        let (start, end) = (stamp(start), stamp(end));
        let text = format!(
            " <Record type=\"HKCategoryTypeIdentifierSleepAnalysis\" {SOURCE} \
             creationDate=\"{end}\" startDate=\"{start}\" endDate=\"{end}\" \
             value=\"HKCategoryValueSleepAnalysis{stage}\"/>\n"
        );
        self.put(&text)
    }

    /// Writes an hour's ride of 30 km.
    fn workout(&mut self, at: i64) -> io::Result<()> {
        self.written.workouts += 1;
        let (start, end) = (stamp(at), stamp(at + HOUR));
        let text = format!(
            " <Workout workoutActivityType=\"HKWorkoutActivityTypeCycling\" duration=\"58.5\" \
             durationUnit=\"min\" {SOURCE} creationDate=\"{end}\" startDate=\"{start}\" \
             endDate=\"{end}\">\n  <MetadataEntry key=\"HKIndoorWorkout\" value=\"0\"/>\n  \
             <WorkoutStatistics type=\"HKQuantityTypeIdentifierDistanceCycling\" \
             startDate=\"{start}\" endDate=\"{end}\" sum=\"30\" unit=\"km\"/>\n  \
             <WorkoutStatistics type=\"HKQuantityTypeIdentifierActiveEnergyBurned\" \
             startDate=\"{start}\" endDate=\"{end}\" sum=\"620\" unit=\"kcal\"/>\n  \
             <WorkoutStatistics type=\"HKQuantityTypeIdentifierHeartRate\" \
             startDate=\"{start}\" endDate=\"{end}\" average=\"141\" minimum=\"96\" \
             maximum=\"171\" unit=\"count/min\"/>\n </Workout>\n"
        );
        self.put(&text)
    }
}

/// Formats a time as Apple writes it, with the offset of one hour east of UTC.
fn stamp(at: i64) -> String {
    let text = Timestamp(at + HOUR).to_string();
    format!("{} {} +0100", &text[..10], &text[11..19])
}

struct Series {
    kind: &'static str,
    unit: &'static str,
    low: f64,
    high: f64,
    /// Milliseconds between two records.
    step: i64,
    /// Milliseconds that a record covers.
    lasts: i64,
    /// The type's share of the bytes, in thousandths.
    share: u64,
    is_foreign: bool,
}

const fn series(
    kind: &'static str,
    unit: &'static str,
    (low, high): (f64, f64),
    (step, lasts): (i64, i64),
    share: u64,
) -> Series {
    Series {
        kind,
        unit,
        low,
        high,
        step,
        lasts,
        share,
        is_foreign: false,
    }
}

const HEART_RATE: &str = "HKQuantityTypeIdentifierHeartRate";
const VARIABILITY: &str = "HKQuantityTypeIdentifierHeartRateVariabilitySDNN";

const SERIES: &[Series] = &[
    series(HEART_RATE, "count/min", (48.0, 170.0), (300_000, 0), 437),
    series(
        "HKQuantityTypeIdentifierActiveEnergyBurned",
        "kcal",
        (0.1, 12.0),
        (600_000, 60_000),
        170,
    ),
    series(
        "HKQuantityTypeIdentifierBasalEnergyBurned",
        "kcal",
        (10.0, 20.0),
        (900_000, 900_000),
        80,
    ),
    series(
        "HKQuantityTypeIdentifierStepCount",
        "count",
        (1.0, 900.0),
        (1_200_000, 600_000),
        80,
    ),
    series(
        "HKQuantityTypeIdentifierDistanceWalkingRunning",
        "km",
        (0.001, 0.7),
        (1_200_000, 600_000),
        60,
    ),
    series(VARIABILITY, "ms", (20.0, 90.0), (7_200_000, 60_000), 60),
    series(
        "HKQuantityTypeIdentifierOxygenSaturation",
        "%",
        (0.93, 0.99),
        (3_600_000, 0),
        30,
    ),
    series(
        "HKQuantityTypeIdentifierRespiratoryRate",
        "count/min",
        (12.0, 18.0),
        (3_600_000, 0),
        20,
    ),
    Series {
        is_foreign: true,
        ..series(
            "HKQuantityTypeIdentifierEnvironmentalAudioExposure",
            "dBASPL",
            (40.0, 90.0),
            (1_800_000, 1_800_000),
            40,
        )
    },
];

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;

const SOURCE: &str = concat!(
    "sourceName=\"Ada\u{2019}s Apple\u{a0}Watch\" sourceVersion=\"10.2\" ",
    "device=\"&lt;&lt;HKDevice: 0x3033e1a40&gt;, name:Apple Watch, manufacturer:Apple Inc., ",
    "model:Watch, hardware:Watch6,1, software:10.2&gt;\"",
);

/// The document's head with an `ATTLIST` that does not end, as in exports of iOS 16.
const HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE HealthData [
<!-- HealthKit Export Version: 14 -->
<!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary|ClinicalRecord)*)>
<!ATTLIST HealthData
  locale CDATA #REQUIRED
>
<!ELEMENT ExportDate EMPTY>
<!ATTLIST ExportDate
  value CDATA #REQUIRED
>
<!ELEMENT Record ((MetadataEntry|HeartRateVariabilityMetadataList)*)>
<!ATTLIST Record
  type          CDATA #REQUIRED
  unit          CDATA #IMPLIED
  startDate     CDATA #REQUIRED
  endDate       CDATA #REQUIRED
<!ELEMENT HeartRateVariabilityMetadataList (InstantaneousBeatsPerMinute*)>
]>
<HealthData locale="en_GB">
 <ExportDate value="2026-11-20 09:00:00 +0100"/>
 <Me HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexNotSet"/>
"#;
