//! Verification: a proof is verified only with the key that it names.

use lockstep_documents::VerificationKeys;
use lockstep_documents::scheme::ProofScheme;
use lockstep_store::StoreError;
use lockstep_vault::rng::Rng;
use lockstep_web::Owner;
use lockstep_web::jobs::{Cancel, Length};
use lockstep_web::{ApiError, embedded_json};
use lockstep_zk::circuits::{Kind, check_public, unbiased};
use lockstep_zk::formats::{compact, json};
use lockstep_zk::{Curve, CurveName, PairingScheme, field, groth16, on_curve, pghr13};
use serde::Deserialize;

use crate::encryption::Encryption;
use crate::operations::named::full_name;
use crate::operations::proof::{CallerInput, UNBOUND, Verdict, Verify};
use crate::operations::statement::StatementInput;
use crate::operations::{BRIEF_DATA, bulletproofs, refused};
use crate::scheme::Encoding;
use crate::store::circuits::{self as rows, VerifyingKey};

/// The proof and its public inputs, as sent.
enum SentProof {
    Json { proof: String, public: String },
    Compact { proof: Vec<u8>, public: Vec<u8> },
}

impl Encryption {
    /// Verifies a proof only with the key that it names.
    pub(crate) async fn verify_proof(
        self,
        owner: Owner,
        asked: Verify,
    ) -> Result<Verdict, ApiError> {
        let sent_bytes = asked.proof.len() + asked.public.len();
        let (sent, head) = match asked.encoding {
            Encoding::Json => from_json(&asked)?,
            Encoding::Compact => from_bytes(&asked)?,
        };
        let now = self.ctx().clock.now();
        let expired = asked.expires_at.is_some_and(|at| at <= now);
        let ProofScheme::Pairing(scheme) = head.scheme else {
            let SentProof::Json { proof, public } = sent else {
                return Err(ApiError::internal("Bulletproofs have no compact encoding"));
            };
            let mut rng = self.rng();
            let length = Length::of(sent_bytes, BRIEF_DATA);
            return self
                .pool()
                .run_of(length, &owner.user, move |_| {
                    let mut verdict = bulletproofs::verify(&asked, &proof, &public, &mut rng)?;
                    verdict.verified &= !expired;
                    Ok(verdict)
                })
                .await;
        };
        let circuit = full_name(&asked.circuit)?;
        let (user, named) = (owner.user.clone(), circuit.clone());
        let key = self
            .ctx()
            .db
            .read::<_, StoreError, _>("vault.verifying_key", move |tx| match &head.digest {
                Some(digest) => rows::by_digest(tx, &user, digest),
                None => rows::of_circuit(tx, &user, &named, scheme, head.curve),
            })
            .await?;
        let Some(key) = key else {
            return Ok(Verdict {
                verified: false,
                scheme: head.scheme,
                digest: head.digest,
                setup: None,
                curve: None,
            });
        };
        let (encryption, mut rng) = (self.clone(), self.rng());
        self.pool()
            .run_of(length_with(&key, sent_bytes), &owner.user, move |cancel| {
                let verified = key.circuit == circuit
                    && key.scheme == scheme
                    && on_curve!(key.curve, E => {
                        let prover = encryption.prover_in_memory::<E>(&key);
                        let prepared = prover.as_ref().and_then(|it| it.key.prepared(key.digest));
                        let keys = encryption.verification_keys();
                        holds::<E>(&asked, (&key, prepared, keys), &sent, (&mut rng, cancel))?
                    });
                Ok(Verdict {
                    verified: verified && !expired,
                    scheme: head.scheme,
                    digest: Some(key.digest),
                    setup: Some(key.setup),
                    curve: Some(key.curve),
                })
            })
            .await
    }
}

/// Returns the expected duration of a verification. A key with many public inputs takes seconds to read, however short the
/// proof is.
fn length_with(key: &VerifyingKey, sent_bytes: usize) -> Length {
    Length::of(sent_bytes + key.body.len(), BRIEF_DATA)
}

