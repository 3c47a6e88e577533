//! Statistics of columns: `/api/datasets/{dataset_id}/statistics`.

use axum::Json;
use axum::extract::State;
use lockstep_store::id::DatasetId;
use lockstep_web::{ApiError, AppState, Caller, Params, PathParam, Permission, Routes};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use crate::operations::statistics::{self, ColumnStatistics};

pub(crate) fn routes() -> Routes<AppState> {
    Routes::new().allow(Permission::ReadOwn, routes!(read))
}

/// Which columns.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct StatisticsQuery {
    /// The names of columns of numbers, separated by commas, as in CSV; default: every column of numbers.
    columns: Option<String>,
}

/// The statistics of a dataset.
#[derive(Serialize, ToSchema)]
pub(crate) struct DatasetStatistics {
    /// The id of the dataset, as in the path.
    #[schema(example = "ds_01h455vb4pex5vsknk084sn02q")]
    dataset_id: String,
    /// The number of the data's version; 0 without data.
    version: i64,
    /// One entry for each requested column of numbers.
    columns: Vec<ColumnStatisticsView>,
}

/// The statistics of a column of numbers.
#[derive(Serialize, ToSchema)]
#[schema(as = DatasetColumnStatistics)]
pub(crate) struct ColumnStatisticsView {
    /// The name of the column, as in the dataset's schema.
    #[schema(example = "hr (bpm)")]
    column: String,
    /// The number of values.
    count: u64,
    /// The number of rows without a value.
    null_count: u64,
    /// The sum. It is exact, with every digit, if the numbers are decimals of at most 18 digits.
    #[schema(value_type = Option<f64>)]
    sum: Option<Box<RawValue>>,
    /// The mean; null without values.
    mean: Option<f64>,
    /// The variance of the whole population; null without values.
    variance: Option<f64>,
    /// `ciphertexts`: no single value was decrypted. `values`: the values were read.
    computed_on: ComputedOn,
}

/// The data that statistics were computed on. `ciphertexts`: no single value was decrypted.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DatasetComputationBasis)]
pub(crate) enum ComputedOn {
    Ciphertexts,
    Values,
}

impl From<ColumnStatistics> for ColumnStatisticsView {
    fn from(column: ColumnStatistics) -> Self {
        Self {
            column: column.column,
            count: column.count,
            null_count: column.null_count,
            sum: column.sum.and_then(|sum| RawValue::from_string(sum).ok()),
            mean: column.mean,
            variance: column.variance,
            computed_on: match column.is_on_ciphertexts {
                true => ComputedOn::Ciphertexts,
                false => ComputedOn::Values,
            },
        }
    }
}

/// Compute the sum, mean and variance of columns of numbers.
///
/// The statistics of columns with the protection `fhe` are computed on the ciphertexts; only the totals are decrypted.
#[utoipa::path(get, path = "/api/datasets/{dataset_id}/statistics", tag = "Datasets", operation_id = "getDatasetStatistics",
    params(("dataset_id" = String, Path, description = "The id of the dataset"), StatisticsQuery),
    responses((status = 200, description = "The statistics", body = DatasetStatistics),
        (status = 409, description = "CONFLICT: the data was replaced during the read", body = lockstep_web::openapi::ErrorResponse),
        (status = 422, description = "ENCRYPTION_ERROR: the key of the data does not decrypt, or the data is damaged", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn read(
    State(state): State<AppState>,
    caller: Caller,
    Params(query): Params<StatisticsQuery>,
    PathParam(id): PathParam<DatasetId>,
) -> Result<Json<DatasetStatistics>, ApiError> {
    let names = query.columns.as_deref();
    let (reader, columns) = statistics::statistics(&state, &caller.user, id.clone(), names).await?;
    Ok(Json(DatasetStatistics {
        dataset_id: id.to_string(),
        version: reader.version.number,
        columns: columns
            .into_iter()
            .map(ColumnStatisticsView::from)
            .collect(),
    }))
}
