//! CCTV: unreduced public keys, and the accumulated hash of the results of thousands of runs.

use super::*;
use crate::{Backend, Error, InputKind, Key, KeyFormat, PublicKey};

#[test]
fn unreduced_public_keys_are_refused() {
    for (set, expected) in [(512, 516), (768, 520), (1024, 693)] {
        let name = format!("cctv/modulus-ML-KEM-{set}.txt.gz");
        let Some(lines) = text(&name) else { return };
        let algorithm = named(&format!("ML-KEM-{set}").into());
        let mut count = 0;
        for line in lines.lines() {
            let bytes = unhex(line);
            assert_eq!(
                PublicKey::from_bytes(algorithm, &bytes).err(),
                Some(Error::Malformed {
                    algorithm,
                    what: InputKind::PublicKey
                })
            );
            // AWS-LC without this crate's checks refuses the key when it is read or at the first
            // encapsulation.
            let aws_lc = crate::aws_lc::Public::read(algorithm, &bytes);
            assert!(aws_lc.and_then(|key| key.encapsulate()).is_none());
            count += 1;
        }
        println!("{name}: {count} refused by each of two back ends");
        assert_eq!(count, expected);
    }
}

fn expected(scheme: &str, rounds: usize, set: &str) -> Option<Vec<u8>> {
    let file: Value = serde_json::from_str(&text("cctv/accumulated.json")?).unwrap();
    Some(hex(&file[scheme][rounds.to_string()][set]))
}

/// Tests a parameter set of ML-KEM. `decapsulating` is the back end of the decapsulations.
fn ml_kem(set: &str, rounds: usize, decapsulating: Backend) {
    let Some(expected) = expected("ML-KEM", rounds, set) else {
        return;
    };
    let algorithm = named(&set.into());
    let mut input = DeterministicRng::seeded(b"");
    let mut output = Shake128::default();
    for _ in 0..rounds {
        let seed: [u8; 64] = input.bytes();
        let key = Key::from_bytes(algorithm, KeyFormat::Seed, &seed).unwrap();
        let expanded = key.to_bytes(KeyFormat::Expanded).unwrap();
        output.update(key.public_bytes().unwrap());
        output.update(expanded.expose());
        let mut randomness = [0; 64];
        randomness[..32].copy_from_slice(&input.bytes::<32>());
        let public = key.public_key().unwrap();
        let (ciphertext, shared) = public.encapsulate_with(&randomness).unwrap();
        output.update(&ciphertext);
        output.update(shared.expose());
        let key = key.on(decapsulating);
        assert_eq!(key.decapsulate(&ciphertext).unwrap(), shared);
        let random = input.vec(algorithm.ciphertext_len());
        output.update(key.decapsulate(&random).unwrap().expose());
    }
    let mut hash = [0; 32];
    output.finalize_xof().read(&mut hash);
    assert_eq!(hash[..], expected);
    println!("cctv/accumulated {set}: {rounds} rounds, decapsulating on {decapsulating:?}");
}

#[test]
fn ml_kem_512_accumulated() {
    ml_kem("ML-KEM-512", 10_000, Backend::Libcrux);
}

#[test]
fn ml_kem_512_accumulated_on_aws_lc() {
    ml_kem("ML-KEM-512", 10_000, Backend::AwsLc);
}

#[test]
fn ml_kem_768_accumulated() {
    ml_kem("ML-KEM-768", 10_000, Backend::Libcrux);
}

#[test]
fn ml_kem_768_accumulated_on_aws_lc() {
    ml_kem("ML-KEM-768", 10_000, Backend::AwsLc);
}

/// Tests a parameter set of ML-DSA. Both back ends verify each signature.
fn ml_dsa(set: &str, rounds: usize) {
    let Some(expected) = expected("ML-DSA", rounds, set) else {
        return;
    };
    let algorithm = named(&set.into());
    let mut input = DeterministicRng::seeded(b"");
    let mut output = Shake128::default();
    for _ in 0..rounds {
        let seed: [u8; 32] = input.bytes();
        let key = Key::from_bytes(algorithm, KeyFormat::Seed, &seed).unwrap();
        output.update(key.public_bytes().unwrap());
        let signature = key.sign_deterministically(b"", b"").unwrap();
        output.update(&signature);
        let libcrux = key.public_key().unwrap().on(Backend::Libcrux);
        assert_eq!(libcrux.verify(b"", b"", &signature), Ok(true));
        let aws_lc = libcrux.on(Backend::AwsLc);
        assert_eq!(aws_lc.verify(b"", b"", &signature), Ok(true));
    }
    let mut hash = [0; 32];
    output.finalize_xof().read(&mut hash);
    assert_eq!(hash[..], expected);
    println!("cctv/accumulated {set}: {rounds} rounds");
}

#[test]
fn ml_dsa_44_accumulated() {
    ml_dsa("ML-DSA-44", 100);
    ml_dsa("ML-DSA-44", 10_000);
}

#[test]
fn ml_dsa_65_accumulated() {
    ml_dsa("ML-DSA-65", 100);
    ml_dsa("ML-DSA-65", 10_000);
}

/// The upstream hash of 10 000 rounds is not among the test data.
#[test]
fn ml_dsa_87_accumulated() {
    ml_dsa("ML-DSA-87", 100);
}
