//! Self-contained documents: a signed record with the public key that verifies it, checked without a
//! server, an account or a data directory.
//!
//! One table maps each kind of document to its verification, that of [`verify`]; a new kind is one row
//! there.

use std::fmt::Display;
use std::str::FromStr;

use data_encoding::BASE64;
use lockstep_store::Timestamp;
use lockstep_zk::formats::unique_json;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value as Json};

use crate::rotation::{Chain, ROTATION, in_time};
use crate::signed::{AttestationKey, Fingerprint, Record, SignatureError};
use crate::signed_root;

pub use crate::signed::{Document, MAX_BYTES, VerificationError};

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
    /// that key was replaced.
    pub chain: Option<Chain>,
    /// The expected audience. A document that names an audience is refused without it.
    pub audience: Option<String>,
    /// The expected nonce. A document that contains a nonce is refused without it.
    pub nonce: Option<Nonce>,
    /// Accept claims of the first format, which do not state what was left out.
    pub accept_proof_1: bool,
}

/// A verifier's nonce, which is never empty. Parsed from base 64.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nonce(Vec<u8>);

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
    pub fn expects(
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

/// Parses and verifies a document of this crate's formats. Total: it returns an answer for any bytes.
/// Claims are documents of `lockstep-encryption`, whose `verify` supports all formats.
///
/// # Errors
/// [`VerificationError`].
pub fn verify(
    bytes: &[u8],
    trust: &VerificationPolicy,
) -> Result<VerifiedDocument, VerificationError> {
    verify_among(FORMATS, bytes, trust)
}

/// As [`verify`], for the formats of a table.
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

/// Extracts the documents from a response of the platform: a document itself, the `receipt` of an erasure
/// or of each erasure in a page, the `claims` of a data token, or the `result` of a job. Other bytes are returned unchanged for
/// [`verify`].
///
/// # Errors
/// [`VerificationError::Unreadable`] for a response that does not contain the document yet.
pub fn answered(bytes: &[u8]) -> Result<Vec<Vec<u8>>, VerificationError> {
    let whole = || Ok(vec![bytes.to_vec()]);
    // A response with a member twice is not a document either: `verify` refuses it with the reason.
    let Ok(answer) = unique_json::from_slice::<Answer<'_>>(bytes) else {
        return whole();
    };
    if answer.format.is_some() {
        return whole();
    }
    if let Some(erasures) = answer.erasures {
        let receipts = erasures.into_iter().map(|erasure| erasure.receipt);
        return receipts.map(|receipt| inside("receipt", receipt)).collect();
    }
    if let Some(claims) = answer.claims {
        return Ok(claims
            .into_iter()
            .map(|claim| claim.get().as_bytes().to_vec())
            .collect());
    }
    for (name, document) in [("receipt", answer.receipt), ("result", answer.result)] {
        if document.is_some() {
            return Ok(vec![inside(name, document)?]);
        }
    }
    match answer.job_id {
        Some(_) => Err(not_yet("result")),
        None => whole(),
    }
}

/// The members of a response that decide where its documents are. A member that is null is present.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'a> {
    #[serde(borrow, default, deserialize_with = "lockstep_web::present")]
    format: Option<&'a RawValue>,
    #[serde(borrow, default)]
    erasures: Option<Vec<ErasureAnswer<'a>>>,
    #[serde(borrow, default)]
    claims: Option<Vec<&'a RawValue>>,
    #[serde(borrow, default, deserialize_with = "lockstep_web::present")]
    receipt: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "lockstep_web::present")]
    result: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "lockstep_web::present")]
    job_id: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct ErasureAnswer<'a> {
    #[serde(borrow, default, deserialize_with = "lockstep_web::present")]
    receipt: Option<&'a RawValue>,
}

fn inside(name: &str, document: Option<&RawValue>) -> Result<Vec<u8>, VerificationError> {
    match document.map(RawValue::get) {
        None | Some("null") => Err(not_yet(name)),
        Some(document) => Ok(document.as_bytes().to_vec()),
    }
}

fn not_yet(name: &str) -> VerificationError {
    VerificationError::Unreadable(format!("it has no {name} yet: ask for it again"))
}

