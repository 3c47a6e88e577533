//! `GET /v1/admin/marketplace/ledger`: the account of the platform itself.

use axum::Json;
use axum::extract::State;
use lockstep_web::{ApiError, AppState, Params};

use crate::api_fitness::ledger::{Ledger, LedgerQuery, page};
use crate::operations::ledger::Accounts;

/// Read the balances and transfers of the platform, newest first.
///
/// The platform is the seller of all items.
#[utoipa::path(get, path = "/v1/admin/marketplace/ledger", tag = "Marketplace", operation_id = "readPlatformLedger",
    params(LedgerQuery), responses((status = 200, description = "Balances and transfers", body = Ledger)))]
pub(super) async fn read(
    State(state): State<AppState>,
    Params(query): Params<LedgerQuery>,
) -> Result<Json<Ledger>, ApiError> {
    page(&state, Accounts::Platform, query).await
}
