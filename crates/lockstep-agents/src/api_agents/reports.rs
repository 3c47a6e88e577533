//! Reports that agents make of the outputs of other operations.

use axum::Json;
use axum::extract::State;
use lockstep_web::{ApiError, Caller, Params, Permission, Routes};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use crate::operations::quality::copies::CopiedPoints;
use crate::operations::quality::{self, QualityReport, SilentDevice, TypeReport};
use crate::operations::search::{self, FoundRecord, LinkedHit, SearchLimits};
use crate::toolset::Agents;

pub(super) fn routes() -> Routes<Agents> {
    Routes::new()
        .allow(Permission::ReadOwn, routes!(search))
        .allow(Permission::ReadOwn, routes!(quality))
}

/// The search request.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct SearchQuery {
    /// Words of a name or a description, or an id; 200 characters at most.
    #[param(required = true, value_type = String, example = "morning runs")]
    query: Option<String>,
    /// The maximum number of records.
    #[param(minimum = 1, maximum = 100, default = 10)]
    limit: Option<u32>,
    /// The maximum number of purchases to search, newest first. All other records are always searched.
    #[param(minimum = 1, maximum = 200, default = 60)]
    candidates: Option<u32>,
    /// The maximum number of links from a found record to a record in `linked`.
    #[param(minimum = 0, maximum = 9, default = 0)]
    hops: Option<u32>,
}

/// A found record.
#[derive(Serialize, ToSchema)]
pub(crate) struct SearchHit {
    /// The id of the record. For a section of a document: its location, such as
    /// `docs/agents.md#limits`.
    #[schema(example = "ds_01h455vb4pex5vsknk084sn02q")]
    id: String,
    /// `dataset`, `device`, `activity`, `import`, `insight`, `token`, `listing`, `purchase` or `document`.
    #[schema(example = "dataset")]
    kind: &'static str,
    /// The name and the description of the found record, as one text.
    text: String,
    /// The time of the record, if it has one.
    #[schema(format = DateTime)]
    time: Option<String>,
}

impl From<FoundRecord> for SearchHit {
    fn from(hit: FoundRecord) -> Self {
        Self {
            id: hit.id,
            kind: hit.kind,
            text: hit.text,
            time: hit.time,
        }
    }
}

/// A record that is linked with a found one: a listing with its dataset, an activity with the imports that added it.
#[derive(Serialize, ToSchema)]
pub(crate) struct LinkedRecord {
    /// The id of the record.
    #[schema(example = "lst_01h455vb4pex5vsknk084sn02q")]
    id: String,
    /// The kind, as in `records`.
    #[schema(example = "listing")]
    kind: &'static str,
    /// The name and the description of the record, as one text.
    text: String,
    /// The time of the record, if it has one.
    #[schema(format = DateTime)]
    time: Option<String>,
    /// The id of the record from which it was reached.
    #[schema(example = "ds_01h455vb4pex5vsknk084sn02q")]
    from: String,
    /// The number of links between it and the found record.
    hops: u32,
}

impl From<LinkedHit> for LinkedRecord {
    fn from(hit: LinkedHit) -> Self {
        Self {
            id: hit.record.id,
            kind: hit.record.kind,
            text: hit.record.text,
            time: hit.record.time,
            from: hit.from,
            hops: hit.hops,
        }
    }
}

/// The result of a search.
#[derive(Serialize, ToSchema)]
pub(crate) struct SearchResult {
    /// The records, the best match first.
    records: Vec<SearchHit>,
    /// The records that can be reached from those over at most `hops` links, the nearest first, `limit` at most. Links are
    /// followed in both directions.
    linked: Vec<LinkedRecord>,
    /// The number of records that matched.
    total: u64,
    /// The number of records that were compared with the query.
    examined: u64,
    /// The kinds of records that the credential may not read.
    skipped: Vec<&'static str>,
    /// Whether records may be missing: after an update or damage, the search index is filled in the background.
    incomplete: bool,
}

/// Search the caller's records and the product's documents by words.
///
/// A record matches if it contains every word of the query: as a whole word, the start of a word, or a
/// part of a word. If no record matches, one mistyped letter per word is tolerated. Withdrawn offers
/// and offers of other accounts are not searched.
#[utoipa::path(get, path = "/v1/agents/search", tag = "Agents", operation_id = "searchRecords",
    params(SearchQuery),
    responses((status = 200, description = "The records, the best match first", body = SearchResult)))]
async fn search(
    State(state): State<Agents>,
    caller: Caller,
    Params(query): Params<SearchQuery>,
) -> Result<Json<SearchResult>, ApiError> {
    let text = query
        .query
        .ok_or_else(|| ApiError::invalid("query", "is required"))?;
    if text.chars().count() > MAX_QUERY_CHARS {
        let reason = format!("must be {MAX_QUERY_CHARS} characters at most");
        return Err(ApiError::invalid("query", reason));
    }
    let limit = bounded("limit", query.limit, (10, 100))?;
    let candidates = bounded("candidates", query.candidates, (60, 200))?;
    let hops = query.hops.unwrap_or(0);
    if hops > MAX_HOPS {
        let reason = format!("must be between 0 and {MAX_HOPS}");
        return Err(ApiError::invalid("hops", reason));
    }
    let limits = SearchLimits {
        candidates,
        limit,
        hops,
    };
    let found = search::find(&state, &caller, &text, limits).await?;
    Ok(Json(SearchResult {
        records: found.hits.into_iter().map(SearchHit::from).collect(),
        linked: found.linked.into_iter().map(LinkedRecord::from).collect(),
        total: found.total,
        examined: found.examined,
        skipped: found.skipped,
        incomplete: found.is_incomplete,
    }))
}

