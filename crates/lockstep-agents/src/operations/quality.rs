//! Reports how complete the points of an account are, from the outputs of the point store's own operations.

pub(crate) mod copies;

use std::collections::{BTreeMap, BTreeSet};

use futures_util::future::{try_join_all, try_join3};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan, Unit};
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
    /// The days without points since the type's first point, except today.
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
        now: Timestamp::from_millisecond(agents.clock.now().0).unwrap_or_default(),
    };
    let (end, names, devices) =
        try_join3(reader.end(end), reader.type_names(), reader.devices()).await?;
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
    let parts = names.chunks(TYPES_AT_ONCE);
    let parts: Vec<_> = parts.map(|part| reader.types(part, (start, end))).collect();
    let types = try_join_all(parts).await?;
    let mut types: Vec<TypeReport> = types.into_iter().flatten().collect();
    let registered = devices
        .iter()
        .flat_map(|device| [&device["id"], &device["name"]]);
    let registered: BTreeSet<&str> = registered.filter_map(Json::as_str).collect();
    for part in types.chunks_mut(PAGES_AT_ONCE) {
        let pages: Vec<_> = part
            .iter()
            .map(|report| reader.first_points(&report.name, (start, end), &registered))
            .collect();
        let pages = try_join_all(pages).await?;
        for (report, page) in part.iter_mut().zip(pages) {
            let total = page["total"].as_u64().unwrap_or(0);
            report.copies = copies::find(&page);
            report.uncounted = total.saturating_sub(report.count);
            report.count = total.max(report.count);
        }
    }
    Ok(QualityReport {
        start,
        end,
        types,
        silent_devices: silent_devices(&devices, start),
    })
}

/// Calls the tools that the report is made of.
struct Reader<'c> {
    toolbox: Toolbox,
    caller: &'c Caller,
    now: Timestamp,
}

impl Reader<'_> {
    async fn call(&self, tool: &str, input: Json) -> Result<Json, ApiError> {
        self.toolbox.call(self.caller.clone(), tool, input).await
    }

    /// Returns the last day of the report: the requested one, or that of the latest point.
    async fn end(&self, requested: Option<Date>) -> Result<Date, ApiError> {
        match requested {
            Some(end) => Ok(end),
            None => self.latest_day().await,
        }
    }

    /// Returns the day of the latest point, or today.
    async fn latest_day(&self) -> Result<Date, ApiError> {
        // Every metric comes with the range. Steps are sums of days, while a metric of exertion reads every second.
        let metrics = self
            .call("metrics.read", json!({ "metrics": "steps" }))
            .await?;
        let end = metrics["basis"]["range"]["end"].as_str();
        let end = end.or_else(|| metrics["timestamp"].as_str());
        let end: Option<Timestamp> = end.and_then(|end| end.parse().ok());
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

    /// Returns the types that have points in the range or before it, with their days.
    async fn types(
        &self,
        names: &[String],
        (start, end): (Date, Date),
    ) -> Result<Vec<TypeReport>, ApiError> {
        let from = start.checked_sub(i64::from(DAYS_BEFORE).days());
        let from = from.unwrap_or(start).max(EARLIEST).min(start);
        let length = from
            .until((Unit::Day, end))
            .map_or(0, |span| span.get_days());
        let input = json!({
            "types": names.join(","), "startDate": from.to_string(), "endDate": end.to_string(),
            // One entry for each day.
            "buckets": length + 1,
        });
        let chart = self.call("points.series", input).await?;
        let zone = zone(chart["timeZone"].as_str());
        let today = self.now.to_zoned(zone.clone()).date();
        let types = TypeDays::of(&chart, &zone);
        // Days long before the range are read only of types that have no point on its first day or shortly before.
        let open: Vec<&str> = types
            .iter()
            .filter(|of| !of.begins_by(start))
            .map(|of| &*of.name)
            .collect();
        let earlier = self.types_before(&open, from).await?;
        let reports = types.iter().filter_map(|of| {
            let has_begun = of.begins_by(start) || earlier.contains(&of.name);
            of.report(start, has_begun, today)
        });
        Ok(reports.collect())
    }

    /// Returns the types that have points before a day.
    async fn types_before(&self, names: &[&str], day: Date) -> Result<BTreeSet<String>, ApiError> {
        let last = day.yesterday().ok().filter(|last| *last >= EARLIEST);
        let (Some(last), false) = (last, names.is_empty()) else {
            return Ok(BTreeSet::new());
        };
        let input = json!({
            "types": names.join(","), "startDate": EARLIEST.to_string(), "endDate": last.to_string(),
            // Only whether there are points is of interest.
            "buckets": 1,
        });
        let chart = self.call("points.series", input).await?;
        let series = chart["series"].as_array().into_iter().flatten();
        let with_points = series.filter(|series| {
            let mut counts = series["count"].as_array().into_iter().flatten();
            counts.any(|count| count.as_u64() > Some(0))
        });
        let names = with_points.filter_map(|series| series["type"].as_str());
        Ok(names.map(str::to_owned).collect())
    }

    /// Returns the first points of a type, with the number of all of them, also of those that charts leave out. Only
    /// points of several devices are compared, so of a single device few are read. `registered` are the ids and names of
    /// registered devices.
    async fn first_points(
        &self,
        name: &str,
        (start, end): (Date, Date),
        registered: &BTreeSet<&str>,
    ) -> Result<Json, ApiError> {
        let input = |limit: u32| {
            json!({
                "type": name, "startDate": start.to_string(), "endDate": end.to_string(), "limit": limit,
            })
        };
        let few = self.page(input(FEW_POINTS), input(1)).await?;
        match self.has_other_device(&few, input(1), registered).await? {
            true => self.page(input(COMPARED_POINTS), input(1)).await,
            false => Ok(few),
        }
    }

    /// Reads a page of points; a smaller one if points with long texts do not fit into one output.
    async fn page(&self, input: Json, smaller: Json) -> Result<Json, ApiError> {
        match self.call("points.read", input).await {
            Err(error) if error.kind == ErrorKind::Invalid => {
                self.call("points.read", smaller).await
            }
            read => read,
        }
    }

    /// Whether points have several devices. `few` are the first of them, and `input` reads one.
    async fn has_other_device(
        &self,
        few: &Json,
        mut input: Json,
        registered: &BTreeSet<&str>,
    ) -> Result<bool, ApiError> {
        let points = few["data"].as_array().into_iter().flatten();
        let mut devices = points.map(|point| &point["device"]);
        let Some(first) = devices.next() else {
            return Ok(false);
        };
        if devices.any(|device| device != first) {
            return Ok(true);
        }
        if few["hasMore"] == false {
            return Ok(false);
        }
        // The id and the name of a registered device select the same points, but are compared with each other.
        if first.as_str().is_some_and(|name| registered.contains(name)) {
            return Ok(true);
        }
        input["device"] = first.clone();
        let of_first = self.call("points.read", input).await?;
        Ok(of_first["total"] != few["total"])
    }

    async fn devices(&self) -> Result<Vec<Json>, ApiError> {
        let listed = self.call("devices.list", Json::Object(Map::new())).await?;
        Ok(listed["devices"].as_array().cloned().unwrap_or_default())
    }
}

