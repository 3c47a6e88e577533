//! Leaves and inner nodes: Winternitz keys, FORS, Merkle trees.

use zeroize::Zeroizing;

use super::{
    Address, GROUP, Kind, Scheme, SignaturePosition, SigningTree, Trace, Traces, TweakableHash,
};

/// FORS leaves that are built together, if there are so many. More would not fit in a CPU's second cache.
const FORS_LEAVES: usize = 1 << 12;

impl<H: TweakableHash<N>, const N: usize> Scheme<H, N> {
    /// Computes the leaves of the trees: the public Winternitz keys (algorithm 6). Keeps the chains of
    /// the signing leaves, if there is place for them.
    pub(super) fn leaves(
        &self,
        secret_seed: &[u8; N],
        trees: &[SigningTree],
        traces: &mut Traces<N>,
    ) -> Vec<[u8; N]> {
        let height = self.set.tree_height;
        let len = self.set.chains();
        let mut leaves = vec![[0; N]; trees.len() << height];
        let mut ends = vec![[0; N]; GROUP * len];
        let mut values = Zeroizing::new([[0; N]; GROUP]);
        for (group, leaves) in leaves.chunks_mut(GROUP).enumerate() {
            let first = group * GROUP;
            let keys: Vec<Address> = (first..first + leaves.len())
                .map(|leaf| {
                    let key_pair = leaf & ((1 << height) - 1);
                    trees[leaf >> height]
                        .address(Kind::WotsHash)
                        .of_key_pair(key_pair as u32)
                })
                .collect();
            let signing: Vec<(usize, usize)> = trees
                .iter()
                .enumerate()
                .map(|(index, tree)| (index, (index << height) + tree.leaf as usize))
                .filter(|(_, leaf)| !traces.is_empty() && (first..first + GROUP).contains(leaf))
                .map(|(index, leaf)| (index, leaf - first))
                .collect();
            let values = &mut values[..keys.len()];
            for chain in 0..len {
                let row = chain * trees.len();
                let row = traces.get_mut(row..row + trees.len()).unwrap_or_default();
                let mut kept = kept(row, &signing);
                self.chain(secret_seed, &keys, chain, values, &mut kept);
                for (end, value) in ends[chain..].iter_mut().step_by(len).zip(values.iter()) {
                    *end = *value;
                }
            }
            let addresses = with_kind(&keys, Kind::WotsPublicKey);
            let inputs = ends[..keys.len() * len].as_flattened();
            self.hash.t(&addresses, inputs, leaves);
        }
        leaves
    }

