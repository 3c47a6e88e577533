//! Opens every stored definition, deployment and message, and reports those that do not open.

use data_encoding::HEXLOWER;
use lockstep_store::StoreError;
use lockstep_vault::Vault;
use lockstep_web::capability::{Damage, ScrubResult};
use lockstep_web::{ApiError, AppState};

use crate::store::scrub::{self, SealedRow, Table};

/// Checks the rows after a cursor; see [`lockstep_web::Capability::scrub`].
pub(crate) async fn scrub(state: AppState, after: Option<String>) -> Result<ScrubResult, ApiError> {
    let mut scrubbed = ScrubResult::default();
    let Some((table, place)) = parsed(after.as_deref()) else {
        scrubbed.repaired = repair_states(&state).await?;
        for table in Table::ALL {
            scrubbed.damaged.extend(without_ids(&state, table).await?);
        }
        scrubbed.next = cursor(Table::ALL[0], (b"", b""));
        return Ok(scrubbed);
    };
    let rows = state
        .db
        .read::<_, StoreError, _>("agents.scrub", move |tx| {
            scrub::rows_after(tx, table, (&place.0, &place.1), ROWS_AT_ONCE)
        })
        .await?;
    scrubbed.next = match rows.last() {
        Some(last) => cursor(table, (&last.user, &last.id)),
        None => {
            let mut rest = Table::ALL.iter().skip_while(|other| **other != table);
            rest.nth(1).and_then(|next| cursor(*next, (b"", b"")))
        }
    };
    scrubbed.rows = rows.len() as u64;
    for row in rows {
        if let Some(reason) = damage_of(&state, table, &row).await? {
            let account = String::from_utf8_lossy(&row.user).into_owned();
            scrubbed
                .damaged
                .push(damage(table.as_str(), (account, row.shown_id()), reason));
        }
    }
    Ok(scrubbed)
}

async fn damage_of(
    state: &AppState,
    table: Table,
    row: &SealedRow,
) -> Result<Option<&'static str>, ApiError> {
    let Some(user) = row.account() else {
        return Ok(Some("its account is not an id"));
    };
    let Ok(keys) = Vault::of(state)?.account_keys(&user).await else {
        return Ok(Some("the keys of its account are missing"));
    };
    Ok(
        (!scrub::is_whole(table, &keys, row)).then_some(match table {
            Table::Agent => {
                "the definition cannot be read: its owner must delete the agent and create it again"
            }
            Table::Deployment => {
                "the deployment cannot be read: its owner must delete it and deploy it again"
            }
            Table::Message => "the message cannot be read: its owner must delete the chat",
            Table::Workflow => {
                "the workflow cannot be read: its owner stores it again under the same name"
            }
            Table::Version => {
                "the version of a workflow cannot be read: its owner stores the workflow again"
            }
            Table::Run | Table::Step => {
                "the run of a workflow cannot be read: it ends, and is removed with later runs"
            }
        }),
    )
}

async fn without_ids(state: &AppState, table: Table) -> Result<Vec<Damage>, ApiError> {
    let rows = state
        .db
        .read::<_, StoreError, _>("agents.scrub_ids", move |tx| {
            scrub::rows_without_ids(tx, table)
        })
        .await?;
    let reason = "its id or its account is not text: restore it from a backup";
    let damaged = rows
        .into_iter()
        .map(|row| damage(table.as_str(), row, reason));
    Ok(damaged.collect())
}

/// Resets the figures that cannot be read.
async fn repair_states(state: &AppState) -> Result<Vec<Damage>, ApiError> {
    let read = state
        .db
        .read::<_, StoreError, _>("agents.scrub_states", scrub::damaged_states);
    if read.await?.is_empty() {
        return Ok(Vec::new());
    }
    let repaired = state
        .db
        .write::<_, StoreError, _>("agents.repair_states", scrub::repair_states)
        .await?;
    let reason = "parameters or figures of the agent could not be read, and were reset";
    let repaired = repaired
        .into_iter()
        .map(|row| damage("agent_state", row, reason));
    Ok(repaired.collect())
}

fn damage(table: &'static str, (account, row): (String, String), reason: &str) -> Damage {
    Damage {
        table: table.into(),
        account: Some(account),
        row,
        from: None,
        to: None,
        points: 0,
        reason: reason.to_owned(),
    }
}

/// Writes a cursor: the table, and the account and id of the last row in hexadecimal.
fn cursor(table: Table, (user, id): (&[u8], &[u8])) -> Option<String> {
    let (user, id) = (HEXLOWER.encode(user), HEXLOWER.encode(id));
    Some(format!("{}.{user}.{id}", table.as_str()))
}

/// The account and the id of a row, as the store has their bytes.
type RowKey = (Vec<u8>, Vec<u8>);

fn parsed(cursor: Option<&str>) -> Option<(Table, RowKey)> {
    let mut parts = cursor?.split('.');
    let name = parts.next()?;
    let table = Table::ALL
        .into_iter()
        .find(|table| table.as_str() == name)?;
    let mut bytes = || HEXLOWER.decode(parts.next()?.as_bytes()).ok();
    Some((table, (bytes()?, bytes()?)))
}

/// Rows that one portion opens.
const ROWS_AT_ONCE: u32 = 200;
