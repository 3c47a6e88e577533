//! Seals the private fields of webhooks under the keys of their owner, bound to their row.

use lockstep_store::id::{WebhookDeliveryId, WebhookId};
use lockstep_store::{StoreError, Tx};
use lockstep_vault::AccountKeys;
use lockstep_vault::at_rest::AadContext;
use lockstep_web::ApiError;
use zeroize::Zeroizing;

use super::webhook::WebhookConfig;

/// Seals the address, the description and the secrets of a webhook.
pub(super) fn seal_config(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    id: &WebhookId,
    config: &WebhookConfig,
) -> Result<Vec<u8>, StoreError> {
    let text =
        serde_json::to_vec(config).map_err(|error| StoreError::Damaged(error.to_string()))?;
    let mut text = Zeroizing::new(text);
    // The length then tells little about the address.
    let padded = text.len().next_multiple_of(PADDED_BYTES);
    text.resize(padded, b' ');
    keys.seal(tx, None, config_context(id), b"", &text)
}

/// Opens the output of [`seal_config`].
///
/// # Errors
/// The stored bytes are damaged.
pub(super) fn open_config(
    keys: &AccountKeys,
    id: &WebhookId,
    sealed: &[u8],
) -> Result<WebhookConfig, ApiError> {
    let opened = keys.open_own(config_context(id), sealed);
    let (plain, _) = opened.map_err(|error| unreadable(id, &error.to_string()))?;
    serde_json::from_slice(&plain).map_err(|_| unreadable(id, "it has an unknown format"))
}

fn unreadable(id: &WebhookId, reason: &str) -> ApiError {
    ApiError::internal(format!(
        "the stored address and secret of webhook {id}: {reason}"
    ))
}

/// Seals the message of a delivery.
pub(super) fn seal_message(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    id: &WebhookDeliveryId,
    body: &[u8],
) -> Result<Vec<u8>, StoreError> {
    keys.seal(tx, None, message_context(id), b"", body)
}

/// Opens the output of [`seal_message`]; `None` if the stored bytes are damaged.
pub(super) fn open_message(
    keys: &AccountKeys,
    id: &WebhookDeliveryId,
    sealed: &[u8],
) -> Option<Vec<u8>> {
    let (plain, _) = keys.open_own(message_context(id), sealed).ok()?;
    Some(plain.to_vec())
}

fn config_context(id: &WebhookId) -> AadContext<'_> {
    AadContext {
        what: "webhook",
        row: id.as_str().as_bytes(),
    }
}

fn message_context(id: &WebhookDeliveryId) -> AadContext<'_> {
    AadContext {
        what: "webhook_delivery",
        row: id.as_str().as_bytes(),
    }
}

/// The plaintext of a sealed address is padded to a multiple of this length.
const PADDED_BYTES: usize = 256;
