use super::*;
use crate::primitives::Portable;
use crate::testing::{CONTEXT, DeterministicRng, SEALING, bytes};
use crate::{Cipher, KeyName, Mode, Origin, Purpose};

const CIPHERS: [Cipher; 3] = [Cipher::Aes128Gcm, Cipher::Aes192Gcm, Cipher::Aes256Gcm];

fn key(cipher: Cipher) -> Key {
    Key::from_bytes(cipher, &[0x42; 32])
}

fn sealed(cipher: Cipher, plaintext: &[u8]) -> Vec<u8> {
    seal(&key(cipher), &SEALING, plaintext, &mut DeterministicRng(0)).unwrap()
}

/// Lengths around the chunk boundaries.
const LENGTHS: [usize; 9] = [
    0,
    1,
    1024,
    CHUNK_LEN - 1,
    CHUNK_LEN,
    CHUNK_LEN + 1,
    2 * CHUNK_LEN,
    2 * CHUNK_LEN + 1,
    3 * CHUNK_LEN - 7,
];

#[test]
fn both_implementations_seal_equal_bytes_and_open_them() {
    for cipher in CIPHERS {
        let suite = Suite::Shared(cipher);
        let portable = Portable::mac(&[0x42; 32]);
        for len in LENGTHS {
            let plaintext = bytes(len as u64, len);
            let envelope = sealed(cipher, &plaintext);
            assert_eq!(envelope.len() as u64, sealed_len(suite, 3, len as u64));
            assert_eq!(*open(&key(cipher), &envelope, &CONTEXT).unwrap(), plaintext);

            let rng = &mut DeterministicRng(0);
            let mut other = vec![1, 2, 3];
            seal_with::<Portable>(&portable, suite, &[], &SEALING, &plaintext, rng, &mut other)
                .unwrap();
            assert!(other == envelope, "{cipher} {len}");
            let header = Header::parse(&envelope).unwrap();
            let mut opened = Vec::new();
            open_with::<Portable>(&portable, &header, &envelope, &CONTEXT, &mut opened).unwrap();
            assert!(opened == plaintext, "{cipher} {len}");
        }
    }
}

#[test]
fn the_header_contains_the_sealing_parameters() {
    let envelope = sealed(Cipher::Aes192Gcm, b"x");
    let header = Header::parse(&envelope).unwrap();
    assert_eq!(header.mode, Mode::Basic);
    assert_eq!(header.origin, Origin::Client);
    assert_eq!(header.suite, Suite::Shared(Cipher::Aes192Gcm));
    assert_eq!(header.key_name, SEALING.key_name);
    assert_eq!(header.ext, b"ext");
}

/// Checks that both implementations refuse the envelope and wipe the buffer.
fn check_refused(key: &Key, envelope: &[u8], context: &Context<'_>) {
    let mut buffer = vec![9; 4];
    assert_eq!(
        open_into(key, envelope, context, &mut buffer),
        Err(OpenError)
    );
    assert!(buffer.is_empty());
    if let Ok(header) = Header::parse(envelope)
        && header.suite == Suite::Shared(key.cipher())
    {
        let mac = Portable::mac(key.expose());
        let opened = open_with::<Portable>(&mac, &header, envelope, context, &mut buffer);
        assert_eq!(opened, Err(OpenError));
        assert!(buffer.is_empty());
    }
}

#[test]
fn every_bit_flip_truncation_and_extension_is_refused() {
    for cipher in CIPHERS {
        let key = key(cipher);
        let good = sealed(cipher, &bytes(5, 1024));
        let mut count = 0;
        for bit in 0..good.len() * 8 {
            let mut bad = good.clone();
            bad[bit / 8] ^= 1 << (bit % 8);
            check_refused(&key, &bad, &CONTEXT);
            count += 1;
        }
        for len in 0..good.len() {
            check_refused(&key, &good[..len], &CONTEXT);
            count += 1;
        }
        for extra in 1..=64 {
            for byte in [0, 0xFF] {
                let bad = [good.clone(), vec![byte; extra]].concat();
                check_refused(&key, &bad, &CONTEXT);
                count += 1;
            }
        }
        println!("{cipher}: {count} refused");
    }
}

