//! The hash functions of the SHAKE sets (FIPS 205, section 11.1), in lanes.

use sha3::Shake256;
use sha3::digest::{ExtendableOutput, Update, XofReader};
use zeroize::Zeroizing;

use super::address::Address;
use super::hash::{Trace, TweakableHash, from_lanes_64, in_groups, lane_64, to_lanes_64};
use super::kernels::{Aligned, Keccak};
use super::parameters::W;

/// Words of a state that a block fills: 136 bytes.
const RATE: usize = 17;
/// The bits that end an input, and the last bit of its last block (FIPS 202, sections 5.1 and 6.2).
const END: u64 = 0x1F;
const LAST: u64 = 1 << 63;

/// SHAKE256 in `L` lanes, for nodes of `N` bytes.
pub(super) struct Shake<K, const L: usize, const N: usize> {
    kernel: K,
    public_seed: [u8; N],
}

/// Lanes of the words of a node.
type Node<const L: usize> = Aligned<[[u64; L]; 4]>;
/// Lanes of a state.
type State<const L: usize> = Aligned<[[u64; L]; 25]>;

fn zeros<const L: usize, const C: usize>() -> Zeroizing<Aligned<[[u64; L]; C]>> {
    Zeroizing::new(Aligned([[0; L]; C]))
}

impl<K: Keccak<L>, const L: usize, const N: usize> Shake<K, L, N> {
    /// Words of a node.
    const WORDS: usize = N / 8;

    pub(super) fn new(kernel: K, public_seed: [u8; N]) -> Self {
        Self {
            kernel,
            public_seed,
        }
    }

    /// The block PK.seed ‖ ADRS ‖ node, with a node of zero.
    #[inline(always)]
    fn block(&self, addresses: &[Address]) -> Zeroizing<State<L>> {
        let mut block = zeros();
        for (word, bytes) in block.iter_mut().zip(self.public_seed.as_chunks::<8>().0) {
            *word = [u64::from_le_bytes(*bytes); L];
        }
        for (lane, address) in addresses.iter().enumerate() {
            for (word, value) in block[Self::WORDS..].iter_mut().zip(address.words()) {
                word[lane] = value;
            }
        }
        block[2 * Self::WORDS + 4] = [END; L];
        block[RATE - 1] = [LAST; L];
        block
    }

    /// Hashes a node in each lane.
    #[inline(always)]
    fn hashed(&self, block: &mut State<L>, node: &Node<L>, output: &mut State<L>) {
        block[Self::WORDS + 4..][..Self::WORDS].copy_from_slice(&node[..Self::WORDS]);
        self.kernel.keccak(block, output);
    }

    /// Hashes up to `L` nodes.
    #[inline(always)]
    fn nodes(&self, addresses: &[Address], values: &mut [[u8; N]]) {
        let mut block = self.block(addresses);
        let (mut node, mut output) = (zeros(), zeros());
        to_lanes_64(values, &mut node);
        self.hashed(&mut block, &node, &mut output);
        from_lanes_64(&output, values);
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
        let mut block = self.block(addresses);
        let (mut node, mut output) = (zeros(), zeros());
        to_lanes_64(values, &mut node);
        let first = starts.iter().copied().min().unwrap_or(W as u8);
        let together = starts.iter().all(|start| *start == first);
        for trace in traces.iter_mut() {
            lane_64(&node, trace.chain - offset, &mut trace.steps[0]);
        }
        for step in first..W as u8 - 1 {
            // Only the half of the word that contains the step changes.
            let bits = u64::from(u32::from(step).swap_bytes()) << 32;
            for word in &mut block[Self::WORDS + 3] {
                *word = *word & u64::from(u32::MAX) | bits;
            }
            self.hashed(&mut block, &node, &mut output);
            for (to, from) in node[..Self::WORDS].iter_mut().zip(output.iter()) {
                if together {
                    *to = *from;
                } else {
                    for (lane, start) in starts.iter().enumerate() {
                        if *start <= step {
                            to[lane] = from[lane];
                        }
                    }
                }
            }
            for trace in traces.iter_mut() {
                let lane = trace.chain - offset;
                lane_64(&node, lane, &mut trace.steps[usize::from(step) + 1]);
            }
        }
        from_lanes_64(&node, values);
    }

