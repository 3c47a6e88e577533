//! Second implementations: RustCrypto's ml-kem, ml-dsa and x-wing, and fips205. They are compared
//! on pseudorandom keys, messages and altered signatures.

use fips205::traits::{KeyGen, SerDes, Signer, Verifier};
use ml_dsa::{
    EncodedSignature, EncodedVerifyingKey, ExpandedSigningKey, MlDsa44, MlDsa65, MlDsa87,
    MlDsaParams,
};
use ml_kem::kem::{Decapsulate, KeyExport};
use ml_kem::{DecapsulationKey, EncapsulationKey, MlKem512, MlKem768, MlKem1024};

use super::*;
use crate::{Backend, Key, KeyFormat};

/// Compares keys, ciphertexts, secrets and rejections of a parameter set.
macro_rules! check_ml_kem {
    ($level:expr, $set:ident, $rounds:expr) => {{
        let algorithm = Algorithm::MlKem($level);
        let mut input = DeterministicRng::seeded(algorithm.to_string().as_bytes());
        for _ in 0..$rounds {
            let seed: [u8; 64] = input.bytes();
            let ours = Key::from_bytes(algorithm, KeyFormat::Seed, &seed).unwrap();
            let theirs = DecapsulationKey::<$set>::from_seed(seed.into());
            let public = theirs.encapsulation_key().to_bytes();
            assert_eq!(ours.public_bytes().unwrap(), &public[..]);

            let randomness: [u8; 64] = input.bytes();
            let m: [u8; 32] = *randomness.first_chunk().unwrap();
            let (ciphertext, shared) = ours
                .public_key()
                .unwrap()
                .encapsulate_with(&randomness)
                .unwrap();
            let key = EncapsulationKey::<$set>::new(&public).unwrap();
            let (other, secret) = key.encapsulate_deterministic(&m.into());
            assert_eq!(ciphertext, other[..]);
            assert_eq!(shared.expose()[..], secret[..]);

            let mut altered = other.clone();
            let position = usize::from(randomness[40]) % altered.len();
            altered[position] ^= 1 << (randomness[41] % 8);
            for ciphertext in [other, altered] {
                let secret = theirs.decapsulate(&ciphertext);
                let libcrux = ours.decapsulate(&ciphertext).unwrap();
                assert_eq!(libcrux.expose()[..], secret[..]);
                let aws_lc = Key::from_bytes(algorithm, KeyFormat::Seed, &seed)
                    .unwrap()
                    .on(Backend::AwsLc)
                    .decapsulate(&ciphertext);
                assert_eq!(aws_lc, Ok(libcrux));
            }
        }
        println!(
            "{algorithm}: libcrux, AWS-LC and RustCrypto agree {} times",
            $rounds
        );
    }};
}

#[test]
fn ml_kem_equals_second_implementations() {
    check_ml_kem!(Level::One, MlKem512, 300);
    check_ml_kem!(Level::Three, MlKem768, 300);
    check_ml_kem!(Level::Five, MlKem1024, 300);
}

/// libcrux decapsulates the ciphertexts of AWS-LC.
#[test]
fn libcrux_decapsulates_ciphertexts_of_aws_lc() {
    for level in LEVELS {
        let algorithm = Algorithm::MlKem(level);
        let mut rng = DeterministicRng::seeded(b"aws-lc encapsulates");
        for _ in 0..50 {
            let key = Key::generate(algorithm, &mut rng);
            let public = key.public_key().unwrap().on(Backend::AwsLc);
            let (ciphertext, shared) = public.encapsulate(&mut rng).unwrap();
            assert_eq!(key.decapsulate(&ciphertext), Ok(shared));
        }
    }
}

