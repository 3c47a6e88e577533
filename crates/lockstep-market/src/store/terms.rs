//! Compares the rows of offers and purchases with the terms that the audit log states.

use std::collections::{BTreeMap, BTreeSet};

use lockstep_store::audit::entry::{self, Change};
use lockstep_store::{DamagedRow, Row, StoreError, Timestamp, Tx, params};
use serde_json::Value as Json;

use super::tokens::restrictions;
use crate::offer::OfferId;
use crate::rules::AccessDuration;
use crate::terms::{COMPONENT, FIELD, Terms};

/// Returns the rows whose terms are not those that the newest audit entry about them states. A row whose terms no entry
/// states is left out: an earlier version wrote it, or the entry was erased with the account of an administrator.
pub(crate) fn check_rows(tx: &Tx<'_>) -> Result<Vec<DamagedRow>, StoreError> {
    let mut differing = Differing::default();
    let is_asked = |action: &str| Kind::of(action).is_some();
    entry::visit_changes(tx, COMPONENT, is_asked, |change| differing.add(tx, change))?;
    differing.leave_out_erased(tx)?;
    let rows = differing.rows.into_iter();
    Ok(rows.map(|(id, row)| row.named(id)).collect())
}

/// The subject of an entry.
#[derive(Clone, Copy)]
enum Kind {
    Token,
    Listing,
    Item,
    Purchase,
}

impl Kind {
    /// Returns the subject of the entries of an action, and the field of their metadata that has its id.
    fn of(action: &str) -> Option<(Self, &'static str)> {
        match action {
            "market.token.create" => Some((Self::Token, "tokenId")),
            "market.listing.create" => Some((Self::Listing, "listingId")),
            "market.item.create" | "market.item.change" => Some((Self::Item, "itemId")),
            "market.purchase" => Some((Self::Purchase, "purchaseId")),
            _ => None,
        }
    }

    fn table(self) -> &'static str {
        match self {
            Self::Token => "market_token",
            Self::Listing => "market_listing",
            Self::Item => "market_item",
            Self::Purchase => "market_purchase",
        }
    }

    /// Reads a row; `None` if no row has this id, or if another column of it is damaged, which other checks name.
    fn row(self, tx: &Tx<'_>, id: &str) -> Result<Option<LiveRow>, StoreError> {
        let found = match self {
            Self::Token => token(tx, id),
            Self::Listing => listing(tx, id),
            Self::Item => item(tx, id),
            Self::Purchase => purchase(tx, id),
        };
        match found {
            Err(error) if error.is_damage() => Ok(None),
            found => found,
        }
    }
}

/// The rows that differ from the entries that were visited so far, by their ids.
#[derive(Default)]
struct Differing {
    rows: BTreeMap<String, DifferingRow>,
}

struct DifferingRow {
    kind: Kind,
    account: Option<String>,
    reason: String,
    /// The entry that states the terms.
    seq: i64,
    /// The last entry of a change that kept them.
    kept: Option<i64>,
    /// The time of the last change of an item.
    changed_at: Option<Timestamp>,
}

impl Differing {
    fn add(&mut self, tx: &Tx<'_>, change: &Change) -> Result<(), StoreError> {
        let Some((kind, field)) = Kind::of(&change.action) else {
            return Ok(());
        };
        let Some(id) = change.text(field) else {
            return Ok(());
        };
        // Only items can be changed. A second entry about another row is not the server's: the first one counts.
        if !matches!(kind, Kind::Item) && self.rows.contains_key(id) {
            return Ok(());
        }
        let stated = change.value(FIELD);
        if stated.is_some_and(Json::is_null) {
            if let Some(row) = self.rows.get_mut(id) {
                row.kept = Some(change.seq);
            }
            return Ok(());
        }
        self.rows.remove(id);
        let Some(stated) = stated.and_then(Terms::stated) else {
            return Ok(());
        };
        let Some(row) = kind.row(tx, id)? else {
            return Ok(());
        };
        let columns = row.differing(&stated, change);
        let reason = match columns.is_empty() {
            false => other_terms(&columns, change.seq),
            true if self.is_of_another_price(tx, &row, &stated)? => OTHER_PRICE.to_owned(),
            true => return Ok(()),
        };
        let row = DifferingRow {
            kind,
            account: row.account,
            reason,
            seq: change.seq,
            kept: None,
            changed_at: row.changed_at,
        };
        self.rows.insert(id.to_owned(), row);
        Ok(())
    }

    /// Whether a token or listing was bought at another price than it has. The price of both never changes; an offer that
    /// is named itself proves nothing about its purchases.
    fn is_of_another_price(
        &self,
        tx: &Tx<'_>,
        row: &LiveRow,
        stated: &Terms,
    ) -> Result<bool, StoreError> {
        let Some(purchase) = &row.purchase else {
            return Ok(false);
        };
        if self.rows.contains_key(&purchase.offer) {
            return Ok(false);
        }
        let offer = match purchase.offer.parse::<OfferId>() {
            Ok(OfferId::Token(_)) => Kind::Token.row(tx, &purchase.offer)?,
            Ok(OfferId::Listing(_)) => Kind::Listing.row(tx, &purchase.offer)?,
            Ok(OfferId::Item(_)) | Err(_) => None,
        };
        Ok(offer.is_some_and(|offer| !offer.terms.has_price_of(stated)))
    }

