//! Finds long efforts with an output and a heart rate in the readings of a time range.

use std::collections::BTreeMap;

use lockstep_metrics::insights::Effort;
use lockstep_metrics::{PerSecond, Sport};
use lockstep_store::StoreError;

use super::metrics::readings::Source;
use super::metrics::recorded::Sports;

/// Returns the longest effort of each sport between two times: seconds with both values, without a pause over
/// five minutes. An unknown sport is left out beside known ones.
pub(super) fn longest(
    source: &Source<'_, '_>,
    sports: &Sports,
    (day, output): (i32, &'static str),
    range: (i64, i64),
) -> Result<Vec<Effort>, StoreError> {
    let outputs = by_second(source, output, range)?;
    let rates = by_second(source, "heart_rate", range)?;
    let both = outputs.iter().filter_map(|(second, output)| {
        Some(EffortSecond {
            second: *second,
            output: *output,
            heart_rate: *rates.get(second)?,
        })
    });
    let mut all = BTreeMap::<Option<Sport>, Vec<EffortSecond>>::new();
    for row in both {
        all.entry(sports.at(1000 * row.second))
            .or_default()
            .push(row);
    }
    if all.keys().any(Option::is_some) {
        all.remove(&None);
    }
    let altitudes = match output {
        "speed" => by_second(source, "altitude", range)?,
        _ => BTreeMap::new(),
    };
    let effort = |(sport, rows): (Option<Sport>, Vec<EffortSecond>)| {
        let parts = rows.chunk_by(|one, next| next.second - one.second <= PAUSE);
        let longest = parts.rev().max_by_key(|part| part.len())?;
        let seconds: Vec<(f64, f64)> = longest
            .iter()
            .map(|row| (row.output, row.heart_rate))
            .collect();
        let climb = climb(longest, &altitudes).filter(|_| output == "speed");
        Effort::of(day, (output, sport), &seconds, climb)
    };
    Ok(all.into_iter().filter_map(effort).collect())
}

/// A second of training with an output and a heart rate.
struct EffortSecond {
    second: i64,
    output: f64,
    heart_rate: f64,
}

/// Returns the metres that each half of an effort climbed; `None` without altitudes.
fn climb(rows: &[EffortSecond], altitudes: &BTreeMap<i64, f64>) -> Option<[f64; 2]> {
    let at = |nth: usize| {
        let row = rows.get(nth)?;
        let (_, altitude) = altitudes.range(..=row.second).next_back()?;
        Some(*altitude)
    };
    let middle = rows.len() / 2;
    let (begin, end) = (at(0)?, at(rows.len().saturating_sub(1))?);
    let middle = at(middle)?;
    Some([middle - begin, end - middle])
}

/// Returns the values of a type by seconds, rounded down like in [`PerSecond`].
fn by_second(
    source: &Source<'_, '_>,
    kind: &str,
    range: (i64, i64),
) -> Result<BTreeMap<i64, f64>, StoreError> {
    let mut values = BTreeMap::new();
    source.intervals(kind, range, |interval| {
        let mut second = interval.from.div_euclid(1000);
        PerSecond::default().add(&interval, |_| {
            values.insert(second, interval.value);
            second += 1;
        });
    })?;
    Ok(values)
}

/// The longest pause within an effort, in seconds.
const PAUSE: i64 = 300;
