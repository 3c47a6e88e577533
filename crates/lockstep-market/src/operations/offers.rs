//! Searches the offers that can be bought, of every account, by words.

use lockstep_store::StoreError;
use lockstep_store::id::UserId;
use lockstep_web::{ApiError, AppState};

use crate::item;
use crate::offer::OfferId;
use crate::store::offer_words::{self, FoundOffers};

/// The words of a search, and the kinds of offers that it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OfferQuery {
    words: Vec<String>,
    /// Nouns of offers; empty for all kinds.
    kinds: Vec<&'static str>,
}

impl OfferQuery {
    /// Reads a query. A word such as `tokens` names a kind of offers, and `offers` all of them; they are not sought.
    ///
    /// # Errors
    /// The query is too long, or has no word or too many words.
    pub(crate) fn new(text: &str) -> Result<Self, ApiError> {
        if text.chars().count() > MAX_CHARS {
            let reason = format!("must be {MAX_CHARS} characters at most");
            return Err(ApiError::invalid("query", reason));
        }
        let (mut words, mut kinds) = (Vec::new(), Vec::new());
        for word in item::words(text).map(str::to_lowercase) {
            let singular = word.strip_suffix('s').unwrap_or(&word);
            match KINDS.iter().find(|kind| **kind == singular) {
                Some(kind) => kinds.push(*kind),
                None if ANY_KIND.contains(&singular) => {}
                None => words.push(word),
            }
        }
        if words.is_empty() {
            let reason = "must contain a word of a title or a description";
            return Err(ApiError::invalid("query", reason));
        }
        if words.len() > MAX_WORDS {
            let reason = format!("must have {MAX_WORDS} words at most");
            return Err(ApiError::invalid("query", reason));
        }
        Ok(Self { words, kinds })
    }

    /// Whether offers of a kind are sought, by its noun.
    fn admits(&self, kind: &str) -> bool {
        self.kinds.is_empty() || self.kinds.contains(&kind)
    }
}

/// Returns the offers that match, the newest first, at most `limit`.
pub(crate) async fn search(
    state: &AppState,
    user: UserId,
    query: OfferQuery,
    limit: u32,
) -> Result<FoundOffers, ApiError> {
    let sells = state.active_check();
    let read = state
        .db
        .read::<_, StoreError, _>("market.offers", move |tx| {
            let mut found = FoundOffers::default();
            if query.admits("token") || query.admits("listing") {
                let admits = |id: &OfferId| query.admits(id.noun());
                let maximum = MAX_READ as usize;
                found = offer_words::of_sellers(tx, (&user, sells), &query.words, admits, maximum)?;
            }
            if query.admits("item") {
                let platform = offer_words::of_platform(tx, &query.words, MAX_READ)?;
                found.has_more |= platform.has_more;
                found.offers.extend(platform.offers);
            }
            Ok(found)
        });
    let mut found = read.await?;
    found
        .offers
        .sort_by_key(|offer| std::cmp::Reverse(offer.created_at));
    found.has_more |= found.offers.len() > limit as usize;
    found.offers.truncate(limit as usize);
    Ok(found)
}

/// The words that name a kind of offers.
const KINDS: [&str; 3] = ["token", "listing", "item"];
/// The words that name all offers.
const ANY_KIND: [&str; 3] = ["offer", "market", "marketplace"];
/// The offers that a search reads: of tokens and listings together, and of items.
const MAX_READ: u32 = 200;
const MAX_CHARS: usize = 200;
const MAX_WORDS: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_kinds_are_not_sought() {
        for (text, words, kinds) in [
            ("Marathon", &["marathon"][..], &[][..]),
            ("marathon tokens", &["marathon"], &["token"]),
            ("offers: rides, Listings", &["rides"], &["listing"]),
        ] {
            let query = OfferQuery::new(text).unwrap();
            assert_eq!(query.words, words, "{text}");
            assert_eq!(query.kinds, kinds, "{text}");
        }
        for text in ["", "tokens", "…", &"a ".repeat(17), &"a".repeat(201)] {
            assert!(OfferQuery::new(text).is_err(), "{text}");
        }
    }
}
