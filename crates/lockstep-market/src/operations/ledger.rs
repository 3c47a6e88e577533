//! The ledger: reading it, recomputing it, and the transfers that an administrator enters.

use lockstep_store::{StoreError, Tx};
use lockstep_vault::Vault;
use lockstep_web::quota::QuotaGate;
use lockstep_web::{ApiError, AppState, IdempotencyKey, Owner};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::write_audit;
use crate::ledger::{AccountNumber, LedgerEntry, LedgerReport, Transfer, TransferKind};
use crate::money::{Currency, Money};
use crate::settlement::Settlement;
use crate::store;
pub(crate) use crate::store::ledger::Accounts;

/// A page of an owner's transfers, with all balances.
pub(crate) struct LedgerPage {
    pub(crate) balances: Vec<Money>,
    pub(crate) entries: Vec<LedgerEntry>,
    /// The number before which the next page begins; `None` on the last page.
    pub(crate) next: Option<i64>,
}

/// Returns the balances of an owner and a page of transfers, the newest first.
pub(crate) async fn read(
    state: &AppState,
    of: Accounts,
    before: Option<i64>,
    limit: u32,
) -> Result<LedgerPage, ApiError> {
    state
        .db
        .read("market.ledger", move |tx| {
            let before = before.unwrap_or(i64::MAX);
            let mut entries = store::ledger::entries(tx, &of, before, limit + 1)?;
            let goes_on = entries.len() > limit as usize;
            entries.truncate(limit as usize);
            Ok(LedgerPage {
                balances: store::ledger::balances(tx, &of)?,
                next: entries.last().filter(|_| goes_on).map(|last| last.id),
                entries,
            })
        })
        .await
}

/// Recomputes the ledger.
pub(crate) async fn verify(state: &AppState) -> Result<LedgerReport, StoreError> {
    state
        .db
        .read("market.ledger.verify", store::verification::verify)
        .await
}

/// Money that moves between an account and its owner outside of the platform.
pub(crate) struct Movement {
    pub(crate) of: Accounts,
    /// [`TransferKind::Payout`] or [`TransferKind::Settlement`].
    pub(crate) kind: TransferKind,
    pub(crate) money: Money,
    pub(crate) reference: String,
}

/// The outcome of a movement.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct MovementOutcome {
    pub(crate) transfer: i64,
    /// The balance of the account after the settlement, in minor units.
    pub(crate) balance: i64,
    /// The outcomes of the movements that became final together with this one.
    #[serde(default)]
    pub(crate) further: Vec<MovementOutcome>,
}

/// Checks an account after a payout: the payout was money that was paid in, and leaves what refunds may need.
fn covered(tx: &Tx<'_>, account: AccountNumber, currency: Currency) -> Result<(), ApiError> {
    let refused = |minor: i64, what: &str| {
        let by = Money { minor, currency };
        Err(ApiError::conflict(format!(
            "amount: the payout is {by} over {what}"
        )))
    };
    let owed = store::clearing::owed_by(tx, account)?;
    if owed > 0 {
        return refused(
            owed,
            "the payments of buyers: enter the missing payments first",
        );
    }
    let cash = store::clearing::cash(tx, account)?;
    let refundable = store::purchases::refundable(tx, account)?;
    if cash < refundable {
        return refused(
            refundable - cash,
            "the balance that is not reserved for refunds",
        );
    }
    Ok(())
}

