//! Activities: spans of training, recorded by a device or found as sustained effort.

/// A span of time in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The first millisecond.
    pub from: i64,
    /// The millisecond after the last.
    pub to: i64,
}

impl Span {
    /// Returns the milliseconds that two spans share.
    #[must_use]
    #[inline]
    pub fn shared(self, other: Self) -> i64 {
        (self.to.min(other.to) - self.from.max(other.from)).max(0)
    }
}

/// The mean of the readings in a minute.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MinuteMean {
    /// The minute, counted from 1970-01-01T00:00Z.
    pub minute: i64,
    /// The time-weighted mean of the readings.
    pub mean: f64,
    /// The milliseconds that readings cover.
    pub covered: i64,
}

/// A span of training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Activity {
    /// The time of the activity.
    pub span: Span,
    /// Whether a device recorded it as an activity; otherwise it was found by its effort.
    pub is_recorded: bool,
}

/// Returns the sustained efforts in minutes sorted by time: the mean over 5 minutes is at least `minimum`
/// for 10 minutes, and interruptions up to 3 minutes are bridged.
///
/// Ten minutes is the shortest bout that the guidelines of ACSM and WHO counted (Garber et al. 2011; WHO
/// 2010). The bounds come from the same position stand: moderate intensity begins at 40 % of the
/// heart-rate reserve or 64 % of maximum heart rate. The mean over 5 minutes keeps intervals with short
/// recoveries together. An effort needs readings in half of its time. A heart rate raised by heat, fever
/// or stress is not told apart from effort.
#[must_use]
pub fn efforts(minutes: &[MinuteMean], minimum: f64) -> Vec<Span> {
    let hard = hard_minutes(minutes, minimum);
    let mut found = Vec::new();
    for run in hard.chunk_by(|one, next| next.minute - one.minute <= 1 + BRIDGED) {
        // The mean over 5 minutes reaches beyond the effort at both ends.
        let is_own = |minute: &&MinuteMean| minute.mean >= minimum;
        let (Some(first), Some(last)) = (run.iter().find(is_own), run.iter().rfind(is_own)) else {
            continue;
        };
        let span = Span {
            from: first.minute * MINUTE,
            to: (last.minute + 1) * MINUTE,
        };
        let length = span.to - span.from;
        if length >= MIN_EFFORT_MILLIS && 2 * covered(minutes, span) >= length {
            found.push(span);
        }
    }
    found
}

/// Returns the minutes at which the mean over 5 minutes is at least `minimum`.
fn hard_minutes(minutes: &[MinuteMean], minimum: f64) -> Vec<MinuteMean> {
    let (mut first, mut end) = (0, 0);
    let (mut weighted, mut length) = (0.0, 0);
    let mut hard = Vec::new();
    for minute in minutes {
        while let Some(next) = minutes.get(end)
            && next.minute <= minute.minute + MINUTES_ON_EACH_SIDE
        {
            weighted += next.mean * next.covered as f64;
            length += next.covered;
            end += 1;
        }
        while minutes[first].minute < minute.minute - MINUTES_ON_EACH_SIDE {
            weighted -= minutes[first].mean * minutes[first].covered as f64;
            length -= minutes[first].covered;
            first += 1;
        }
        // Sums of differences leave rounding errors behind.
        if length > 0 && weighted >= (minimum - ROUNDING) * length as f64 {
            hard.push(*minute);
        }
    }
    hard
}

/// Extends efforts, sorted by time, to whole recordings: if efforts are at least half of a recording, warm-up, pauses and
/// cool-down belong to the activity. A recording ends where 30 minutes have no reading. A watch that is
/// worn all day records far more than efforts, so only its efforts count.
#[must_use]
pub fn with_whole_recordings(minutes: &[MinuteMean], efforts: &[Span]) -> Vec<Span> {
    let mut spans = efforts.to_vec();
    let mut left = efforts;
    for recording in minutes.chunk_by(|one, next| next.minute - one.minute <= PAUSE) {
        let (Some(first), Some(last)) = (recording.first(), recording.last()) else {
            continue;
        };
        let whole = Span {
            from: first.minute * MINUTE,
            to: (last.minute + 1) * MINUTE,
        };
        // Both are sorted: a history of years has thousands of recordings and efforts.
        left = &left[left.partition_point(|effort| effort.to <= whole.from)..];
        let inside = left.iter().take_while(|effort| effort.from < whole.to);
        let hard: i64 = inside.map(|effort| covered(recording, *effort)).sum();
        if hard > 0 && 2 * hard >= covered(recording, whole) {
            spans.push(whole);
        }
    }
    spans
}

