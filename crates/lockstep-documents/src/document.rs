//! Self-contained documents: a signed record with the public key that verifies it, checked without a
//! server, an account or a data directory.

use std::fmt::Display;
use std::str::FromStr;
use std::sync::Arc;

use data_encoding::BASE64;
use lockstep_values::Timestamp;
use lockstep_zk::formats::unique_json;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value as Json};

use crate::rotation::{Chain, in_time};
use crate::signed::{
    AttestationKey, Document, Fingerprint, MAX_BYTES, Record, SignatureError, VerificationError,
};
use crate::signed_root;
use crate::verification_keys::VerificationKeys;

/// The trusted values and expectations for the verification of a document.
#[derive(Clone, Debug, Default)]
pub struct VerificationPolicy {
    /// The signer's fingerprint, obtained over another channel.
    pub attester: Option<Fingerprint>,
    /// The signer's public key, obtained over another channel; it takes precedence over the document's.
    pub key: Option<AttestationKey>,
    /// The time of the verification: a document whose validity has ended by then is refused.
    pub now: Option<Timestamp>,
    /// The latest time that the caller lets a signature have: a document that was signed later is refused.
    pub as_of: Option<Timestamp>,
    /// The rotations of the signer's key. Documents of any key of the chain are accepted, up to the time
    /// that key was replaced. An empty chain is that of a key that was never replaced.
    pub chain: Option<Chain>,
    /// The expected audience. A document that names an audience is refused without it.
    pub audience: Option<String>,
    /// The expected nonce. A document that contains a nonce is refused without it.
    pub nonce: Option<Nonce>,
    /// Accept claims of the first format, which do not state how many points were left out.
    pub accept_proof_1: bool,
    /// The keys of proofs that were read before. They decide nothing: share them between policies to save time.
    pub keys: Arc<VerificationKeys>,
}

/// A verifier's nonce, which is never empty. Parsed from base 64.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nonce(pub(crate) Vec<u8>);

/// The text is not a valid nonce.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a nonce is base 64 (RFC 4648, with padding) of at least one byte")]
pub struct NotANonce;

impl FromStr for Nonce {
    type Err = NotANonce;

    fn from_str(text: &str) -> Result<Self, NotANonce> {
        let bytes = BASE64.decode(text.as_bytes()).map_err(|_| NotANonce)?;
        match bytes.is_empty() {
            true => Err(NotANonce),
            false => Ok(Self(bytes)),
        }
    }
}

impl VerificationPolicy {
    /// Refuses a document with an audience or nonce other than expected; an empty value counts as absent.
    ///
    /// # Errors
    /// [`VerificationError::Refused`].
    pub(crate) fn expects(
        &self,
        audience: Option<&str>,
        nonce: Option<&[u8]>,
    ) -> Result<(), VerificationError> {
        let audience = audience.filter(|audience| !audience.is_empty());
        let nonce = nonce.filter(|nonce| !nonce.is_empty());
        expected("audience", audience, self.audience.as_deref())?;
        let given = self.nonce.as_ref().map(|nonce| nonce.0.as_slice());
        expected("nonce", nonce, given)
    }
}

fn expected<T: PartialEq + ?Sized>(
    what: &str,
    named: Option<&T>,
    given: Option<&T>,
) -> Result<(), VerificationError> {
    let why = match (named, given) {
        (None, None) => return Ok(()),
        (Some(named), Some(given)) if named == given => return Ok(()),
        (Some(_), Some(_)) => format!("its {what} differs from the one given with --{what}"),
        (Some(_), None) => format!(
            "the document is valid only for its {what}: state the {what} that you expect with --{what}"
        ),
        (None, Some(_)) => format!("the document names no {what}, but --{what} expects one"),
    };
    Err(VerificationError::Refused(why))
}

/// The verified facts of a document. `S` is its content: the fields of its record, or a type that has them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct VerifiedDocument<S = Map<String, Json>> {
    /// The format of the document.
    pub format: String,
    /// The identifier of the document: for a claim the id of its statement, otherwise SHA-256 of the
    /// record, in hexadecimal. The document's bytes do not identify it, because signatures and proofs can
    /// be created again.
    pub id: String,
    /// The installation that signed the document.
    pub installation: String,
    /// The time of the signature, by the installation's clock.
    #[serde(serialize_with = "displayed")]
    pub at: Timestamp,
    /// The fingerprint of the signing key.
    #[serde(serialize_with = "displayed")]
    pub attester: Fingerprint,
    /// Whether the signer is the one the caller named; `false` if the caller named none. In that case the
    /// result is worthless until the fingerprint is compared with one obtained elsewhere.
    pub known_signer: bool,
    /// The content of the document.
    pub says: S,
}

fn displayed<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

impl<S> VerifiedDocument<S> {
    /// The same facts with another form of the content.
    pub fn map<T>(self, convert: impl FnOnce(S) -> T) -> VerifiedDocument<T> {
        VerifiedDocument {
            format: self.format,
            id: self.id,
            installation: self.installation,
            at: self.at,
            attester: self.attester,
            known_signer: self.known_signer,
            says: convert(self.says),
        }
    }
}

