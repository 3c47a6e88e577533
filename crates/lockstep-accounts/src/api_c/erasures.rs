//! Erasing accounts, and the receipts of it.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use lockstep_store::id::{ErasureId, UserId};
use lockstep_vault::document::Document;
use lockstep_web::{Area, Caller, Fault, Outcome, Paging, Params, PathParam};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::operations::Accounts;
use crate::operations::erasure::Erasure;

/// That an account is erased, and the proof that the platform said so.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Erased {
    /// Whether nothing is left of it in any file. False: the rows are deleted, and the receipt follows
    /// when their bytes are overwritten.
    deleted: bool,
    /// For `GET /v1/admin/erasures/{receiptId}`.
    #[schema(example = "era_01h455vb4pex5vsknk084sn02q")]
    receipt_id: String,
    /// Null while the erasure is under way.
    #[schema(value_type = Option<Document>)]
    receipt: Option<Document>,
}

/// Erase an account and everything it holds: its keys, then its rows, then their bytes in the
/// platform's files. Answers a signed receipt, which `lockstep verify FILE` checks without this platform. Its `record` says, as JSON: `account` (a
/// `salt`, and the `digest` SHA-256("lockstep erasure v1" ‖ salt ‖ account id), so that who knows the
/// id can tell), how much was `removed`, which keys' secrets had left the platform before
/// (`exported`, the first 1000 by id), the place of the erasure in the audit log, and the `horizon`:
/// the moment from which no older copy of the platform's keys opens anything of the account.
///
/// 202 says that another request reads an older state and keeps the bytes for now: the platform goes on
/// by itself, and `GET /v1/admin/erasures/{receiptId}` answers the receipt when they are gone. An erasure
/// that is cut off is finished by the next start. Erased again: 404; the receipt stays at
/// `GET /v1/admin/erasures?userId=…`.
#[utoipa::path(delete, path = "/v1/admin/users/{userId}", tag = "Administration", operation_id = "deleteUser",
    params(("userId" = String, Path, description = "Whose")),
    responses((status = 200, description = "Nothing of it is left", body = Erased),
        (status = 202, description = "The rows are deleted, their bytes are not overwritten yet", body = Erased),
        (status = 409, description = "CONFLICT: the last active admin stays", body = lockstep_web::openapi::Refusal)))]
pub(super) async fn delete_user(
    State(accounts): State<Accounts>,
    caller: Caller,
    PathParam(id): PathParam<UserId>,
) -> Result<Outcome<Erased>, Fault> {
    let erasure = accounts.delete(caller.actor(), id).await?;
    let deleted = erasure.finished.is_some();
    let erased = Erased {
        deleted,
        receipt_id: erasure.id.to_string(),
        receipt: erasure.finished.map(|(_, receipt)| receipt),
    };
    Ok(match deleted {
        true => Outcome::Done(erased),
        false => Outcome::Accepted(erased),
    })
}

/// An erasure. Nothing of it names the account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Erasure)]
pub(crate) struct ErasureView {
    #[schema(example = "era_01h455vb4pex5vsknk084sn02q")]
    receipt_id: String,
    /// When it was asked for: nobody acted for the account from then on.
    #[schema(format = DateTime)]
    begun_at: String,
    /// Null while it is under way.
    #[schema(format = DateTime)]
    finished_at: Option<String>,
    /// Null while it is under way.
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
    /// From 1.
    #[param(minimum = 1, default = 1)]
    page: Option<u32>,
    /// Erasures a page.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<u32>,
    /// Only of this account: found by the digest in its receipt.
    #[param(value_type = Option<String>)]
    user_id: Option<UserId>,
}

/// A page of erasures, the newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct ErasurePage {
    erasures: Vec<ErasureView>,
    total: u64,
    page: u32,
    limit: u32,
}

/// List erasures with their receipts.
#[utoipa::path(get, path = "/v1/admin/erasures", tag = "Administration", operation_id = "listErasures",
    params(ErasureQuery), responses((status = 200, description = "A page of erasures", body = ErasurePage)))]
pub(super) async fn list_erasures(
    State(accounts): State<Accounts>,
    uri: Uri,
    Params(query): Params<ErasureQuery>,
) -> Result<(HeaderMap, Json<ErasurePage>), Fault> {
    let paging = Paging::new(Area::Administration, query.page, query.limit)?;
    let (erasures, total) = accounts.erasures(query.user_id, paging).await?;
    let page = ErasurePage {
        erasures: erasures.into_iter().map(ErasureView::from).collect(),
        total,
        page: paging.page,
        limit: paging.limit,
    };
    Ok((paging.links(&uri, total), Json(page)))
}

/// An erasure with its receipt, as it was answered when the account was erased.
#[utoipa::path(get, path = "/v1/admin/erasures/{receiptId}", tag = "Administration", operation_id = "getErasureReceipt",
    params(("receiptId" = String, Path, description = "Which erasure")),
    responses((status = 200, description = "The erasure", body = ErasureView)))]
pub(super) async fn erasure(
    State(accounts): State<Accounts>,
    PathParam(id): PathParam<ErasureId>,
) -> Result<Json<ErasureView>, Fault> {
    Ok(Json(accounts.erasure(id).await?.into()))
}
