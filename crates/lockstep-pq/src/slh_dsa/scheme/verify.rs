//! Verification. The chains of a tree and the paths of FORS run in lanes.

use super::{Address, Kind, Scheme, SignaturePosition, SigningTree, TweakableHash, digits};

impl<H: TweakableHash<N>, const N: usize> Scheme<H, N> {
    /// Verifies a signature (algorithm 20). It has the length of the parameter set.
    pub(in crate::slh_dsa) fn verify(
        &self,
        root: &[u8; N],
        message: &[&[u8]],
        signature: &[u8],
    ) -> bool {
        if signature.len() != self.set.signature_len() {
            return false;
        }
        let nodes = signature.as_chunks().0;
        let (randomizer, nodes) = nodes.split_at(1);
        let (fors, trees) = nodes.split_at(self.set.k * (self.set.a + 1));
        let position = self.signature_position(&randomizer[0], root, message);
        let mut signed = self.fors_key_of(&position, fors);
        let signatures = trees.chunks_exact(self.set.chains() + self.set.tree_height);
        for (tree, signature) in self.trees(&position).iter().zip(signatures) {
            signed = self.root_of(tree, &signed, signature);
        }
        signed == *root
    }

    /// Computes the FORS key of a signature (algorithm 17).
    fn fors_key_of(&self, position: &SignaturePosition, signature: &[[u8; N]]) -> [u8; N] {
        let a = self.set.a;
        let address = Address::new(0, position.tree, Kind::ForsTree).of_key_pair(position.leaf);
        let leaves: Vec<u32> = (0u32..)
            .zip(&position.digits)
            .map(|(tree, digit)| (tree << a) + digit)
            .collect();
        let parts: Vec<&[[u8; N]]> = signature.chunks_exact(a + 1).collect();
        let mut nodes: Vec<[u8; N]> = parts.iter().map(|part| part[0]).collect();
        let addresses: Vec<Address> = leaves.iter().map(|leaf| address.at(0, *leaf)).collect();
        self.hash.f(&addresses, &mut nodes);
        let paths: Vec<&[[u8; N]]> = parts.iter().map(|part| &part[1..]).collect();
        self.climb(address, &mut nodes, &leaves, &paths);
        self.fors_key(address, &nodes)
    }

    /// Computes the root of a tree from a signature of one of its leaves (algorithms 8 and 11).
    fn root_of(&self, tree: &SigningTree, signed: &[u8; N], signature: &[[u8; N]]) -> [u8; N] {
        let (values, path) = signature.split_at(self.set.chains());
        let key = tree.address(Kind::WotsHash).of_key_pair(tree.leaf);
        // Chains with equally many steps to go share lanes.
        let mut chains: Vec<(u8, usize)> = digits(signed).into_iter().zip(0..).collect();
        chains.sort_unstable();
        let addresses: Vec<Address> = chains
            .iter()
            .map(|(_, chain)| key.at(*chain as u32, 0))
            .collect();
        let starts: Vec<u8> = chains.iter().map(|(digit, _)| *digit).collect();
        let mut sorted: Vec<[u8; N]> = chains.iter().map(|(_, chain)| values[*chain]).collect();
        self.hash.chains(&addresses, &starts, &mut sorted, &mut []);
        let mut ends = vec![[0; N]; sorted.len()];
        for ((_, chain), value) in chains.iter().zip(sorted) {
            ends[*chain] = value;
        }
        let mut node = [[0; N]];
        let public = Address {
            kind: Kind::WotsPublicKey,
            ..key
        };
        self.hash.t(&[public], ends.as_flattened(), &mut node);
        self.climb(tree.address(Kind::Tree), &mut node, &[tree.leaf], &[path]);
        node[0]
    }

    /// Replaces each leaf with the root that its path leads to.
    fn climb(&self, tree: Address, nodes: &mut [[u8; N]], leaves: &[u32], paths: &[&[[u8; N]]]) {
        for level in 0..paths[0].len() {
            let pairs: Vec<[[u8; N]; 2]> = nodes
                .iter()
                .zip(leaves)
                .zip(paths)
                .map(|((node, leaf), path)| match leaf >> level & 1 {
                    0 => [*node, path[level]],
                    _ => [path[level], *node],
                })
                .collect();
            let addresses: Vec<Address> = leaves
                .iter()
                .map(|leaf| tree.at(level as u32 + 1, leaf >> (level + 1)))
                .collect();
            self.hash
                .t(&addresses, pairs.as_flattened().as_flattened(), nodes);
        }
    }
}
