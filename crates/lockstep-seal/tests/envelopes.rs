//! Known answers created by `envelopes.py`, which shares no code with the crate.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use lockstep_seal::{
    Cipher, Context, Header, Key, KeyName, Mode, Origin, Purpose, Sealing, open, seal,
};
use rand_core::{Infallible, TryCryptoRng, TryRng};
use serde_json::Value;
use sha2::{Digest, Sha512};

/// A generator that returns exactly these bytes once.
struct FixedRng(Vec<u8>);

impl TryRng for FixedRng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        rand_core::utils::next_word_via_fill(self)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        rand_core::utils::next_word_via_fill(self)
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
        assert_eq!(out.len(), self.0.len(), "only the message id is drawn");
        out.copy_from_slice(&self.0);
        Ok(())
    }
}

impl TryCryptoRng for FixedRng {}

fn hex(value: &Value) -> Vec<u8> {
    let text = value.as_str().unwrap();
    (0..text.len() / 2)
        .map(|index| u8::from_str_radix(&text[2 * index..2 * index + 2], 16).unwrap())
        .collect()
}

#[test]
fn envelopes_equal_those_of_the_second_implementation() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("envelopes.json")).unwrap();
    for case in &cases {
        let cipher = match case["cipher"].as_str().unwrap() {
            "AES-128-GCM" => Cipher::Aes128Gcm,
            "AES-192-GCM" => Cipher::Aes192Gcm,
            _ => Cipher::Aes256Gcm,
        };
        let purpose = match case["purpose"].as_str().unwrap() {
            "data" => Purpose::Data,
            "wrap" => Purpose::Wrap,
            named => Purpose::Named(named.strip_prefix(':').unwrap()),
        };
        let ext = hex(&case["ext"]);
        let sealing = Sealing {
            mode: [Mode::AtRest, Mode::Basic, Mode::Fhe, Mode::Zk]
                [case["mode"].as_u64().unwrap() as usize],
            origin: [Origin::Server, Origin::Client][case["flags"].as_u64().unwrap() as usize],
            key_name: KeyName {
                id: hex(&case["key_id"]).try_into().unwrap(),
                version: case["key_version"].as_u64().unwrap() as u32,
            },
            context: Context {
                account: case["account"].as_str().unwrap().as_bytes(),
                purpose,
                row: case["row"].as_str().unwrap().as_bytes(),
            },
            ext: &ext,
        };
        let plaintext: Vec<u8> = (0..case["length"].as_u64().unwrap())
            .map(|i| ((i * 7 + 3) % 251) as u8)
            .collect();
        let key = Key::from_bytes(cipher, &hex(&case["key"]).try_into().unwrap());
        let rng = &mut FixedRng(hex(&case["message_id"]));
        let envelope = seal(&key, &sealing, &plaintext, rng).unwrap();
        if !case["envelope"].is_null() {
            assert_eq!(envelope, hex(&case["envelope"]));
        }
        assert_eq!(Sha512::digest(&envelope)[..], hex(&case["envelope_sha512"]));
        assert_eq!(Header::parse(&envelope).unwrap().ext, ext);
        assert!(*open(&key, &envelope, &sealing.context).unwrap() == plaintext);
    }
    println!("envelopes.json: {} sealed and opened", cases.len());
    assert_eq!(cases.len(), 18);
}
