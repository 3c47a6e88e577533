//! Recomputes the ledger, checks the rows of offers, purchases and transfers, compares their terms with the audit log, and
//! opens the offered data.

use std::collections::BTreeSet;

use lockstep_datasets::hold::hold;
use lockstep_store::StoreError;
use lockstep_web::capability::{self, Damage, ScrubResult};
use lockstep_web::{ApiError, AppState};

use super::damage;
use crate::store;

/// Reads the offer after the one that `after` names: listings first, then tokens with their snapshots; see
/// [`lockstep_web::Capability::scrub`]. The first portion recomputes the ledger.
pub(crate) async fn scrub(state: AppState, after: Option<String>) -> Result<ScrubResult, ApiError> {
    let mut scrubbed = ScrubResult::default();
    if after.is_none() {
        scrubbed.repaired = repair_holds(&state).await?;
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
        scrub_rows(&state, &mut scrubbed).await?;
        scrub_terms(&state, &mut scrubbed).await?;
        scrubbed.repaired.extend(repair_lists(&state).await?);
    }
    super::scrub_offers::next_offer(&state, after.as_deref().unwrap_or_default(), &mut scrubbed)
        .await?;
    Ok(scrubbed)
}

/// Checks the columns of the offers, purchases and transfers.
async fn scrub_rows(state: &AppState, scrubbed: &mut ScrubResult) -> Result<(), ApiError> {
    let read = state
        .db
        .read::<_, StoreError, _>("market.scrub.rows", |tx| {
            let (mut rows, mut damaged) = store::tokens::check_rows(tx)?;
            for check in [
                store::listings::check_rows,
                store::items::check_rows,
                store::snapshots::check_rows,
                store::roots::check_rows,
                store::mistyped_rows::check_rows,
            ] {
                let (read, found) = check(tx)?;
                rows += read;
                damaged.extend(found);
            }
            Ok((rows, damaged))
        });
    let (rows, damaged) = read.await?;
    scrubbed.rows += rows;
    scrubbed
        .damaged
        .extend(damaged.into_iter().map(Damage::from));
    let read = state
        .db
        .read::<_, StoreError, _>("market.scrub.purchases", |tx| {
            let (mut rows, mut damaged) = store::purchases::check_rows(tx)?;
            damaged.extend(store::purchases::missing(tx)?);
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
    Ok(())
}

/// Compares the terms of offers and purchases with the audit log. A row that is named already has one line.
async fn scrub_terms(state: &AppState, scrubbed: &mut ScrubResult) -> Result<(), ApiError> {
    let read = state
        .db
        .read::<_, StoreError, _>("market.scrub.terms", store::terms::check_rows);
    let differing = read.await?;
    let damaged = scrubbed.damaged.iter();
    let named: BTreeSet<(&str, &str)> = damaged.map(|one| (&*one.table, &*one.row)).collect();
    let others = differing
        .into_iter()
        .filter(|one| !named.contains(&(one.table, &*one.row)));
    let others: Vec<Damage> = others.map(Damage::from).collect();
    scrubbed.damaged.extend(others);
    Ok(())
}

/// Makes lists of offers again that differ from the offers.
async fn repair_lists(state: &AppState) -> Result<Vec<Damage>, ApiError> {
    let mut repaired = Vec::new();
    for source in store::LISTS {
        repaired.extend(capability::repair_lists(&state.db, source, "offers").await?);
    }
    Ok(repaired)
}

/// Recreates missing holds that listings and purchases need, unless their version is gone.
async fn repair_holds(state: &AppState) -> Result<Vec<Damage>, ApiError> {
    let read = state
        .db
        .read::<_, StoreError, _>("market.scrub.holds", store::lost_holds::find);
    let mut repaired = Vec::new();
    for lost in read.await? {
        let one = lost.clone();
        let write = state
            .db
            .write::<_, ApiError, _>("market.scrub.hold", move |tx| {
                let version = (&one.dataset, one.version);
                hold(tx, &one.owner, version, (&one.holder, one.retention))
            });
        // Without its version the listing or the purchase is named as damaged.
        if write.await.is_ok() {
            let reason = "a hold on a version of a dataset was missing, and was created again";
            let row = format!(
                "{} version {} for {}",
                lost.dataset, lost.version, lost.holder
            );
            repaired.push(damage(
                "dataset_hold",
                Some(&lost.owner),
                &row,
                reason.to_owned(),
            ));
        }
    }
    Ok(repaired)
}
