//! Computes the efficiency factor: output for each heartbeat, over the activities of the range.

use std::collections::BTreeMap;

use lockstep_metrics::PowerSums;
use lockstep_store::StoreError;

use super::training::Training;
use super::{Computation, HEART_RATE, Metric, POWER};

/// The inputs of an efficiency factor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Efficiency {
    /// `power` or `speed`.
    pub output: &'static str,
    /// The normalized power in W, or the mean speed in m/s.
    pub value: f64,
    /// The mean heart rate in beats per minute.
    pub heart_rate: f64,
    /// The minutes of activities with both.
    pub minutes: f64,
}

impl Computation<'_, '_> {
    /// Computes the factor from power, or else from speed.
    pub(super) fn efficiency(&mut self, training: &Training) -> Result<(), StoreError> {
        let mut found = None;
        for output in [POWER, SPEED] {
            if found.is_none() {
                found = self.efficiency_of(output, training)?;
            }
        }
        self.answer.basis.efficiency = found;
        let value = found.map(|found| match found.output {
            SPEED => 60.0 * found.value / found.heart_rate,
            _ => found.value / found.heart_rate,
        });
        let why = "the activities of the range have fewer than 20 minutes with both heart rate and power, or \
             heart rate and speed";
        self.put(
            Metric::EfficiencyFactor,
            value.ok_or_else(|| why.to_owned()),
        );
        Ok(())
    }

    fn efficiency_of(
        &mut self,
        output: &'static str,
        training: &Training,
    ) -> Result<Option<Efficiency>, StoreError> {
        if self.source.ends(output)?.is_none() || self.source.ends(HEART_RATE)?.is_none() {
            return Ok(None);
        }
        let outputs = self
            .source
            .output_days(output, self.range, &mut self.days)?;
        let hearts = self.source.heart_days(self.range, &mut self.days)?;
        let (mut minutes, mut speeds, mut rates) = (0.0, 0.0, 0.0);
        let mut sums = PowerSums::default();
        for (day, outputs) in outputs {
            let Some(heart) = hearts.get(&day) else {
                continue;
            };
            let heart: BTreeMap<i64, f64> = heart
                .minutes()
                .map(|minute| minute.mean())
                .filter(|mean| mean.covered >= HALF_A_MINUTE)
                .map(|mean| (mean.minute, mean.mean))
                .collect();
            for minute in &outputs.minutes {
                let mean = minute.mean;
                let rate = heart
                    .get(&mean.minute)
                    .filter(|_| mean.covered >= HALF_A_MINUTE && training.has_minute(mean.minute));
                if let Some(rate) = rate {
                    minutes += 1.0;
                    speeds += mean.mean;
                    rates += rate;
                    sums += minute.sums;
                }
            }
        }
        let value = match output {
            POWER => sums.normalized(),
            _ => Some(speeds / minutes),
        };
        let found = value.map(|value| Efficiency {
            output,
            value,
            heart_rate: rates / minutes,
            minutes,
        });
        Ok(found.filter(|_| minutes >= MIN_MINUTES))
    }
}

const SPEED: &str = "speed";
/// The milliseconds of a minute from which its mean counts.
const HALF_A_MINUTE: i64 = 30_000;
const MIN_MINUTES: f64 = 20.0;
