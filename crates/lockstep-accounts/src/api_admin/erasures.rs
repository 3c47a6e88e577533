//! Erasing accounts, and the receipts of erasures.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use lockstep_documents::Document;
use lockstep_store::id::{ErasureId, UserId};
use lockstep_web::{ApiError, Area, Caller, Outcome, Page, Paging, Params, PathParam};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::erasure::Erasure;
use crate::operations::Accounts;

/// The confirmation that an account was erased, with its receipt.
#[derive(Serialize, ToSchema)]
#[schema(as = ErasedAccount)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ErasedAccount {
    /// Whether no file holds any data of the account. False: the rows are deleted, and the receipt
    /// follows once their bytes are overwritten.
    deleted: bool,
    /// The id for `GET /v1/admin/erasures/{receiptId}`.
    #[schema(example = "era_01h455vb4pex5vsknk084sn02q")]
    receipt_id: String,
    /// Null while the erasure is in progress.
    #[schema(value_type = Option<Document>)]
    receipt: Option<Document>,
}

/// Erase an account: its keys, its rows, and the bytes of these rows in the platform's files.
///
/// Returns a signed receipt, which `lockstep verify FILE` checks without this platform. Its
/// `record` is JSON: `account` (a `salt` and the `digest` SHA-256("lockstep erasure v1" ‖ salt ‖
/// account id), which anyone who knows the id can check), the counts of what was `removed`, the
/// keys whose secrets had been `exported` (the first 1000 by id), the erasure's entry in the audit
/// log, and the `horizon`: after it, no older copy of the platform's keys opens any data of the
/// account.
///
/// 202 means that another request still reads an older state. The platform overwrites the bytes
/// when that request ends, and `GET /v1/admin/erasures/{receiptId}` then returns the receipt. An
/// interrupted erasure is finished at the next start. A second erasure of the account returns 404;
/// its receipt remains at `GET /v1/admin/erasures?userId=…`.
#[utoipa::path(delete, path = "/v1/admin/users/{userId}", tag = "Administration", operation_id = "deleteUser",
    params(("userId" = String, Path, description = "The id of the account")),
    responses((status = 200, description = "The account is erased", body = ErasedAccount),
        (status = 202, description = "The rows are deleted, but their bytes are not overwritten yet", body = ErasedAccount),
        (status = 409, description = "CONFLICT: the last active administrator cannot be erased, or the account is the caller's own (`POST /api/auth/erasure`)", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn delete_user(
    State(accounts): State<Accounts>,
    caller: Caller,
    PathParam(id): PathParam<UserId>,
) -> Result<Outcome<ErasedAccount>, ApiError> {
    let erasure = accounts.delete(&caller, id).await?;
    let deleted = erasure.finished.is_some();
    let erased = ErasedAccount {
        deleted,
        receipt_id: erasure.id.to_string(),
        receipt: erasure.finished.map(|(_, receipt)| receipt),
    };
    Ok(match deleted {
        true => Outcome::Done(erased),
        false => Outcome::Accepted(erased),
    })
}

/// An erasure. It does not name the account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Erasure)]
pub(crate) struct ErasureView {
    /// The id of the erasure and of its receipt, which begins with `era_`.
    #[schema(example = "era_01h455vb4pex5vsknk084sn02q")]
    receipt_id: String,
    /// The time of the request. No request was served for the account from then on.
    #[schema(format = DateTime)]
    begun_at: String,
    /// Null while the erasure is in progress.
    #[schema(format = DateTime)]
    finished_at: Option<String>,
    /// Null while the erasure is in progress.
    #[schema(value_type = Option<Document>)]
    receipt: Option<Document>,
}

impl From<Erasure> for ErasureView {
    fn from(erasure: Erasure) -> Self {
        let (finished_at, receipt) = erasure.finished.unzip();
        Self {
            receipt_id: erasure.id.to_string(),
            begun_at: erasure.begun.to_string(),
            finished_at: finished_at.map(|at| at.to_string()),
            receipt,
        }
    }
}

/// Which erasures.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct ErasureQuery {
    /// The page number, from 1.
    #[param(minimum = 1, default = 1)]
    page: Option<u32>,
    /// The number of erasures per page.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<u32>,
    /// Only erasures of this account, found by the digest in the receipt.
    #[param(value_type = Option<String>)]
    user_id: Option<UserId>,
}

/// A page of erasures, newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct ErasurePage {
    /// The erasures on this page.
    erasures: Vec<ErasureView>,
    /// The number of erasures that match, on all pages.
    total: u64,
    /// The number of this page, from 1.
    page: u32,
    /// The maximum number of entries per page: the requested one or the default.
    limit: u32,
}

/// List the erasures of accounts with their receipts, newest first.
#[utoipa::path(get, path = "/v1/admin/erasures", tag = "Administration", operation_id = "listErasures",
    params(ErasureQuery), responses((status = 200, description = "A page of erasures", body = ErasurePage)))]
pub(super) async fn list_erasures(
    State(accounts): State<Accounts>,
    uri: Uri,
    Params(query): Params<ErasureQuery>,
) -> Result<(HeaderMap, Json<ErasurePage>), ApiError> {
    let paging = Paging::new(Area::Administration, query.page, query.limit)?;
    let (entries, total) = accounts.erasures(query.user_id, paging).await?;
    let page = Page { entries, total };
    Ok(
        paging.respond(&uri, page, |erasures: Vec<ErasureView>, total| {
            ErasurePage {
                erasures,
                total,
                page: paging.page,
                limit: paging.limit,
            }
        }),
    )
}

/// Get the erasure of an account with its receipt, as returned when the account was erased.
#[utoipa::path(get, path = "/v1/admin/erasures/{receiptId}", tag = "Administration", operation_id = "getErasureReceipt",
    params(("receiptId" = String, Path, description = "The id of the receipt")),
    responses((status = 200, description = "The erasure", body = ErasureView)))]
pub(super) async fn erasure(
    State(accounts): State<Accounts>,
    PathParam(id): PathParam<ErasureId>,
) -> Result<Json<ErasureView>, ApiError> {
    Ok(Json(accounts.erasure(id).await?.into()))
}