    /// Runs the chain of this index of several keys from the secret values to the ends.
    fn chain(
        &self,
        secret_seed: &[u8; N],
        keys: &[Address],
        chain: usize,
        values: &mut [[u8; N]],
        traces: &mut [Trace<'_, N>],
    ) {
        let addresses: Vec<Address> = keys.iter().map(|key| key.at(chain as u32, 0)).collect();
        let secret = with_kind(&addresses, Kind::WotsPrf);
        self.hash.prf(&secret, secret_seed, values);
        self.hash
            .chains(&addresses, &[0; GROUP][..keys.len()], values, traces);
    }

    /// Builds the trees of this height over their leaves (algorithm 9), and returns the authentication path of the
    /// chosen leaf of each. Leaves are counted from `first` of the tree. The roots replace the first nodes.
    pub(super) fn build(
        &self,
        nodes: &mut [[u8; N]],
        trees: &[Address],
        first: &[u32],
        chosen: &[u32],
        height: usize,
    ) -> Vec<[u8; N]> {
        let mut paths = vec![[0; N]; trees.len() * height];
        let mut parents = [[0; N]; GROUP];
        for level in 0..height {
            for (tree, (path, leaf)) in paths.chunks_exact_mut(height).zip(chosen).enumerate() {
                let sibling = *leaf as usize >> level ^ 1;
                path[level] = nodes[(tree << (height - level)) + sibling];
            }
            let rest = height - level - 1;
            let count = trees.len() << rest;
            for from in (0..count).step_by(GROUP) {
                let group = from..count.min(from + GROUP);
                let addresses: Vec<Address> = group
                    .clone()
                    .map(|node| {
                        let tree = node >> rest;
                        let index =
                            (first[tree] >> (level + 1)) + (node & ((1 << rest) - 1)) as u32;
                        trees[tree].at(level as u32 + 1, index)
                    })
                    .collect();
                let parents = &mut parents[..addresses.len()];
                self.hash.t(
                    &addresses,
                    nodes[2 * from..2 * group.end].as_flattened(),
                    parents,
                );
                nodes[group].copy_from_slice(parents);
            }
        }
        paths
    }

    /// Signs the digits with FORS (algorithm 16), and returns the public key that the hypertree signs.
    pub(super) fn sign_fors(
        &self,
        secret_seed: &[u8; N],
        position: &SignaturePosition,
        signature: &mut Vec<u8>,
    ) -> [u8; N] {
        let (a, k) = (self.set.a, self.set.k);
        let address = Address::new(0, position.tree, Kind::ForsTree).of_key_pair(position.leaf);
        let mut roots = Vec::with_capacity(k);
        let together = (FORS_LEAVES >> a).max(1);
        for (group, chosen) in position.digits.chunks(together).enumerate() {
            let first = group * together;
            let firsts: Vec<u32> = (first..first + chosen.len())
                .map(|tree| (tree << a) as u32)
                .collect();
            let mut secrets = vec![[0; N]; chosen.len()];
            let mut nodes = self.fors_leaves(secret_seed, address, firsts[0], chosen, &mut secrets);
            let paths = self.build(&mut nodes, &vec![address; chosen.len()], &firsts, chosen, a);
            for (secret, path) in secrets.iter().zip(paths.chunks_exact(a)) {
                signature.extend(secret);
                signature.extend(path.as_flattened());
            }
            roots.extend_from_slice(&nodes[..chosen.len()]);
        }
        self.fors_key(address, &roots)
    }

    /// Computes the leaves of FORS trees from this index on (algorithms 14 and 15). Keeps the secret values of
    /// the chosen leaves, which the signature reveals.
    fn fors_leaves(
        &self,
        secret_seed: &[u8; N],
        address: Address,
        first: u32,
        chosen: &[u32],
        secrets: &mut [[u8; N]],
    ) -> Vec<[u8; N]> {
        let a = self.set.a;
        // Secret values are replaced by their hashes.
        let mut leaves = vec![[0; N]; chosen.len() << a];
        for (group, leaves) in leaves.chunks_mut(GROUP).enumerate() {
            // A tree has at least 64 leaves, so a group is in one tree.
            let from = group * GROUP;
            let addresses: Vec<Address> = (from..from + leaves.len())
                .map(|leaf| address.at(0, first + leaf as u32))
                .collect();
            self.hash
                .prf(&with_kind(&addresses, Kind::ForsPrf), secret_seed, leaves);
            let leaf = (from >> a << a) + chosen[from >> a] as usize;
            if let Some(secret) = leaf.checked_sub(from).and_then(|leaf| leaves.get(leaf)) {
                secrets[from >> a] = *secret;
            }
            self.hash.f(&addresses, leaves);
        }
        leaves
    }

    /// Hashes the roots of all FORS trees.
    pub(super) fn fors_key(&self, address: Address, roots: &[[u8; N]]) -> [u8; N] {
        let mut key = [[0; N]];
        self.hash.t(
            &with_kind(&[address], Kind::ForsRoots),
            roots.as_flattened(),
            &mut key,
        );
        key[0]
    }
}

/// The traces of the signing leaves of a group, given as tree and lane.
fn kept<'a, const N: usize>(
    row: &'a mut [[[u8; N]; super::W]],
    signing: &[(usize, usize)],
) -> Vec<Trace<'a, N>> {
    let mut signing = signing.iter();
    let mut next = signing.next();
    row.iter_mut()
        .enumerate()
        .filter_map(|(index, steps)| {
            let (_, chain) = next.filter(|(tree, _)| *tree == index)?;
            next = signing.next();
            Some(Trace {
                chain: *chain,
                steps,
            })
        })
        .collect()
}

fn with_kind(addresses: &[Address], kind: Kind) -> Vec<Address> {
    addresses
        .iter()
        .map(|address| Address { kind, ..*address })
        .collect()
}
