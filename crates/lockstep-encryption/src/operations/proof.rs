//! The request and the result of a proof: the types that all schemes share.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use lockstep_documents::SignedRecord;
use lockstep_documents::scheme::ProofScheme;
use lockstep_store::Timestamp;
use lockstep_vault::material::LoadedKey;
use lockstep_zk::CurveName;
use lockstep_zk::assurance::Setup;
use lockstep_zk::circuits::Kind;
use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;
use zeroize::Zeroizing;

use crate::scheme::Encoding;
use crate::store::circuits as rows;

/// The request of a proof.
pub(crate) struct Prove {
    pub(crate) data: Zeroizing<Vec<u8>>,
    pub(crate) circuit: String,
    pub(crate) scheme: ProofScheme,
    /// `None`: the curve of the circuit, of the level, or the default.
    pub(crate) curve: Option<CurveName>,
    /// The requested security level in bits.
    pub(crate) level: Option<u16>,
    pub(crate) precision: Option<u8>,
    pub(crate) domain: String,
    pub(crate) nonce: Vec<u8>,
    /// Whether the proof is bound to its owner's pseudonym.
    pub(crate) bind_owner: bool,
    /// The end of the statement's validity.
    pub(crate) expires_at: Option<Timestamp>,
    pub(crate) encoding: Encoding,
}

impl Prove {
    pub(crate) fn is_bound(&self) -> bool {
        let bound = self.bind_owner || self.expires_at.is_some();
        bound || !self.domain.is_empty() || !self.nonce.is_empty()
    }
}

/// A proof.
pub(crate) struct CreatedProof {
    /// The proof in the requested encoding.
    pub(crate) proof: Vec<u8>,
    pub(crate) public: Vec<u8>,
    pub(crate) scheme: ProofScheme,
    /// `None` for a scheme without pairings.
    pub(crate) curve: Option<CurveName>,
    pub(crate) circuit: String,
    pub(crate) digest: Option<[u8; 32]>,
    pub(crate) setup: Setup,
    /// The owner's pseudonym that the proof is bound to.
    pub(crate) owner: Option<String>,
    /// The opening of the commitments, for the owner only.
    pub(crate) opening: Option<Value>,
}

/// A proof of a built-in circuit with everything that verifies it, for a signed document.
pub(crate) struct AttestedProof {
    pub(crate) circuit: String,
    /// The proof as snarkjs JSON.
    pub(crate) proof: Value,
    /// The public inputs as decimal texts.
    pub(crate) public_inputs: Vec<String>,
    /// The verification key as snarkjs JSON.
    pub(crate) verification_key: Value,
    /// The SHA-256 of the verification key.
    pub(crate) key_digest: [u8; 32],
    pub(crate) setup: Setup,
    /// The platform's attestation that it set up the key for this circuit.
    pub(crate) attestation: SignedRecord,
}

/// A requested circuit.
pub(crate) enum NamedCircuit {
    Builtin(Kind),
    /// An uploaded circuit, with its proving key if there is one; `inline` if the circuit came with the
    /// request.
    UploadedCircuit {
        circuit: Box<rows::Circuit>,
        inline: bool,
    },
}

/// The data that a proof is created from.
pub(crate) enum Data {
    Inputs(CallerInput),
    Witness(Zeroizing<Vec<u8>>),
    Committed(Arc<LoadedKey>, Vec<u8>),
}

impl NamedCircuit {
    /// The full name of the circuit.
    pub(crate) fn id(&self) -> String {
        match self {
            Self::Builtin(kind) => kind.name(),
            Self::UploadedCircuit { circuit, .. } => circuit.id.clone(),
        }
    }
}

/// The request of a verification.
pub(crate) struct Verify {
    pub(crate) proof: Vec<u8>,
    pub(crate) public: Vec<u8>,
    pub(crate) circuit: String,
    /// If present, the proof must be bound to it.
    pub(crate) domain: Option<String>,
    pub(crate) nonce: Option<Vec<u8>>,
    /// The owner's pseudonym.
    pub(crate) owner: Option<String>,
    pub(crate) expires_at: Option<Timestamp>,
    pub(crate) encoding: Encoding,
}

impl Verify {
    /// Whether the verifier states a required binding.
    pub(crate) fn is_bound(&self) -> bool {
        let bound = self.owner.is_some() || self.expires_at.is_some();
        bound || self.domain.is_some() || self.nonce.is_some()
    }

    /// The required binding of the proof; the proof must not be bound to an absent field.
    pub(crate) fn context(&self) -> Context<'_> {
        Context {
            domain: self.domain.as_deref().unwrap_or_default(),
            nonce: self.nonce.as_deref().unwrap_or_default(),
            owner: self.owner.as_deref().unwrap_or_default(),
            expiry: milliseconds(self.expires_at),
        }
    }
}

/// The result of a verification.
pub(crate) struct Verdict {
    pub(crate) verified: bool,
    pub(crate) scheme: ProofScheme,
    pub(crate) digest: Option<[u8; 32]>,
    /// `None` if the proof names an unknown key.
    pub(crate) setup: Option<Setup>,
    /// The curve of the key, if there is one.
    pub(crate) curve: Option<CurveName>,
}

/// The caller's inputs by name, each as its JSON text: a number keeps the digits that were sent. An object with a name
/// twice is refused: readers differ in which of the two values they take.
#[derive(Default)]
pub(crate) struct CallerInput(BTreeMap<String, Box<RawValue>>);

impl Deref for CallerInput {
    type Target = BTreeMap<String, Box<RawValue>>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<'de> Deserialize<'de> for CallerInput {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        json.deserialize_map(UniqueInputs)
    }
}

/// Reads inputs, each name once.
struct UniqueInputs;

impl<'de> Visitor<'de> for UniqueInputs {
    type Value = CallerInput;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of named inputs")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut inputs: A) -> Result<CallerInput, A::Error> {
        let mut all = BTreeMap::new();
        while let Some(name) = inputs.next_key::<String>()? {
            match all.entry(name) {
                Entry::Vacant(place) => {
                    place.insert(inputs.next_value()?);
                }
                Entry::Occupied(place) => {
                    let name: String = place.key().chars().take(64).collect();
                    return Err(A::Error::custom(format!(
                        "it has the input {name:?} twice: send each input once"
                    )));
                }
            }
        }
        Ok(CallerInput(all))
    }
}

/// The binding of a proof in addition to its numbers; empty or 0 for an absent field.
#[derive(Clone, Copy, Default)]
pub(crate) struct Context<'a> {
    pub(crate) domain: &'a str,
    pub(crate) nonce: &'a [u8],
    /// The owner's pseudonym.
    pub(crate) owner: &'a str,
    /// The end of validity in milliseconds.
    pub(crate) expiry: u64,
}

impl<'a> Context<'a> {
    /// The context of a requested proof.
    pub(crate) fn of(asked: &'a Prove, owner: Option<&'a str>) -> Self {
        Self {
            domain: &asked.domain,
            nonce: &asked.nonce,
            owner: owner.unwrap_or_default(),
            expiry: milliseconds(asked.expires_at),
        }
    }
}

/// The end of validity as a statement holds it: 0 if unlimited.
pub(crate) fn milliseconds(at: Option<Timestamp>) -> u64 {
    at.map_or(0, |at| u64::try_from(at.0).unwrap_or(0))
}

/// The reason why a proof of an uploaded circuit is bound only to its public inputs.
pub(crate) const UNBOUND: &str = "domain, nonce, owner and expiry bind proofs of the built-in circuits: an \
    uploaded one has the public inputs it was made with, and binds what they say";
