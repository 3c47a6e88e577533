//! Tests of single documents: signers, expectations, forms.

use lockstep_values::Timestamp;
use proptest::prelude::*;
use serde_json::json;

use super::{document, document_at, refused, signer, text};
use crate::document::{CHECKPOINT, ERASURE, Nonce, NotANonce, VerificationPolicy};
use crate::rotation::ROTATION;
use crate::{VerificationError, answered, signed_root, verify};

#[test]
fn a_document_is_checked_alone_and_says_whether_its_signer_is_known() {
    let ada = signer();
    let bytes = text(&document(&ada, CHECKPOINT));
    let alone = verify(&bytes, &VerificationPolicy::default()).unwrap();
    assert!(!alone.known_signer);
    assert_eq!(alone.says.fields()["entries"], 3);
    let key = Some(ada.key().clone());
    let named = Some(ada.key().fingerprint());
    for (attester, key) in [(named, None), (None, key.clone()), (named, key)] {
        let trust = VerificationPolicy {
            attester,
            key,
            ..VerificationPolicy::default()
        };
        assert!(verify(&bytes, &trust).unwrap().known_signer);
    }
}

#[test]
fn another_signer_is_refused() {
    let (ada, eve) = (signer(), signer());
    let bytes = text(&document(&eve, CHECKPOINT));
    let named = Some(ada.key().fingerprint());
    let key = Some(ada.key().clone());
    for (attester, key) in [(named, None), (None, key)] {
        let trust = VerificationPolicy {
            attester,
            key,
            ..VerificationPolicy::default()
        };
        assert!(refused(&bytes, &trust));
    }
    // Eve's signature under ada's public key, and the other way round.
    let mut mixed = document(&eve, CHECKPOINT);
    mixed.public_key = ada.key().to_base64();
    assert!(refused(&text(&mixed), &VerificationPolicy::default()));
    mixed.key = ada.key().fingerprint().to_string();
    assert!(refused(&text(&mixed), &VerificationPolicy::default()));
}

#[test]
fn audience_and_nonce_are_the_ones_that_are_expected() {
    let trust = |audience: Option<&str>, nonce: Option<&[u8]>| VerificationPolicy {
        audience: audience.map(str::to_owned),
        nonce: nonce.map(|nonce| Nonce(nonce.to_vec())),
        ..VerificationPolicy::default()
    };
    for (named, given, says) in [
        (("", &b""[..]), (None, None), None),
        (("a", b"n"), (Some("a"), Some(&b"n"[..])), None),
        (("a", b""), (None, None), Some("expect with --audience")),
        (("a", b""), (Some("b"), None), Some("audience differs")),
        (("", b""), (Some("a"), None), Some("names no audience")),
        (("a", b"n"), (Some("a"), None), Some("expect with --nonce")),
        (("", b"n"), (None, Some(b"m")), Some("nonce differs")),
        (("", b""), (None, Some(b"n")), Some("names no nonce")),
    ] {
        let found = trust(given.0, given.1).expects(Some(named.0), Some(named.1));
        match says {
            None => assert_eq!(found, Ok(())),
            Some(says) => assert!(found.unwrap_err().to_string().contains(says), "{says}"),
        }
    }
    for (text, nonce) in [
        ("bg==", Ok(Nonce(b"n".to_vec()))),
        ("", Err(NotANonce)),
        ("bg", Err(NotANonce)),
        ("%", Err(NotANonce)),
    ] {
        assert_eq!(text.parse(), nonce, "{text}");
    }
    // A document without audience and nonce is refused if the caller expects one.
    let bytes = text(&document(&signer(), ERASURE));
    assert!(refused(&bytes, &trust(Some("a"), None)));
    assert!(refused(&bytes, &trust(None, Some(b"n"))));
}

#[test]
fn a_record_that_is_signed_again_is_the_same_document() {
    let ada = signer();
    let [one, other] = [0; 2].map(|_| text(&document(&ada, ERASURE)));
    assert_ne!(one, other, "signatures are hedged");
    let id = |bytes: &[u8]| verify(bytes, &VerificationPolicy::default()).unwrap().id;
    assert_eq!(id(&one), id(&other));
    assert_ne!(id(&one), id(&text(&document(&ada, CHECKPOINT))));
}

