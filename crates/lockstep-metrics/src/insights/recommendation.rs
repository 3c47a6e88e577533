//! Recommendations: a table of rules over the other insights.

use serde_json::json;

use super::{Direction, Impact, Insight, InsightKind, Language, RuleFindings};

/// A row of the table of rules.
struct Row {
    id: &'static str,
    /// The rule whose insight triggers this row.
    rule: &'static str,
    applies: fn(&Insight) -> bool,
    /// The recommendation; `{date}` is replaced by the day of the insight.
    advice: &'static str,
    /// The recommendation in German.
    german: &'static str,
}

/// Adds the recommendations for the insights found; each row applies once, to the first matching
/// insight. If several recommendations have one cause, the selection keeps one of them.
pub(super) fn recommend(found: &mut RuleFindings, language: Language) {
    let mut advised = Vec::new();
    for row in RECOMMENDATIONS {
        let answers = |insight: &&Insight| {
            insight.rule == row.rule
                && insight.confidence >= MIN_CONFIDENCE
                && (row.applies)(insight)
        };
        if let Some(cause) = found.insights.iter().find(answers) {
            let evidence = json!({
                "because": { "type": cause.kind.name(), "rule": cause.rule, "metric": cause.metric, "evidence": cause.evidence },
            });
            let day = cause.evidence["date"].as_str().map_or_else(
                || language.pick("that day", "Tag").to_owned(),
                |date| language.of_evidence(date),
            );
            let advice = language
                .pick(row.advice, row.german)
                .replace("{date}", &day);
            advised.push(Insight {
                confidence: cause.confidence,
                metric: cause.metric.clone(),
                impact: cause.impact,
                recommendations: vec![advice.clone()],
                ..Insight::new(InsightKind::Recommendation, row.id, advice, evidence)
            });
        }
    }
    if found.insights.is_empty() && !found.skipped.is_empty() {
        let reason = language.pick(
            "no other rule has a finding that leads to a recommendation",
            "keine andere Regel hat ein Ergebnis, das zu einer Empfehlung führt",
        );
        found.skip(InsightKind::Recommendation, None, reason);
    }
    found.insights.extend(advised);
}

/// The confidence from which an insight leads to advice.
const MIN_CONFIDENCE: f64 = 0.3;
/// The steps a day from which health gains level off (Paluch et al. 2022), so that fewer steps need no advice.
const ENOUGH_STEPS: f64 = 8000.0;

fn always(_: &Insight) -> bool {
    true
}

/// Returns whether a badly worn device can falsify the metric; steps and sleep are the person's own
/// actions.
fn is_sensed(insight: &Insight) -> bool {
    let sensed = [
        "heart_rate_variability_rmssd",
        "heart_rate_variability_sdnn",
        "oxygen_saturation",
        "respiratory_rate",
        "resting_heart_rate",
        "skin_temperature",
    ];
    insight
        .metric
        .as_deref()
        .is_some_and(|metric| sensed.contains(&metric))
}

fn is_falling(insight: &Insight, metric: &str) -> bool {
    insight.metric.as_deref() == Some(metric) && insight.trend == Some(Direction::Decreasing)
}

const RECOMMENDATIONS: &[Row] = &[
    Row {
        id: "recommendation.easy-day",
        rule: "recovery.low",
        applies: always,
        advice: "Make the next day or two easy: your recovery of the last week is below your \
             usual range.",
        german: "Machen Sie den nächsten Tag oder die nächsten zwei leicht: Ihre Erholung der \
             letzten Woche liegt unter Ihrem üblichen Bereich.",
    },
    Row {
        id: "recommendation.easy-week",
        rule: "recovery.training-load",
        applies: always,
        advice: "Take some easy days now, and let the next weeks grow by less.",
        german: "Legen Sie jetzt einige leichte Tage ein, und steigern Sie die nächsten \
             Wochen weniger.",
    },
    Row {
        id: "recommendation.sleep-times",
        rule: "recovery.irregular-sleep",
        applies: always,
        advice: "Get up at one time on all days that allow it; between night shifts, take a \
             nap before the next one.",
        german: "Stehen Sie an allen Tagen, die es erlauben, zur selben Zeit auf; zwischen \
             Nachtschichten schlafen Sie vor der nächsten etwas vor.",
    },
    Row {
        id: "recommendation.rest-resting-heart-rate",
        rule: "recovery.resting-heart-rate",
        applies: always,
        advice: "Keep the next sessions easy until it is back to usual; if it stays up for a \
             week or two without a reason that you know, ask a doctor.",
        german: "Halten Sie die nächsten Einheiten leicht, bis er wieder wie üblich ist; \
             bleibt er ein bis zwei Wochen ohne einen Ihnen bekannten Grund erhöht, \
             fragen Sie einen Arzt.",
    },
    Row {
        id: "recommendation.sleep",
        rule: "recovery.sleep-debt",
        applies: always,
        advice: "Plan more time in bed this week; half an hour a night is a start.",
        german: "Planen Sie diese Woche mehr Zeit im Bett ein; eine halbe Stunde pro Nacht \
             ist ein Anfang.",
    },
    Row {
        id: "recommendation.activity",
        rule: "goal.who",
        applies: |insight| insight.impact != Some(Impact::Low),
        advice: "Add a few brisk walks or rides: 150 minutes a week at moderate intensity is \
             the WHO's least for adults.",
        german: "Fügen Sie einige zügige Spaziergänge oder Fahrten hinzu: 150 Minuten mäßiger \
             Anstrengung pro Woche empfiehlt die WHO Erwachsenen mindestens.",
    },
    Row {
        id: "recommendation.goal-pace",
        rule: "goal.own",
        applies: |insight| insight.impact == Some(Impact::High),
        advice: "You are not getting nearer to your goal: choose a smaller step, or change \
             the goal.",
        german: "Sie kommen Ihrem Ziel nicht näher: wählen Sie einen kleineren Schritt, oder \
             ändern Sie das Ziel.",
    },
    Row {
        id: "recommendation.steps",
        rule: "trend.mann-kendall",
        applies: |insight| {
            let last = insight.evidence["lastThird"].as_f64();
            is_falling(insight, "steps") && last.is_some_and(|steps| steps < ENOUGH_STEPS)
        },
        advice: "Your steps are falling: a fixed daily walk brings them back.",
        german: "Ihre Schritte werden weniger: ein fester täglicher Spaziergang bringt sie \
             zurück.",
    },
    Row {
        id: "recommendation.bedtime",
        rule: "trend.mann-kendall",
        applies: |insight| is_falling(insight, "sleep_duration"),
        advice: "Your sleep is getting shorter: a fixed bedtime helps to hold it.",
        german: "Ihr Schlaf wird kürzer: eine feste Zeit zum Schlafengehen hilft, ihn zu \
             halten.",
    },
    Row {
        id: "recommendation.endurance",
        rule: "performance.decoupling",
        applies: always,
        advice: "Do some long sessions at an even, easy effort, and drink enough: that keeps \
             output and heart rate together.",
        german: "Machen Sie einige lange Einheiten mit gleichmäßiger, leichter Anstrengung, \
             und trinken Sie genug: das hält Leistung und Herzfrequenz zusammen.",
    },
    Row {
        id: "recommendation.check-device",
        rule: "anomaly.hampel",
        applies: |insight| insight.impact == Some(Impact::High) && is_sensed(insight),
        advice: "Check {date}: was the device worn correctly, and was the day unusual?",
        german: "Prüfen Sie den {date}: wurde das Gerät richtig getragen, und war der Tag \
             ungewöhnlich?",
    },
];
