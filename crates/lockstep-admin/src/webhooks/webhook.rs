//! Webhooks and deliveries, and the rules for their fields.

use lockstep_store::id::{UserId, WebhookDeliveryId, WebhookId};
use lockstep_store::{EventKind, EventReaders, Timestamp};
use lockstep_web::{ApiError, WebhookPolicy, free_text};
use serde::{Deserialize, Serialize};
use url::{Host, Url};
use utoipa::ToSchema;

use super::address::is_allowed;
use super::signature::Secret;

/// A webhook as stored.
#[derive(Clone, Debug)]
pub(crate) struct Webhook {
    pub(crate) id: WebhookId,
    pub(crate) user: UserId,
    pub(crate) scope: Scope,
    pub(crate) status: Status,
    pub(crate) reason: Option<Reason>,
    /// The sealed [`WebhookConfig`].
    pub(crate) config: Vec<u8>,
    pub(crate) created_at: Timestamp,
    pub(crate) updated_at: Timestamp,
    /// The first failed attempt since the last success.
    pub(crate) failing_since: Option<Timestamp>,
    pub(crate) delivered_at: Option<Timestamp>,
    /// The number of events that were not queued.
    pub(crate) skipped: u64,
}

/// The private fields of a webhook: an address may contain a password.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct WebhookConfig {
    pub(crate) url: String,
    pub(crate) description: String,
    pub(crate) secret: Secret,
    pub(crate) previous: Option<PreviousSecret>,
}

/// The secret before the last rotation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PreviousSecret {
    pub(crate) secret: Secret,
    pub(crate) until: Timestamp,
}

impl WebhookConfig {
    /// Returns the secrets that sign a message at a time, the current one first.
    pub(crate) fn secrets(&self, now: Timestamp) -> Vec<Secret> {
        let previous = self.previous.iter().filter(|previous| previous.until > now);
        std::iter::once(&self.secret)
            .chain(previous.map(|previous| &previous.secret))
            .cloned()
            .collect()
    }
}

/// A delivery as the log shows it.
#[derive(Clone, Debug)]
pub(crate) struct Delivery {
    pub(crate) id: WebhookDeliveryId,
    pub(crate) topic: String,
    pub(crate) status: DeliveryStatus,
    pub(crate) created_at: Timestamp,
    pub(crate) attempts: u32,
    pub(crate) next_at: Option<Timestamp>,
    pub(crate) last_at: Option<Timestamp>,
    pub(crate) last_code: Option<u32>,
    pub(crate) last_error: Option<AttemptError>,
    pub(crate) last_milliseconds: Option<u32>,
}