/// Parses and verifies a document of one of these formats. Total: it returns an answer for any bytes.
/// [`crate::verify`] has the table of all formats.
///
/// # Errors
/// [`VerificationError`].
pub fn verify_among<S>(
    formats: &[(&str, DocumentVerifier<S>)],
    bytes: &[u8],
    trust: &VerificationPolicy,
) -> Result<VerifiedDocument<S>, VerificationError> {
    if bytes.len() > MAX_BYTES {
        return Err(VerificationError::NotADocument(format!(
            "a document has at most {MAX_BYTES} bytes"
        )));
    }
    // Checked for the whole document, so that the verification of a format can read its parts in any way.
    let kind: DocumentKind = unique_json::from_slice(bytes).map_err(|error| unreadable(&error))?;
    let (_, judge) = formats
        .iter()
        .find(|(format, _)| *format == kind.format)
        .ok_or_else(|| {
            let known: Vec<&str> = formats.iter().map(|(format, _)| *format).collect();
            VerificationError::NotADocument(format!("its format is none of {}", known.join(", ")))
        })?;
    judge(bytes, trust)
}

/// The key that signed a document.
pub(crate) struct Signer {
    /// The public key.
    pub(crate) key: AttestationKey,
    /// Whether the caller's trust names the key or its chain.
    pub(crate) is_known: bool,
}

/// The signer of a document with this public key.
///
/// # Errors
/// [`VerificationError::Refused`] if the signer is not the one that was named, or not in the chain.
pub(crate) fn signer(
    public_key: &str,
    trust: &VerificationPolicy,
) -> Result<Signer, VerificationError> {
    let own = AttestationKey::from_base64(public_key)?;
    let other = |expected: Fingerprint| {
        let found = own.fingerprint();
        VerificationError::Refused(format!("it is signed by {found}, not by {expected}"))
    };
    let key = trust.key.as_ref().map(AttestationKey::fingerprint);
    for expected in [key, trust.attester].into_iter().flatten() {
        let connects = match &trust.chain {
            Some(chain) => chain.connects(expected, own.fingerprint()),
            None => expected == own.fingerprint(),
        };
        if !connects {
            return Err(other(expected));
        }
    }
    let is_outside = |chain: &Chain| {
        let is_rotated = chain.newest().is_some();
        is_rotated && chain.key(own.fingerprint()).is_none()
    };
    if trust.chain.as_ref().is_some_and(is_outside) {
        return Err(VerificationError::Refused(format!(
            "its key {} is not in the chain of keys: the chain is that of another platform, or rotations are missing from \
             it. Take the chain from the platform that signed the document, at GET /v1/encryption/attestation-key",
            own.fingerprint()
        )));
    }
    Ok(Signer {
        key: own,
        is_known: trust.key.is_some() || trust.attester.is_some(),
    })
}

impl Document {
    /// The signed record, if this key signed it before its replacement, as far as that is known.
    ///
    /// # Errors
    /// [`SignatureError`].
    pub(crate) fn record_in_time<B: DeserializeOwned>(
        &self,
        key: &AttestationKey,
        trust: &VerificationPolicy,
    ) -> Result<Record<B>, SignatureError> {
        let record = self.verify_as(key)?;
        if let Some(as_of) = trust.as_of
            && record.at > as_of
        {
            return Err(SignatureError::SignedLater {
                at: record.at,
                as_of,
            });
        }
        if let Some(chain) = &trust.chain {
            in_time(chain, key, record.at)?;
        }
        Ok(record)
    }
}

/// Verifies a document that consists only of a signed record, with the fields of `B`.
///
/// # Errors
/// [`VerificationError`].
pub fn record<B: DeserializeOwned>(
    bytes: &[u8],
    trust: &VerificationPolicy,
) -> Result<VerifiedDocument<B>, VerificationError> {
    record_for(bytes, trust, |_| None)
}

/// As [`record`], for records that name the audience that `audience` returns.
///
/// # Errors
/// [`VerificationError`].
pub(crate) fn record_for<B: DeserializeOwned>(
    bytes: &[u8],
    trust: &VerificationPolicy,
    audience: impl FnOnce(&B) -> Option<&str>,
) -> Result<VerifiedDocument<B>, VerificationError> {
    let document: Document = unique_json::from_slice(bytes).map_err(|error| unreadable(&error))?;
    let signer = signer(&document.public_key, trust)?;
    let record: Record<B> = document.record_in_time(&signer.key, trust)?;
    if record.format != document.format {
        return Err(VerificationError::Refused(format!(
            "it states the format {}, but the signed record is {}",
            document.format, record.format
        )));
    }
    trust.expects(audience(&record.body), None)?;
    Ok(VerifiedDocument {
        format: record.format,
        id: signed_root::hex(&signed_root::digest(&document.record)),
        installation: record.installation,
        at: record.at,
        attester: signer.key.fingerprint(),
        known_signer: signer.is_known,
        says: record.body,
    })
}

fn unreadable(error: &serde_json::Error) -> VerificationError {
    VerificationError::NotADocument(error.to_string())
}

/// The fields that distinguish kinds of documents.
#[derive(Deserialize)]
struct DocumentKind {
    format: String,
}

/// The function that verifies documents of one format.
pub type DocumentVerifier<S> =
    fn(&[u8], &VerificationPolicy) -> Result<VerifiedDocument<S>, VerificationError>;

/// The format of a checkpoint: the signed head of the audit chain.
pub const CHECKPOINT: &str = "lockstep-checkpoint/1";
/// The format of the receipt of an erasure.
pub const ERASURE: &str = "lockstep-erasure/1";
