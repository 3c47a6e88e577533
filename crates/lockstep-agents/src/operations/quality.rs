//! Reports how complete the points of an account are, from the outputs of the point store's own operations.

pub(crate) mod copies;

use std::collections::BTreeMap;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{ToSpan, Unit};
use lockstep_web::api_error::ErrorKind;
use lockstep_web::tools::Toolbox;
use lockstep_web::{ApiError, Caller};
use serde_json::{Map, Value as Json, json};

use self::copies::CopiedPoints;
use crate::toolset::Agents;

/// The completeness of an account's points in a range of days.
#[derive(Debug)]
pub(crate) struct QualityReport {
    pub(crate) start: Date,
    pub(crate) end: Date,
    pub(crate) types: Vec<TypeReport>,
    pub(crate) silent_devices: Vec<SilentDevice>,
}

/// The completeness of one type.
#[derive(Debug, PartialEq)]
pub(crate) struct TypeReport {
    pub(crate) name: String,
    /// The points, also those that no figure counts.
    pub(crate) count: u64,
    /// The points outside of the plausible range, or under a key that cannot be read.
    pub(crate) uncounted: u64,
    /// The days with points.
    pub(crate) days: u64,
    /// The days without points between the first and the last day with points.
    pub(crate) missing: Vec<String>,
    /// The pairs of devices that have the same points.
    pub(crate) copies: Vec<CopiedPoints>,
}

/// A device that has sent no point in the range.
#[derive(Debug)]
pub(crate) struct SilentDevice {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) last_sync: Option<String>,
}

/// Makes the report of the days from `start` to `end`; without them of the last 30 days with points.
pub(crate) async fn check(
    agents: &Agents,
    caller: &Caller,
    (start, end): (Option<Date>, Option<Date>),
) -> Result<QualityReport, ApiError> {
    let reader = Reader {
        toolbox: agents.toolbox().await?,
        caller,
    };
    let end = match end {
        Some(end) => end,
        None => reader.latest_day().await?,
    };
    let days = i64::from(DEFAULT_DAYS);
    let start = match start {
        Some(start) => start,
        None => end.checked_sub((days - 1).days()).unwrap_or(end),
    };
    let length = start
        .until((Unit::Day, end))
        .map_or(-1, |span| span.get_days());
    if !(0..MAX_DAYS).contains(&length) {
        let reason = format!("must be at most {MAX_DAYS} days after startDate, and not before it");
        return Err(ApiError::invalid("endDate", reason));
    }
    let mut types = Vec::new();
    let names = reader.type_names().await?;
    for part in names.chunks(TYPES_AT_ONCE) {
        types.extend(reader.types(part, (start, end)).await?);
    }
    for report in &mut types {
        let page = reader.first_points(&report.name, (start, end)).await?;
        let total = page["total"].as_u64().unwrap_or(0);
        report.copies = copies::find(&page);
        report.uncounted = total.saturating_sub(report.count);
        report.count = total.max(report.count);
    }
    Ok(QualityReport {
        start,
        end,
        types,
        silent_devices: reader.silent_devices(start).await?,
    })
}

/// Calls the tools that the report is made of.
struct Reader<'c> {
    toolbox: Toolbox,
    caller: &'c Caller,
}

