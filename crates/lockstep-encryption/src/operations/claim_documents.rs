//! Assembly of the document of a proven claim.

use lockstep_documents::SignedRecord;
use lockstep_documents::claims::{CIRCUIT_KEY, PROOF, Proof, ProofScheme, ROOT, Statement};
use lockstep_documents::signed_root::hex;
use lockstep_vault::attest::Attester;
use lockstep_web::ApiError;
use lockstep_zk::assurance::Setup;
use lockstep_zk::{CurveName, PairingScheme};
use serde_json::Value as Json;

use crate::encryption::Encryption;
use crate::operations::proof::AttestedProof;

impl Encryption {
    /// Returns the document of a claim that Bulletproofs prove.
    pub(super) fn transparent_document(
        &self,
        statement: Statement,
        proof: Json,
        signed_root: SignedRecord,
    ) -> Result<Proof, ApiError> {
        let attester = self.attester();
        check_not_rotated(&attester, [&signed_root])?;
        Ok(Proof {
            format: PROOF.to_owned(),
            id: Some(statement.id()),
            statement,
            scheme: ProofScheme::Bulletproofs,
            proof,
            setup: Setup::Transparent,
            assurance: Setup::Transparent.assurance().to_owned(),
            circuit: None,
            curve: None,
            public_inputs: None,
            verification_key: None,
            vk_digest: None,
            key_attestation: None,
            attested_root: attester.document(ROOT, signed_root),
        })
    }

    /// Returns the document of a claim with a pairing-based proof.
    pub(super) fn pairing_document(
        &self,
        statement: Statement,
        (scheme, curve): (PairingScheme, CurveName),
        proven: AttestedProof,
        signed_root: SignedRecord,
    ) -> Result<Proof, ApiError> {
        let attester = self.attester();
        check_not_rotated(&attester, [&proven.attestation, &signed_root])?;
        Ok(Proof {
            format: PROOF.to_owned(),
            id: Some(statement.id()),
            statement,
            scheme: ProofScheme::Pairing(scheme),
            proof: proven.proof,
            setup: proven.setup,
            assurance: proven.setup.assurance().to_owned(),
            circuit: Some(proven.circuit),
            curve: Some(curve),
            public_inputs: Some(proven.public_inputs),
            verification_key: Some(proven.verification_key),
            vk_digest: Some(hex(&proven.key_digest)),
            key_attestation: Some(attester.document(CIRCUIT_KEY, proven.attestation)),
            attested_root: attester.document(ROOT, signed_root),
        })
    }
}

/// Refuses records that another signing key signed than the current one.
fn check_not_rotated<const N: usize>(
    attester: &Attester,
    records: [&SignedRecord; N],
) -> Result<(), ApiError> {
    let fingerprint = attester.key().fingerprint().to_string();
    match records.iter().any(|signed| signed.key != fingerprint) {
        false => Ok(()),
        true => Err(ApiError::conflict(
            "the platform's signing key was rotated while the claim was proven: send the request again",
        )),
    }
}
