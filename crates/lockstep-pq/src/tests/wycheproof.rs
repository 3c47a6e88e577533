//! Wycheproof's vectors on both back ends. An `invalid` test must be rejected by an error or by
//! `false`.

use super::*;
use crate::{Backend, Error, Key, KeyFormat, PublicKey};

const BACKENDS: [Backend; 3] = [Backend::Fastest, Backend::Libcrux, Backend::AwsLc];

/// Returns the vector file of each parameter set, with its name and algorithm.
fn files(
    names: [&'static str; 3],
    algorithm: fn(Level) -> Algorithm,
) -> impl Iterator<Item = (String, Algorithm, Value)> {
    names
        .into_iter()
        .zip(LEVELS)
        .filter_map(move |(name, level)| {
            let name = format!("wycheproof/{name}.json.gz");
            let file = vectors(&name)?;
            Some((name, algorithm(level), file))
        })
}

#[test]
fn ml_kem_decapsulation_from_seeds() {
    for (name, algorithm, file) in files(["mlkem_512", "mlkem_768", "mlkem_1024"], Algorithm::MlKem)
    {
        let (mut valid, mut invalid) = (0, 0);
        for (_, test) in tests_of(&file) {
            let ciphertext = hex(&test["c"]);
            for backend in BACKENDS {
                let shared = Key::from_bytes(algorithm, KeyFormat::Seed, &hex(&test["seed"]))
                    .map(|key| key.on(backend))
                    .and_then(|key| {
                        if let Some(public) = test["ek"].as_str() {
                            assert_eq!(key.public_bytes().unwrap(), unhex(public));
                        }
                        key.decapsulate(&ciphertext)
                    });
                let id = &test["tcId"];
                if test["result"] == "valid" {
                    assert_eq!(shared.unwrap().expose()[..], hex(&test["K"]), "{id}");
                } else {
                    assert!(matches!(shared, Err(Error::Length { .. })), "{id}");
                }
            }
            if test["result"] == "valid" {
                valid += 1;
            } else {
                invalid += 1;
            }
        }
        println!("{name}: {valid} valid, {invalid} invalid on each back end");
        assert_eq!(valid + invalid, 96);
    }
}

#[test]
fn ml_kem_encapsulation() {
    let names = ["mlkem_512_encaps", "mlkem_768_encaps", "mlkem_1024_encaps"];
    for (name, algorithm, file) in files(names, Algorithm::MlKem) {
        let (mut valid, mut invalid) = (0, 0);
        for (_, test) in tests_of(&file) {
            let public = hex(&test["ek"]);
            let key = PublicKey::from_bytes(algorithm, &public);
            let aws_lc = crate::aws_lc::Public::read(algorithm, &public);
            if test["result"] == "valid" {
                let randomness = [hex(&test["m"]), vec![0; 32]].concat().try_into().unwrap();
                let (ciphertext, shared) = key.unwrap().encapsulate_with(&randomness).unwrap();
                assert_eq!(ciphertext, hex(&test["c"]), "{}", test["tcId"]);
                assert_eq!(shared.expose()[..], hex(&test["K"]), "{}", test["tcId"]);
                assert!(aws_lc.unwrap().encapsulate().is_some());
                valid += 1;
            } else {
                assert!(key.is_err(), "{}", test["tcId"]);
                assert!(aws_lc.and_then(|key| key.encapsulate()).is_none());
                invalid += 1;
            }
        }
        println!("{name}: {valid} valid, {invalid} invalid");
        assert!(valid > 0 && invalid > 0);
    }
}

#[test]
fn ml_kem_key_generation() {
    let names = [
        "mlkem_512_keygen_seed",
        "mlkem_768_keygen_seed",
        "mlkem_1024_keygen_seed",
    ];
    for (name, algorithm, file) in files(names, Algorithm::MlKem) {
        let mut count = 0;
        for (_, test) in tests_of(&file) {
            let key = Key::from_bytes(algorithm, KeyFormat::Seed, &hex(&test["seed"])).unwrap();
            assert_eq!(key.public_bytes().unwrap(), hex(&test["ek"]));
            let expanded = key.to_bytes(KeyFormat::Expanded).unwrap();
            assert_eq!(expanded.expose(), hex(&test["dk"]));
            count += 1;
        }
        println!("{name}: {count}");
        assert_eq!(count, 34);
    }
}

#[test]
fn ml_kem_decapsulation_from_expanded_keys() {
    let names = [
        "mlkem_512_semi_expanded_decaps",
        "mlkem_768_semi_expanded_decaps",
        "mlkem_1024_semi_expanded_decaps",
    ];
    for (name, algorithm, file) in files(names, Algorithm::MlKem) {
        let mut count = 0;
        for (_, test) in tests_of(&file) {
            for backend in BACKENDS {
                let shared = Key::from_bytes(algorithm, KeyFormat::Expanded, &hex(&test["dk"]))
                    .map(|key| key.on(backend))
                    .and_then(|key| key.decapsulate(&hex(&test["c"])));
                if test["result"] == "valid" {
                    assert_eq!(shared.unwrap().expose()[..], hex(&test["K"]));
                } else {
                    assert!(shared.is_err(), "{}", test["tcId"]);
                }
            }
            let (private, ciphertext) = (hex(&test["dk"]), hex(&test["c"]));
            let expanded = KeyFormat::Expanded;
            let once = crate::decapsulate(algorithm, &ciphertext, expanded, &private);
            let loaded = Key::from_bytes(algorithm, expanded, &private)
                .and_then(|key| key.decapsulate(&ciphertext));
            assert_eq!(once, loaded, "{}", test["tcId"]);
            count += 1;
        }
        println!("{name}: {count} on each back end");
        assert_eq!(count, 6);
    }
}

/// Tests signing from keys in a format: the deterministic signature, or the one with the test's
/// `rnd`.
fn ml_dsa_signing(names: [&'static str; 3], format: KeyFormat, field: &str) {
    for (name, algorithm, file) in files(names, Algorithm::MlDsa) {
        let (mut valid, mut invalid, mut mu) = (0, 0, 0);
        for (group, test) in tests_of(&file) {
            let id = &test["tcId"];
            if test["msg"].is_null() {
                // The test gives only the message's hash. This crate deliberately has no such
                // interface.
                mu += 1;
                continue;
            }
            let (message, context) = (hex(&test["msg"]), hex(&test["ctx"]));
            let randomness = test["rnd"]
                .as_str()
                .map(|rnd| unhex(rnd).try_into().unwrap());
            let signature =
                Key::from_bytes(algorithm, format, &hex(&group[field])).and_then(|key| {
                    match randomness {
                        Some(rnd) => key.sign_with(&message, &context, Some(&rnd)),
                        None => key.sign_deterministically(&message, &context),
                    }
                });
            if test["result"] != "valid" {
                assert!(signature.is_err(), "{id}");
                invalid += 1;
                continue;
            }
            let signature = signature.unwrap();
            assert_eq!(signature, hex(&test["sig"]), "{id}");
            for backend in BACKENDS {
                let Some(public) = group["publicKey"].as_str() else {
                    continue;
                };
                let key = PublicKey::from_bytes(algorithm, &unhex(public))
                    .unwrap()
                    .on(backend);
                assert_eq!(key.verify(&message, &context, &signature), Ok(true), "{id}");
            }
            valid += 1;
        }
        println!("{name}: {valid} valid, {invalid} invalid, {mu} with an external mu skipped");
        assert!(valid > 0 && invalid > 0);
    }
}

#[test]
fn ml_dsa_signing_from_seeds() {
    let names = [
        "mldsa_44_sign_seed",
        "mldsa_65_sign_seed",
        "mldsa_87_sign_seed",
    ];
    ml_dsa_signing(names, KeyFormat::Seed, "privateSeed");
}

#[test]
fn ml_dsa_signing_from_expanded_keys() {
    let names = [
        "mldsa_44_sign_noseed",
        "mldsa_65_sign_noseed",
        "mldsa_87_sign_noseed",
    ];
    ml_dsa_signing(names, KeyFormat::Expanded, "privateKey");
}

#[test]
fn ml_dsa_verifying() {
    let names = ["mldsa_44_verify", "mldsa_65_verify", "mldsa_87_verify"];
    for (name, algorithm, file) in files(names, Algorithm::MlDsa) {
        let (mut valid, mut invalid) = (0, 0);
        for (group, test) in tests_of(&file) {
            let (message, context) = (hex(&test["msg"]), hex(&test["ctx"]));
            let signature = hex(&test["sig"]);
            for backend in BACKENDS {
                let verified = PublicKey::from_bytes(algorithm, &hex(&group["publicKey"]))
                    .map(|key| key.on(backend))
                    .and_then(|key| key.verify(&message, &context, &signature));
                let expected = test["result"] == "valid";
                assert_eq!(
                    verified == Ok(true),
                    expected,
                    "{backend:?} {}",
                    test["tcId"]
                );
            }
            if test["result"] == "valid" {
                valid += 1;
            } else {
                invalid += 1;
            }
        }
        println!("{name}: {valid} valid, {invalid} invalid on each back end");
        assert!(valid > 0 && invalid > 0);
    }
}

/// The draft's own vectors.
#[test]
fn x_wing() {
    let name = "xwing/xwing-kat.json.gz";
    let Some(file) = vectors(name) else { return };
    let mut count = 0;
    for test in file.as_array().unwrap() {
        let key = Key::from_bytes(Algorithm::XWing, KeyFormat::Seed, &hex(&test["sk"])).unwrap();
        assert_eq!(key.public_bytes().unwrap(), hex(&test["pk"]));
        let randomness = hex(&test["eseed"]).try_into().unwrap();
        let public = key.public_key().unwrap();
        let (ciphertext, shared) = public.encapsulate_with(&randomness).unwrap();
        assert_eq!(ciphertext, hex(&test["ct"]));
        assert_eq!(shared.expose()[..], hex(&test["ss"]));
        assert_eq!(key.decapsulate(&ciphertext), Ok(shared));
        count += 1;
    }
    println!("{name}: {count}");
    assert_eq!(count, 2);
}