impl Reader<'_> {
    async fn call(&self, tool: &str, input: Json) -> Result<Json, ApiError> {
        self.toolbox.call(self.caller.clone(), tool, input).await
    }

    /// Returns the day of the latest point, or today.
    async fn latest_day(&self) -> Result<Date, ApiError> {
        let metrics = self
            .call("metrics.read", json!({ "metrics": "trainingLoad" }))
            .await?;
        let end = metrics["basis"]["range"]["end"].as_str();
        let end = end.or_else(|| metrics["timestamp"].as_str());
        let end: Option<jiff::Timestamp> = end.and_then(|end| end.parse().ok());
        let end =
            end.ok_or_else(|| ApiError::internal("the metrics name no end of their range"))?;
        let zone = zone(metrics["basis"]["timeZone"].as_str());
        Ok(end.to_zoned(zone).date())
    }

    async fn type_names(&self) -> Result<Vec<String>, ApiError> {
        let known = self.call("points.types", Json::Null).await?;
        let known = known["types"].as_array().into_iter().flatten();
        let names = known.filter_map(|kind| kind["name"].as_str());
        Ok(names.map(str::to_owned).collect())
    }

    /// Returns the types that have points, with their days.
    async fn types(
        &self,
        names: &[String],
        (start, end): (Date, Date),
    ) -> Result<Vec<TypeReport>, ApiError> {
        let length = start
            .until((Unit::Day, end))
            .map_or(0, |span| span.get_days());
        let input = json!({
            "types": names.join(","), "startDate": start.to_string(), "endDate": end.to_string(),
            // One entry for each day.
            "buckets": length + 1,
        });
        let chart = self.call("points.series", input).await?;
        Ok(reports(&chart))
    }

    /// Returns the first points of a type, with the number of all of them, also of those that charts leave out.
    async fn first_points(&self, name: &str, (start, end): (Date, Date)) -> Result<Json, ApiError> {
        let input = |limit: u32| {
            json!({
                "type": name, "startDate": start.to_string(), "endDate": end.to_string(), "limit": limit,
            })
        };
        match self.call("points.read", input(COMPARED_POINTS)).await {
            // Points with long texts do not fit into one output.
            Err(error) if error.kind == ErrorKind::Invalid => {
                self.call("points.read", input(1)).await
            }
            read => read,
        }
    }

    async fn silent_devices(&self, start: Date) -> Result<Vec<SilentDevice>, ApiError> {
        let devices = self.call("devices.list", Json::Object(Map::new())).await?;
        let devices = devices["devices"].as_array().into_iter().flatten();
        let start = start.to_string();
        let silent = devices.filter_map(|device| {
            let last_sync = device["lastSync"].as_str();
            let is_silent = last_sync.is_none_or(|at| at < start.as_str());
            let is_used = device["status"] != "revoked";
            let text = |name: &str| device[name].as_str().unwrap_or_default().to_owned();
            (is_silent && is_used).then(|| SilentDevice {
                id: text("id"),
                name: text("name"),
                last_sync: last_sync.map(str::to_owned),
            })
        });
        Ok(silent.collect())
    }
}

/// Reads a chart: the days with points of each type that has any.
fn reports(chart: &Json) -> Vec<TypeReport> {
    let starts = chart["bucketStarts"].as_array().into_iter().flatten();
    let zone = zone(chart["timeZone"].as_str());
    let days: Vec<Option<Date>> = starts
        .map(|start| {
            let at: jiff::Timestamp = start.as_str()?.parse().ok()?;
            Some(at.to_zoned(zone.clone()).date())
        })
        .collect();
    let mut reports = Vec::new();
    for series in chart["series"].as_array().into_iter().flatten() {
        // Buckets may be shorter than a day.
        let mut by_day: BTreeMap<Date, u64> = BTreeMap::new();
        for (day, count) in days
            .iter()
            .zip(series["count"].as_array().into_iter().flatten())
        {
            if let Some(day) = day {
                *by_day.entry(*day).or_default() += count.as_u64().unwrap_or(0);
            }
        }
        let with_points: Vec<Date> = by_day
            .iter()
            .filter(|(_, count)| **count > 0)
            .map(|(day, _)| *day)
            .collect();
        let (Some(first), Some(last)) = (with_points.first(), with_points.last()) else {
            continue;
        };
        let between = by_day.range(*first..=*last);
        let missing = between
            .filter(|(_, count)| **count == 0)
            .map(|(day, _)| day.to_string());
        reports.push(TypeReport {
            name: series["type"].as_str().unwrap_or_default().to_owned(),
            count: by_day.values().sum(),
            uncounted: 0,
            days: with_points.len() as u64,
            missing: missing.collect(),
            copies: Vec::new(),
        });
    }
    reports
}

/// Returns the time zone of this name.
fn zone(name: Option<&str>) -> TimeZone {
    let zone = name.map(TimeZone::get);
    zone.and_then(Result::ok).unwrap_or(TimeZone::UTC)
}

/// The points of each type that are compared between devices: the first ones of the range.
const COMPARED_POINTS: u32 = 2000;
/// The days of a report without a start.
const DEFAULT_DAYS: u16 = 30;
/// The maximum number of days of a report.
pub(crate) const MAX_DAYS: i32 = 366;
/// The maximum number of types of one chart.
const TYPES_AT_ONCE: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_without_points_between_others_are_missing() {
        let chart = json!({
            "timeZone": "UTC",
            "bucketStarts": ["2026-06-01T00:00:00.000Z", "2026-06-01T12:00:00.000Z", "2026-06-02T00:00:00.000Z",
                "2026-06-03T00:00:00.000Z", "2026-06-04T00:00:00.000Z"],
            "series": [
                { "type": "steps", "count": [0, 2, 0, 3, 0] },
                { "type": "power", "count": [0, 0, 0, 0, 0] },
            ],
        });
        let steps = TypeReport {
            name: "steps".to_owned(),
            count: 5,
            uncounted: 0,
            days: 2,
            missing: vec!["2026-06-02".to_owned()],
            copies: Vec::new(),
        };
        assert_eq!(reports(&chart), [steps]);
    }
}
