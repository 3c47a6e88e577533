//! What holds of every parameter set.

use super::*;
use crate::{Backend, Error, Family, Key, KeyFormat, PublicKey};

#[test]
fn every_length_is_the_one_it_says() {
    let mut rng = Repeating::seeded(b"lengths");
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

/// A key written and read in either format does what it did, on every back end.
#[test]
fn keys_are_their_bytes() {
    let mut rng = Repeating::seeded(b"bytes");
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
fn byte_functions_do_what_keys_do() {
    let mut rng = Repeating::seeded(b"functions");
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
                let fixed =
                    crate::sign_deterministically(algorithm, b"message", b"c", format, private)
                        .unwrap();
                assert_ne!(hedged, fixed);
                for signature in [hedged, fixed] {
                    let verified =
                        crate::verify(algorithm, b"message", b"c", &signature, &pair.public);
                    assert_eq!(verified, Ok(true), "{algorithm}");
                }
            }
        }
    }
}

#[test]
fn messages_and_contexts_are_bound() {
    let mut rng = Repeating::seeded(b"bound");
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
fn deterministic_signatures_repeat_and_hedged_ones_do_not() {
    let mut rng = Repeating::seeded(b"repeat");
    for level in LEVELS {
        let key = Key::generate(Algorithm::MlDsa(level), &mut rng);
        let one = key.sign_deterministically(b"m", b"c").unwrap();
        assert_eq!(key.sign_deterministically(b"m", b"c"), Ok(one.clone()));
        let hedged = key.sign(b"m", b"c", &mut rng).unwrap();
        assert_ne!(hedged, one);
        assert_ne!(key.sign(b"m", b"c", &mut rng), Ok(hedged));
    }
}

#[test]
fn a_broken_ciphertext_gives_a_secret_of_nobody_else() {
    let mut rng = Repeating::seeded(b"implicit");
    for algorithm in quick().filter(|algorithm| algorithm.family() == Family::Kem) {
        let key = Key::generate(algorithm, &mut rng);
        let (ciphertext, shared) = key.public_key().unwrap().encapsulate(&mut rng).unwrap();
        for at in 0..ciphertext.len() {
            let mut broken = ciphertext.clone();
            broken[at] ^= 1 << (at % 8);
            let other = key.decapsulate(&broken).unwrap();
            // The highest bit of an X25519 point is ignored by RFC 7748, but X-Wing hashes it.
            assert_ne!(other, shared, "{algorithm} {at}");
            assert_eq!(key.decapsulate(&broken), Ok(other), "{algorithm} {at}");
        }
    }
}

#[test]
fn a_key_read_expanded_has_no_seed() {
    let mut rng = Repeating::seeded(b"no seed");
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
fn keys_do_not_print_and_cross_threads() {
    fn crosses<T: Send + Sync>() {}
    crosses::<Key>();
    crosses::<PublicKey>();
    let key = Key::generate(Algorithm::XWing, &mut Repeating::seeded(b"print"));
    assert_eq!(format!("{key:?}"), "Key(X-Wing, ..)");
    assert_eq!(
        format!("{:?}", key.public_key().unwrap()),
        "PublicKey(X-Wing)"
    );
}
