//! Verification of every kind of signed document by one function. A new kind is one row of [`FORMATS`].

use serde::Serialize;
use serde_json::{Map, Value as Json};

use crate::claims::{
    CIRCUIT_KEY, ClaimFacts, PROOF, PROOF_1, PROOF_2, ROOT, ROOT_1, ROOT_2, verify_claim,
};
use crate::document::{
    CHECKPOINT, DocumentVerifier, ERASURE, VerificationPolicy, VerifiedDocument, record,
    verify_among,
};
use crate::offers::{self, AGGREGATE, CERTIFICATE, LISTING, PURCHASE};
use crate::rotation::ROTATION;
use crate::signed::VerificationError;
use crate::signed_root::BLOCK;

/// The content of a verified document.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Content {
    /// A claim.
    Claim(Box<ClaimFacts>),
    /// The fields of a signed record that is only displayed.
    Record(Map<String, Json>),
}

impl Content {
    /// The fields by their names, for display.
    #[must_use]
    pub fn fields(&self) -> Map<String, Json> {
        match self {
            Self::Record(fields) => fields.clone(),
            Self::Claim(facts) => match serde_json::to_value(facts) {
                Ok(Json::Object(fields)) => fields,
                _ => unreachable!("a struct of texts and numbers is an object"),
            },
        }
    }
}

/// Reads a document of any known format and judges it. Total: it returns an answer for any bytes.
///
/// # Errors
/// [`VerificationError`].
pub fn verify(
    bytes: &[u8],
    trust: &VerificationPolicy,
) -> Result<VerifiedDocument<Content>, VerificationError> {
    verify_among(FORMATS, bytes, trust)
}

/// All kinds of documents, and the function that judges each.
const FORMATS: &[(&str, DocumentVerifier<Content>)] = &[
    (CHECKPOINT, plain),
    (ERASURE, plain),
    (ROTATION, plain),
    (ROOT, plain),
    (ROOT_2, plain),
    (ROOT_1, plain),
    (BLOCK, plain),
    (CIRCUIT_KEY, plain),
    (PROOF, claim),
    (PROOF_2, claim),
    (PROOF_1, claim),
    (AGGREGATE, aggregate),
    (CERTIFICATE, certificate),
    (LISTING, listing),
    (PURCHASE, purchase),
];

fn plain(
    bytes: &[u8],
    trust: &VerificationPolicy,
) -> Result<VerifiedDocument<Content>, VerificationError> {
    Ok(record(bytes, trust)?.map(Content::Record))
}

fn claim(
    bytes: &[u8],
    trust: &VerificationPolicy,
) -> Result<VerifiedDocument<Content>, VerificationError> {
    Ok(verify_claim(bytes, trust)?.map(|facts| Content::Claim(Box::new(facts))))
}

fn aggregate(
    bytes: &[u8],
    trust: &VerificationPolicy,
) -> Result<VerifiedDocument<Content>, VerificationError> {
    Ok(offers::aggregate(bytes, trust)?.map(display_content))
}

fn certificate(
    bytes: &[u8],
    trust: &VerificationPolicy,
) -> Result<VerifiedDocument<Content>, VerificationError> {
    Ok(offers::certificate(bytes, trust)?.map(display_content))
}

fn listing(
    bytes: &[u8],
    trust: &VerificationPolicy,
) -> Result<VerifiedDocument<Content>, VerificationError> {
    Ok(offers::listing(bytes, trust)?.map(display_content))
}

fn purchase(
    bytes: &[u8],
    trust: &VerificationPolicy,
) -> Result<VerifiedDocument<Content>, VerificationError> {
    Ok(offers::purchase(bytes, trust)?.map(display_content))
}

/// The fields of a checked record, for display.
fn display_content(record: impl Serialize) -> Content {
    match serde_json::to_value(record) {
        Ok(Json::Object(fields)) => Content::Record(fields),
        _ => unreachable!("a struct of texts and numbers is an object"),
    }
}
