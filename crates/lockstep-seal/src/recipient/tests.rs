use super::*;
use crate::testing::{CONTEXT, DeterministicRng, SEALING, bytes};
use crate::{Context, FIXED_LEN, MAX_EXT_LEN, Origin, open, sealed_len};

const KEMS: [Kem; 2] = [Kem::XWing, Kem::MlKem1024P384];

#[test]
fn an_envelope_opens_with_the_private_key() {
    for kem in KEMS {
        let private = PrivateKey::generate(kem, &mut DeterministicRng(1));
        for len in [0, 1024, 100_000] {
            let plaintext = bytes(6, len);
            let envelope = seal_to(
                &private.public_key(),
                &SEALING,
                &plaintext,
                &mut DeterministicRng(2),
            )
            .unwrap();
            let expected = sealed_len(Suite::Recipient(kem), 3, len as u64);
            assert_eq!(envelope.len() as u64, expected);
            assert_eq!(Header::parse(&envelope).unwrap().ext, b"ext");
            let opened = open_as_recipient(&private, &envelope, &CONTEXT).unwrap();
            assert!(*opened == plaintext);
        }
    }
}

#[test]
fn keys_round_trip_through_bytes() {
    for kem in KEMS {
        let private = PrivateKey::generate(kem, &mut DeterministicRng(1));
        let public = private.public_key();
        assert_eq!(public.to_bytes().len(), kem.public_key_len());
        assert_eq!(
            PublicKey::from_bytes(kem, &public.to_bytes()).unwrap(),
            public
        );
        assert_eq!(
            PrivateKey::from_bytes(kem, &*private.to_bytes()).unwrap(),
            private
        );
        assert_ne!(PrivateKey::generate(kem, &mut DeterministicRng(2)), private);
        assert_eq!(format!("{private:?}"), format!("PrivateKey({kem}, ..)"));
        for len in [0, 31, 33, 64] {
            assert_eq!(
                PrivateKey::from_bytes(kem, &vec![1; len]),
                Err(SealError::PrivateKey { kem })
            );
        }
        for bad in [
            public.to_bytes()[1..].to_vec(),
            [public.to_bytes(), vec![0]].concat(),
            // No coefficient of this key is reduced.
            vec![0xFF; kem.public_key_len()],
        ] {
            assert_eq!(
                PublicKey::from_bytes(kem, &bad),
                Err(SealError::PublicKey { kem })
            );
        }
    }
    // The point of the classical half of this key is not on the curve.
    let mut bad = PrivateKey::generate(Kem::MlKem1024P384, &mut DeterministicRng(1))
        .public_key()
        .to_bytes();
    *bad.last_mut().unwrap() ^= 1;
    assert!(PublicKey::from_bytes(Kem::MlKem1024P384, &bad).is_err());
}

#[test]
fn every_change_of_an_x_wing_envelope_is_refused() {
    check_every_change_is_refused(Kem::XWing);
}

#[test]
fn every_change_of_a_p384_envelope_is_refused() {
    check_every_change_is_refused(Kem::MlKem1024P384);
}

fn check_every_change_is_refused(kem: Kem) {
    let private = PrivateKey::generate(kem, &mut DeterministicRng(1));
    let public = private.public_key();
    let good = seal_to(&public, &SEALING, &bytes(5, 1024), &mut DeterministicRng(2)).unwrap();
    let header = Header::parse(&good).unwrap();
    // Decapsulate once for all envelopes with an unchanged encapsulated key, to save time.
    let key = private.decapsulate(header.encapsulated).unwrap();
    let check_refused = |bad: &[u8]| match Header::parse(bad) {
        Ok(changed) if changed.encapsulated == header.encapsulated => {
            let mut out = Vec::new();
            let opened = open_with::<Platform>(key.mac(), &changed, bad, &CONTEXT, &mut out);
            assert_eq!(opened, Err(OpenError));
        }
        _ => assert!(open_as_recipient(&private, bad, &CONTEXT).is_err()),
    };
    let mut count = 0;
    for bit in 0..good.len() * 8 {
        let mut bad = good.clone();
        bad[bit / 8] ^= 1 << (bit % 8);
        check_refused(&bad);
        count += 1;
    }
    for len in 0..good.len() {
        check_refused(&good[..len]);
        count += 1;
    }
    for extra in 1..=64 {
        check_refused(&[good.clone(), vec![0; extra]].concat());
        count += 1;
    }
    println!("{kem}: {count} refused");
}

#[test]
fn another_key_kem_or_context_is_refused() {
    for kem in KEMS {
        let private = PrivateKey::generate(kem, &mut DeterministicRng(1));
        let good = seal_to(
            &private.public_key(),
            &SEALING,
            b"x",
            &mut DeterministicRng(2),
        )
        .unwrap();
        for (key, context) in [
            (PrivateKey::generate(kem, &mut DeterministicRng(3)), CONTEXT),
            (
                PrivateKey::generate(KEMS[usize::from(kem == KEMS[0])], &mut DeterministicRng(1)),
                CONTEXT,
            ),
            (
                private.clone(),
                Context {
                    account: b"usr_02",
                    ..CONTEXT
                },
            ),
            (
                private.clone(),
                Context {
                    row: b"row 8",
                    ..CONTEXT
                },
            ),
        ] {
            assert_eq!(open_as_recipient(&key, &good, &context), Err(OpenError));
        }
        let shared = Key::from_bytes(Cipher::Aes256Gcm, &[0x42; 32]);
        assert_eq!(open(&shared, &good, &CONTEXT), Err(OpenError));
    }
}

#[test]
fn the_encapsulated_key_reduces_the_maximum_extension() {
    for kem in KEMS {
        let max = MAX_EXT_LEN - kem.encapsulated_len();
        let public = PrivateKey::generate(kem, &mut DeterministicRng(1)).public_key();
        let ext = vec![0; max + 1];
        let sealing = Sealing {
            ext: &ext,
            origin: Origin::Server,
            ..SEALING
        };
        assert_eq!(
            seal_to(&public, &sealing, b"", &mut DeterministicRng(2)),
            Err(SealError::ExtensionTooLong {
                given: max + 1,
                max
            })
        );
        let sealing = Sealing {
            ext: &ext[1..],
            ..sealing
        };
        let envelope = seal_to(&public, &sealing, b"", &mut DeterministicRng(2)).unwrap();
        assert_eq!(envelope.len(), FIXED_LEN + MAX_EXT_LEN + 16);
    }
}
