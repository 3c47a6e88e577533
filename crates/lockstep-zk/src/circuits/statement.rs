//! The statement of a proof: everything a verifier must agree with, in one public input.

use ark_ff::PrimeField;
use sha2::{Digest, Sha512};

/// The context of a proof. The verifier fills in what it expects and recomputes [`Statement::field`];
/// a proof for any other context does not verify.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statement {
    /// The verifier and the purpose: the name of a protocol or a market.
    pub domain: String,
    /// The circuit's name.
    pub circuit: String,
    /// SHA-256 of the verifying key.
    pub key_digest: [u8; 32],
    /// Commitments or roots the statement is about, canonical bytes.
    pub roots: Vec<Vec<u8>>,
    /// Pseudonym of the data's owner.
    pub owner: String,
    /// The series.
    pub series: String,
    /// First and last time, in milliseconds.
    pub times: [u64; 2],
    /// Points.
    pub count: u64,
    /// Bounds claimed, in units of 10^−scale.
    pub bounds: [i64; 2],
    /// Decimals.
    pub scale: u8,
    /// The verifier's nonce: it makes a proof for one verifier useless to another.
    pub nonce: Vec<u8>,
    /// The end of the statement's validity, in milliseconds.
    pub expiry: u64,
}

impl Statement {
    /// SHA-512 over every field, texts and lists with their lengths, taken modulo the scalar field.
    #[must_use]
    pub fn field<F: PrimeField>(&self) -> F {
        let mut hash = Sha512::new();
        hash.update(b"lockstep statement 1");
        let mut text = |bytes: &[u8]| {
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        };
        text(self.domain.as_bytes());
        text(self.circuit.as_bytes());
        text(&self.key_digest);
        text(&(self.roots.len() as u64).to_le_bytes());
        for root in &self.roots {
            text(root);
        }
        text(self.owner.as_bytes());
        text(self.series.as_bytes());
        for number in [self.times[0], self.times[1], self.count, self.expiry] {
            text(&number.to_le_bytes());
        }
        for bound in self.bounds {
            text(&bound.to_le_bytes());
        }
        text(&[self.scale]);
        text(&self.nonce);
        F::from_le_bytes_mod_order(&hash.finalize())
    }
}

#[cfg(test)]
mod tests {
    use ark_bls12_381::Fr;

    use super::Statement;

    #[test]
    fn every_field_counts() {
        let base = Statement::default();
        let set = |change: fn(&mut Statement)| {
            let mut statement = base.clone();
            change(&mut statement);
            statement.field::<Fr>()
        };
        let variants = [
            base.field::<Fr>(),
            set(|s| s.domain = "a".into()),
            set(|s| s.circuit = "a".into()),
            set(|s| s.key_digest[31] = 1),
            set(|s| s.roots = vec![vec![]]),
            set(|s| s.roots = vec![vec![], vec![]]),
            set(|s| s.owner = "a".into()),
            set(|s| s.series = "a".into()),
            set(|s| s.times[0] = 1),
            set(|s| s.times[1] = 1),
            set(|s| s.count = 1),
            set(|s| s.bounds[0] = 1),
            set(|s| s.bounds[1] = 1),
            set(|s| s.scale = 1),
            set(|s| s.nonce = vec![0]),
            set(|s| s.expiry = 1),
        ];
        for (place, one) in variants.iter().enumerate() {
            assert!(
                variants[place + 1..].iter().all(|other| other != one),
                "{place}"
            );
        }
        // Lengths keep neighbours apart.
        let two = set(|s| {
            s.domain = "ab".into();
            s.circuit = "c".into();
        });
        assert_ne!(
            two,
            set(|s| {
                s.domain = "a".into();
                s.circuit = "bc".into();
            })
        );
    }
}
