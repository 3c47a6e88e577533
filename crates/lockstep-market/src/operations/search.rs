//! The search index of a seller: the account's own tokens and listings that are not withdrawn.

use std::collections::{BTreeMap, BTreeSet};

use lockstep_points::store::DeviceNames;
use lockstep_store::id::UserId;
use lockstep_store::portion::PORTION_ROWS;
use lockstep_store::{StoreError, Tx};
use lockstep_vault::search::{self, SearchRecord};
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::{ApiError, AppState};

use crate::listing::Listing;
use crate::store;
use crate::token::DataToken;

/// Adds a token to the index of its owner.
pub(super) fn index_token(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    token: &DataToken,
) -> Result<(), StoreError> {
    let records = of_tokens(tx, &token.owner, std::slice::from_ref(token))?;
    search::index(tx, keys, &records)
}

/// Adds a listing to the index of its owner.
pub(super) fn index_listing(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    listing: &Listing,
) -> Result<(), StoreError> {
    search::index(tx, keys, &[of_listing(listing)])
}

/// Removes a withdrawn offer from the index of its owner. Without keys, the index is built again.
pub(super) fn unindex(
    tx: &mut Tx<'_>,
    (owner, keys): (&UserId, Option<&AccountKeys>),
    (kind, id): (&str, &str),
) -> Result<(), StoreError> {
    match keys {
        Some(keys) => search::unindex(tx, keys, kind, [id]),
        None => search::rebuild(tx, owner),
    }
}

/// Returns the records of an account's tokens, linked with the registered devices that recorded their points.
fn of_tokens(
    tx: &Tx<'_>,
    owner: &UserId,
    tokens: &[DataToken],
) -> Result<Vec<SearchRecord>, StoreError> {
    let facts = tokens.iter().flat_map(|token| &token.facts);
    let named: BTreeSet<&str> = facts.map(|facts| facts.device.as_str()).collect();
    let names = DeviceNames::read_each(tx, owner, named.iter().map(|&name| name.to_owned()))?;
    let devices: BTreeMap<&str, DeviceNames> = named.into_iter().zip(names).collect();
    let records = tokens.iter().map(|token| {
        let named = token.facts.iter();
        let named = named.filter_map(|facts| devices.get(facts.device.as_str()));
        let ids: BTreeSet<&str> = named.flat_map(DeviceNames::ids).collect();
        of_token(token, ids.into_iter().map(str::to_owned).collect())
    });
    Ok(records.collect())
}

fn of_token(token: &DataToken, links: Vec<String>) -> SearchRecord {
    let types = token.facts.iter().map(|facts| facts.r#type.as_str());
    SearchRecord {
        kind: TOKEN,
        id: token.id.to_string(),
        time: Some(token.at),
        title: token.description.clone(),
        notes: types.collect::<Vec<_>>().join(" "),
        links,
    }
}

fn of_listing(listing: &Listing) -> SearchRecord {
    SearchRecord {
        kind: LISTING,
        id: listing.id.to_string(),
        time: Some(listing.created_at),
        title: listing.title.clone(),
        notes: listing.description.clone(),
        links: vec![listing.dataset.to_string()],
    }
}

/// Adds a portion of the offers of an account to its search index: first of tokens, then of listings.
pub(crate) async fn index(
    state: AppState,
    user: UserId,
    after: Option<String>,
) -> Result<Option<String>, ApiError> {
    let keys = Vault::of(&state)?.account_keys(&user).await?;
    let after = after.unwrap_or_else(|| TOKENS.to_owned());
    let indexed = state
        .db
        .write::<_, StoreError, _>("market.index", move |tx| {
            let portion = PORTION_ROWS as i64;
            if let Some(after) = after.strip_prefix(LISTINGS) {
                let (listings, last) = store::listings::open_after(tx, (&user, after), portion)?;
                let records: Vec<_> = listings.iter().map(of_listing).collect();
                search::index(tx, &keys, &records)?;
                return Ok(last.map(|last| format!("{LISTINGS}{last}")));
            }
            let after = after.strip_prefix(TOKENS).unwrap_or_default();
            let (tokens, last) = store::tokens::open_after(tx, (&user, after), portion)?;
            let records = of_tokens(tx, &user, &tokens)?;
            search::index(tx, &keys, &records)?;
            Ok(Some(last.map_or_else(
                || LISTINGS.to_owned(),
                |last| format!("{TOKENS}{last}"),
            )))
        });
    Ok(indexed.await?)
}

/// The kinds in the search index.
pub(super) const TOKEN: &str = "token";
pub(super) const LISTING: &str = "listing";
/// The prefixes of cursors.
const TOKENS: &str = "tokens/";
const LISTINGS: &str = "listings/";
