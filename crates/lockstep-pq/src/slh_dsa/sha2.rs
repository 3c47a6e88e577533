//! The hash functions of the SHA-2 sets (FIPS 205, section 11.2), in lanes. Every input starts with a block that
//! contains only PK.seed, so each hash continues from the state after that block.

use hmac::{Hmac, KeyInit, Mac};
use sha2::block_api::{compress256, compress512};
use sha2::{Digest, Sha256, Sha512};
use zeroize::Zeroizing;

use super::address::Address;
use super::hash::{Trace, TweakableHash, from_lanes_32, in_groups, lane_32, to_lanes_32};
use super::kernels;
use super::kernels::{Aligned, INITIAL_256, INITIAL_512};
use super::parameters::W;

/// Bytes of a compressed address.
const ADDRESS: usize = 22;
/// The bit that ends an input.
const END: u8 = 0x80;

/// SHA-256 in `L` lanes and SHA-512 in `M` lanes, for nodes of `N` bytes. H and T use SHA-512 if N is above 16.
pub(super) struct Sha2<A, B, const L: usize, const M: usize, const N: usize> {
    small: A,
    large: B,
    public_seed: [u8; N],
    start_256: [u32; 8],
    start_512: [u64; 8],
}

/// Lanes of the words of a node.
type Node<const L: usize> = Aligned<[[u32; L]; 8]>;
/// Lanes of a block.
type Block<const L: usize> = Aligned<[[u32; L]; 16]>;

