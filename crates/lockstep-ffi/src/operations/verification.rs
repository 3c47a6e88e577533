//! Verification of a proof with a key that the caller pins. It needs no handler.

use lockstep_client_crypto::zk_handler::{Proof, verify_with_key};
use lockstep_zk::{CurveName, PairingScheme};
use serde::Deserialize;

use crate::answer::Answer;
use crate::entropy;
use crate::failure::Failure;
use crate::request::Request;

use super::Operation;

pub(super) const OPERATIONS: &[Operation] = &[("Proof.verify", verify)];

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct VerifyWithKey {
    proof: ProofFields,
    verification_key: String,
}

fn verify(request: &Request<'_>) -> Result<Answer, Failure> {
    let fields: VerifyWithKey = request.fields()?;
    let proof = fields.proof.into();
    let verified = verify_with_key(&proof, &fields.verification_key, entropy::generator()?)?;
    Ok(Answer::new().with("verified", verified))
}

/// A proof as JSON.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct ProofFields {
    scheme: PairingScheme,
    curve: CurveName,
    circuit: String,
    proof: String,
    public_signals: Vec<String>,
    vk_digest: String,
    setup: lockstep_client_crypto::Setup,
    device: String,
}

impl From<ProofFields> for Proof {
    fn from(fields: ProofFields) -> Self {
        Proof {
            scheme: fields.scheme,
            curve: fields.curve,
            circuit: fields.circuit,
            proof: fields.proof,
            public_signals: fields.public_signals,
            vk_digest: fields.vk_digest,
            setup: fields.setup,
            device: fields.device,
        }
    }
}
