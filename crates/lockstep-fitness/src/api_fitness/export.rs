//! `/export`: stored points as a file, streamed.

use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;
use lockstep_formats::export::Format;
use lockstep_web::openapi::BinaryBody;
use lockstep_web::{ApiError, AppState, Caller, Params};
use serde::Deserialize;
use utoipa::IntoParams;

use super::activities;
use crate::operations::activities::Selection;
use crate::operations::export;
use crate::operations::query::Query;

/// The selection and format of an export; all points without a filter.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct ExportQuery {
    /// `csv`: a table that `/import` reads back exactly. A text that begins with `=`, `+`, `-`,
    /// `@`, a tab or a carriage return is prefixed with an apostrophe, so that spreadsheets do not
    /// evaluate it as a formula; `/import` removes the apostrophe. `arrow`: an Arrow IPC stream with the same
    /// columns, which `POST /v1/sfdp/data` reads back exactly. `omh`: a JSON array of Open
    /// mHealth data points. `fhir`: a FHIR R4 bundle of observations. `activities`: a JSON array of the
    /// stored activities that start in the range, newest first, without the filters `type` and `device`.
    #[param(inline, default = "csv")]
    format: Option<ExportFormat>,
    /// The start of the range, inclusive: RFC 3339, or a date in the profile's time zone.
    #[param(example = "2026-01-01")]
    start_date: Option<String>,
    /// The end of the range, inclusive; a date includes the whole day.
    #[param(example = "2026-01-31")]
    end_date: Option<String>,
    /// Only points of this type.
    #[param(example = "heart_rate")]
    r#type: Option<String>,
    /// Only points of this device: the id or the name of a registered device of the account, or another name.
    /// The id of a device and its name find the same points.
    device: Option<String>,
}

/// A file format of an export.
#[derive(Clone, Copy, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(title = "ExportFormat")]
pub(crate) enum ExportFormat {
    Csv,
    Arrow,
    Omh,
    Fhir,
    Activities,
}

impl ExportFormat {
    /// Returns the format of points; `None` for activities.
    fn of_points(self) -> Option<Format> {
        match self {
            Self::Csv => Some(Format::Csv),
            Self::Arrow => Some(Format::Arrow),
            Self::Omh => Some(Format::OpenMHealth),
            Self::Fhir => Some(Format::Fhir),
            Self::Activities => None,
        }
    }
}

/// Export points as a file, ordered by timestamp, type and device.
///
/// The export ends at the latest point stored when it begins. Points changed during the export
/// appear in their old or their new version. An incomplete export is visible in HTTP: the last
/// chunk is missing, or the stream is reset.
#[utoipa::path(get, path = "/v1/sfdp/export", tag = "Fitness data", operation_id = "exportPoints",
    params(ExportQuery),
    responses((status = 200, description = "The file", content(
        (String = "text/csv", example = "timestamp,type,value,unit,device,confidence,metadata\r\n2026-06-01T06:30:00.000Z,heart_rate,61,bpm,strap,,\r\n"),
        (inline(BinaryBody) = "application/vnd.apache.arrow.stream"),
        (Vec<Object> = "application/json"),
        (Object = "application/fhir+json", example = json!({
            "resourceType": "Bundle", "type": "collection", "timestamp": "2026-06-02T08:00:00.000Z",
            "entry": [{
                "fullUrl": "urn:uuid:7c9e6679-7425-80de-944b-e07fc1f90ae7",
                "resource": {
                    "resourceType": "Observation", "id": "pt-1c9q8w0001",
                    "meta": { "profile": ["http://hl7.org/fhir/StructureDefinition/heartrate"] },
                    "status": "final",
                    "category": [{ "coding": [{
                        "system": "http://terminology.hl7.org/CodeSystem/observation-category",
                        "code": "vital-signs", "display": "Vital Signs",
                    }] }],
                    "code": {
                        "coding": [
                            { "system": "http://loinc.org", "code": "8867-4", "display": "Heart rate" },
                            { "system": "urn:lockstep:type", "code": "heart_rate" },
                        ],
                        "text": "heart rate",
                    },
                    "subject": { "type": "Patient", "identifier": {
                        "system": "urn:lockstep:account", "value": "usr_01h455vb4pex5vsknk084sn02q",
                    } },
                    "effectiveDateTime": "2026-06-01T06:30:00.000Z",
                    "valueQuantity": {
                        "value": 61, "unit": "/min", "system": "http://unitsofmeasure.org", "code": "/min",
                    },
                    "device": { "display": "strap" },
                },
            }],
        })),
    ), headers(
        ("Content-Disposition" = String, description = "A suggested file name"),
        ("Lockstep-Skipped-Points" = u64, description = "The number of points left out because their key does not decrypt or is held by the client alone; absent if none. In a FHIR bundle an OperationOutcome names the keys"),
    ))))]
pub(super) async fn export(
    State(state): State<AppState>,
    caller: Caller,
    Params(query): Params<ExportQuery>,
) -> Result<Response, ApiError> {
    let format = query.format.unwrap_or(ExportFormat::Csv).of_points();
    let Some(format) = format else {
        return export_activities(&state, &caller, query).await;
    };
    let narrowed = Query {
        start: query.start_date,
        end: query.end_date,
        kind: query.r#type,
        device: query.device,
    };
    points(&state, &caller, narrowed, format).await
}

/// Answers points as a stream.
pub(super) async fn points(
    state: &AppState,
    caller: &Caller,
    query: Query,
    format: Format,
) -> Result<Response, ApiError> {
    let begun = export::begin(state, caller, query, format).await?;
    let disposition = format!("attachment; filename=\"{}\"", begun.name);
    let skipped: u64 = begun.skipped.iter().map(|unread| unread.points).sum();
    let mut response = Response::new(begun.pieces.into_body());
    let headers = response.headers_mut();
    let kind = HeaderValue::from_static(format.media_type());
    headers.insert(header::CONTENT_TYPE, kind);
    if let Ok(disposition) = HeaderValue::from_str(&disposition) {
        headers.insert(header::CONTENT_DISPOSITION, disposition);
    }
    if skipped > 0 {
        headers.insert(SKIPPED_POINTS, skipped.into());
    }
    Ok(response)
}

async fn export_activities(
    state: &AppState,
    caller: &Caller,
    query: ExportQuery,
) -> Result<Response, ApiError> {
    for (name, is_given) in [
        ("type", query.r#type.is_some()),
        ("device", query.device.is_some()),
    ] {
        if is_given {
            return Err(ApiError::invalid(
                name,
                "must be absent with format=activities",
            ));
        }
    }
    let selection = Selection {
        start: query.start_date,
        end: query.end_date,
        ..Selection::default()
    };
    let pieces = export::begin_activities(state, caller, selection, activities::render).await?;
    let now = state.clock.now().to_string();
    let disposition = format!(
        "attachment; filename=\"lockstep-{}-activities.json\"",
        &now[..10]
    );
    let mut response = Response::new(pieces.into_body());
    let headers = response.headers_mut();
    let kind = HeaderValue::from_static("application/json");
    headers.insert(header::CONTENT_TYPE, kind);
    if let Ok(disposition) = HeaderValue::from_str(&disposition) {
        headers.insert(header::CONTENT_DISPOSITION, disposition);
    }
    Ok(response)
}

/// Points that are left out because their key does not decrypt.
const SKIPPED_POINTS: HeaderName = HeaderName::from_static("lockstep-skipped-points");
