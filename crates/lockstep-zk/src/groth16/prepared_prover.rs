//! A proving key that is kept for several proofs, with its precomputation.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use super::key::ProvingKey;
use super::prepared_key::PreparedKey;
use crate::curve::PairingCurve;
use crate::kernels::Bases;

/// A proving key with precomputation that does not depend on a witness.
///
/// If it takes at most 16 MiB, each point of the key is stored times a power of two per window, which makes the sums of a
/// proof about twice as fast. This takes as long as 20 proofs, so it is done only after 50 proofs
/// with the key. Larger keys only get their prepared verification key.
pub struct PreparedProvingKey<E: PairingCurve> {
    key: ProvingKey<E>,
    verifying: PreparedKey<E>,
    /// Proofs that were made without the tables.
    proofs: AtomicU32,
    tables: OnceLock<Option<Tables<E>>>,
}

/// The points of a key's sums. Those of A and B are followed by the point of their blinding.
pub(super) struct Tables<E: PairingCurve> {
    pub(super) a: Bases<E::G1Affine>,
    pub(super) b1: Bases<E::G1Affine>,
    pub(super) b2: Bases<E::G2Affine>,
    pub(super) c_h: Bases<E::G1Affine>,
}

impl<E: PairingCurve> PreparedProvingKey<E> {
    pub(crate) fn new_on(key: ProvingKey<E>, with_tables: bool) -> Self {
        let prepared = PreparedProvingKey {
            verifying: PreparedKey::new_on(&key.verifying),
            key,
            proofs: AtomicU32::new(0),
            tables: OnceLock::new(),
        };
        if with_tables {
            prepared.compute_tables();
        }
        prepared
    }

    /// The key.
    #[must_use]
    pub fn key(&self) -> &ProvingKey<E> {
        &self.key
    }

    /// The prepared verification key.
    #[must_use]
    pub fn verifying(&self) -> &PreparedKey<E> {
        &self.verifying
    }

    fn compute_tables(&self) {
        self.tables.get_or_init(|| Tables::new(&self.key));
    }

    /// Returns the tables for one proof, if they are computed or now worth it.
    pub(super) fn tables(&self) -> Option<&Tables<E>> {
        if self.tables.get().is_none()
            && self.proofs.fetch_add(1, Ordering::Relaxed) >= PROOFS_WITHOUT_TABLES
        {
            self.compute_tables();
        }
        self.tables.get()?.as_ref()
    }
}

impl<E: PairingCurve> std::fmt::Debug for PreparedProvingKey<E> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("PreparedProvingKey")
            .field("digest", &self.verifying.digest())
            .finish_non_exhaustive()
    }
}

impl<E: PairingCurve> Tables<E> {
    /// Returns `None` if the tables would take more than [`MAX_BYTES`].
    fn new(key: &ProvingKey<E>) -> Option<Self> {
        let in_g1 = [
            key.a.points.len() + 1,
            key.b1.points.len() + 1,
            key.c.len() + key.h.len(),
        ];
        let in_g1: usize = in_g1.map(Bases::<E::G1Affine>::size).iter().sum();
        let in_g2 = Bases::<E::G2Affine>::size(key.b2.points.len() + 1);
        let bytes = in_g1 * bytes::<E::G1Affine>() + in_g2 * bytes::<E::G2Affine>();
        (bytes <= MAX_BYTES).then(|| Tables {
            a: Bases::new(&[&key.a.points, &[key.delta1]]),
            b1: Bases::new(&[&key.b1.points, &[key.delta1]]),
            b2: Bases::new(&[&key.b2.points, &[key.verifying.delta]]),
            c_h: Bases::new(&[&key.c, &key.h]),
        })
    }
}

/// The bytes of a point in a table: whole cache lines.
const fn bytes<G>() -> usize {
    size_of::<G>().next_multiple_of(64)
}

/// Proofs of a key before its tables are computed. Tables save about as much time in as many proofs as they take, so a
/// caller never waits twice as long as with the better choice.
const PROOFS_WITHOUT_TABLES: u32 = 50;

/// The maximum size of the tables of one key.
const MAX_BYTES: usize = 16 << 20;
