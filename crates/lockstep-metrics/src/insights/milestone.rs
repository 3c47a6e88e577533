//! Milestones: all-time bests, streaks and round totals. They are counted, so their confidence is 1.

use serde_json::json;

use super::{DailySeries, Impact, Insight, InsightKind, MEASURED, Material, RuleFindings, date};

pub(super) fn milestones(material: &Material, found: &mut RuleFindings) {
    let mut any = false;
    for one in MEASURED.iter().filter(|one| COUNTED.contains(&one.kind)) {
        let days = material.of(one.kind).range(..=material.last);
        let days: Vec<(i32, f64)> = days.map(|(day, value)| (*day, *value)).collect();
        if days.last().is_none_or(|(day, _)| *day < material.first) {
            continue;
        }
        any = true;
        best(material, found, one, &days);
        streak(material, found, one, &days);
        total(material, found, one, &days);
    }
    if !any {
        let reason = material.language.pick(
            "there are no daily steps and no exercise in the window",
            "im Zeitraum gibt es keine Schritte und kein Training",
        );
        found.skip(InsightKind::Milestone, None, reason);
    }
}

fn best(material: &Material, found: &mut RuleFindings, one: &DailySeries, days: &[(i32, f64)]) {
    let language = material.language;
    let earlier = days.partition_point(|(day, _)| *day < material.first);
    let (before, window) = days.split_at(earlier);
    if before.len() < EARLIER {
        let days = language.days(before.len());
        let reason = language.pick(
            format!("{days} before the window with a value; a best needs {EARLIER}"),
            format!("{days} vor dem Zeitraum mit einem Wert; ein Rekord braucht {EARLIER}"),
        );
        return found.skip(InsightKind::Milestone, Some(one.kind), reason);
    }
    let best_of = |days: &[(i32, f64)]| {
        days.iter()
            .copied()
            .reduce(|best, next| if next.1 > best.1 { next } else { best })
    };
    let (Some((_, before)), Some((day, value))) = (best_of(before), best_of(window)) else {
        return;
    };
    if value > before {
        let (words, german_words, value_words) = match one.kind {
            STEPS => (
                "your longest day on foot",
                "längster Tag zu Fuß",
                one.format_amount(language, value),
            ),
            _ => (
                "your longest day of exercise",
                "längster Trainingstag",
                one.format_value(language, value),
            ),
        };
        let (of, shown_day) = (language.of_days(days.len()), language.date(day));
        let description = language.pick(
            format!("{shown_day} was {words} yet: {value_words}, the most of {of}."),
            format!("Der {shown_day} war Ihr bisher {german_words}: {value_words}, mehr als an jedem anderen von {of}."),
        );
        let evidence = json!({ "date": date(day), "value": value, "before": before, "days": days.len(),
                "daysAgo": material.last - day });
        push(
            found,
            one,
            "milestone.best",
            description,
            evidence,
            Impact::Medium,
        );
    }
}

fn streak(material: &Material, found: &mut RuleFindings, one: &DailySeries, days: &[(i32, f64)]) {
    let goal = material
        .goals
        .iter()
        .find(|goal| super::goal::type_of_goal(&goal.metric) == one.kind);
    let Some(least) = goal
        .map(|goal| goal.target)
        .or_else(|| default_target(one.kind))
    else {
        return;
    };
    // The last day may be missing because it is incomplete; a gap before it ends a streak.
    let (mut length, mut next) = (0, None);
    for (day, value) in days.iter().rev() {
        let adjoins = next.map_or(material.last - day <= 1, |next| next - 1 == *day);
        if !adjoins || *value < least {
            break;
        }
        length += 1;
        next = Some(*day);
    }
    let Some(reached) = STREAKS.iter().rev().find(|mark| length >= **mark) else {
        return;
    };
    let language = material.language;
    let amount = one.format_amount(language, least);
    let description = language.pick(
        format!("{length} days in a row with at least {amount}."),
        format!("{length} Tage in Folge: jeweils wenigstens {amount}."),
    );
    let evidence = json!({ "days": length, "mark": reached, "atLeast": least });
    let impact = if *reached >= 30 {
        Impact::High
    } else {
        Impact::Medium
    };
    push(
        found,
        one,
        "milestone.streak",
        description,
        evidence,
        impact,
    );
}

fn total(material: &Material, found: &mut RuleFindings, one: &DailySeries, days: &[(i32, f64)]) {
    // The total of the window alone is not a milestone.
    if days.partition_point(|(day, _)| *day < material.first) < EARLIER {
        return;
    }
    let before: f64 = days
        .iter()
        .filter(|(day, _)| *day < material.first)
        .map(|(_, value)| *value)
        .sum();
    let all: f64 = days.iter().map(|(_, value)| *value).sum();
    let (unit, minimum) = match one.kind {
        STEPS => (1.0, 100_000.0),
        _ => (3600.0, 10.0),
    };
    let Some(mark) = round_mark(before / unit, all / unit).filter(|mark| *mark >= minimum) else {
        return;
    };
    let language = material.language;
    let words = match one.kind {
        STEPS => language.pick("steps", "Schritten"),
        _ => language.pick("hours of exercise", "Stunden Training"),
    };
    let counted = days.iter().filter(|(_, value)| *value > 0.0).count();
    let (reached, counted) = (language.figure(mark), language.days(counted));
    let begin = language.date(days[0].0);
    let description = language.pick(
        format!(
            "You passed {reached} {words} since {begin}, when your records begin ({counted} with a value)."
        ),
        format!(
            "Sie haben die Marke von {reached} {words} erreicht, gezählt seit dem {begin}, dem Beginn Ihrer \
             Aufzeichnungen ({counted} mit einem Wert)."
        ),
    );
    let evidence = json!({ "mark": mark, "total": all / unit, "totalBefore": before / unit });
    push(
        found,
        one,
        "milestone.total",
        description,
        evidence,
        Impact::Low,
    );
}

/// Returns the greatest number of the form 1, 2 or 5 times a power of ten that is above `before` and
/// not above `after`.
pub(super) fn round_mark(before: f64, after: f64) -> Option<f64> {
    let powers = (0..12).rev().map(|power| 10_f64.powi(power));
    let mut marks = powers.flat_map(|power| [5.0, 2.0, 1.0].map(|digit| digit * power));
    marks.find(|mark| before < *mark && *mark <= after)
}

fn push(
    found: &mut RuleFindings,
    one: &DailySeries,
    rule: &'static str,
    description: String,
    evidence: serde_json::Value,
    impact: Impact,
) {
    found.insights.push(Insight {
        metric: Some(one.kind.to_owned()),
        impact: Some(impact),
        ..Insight::new(InsightKind::Milestone, rule, description, evidence)
    });
}

/// The default daily target of a streak if no goal defines one: 10 000 steps, 30 minutes.
fn default_target(kind: &str) -> Option<f64> {
    match kind {
        STEPS => Some(10_000.0),
        "exercise_duration" => Some(1800.0),
        _ => None,
    }
}

const STEPS: &str = "steps";
const COUNTED: [&str; 2] = [STEPS, "exercise_duration"];
/// The minimum days of history before a best or a total is reported.
const EARLIER: usize = 28;
/// The reported lengths of streaks in days.
const STREAKS: [i32; 7] = [7, 14, 30, 60, 100, 200, 365];
