//! What is asked of a proof, and what comes of it: the types that all schemes share.

use std::sync::Arc;

use lockstep_store::Timestamp;
use lockstep_vault::material::LoadedKey;
use lockstep_web::ApiError;
use lockstep_zk::ark_ff::PrimeField;
use lockstep_zk::assurance::Setup;
use lockstep_zk::circuits::Kind;
use lockstep_zk::machine::Inputs;
use serde_json::{Map, Value};
use zeroize::Zeroizing;

use crate::scheme::{CurveName, Encoding, Scheme};
use crate::store::circuits as rows;

/// What is to be proven.
pub(crate) struct Prove {
    pub(crate) data: Zeroizing<Vec<u8>>,
    pub(crate) circuit: String,
    pub(crate) scheme: Scheme,
    /// None: the circuit's own, or the default.
    pub(crate) curve: Option<CurveName>,
    pub(crate) precision: Option<u8>,
    pub(crate) domain: String,
    pub(crate) nonce: Vec<u8>,
    /// Whether the proof is bound to its owner's pseudonym.
    pub(crate) bind_owner: bool,
    /// When the statement stops to hold.
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
pub(crate) struct Proven {
    /// In the encoding that was asked for.
    pub(crate) proof: Vec<u8>,
    pub(crate) public: Vec<u8>,
    pub(crate) scheme: Scheme,
    /// None where there are no pairings.
    pub(crate) curve: Option<CurveName>,
    pub(crate) circuit: String,
    pub(crate) digest: Option<[u8; 32]>,
    pub(crate) setup: Setup,
    /// The owner's pseudonym it is bound to.
    pub(crate) owner: Option<String>,
    /// What opens its commitments: the owner's alone.
    pub(crate) opening: Option<Value>,
}

/// What a built-in circuit is to show of data at hand.
pub(crate) trait About: Send + 'static {
    /// Its named inputs, bound to the key they are proven with.
    fn inputs<F: PrimeField>(&self, key_digest: [u8; 32]) -> Result<Inputs<F>, ApiError>;
}

/// A circuit that is asked for.
pub(crate) enum Named {
    Builtin(Kind),
    /// With its own proving key, where one was brought; `inline` if it came with the request.
    UploadedCircuit {
        circuit: Box<rows::Circuit>,
        inline: bool,
    },
}

/// What a proof is made from.
pub(crate) enum Data {
    Given(Given),
    Witness(Zeroizing<Vec<u8>>),
    Committed(Arc<LoadedKey>, Vec<u8>),
}

impl Named {
    /// Its full name.
    pub(crate) fn id(&self) -> String {
        match self {
            Self::Builtin(kind) => kind.name(),
            Self::UploadedCircuit { circuit, .. } => circuit.id.clone(),
        }
    }
}

/// What is to be verified.
pub(crate) struct Verify {
    pub(crate) proof: Vec<u8>,
    pub(crate) public: Vec<u8>,
    pub(crate) circuit: String,
    /// Where given, the proof must be for it.
    pub(crate) domain: Option<String>,
    pub(crate) nonce: Option<Vec<u8>>,
    /// The owner's pseudonym.
    pub(crate) owner: Option<String>,
    pub(crate) expires_at: Option<Timestamp>,
    pub(crate) encoding: Encoding,
}

impl Verify {
    /// Whether the verifier says what the proof must be bound to.
    pub(crate) fn is_bound(&self) -> bool {
        let bound = self.owner.is_some() || self.expires_at.is_some();
        bound || self.domain.is_some() || self.nonce.is_some()
    }

    /// What the proof must be bound to; what is not named, it must not be bound to.
    pub(crate) fn context(&self) -> Context<'_> {
        Context {
            domain: self.domain.as_deref().unwrap_or_default(),
            nonce: self.nonce.as_deref().unwrap_or_default(),
            owner: self.owner.as_deref().unwrap_or_default(),
            expiry: milliseconds(self.expires_at),
        }
    }
}

/// What is known of a proof.
pub(crate) struct Verdict {
    pub(crate) verified: bool,
    pub(crate) scheme: Scheme,
    pub(crate) digest: Option<[u8; 32]>,
    /// None where the proof names a key that is not known here.
    pub(crate) setup: Option<Setup>,
}

/// What the caller gave, as JSON.
pub(crate) type Given = Map<String, Value>;

/// What a proof is bound to beside its numbers; empty or 0 where it is not.
#[derive(Clone, Copy, Default)]
pub(crate) struct Context<'a> {
    pub(crate) domain: &'a str,
    pub(crate) nonce: &'a [u8],
    /// The owner's pseudonym.
    pub(crate) owner: &'a str,
    /// In milliseconds.
    pub(crate) expiry: u64,
}

impl<'a> Context<'a> {
    /// Of a proof that is asked for.
    pub(crate) fn of(asked: &'a Prove, owner: Option<&'a str>) -> Self {
        Self {
            domain: &asked.domain,
            nonce: &asked.nonce,
            owner: owner.unwrap_or_default(),
            expiry: milliseconds(asked.expires_at),
        }
    }
}

/// As a statement holds it: 0 for none.
pub(crate) fn milliseconds(at: Option<Timestamp>) -> u64 {
    at.map_or(0, |at| u64::try_from(at.0).unwrap_or(0))
}

/// Why a proof of an uploaded circuit is bound to nothing beside its public inputs.
pub(crate) const UNBOUND: &str = "domain, nonce, owner and expiry bind proofs of the built-in circuits: an \
    uploaded one has the public inputs it was made with, and binds what they say";
