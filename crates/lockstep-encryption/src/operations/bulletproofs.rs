//! Bulletproofs: range, equality and sum without a trusted set-up, for verifiers who do not trust the
//! platform.

use lockstep_documents::scheme::ProofScheme;
use lockstep_vault::rng::Rng;
use lockstep_web::{ApiError, embedded_json};
use lockstep_zk::assurance::Setup;
use lockstep_zk::bulletproof::{
    Commitment, Opening, prove_equality, prove_range, prove_sum, verify_equality, verify_range,
    verify_sum,
};
use lockstep_zk::circuits::Kind;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::operations::exact_numbers::NumericInput::{self, List, Number};
use crate::operations::exact_numbers::exact_numbers;
use crate::operations::proof::{CallerInput, Context, CreatedProof, Prove, Verdict, Verify};
use crate::operations::{refusal, refused};

/// The kind of statement.
enum StatementKind {
    Range,
    Equality,
    /// A sum of at most so many values.
    Sum {
        most: usize,
    },
}

/// The proof as callers send and receive it. Members are in alphabetical order.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProofJson {
    /// Hexadecimal.
    proof: String,
    protocol: String,
}

/// The public inputs as callers send and receive them. Members are in alphabetical order.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PublicInputs {
    /// Hexadecimal.
    commitments: Vec<String>,
    /// The maximum of a range.
    #[serde(
        default,
        deserialize_with = "lockstep_values::present",
        skip_serializing_if = "Option::is_none"
    )]
    max: Option<i64>,
    /// The minimum of a range.
    #[serde(
        default,
        deserialize_with = "lockstep_values::present",
        skip_serializing_if = "Option::is_none"
    )]
    min: Option<i64>,
    /// Decimals of the values.
    scale: u8,
    /// The sum, as a decimal text.
    #[serde(
        default,
        deserialize_with = "lockstep_values::present",
        skip_serializing_if = "Option::is_none"
    )]
    sum: Option<String>,
}

impl StatementKind {
    fn named(circuit: &str) -> Result<(Self, String), ApiError> {
        match Kind::from_name(circuit) {
            Some(Kind::Range { .. }) => Ok((Self::Range, "range:64".to_owned())),
            Some(Kind::Equality) => Ok((Self::Equality, "equality".to_owned())),
            Some(kind @ Kind::Aggregate { size }) => {
                let most = MAX_COMMITMENTS.min(size as usize);
                Ok((Self::Sum { most }, kind.name()))
            }
            _ if circuit == "sum" => {
                let most = MAX_COMMITMENTS;
                Ok((Self::Sum { most }, "sum".to_owned()))
            }
            _ => Err(refused(
                "circuit",
                "Bulletproofs prove range, equality and sum",
            )),
        }
    }
}

pub(crate) fn prove(
    asked: &Prove,
    about: &Context<'_>,
    rng: &mut Rng,
) -> Result<CreatedProof, ApiError> {
    let (kind, circuit) = StatementKind::named(&asked.circuit)?;
    let given: CallerInput = embedded_json(&asked.data)
        .map_err(|error| refused("data", format!("must be base64 of a JSON object: {error}")))?;
    let (names, inputs): (&[&str], Vec<NumericInput<'_>>) = match kind {
        StatementKind::Range => {
            let names = &["value", "min", "max"];
            (names, names.map(Number).to_vec())
        }
        StatementKind::Equality => {
            let names = &["value1", "value2"];
            (names, names.map(Number).to_vec())
        }
        StatementKind::Sum { most } => (&["values"], vec![List("values", most)]),
    };
    ensure_inputs(&given, names)?;
    let (scale, numbers) = exact_numbers(&given, &inputs, asked.precision)?;
    let context = context(&circuit, scale, about);
    let (proof, public) = match kind {
        StatementKind::Range => {
            let opening = Opening::new(numbers[0], rng);
            let proof = prove_range(&opening, numbers[1], numbers[2], &context, rng);
            let public = PublicInputs {
                commitments: commitments([&opening]),
                max: Some(numbers[2]),
                min: Some(numbers[1]),
                ..PublicInputs::default()
            };
            (proof, public)
        }
        StatementKind::Equality => {
            let [one, two] = [Opening::new(numbers[0], rng), Opening::new(numbers[1], rng)];
            let proof = prove_equality(&one, &two, &context, rng);
            let public = PublicInputs {
                commitments: commitments([&one, &two]),
                ..PublicInputs::default()
            };
            (proof, public)
        }
        StatementKind::Sum { .. } => {
            let openings: Vec<Opening> = numbers
                .iter()
                .map(|value| Opening::new(*value, rng))
                .collect();
            let (sum, proof) = prove_sum(&openings, &context, rng).map_err(refusal)?;
            let public = PublicInputs {
                commitments: commitments(&openings),
                sum: Some(sum.to_string()),
                ..PublicInputs::default()
            };
            (Ok(proof), public)
        }
    };
    let proof = ProofJson {
        proof: hex(&proof.map_err(refusal)?),
        protocol: PROTOCOL.to_owned(),
    };
    let public = PublicInputs { scale, ..public };
    let written = |error: serde_json::Error| ApiError::internal(error.to_string());
    Ok(CreatedProof {
        proof: serde_json::to_vec(&proof).map_err(written)?,
        public: serde_json::to_vec(&public).map_err(written)?,
        scheme: ProofScheme::Bulletproofs,
        curve: None,
        circuit,
        digest: None,
        setup: Setup::Transparent,
        owner: None,
        opening: None,
    })
}

