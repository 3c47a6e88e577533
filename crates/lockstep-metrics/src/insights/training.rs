//! Insights about training load: more than usual, or less before a race.

use serde_json::json;

use super::subject::subject;
use super::trend::{after_break, is_taper};
use super::{Direction, Impact, Insight, InsightKind, Language, Material, RuleFindings};
use crate::LoadBalance;

/// The balance of training load on a day.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoadNow {
    /// The load weighted over 7 days.
    pub acute: f64,
    /// The load weighted over 42 days.
    pub chronic: f64,
    /// The covered days of the last 42; see [`LoadBalance::covered`].
    pub covered: usize,
}

/// Reports an acute load over 1.5 times the chronic one and over [`MIN_HEAVY_LOAD`], and an acute load under 0.8
/// times the chronic one in a taper. Both need 28 covered days of the last 42. Neither claims a risk of injury: the
/// ratio does not predict it (Impellizzeri et al. 2020, Int J Sports Physiol Perform 15).
pub(super) fn training_load(material: &Material, found: &mut RuleFindings) {
    let skip = |found: &mut RuleFindings, why: String| {
        found.skip(InsightKind::Recovery, Some(METRIC), why);
    };
    let language = material.language;
    let load = match &material.load {
        None => {
            let why = language.pick(
                "only stored points have a history of training load",
                "nur gespeicherte Werte haben eine Vorgeschichte der Trainingsbelastung",
            );
            return skip(found, why.to_owned());
        }
        Some(Err(why)) => return skip(found, language.pick(why.as_str(), UNKNOWN_LOAD).to_owned()),
        Some(Ok(load)) if load.chronic <= 0.0 => {
            let why = language.pick(
                "no activity has a training load",
                "keine Aktivität hat eine Trainingsbelastung",
            );
            return skip(found, why.to_owned());
        }
        Some(Ok(load)) => *load,
    };
    if load.covered < LoadBalance::MIN_COVERED_DAYS {
        let (days, need) = (language.days(load.covered), LoadBalance::MIN_COVERED_DAYS);
        let why = language.pick(
            format!("{days} of the last 42 with heart rate, power or an activity; {need} are needed"),
            format!(
                "{days} der letzten 42 mit Herzfrequenz, Leistung oder einer Aktivität; {need} sind nötig"
            ),
        );
        return skip(found, why);
    }
    if after_break(material).is_some() {
        let why = language.pick(
            "the weeks before are a break, so they are no usual load to compare with",
            "die Wochen davor sind eine Pause, also keine übliche Belastung zum Vergleich",
        );
        return skip(found, why.to_owned());
    }
    let ratio = load.acute / load.chronic;
    if ratio > HEAVY_RATIO && load.acute > MIN_HEAVY_LOAD {
        found.insights.push(heavy(load, ratio, found, language));
    } else if ratio < LITTLE && is_taper(material) && !is_strained(found) {
        found.insights.push(light(load, ratio, found, language));
    }
}

fn heavy(load: LoadNow, ratio: f64, found: &RuleFindings, language: Language) -> Insight {
    let description = format!(
        "{}.{}",
        compared(load, ratio, language),
        recovery_sentence(found, language)
    );
    Insight {
        confidence: 0.9,
        metric: Some(METRIC.to_owned()),
        trend: Some(Direction::Increasing),
        impact: Some(if ratio > VERY_HEAVY_RATIO || is_strained(found) {
            Impact::High
        } else {
            Impact::Medium
        }),
        ..Insight::new(
            InsightKind::Recovery,
            HEAVY,
            description,
            evidence(load, ratio),
        )
    }
}

fn light(load: LoadNow, ratio: f64, found: &RuleFindings, language: Language) -> Insight {
    let description = format!(
        "{}, {}.{}",
        compared(load, ratio, language),
        language.pick(
            "after fuller weeks with as many sessions",
            "nach volleren Wochen mit ebenso vielen Einheiten",
        ),
        recovery_sentence(found, language)
    );
    Insight {
        confidence: 0.8,
        metric: Some(METRIC.to_owned()),
        trend: Some(Direction::Decreasing),
        impact: Some(Impact::Medium),
        ..Insight::new(
            InsightKind::Recovery,
            LIGHT,
            description,
            evidence(load, ratio),
        )
    }
}

/// Returns the sentence that compares the loads, without its end.
fn compared(load: LoadNow, ratio: f64, language: Language) -> String {
    let [acute, chronic] = [load.acute, load.chronic].map(|load| language.decimals(load, 0));
    let ratio = language.decimals(ratio, 1);
    language.pick(
        format!(
            "Your recent training load (TRIMP of {acute} a day, weighted over 7 days) is {ratio} times your usual one \
             ({chronic}, over 42 days)"
        ),
        format!(
            "Ihre letzte Trainingsbelastung (TRIMP von {acute} pro Tag, gewichtet über 7 Tage) ist {ratio}-mal so hoch \
             wie üblich ({chronic}, über 42 Tage)"
        ),
    )
}

fn evidence(load: LoadNow, ratio: f64) -> serde_json::Value {
    json!({
        "acuteLoad": load.acute, "chronicLoad": load.chronic, "ratio": ratio,
        "form": load.chronic - load.acute, "coveredDays": load.covered,
    })
}

/// Returns the sentence about the trends of recovery that go with the load. Sleep is a cause of its own.
fn recovery_sentence(found: &RuleFindings, language: Language) -> String {
    let trends = found.insights.iter().filter(|one| {
        one.kind == InsightKind::Trend
            && subject(one.metric.as_deref().unwrap_or_default()) == "recovery"
    });
    let words = trends.filter_map(|one| {
        let measured = super::measured(one.metric.as_deref()?)?;
        let (rises, verb) = match one.trend? {
            Direction::Increasing => (true, "rose"),
            Direction::Decreasing => (false, "fell"),
            Direction::Stable => return None,
        };
        let german = measured.german;
        Some(language.pick(
            format!("your {} {verb}", measured.words),
            format!("{} {}", german.changed(rises), german.yours()),
        ))
    });
    let words: Vec<String> = words.collect();
    if words.is_empty() {
        String::new()
    } else {
        let weeks = language.pick("In the same weeks", "In denselben Wochen");
        format!(" {weeks} {}.", language.listed(&words))
    }
}

/// Returns whether another rule of recovery warns.
fn is_strained(found: &RuleFindings) -> bool {
    let warnings = ["recovery.low", "recovery.resting-heart-rate"];
    found
        .insights
        .iter()
        .any(|one| warnings.contains(&one.rule))
}

pub(super) const HEAVY: &str = "recovery.training-load";
pub(super) const LIGHT: &str = "recovery.lighter-load";
const METRIC: &str = "trainingLoad";
/// What an unknown load needs, in German: the reasons of the metrics are English.
const UNKNOWN_LOAD: &str = "die Trainingsbelastung ist unbekannt: sie braucht für 28 der letzten 42 Tage Herzfrequenz, \
     Leistung oder eine Aktivität, und zur Herzfrequenz eine Maximalherzfrequenz (maxHeartRate oder birthDate im Profil) \
     über dem Ruhepuls";
/// The ratios of acute to chronic load from which a week is heavy, very heavy, and light.
const HEAVY_RATIO: f64 = 1.5;
const VERY_HEAVY_RATIO: f64 = 1.8;
/// The acute load in TRIMP a day below which no week is heavy: about 210 minutes of moderate exercise a week, which
/// the WHO recommends to everybody.
const MIN_HEAVY_LOAD: f64 = 25.0;
const LITTLE: f64 = 0.8;
