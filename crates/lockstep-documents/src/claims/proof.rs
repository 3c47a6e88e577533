//! The document of a claim, and the binding of its proof to its statement.

use std::collections::BTreeMap;

use data_encoding::BASE64;
use lockstep_values::{Timestamp, present};
use lockstep_zk::ark_ff::PrimeField;
use lockstep_zk::assurance::Setup;
use lockstep_zk::circuits::{Kind, biased};
use lockstep_zk::{CurveName, PairingScheme, field};
use serde::{Deserialize, Serialize};
use serde_json::{Number, Value as Json};
use sha2::{Digest, Sha256};

use super::record::RootRecord;
use super::{Claim, PROOF, PROOF_1, PROOF_2};
use crate::decimal;
use crate::scheme::ProofScheme;
use crate::signed::Document;
use crate::signed_root::hex;

/// A claim with everything needed to verify it, without an account or a network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ClaimProof))]
// A member that a claim does not have is absent, never null, so that a claim has one text.
pub struct Proof {
    /// The format of the document.
    pub format: String,
    /// The id of the claim, derived from its statement. The proof does not identify a claim,
    /// because proofs can be re-randomised.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    pub id: Option<String>,
    /// The readable statement; the proof binds every field of it.
    pub statement: Statement,
    /// `Bulletproofs`, `Groth16` or `PGHR13`. Only the last two have the members `circuit`, `curve`,
    /// `publicInputs`, `verificationKey`, `vkDigest` and `keyAttestation`.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub scheme: ProofScheme,
    /// The proof: of Bulletproofs an object with `protocol`, `bits` and `proof` in hexadecimal, of the other
    /// schemes snarkjs JSON.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub proof: Json,
    /// How the key was created; `transparent` for Bulletproofs, which have no key.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub setup: Setup,
    /// A sentence about the trustworthiness of such proofs.
    pub assurance: String,
    /// `between:N:0`, where N is the depth of the series' tree.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    pub circuit: Option<String>,
    /// `bls12-381` or `bn254`.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub curve: Option<CurveName>,
    /// The public inputs as snarkjs JSON: decimal strings.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    pub public_inputs: Option<Vec<String>>,
    /// As snarkjs JSON.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub verification_key: Option<Json>,
    /// The SHA-256 of the verification key in hexadecimal: pin it.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    pub vk_digest: Option<String>,
    /// The platform's attestation that it created this key for this circuit. The party that creates a key
    /// can prove false statements under it.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub key_attestation: Option<Document>,
    /// The signed root that the claim is about.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub attested_root: Document,
}

/// The members of a document that only pairing-based proofs have.
pub(crate) struct PairingMembers<'p> {
    pub(crate) scheme: PairingScheme,
    pub(crate) curve: CurveName,
    pub(crate) circuit: &'p str,
    pub(crate) public_inputs: &'p [String],
    pub(crate) verification_key: &'p Json,
    pub(crate) vk_digest: &'p str,
    pub(crate) key_attestation: &'p Document,
}

impl Proof {
    /// Returns the members of a pairing-based proof, or `None` for Bulletproofs.
    ///
    /// # Errors
    /// A document that has members of another scheme than its own, or lacks one.
    pub(crate) fn pairing(&self) -> Result<Option<PairingMembers<'_>>, WrongMembers> {
        let Self {
            circuit,
            curve,
            public_inputs,
            verification_key,
            vk_digest,
            key_attestation,
            ..
        } = self;
        match self.scheme {
            ProofScheme::Pairing(scheme) => Ok(Some(PairingMembers {
                scheme,
                curve: curve.ok_or(WrongMembers)?,
                circuit: circuit.as_deref().ok_or(WrongMembers)?,
                public_inputs: public_inputs.as_deref().ok_or(WrongMembers)?,
                verification_key: verification_key.as_ref().ok_or(WrongMembers)?,
                vk_digest: vk_digest.as_deref().ok_or(WrongMembers)?,
                key_attestation: key_attestation.as_ref().ok_or(WrongMembers)?,
            })),
            ProofScheme::Bulletproofs => {
                let has_none = circuit.is_none()
                    && curve.is_none()
                    && public_inputs.is_none()
                    && verification_key.is_none()
                    && vk_digest.is_none()
                    && key_attestation.is_none();
                has_none.then_some(None).ok_or(WrongMembers)
            }
        }
    }
}

