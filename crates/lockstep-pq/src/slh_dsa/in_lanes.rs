//! Keys whose operations run in lanes.

use zeroize::Zeroizing;

use super::lanes::{Lanes, lanes};
use super::parameters::Parameters;
use super::{LoadedSigningKey, LoadedVerifyingKey};
use crate::MAX_CONTEXT_LEN;
use crate::algorithm::{Hash, Level, Variant};
use crate::backend::Implementation;
use crate::secret::SecretBytes;

/// A key as SK.seed ‖ SK.prf ‖ PK.seed ‖ PK.root.
pub(super) struct Signing {
    n: usize,
    key: SecretBytes,
    lanes: Box<dyn Lanes>,
}

impl Signing {
    /// Computes the root from `SK.seed ‖ SK.prf ‖ PK.seed`. Returns `None` on a CPU without lanes.
    pub(super) fn generate(
        level: Level,
        hash: Hash,
        variant: Variant,
        seed: &[u8],
    ) -> Option<Self> {
        let set = Parameters::new(level, hash, variant);
        let lanes = lanes(set, &seed[2 * set.n..])?;
        let root = lanes.root(&seed[..set.n]);
        let key = SecretBytes::copied(&Zeroizing::new([seed, &root].concat()));
        Some(Self {
            n: set.n,
            key,
            lanes,
        })
    }

    /// Reads a key of 4n bytes. Returns `None` on a CPU without lanes.
    pub(super) fn read(level: Level, hash: Hash, variant: Variant, bytes: &[u8]) -> Option<Self> {
        let set = Parameters::new(level, hash, variant);
        Some(Self {
            n: set.n,
            key: SecretBytes::copied(bytes),
            lanes: lanes(set, &bytes[2 * set.n..3 * set.n])?,
        })
    }
}

impl LoadedSigningKey for Signing {
    fn sign(&self, message: &[u8], context: &[u8], randomizer: Option<&[u8]>) -> Option<Vec<u8>> {
        let prefix = prefix(context)?;
        let key = self.key.expose();
        let randomness = randomizer.unwrap_or(&key[2 * self.n..3 * self.n]);
        Some(
            self.lanes
                .sign(key, &[&prefix, context, message], randomness),
        )
    }

    fn private_bytes(&self) -> SecretBytes {
        self.key.clone()
    }

    fn public_bytes(&self) -> Vec<u8> {
        self.key.expose()[2 * self.n..].to_vec()
    }

    fn implementation(&self) -> Implementation {
        Implementation::Lanes
    }
}

/// A public key.
pub(super) struct Verifying {
    root: Vec<u8>,
    lanes: Box<dyn Lanes>,
}

impl Verifying {
    /// Reads PK.seed ‖ PK.root, which have 2n bytes. Returns `None` on a CPU without lanes.
    pub(super) fn read(level: Level, hash: Hash, variant: Variant, bytes: &[u8]) -> Option<Self> {
        let set = Parameters::new(level, hash, variant);
        let (seed, root) = bytes.split_at(set.n);
        Some(Self {
            root: root.to_vec(),
            lanes: lanes(set, seed)?,
        })
    }
}

impl LoadedVerifyingKey for Verifying {
    fn verify(&self, message: &[u8], context: &[u8], signature: &[u8]) -> bool {
        prefix(context).is_some_and(|prefix| {
            self.lanes
                .verify(&self.root, &[&prefix, context, message], signature)
        })
    }

    fn implementation(&self) -> Implementation {
        Implementation::Lanes
    }
}

/// The bytes before the context and the message of a pure signature (FIPS 205, section 10.2).
fn prefix(context: &[u8]) -> Option<[u8; 2]> {
    (context.len() <= MAX_CONTEXT_LEN).then_some([0, context.len() as u8])
}
