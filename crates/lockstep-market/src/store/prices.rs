//! The prices of the offers that can be bought.

use std::collections::BTreeMap;

use lockstep_store::id::{ItemId, ListingId, TokenId, UserId};
use lockstep_store::{Row, RowName, StoreError, Timestamp, Tx, Value, params};
use serde::Deserialize;

use super::SellerCheck;
use crate::money::{Currency, Money};
use crate::offer::OfferId;
use crate::price::{PricedOffer, has_words};

/// The part of the facts of a snapshot that names the type of a series.
#[derive(Deserialize)]
struct TypeOfSeries {
    r#type: String,
}

/// Which offers are compared.
#[derive(Clone, Debug, Default)]
pub(crate) struct PriceFilter {
    /// Only data tokens with points of this type.
    pub(crate) kind: Option<String>,
    /// Only offers whose title or description has every word.
    pub(crate) words: Vec<String>,
}

/// Which listings are compared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ListingFilter<'f> {
    /// Only listings whose title or description has every word.
    pub(crate) words: &'f [String],
    /// Only listings of other accounts in this currency. Others take no place of them.
    pub(crate) of_others_in: Option<Currency>,
}

/// Offers of one kind that were compared with a filter.
#[derive(Debug, Default)]
pub(crate) struct PricedOffers {
    pub(crate) found: Vec<PricedOffer>,
    /// The number of offers that were compared with the filter.
    pub(crate) examined: u64,
    /// Whether there may be more offers than were compared.
    pub(crate) has_more: bool,
}