/// Refuses an input with another name than these.
fn ensure_inputs(given: &CallerInput, names: &[&str]) -> Result<(), ApiError> {
    let other = given.keys().find(|name| !names.contains(&name.as_str()));
    let Some(other) = other else {
        return Ok(());
    };
    let other: String = other.chars().take(64).collect();
    Err(refused(
        "data",
        format!("{other} is not an input: there are {}", names.join(", ")),
    ))
}

pub(crate) fn verify(
    asked: &Verify,
    proof: &str,
    public: &str,
    rng: &mut Rng,
) -> Result<Verdict, ApiError> {
    let (kind, circuit) = StatementKind::named(&asked.circuit)?;
    let unread = |parameter: &'static str| {
        refused(
            parameter,
            "cannot be read as the commitments of a Bulletproofs proof of this circuit: send what the proof's \
                answer has, with no other members",
        )
    };
    let proof: ProofJson = embedded_json(proof.as_bytes()).map_err(|_| unread("proof"))?;
    let proof = unhex(&proof.proof).ok_or_else(|| unread("proof"))?;
    let public: PublicInputs =
        embedded_json(public.as_bytes()).map_err(|_| unread("publicInputs"))?;
    let texts = public.commitments.iter();
    let commitments: Option<Vec<Commitment>> = texts
        .map(|text| Commitment::from_bytes(&unhex(text)?).ok())
        .collect();
    let commitments = commitments
        .filter(|all| !all.is_empty() && all.len() <= MAX_COMMITMENTS && public.scale <= 6)
        .ok_or_else(|| unread("publicInputs"))?;
    let context = context(&circuit, public.scale, &asked.context());
    // A member that the proof does not cover could be taken for proven, so each kind has exactly its own.
    let stated = (public.min, public.max, public.sum);
    let verified = match (kind, commitments.as_slice(), stated) {
        (StatementKind::Range, [commitment], (Some(min), Some(max), None)) => {
            verify_range(commitment, min, max, &context, &proof, rng)
        }
        (StatementKind::Equality, [one, two], (None, None, None)) => {
            verify_equality(&[*one, *two], &context, &proof)
        }
        (StatementKind::Sum { most }, all, (None, None, Some(sum))) if all.len() <= most => {
            let sum = printed(&sum).ok_or_else(|| unread("publicInputs"))?;
            verify_sum(all, sum, &context, &proof)
        }
        _ => return Err(unread("publicInputs")),
    };
    Ok(Verdict {
        verified,
        scheme: ProofScheme::Bulletproofs,
        digest: None,
        setup: Some(Setup::Transparent),
        curve: None,
    })
}

/// Reads a sum in the one form that [`prove`] writes.
fn printed(text: &str) -> Option<i128> {
    let sum: Option<i128> = text.parse().ok();
    sum.filter(|sum| sum.to_string() == text)
}

/// The digest of the context that the proof is bound to.
fn context(circuit: &str, scale: u8, about: &Context<'_>) -> Vec<u8> {
    let mut hash = Sha256::new();
    hash.update(b"lockstep statement bulletproofs 1");
    let expiry = about.expiry.to_be_bytes();
    let mut parts = vec![
        circuit.as_bytes(),
        std::slice::from_ref(&scale),
        about.domain.as_bytes(),
        about.nonce,
    ];
    // A proof without owner and expiry hashes the same bytes as before these fields existed.
    if !about.owner.is_empty() || about.expiry > 0 {
        parts.extend([about.owner.as_bytes(), &expiry]);
    }
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.finalize().to_vec()
}

fn commitments<'a>(openings: impl IntoIterator<Item = &'a Opening>) -> Vec<String> {
    let openings = openings.into_iter();
    openings
        .map(|opening| hex(&opening.commitment().to_bytes()))
        .collect()
}

fn hex(bytes: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(bytes)
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    data_encoding::HEXLOWER.decode(text.as_bytes()).ok()
}

/// The member `protocol` of a proof.
pub(crate) const PROTOCOL: &str = "bulletproofs";
/// The maximum number of values of a sum.
const MAX_COMMITMENTS: usize = 1024;
