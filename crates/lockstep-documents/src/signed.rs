//! Signed records and documents, and the public keys that verify them.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use data_encoding::{BASE64, HEXLOWER, HEXLOWER_PERMISSIVE};
use lockstep_pq::{Algorithm, Level, PublicKey};
use lockstep_values::Timestamp;
use lockstep_zk::formats::unique_json;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use sha2::{Digest, Sha256};

/// A record with the platform's signature. A [`Document`] also contains the public key, for verification
/// without the platform.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignedRecord {
    /// The signed text, byte for byte: a JSON object that begins with its `format`.
    pub record: String,
    /// The signature, in base 64 (RFC 4648, with padding).
    pub signature: String,
    /// [`Fingerprint`] of the signing key, in hexadecimal.
    pub key: String,
}

/// The common fields of every signed record, and the fields of its format. A `B` that denies unknown fields
/// makes the whole record strict.
#[derive(Clone, Debug, PartialEq)]
pub struct Record<B = Map<String, Json>> {
    /// The format of the record with its version: `lockstep-erasure/1`.
    pub format: String,
    /// The id of the signing installation, in hexadecimal.
    pub installation: String,
    /// The time of the signature.
    pub at: Timestamp,
    /// The fields of the format.
    pub body: B,
}

/// The public half of an attestation key; cheap to clone.
#[derive(Clone)]
pub struct AttestationKey {
    public: Arc<PublicKey>,
    fingerprint: Fingerprint,
}

/// SHA-256 of a public key's bytes. Displayed as 64 hexadecimal digits; parsed in any case, with spaces and
/// colons ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint([u8; 32]);

/// The reason why a signature is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignatureError {
    /// The bytes are not a public key.
    #[error("the public key is not an {ALGORITHM_NAME} key in base 64")]
    NotAKey,
    /// The record names a signing key other than the one that verifies it.
    #[error("it names the key {named}, and the key at hand is {expected}")]
    OtherKey {
        /// The key that the record names.
        named: String,
        /// The key that verifies the record.
        expected: Fingerprint,
    },
    /// The record is dated after its key was replaced.
    #[error("its key {key} was replaced at {at}, but it was signed later")]
    Replaced {
        /// The signing key.
        key: Fingerprint,
        /// The time of the key's replacement.
        at: Timestamp,
    },
    /// The record is dated after the time for which it is verified.
    #[error("it was signed later, at {at}: as of {as_of} it did not exist yet")]
    SignedLater {
        /// The time of the signature.
        at: Timestamp,
        /// The time for which the record is verified.
        as_of: Timestamp,
    },
    /// The signature does not match this record and this key.
    #[error("the signature is not valid: the record was changed, or another key signed it")]
    Signature,
    /// The signed text is not a record.
    #[error("the signed text is not a record: {0}")]
    NotARecord(String),
}

/// The text is not a fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a fingerprint is 64 hexadecimal digits")]
pub struct NotAFingerprint;

/// A signed document. Its JSON has these fields and no others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = SignedDocument))]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Document {
    /// The format of the record.
    #[cfg_attr(feature = "openapi", schema(example = "lockstep-erasure/1"))]
    pub format: String,
    /// The signed text, byte for byte: a JSON object that begins with its `format`.
    pub record: String,
    /// The signature, base64: ML-DSA-65 with the context `lockstep attestation v1`.
    pub signature: String,
    /// The fingerprint of the signing key: SHA-256, in hexadecimal.
    pub key: String,
    /// The public key, base64. It proves nothing by itself, because anyone can create a key:
    /// compare its fingerprint.
    pub public_key: String,
}

impl Document {
    /// The document of a record that this key signed.
    #[must_use]
    pub fn by(format: &str, signed: SignedRecord, key: &AttestationKey) -> Self {
        Self {
            format: format.to_owned(),
            record: signed.record,
            signature: signed.signature,
            key: signed.key,
            public_key: key.to_base64(),
        }
    }

    /// The signed record, if the signature of this key is valid. The document's own `format` is not
    /// compared.
    ///
    /// # Errors
    /// [`SignatureError`].
    pub fn verify_as<B: DeserializeOwned>(
        &self,
        by: &AttestationKey,
    ) -> Result<Record<B>, SignatureError> {
        by.verified(&self.record, &self.signature, &self.key)
    }
}

/// The reason why a document is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerificationError {
    /// The file, a key or a chain cannot be read, or the document is not there yet.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// It is not a document of the known formats.
    #[error("is not a document that Lockstep signed: {0}")]
    NotADocument(String),
    /// The document is well-formed, and its content is not proven.
    #[error("refused: {0}")]
    Refused(String),
}

impl From<SignatureError> for VerificationError {
    fn from(refused: SignatureError) -> Self {
        Self::Refused(refused.to_string())
    }
}