#[test]
fn every_header_field_of_another_envelope_is_refused() {
    let key = key(Cipher::Aes256Gcm);
    let good = sealed(Cipher::Aes256Gcm, b"plaintext");
    let other = {
        let sealing = Sealing {
            mode: Mode::Zk,
            origin: Origin::Server,
            key_name: KeyName {
                id: [1; 16],
                version: 4,
            },
            context: CONTEXT,
            ext: b"EXT",
        };
        seal(&key, &sealing, b"plaintext", &mut DeterministicRng(9)).unwrap()
    };
    assert!(open(&key, &other, &CONTEXT).is_ok());
    for (field, range) in [
        ("mode", 4..5),
        ("flags", 7..8),
        ("key id", 8..24),
        ("key version", 24..28),
        ("message id", 28..52),
        ("commitment", 52..84),
        ("ext", 87..90),
        ("chunk", 90..115),
    ] {
        let mut bad = good.clone();
        bad[range.clone()].copy_from_slice(&other[range]);
        assert_ne!(bad, good, "{field}");
        check_refused(&key, &bad, &CONTEXT);
    }
}

#[test]
fn another_key_account_purpose_or_row_is_refused() {
    let good = sealed(Cipher::Aes256Gcm, &bytes(5, 1024));
    check_refused(
        &Key::from_bytes(Cipher::Aes256Gcm, &[0x43; 32]),
        &good,
        &CONTEXT,
    );
    check_refused(&key(Cipher::Aes128Gcm), &good, &CONTEXT);
    let key = key(Cipher::Aes256Gcm);
    for context in [
        Context {
            account: b"usr_02",
            ..CONTEXT
        },
        Context {
            account: b"",
            ..CONTEXT
        },
        Context {
            purpose: Purpose::Wrap,
            ..CONTEXT
        },
        Context {
            purpose: Purpose::Named("data"),
            ..CONTEXT
        },
        Context {
            row: b"row 8",
            ..CONTEXT
        },
        // The same bytes, split at another position.
        Context {
            account: b"usr_0",
            row: b"1row 7",
            ..CONTEXT
        },
    ] {
        check_refused(&key, &good, &context);
    }
}

/// Chunks moved, dropped, repeated, or taken from another message under the same key.
#[test]
fn chunks_out_of_place_are_refused() {
    const FULL: usize = CHUNK_LEN + TAG_LEN;
    let key = key(Cipher::Aes256Gcm);
    let good = sealed(Cipher::Aes256Gcm, &bytes(5, 3 * CHUNK_LEN));
    let other = seal(
        &key,
        &SEALING,
        &bytes(5, 3 * CHUNK_LEN),
        &mut DeterministicRng(9),
    )
    .unwrap();
    let front = FIXED_LEN + 3;
    let chunk = |envelope: &[u8], number: usize| envelope[front + number * FULL..][..FULL].to_vec();
    let assembled = |chunks: &[Vec<u8>]| [good[..front].to_vec(), chunks.concat()].concat();
    let [a, b, c] = [chunk(&good, 0), chunk(&good, 1), chunk(&good, 2)];
    assert_eq!(assembled(&[a.clone(), b.clone(), c.clone()]), good);
    for bad in [
        vec![b.clone(), a.clone(), c.clone()],
        vec![a.clone(), c.clone()],
        vec![a.clone(), b.clone()],
        vec![a.clone(), b.clone(), b.clone(), c.clone()],
        vec![a.clone(), b.clone(), c.clone(), c.clone()],
        vec![chunk(&other, 0), b.clone(), c.clone()],
        vec![a.clone(), b.clone(), chunk(&other, 2)],
        vec![c.clone()],
        vec![],
    ] {
        check_refused(&key, &assembled(&bad), &CONTEXT);
    }
}

