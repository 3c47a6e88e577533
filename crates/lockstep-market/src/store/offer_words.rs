//! Finds the offers of every account by words. Triggers keep the table of the words: see `0022_offer_words.sql`.

use lockstep_store::id::{ItemId, ListingId, TokenId, UserId};
use lockstep_store::words::{self, WordMatch, WordSearch};
use lockstep_store::{RowName, StoreError, Timestamp, Tx, params};
use lockstep_web::Paging;

use super::{SellerCheck, items, tokens};
use crate::item::{ItemFilter, ItemStatus};
use crate::money::Money;
use crate::offer::OfferId;

/// An offer that a search found.
#[derive(Clone, Debug)]
pub(crate) struct FoundOffer {
    pub(crate) id: OfferId,
    /// Whether the caller sells it.
    pub(crate) is_own: bool,
    /// The title; empty for a data token.
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) price: Money,
    pub(crate) created_at: Timestamp,
}

/// The offers that a search found.
#[derive(Debug, Default)]
pub(crate) struct FoundOffers {
    pub(crate) offers: Vec<FoundOffer>,
    /// Whether more offers may match than were read.
    pub(crate) has_more: bool,
}

/// Returns the data tokens and listings that can be bought, that `admits` accepts, and of which the title or the
/// description has, for each word, a word that begins with it: the newest, at most `most` together. A damaged row is left
/// out.
pub(crate) fn of_sellers(
    tx: &Tx<'_>,
    (user, sells): (&UserId, SellerCheck),
    words: &[String],
    admits: impl Fn(&OfferId) -> bool,
    most: usize,
) -> Result<FoundOffers, StoreError> {
    let matches: Vec<WordMatch<'_>> = words
        .iter()
        .map(|word| WordMatch {
            columns: &[],
            text: word.clone(),
            is_prefix: true,
            is_whole: false,
        })
        .collect();
    let search = WordSearch {
        table: WORDS,
        letters: "",
        matches: &matches,
        range: None,
    };
    let mut found = FoundOffers::default();
    // Offers of suspended sellers and of other kinds do not count towards the limit. One search returns the numbers
    // of all that are examined: each further one would read the words again.
    let numbers = search.numbers(tx, MAX_EXAMINED as i64 + 1, 0)?;
    for number in numbers.iter().take(MAX_EXAMINED) {
        let id = tx.query_opt(
            "SELECT id FROM market_offer_number WHERE number = ?1",
            params![*number],
            |row| Ok(row.shown(0)),
        )?;
        let id = id.and_then(|id| id.parse::<OfferId>().ok());
        let offer = match id.filter(&admits) {
            Some(OfferId::Token(id)) => token(tx, (user, sells), &id)?,
            Some(OfferId::Listing(id)) => listing(tx, (user, sells), &id)?,
            Some(OfferId::Item(_)) | None => None,
        };
        if offer.is_some() && found.offers.len() == most {
            found.has_more = true;
            return Ok(found);
        }
        found.offers.extend(offer);
    }
    found.has_more = numbers.len() > MAX_EXAMINED;
    Ok(found)
}

fn token(
    tx: &Tx<'_>,
    (user, sells): (&UserId, SellerCheck),
    id: &TokenId,
) -> Result<Option<FoundOffer>, StoreError> {
    let now = tx.now();
    let found = tx.query_skipping(
        tokens::ROW,
        "SELECT id, user_id, price, currency, available_until, description, at FROM market_token WHERE id = ?1",
        params![id.as_str()],
        |row| {
            let until: Option<Timestamp> = row.at(4)?;
            let seller: UserId = row.parse(1)?;
            if until.is_some_and(|until| until <= now) || !sells(tx, &seller)? {
                return Ok(None);
            }
            Ok(Some(FoundOffer {
                id: OfferId::Token(row.parse::<TokenId>(0)?),
                is_own: seller == *user,
                title: String::new(),
                description: row.at(5)?,
                price: Money {
                    minor: row.at(2)?,
                    currency: row.parse(3)?,
                },
                created_at: row.at(6)?,
            }))
        },
    )?;
    Ok(found.into_iter().flatten().next())
}

fn listing(
    tx: &Tx<'_>,
    (user, sells): (&UserId, SellerCheck),
    id: &ListingId,
) -> Result<Option<FoundOffer>, StoreError> {
    let name = RowName {
        table: "market_listing",
        account: Some(1),
        row: Some(0),
    };
    let found = tx.query_skipping(
        name,
        "SELECT id, user_id, price, currency, title, description, created_at FROM market_listing WHERE id = ?1",
        params![id.as_str()],
        |row| {
            let seller: UserId = row.parse(1)?;
            if !sells(tx, &seller)? {
                return Ok(None);
            }
            Ok(Some(FoundOffer {
                id: OfferId::Listing(row.parse::<ListingId>(0)?),
                is_own: seller == *user,
                title: row.at(4)?,
                description: row.at(5)?,
                price: Money {
                    minor: row.at(2)?,
                    currency: row.parse(3)?,
                },
                created_at: row.at(6)?,
            }))
        },
    )?;
    Ok(found.into_iter().flatten().next())
}

/// Returns the active items of which the name or the description has the words, the newest first, at most `most`.
pub(crate) fn of_platform(
    tx: &Tx<'_>,
    words: &[String],
    most: u32,
) -> Result<FoundOffers, StoreError> {
    let filter = ItemFilter {
        category: None,
        status: Some(ItemStatus::Active),
        search: Some(words.join(" ")),
    };
    let paging = Paging {
        page: 1,
        limit: most,
    };
    let found = items::list(tx, &filter, paging)?;
    let has_more = found.has_uncounted || found.page.total > u64::from(most);
    let offers = found.page.entries.into_iter().map(|item| {
        let id: ItemId = item.id;
        FoundOffer {
            id: OfferId::Item(id),
            is_own: false,
            title: item.name,
            description: item.description,
            price: item.price,
            created_at: item.created_at,
        }
    });
    Ok(FoundOffers {
        offers: offers.collect(),
        has_more,
    })
}

/// Overwrites the words of offers that were removed, after an account was erased.
pub(crate) fn overwrite_removed(tx: &mut Tx<'_>) -> Result<(), StoreError> {
    words::overwrite_removed(tx, WORDS)
}

const WORDS: &str = "market_offer_words";
/// The maximum number of data tokens and listings with the words that are examined: the newest.
const MAX_EXAMINED: usize = 5000;
