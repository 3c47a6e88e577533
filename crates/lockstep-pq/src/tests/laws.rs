//! Laws that hold for every parameter set.

use super::*;
use crate::{
    Backend, Error, Family, Implementation, Key, KeyFormat, Operation, PublicKey, implementation,
};

#[test]
fn lengths_match_their_documentation() {
    let mut rng = DeterministicRng::seeded(b"lengths");
    for algorithm in quick() {
        let key = Key::generate(algorithm, &mut rng);
        let public = key.public_key().unwrap();
        assert_eq!(
            public.as_bytes().len(),
            algorithm.public_key_len(),
            "{algorithm}"
        );
        for format in [KeyFormat::Expanded, KeyFormat::Seed] {
            let len = key.to_bytes(format).unwrap().expose().len();
            assert_eq!(len, algorithm.private_key_len(format), "{algorithm}");
        }
        match algorithm.family() {
            Family::Kem => {
                let (ciphertext, _) = public.encapsulate(&mut rng).unwrap();
                assert_eq!(ciphertext.len(), algorithm.ciphertext_len(), "{algorithm}");
                assert_eq!(algorithm.signature_len(), 0);
            }
            Family::Signature => {
                let signature = key.sign(b"message", b"", &mut rng).unwrap();
                assert_eq!(signature.len(), algorithm.signature_len(), "{algorithm}");
                assert_eq!(algorithm.ciphertext_len(), 0);
            }
        }
    }
}

/// A key that is encoded and read in either format behaves like the original on every back end.
#[test]
fn keys_round_trip_through_bytes() {
    let mut rng = DeterministicRng::seeded(b"bytes");
    for algorithm in quick() {
        let key = Key::generate(algorithm, &mut rng);
        let public = key.public_key().unwrap();
        assert_eq!(
            PublicKey::from_bytes(algorithm, public.as_bytes()),
            Ok(key.public_key().unwrap())
        );
        for format in [KeyFormat::Expanded, KeyFormat::Seed] {
            let bytes = key.to_bytes(format).unwrap();
            for backend in [Backend::Fastest, Backend::Libcrux, Backend::AwsLc] {
                let read = Key::from_bytes(algorithm, format, bytes.expose())
                    .unwrap()
                    .on(backend);
                assert_eq!(read.to_bytes(format).as_ref(), Ok(&bytes), "{algorithm}");
                let public = PublicKey::from_bytes(algorithm, public.as_bytes())
                    .unwrap()
                    .on(backend);
                if algorithm.family() == Family::Kem {
                    let (ciphertext, shared) = public.encapsulate(&mut rng).unwrap();
                    assert_eq!(read.decapsulate(&ciphertext), Ok(shared), "{algorithm}");
                } else {
                    let signature = read.sign(b"message", b"", &mut rng).unwrap();
                    assert_eq!(public.verify(b"message", b"", &signature), Ok(true));
                }
            }
        }
    }
}

#[test]
fn byte_functions_equal_key_methods() {
    let mut rng = DeterministicRng::seeded(b"functions");
    for algorithm in quick() {
        for format in [KeyFormat::Expanded, KeyFormat::Seed] {
            let pair = crate::generate_key_pair(algorithm, format, &mut rng);
            let private = pair.private.expose();
            if algorithm.family() == Family::Kem {
                let (ciphertext, shared) =
                    crate::encapsulate(algorithm, &pair.public, &mut rng).unwrap();
                let other = crate::decapsulate(algorithm, &ciphertext, format, private);
                assert_eq!(other, Ok(shared), "{algorithm}");
            } else {
                let hedged =
                    crate::sign(algorithm, b"message", b"c", format, private, &mut rng).unwrap();
                let deterministic =
                    crate::sign_deterministically(algorithm, b"message", b"c", format, private)
                        .unwrap();
                assert_ne!(hedged, deterministic);
                for signature in [hedged, deterministic] {
                    let verified =
                        crate::verify(algorithm, b"message", b"c", &signature, &pair.public);
                    assert_eq!(verified, Ok(true), "{algorithm}");
                }
            }
        }
    }
}

