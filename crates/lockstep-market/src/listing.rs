//! Listings of datasets.

use lockstep_store::Timestamp;
use lockstep_store::id::{DatasetId, ListingId, UserId};
use serde::Serialize;

use crate::money::Money;
use crate::rules::AccessRules;

/// A listing: a frozen version of a dataset at a price.
#[derive(Clone, Debug)]
pub(crate) struct Listing {
    pub(crate) id: ListingId,
    /// The seller.
    pub(crate) owner: UserId,
    pub(crate) dataset: DatasetId,
    /// The number of the version of the data.
    pub(crate) version: i64,
    /// The number of rows; `None` for listings of earlier versions of the product.
    pub(crate) rows: Option<u64>,
    /// The root of the version; `None` for data uploaded before versions had roots.
    pub(crate) root: Option<[u8; 32]>,
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) price: Money,
    pub(crate) rules: AccessRules,
    pub(crate) status: ListingStatus,
    pub(crate) created_at: Timestamp,
}

/// The state of a listing. `active`: the dataset is offered. `withdrawn`: the seller withdrew it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ListingStatus {
    /// The dataset is offered.
    Active,
    /// The owner withdrew the listing.
    Withdrawn,
}

impl ListingStatus {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Withdrawn => "withdrawn",
        }
    }
}
