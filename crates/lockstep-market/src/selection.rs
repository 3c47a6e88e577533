//! The points that a seller selects: identifiers, or selectors `type=…;device=…;start=…;end=…`.

use std::collections::BTreeMap;

use lockstep_formats::PointId;
use lockstep_points::operations::query::Query;
use lockstep_points::store::{self, Filter, Series};
use lockstep_store::{Timestamp, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::ApiError;

/// One entry of `dataPoints`.
#[derive(Clone, Debug)]
pub(crate) enum SelectedSeries {
    Point(PointId),
    Matching(Query),
}

/// The points of a series that were selected: sorted ranges of times that include both ends and do not
/// overlap.
pub(crate) struct SeriesRanges {
    pub(crate) series: Series,
    pub(crate) ranges: Vec<(i64, i64)>,
}

/// Parses `dataPoints`.
///
/// # Errors
/// The entry that is not accepted.
pub(crate) fn parse(texts: &[String]) -> Result<Vec<SelectedSeries>, ApiError> {
    if texts.is_empty() || texts.len() > MAX_ENTRIES {
        return Err(ApiError::invalid(
            "dataPoints",
            format!("must have 1 to {MAX_ENTRIES} entries"),
        ));
    }
    let each = texts.iter().enumerate().map(|(nth, text)| {
        series_of(text).ok_or_else(|| ApiError::invalid(&field(nth), FORMAT_ERROR))
    });
    each.collect()
}

fn series_of(text: &str) -> Option<SelectedSeries> {
    if text.starts_with("pt_") {
        return text.parse().ok().map(SelectedSeries::Point);
    }
    let mut query = Query::default();
    for part in text.split(';') {
        let (name, value) = part.split_once('=')?;
        let place = match name {
            "type" => &mut query.kind,
            "device" => &mut query.device,
            "start" => &mut query.start,
            "end" => &mut query.end,
            _ => return None,
        };
        if value.is_empty() || place.replace(value.to_owned()).is_some() {
            return None;
        }
    }
    Some(SelectedSeries::Matching(query))
}

/// Finds the selected points. Each entry must select a point of the account.
///
/// # Errors
/// An entry that selects no point, as one of another account does.
pub(crate) fn resolve(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    selected: Vec<SelectedSeries>,
) -> Result<Vec<SeriesRanges>, ApiError> {
    let mut ranges: BTreeMap<i64, (Series, Vec<(i64, i64)>)> = BTreeMap::new();
    for (nth, selected) in selected.into_iter().enumerate() {
        let missing = || ApiError::invalid(&field(nth), "selects no point of yours");
        match selected {
            SelectedSeries::Point(id) => {
                let (series, _) = store::point(tx, keys, id)?.ok_or_else(missing)?;
                let of = ranges.entry(series.id).or_insert((series, Vec::new()));
                of.1.push((id.timestamp, id.timestamp));
            }
            SelectedSeries::Matching(query) => {
                let filter = query
                    .filter(tx, keys)
                    .map_err(|error| ApiError::invalid(&field(nth), error.message))?;
                if store::count(tx, keys, &filter)? == 0 {
                    return Err(missing());
                }
                let range = range_of(&filter);
                for series in store::series(tx, keys.user(), &filter)? {
                    let of = ranges.entry(series.id).or_insert((series, Vec::new()));
                    of.1.push(range);
                }
            }
        }
    }
    let merged = ranges.into_values().map(|(series, ranges)| SeriesRanges {
        series,
        ranges: merge(ranges),
    });
    let mut merged: Vec<SeriesRanges> = merged.collect();
    if merged.len() > MAX_SERIES {
        return Err(ApiError::invalid(
            "dataPoints",
            format!("selects points of more than {MAX_SERIES} series"),
        ));
    }
    merged.sort_by(|one, other| {
        let name = |it: &SeriesRanges| {
            (
                it.series.kind.clone(),
                it.series.device.clone(),
                it.series.id,
            )
        };
        name(one).cmp(&name(other))
    });
    Ok(merged)
}

fn range_of(filter: &Filter) -> (i64, i64) {
    let or = |at: Option<Timestamp>, or: i64| at.map_or(or, |at| at.0);
    (or(filter.from, i64::MIN), or(filter.to, i64::MAX))
}

/// Sorts ranges, and joins those that overlap.
fn merge(mut ranges: Vec<(i64, i64)>) -> Vec<(i64, i64)> {
    ranges.sort_unstable();
    let mut merged: Vec<(i64, i64)> = Vec::with_capacity(ranges.len());
    for (from, to) in ranges {
        match merged.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => merged.push((from, to)),
        }
    }
    merged
}

fn field(nth: usize) -> String {
    format!("dataPoints[{nth}]")
}

const FORMAT_ERROR: &str = "must be the id of a point, or a selector such as \
     type=heart_rate;device=strap;start=2026-01-01;end=2026-01-31, with each name at most once";
/// The maximum number of entries of `dataPoints`.
pub(crate) const MAX_ENTRIES: usize = 1000;
/// The maximum number of series of a snapshot.
const MAX_SERIES: usize = 100;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selectors() {
        for (text, is_read) in [
            ("type=heart_rate", true),
            (
                "type=heart_rate;device=strap;start=2026-01-01;end=2026-01-31",
                true,
            ),
            ("device=a b", true),
            ("", false),
            ("type=", false),
            ("type=a;type=b", false),
            ("type=a;", false),
            ("mode=FHE", false),
            ("pt_", false),
            ("heart_rate", false),
        ] {
            assert_eq!(parse(&[text.to_owned()]).is_ok(), is_read, "{text}");
        }
        assert!(parse(&[]).is_err());
        assert!(parse(&vec!["type=a".to_owned(); MAX_ENTRIES + 1]).is_err());
    }

    #[test]
    fn ranges_are_joined() {
        for (ranges, merged) in [
            (vec![(5, 9), (1, 2)], vec![(1, 2), (5, 9)]),
            (vec![(1, 5), (5, 9), (2, 3)], vec![(1, 9)]),
            (
                vec![(i64::MIN, i64::MAX), (3, 3)],
                vec![(i64::MIN, i64::MAX)],
            ),
            (vec![(3, 3), (3, 3)], vec![(3, 3)]),
        ] {
            assert_eq!(merge(ranges), merged);
        }
    }
}