/// Whether the proof holds under a stored key. `prepared` is the same key, if its prover is in memory. Otherwise the key is
/// read, if it is not among the keys that were read before.
fn holds<E: Curve>(
    asked: &Verify,
    (key, prepared, keys): (
        &VerifyingKey,
        Option<&groth16::PreparedKey<E>>,
        &VerificationKeys,
    ),
    sent: &SentProof,
    (rng, cancel): (&mut Rng, &Cancel),
) -> Result<bool, ApiError> {
    let unread = |parameter: &'static str| {
        move |error: lockstep_zk::Error| refused(parameter, error.to_string())
    };
    let ours = |error: lockstep_zk::Error| ApiError::internal(format!("a stored key: {error}"));
    let public = match sent {
        SentProof::Json { public, .. } => json::read_public::<E::ScalarField>(public),
        SentProof::Compact { public, .. } => compact::read_public::<E::ScalarField>(public),
    };
    let public = public.map_err(unread("publicInputs"))?;
    let is_active = || cancel.check().is_ok();
    let verified = match key.scheme {
        PairingScheme::Groth16 => {
            let proof = match sent {
                SentProof::Json { proof, .. } => json::read_proof::<E>(proof),
                SentProof::Compact { proof, .. } => compact::read_proof::<E>(proof),
            };
            let proof = proof.map_err(unread("proof"))?;
            if let Some(prepared) = prepared {
                prepared.verify(&public, &proof)
            } else {
                let verifying = keys.groth16::<E>(&key.body, &is_active);
                cancel.check()?;
                verifying.map_err(ours)?.verify(&public, &proof)
            }
        }
        PairingScheme::Pghr13 => {
            let proof = match sent {
                SentProof::Json { proof, .. } => json::read_pghr13_proof::<E>(proof),
                SentProof::Compact { proof, .. } => compact::read_pghr13_proof::<E>(proof),
            };
            let proof = proof.map_err(unread("proof"))?;
            let verifying = keys.pghr13::<E>(&key.body, &is_active);
            cancel.check()?;
            let verifying = verifying.map_err(ours)?;
            pghr13::verify(verifying.key(), &public, &proof, rng)
        }
    };
    let verified = verified.map_err(unread("publicInputs"))?;
    let Some(kind) = Kind::from_name(&key.circuit) else {
        if asked.is_bound() {
            return Err(refused("parameters", UNBOUND));
        }
        return Ok(verified);
    };
    if !verified || check_public(kind, &public).is_err() {
        return Ok(false);
    }
    if !asked.is_bound() {
        return Ok(true);
    }
    if let Kind::Window { .. } | Kind::Between { .. } = kind {
        return Err(refused(
            "parameters",
            "a claim about stored data is bound to more than domain and nonce: verify its document with \
                `lockstep verify FILE`",
        ));
    }
    Ok(states_the_expected::<E>(asked, key, kind, &public))
}

/// Whether the last public input is the statement that the verifier expects.
fn states_the_expected<E: Curve>(
    asked: &Verify,
    key: &VerifyingKey,
    kind: Kind,
    public: &[E::ScalarField],
) -> bool {
    let about = StatementInput {
        kind,
        given: &CallerInput::default(),
        precision: None,
        context: asked.context(),
        key_digest: key.digest,
    };
    let number = |index: usize| public.get(index).and_then(field::to_u64);
    let bounds = match kind {
        Kind::Range { .. } => [1, 2].map(|index| number(index).map_or(0, unbiased)),
        _ => [0, 0],
    };
    let scale = number(public.len() - 2).and_then(|scale| u8::try_from(scale).ok());
    let expected: E::ScalarField = about.statement(bounds, scale.unwrap_or_default());
    public.last() == Some(&expected)
}

/// The scheme, key digest and curve that a proof names.
struct ProofHeader {
    scheme: ProofScheme,
    digest: Option<[u8; 32]>,
    curve: Option<CurveName>,
}

fn from_bytes(asked: &Verify) -> Result<(SentProof, ProofHeader), ApiError> {
    let head =
        compact::read_head(&asked.proof).map_err(|error| refused("proof", error.to_string()))?;
    let sent = SentProof::Compact {
        proof: asked.proof.clone(),
        public: asked.public.clone(),
    };
    let head = ProofHeader {
        scheme: ProofScheme::Pairing(head.scheme),
        digest: head.key_digest,
        curve: Some(head.curve),
    };
    Ok((sent, head))
}

/// The members of a JSON proof that determine its format.
#[derive(Deserialize)]
struct JsonHead {
    protocol: String,
    curve: Option<String>,
    #[serde(rename = "vkDigest")]
    vk_digest: Option<String>,
}

fn from_json(asked: &Verify) -> Result<(SentProof, ProofHeader), ApiError> {
    let unread = || refused("proof", "must be base64 of a proof in snarkjs JSON");
    let text = std::str::from_utf8(&asked.proof).map_err(|_| unread())?;
    let json: JsonHead = embedded_json(text.as_bytes()).map_err(|_| unread())?;
    let public = std::str::from_utf8(&asked.public).map_err(|_| {
        refused(
            "publicInputs",
            "must be base64 of a JSON array of decimal texts",
        )
    })?;
    let scheme = match json.protocol.as_str() {
        bulletproofs::PROTOCOL => ProofScheme::Bulletproofs,
        protocol => {
            let scheme = PairingScheme::from_protocol(protocol);
            ProofScheme::Pairing(scheme.ok_or_else(unread)?)
        }
    };
    let digest = json.vk_digest.map(|text| {
        let bytes = data_encoding::HEXLOWER.decode(text.as_bytes()).ok();
        let digest: Option<[u8; 32]> = bytes.and_then(|bytes| bytes.try_into().ok());
        digest.ok_or_else(unread)
    });
    let head = ProofHeader {
        scheme,
        digest: digest.transpose()?,
        curve: json.curve.as_deref().and_then(CurveName::from_json_name),
    };
    let sent = SentProof::Json {
        proof: text.to_owned(),
        public: public.to_owned(),
    };
    Ok((sent, head))
}

#[cfg(test)]
mod tests {
    use lockstep_zk::assurance::Setup;

    use super::*;

    #[test]
    fn a_short_proof_under_a_long_key_is_long_work() {
        for (bytes, expected) in [(2 << 10, Length::Brief), (1 << 20, Length::Long)] {
            let key = VerifyingKey {
                owner: None,
                digest: [0; 32],
                circuit: String::new(),
                scheme: PairingScheme::Groth16,
                curve: CurveName::default(),
                setup: Setup::Wellformed,
                body: "0".repeat(bytes),
                ptau_hash: None,
            };
            assert_eq!(length_with(&key, 700), expected, "{bytes}");
        }
    }
}