#[test]
fn a_document_of_the_future_of_the_asked_time_is_refused() {
    let ada = signer();
    for format in [CHECKPOINT, ERASURE, ROTATION, signed_root::BLOCK] {
        let at = Timestamp(1_000_000);
        let signed = document_at(&ada, format, at);
        for (as_of, is_held) in [(None, true), (Some(0), true), (Some(-1), false)] {
            let trust = VerificationPolicy {
                as_of: as_of.map(|offset| Timestamp(at.0 + offset)),
                ..VerificationPolicy::default()
            };
            let judged = verify(&text(&signed), &trust);
            assert_eq!(judged.is_ok(), is_held, "{format}: {as_of:?}");
            if let Err(error) = judged {
                assert!(matches!(error, VerificationError::Refused(_)));
                assert!(error.to_string().contains("signed later"), "{error}");
            }
        }
    }
}

#[test]
fn a_document_of_another_format_is_refused() {
    let ada = signer();
    let mut document = document(&ada, CHECKPOINT);
    document.format = ERASURE.to_owned();
    assert!(refused(&text(&document), &VerificationPolicy::default()));
    let made_up = super::document(&ada, "lockstep-made-up/1");
    let answer = verify(&text(&made_up), &VerificationPolicy::default());
    assert!(matches!(answer, Err(VerificationError::NotADocument(_))));
}

#[test]
fn no_byte_of_it_can_be_another() {
    let ada = signer();
    let bytes = text(&document(&ada, ERASURE));
    assert!(verify(&bytes, &VerificationPolicy::default()).is_ok());
    for at in 0..bytes.len() {
        let mut bad = bytes.clone();
        bad[at] ^= 1;
        assert!(
            verify(&bad, &VerificationPolicy::default()).is_err(),
            "byte {at}"
        );
        assert!(
            verify(&bytes[..at], &VerificationPolicy::default()).is_err(),
            "cut at {at}"
        );
    }
}

#[test]
fn a_document_has_one_form() {
    let ada = signer();
    let good = String::from_utf8(text(&document(&ada, ERASURE))).unwrap();
    let key = ada.key().to_base64();
    let padded = |text: &str| good.replacen(&key, text, 1);
    let member = |text: &str| good.replacen('{', &format!("{{{text},"), 1);
    for (what, changed) in [
        ("a space before the key", padded(&format!(" {key}"))),
        ("a space after the key", padded(&format!("{key} "))),
        ("a line feed after the key", padded(&format!("{key}\\n"))),
        (
            "a line feed in the key",
            padded(&key.replacen('A', "A\\n", 1)),
        ),
        ("no padding", padded(key.trim_end_matches('='))),
        ("more padding", padded(&format!("{key}="))),
        (
            "the URL alphabet",
            padded(&key.replace('/', "_").replace('+', "-")),
        ),
        ("a second format", member(r#""format":"evil""#)),
        (
            "the same format twice",
            member(&format!("\"format\":\"{ERASURE}\"")),
        ),
        (
            "an escaped second format",
            member(r#""form\u0061t":"evil""#),
        ),
        ("a second key", member(r#""key":"evil""#)),
        ("an unknown member", member(r#""verified":true"#)),
        ("an unknown member twice", member(r#""a":{"b":1,"b":2}"#)),
        ("two documents", format!("{good}{good}")),
    ] {
        assert_ne!(changed, good, "{what}");
        let judged = verify(changed.as_bytes(), &VerificationPolicy::default());
        assert!(judged.is_err(), "{what}: {judged:?}");
        // Nor does an answer of the platform with it hold.
        let answer = format!(r#"{{"receiptId":"era_1","receipt":{changed}}}"#);
        let held = answered(answer.as_bytes()).map(|documents| {
            let judge = |one: &Vec<u8>| verify(one, &VerificationPolicy::default()).is_ok();
            !documents.is_empty() && documents.iter().all(judge)
        });
        assert_ne!(held, Ok(true), "{what}");
    }
    let twice = format!(r#"{{"remainingUses":1,"receipt":{good},"remainingUses":2}}"#);
    let documents = answered(twice.as_bytes()).unwrap();
    assert!(verify(&documents[0], &VerificationPolicy::default()).is_err());
    // White space between the tokens of JSON and the order of members mean nothing.
    let spaced = good.replace(",\"", " ,\n \"");
    assert!(verify(spaced.as_bytes(), &VerificationPolicy::default()).is_ok());
}

proptest! {
    #[test]
    fn bytes_that_are_not_a_document_are_refused(bytes in proptest::collection::vec(any::<u8>(), 0..512)) {
        prop_assert!(verify(&bytes, &VerificationPolicy::default()).is_err());
    }

    #[test]
    fn fields_of_any_text_are_refused(record in ".*", signature in ".*", key in ".*", public in ".*") {
        let document = json!({
            "format": ERASURE, "record": record, "signature": signature, "key": key,
            "publicKey": public,
        });
        prop_assert!(verify(document.to_string().as_bytes(), &VerificationPolicy::default()).is_err());
    }
}
