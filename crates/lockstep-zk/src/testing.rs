//! Test fixtures: seeded entropy and random satisfiable systems.

use ark_ff::PrimeField;
use rand_chacha::ChaCha20Rng;
use rand_core::{RngCore, SeedableRng};

use crate::r1cs::{Lc, R1cs, Row, Witness};

/// Returns deterministic entropy for a seed.
pub(crate) fn rng(seed: u64) -> ChaCha20Rng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    ChaCha20Rng::from_seed(bytes)
}

/// Generates a system of mixed rows (products, sums, constants, empty sides) and a witness. Each
/// row defines the next wire.
pub(crate) fn random_system<F: PrimeField>(seed: u64, rows: u32) -> (R1cs<F>, Witness<F>) {
    let rng = &mut rng(seed);
    let public = 1 + rng.next_u32() % 3;
    let inputs = 1 + public + 2;
    let mut values: Vec<F> = (0..inputs).map(|_| F::rand(rng)).collect();
    values[0] = F::ONE;
    let mut list = Vec::new();
    for _ in 0..rows {
        let mut lc = |values: &[F]| {
            let count = rng.next_u32() % 4;
            let terms = (0..count)
                .map(|_| {
                    let wire = rng.next_u32() % values.len() as u32;
                    (wire, F::from(u64::from(rng.next_u32() % 5)) - F::from(2u64))
                })
                .collect();
            Lc::from_terms(terms)
        };
        let (a, b) = (lc(&values), lc(&values));
        let b = if rng.next_u32().is_multiple_of(3) {
            Lc::constant(F::from(3u64))
        } else {
            b
        };
        let wire = values.len() as u32;
        values.push(a.evaluate(&values) * b.evaluate(&values));
        list.push(Row {
            a,
            b,
            c: Lc::wire(wire),
        });
    }
    let wires = values.len() as u32;
    let system = R1cs {
        wires,
        outputs: 0,
        public_inputs: public,
        private_inputs: 2,
        rows: list,
        labels: (0..u64::from(wires)).collect(),
        groups: Vec::new(),
    };
    let witness = Witness::new(values).expect("the first value is one");
    assert_eq!(system.check(witness.values()), Ok(()));
    (system, witness)
}
