//! Performance: mean-maximal values compared with the 90 days before, and aerobic decoupling.

use serde_json::json;

use super::{Direction, Impact, Insight, InsightKind, Language, Material, RuleFindings, date};
use crate::Sport;

/// The highest mean over a duration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestMean {
    /// `power`, `speed` or `heart_rate`.
    pub kind: &'static str,
    /// The sport of the activities; `None` where no activity states it.
    pub sport: Option<Sport>,
    /// The duration in seconds.
    pub duration: usize,
    /// The best value in the window.
    pub now: Option<f64>,
    /// The best value in the 90 days before the window.
    pub before: Option<f64>,
}

/// The longest time without training in the window and the 90 days before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrainingBreak {
    /// The last day before the break.
    pub last: i32,
    /// The first day after the break.
    pub next: i32,
}

impl TrainingBreak {
    /// The number of days from which fitness falls measurably without training (Mujika and Padilla 2000,
    /// Sports Med 30).
    pub const MIN_DAYS: i32 = 14;

    /// Returns the number of days without training.
    #[must_use]
    pub fn days(self) -> i32 {
        self.next - self.last - 1
    }
}

/// A long effort with an output and a heart rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// The day of the effort.
    pub day: i32,
    /// The sport of the activity; `None` if no activity states it.
    pub sport: Option<Sport>,
    /// `power` or `speed`.
    pub output: &'static str,
    /// The seconds with both values.
    pub seconds: usize,
    /// The output per heartbeat in the first half.
    pub first: f64,
    /// The output per heartbeat in the second half.
    pub second: f64,
}

impl Effort {
    /// The minimum seconds of a long effort.
    pub const MIN_SECONDS: usize = 2400;

