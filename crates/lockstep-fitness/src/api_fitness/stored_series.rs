//! `/stored-series`.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use lockstep_web::{ApiError, AppState, Area, Caller, Paging, Params};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::operations::stored_series;

/// The query of the list.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct StoredSeriesQuery {
    /// The page number, from 1.
    #[param(minimum = 1, default = 1)]
    page: Option<u32>,
    /// The number of entries per page.
    #[param(minimum = 1, maximum = 10_000, default = 1000)]
    limit: Option<u32>,
}

/// A stored series: the points of one type, device and encryption mode.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StoredSeries {
    /// The type of all points of the series.
    #[serde(rename = "type")]
    #[schema(example = "heart_rate")]
    kind: String,
    /// The id or name of the device.
    device: String,
    /// `FHE`, `ZK` or `Basic`; null for points sealed under the account's own key only.
    encryption_mode: Option<String>,
    /// The key of the mode that seals the newest points; null for the account's own key.
    key_id: Option<String>,
    /// The number of points.
    count: u64,
    /// The time of the first point.
    #[schema(format = DateTime)]
    start: String,
    /// The time of the last point.
    #[schema(format = DateTime)]
    end: String,
}

impl From<stored_series::StoredSeries> for StoredSeries {
    fn from(stored: stored_series::StoredSeries) -> Self {
        let series = stored.series;
        Self {
            kind: series.kind,
            device: series.device,
            encryption_mode: series.mode.map(|mode| mode.to_string()),
            key_id: stored.key_id,
            count: series.total,
            start: series.first.to_string(),
            end: series.last.to_string(),
        }
    }
}

/// A page of stored series, by type and device.
#[derive(Serialize, ToSchema)]
pub(crate) struct StoredSeriesPage {
    /// The series of the page, ordered by type and device.
    series: Vec<StoredSeries>,
    /// The number of all series of the account.
    total: u64,
    /// The number of this page, from 1.
    page: u32,
    /// The maximum number of series per page, as requested or by default.
    limit: u32,
}

/// List the stored series of the account, with the encryption mode and key of each series.
#[utoipa::path(get, path = "/v1/sfdp/stored-series", tag = "Fitness data", operation_id = "listStoredSeries",
    params(StoredSeriesQuery),
    responses((status = 200, description = "A page of series", body = StoredSeriesPage)))]
pub(super) async fn list(
    State(state): State<AppState>,
    caller: Caller,
    uri: Uri,
    Params(query): Params<StoredSeriesQuery>,
) -> Result<(HeaderMap, Json<StoredSeriesPage>), ApiError> {
    let paging = Paging::new(Area::Fitness, query.page, query.limit)?;
    let page = stored_series::list(&state, caller.user, paging).await?;
    Ok(
        paging.respond(&uri, page, |series, total| StoredSeriesPage {
            series,
            total,
            page: paging.page,
            limit: paging.limit,
        }),
    )
}
