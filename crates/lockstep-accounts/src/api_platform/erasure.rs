//! Erasing the caller's own account: `/api/auth/erasure`.

use axum::extract::State;
use lockstep_documents::Document;
use lockstep_web::gate::PeerAddress;
use lockstep_web::{ApiError, Body, Caller, Outcome};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zeroize::Zeroizing;

use crate::erasure::Erasure;
use crate::operations::Accounts;
use crate::operations::own_erasure::OwnerProof;
use crate::password::Password;

/// The proof that the owner of the account sends the request.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeleteAccountRequest {
    /// The current password of the account. It may be absent only if the person identified once more at a linked OpenID
    /// provider within the last 5 minutes (`POST /api/auth/reauthentication`).
    #[schema(example = "the password so far")]
    password: Option<String>,
    /// The current code of the authenticator app, or a recovery code. Needed if the account has TOTP enabled, otherwise
    /// ignored.
    #[schema(example = "123456")]
    code: Option<String>,
}

/// The confirmation that the caller's account was erased, with its receipt.
#[derive(Serialize, ToSchema)]
pub(crate) struct AccountErasure {
    /// Whether no file holds any data of the account. False: the erasure has begun, the server continues it without the
    /// account, and the receipt follows.
    deleted: bool,
    /// The id of the receipt, by which an administrator finds it.
    #[schema(example = "era_01h455vb4pex5vsknk084sn02q")]
    receipt_id: String,
    /// Null while the erasure is in progress.
    #[schema(value_type = Option<Document>)]
    receipt: Option<Document>,
}

impl From<Erasure> for AccountErasure {
    fn from(erasure: Erasure) -> Self {
        Self {
            deleted: erasure.finished.is_some(),
            receipt_id: erasure.id.to_string(),
            receipt: erasure.finished.map(|(_, receipt)| receipt),
        }
    }
}

/// Erase the caller's account with everything in it.
///
/// The effects and the receipt are those of `DELETE /v1/admin/users/{userId}`; `GET /v1/agents/erasure-plan` lists them.
/// Every sign-in and API key of the account ends. Save the receipt: the account cannot request it again. If the answer was
/// lost, or is 202, an administrator has the receipt at `GET /v1/admin/erasures?userId=…`.
///
/// An API key cannot erase the account. A wrong password or code counts as a failed sign-in.
#[utoipa::path(post, path = "/api/auth/erasure", tag = "Sign-in", operation_id = "deleteAccount",
    request_body = DeleteAccountRequest,
    responses((status = 200, description = "The account is erased", body = AccountErasure),
        (status = 202, description = "The erasure has begun and is not finished yet: the server continues it", body = AccountErasure),
        (status = 409, description = "CONFLICT: the last active administrator cannot be erased, the caller uses an API key, or a request without a password lacks a reauthentication", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn delete_account(
    State(accounts): State<Accounts>,
    caller: Caller,
    PeerAddress(address): PeerAddress,
    Body(body): Body<DeleteAccountRequest>,
) -> Result<Outcome<AccountErasure>, ApiError> {
    let proof = OwnerProof {
        password: body.password.map(Password::given),
        code: body.code.map(Zeroizing::new),
    };
    let erasure = accounts.delete_own(caller, address, proof).await?;
    let erased = AccountErasure::from(erasure);
    Ok(match erased.deleted {
        true => Outcome::Done(erased),
        false => Outcome::Accepted(erased),
    })
}
