//! Computes the efficiency factor: output for each heartbeat, over the activities of the range.

use std::collections::BTreeMap;

use lockstep_metrics::{PowerSums, Sport};
use lockstep_store::StoreError;

use super::training::Training;
use super::{Computation, HEART_RATE, Metric, POWER};

/// The inputs of an efficiency factor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Efficiency {
    /// `power` or `speed`.
    pub output: &'static str,
    /// The sport of the minutes; `None` if no activity states it.
    pub sport: Option<Sport>,
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
        let found = found.map(|found| {
            if found.sports > 1 {
                self.note(SEVERAL_SPORTS);
            }
            if found.is_derived {
                self.note(DERIVED_SPEED);
            }
            found.efficiency
        });
        self.answer.basis.efficiency = found;
        let value = found.map(|found| match found.output {
            SPEED => 60.0 * found.value / found.heart_rate,
            _ => found.value / found.heart_rate,
        });
        let reason = "the activities of the range have fewer than 20 minutes with both heart rate and power, or \
             heart rate and speed";
        self.put(
            Metric::EfficiencyFactor,
            value.ok_or_else(|| reason.to_owned()),
        );
        Ok(())
    }

    /// Returns the inputs from one output, of the sport with the most minutes. An unknown sport counts only where no sport is
    /// known.
    fn efficiency_of(
        &mut self,
        output: &'static str,
        training: &Training,
    ) -> Result<Option<Found>, StoreError> {
        if self.source.ends(output)?.is_none() || self.source.ends(HEART_RATE)?.is_none() {
            return Ok(None);
        }
        let outputs = self
            .source
            .output_days(output, self.range, &mut self.days)?;
        let hearts = self.source.heart_days(self.range, &mut self.days)?;
        let mut all = BTreeMap::<Option<Sport>, Sums>::new();
        let mut activities = training.minutes();
        for (day, outputs) in outputs {
            let Some(heart) = hearts.get(&day) else {
                continue;
            };
            // Both are in the order of time.
            let mut rates = heart.minutes().map(|minute| minute.mean).peekable();
            for minute in &outputs.minutes {
                let mean = minute.mean;
                while rates.next_if(|rate| rate.minute < mean.minute).is_some() {}
                let rate = rates.peek().filter(|rate| {
                    rate.minute == mean.minute
                        && rate.covered.min(mean.covered) >= HALF_A_MINUTE
                        && activities.has(mean.minute)
                });
                if let Some(rate) = rate {
                    let sums = all
                        .entry(training.sport_of_minute(mean.minute))
                        .or_default();
                    sums.minutes += 1.0;
                    sums.speeds += mean.mean;
                    sums.rates += rate.mean;
                    sums.is_derived |= minute.is_derived;
                    sums.power += minute.sums;
                }
            }
        }
        // A sensor that was off for the whole time states 0, which is not an output.
        all.retain(|_, sums| sums.minutes >= MIN_MINUTES && sums.speeds > 0.0);
        if all.keys().any(Option::is_some) {
            all.remove(&None);
        }
        let sports = all.len();
        let longest = all
            .into_iter()
            .max_by(|one, other| one.1.minutes.total_cmp(&other.1.minutes));
        Ok(longest.and_then(|(sport, sums)| {
            let value = match output {
                POWER => sums.power.normalized()?,
                _ => sums.speeds / sums.minutes,
            };
            let efficiency = Efficiency {
                output,
                sport,
                value,
                heart_rate: sums.rates / sums.minutes,
                minutes: sums.minutes,
            };
            Some(Found {
                efficiency,
                sports,
                is_derived: sums.is_derived,
            })
        }))
    }
}

/// The inputs of the sport with the most minutes.
struct Found {
    efficiency: Efficiency,
    /// The number of sports with enough minutes.
    sports: usize,
    /// Whether speeds are derived from positions.
    is_derived: bool,
}

/// The sums over the minutes of a sport.
#[derive(Default)]
struct Sums {
    minutes: f64,
    speeds: f64,
    rates: f64,
    power: PowerSums,
    is_derived: bool,
}

const SEVERAL_SPORTS: &str = "the efficiency factor is that of the sport with the most minutes \
     (basis.efficiency.sport): sports are not compared";
const DERIVED_SPEED: &str = "the efficiency factor uses speeds that are derived from positions, where no speed was \
     recorded";
const SPEED: &str = "speed";
/// The milliseconds of a minute from which its mean counts.
const HALF_A_MINUTE: i64 = 30_000;
const MIN_MINUTES: f64 = 20.0;
