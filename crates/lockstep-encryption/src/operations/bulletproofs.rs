//! Bulletproofs: range, equality and sum without a trusted set-up, for verifiers who do not trust the
//! platform.

use lockstep_vault::rng::Rng;
use lockstep_web::{ApiError, embedded_json};
use lockstep_zk::assurance::Setup;
use lockstep_zk::bulletproof::{
    Commitment, Opening, prove_equality, prove_range, prove_sum, verify_equality, verify_range,
    verify_sum,
};
use lockstep_zk::circuits::Kind;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::number;
use crate::operations::proof::{Context, Given, Prove, Proven, Verdict, Verify};
use crate::operations::{refused, told};
use crate::scheme::Scheme;

/// The kind of statement.
enum What {
    Range,
    Equality,
    Sum,
}

impl What {
    fn named(circuit: &str) -> Result<(Self, String), ApiError> {
        match Kind::from_name(circuit) {
            Some(Kind::Range { .. }) => Ok((Self::Range, "range:64".to_owned())),
            Some(Kind::Equality) => Ok((Self::Equality, "equality".to_owned())),
            Some(kind @ Kind::Aggregate { .. }) => Ok((Self::Sum, kind.name())),
            _ if circuit == "sum" => Ok((Self::Sum, "sum".to_owned())),
            _ => Err(refused(
                "circuit",
                "Bulletproofs prove range, equality and sum",
            )),
        }
    }
}

pub(crate) fn prove(asked: &Prove, about: &Context<'_>, rng: &mut Rng) -> Result<Proven, ApiError> {
    let (what, circuit) = What::named(&asked.circuit)?;
    let given: Given = embedded_json(&asked.data)
        .map_err(|error| refused("data", format!("must be base64 of a JSON object: {error}")))?;
    let names: &[&str] = match what {
        What::Range => &["value", "min", "max"],
        What::Equality => &["value1", "value2"],
        What::Sum => &["values"],
    };
    if let Some(name) = given.keys().find(|name| !names.contains(&name.as_str())) {
        let name: String = name.chars().take(64).collect();
        return Err(refused(
            "data",
            format!("{name} is not an input: there are {}", names.join(", ")),
        ));
    }
    let (scale, numbers) = numbers(&given, names, asked.precision)?;
    let context = context(&circuit, scale, about);
    let (proof, public) = match what {
        What::Range => {
            let opening = Opening::new(numbers[0], rng);
            let proof = prove_range(&opening, numbers[1], numbers[2], &context, rng);
            let commitment = hex(&opening.commitment().to_bytes());
            let public = json!({ "commitments": [commitment], "min": numbers[1], "max": numbers[2], "scale": scale });
            (proof, public)
        }
        What::Equality => {
            let [one, two] = [Opening::new(numbers[0], rng), Opening::new(numbers[1], rng)];
            let proof = prove_equality(&one, &two, &context, rng);
            let commitments = [&one, &two].map(|it| hex(&it.commitment().to_bytes()));
            (proof, json!({ "commitments": commitments, "scale": scale }))
        }
        What::Sum => {
            let openings: Vec<Opening> = numbers
                .iter()
                .map(|value| Opening::new(*value, rng))
                .collect();
            let (sum, proof) = prove_sum(&openings, &context, rng).map_err(told)?;
            let commitments: Vec<String> = openings
                .iter()
                .map(|opening| hex(&opening.commitment().to_bytes()))
                .collect();
            let public =
                json!({ "commitments": commitments, "sum": sum.to_string(), "scale": scale });
            (Ok(proof), public)
        }
    };
    let proof = proof.map_err(told)?;
    Ok(Proven {
        proof: json!({ "protocol": "bulletproofs", "proof": hex(&proof) })
            .to_string()
            .into_bytes(),
        public: public.to_string().into_bytes(),
        scheme: Scheme::Bulletproofs,
        curve: None,
        circuit,
        digest: None,
        setup: Setup::Transparent,
        owner: None,
        opening: None,
    })
}

pub(crate) fn verify(
    asked: &Verify,
    proof: &str,
    public: &str,
    rng: &mut Rng,
) -> Result<Verdict, ApiError> {
    let (what, circuit) = What::named(&asked.circuit)?;
    let unread = |parameter: &'static str| {
        refused(
            parameter,
            "cannot be read as what a proof by Bulletproofs comes with",
        )
    };
    let proof: Value = embedded_json(proof.as_bytes()).map_err(|_| unread("proof"))?;
    let proof = proof["proof"]
        .as_str()
        .and_then(unhex)
        .ok_or_else(|| unread("proof"))?;
    let public: Value = embedded_json(public.as_bytes()).map_err(|_| unread("publicInputs"))?;
    let commitments: Option<Vec<Commitment>> = public["commitments"].as_array().and_then(|all| {
        all.iter()
            .map(|text| Commitment::from_bytes(&unhex(text.as_str()?)?).ok())
            .collect()
    });
    let commitments = commitments
        .filter(|all| !all.is_empty() && all.len() <= MOST)
        .ok_or_else(|| unread("publicInputs"))?;
    let scale = public["scale"]
        .as_u64()
        .and_then(|scale| u8::try_from(scale).ok());
    let scale = scale
        .filter(|scale| *scale <= 6)
        .ok_or_else(|| unread("publicInputs"))?;
    let context = context(&circuit, scale, &asked.context());
    let verified = match (what, commitments.as_slice()) {
        (What::Range, [commitment]) => {
            let bounds = public["min"].as_i64().zip(public["max"].as_i64());
            let (min, max) = bounds.ok_or_else(|| unread("publicInputs"))?;
            verify_range(commitment, min, max, &context, &proof, rng)
        }
        (What::Equality, [one, two]) => verify_equality(&[*one, *two], &context, &proof),
        (What::Sum, all) => {
            let sum = public["sum"].as_str().and_then(|sum| sum.parse().ok());
            verify_sum(
                all,
                sum.ok_or_else(|| unread("publicInputs"))?,
                &context,
                &proof,
            )
        }
        _ => return Err(unread("publicInputs")),
    };
    Ok(Verdict {
        verified,
        scheme: Scheme::Bulletproofs,
        digest: None,
        setup: Some(Setup::Transparent),
    })
}

fn numbers(
    given: &Given,
    names: &[&str],
    precision: Option<u8>,
) -> Result<(u8, Vec<i64>), ApiError> {
    let mut all = Vec::new();
    for name in names {
        let list = match given.get(*name) {
            Some(Value::Array(list)) if names.len() == 1 => {
                list.iter().map(Value::as_f64).collect()
            }
            Some(value) => value.as_f64().map(|value| vec![value]),
            None => None,
        };
        let list = list.filter(|list: &Vec<f64>| !list.is_empty() && list.len() <= MOST);
        all.extend(list.ok_or_else(|| {
            refused(
                "data",
                format!("{name} must be there, a number or up to {MOST} of them"),
            )
        })?);
    }
    let scale = precision.unwrap_or_else(|| number::usual_decimals(&all));
    let fixed = all.iter().map(|value| {
        number::exact(*value, scale).ok_or_else(|| {
            refused(
                "data",
                format!("a number has more than {scale} decimals, or is beyond 2^53 units of them"),
            )
        })
    });
    Ok((scale, fixed.collect::<Result<_, _>>()?))
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

fn hex(bytes: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(bytes)
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    data_encoding::HEXLOWER.decode(text.as_bytes()).ok()
}

const MOST: usize = 1024;
