//! Second implementations: RustCrypto's ml-kem, ml-dsa and x-wing, and fips205, on keys, messages
//! and broken signatures that nobody chose.

use fips205::traits::{KeyGen, SerDes, Signer, Verifier};
use ml_dsa::{
    EncodedSignature, EncodedVerifyingKey, ExpandedSigningKey, MlDsa44, MlDsa65, MlDsa87,
    MlDsaParams,
};
use ml_kem::kem::{Decapsulate, KeyExport};
use ml_kem::{DecapsulationKey, EncapsulationKey, MlKem512, MlKem768, MlKem1024};

use super::*;
use crate::{Backend, Key, KeyFormat};

/// Keys, ciphertexts, secrets and rejections of one parameter set, made here and there.
macro_rules! ml_kem_agrees {
    ($level:expr, $set:ident, $rounds:expr) => {{
        let algorithm = Algorithm::MlKem($level);
        let mut input = Repeating::seeded(algorithm.to_string().as_bytes());
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

            let mut broken = other.clone();
            let at = usize::from(randomness[40]) % broken.len();
            broken[at] ^= 1 << (randomness[41] % 8);
            for made in [other, broken] {
                let secret = theirs.decapsulate(&made);
                let libcrux = ours.decapsulate(&made).unwrap();
                assert_eq!(libcrux.expose()[..], secret[..]);
                let aws_lc = Key::from_bytes(algorithm, KeyFormat::Seed, &seed)
                    .unwrap()
                    .on(Backend::AwsLc)
                    .decapsulate(&made);
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
fn ml_kem() {
    ml_kem_agrees!(Level::One, MlKem512, 300);
    ml_kem_agrees!(Level::Three, MlKem768, 300);
    ml_kem_agrees!(Level::Five, MlKem1024, 300);
}

/// What AWS-LC encapsulates, libcrux and RustCrypto decapsulate.
#[test]
fn ml_kem_encapsulated_by_aws_lc() {
    for level in LEVELS {
        let algorithm = Algorithm::MlKem(level);
        let mut rng = Repeating::seeded(b"aws-lc encapsulates");
        for _ in 0..50 {
            let key = Key::generate(algorithm, &mut rng);
            let public = key.public_key().unwrap().on(Backend::AwsLc);
            let (ciphertext, shared) = public.encapsulate(&mut rng).unwrap();
            assert_eq!(key.decapsulate(&ciphertext), Ok(shared));
        }
    }
}

#[test]
fn x_wing() {
    use x_wing::{DecapsulationKey, Decapsulator};
    let mut input = Repeating::seeded(b"x-wing");
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
        let at = usize::from(u16::from_be_bytes(input.bytes())) % other.len();
        other[at] ^= 1;
        let shared = ours.decapsulate(&other).unwrap();
        assert_eq!(shared.expose()[..], theirs.decapsulate(&other)[..]);
    }
}

/// Signatures of one parameter set, and what becomes of them when a byte is broken.
fn ml_dsa_agrees<P: MlDsaParams>(level: Level, rounds: usize) {
    let algorithm = Algorithm::MlDsa(level);
    let mut input = Repeating::seeded(algorithm.to_string().as_bytes());
    let mut broken_yet_valid = 0;
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
        for breaks in 0..12 {
            let mut signature = signature.clone();
            if breaks > 0 {
                // The end of a signature is the hint, whose form is the subtle part.
                let [a, b, bit] = input.bytes();
                let at = usize::from(u16::from_be_bytes([a, b])) % signature.len();
                let at = if breaks > 6 {
                    signature.len() - 1 - at % 80
                } else {
                    at
                };
                signature[at] ^= 1 << (bit % 8);
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
            broken_yet_valid += usize::from(breaks > 0 && expected);
        }
    }
    assert_eq!(broken_yet_valid, 0);
    println!("{algorithm}: libcrux, AWS-LC and RustCrypto agree {rounds} times");
}

#[test]
fn ml_dsa() {
    ml_dsa_agrees::<MlDsa44>(Level::One, 60);
    ml_dsa_agrees::<MlDsa65>(Level::Three, 60);
    ml_dsa_agrees::<MlDsa87>(Level::Five, 60);
}

/// What AWS-LC signs, hedged by its own generator, libcrux verifies.
#[test]
fn ml_dsa_signed_by_aws_lc() {
    for level in LEVELS {
        let mut rng = Repeating::seeded(b"aws-lc signs");
        let key = Key::generate(Algorithm::MlDsa(level), &mut rng).on(Backend::AwsLc);
        let public = key.public_key().unwrap().on(Backend::Libcrux);
        for _ in 0..20 {
            let one = key.sign(b"message", b"", &mut rng).unwrap();
            assert_eq!(public.verify(b"message", b"", &one), Ok(true));
            assert_ne!(key.sign(b"message", b"", &mut rng), Ok(one));
        }
        // Not offered by AWS-LC, and yet signed and verified.
        let signature = key.sign(b"message", b"context", &mut rng).unwrap();
        assert_eq!(public.verify(b"message", b"context", &signature), Ok(true));
        assert_eq!(public.verify(b"message", b"", &signature), Ok(false));
    }
}

/// One parameter set of SLH-DSA against fips205, key and deterministic signature.
macro_rules! slh_dsa_agrees {
    ($name:literal, $module:ident, $n:literal, $rounds:expr) => {{
        let algorithm = named(&$name.into());
        let mut input = Repeating::seeded($name.as_bytes());
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
                .try_sign_with_rng(&mut Never, &message, b"context", false)
                .unwrap();
            assert!(signature == theirs, "{algorithm}");
            let mut broken = theirs;
            let at = usize::from(u16::from_be_bytes(input.bytes())) % broken.len();
            broken[at] ^= 1;
            let key = ours.public_key().unwrap();
            for (signature, valid) in [(&theirs, true), (&broken, false)] {
                assert_eq!(key.verify(&message, b"context", signature), Ok(valid));
                assert_eq!(public.verify(&message, signature, b"context"), valid);
            }
        }
        println!("{algorithm}: slh-dsa and fips205 agree {} times", $rounds);
    }};
}

/// A generator that deterministic signing must not ask.
struct Never;

impl fips205_rand::RngCore for Never {
    fn next_u32(&mut self) -> u32 {
        panic!("asked for randomness")
    }

    fn next_u64(&mut self) -> u64 {
        panic!("asked for randomness")
    }

    fn fill_bytes(&mut self, _: &mut [u8]) {
        panic!("asked for randomness")
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), fips205_rand::Error> {
        panic!("asked for randomness")
    }
}

impl fips205_rand::CryptoRng for Never {}

#[test]
fn slh_dsa_fast() {
    slh_dsa_agrees!("SLH-DSA-SHA2-128f", slh_dsa_sha2_128f, 16, 2);
    slh_dsa_agrees!("SLH-DSA-SHA2-192f", slh_dsa_sha2_192f, 24, 1);
    slh_dsa_agrees!("SLH-DSA-SHA2-256f", slh_dsa_sha2_256f, 32, 1);
    slh_dsa_agrees!("SLH-DSA-SHAKE-128f", slh_dsa_shake_128f, 16, 1);
    slh_dsa_agrees!("SLH-DSA-SHAKE-192f", slh_dsa_shake_192f, 24, 1);
    slh_dsa_agrees!("SLH-DSA-SHAKE-256f", slh_dsa_shake_256f, 32, 1);
}

#[test]
fn slh_dsa_small_sha2() {
    slh_dsa_agrees!("SLH-DSA-SHA2-128s", slh_dsa_sha2_128s, 16, 1);
    slh_dsa_agrees!("SLH-DSA-SHA2-192s", slh_dsa_sha2_192s, 24, 1);
    slh_dsa_agrees!("SLH-DSA-SHA2-256s", slh_dsa_sha2_256s, 32, 1);
}

/// SHAKE-192s signs among NIST's vectors.
#[test]
fn slh_dsa_small_shake() {
    slh_dsa_agrees!("SLH-DSA-SHAKE-128s", slh_dsa_shake_128s, 16, 1);
    slh_dsa_agrees!("SLH-DSA-SHAKE-256s", slh_dsa_shake_256s, 32, 1);
}
