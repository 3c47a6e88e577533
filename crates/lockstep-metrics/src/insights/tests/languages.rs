//! Every sentence in every language: the same numbers, and no word of another language.

use jiff::civil::Date;
use serde_json::json;

use super::coach::exercise;
use super::documentation::rule_ids;
use super::*;
use crate::Sport;
use crate::insights::recommendation::recommend;

/// Returns the English findings of the rules, and compares the German ones with them. The tests of this module
/// generate insights with it, so that the sentences of all their cases exist in German.
pub(super) fn generate(material: &Material, kinds: &BTreeSet<InsightKind>) -> RuleFindings {
    let english = crate::insights::generate(material, kinds);
    let german = Material {
        language: Language::German,
        ..material.clone()
    };
    let german = crate::insights::generate(&german, kinds);
    assert_eq!(german.insights.len(), english.insights.len());
    for (english, german) in english.insights.iter().zip(&german.insights) {
        agree(english, german);
    }
    assert_eq!(german.skipped.len(), english.skipped.len());
    let is_unknown = material.load.as_ref().is_some_and(Result::is_err);
    for (english, german) in english.skipped.iter().zip(&german.skipped) {
        assert_eq!(
            (english.kind, &english.metric),
            (german.kind, &german.metric)
        );
        if !is_unknown || english.metric.as_deref() != Some("trainingLoad") {
            translated(&english.reason, &german.reason);
        }
    }
    english
}

/// Asserts that two insights differ in their language only.
fn agree(english: &Insight, german: &Insight) {
    translated(&english.description, &german.description);
    assert_eq!(english.recommendations.len(), german.recommendations.len());
    for (english, german) in english.recommendations.iter().zip(&german.recommendations) {
        translated(english, german);
    }
    let without_words = |insight: &Insight| Insight {
        description: String::new(),
        recommendations: Vec::new(),
        ..insight.clone()
    };
    assert_eq!(without_words(english), without_words(german));
}

/// Asserts that a text is the translation of another, with its numbers and dates.
fn translated(english: &str, german: &str) {
    assert!(!german.is_empty() && german != english, "{english}");
    assert_eq!(
        numbers(english, Language::English),
        numbers(german, Language::German),
        "{english}\n{german}"
    );
    for word in german.split_whitespace() {
        let word = word.trim_matches(|letter: char| !letter.is_alphabetic());
        assert!(!ENGLISH.contains(&word), "{word}: {german}");
    }
}

/// Words of nearly every English sentence that no German one has.
const ENGLISH: [&str; 13] = [
    "the", "The", "of", "and", "your", "Your", "you", "is", "are", "with", "than", "days", "on",
];

/// Returns the numbers of a text in one notation, sorted; of a date the day and the year.
fn numbers(text: &str, language: Language) -> Vec<String> {
    let (thousands, decimal) = language.pick((' ', '.'), ('.', ','));
    let words = text.split(' ').map(|word| {
        let date = word.trim_matches(|letter: char| !letter.is_ascii_digit());
        match date.parse::<Date>() {
            Ok(read) if date.len() == 10 => word.replace(date, &Language::German.of_date(read)),
            _ => word.to_owned(),
        }
    });
    let text: Vec<char> = words.collect::<Vec<_>>().join(" ").chars().collect();
    let is_digit = |at: usize| text.get(at).is_some_and(char::is_ascii_digit);
    let (mut found, mut number) = (Vec::new(), String::new());
    for (at, letter) in text.iter().copied().enumerate() {
        let is_within = at > 0 && is_digit(at - 1) && is_digit(at + 1);
        let is_group = is_within && is_digit(at + 2) && is_digit(at + 3) && !is_digit(at + 4);
        if letter.is_ascii_digit() {
            number.push(letter);
        } else if letter == decimal && is_within {
            number.push('.');
        } else if !(number.is_empty() || letter == thousands && is_group) {
            found.push(std::mem::take(&mut number));
        }
    }
    if !number.is_empty() {
        found.push(number);
    }
    found.sort();
    found
}

fn calm(days: usize, base: f64) -> Vec<f64> {
    (0..days).map(|day| base + (day % 3) as f64).collect()
}

/// Sixty usual days and a week with these differences.
fn week_after(base: f64, difference: f64) -> Vec<f64> {
    let week = calm(7, base + difference);
    [calm(60, base), week].concat()
}

fn best(kind: &'static str, sport: Option<Sport>, now: f64, before: f64) -> BestMean {
    BestMean {
        kind,
        sport,
        duration: 300,
        now: Some(now),
        before: Some(before),
    }
}

