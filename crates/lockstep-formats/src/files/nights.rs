//! Sleep recorded as stages: computes the sleep duration of each night besides the stages.

use std::collections::BTreeMap;
use std::mem;

use super::intake::{Intake, Stop};
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
    /// Returns the metadata of the stage's points: the length alone does not identify the stage.
    fn metadata(self) -> &'static str {
        match self {
            Self::Awake => r#"{"stage":"awake"}"#,
            Self::Asleep => r#"{"stage":"asleep"}"#,
            Self::Light => r#"{"stage":"light"}"#,
            Self::Deep => r#"{"stage":"deep"}"#,
            Self::Rem => r#"{"stage":"rem"}"#,
        }
    }
}

/// Outputs a stage as a `sleep_stage`, if its length is positive and plausible; returns whether it did.
/// Its start must have been checked.
pub(super) fn stage<E>(
    device: &str,
    stage: Stage,
    (start, end): (i64, i64),
    intake: &mut Intake<'_, E>,
) -> Result<bool, Stop<E>> {
    let length = end.saturating_sub(start);
    if length <= 0 || length > LONGEST {
        return Ok(false);
    }
    intake.hand_over(Point {
        timestamp: start,
        kind: "sleep_stage",
        value: length as f64 / 1000.0,
        unit: "s",
        device,
        confidence: None,
        metadata: Some(stage.metadata()),
    })?;
    Ok(true)
}

/// The sleep intervals of each device, collected to the end because they arrive out of order.
#[derive(Default)]
pub(super) struct Nights {
    asleep: BTreeMap<String, Vec<(i64, i64)>>,
    stretches: usize,
}

impl Nights {
    /// Outputs the stage, see [`stage`], and keeps it for its night.
    pub(super) fn stage<E>(
        &mut self,
        device: &str,
        stage: Stage,
        (start, end): (i64, i64),
        intake: &mut Intake<'_, E>,
    ) -> Result<(), Stop<E>> {
        let lasts = self::stage(device, stage, (start, end), intake)?;
        if stage == Stage::Awake || !lasts {
            return Ok(());
        }
        match self.asleep.get_mut(device) {
            Some(stretches) => stretches.push((start, end)),
            None => drop(self.asleep.insert(device.to_owned(), vec![(start, end)])),
        }
        self.stretches += 1;
        if self.stretches == MOST {
            self.end(intake)?;
        }
        Ok(())
    }

    /// Outputs a `sleep_duration` for each night: the time asleep, with overlaps counted once. Its time
    /// is the end of the night, so that it counts for the day of waking up.
    pub(super) fn end<E>(&mut self, intake: &mut Intake<'_, E>) -> Result<(), Stop<E>> {
        self.stretches = 0;
        for (device, mut stretches) in mem::take(&mut self.asleep) {
            stretches.sort_unstable();
            let mut night: Option<(i64, i64)> = None;
            for (start, end) in stretches {
                night = Some(match night {
                    Some((last, slept)) if start - last < APART => {
                        let more = (end - start.max(last)).max(0);
                        (last.max(end), slept + more)
                    }
                    Some(over) => {
                        hand_over(&device, over, intake)?;
                        (end, end - start)
                    }
                    None => (end, end - start),
                });
            }
            if let Some(night) = night {
                hand_over(&device, night, intake)?;
            }
        }
        Ok(())
    }
}

fn hand_over<E>(
    device: &str,
    (end, slept): (i64, i64),
    intake: &mut Intake<'_, E>,
) -> Result<(), Stop<E>> {
    if end > intake.latest() {
        return Ok(());
    }
    intake.point(end, device, "sleep_duration", slept as f64 / 1000.0, "s")
}

/// The milliseconds awake that separate two nights.
const APART: i64 = 3 * 3_600_000;
/// The maximum milliseconds of an interval; longer intervals are errors.
const LONGEST: i64 = 24 * 3_600_000;
/// The maximum number of intervals: 16 MB, thirty nights a month for a lifetime.
const MOST: usize = 1 << 20;
