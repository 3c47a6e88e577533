//! Identifiers: TypeIDs, which are a prefix for the kind, `_`, and a UUIDv7 (RFC 9562) in 26
//! characters of Crockford's base32. They are opaque to callers and sort by the millisecond of
//! their creation.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::clock::{Entropy, Timestamp, entropy_array};

/// Declares one kind of identifier: `typeid!(/// A user. UserId, "usr");`
macro_rules! typeid {
    ($($(#[$doc:meta])* $name:ident $prefix:literal,)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            /// The prefix of this kind, before the `_`.
            pub const PREFIX: &'static str = $prefix;

            /// Generates an identifier that sorts by `now`.
            #[must_use]
            pub fn generate(now: Timestamp, entropy: &dyn Entropy) -> Self {
                Self(generate(Self::PREFIX, now, entropy))
            }

            /// Returns the text form.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// Returns the UUID alone, for formats with 16-byte identifiers.
            #[must_use]
            pub fn to_bytes(&self) -> [u8; 16] {
                uuid(&self.0[Self::PREFIX.len() + 1..])
            }

            /// Returns the time of creation that the identifier contains, to the millisecond.
            #[must_use]
            pub fn created_at(&self) -> Timestamp {
                let mut time = [0; 8];
                time[2..].copy_from_slice(&self.to_bytes()[..6]);
                Timestamp(i64::from_be_bytes(time))
            }

            /// Creates the identifier with this UUID.
            #[must_use]
            pub fn from_bytes(bytes: [u8; 16]) -> Self {
                Self(written(Self::PREFIX, bytes))
            }
        }

        impl FromStr for $name {
            type Err = NotAnId;

            fn from_str(text: &str) -> Result<Self, NotAnId> {
                if is_typeid(Self::PREFIX, text) {
                    Ok(Self(text.to_owned()))
                } else {
                    Err(NotAnId { prefix: Self::PREFIX })
                }
            }
        }

        impl TryFrom<String> for $name {
            type Error = NotAnId;

            fn try_from(text: String) -> Result<Self, NotAnId> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    )*};
}

typeid! {
    /// A user's account.
    UserId "usr",
    /// A device, of the registry or of UADM.
    DeviceId "dev",
    /// A data token.
    TokenId "tok",
    /// A dataset.
    DatasetId "ds",
    /// A listing of a dataset.
    ListingId "lst",
    /// An item of the administered marketplace.
    ItemId "itm",
    /// A custom agent.
    AgentId "agt",
    /// A deployment of an agent.
    DeploymentId "dep",
    /// A run of a workflow.
    RunId "run",
    /// An alert of administration.
    AlertId "alr",
    /// An encryption key.
    KeyId "key",
    /// A chat message.
    MessageId "msg",
    /// An insight.
    InsightId "ins",
    /// An activity.
    ActivityId "act",
    /// An import of a file.
    ImportId "imp",
    /// An entry of the audit log.
    AuditId "aud",
    /// An API key.
    ApiKeyId "ak",
    /// A sign-in, from its first pair of tokens to its last.
    SessionId "ses",
    /// A purchase.
    PurchaseId "pur",
    /// An erasure of an account, and its receipt.
    ErasureId "era",
    /// A command to a device.
    CommandId "cmd",
    /// A job: work that continues after its request was answered.
    JobId "job",
    /// A request without a request id from the client.
    RequestId "req",
    /// A webhook.
    WebhookId "wh",
    /// A delivery of an event to a webhook.
    WebhookDeliveryId "whd",
}

/// The error for a text that is not an identifier of the expected kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be an identifier that begins with \"{prefix}_\"")]
pub struct NotAnId {
    /// The expected kind.
    pub prefix: &'static str,
}

fn generate(prefix: &str, now: Timestamp, entropy: &dyn Entropy) -> String {
    let random: [u8; 10] = entropy_array(entropy);
    let mut bytes = [0_u8; 16];
    bytes[..6].copy_from_slice(&now.0.max(0).to_be_bytes()[2..]);
    bytes[6..].copy_from_slice(&random);
    bytes[6] = 0x70 | (bytes[6] & 0x0f);
    bytes[8] = 0x80 | (bytes[8] & 0x3f);
    written(prefix, bytes)
}

fn written(prefix: &str, bytes: [u8; 16]) -> String {
    let number = u128::from_be_bytes(bytes);
    let mut text = String::with_capacity(prefix.len() + 1 + DIGITS);
    text.push_str(prefix);
    text.push('_');
    for place in (0..DIGITS).rev() {
        text.push(char::from(CROCKFORD[(number >> (5 * place)) as usize & 31]));
    }
    text
}

/// Decodes 26 digits that [`is_typeid`] has accepted.
fn uuid(digits: &str) -> [u8; 16] {
    let number = digits.bytes().fold(0_u128, |number, digit| {
        let value = CROCKFORD.iter().position(|known| *known == digit);
        number << 5 | value.unwrap_or_default() as u128
    });
    number.to_be_bytes()
}

fn is_typeid(prefix: &str, text: &str) -> bool {
    let Some(digits) = text
        .strip_prefix(prefix)
        .and_then(|rest| rest.strip_prefix('_'))
    else {
        return false;
    };
    // 26 digits hold 130 bits: the first digit may use only its lower three.
    digits.len() == DIGITS
        && digits.as_bytes()[0] <= b'7'
        && digits.bytes().all(|digit| CROCKFORD.contains(&digit))
}

const DIGITS: usize = 26;
const CROCKFORD: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::SystemEntropy;

    #[test]
    fn ids_round_trip() {
        let early = UserId::generate(Timestamp(1_000), &SystemEntropy);
        let late = UserId::generate(Timestamp(2_000), &SystemEntropy);
        assert!(early < late, "{early} sorts before {late}");
        assert_eq!(early.as_str().parse(), Ok(early.clone()));
        assert_eq!(UserId::from_bytes(early.to_bytes()), early);
        assert_ne!(late, UserId::generate(Timestamp(2_000), &SystemEntropy));
    }

    #[test]
    fn malformed_ids_are_refused() {
        for text in [
            "",
            "usr",
            "usr_",
            "dev_01h455vb4pex5vsknk084sn02q",
            "usr_01h455vb4pex5vsknk084sn02",
            "usr_01h455vb4pex5vsknk084sn02qq",
            "usr_01H455VB4PEX5VSKNK084SN02Q",
            "usr_81h455vb4pex5vsknk084sn02q",
            "usr_01h455vb4pex5vsknk084sn02u",
        ] {
            assert_eq!(
                text.parse::<UserId>(),
                Err(NotAnId { prefix: "usr" }),
                "{text:?}"
            );
        }
        assert!("usr_01h455vb4pex5vsknk084sn02q".parse::<UserId>().is_ok());
    }
}
