//! Sleep told in stages: how long was slept in a night, beside the stages themselves.

use std::collections::BTreeMap;
use std::mem;

use super::intake::{Intake, Stop};
use crate::point::Point;

/// What one may do in bed. Apple's `core` and Fitbit's `light` are the same; `asleep` is sleep that
/// nobody looked into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Awake,
    Asleep,
    Light,
    Deep,
    Rem,
}

impl Stage {
    /// The metadata of its points: a stage's length alone does not say which it is.
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

/// Hands a stage over as a `sleep_stage`, if it lasts for a while and not for days; whether it
/// did. Its start must have been found possible.
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

/// The stretches asleep of each device, until all are known: they come out of order.
#[derive(Default)]
pub(super) struct Nights {
    asleep: BTreeMap<String, Vec<(i64, i64)>>,
    stretches: usize,
}

impl Nights {
    /// Hands the stage over, see [`stage`], and keeps it for its night.
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

    /// Hands over a `sleep_duration` for each night: the time asleep, overlaps once, at the end of
    /// the night, so that it counts to the day one woke up on.
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

/// Milliseconds awake after which the next sleep is another one.
const APART: i64 = 3 * 3_600_000;
/// Milliseconds of a stretch; longer ones are mistakes.
const LONGEST: i64 = 24 * 3_600_000;
/// Stretches kept: 16 MB, thirty nights a month for a long life.
const MOST: usize = 1 << 20;
