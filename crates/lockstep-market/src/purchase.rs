//! Purchases: the rights of a buyer, fixed at the time of the purchase.

use std::fmt;
use std::str::FromStr;

use lockstep_store::Timestamp;
use lockstep_store::id::PurchaseId;
use serde::{Deserialize, Serialize};

use crate::ledger::AccountNumber;
use crate::money::Money;
use crate::offer::{OfferId, SoldContent};
use crate::rules::Restrictions;

/// A purchase.
#[derive(Clone, Debug)]
pub(crate) struct Purchase {
    pub(crate) id: PurchaseId,
    pub(crate) offer: OfferId,
    pub(crate) at: Timestamp,
    pub(crate) buyer_account: AccountNumber,
    pub(crate) seller_account: AccountNumber,
    /// The number of the transfer; `None` if the price is 0.
    pub(crate) transfer: Option<i64>,
    pub(crate) price: Money,
    pub(crate) sold: SoldContent,
    /// `None` for an item: its purchase does not end.
    pub(crate) duration: Option<String>,
    pub(crate) restrictions: Restrictions,
    pub(crate) purpose: Option<String>,
    /// `None` for an item.
    pub(crate) expires_at: Option<Timestamp>,
    /// 0 for an item, which has no uses.
    pub(crate) allowed_uses: u32,
    pub(crate) used: u32,
    pub(crate) refunded_at: Option<Timestamp>,
}

impl Purchase {
    pub(crate) fn status(&self, now: Timestamp) -> PurchaseStatus {
        if self.refunded_at.is_some() {
            PurchaseStatus::Refunded
        } else if self.is_over(now) {
            PurchaseStatus::Expired
        } else if self.allowed_uses > 0 && self.used >= self.allowed_uses {
            PurchaseStatus::Used
        } else {
            PurchaseStatus::Active
        }
    }

    /// The uses that are left: none of a purchase that was refunded.
    pub(crate) fn remaining(&self) -> u32 {
        match self.refunded_at {
            Some(_) => 0,
            None => self.allowed_uses - self.used,
        }
    }

    /// Whether the duration has passed.
    pub(crate) fn is_over(&self, now: Timestamp) -> bool {
        self.expires_at.is_some_and(|end| end <= now)
    }
}

/// The state of a purchase. `active`: it can be used. `used`: every allowed use was made. `expired`: its duration has
/// passed. `refunded`: the price was paid back.
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

/// A use of a purchase, as clients name it: `pur_….3` is its third use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UseName {
    pub(crate) purchase: PurchaseId,
    /// The number of the use, from 1.
    pub(crate) n: u32,
}

impl fmt::Display for UseName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.purchase, self.n)
    }
}

impl FromStr for UseName {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (purchase, n) = text.split_once('.').ok_or(())?;
        let name = Self {
            purchase: purchase.parse().map_err(drop)?,
            n: n.parse().map_err(drop)?,
        };
        // A name has one spelling: no sign, no leading zero.
        (name.to_string() == text).then_some(name).ok_or(())
    }
}

/// The time for which a use can be continued: further pages, or the rest of a download.
pub(crate) const USE_OPEN: std::time::Duration = std::time::Duration::from_secs(3600);
