//! The terms of offers and purchases, as audit entries state them. A scrub compares the rows with these entries, which
//! cannot be changed unnoticed.

use lockstep_store::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::listing::Listing;
use crate::money::Money;
use crate::purchase::Purchase;
use crate::rules::AccessRules;
use crate::token::DataToken;

/// The terms of an offer or of a purchase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Terms {
    /// The price in minor units of the currency.
    pub(crate) price_minor: i64,
    pub(crate) currency: String,
    /// `None` for an item.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) duration: Option<String>,
    /// 0 for an item, which has no uses.
    pub(crate) allowed_uses: u32,
    pub(crate) restrictions: Vec<String>,
    /// The end of the offer of a token, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) available_until: Option<Timestamp>,
}

impl Terms {
    pub(crate) fn of_token(token: &DataToken) -> Self {
        Self {
            available_until: token.available_until,
            ..Self::new(token.price, Some(&token.rules))
        }
    }

    pub(crate) fn of_listing(listing: &Listing) -> Self {
        Self::new(listing.price, Some(&listing.rules))
    }

    pub(crate) fn of_item(price: Money) -> Self {
        Self::new(price, None)
    }

    pub(crate) fn of_purchase(purchase: &Purchase) -> Self {
        Self {
            duration: purchase.duration.clone(),
            allowed_uses: purchase.allowed_uses,
            restrictions: purchase.restrictions.texts(),
            ..Self::new(purchase.price, None)
        }
    }

    fn new(price: Money, rules: Option<&AccessRules>) -> Self {
        Self {
            price_minor: price.minor,
            currency: price.currency.code().to_owned(),
            duration: rules.map(|rules| rules.duration.as_str().to_owned()),
            allowed_uses: rules.map_or(0, |rules| rules.allowed_uses),
            restrictions: rules
                .map(|rules| rules.restrictions.texts())
                .unwrap_or_default(),
            available_until: None,
        }
    }

    /// Reads the terms of an audit entry; `None` for those of a version that states others.
    pub(crate) fn stated(terms: &Json) -> Option<Self> {
        Self::deserialize(terms).ok()
    }

    /// Returns the columns in which a row has other terms.
    pub(crate) fn differing(&self, row: &Self) -> Vec<&'static str> {
        let columns = [
            ("price", self.price_minor == row.price_minor),
            ("currency", self.currency == row.currency),
            ("duration", self.duration == row.duration),
            ("allowed_uses", self.allowed_uses == row.allowed_uses),
            ("restrictions", self.restrictions == row.restrictions),
            (
                "available_until",
                self.available_until == row.available_until,
            ),
        ];
        let differing = columns.into_iter().filter(|(_, is_same)| !is_same);
        differing.map(|(column, _)| column).collect()
    }

    /// Whether the price is that of other terms.
    pub(crate) fn has_price_of(&self, other: &Self) -> bool {
        (self.price_minor, &self.currency) == (other.price_minor, &other.currency)
    }
}

/// The component of the marketplace in the audit log.
pub(crate) const COMPONENT: &str = "marketplace";
/// The field of an entry's metadata that has the terms. It is null if the change kept them; an entry of an earlier version
/// does not have it.
pub(crate) const FIELD: &str = "terms";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_read_as_they_were_written_and_differ_by_column() {
        let rules = AccessRules::new(
            crate::rules::RuleFields::CAMEL,
            "P30D",
            3,
            &["purpose:research".to_owned(), "no-export".to_owned()],
        );
        let price = Money {
            minor: 1250,
            currency: "EUR".parse().unwrap(),
        };
        let terms = Terms {
            available_until: Some(Timestamp(5)),
            ..Terms::new(price, Some(&rules.unwrap()))
        };
        for written in [&terms, &Terms::of_item(price)] {
            let stated = serde_json::to_value(written).unwrap();
            assert_eq!(Terms::stated(&stated).as_ref(), Some(written));
        }
        assert_eq!(Terms::stated(&Json::Null), None);
        let change = |column: &str| {
            let mut row = terms.clone();
            match column {
                "price" => row.price_minor += 1,
                "currency" => row.currency = "USD".to_owned(),
                "duration" => row.duration = None,
                "allowed_uses" => row.allowed_uses += 1,
                "restrictions" => row.restrictions.clear(),
                _ => row.available_until = None,
            }
            row
        };
        assert_eq!(terms.differing(&terms), [""; 0]);
        for column in [
            "price",
            "currency",
            "duration",
            "allowed_uses",
            "restrictions",
            "available_until",
        ] {
            assert_eq!(terms.differing(&change(column)), [column]);
        }
    }
}
