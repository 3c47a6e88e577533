//! The highest means of the window and of the days before it, by sport and without artefacts.

use std::collections::{BTreeMap, BTreeSet};

use lockstep_metrics::insights::{BestMean, DURATIONS, TrainingBreak};
use lockstep_metrics::{MeanMaximal, SinglePeaks, Sport};
use lockstep_store::StoreError;

use super::{BEFORE_BESTS, HEART_RATE, MaterialCollector, POWER, SPEED};

/// The highest means of a range by sport.
type BySport = BTreeMap<Option<Sport>, Vec<Option<f64>>>;

impl MaterialCollector<'_, '_> {
    /// Computes the mean-maximal values of the window and of the 90 days before it for each sport, and the longest
    /// time between two days with power or speed. Artefacts are left out: single peaks of power, seconds of speed
    /// and heart rate, and heart rates above the peak of a hard effort.
    pub(super) fn bests(&mut self) -> Result<(Vec<BestMean>, Option<TrainingBreak>), StoreError> {
        let begin = self.begin(self.first);
        let mut bests = Vec::new();
        let mut trained = BTreeSet::new();
        for kind in [POWER, SPEED, HEART_RATE] {
            let mut days = BTreeSet::new();
            let before = (
                self.begin(self.first - BEFORE_BESTS),
                begin.saturating_sub(1),
            );
            let before = self.best(kind, before, &mut days)?;
            let now = self.best(kind, (begin, self.end), &mut days)?;
            // Heart rate is measured on days without training, too.
            if kind != HEART_RATE {
                trained.extend(days);
            }
            let sports: BTreeSet<Option<Sport>> =
                before.keys().chain(now.keys()).copied().collect();
            let is_known = sports.iter().any(Option::is_some);
            // An effort of unknown sport may belong to any sport, so it is not compared with efforts of
            // known sports.
            for sport in sports
                .into_iter()
                .filter(|sport| sport.is_some() || !is_known)
            {
                let of = |all: &BySport, nth: usize| all.get(&sport).and_then(|means| means[nth]);
                for (nth, duration) in DURATIONS.into_iter().enumerate() {
                    bests.push(BestMean {
                        kind,
                        sport,
                        duration,
                        now: of(&now, nth),
                        before: of(&before, nth),
                    });
                }
            }
        }
        let pauses = trained.iter().zip(trained.iter().skip(1));
        let pauses = pauses.map(|(last, next)| TrainingBreak {
            last: *last,
            next: *next,
        });
        let pause = pauses.filter(|pause| pause.days() >= TrainingBreak::MIN_DAYS);
        Ok((bests, pause.max_by_key(|pause| pause.days())))
    }

    /// Computes the mean-maximal values of a range by sport, and adds the days on which its readings begin to
    /// `trained`.
    fn best(
        &mut self,
        kind: &str,
        range: (i64, i64),
        trained: &mut BTreeSet<i32>,
    ) -> Result<BySport, StoreError> {
        let mut all = BTreeMap::<Option<Sport>, MeanMaximal>::new();
        let mut peaks = SinglePeaks::default();
        let (days, sports) = (&mut self.days, &self.sports);
        let (mut today, mut has_derived) = ((0, 0), false);
        let mut add = |interval: lockstep_metrics::Interval| {
            let best = all.entry(sports.at(interval.from));
            best.or_insert_with(|| MeanMaximal::new(&DURATIONS))
                .add(&interval);
        };
        let each = |interval: lockstep_metrics::Interval, is_derived: bool| {
            has_derived |= is_derived;
            if !(today.0..today.1).contains(&interval.from) {
                let day = days.of(interval.from);
                today = day.and_then(|day| days.bounds(day)).unwrap_or_default();
                trained.extend(day);
            }
            if kind == POWER {
                peaks.push(interval, &mut add);
            } else {
                add(interval);
            }
        };
        self.source.intervals_with_origin(kind, range, each)?;
        self.has_derived_speed |= has_derived;
        peaks.finish(&mut add);
        let mut all: BySport = all
            .into_iter()
            .map(|(sport, best)| (sport, best.finish()))
            .collect();
        if kind != POWER {
            let short = DURATIONS.map(|duration| duration < MIN_BEST_SECONDS);
            for bests in all.values_mut() {
                for (best, _) in bests
                    .iter_mut()
                    .zip(short)
                    .filter(|(_, is_short)| *is_short)
                {
                    *best = None;
                }
            }
        }
        if kind == HEART_RATE && all.values().flatten().any(Option::is_some) {
            let days = self.source.heart_days(range, &mut self.days)?;
            let peak = days.values().filter_map(|day| day.peak);
            let peak = peak.max_by(f64::total_cmp).unwrap_or(0.0);
            for best in all.values_mut().flatten() {
                *best = best.filter(|rate| *rate <= peak);
            }
        }
        all.retain(|_, bests| bests.iter().any(Option::is_some));
        Ok(all)
    }
}

/// The seconds from which a best speed or heart rate counts: shorter ones are mostly artefacts.
const MIN_BEST_SECONDS: usize = 60;
