//! Data tokens and purchases: offers of frozen snapshots, and what buyers get.

use std::collections::BTreeMap;

use lockstep_store::Timestamp;
use lockstep_store::id::{PurchaseId, TokenId, UserId};
use serde::{Deserialize, Serialize};

use crate::ledger::{AccountNumber, Sales};
use crate::money::Money;
use crate::rules::{AccessRules, Restrictions};

/// The state of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = TokenStatus)]
pub(crate) enum Status {
    /// The price is over `wallet.autoApproveThreshold`: an administrator has to approve it.
    Pending,
    /// The token can be bought.
    Active,
    /// The time of `availableUntil` has passed.
    Expired,
    /// The owner withdrew the token.
    Revoked,
}

impl Status {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Active => "active",
            Self::Expired => "expired",
            Self::Revoked => "revoked",
        }
    }
}

/// A data token.
#[derive(Clone, Debug)]
pub(crate) struct DataToken {
    pub(crate) id: TokenId,
    /// The seller.
    pub(crate) owner: UserId,
    pub(crate) at: Timestamp,
    pub(crate) status: Status,
    pub(crate) price: Money,
    pub(crate) rules: AccessRules,
    pub(crate) description: String,
    pub(crate) available_until: Option<Timestamp>,
    /// The number of points in the snapshot.
    pub(crate) points: u64,
    /// The root of the snapshot.
    pub(crate) root: [u8; 32],
    pub(crate) facts: Vec<SeriesFacts>,
}

/// A token in a list.
#[derive(Clone, Debug)]
pub(crate) struct TokenEntry {
    pub(crate) id: TokenId,
    pub(crate) is_own: bool,
    pub(crate) status: Status,
    pub(crate) price: Money,
    pub(crate) points: u64,
    pub(crate) restrictions: Restrictions,
    pub(crate) sales: Sales,
}

/// What is known of a series of a snapshot without its values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SeriesFacts {
    pub(crate) r#type: String,
    pub(crate) device: String,
    /// The encryption mode of the points; `None` for none.
    pub(crate) mode: Option<String>,
    pub(crate) points: u64,
    pub(crate) first: i64,
    pub(crate) last: i64,
    /// The number of points of each calendar day in UTC that has any, by days since 1970.
    pub(crate) days: BTreeMap<i64, u64>,
    /// The roots of commitments of blocks that are part of the snapshot, in hexadecimal.
    pub(crate) roots: Vec<String>,
}

/// A purchase.
#[derive(Clone, Debug)]
pub(crate) struct Purchase {
    pub(crate) id: PurchaseId,
    pub(crate) token: TokenId,
    pub(crate) at: Timestamp,
    pub(crate) buyer_account: AccountNumber,
    pub(crate) seller_account: AccountNumber,
    pub(crate) transfer: i64,
    pub(crate) price: Money,
    pub(crate) duration: String,
    pub(crate) restrictions: Restrictions,
    pub(crate) purpose: Option<String>,
    pub(crate) root: [u8; 32],
    pub(crate) points: u64,
    pub(crate) expires_at: Timestamp,
    pub(crate) allowed_uses: u32,
    pub(crate) used: u32,
    pub(crate) refunded_at: Option<Timestamp>,
}

impl Purchase {
    pub(crate) fn status(&self, now: Timestamp) -> PurchaseStatus {
        if self.refunded_at.is_some() {
            PurchaseStatus::Refunded
        } else if self.expires_at <= now {
            PurchaseStatus::Expired
        } else if self.used >= self.allowed_uses {
            PurchaseStatus::Used
        } else {
            PurchaseStatus::Active
        }
    }
}

/// The state of a purchase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PurchaseStatus {
    /// The purchase can be used.
    Active,
    /// Every allowed use was made.
    Used,
    /// The duration has passed.
    Expired,
    /// The price was paid back.
    Refunded,
}

impl PurchaseStatus {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Used => "used",
            Self::Expired => "expired",
            Self::Refunded => "refunded",
        }
    }
}

/// The length of a cell.
pub(crate) const DAY_MILLIS: i64 = 86_400_000;

/// Returns the calendar day in UTC of a time, as days since 1970.
pub(crate) fn day_of(millis: i64) -> i64 {
    millis.div_euclid(DAY_MILLIS)
}

/// Returns the date of a day: `2026-06-01`.
pub(crate) fn date_of(day: i64) -> String {
    let midnight = Timestamp(day.saturating_mul(DAY_MILLIS)).to_string();
    let (date, _) = midnight.split_once('T').unwrap_or((&midnight, ""));
    date.to_owned()
}

/// Parses a date to its day.
pub(crate) fn parse_date(text: &str) -> Option<i64> {
    let day = day_of(format!("{text}T00:00:00Z").parse::<Timestamp>().ok()?.0);
    (date_of(day) == text).then_some(day)
}

/// The time for which the further pages of a use can be read.
pub(crate) const USE_OPEN: std::time::Duration = std::time::Duration::from_secs(3600);