/// Returns data for each rule but advice.
fn cases() -> Vec<(InsightKind, Material)> {
    let month = || material(LAST - 29);
    let mut spike = calm(30, 34.0);
    spike[20] = 60.0;
    let rising: Vec<f64> = (0..30).map(|day| 60.0 * (20.0 + f64::from(day))).collect();
    let mut returning = with(month(), "exercise_duration", &rising);
    returning.pause = Some(TrainingBreak {
        last: LAST - 65,
        next: LAST - 29,
    });
    let mut slower = month();
    slower.bests = vec![
        best("speed", Some(Sport::Running), 3.2, 3.7),
        best("heart_rate", Some(Sport::Running), 172.0, 172.0),
    ];
    slower.pause = returning.pause;
    let minutes = exercise(
        &[
            [(6, 75.0); 4].as_slice(),
            [(6, 60.0), (6, 40.0), (6, 22.0)].as_slice(),
        ]
        .concat(),
    );
    let steps: Vec<f64> = minutes
        .iter()
        .zip(0..)
        .map(|(seconds, day)| 4000.0 + 3.0 * seconds + f64::from(day * 7 % 5))
        .collect();
    let taper = with(month(), "exercise_duration", &minutes);
    let load = |acute| {
        Some(Ok(LoadNow {
            acute,
            chronic: 60.0,
            covered: 42,
        }))
    };
    let recovery = |rates: &[f64], beats: &[f64]| {
        let rates = with(month(), "resting_heart_rate", rates);
        with(rates, "heart_rate_variability_rmssd", beats)
    };
    let effort = Effort {
        day: LAST - 3,
        sport: None,
        output: "power",
        seconds: 3600,
        first: 1.5,
        second: 1.3,
    };
    let own = Goal {
        metric: "steps".to_owned(),
        target: 20_000.0,
        by: Some(jiff::civil::date(2024, 10, 3)),
    };
    let with_steps = |first, values: &[f64]| with(material(first), "steps", values);
    let mut longest = vec![2000.0; 35];
    longest[33] = 2001.0;
    let of_week = |rates: &[f64]| with(month(), "resting_heart_rate", rates);
    let mut raised = calm(67, 50.0);
    raised[65..].fill(57.4);
    use InsightKind::{Anomaly, Goal as OfGoal, Milestone, Performance, Recovery, Trend};
    vec![
        (Anomaly, with(month(), "skin_temperature", &spike)),
        (
            Trend,
            with(
                month(),
                "sleep_duration",
                &rising.iter().map(|value| 20.0 * value).collect::<Vec<_>>(),
            ),
        ),
        (Trend, with_steps(LAST - 29, &calm(35, 13_000.0))),
        (Trend, returning),
        (Trend, with(taper.clone(), "steps", &steps)),
        (
            Recovery,
            recovery(&week_after(50.0, 12.0), &week_after(70.0, -12.0)),
        ),
        (
            Recovery,
            recovery(&week_after(50.0, -6.0), &week_after(70.0, 12.0)),
        ),
        (Recovery, recovery(&calm(67, 50.0), &calm(67, 70.0))),
        (Recovery, of_week(&raised)),
        (
            Recovery,
            with(month(), "sleep_duration", &[5.0 * 3600.0; 7]),
        ),
        (
            Recovery,
            Material {
                sleep_times: Some(SleepTimes {
                    index: 46.5,
                    nights: 30,
                }),
                ..month()
            },
        ),
        (
            Recovery,
            Material {
                load: load(120.0),
                ..month()
            },
        ),
        (
            Recovery,
            Material {
                load: load(40.0),
                ..taper
            },
        ),
        (
            Performance,
            Material {
                bests: vec![best("power", Some(Sport::Cycling), 261.4, 254.9)],
                ..month()
            },
        ),
        (Performance, slower),
        (
            Performance,
            Material {
                efforts: vec![effort; 3],
                ..month()
            },
        ),
        (
            OfGoal,
            Material {
                goals: vec![own],
                ..with_steps(LAST - 29, &calm(30, 9000.0))
            },
        ),
        (
            OfGoal,
            Material {
                active: Some(active([(70.0, 0.0); 4])),
                ..month()
            },
        ),
        (Milestone, with_steps(LAST - 6, &longest)),
        (Milestone, with_steps(LAST - 6, &[10_000.0; 7])),
        (Milestone, with_steps(LAST - 3, &[3100.0; 33])),
    ]
}

#[test]
fn every_rule_has_sentences_in_every_language() {
    let mut told: BTreeSet<String> = BTreeSet::new();
    for (kind, material) in cases() {
        let found = of(kind, &material);
        told.extend(found.insights.iter().map(|one| one.rule.to_owned()));
    }
    let [english, german] = Language::ALL.map(advice);
    for (english, german) in english.iter().zip(&german) {
        agree(english, german);
    }
    told.extend(english.iter().map(|one| one.rule.to_owned()));
    assert_eq!(told, rule_ids());
}