impl<A, B, const L: usize, const M: usize, const N: usize> Sha2<A, B, L, M, N>
where
    A: kernels::Sha256<L>,
    B: kernels::Sha512<M>,
{
    /// Words of a node.
    const WORDS: usize = N / 4;

    pub(super) fn new(small: A, large: B, public_seed: [u8; N]) -> Self {
        let mut block = [0; 128];
        block[..N].copy_from_slice(&public_seed);
        let (mut start_256, mut start_512) = (INITIAL_256, INITIAL_512);
        compress256(
            &mut start_256,
            &[*block.first_chunk().expect("64 of 128 bytes")],
        );
        compress512(&mut start_512, &[block]);
        Self {
            small,
            large,
            public_seed,
            start_256,
            start_512,
        }
    }

    /// The block ADRS ‖ node with its padding, with a node of zero.
    #[inline(always)]
    fn block(addresses: &[Address]) -> Zeroizing<Block<L>> {
        let mut block = Zeroizing::new(Aligned([[0; L]; 16]));
        for (lane, address) in addresses.iter().enumerate() {
            for (word, value) in block.iter_mut().zip(address.compressed()) {
                word[lane] = value;
            }
        }
        block[15] = [8 * (64 + ADDRESS + N) as u32; L];
        block
    }

    /// Hashes a node in each lane. The last half of the address and the node share words.
    #[inline(always)]
    fn hashed(&self, block: &mut Block<L>, node: &Node<L>) -> Node<L> {
        for lane in 0..L {
            block[5][lane] = block[5][lane] & 0xFFFF_0000 | node[0][lane] >> 16;
        }
        for (word, nodes) in block[6..].iter_mut().zip(node[..Self::WORDS].windows(2)) {
            for lane in 0..L {
                word[lane] = nodes[0][lane] << 16 | nodes[1][lane] >> 16;
            }
        }
        for lane in 0..L {
            block[5 + Self::WORDS][lane] = node[Self::WORDS - 1][lane] << 16 | u32::from(END) << 8;
        }
        let mut state = Aligned(self.start_256.map(|word| [word; L]));
        self.small.sha256(&mut state, block);
        state
    }

    /// Hashes up to `L` nodes.
    #[inline(always)]
    fn nodes(&self, addresses: &[Address], values: &mut [[u8; N]]) {
        let mut block = Self::block(addresses);
        let mut node = Zeroizing::new(Aligned([[0; L]; 8]));
        to_lanes_32(values, &mut node);
        from_lanes_32(&self.hashed(&mut block, &node), values);
    }

    /// Runs up to `L` chains.
    #[inline(always)]
    fn run(
        &self,
        addresses: &[Address],
        starts: &[u8],
        values: &mut [[u8; N]],
        traces: &mut [Trace<'_, N>],
        offset: usize,
    ) {
        let mut block = Self::block(addresses);
        let mut node = Zeroizing::new(Aligned([[0; L]; 8]));
        to_lanes_32(values, &mut node);
        let first = starts.iter().copied().min().unwrap_or(W as u8);
        let together = starts.iter().all(|start| *start == first);
        for trace in traces.iter_mut() {
            lane_32(&node, trace.chain - offset, &mut trace.steps[0]);
        }
        for step in first..W as u8 - 1 {
            block[5] = [u32::from(step) << 16; L];
            let hashed = self.hashed(&mut block, &node);
            if together {
                *node = hashed;
            } else {
                for (to, from) in node.iter_mut().zip(hashed.iter()) {
                    for (lane, start) in starts.iter().enumerate() {
                        if *start <= step {
                            to[lane] = from[lane];
                        }
                    }
                }
            }
            for trace in traces.iter_mut() {
                let lane = trace.chain - offset;
                lane_32(&node, lane, &mut trace.steps[usize::from(step) + 1]);
            }
        }
        from_lanes_32(&node, values);
    }

    /// Hashes inputs that begin with an address and end with their padding, and have whole blocks of SHA-256.
    #[inline(always)]
    fn t_256(&self, padded: &[u8], len: usize, out: &mut [[u8; N]]) {
        if let [out] = out {
            let mut state = self.start_256;
            compress256(&mut state, padded.as_chunks().0);
            to_bytes(&state.map(u32::to_be_bytes), out);
            return;
        }
        let mut state = Aligned(self.start_256.map(|word| [word; L]));
        for from in (0..len).step_by(64) {
            let mut block = Aligned([[0; L]; 16]);
            for (lane, input) in padded.chunks_exact(len).enumerate() {
                for (word, bytes) in block.iter_mut().zip(input[from..].as_chunks().0) {
                    word[lane] = u32::from_be_bytes(*bytes);
                }
            }
            self.small.sha256(&mut state, &block);
        }
        for (lane, out) in out.iter_mut().enumerate() {
            to_bytes(&state.map(|word| word[lane].to_be_bytes()), out);
        }
    }

    /// The same with SHA-512.
    #[inline(always)]
    fn t_512(&self, padded: &[u8], len: usize, out: &mut [[u8; N]]) {
        if let [out] = out {
            let mut state = self.start_512;
            compress512(&mut state, padded.as_chunks().0);
            to_bytes(&state.map(u64::to_be_bytes), out);
            return;
        }
        let mut state = Aligned(self.start_512.map(|word| [word; M]));
        for from in (0..len).step_by(128) {
            let mut block = Aligned([[0; M]; 16]);
            for (lane, input) in padded.chunks_exact(len).enumerate() {
                for (word, bytes) in block.iter_mut().zip(input[from..].as_chunks().0) {
                    word[lane] = u64::from_be_bytes(*bytes);
                }
            }
            self.large.sha512(&mut state, &block);
        }
        for (lane, out) in out.iter_mut().enumerate() {
            to_bytes(&state.map(|word| word[lane].to_be_bytes()), out);
        }
    }
}

impl<A, B, const L: usize, const M: usize, const N: usize> TweakableHash<N> for Sha2<A, B, L, M, N>
where
    A: kernels::Sha256<L>,
    B: kernels::Sha512<M>,
{
    fn prf(&self, addresses: &[Address], secret_seed: &[u8; N], out: &mut [[u8; N]]) {
        out.fill(*secret_seed);
        self.f(addresses, out);
    }

    fn f(&self, addresses: &[Address], values: &mut [[u8; N]]) {
        for (addresses, values) in addresses.chunks(L).zip(values.chunks_mut(L)) {
            self.small.run(|| self.nodes(addresses, values));
        }
    }

    fn chains(
        &self,
        addresses: &[Address],
        starts: &[u8],
        values: &mut [[u8; N]],
        traces: &mut [Trace<'_, N>],
    ) {
        in_groups(
            L,
            addresses,
            starts,
            values,
            traces,
            |addresses, starts, values, traces, offset| {
                self.small
                    .run(|| self.run(addresses, starts, values, traces, offset));
            },
        );
    }

    fn t(&self, addresses: &[Address], inputs: &[u8], out: &mut [[u8; N]]) {
        let (lanes, block) = if N > 16 { (M, 128) } else { (L, 64) };
        let input_len = inputs.len() / addresses.len();
        let used = ADDRESS + input_len;
        // The padding has a bit and a length of an eighth of a block.
        let len = (used + 1 + block / 8).next_multiple_of(block);
        let mut padded = vec![0; lanes * len];
        for padded in padded.chunks_exact_mut(len) {
            padded[used] = END;
            padded[len - 8..].copy_from_slice(&(8 * (block + used) as u64).to_be_bytes());
        }
        for ((addresses, inputs), out) in addresses
            .chunks(lanes)
            .zip(inputs.chunks(lanes * input_len))
            .zip(out.chunks_mut(lanes))
        {
            let parts = addresses.iter().zip(inputs.chunks_exact(input_len));
            for (padded, (address, input)) in padded.chunks_exact_mut(len).zip(parts) {
                // The two bytes after the address are overwritten by the input.
                for (to, word) in padded
                    .as_chunks_mut()
                    .0
                    .iter_mut()
                    .zip(address.compressed())
                {
                    *to = word.to_be_bytes();
                }
                padded[ADDRESS..used].copy_from_slice(input);
            }
            let padded = &padded[..addresses.len() * len];
            if N > 16 {
                self.large.run(|| self.t_512(padded, len, out));
            } else {
                self.small.run(|| self.t_256(padded, len, out));
            }
        }
    }

    fn randomizer(&self, secret_prf: &[u8; N], randomness: &[u8; N], message: &[&[u8]]) -> [u8; N] {
        if N > 16 {
            hmac::<Hmac<Sha512>, N>(secret_prf, randomness, message)
        } else {
            hmac::<Hmac<Sha256>, N>(secret_prf, randomness, message)
        }
    }

    fn digest(&self, randomizer: &[u8; N], root: &[u8; N], message: &[&[u8]], out: &mut [u8]) {
        let parts = [randomizer, &self.public_seed, root];
        if N > 16 {
            mask::<Sha512, N>(parts, message, out);
        } else {
            mask::<Sha256, N>(parts, message, out);
        }
    }
}

fn hmac<H: Mac + KeyInit, const N: usize>(
    key: &[u8; N],
    randomness: &[u8; N],
    message: &[&[u8]],
) -> [u8; N] {
    let mut mac = <H as KeyInit>::new_from_slice(key).expect("HMAC accepts keys of every length");
    mac.update(randomness);
    for part in message {
        mac.update(part);
    }
    *mac.finalize()
        .as_bytes()
        .first_chunk()
        .expect("a hash has at least n bytes")
}

/// MGF1 of randomizer ‖ PK.seed ‖ hash(randomizer ‖ PK.seed ‖ root ‖ message).
fn mask<H: Digest, const N: usize>(prefix: [&[u8; N]; 3], message: &[&[u8]], out: &mut [u8]) {
    let mut hash = H::new();
    for part in prefix {
        hash.update(part);
    }
    for part in message {
        hash.update(part);
    }
    let inner = hash.finalize();
    let [randomizer, seed, _] = prefix;
    for (counter, out) in (0u32..).zip(out.chunks_mut(inner.len())) {
        let hash = H::new()
            .chain_update(randomizer)
            .chain_update(seed)
            .chain_update(&inner)
            .chain_update(counter.to_be_bytes());
        out.copy_from_slice(&hash.finalize()[..out.len()]);
    }
}

/// Copies the first words of a state.
fn to_bytes<const N: usize, const C: usize>(words: &[[u8; C]; 8], out: &mut [u8; N]) {
    out.copy_from_slice(&words.as_flattened()[..N]);
}
