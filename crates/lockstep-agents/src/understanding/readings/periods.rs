//! The period that a question asks about, and the one that it is compared with.

use jiff::Span;

use super::super::Context;
use super::super::dates::{Range, Unit};
use super::super::index::KnownTool;
use super::super::slots::{Measure, Slots};

/// Returns the period of a call, and the one that it is compared with.
pub(super) fn of(
    tool: &KnownTool,
    slots: &Slots,
    context: &Context<'_>,
) -> (Option<Range>, Option<Range>) {
    let range = slots.range().or_else(|| compared_week(slots, context));
    let running = running(slots, context).filter(|_| tool.has("startDate") && tool.has("endDate"));
    if let Some([running, before]) = running {
        return (Some(running), Some(before));
    }
    let compared = match (slots.compares, &*slots.dates.ranges) {
        (_, [_, second]) => Some(*second),
        (true, [_] | []) => slots.dates.before.and_then(|unit| range?.before(unit)),
        _ => None,
    };
    (range, compared)
}

/// Returns the running period and the one before it, of which a question names one: "am I fitter than last year?", "am I
/// fitter this year?"
fn running(slots: &Slots, context: &Context<'_>) -> Option<[Range; 2]> {
    let [asked] = *slots.dates.ranges else {
        return None;
    };
    if slots.dates.before.is_some() || slots.wants_chart || !are_comparable(slots) {
        return None;
    }
    if slots.compares && slots.has(&["than"]) {
        return asked.with_running(context.today);
    }
    let unit = asked.running_unit(context.today)?;
    let is_meant = !slots.compares && slots.has(COMPARATIVES);
    is_meant.then(|| Some([asked, asked.before(unit)?]))?
}

/// Whether the measures are states or means: a sum of a running period is less because the period is shorter.
fn are_comparable(slots: &Slots) -> bool {
    let is_sum = |measure: &Measure| measure.metric.is_some_and(|metric| SUMS.contains(&metric));
    let mut measures = slots.measures.iter();
    !slots.measures.is_empty() && !slots.is_activity && !measures.any(is_sum)
}

/// Returns the last 7 days, which a question without dates compares: "my sleep compared to the week before".
fn compared_week(slots: &Slots, context: &Context<'_>) -> Option<Range> {
    let is_compared = slots.compares && slots.dates.before == Some(Unit::Week);
    let first = context.today.checked_sub(Span::new().days(6)).ok()?;
    is_compared.then(|| Range::of(first, context.today))
}

/// Words of measures that compare with an earlier period.
const COMPARATIVES: &[&str] = &["fitter"];
/// Metrics that are sums over a period.
const SUMS: &[&str] = &["dayStrain", "heartRateZones", "steps", "trainingLoad"];
