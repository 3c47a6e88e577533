//! Ceremonies: digests of verification keys that an administrator confirmed.

use lockstep_store::{Actor, Entry, Status, Tx};
use lockstep_web::{ApiError, IdempotencyKey, Page, Paging};
use serde_json::json;

use crate::encryption::Encryption;
use crate::store::ceremonies::{self as rows, Ceremony};

/// The SHA-256 of a verification key, as 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KeyDigest(pub(crate) [u8; 32]);

impl std::str::FromStr for KeyDigest {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        data_encoding::HEXLOWER
            .decode(text.as_bytes())
            .ok()
            .and_then(|bytes| bytes.try_into().ok())
            .map(Self)
            .ok_or("must be 64 hexadecimal digits, as answers give a vkDigest")
    }
}

impl std::fmt::Display for KeyDigest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&data_encoding::HEXLOWER.encode(&self.0))
    }
}

impl Encryption {
    /// Confirms that a verification key comes from a ceremony. A key that was derived here then has the
    /// assurance of the ceremony.
    pub(crate) async fn pin(
        &self,
        actor: Actor,
        user: lockstep_store::id::UserId,
        digest: KeyDigest,
        name: String,
        idempotency_key: IdempotencyKey,
    ) -> Result<Ceremony, ApiError> {
        self.ctx()
            .db
            .write("vault.ceremony.pin", move |tx| {
                idempotency_key.run(tx, &user, |tx| {
                    rows::keep(tx, &digest.0, &name)?;
                    write_audit(tx, &actor, "ceremony.pin", digest, &name)
                })?;
                rows::by_digest(tx, &digest.0)?.ok_or_else(|| {
                    ApiError::not_found_because(
                        "ceremony",
                        "its confirmation was withdrawn after the first request",
                    )
                })
            })
            .await
    }

    /// Withdraws the confirmation of a key.
    pub(crate) async fn unpin(&self, actor: Actor, digest: KeyDigest) -> Result<(), ApiError> {
        self.ctx()
            .db
            .write("vault.ceremony.unpin", move |tx| {
                let known = rows::by_digest(tx, &digest.0)?;
                let known = known.ok_or_else(|| ApiError::not_found("ceremony"))?;
                rows::forget(tx, &digest.0)?;
                write_audit(tx, &actor, "ceremony.unpin", digest, &known.name)
            })
            .await
    }

    /// A page of confirmed ceremonies.
    pub(crate) async fn ceremonies(&self, paging: Paging) -> Result<Page<Ceremony>, ApiError> {
        self.ctx()
            .db
            .read("vault.ceremonies", move |tx| Ok(rows::page(tx, paging)?))
            .await
    }
}

fn write_audit(
    tx: &mut Tx<'_>,
    actor: &Actor,
    action: &'static str,
    digest: KeyDigest,
    name: &str,
) -> Result<(), ApiError> {
    tx.audit(&Entry {
        actor,
        action,
        component: "vault",
        status: Status::Success,
        details: format!("{action} {digest}"),
        metadata: json!({ "vkDigest": digest.to_string(), "name": name }),
    })?;
    Ok(())
}
