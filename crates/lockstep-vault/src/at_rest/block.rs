//! Blocks of a mode: values as one ciphertext that supports computation, or a commitment to values.

use lockstep_fhe::{Scale, Series};
use lockstep_store::clock::entropy_array;
use lockstep_store::id::KeyId;
use lockstep_store::{StoreError, Tx};
use lockstep_zk::ark_ff::PrimeField;
use lockstep_zk::circuits::{Hasher, Point, Series as Tree};
use lockstep_zk::{field, scalar};
use sha2::{Digest, Sha512};
use zeroize::Zeroizing;

use super::{AccountKeys, UnsealError, not_asked_for};
use crate::key::{KeySlot, Mode};
use crate::material::parameters;

/// The commitment to a block of points.
pub struct Commitment {
    /// The Poseidon Merkle root over the scalar field of BLS12-381, canonical, little-endian.
    pub root: [u8; 32],
    /// The block key of the blindings: leaf i has the blinding SHA-512(label ‖ block key ‖ i) modulo the
    /// field.
    pub blinding: Zeroizing<[u8; 32]>,
    /// log2 of the number of leaves of the tree.
    pub depth: u8,
}

/// The maximum number of points in a homomorphic block: the number of slots of the usual parameter set.
#[must_use]
pub fn homomorphic_points() -> usize {
    KeySlot::usual(Mode::Fhe)
        .set()
        .map_or(0, |set| parameters(set).slots())
}

impl AccountKeys {
    /// Encrypts values as one seeded ciphertext under the current homomorphic key.
    ///
    /// # Errors
    /// A value is out of bounds, there are more values than slots, or the homomorphic key was not loaded.
    pub fn encrypt(&self, values: &[f64], scale: &Scale) -> Result<Vec<u8>, StoreError> {
        let loaded = self
            .current_key(Mode::Fhe)
            .ok_or_else(|| not_asked_for(Mode::Fhe))?;
        let secret = self
            .expanded(loaded)?
            .ok_or_else(|| not_asked_for(Mode::Fhe))?;
        let mut rng = self.0.vault.rng();
        secret
            .encrypt_values(values, scale, &mut rng)
            .map(|series| series.to_bytes())
            .map_err(|error| StoreError::Damaged(error.to_string()))
    }

    /// Decrypts the values of a ciphertext that [`AccountKeys::encrypt`] created.
    ///
    /// # Errors
    /// [`UnsealError`].
    pub fn decrypt(
        &self,
        tx: &Tx<'_>,
        key: &KeyId,
        bytes: &[u8],
    ) -> Result<Zeroizing<Vec<f64>>, UnsealError> {
        let loaded = self.key(tx, key)?;
        let secret = self.expanded(&loaded)?.ok_or(UnsealError::Damaged)?;
        let values = Series::from_bytes(secret.parameters(), bytes)
            .and_then(|series| secret.decrypt_values(&series))
            .map_err(|_| UnsealError::Damaged)?;
        Ok(Zeroizing::new(values.to_f64()))
    }

    /// Commits to points in time order: times in milliseconds, and values as fixed-point integers. `kind`
    /// is the number of the points' type.
    ///
    /// # Errors
    /// Points out of order, points before 1970, or more than six decimals.
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

/// log2 of the number of leaves of a tree over `points` points.
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

/// The blinding of leaf `index` in the series with this block key.
#[must_use]
pub fn blinding<F: PrimeField>(block: &[u8; 32], index: u64) -> F {
    let mut hash = Sha512::new();
    hash.update(b"lockstep zk blinding v1");
    hash.update(block);
    hash.update(index.to_be_bytes());
    F::from_le_bytes_mod_order(&hash.finalize())
}
