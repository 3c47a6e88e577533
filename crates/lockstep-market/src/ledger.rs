//! Transfers and accounts of the ledger.
//!
//! A transfer names the account that is debited, the account that is credited, and one amount. It
//! therefore sums to zero. The balance of an account is its credits less its debits: what the platform
//! owes its owner.

use lockstep_store::Timestamp;

use crate::money::Money;

/// The kind of a transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TransferKind {
    /// From a buyer to a seller.
    Purchase,
    /// From the seller back to the buyer.
    Refund,
    /// From an account to its owner outside of the platform.
    Payout,
    /// From outside of the platform to an account.
    Settlement,
}

impl TransferKind {
    const ALL: [Self; 4] = [Self::Purchase, Self::Refund, Self::Payout, Self::Settlement];

    /// Returns the name in the store and in the API.
    #[must_use]
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Purchase => "purchase",
            Self::Refund => "refund",
            Self::Payout => "payout",
            Self::Settlement => "settlement",
        }
    }

    /// Parses the result of [`TransferKind::as_str`].
    #[must_use]
    pub(crate) fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// The number of an account of the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct AccountNumber(pub(crate) i64);

/// A transfer to post.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Transfer<'a> {
    pub(crate) kind: TransferKind,
    pub(crate) debit: AccountNumber,
    pub(crate) credit: AccountNumber,
    /// The amount, above zero.
    pub(crate) money: Money,
    /// The offer that was sold.
    pub(crate) offer: Option<&'a str>,
    /// The id of the purchase, or the text of an administrator.
    pub(crate) reference: &'a str,
}

/// A transfer as one of its accounts sees it.
#[derive(Clone, Debug)]
pub(crate) struct LedgerEntry {
    pub(crate) id: i64,
    pub(crate) at: Timestamp,
    pub(crate) kind: TransferKind,
    /// Above zero for a credit, below zero for a debit.
    pub(crate) amount: Money,
    /// The balance of the account after the transfer.
    pub(crate) balance: Money,
    pub(crate) reference: String,
}

/// The sales of an offer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sales {
    /// The number of purchases that were not refunded.
    pub(crate) purchases: u64,
    /// Their amount in minor units.
    pub(crate) revenue: i64,
}

/// The result of recomputing the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LedgerReport {
    /// The number of transfers.
    pub(crate) transfers: u64,
    /// The number of accounts.
    pub(crate) accounts: u64,
    /// The first difference between the transfers and a stored balance.
    pub(crate) difference: Option<String>,
    /// The unpaid debts of erased accounts, by currency.
    pub(crate) owed_by_erased: Vec<Money>,
    /// The money that was paid in for erased accounts and not paid out, by currency.
    pub(crate) cash_of_erased: Vec<Money>,
}