#[test]
fn signatures_are_bound_to_message_and_context() {
    let mut rng = DeterministicRng::seeded(b"bound");
    for algorithm in quick().filter(|algorithm| algorithm.family() == Family::Signature) {
        let key = Key::generate(algorithm, &mut rng);
        let public = key.public_key().unwrap();
        let signature = key.sign(b"message", b"context", &mut rng).unwrap();
        for (message, context, expected) in [
            (&b"message"[..], &b"context"[..], true),
            (b"massage", b"context", false),
            (b"message", b"", false),
            (b"message", b"contexts", false),
            (b"emessage", b"contex", false),
        ] {
            let verified = public.verify(message, context, &signature);
            assert_eq!(verified, Ok(expected), "{algorithm}");
        }
        let other = Key::generate(algorithm, &mut rng).public_key().unwrap();
        assert_eq!(other.verify(b"message", b"context", &signature), Ok(false));
    }
}

#[test]
fn deterministic_signatures_repeat_and_hedged_signatures_differ() {
    let mut rng = DeterministicRng::seeded(b"repeat");
    for level in LEVELS {
        let key = Key::generate(Algorithm::MlDsa(level), &mut rng);
        let deterministic = key.sign_deterministically(b"m", b"c").unwrap();
        assert_eq!(
            key.sign_deterministically(b"m", b"c"),
            Ok(deterministic.clone())
        );
        let hedged = key.sign(b"m", b"c", &mut rng).unwrap();
        assert_ne!(hedged, deterministic);
        assert_ne!(key.sign(b"m", b"c", &mut rng), Ok(hedged));
    }
}

#[test]
fn an_altered_ciphertext_gives_another_secret() {
    let mut rng = DeterministicRng::seeded(b"implicit");
    for algorithm in quick().filter(|algorithm| algorithm.family() == Family::Kem) {
        let key = Key::generate(algorithm, &mut rng);
        let (ciphertext, shared) = key.public_key().unwrap().encapsulate(&mut rng).unwrap();
        for position in 0..ciphertext.len() {
            let mut altered = ciphertext.clone();
            altered[position] ^= 1 << (position % 8);
            let other = key.decapsulate(&altered).unwrap();
            // RFC 7748 ignores the highest bit of an X25519 point, but X-Wing hashes it.
            assert_ne!(other, shared, "{algorithm} {position}");
            assert_eq!(
                key.decapsulate(&altered),
                Ok(other),
                "{algorithm} {position}"
            );
        }
    }
}

#[test]
fn a_key_read_expanded_has_no_seed() {
    let mut rng = DeterministicRng::seeded(b"no seed");
    for algorithm in quick().filter(|algorithm| *algorithm != Algorithm::XWing) {
        let bytes = Key::generate(algorithm, &mut rng)
            .to_bytes(KeyFormat::Expanded)
            .unwrap();
        let key = Key::from_bytes(algorithm, KeyFormat::Expanded, bytes.expose()).unwrap();
        assert_eq!(
            key.to_bytes(KeyFormat::Seed),
            Err(Error::SeedUnknown { algorithm })
        );
        let public = key.public_bytes().map(<[u8]>::len);
        let expected = match algorithm {
            Algorithm::MlDsa(_) => Err(Error::PublicHalfUnknown { algorithm }),
            _ => Ok(algorithm.public_key_len()),
        };
        assert_eq!(public, expected);
    }
}

#[test]
fn keys_are_not_printed_and_can_be_shared_by_threads() {
    fn assert_send_and_sync<T: Send + Sync>() {}
    assert_send_and_sync::<Key>();
    assert_send_and_sync::<PublicKey>();
    let key = Key::generate(Algorithm::XWing, &mut DeterministicRng::seeded(b"print"));
    assert_eq!(format!("{key:?}"), "Key(X-Wing, ..)");
    assert_eq!(
        format!("{:?}", key.public_key().unwrap()),
        "PublicKey(X-Wing)"
    );
}