/// Declares an enumeration that the store keeps and the API shows under the same names: those of the variants in camel case.
macro_rules! named {
    ($(#[$doc:meta])* $type:ident as $schema:ident { $($(#[$about:meta])* $variant:ident $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "camelCase")]
        #[schema(as = $schema, rename_all = "camelCase")]
        pub(crate) enum $type { $($(#[$about])* $variant,)+ }

        impl $type {
            pub(crate) fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }
        }

        impl std::str::FromStr for $type {
            type Err = ();

            fn from_str(text: &str) -> Result<Self, ()> {
                match text { $($text => Ok(Self::$variant),)+ _ => Err(()) }
            }
        }
    };
}

named! {
    /// The accounts whose events a webhook receives.
    Scope as WebhookScope {
        /// The events of the webhook's owner.
        Own "own",
        /// The events of all accounts that auditors and administrators may read.
        Administration "administration",
    }
}

named! {
    /// Whether a webhook receives events.
    Status as WebhookStatus {
        /// Events are sent.
        Active "active",
        /// The receiver failed for a day: nothing is sent until the owner activates the webhook.
        Paused "paused",
        /// The owner or the receiver ended the webhook: nothing is sent until the owner activates it.
        Disabled "disabled",
    }
}

named! {
    /// The reason why the platform stopped a webhook.
    Reason as WebhookStopReason {
        /// A delivery used all its attempts, and no other delivery succeeded in the meantime.
        Failing "failing",
        /// The receiver answered 410.
        Gone "gone",
        /// The owner is no longer an auditor or an administrator.
        RoleWithdrawn "roleWithdrawn",
    }
}

named! {
    /// The state of a delivery.
    DeliveryStatus as WebhookDeliveryStatus {
        /// An attempt is due or planned.
        Pending "pending",
        /// The receiver answered with 2xx.
        Delivered "delivered",
        /// No further attempt is planned.
        Failed "failed",
    }
}

named! {
    /// The reason why an attempt failed.
    AttemptError as WebhookAttemptError {
        /// The host has no address.
        Unresolvable "unresolvable",
        /// The host has a private address that the operator does not allow.
        AddressRefused "addressRefused",
        /// No connection could be made.
        Unreachable "unreachable",
        /// The certificate was refused, or TLS failed.
        TlsFailed "tlsFailed",
        /// The connection or the answer took too long.
        TimedOut "timedOut",
        /// The answer was not valid HTTP.
        BrokenAnswer "brokenAnswer",
        /// The answer was a redirect, which is not followed.
        Redirected "redirected",
        /// The answer had a status other than 2xx.
        RefusedByReceiver "refusedByReceiver",
        /// The owner is no longer an auditor or an administrator.
        RoleWithdrawn "roleWithdrawn",
        /// The stored address, secret or message cannot be read.
        Unreadable "unreadable",
    }
}

impl Scope {
    /// Whether a webhook of this scope may select a kind of event. The events of a channel concern no account, so they are
    /// none of the owner's.
    pub(crate) fn offers(self, kind: &EventKind) -> bool {
        match self {
            Self::Own => kind.channel().is_none(),
            Self::Administration => kind.readers() == EventReaders::Administration,
        }
    }

    /// Returns the scopes that offer a kind of event; none for what everyone reads on a channel.
    pub(crate) fn offering(kind: &EventKind) -> Vec<Self> {
        let all = [Self::Own, Self::Administration];
        all.into_iter().filter(|scope| scope.offers(kind)).collect()
    }

    /// The accounts whose events are sent, as the store names them.
    pub(crate) fn subject(self, user: &UserId) -> &str {
        match self {
            Self::Own => user.as_str(),
            Self::Administration => "*",
        }
    }
}

/// Checks the address of a receiver.
pub(crate) fn receiver_url(text: &str, policy: &WebhookPolicy) -> Result<String, ApiError> {
    let wrong = |reason: &str| ApiError::invalid("url", reason);
    if text.len() > MAX_URL_BYTES {
        return Err(wrong(&format!("must have {MAX_URL_BYTES} bytes at most")));
    }
    let url = Url::parse(text).map_err(|_| wrong("must be an absolute https address"))?;
    if url.scheme() != "https" {
        return Err(wrong("must begin with https://"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(wrong(
            "must not contain a user name or a password: check the signature instead",
        ));
    }
    if url.fragment().is_some() {
        return Err(wrong("must not contain a fragment (#)"));
    }
    if url.port() == Some(0) || url.host_str().is_none_or(str::is_empty) {
        return Err(wrong(
            "must name a host and, if any, a port from 1 to 65535",
        ));
    }
    let address = match url.host() {
        Some(Host::Ipv4(address)) => Some(address.into()),
        Some(Host::Ipv6(address)) => Some(address.into()),
        _ => None,
    };
    // A name is resolved and checked at each attempt.
    if address.is_some_and(|address| !is_allowed(address, &policy.allow_private)) {
        return Err(wrong(
            "must not be a private, link-local or reserved address",
        ));
    }
    let stored = url.as_str();
    if stored.len() > MAX_URL_BYTES {
        return Err(wrong(&format!(
            "must have {MAX_URL_BYTES} bytes at most, percent-encoded"
        )));
    }
    Ok(stored.to_owned())
}

/// Checks a description.
pub(crate) fn description(text: &str) -> Result<String, ApiError> {
    if text.chars().count() > MAX_DESCRIPTION_CHARACTERS || free_text::one_line(text).is_err() {
        let reason = format!(
            "must have {MAX_DESCRIPTION_CHARACTERS} characters at most and no control character"
        );
        return Err(ApiError::invalid("description", reason));
    }
    Ok(text.to_owned())
}

/// Checks the selected event types: known, different, and offered in the scope.
pub(crate) fn event_types(
    names: &[String],
    scope: Scope,
    kinds: &[&'static EventKind],
) -> Result<Vec<&'static str>, ApiError> {
    if names.is_empty() || names.len() > MAX_EVENT_TYPES {
        let reason = format!("must name 1 to {MAX_EVENT_TYPES} event types");
        return Err(ApiError::invalid("eventTypes", reason));
    }
    let mut selected: Vec<&'static str> = Vec::with_capacity(names.len());
    for (place, name) in names.iter().enumerate() {
        let parameter = format!("eventTypes[{place}]");
        let kind = kinds.iter().find(|kind| kind.name() == name);
        let kind = kind.ok_or_else(|| {
            let reason = "must be an event type of GET /v1/webhooks/event-types";
            ApiError::invalid(&parameter, reason)
        })?;
        if !scope.offers(kind) {
            return Err(ApiError::invalid(&parameter, not_offered(kind)));
        }
        if selected.contains(&kind.name()) {
            return Err(ApiError::invalid(&parameter, "is named twice"));
        }
        selected.push(kind.name());
    }
    Ok(selected)
}

/// Returns where an event is sent that a webhook's scope does not offer.
fn not_offered(kind: &EventKind) -> String {
    match Scope::offering(kind).first() {
        Some(other) => format!("is sent only to webhooks with the scope {}", other.as_str()),
        None => "is sent only on the channels of /v1/ws".to_owned(),
    }
}

/// The type of a delivery that the owner requests as a test.
pub(crate) const TEST_TYPE: &str = "webhook.test";
/// The longest address of a receiver.
const MAX_URL_BYTES: usize = 2048;
const MAX_DESCRIPTION_CHARACTERS: usize = 256;
const MAX_EVENT_TYPES: usize = 100;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn receivers_have_public_https_addresses() {
        let policy = WebhookPolicy::default();
        for (url, is_allowed) in [
            ("https://example.org/hook", true),
            ("https://example.org:8443/hook?token=1", true),
            ("https://1.1.1.1/", true),
            ("https://[2606:4700:4700::1111]/", true),
            ("https://bücher.example/", true),
            ("http://example.org/", false),
            ("ftp://example.org/", false),
            ("file:///etc/passwd", false),
            ("//example.org/", false),
            ("example.org", false),
            ("https://", false),
            ("https://user:secret@example.org/", false),
            ("https://user@example.org/", false),
            ("https://example.org/#a", false),
            ("https://example.org:0/", false),
            ("https://example.org:65536/", false),
            ("https://127.0.0.1/", false),
            ("https://127.1/", false),
            ("https://0x7f000001/", false),
            ("https://2130706433/", false),
            ("https://0177.0.0.1/", false),
            ("https://0/", false),
            ("https://１２７.0.0.1/", false),
            ("https://169.254.169.254/latest/meta-data", false),
            ("https://[::1]/", false),
            ("https://[::ffff:10.0.0.1]/", false),
            ("https://[64:ff9b::7f00:1]/", false),
            ("https://[fe80::1]/", false),
        ] {
            assert_eq!(receiver_url(url, &policy).is_ok(), is_allowed, "{url}");
        }
        let long = format!("https://example.org/{}", "a".repeat(MAX_URL_BYTES));
        assert!(receiver_url(&long, &policy).is_err());
        let grows = format!("https://example.org/{}", "ä".repeat(MAX_URL_BYTES / 3));
        assert!(receiver_url(&grows, &policy).is_err());
    }
}
