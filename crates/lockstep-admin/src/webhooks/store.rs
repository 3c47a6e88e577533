//! Rows of webhooks and of events that wait for them; with `store/`, the only SQL of this module.

pub(super) mod deliveries;

use lockstep_store::id::{UserId, WebhookId};
use lockstep_store::{
    CountedColumns, DamagedRow, Row, RowName, StorageUsage, StoreError, Timestamp, Tx, params,
};
use lockstep_web::Paging;

use super::webhook::{Reason, Webhook};

const WEBHOOK_COLUMNS: &str = "id, user_id, scope, status, reason, config, created_at, updated_at, failing_since, \
    delivered_at, skipped";

const WEBHOOK_ROW: RowName = RowName {
    table: "webhook",
    account: Some(1),
    row: Some(0),
};

fn webhook(row: &Row<'_>) -> Result<Webhook, StoreError> {
    let reason: Option<&str> = row.at(4)?;
    let reason = reason.map(str::parse::<Reason>).transpose();
    Ok(Webhook {
        id: row.parse(0)?,
        user: row.parse(1)?,
        scope: row.parse(2)?,
        status: row.parse(3)?,
        reason: reason.map_err(|()| row.wrong(4, "why a webhook stopped"))?,
        config: row.at(5)?,
        created_at: row.at(6)?,
        updated_at: row.at(7)?,
        failing_since: row.at(8)?,
        delivered_at: row.at(9)?,
        skipped: row.at(10)?,
    })
}

pub(super) fn insert(
    tx: &mut Tx<'_>,
    webhook: &Webhook,
    types: &[&'static str],
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO webhook(id, user_id, scope, status, config, created_at, updated_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![
            &webhook.id,
            &webhook.user,
            webhook.scope.as_str(),
            webhook.status.as_str(),
            &webhook.config,
            webhook.created_at,
            webhook.updated_at
        ],
    )?;
    set_types(tx, webhook, types)
}

/// Replaces the selected event types of a webhook.
pub(super) fn set_types(
    tx: &mut Tx<'_>,
    webhook: &Webhook,
    types: &[&'static str],
) -> Result<(), StoreError> {
    tx.execute(
        "DELETE FROM webhook_type WHERE webhook_id = ?1",
        params![&webhook.id],
    )?;
    for topic in types {
        tx.execute(
            "INSERT INTO webhook_type(webhook_id, topic, user_id, subject) VALUES (?1, ?2, ?3, ?4)",
            params![
                &webhook.id,
                *topic,
                &webhook.user,
                webhook.scope.subject(&webhook.user)
            ],
        )?;
    }
    Ok(())
}

/// Stores the changeable fields of a webhook.
pub(super) fn update(tx: &mut Tx<'_>, webhook: &Webhook) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE webhook SET status = ?2, reason = ?3, config = ?4, updated_at = ?5, failing_since = ?6,
             delivered_at = ?7, skipped = ?8 WHERE id = ?1",
        params![
            &webhook.id,
            webhook.status.as_str(),
            webhook.reason.map(Reason::as_str),
            &webhook.config,
            webhook.updated_at,
            webhook.failing_since,
            webhook.delivered_at,
            i64::try_from(webhook.skipped).unwrap_or(i64::MAX)
        ],
    )?;
    Ok(())
}

/// Returns a webhook of an account.
pub(super) fn of_user(
    tx: &Tx<'_>,
    user: &UserId,
    id: &WebhookId,
) -> Result<Option<Webhook>, StoreError> {
    tx.query_opt(
        &format!("SELECT {WEBHOOK_COLUMNS} FROM webhook WHERE id = ?1 AND user_id = ?2"),
        params![id, user],
        webhook,
    )
}

/// Returns a webhook; `None` also for a damaged row, which a scrub reports.
pub(super) fn readable(tx: &Tx<'_>, id: &WebhookId) -> Result<Option<Webhook>, StoreError> {
    let sql = format!("SELECT {WEBHOOK_COLUMNS} FROM webhook WHERE id = ?1");
    // Not logged: a due delivery asks again every second.
    let (found, _) = tx.query_readable(WEBHOOK_ROW, &sql, params![id], webhook)?;
    Ok(found.into_iter().next())
}

/// Returns a page of the webhooks of an account, the oldest first, and their number.
pub(super) fn page(
    tx: &Tx<'_>,
    user: &UserId,
    paging: Paging,
) -> Result<(Vec<Webhook>, u64), StoreError> {
    let sql = format!(
        "SELECT {WEBHOOK_COLUMNS} FROM webhook WHERE user_id = ?1 ORDER BY id LIMIT ?2 OFFSET ?3"
    );
    let all = tx.query_skipping(
        WEBHOOK_ROW,
        &sql,
        params![user, paging.limit, paging.offset()],
        webhook,
    )?;
    Ok((all, count(tx, user)?))
}

pub(super) fn count(tx: &Tx<'_>, user: &UserId) -> Result<u64, StoreError> {
    let sql = "SELECT COUNT(*) FROM webhook WHERE user_id = ?1";
    tx.query_one(sql, params![user], |row| row.at(0))
}

/// Returns the event types of a webhook in alphabetical order.
pub(super) fn types(tx: &Tx<'_>, id: &WebhookId) -> Result<Vec<String>, StoreError> {
    let sql = "SELECT topic FROM webhook_type WHERE webhook_id = ?1 ORDER BY topic";
    let name = RowName {
        table: "webhook_type",
        account: None,
        row: Some(0),
    };
    tx.query_skipping(name, sql, params![id], |row| row.at(0))
}

/// Removes a webhook of an account; its deliveries are removed in portions. Returns whether there was one.
pub(super) fn remove(tx: &mut Tx<'_>, user: &UserId, id: &WebhookId) -> Result<bool, StoreError> {
    let removed = tx.execute(
        "DELETE FROM webhook WHERE id = ?1 AND user_id = ?2",
        params![id, user],
    )?;
    if removed > 0 {
        tx.execute(
            "DELETE FROM webhook_type WHERE webhook_id = ?1",
            params![id],
        )?;
    }
    Ok(removed > 0)
}

/// An event that waits until its deliveries are queued.
#[derive(Clone, Debug)]
pub(super) struct WaitingEvent {
    pub(super) at: Timestamp,
    pub(super) user: UserId,
    pub(super) topic: String,
    pub(super) payload: serde_json::Value,
}

/// Returns the numbers of the oldest waiting events.
pub(super) fn waiting(tx: &Tx<'_>, limit: u32) -> Result<Vec<i64>, StoreError> {
    let sql = "SELECT seq FROM webhook_event ORDER BY seq LIMIT ?1";
    tx.query(sql, params![limit], |row| row.at(0))
}

/// Removes a waiting event and returns it; `None` if it is gone or damaged.
pub(super) fn take(tx: &mut Tx<'_>, seq: i64) -> Result<Option<WaitingEvent>, StoreError> {
    let name = RowName {
        table: "webhook_event",
        account: Some(1),
        row: Some(4),
    };
    let found = tx.query_skipping(
        name,
        "SELECT at, user_id, topic, payload, seq FROM webhook_event WHERE seq = ?1",
        params![seq],
        |row| {
            let payload: &str = row.at(3)?;
            Ok(WaitingEvent {
                at: row.at(0)?,
                user: row.parse(1)?,
                topic: row.at(2)?,
                payload: serde_json::from_str(payload)
                    .map_err(|_| row.wrong(3, "the payload of an event"))?,
            })
        },
    )?;
    tx.execute("DELETE FROM webhook_event WHERE seq = ?1", params![seq])?;
    Ok(found.into_iter().next())
}

/// Removes the oldest waiting events; returns their number.
pub(super) fn drop_waiting(tx: &mut Tx<'_>, limit: u32) -> Result<usize, StoreError> {
    let sql = "DELETE FROM webhook_event WHERE seq IN (SELECT seq FROM webhook_event ORDER BY seq LIMIT ?1)";
    tx.execute(sql, params![limit])
}

/// Returns the accounts with a webhook that selects one of these waiting events.
pub(super) fn owners(tx: &Tx<'_>, first: i64, last: i64) -> Result<Vec<UserId>, StoreError> {
    let sql = "SELECT DISTINCT t.user_id FROM webhook_event AS e JOIN webhook_type AS t
         ON t.topic = e.topic AND t.subject IN (e.user_id, '*') WHERE e.seq BETWEEN ?1 AND ?2";
    let name = RowName {
        table: "webhook_type",
        account: Some(0),
        row: None,
    };
    tx.query_skipping(name, sql, params![first, last], |row| row.parse(0))
}

/// Returns the webhooks that select an event.
pub(super) fn selecting(tx: &Tx<'_>, event: &WaitingEvent) -> Result<Vec<Webhook>, StoreError> {
    let sql = format!(
        "SELECT {WEBHOOK_COLUMNS} FROM webhook WHERE id IN (
             SELECT webhook_id FROM webhook_type WHERE topic = ?1 AND subject IN (?2, '*')) ORDER BY id"
    );
    tx.query_skipping(
        WEBHOOK_ROW,
        &sql,
        params![&event.topic, &event.user],
        webhook,
    )
}

