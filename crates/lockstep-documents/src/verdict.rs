//! The result of a verification as JSON, for callers of the API and of the client libraries.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::document::VerifiedDocument;
use crate::formats::Content;
use crate::signed::VerificationError;

/// The result of the verification of a document.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct DocumentVerification {
    /// Whether the signatures, and the proof of a claim, are valid, and the signer is the expected one.
    pub verified: bool,
    /// The reason why the document is not valid; null if it is valid.
    pub reason: Option<String>,
    /// The format of the document; null if the document is not valid.
    pub format: Option<String>,
    /// The identifier of the document; null if the document is not valid.
    pub id: Option<String>,
    /// The fingerprint of the signing key; null if the document is not valid.
    pub attester: Option<String>,
    /// The time of the signature; null if the document is not valid.
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub signed_at: Option<String>,
    /// The verified content; null if the document is not valid.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub says: Option<Map<String, Value>>,
}

impl From<Result<VerifiedDocument<Content>, VerificationError>> for DocumentVerification {
    fn from(outcome: Result<VerifiedDocument<Content>, VerificationError>) -> Self {
        match outcome {
            Ok(document) => Self {
                verified: true,
                reason: None,
                format: Some(document.format),
                id: Some(document.id),
                attester: Some(document.attester.to_string()),
                signed_at: Some(document.at.to_string()),
                says: Some(document.says.fields()),
            },
            Err(error) => Self {
                verified: false,
                reason: Some(error.to_string()),
                format: None,
                id: None,
                attester: None,
                signed_at: None,
                says: None,
            },
        }
    }
}
