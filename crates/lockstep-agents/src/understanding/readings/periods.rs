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
    // A metric of a type is asked for, and not the sum of the type: the sleep of a night is a mean.
    let is_sum = |measure: &Measure| match measure.metric {
        Some(metric) => SUMS.contains(&metric),
        None => measure.is_additive(),
    };
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

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use jiff::tz::TimeZone;

    use super::*;
    use crate::understanding::dates::Dates;
    use crate::understanding::{ToolIndex, text};

    /// Of 17 days of June and all of May, the mean heart rate can be compared, and the distance not.
    #[test]
    fn sums_of_a_running_period_are_not_compared_with_a_whole_one() {
        let tools = ToolIndex::new(std::iter::empty());
        let context = Context {
            tools: &tools,
            today: date(2026, 6, 17),
            zone: &TimeZone::UTC,
            devices: &[],
            previous: None,
            offered: &[],
            examples: &[],
        };
        let may = Range::of(date(2026, 5, 1), date(2026, 5, 31));
        let june = Range::of(date(2026, 6, 1), date(2026, 6, 17));
        for (type_name, metric, is_compared) in [
            (None, Some("chronicLoad"), true),
            (Some("heart_rate"), None, true),
            (Some("sleep_duration"), Some("sleepDuration"), true),
            (Some("steps"), Some("steps"), false),
            (None, Some("trainingLoad"), false),
            (Some("distance"), None, false),
            (Some("energy"), None, false),
        ] {
            let measure = Measure {
                type_name: type_name.map(str::to_owned),
                metric,
            };
            let slots = Slots {
                tokens: text::tokens("than"),
                compares: true,
                measures: vec![measure],
                dates: Dates {
                    ranges: vec![may],
                    ..Dates::default()
                },
                ..Slots::default()
            };
            let expected = is_compared.then_some([june, may]);
            assert_eq!(running(&slots, &context), expected, "{slots:?}");
        }
    }
}
