use super::native::Native;
use super::portable::Portable;
use super::*;
use crate::testing::{bytes, hex, vectors, wycheproof};

const CIPHERS: [Cipher; 3] = [Cipher::Aes128Gcm, Cipher::Aes192Gcm, Cipher::Aes256Gcm];

fn sealed<P: Primitives>(cipher: &P::Cipher, nonce: [u8; 12], plaintext: &[u8]) -> Vec<u8> {
    let mut out = vec![0xEE; plaintext.len() + TAG_LEN];
    P::seal(cipher, nonce, plaintext, &mut out);
    out
}

fn opened<P: Primitives>(cipher: &P::Cipher, nonce: [u8; 12], sealed: &[u8]) -> Option<Vec<u8>> {
    let mut out = vec![0xEE; sealed.len() - TAG_LEN];
    P::open(cipher, nonce, sealed, &mut out).then_some(out)
}

#[test]
fn both_implementations_pass_wycheproofs_aes_gcm() {
    let Some(file) = vectors("wycheproof/aes_gcm.json.gz") else {
        return;
    };
    let (mut run, mut other) = (0, 0);
    for (group, test) in wycheproof(&file) {
        let id = &test["tcId"];
        // The trait supports 96-bit nonces, 128-bit tags and no associated data, which the key
        // schedule binds. The other tests of the file need interfaces that are deliberately absent.
        if group["ivSize"] != 96 || group["tagSize"] != 128 || test["aad"] != "" {
            other += 1;
            continue;
        }
        let key = hex(&test["key"]);
        let cipher = *CIPHERS.iter().find(|c| c.key_len() == key.len()).unwrap();
        let nonce: [u8; 12] = hex(&test["iv"]).try_into().unwrap();
        let plaintext = hex(&test["msg"]);
        let whole = [hex(&test["ct"]), hex(&test["tag"])].concat();
        let native = Native::cipher(cipher, &key);
        let portable = Portable::cipher(cipher, &key);
        let valid = test["result"] == "valid";
        let expected = valid.then_some(plaintext.clone());
        assert_eq!(opened::<Native>(&native, nonce, &whole), expected, "{id}");
        assert_eq!(
            opened::<Portable>(&portable, nonce, &whole),
            expected,
            "{id}"
        );
        if valid {
            assert_eq!(sealed::<Native>(&native, nonce, &plaintext), whole, "{id}");
            assert_eq!(
                sealed::<Portable>(&portable, nonce, &plaintext),
                whole,
                "{id}"
            );
        }
        run += 1;
    }
    println!(
        "wycheproof/aes_gcm: {run} with each of two implementations, {other} for other interfaces skipped"
    );
    assert!(run > 50);
}

/// RFC 4231, cases 1 to 4. Their keys are shorter than 32 bytes, and HMAC pads a key with zeros.
#[test]
fn both_implementations_pass_rfc_4231() {
    let mut counting = [0; 25];
    for (byte, value) in counting.iter_mut().zip(1..) {
        *byte = value;
    }
    for (key, message, expected) in [
        (
            &[0x0b; 20][..],
            b"Hi There".to_vec(),
            "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cdedaa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854",
        ),
        (
            b"Jefe",
            b"what do ya want for nothing?".to_vec(),
            "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737",
        ),
        (
            &[0xaa; 20],
            vec![0xdd; 50],
            "fa73b0089d56a284efb0f0756c890be9b1b5dbdd8ee81a3655f83e33b2279d39bf3e848279a722c806b485a47e67c807b946a337bee8942674278859e13292fb",
        ),
        (
            &counting,
            vec![0xcd; 50],
            "b0ba465637458c6990e5a8c5f61d4af7e576d97ff94b872de76f8050361ee3dba91ca5c11aa25eb4d679275cc5788063a5f19741120c4f2de2adebeb10a298dd",
        ),
    ] {
        let mut padded = [0; 32];
        padded[..key.len()].copy_from_slice(key);
        let expected = hex(&expected.into());
        let (front, back) = message.split_at(5);
        let native = Native::hmac(&Native::mac(&padded), &[front, back]);
        let portable = Portable::hmac(&Portable::mac(&padded), &[front, back]);
        assert_eq!(native.to_vec(), expected);
        assert_eq!(portable.to_vec(), expected);
    }
}

#[test]
fn both_implementations_hash_abc_with_sha512() {
    let expected = hex(&"ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f".into());
    assert_eq!(Native::sha512(&[b"a", b"", b"bc"]).to_vec(), expected);
    assert_eq!(Portable::sha512(&[b"a", b"", b"bc"]).to_vec(), expected);
}

/// Short inputs are joined before they are hashed.
#[test]
fn inputs_of_every_length_have_the_same_sha512() {
    for len in (0..300).chain(500..530) {
        let input = bytes(len as u64, len);
        let (front, back) = input.split_at(len / 3);
        let expected = Portable::sha512(&[&input]);
        assert_eq!(Native::sha512(&[&input]), expected, "{len}");
        assert_eq!(Native::sha512(&[front, &[], back]), expected, "{len}");
    }
}

#[test]
fn each_implementation_opens_chunks_of_the_other() {
    for cipher in CIPHERS {
        let key = bytes(1, cipher.key_len());
        let (native, portable) = (Native::cipher(cipher, &key), Portable::cipher(cipher, &key));
        for len in [0, 1, 15, 16, 17, 255, 1024, 65_535, 65_536] {
            let plaintext = bytes(2, len);
            let nonce = [len as u8; 12];
            let chunk = sealed::<Native>(&native, nonce, &plaintext);
            assert_eq!(chunk, sealed::<Portable>(&portable, nonce, &plaintext));
            assert_eq!(
                opened::<Portable>(&portable, nonce, &chunk),
                Some(plaintext.clone())
            );
            assert_eq!(opened::<Native>(&native, nonce, &chunk), Some(plaintext));
        }
    }
}
