//! `GET /v1/sfdp/marketplace/ledger`.

use axum::Json;
use axum::extract::State;
use lockstep_web::{ApiError, AppState, Caller, Params};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};

use crate::ledger::LedgerEntry;
use crate::money::Money;
use crate::operations::ledger::{self, Accounts};

/// A page of the ledger.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct LedgerQuery {
    /// The maximum number of transfers of the page.
    #[param(minimum = 1, maximum = 1000, default = 100)]
    limit: Option<u32>,
    /// `nextCursor` of the previous page.
    cursor: Option<String>,
}

/// The balance of the caller in a currency.
#[derive(Serialize, ToSchema)]
pub(crate) struct Balance {
    /// The ISO 4217 code; an account has one balance for each currency.
    #[schema(example = "EUR")]
    currency: &'static str,
    /// The amount that the platform owes the caller; negative for a debt.
    #[schema(value_type = f64, example = 12.5)]
    balance: Box<RawValue>,
}

/// A transfer, as the caller's account sees it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LedgerTransfer)]
pub(crate) struct TransferView {
    /// The number of the transfer.
    id: i64,
    /// The time of the transfer: RFC 3339, UTC.
    #[schema(format = DateTime)]
    timestamp: String,
    /// `purchase`, `refund`, `payout` or `settlement`.
    r#type: &'static str,
    /// Above zero for money received, below zero for money paid.
    #[schema(value_type = f64, example = -12.5)]
    amount: Box<RawValue>,
    /// The ISO 4217 code of the currency of `amount` and `balance`.
    #[schema(example = "EUR")]
    currency: &'static str,
    /// The balance after the transfer.
    #[schema(value_type = f64, example = 0.0)]
    balance: Box<RawValue>,
    /// The id of the purchase, or the text of the administrator who entered the transfer.
    reference: String,
}

/// The caller's part of the ledger.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Ledger {
    /// The current balance in each currency, whatever page was requested; empty before the first transfer.
    balances: Vec<Balance>,
    /// The transfers, newest first.
    entries: Vec<TransferView>,
    /// The cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

/// Read the balances and transfers of the caller, newest first.
#[utoipa::path(get, path = "/v1/sfdp/marketplace/ledger", tag = "Marketplace", operation_id = "readLedger",
    params(LedgerQuery), responses((status = 200, description = "Balances and transfers", body = Ledger)))]
pub(super) async fn read(
    State(state): State<AppState>,
    caller: Caller,
    Params(query): Params<LedgerQuery>,
) -> Result<Json<Ledger>, ApiError> {
    page(&state, Accounts::Of(caller.user), query).await
}

/// Returns a page of the transfers of an owner.
pub(crate) async fn page(
    state: &AppState,
    of: Accounts,
    query: LedgerQuery,
) -> Result<Json<Ledger>, ApiError> {
    let limit = query.limit.unwrap_or(100);
    if !(1..=1000).contains(&limit) {
        return Err(ApiError::invalid("limit", "must be 1 to 1000"));
    }
    let before = query.cursor.map(|text| {
        // A cursor is the number of a transfer, in one spelling.
        let number = text.parse::<i64>().ok();
        let number = number.filter(|number| *number > 0 && number.to_string() == text);
        number.ok_or_else(|| ApiError::invalid("cursor", "must be the nextCursor of a page"))
    });
    let before = before.transpose()?;
    let page = ledger::read(state, of, before, limit).await?;
    Ok(Json(Ledger {
        balances: page.balances.into_iter().map(Balance::from).collect(),
        entries: page.entries.into_iter().map(TransferView::from).collect(),
        next_cursor: page.next.map(|next| next.to_string()),
    }))
}

impl From<Money> for Balance {
    fn from(money: Money) -> Self {
        Self {
            currency: money.currency.code(),
            balance: money.to_json(),
        }
    }
}

impl From<LedgerEntry> for TransferView {
    fn from(entry: LedgerEntry) -> Self {
        Self {
            id: entry.id,
            timestamp: entry.at.to_string(),
            r#type: entry.kind.as_str(),
            amount: entry.amount.to_json(),
            currency: entry.amount.currency.code(),
            balance: entry.balance.to_json(),
            reference: entry.reference,
        }
    }
}