/// Returns the devices that have sent nothing since a day, without revoked ones.
fn silent_devices(devices: &[Json], start: Date) -> Vec<SilentDevice> {
    let start = start.to_string();
    let silent = devices.iter().filter_map(|device| {
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
    silent.collect()
}

/// The number of points of a type on each day of a chart.
struct TypeDays {
    name: String,
    counts: BTreeMap<Date, u64>,
}

impl TypeDays {
    /// Reads the types of a chart whose days are in a time zone.
    fn of(chart: &Json, zone: &TimeZone) -> Vec<Self> {
        let starts = chart["bucketStarts"].as_array().into_iter().flatten();
        let days: Vec<Option<Date>> = starts
            .map(|start| {
                let at: Timestamp = start.as_str()?.parse().ok()?;
                Some(at.to_zoned(zone.clone()).date())
            })
            .collect();
        let series = chart["series"].as_array().into_iter().flatten();
        let types = series.map(|series| {
            let values = series["count"].as_array().into_iter().flatten();
            // Buckets may be shorter than a day.
            let mut counts: BTreeMap<Date, u64> = BTreeMap::new();
            for (day, count) in days.iter().zip(values) {
                if let Some(day) = day {
                    *counts.entry(*day).or_default() += count.as_u64().unwrap_or(0);
                }
            }
            Self {
                name: series["type"].as_str().unwrap_or_default().to_owned(),
                counts,
            }
        });
        types.collect()
    }

    /// Whether the type has points on a day or on days of the chart before it.
    fn begins_by(&self, day: Date) -> bool {
        self.counts.range(..=day).any(|(_, count)| *count > 0)
    }

    /// Reports the days of the chart from `start`; `None` for a type that has no points there and none before. `has_begun`
    /// says whether there are points on the first day or before it.
    fn report(&self, start: Date, has_begun: bool, today: Date) -> Option<TypeReport> {
        let days = || self.counts.range(start..);
        let with_points = days().filter(|(_, count)| **count > 0);
        let with_points: Vec<Date> = with_points.map(|(day, _)| *day).collect();
        let first = match has_begun {
            true => days().next().map(|(day, _)| *day),
            false => with_points.first().copied(),
        }?;
        // Points of a day that is not over may follow.
        let end = with_points.last().map_or(today, |last| today.max(*last));
        let missing = self
            .counts
            .range(first..)
            .filter(|(day, count)| **count == 0 && **day < end)
            .map(|(day, _)| day.to_string());
        Some(TypeReport {
            name: self.name.clone(),
            count: days().map(|(_, count)| *count).sum(),
            uncounted: 0,
            days: with_points.len() as u64,
            missing: missing.collect(),
            copies: Vec::new(),
        })
    }
}

/// Returns the time zone of this name.
fn zone(name: Option<&str>) -> TimeZone {
    let zone = name.map(TimeZone::get);
    zone.and_then(Result::ok).unwrap_or(TimeZone::UTC)
}

/// The first day that points can have.
const EARLIEST: Date = jiff::civil::date(1970, 1, 1);
/// The days before the range that are read with it: most types that are still measured have points there.
const DAYS_BEFORE: u16 = 30;
/// The points of each type that are compared between devices: the first ones of the range.
const COMPARED_POINTS: u32 = 2000;
/// The first points of a type that show whether several devices send it, together with their number.
const FEW_POINTS: u32 = 50;
/// The days of a report without a start.
const DEFAULT_DAYS: u16 = 30;
/// The maximum number of days of a report.
pub(crate) const MAX_DAYS: i32 = 366;
/// The pages of points that are read at the same time: each has up to a mebibyte.
const PAGES_AT_ONCE: usize = 4;
/// The maximum number of types of one chart.
const TYPES_AT_ONCE: usize = 16;

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn days_without_points_since_the_first_are_missing() {
        let chart = json!({
            "timeZone": "UTC",
            "bucketStarts": ["2026-06-01T00:00:00.000Z", "2026-06-01T12:00:00.000Z", "2026-06-02T00:00:00.000Z",
                "2026-06-03T00:00:00.000Z", "2026-06-04T00:00:00.000Z", "2026-06-05T00:00:00.000Z"],
            "series": [
                { "type": "steps", "count": [0, 2, 0, 3, 0, 0] },
                { "type": "weight", "count": [0, 0, 0, 1, 0, 0] },
                { "type": "sleep_duration", "count": [0, 0, 1, 1, 1, 0] },
                { "type": "speed", "count": [0, 0, 0, 0, 0, 1] },
                { "type": "stress", "count": [0, 0, 0, 0, 0, 0] },
                { "type": "power", "count": [0, 0, 0, 0, 0, 0] },
            ],
        });
        let day = |day: i8| date(2026, 6, day);
        let types = TypeDays::of(&chart, &TimeZone::UTC);
        let reports = types.iter().filter_map(|of| {
            let has_begun = ["weight", "stress"].contains(&&*of.name);
            of.report(day(1), has_begun, day(5))
        });
        let found: Vec<TypeReport> = reports.collect();
        let found: Vec<_> = found
            .iter()
            .map(|one| (&*one.name, one.count, one.days, one.missing.join(" ")))
            .collect();
        let expected = [
            ("steps", 5, 2, "2026-06-02 2026-06-04"),
            ("weight", 1, 1, "2026-06-01 2026-06-02 2026-06-04"),
            ("sleep_duration", 3, 3, ""),
            ("speed", 1, 1, ""),
            (
                "stress",
                0,
                0,
                "2026-06-01 2026-06-02 2026-06-03 2026-06-04",
            ),
        ];
        let expected =
            expected.map(|(name, count, days, missing)| (name, count, days, missing.to_owned()));
        assert_eq!(found, expected);
    }

    #[test]
    fn gaps_before_a_future_point_are_missing() {
        let chart = json!({
            "timeZone": "UTC",
            "bucketStarts": ["2026-06-01T00:00:00.000Z", "2026-06-02T00:00:00.000Z", "2026-06-03T00:00:00.000Z"],
            "series": [{ "type": "steps", "count": [1, 0, 1] }],
        });
        let day = date(2026, 6, 1);
        let types = TypeDays::of(&chart, &TimeZone::UTC);
        let report = types[0].report(day, false, day).unwrap();
        assert_eq!(report.missing, ["2026-06-02"]);
    }

    /// A chart also has days before the range: they say that a type has begun, and count as no days of the report.
    #[test]
    fn days_before_the_range_are_only_looked_at() {
        let chart = json!({
            "timeZone": "UTC",
            "bucketStarts": ["2026-06-01T00:00:00.000Z", "2026-06-02T00:00:00.000Z", "2026-06-03T00:00:00.000Z"],
            "series": [
                { "type": "weight", "count": [3, 0, 0] },
                { "type": "steps", "count": [0, 2, 0] },
                { "type": "power", "count": [0, 0, 4] },
            ],
        });
        let (start, today) = (date(2026, 6, 2), date(2026, 6, 4));
        let types = TypeDays::of(&chart, &TimeZone::UTC);
        let found: Vec<_> = types
            .iter()
            .map(|of| {
                let report = of.report(start, of.begins_by(start), today).unwrap();
                (report.count, report.days, report.missing.join(" "))
            })
            .collect();
        let expected = [
            (0, 0, "2026-06-02 2026-06-03"),
            (2, 1, "2026-06-03"),
            (4, 1, ""),
        ];
        let expected = expected.map(|(count, days, missing)| (count, days, missing.to_owned()));
        assert_eq!(found, expected);
    }
}