/// Removes the rows of an account: its webhooks and deliveries, and its data in the deliveries of other accounts.
pub(super) fn erase(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    for table in [
        "webhook_delivery",
        "webhook_event",
        "webhook_type",
        "webhook",
    ] {
        tx.execute(
            // The bytes of the id may be stored as another type.
            &format!("DELETE FROM {table} WHERE user_id = ?1 OR user_id = CAST(?1 AS BLOB)"),
            params![user],
        )?;
    }
    tx.execute(
        "DELETE FROM webhook_delivery WHERE about = ?1 OR about = CAST(?1 AS BLOB)",
        params![user],
    )?;
    Ok(())
}

/// Returns the bytes of an account's webhooks and deliveries, as the triggers of `account_usage` count them.
pub(super) fn usage(tx: &Tx<'_>, user: &UserId) -> Result<StorageUsage, StoreError> {
    StorageUsage::of_columns(tx, user, COUNTED_COLUMNS)
}

/// Returns the webhooks after an id.
pub(super) fn portion(
    tx: &Tx<'_>,
    after: &str,
    limit: u32,
) -> Result<RowBatch<Webhook>, StoreError> {
    let mut last = None;
    let sql = format!("SELECT {WEBHOOK_COLUMNS} FROM webhook WHERE id > ?1 ORDER BY id LIMIT ?2");
    let (all, damaged) = tx.query_readable(WEBHOOK_ROW, &sql, params![after, limit], |row| {
        last = Some(row.shown(0));
        webhook(row)
    })?;
    // A damaged id may sort after every cursor: a scrub must end.
    Ok(RowBatch {
        rows: all,
        damaged,
        last: last.filter(|last| last.as_str() > after),
    })
}

/// A part of the rows of a table, as a scrub reads them.
pub(super) struct RowBatch<T> {
    pub(super) rows: Vec<T>,
    pub(super) damaged: Vec<DamagedRow>,
    /// The last id; `None` at the end.
    pub(super) last: Option<String>,
}

const COUNTED_COLUMNS: &[CountedColumns] = &[
    CountedColumns {
        table: "webhook",
        columns: &["config"],
    },
    CountedColumns {
        table: "webhook_delivery",
        columns: &["body"],
    },
];
