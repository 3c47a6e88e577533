//! Datasets in the platform API: `/api/datasets`.

pub(crate) mod data;
mod statistics;
pub(crate) mod updates;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use lockstep_store::id::DatasetId;
use lockstep_web::body::LargeBody;
use lockstep_web::{
    ApiError, AppState, Area, Caller, Paging, Params, PathParam, Permission, Routes,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use crate::dataset::{Dataset, DatasetSortField, EncryptionMode, EncryptionStatus, NewDataset};
use crate::operations as datasets;
use crate::operations::removal;
use crate::schema::{Column, ColumnType, Protection};

pub(crate) fn routes() -> Routes<AppState> {
    Routes::new()
        .allow(Permission::WriteOwn, routes!(create))
        .allow(Permission::ReadOwn, routes!(list))
        .allow(Permission::ReadOwn, routes!(get))
        .allow(Permission::WriteOwn, routes!(delete))
        .and(data::routes())
        .and(statistics::routes())
        .and(updates::routes())
}

/// A dataset to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateDatasetRequest {
    /// The name, 1 to 256 printable characters.
    #[schema(example = "morning runs")]
    name: String,
    /// The description, at most 10 000 characters.
    #[serde(default)]
    #[schema(example = "Heart rate of my morning runs")]
    description: Option<String>,
    /// `none`: sealed under the account's own key. `basic`: sealed under a key of the mode Basic. `fhe`: numeric
    /// columns are ciphertexts that support sums, means and variances. `zk`: numeric columns are committed to.
    encryption_mode: EncryptionMode,
    /// The data: an object whose members are arrays of one length is a table of columns; any other object is one row.
    /// For a large table, leave it out and send the table with `PUT /api/datasets/{dataset_id}/data`.
    #[schema(value_type = Option<Object>, example = json!({ "hr (bpm)": [61, 62, 75], "place": ["home", "park", null] }))]
    data: Option<serde_json::Map<String, serde_json::Value>>,
}

/// The entry of a dataset.
#[derive(Serialize, ToSchema)]
#[schema(as = Dataset)]
pub(crate) struct DatasetView {
    /// The id of the dataset: `ds_` and 26 characters.
    #[schema(example = "ds_01h455vb4pex5vsknk084sn02q")]
    id: String,
    /// The name; empty if the stored name is damaged.
    name: String,
    /// At most 10 000 characters; empty if none was sent.
    description: String,
    /// The time of the creation: RFC 3339, UTC.
    #[schema(format = DateTime)]
    created_at: String,
    /// The time of the last change.
    #[schema(format = DateTime)]
    updated_at: String,
    encryption_mode: EncryptionMode,
    encryption_status: EncryptionStatus,
    /// The number of the data's version, from 1; null without data.
    version: Option<i64>,
    /// The number of rows; null without data.
    row_count: Option<u64>,
    /// The columns in order. Lists leave them out.
    #[serde(skip_serializing_if = "Option::is_none")]
    schema: Option<Vec<ColumnView>>,
}

/// A column of a dataset.
#[derive(Serialize, ToSchema)]
#[schema(as = DatasetColumn)]
pub(crate) struct ColumnView {
    /// The name of the column.
    #[schema(example = "hr (bpm)")]
    column: String,
    r#type: ColumnType,
    /// The unit that the name states in brackets at its end; null if it states none.
    #[schema(example = "bpm")]
    unit: Option<String>,
    /// The number of rows without a value.
    null_count: u64,
    protection: Protection,
    /// The reason why a column of mode `fhe` or `zk` is only sealed; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The roots of the commitments to the groups of rows of a `zk` column, in order: Poseidon Merkle roots over the
    /// scalar field of BLS12-381, little-endian, in hexadecimal; absent otherwise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(example = json!([]))]
    roots: Vec<String>,
}

impl From<Column> for ColumnView {
    fn from(column: Column) -> Self {
        Self {
            column: column.name,
            r#type: column.kind,
            unit: column.unit,
            null_count: column.null_count,
            protection: column.protection,
            reason: column.reason,
            roots: column.roots,
        }
    }
}

impl From<Dataset> for DatasetView {
    fn from(dataset: Dataset) -> Self {
        let (version, rows, schema) = match dataset.data {
            Some(data) => (Some(data.number), Some(data.rows), data.schema),
            None => (None, None, None),
        };
        let columns = schema.map(|schema| schema.columns.into_iter().map(ColumnView::from));
        Self {
            id: dataset.id.to_string(),
            name: dataset.name,
            description: dataset.description,
            created_at: dataset.created_at.to_string(),
            updated_at: dataset.updated_at.to_string(),
            encryption_mode: dataset.mode,
            encryption_status: dataset.status,
            version,
            row_count: rows,
            schema: columns.map(Iterator::collect),
        }
    }
}