    /// Leaves out the items that an erased entry may have changed after the entry that states their terms.
    fn leave_out_erased(&mut self, tx: &Tx<'_>) -> Result<(), StoreError> {
        let items = || self.rows.values().filter(|row| row.changed_at.is_some());
        let Some(first) = items().map(|row| row.seq).min() else {
            return Ok(());
        };
        let times: BTreeSet<Timestamp> = items().filter_map(|row| row.changed_at).collect();
        let (mut numbers, mut at_times) = (Vec::new(), BTreeMap::new());
        entry::visit_erased(tx, first, |seq, at| {
            numbers.push(seq);
            if times.contains(&at) {
                at_times.insert(at, seq);
            }
        })?;
        self.rows.retain(|_, row| {
            let next = numbers.get(numbers.partition_point(|seq| *seq <= row.seq));
            let is_before_kept = next.is_some_and(|next| row.kept.is_some_and(|kept| *next < kept));
            let last = row.changed_at.and_then(|at| at_times.get(&at));
            !is_before_kept && last.is_none_or(|last| *last <= row.seq)
        });
        Ok(())
    }
}

impl DifferingRow {
    fn named(self, id: String) -> DamagedRow {
        DamagedRow {
            table: self.kind.table(),
            account: self.account,
            row: id,
            reason: self.reason,
        }
    }
}

/// A row as it is stored.
struct LiveRow {
    account: Option<String>,
    terms: Terms,
    /// The time of the last change of an item; `None` for other rows, which keep their terms.
    changed_at: Option<Timestamp>,
    purchase: Option<LivePurchase>,
}

/// The columns that only a purchase has.
struct LivePurchase {
    offer: String,
    at: Timestamp,
    expires_at: Option<Timestamp>,
}

impl LiveRow {
    /// Returns the columns that are not as an entry states them.
    fn differing(&self, stated: &Terms, change: &Change) -> Vec<&'static str> {
        let mut columns = stated.differing(&self.terms);
        let Some(purchase) = &self.purchase else {
            return columns;
        };
        let duration = stated.duration.as_deref();
        let duration = duration.and_then(|text| text.parse::<AccessDuration>().ok());
        let end = duration.and_then(|duration| duration.end_of(change.at));
        let of_purchase = [
            ("offer", change.text("offer") == Some(&*purchase.offer)),
            ("at", purchase.at == change.at),
            ("expires_at", purchase.expires_at == end),
        ];
        let differing = of_purchase.into_iter().filter(|(_, is_same)| !is_same);
        columns.extend(differing.map(|(column, _)| column));
        columns
    }
}

fn token(tx: &Tx<'_>, id: &str) -> Result<Option<LiveRow>, StoreError> {
    tx.query_opt(
        "SELECT price, currency, duration, allowed_uses, restrictions, user_id, available_until
         FROM market_token WHERE id = ?1",
        params![id],
        |row| {
            let mut live = sold(row)?;
            live.terms.available_until = row.at(6)?;
            Ok(live)
        },
    )
}

fn listing(tx: &Tx<'_>, id: &str) -> Result<Option<LiveRow>, StoreError> {
    tx.query_opt(
        "SELECT price, currency, duration, allowed_uses, restrictions, user_id
         FROM market_listing WHERE id = ?1",
        params![id],
        sold,
    )
}

fn item(tx: &Tx<'_>, id: &str) -> Result<Option<LiveRow>, StoreError> {
    tx.query_opt(
        "SELECT price, currency, updated_at FROM market_item WHERE id = ?1",
        params![id],
        |row| {
            Ok(LiveRow {
                account: None,
                terms: Terms {
                    price_minor: row.at(0)?,
                    currency: row.at(1)?,
                    duration: None,
                    allowed_uses: 0,
                    restrictions: Vec::new(),
                    available_until: None,
                },
                changed_at: Some(row.at(2)?),
                purchase: None,
            })
        },
    )
}

fn purchase(tx: &Tx<'_>, id: &str) -> Result<Option<LiveRow>, StoreError> {
    tx.query_opt(
        "SELECT price, currency, duration, allowed_uses, restrictions, user_id, offer, at, expires_at
         FROM market_purchase WHERE id = ?1",
        params![id],
        |row| {
            Ok(LiveRow {
                purchase: Some(LivePurchase {
                    offer: row.at(6)?,
                    at: row.at(7)?,
                    expires_at: row.at(8)?,
                }),
                ..sold(row)?
            })
        },
    )
}

/// Reads the price, the rules and the account of a row.
fn sold(row: &Row<'_>) -> Result<LiveRow, StoreError> {
    Ok(LiveRow {
        account: Some(row.shown(5)),
        terms: Terms {
            price_minor: row.at(0)?,
            currency: row.at(1)?,
            duration: row.at(2)?,
            allowed_uses: row.at(3)?,
            restrictions: restrictions(row, 4)?.texts(),
            available_until: None,
        },
        changed_at: None,
        purchase: None,
    })
}

/// The problem text for a row with other terms than an entry states.
fn other_terms(columns: &[&str], seq: i64) -> String {
    let noun = match columns.len() {
        1 => "column",
        _ => "columns",
    };
    let columns = columns.join(", ");
    format!(
        "{noun} {columns}: the row was changed outside the server, since audit entry {seq} states other terms: restore \
         the row from a backup"
    )
}

/// The problem text for a purchase of an offer that was changed when it was bought, and put back.
const OTHER_PRICE: &str = "column price: the purchase was made at another price than its offer has, and the price of an \
    offer never changes: compare both with a backup";
