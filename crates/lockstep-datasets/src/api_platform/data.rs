//! The data of a dataset: `/api/datasets/{dataset_id}/data`.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use lockstep_store::id::DatasetId;
use lockstep_web::openapi::BinaryBody;
use lockstep_web::{ApiError, AppState, Caller, Params, PathParam, Permission, Routes, Upload};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use super::DatasetView;
use crate::input::TableFormat;
use crate::operations::read::VersionReader;
use crate::operations::upload;
use crate::output::{self, DataFormat, Selection};

pub(crate) fn routes() -> Routes<AppState> {
    Routes::new()
        .allow(Permission::ReadOwn, routes!(read))
        .allow_streaming(Permission::WriteOwn, routes!(replace))
}

/// Which part of the data.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct DataQuery {
    /// The names of the columns to return, separated by commas; default: all columns. Only the chunks of these columns
    /// are read. A name with a comma is written in quotation marks, as in CSV.
    pub(crate) columns: Option<String>,
    /// The number of rows to skip.
    #[param(minimum = 0, default = 0)]
    pub(crate) offset: Option<u64>,
    /// The number of rows to return; default: all rows.
    #[param(minimum = 1)]
    pub(crate) limit: Option<u64>,
}

/// The data of a dataset.
#[derive(Serialize, ToSchema)]
pub(crate) struct DatasetData {
    /// The columns of the table, each an array of values in the order of the rows. For data that were sent as a single JSON object: that object.
    #[schema(value_type = Object, example = json!({ "hr (bpm)": [61, 62, 75] }))]
    data: serde_json::Value,
    /// The number of the data's version; 0 without data.
    version: i64,
    /// The number of rows of the whole version.
    row_count: u64,
}

