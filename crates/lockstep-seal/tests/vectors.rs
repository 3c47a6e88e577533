//! Published vectors for the libraries that the crate uses, through the interfaces that it uses:
//! Wycheproof's AES-GCM, RFC 9180, and HPKE with X-Wing.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::Read;
use std::path::PathBuf;

use aes_gcm::KeyInit;
use aes_gcm::aead::AeadInOut;
use aws_lc_rs::aead::{AES_128_GCM, AES_192_GCM, AES_256_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use hpke::aead::{AesGcm128, AesGcm256, ChaCha20Poly1305, ExportOnlyAead};
use hpke::kdf::{HkdfSha256, HkdfSha512};
use hpke::kem::{X25519HkdfSha256, XWing};
use hpke::{Deserializable, Kem, OpModeR, PskBundle, Serializable, setup_receiver};
use serde_json::Value;

#[expect(
    clippy::disallowed_methods,
    reason = "an environment variable names the folder of test data"
)]
fn vectors(name: &str) -> Option<Value> {
    let root = std::env::var_os("LOCKSTEP_TESTDATA").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")),
        PathBuf::from,
    );
    let Ok(file) = std::fs::File::open(root.join("vectors").join(name)) else {
        println!("skipped: no test data ({name})");
        return None;
    };
    let mut json = String::new();
    flate2::read::GzDecoder::new(file)
        .read_to_string(&mut json)
        .unwrap();
    Some(serde_json::from_str(&json).unwrap())
}

fn hex(value: &Value) -> Vec<u8> {
    let text = value.as_str().unwrap_or_default();
    (0..text.len() / 2)
        .map(|index| u8::from_str_radix(&text[2 * index..2 * index + 2], 16).unwrap())
        .collect()
}

/// Tests both libraries with the file's 96-bit nonces and 128-bit tags, including associated data.
/// AWS-LC's interface refuses other nonces before it computes anything.
#[test]
fn wycheproof_aes_gcm() {
    let Some(file) = vectors("wycheproof/aes_gcm.json.gz") else {
        return;
    };
    let (mut valid, mut invalid, mut other) = (0, 0, 0);
    for group in file["testGroups"].as_array().unwrap() {
        for test in group["tests"].as_array().unwrap() {
            let Ok(nonce) = <[u8; 12]>::try_from(hex(&test["iv"])) else {
                assert!(Nonce::try_assume_unique_for_key(&hex(&test["iv"])).is_err());
                other += 1;
                continue;
            };
            let (key, aad) = (hex(&test["key"]), hex(&test["aad"]));
            let expected = (test["result"] == "valid").then(|| hex(&test["msg"]));
            let sealed = [hex(&test["ct"]), hex(&test["tag"])].concat();
            let id = &test["tcId"];

            let algorithm = match key.len() {
                16 => &AES_128_GCM,
                24 => &AES_192_GCM,
                _ => &AES_256_GCM,
            };
            let aws = LessSafeKey::new(UnboundKey::new(algorithm, &key).unwrap());
            let mut buffer = sealed.clone();
            let opened = aws
                .open_in_place(
                    Nonce::assume_unique_for_key(nonce),
                    Aad::from(&aad),
                    &mut buffer,
                )
                .ok();
            assert_eq!(opened.as_deref(), expected.as_deref(), "aws-lc {id}");

            let mut buffer = sealed;
            let nonce = nonce.into();
            let opened = match key.len() {
                16 => aes_gcm::Aes128Gcm::new_from_slice(&key)
                    .unwrap()
                    .decrypt_in_place(&nonce, &aad, &mut buffer),
                24 => aes_gcm::AesGcm::<aes_gcm::aes::Aes192, _>::new_from_slice(&key)
                    .unwrap()
                    .decrypt_in_place(&nonce, &aad, &mut buffer),
                _ => aes_gcm::Aes256Gcm::new_from_slice(&key)
                    .unwrap()
                    .decrypt_in_place(&nonce, &aad, &mut buffer),
            };
            assert_eq!(opened.ok().map(|()| buffer), expected, "RustCrypto {id}");
            match expected {
                Some(_) => valid += 1,
                None => invalid += 1,
            }
        }
    }
    println!(
        "wycheproof/aes_gcm: {valid} valid and {invalid} invalid on each of two libraries, \
         {other} with unsupported nonces"
    );
    assert!(valid > 0 && invalid > 0);
}

