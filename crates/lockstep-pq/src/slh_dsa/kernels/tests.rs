//! Every kernel on random states and blocks, beside the crates `sha3` and `sha2`.

use ::sha2::Digest;
use sha3::digest::{ExtendableOutput, Update, XofReader};

use super::portable::Portable;
use super::*;
use crate::tests::DeterministicRng;

/// An interpreter (`cargo miri test`) needs minutes for more.
const ROUNDS: usize = if cfg!(miri) { 1 } else { 50 };

/// Hashes a different message in each lane with SHAKE256, whose first output is one permutation of one block.
fn check_keccak<const L: usize>(kernel: impl Keccak<L>, name: &str) {
    let mut input = DeterministicRng::seeded(b"keccak");
    for _ in 0..ROUNDS {
        let messages: [[u8; 135]; L] = std::array::from_fn(|_| input.bytes());
        let mut state = [[0; L]; 25];
        for (lane, message) in messages.iter().enumerate() {
            let mut block = [0; 136];
            block[..135].copy_from_slice(message);
            block[135] = 0x9F;
            for (word, bytes) in block.as_chunks::<8>().0.iter().enumerate() {
                state[word][lane] = u64::from_le_bytes(*bytes);
            }
        }
        let mut output = [[0; L]; 25];
        kernel.keccak(&state, &mut output);
        for (lane, message) in messages.iter().enumerate() {
            let mut expected = [0; 136 + 8];
            let mut hash = sha3::Shake256::default();
            hash.update(message);
            hash.finalize_xof().read(&mut expected);
            for (word, bytes) in expected[..136].as_chunks::<8>().0.iter().enumerate() {
                assert_eq!(output[word][lane], u64::from_le_bytes(*bytes), "{name}");
            }
        }
        // The capacity decides the next block.
        let first = output;
        kernel.keccak(&first, &mut output);
        for (lane, message) in messages.iter().enumerate() {
            let mut expected = [0; 136 + 8];
            let mut hash = sha3::Shake256::default();
            hash.update(message);
            hash.finalize_xof().read(&mut expected);
            assert_eq!(output[0][lane].to_le_bytes(), expected[136..], "{name}");
        }
    }
    println!("{name}: {L} lanes equal sha3");
}

/// Defines a check of a compression function on messages of two blocks.
macro_rules! check_sha2 {
    ($check:ident, $kernel:ident, $function:ident, $word:ty, $digest:ty, $initial:ident, $message:literal, $zeros:literal) => {
        fn $check<const L: usize>(kernel: impl $kernel<L>, name: &str) {
            const BLOCK: usize = 16 * size_of::<$word>();
            let mut input = DeterministicRng::seeded(b"sha2");
            for _ in 0..ROUNDS {
                let messages: [[u8; $message]; L] = std::array::from_fn(|_| input.bytes());
                let mut state = $initial.map(|word| [word; L]);
                for number in 0..2 {
                    let mut block = [[0; L]; 16];
                    for (lane, message) in messages.iter().enumerate() {
                        let mut padded = message.to_vec();
                        padded.push(0x80);
                        padded.extend([0; $zeros]);
                        padded.extend((8 * $message as u64).to_be_bytes());
                        assert_eq!(padded.len(), 2 * BLOCK);
                        let words = padded.as_chunks::<{ size_of::<$word>() }>().0;
                        for (word, bytes) in words[16 * number..][..16].iter().enumerate() {
                            block[word][lane] = <$word>::from_be_bytes(*bytes);
                        }
                    }
                    kernel.$function(&mut state, &block);
                }
                for (lane, message) in messages.iter().enumerate() {
                    let expected = <$digest>::digest(message);
                    let bytes = expected.as_chunks::<{ size_of::<$word>() }>().0;
                    for (word, bytes) in bytes.iter().enumerate() {
                        assert_eq!(state[word][lane], <$word>::from_be_bytes(*bytes), "{name}");
                    }
                }
            }
            println!("{name}: {L} lanes equal sha2");
        }
    };
}

check_sha2!(
    check_sha256,
    Sha256,
    sha256,
    u32,
    ::sha2::Sha256,
    INITIAL_256,
    110,
    9
);
check_sha2!(
    check_sha512,
    Sha512,
    sha512,
    u64,
    ::sha2::Sha512,
    INITIAL_512,
    200,
    47
);

#[test]
fn kernels_equal_the_crates() {
    check_keccak(Portable, "array Keccak");
    check_sha256(Portable, "array SHA-256");
    check_sha512(Portable, "array SHA-512");
    if let Some(avx512) = Avx512::detected() {
        check_keccak(avx512, "AVX-512 Keccak");
        check_sha256(avx512, "AVX-512 SHA-256");
        check_sha512(avx512, "AVX-512 SHA-512");
    } else {
        println!("skipped: no AVX-512");
    }
    if let Some(avx2) = Avx2::detected() {
        check_keccak(avx2, "AVX2 Keccak");
        check_sha256(avx2, "AVX2 SHA-256");
        check_sha512(avx2, "AVX2 SHA-512");
    } else {
        println!("skipped: no AVX2");
    }
    if let Some(sha) = ShaExtensions::detected() {
        check_sha256(sha, "SHA extensions");
    } else {
        println!("skipped: no SHA extensions");
    }
}
