//! The tweakable hash functions of a key (FIPS 205, section 4.1), on several inputs at once.

use super::address::Address;
use super::parameters::W;

/// The functions of a public seed with nodes of `N` bytes. Each call hashes one input under each address.
pub(super) trait TweakableHash<const N: usize>: Send + Sync {
    /// PRF: derives secret values.
    fn prf(&self, addresses: &[Address], secret_seed: &[u8; N], out: &mut [[u8; N]]);

    /// F: hashes each value.
    fn f(&self, addresses: &[Address], values: &mut [[u8; N]]);

    /// Runs each chain from its step to the end (FIPS 205, algorithm 5). The addresses have no step. The traces get
    /// every value of their chain, for chains that start at step 0.
    fn chains(
        &self,
        addresses: &[Address],
        starts: &[u8],
        values: &mut [[u8; N]],
        traces: &mut [Trace<'_, N>],
    );

    /// H and T: hashes the inputs, which have the same length and follow each other.
    fn t(&self, addresses: &[Address], inputs: &[u8], out: &mut [[u8; N]]);

    /// PRF_msg: derives the randomizer of a message.
    fn randomizer(&self, secret_prf: &[u8; N], randomness: &[u8; N], message: &[&[u8]]) -> [u8; N];

    /// H_msg: hashes a message to the length of `out`.
    fn digest(&self, randomizer: &[u8; N], root: &[u8; N], message: &[&[u8]], out: &mut [u8]);
}

/// Where to keep the values of a chain.
pub(super) struct Trace<'a, const N: usize> {
    /// The chain's index in the call.
    pub(super) chain: usize,
    pub(super) steps: &'a mut [[u8; N]; W],
}

/// The lanes of some values: word w of value l at `[w][l]`. Lanes without a value stay zero.
macro_rules! lanes {
    ($word:ty, $to_lanes:ident, $from_lanes:ident, $lane:ident, $read:ident, $write:ident) => {
        #[inline(always)]
        pub(super) fn $to_lanes<const N: usize, const L: usize, const C: usize>(
            values: &[[u8; N]],
            words: &mut [[$word; L]; C],
        ) {
            for (lane, value) in values.iter().enumerate() {
                let chunks = value.as_chunks::<{ size_of::<$word>() }>().0;
                for (lanes, bytes) in words.iter_mut().zip(chunks) {
                    lanes[lane] = <$word>::$read(*bytes);
                }
            }
        }

        #[inline(always)]
        pub(super) fn $from_lanes<const N: usize, const L: usize, const C: usize>(
            words: &[[$word; L]; C],
            values: &mut [[u8; N]],
        ) {
            for (lane, value) in values.iter_mut().enumerate() {
                $lane(words, lane, value);
            }
        }

        /// Reads the value of one lane.
        #[inline(always)]
        pub(super) fn $lane<const N: usize, const L: usize, const C: usize>(
            words: &[[$word; L]; C],
            lane: usize,
            value: &mut [u8; N],
        ) {
            let chunks = value.as_chunks_mut::<{ size_of::<$word>() }>().0;
            for (lanes, bytes) in words.iter().zip(chunks) {
                *bytes = lanes[lane].$write();
            }
        }
    };
}

lanes!(
    u64,
    to_lanes_64,
    from_lanes_64,
    lane_64,
    from_le_bytes,
    to_le_bytes
);
lanes!(
    u32,
    to_lanes_32,
    from_lanes_32,
    lane_32,
    from_be_bytes,
    to_be_bytes
);

/// Calls a function for each group of `lanes` chains, with the traces of the group and the number of chains before.
pub(super) fn in_groups<'a, const N: usize>(
    lanes: usize,
    addresses: &[Address],
    starts: &[u8],
    values: &mut [[u8; N]],
    mut traces: &mut [Trace<'a, N>],
    mut run: impl FnMut(&[Address], &[u8], &mut [[u8; N]], &mut [Trace<'a, N>], usize),
) {
    let groups = addresses.chunks(lanes).zip(starts.chunks(lanes));
    for (index, ((addresses, starts), values)) in groups.zip(values.chunks_mut(lanes)).enumerate() {
        let offset = index * lanes;
        // Traces are in the order of their chains.
        let count = traces.partition_point(|trace| trace.chain < offset + lanes);
        let (group, rest) = traces.split_at_mut(count);
        run(addresses, starts, values, group, offset);
        traces = rest;
    }
}