#[test]
fn x_wing_equals_a_second_implementation() {
    use x_wing::{DecapsulationKey, Decapsulator};
    let mut input = DeterministicRng::seeded(b"x-wing");
    for _ in 0..100 {
        let seed: [u8; 32] = input.bytes();
        let ours = Key::from_bytes(Algorithm::XWing, KeyFormat::Seed, &seed).unwrap();
        let theirs = DecapsulationKey::from(seed);
        let public = theirs.encapsulation_key();
        assert_eq!(ours.public_bytes().unwrap(), &public.to_bytes()[..]);
        let randomness: [u8; 64] = input.bytes();
        let (ciphertext, shared) = ours
            .public_key()
            .unwrap()
            .encapsulate_with(&randomness)
            .unwrap();
        let (mut other, secret) = public.encapsulate_deterministic(&randomness.into());
        assert_eq!(ciphertext, other[..]);
        assert_eq!(shared.expose()[..], secret[..]);
        let position = usize::from(u16::from_be_bytes(input.bytes())) % other.len();
        other[position] ^= 1;
        let shared = ours.decapsulate(&other).unwrap();
        assert_eq!(shared.expose()[..], theirs.decapsulate(&other)[..]);
    }
}

/// Compares signatures of a parameter set, and verification after a change of a byte.
fn check_ml_dsa<P: MlDsaParams>(level: Level, rounds: usize) {
    let algorithm = Algorithm::MlDsa(level);
    let mut input = DeterministicRng::seeded(algorithm.to_string().as_bytes());
    let mut altered_yet_valid = 0;
    for _ in 0..rounds {
        let seed: [u8; 32] = input.bytes();
        let [message_len, context_len] = input.bytes();
        let message = input.vec(usize::from(message_len));
        let context = input.vec(usize::from(context_len) % 3 * 85);
        let ours = Key::from_bytes(algorithm, KeyFormat::Seed, &seed).unwrap();
        let theirs = ExpandedSigningKey::<P>::from_seed(&seed.into());
        let public: EncodedVerifyingKey<P> = theirs.verifying_key().encode();
        assert_eq!(ours.public_bytes().unwrap(), &public[..]);

        let signature = ours.sign_deterministically(&message, &context).unwrap();
        let other = theirs.sign_deterministic(&message, &context).unwrap();
        assert_eq!(signature, other.encode()[..]);

        let key = ours.public_key().unwrap();
        let aws_lc = ours.public_key().unwrap().on(Backend::AwsLc);
        let libcrux = ours.public_key().unwrap().on(Backend::Libcrux);
        for round in 0..12 {
            let mut signature = signature.clone();
            if round > 0 {
                // The signature ends with the hint, whose encoding has the most rules.
                let [a, b, bit] = input.bytes();
                let offset = usize::from(u16::from_be_bytes([a, b])) % signature.len();
                let position = if round > 6 {
                    signature.len() - 1 - offset % 80
                } else {
                    offset
                };
                signature[position] ^= 1 << (bit % 8);
            }
            let encoded = EncodedSignature::<P>::try_from(&signature[..]).unwrap();
            let expected = ml_dsa::Signature::<P>::decode(&encoded).is_some_and(|signature| {
                theirs
                    .verifying_key()
                    .verify_with_context(&message, &context, &signature)
            });
            for key in [&key, &libcrux, &aws_lc] {
                assert_eq!(key.verify(&message, &context, &signature), Ok(expected));
            }
            altered_yet_valid += usize::from(round > 0 && expected);
        }
    }
    assert_eq!(altered_yet_valid, 0);
    println!("{algorithm}: libcrux, AWS-LC and RustCrypto agree {rounds} times");
}

#[test]
fn ml_dsa_equals_second_implementations() {
    check_ml_dsa::<MlDsa44>(Level::One, 60);
    check_ml_dsa::<MlDsa65>(Level::Three, 60);
    check_ml_dsa::<MlDsa87>(Level::Five, 60);
}

/// libcrux verifies the signatures of AWS-LC, which are hedged by its own generator.
#[test]
fn libcrux_verifies_signatures_of_aws_lc() {
    for level in LEVELS {
        let mut rng = DeterministicRng::seeded(b"aws-lc signs");
        let key = Key::generate(Algorithm::MlDsa(level), &mut rng).on(Backend::AwsLc);
        let public = key.public_key().unwrap().on(Backend::Libcrux);
        for _ in 0..20 {
            let first = key.sign(b"message", b"", &mut rng).unwrap();
            assert_eq!(public.verify(b"message", b"", &first), Ok(true));
            assert_ne!(key.sign(b"message", b"", &mut rng), Ok(first));
        }
        // AWS-LC does not support contexts, so libcrux signs and verifies here.
        let signature = key.sign(b"message", b"context", &mut rng).unwrap();
        assert_eq!(public.verify(b"message", b"context", &signature), Ok(true));
        assert_eq!(public.verify(b"message", b"", &signature), Ok(false));
    }
}

