//! `POST /v1/admin/marketplace/settlements`.

use axum::Json;
use axum::extract::State;
use lockstep_web::{ApiError, AppState, Caller, CreateBody, free_text};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::api_fields::{Amount, price};
use crate::ledger::TransferKind;
use crate::money::{Currency, Money, NotACurrency};
use crate::operations::ledger::{self, Accounts, Movement, MovementOutcome, field_of};

/// Money that was paid outside the platform: one movement, and further movements that are recorded
/// together with it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct EnterSettlementRequest {
    /// The account, or `platform` for the proceeds of items.
    #[schema(example = "usr_01h455vb4pex5vsknk084sn02q")]
    user_id: String,
    r#type: MovementType,
    /// The amount, above zero.
    #[schema(value_type = f64, example = 12.5)]
    amount: Amount,
    /// The ISO 4217 code of the currency of `amount`.
    #[schema(example = "EUR")]
    currency: String,
    /// A text for the reader of the ledger, such as the number of a bank transfer.
    #[schema(example = "SEPA 2026-06-01/17")]
    reference: String,
    /// Further movements. Either all movements are recorded, or none is. The setting `wallet.gasLimit`
    /// is the maximum number of movements, including this one.
    further: Option<Vec<AdditionalMovement>>,
}

/// A further movement of the same settlement.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct AdditionalMovement {
    /// The account, or `platform` for the proceeds of items.
    #[schema(example = "usr_01h455vb4pex5vsknk084sn02q")]
    user_id: String,
    r#type: MovementType,
    /// The amount, above zero.
    #[schema(value_type = f64, example = 12.5)]
    amount: Amount,
    /// The ISO 4217 code of the currency of `amount`.
    #[schema(example = "EUR")]
    currency: String,
    /// A text for the reader of the ledger, such as the number of a bank transfer.
    #[schema(example = "SEPA 2026-06-01/17")]
    reference: String,
}

/// The direction of money. `settlement`: the account's owner paid to the platform. `payout`: the platform paid to the
/// account's owner.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum MovementType {
    /// The owner paid to the platform.
    Settlement,
    /// The platform paid to the owner.
    Payout,
}

/// The recorded transfer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Settlement)]
pub(crate) struct SettlementView {
    /// The number of the transfer.
    transfer: i64,
    /// The balance of the account after the settlement.
    #[schema(value_type = f64, example = 12.5)]
    balance: Box<RawValue>,
    /// The ISO 4217 code of the currency of `balance`.
    #[schema(example = "EUR")]
    currency: &'static str,
    /// The transfers of the further movements, in their order.
    further: Vec<AdditionalTransfer>,
}

/// The transfer of one further movement of a settlement.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AdditionalTransfer {
    /// The number of the transfer.
    transfer: i64,
    /// The balance of the account after the settlement.
    #[schema(value_type = f64, example = 12.5)]
    balance: Box<RawValue>,
    /// The ISO 4217 code of the currency of `balance`.
    #[schema(example = "EUR")]
    currency: &'static str,
}

/// Record payments that account owners made or received outside the platform.
///
/// Either all movements of a request are recorded, or none is.
#[utoipa::path(post, path = "/v1/admin/marketplace/settlements", tag = "Marketplace", operation_id = "enterSettlement",
    request_body = EnterSettlementRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "A repeated request returns the same transfer")),
    responses((status = 200, description = "The recorded transfer", body = SettlementView)))]
pub(super) async fn enter(
    State(state): State<AppState>,
    caller: Caller,
    CreateBody {
        body,
        idempotency_key,
    }: CreateBody<EnterSettlementRequest>,
) -> Result<Json<SettlementView>, ApiError> {
    let EnterSettlementRequest {
        user_id,
        r#type,
        amount,
        currency,
        reference,
        further,
    } = body;
    let first = AdditionalMovement {
        user_id,
        r#type,
        amount,
        currency,
        reference,
    };
    let all = std::iter::once(first).chain(further.unwrap_or_default());
    let movements = all.enumerate().map(|(nth, body)| movement(nth, body));
    let movements = movements.collect::<Result<Vec<_>, ApiError>>()?;
    let currencies: Vec<Currency> = movements.iter().map(|it| it.money.currency).collect();
    let entered = ledger::enter(&state, caller.owner(), movements, idempotency_key).await?;
    let all = std::iter::once(&entered).chain(&entered.further);
    let mut all = all
        .zip(currencies)
        .map(|(moved, currency)| AdditionalTransfer::new(moved, currency));
    let first = all
        .next()
        .ok_or_else(|| ApiError::internal("no movement was entered"))?;
    Ok(Json(SettlementView {
        transfer: first.transfer,
        balance: first.balance,
        currency: first.currency,
        further: all.collect(),
    }))
}

/// Reads the nth movement of a request.
fn movement(nth: usize, body: AdditionalMovement) -> Result<Movement, ApiError> {
    let refused = |field: &str, reason: String| ApiError::invalid(&field_of(nth, field), reason);
    let of = match &*body.user_id {
        PLATFORM => Accounts::Platform,
        user => Accounts::Of(user.parse().map_err(|_| {
            let reason = format!("must be the id of an account, or {PLATFORM}");
            refused("userId", reason)
        })?),
    };
    let currency: Currency = body
        .currency
        .parse()
        .map_err(|error: NotACurrency| refused("currency", error.to_string()))?;
    let money = price(&field_of(nth, "amount"), &body.amount, currency.code())?;
    let characters = body.reference.chars().count();
    if !(1..=MAX_REFERENCE_CHARS).contains(&characters)
        || free_text::one_line(&body.reference).is_err()
    {
        return Err(refused(
            "reference",
            format!("must be 1 to {MAX_REFERENCE_CHARS} printable characters"),
        ));
    }
    Ok(Movement {
        of,
        kind: match body.r#type {
            MovementType::Settlement => TransferKind::Settlement,
            MovementType::Payout => TransferKind::Payout,
        },
        money,
        reference: body.reference,
    })
}

impl AdditionalTransfer {
    fn new(moved: &MovementOutcome, currency: Currency) -> Self {
        let balance = Money {
            minor: moved.balance,
            currency,
        };
        Self {
            transfer: moved.transfer,
            balance: balance.to_json(),
            currency: currency.code(),
        }
    }
}

/// The maximum number of characters of a reference.
const MAX_REFERENCE_CHARS: usize = 200;
/// The name of the platform's own account.
const PLATFORM: &str = "platform";
