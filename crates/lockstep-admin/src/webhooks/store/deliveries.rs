//! Rows of deliveries: the queue and the log.

use lockstep_store::counted_list::{self, Source};
use lockstep_store::id::{UserId, WebhookDeliveryId, WebhookId};
use lockstep_store::{Row, RowName, StoreError, Timestamp, Tx, params};
use lockstep_web::Paging;

use super::RowBatch;
use crate::webhooks::webhook::{AttemptError, Delivery, DeliveryStatus};

const DELIVERY_COLUMNS: &str = "id, topic, status, created_at, attempts, next_at, last_at, last_code, last_error, \
    last_milliseconds, user_id";

const DELIVERY_ROW: RowName = RowName {
    table: "webhook_delivery",
    account: Some(10),
    row: Some(0),
};

fn delivery(row: &Row<'_>) -> Result<Delivery, StoreError> {
    let error: Option<&str> = row.at(8)?;
    let error = error.map(str::parse::<AttemptError>).transpose();
    Ok(Delivery {
        id: row.parse(0)?,
        topic: row.at(1)?,
        status: row.parse(2)?,
        created_at: row.at(3)?,
        attempts: row.at(4)?,
        next_at: row.at(5)?,
        last_at: row.at(6)?,
        last_code: row.at(7)?,
        last_error: error.map_err(|()| row.wrong(8, "why an attempt failed"))?,
        last_milliseconds: row.at(9)?,
    })
}

/// A delivery to queue.
pub(in crate::webhooks) struct NewDelivery<'a> {
    pub(in crate::webhooks) id: &'a WebhookDeliveryId,
    pub(in crate::webhooks) webhook: &'a WebhookId,
    pub(in crate::webhooks) user: &'a UserId,
    /// The account that the event concerns.
    pub(in crate::webhooks) about: &'a UserId,
    pub(in crate::webhooks) topic: &'a str,
    pub(in crate::webhooks) sealed: &'a [u8],
}

/// Queues a delivery: its first attempt is due now.
pub(in crate::webhooks) fn insert(
    tx: &mut Tx<'_>,
    new: &NewDelivery<'_>,
) -> Result<(), StoreError> {
    let now = tx.now();
    tx.execute(
        "INSERT INTO webhook_delivery(id, webhook_id, user_id, about, topic, body, status, created_at, next_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'pending', ?7, ?7)",
        params![new.id, new.webhook, new.user, new.about, new.topic, new.sealed, now],
    )?;
    Ok(())
}

/// Returns a delivery of a webhook.
pub(in crate::webhooks) fn by_id(
    tx: &Tx<'_>,
    webhook: &WebhookId,
    id: &WebhookDeliveryId,
) -> Result<Option<Delivery>, StoreError> {
    tx.query_opt(
        &format!(
            "SELECT {DELIVERY_COLUMNS} FROM webhook_delivery WHERE id = ?1 AND webhook_id = ?2"
        ),
        params![id, webhook],
        delivery,
    )
}

/// Returns a page of the log of a webhook, the newest first, and the number of its deliveries.
pub(in crate::webhooks) fn page(
    tx: &Tx<'_>,
    webhook: &WebhookId,
    status: Option<DeliveryStatus>,
    paging: Paging,
) -> Result<(Vec<Delivery>, u64), StoreError> {
    let status = status.map(DeliveryStatus::as_str);
    let list = match status {
        None => format!("webhook_delivery:{webhook}"),
        Some(status) => format!("webhook_delivery:{webhook}:{status}"),
    };
    // An entry of a damaged list shows no delivery that the caller did not ask for.
    let sql = format!(
        "SELECT {DELIVERY_COLUMNS} FROM webhook_delivery
         WHERE id = ?1 AND webhook_id = ?2 AND (?3 IS NULL OR status = ?3)"
    );
    let mut all = Vec::new();
    for id in counted_list::ids(tx, &list, paging.newest())? {
        let found =
            tx.query_skipping(DELIVERY_ROW, &sql, params![&id, webhook, status], delivery)?;
        all.extend(found);
    }
    Ok((all, counted_list::total(tx, &list)?))
}

/// The lists of the deliveries of each webhook, and of those with each status.
pub(in crate::webhooks) const LISTS: Source = Source {
    prefix: "webhook_delivery:",
    entries: "SELECT 'webhook_delivery:' || webhook_id AS list, id FROM webhook_delivery
        UNION ALL SELECT 'webhook_delivery:' || webhook_id || ':' || status, id FROM webhook_delivery",
};

/// Counts the pending deliveries of an account.
pub(in crate::webhooks) fn pending(tx: &Tx<'_>, user: &UserId) -> Result<u64, StoreError> {
    let sql = "SELECT COUNT(*) FROM webhook_delivery WHERE user_id = ?1 AND next_at IS NOT NULL";
    tx.query_one(sql, params![user], |row| row.at(0))
}

