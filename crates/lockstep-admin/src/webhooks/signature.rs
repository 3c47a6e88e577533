//! Signatures of Standard Webhooks: `v1`, HMAC-SHA256 over `id.timestamp.body`.

use std::fmt;

use data_encoding::BASE64;
use hmac::{Hmac, KeyInit, Mac};
use lockstep_store::Entropy;
use lockstep_store::clock::entropy_array;
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use zeroize::Zeroizing;

/// The secret of a webhook. The specification allows 24 to 64 bytes.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Secret(Zeroizing<[u8; SECRET_BYTES]>);

impl Secret {
    pub(crate) fn generate(entropy: &dyn Entropy) -> Self {
        Self(Zeroizing::new(entropy_array(entropy)))
    }

    /// Returns the text form that the owner stores: `whsec_` and base64.
    pub(crate) fn reveal(&self) -> String {
        format!("{PREFIX}{}", BASE64.encode(&*self.0))
    }

    /// Signs a message; returns the version and the signature in base64.
    fn sign(&self, id: &str, unix_seconds: i64, body: &[u8]) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(&*self.0).expect("HMAC takes any key");
        mac.update(id.as_bytes());
        mac.update(format!(".{unix_seconds}.").as_bytes());
        mac.update(body);
        format!("v1,{}", BASE64.encode(&mac.finalize().into_bytes()))
    }
}

/// Returns the value of `webhook-signature`: one signature for each secret, the current secret first.
pub(crate) fn header(secrets: &[Secret], id: &str, unix_seconds: i64, body: &[u8]) -> String {
    let all = secrets
        .iter()
        .map(|secret| secret.sign(id, unix_seconds, body));
    all.collect::<Vec<_>>().join(" ")
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl TryFrom<String> for Secret {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let text = Zeroizing::new(text);
        let bytes = text
            .strip_prefix(PREFIX)
            .and_then(|rest| BASE64.decode(rest.as_bytes()).ok());
        let bytes = Zeroizing::new(bytes.ok_or("must be whsec_ and base64")?);
        let bytes = bytes
            .as_slice()
            .try_into()
            .map_err(|_| "must have 32 bytes")?;
        Ok(Self(Zeroizing::new(bytes)))
    }
}

impl From<Secret> for String {
    fn from(secret: Secret) -> Self {
        secret.reveal()
    }
}

const SECRET_BYTES: usize = 32;
const PREFIX: &str = "whsec_";

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected signatures are from Python's `hmac` and from `standardwebhooks` 1.1.
    #[test]
    fn signatures_equal_those_of_another_implementation() {
        let secret = |byte: u8| Secret(Zeroizing::new([byte; SECRET_BYTES]));
        let body = br#"{"type":"points.stored","timestamp":"2026-06-01T00:00:00.000Z","data":{"count":2}}"#;
        for (secrets, expected) in [
            (vec![secret(7)], ONE.to_owned()),
            (vec![secret(7), secret(9)], format!("{ONE} {OTHER}")),
        ] {
            let found = header(
                &secrets,
                "whd_01h455vb4pex5vsknk084sn02q",
                1_780_272_000,
                body,
            );
            assert_eq!(found, expected);
        }
    }

    const ONE: &str = "v1,eWsx4XaKfZWGTjbOW7G9QNREaxjUXlIvS2Hnhkzggy0=";
    const OTHER: &str = "v1,pPkJeqFvWREq0b73adhESwciVVyrtcdb/gPyZhhX3oM=";

    #[test]
    fn secrets_have_one_text_form() {
        let secret = Secret(Zeroizing::new([7; SECRET_BYTES]));
        let text = secret.reveal();
        assert_eq!(text, "whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=");
        assert_eq!(Secret::try_from(text), Ok(secret.clone()));
        assert_eq!(format!("{secret:?}"), "Secret(…)");
        for wrong in [
            "",
            "whsec_",
            "whsec_BwcH",
            "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=",
        ] {
            assert!(Secret::try_from(wrong.to_owned()).is_err(), "{wrong}");
        }
    }
}