/// An empty last chunk after full chunks is refused, even if it is correctly sealed. Each message
/// has exactly one form.
#[test]
fn an_empty_last_chunk_is_refused() {
    let key = key(Cipher::Aes256Gcm);
    let suite = Suite::Shared(Cipher::Aes256Gcm);
    let rng = &mut DeterministicRng(0);
    let (mut envelope, message) = begin::<Platform>(key.mac(), suite, &[], &SEALING, rng).unwrap();
    let mut sealed = vec![0; CHUNK_LEN + TAG_LEN];
    Platform::seal(
        &message.cipher,
        nonce(0, false),
        &[7; CHUNK_LEN],
        &mut sealed,
    );
    envelope.extend_from_slice(&sealed);
    Platform::seal(&message.cipher, nonce(1, true), &[], &mut sealed[..TAG_LEN]);
    envelope.extend_from_slice(&sealed[..TAG_LEN]);
    check_refused(&key, &envelope, &CONTEXT);
}

#[test]
fn a_reused_buffer_gives_the_same_bytes() {
    let key = key(Cipher::Aes256Gcm);
    let (mut envelope, mut plaintext) = (Vec::new(), Vec::new());
    for len in [100_000, 10, 0, 70_000] {
        let text = bytes(3, len);
        seal_into(
            &key,
            &SEALING,
            &text,
            &mut DeterministicRng(0),
            &mut envelope,
        )
        .unwrap();
        assert!(envelope == sealed(Cipher::Aes256Gcm, &text));
        open_into(&key, &envelope, &CONTEXT, &mut plaintext).unwrap();
        assert!(plaintext == text);
    }
}

#[test]
fn equal_plaintexts_have_different_envelopes() {
    let key = key(Cipher::Aes256Gcm);
    let mut rng = DeterministicRng(0);
    let first = seal(&key, &SEALING, b"same", &mut rng).unwrap();
    let second = seal(&key, &SEALING, b"same", &mut rng).unwrap();
    assert_ne!(first[28..84], second[28..84]);
    assert_ne!(first[90..], second[90..]);
}

#[test]
fn a_too_long_extension_is_refused() {
    let ext = vec![0; MAX_EXT_LEN + 1];
    let sealing = Sealing {
        ext: &ext,
        ..SEALING
    };
    assert_eq!(
        seal(
            &key(Cipher::Aes256Gcm),
            &sealing,
            b"",
            &mut DeterministicRng(0)
        ),
        Err(SealError::ExtensionTooLong {
            given: MAX_EXT_LEN + 1,
            max: MAX_EXT_LEN
        })
    );
    let sealing = Sealing {
        ext: &ext[1..],
        ..SEALING
    };
    let envelope = seal(
        &key(Cipher::Aes256Gcm),
        &sealing,
        b"",
        &mut DeterministicRng(0),
    )
    .unwrap();
    assert!(open(&key(Cipher::Aes256Gcm), &envelope, &CONTEXT).is_ok());
}

#[test]
fn a_too_long_message_is_refused() {
    assert_eq!(check_message_len(MAX_MESSAGE_LEN), Ok(()));
    assert_eq!(
        check_message_len(MAX_MESSAGE_LEN + 1),
        Err(SealError::MessageTooLong {
            given: MAX_MESSAGE_LEN + 1,
            max: MAX_MESSAGE_LEN
        })
    );
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config::with_cases(200))]

    #[test]
    fn any_plaintext_and_context_round_trip(
        plaintext in proptest::collection::vec(proptest::num::u8::ANY, 0..3000),
        account in proptest::collection::vec(proptest::num::u8::ANY, 0..40),
        row in proptest::collection::vec(proptest::num::u8::ANY, 0..40),
        ext in proptest::collection::vec(proptest::num::u8::ANY, 0..300),
        cipher in 0..3_usize,
        secret: [u8; 32],
    ) {
        let context = Context { account: &account, purpose: Purpose::Named("any"), row: &row };
        let sealing = Sealing { context, ext: &ext, ..SEALING };
        let key = Key::from_bytes(CIPHERS[cipher], &secret);
        let envelope = seal(&key, &sealing, &plaintext, &mut DeterministicRng(1)).unwrap();
        assert_eq!(Header::parse(&envelope).unwrap().ext, ext);
        assert_eq!(*open(&key, &envelope, &context).unwrap(), plaintext);
    }

    #[test]
    fn random_bytes_do_not_open(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..400)) {
        check_refused(&key(Cipher::Aes256Gcm), &bytes, &CONTEXT);
    }
}
