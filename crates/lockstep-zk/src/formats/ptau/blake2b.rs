//! BLAKE2b-512 (RFC 7693) with a state that can be stored and restored. A `.ptau` contains the
//! state of each response hash, not the hashed data. The crate `blake2` does not expose its state.
//! Tests compare this implementation with that crate.

const BLOCK: usize = 128;
/// Bytes of a stored state: the buffer, eight words, the number of compressed bytes, and the fill
/// of the buffer.
pub(super) const STATE_BYTES: usize = 216;

const IV: [u64; 8] = [
    0x6a09_e667_f3bc_c908,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1,
    0x9b05_688c_2b3e_6c1f,
    0x1f83_d9ab_fb41_bd6b,
    0x5be0_cd19_137e_2179,
];

const SIGMA: [[usize; 16]; 10] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

#[derive(Clone)]
pub(super) struct State {
    words: [u64; 8],
    /// Number of bytes already compressed.
    compressed: u64,
    buffer: [u8; BLOCK],
    filled: usize,
}

impl State {
    pub(super) fn new() -> Self {
        let mut words = IV;
        // Parameters: a digest of 64 bytes, no key, one leaf.
        words[0] ^= 0x0101_0040;
        State {
            words,
            compressed: 0,
            buffer: [0; BLOCK],
            filled: 0,
        }
    }

    /// Reads a state as snarkjs stores it. Returns `None` if the fill exceeds the buffer.
    pub(super) fn from_bytes(bytes: &[u8; STATE_BYTES]) -> Option<Self> {
        let word = |index: usize| {
            let start = BLOCK + 8 * index;
            let word = bytes[start..start + 8].try_into().expect("eight bytes");
            u64::from_le_bytes(word)
        };
        let filled = usize::try_from(word(9)).ok()?;
        if filled > BLOCK {
            return None;
        }
        Some(State {
            words: std::array::from_fn(word),
            compressed: word(8),
            buffer: bytes[..BLOCK].try_into().expect("a block"),
            filled,
        })
    }

    pub(super) fn to_bytes(&self) -> [u8; STATE_BYTES] {
        let mut bytes = [0; STATE_BYTES];
        bytes[..BLOCK].copy_from_slice(&self.buffer);
        let words = self.words.iter().chain([&self.compressed]).copied();
        for (index, word) in words.chain([self.filled as u64]).enumerate() {
            let start = BLOCK + 8 * index;
            bytes[start..start + 8].copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    pub(super) fn update(&mut self, mut data: &[u8]) {
        while !data.is_empty() {
            // A full buffer is compressed only when more data follows, because the final block
            // needs another flag.
            if self.filled == BLOCK {
                self.compressed = self.compressed.wrapping_add(BLOCK as u64);
                self.compress(false);
                self.filled = 0;
            }
            let (now, later) = data.split_at(data.len().min(BLOCK - self.filled));
            self.buffer[self.filled..self.filled + now.len()].copy_from_slice(now);
            self.filled += now.len();
            data = later;
        }
    }

    pub(super) fn finish(mut self) -> [u8; 64] {
        self.buffer[self.filled..].fill(0);
        self.compressed = self.compressed.wrapping_add(self.filled as u64);
        self.compress(true);
        let mut digest = [0; 64];
        for (bytes, word) in digest.chunks_exact_mut(8).zip(self.words) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        digest
    }

    fn compress(&mut self, last: bool) {
        let mut message = [0u64; 16];
        for (word, bytes) in message.iter_mut().zip(self.buffer.chunks_exact(8)) {
            *word = u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
        }
        let mut v = [0u64; 16];
        v[..8].copy_from_slice(&self.words);
        v[8..].copy_from_slice(&IV);
        v[12] ^= self.compressed;
        if last {
            v[14] = !v[14];
        }
        for round in 0..12 {
            let order = &SIGMA[round % 10];
            for (step, [a, b, c, d]) in [
                [0, 4, 8, 12],
                [1, 5, 9, 13],
                [2, 6, 10, 14],
                [3, 7, 11, 15],
                [0, 5, 10, 15],
                [1, 6, 11, 12],
                [2, 7, 8, 13],
                [3, 4, 9, 14],
            ]
            .into_iter()
            .enumerate()
            {
                let (x, y) = (message[order[2 * step]], message[order[2 * step + 1]]);
                v[a] = v[a].wrapping_add(v[b]).wrapping_add(x);
                v[d] = (v[d] ^ v[a]).rotate_right(32);
                v[c] = v[c].wrapping_add(v[d]);
                v[b] = (v[b] ^ v[c]).rotate_right(24);
                v[a] = v[a].wrapping_add(v[b]).wrapping_add(y);
                v[d] = (v[d] ^ v[a]).rotate_right(16);
                v[c] = v[c].wrapping_add(v[d]);
                v[b] = (v[b] ^ v[c]).rotate_right(63);
            }
        }
        for (index, word) in self.words.iter_mut().enumerate() {
            *word ^= v[index] ^ v[index + 8];
        }
    }
}

#[cfg(test)]
mod tests {
    use blake2::{Blake2b512, Digest};

    use super::State;

    #[test]
    fn a_restored_state_gives_the_digest_of_the_crate() {
        let data: Vec<u8> = (0..600u32).map(|byte| (byte * 7) as u8).collect();
        for length in [0, 1, 127, 128, 129, 255, 256, 257, 600] {
            let expected: [u8; 64] = Blake2b512::digest(&data[..length]).into();
            for cut in [0, 1, 64, 127, 128, 129, 256, 599] {
                let (head, tail) = data[..length].split_at(cut.min(length));
                let mut state = State::new();
                state.update(head);
                let stored = state.to_bytes();
                let mut restored = State::from_bytes(&stored).expect("a state");
                assert_eq!(restored.to_bytes(), stored);
                restored.update(tail);
                assert_eq!(restored.finish(), expected, "{length} cut at {cut}");
            }
        }
        let mut overfull = State::new().to_bytes();
        overfull[128 + 72] = 129;
        assert!(State::from_bytes(&overfull).is_none());
    }
}
