//! The statement of a proof: one public input that covers everything a verifier must agree with.

use ark_ff::PrimeField;
use sha2::{Digest, Sha512};

/// The context of a proof. The verifier fills in the expected values and computes
/// [`Statement::field`]. A proof for another context does not verify.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statement {
    /// The verifier and the purpose: the name of a protocol or a market.
    pub domain: String,
    /// The circuit's name.
    pub circuit: String,
    /// SHA-256 of the verifying key.
    pub key_digest: [u8; 32],
    /// The commitments or roots that the statement is about, as canonical bytes.
    pub roots: Vec<Vec<u8>>,
    /// The pseudonym of the data's owner.
    pub owner: String,
    /// The name of the series.
    pub series: String,
    /// First and last time, in milliseconds.
    pub times: [u64; 2],
    /// Number of points.
    pub count: u64,
    /// The claimed bounds, in units of 10^−scale.
    pub bounds: [i64; 2],
    /// Number of decimals.
    pub scale: u8,
    /// The verifier's nonce. It prevents the use of a proof with another verifier.
    pub nonce: Vec<u8>,
    /// The end of the statement's validity, in milliseconds.
    pub expiry: u64,
}

impl Statement {
    /// Hashes every field with SHA-512 and reduces the digest modulo the scalar field. Texts and
    /// lists are preceded by their lengths.
    #[must_use]
    pub fn field<F: PrimeField>(&self) -> F {
        let mut hash = Sha512::new();
        hash.update(b"lockstep statement 1");
        let mut add = |bytes: &[u8]| {
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        };
        add(self.domain.as_bytes());
        add(self.circuit.as_bytes());
        add(&self.key_digest);
        add(&(self.roots.len() as u64).to_le_bytes());
        for root in &self.roots {
            add(root);
        }
        add(self.owner.as_bytes());
        add(self.series.as_bytes());
        for number in [self.times[0], self.times[1], self.count, self.expiry] {
            add(&number.to_le_bytes());
        }
        for bound in self.bounds {
            add(&bound.to_le_bytes());
        }
        add(&[self.scale]);
        add(&self.nonce);
        F::from_le_bytes_mod_order(&hash.finalize())
    }
}

#[cfg(test)]
mod tests {
    use ark_bls12_381::Fr;

    use super::Statement;

    #[test]
    fn every_field_changes_the_statement() {
        let base = Statement::default();
        let with = |change: fn(&mut Statement)| {
            let mut statement = base.clone();
            change(&mut statement);
            statement.field::<Fr>()
        };
        let variants = [
            base.field::<Fr>(),
            with(|s| s.domain = "a".into()),
            with(|s| s.circuit = "a".into()),
            with(|s| s.key_digest[31] = 1),
            with(|s| s.roots = vec![vec![]]),
            with(|s| s.roots = vec![vec![], vec![]]),
            with(|s| s.owner = "a".into()),
            with(|s| s.series = "a".into()),
            with(|s| s.times[0] = 1),
            with(|s| s.times[1] = 1),
            with(|s| s.count = 1),
            with(|s| s.bounds[0] = 1),
            with(|s| s.bounds[1] = 1),
            with(|s| s.scale = 1),
            with(|s| s.nonce = vec![0]),
            with(|s| s.expiry = 1),
        ];
        for (index, variant) in variants.iter().enumerate() {
            assert!(
                variants[index + 1..].iter().all(|other| other != variant),
                "{index}"
            );
        }
        // Text moved from one field to its neighbour changes the hash, because lengths are hashed
        // too.
        let two = with(|s| {
            s.domain = "ab".into();
            s.circuit = "c".into();
        });
        assert_ne!(
            two,
            with(|s| {
                s.domain = "a".into();
                s.circuit = "bc".into();
            })
        );
    }
}
