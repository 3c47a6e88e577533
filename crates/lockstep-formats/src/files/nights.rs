//! Sleep recorded as stages: computes the sleep duration of each night in addition to the stages.

use std::collections::BTreeMap;
use std::mem;

use super::intake::{Intake, StopReason};
use super::time::ValueTime;
use crate::local_date::LocalDate;
use crate::point::Point;

/// The stages of a night. Apple's `core` and Fitbit's `light` are equal; `asleep` is sleep of an
/// unknown stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Awake,
    Asleep,
    Light,
    Deep,
    Rem,
}

impl Stage {
    /// Returns the stage's name in the metadata of its points: the length alone does not identify it.
    fn name(self) -> &'static str {
        match self {
            Self::Awake => "awake",
            Self::Asleep => "asleep",
            Self::Light => "light",
            Self::Deep => "deep",
            Self::Rem => "rem",
        }
    }
}

/// Outputs a stage as a `sleep_stage`, if its length is positive and plausible; returns whether it did.
/// Its start must have been checked; its length is in milliseconds.
pub(super) fn stage<E>(
    device: &str,
    stage: Stage,
    (start, length): (ValueTime, i64),
    intake: &mut Intake<'_, E>,
) -> Result<bool, StopReason<E>> {
    if length <= 0 || length > MAX_INTERVAL_MILLIS {
        return Ok(false);
    }
    let stage = stage.name();
    let metadata = match start.fields() {
        Some(fields) => format!(r#"{{"stage":"{stage}",{fields}}}"#),
        None => format!(r#"{{"stage":"{stage}"}}"#),
    };
    intake.hand_over(Point {
        timestamp: start.timestamp(),
        kind: "sleep_stage",
        value: length as f64 / 1000.0,
        unit: "s",
        device,
        confidence: None,
        metadata: Some(&metadata),
    })?;
    Ok(true)
}

/// Outputs the sum of a stage in a night, for an export that has no times of stages: a `sleep_stage` a
/// few milliseconds after the end of the night, with `total` in its metadata.
pub(super) fn total<E>(
    device: &str,
    stage: Stage,
    (end, seconds): (ValueTime, f64),
    intake: &mut Intake<'_, E>,
) -> Result<(), StopReason<E>> {
    // One device has one point of a type and time.
    let at = end.timestamp().saturating_add(stage as i64 + 1);
    let lasts = seconds > 0.0 && seconds <= MAX_INTERVAL_MILLIS as f64 / 1000.0;
    if !lasts || at > intake.latest() {
        return Ok(());
    }
    let stage = stage.name();
    let metadata = match end.fields() {
        Some(fields) => format!(r#"{{"stage":"{stage}","total":true,{fields}}}"#),
        None => format!(r#"{{"stage":"{stage}","total":true}}"#),
    };
    intake.hand_over(Point {
        timestamp: at,
        kind: "sleep_stage",
        value: seconds,
        unit: "s",
        device,
        confidence: None,
        metadata: Some(&metadata),
    })
}

/// An interval of sleep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SleepInterval {
    pub(super) start: i64,
    pub(super) end: i64,
    /// The wearer's calendar day of the end, if the file states it.
    pub(super) date: Option<LocalDate>,
}

/// The sleep intervals of each device, collected to the end because they arrive out of order.
#[derive(Default)]
pub(super) struct Nights {
    asleep: BTreeMap<String, Vec<SleepInterval>>,
    stretches: usize,
}

impl Nights {
    /// Outputs the stage, see [`stage`], and keeps it for its night.
    pub(super) fn stage<E>(
        &mut self,
        device: &str,
        stage: Stage,
        stretch: SleepInterval,
        intake: &mut Intake<'_, E>,
    ) -> Result<(), StopReason<E>> {
        let length = stretch.end.saturating_sub(stretch.start);
        let lasts = self::stage(device, stage, (stretch.start.into(), length), intake)?;
        if stage == Stage::Awake || !lasts {
            return Ok(());
        }
        match self.asleep.get_mut(device) {
            Some(stretches) => stretches.push(stretch),
            None => drop(self.asleep.insert(device.to_owned(), vec![stretch])),
        }
        self.stretches += 1;
        if self.stretches == MAX_INTERVALS {
            self.end(intake)?;
        }
        Ok(())
    }

    /// Outputs a `sleep_duration` for each night: the time asleep, with overlaps counted once. Its time
    /// is the end of the night and its date that of waking up.
    pub(super) fn end<E>(&mut self, intake: &mut Intake<'_, E>) -> Result<(), StopReason<E>> {
        self.stretches = 0;
        for (device, mut stretches) in mem::take(&mut self.asleep) {
            stretches.sort_unstable();
            let mut night: Option<Night> = None;
            for stretch in stretches {
                night = Some(match night {
                    Some(night) if stretch.start - night.end < MIN_AWAKE_MS => night.with(stretch),
                    Some(over) => {
                        over.hand_over(&device, intake)?;
                        Night::of(stretch)
                    }
                    None => Night::of(stretch),
                });
            }
            if let Some(night) = night {
                night.hand_over(&device, intake)?;
            }
        }
        Ok(())
    }
}

/// The sleep of one night.
#[derive(Clone, Copy)]
struct Night {
    end: i64,
    date: Option<LocalDate>,
    slept: i64,
}

impl Night {
    fn of(stretch: SleepInterval) -> Self {
        let SleepInterval { start, end, date } = stretch;
        Self {
            end,
            date,
            slept: end - start,
        }
    }

    /// Adds an interval that begins no earlier than those before it.
    fn with(self, stretch: SleepInterval) -> Self {
        let slept = self.slept + (stretch.end - stretch.start.max(self.end)).max(0);
        if stretch.end < self.end {
            return Self { slept, ..self };
        }
        Self {
            end: stretch.end,
            date: stretch.date,
            slept,
        }
    }

    fn hand_over<E>(self, device: &str, intake: &mut Intake<'_, E>) -> Result<(), StopReason<E>> {
        if self.end > intake.latest() {
            return Ok(());
        }
        let end = ValueTime::dated(self.end, self.date);
        let slept = self.slept as f64 / 1000.0;
        intake.point(end, device, "sleep_duration", slept, "s")
    }
}

/// The milliseconds awake that separate two nights.
const MIN_AWAKE_MS: i64 = 3 * 3_600_000;
/// The maximum milliseconds of an interval; longer intervals are errors.
const MAX_INTERVAL_MILLIS: i64 = 24 * 3_600_000;
/// The maximum number of intervals: 16 MB, thirty nights a month for a lifetime.
const MAX_INTERVALS: usize = 1 << 20;
