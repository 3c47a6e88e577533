//! Computes zones, training load and the balance of daily loads from heart rate.

use lockstep_metrics::{Banister, LoadBalance, Missing, Sex, Zones, monotony, strain};
use lockstep_store::StoreError;

use super::{Computation, HEART_RATE, Metric, NO_RESERVE};
use crate::day::HeartDay;
use crate::profile;

impl Computation<'_, '_> {
    /// Computes the zones and the load of the range, and the balance of daily loads up to its end.
    pub(super) fn heart_rate(
        &mut self,
        maximum: f64,
        resting: f64,
        (of_range, of_days): (bool, bool),
    ) -> Result<(), StoreError> {
        let sex = match self.profile.sex {
            Some(profile::Sex::Female) => Sex::Female,
            Some(profile::Sex::Male) | None => Sex::Male,
        };
        self.answer.basis.sex = Some(sex);
        if self.profile.sex.is_none() {
            self.note("the sex is unknown; training load uses the curve for men");
        }
        let empty = Banister::new(maximum, resting, sex);
        if of_range {
            let (mut zones, mut load) = (Zones::new(maximum), empty.clone());
            let days = self.source.heart_days(self.range, &mut self.days)?;
            for part in days.values().flat_map(HeartDay::intervals) {
                zones.add(&part);
                load.add(&part);
            }
            let coverage = &mut self.answer.basis.coverage;
            coverage.heart_rate_seconds = Some(zones.covered_seconds());
            coverage.heart_rate_days = Some(days.len());
            self.zones_and_load(&zones, &load, maximum > resting);
        }
        if of_days {
            let window = self.days_up_to_the_end(LoadBalance::WARM_UP);
            let days = self.source.heart_days(window, &mut self.days)?;
            let first = if self.source.reaches_before(HEART_RATE, window.0)? {
                self.days.of(window.0)
            } else {
                None
            };
            let seen = days.keys().next().copied();
            let first = seen.map(|seen| first.unwrap_or(seen));
            let loads: Vec<f64> = first
                .into_iter()
                .flat_map(|first| first..=self.last_day)
                .map(|day| {
                    let mut load = empty.clone();
                    let parts = days.get(&day).into_iter().flat_map(HeartDay::intervals);
                    parts.for_each(|part| load.add(&part));
                    load.impulse()
                })
                .collect();
            self.answer.basis.coverage.load_days = Some(loads.len());
            self.balance(&loads, maximum > resting);
        }
        Ok(())
    }

    fn zones_and_load(&mut self, zones: &Zones, load: &Banister, has_reserve: bool) {
        if zones.covered_seconds() > 0.0 {
            self.answer.zones = Some(zones.seconds());
            let load = if has_reserve {
                Ok(load.impulse())
            } else {
                Err(NO_RESERVE.to_owned())
            };
            self.put(Metric::TrainingLoad, load);
        } else {
            let why = "the range has no two heart rates within 30 s";
            self.put(Metric::HeartRateZones, Err(why.to_owned()));
            self.put(Metric::TrainingLoad, Err(why.to_owned()));
        }
    }

    fn balance(&mut self, loads: &[f64], has_reserve: bool) {
        let balance = LoadBalance::of(loads);
        let ready = if loads.is_empty() {
            Err("there is no heart rate in the 84 days up to the range's end".to_owned())
        } else if !has_reserve {
            Err(NO_RESERVE.to_owned())
        } else {
            Ok(())
        };
        let fatigue = balance.fatigue();
        let reaches = || match fatigue {
            Err(Missing::TooFew { have, need }) => Err(format!(
                "heart rate reaches back {have} days from the range's end; {need} are needed"
            )),
            Ok(_) | Err(Missing::NoData | Missing::NoSpread) => Ok(()),
        };
        let long = ready.clone().and_then(|()| reaches());
        let of_long = |value: f64| long.clone().map(|()| value);
        let share = long.clone().and_then(|()| {
            fatigue.map_err(|_| {
                "there was no training load in the 84 days up to the range's end".to_owned()
            })
        });
        let of_week = |value: Result<f64, Missing>| {
            let text = |why| format!("daily training load of the last week: {why}");
            ready.clone().and_then(|()| value.map_err(text))
        };
        for (metric, value) in [
            (Metric::FatigueLevel, share),
            (Metric::AcuteLoad, of_long(balance.acute)),
            (Metric::ChronicLoad, of_long(balance.chronic)),
            (
                Metric::TrainingStressBalance,
                of_long(balance.training_stress_balance()),
            ),
            (Metric::Monotony, of_week(monotony(loads))),
            (Metric::Strain, of_week(strain(loads))),
        ] {
            self.put(metric, value);
        }
    }
}
