//! Blocks of a mode: values as one ciphertext that can be computed on, or a commitment to them.

use lockstep_fhe::{Scale, Series, Width};
use lockstep_store::clock::entropy_array;
use lockstep_store::id::KeyId;
use lockstep_store::{StoreError, Tx};
use lockstep_zk::ark_ff::PrimeField;
use lockstep_zk::circuits::{Hasher, Point, Series as Tree};
use lockstep_zk::{field, scalar};
use sha2::{Digest, Sha512};
use zeroize::Zeroizing;

use super::{AccountKeys, Unopened, not_asked_for, usual};
use crate::key::Mode;
use crate::material::parameters;

/// How the values of a type become whole numbers: round(v·10^decimals) − offset, at most `bound` in
/// size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedPoint {
    /// Decimals kept, 6 at most.
    pub decimals: u8,
    /// What is taken off, as a whole number.
    pub offset: i64,
    /// The greatest size that is left.
    pub bound: u64,
    /// Whether two plaintext primes are needed.
    pub wide: bool,
}

/// What a block of points was committed to.
pub struct Commitment {
    /// Poseidon Merkle root over BLS12-381's field, canonical, little-endian.
    pub root: [u8; 32],
    /// What blinds its leaves: leaf i's blinding is SHA-512(label ‖ this ‖ i) modulo the field.
    pub blinding: Zeroizing<[u8; 32]>,
    /// log2 of the tree's leaves.
    pub depth: u8,
}

/// The most points of a homomorphic block: the slots of the usual parameter set.
#[must_use]
pub fn homomorphic_points() -> usize {
    usual(Mode::Fhe)
        .set()
        .map_or(0, |set| parameters(set).slots())
}

impl FixedPoint {
    fn scale(&self) -> Result<Scale, lockstep_fhe::Error> {
        let width = if self.wide {
            Width::Wide
        } else {
            Width::Narrow
        };
        Scale::new(self.decimals, self.offset, self.bound, width)
    }
}

impl AccountKeys {
    /// Values as one ciphertext under the current homomorphic key, seeded.
    ///
    /// # Errors
    /// A value out of bounds, more values than slots, a ring that was not made for it.
    pub fn encrypt(&self, values: &[f64], form: &FixedPoint) -> Result<Vec<u8>, StoreError> {
        let held = self
            .held(Mode::Fhe)
            .ok_or_else(|| not_asked_for(Mode::Fhe))?;
        let secret = self
            .expanded(held)?
            .ok_or_else(|| not_asked_for(Mode::Fhe))?;
        let mut rng = self.0.vault.rng();
        form.scale()
            .and_then(|scale| secret.encrypt_values(values, &scale, &mut rng))
            .map(|series| series.to_bytes())
            .map_err(|error| StoreError::Damaged(error.to_string()))
    }

    /// The values of such a ciphertext.
    ///
    /// # Errors
    /// [`Unopened`].
    pub fn decrypt(
        &self,
        tx: &Tx<'_>,
        key: &KeyId,
        bytes: &[u8],
    ) -> Result<Zeroizing<Vec<f64>>, Unopened> {
        let held = self.key(tx, key)?;
        let secret = self.expanded(&held)?.ok_or(Unopened::Damaged)?;
        let values = Series::from_bytes(secret.parameters(), bytes)
            .and_then(|series| secret.decrypt_values(&series))
            .map_err(|_| Unopened::Damaged)?;
        Ok(Zeroizing::new(values.to_f64()))
    }

    /// Commits to points in order of time: milliseconds, and values as whole numbers of so many
    /// decimals. `kind` is the number of their type.
    ///
    /// # Errors
    /// Points out of order or before 1970, and more decimals than six.
    pub fn commit(
        &self,
        points: &[(u64, i64)],
        kind: u64,
        decimals: u8,
    ) -> Result<Commitment, StoreError> {
        let blinding = Zeroizing::new(entropy_array(&*self.0.vault.ctx().entropy));
        let depth = depth(points.len());
        let root = root(points, kind, decimals, depth, &blinding)
            .ok_or_else(|| StoreError::Damaged("points that cannot be committed to".to_owned()))?;
        Ok(Commitment {
            root,
            blinding,
            depth,
        })
    }
}

/// log2 of the leaves of a tree over so many points.
fn depth(points: usize) -> u8 {
    points.next_power_of_two().trailing_zeros().max(1) as u8
}

fn root(
    points: &[(u64, i64)],
    kind: u64,
    decimals: u8,
    depth: u8,
    block: &[u8; 32],
) -> Option<[u8; 32]> {
    let points: Vec<_> = (0..)
        .zip(points)
        .map(|(index, (time, value))| Point {
            value: *value,
            time: *time,
            blinding: blinding::<scalar::Bls12_381>(block, index),
        })
        .collect();
    let root = Tree::root_of(&Hasher::new(), &points, kind, decimals, u32::from(depth)).ok()?;
    field::to_bytes(&root).try_into().ok()
}

/// What blinds a leaf of the series that has this block key.
#[must_use]
pub fn blinding<F: PrimeField>(block: &[u8; 32], index: u64) -> F {
    let mut hash = Sha512::new();
    hash.update(b"lockstep zk blinding v1");
    hash.update(block);
    hash.update(index.to_be_bytes());
    F::from_le_bytes_mod_order(&hash.finalize())
}
