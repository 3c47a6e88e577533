//! Compares the rows of offered cells with their authentication tags.

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Tx};
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::capability::{Damage, ScrubResult};
use lockstep_web::{ApiError, AppState};

use super::damage;
use crate::store::cells::{self, CellRow};
use crate::token::date_of;

/// Checks the cells of the first account after an id, and sets the place of the next portion.
pub(super) async fn next_account(
    state: &AppState,
    after: &str,
    scrubbed: &mut ScrubResult,
) -> Result<(), ApiError> {
    let from = after.to_owned();
    let next = state
        .db
        .read::<_, StoreError, _>("market.scrub.account", move |tx| {
            cells::account_after(tx, &from)
        });
    let Some(account) = next.await? else {
        return Ok(());
    };
    scrubbed.next = Some(account.clone());
    let Ok(user) = account.parse::<UserId>() else {
        scrubbed.damaged.push(damage(
            "market_cell",
            None,
            &account,
            "column user_id names no account: restore the row from a backup".to_owned(),
        ));
        return Ok(());
    };
    let Ok(keys) = Vault::of(state)?.account_keys(&user).await else {
        scrubbed.damaged.push(damage(
            "market_cell",
            Some(&user),
            &account,
            "the cells cannot be checked: the keys of their account are missing or damaged"
                .to_owned(),
        ));
        return Ok(());
    };
    check_cells(state, keys, scrubbed).await
}

/// Names the rows whose tag differs, and adds the tags that are missing.
async fn check_cells(
    state: &AppState,
    keys: AccountKeys,
    scrubbed: &mut ScrubResult,
) -> Result<(), ApiError> {
    let user = keys.user().clone();
    let read = state
        .db
        .read::<_, StoreError, _>("market.scrub.cells", move |tx| cells::rows(tx, &user));
    let rows = read.await?;
    scrubbed.rows += rows.len() as u64;
    let changed = rows.iter().filter(|row| !row.is_authentic(&keys));
    scrubbed
        .damaged
        .extend(changed.map(|row| changed_cell(&keys, row)));
    let mut without_tag = rows;
    without_tag.retain(|row| row.tag.is_none());
    if without_tag.is_empty() {
        return Ok(());
    }
    let write = state
        .db
        .write::<_, StoreError, _>("market.scrub.tags", move |tx| {
            add_tags(tx, &keys, &without_tag)
        });
    write.await.map_err(ApiError::from)
}

fn add_tags(tx: &mut Tx<'_>, keys: &AccountKeys, rows: &[CellRow]) -> Result<(), StoreError> {
    rows.iter()
        .try_for_each(|row| cells::add_tag(tx, keys, row))
}

fn changed_cell(keys: &AccountKeys, row: &CellRow) -> Damage {
    let name = format!("{} {}", row.name.kind, date_of(row.name.day));
    damage(
        "market_cell",
        Some(keys.user()),
        &name,
        "the row was changed outside the server, and its day cannot be offered again: restore the row from a backup"
            .to_owned(),
    )
}