/// The key that signed a document.
pub struct Signer {
    /// The public key.
    pub key: AttestationKey,
    /// Whether the caller's trust names the key or its chain.
    pub is_known: bool,
}

/// The signer of a document with this public key.
///
/// # Errors
/// [`VerificationError::Refused`] if the signer is not the one that was named.
pub fn signer(public_key: &str, trust: &VerificationPolicy) -> Result<Signer, VerificationError> {
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
    pub fn record_in_time<B: DeserializeOwned>(
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
pub fn record_for<B: DeserializeOwned>(
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

/// The kinds of documents of this crate, and their verification. Each is only displayed, so that its fields
/// are left as they are.
const FORMATS: &[(&str, DocumentVerifier<Map<String, Json>>)] = &[
    (CHECKPOINT, record),
    (ERASURE, record),
    (ROTATION, record),
    (signed_root::BLOCK, record),
];
/// The format of a checkpoint: the signed head of the audit chain.
pub const CHECKPOINT: &str = "lockstep-checkpoint/1";
/// The format of the receipt of an erasure.
pub const ERASURE: &str = "lockstep-erasure/1";
#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lockstep_seal::{Cipher, Key};
    use lockstep_store::{Entropy, SystemEntropy};
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::attest::Attester;
    use crate::rng::Rng;

    fn attester() -> Attester {
        let entropy: Arc<dyn Entropy> = Arc::new(SystemEntropy);
        let seed = Key::generate(Cipher::Aes256Gcm, &mut Rng::new(&entropy));
        Attester::alone(seed, &[7; 16], &entropy)
    }

    fn document(by: &Attester, format: &str) -> Document {
        let body = json!({ "entries": 3 }).as_object().unwrap().clone();
        Document::new(format, by.attest(format, Timestamp(0), body), by)
    }

    fn text(document: &Document) -> Vec<u8> {
        serde_json::to_vec(document).unwrap()
    }

    fn refused(bytes: &[u8], trust: &VerificationPolicy) -> bool {
        matches!(verify(bytes, trust), Err(VerificationError::Refused(_)))
    }

    #[test]
    fn a_document_is_checked_alone_and_says_whether_its_signer_is_known() {
        let ada = attester();
        let bytes = text(&document(&ada, CHECKPOINT));
        let alone = verify(&bytes, &VerificationPolicy::default()).unwrap();
        assert!(!alone.known_signer);
        assert_eq!(alone.says["entries"], 3);
        let key = Some(ada.key().clone());
        let named = Some(ada.key().fingerprint());
        for (attester, key) in [(named, None), (None, key.clone()), (named, key)] {
            let trust = VerificationPolicy {
                attester,
                key,
                ..VerificationPolicy::default()
            };
            assert!(verify(&bytes, &trust).unwrap().known_signer);
        }
    }

    #[test]
    fn another_signer_is_refused() {
        let (ada, eve) = (attester(), attester());
        let bytes = text(&document(&eve, CHECKPOINT));
        let named = Some(ada.key().fingerprint());
        let key = Some(ada.key().clone());
        for (attester, key) in [(named, None), (None, key)] {
            let trust = VerificationPolicy {
                attester,
                key,
                ..VerificationPolicy::default()
            };
            assert!(refused(&bytes, &trust));
        }
        // Eve's signature under ada's public key, and the other way round.
        let mut mixed = document(&eve, CHECKPOINT);
        mixed.public_key = ada.key().to_base64();
        assert!(refused(&text(&mixed), &VerificationPolicy::default()));
        mixed.key = ada.key().fingerprint().to_string();
        assert!(refused(&text(&mixed), &VerificationPolicy::default()));
    }

    #[test]
    fn audience_and_nonce_are_the_ones_that_are_expected() {
        let trust = |audience: Option<&str>, nonce: Option<&[u8]>| VerificationPolicy {
            audience: audience.map(str::to_owned),
            nonce: nonce.map(|nonce| Nonce(nonce.to_vec())),
            ..VerificationPolicy::default()
        };
        for (named, given, says) in [
            (("", &b""[..]), (None, None), None),
            (("a", b"n"), (Some("a"), Some(&b"n"[..])), None),
            (("a", b""), (None, None), Some("expect with --audience")),
            (("a", b""), (Some("b"), None), Some("audience differs")),
            (("", b""), (Some("a"), None), Some("names no audience")),
            (("a", b"n"), (Some("a"), None), Some("expect with --nonce")),
            (("", b"n"), (None, Some(b"m")), Some("nonce differs")),
            (("", b""), (None, Some(b"n")), Some("names no nonce")),
        ] {
            let found = trust(given.0, given.1).expects(Some(named.0), Some(named.1));
            match says {
                None => assert_eq!(found, Ok(())),
                Some(says) => assert!(found.unwrap_err().to_string().contains(says), "{says}"),
            }
        }
        for (text, nonce) in [
            ("bg==", Ok(Nonce(b"n".to_vec()))),
            ("", Err(NotANonce)),
            ("bg", Err(NotANonce)),
            ("%", Err(NotANonce)),
        ] {
            assert_eq!(text.parse(), nonce, "{text}");
        }
        // A document without audience and nonce is refused if the caller expects one.
        let bytes = text(&document(&attester(), ERASURE));
        assert!(refused(&bytes, &trust(Some("a"), None)));
        assert!(refused(&bytes, &trust(None, Some(b"n"))));
    }

    #[test]
    fn a_record_that_is_signed_again_is_the_same_document() {
        let ada = attester();
        let [one, other] = [0; 2].map(|_| text(&document(&ada, ERASURE)));
        assert_ne!(one, other, "signatures are hedged");
        let id = |bytes: &[u8]| verify(bytes, &VerificationPolicy::default()).unwrap().id;
        assert_eq!(id(&one), id(&other));
        assert_ne!(id(&one), id(&text(&document(&ada, CHECKPOINT))));
    }

    #[test]
    fn a_document_of_the_future_of_the_asked_time_is_refused() {
        let ada = attester();
        for format in [CHECKPOINT, ERASURE, ROTATION, signed_root::BLOCK] {
            let body = json!({ "entries": 3 }).as_object().unwrap().clone();
            let at = Timestamp(1_000_000);
            let signed = Document::new(format, ada.attest(format, at, body), &ada);
            for (as_of, is_held) in [(None, true), (Some(0), true), (Some(-1), false)] {
                let trust = VerificationPolicy {
                    as_of: as_of.map(|offset| Timestamp(at.0 + offset)),
                    ..VerificationPolicy::default()
                };
                let judged = verify(&text(&signed), &trust);
                assert_eq!(judged.is_ok(), is_held, "{format}: {as_of:?}");
                if let Err(error) = judged {
                    assert!(matches!(error, VerificationError::Refused(_)));
                    assert!(error.to_string().contains("signed later"), "{error}");
                }
            }
        }
    }

    #[test]
    fn one_format_does_not_pass_for_another() {
        let ada = attester();
        let mut document = document(&ada, CHECKPOINT);
        document.format = ERASURE.to_owned();
        assert!(refused(&text(&document), &VerificationPolicy::default()));
        let made_up = super::tests::document(&ada, "lockstep-made-up/1");
        let answer = verify(&text(&made_up), &VerificationPolicy::default());
        assert!(matches!(answer, Err(VerificationError::NotADocument(_))));
    }

    #[test]
    fn no_byte_of_it_can_be_another() {
        let ada = attester();
        let bytes = text(&document(&ada, ERASURE));
        assert!(verify(&bytes, &VerificationPolicy::default()).is_ok());
        for at in 0..bytes.len() {
            let mut bad = bytes.clone();
            bad[at] ^= 1;
            assert!(
                verify(&bad, &VerificationPolicy::default()).is_err(),
                "byte {at}"
            );
            assert!(
                verify(&bytes[..at], &VerificationPolicy::default()).is_err(),
                "cut at {at}"
            );
        }
    }

    #[test]
    fn a_document_has_one_form() {
        let ada = attester();
        let good = String::from_utf8(text(&document(&ada, ERASURE))).unwrap();
        let key = ada.key().to_base64();
        let padded = |text: &str| good.replacen(&key, text, 1);
        let member = |text: &str| good.replacen('{', &format!("{{{text},"), 1);
        for (what, changed) in [
            ("a space before the key", padded(&format!(" {key}"))),
            ("a space after the key", padded(&format!("{key} "))),
            ("a line feed after the key", padded(&format!("{key}\\n"))),
            (
                "a line feed in the key",
                padded(&key.replacen('A', "A\\n", 1)),
            ),
            ("no padding", padded(key.trim_end_matches('='))),
            ("more padding", padded(&format!("{key}="))),
            (
                "the URL alphabet",
                padded(&key.replace('/', "_").replace('+', "-")),
            ),
            ("a second format", member(r#""format":"evil""#)),
            (
                "the same format twice",
                member(&format!("\"format\":\"{ERASURE}\"")),
            ),
            (
                "an escaped second format",
                member(r#""form\u0061t":"evil""#),
            ),
            ("a second key", member(r#""key":"evil""#)),
            ("an unknown member", member(r#""verified":true"#)),
            ("an unknown member twice", member(r#""a":{"b":1,"b":2}"#)),
            ("two documents", format!("{good}{good}")),
        ] {
            assert_ne!(changed, good, "{what}");
            let judged = verify(changed.as_bytes(), &VerificationPolicy::default());
            assert!(judged.is_err(), "{what}: {judged:?}");
            // Nor does an answer of the platform with it hold.
            let answer = format!(r#"{{"receiptId":"era_1","receipt":{changed}}}"#);
            let held = answered(answer.as_bytes()).map(|documents| {
                let judge = |one: &Vec<u8>| verify(one, &VerificationPolicy::default()).is_ok();
                !documents.is_empty() && documents.iter().all(judge)
            });
            assert_ne!(held, Ok(true), "{what}");
        }
        let twice = format!(r#"{{"remainingUses":1,"receipt":{good},"remainingUses":2}}"#);
        let documents = answered(twice.as_bytes()).unwrap();
        assert!(verify(&documents[0], &VerificationPolicy::default()).is_err());
        // White space between the tokens of JSON and the order of members mean nothing.
        let spaced = good.replace(",\"", " ,\n \"");
        assert!(verify(spaced.as_bytes(), &VerificationPolicy::default()).is_ok());
    }

    #[test]
    fn documents_are_taken_from_answers_that_hold_them() {
        let ada = attester();
        let document = serde_json::to_value(document(&ada, ERASURE)).unwrap();
        for (answer, documents) in [
            (document.clone(), 1),
            (
                json!({ "deleted": true, "receiptId": "era_1", "receipt": document }),
                1,
            ),
            (
                json!({ "jobId": "job_1", "status": "succeeded", "result": document }),
                1,
            ),
            (
                json!({ "erasures": [{ "receipt": document }, { "receipt": document }], "total": 2 }),
                2,
            ),
            (json!({ "erasures": [] }), 0),
        ] {
            let found = answered(answer.to_string().as_bytes()).unwrap();
            assert_eq!(found.len(), documents, "{answer}");
            for bytes in found {
                assert!(verify(&bytes, &VerificationPolicy::default()).is_ok());
            }
        }
        for answer in [
            json!({ "receipt": null }),
            json!({ "erasures": [{ "receipt": document }, { "receipt": null }] }),
            json!({ "jobId": "job_1", "status": "running" }),
        ] {
            let no = answered(answer.to_string().as_bytes()).unwrap_err();
            assert!(no.to_string().contains("yet: ask for it again"), "{no}");
        }
        for bytes in [&b"{}"[..], b"[]", b"", b"{\"format\":1,\"receipt\":{}}"] {
            assert_eq!(answered(bytes), Ok(vec![bytes.to_vec()]));
        }
    }

    proptest! {
        #[test]
        fn whatever_is_no_document_is_told_so(bytes in proptest::collection::vec(any::<u8>(), 0..512)) {
            prop_assert!(verify(&bytes, &VerificationPolicy::default()).is_err());
        }

        #[test]
        fn fields_of_any_text_are_refused(record in ".*", signature in ".*", key in ".*", public in ".*") {
            let document = json!({
                "format": ERASURE, "record": record, "signature": signature, "key": key,
                "publicKey": public,
            });
            prop_assert!(verify(document.to_string().as_bytes(), &VerificationPolicy::default()).is_err());
        }
    }
}
