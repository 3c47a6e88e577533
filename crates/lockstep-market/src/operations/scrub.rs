//! Opens the stored snapshots and answers of sellers, and recomputes the ledger.

use lockstep_store::id::{TokenId, UserId};
use lockstep_store::{StoreError, counted_list};
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::api_error::Kind;
use lockstep_web::capability::{Damage, Scrubbed};
use lockstep_web::{ApiError, AppState};

use crate::snapshot::open_sealed;
use crate::store;

/// Reads the snapshots of the token after the one that `after` names; see
/// [`lockstep_web::Capability::scrub`]. The first portion recomputes the ledger.
pub(crate) async fn scrub(state: AppState, after: Option<String>) -> Result<Scrubbed, ApiError> {
    let mut scrubbed = Scrubbed::default();
    if after.is_none() {
        let report = super::ledger::verify(&state).await?;
        scrubbed.rows = report.transfers + report.accounts;
        scrubbed.damaged.extend(report.difference.map(|reason| {
            damage(
                "ledger_transfer",
                None,
                "ledger",
                format!("{reason}; restore a backup"),
            )
        }));
        let read = state
            .db
            .read::<_, StoreError, _>("market.scrub.rows", store::tokens::check_rows);
        let (rows, damaged) = read.await?;
        scrubbed.rows += rows;
        scrubbed
            .damaged
            .extend(damaged.into_iter().map(Damage::from));
        let read = state
            .db
            .read::<_, StoreError, _>("market.scrub.purchases", |tx| {
                let (mut rows, mut damaged) = store::purchases::check_rows(tx)?;
                let (read, of_ledger) = store::ledger::check_rows(tx)?;
                rows += read;
                damaged.extend(of_ledger);
                Ok((rows, damaged))
            });
        let (rows, damaged) = read.await?;
        scrubbed.rows += rows;
        scrubbed
            .damaged
            .extend(damaged.into_iter().map(Damage::from));
    }
    if after.is_none() {
        for source in store::LISTS {
            if counted_list::repair(&state.db, source).await? {
                let reason = "the lists of offers differed from them, and were made again";
                let repaired = damage("counted_entry", None, source.prefix, reason.to_owned());
                scrubbed.repaired.push(repaired);
            }
        }
    }
    let next = state
        .db
        .read::<_, StoreError, _>("market.scrub.token", move |tx| {
            store::tokens::with_snapshot_after(tx, after.as_deref().unwrap_or_default())
        })
        .await?;
    let Some((token, owner)) = next else {
        return Ok(scrubbed);
    };
    scrubbed.next = Some(token.to_string());
    let keys = Vault::of(&state)?.account_keys(&owner).await?;
    let (rows, damaged) = state
        .db
        .read::<_, ApiError, _>("market.scrub", move |tx| chunks(tx, &keys, &token, &owner))
        .await?;
    scrubbed.rows += rows;
    scrubbed.damaged.extend(damaged);
    Ok(scrubbed)
}

fn chunks(
    tx: &lockstep_store::Tx<'_>,
    keys: &AccountKeys,
    token: &TokenId,
    owner: &UserId,
) -> Result<(u64, Vec<Damage>), ApiError> {
    let (mut rows, mut damaged) = (0, Vec::new());
    store::tokens::chunks(tx, token, 0, |nth, chunk| {
        rows += 1;
        let opened = open_sealed(tx, keys, (token, nth), &chunk);
        // Under a stopped key a chunk is not damaged: its owner may resume the key.
        if let Err(error) = opened.map(drop)
            && error.kind != Kind::Encryption
        {
            let row = format!("{token}/{nth}");
            let reason =
                "the chunk does not open: its seller withdraws the token and offers it again";
            damaged.push(damage("market_chunk", Some(owner), &row, reason.to_owned()));
        }
        Ok::<_, ApiError>(true)
    })?;
    Ok((rows, damaged))
}

fn damage(table: &'static str, account: Option<&UserId>, row: &str, reason: String) -> Damage {
    Damage {
        table: table.into(),
        account: account.map(ToString::to_string),
        row: row.to_owned(),
        from: None,
        to: None,
        points: 0,
        reason,
    }
}