    /// Hashes PK.seed ‖ ADRS ‖ input in each lane.
    #[inline(always)]
    fn long(&self, addresses: &[Address], inputs: &[u8], len: usize, out: &mut [[u8; N]]) {
        let mut state: State<L> = Aligned([[0; L]; 25]);
        let mut output = state;
        let mut at = 0;
        let mut absorb = |state: &mut State<L>, words: &[u64; L]| {
            for (to, word) in state[at].iter_mut().zip(words) {
                *to ^= word;
            }
            at += 1;
            if at == RATE {
                self.kernel.keccak(state, &mut output);
                *state = output;
                at = 0;
            }
        };
        let prefix = self.block(addresses);
        for words in &prefix[..Self::WORDS + 4] {
            absorb(&mut state, words);
        }
        for index in (0..len).step_by(8) {
            let mut words = [0; L];
            for (word, input) in words.iter_mut().zip(inputs.chunks_exact(len)) {
                let bytes = input[index..]
                    .first_chunk()
                    .expect("nodes have whole words");
                *word = u64::from_le_bytes(*bytes);
            }
            absorb(&mut state, &words);
        }
        for (place, bits) in [(at, END), (RATE - 1, LAST)] {
            for word in &mut state[place] {
                *word ^= bits;
            }
        }
        self.kernel.keccak(&state, &mut output);
        from_lanes_64(&output, out);
    }

    /// Hashes one input.
    fn one(&self, address: &Address, input: &[u8]) -> [u8; N] {
        let mut hash = Shake256::default();
        hash.update(&self.public_seed);
        for word in address.words() {
            hash.update(&word.to_le_bytes());
        }
        hash.update(input);
        let mut out = [0; N];
        hash.finalize_xof().read(&mut out);
        out
    }
}

impl<K: Keccak<L>, const L: usize, const N: usize> TweakableHash<N> for Shake<K, L, N> {
    fn prf(&self, addresses: &[Address], secret_seed: &[u8; N], out: &mut [[u8; N]]) {
        out.fill(*secret_seed);
        self.f(addresses, out);
    }

    fn f(&self, addresses: &[Address], values: &mut [[u8; N]]) {
        for (addresses, values) in addresses.chunks(L).zip(values.chunks_mut(L)) {
            self.kernel.run(|| self.nodes(addresses, values));
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
                self.kernel
                    .run(|| self.run(addresses, starts, values, traces, offset));
            },
        );
    }

    fn t(&self, addresses: &[Address], inputs: &[u8], out: &mut [[u8; N]]) {
        let len = inputs.len() / addresses.len();
        for ((addresses, inputs), out) in addresses
            .chunks(L)
            .zip(inputs.chunks(L * len))
            .zip(out.chunks_mut(L))
        {
            match addresses {
                [address] => out[0] = self.one(address, inputs),
                _ => self.kernel.run(|| self.long(addresses, inputs, len, out)),
            }
        }
    }

    fn randomizer(&self, secret_prf: &[u8; N], randomness: &[u8; N], message: &[&[u8]]) -> [u8; N] {
        let mut out = [0; N];
        shake256(&[secret_prf, randomness], message, &mut out);
        out
    }

    fn digest(&self, randomizer: &[u8; N], root: &[u8; N], message: &[&[u8]], out: &mut [u8]) {
        shake256(&[randomizer, &self.public_seed, root], message, out);
    }
}

fn shake256(prefix: &[&[u8]], message: &[&[u8]], out: &mut [u8]) {
    let mut hash = Shake256::default();
    for part in prefix.iter().chain(message) {
        hash.update(part);
    }
    hash.finalize_xof().read(out);
}
