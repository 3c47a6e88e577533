//! Recovery: the last week compared with the two months before, and sleep compared with the needs of
//! adults.

use serde_json::json;

use super::{Direction, Impact, Insight, InsightKind, Language, Material, RuleFindings};
use crate::{against_baseline, recovery};

/// Reports four findings: the band of the recovery score; a resting heart rate at least one standard
/// deviation and 2 a minute above normal on the last two days; a sleep debt over 3 h in a week; irregular times of sleep.
pub(super) fn recoveries(material: &Material, found: &mut RuleFindings) {
    let before = found.insights.len();
    resting_heart_rate(material, found);
    sleep_debt(material, found);
    sleep_times(material, found);
    let warns = found.insights.len() > before;
    score(material, found, warns);
}

/// Reports the band of the score. "Training can continue as planned" needs more than a weak sign, and no
/// warning of another rule.
fn score(material: &Material, found: &mut RuleFindings, warns: bool) {
    let language = material.language;
    let [variability, resting, sleep] =
        [RMSSD, RESTING, SLEEP].map(|kind| two_months(material, kind));
    let scored = match recovery(&variability, &resting, &sleep) {
        Ok(scored) => scored,
        Err(reason) => {
            let reason = language.missing(reason);
            let reason = language.pick(
                format!(
                    "rMSSD, resting heart rate and sleep, the last 7 days against the 60 before: {reason}"
                ),
                format!("rMSSD, Ruhepuls und Schlaf, die letzten 7 Tage gegen die 60 davor: {reason}"),
            );
            return found.skip(InsightKind::Recovery, Some("recoveryScore"), reason);
        }
    };
    let RecoveryBand {
        words,
        german_words,
        trend,
        impact,
        rule,
    } = band(scored.score);
    let parts = [
        (
            "hrvRmssd",
            language.pick("heart-rate variability", "Herzratenvariabilität"),
            scored.variability,
            0.6,
        ),
        (
            "restingHeartRate",
            language.pick("resting heart rate", "Ruhepuls"),
            scored.resting,
            0.25,
        ),
        (
            "sleepDuration",
            language.pick("sleep", "Schlaf"),
            scored.sleep,
            0.15,
        ),
    ];
    let mut evidence =
        json!({ "score": scored.score, "z": scored.z, "weightsAreValidated": false });
    let (mut weight, mut by) = (0.0, Vec::new());
    for (name, words, part, share) in parts {
        if let Ok(part) = part {
            weight += share;
            by.push((name, words));
            evidence[name] = json!({
                "z": part.z, "days": part.days, "baselineDays": part.baseline_days,
            });
        }
    }
    if let [("sleepDuration", _)] = by[..] {
        let reason = language.pick(
            "the last 7 days and the 60 before have only sleep, which is not enough for a recovery score",
            "die letzten 7 Tage und die 60 davor haben nur Schlaf; das genügt nicht für einen Erholungswert",
        );
        return found.skip(InsightKind::Recovery, Some("recoveryScore"), reason);
    }
    if rule != "recovery.low" && (warns || weight < MIN_WEIGHT) {
        let reason = not_worth_a_word(warns, language);
        return found.skip(InsightKind::Recovery, Some("recoveryScore"), reason);
    }
    let by: Vec<&str> = by.iter().map(|(_, words)| *words).collect();
    let description = score_sentence((words, german_words), scored.score, &by, language);
    found.insights.push(Insight {
        confidence: MAX_CONFIDENCE * weight,
        metric: Some("recoveryScore".to_owned()),
        trend: Some(trend),
        impact: Some(impact),
        ..Insight::new(InsightKind::Recovery, rule, description, evidence)
    });
}

/// Returns the reason why a score that is not low is not reported.
fn not_worth_a_word(warns: bool, language: Language) -> &'static str {
    if warns {
        language.pick(
            "the recovery score is not low, but sleep or resting heart rate is a warning",
            "der Erholungswert ist nicht niedrig, aber Schlaf oder Ruhepuls ist eine Warnung",
        )
    } else {
        language.pick(
            "the recovery score is not low, and resting heart rate alone says too little to be sure",
            "der Erholungswert ist nicht niedrig, und der Ruhepuls allein sagt zu wenig, um sicher zu sein",
        )
    }
}