/// Returns every advice, for one insight of each cause.
fn advice(language: Language) -> Vec<Insight> {
    let causes = [
        ("recovery.low", "recoveryScore"),
        ("recovery.training-load", "trainingLoad"),
        ("recovery.irregular-sleep", "sleepRegularityIndex"),
        ("recovery.resting-heart-rate", "resting_heart_rate"),
        ("recovery.sleep-debt", "sleep_duration"),
        ("goal.who", "activeMinutes"),
        ("goal.own", "steps"),
        ("trend.mann-kendall", "steps"),
        ("trend.mann-kendall", "sleep_duration"),
        ("performance.decoupling", "aerobicDecoupling"),
        ("anomaly.hampel", "resting_heart_rate"),
    ];
    let evidence = json!({ "date": "2024-09-25", "lastThird": 6000 });
    let mut found = RuleFindings::default();
    found.insights.extend(causes.map(|(rule, metric)| Insight {
        metric: Some(metric.to_owned()),
        trend: Some(Direction::Decreasing),
        impact: Some(Impact::High),
        ..Insight::new(InsightKind::Goal, rule, String::new(), evidence.clone())
    }));
    recommend(&mut found, language);
    found.insights.split_off(causes.len())
}

#[test]
fn every_reason_is_in_every_language() {
    let metrics = [
        "trainingLoad",
        "sleepRegularityIndex",
        "recoveryScore",
        "aerobicDecoupling",
        "heart_rate",
        "power",
        "activeMinutes",
    ];
    let metrics = MEASURED.iter().map(|one| one.kind).chain(metrics);
    let rules = [
        "",
        "recovery.low",
        "milestone.best",
        "milestone.streak",
        "trend.usual-week",
        "trend.after-break",
        "trend.lighter-weeks",
    ];
    let cases = [
        json!({}),
        json!({ "breakDays": 35, "daysAgo": 0 }),
        json!({ "reached": true }),
    ];
    let mut count = BTreeSet::new();
    for metric in metrics {
        for (kind, trend) in InsightKind::ALL.into_iter().flat_map(|kind| {
            [Direction::Increasing, Direction::Decreasing].map(|trend| (kind, trend))
        }) {
            for (rule, evidence) in rules
                .iter()
                .flat_map(|rule| cases.iter().map(move |evidence| (*rule, evidence)))
            {
                for confidence in [0.5, 0.9] {
                    let insight = Insight {
                        metric: Some(metric.to_owned()),
                        trend: Some(trend),
                        confidence,
                        ..Insight::new(kind, rule, String::new(), evidence.clone())
                    };
                    let [english, german] =
                        Language::ALL.map(|language| reasons::reason(&insight, language));
                    assert_eq!(english.is_some(), german.is_some(), "{insight:?}");
                    if let (Some(english), Some(german)) = (english, german) {
                        translated(english, german);
                        count.insert(english);
                    }
                }
            }
        }
    }
    assert!(count.len() > 45, "{}", count.len());
}

#[test]
fn german_numbers_dates_and_sentences() {
    let german = Language::German;
    for (value, expected) in [
        (0.5, "0,50"),
        (62.77, "62,8"),
        (9443.0, "9.443"),
        (22_193.0, "22.193"),
        (-22_193.0, "-22.193"),
        (1_000_000.0, "1.000.000"),
    ] {
        assert_eq!(german.figure(value), expected);
    }
    assert_eq!(german.decimals(2.5, 1), "2,5");
    assert_eq!(german.date(LAST), "4. Okt. 2024");
    assert_eq!(german.of_evidence("2026-11-03"), "3. Nov. 2026");
    assert_eq!(
        german.speed(Some(Sport::Swimming), 100.0 / 102.0),
        "1:42 min je 100 m"
    );
    assert_eq!(german.speed(None, 2.58), "9,3 km/h");
    let rising: Vec<f64> = (0..92)
        .map(|day| 6.0 * 3600.0 + 80.0 * f64::from(day))
        .collect();
    let sleep = Material {
        language: german,
        ..with(material(LAST - 91), "sleep_duration", &rising)
    };
    let found = crate::insights::generate(&sleep, &BTreeSet::from([InsightKind::Trend]));
    assert_eq!(
        found.insights[0].description,
        "Ihr Schlaf stieg in 92 Tagen von etwa 6 h 19 min auf etwa 7 h 42 min pro Nacht (Mediane des ersten und \
         letzten Drittels von 92 Tagen). Ein großer Teil der Erholung vom Training geschieht im Schlaf."
    );
    let unknown = Material {
        language: german,
        load: Some(Err("the maximum heart rate is unknown".to_owned())),
        ..material(LAST - 29)
    };
    let found = crate::insights::generate(&unknown, &BTreeSet::from([InsightKind::Recovery]));
    let mut skipped = found.skipped.iter();
    let load = skipped.find(|one| one.metric.as_deref() == Some("trainingLoad"));
    assert!(load.unwrap().reason.contains("Maximalherzfrequenz"));
}
