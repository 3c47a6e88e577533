//! The rotations of the attestation key, as the store keeps them.

use lockstep_documents::rotation::{Chain, Rotation};
use lockstep_store::{Actor, Entry, Status, StoreError, Tx, params};
use serde_json::json;

/// Records rotations that the store does not have yet, each with its audit entry.
pub(crate) fn record(tx: &mut Tx<'_>, rotations: &[Rotation]) -> Result<(), StoreError> {
    for rotation in rotations {
        // The record contains its number; an invalid rotation is not recorded.
        let Ok(chain) = Chain::new(std::slice::from_ref(rotation)) else {
            continue;
        };
        let number = i64::try_from(chain.number()).unwrap_or(i64::MAX);
        let text = serde_json::to_string(rotation)
            .map_err(|error| StoreError::Damaged(format!("a rotation: {error}")))?;
        let new = tx.execute(
            "INSERT INTO attestation_rotation(number, at, rotation) VALUES (?1, ?2, ?3)
             ON CONFLICT (number) DO NOTHING",
            params![number, tx.now(), &text],
        )?;
        if new == 0 {
            continue;
        }
        tx.audit(&Entry {
            actor: &Actor::system(),
            action: "attestation.rotate",
            component: "vault",
            status: Status::Success,
            details: format!("attestation.rotate {number}"),
            metadata: json!({
                "number": number, "old": rotation.by_old.key, "new": rotation.by_new.key,
            }),
        })?;
    }
    Ok(())
}

/// Every rotation that the store has, the oldest first; those that cannot be read are left out.
pub(crate) fn all(tx: &Tx<'_>) -> Result<Vec<Rotation>, StoreError> {
    let rows = tx.query(
        "SELECT CAST(rotation AS BLOB) FROM attestation_rotation ORDER BY number",
        &[],
        |row| row.at(0),
    )?;
    Ok(readable(rows))
}

/// The rotations that can be read.
pub(crate) fn readable(rows: Vec<Vec<u8>>) -> Vec<Rotation> {
    let read = |bytes: Vec<u8>| serde_json::from_slice(&bytes).ok();
    rows.into_iter().filter_map(read).collect()
}
