//! Tests with invalid input: the right error, and never a panic.

use super::*;
use crate::{
    Backend, Error, Family, InputKind, Key, KeyFormat, MAX_CONTEXT_LEN, Operation, PublicKey,
};

#[test]
fn a_wrong_length_error_names_the_input_and_its_length() {
    for algorithm in Algorithm::ALL {
        for (format, what) in [
            (KeyFormat::Expanded, InputKind::PrivateKey),
            (KeyFormat::Seed, InputKind::Seed),
        ] {
            let expected = algorithm.private_key_len(format);
            for given in [0, 1, expected - 1, expected + 1, 10_000] {
                let key = Key::from_bytes(algorithm, format, &vec![0; given]);
                let error = Error::Length {
                    algorithm,
                    what,
                    expected,
                    given,
                };
                assert_eq!(key.err(), Some(error));
            }
        }
        let expected = algorithm.public_key_len();
        for given in [0, 1, expected - 1, expected + 1, 10_000] {
            let key = PublicKey::from_bytes(algorithm, &vec![0; given]);
            let error = Error::Length {
                algorithm,
                what: InputKind::PublicKey,
                expected,
                given,
            };
            assert_eq!(key.err(), Some(error));
        }
    }
}

#[test]
fn a_wrong_scheme_error_names_the_operation() {
    let mut rng = DeterministicRng::seeded(b"wrong scheme");
    for algorithm in quick() {
        let key = Key::generate(algorithm, &mut rng);
        let public = key.public_key().unwrap();
        let wrong = |operation| Error::WrongScheme {
            algorithm,
            operation,
        };
        if algorithm.family() == Family::Signature {
            let encapsulated = public.encapsulate(&mut rng).err();
            assert_eq!(encapsulated, Some(wrong(Operation::Encapsulate)));
            assert_eq!(
                key.decapsulate(&[]).err(),
                Some(wrong(Operation::Decapsulate))
            );
        } else {
            let signed = key.sign(b"", b"", &mut rng).err();
            assert_eq!(signed, Some(wrong(Operation::Sign)));
            let signed = key.sign_deterministically(b"", b"").err();
            assert_eq!(signed, Some(wrong(Operation::Sign)));
            assert_eq!(
                public.verify(b"", b"", b"").err(),
                Some(wrong(Operation::Verify))
            );
        }
    }
}

#[test]
fn a_ciphertext_of_a_wrong_length_is_refused_on_every_back_end() {
    let mut rng = DeterministicRng::seeded(b"ciphertexts");
    for algorithm in quick().filter(|algorithm| algorithm.family() == Family::Kem) {
        for backend in [Backend::Fastest, Backend::Libcrux, Backend::AwsLc] {
            let key = Key::generate(algorithm, &mut rng).on(backend);
            let expected = algorithm.ciphertext_len();
            for given in [0, 31, 32, expected - 1, expected + 1, 2 * expected] {
                let error = Error::Length {
                    algorithm,
                    what: InputKind::Ciphertext,
                    expected,
                    given,
                };
                assert_eq!(key.decapsulate(&vec![0; given]).err(), Some(error));
            }
        }
    }
}

#[test]
fn a_too_long_context_is_refused() {
    let mut rng = DeterministicRng::seeded(b"contexts");
    let longest = vec![7; MAX_CONTEXT_LEN];
    let too_long = vec![7; MAX_CONTEXT_LEN + 1];
    let error = Error::ContextTooLong {
        given: MAX_CONTEXT_LEN + 1,
    };
    for algorithm in quick().filter(|algorithm| algorithm.family() == Family::Signature) {
        let key = Key::generate(algorithm, &mut rng);
        let public = key.public_key().unwrap();
        let signature = key.sign(b"m", &longest, &mut rng).unwrap();
        assert_eq!(public.verify(b"m", &longest, &signature), Ok(true));
        assert_eq!(key.sign(b"m", &too_long, &mut rng), Err(error));
        assert_eq!(key.sign_deterministically(b"m", &too_long), Err(error));
        assert_eq!(public.verify(b"m", &too_long, &signature), Err(error));
    }
}

