//! Tests of signed records and the keys that verify them.

use lockstep_values::Timestamp;
use serde_json::json;

use super::{Signer, signer};
use crate::signed::NotAFingerprint;
use crate::{AttestationKey, Fingerprint, SignatureError, SignedRecord};

fn signed(by: &Signer) -> SignedRecord {
    by.attest("lockstep-test/1", Timestamp(0), &json!({ "count": 3 }))
}

#[test]
fn every_changed_byte_is_refused() {
    let ada = signer();
    let good = signed(&ada);
    let change = |text: &str, at: usize| {
        let mut bytes = text.as_bytes().to_vec();
        bytes[at] ^= 1;
        String::from_utf8(bytes).unwrap()
    };
    for at in 0..good.record.len() {
        let record = change(&good.record, at);
        let bad = SignedRecord {
            record,
            ..good.clone()
        };
        assert_eq!(
            bad.verify(ada.key()),
            Err(SignatureError::Signature),
            "{at}"
        );
    }
    for at in 0..good.signature.len() {
        let signature = change(&good.signature, at);
        let bad = SignedRecord {
            signature,
            ..good.clone()
        };
        assert_eq!(
            bad.verify(ada.key()),
            Err(SignatureError::Signature),
            "{at}"
        );
    }
    for at in 0..good.key.len() {
        let key = change(&good.key, at);
        let bad = SignedRecord {
            key,
            ..good.clone()
        };
        assert!(bad.verify(ada.key()).is_err(), "{at}");
    }
    let other = signer();
    assert!(matches!(
        good.verify(other.key()),
        Err(SignatureError::OtherKey { .. })
    ));
    let relabelled = SignedRecord {
        key: other.key().fingerprint().to_string(),
        ..good.clone()
    };
    assert_eq!(
        relabelled.verify(other.key()),
        Err(SignatureError::Signature)
    );
    for text in [
        "",
        "[]",
        "{\"format\":3}",
        "{\"at\":\"now\",\"format\":\"x/1\"}",
    ] {
        let empty = ada.sign(text);
        assert!(matches!(
            empty.verify(ada.key()),
            Err(SignatureError::NotARecord(_))
        ));
    }
}

#[test]
fn fingerprints_are_read_as_people_write_them() {
    let key = signer().key().fingerprint();
    for text in [
        key.to_string(),
        key.grouped(),
        key.grouped().replace(' ', ":").to_uppercase(),
    ] {
        assert_eq!(text.parse(), Ok(key));
    }
    for text in [
        "",
        "ab",
        &format!("{key}0"),
        &format!("g{}", &key.to_string()[1..]),
    ] {
        assert_eq!(text.parse::<Fingerprint>(), Err(NotAFingerprint), "{text}");
    }
    assert_eq!(
        AttestationKey::from_base64("AAAA"),
        Err(SignatureError::NotAKey)
    );
    assert!(!format!("{:?}", signer().key()).is_empty());
}
