//! Offers: data tokens of the fitness API, listings of the platform API and items of the administration API.
//! A purchase of any of them is one transfer and one row, under the same rules.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use lockstep_store::id::{DatasetId, ItemId, ListingId, TokenId, UserId};
use lockstep_web::{ApiError, free_text};
use serde::{Deserialize, Serialize};

use crate::money::Money;
use crate::rules::AccessRules;

/// Checks a text that an offer states. The store keeps it as it is.
///
/// # Errors
/// A text of another length in characters, or with control characters other than line breaks and tabs.
pub(crate) fn check_text(
    field: &str,
    text: &str,
    lengths: RangeInclusive<usize>,
) -> Result<(), ApiError> {
    if !lengths.contains(&text.chars().count()) {
        let (minimum, maximum) = lengths.into_inner();
        let reason = format!("must be {minimum} to {maximum} characters");
        return Err(ApiError::invalid(field, reason));
    }
    free_text::lines(text).map_err(|reason| ApiError::invalid(field, reason))
}

/// The id of an offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) enum OfferId {
    Token(TokenId),
    Listing(ListingId),
    Item(ItemId),
}

impl OfferId {
    pub(crate) fn as_str(&self) -> &str {
        match self {
            Self::Token(id) => id.as_str(),
            Self::Listing(id) => id.as_str(),
            Self::Item(id) => id.as_str(),
        }
    }

    /// Returns the noun for messages.
    pub(crate) fn noun(&self) -> &'static str {
        match self {
            Self::Token(_) => "token",
            Self::Listing(_) => "listing",
            Self::Item(_) => "item",
        }
    }

    /// Returns the id of a token, a listing or an item, in this order; the others are `None`.
    pub(crate) fn texts(&self) -> [Option<String>; 3] {
        let text = Some(self.to_string());
        match self {
            Self::Token(_) => [text, None, None],
            Self::Listing(_) => [None, text, None],
            Self::Item(_) => [None, None, text],
        }
    }
}

impl fmt::Display for OfferId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text is the id of no kind of offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be the id of a token, a listing or an item")]
pub(crate) struct NotAnOffer;

impl FromStr for OfferId {
    type Err = NotAnOffer;

    fn from_str(text: &str) -> Result<Self, NotAnOffer> {
        let token = text.parse().map(Self::Token);
        let listing = || text.parse().map(Self::Listing);
        let item = || text.parse().map(Self::Item);
        let found = token.or_else(|_| listing()).or_else(|_| item());
        found.map_err(|_| NotAnOffer)
    }
}

impl TryFrom<String> for OfferId {
    type Error = NotAnOffer;

    fn try_from(text: String) -> Result<Self, NotAnOffer> {
        text.parse()
    }
}

impl From<OfferId> for String {
    fn from(id: OfferId) -> String {
        id.to_string()
    }
}

/// An offer that can be bought now.
pub(crate) struct OfferTerms {
    pub(crate) offer: OfferId,
    pub(crate) seller: Seller,
    pub(crate) price: Money,
    /// `None` for an item, which gives a receipt alone.
    pub(crate) rules: Option<AccessRules>,
    pub(crate) sold: SoldContent,
}

/// The party that sells an offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Seller {
    Account(UserId),
    /// The platform, whose administrators write the items.
    Platform,
}

impl Seller {
    /// Returns the account that sells; `None` for the platform.
    pub(crate) fn account(&self) -> Option<&UserId> {
        match self {
            Self::Account(user) => Some(user),
            Self::Platform => None,
        }
    }
}

/// The content of an offer, frozen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SoldContent {
    /// The snapshot of a data token.
    Points { root: [u8; 32], points: u64 },
    /// A version of a dataset. The number of rows and the root are unknown for old listings.
    Version {
        dataset: DatasetId,
        number: i64,
        rows: Option<u64>,
        root: Option<[u8; 32]>,
    },
    /// An item, which names no data.
    Item,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offer_is_known_by_its_prefix() {
        for (text, noun) in [
            ("tok_01h455vb4pex5vsknk084sn02q", Some("token")),
            ("lst_01h455vb4pex5vsknk084sn02q", Some("listing")),
            ("itm_01h455vb4pex5vsknk084sn02q", Some("item")),
            ("ds_01h455vb4pex5vsknk084sn02q", None),
            ("tok_", None),
            ("", None),
        ] {
            let found = text.parse::<OfferId>();
            assert_eq!(found.as_ref().ok().map(OfferId::noun), noun, "{text}");
            if let Ok(id) = found {
                assert_eq!(id.to_string(), text);
            }
        }
    }
}