/// The document has members of another scheme than its own, or lacks one.
#[derive(Debug)]
pub(crate) struct WrongMembers;

/// The statement of a claim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ClaimStatement))]
// A member that is null must be there, so that a statement has one text.
pub struct Statement {
    /// The claim in sentences, with the contributing devices and the points that were left out.
    pub says: String,
    /// The intended recipient of the claim.
    pub audience: String,
    /// The pseudonym of the account, as in the signed root.
    pub owner: String,
    /// The metric.
    pub metric: String,
    /// The unit of the values.
    pub unit: String,
    /// The time zone of the days.
    pub time_zone: String,
    /// The first day.
    pub start_date: String,
    /// The last day.
    pub end_date: String,
    /// The number of claimed days, from the first to the last.
    pub days: u64,
    /// The minimum of each daily value; null if the claim states no minimum.
    #[serde(deserialize_with = "Option::deserialize")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<f64>))]
    pub min: Option<Number>,
    /// The maximum of each daily value; null if the claim states no maximum.
    #[serde(deserialize_with = "Option::deserialize")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<f64>))]
    pub max: Option<Number>,
    /// The number of decimals of values and bounds.
    pub scale: u8,
    /// The nonce of the verifier, base64.
    pub nonce: String,
    /// The end of the claim's validity; null if unlimited.
    #[serde(deserialize_with = "Option::deserialize")]
    pub expires_at: Option<String>,
    /// The SHA-256 of the signed root's record, in hexadecimal.
    pub root_record: String,
}

impl Statement {
    /// The statement of a claim over a signed root, whose record has this digest.
    #[must_use]
    pub fn new(claim: &Claim, root: &RootRecord, root_record: String) -> Self {
        let bound = |bound: Option<i64>| bound.and_then(|bound| decimal(bound, root.scale));
        let mut statement = Self {
            says: String::new(),
            audience: claim.audience.clone(),
            owner: root.owner.clone(),
            metric: root.metric.clone(),
            unit: root.unit.clone(),
            time_zone: root.time_zone.clone(),
            start_date: root.start_date.clone(),
            end_date: root.end_date.clone(),
            days: root.count,
            min: bound(claim.min),
            max: bound(claim.max),
            scale: root.scale,
            nonce: BASE64.encode(&claim.nonce),
            expires_at: claim.expires_at.map(|at| at.to_string()),
            root_record,
        };
        statement.says = statement.sentence();
        if let Some(basis) = &root.basis {
            statement.says.push(' ');
            statement.says.push_str(&basis.sentences());
        }
        statement
    }

    /// The identifier of the claim: SHA-256, in hexadecimal, of `lockstep claim v1`, a zero byte, and the
    /// statement without `rootRecord` as canonical JSON (RFC 8785).
    ///
    /// A proof can be re-randomised and a root can be signed again, so neither is part of the identifier.
    /// The owner's pseudonym, the audience, its nonce and every claimed field are.
    #[must_use]
    pub fn id(&self) -> String {
        let mut members: BTreeMap<String, Json> = BTreeMap::new();
        if let Ok(Json::Object(statement)) = serde_json::to_value(self) {
            members.extend(
                statement
                    .into_iter()
                    .filter(|(name, _)| name != "rootRecord"),
            );
        }
        // Member names are ASCII, and numbers are written without exponent or trailing zeros.
        let text = serde_json::to_string(&members).unwrap_or_default();
        let mut hash = Sha256::new();
        hash.update(b"lockstep claim v1\0");
        hash.update(text.as_bytes());
        hex(&hash.finalize())
    }