    /// Builds an effort from seconds of (output, heart rate) in order; `None` for fewer than 40 minutes,
    /// or if the halves cannot be compared.
    ///
    /// Drift is only drift at an even effort. The mean outputs of the halves must be within 10 %, and at
    /// most 15 % of a half may be coasting. Speed depends on the slope: `climb` has the metres that each
    /// half climbed; without it, or with a slope over 1 %, speed is not compared.
    #[must_use]
    pub fn of(
        day: i32,
        (output, sport): (&'static str, Option<Sport>),
        seconds: &[(f64, f64)],
        climb: Option<[f64; 2]>,
    ) -> Option<Self> {
        if seconds.len() < Self::MIN_SECONDS {
            return None;
        }
        let (first, second) = seconds.split_at(seconds.len() / 2);
        if !is_even(first, second) || (output == "speed" && !is_flat([first, second], climb)) {
            return None;
        }
        let factor = |half: &[(f64, f64)]| {
            let (output, rate) = half
                .iter()
                .fold((0.0, 0.0), |(sums, rates), (output, rate)| {
                    (sums + output, rates + rate)
                });
            (output > 0.0 && rate > 0.0).then(|| output / rate)
        };
        Some(Self {
            day,
            sport,
            output,
            seconds: seconds.len(),
            first: factor(first)?,
            second: factor(second)?,
        })
    }

    /// Returns the decrease of output per heartbeat in the second half, in percent.
    #[must_use]
    pub fn decoupling(&self) -> f64 {
        100.0 * (self.first - self.second) / self.first
    }
}

/// Returns whether both halves have about the same output, without much coasting.
fn is_even(first: &[(f64, f64)], second: &[(f64, f64)]) -> bool {
    let mean = |half: &[(f64, f64)]| {
        half.iter().map(|(output, _)| output).sum::<f64>() / crate::count(half.len())
    };
    let (before, after) = (mean(first), mean(second));
    let coasts = |half: &[(f64, f64)], mean: f64| {
        let coasting = half.iter().filter(|(output, _)| *output < COASTING * mean);
        crate::count(coasting.count()) > MAX_COASTING * crate::count(half.len())
    };
    (after / before - 1.0).abs() <= MAX_CHANGE && !coasts(first, before) && !coasts(second, after)
}

/// Returns whether the mean slope of both halves is small.
fn is_flat(halves: [&[(f64, f64)]; 2], climb: Option<[f64; 2]>) -> bool {
    let Some(climb) = climb else { return false };
    let mut slopes = halves.iter().zip(climb);
    slopes.all(|(half, climb)| {
        let metres: f64 = half.iter().map(|(speed, _)| speed).sum();
        (climb / metres).abs() <= MAX_SLOPE
    })
}

pub(super) fn performances(material: &Material, found: &mut RuleFindings) {
    let language = material.language;
    for kind in KINDS {
        let of_kind = material.bests.iter().filter(|best| best.kind == kind);
        let mut sports: Vec<Option<Sport>> = of_kind.map(|best| best.sport).collect();
        sports.sort_unstable();
        sports.dedup();
        let compared = sports
            .iter()
            .filter(|sport| bests(material, found, kind, **sport));
        if compared.count() == 0 {
            let (words, german_words, minimum) = match kind {
                POWER => ("power", "Leistung", 5),
                SPEED => ("speed", "Geschwindigkeit", 60),
                _ => ("heart rate", "Herzfrequenz", 60),
            };
            let reason = language.pick(
                format!(
                    "the window and the 90 days before it do not both hold {minimum} seconds of {words} in one sport \
                     without a pause"
                ),
                format!(
                    "der Zeitraum und die 90 Tage davor haben nicht beide {minimum} Sekunden {german_words} ohne Pause in \
                     einer Sportart"
                ),
            );
            found.skip(InsightKind::Performance, Some(kind), reason);
        }
    }
    if material.efforts.is_empty() {
        let reason = language.pick(
            "no 40 minutes at an even effort with heart rate and power, or with speed on flat ground, in the window",
            "im Zeitraum gibt es keine 40 Minuten gleichmäßiger Anstrengung mit Herzfrequenz und Leistung, oder mit \
             Geschwindigkeit auf flachem Grund",
        );
        return found.skip(InsightKind::Performance, Some("aerobicDecoupling"), reason);
    }
    let mut sports: Vec<Option<Sport>> = material.efforts.iter().map(|one| one.sport).collect();
    sports.sort_unstable();
    sports.dedup();
    for sport in sports {
        let efforts = material.efforts.iter().filter(|one| one.sport == sport);
        decoupling(&efforts.collect::<Vec<_>>(), found, language);
    }
}

/// Reports the drift of the efforts of one sport, in order of time.
fn decoupling(efforts: &[&Effort], found: &mut RuleFindings, language: Language) {
    // One effort in the heat says little: the median of the window's efforts must drift.
    let mut all: Vec<f64> = efforts.iter().map(|effort| effort.decoupling()).collect();
    let usual = crate::median(&mut all).unwrap_or_default();
    let latest = efforts.iter();
    let latest = latest.rev().find(|effort| effort.decoupling() > DECOUPLED);
    let Some(effort) = latest.filter(|_| usual > DECOUPLED) else {
        return;
    };
    let share = effort.decoupling();
    let (count, minutes) = (all.len(), effort.seconds / 60);
    let day = language.date(effort.day);
    let [fall, median] = [share, usual].map(|percent| language.decimals(percent, 1));
    let of_several = match count {
        1 => String::new(),
        count => language.pick(
            format!(" (median of {count} such efforts: {median} %)"),
            format!(" (Median von {count} solchen Einheiten: {median} %)"),
        ),
    };
    let german_output = match effort.output {
        POWER => "Leistung",
        _ => "Geschwindigkeit",
    };
    let description = language.pick(
        format!(
            "In the even effort of {day} over {minutes} min your {} per heartbeat fell {fall} % from the first half to the \
             second{of_several}.",
            effort.output
        ),
        format!(
            "In der gleichmäßigen Einheit vom {day} über {minutes} min sank Ihre {german_output} pro Herzschlag von der \
             ersten zur zweiten Hälfte um {fall} %{of_several}."
        ),
    );
    let evidence = json!({
        "date": date(effort.day), "output": effort.output, "seconds": effort.seconds,
        "firstHalf": effort.first, "secondHalf": effort.second, "decouplingPercent": share,
        "medianPercent": usual, "efforts": count, "sport": effort.sport.map(Sport::name),
    });
    found.insights.push(Insight {
        confidence: if count < SEVERAL { 0.5 } else { 0.7 },
        metric: Some("aerobicDecoupling".to_owned()),
        trend: Some(Direction::Increasing),
        impact: Some(if share > 2.0 * DECOUPLED {
            Impact::Medium
        } else {
            Impact::Low
        }),
        ..Insight::new(
            InsightKind::Performance,
            "performance.decoupling",
            description,
            evidence,
        )
    });
}

/// Reports the bests of a type in one sport. Returns whether there was something to compare.
fn bests(material: &Material, found: &mut RuleFindings, kind: &str, sport: Option<Sport>) -> bool {
    let of_sport = || material.bests.iter().filter(|best| best.sport == sport);
    let pairs: Vec<BestPair> = of_sport()
        .filter(|best| best.kind == kind)
        .filter_map(|best| {
            Some(BestPair {
                duration: best.duration,
                now: best.now?,
                before: best.before?,
            })
        })
        .filter(|pair| pair.before > 0.0)
        .collect();
    if pairs.is_empty() {
        return false;
    }
    // A high heart rate is an effort and no performance: it counts only where nothing else was measured.
    let has_output = || {
        let mut outputs = of_sport().filter(|best| best.kind != HEART_RATE);
        outputs.any(|best| best.now.is_some())
    };
    if kind == HEART_RATE && has_output() {
        return true;
    }
    let Some((shown, trend)) =
        reported_pair(&of_sport().copied().collect::<Vec<_>>(), kind, &pairs)
    else {
        return true;
    };
    let share = shown.change();
    let is_decline = trend == Direction::Decreasing;
    let rule = if is_decline {
        "performance.below-best"
    } else {
        "performance.best"
    };
    let pause = material.pause.filter(|_| is_decline);
    let description = compared((kind, sport), shown, pause, material.language);
    let all: Vec<_> = pairs
        .iter()
        .map(|pair| json!({ "seconds": pair.duration, "best": pair.now, "before": pair.before }))
        .collect();
    let mut evidence = json!({ "seconds": shown.duration, "best": shown.now, "before": shown.before, "change": share, "durations": all,
        "sport": sport.map(Sport::name), "breakDays": pause.map(TrainingBreak::days) });
    if kind == SPEED && material.has_derived_speed {
        evidence["derivedSpeed"] = json!(true);
    }
    found.insights.push(Insight {
        confidence: if share.abs() < CLEAR { 0.6 } else { 0.9 },
        metric: Some(kind.to_owned()),
        trend: Some(trend),
        impact: Some(match share.abs() {
            _ if pause.is_some() || kind == HEART_RATE => Impact::Low,
            share if share >= 0.10 => Impact::High,
            share if share >= CLEAR => Impact::Medium,
            _ => Impact::Low,
        }),
        ..Insight::new(InsightKind::Performance, rule, description, evidence)
    });
    true
}

/// Returns the sentence about a best: `Your fastest 20 min of running (5:27 min/km) are 4.1 % faster than the best of the 90
/// days before.`
fn compared(
    (kind, sport): (&str, Option<Sport>),
    pair: BestPair,
    pause: Option<TrainingBreak>,
    language: Language,
) -> String {
    let change = 100.0 * pair.change();
    let more = change > 0.0;
    let percent = language.decimals(change.abs(), 1);
    let size = if change.abs() < 100.0 * CLEAR {
        let little = language.pick("a little", "ein wenig");
        format!("{little} ({percent} %)")
    } else {
        format!("{percent} %")
    };
    let after = pause.map_or_else(String::new, |pause| {
        let days = language.of_days(usize::try_from(pause.days()).unwrap_or_default());
        let begin = language.date(pause.last + 1);
        language.pick(
            format!(", with {days} without training from {begin} on"),
            format!(", mit {days} ohne Training ab dem {begin}"),
        )
    });
    let (length, in_sport) = (length(pair.duration), language.in_sport(sport));
    if kind == SPEED {
        let now = language.speed(sport, pair.now);
        let (word, german_word) = if more {
            ("faster", "schneller")
        } else {
            ("slower", "langsamer")
        };
        return language.pick(
            format!(
                "Your fastest {length}{in_sport} ({now}) are {size} {word} than the best of the 90 days before{after}."
            ),
            format!(
                "Ihre schnellsten {length}{in_sport} ({now}) sind {size} {german_word} als die besten der 90 Tage \
                 davor{after}."
            ),
        );
    }
    let (words, german_words, unit) = match kind {
        POWER => ("mean power", "mittlere Leistung", "W"),
        _ => (
            "mean heart rate",
            "mittlere Herzfrequenz",
            language.pick("a minute", "pro Minute"),
        ),
    };
    let (word, german_word) = if more {
        ("higher", "höher")
    } else {
        ("lower", "niedriger")
    };
    let now = language.figure(pair.now);
    language.pick(
        format!(
            "Your highest {words} over {length}{in_sport} ({now} {unit}) is {size} {word} than the best of the 90 days \
             before{after}."
        ),
        format!(
            "Ihre höchste {german_words} über {length}{in_sport} ({now} {unit}) ist {size} {german_word} als die höchste der \
             90 Tage davor{after}."
        ),
    )
}

/// The best means over one duration, now and before.
#[derive(Clone, Copy, Debug)]
struct BestPair {
    /// The duration in seconds.
    duration: usize,
    /// The best value in the window.
    now: f64,
    /// The best value before the window, above zero.
    before: f64,
}

impl BestPair {
    /// Returns the relative change.
    fn change(&self) -> f64 {
        self.now / self.before - 1.0
    }
}

/// Returns the pair to report: the greatest rise, or the smallest of falls at the same effort.
fn reported_pair(
    bests: &[BestMean],
    kind: &str,
    pairs: &[BestPair],
) -> Option<(BestPair, Direction)> {
    let greatest = |pairs: &mut dyn Iterator<Item = &BestPair>| {
        let pair = pairs.max_by(|one, other| one.change().total_cmp(&other.change()));
        pair.copied()
    };
    let is_effort = |now: f64| kind != HEART_RATE || now >= MIN_EFFORT_RATE;
    // If only the longest duration rose, and each shorter one fell, a session was longer and not harder.
    let is_only_longer = |pair: &BestPair| {
        let mut shorter = pairs
            .iter()
            .filter(|other| other.duration < pair.duration)
            .peekable();
        shorter.peek().is_some() && shorter.all(|other| other.change() < 0.0)
    };
    let is_new = |pair: &&BestPair| {
        pair.change() >= new_best(pair.duration) && is_effort(pair.now) && !is_only_longer(pair)
    };
    if let Some(best) = greatest(&mut pairs.iter().filter(is_new)) {
        return Some((best, Direction::Increasing));
    }
    if kind == HEART_RATE || pairs.iter().any(|pair| pair.change() > DECLINE) {
        return None;
    }
    // Fewer hard days are a taper or a rest; only the same effort for less output is a decline.
    let tried = |duration| {
        let mut rates = bests.iter().filter(|best| best.kind == HEART_RATE);
        let rate = rates.find(|best| best.duration == duration);
        let rates = rate.and_then(|best| best.now.zip(best.before));
        rates.is_some_and(|(now, before)| now >= AS_HARD * before)
    };
    if !pairs.iter().any(|pair| tried(pair.duration)) {
        return None;
    }
    Some((greatest(&mut pairs.iter())?, Direction::Decreasing))
}

/// Returns the change from which a best is new: a short effort differs more from day to day, and depends on
/// a few readings. From five minutes on it is 2 %, which is the accuracy of power meters and of distances by
/// satellite.
fn new_best(duration: usize) -> f64 {
    match duration {
        ..60 => 0.05,
        60..300 => 0.03,
        _ => 0.02,
    }
}

fn length(seconds: usize) -> String {
    if seconds < 60 {
        format!("{seconds} s")
    } else {
        format!("{} min", seconds / 60)
    }
}

/// The durations of mean-maximal values, in seconds.
pub const DURATIONS: [usize; 5] = [5, 60, 300, 1200, 3600];
const KINDS: [&str; 3] = [POWER, SPEED, HEART_RATE];
const POWER: &str = "power";
const SPEED: &str = "speed";
const HEART_RATE: &str = "heart_rate";
/// The change from which a best is more than the variation from day to day.
const CLEAR: f64 = 0.05;
/// The heart rate from which a best shows an effort: below it a walk or another medication raises it.
const MIN_EFFORT_RATE: f64 = 120.0;
/// The efforts from which their median is more than a single day.
const SEVERAL: usize = 3;
/// The percentage from which an effort counts as decoupled.
const DECOUPLED: f64 = 5.0;
/// The highest change of mean output between the halves of an even effort; a bit over 10 % for rounding.
const MAX_CHANGE: f64 = 0.1001;
/// The share of the mean output below which a second counts as coasting.
const COASTING: f64 = 0.2;
/// The maximum share of coasting seconds in each half.
const MAX_COASTING: f64 = 0.15;
/// The highest mean slope of a half.
const MAX_SLOPE: f64 = 0.01;
/// The share of the best heart rate from which an effort was as hard.
const AS_HARD: f64 = 0.97;
/// A decline is reported if all are at −10 % or lower.
const DECLINE: f64 = -0.10;