/// Read the data of a dataset, decrypted.
///
/// The answer is streamed. An incomplete answer is visible in HTTP: the last chunk is missing, or the stream is reset.
#[utoipa::path(get, path = "/api/datasets/{dataset_id}/data", tag = "Datasets", operation_id = "readDatasetData",
    params(("dataset_id" = String, Path, description = "The id of the dataset"), DataQuery),
    responses((status = 200, description = "The data, by the header Accept: application/json (default), text/csv, application/jsonl or application/vnd.apache.arrow.stream", content(
            (DatasetData = "application/json"),
            (String = "text/csv", example = "at,hr (bpm)\r\n2026-06-01T06:30:00Z,61\r\n2026-06-02T06:30:00Z,59\r\n"),
            (String = "application/jsonl", example = "{\"at\":\"2026-06-01T06:30:00Z\",\"hr (bpm)\":61}\n{\"at\":\"2026-06-02T06:30:00Z\",\"hr (bpm)\":59}\n"),
            (inline(BinaryBody) = "application/vnd.apache.arrow.stream"),
        )),
        (status = 409, description = "CONFLICT: the data was replaced during the read", body = lockstep_web::openapi::ErrorResponse),
        (status = 422, description = "ENCRYPTION_ERROR: the key of the data does not decrypt, or the data is damaged", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn read(
    State(state): State<AppState>,
    caller: Caller,
    Params(query): Params<DataQuery>,
    PathParam(id): PathParam<DatasetId>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let accept = headers.get(header::ACCEPT).map(|accept| accept.to_str());
    let accept = accept.transpose().unwrap_or(Some(""));
    let format = DataFormat::accepted(accept)?;
    check(&query)?;
    let reader = VersionReader::current(&state, &caller.user, id).await?;
    stream(reader, &query, format).await
}

fn check(query: &DataQuery) -> Result<(), ApiError> {
    match query.limit {
        Some(0) => Err(ApiError::invalid("limit", "must be 1 or more")),
        _ => Ok(()),
    }
}

/// Streams the selected part of a version. When this function returns, the first rows have been read.
pub(crate) async fn stream(
    reader: VersionReader,
    query: &DataQuery,
    format: DataFormat,
) -> Result<Response, ApiError> {
    check(query)?;
    let columns = reader.columns(query.columns.as_deref())?;
    let start = query.offset.unwrap_or(0).min(reader.rows);
    let end = query.limit.map_or(reader.rows, |limit| {
        start.saturating_add(limit).min(reader.rows)
    });
    let selection = Selection {
        columns,
        rows: start..end,
    };
    let pieces = output::begin(reader, selection, format).await?;
    let mut response = Response::new(pieces.into_body());
    let kind = HeaderValue::from_static(format.media_type());
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    Ok(response)
}

/// The options of an upload.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct UploadQuery {
    /// The maximum number of decimals of a number. A column with more decimals is refused; no number is
    /// rounded. Default: any number of decimals.
    #[param(minimum = 0, maximum = 6)]
    precision: Option<u8>,
    /// Whether the CSV file was downloaded from this API, which puts an apostrophe before each text
    /// that a spreadsheet would evaluate. If true, these apostrophes are removed.
    #[param(default = false)]
    guarded: Option<bool>,
}

/// Replace the data of a dataset with an uploaded table.
///
/// The body is a table in one of the formats that `Content-Type` names, at most 4 GiB, also after decompression.
/// `text/csv`: UTF-8 with a header (RFC 4180); an empty cell without quotes has no value. `application/jsonl`: one
/// JSON object per line. `application/vnd.apache.arrow.stream` and `application/vnd.apache.arrow.file`:
/// Arrow IPC without compression, with one plain value for each column and row. The new version becomes
/// visible when the upload is complete. A refused or interrupted upload does not change the dataset.
/// Errors name the row, counted from 1 without the header, and the column.
#[utoipa::path(put, path = "/api/datasets/{dataset_id}/data", tag = "Datasets", operation_id = "replaceDatasetData",
    params(("dataset_id" = String, Path, description = "The id of the dataset"), UploadQuery),
    request_body(content(
        (String = "text/csv", example = "at,hr (bpm)\r\n2026-06-01T06:30:00Z,61\r\n2026-06-02T06:30:00Z,59\r\n"),
        (String = "application/jsonl", example = "{\"at\":\"2026-06-01T06:30:00Z\",\"hr (bpm)\":61}\n{\"at\":\"2026-06-02T06:30:00Z\",\"hr (bpm)\":59}\n"),
        (inline(BinaryBody) = "application/vnd.apache.arrow.stream"),
        (inline(BinaryBody) = "application/vnd.apache.arrow.file"),
    )),
    responses((status = 200, description = "The dataset with its new version", body = DatasetView),
        (status = 422, description = "ENCRYPTION_ERROR: the encryption mode is not available", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn replace(
    State(state): State<AppState>,
    caller: Caller,
    Params(query): Params<UploadQuery>,
    PathParam(id): PathParam<DatasetId>,
    mut body: Upload,
) -> Result<Json<DatasetView>, ApiError> {
    let format = TableFormat::of_media_type(body.media_type()).ok_or_else(|| {
        ApiError::unsupported_media("send `Content-Type: text/csv`, `application/jsonl`, `application/vnd.apache.arrow.stream` or `application/vnd.apache.arrow.file`")
    })?;
    let format = match query.guarded {
        Some(true) => format.guarded(),
        _ => format,
    };
    if query
        .precision
        .is_some_and(|decimals| decimals > MAX_PRECISION)
    {
        return Err(ApiError::invalid(
            "precision",
            format!("must be 0 to {MAX_PRECISION}"),
        ));
    }
    let mut file = upload::spool(&state, &caller.user, &id).await?;
    while let Some(piece) = body.next().await? {
        // A write to the page cache: short enough to stay on this thread.
        file.write(&piece)?;
    }
    let file = file.finish()?;
    let options = (format, query.precision);
    let dataset = upload::replace(&state, caller.owner(), id, options, file).await?;
    Ok(Json(dataset.into()))
}

/// The maximum number of decimals that `precision` can name.
const MAX_PRECISION: u8 = 6;
