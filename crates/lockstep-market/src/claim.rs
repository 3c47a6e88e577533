//! Claims that a seller attaches to a token: signed documents about the seller's own days, which buyers verify
//! before they pay.

use lockstep_documents::claims::{PROOF_1, Proof, Setup};
use lockstep_documents::{Content, VerificationPolicy, verify};
use lockstep_store::Timestamp;
use lockstep_web::ApiError;
use serde_json::value::RawValue;

use crate::token::{SeriesFacts, day_of, parse_date};

/// A claim that the platform verified.
#[derive(Clone, Debug)]
pub(crate) struct AttachedClaim {
    /// The id of the statement.
    pub(crate) id: String,
    /// The claim in sentences.
    pub(crate) statement: String,
    /// The origin of the proof's keys: how much the proof is worth to a buyer.
    pub(crate) setup: Setup,
    pub(crate) expires_at: Option<Timestamp>,
    /// The document as the seller sent it.
    pub(crate) document: Vec<u8>,
}

/// A verified claim with the facts that it must agree with.
#[derive(Clone, Debug)]
pub(crate) struct VerifiedClaim {
    pub(crate) claim: AttachedClaim,
    /// The pseudonym of the account that the claim is about.
    owner: String,
    /// The first and the last day, as days since 1970.
    days: (i64, i64),
}

/// Verifies a document as a buyer would. `trust` names the platform's own key. A claim that was made for one verifier
/// would convince no buyer, so audience and nonce are empty.
///
/// # Errors
/// The field that names the document, with the reason of the verifier.
pub(crate) fn verified(
    field: &str,
    document: &RawValue,
    trust: &VerificationPolicy,
) -> Result<VerifiedClaim, ApiError> {
    let refused = |reason: String| ApiError::invalid(field, reason);
    let bytes = document.get().as_bytes();
    if bytes.len() > MAX_CLAIM_BYTES {
        return Err(refused(format!("must be {MAX_CLAIM_BYTES} bytes at most")));
    }
    let proof: Proof = serde_json::from_slice(bytes)
        .map_err(|_| refused("must be the document of a claim: POST /v1/sfdp/proofs".to_owned()))?;
    // `lockstep verify` refuses such a claim unless an option permits it, so a buyer would see a
    // refused claim.
    if proof.format == PROOF_1 {
        return Err(refused(format!(
            "is a {PROOF_1}, which does not state the points left out of its days: prove it again"
        )));
    }
    let statement = &proof.statement;
    if !statement.nonce.is_empty() || !statement.audience.is_empty() {
        return Err(refused(
            "was made for one verifier: prove it without audience and nonce".to_owned(),
        ));
    }
    let judged = verify(bytes, trust).map_err(|error| refused(error.to_string()))?;
    let Content::Claim(facts) = judged.says else {
        return Err(refused("is not a claim".to_owned()));
    };
    let expires_at = facts.expires_at.as_deref().map(str::parse).transpose();
    let days = parse_date(&statement.start_date).zip(parse_date(&statement.end_date));
    Ok(VerifiedClaim {
        days: days.ok_or_else(|| refused("names no days".to_owned()))?,
        owner: facts.owner,
        claim: AttachedClaim {
            id: judged.id,
            statement: facts.statement,
            setup: facts.setup,
            expires_at: expires_at.map_err(|_| refused("has no valid end".to_owned()))?,
            document: bytes.to_vec(),
        },
    })
}

impl VerifiedClaim {
    /// Returns the number of bytes of the document.
    pub(crate) fn bytes(&self) -> u64 {
        self.claim.document.len() as u64
    }

    /// Checks that the claim is the seller's own, and about days of the snapshot. The days of a claim are those of the
    /// seller's time zone, so they may differ from days in UTC by one.
    ///
    /// # Errors
    /// The reason.
    pub(crate) fn check(
        self,
        field: &str,
        seller: &str,
        facts: &[SeriesFacts],
    ) -> Result<AttachedClaim, ApiError> {
        if self.owner != seller {
            return Err(ApiError::invalid(
                field,
                "is about the days of another account",
            ));
        }
        let first = facts.iter().map(|facts| day_of(facts.first)).min();
        let last = facts.iter().map(|facts| day_of(facts.last)).max();
        let is_within = first.is_some_and(|first| self.days.0 >= first - 1)
            && last.is_some_and(|last| self.days.1 <= last + 1);
        match is_within {
            true => Ok(self.claim),
            false => Err(ApiError::invalid(
                field,
                "is about days outside of the offered points",
            )),
        }
    }
}

/// The maximum number of claims of a token.
pub(crate) const MAX_CLAIMS: usize = 8;
/// The maximum number of bytes of a claim.
const MAX_CLAIM_BYTES: usize = 128 << 10;
