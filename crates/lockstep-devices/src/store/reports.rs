//! The times of the events of reported states, which devices send at any rate.

use std::time::Duration;

use lockstep_store::id::{DeviceId, UserId};
use lockstep_store::{RowName, StoreError, Tx, params};

/// Whether the event of a changed reported state is written now. If not, it is due [`EVENT_PAUSE`] after the last one.
pub(crate) fn take_event(
    tx: &mut Tx<'_>,
    user: &UserId,
    id: &DeviceId,
) -> Result<bool, StoreError> {
    let (now, pause) = (tx.now(), milliseconds(EVENT_PAUSE));
    let deferred = tx.execute(
        "UPDATE uadm_device SET event_due = coalesce(event_due, event_at + ?4)
         WHERE user_id = ?1 AND id = ?2 AND event_at <= ?3 AND event_at > ?3 - ?4",
        params![user, id, now, pause],
    )?;
    if deferred == 0 {
        note_event(tx, user, id)?;
    }
    Ok(deferred == 0)
}

/// Records that the event of a device is written now.
pub(crate) fn note_event(tx: &mut Tx<'_>, user: &UserId, id: &DeviceId) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE uadm_device SET event_at = ?3, event_due = NULL WHERE user_id = ?1 AND id = ?2",
        params![user, id, tx.now()],
    )?;
    Ok(())
}

/// Returns at most `limit` devices whose event is due. A time that is too far ahead counts: the clock was set back.
pub(crate) fn due_events(tx: &Tx<'_>, limit: u32) -> Result<Vec<(UserId, DeviceId)>, StoreError> {
    let name = RowName {
        table: "uadm_device",
        account: Some(0),
        row: Some(1),
    };
    tx.query_skipping(
        name,
        "SELECT user_id, id FROM uadm_device
         WHERE event_due IS NOT NULL AND (event_due <= ?1 OR event_due > ?1 + ?2)
         ORDER BY event_due LIMIT ?3",
        params![tx.now(), milliseconds(EVENT_PAUSE), limit],
        |row| Ok((row.parse(0)?, row.parse(1)?)),
    )
}

fn milliseconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

/// The shortest time between two events of a device's reported state.
const EVENT_PAUSE: Duration = Duration::from_secs(10);
