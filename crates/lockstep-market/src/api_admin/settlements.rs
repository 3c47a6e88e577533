//! `POST /v1/admin/marketplace/settlements`.

use axum::Json;
use axum::extract::State;
use lockstep_web::{ApiError, AppState, Caller, Create};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::api_fields::{Amount, price};
use crate::ledger::Kind;
use crate::money::Money;
use crate::operations::ledger::{self, Accounts, Movement};

/// Money that was paid outside of the platform.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct SettlementRequest {
    /// The account, or `platform` for the proceeds of items.
    #[schema(example = "usr_01h455vb4pex5vsknk084sn02q")]
    user_id: String,
    r#type: MovementType,
    /// The amount, above zero.
    #[schema(value_type = f64, example = 12.5)]
    amount: Amount,
    #[schema(example = "EUR")]
    currency: String,
    /// A text for the reader of the ledger, such as the number of a bank transfer.
    #[schema(example = "SEPA 2026-06-01/17")]
    reference: String,
}

/// The direction of money.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum MovementType {
    /// The owner paid to the platform.
    Settlement,
    /// The platform paid to the owner.
    Payout,
}

/// The entered transfer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EnteredSettlement {
    /// The number of the transfer.
    transfer: i64,
    /// The balance of the account after the transfer.
    #[schema(value_type = f64, example = 12.5)]
    balance: Box<RawValue>,
    #[schema(example = "EUR")]
    currency: &'static str,
}

/// Enter money that an account's owner paid or received outside of the platform.
#[utoipa::path(post, path = "/v1/admin/marketplace/settlements", tag = "Marketplace", operation_id = "enterSettlement",
    request_body = SettlementRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "A repeated request returns the same transfer")),
    responses((status = 200, description = "The entered transfer", body = EnteredSettlement)))]
pub(super) async fn enter(
    State(state): State<AppState>,
    caller: Caller,
    Create { body, once }: Create<SettlementRequest>,
) -> Result<Json<EnteredSettlement>, ApiError> {
    let of = match &*body.user_id {
        PLATFORM => Accounts::Platform,
        user => Accounts::Of(user.parse().map_err(|_| {
            let reason = format!("must be the id of an account, or {PLATFORM}");
            ApiError::invalid("userId", reason)
        })?),
    };
    let money = price("amount", &body.amount, &body.currency)?;
    let characters = body.reference.chars().count();
    if !(1..=MAX_REFERENCE_CHARS).contains(&characters)
        || body.reference.chars().any(char::is_control)
    {
        return Err(ApiError::invalid(
            "reference",
            format!("must be 1 to {MAX_REFERENCE_CHARS} printable characters"),
        ));
    }
    let movement = Movement {
        of,
        kind: match body.r#type {
            MovementType::Settlement => Kind::Settlement,
            MovementType::Payout => Kind::Payout,
        },
        money,
        reference: body.reference,
    };
    let entered = ledger::enter(&state, caller.owner(), movement, once).await?;
    let balance = Money {
        minor: entered.balance,
        currency: money.currency,
    };
    Ok(Json(EnteredSettlement {
        transfer: entered.transfer,
        balance: balance.to_json(),
        currency: money.currency.code(),
    }))
}

/// The most characters of a reference.
const MAX_REFERENCE_CHARS: usize = 200;
/// The name of the platform's own account.
const PLATFORM: &str = "platform";