#[test]
fn a_malformed_signature_is_not_valid() {
    let mut rng = DeterministicRng::seeded(b"malformed");
    for algorithm in quick().filter(|algorithm| algorithm.family() == Family::Signature) {
        let key = Key::generate(algorithm, &mut rng);
        let good = key.sign(b"m", b"", &mut rng).unwrap();
        for backend in [Backend::Fastest, Backend::Libcrux, Backend::AwsLc] {
            let public = key.public_key().unwrap().on(backend);
            assert_eq!(public.verify(b"m", b"", &good), Ok(true));
            for bad in [
                vec![],
                vec![0; good.len()],
                vec![0xFF; good.len()],
                good[1..].to_vec(),
                [good.clone(), vec![0]].concat(),
                rng.vec(good.len()),
            ] {
                assert_eq!(public.verify(b"m", b"", &bad), Ok(false), "{algorithm}");
            }
        }
    }
}

/// Both back ends reject an ML-DSA-44 signature with any changed byte.
#[test]
fn a_signature_with_any_changed_byte_is_not_valid() {
    let mut rng = DeterministicRng::seeded(b"every byte");
    let key = Key::generate(Algorithm::MlDsa(Level::One), &mut rng);
    let good = key.sign(b"m", b"", &mut rng).unwrap();
    for backend in [Backend::Libcrux, Backend::AwsLc] {
        let public = key.public_key().unwrap().on(backend);
        for position in 0..good.len() {
            let mut bad = good.clone();
            bad[position] ^= 1 << (position % 8);
            assert_eq!(public.verify(b"m", b"", &bad), Ok(false), "{position}");
        }
    }
}

/// Malformed keys of the right length.
#[test]
fn keys_out_of_range_are_refused() {
    let mut rng = DeterministicRng::seeded(b"ranges");
    for level in LEVELS {
        let algorithm = Algorithm::MlKem(level);
        let good = Key::generate(algorithm, &mut rng);
        let bytes = good.to_bytes(KeyFormat::Expanded).unwrap();
        let bytes = bytes.expose();
        let malformed = |what| Some(Error::Malformed { algorithm, what });
        let read = |bytes: &[u8]| {
            let expanded = KeyFormat::Expanded;
            let error = Key::from_bytes(algorithm, expanded, bytes).err();
            let ciphertext = vec![9; algorithm.ciphertext_len()];
            let once = crate::decapsulate(algorithm, &ciphertext, expanded, bytes).err();
            assert_eq!(once, error, "the result without a loaded key");
            error
        };
        assert_eq!(read(bytes), None);
        // An unreduced coefficient of the secret vector.
        let mut bad = bytes.to_vec();
        bad[..2].fill(0xFF);
        assert_eq!(read(&bad), malformed(InputKind::PrivateKey));
        // The hash of another public key. The hash is before z, which is the last 32 bytes.
        let mut bad = bytes.to_vec();
        let position = bad.len() - 40;
        bad[position] ^= 1;
        assert_eq!(read(&bad), malformed(InputKind::PrivateKey));
        let mut bad = good.public_bytes().unwrap().to_vec();
        bad[..2].fill(0xFF);
        let error = PublicKey::from_bytes(algorithm, &bad).err();
        assert_eq!(error, malformed(InputKind::PublicKey));

        let algorithm = Algorithm::MlDsa(level);
        let good = Key::generate(algorithm, &mut rng);
        let mut bad = good
            .to_bytes(KeyFormat::Expanded)
            .unwrap()
            .expose()
            .to_vec();
        bad[130] = 0xFF;
        assert_eq!(
            Key::from_bytes(algorithm, KeyFormat::Expanded, &bad).err(),
            Some(Error::Malformed {
                algorithm,
                what: InputKind::PrivateKey
            })
        );
    }
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config::with_cases(60))]

    /// Random bytes of the right length are refused, or used without a panic.
    #[test]
    fn random_bytes_cause_no_panic(seed: [u8; 16], which in 0..7_usize) {
        let mut input = DeterministicRng::seeded(&seed);
        let algorithm = Algorithm::ALL[which];
        let private = input.vec(algorithm.private_key_len(KeyFormat::Expanded));
        let public = input.vec(algorithm.public_key_len());
        let random = input.vec(algorithm.ciphertext_len() + algorithm.signature_len());
        for backend in [Backend::Libcrux, Backend::AwsLc] {
            if let Ok(key) = Key::from_bytes(algorithm, KeyFormat::Expanded, &private) {
                let key = key.on(backend);
                let _ = key.decapsulate(&random);
                let _ = key.sign_deterministically(b"m", b"");
            }
            if let Ok(key) = PublicKey::from_bytes(algorithm, &public) {
                let key = key.on(backend);
                let _ = key.encapsulate(&mut input);
                proptest::prop_assert_ne!(key.verify(b"m", b"", &random), Ok(true));
            }
        }
    }
}