/// Returns the activities of recorded spans and of efforts. Spans that touch or overlap are one activity,
/// so a ride that was recorded and found counts once.
#[must_use]
pub fn training(recorded: &[Span], efforts: &[Span]) -> Vec<Activity> {
    let activity = |is_recorded| {
        move |span: &Span| Activity {
            span: *span,
            is_recorded,
        }
    };
    let all = recorded.iter().map(activity(true));
    let mut all: Vec<Activity> = all.chain(efforts.iter().map(activity(false))).collect();
    all.retain(|activity| activity.span.from < activity.span.to);
    all.sort_by_key(|activity| activity.span.from);
    let mut merged: Vec<Activity> = Vec::with_capacity(all.len());
    for activity in all {
        match merged.last_mut() {
            Some(last) if activity.span.from <= last.span.to => {
                last.span.to = last.span.to.max(activity.span.to);
                last.is_recorded |= activity.is_recorded;
            }
            _ => merged.push(activity),
        }
    }
    merged
}

/// Returns the covered milliseconds of the minutes in a span.
fn covered(minutes: &[MinuteMean], span: Span) -> i64 {
    let first = minutes.partition_point(|one| one.minute * MINUTE < span.from);
    let inside = minutes[first..].iter();
    inside
        .take_while(|one| one.minute * MINUTE < span.to)
        .map(|one| one.covered)
        .sum()
}

/// A minute in milliseconds.
const MINUTE: i64 = 60_000;
/// The minutes on either side that the mean of a minute includes.
const MINUTES_ON_EACH_SIDE: i64 = 2;
/// The minutes of an interruption that is bridged.
const BRIDGED: i64 = 3;
/// The shortest effort in milliseconds.
const MIN_EFFORT_MILLIS: i64 = 10 * MINUTE;
/// The minutes without a reading that end a recording.
const PAUSE: i64 = 30;
const ROUNDING: f64 = 1e-6;

#[cfg(test)]
mod tests {
    use super::*;

    fn minutes(means: &[f64]) -> Vec<MinuteMean> {
        (1000..)
            .zip(means)
            .filter(|(_, mean)| **mean > 0.0)
            .map(|(minute, mean)| MinuteMean {
                minute,
                mean: *mean,
                covered: MINUTE,
            })
            .collect()
    }

    /// The efforts from 112 on, in minutes from the first.
    fn found(means: &[f64]) -> Vec<(i64, i64)> {
        let spans = efforts(&minutes(means), 112.0);
        let minute = |at: i64| at / MINUTE - 1000;
        spans
            .iter()
            .map(|span| (minute(span.from), minute(span.to)))
            .collect()
    }

    #[test]
    fn efforts_last_ten_minutes() {
        let day = |effort: &[f64]| [&[70.0; 30], effort, &[70.0; 30]].concat();
        for (effort, expected) in [
            (vec![140.0; 9], vec![]),
            (vec![140.0; 10], vec![(30, 40)]),
            (vec![140.0; 45], vec![(30, 75)]),
            (vec![111.0; 45], vec![]),
            // Intervals: four minutes hard, two minutes easy.
            (
                [[150.0, 155.0, 160.0, 160.0, 100.0, 90.0]; 4].concat(),
                vec![(30, 52)],
            ),
            // Three minutes at a traffic light are bridged.
            (
                [&[140.0; 8][..], &[80.0; 3], &[140.0; 8]].concat(),
                vec![(30, 49)],
            ),
            // Six minutes without readings are two activities.
            (
                [&[140.0; 12][..], &[0.0; 6], &[140.0; 12]].concat(),
                vec![(30, 42), (48, 60)],
            ),
            // A flight of stairs every ten minutes is none.
            ([[120.0, 70.0, 70.0, 70.0, 70.0, 70.0]; 6].concat(), vec![]),
        ] {
            assert_eq!(found(&day(&effort)), expected, "{effort:?}");
        }
        assert_eq!(found(&[]), []);
    }

    #[test]
    fn a_recording_that_is_mostly_effort_is_one_activity() {
        let parts = |easy: usize, hard: usize| [vec![90.0; easy], vec![150.0; hard]].concat();
        for (easy, hard, expected) in [
            (10, 20, Some((0, 30))),
            (20, 20, Some((0, 40))),
            (600, 60, None),
        ] {
            let all = minutes(&parts(easy, hard));
            let efforts = efforts(&all, 112.0);
            let spans = with_whole_recordings(&all, &efforts);
            let whole = spans.get(efforts.len());
            let whole = whole.map(|span| (span.from / MINUTE - 1000, span.to / MINUTE - 1000));
            assert_eq!(whole, expected, "{easy} {hard}");
        }
        // Without an effort there is no activity.
        assert_eq!(with_whole_recordings(&minutes(&[90.0; 60]), &[]), []);
    }

    #[test]
    fn a_ride_recorded_and_found_is_one_activity() {
        let span = |from, to| Span { from, to };
        let merged = training(&[span(0, 50), span(90, 90)], &[span(40, 60), span(70, 80)]);
        assert_eq!(
            merged,
            [
                Activity {
                    span: span(0, 60),
                    is_recorded: true
                },
                Activity {
                    span: span(70, 80),
                    is_recorded: false
                },
            ]
        );
    }
}