/// Enters money that was paid outside of the platform: all movements become final together, or none does.
///
/// # Errors
/// The account does not exist; more movements than `wallet.gasLimit`; a payout over the balance that is not
/// reserved for refunds, or while the clock is ahead.
pub(crate) async fn enter(
    state: &AppState,
    administrator: Owner,
    movements: Vec<Movement>,
    idempotency_key: IdempotencyKey,
) -> Result<MovementOutcome, ApiError> {
    // Under a clock that is ahead, purchases look too old to be refunded.
    let is_payout = |movement: &Movement| movement.kind == TransferKind::Payout;
    if movements.iter().any(is_payout) && !Vault::of(state)?.clock().may_act() {
        return Err(ApiError::conflict(
            "the server's clock is ahead of the expected time, and payouts wait: correct the clock or run \
             `lockstep clock confirm`",
        ));
    }
    let settlement = Settlement::of(&state.settings())?;
    let (actor, quotas) = (administrator.user.clone(), state.quotas());
    state
        .db
        .write("market.ledger.enter", move |tx| {
            idempotency_key.run(tx, &actor, |tx| {
                settlement.check(movements.len())?;
                let mut parties = Vec::with_capacity(movements.len());
                for (nth, movement) in movements.iter().enumerate() {
                    parties.push(parties_of(tx, &quotas, nth, movement)?);
                }
                let transfers: Vec<_> = movements
                    .iter()
                    .zip(&parties)
                    .map(|(movement, parties)| transfer_of(movement, *parties))
                    .collect();
                let first = settlement.settle(tx, &transfers)?;
                let mut moved = Vec::with_capacity(movements.len());
                for ((movement, parties), transfer) in movements.iter().zip(parties).zip(first..) {
                    moved.push(record_movement(
                        tx,
                        &administrator,
                        movement,
                        (parties.account, transfer),
                    )?);
                }
                let further = moved.split_off(1);
                let first = moved.into_iter().next();
                let first = first.ok_or_else(|| ApiError::internal("no movement was entered"))?;
                Ok(MovementOutcome { further, ..first })
            })
        })
        .await
}

/// The accounts of a movement.
#[derive(Clone, Copy)]
struct Parties {
    account: AccountNumber,
    outside: AccountNumber,
}

fn parties_of(
    tx: &mut Tx<'_>,
    quotas: &QuotaGate,
    nth: usize,
    movement: &Movement,
) -> Result<Parties, ApiError> {
    let currency = movement.money.currency;
    let account = match &movement.of {
        Accounts::Platform => store::ledger::platform(tx, currency)?,
        Accounts::Of(user) => {
            Vault::ensure_active(tx, user)?;
            if !quotas.knows(tx, user)? {
                let field = field_of(nth, "userId");
                return Err(ApiError::invalid(&field, "is the id of no account"));
            }
            store::ledger::account_of(tx, user, currency)?
        }
    };
    Ok(Parties {
        account,
        outside: store::ledger::external_account(tx, currency)?,
    })
}

/// Returns the name of a field of the nth movement of a request, for errors.
pub(crate) fn field_of(nth: usize, field: &str) -> String {
    match nth.checked_sub(1) {
        None => field.to_owned(),
        Some(nth) => format!("further[{nth}].{field}"),
    }
}

fn transfer_of(movement: &Movement, parties: Parties) -> Transfer<'_> {
    let Parties { account, outside } = parties;
    let (debit, credit) = match movement.kind {
        TransferKind::Payout => (account, outside),
        _ => (outside, account),
    };
    Transfer {
        kind: movement.kind,
        debit,
        credit,
        money: movement.money,
        offer: None,
        reference: &movement.reference,
    }
}

/// Checks a posted movement and records it.
fn record_movement(
    tx: &mut Tx<'_>,
    administrator: &Owner,
    movement: &Movement,
    (account, transfer): (AccountNumber, i64),
) -> Result<MovementOutcome, ApiError> {
    let Movement { of, kind, .. } = movement;
    if *kind == TransferKind::Payout {
        covered(tx, account, movement.money.currency)?;
    }
    write_audit(
        tx,
        administrator,
        "market.ledger.enter",
        format!("{} of account {of}", kind.as_str()),
        json!({ "userId": of.to_string(), "kind": kind.as_str(), "transfer": transfer }),
    )?;
    Ok(MovementOutcome {
        transfer,
        balance: store::ledger::balance(tx, account)?,
        further: Vec::new(),
    })
}