    /// The claim of this statement; `None` if a field is not in canonical form.
    #[must_use]
    pub fn claim(&self) -> Option<Claim> {
        let bound = |bound: &Option<Number>| match bound {
            None => Some(None),
            Some(number) => {
                let fixed = decimal::fixed(number.as_f64()?, self.scale)?;
                (decimal(fixed, self.scale).as_ref() == Some(number)).then_some(Some(fixed))
            }
        };
        let expires_at = match &self.expires_at {
            None => None,
            Some(text) => Some(text.parse::<Timestamp>().ok()?),
        };
        Some(Claim {
            min: bound(&self.min)?,
            max: bound(&self.max)?,
            audience: self.audience.clone(),
            nonce: BASE64.decode(self.nonce.as_bytes()).ok()?,
            expires_at,
            // A statement does not depend on the proof system.
            ..Claim::default()
        })
    }

    fn sentence(&self) -> String {
        let bounds = match (&self.min, &self.max) {
            (Some(min), Some(max)) => format!("was between {min} and {max} {}", self.unit),
            (Some(min), None) => format!("was {min} {} at least", self.unit),
            (None, Some(max)) => format!("was {max} {} at most", self.unit),
            (None, None) => "was measured".to_owned(),
        };
        format!(
            "On each of the {} days from {} to {} ({}) {} {bounds}.",
            self.days, self.start_date, self.end_date, self.time_zone, self.metric
        )
    }
}

/// The public inputs of the proof, shared by prover and verifier. `None` for a root that is not an element of the
/// field, and for an end before 1970.
#[must_use]
pub fn public_inputs<F: PrimeField>(
    claim: &Claim,
    root: &RootRecord,
    record_digest: [u8; 32],
    kind: Kind,
    key_digest: [u8; 32],
) -> Option<[F; 10]> {
    let element: F = field::from_decimal(&root.root)?;
    let [min, max] = [claim.min.unwrap_or(i64::MIN), claim.max.unwrap_or(i64::MAX)];
    let statement = lockstep_zk::circuits::Statement {
        domain: format!("{} {}", format_of(root), claim.audience),
        circuit: kind.name(),
        key_digest,
        roots: vec![field::to_bytes(&element), record_digest.to_vec()],
        owner: root.owner.clone(),
        series: format!("{} {} {}", root.metric, root.unit, root.time_zone),
        times: [root.first_time, root.last_time],
        count: root.count,
        bounds: [min, max],
        scale: root.scale,
        nonce: claim.nonce.clone(),
        expiry: expiry(claim)?,
    };
    Some([
        element,
        F::from(root.count),
        F::from(root.first_time),
        F::from(root.last_time),
        F::from(biased(min)),
        F::from(biased(max)),
        F::from(root.count),
        F::from(root.kind),
        F::from(root.scale),
        statement.field(),
    ])
}

/// The format of claim documents over a root.
pub(crate) fn format_of(root: &RootRecord) -> &'static str {
    match (&root.basis, &root.commitments) {
        (Some(_), Some(_)) => PROOF,
        (Some(_), None) => PROOF_2,
        (None, _) => PROOF_1,
    }
}

/// The circuit for `days` days: one extra leaf, since a window ends before its series does.
#[must_use]
pub fn circuit(days: u64) -> Kind {
    Kind::Between {
        log: 64 - days.leading_zeros(),
        upper: 0,
    }
}

/// The end of validity in milliseconds, 0 if unlimited; `None` before 1970.
fn expiry(claim: &Claim) -> Option<u64> {
    let at = claim.expires_at.map_or(0, |at| at.0);
    u64::try_from(at).ok()
}

/// A fixed-point number as exact JSON, without trailing zeros.
fn decimal(value: i64, scale: u8) -> Option<Number> {
    let mut text = String::new();
    decimal::write(&mut text, i128::from(value), u32::from(scale));
    serde_json::from_str(&text).ok()
}
