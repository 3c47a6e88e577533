//! Verification: a proof is verified only with the key that it names.

use lockstep_store::StoreError;
use lockstep_vault::Owner;
use lockstep_vault::rng::Rng;
use lockstep_web::jobs::Length;
use lockstep_web::{ApiError, embedded_json};
use lockstep_zk::circuits::{Kind, check_public, unbiased};
use lockstep_zk::formats::{compact, json};
use lockstep_zk::{Bls12_381, Bn254, Curve, field, groth16, pghr13};
use serde_json::Value;

use crate::encryption::Encryption;
use crate::operations::named::full_name;
use crate::operations::proof::{Given, UNBOUND, Verdict, Verify};
use crate::operations::statement::Asked;
use crate::operations::{BRIEF_DATA, bulletproofs, refused};
use crate::scheme::{CurveName, Encoding, Scheme, setup_named};
use crate::store::circuits::{self as rows, VerifyingKey};

/// The proof and its public inputs, as sent.
enum Sent {
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
        let length = Length::of(asked.proof.len() + asked.public.len(), BRIEF_DATA);
        let (sent, head) = match asked.encoding {
            Encoding::Json => from_json(&asked)?,
            Encoding::Compact => from_bytes(&asked)?,
        };
        let now = self.ctx().clock.now();
        let expired = asked.expires_at.is_some_and(|at| at <= now);
        if head.scheme == Scheme::Bulletproofs {
            let Sent::Json { proof, public } = sent else {
                return Err(ApiError::internal("Bulletproofs have no compact encoding"));
            };
            let mut rng = self.rng();
            return self
                .pool()
                .run_of(length, &owner.user, move |_| {
                    let mut verdict = bulletproofs::verify(&asked, &proof, &public, &mut rng)?;
                    verdict.verified &= !expired;
                    Ok(verdict)
                })
                .await;
        }
        let circuit = full_name(&asked.circuit)?;
        let (user, named) = (owner.user.clone(), circuit.clone());
        let key = self
            .ctx()
            .db
            .read::<_, StoreError, _>("vault.verifying_key", move |tx| match &head.digest {
                Some(digest) => rows::by_digest(tx, &user, digest),
                None => {
                    let curve = head.curve.map(CurveName::name);
                    rows::of_circuit(tx, &user, &named, head.scheme.name(), curve)
                }
            })
            .await?;
        let Some(key) = key else {
            return Ok(Verdict {
                verified: false,
                scheme: head.scheme,
                digest: head.digest,
                setup: None,
            });
        };
        let mut rng = self.rng();
        self.pool()
            .run_of(length, &owner.user, move |_| {
                let about = key.circuit == circuit && key.scheme == head.scheme.name();
                let verified = about
                    && match CurveName::from_name(&key.curve) {
                        Some(CurveName::Bls12_381) => {
                            holds::<Bls12_381>(&asked, &key, &sent, &mut rng)?
                        }
                        Some(CurveName::Bn254) => holds::<Bn254>(&asked, &key, &sent, &mut rng)?,
                        None => return Err(ApiError::internal("a key of an unknown curve")),
                    };
                Ok(Verdict {
                    verified: verified && !expired,
                    scheme: head.scheme,
                    digest: Some(key.digest),
                    setup: setup_named(&key.setup),
                })
            })
            .await
    }
}