fn score_sentence(
    (words, german_words): (&str, &str),
    score: f64,
    by: &[&str],
    language: Language,
) -> String {
    let (points, by) = (language.decimals(score, 0), language.listed(by));
    language.pick(
        format!(
            "Your recovery of the last 7 days is {words} your own usual range of the 60 days before (score {points} of 100, by {by})."
        ),
        format!(
            "Ihre Erholung der letzten 7 Tage liegt {german_words} Ihrem eigenen üblichen Bereich der 60 Tage davor (Wert \
             {points} von 100, aus {by})."
        ),
    )
}

/// The meaning of a recovery score.
pub(super) struct RecoveryBand {
    /// The score compared with the person's usual range, such as `far below`.
    pub(super) words: &'static str,
    /// The same in German, such as `weit unter`.
    pub(super) german_words: &'static str,
    pub(super) trend: Direction,
    pub(super) impact: Impact,
    /// The name of the rule that reports the score.
    pub(super) rule: &'static str,
}

/// Returns the band of a score of 0–100: within half a standard deviation of the person's own mean is
/// usual. The whole number decides, which the description shows.
pub(super) fn band(score: f64) -> RecoveryBand {
    let (words, german_words, trend, impact, rule) = match score.round() {
        score if score < 15.0 => (
            "far below",
            "weit unter",
            Direction::Decreasing,
            Impact::High,
            "recovery.low",
        ),
        score if score < 31.0 => (
            "below",
            "unter",
            Direction::Decreasing,
            Impact::Medium,
            "recovery.low",
        ),
        score if score <= 69.0 => (
            "within",
            "in",
            Direction::Stable,
            Impact::Low,
            "recovery.usual",
        ),
        _ => (
            "above",
            "über",
            Direction::Increasing,
            Impact::Low,
            "recovery.high",
        ),
    };
    RecoveryBand {
        words,
        german_words,
        trend,
        impact,
        rule,
    }
}

fn resting_heart_rate(material: &Material, found: &mut RuleFindings) {
    let language = material.language;
    if material.changed_devices.contains(RESTING) {
        return found.skip(
            InsightKind::Recovery,
            Some(RESTING),
            language.device_changed(),
        );
    }
    let daily = two_months(material, RESTING);
    let against = match against_baseline(&daily) {
        Ok(against) => against,
        Err(reason) => {
            let reason = language.missing(reason);
            let reason = language.pick(
                format!("the last 7 days against the 60 before: {reason}"),
                format!("die letzten 7 Tage gegen die 60 davor: {reason}"),
            );
            return found.skip(InsightKind::Recovery, Some(RESTING), reason);
        }
    };
    let Some(one) = super::measured(RESTING) else {
        return;
    };
    let limit = against.baseline + against.spread.max(one.least);
    let week = (0_i32..).zip(&daily[daily.len() - 7..]);
    let known: Vec<(i32, f64)> = week
        .filter_map(|(at, value)| Some((at, (*value)?)))
        .collect();
    // Only the last two values: a rise that is over needs no rest.
    let Some([(at, first), (next, second)]) = known.last_chunk::<2>().copied() else {
        return;
    };
    if next != at + 1 || first < limit || second < limit {
        return;
    }
    let pair = [first, second];
    let day = |at| language.date(material.last - 6 + at);
    let (first_day, second_day) = (day(at), day(next));
    let usual = one.format_number(language, against.baseline);
    let first = one.format_number(language, first);
    let second = one.format_value(language, second);
    let description = language.pick(
        format!(
            "Your resting heart rate was {first} on {first_day} and {second} on {second_day}, above your usual {usual} of the 60 days before."
        ),
        format!(
            "Ihr Ruhepuls betrug {first} am {first_day} und {second} am {second_day}, mehr als Ihre üblichen {usual} der 60 \
             Tage davor."
        ),
    );
    let evidence = json!({
        "values": pair, "firstDay": super::date(material.last - 6 + at),
        "baseline": against.baseline, "spread": against.spread,
        "baselineDays": against.baseline_days,
    });
    found.insights.push(Insight {
        confidence: 0.8,
        metric: Some(RESTING.to_owned()),
        trend: Some(Direction::Increasing),
        impact: Some(Impact::Medium),
        ..Insight::new(
            InsightKind::Recovery,
            "recovery.resting-heart-rate",
            description,
            evidence,
        )
    });
}

