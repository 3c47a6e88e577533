//! The highest means of the window and of the days before it, without artefacts.

use std::collections::BTreeSet;

use lockstep_metrics::insights::{Best, Break, DURATIONS};
use lockstep_metrics::{Interval, MeanMaximal};
use lockstep_store::StoreError;

use super::{Gathering, HEART_RATE, POWER, SPEED};

impl Gathering<'_, '_> {
    /// Computes the mean-maximal values of the window and of the 90 days before it, and the longest time
    /// between two days with power or speed. Artefacts are left out: single peaks of power, seconds of speed
    /// and heart rate, and heart rates above the peak of a hard effort.
    pub(super) fn bests(&mut self) -> Result<(Vec<Best>, Option<Break>), StoreError> {
        let begin = self.begin(self.first);
        let mut bests = Vec::new();
        let mut trained = BTreeSet::new();
        for kind in [POWER, SPEED, HEART_RATE] {
            let mut days = BTreeSet::new();
            let before = (self.begin(self.first - 90), begin.saturating_sub(1));
            let before = self.best(kind, before, &mut days)?;
            let now = self.best(kind, (begin, self.end), &mut days)?;
            // Heart rate is measured on days without training, too.
            if kind != HEART_RATE {
                trained.extend(days);
            }
            for (nth, duration) in DURATIONS.into_iter().enumerate() {
                bests.push(Best {
                    kind,
                    duration,
                    now: now[nth],
                    before: before[nth],
                });
            }
        }
        let pauses = trained.iter().zip(trained.iter().skip(1));
        let pauses = pauses.map(|(last, next)| Break {
            last: *last,
            next: *next,
        });
        let pause = pauses.filter(|pause| pause.days() >= Break::LEAST);
        Ok((bests, pause.max_by_key(|pause| pause.days())))
    }

    /// Computes the mean-maximal values of a range, and adds the days on which its readings begin to
    /// `trained`.
    fn best(
        &mut self,
        kind: &str,
        range: (i64, i64),
        trained: &mut BTreeSet<i32>,
    ) -> Result<Vec<Option<f64>>, StoreError> {
        let mut best = MeanMaximal::new(&DURATIONS);
        let mut peaks = SinglePeaks::default();
        let days = &mut self.days;
        let mut today = (0, 0);
        self.source.intervals(kind, range, |interval| {
            if !(today.0..today.1).contains(&interval.from) {
                let day = days.of(interval.from);
                today = day.and_then(|day| days.bounds(day)).unwrap_or_default();
                trained.extend(day);
            }
            if kind == POWER {
                peaks.push(interval, |interval| best.add(&interval));
            } else {
                best.add(&interval);
            }
        })?;
        peaks.finish(|interval| best.add(&interval));
        let mut best = best.finish();
        if kind != POWER {
            let short = DURATIONS.iter().map(|duration| *duration < SHORTEST_BEST);
            for (best, _) in best.iter_mut().zip(short).filter(|(_, is_short)| *is_short) {
                *best = None;
            }
        }
        if kind == HEART_RATE && best.iter().any(Option::is_some) {
            let days = self.source.heart_days(range, &mut self.days)?;
            let peak = days.values().filter_map(|day| day.peak);
            let peak = peak.max_by(f64::total_cmp).unwrap_or(0.0);
            for best in &mut best {
                *best = best.filter(|rate| *rate <= peak);
            }
        }
        Ok(best)
    }
}

/// Leaves out single readings of power that are more than twice both neighbours: a meter that lost its signal
/// writes them, and a rider needs longer to speed up and slow down.
#[derive(Default)]
struct SinglePeaks {
    /// The reading before the waiting one.
    before: Option<Interval>,
    /// The reading whose next one is not known yet.
    waiting: Option<Interval>,
}

impl SinglePeaks {
    fn push(&mut self, next: Interval, each: impl FnOnce(Interval)) {
        let Some(waiting) = self.waiting.replace(next) else {
            return;
        };
        let before = self.before.replace(waiting);
        let is_above = |other: &Interval| waiting.value > 2.0 * other.value;
        // Easy riding varies more, without any harm to a best.
        let is_peak = waiting.value > MIN_PEAK
            && is_above(&next)
            && before.is_some_and(|before| is_above(&before));
        if !is_peak {
            each(waiting);
        }
    }

    fn finish(self, each: impl FnMut(Interval)) {
        self.waiting.into_iter().for_each(each);
    }
}

/// The seconds from which a best speed or heart rate counts: shorter ones are mostly artefacts.
const SHORTEST_BEST: usize = 60;
/// The power in W up to which a single reading is no artefact.
const MIN_PEAK: f64 = 600.0;
