//! The lanes beside the crate `slh-dsa`, on pseudorandom keys and messages.

#[cfg(target_os = "linux")]
mod times;

use slh_dsa::signature::Keypair;
use slh_dsa::{ParameterSet, Signature, SigningKey, VerifyingKey};

use super::kernels::portable::Portable;
use super::lanes::{Kernels, Lanes, boxed, lanes_of};
use super::parameters::Parameters;
use super::sha2::Sha2;
use super::shake::Shake;
use super::{
    Implementation, LoadedSigningKey, LoadedVerifyingKey, generate, generate_without_lanes,
    implementation, read_private, read_private_without_lanes, read_public,
    read_public_without_lanes, slh_n,
};
use crate::Algorithm;
use crate::algorithm::{Hash, Level, Variant};
use crate::tests::DeterministicRng;

/// Every back end of a parameter set that this CPU can run, and arrays of eight and sixteen lanes.
fn back_ends<const N: usize>(set: Parameters, seed: &[u8]) -> Vec<(String, Box<dyn Lanes>)> {
    let mut all = in_lanes(set, seed);
    let seed: [u8; N] = seed.try_into().expect("a seed of the set");
    let arrays = match set.hash {
        Hash::Shake => boxed(set, Shake::<_, 8, N>::new(Portable, seed)),
        Hash::Sha2 => boxed(set, Sha2::<_, _, 16, 8, N>::new(Portable, Portable, seed)),
    };
    all.push(("arrays".to_owned(), arrays));
    all
}

/// Every back end in lanes that this CPU can run.
fn in_lanes(set: Parameters, seed: &[u8]) -> Vec<(String, Box<dyn Lanes>)> {
    Kernels::ALL
        .into_iter()
        .filter_map(|kernels| Some((format!("{kernels:?}"), lanes_of(kernels, set, seed)?)))
        .collect()
}

/// Compares root, signatures and verification of a parameter set.
fn check<P: ParameterSet>(level: Level, hash: Hash, variant: Variant, rounds: usize) {
    let algorithm = Algorithm::SlhDsa {
        level,
        hash,
        variant,
    };
    let n = slh_n(level);
    let set = Parameters::new(level, hash, variant);
    let mut input = DeterministicRng::seeded(algorithm.to_string().as_bytes());
    for round in 0..rounds {
        let seed = input.vec(3 * n);
        let (sk_seed, rest) = seed.split_at(n);
        let (sk_prf, pk_seed) = rest.split_at(n);
        let key = SigningKey::<P>::slh_keygen_internal(sk_seed, sk_prf, pk_seed);
        let public: VerifyingKey<P> = key.verifying_key();
        let message = input.vec(round * 50);
        let randomness = input.vec(n);
        let expected = key
            .slh_sign_internal(&[&message], Some(&randomness))
            .to_vec();
        let mut altered = expected.clone();
        let position = usize::from(u16::from_be_bytes(input.bytes())) % altered.len();
        altered[position] ^= 1;
        let back_ends = match level {
            Level::One => back_ends::<16>(set, pk_seed),
            Level::Three => back_ends::<24>(set, pk_seed),
            Level::Five => back_ends::<32>(set, pk_seed),
        };
        for (name, lanes) in back_ends {
            let root = lanes.root(sk_seed);
            assert_eq!(
                [pk_seed, &root].concat(),
                public.to_vec(),
                "{algorithm} {name}"
            );
            let (start, end) = message.split_at(message.len() / 3);
            let signature = lanes.sign(&key.to_vec(), &[start, end], &randomness);
            assert!(signature == expected, "{algorithm} {name}");
            assert!(
                lanes.verify(&root, &[&message], &expected),
                "{algorithm} {name}"
            );
            assert!(
                !lanes.verify(&root, &[&message], &altered),
                "{algorithm} {name}"
            );
            assert!(
                !lanes.verify(&root, &[&message, b"."], &expected),
                "{algorithm} {name}"
            );
            assert!(
                !lanes.verify(&root, &[&message], &expected[1..]),
                "{algorithm} {name}"
            );
            assert!(!lanes.verify(&root, &[&message], &[]), "{algorithm} {name}");
        }
        let altered =
            Signature::<P>::try_from(&altered[..]).expect("the length is that of the set");
        assert!(public.slh_verify_internal(&[&message], &altered).is_err());
    }
}

#[test]
fn lanes_equal_slh_dsa_with_sha2() {
    check::<slh_dsa::Sha2_128f>(Level::One, Hash::Sha2, Variant::Fast, 3);
    check::<slh_dsa::Sha2_192f>(Level::Three, Hash::Sha2, Variant::Fast, 2);
    check::<slh_dsa::Sha2_256f>(Level::Five, Hash::Sha2, Variant::Fast, 2);
}

#[test]
fn lanes_equal_slh_dsa_with_shake() {
    check::<slh_dsa::Shake128f>(Level::One, Hash::Shake, Variant::Fast, 2);
    check::<slh_dsa::Shake192f>(Level::Three, Hash::Shake, Variant::Fast, 1);
    check::<slh_dsa::Shake256f>(Level::Five, Hash::Shake, Variant::Fast, 1);
}

/// Keys of other CPUs behave like those in lanes.
#[test]
fn keys_without_lanes_are_equal() {
    for (level, hash) in [
        (Level::One, Hash::Sha2),
        (Level::Three, Hash::Sha2),
        (Level::Five, Hash::Sha2),
        (Level::One, Hash::Shake),
    ] {
        let variant = Variant::Fast;
        let mut input = DeterministicRng::seeded(b"without lanes");
        let seed = input.vec(3 * slh_n(level));
        let keys: [Box<dyn LoadedSigningKey>; 2] = [
            generate(level, hash, variant, &seed),
            generate_without_lanes(level, hash, variant, &seed),
        ];
        let told = keys.each_ref().map(|key| key.implementation());
        assert_eq!(told, [implementation(), Implementation::RustCrypto]);
        let [private, other] = keys.each_ref().map(|key| key.private_bytes());
        assert_eq!(private, other);
        let [public, other] = keys.each_ref().map(|key| key.public_bytes());
        assert_eq!(public, other);
        let read = [
            read_private(level, hash, variant, private.expose()).unwrap(),
            read_private_without_lanes(level, hash, variant, private.expose()).unwrap(),
        ];
        let verifying: [Box<dyn LoadedVerifyingKey>; 2] = [
            read_public(level, hash, variant, &public).unwrap(),
            read_public_without_lanes(level, hash, variant, &public).unwrap(),
        ];
        let told = verifying.each_ref().map(|key| key.implementation());
        assert_eq!(told, [implementation(), Implementation::RustCrypto]);
        let longest = [b'c'; 255];
        for context in [&b""[..], &longest] {
            let expected = keys[0].sign(b"message", context, None);
            for key in keys.iter().chain(&read) {
                assert!(key.sign(b"message", context, None) == expected);
            }
            for key in &verifying {
                let signature = expected.as_ref().unwrap();
                assert!(key.verify(b"message", context, signature));
                assert!(!key.verify(b"message", &context[..context.len() / 2], &signature[1..]));
            }
        }
        for key in &keys {
            assert!(key.sign(b"message", &[0; 256], None).is_none());
        }
        for key in &verifying {
            assert!(!key.verify(b"message", &[0; 256], &[]));
        }
        for read in [read_private, read_private_without_lanes] {
            assert!(read(level, hash, variant, &private.expose()[1..]).is_none());
        }
        for read in [read_public, read_public_without_lanes] {
            assert!(read(level, hash, variant, &public[1..]).is_none());
        }
    }
}
