//! The parameters of the twelve sets (FIPS 205, section 11, table 2).

use crate::algorithm::{Hash, Level, Variant};

/// Values of a chain digit; the base of Winternitz signatures (lg_w = 4 in every set).
pub(super) const W: usize = 16;

/// The parameters besides n. Their names are those of FIPS 205.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parameters {
    pub(super) hash: Hash,
    /// The length of a node.
    pub(super) n: usize,
    /// Layers of the hypertree.
    pub(super) d: usize,
    /// Height of a tree of the hypertree: h′.
    pub(super) tree_height: usize,
    /// Height of a FORS tree.
    pub(super) a: usize,
    /// Number of FORS trees.
    pub(super) k: usize,
}

impl Parameters {
    pub(super) const fn new(level: Level, hash: Hash, variant: Variant) -> Self {
        let (n, d, tree_height, a, k) = match (level, variant) {
            (Level::One, Variant::Small) => (16, 7, 9, 12, 14),
            (Level::One, Variant::Fast) => (16, 22, 3, 6, 33),
            (Level::Three, Variant::Small) => (24, 7, 9, 14, 17),
            (Level::Three, Variant::Fast) => (24, 22, 3, 8, 33),
            (Level::Five, Variant::Small) => (32, 8, 8, 14, 22),
            (Level::Five, Variant::Fast) => (32, 17, 4, 9, 35),
        };
        Self {
            hash,
            n,
            d,
            tree_height,
            a,
            k,
        }
    }

    /// Digits of a message of n bytes: len1.
    pub(super) const fn message_digits(&self) -> usize {
        2 * self.n
    }

    /// Chains of a Winternitz key: len. The checksum has len2 = 3 digits in every set.
    pub(super) const fn chains(&self) -> usize {
        self.message_digits() + 3
    }

    /// Bytes of a FORS signature.
    pub(super) const fn fors_len(&self) -> usize {
        self.k * (self.a + 1) * self.n
    }

    /// Bytes of the signature of one tree of the hypertree.
    pub(super) const fn tree_signature_len(&self) -> usize {
        (self.chains() + self.tree_height) * self.n
    }

    pub(super) const fn signature_len(&self) -> usize {
        self.n + self.fors_len() + self.d * self.tree_signature_len()
    }

    /// The lengths of the three parts of a message's digest (FIPS 205, algorithm 19): for FORS, for the
    /// tree, for the leaf.
    pub(super) const fn digest_parts(&self) -> [usize; 3] {
        [
            (self.k * self.a).div_ceil(8),
            (self.tree_height * (self.d - 1)).div_ceil(8),
            self.tree_height.div_ceil(8),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Algorithm;

    /// m is the digest's length in table 2.
    #[test]
    fn lengths_are_those_of_the_standard() {
        for (level, variant, m) in [
            (Level::One, Variant::Small, 30),
            (Level::One, Variant::Fast, 34),
            (Level::Three, Variant::Small, 39),
            (Level::Three, Variant::Fast, 42),
            (Level::Five, Variant::Small, 47),
            (Level::Five, Variant::Fast, 49),
        ] {
            let hash = Hash::Shake;
            let set = Parameters::new(level, hash, variant);
            let algorithm = Algorithm::SlhDsa {
                level,
                hash,
                variant,
            };
            assert_eq!(set.digest_parts().iter().sum::<usize>(), m);
            assert_eq!(set.signature_len(), algorithm.signature_len());
            assert_eq!(2 * set.n, algorithm.public_key_len());
        }
    }
}