fn sleep_debt(material: &Material, found: &mut RuleFindings) {
    let language = material.language;
    let nights = material.of(SLEEP).range(material.last - 6..=material.last);
    let nights: Vec<f64> = nights.map(|(_, seconds)| *seconds).collect();
    if nights.len() < NIGHTS {
        let days = language.days(nights.len());
        let reason = language.pick(
            format!("{days} of the last 7 with a sleep duration; {NIGHTS} are needed"),
            format!("{days} der letzten 7 mit einer Schlafdauer; {NIGHTS} sind nötig"),
        );
        return found.skip(InsightKind::Recovery, Some(SLEEP), reason);
    }
    let goal = material
        .goals
        .iter()
        .find(|goal| super::goal::type_of_goal(&goal.metric) == SLEEP);
    let need = goal.map_or(SEVEN_HOURS, |goal| goal.target);
    let debt: f64 = nights.iter().map(|seconds| need - seconds).sum();
    if debt <= DEBT {
        return;
    }
    let (count, less, each) = (nights.len(), super::hours(debt), super::hours(need));
    let description = language.pick(
        format!(
            "In the {count} known nights of the last week you slept {less} less in total than with {each} a night."
        ),
        format!(
            "In den {count} bekannten Nächten der letzten Woche haben Sie zusammen {less} weniger geschlafen als bei {each} \
             pro Nacht."
        ),
    );
    let evidence = json!({
        "debtSeconds": debt, "needSeconds": need, "days": nights.len(),
        "needFrom": if goal.is_some() { "profile" } else { "7 h for adults (AASM and SRS 2015)" },
    });
    found.insights.push(Insight {
        confidence: MAX_CONFIDENCE * nights.len() as f64 / 7.0,
        metric: Some(SLEEP.to_owned()),
        trend: Some(Direction::Decreasing),
        impact: Some(if debt > 2.0 * DEBT {
            Impact::High
        } else {
            Impact::Medium
        }),
        ..Insight::new(
            InsightKind::Recovery,
            "recovery.sleep-debt",
            description,
            evidence,
        )
    });
}

/// Reports a sleep regularity index below 60, where the median of adults is about 81 (Windred et al. 2024, Sleep
/// 47).
fn sleep_times(material: &Material, found: &mut RuleFindings) {
    let Some(times) = material.sleep_times else {
        return;
    };
    let (language, nights) = (material.language, times.nights);
    if nights < REGULAR_NIGHTS {
        let reason = language.pick(
            format!("{nights} nights with stages of sleep; {REGULAR_NIGHTS} are needed"),
            format!("Nächte mit Schlafphasen: {nights}; {REGULAR_NIGHTS} sind nötig"),
        );
        return found.skip(InsightKind::Recovery, Some(REGULARITY), reason);
    }
    if times.index >= REGULAR {
        return;
    }
    let index = language.decimals(times.index, 0);
    let description = language.pick(
        format!(
            "Your times of sleep differ much from day to day: regularity {index} of 100 over {nights} nights, where half of \
             adults have over 80."
        ),
        format!(
            "Ihre Schlafzeiten sind von Tag zu Tag sehr verschieden: Regelmäßigkeit {index} von 100 in {nights} Nächten; die \
             Hälfte der Erwachsenen hat über 80."
        ),
    );
    let evidence =
        json!({ "index": times.index, "nights": times.nights, "irregularBelow": REGULAR });
    found.insights.push(Insight {
        confidence: 0.7,
        metric: Some(REGULARITY.to_owned()),
        trend: Some(Direction::Stable),
        impact: Some(Impact::Medium),
        ..Insight::new(
            InsightKind::Recovery,
            "recovery.irregular-sleep",
            description,
            evidence,
        )
    });
}

/// Returns the 67 days up to the window's end.
fn two_months(material: &Material, kind: &str) -> Vec<Option<f64>> {
    let values = material.of(kind);
    let days = material.last - 66..=material.last;
    days.map(|day| values.get(&day).copied()).collect()
}

/// The weights are not validated, and nights may be missing.
const MAX_CONFIDENCE: f64 = 0.9;
/// The weight of the known parts from which a usual score is reported: more than resting heart rate.
const MIN_WEIGHT: f64 = 0.3;
const RMSSD: &str = "heart_rate_variability_rmssd";
const RESTING: &str = "resting_heart_rate";
const SLEEP: &str = "sleep_duration";
const NIGHTS: usize = 5;
/// Seven hours in seconds.
const SEVEN_HOURS: f64 = 7.0 * 3600.0;
const DEBT: f64 = 3.0 * 3600.0;
const REGULARITY: &str = "sleepRegularityIndex";
/// The index below which sleep is irregular.
const REGULAR: f64 = 60.0;
/// The nights from which the index says something about habits.
const REGULAR_NIGHTS: usize = 14;
