//! Keys, signatures and verification (FIPS 205, sections 5 to 9) over a hash function in lanes.
//!
//! The trees of all layers of a signature are built together, because only the digits that each layer signs depend on
//! the layer below. A lane computes one leaf. Chains that the signature could reveal keep all their values
//! until the digits are known.
//!
//! Branches and indices depend on the message's digest and on roots, which a signature makes public, and never on
//! secret values.

mod trees;
mod verify;

use zeroize::Zeroizing;

use super::address::{Address, Kind};
use super::hash::{Trace, TweakableHash};
use super::parameters::{Parameters, W};

/// Leaves that are computed together: a multiple of the lanes of every kernel.
const GROUP: usize = 16;

/// A parameter set with its hash function, which contains the public seed.
pub(super) struct Scheme<H, const N: usize> {
    pub(super) set: Parameters,
    pub(super) hash: H,
}

/// The secret half of a key.
pub(super) struct Secret<'a, const N: usize> {
    pub(super) seed: &'a [u8; N],
    pub(super) prf: &'a [u8; N],
}

/// The position of a message's signature in the key: the FORS digits, the lowest tree and its leaf.
struct SignaturePosition {
    digits: Vec<u32>,
    tree: u64,
    leaf: u32,
}

/// A tree of the hypertree and the leaf that signs.
#[derive(Clone, Copy)]
struct SigningTree {
    layer: u32,
    tree: u64,
    leaf: u32,
}

/// The values of the signing chains: chain by chain, the trees in order.
type Traces<const N: usize> = Zeroizing<Vec<[[u8; N]; W]>>;

impl<H: TweakableHash<N>, const N: usize> Scheme<H, N> {
    /// Computes the root of the key: the tree of the highest layer.
    pub(super) fn root(&self, secret_seed: &[u8; N]) -> [u8; N] {
        let top = SigningTree {
            layer: self.set.d as u32 - 1,
            tree: 0,
            leaf: 0,
        };
        let mut nodes = self.leaves(secret_seed, &[top], &mut Traces::default());
        let _path = self.build(
            &mut nodes,
            &[top.address(Kind::Tree)],
            &[0],
            &[0],
            self.set.tree_height,
        );
        nodes[0]
    }

    /// Signs (algorithm 19). Without randomness of its own a signature uses PK.seed.
    pub(super) fn sign(
        &self,
        secret: &Secret<'_, N>,
        root: &[u8; N],
        message: &[&[u8]],
        randomness: &[u8; N],
    ) -> Vec<u8> {
        let mut signature = Vec::with_capacity(self.set.signature_len());
        let randomizer = self.hash.randomizer(secret.prf, randomness, message);
        signature.extend(randomizer);
        let position = self.signature_position(&randomizer, root, message);
        let fors_key = self.sign_fors(secret.seed, &position, &mut signature);

        let trees = self.trees(&position);
        let len = self.set.chains();
        let mut traces: Traces<N> = Zeroizing::new(vec![[[0; N]; W]; len * trees.len()]);
        let mut nodes = self.leaves(secret.seed, &trees, &mut traces);
        let addresses: Vec<Address> = trees.iter().map(|tree| tree.address(Kind::Tree)).collect();
        let chosen: Vec<u32> = trees.iter().map(|tree| tree.leaf).collect();
        let none = vec![0; trees.len()];
        let height = self.set.tree_height;
        let paths = self.build(&mut nodes, &addresses, &none, &chosen, height);
        let mut signed = fors_key;
        for (index, path) in paths.chunks_exact(height).enumerate() {
            for (chain, digit) in digits(&signed).into_iter().enumerate() {
                signature.extend(traces[chain * trees.len() + index][usize::from(digit)]);
            }
            signature.extend(path.as_flattened());
            signed = nodes[index];
        }
        signature
    }

    /// Hashes a message and splits the digest (algorithm 19, lines 5 to 10).
    fn signature_position(
        &self,
        randomizer: &[u8; N],
        root: &[u8; N],
        message: &[&[u8]],
    ) -> SignaturePosition {
        let [fors, tree, leaf] = self.set.digest_parts();
        let mut digest = vec![0; fors + tree + leaf];
        self.hash.digest(randomizer, root, message, &mut digest);
        let (fors, rest) = digest.split_at(fors);
        let (tree, leaf) = rest.split_at(tree);
        let number = |bytes: &[u8]| {
            bytes
                .iter()
                .fold(0u64, |sum, byte| sum << 8 | u64::from(*byte))
        };
        let unused = 64 - self.set.tree_height * (self.set.d - 1);
        SignaturePosition {
            digits: bits(fors, self.set.a, self.set.k),
            tree: number(tree) << unused >> unused,
            leaf: number(leaf) as u32 & ((1 << self.set.tree_height) - 1),
        }
    }

    /// The trees of a signature from the lowest layer to the highest (algorithm 12).
    fn trees(&self, position: &SignaturePosition) -> Vec<SigningTree> {
        let (mut tree, mut leaf) = (position.tree, position.leaf);
        (0..self.set.d as u32)
            .map(|layer| {
                let here = SigningTree { layer, tree, leaf };
                leaf = tree as u32 & ((1 << self.set.tree_height) - 1);
                tree >>= self.set.tree_height;
                here
            })
            .collect()
    }
}

impl SigningTree {
    fn address(&self, kind: Kind) -> Address {
        Address::new(self.layer, self.tree, kind)
    }
}

/// Splits bytes into numbers of `width` bits, the highest bit first (algorithm 4).
fn bits(bytes: &[u8], width: usize, count: usize) -> Vec<u32> {
    let mut rest = bytes.iter();
    let (mut sum, mut available) = (0u32, 0);
    (0..count)
        .map(|_| {
            while available < width {
                let byte = rest.next().expect("the bytes have count · width bits");
                sum = sum << 8 | u32::from(*byte);
                available += 8;
            }
            available -= width;
            sum >> available & ((1 << width) - 1)
        })
        .collect()
}

/// The digits of a message with those of its checksum (algorithm 7, lines 1 to 7).
fn digits<const N: usize>(message: &[u8; N]) -> Vec<u8> {
    let mut digits: Vec<u8> = message
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .collect();
    let checksum: u32 = digits
        .iter()
        .map(|digit| W as u32 - 1 - u32::from(*digit))
        .sum();
    digits.extend([8, 4, 0].map(|shift| (checksum >> shift & 15) as u8));
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Section 4.4 of FIPS 205 has no example; this one is computed by hand.
    #[test]
    fn bits_are_taken_from_the_highest() {
        assert_eq!(
            bits(&[0b1010_0111, 0b0101_1100], 6, 2),
            [0b10_1001, 0b11_0101]
        );
        assert_eq!(bits(&[0xAB, 0xCD, 0xEF], 12, 2), [0xABC, 0xDEF]);
    }

    /// The checksum of zeros is 15 · 32 = 480 = 0x1E0, that of the highest digits zero.
    #[test]
    fn digits_end_with_their_checksum() {
        let digits_of_zero = digits(&[0; 16]);
        assert_eq!(digits_of_zero.len(), 35);
        assert_eq!(digits_of_zero[32..], [1, 14, 0]);
        assert_eq!(digits(&[0xFF; 16])[31..], [15, 0, 0, 0]);
        assert_eq!(digits(&[0x1F; 24])[..4], [1, 15, 1, 15]);
    }
}
