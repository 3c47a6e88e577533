//! RR intervals: the root mean square of successive differences.

/// RMSSD over RR intervals in order, with and without filtering.
#[derive(Clone, Debug, Default)]
pub struct SuccessiveDifferences {
    last: Option<f64>,
    intervals: u64,
    raw: Squares,
    sieved: Squares,
}

#[derive(Clone, Copy, Debug, Default)]
struct Squares {
    sum: f64,
    count: u64,
}

impl Squares {
    fn add(&mut self, difference: f64) {
        self.sum += difference * difference;
        self.count += 1;
    }

    fn root(self) -> Option<f64> {
        (self.count > 0).then(|| (self.sum / self.count as f64).sqrt())
    }
}

impl SuccessiveDifferences {
    /// Adds the next interval in ms.
    #[inline]
    pub fn push(&mut self, interval: f64) {
        self.intervals += 1;
        if let Some(last) = self.last.replace(interval) {
            let difference = interval - last;
            self.raw.add(difference);
            let both = NORMAL.contains(&last) && NORMAL.contains(&interval);
            if both && difference.abs() <= MAX_CHANGE * last {
                self.sieved.add(difference);
            }
        }
    }

    /// Returns the number of intervals.
    #[must_use]
    pub fn intervals(&self) -> u64 {
        self.intervals
    }

    /// Returns the RMSSD over all successive differences in ms; artefacts weigh heavily in it.
    #[must_use]
    pub fn raw(&self) -> Option<f64> {
        self.raw.root()
    }

    /// Returns the RMSSD in ms over the differences between intervals of 300–2000 ms whose second
    /// interval deviates by at most 20 % from the first.
    #[must_use]
    pub fn filtered_rmssd(&self) -> Option<f64> {
        self.sieved.root()
    }

    /// Returns the number of differences that pass the filter.
    #[must_use]
    pub fn sieved_pairs(&self) -> u64 {
        self.sieved.count
    }
}

const NORMAL: std::ops::RangeInclusive<f64> = 300.0..=2000.0;
const MAX_CHANGE: f64 = 0.2;