/// Checks the recipient's side of a set of vectors: every ciphertext opens and every export is
/// equal. Returns the number of checked values.
fn receive<A: hpke::aead::Aead, F: hpke::kdf::Kdf, K: Kem>(set: &Value) -> usize {
    let private = K::PrivateKey::from_bytes(&hex(&set["skRm"])).unwrap();
    assert_eq!(K::sk_to_pk(&private).to_bytes()[..], hex(&set["pkRm"]));
    let encapsulated = K::EncappedKey::from_bytes(&hex(&set["enc"])).unwrap();
    let sender = (!hex(&set["pkSm"]).is_empty())
        .then(|| K::PublicKey::from_bytes(&hex(&set["pkSm"])).unwrap());
    let (psk, psk_id) = (hex(&set["psk"]), hex(&set["psk_id"]));
    let bundle = || PskBundle::new(&psk, &psk_id).unwrap();
    let mode = match set["mode"].as_u64().unwrap() {
        0 => OpModeR::Base,
        1 => OpModeR::Psk(bundle()),
        2 => OpModeR::Auth(sender.unwrap()),
        _ => OpModeR::AuthPsk(sender.unwrap(), bundle()),
    };
    let info = hex(&set["info"]);
    let mut context = setup_receiver::<A, F, K>(&mode, &private, &encapsulated, &info).unwrap();
    let mut count = 0;
    for test in set["encryptions"].as_array().unwrap() {
        let opened = context.open(&hex(&test["ct"]), &hex(&test["aad"])).unwrap();
        assert_eq!(opened, hex(&test["pt"]));
        count += 1;
    }
    for test in set["exports"].as_array().unwrap() {
        let mut out = vec![0; test["L"].as_u64().unwrap() as usize];
        context
            .export(&hex(&test["exporter_context"]), &mut out)
            .unwrap();
        assert_eq!(out, hex(&test["exported_value"]));
        count += 1;
    }
    count
}

fn receive_any<K: Kem>(set: &Value) -> usize {
    match (set["kdf_id"].as_u64(), set["aead_id"].as_u64()) {
        (Some(1), Some(1)) => receive::<AesGcm128, HkdfSha256, K>(set),
        (Some(1), Some(2)) => receive::<AesGcm256, HkdfSha256, K>(set),
        (Some(1), Some(3)) => receive::<ChaCha20Poly1305, HkdfSha256, K>(set),
        (Some(1), Some(0xFFFF)) => receive::<ExportOnlyAead, HkdfSha256, K>(set),
        (Some(3), Some(1)) => receive::<AesGcm128, HkdfSha512, K>(set),
        (Some(3), Some(2)) => receive::<AesGcm256, HkdfSha512, K>(set),
        (Some(3), Some(3)) => receive::<ChaCha20Poly1305, HkdfSha512, K>(set),
        (Some(3), Some(0xFFFF)) => receive::<ExportOnlyAead, HkdfSha512, K>(set),
        other => panic!("unknown pair of KDF and AEAD: {other:?}"),
    }
}

#[test]
fn hpke_opens_the_vectors_of_rfc_9180() {
    let Some(file) = vectors("hpke/rfc9180-x25519.json.gz") else {
        return;
    };
    let sets = file.as_array().unwrap();
    let values: usize = sets.iter().map(receive_any::<X25519HkdfSha256>).sum();
    println!("hpke/rfc9180-x25519: {} sets, {values} values", sets.len());
    assert!(!sets.is_empty());
}

#[test]
fn hpke_opens_the_vectors_of_x_wing() {
    let Some(file) = vectors("hpke/hpke-xwing.json.gz") else {
        return;
    };
    let sets = file.as_array().unwrap();
    let values: usize = sets.iter().map(receive_any::<XWing>).sum();
    println!("hpke/hpke-xwing: {} sets, {values} values", sets.len());
    assert!(!sets.is_empty());
}