/// Counts the pending deliveries of a webhook.
pub(in crate::webhooks) fn pending_of(tx: &Tx<'_>, id: &WebhookId) -> Result<u64, StoreError> {
    let sql = "SELECT COUNT(*) FROM webhook_delivery WHERE webhook_id = ?1 AND next_at IS NOT NULL";
    tx.query_one(sql, params![id], |row| row.at(0))
}

/// Returns the active webhooks after an id that have a due delivery, in the order of their ids, with their owners.
pub(in crate::webhooks) fn due(
    tx: &Tx<'_>,
    after: &str,
    limit: u32,
) -> Result<Vec<(WebhookId, UserId)>, StoreError> {
    let name = RowName {
        table: "webhook_delivery",
        account: Some(1),
        row: Some(0),
    };
    // One step of the index for each webhook with pending deliveries, however many it has. A damaged row is not
    // logged every second; a scrub reports it.
    let found = tx.query_readable(
        name,
        "WITH RECURSIVE pending(id) AS (
             SELECT MIN(webhook_id) FROM webhook_delivery WHERE next_at IS NOT NULL AND webhook_id > ?1
             UNION ALL
             SELECT (SELECT MIN(d.webhook_id) FROM webhook_delivery AS d
                     WHERE d.next_at IS NOT NULL AND d.webhook_id > pending.id)
             FROM pending WHERE pending.id IS NOT NULL)
         SELECT w.id, w.user_id FROM pending JOIN webhook AS w ON w.id = pending.id
         WHERE w.status = 'active' AND EXISTS (
             SELECT 1 FROM webhook_delivery AS d
             WHERE d.webhook_id = pending.id AND d.next_at IS NOT NULL AND d.next_at <= ?2)
         LIMIT ?3",
        params![after, tx.now(), limit],
        |row| Ok((row.parse(0)?, row.parse(1)?)),
    );
    found.map(|(readable, _)| readable)
}

/// Returns the due deliveries of a webhook, the longest due first.
pub(in crate::webhooks) fn due_of(
    tx: &Tx<'_>,
    webhook: &WebhookId,
    limit: u32,
) -> Result<Vec<WebhookDeliveryId>, StoreError> {
    let name = RowName {
        table: "webhook_delivery",
        account: None,
        row: Some(0),
    };
    let found = tx.query_readable(
        name,
        "SELECT id FROM webhook_delivery WHERE webhook_id = ?1 AND next_at IS NOT NULL AND next_at <= ?2
         ORDER BY next_at, id LIMIT ?3",
        params![webhook, tx.now(), limit],
        |row| row.parse(0),
    );
    found.map(|(readable, _)| readable)
}

/// A due delivery with its sealed message.
pub(in crate::webhooks) struct DueDelivery {
    pub(in crate::webhooks) sealed: Vec<u8>,
    pub(in crate::webhooks) attempts: u32,
    pub(in crate::webhooks) first_at: Option<Timestamp>,
}

/// Returns a delivery if it is due.
pub(in crate::webhooks) fn if_due(
    tx: &Tx<'_>,
    id: &WebhookDeliveryId,
) -> Result<Option<DueDelivery>, StoreError> {
    tx.query_opt(
        "SELECT body, attempts, first_at FROM webhook_delivery
         WHERE id = ?1 AND next_at IS NOT NULL AND next_at <= ?2",
        params![id, tx.now()],
        |row| {
            Ok(DueDelivery {
                sealed: row.at(0)?,
                attempts: row.at(1)?,
                first_at: row.at(2)?,
            })
        },
    )
}

/// The result of an attempt.
pub(in crate::webhooks) struct Attempt {
    pub(in crate::webhooks) status: DeliveryStatus,
    pub(in crate::webhooks) began_at: Timestamp,
    pub(in crate::webhooks) code: Option<u16>,
    pub(in crate::webhooks) error: Option<AttemptError>,
    pub(in crate::webhooks) milliseconds: u32,
    /// The time of the next attempt of a pending delivery.
    pub(in crate::webhooks) next_at: Option<Timestamp>,
}

/// Stores the result of an attempt of a pending delivery; returns whether the delivery is still there.
pub(in crate::webhooks) fn record(
    tx: &mut Tx<'_>,
    id: &WebhookDeliveryId,
    attempt: &Attempt,
) -> Result<bool, StoreError> {
    let changed = tx.execute(
        "UPDATE webhook_delivery SET status = ?2, attempts = attempts + 1, next_at = ?3, last_at = ?4,
             last_code = ?5, last_error = ?6, last_milliseconds = ?7, first_at = coalesce(first_at, ?4)
         WHERE id = ?1 AND next_at IS NOT NULL",
        params![
            id,
            attempt.status.as_str(),
            attempt.next_at,
            attempt.began_at,
            attempt.code.map(i32::from),
            attempt.error.map(AttemptError::as_str),
            attempt.milliseconds
        ],
    )?;
    Ok(changed > 0)
}

/// Makes a delivery due now, with all attempts again unless it is pending.
pub(in crate::webhooks) fn resend(
    tx: &mut Tx<'_>,
    id: &WebhookDeliveryId,
) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE webhook_delivery SET status = 'pending', next_at = ?2,
             attempts = CASE WHEN next_at IS NULL THEN 0 ELSE attempts END,
             first_at = CASE WHEN next_at IS NULL THEN NULL ELSE first_at END
         WHERE id = ?1",
        params![id, tx.now()],
    )?;
    Ok(())
}

