//! Determines the days that the requested figures need, and reads them.

use std::ops::RangeInclusive;

use lockstep_metrics::{LoadBalance, Span};
use lockstep_store::StoreError;

use super::recorded::RecordedActivities;
use super::training::Window;
use super::{BALANCE, Computation, Metric, POWER, YEAR};

/// The requested figures.
#[derive(Clone, Copy)]
pub(super) struct AskedFigures {
    /// The requested figures of the range that need heart rate.
    pub(super) range: bool,
    /// The loads of the range.
    pub(super) load: bool,
    /// The requested figures that need the history up to the range's end.
    pub(super) balance: bool,
    pub(super) estimate: bool,
}

impl AskedFigures {
    /// Returns whether a figure needs heart rate or activities.
    pub(super) fn any(self) -> bool {
        self.range || self.balance || self.estimate
    }
}

impl Computation<'_, '_> {
    /// Returns which figures are requested.
    pub(super) fn asked_figures(&self) -> AskedFigures {
        let wants = |metrics: &[Metric]| self.answer.wanted.any(metrics);
        AskedFigures {
            range: wants(&[
                Metric::HeartRateZones,
                Metric::TrainingLoad,
                Metric::DayStrain,
                Metric::EfficiencyFactor,
            ]),
            load: wants(&[
                Metric::TrainingLoad,
                Metric::DayStrain,
                Metric::EfficiencyFactor,
            ]) || wants(&BALANCE),
            balance: wants(&BALANCE),
            estimate: wants(&[Metric::Vo2maxEstimate]),
        }
    }

    /// Returns the days that the figures need, from the shared days of a request's rows if there are any.
    pub(super) fn window(
        &mut self,
        asked: AskedFigures,
        recorded: &RecordedActivities,
    ) -> Result<Window, StoreError> {
        let days = self.window_days(asked);
        let margins = (self.span(*days.start()), self.span(*days.end()));
        let shared = self.shared.as_ref();
        match shared.and_then(|shared| shared.part(days.clone(), margins)) {
            Some(window) => Ok(window),
            None => self.read_window(asked, days, recorded),
        }
    }

    /// Returns the days that the figures need. The days before and after the range belong to them, since an
    /// activity may go over midnight.
    pub(super) fn window_days(&mut self, asked: AskedFigures) -> RangeInclusive<i32> {
        let back = |days: usize| self.last_day.saturating_sub(days as i32 - 1);
        let begin = self.days.of(self.range.0).unwrap_or(self.last_day);
        let mut first = if asked.range {
            begin - 1
        } else {
            self.last_day
        };
        if self.profile.max_heart_rate.is_none() {
            first = first.min(back(YEAR)).min(begin);
        }
        if asked.load {
            first = first.min(back(SEASON) - 1);
        }
        if asked.balance {
            first = first.min(back(LoadBalance::HISTORY) - 1);
        }
        first..=self.last_day.saturating_add(1)
    }

    /// Reads the days that the figures need.
    pub(super) fn read_window(
        &mut self,
        asked: AskedFigures,
        days: RangeInclusive<i32>,
        recorded: &RecordedActivities,
    ) -> Result<Window, StoreError> {
        let margins = (self.span(*days.start()), self.span(*days.end()));
        let range = (margins.0.from, margins.1.to - 1);
        let mut window = Window {
            hearts: self.source.heart_days(range, &mut self.days)?,
            powers: Default::default(),
            recorded: Vec::new(),
            margins,
        };
        if asked.load {
            window.powers = self.source.output_days(POWER, range, &mut self.days)?;
            let (tx, account_keys) = self.source.at();
            window.recorded = recorded(tx, account_keys, range)?;
        }
        Ok(window)
    }

    /// Returns the time of a day.
    pub(super) fn span(&self, day: i32) -> Span {
        Span {
            from: self.begin(day),
            to: self.begin(day.saturating_add(1)),
        }
    }
}

/// The days in which the best 20 minutes of power are searched.
pub(super) const SEASON: usize = 90;