fn holds<E: Curve>(
    asked: &Verify,
    key: &VerifyingKey,
    sent: &Sent,
    rng: &mut Rng,
) -> Result<bool, ApiError> {
    let unread = |parameter: &'static str| {
        move |error: lockstep_zk::Error| refused(parameter, error.to_string())
    };
    let ours = |error: lockstep_zk::Error| ApiError::internal(format!("a key of ours: {error}"));
    let public = match sent {
        Sent::Json { public, .. } => json::read_public::<E::ScalarField>(public),
        Sent::Compact { public, .. } => compact::read_public::<E::ScalarField>(public),
    };
    let public = public.map_err(unread("publicInputs"))?;
    let verified = if key.scheme == Scheme::Groth16.name() {
        let proof = match sent {
            Sent::Json { proof, .. } => json::read_proof::<E>(proof),
            Sent::Compact { proof, .. } => compact::read_proof::<E>(proof),
        };
        let proof = proof.map_err(unread("proof"))?;
        let verifying = json::read_verifying_key::<E>(&key.body).map_err(ours)?;
        groth16::verify(&verifying, &public, &proof)
    } else {
        let proof = match sent {
            Sent::Json { proof, .. } => json::read_pghr13_proof::<E>(proof),
            Sent::Compact { proof, .. } => compact::read_pghr13_proof::<E>(proof),
        };
        let proof = proof.map_err(unread("proof"))?;
        let verifying = json::read_pghr13_key::<E>(&key.body).map_err(ours)?;
        pghr13::verify(&verifying, &public, &proof, rng)
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
            "a claim about stored data is bound to more than domain and nonce: `lockstep verify FILE` \
             judges its document",
        ));
    }
    // The statement that the verifier expects.
    let about = Asked {
        kind,
        given: &Given::new(),
        precision: None,
        context: asked.context(),
        key_digest: key.digest,
    };
    let number = |place: usize| public.get(place).and_then(field::to_u64);
    let bounds = match kind {
        Kind::Range { .. } => [1, 2].map(|place| number(place).map_or(0, unbiased)),
        _ => [0, 0],
    };
    let scale = number(public.len() - 2).and_then(|scale| u8::try_from(scale).ok());
    let expected: E::ScalarField = about.statement(bounds, scale.unwrap_or_default());
    Ok(public.last() == Some(&expected))
}

/// The scheme, key digest and curve that a proof names.
struct Head {
    scheme: Scheme,
    digest: Option<[u8; 32]>,
    curve: Option<CurveName>,
}

fn from_bytes(asked: &Verify) -> Result<(Sent, Head), ApiError> {
    let head =
        compact::read_head(&asked.proof).map_err(|error| refused("proof", error.to_string()))?;
    let sent = Sent::Compact {
        proof: asked.proof.clone(),
        public: asked.public.clone(),
    };
    let head = Head {
        scheme: match head.scheme {
            compact::Scheme::Groth16 => Scheme::Groth16,
            compact::Scheme::Pghr13 => Scheme::Pghr13,
        },
        digest: head.key_digest,
        curve: CurveName::from_name(head.curve),
    };
    Ok((sent, head))
}

fn from_json(asked: &Verify) -> Result<(Sent, Head), ApiError> {
    let unread = || refused("proof", "must be base64 of a proof in snarkjs JSON");
    let text = std::str::from_utf8(&asked.proof).map_err(|_| unread())?;
    let value: Value = embedded_json(text.as_bytes()).map_err(|_| unread())?;
    let public = std::str::from_utf8(&asked.public).map_err(|_| {
        refused(
            "publicInputs",
            "must be base64 of a JSON array of decimal texts",
        )
    })?;
    let scheme = match value["protocol"].as_str() {
        Some("groth16" | "groth") => Scheme::Groth16,
        Some("original") => Scheme::Pghr13,
        Some("bulletproofs") => Scheme::Bulletproofs,
        _ => return Err(unread()),
    };
    let curve = match value["curve"].as_str() {
        Some("bn128" | "bn254") => Some(CurveName::Bn254),
        Some("bls12381" | "bls12-381") => Some(CurveName::Bls12_381),
        _ => None,
    };
    let digest = match &value["vkDigest"] {
        Value::Null => None,
        digest => {
            let digest = digest.as_str().and_then(|text| {
                data_encoding::HEXLOWER
                    .decode(text.as_bytes())
                    .ok()?
                    .try_into()
                    .ok()
            });
            Some(digest.ok_or_else(unread)?)
        }
    };
    let sent = Sent::Json {
        proof: text.to_owned(),
        public: public.to_owned(),
    };
    let head = Head {
        scheme,
        digest,
        curve,
    };
    Ok((sent, head))
}