impl PricedOffers {
    /// Examines the offers of active sellers in the order of a statement, at most `limit`. The second column is the seller.
    /// Offers that `is_open` does not admit, and those of suspended sellers, do not count: they would hide others.
    /// `priced` returns `None` for an offer that does not match. A damaged row is left out.
    fn of_sellers(
        tx: &Tx<'_>,
        (sql, values): (&str, &[Value<'_>]),
        (sells, limit): (SellerCheck, u32),
        is_open: impl Fn(&Row<'_>) -> Result<bool, StoreError>,
        priced: impl Fn(&Row<'_>) -> Result<Option<PricedOffer>, StoreError>,
    ) -> Result<Self, StoreError> {
        let mut offers = Self::default();
        let mut sellers = BTreeMap::new();
        let mut is_sold = |row: &Row<'_>| -> Result<bool, StoreError> {
            if !is_open(row)? {
                return Ok(false);
            }
            let seller: UserId = row.parse(1)?;
            if let Some(is_active) = sellers.get(&seller) {
                return Ok(*is_active);
            }
            let is_active = sells(tx, &seller)?;
            sellers.insert(seller, is_active);
            Ok(is_active)
        };
        tx.visit(sql, values, |row| {
            let examined = match is_sold(row) {
                Ok(false) => return Ok(true),
                Ok(true) if offers.examined == u64::from(limit) => {
                    offers.has_more = true;
                    return Ok(false);
                }
                Ok(true) => priced(row),
                Err(error) => Err(error),
            };
            match examined {
                Ok(found) => {
                    offers.examined += 1;
                    offers.found.extend(found);
                }
                Err(error) if error.is_damage() => {
                    let id = row.shown(0);
                    tracing::error!(id, %error, "a damaged offer was left out of a comparison of prices");
                }
                Err(error) => return Err(error),
            }
            Ok::<_, StoreError>(true)
        })?;
        Ok(offers)
    }

    fn of(rows: Vec<Option<PricedOffer>>, limit: u32) -> Self {
        let examined = rows.len() as u64;
        Self {
            found: rows.into_iter().flatten().collect(),
            examined,
            has_more: examined >= u64::from(limit),
        }
    }
}

fn price(row: &Row<'_>, amount: usize, currency: usize) -> Result<Money, StoreError> {
    Ok(Money {
        minor: row.at(amount)?,
        currency: row.parse(currency)?,
    })
}

/// Returns the newest data tokens that can be bought, at most `limit`. A damaged row is left out.
pub(crate) fn of_tokens(
    tx: &Tx<'_>,
    (user, sells): (&UserId, SellerCheck),
    filter: &PriceFilter,
    limit: u32,
) -> Result<PricedOffers, StoreError> {
    let now = tx.now();
    PricedOffers::of_sellers(
        tx,
        (TOKENS_SQL, &[]),
        (sells, limit),
        |row| {
            let until: Option<Timestamp> = row.at(5)?;
            Ok(until.is_none_or(|until| until > now))
        },
        |row| {
            let facts: &str = row.at(7)?;
            let has_type = match &filter.kind {
                None => true,
                Some(kind) => {
                    let series: Vec<TypeOfSeries> = serde_json::from_str(facts)
                        .map_err(|_| row.wrong(7, "the facts of a snapshot"))?;
                    series.iter().any(|series| series.r#type == *kind)
                }
            };
            if !has_type || !has_words(row.at(6)?, &filter.words) {
                return Ok(None);
            }
            Ok(Some(PricedOffer {
                id: OfferId::Token(row.parse::<TokenId>(0)?),
                is_own: row.at::<&str>(1)? == user.as_str(),
                price: price(row, 2, 3)?,
                points: Some(row.at(4)?),
            }))
        },
    )
}

/// Returns the newest listings that can be bought, at most `limit`. A damaged row is left out.
pub(crate) fn of_listings(
    tx: &Tx<'_>,
    (user, sells): (&UserId, SellerCheck),
    filter: ListingFilter<'_>,
    limit: u32,
) -> Result<PricedOffers, StoreError> {
    let (sql, values) = match filter.of_others_in {
        None => (LISTINGS_SQL, Vec::new()),
        Some(currency) => (
            LISTINGS_OF_OTHERS_SQL,
            vec![Value::from(currency.code()), Value::from(user)],
        ),
    };
    PricedOffers::of_sellers(
        tx,
        (sql, &values),
        (sells, limit),
        |_| Ok(true),
        |row| {
            let (title, description): (&str, &str) = (row.at(4)?, row.at(5)?);
            if !has_words(&format!("{title} {description}"), filter.words) {
                return Ok(None);
            }
            Ok(Some(PricedOffer {
                id: OfferId::Listing(row.parse::<ListingId>(0)?),
                is_own: row.at::<&str>(1)? == user.as_str(),
                price: price(row, 2, 3)?,
                points: None,
            }))
        },
    )
}

/// Returns the newest items that can be bought, at most `limit`. A damaged row is left out.
pub(crate) fn of_items(
    tx: &Tx<'_>,
    words: &[String],
    limit: u32,
) -> Result<PricedOffers, StoreError> {
    let name = RowName {
        table: "market_item",
        account: None,
        row: Some(0),
    };
    let rows = tx.query_skipping(
        name,
        "SELECT id, price, currency, name, description
         FROM market_item WHERE status = 'active' ORDER BY id DESC LIMIT ?1",
        params![limit],
        |row| {
            let (title, description): (&str, &str) = (row.at(3)?, row.at(4)?);
            if !has_words(&format!("{title} {description}"), words) {
                return Ok(None);
            }
            Ok(Some(PricedOffer {
                id: OfferId::Item(row.parse::<ItemId>(0)?),
                is_own: false,
                price: price(row, 1, 2)?,
                points: None,
            }))
        },
    )?;
    Ok(PricedOffers::of(rows, limit))
}

/// The data tokens that can be bought, the newest first.
const TOKENS_SQL: &str =
    "SELECT id, user_id, price, currency, points, available_until, description, facts
     FROM market_token WHERE status = 'active' AND is_expiry_told = 0 ORDER BY id DESC";
/// The listings that can be bought, the newest first.
pub(crate) const LISTINGS_SQL: &str =
    "SELECT id, user_id, price, currency, title, description FROM market_listing
     WHERE status = 'active' ORDER BY id DESC";
/// Those in the currency ?1 that the account ?2 does not sell.
pub(crate) const LISTINGS_OF_OTHERS_SQL: &str =
    "SELECT id, user_id, price, currency, title, description FROM market_listing
     WHERE status = 'active' AND currency = ?1 AND user_id <> ?2 ORDER BY id DESC";