/// Whether a pending delivery would be attempted after a time.
pub(in crate::webhooks) fn has_later(tx: &Tx<'_>, time: Timestamp) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM webhook_delivery WHERE next_at IS NOT NULL AND next_at > ?1 LIMIT 1",
        params![time],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Makes the pending deliveries due now that would be attempted after a time; returns their number.
pub(in crate::webhooks) fn hurry(
    tx: &mut Tx<'_>,
    time: Timestamp,
    limit: u32,
) -> Result<usize, StoreError> {
    tx.execute(
        "UPDATE webhook_delivery SET next_at = ?1 WHERE id IN (
             SELECT id FROM webhook_delivery WHERE next_at IS NOT NULL AND next_at > ?2 LIMIT ?3)",
        params![tx.now(), time, limit],
    )
}

/// Moves the due deliveries of a webhook to a later time, without an attempt.
pub(in crate::webhooks) fn postpone(
    tx: &mut Tx<'_>,
    webhook: &WebhookId,
    until: Timestamp,
    limit: u32,
) -> Result<usize, StoreError> {
    tx.execute(
        "UPDATE webhook_delivery SET next_at = ?2 WHERE id IN (
             SELECT id FROM webhook_delivery WHERE webhook_id = ?1 AND next_at IS NOT NULL AND next_at <= ?3
             LIMIT ?4)",
        params![webhook, until, tx.now(), limit],
    )
}

/// Removes deliveries that were queued before a time; returns their number.
pub(in crate::webhooks) fn forget(
    tx: &mut Tx<'_>,
    before: Timestamp,
    limit: u32,
) -> Result<usize, StoreError> {
    tx.execute(
        "DELETE FROM webhook_delivery WHERE id IN (
             SELECT id FROM webhook_delivery WHERE created_at < ?1 LIMIT ?2)",
        params![before, limit],
    )
}

/// Removes deliveries of a removed webhook; returns their number.
pub(in crate::webhooks) fn forget_of(
    tx: &mut Tx<'_>,
    webhook: &str,
    limit: u32,
) -> Result<usize, StoreError> {
    tx.execute(
        "DELETE FROM webhook_delivery WHERE id IN (
             SELECT id FROM webhook_delivery WHERE webhook_id = ?1 LIMIT ?2)",
        params![webhook, limit],
    )
}

/// Removes deliveries of an account, and those that concern it; returns their number.
pub(in crate::webhooks) fn forget_account(
    tx: &mut Tx<'_>,
    user: &UserId,
    limit: u32,
) -> Result<usize, StoreError> {
    tx.execute(
        "DELETE FROM webhook_delivery WHERE id IN (
             SELECT id FROM webhook_delivery WHERE user_id = ?1
             UNION SELECT id FROM webhook_delivery WHERE about = ?1 LIMIT ?2)",
        params![user, limit],
    )
}

/// Returns a removed webhook whose deliveries are still stored.
pub(in crate::webhooks) fn removed_webhook(tx: &Tx<'_>) -> Result<Option<String>, StoreError> {
    let found = tx.query_opt(
        "WITH RECURSIVE named(id) AS (
             SELECT MIN(webhook_id) FROM webhook_delivery
             UNION ALL
             SELECT (SELECT MIN(d.webhook_id) FROM webhook_delivery AS d WHERE d.webhook_id > named.id)
             FROM named WHERE named.id IS NOT NULL)
         SELECT id FROM named
         WHERE id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM webhook WHERE webhook.id = named.id) LIMIT 1",
        &[],
        |row| Ok(row.shown(0)),
    )?;
    Ok(found)
}

/// A delivery's sealed message, as a scrub opens it.
pub(in crate::webhooks) struct SealedMessage {
    pub(in crate::webhooks) id: WebhookDeliveryId,
    pub(in crate::webhooks) user: UserId,
    pub(in crate::webhooks) sealed: Vec<u8>,
}

/// Returns the deliveries after an id.
pub(in crate::webhooks) fn portion(
    tx: &Tx<'_>,
    after: &str,
    limit: u32,
) -> Result<RowBatch<SealedMessage>, StoreError> {
    let mut last = None;
    let sql = format!(
        "SELECT {DELIVERY_COLUMNS}, body FROM webhook_delivery WHERE id > ?1 ORDER BY id LIMIT ?2"
    );
    let (all, damaged) = tx.query_readable(DELIVERY_ROW, &sql, params![after, limit], |row| {
        last = Some(row.shown(0));
        Ok(SealedMessage {
            id: delivery(row)?.id,
            user: row.parse(10)?,
            sealed: row.at(11)?,
        })
    })?;
    // A damaged id may sort after every cursor: a scrub must end.
    Ok(RowBatch {
        rows: all,
        damaged,
        last: last.filter(|last| last.as_str() > after),
    })
}
