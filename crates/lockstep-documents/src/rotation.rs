//! The chain of attestation keys: each key signs the next one, and the next one signs the same record.
//!
//! A verifier who knows one key of a chain accepts documents of every other key of it, each only up to
//! the moment it was replaced. The old key's signature leads from a known key to a newer one; the new
//! key's leads back. A chain does not prevent that a holder of an old key backdates a document. A document
//! that a signed checkpoint of that time names existed then, if the checkpoint was kept elsewhere.

use lockstep_values::Timestamp;
use lockstep_zk::formats::unique_json;
use serde::{Deserialize, Serialize};

use crate::signed::{
    AttestationKey, Document, Fingerprint, MAX_BYTES, SignatureError, VerificationError,
};

/// A rotation of the attestation key: one record, signed by both keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = AttestationKeyRotation))]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Rotation {
    /// The record, signed by the old key.
    pub by_old: Document,
    /// The record, signed by the new key.
    pub by_new: Document,
}

/// The fields of a rotation's record, in addition to those of every record.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct KeyHandover {
    /// The number of the rotation, from 1.
    pub number: u64,
    /// The fingerprint of the replaced key.
    pub old: String,
    /// The fingerprint of the new key.
    pub new: String,
    /// The public half of the new key, in base64.
    pub public_key: String,
}

/// Every rotation of one installation's key, checked, the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chain {
    links: Vec<Link>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Link {
    installation: String,
    number: u64,
    at: Timestamp,
    old: AttestationKey,
    new: AttestationKey,
}

impl Link {
    fn follows(&self, before: &Self) -> bool {
        before.new == self.old
            && before.number.checked_add(1) == Some(self.number)
            && before.at <= self.at
            && before.installation == self.installation
    }
}

impl Chain {
    /// Reads the response of `GET /v1/encryption/attestation-key`, or the list of rotations in it.
    ///
    /// # Errors
    /// [`VerificationError`]: the text cannot be read, or a signature or the order is invalid.
    pub fn read(bytes: &[u8]) -> Result<Self, VerificationError> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum ChainInput {
            Answer { chain: Vec<Rotation> },
            List(Vec<Rotation>),
        }
        if bytes.len() > MAX_BYTES {
            return Err(VerificationError::Unreadable(format!(
                "a chain of keys has at most {MAX_BYTES} bytes"
            )));
        }
        let given: ChainInput = unique_json::from_slice(bytes)
            .map_err(|error| VerificationError::Unreadable(format!("a chain of keys: {error}")))?;
        match given {
            ChainInput::Answer { chain } | ChainInput::List(chain) => Self::new(&chain),
        }
    }

    /// Checks rotations, the oldest first. The first of them may have any number.
    ///
    /// # Errors
    /// [`VerificationError::Refused`] for the first invalid rotation.
    pub fn new(rotations: &[Rotation]) -> Result<Self, VerificationError> {
        if rotations.len() > MAX_ROTATIONS {
            return Err(VerificationError::Unreadable(format!(
                "a chain of keys has at most {MAX_ROTATIONS} rotations"
            )));
        }
        let mut links: Vec<Link> = Vec::with_capacity(rotations.len());
        for rotation in rotations {
            let link = checked(rotation)?;
            if links.last().is_some_and(|before| !link.follows(before)) {
                return Err(VerificationError::Refused(format!(
                    "rotation {} does not follow the one before it",
                    link.number
                )));
            }
            links.push(link);
        }
        Ok(Self { links })
    }

    /// Returns whether both keys are in this chain, or are the same key.
    #[must_use]
    pub fn connects(&self, one: Fingerprint, other: Fingerprint) -> bool {
        one == other || (self.holds(one) && self.holds(other))
    }

    /// Returns the time at which a key was replaced; `None` for the newest key and for a key outside the
    /// chain.
    #[must_use]
    pub fn replaced_at(&self, key: Fingerprint) -> Option<Timestamp> {
        let mut links = self.links.iter();
        let link = links.find(|link| link.old.fingerprint() == key)?;
        Some(link.at)
    }

    /// A key of the chain.
    #[must_use]
    pub fn key(&self, fingerprint: Fingerprint) -> Option<&AttestationKey> {
        let mut keys = self.links.iter().flat_map(|link| [&link.old, &link.new]);
        keys.find(|key| key.fingerprint() == fingerprint)
    }

    /// The newest key.
    #[must_use]
    pub fn newest(&self) -> Option<&AttestationKey> {
        self.links.last().map(|link| &link.new)
    }

    /// Returns the number of the newest rotation; 0 if the key was never rotated.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.links.last().map_or(0, |link| link.number)
    }

    fn holds(&self, fingerprint: Fingerprint) -> bool {
        self.key(fingerprint).is_some()
    }
}

fn checked(rotation: &Rotation) -> Result<Link, VerificationError> {
    let Rotation { by_old, by_new } = rotation;
    let refused = |why: &str| VerificationError::Refused(format!("a rotation of the key: {why}"));
    if by_old.record != by_new.record {
        return Err(refused("the two keys signed different records"));
    }
    let old = AttestationKey::from_base64(&by_old.public_key)?;
    let new = AttestationKey::from_base64(&by_new.public_key)?;
    let record = by_old.verify_as::<KeyHandover>(&old)?;
    by_new.verify_as::<KeyHandover>(&new)?;
    if [&by_old.format, &by_new.format, &record.format]
        .iter()
        .any(|format| **format != ROTATION)
    {
        return Err(refused("it has another format"));
    }
    let says = record.body;
    let named = says.old == old.fingerprint().to_string()
        && says.new == new.fingerprint().to_string()
        && says.public_key == new.to_base64()
        && old != new
        && says.number > 0;
    if !named {
        return Err(refused("it does not name the keys that signed it"));
    }
    Ok(Link {
        installation: record.installation,
        number: says.number,
        at: record.at,
        old,
        new,
    })
}

/// Refuses a document with a date after the replacement of its key.
///
/// # Errors
/// [`SignatureError::Replaced`].
pub fn in_time(chain: &Chain, key: &AttestationKey, at: Timestamp) -> Result<(), SignatureError> {
    match chain.replaced_at(key.fingerprint()) {
        Some(replaced) if at > replaced => Err(SignatureError::Replaced {
            key: key.fingerprint(),
            at: replaced,
        }),
        _ => Ok(()),
    }
}

/// A replacement of the attestation key.
pub const ROTATION: &str = "lockstep-attestation/1";
/// The number of rotations of a key that is replaced each month for 25 years.
const MAX_ROTATIONS: usize = 300;

#[cfg(test)]
mod tests {
    use data_encoding::BASE64;

    use super::*;

    #[test]
    fn the_greatest_number_of_a_rotation_has_no_successor() {
        let key = |byte: u8| AttestationKey::from_base64(&BASE64.encode(&[byte; 1952])).unwrap();
        let link = |number: u64, [old, new]: [u8; 2]| Link {
            installation: "i".to_owned(),
            number,
            at: Timestamp(7),
            old: key(old),
            new: key(new),
        };
        assert!(link(2, [2, 3]).follows(&link(1, [1, 2])));
        for (number, after) in [(3, 1), (0, u64::MAX), (u64::MAX, u64::MAX)] {
            assert!(!link(number, [2, 3]).follows(&link(after, [1, 2])));
        }
    }
}