/// Create a dataset.
#[utoipa::path(post, path = "/api/datasets", tag = "Datasets", operation_id = "createDataset",
    request_body = CreateDatasetRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "A repeated request returns the same dataset")),
    responses((status = 200, description = "The dataset", body = DatasetView),
        (status = 422, description = "ENCRYPTION_ERROR: the encryption mode is not available", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn create(
    State(state): State<AppState>,
    caller: Caller,
    LargeBody {
        body,
        idempotency_key,
    }: LargeBody<CreateDatasetRequest>,
) -> Result<Json<DatasetView>, ApiError> {
    let description = body.description.unwrap_or_default();
    let new = NewDataset::new(body.name, description, body.encryption_mode)?;
    let dataset =
        datasets::creation::create(&state, &caller, new, body.data, idempotency_key).await?;
    Ok(Json(dataset.into()))
}

/// The selection and order of datasets.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct DatasetQuery {
    /// The page number, from 1.
    #[param(minimum = 1, default = 1)]
    page: Option<u32>,
    /// The number of datasets per page.
    #[param(minimum = 1, maximum = 100, default = 10)]
    limit: Option<u32>,
    /// The field that determines the order.
    #[param(inline, default = "created_at")]
    sort: Option<DatasetSortField>,
    /// The direction of the order.
    #[param(inline, default = "desc")]
    order: Option<Order>,
}

/// A direction of a list.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(title = "SortOrder")]
pub(crate) enum Order {
    /// The least entry first.
    Asc,
    /// The greatest entry first.
    Desc,
}

/// A page of datasets.
#[derive(Serialize, ToSchema)]
pub(crate) struct DatasetPage {
    /// The datasets of the page, in the requested order.
    data: Vec<DatasetView>,
    /// The number of all datasets of the account.
    total: u64,
    /// The number of this page, from 1.
    page: u32,
    /// The maximum number of datasets per page, as requested or by default.
    limit: u32,
}

/// List datasets.
#[utoipa::path(get, path = "/api/datasets", tag = "Datasets", operation_id = "listDatasets",
    params(DatasetQuery),
    responses((status = 200, description = "A page of datasets, without their columns", body = DatasetPage)))]
pub(super) async fn list(
    State(state): State<AppState>,
    caller: Caller,
    uri: Uri,
    Params(query): Params<DatasetQuery>,
) -> Result<(HeaderMap, Json<DatasetPage>), ApiError> {
    let paging = Paging::new(Area::Platform, query.page, query.limit)?;
    let sort = query.sort.unwrap_or(DatasetSortField::CreatedAt);
    let is_ascending = query.order == Some(Order::Asc);
    let page = datasets::list(&state, &caller.user, (sort, is_ascending), paging).await?;
    Ok(paging.respond(&uri, page, |data, total| DatasetPage {
        data,
        total,
        page: paging.page,
        limit: paging.limit,
    }))
}

/// Get a dataset with its columns.
#[utoipa::path(get, path = "/api/datasets/{dataset_id}", tag = "Datasets", operation_id = "getDataset",
    params(("dataset_id" = String, Path, description = "The id of the dataset")),
    responses((status = 200, description = "The dataset with its columns, without values", body = DatasetView)))]
pub(super) async fn get(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<DatasetId>,
) -> Result<Json<DatasetView>, ApiError> {
    let dataset = datasets::entry(&state, &caller.user, id).await?;
    Ok(Json(dataset.into()))
}

/// The confirmation of a deletion.
#[derive(Serialize, ToSchema)]
#[schema(as = DeletedDataset)]
pub(crate) struct DeletedDataset {
    /// Always `true`.
    deleted: bool,
}

/// Delete a dataset with its data.
///
/// The request is refused with CONFLICT while a listing offers the dataset. Buyers keep access to a
/// sold version until their purchases end.
#[utoipa::path(delete, path = "/api/datasets/{dataset_id}", tag = "Datasets", operation_id = "deleteDataset",
    params(("dataset_id" = String, Path, description = "The id of the dataset")),
    responses((status = 200, description = "The dataset is deleted", body = DeletedDataset),
        (status = 409, description = "CONFLICT: a listing offers the dataset", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn delete(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<DatasetId>,
) -> Result<Json<DeletedDataset>, ApiError> {
    removal::delete(&state, &caller, id).await?;
    Ok(Json(DeletedDataset { deleted: true }))
}
