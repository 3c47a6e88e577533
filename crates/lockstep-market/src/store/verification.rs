//! Verification of the ledger: every balance is recomputed from the transfers. Each table is read once, in its order.

use std::collections::HashMap;

use lockstep_store::{Row, StoreError, Tx};

use super::ledger::Totals;
use super::{clearing, ledger_rows};
use crate::ledger::{LedgerReport, TransferKind};

/// The sums of the transfers up to one of them.
#[derive(Default)]
struct RecomputedSums {
    /// The number of the last transfer.
    last: i64,
    accounts: HashMap<i64, Totals>,
    /// The sales of each offer, and their amount.
    offers: HashMap<String, (i64, i64)>,
    /// The numbers of the refunds.
    refunds: Vec<i64>,
}

/// Recomputes every balance from the transfers, in the order of their numbers.
pub(crate) fn verify(tx: &Tx<'_>) -> Result<LedgerReport, StoreError> {
    let mut report = LedgerReport {
        transfers: 0,
        accounts: 0,
        difference: None,
        owed_by_erased: Vec::new(),
        cash_of_erased: Vec::new(),
    };
    let mut sums = RecomputedSums::default();
    tx.visit(
        "SELECT id, kind, debit, credit, amount, offer, debit_balance, credit_balance
         FROM ledger_transfer ORDER BY id",
        &[],
        |row| {
            report.transfers += 1;
            report.difference = transferred(row, &mut sums);
            Ok::<_, StoreError>(report.difference.is_none())
        },
    )?;
    if report.difference.is_none() {
        (report.accounts, report.difference) = of_accounts(tx, sums.accounts)?;
    }
    if report.difference.is_none() {
        report.difference = of_offers(tx, sums.offers)?;
    }
    if report.difference.is_none() {
        report.difference = ledger_rows::of_currencies(tx)?;
    }
    if report.difference.is_none() {
        report.difference = ledger_rows::of_refunds(tx, &sums.refunds)?;
    }
    if report.difference.is_none() {
        report.difference = ledger_rows::of_owners(tx)?;
    }
    if report.difference.is_none() {
        report.difference = clearing::difference(tx)?;
        report.owed_by_erased = clearing::owed_by_erased(tx)?;
        report.cash_of_erased = clearing::cash_of_erased(tx)?;
    }
    Ok(report)
}

/// Compares the totals with the rows of the accounts; returns the number of accounts.
fn of_accounts(
    tx: &Tx<'_>,
    mut accounts: HashMap<i64, Totals>,
) -> Result<(u64, Option<String>), StoreError> {
    let (mut count, mut difference) = (0, None);
    tx.visit(
        "SELECT id, debits, credits FROM ledger_account ORDER BY id",
        &[],
        |row| {
            count += 1;
            let Ok(id) = row.at::<i64>(0) else {
                difference = Some("an account has no number".to_owned());
                return Ok(false);
            };
            let computed = accounts.remove(&id).unwrap_or_default();
            let stored = row.at::<i64>(1).ok().zip(row.at::<i64>(2).ok());
            if stored != Some((computed.debits, computed.credits)) {
                difference = Some(format!(
                    "account {id}: its transfers sum to debits {} and credits {}, but its row states other sums",
                    computed.debits, computed.credits
                ));
            }
            Ok::<_, StoreError>(difference.is_none())
        },
    )?;
    if difference.is_none()
        && let Some(id) = accounts.keys().min()
    {
        difference = Some(format!(
            "account {id}: a transfer names it, and its row is missing"
        ));
    }
    Ok((count, difference))
}

/// Adds a transfer to the totals; returns the contradictions of its row.
fn transferred(row: &Row<'_>, sums: &mut RecomputedSums) -> Option<String> {
    let number = |column| row.at::<i64>(column).ok();
    let Some(id) = number(0) else {
        return Some("a transfer has no number".to_owned());
    };
    let differs = |reason: &str| Some(format!("transfer {id}: {reason}"));
    if id != sums.last + 1 {
        return differs(&format!("transfer {} is missing", sums.last + 1));
    }
    sums.last = id;
    let (Some(debit), Some(credit), Some(amount)) = (number(2), number(3), number(4)) else {
        return differs("a column is not a number");
    };
    let debited = sums.accounts.entry(debit).or_default();
    debited.debits = match debited.debits.checked_add(amount) {
        Some(sum) if amount > 0 => sum,
        _ => return differs("its amount is not above zero"),
    };
    if number(6) != Some(debited.credits - debited.debits) {
        return differs("the balance of the debited account is another");
    }
    let credited = sums.accounts.entry(credit).or_default();
    credited.credits = match credited.credits.checked_add(amount) {
        Some(sum) => sum,
        None => return differs("the sum passes 63 bits"),
    };
    if number(7) != Some(credited.credits - credited.debits) {
        return differs("the balance of the credited account is another");
    }
    let Ok(offer) = row.at::<Option<&str>>(5) else {
        return differs("column offer is not a text");
    };
    let sign = match row.at::<&str>(1).ok().and_then(TransferKind::parse) {
        Some(TransferKind::Purchase) => 1,
        Some(TransferKind::Refund) => {
            sums.refunds.push(id);
            -1
        }
        Some(TransferKind::Payout | TransferKind::Settlement) => 0,
        None => return differs("its kind is unknown"),
    };
    if let Some(offer) = offer.filter(|_| sign != 0) {
        // An offer has many transfers: its name is copied once.
        let sold = match sums.offers.get_mut(offer) {
            Some(sold) => sold,
            None => sums.offers.entry(offer.to_owned()).or_default(),
        };
        sold.0 += sign;
        sold.1 += sign * amount;
    }
    None
}

/// Compares the sales of each offer with its row.
fn of_offers(
    tx: &Tx<'_>,
    mut offers: HashMap<String, (i64, i64)>,
) -> Result<Option<String>, StoreError> {
    let mut difference = None;
    tx.visit(
        "SELECT offer, purchases, revenue FROM ledger_offer ORDER BY offer",
        &[],
        |row| {
            let Ok(offer) = row.at::<String>(0) else {
                difference = Some("a row of sales names no offer".to_owned());
                return Ok(false);
            };
            let computed = offers.remove(&offer).unwrap_or_default();
            let stored = row.at::<i64>(1).ok().zip(row.at::<i64>(2).ok());
            if stored != Some(computed) {
                difference = Some(format!(
                    "offer {offer}: its transfers sum to {} purchases, but its row states other sums",
                    computed.0
                ));
            }
            Ok::<_, StoreError>(difference.is_none())
        },
    )?;
    if difference.is_none()
        && let Some(offer) = offers.keys().min()
    {
        difference = Some(format!("offer {offer}: its row of sales is missing"));
    }
    Ok(difference)
}