fn bounded(name: &str, value: Option<u32>, (default, most): (u32, u32)) -> Result<u32, ApiError> {
    match value.unwrap_or(default) {
        value if (1..=most).contains(&value) => Ok(value),
        _ => Err(ApiError::invalid(
            name,
            format!("must be between 1 and {most}"),
        )),
    }
}

/// Which days.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct QualityQuery {
    /// The first day in the profile's time zone. Default: the first of the 30 days that end with `endDate`.
    #[param(example = "2026-06-01")]
    start_date: Option<String>,
    /// The last day. Default: the day of the latest point.
    #[param(example = "2026-06-30")]
    end_date: Option<String>,
}

/// The completeness of the points of an account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DataQuality {
    /// The first day of the report, in the time zone of the profile.
    #[schema(format = Date, example = "2026-06-01")]
    start_date: String,
    /// The last day of the report, in the time zone of the profile.
    #[schema(format = Date, example = "2026-06-30")]
    end_date: String,
    /// The types of the catalogue that have points in the range or before it.
    types: Vec<TypeQuality>,
    /// The devices that have sent no points since the first day.
    silent_devices: Vec<SilentDeviceView>,
}

/// The completeness of the points of one type.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TypeQuality {
    /// The name of the type, as in `GET /v1/sfdp/types`.
    #[schema(example = "heart_rate")]
    r#type: String,
    /// The number of points.
    count: u64,
    /// The number of points that metrics ignore: their value is implausible, or their key does not
    /// decrypt.
    uncounted: u64,
    /// The number of days with points.
    days: u64,
    /// The number of days without points since the type's first point, except today.
    missing_days: u64,
    /// The first 31 days without points since the type's first point, except today.
    #[schema(example = json!(["2026-06-07"]))]
    missing: Vec<String>,
    /// The pairs of devices that have the same points, among the first 2000 points of the type in the range.
    copies: Vec<CopiedPointsView>,
}

/// Points that two devices both have.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CopiedPoints)]
pub(crate) struct CopiedPointsView {
    /// The names of the two devices.
    #[schema(example = json!(["Fenix", "Phone"]))]
    devices: Vec<String>,
    /// The number of points of the first device that the second has, too.
    equal: u64,
    /// The number of points of the first device for which the second has a point at that time.
    compared: u64,
    /// The seconds by which the times of the second device are later: 0, or whole quarter hours, as between time zones.
    shift_seconds: i64,
}

/// A device without points in the range.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SilentDevice)]
pub(crate) struct SilentDeviceView {
    /// The id of the device, which begins with `dev_`.
    #[schema(example = "dev_01h455vb4pex5vsknk084sn02q")]
    id: String,
    /// The name, unique among the devices of the account.
    name: String,
    /// The time of the last point received from the device, to the minute; null if none.
    #[schema(format = DateTime)]
    last_sync: Option<String>,
}

impl From<TypeReport> for TypeQuality {
    fn from(report: TypeReport) -> Self {
        Self {
            r#type: report.name,
            count: report.count,
            uncounted: report.uncounted,
            days: report.days,
            missing_days: report.missing.len() as u64,
            missing: report.missing.into_iter().take(MAX_MISSING_SHOWN).collect(),
            copies: report
                .copies
                .into_iter()
                .map(CopiedPointsView::from)
                .collect(),
        }
    }
}

impl From<CopiedPoints> for CopiedPointsView {
    fn from(copied: CopiedPoints) -> Self {
        Self {
            devices: copied.devices,
            equal: copied.equal,
            compared: copied.compared,
            shift_seconds: copied.shift_seconds,
        }
    }
}

impl From<SilentDevice> for SilentDeviceView {
    fn from(device: SilentDevice) -> Self {
        Self {
            id: device.id,
            name: device.name,
            last_sync: device.last_sync,
        }
    }
}

/// Report the completeness of the data.
///
/// The report has counts, gaps, values that metrics ignore, copies between devices, and silent devices. It reads points
/// and devices: a key with scopes also needs `fitness:read`.
#[utoipa::path(get, path = "/v1/agents/data-quality", tag = "Agents", operation_id = "getDataQuality",
    params(QualityQuery),
    responses((status = 200, description = "The types with points, and the devices without", body = DataQuality)))]
async fn quality(
    State(state): State<Agents>,
    caller: Caller,
    Params(query): Params<QualityQuery>,
) -> Result<Json<DataQuality>, ApiError> {
    let day = |name: &str, text: Option<String>| {
        let parsed = text.map(|text| {
            text.parse()
                .map_err(|_| ApiError::invalid(name, "must be a date such as 2026-06-01"))
        });
        parsed.transpose()
    };
    let days = (
        day("startDate", query.start_date)?,
        day("endDate", query.end_date)?,
    );
    let QualityReport {
        start,
        end,
        types,
        silent_devices,
    } = quality::check(&state, &caller, days).await?;
    Ok(Json(DataQuality {
        start_date: start.to_string(),
        end_date: end.to_string(),
        types: types.into_iter().map(TypeQuality::from).collect(),
        silent_devices: silent_devices
            .into_iter()
            .map(SilentDeviceView::from)
            .collect(),
    }))
}

/// The links to the farthest linked record.
const MAX_HOPS: u32 = 9;
/// The longest query in characters.
const MAX_QUERY_CHARS: usize = 200;
/// The maximum number of days without points that a report lists.
const MAX_MISSING_SHOWN: usize = 31;