/// Compares keys and deterministic signatures of a parameter set of SLH-DSA with fips205.
macro_rules! check_slh_dsa {
    ($name:literal, $module:ident, $n:literal, $rounds:expr) => {{
        let algorithm = named(&$name.into());
        let mut input = DeterministicRng::seeded($name.as_bytes());
        for _ in 0..$rounds {
            let seed = input.vec(3 * $n);
            let (sk_seed, rest) = seed.split_first_chunk::<$n>().unwrap();
            let (sk_prf, pk_seed) = rest.split_first_chunk::<$n>().unwrap();
            let (public, private) = fips205::$module::KG::keygen_from_seed::<$n>(
                sk_seed,
                sk_prf,
                pk_seed.try_into().unwrap(),
            );
            let ours = Key::from_bytes(algorithm, KeyFormat::Seed, &seed).unwrap();
            assert_eq!(ours.public_bytes().unwrap(), public.clone().into_bytes());
            let expanded = ours.to_bytes(KeyFormat::Expanded).unwrap();
            assert_eq!(expanded.expose(), private.clone().into_bytes());

            let message = input.vec(100);
            let signature = ours.sign_deterministically(&message, b"context").unwrap();
            let theirs = private
                .try_sign_with_rng(&mut NoRng, &message, b"context", false)
                .unwrap();
            assert!(signature == theirs, "{algorithm}");
            let mut altered = theirs;
            let position = usize::from(u16::from_be_bytes(input.bytes())) % altered.len();
            altered[position] ^= 1;
            let key = ours.public_key().unwrap();
            for (signature, valid) in [(&theirs, true), (&altered, false)] {
                assert_eq!(key.verify(&message, b"context", signature), Ok(valid));
                assert_eq!(public.verify(&message, signature, b"context"), valid);
            }
        }
        println!(
            "{algorithm}: lockstep-pq and fips205 agree {} times",
            $rounds
        );
    }};
}

/// A generator that panics, because deterministic signing must not call it.
struct NoRng;

impl fips205_rand::RngCore for NoRng {
    fn next_u32(&mut self) -> u32 {
        panic!("deterministic signing requested randomness")
    }

    fn next_u64(&mut self) -> u64 {
        panic!("deterministic signing requested randomness")
    }

    fn fill_bytes(&mut self, _: &mut [u8]) {
        panic!("deterministic signing requested randomness")
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), fips205_rand::Error> {
        panic!("deterministic signing requested randomness")
    }
}

impl fips205_rand::CryptoRng for NoRng {}

#[test]
fn slh_dsa_fast() {
    check_slh_dsa!("SLH-DSA-SHA2-128f", slh_dsa_sha2_128f, 16, 2);
    check_slh_dsa!("SLH-DSA-SHA2-192f", slh_dsa_sha2_192f, 24, 1);
    check_slh_dsa!("SLH-DSA-SHA2-256f", slh_dsa_sha2_256f, 32, 1);
    check_slh_dsa!("SLH-DSA-SHAKE-128f", slh_dsa_shake_128f, 16, 1);
    check_slh_dsa!("SLH-DSA-SHAKE-192f", slh_dsa_shake_192f, 24, 1);
    check_slh_dsa!("SLH-DSA-SHAKE-256f", slh_dsa_shake_256f, 32, 1);
}

#[test]
fn slh_dsa_small_sha2() {
    check_slh_dsa!("SLH-DSA-SHA2-128s", slh_dsa_sha2_128s, 16, 1);
    check_slh_dsa!("SLH-DSA-SHA2-192s", slh_dsa_sha2_192s, 24, 1);
    check_slh_dsa!("SLH-DSA-SHA2-256s", slh_dsa_sha2_256s, 32, 1);
}

#[test]
fn slh_dsa_small_shake() {
    check_slh_dsa!("SLH-DSA-SHAKE-128s", slh_dsa_shake_128s, 16, 1);
    check_slh_dsa!("SLH-DSA-SHAKE-192s", slh_dsa_shake_192s, 24, 1);
    check_slh_dsa!("SLH-DSA-SHAKE-256s", slh_dsa_shake_256s, 32, 1);
}
