//! Keyed sums over the rows of an account: a sealed record of such a sum shows whether rows were replaced by older
//! copies, added or removed outside the server.

use crate::AccountKeys;

/// A keyed digest of a multiset of rows: the sum of their HMACs, modulo 2^256. Neither the HMACs nor the sum may leave
/// the server unsealed: otherwise another multiset with the same sum could be searched for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowSum {
    /// The number of rows.
    pub rows: u64,
    /// Little-endian limbs.
    limbs: [u64; 4],
}

/// The term that a row adds to a sum: a digest in little-endian limbs.
pub type SumTerm = [u64; 4];

/// Returns the HMAC-SHA-256 of a row's parts under the account's key for row digests. `label` separates the tables; it
/// never changes.
#[must_use]
pub fn term_of(account_keys: &AccountKeys, label: &str, parts: &[&[u8]]) -> SumTerm {
    let digest = account_keys.row_digests().digest(label, parts);
    let (words, _) = digest.as_chunks::<8>();
    std::array::from_fn(|index| u64::from_le_bytes(words[index]))
}

impl RowSum {
    /// Adds a row.
    pub fn add(&mut self, term: SumTerm) {
        self.rows = self.rows.wrapping_add(1);
        let mut carry = false;
        for (limb, term) in self.limbs.iter_mut().zip(term) {
            let (sum, over) = limb.overflowing_add(term);
            let (sum, over_again) = sum.overflowing_add(u64::from(carry));
            (*limb, carry) = (sum, over || over_again);
        }
    }

    /// Removes a row.
    pub fn subtract(&mut self, term: SumTerm) {
        self.rows = self.rows.wrapping_sub(1);
        let mut borrow = false;
        for (limb, term) in self.limbs.iter_mut().zip(term) {
            let (rest, under) = limb.overflowing_sub(term);
            let (rest, under_again) = rest.overflowing_sub(u64::from(borrow));
            (*limb, borrow) = (rest, under || under_again);
        }
    }

    /// Returns the number of rows and the limbs, each little-endian.
    #[must_use]
    pub fn encode(&self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        let words = std::iter::once(&self.rows).chain(&self.limbs);
        for (place, word) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(words) {
            *place = word.to_le_bytes();
        }
        bytes
    }

    /// Reads the output of [`RowSum::encode`].
    #[must_use]
    pub fn decode(bytes: &[u8; BYTES]) -> Self {
        let (words, _) = bytes.as_chunks::<8>();
        let word = |index: usize| u64::from_le_bytes(words[index]);
        Self {
            rows: word(0),
            limbs: [word(1), word(2), word(3), word(4)],
        }
    }
}

/// The bytes of an encoded sum.
pub const BYTES: usize = 40;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_added_and_removed_in_any_order() {
        let terms: [SumTerm; 3] = [[u64::MAX; 4], [1, 0, 0, 0], [7, u64::MAX, 3, u64::MAX]];
        let mut sum = RowSum::default();
        for term in terms {
            sum.add(term);
        }
        assert_eq!(sum.rows, 3);
        let mut other = RowSum::default();
        for term in [terms[2], terms[0]] {
            other.add(term);
        }
        assert_ne!(sum, other);
        sum.subtract(terms[1]);
        assert_eq!(sum, other);
        assert_eq!(RowSum::decode(&sum.encode()), sum);
        sum.subtract(terms[0]);
        sum.subtract(terms[2]);
        assert_eq!(sum, RowSum::default());
    }
}