impl SignedRecord {
    /// The signed record, if the signature of this key is valid.
    ///
    /// # Errors
    /// [`SignatureError`], for every defect; no input causes a panic.
    pub fn verify(&self, by: &AttestationKey) -> Result<Record, SignatureError> {
        self.verify_as(by)
    }

    /// As [`SignedRecord::verify`], with the fields of a known format.
    ///
    /// # Errors
    /// [`SignatureError`].
    pub fn verify_as<B: DeserializeOwned>(
        &self,
        by: &AttestationKey,
    ) -> Result<Record<B>, SignatureError> {
        by.verified(&self.record, &self.signature, &self.key)
    }
}

impl AttestationKey {
    /// The key with its fingerprint.
    #[must_use]
    pub fn new(public: PublicKey) -> Self {
        let fingerprint = Fingerprint(Sha256::digest(public.as_bytes()).into());
        Self {
            public: Arc::new(public),
            fingerprint,
        }
    }

    /// Reads the record with this signature by the key of this fingerprint, if that is this key.
    fn verified<B: DeserializeOwned>(
        &self,
        record: &str,
        signature: &str,
        fingerprint: &str,
    ) -> Result<Record<B>, SignatureError> {
        if fingerprint != self.fingerprint.to_string() {
            return Err(SignatureError::OtherKey {
                named: fingerprint.chars().take(FINGERPRINT_DIGITS).collect(),
                expected: self.fingerprint,
            });
        }
        let signature = BASE64
            .decode(signature.as_bytes())
            .map_err(|_| SignatureError::Signature)?;
        let holds = self
            .public
            .verify(record.as_bytes(), CONTEXT.as_bytes(), &signature);
        if !holds.unwrap_or(false) {
            return Err(SignatureError::Signature);
        }
        if !record.starts_with(r#"{"format":""#) {
            return Err(SignatureError::NotARecord(
                "it does not begin with its format".to_owned(),
            ));
        }
        let read = unique_json::from_slice(record.as_bytes());
        read.map_err(|error| SignatureError::NotARecord(error.to_string()))
    }

    /// Reads [`AttestationKey::to_base64`], and no other form of the same bytes.
    ///
    /// # Errors
    /// [`SignatureError::NotAKey`].
    pub fn from_base64(text: &str) -> Result<Self, SignatureError> {
        let bytes = BASE64
            .decode(text.as_bytes())
            .map_err(|_| SignatureError::NotAKey)?;
        PublicKey::from_bytes(ALGORITHM, &bytes)
            .map(Self::new)
            .map_err(|_| SignatureError::NotAKey)
    }

    /// The bytes of the key, as FIPS 204 encodes them, in base 64 with padding.
    #[must_use]
    pub fn to_base64(&self) -> String {
        BASE64.encode(self.public.as_bytes())
    }

    /// The fingerprint of the key, for comparison by people.
    #[must_use]
    pub fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }
}

impl fmt::Debug for AttestationKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AttestationKey({})", self.fingerprint)
    }
}

impl PartialEq for AttestationKey {
    fn eq(&self, other: &Self) -> bool {
        self.public.as_bytes() == other.public.as_bytes()
    }
}

impl Eq for AttestationKey {}

impl Fingerprint {
    /// The fingerprint in sixteen groups of four digits, for comparison by people.
    #[must_use]
    pub fn grouped(&self) -> String {
        let groups = self.0.chunks(2).map(|two| HEXLOWER.encode(two));
        groups.collect::<Vec<_>>().join(" ")
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&HEXLOWER.encode(&self.0))
    }
}

impl FromStr for Fingerprint {
    type Err = NotAFingerprint;

    fn from_str(text: &str) -> Result<Self, NotAFingerprint> {
        let mut digits = String::with_capacity(FINGERPRINT_DIGITS);
        for c in text.chars().filter(|c| !c.is_whitespace() && *c != ':') {
            if digits.len() >= FINGERPRINT_DIGITS {
                return Err(NotAFingerprint);
            }
            digits.push(c);
        }
        let bytes = HEXLOWER_PERMISSIVE.decode(digits.as_bytes());
        let bytes = bytes.ok().and_then(|bytes| bytes.try_into().ok());
        bytes.map(Self).ok_or(NotAFingerprint)
    }
}

/// The algorithm of the platform's signatures.
pub const ALGORITHM: Algorithm = Algorithm::MlDsa(Level::Three);
/// The algorithm by its standard's name.
pub const ALGORITHM_NAME: &str = "ML-DSA-65";
/// The context of every signature: a signature of the same key for another purpose is never valid as one of
/// the platform.
pub const CONTEXT: &str = "lockstep attestation v1";
/// Hexadecimal digits of a fingerprint.
pub const FINGERPRINT_DIGITS: usize = 64;
/// The maximum bytes of a document: proofs with their roots are the largest.
pub const MAX_BYTES: usize = 8 << 20;
