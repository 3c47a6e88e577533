//! Counts sales by hour, day and month, for the analytics of administration.

use std::collections::BTreeMap;

use lockstep_store::figure::{self, Figure};
use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Tx};
use lockstep_web::figures::{FigureScope, Figures, counts};

use crate::money::{Currency, Money};
use crate::offer::OfferId;
use crate::purchase::Purchase;
use crate::store;

/// Counts a purchase at the time when it was made: `sign` is 1, or -1 for a refund. `seller` is `None` for an item
/// of the platform, and after the seller was erased.
pub(super) fn count(
    tx: &mut Tx<'_>,
    purchase: &Purchase,
    seller: Option<&UserId>,
    sign: i64,
) -> Result<(), StoreError> {
    let (offer, currency) = (purchase.offer.as_str(), purchase.price.currency.code());
    let category = match &purchase.offer {
        OfferId::Token(_) => TOKEN_CATEGORY.to_owned(),
        OfferId::Listing(_) => LISTING_CATEGORY.to_owned(),
        // A refund after a change of the category takes the sale back from the new one.
        OfferId::Item(id) => store::items::by_id(tx, id)?
            .map_or_else(|| UNKNOWN_CATEGORY.to_owned(), |item| item.category),
    };
    for (name, subject, n) in [
        (SALES, offer, sign),
        (REVENUE, currency, sign * purchase.price.minor),
        (CATEGORIES, &*category, sign),
    ] {
        let figure = Figure {
            name,
            user: seller,
            subject,
            n,
        };
        figure::add(tx, purchase.at, &figure)?;
    }
    Ok(())
}

/// Returns the figures of the marketplace: of all sales, or of the sales of one seller.
pub(crate) fn figures(tx: &Tx<'_>, scope: &FigureScope) -> Result<Figures, StoreError> {
    let (user, span) = (scope.user.as_ref(), scope.span);
    let sales = counts(figure::series(tx, SALES, user, span)?);
    let mut revenue = BTreeMap::new();
    for (code, minor) in figure::subjects(tx, REVENUE, user, span, MAX_SUBJECTS)? {
        if let Ok(currency) = code.parse::<Currency>() {
            revenue.insert(code, Money { minor, currency }.to_f64());
        }
    }
    let mut top_items = Vec::new();
    for (offer, count) in figure::subjects(tx, SALES, user, span, TOP_ITEMS)? {
        top_items.push((name_of(tx, offer)?, counts(vec![count])[0]));
    }
    let categories = figure::subjects(tx, CATEGORIES, user, span, MAX_SUBJECTS)?;
    let categories = categories.into_iter();
    Ok(Figures {
        transactions: sales.iter().sum(),
        revenue,
        sales,
        top_items,
        categories: categories
            .map(|(name, count)| (name, counts(vec![count])[0]))
            .collect(),
        ..Figures::default()
    })
}

/// Returns the name of an offer; its id if it no longer has a name.
fn name_of(tx: &Tx<'_>, offer: String) -> Result<String, StoreError> {
    let name = match offer.parse() {
        Ok(OfferId::Item(id)) => store::items::by_id(tx, &id)?.map(|item| item.name),
        Ok(OfferId::Listing(id)) => store::listings::by_id(tx, &id)?.map(|listing| listing.title),
        // The description of a token is the owner's text of any length.
        Ok(OfferId::Token(_)) | Err(_) => None,
    };
    Ok(name.unwrap_or(offer))
}

const SALES: &str = "market.sales";
const REVENUE: &str = "market.revenue";
const CATEGORIES: &str = "market.categories";
/// The categories of offers that name none. The migration of the sales uses the same names.
const TOKEN_CATEGORY: &str = "data token";
const LISTING_CATEGORY: &str = "dataset";
const UNKNOWN_CATEGORY: &str = "unknown";
/// The maximum number of offers in a ranking.
const TOP_ITEMS: u32 = 10;
/// The maximum number of currencies and categories: more are left out, the smallest first.
const MAX_SUBJECTS: u32 = 1000;