/// Each row of the table of [`Backend`].
#[test]
fn keys_tell_which_implementation_runs() {
    use Implementation::{AwsLc, Libcrux};
    let mut rng = DeterministicRng::seeded(b"implementations");
    let slh = crate::slh_dsa::implementation();
    for algorithm in quick() {
        let key = Key::generate(algorithm, &mut rng);
        let private = key.to_bytes(KeyFormat::Expanded).unwrap();
        for backend in [Backend::Fastest, Backend::Libcrux, Backend::AwsLc] {
            let format = KeyFormat::Expanded;
            let key = Key::from_bytes(algorithm, format, private.expose())
                .unwrap()
                .on(backend);
            let public = Key::generate(algorithm, &mut rng).public_key().unwrap();
            let public = public.on(backend);
            // AWS-LC where it is asked for, and where it verifies faster.
            let asked = match backend {
                Backend::AwsLc => AwsLc,
                Backend::Fastest | Backend::Libcrux => Libcrux,
            };
            let verifies = match backend {
                Backend::AwsLc | Backend::Fastest => AwsLc,
                Backend::Libcrux => Libcrux,
            };
            // Encapsulates, decapsulates, signs, deterministically, verifies; the last three also in a context.
            let expected = match algorithm {
                Algorithm::MlKem(_) => [Some(asked), Some(asked), None, None, None, None, None],
                Algorithm::XWing => [Some(Libcrux), Some(Libcrux), None, None, None, None, None],
                Algorithm::MlDsa(_) => [
                    None,
                    None,
                    Some(asked),
                    Some(Libcrux),
                    Some(Libcrux),
                    Some(verifies),
                    Some(Libcrux),
                ],
                Algorithm::SlhDsa { .. } => [
                    None,
                    None,
                    Some(slh),
                    Some(slh),
                    Some(slh),
                    Some(slh),
                    Some(slh),
                ],
            };
            let told = [
                public.encapsulates_with(),
                key.decapsulates_with(),
                key.signs_with(b""),
                key.signs_with(b"c"),
                key.signs_deterministically_with(),
                public.verifies_with(b""),
                public.verifies_with(b"c"),
            ];
            assert_eq!(told, expected, "{algorithm} on {backend:?}");
        }
    }
}

/// AWS-LC draws its own entropy, so an operation that leaves the caller's generator alone runs there.
#[test]
fn an_implementation_that_is_told_is_the_one_that_runs() {
    let algorithms = [Algorithm::MlKem(Level::One), Algorithm::MlDsa(Level::One)];
    for algorithm in algorithms {
        for backend in [Backend::Libcrux, Backend::AwsLc] {
            let mut rng = DeterministicRng::seeded(b"entropy");
            let key = Key::generate(algorithm, &mut rng).on(backend);
            let public = key.public_key().unwrap().on(backend);
            let told = match algorithm.family() {
                Family::Kem => {
                    public.encapsulate(&mut rng).unwrap();
                    public.encapsulates_with()
                }
                Family::Signature => {
                    key.sign(b"m", b"", &mut rng).unwrap();
                    key.signs_with(b"")
                }
            };
            let mut untouched = DeterministicRng::seeded(b"entropy");
            let _ = Key::generate(algorithm, &mut untouched);
            let drew_nothing = rng.bytes::<16>() == untouched.bytes::<16>();
            let is_aws_lc = told == Some(Implementation::AwsLc);
            assert_eq!(drew_nothing, is_aws_lc, "{algorithm} on {backend:?}");
        }
    }
}

#[test]
fn functions_on_bytes_tell_the_implementation_of_a_loaded_key() {
    let mut rng = DeterministicRng::seeded(b"byte functions");
    for algorithm in quick() {
        let key = Key::generate(algorithm, &mut rng);
        let public = key.public_key().unwrap();
        for context in [&b""[..], b"c"] {
            let told = |operation, format| implementation(algorithm, operation, format, context);
            let seed = KeyFormat::Seed;
            assert_eq!(
                told(Operation::Encapsulate, seed),
                public.encapsulates_with()
            );
            assert_eq!(told(Operation::Decapsulate, seed), key.decapsulates_with());
            assert_eq!(told(Operation::Sign, seed), key.signs_with(context));
            assert_eq!(
                told(Operation::Sign, seed),
                key.signs_deterministically_with()
            );
            assert_eq!(told(Operation::Verify, seed), public.verifies_with(context));
            // An expanded ML-KEM key is not unpacked for one ciphertext.
            let expected = match algorithm {
                Algorithm::MlKem(_) => Some(Implementation::AwsLc),
                _ => key.decapsulates_with(),
            };
            let told = told(Operation::Decapsulate, KeyFormat::Expanded);
            assert_eq!(told, expected, "{algorithm}");
        }
    }
}
