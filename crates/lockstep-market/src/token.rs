//! Data tokens: offers of frozen snapshots of points.

use std::collections::BTreeMap;

use lockstep_store::Timestamp;
use lockstep_store::id::{TokenId, UserId};
use serde::{Deserialize, Serialize};

use crate::ledger::Sales;
use crate::money::Money;
use crate::rules::{AccessRules, Restrictions};

/// The state of a token. `pending`: an administrator has to approve its price. `active`: it can be bought. `expired`:
/// `availableUntil` has passed. `revoked`: the seller withdrew it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DataTokenStatus)]
pub(crate) enum Status {
    /// The price is above `wallet.autoApproveThreshold`: an administrator has to approve it.
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
    /// The time of the creation.
    pub(crate) at: Timestamp,
    pub(crate) status: Status,
    pub(crate) price: Money,
    pub(crate) points: u64,
    pub(crate) restrictions: Restrictions,
    pub(crate) sales: Sales,
}

/// The public facts about a series of a snapshot, without its values.
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

/// A series of an aggregate-only token, with the different answers that are left for all buyers together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AnswersLeft {
    pub(crate) kind: String,
    pub(crate) device: String,
    pub(crate) left: u32,
}

/// The different answers that a series gives to all buyers together.
pub(crate) const MAX_ANSWERS: u32 = 1000;
