use std::pin::pin;
use std::task::{Context, Poll, Waker};

use getrandom::{SysRng, rand_core::UnwrapErr};
use lockstep_pq::InputKind;
use serde_json::json;

use super::*;

/// Polls once: there is nothing to wait for, on any runtime or none.
fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("the work is done when first polled"),
    }
}

type TestScheme = PostQuantumScheme<UnwrapErr<SysRng>>;

fn uninitialized() -> TestScheme {
    PostQuantumScheme::new(UnwrapErr(SysRng))
}

fn initialized(config: Value) -> Result<TestScheme, ZKError> {
    let mut scheme = uninitialized();
    now(scheme.initialize(&serde_json::from_value(config).unwrap()))?;
    Ok(scheme)
}

#[test]
fn every_scheme_at_every_level() {
    for level in [1, 3, 5] {
        let config = json!({"scheme": "kyber", "securityLevel": level});
        let mut kyber = initialized(config).unwrap();
        let pair = now(kyber.generate_key_pair()).unwrap();
        let sent = now(kyber.encapsulate(&pair.public_key)).unwrap();
        let got = now(kyber.decapsulate(&sent.ciphertext, pair.private_key.expose())).unwrap();
        assert_eq!(got, sent.shared_secret);

        for scheme in ["dilithium", "sphincs"] {
            let config = json!({"scheme": scheme, "securityLevel": level, "params": {}});
            let mut scheme = initialized(config).unwrap();
            let pair = now(scheme.generate_key_pair()).unwrap();
            let signature = now(scheme.sign(b"61 bpm", pair.private_key.expose())).unwrap();
            for (message, expected) in [(b"61 bpm", true), (b"62 bpm", false)] {
                let verified = now(scheme.verify(message, &signature, &pair.public_key));
                assert_eq!(verified.unwrap(), expected);
            }
        }
    }
}

#[test]
fn params_choose() {
    for (config, name, format) in [
        (
            json!({"scheme": "kyber", "securityLevel": 1}),
            "ML-KEM-512",
            KeyFormat::Expanded,
        ),
        (
            json!({"scheme": "kyber", "securityLevel": 5, "params": {"keyFormat": "seed"}}),
            "ML-KEM-1024",
            KeyFormat::Seed,
        ),
        (
            json!({"scheme": "kyber", "securityLevel": 3, "params": {"hybrid": "x25519"}}),
            "X-Wing",
            KeyFormat::Expanded,
        ),
        (
            json!({"scheme": "dilithium", "securityLevel": 3, "params": {"keyFormat": "expanded"}}),
            "ML-DSA-65",
            KeyFormat::Expanded,
        ),
        (
            json!({"scheme": "sphincs", "securityLevel": 1}),
            "SLH-DSA-SHA2-128f",
            KeyFormat::Expanded,
        ),
        (
            json!({"scheme": "sphincs", "securityLevel": 5, "params": {"hash": "shake", "variant": "s"}}),
            "SLH-DSA-SHAKE-256s",
            KeyFormat::Expanded,
        ),
    ] {
        let scheme = initialized(config).unwrap();
        let chosen = scheme.chosen.unwrap();
        assert_eq!(chosen.algorithm.to_string(), name);
        assert_eq!(chosen.key_format, format);
    }
}

/// AWS-LC verifies ML-DSA without a context, and decapsulates with an expanded ML-KEM key; libcrux does the rest.
#[test]
fn params_tell_what_runs_each_operation() {
    let told = |config: Value| {
        let params = now(initialized(config).unwrap().params()).unwrap();
        serde_json::to_value(params).unwrap()
    };
    assert_eq!(
        told(json!({"scheme": "kyber", "securityLevel": 3})),
        json!({
            "algorithm": "ML-KEM-768",
            "keyFormat": "expanded",
            "implementations": {"decapsulate": "aws-lc", "encapsulate": "libcrux"},
        })
    );
    let params = json!({"keyFormat": "seed"});
    let config = json!({"scheme": "kyber", "securityLevel": 1, "params": params});
    assert_eq!(told(config)["implementations"]["decapsulate"], "libcrux");
    for (context, verifies) in [("", "aws-lc"), ("c", "libcrux")] {
        let params = json!({"context": context});
        let config = json!({"scheme": "dilithium", "securityLevel": 5, "params": params});
        let expected = json!({"sign": "libcrux", "verify": verifies});
        assert_eq!(told(config)["implementations"], expected);
    }
    for hash in ["sha2", "shake"] {
        let params = json!({"hash": hash});
        let config = json!({"scheme": "sphincs", "securityLevel": 1, "params": params});
        let told = told(config);
        let key = lockstep_pq::Key::generate(
            initialized(json!({"scheme": "sphincs", "securityLevel": 1, "params": params}))
                .unwrap()
                .chosen
                .unwrap()
                .algorithm,
            &mut UnwrapErr(SysRng),
        );
        let signs = key.signs_with(b"").unwrap().name();
        assert!(["lanes", "rustcrypto"].contains(&signs));
        assert_eq!(
            told["implementations"],
            json!({"sign": signs, "verify": signs})
        );
    }
    let error = now(uninitialized().params()).unwrap_err();
    assert_eq!(
        error.cause::<ConfigError>(),
        Some(&ConfigError::NothingChosen)
    );
}

#[test]
fn seeds_are_private_keys_where_chosen() {
    let params = json!({"keyFormat": "seed", "context": "c", "deterministic": true});
    let config = json!({"scheme": "dilithium", "securityLevel": 1, "params": params});
    let mut scheme = initialized(config).unwrap();
    let pair = now(scheme.generate_key_pair()).unwrap();
    assert_eq!(pair.private_key.expose().len(), 32);
    let one = now(scheme.sign(b"m", pair.private_key.expose())).unwrap();
    let two = now(scheme.sign(b"m", pair.private_key.expose())).unwrap();
    assert_eq!(one, two, "deterministic");
    assert!(now(scheme.verify(b"m", &one, &pair.public_key)).unwrap());

    let config = json!({"scheme": "dilithium", "securityLevel": 1});
    let without = initialized(config).unwrap();
    let verified = now(without.verify(b"m", &one, &pair.public_key)).unwrap();
    assert!(!verified, "another context");
}

#[test]
fn unsupported_parameters_are_initialization_errors() {
    let config = |scheme: &str, level: u8, params: Value| json!({"scheme": scheme, "securityLevel": level, "params": params});
    for (config, expected) in [
        (
            config("kyber", 2, json!({})),
            "securityLevel is 1, 3 or 5, not 2",
        ),
        (
            config("kyber", 0, json!({})),
            "securityLevel is 1, 3 or 5, not 0",
        ),
        (
            config("kyber", 3, json!({"hash": "sha2"})),
            "Kyber has no parameter \"hash\"",
        ),
        (
            config("kyber", 3, json!({"context": ""})),
            "Kyber has no parameter \"context\"",
        ),
        (
            config("kyber", 3, json!({"seed": 1})),
            "Kyber has no parameter \"seed\"",
        ),
        (
            config("kyber", 1, json!({"hybrid": "x25519"})),
            "hybrid \"x25519\" is X-Wing, which is of securityLevel 3, not 1",
        ),
        (
            config("kyber", 3, json!({"hybrid": "p384"})),
            "params.hybrid is \"x25519\"",
        ),
        (
            config("dilithium", 3, json!({"hybrid": "x25519"})),
            "Dilithium has no parameter \"hybrid\"",
        ),
        (
            config("dilithium", 3, json!({"variant": "f"})),
            "Dilithium has no parameter \"variant\"",
        ),
        (
            config("dilithium", 3, json!({"context": 7})),
            "params.context is a text of at most 255 bytes",
        ),
        (
            config("dilithium", 3, json!({"context": "é".repeat(128)})),
            "params.context is a text of at most 255 bytes",
        ),
        (
            config("dilithium", 3, json!({"deterministic": "yes"})),
            "params.deterministic is true or false",
        ),
        (
            config("sphincs", 3, json!({"hash": "SHA2"})),
            "params.hash is \"sha2\" or \"shake\"",
        ),
        (
            config("sphincs", 3, json!({"variant": null})),
            "params.variant is \"f\" or \"s\"",
        ),
        (
            config("sphincs", 3, json!({"keyFormat": "pem"})),
            "params.keyFormat is \"expanded\" or \"seed\"",
        ),
    ] {
        let error = initialized(config).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InitializationError);
        assert_eq!(
            error.to_string(),
            format!("InitializationError: {expected}")
        );
        assert!(error.cause::<ConfigError>().is_some());
    }
}

#[test]
fn other_names_do_not_read() {
    for config in [
        json!({"scheme": "falcon", "securityLevel": 1}),
        json!({"scheme": "Kyber", "securityLevel": 1}),
        json!({"scheme": "kyber"}),
        json!({"scheme": "kyber", "securityLevel": 1, "level": 1}),
        json!({"scheme": "kyber", "securityLevel": "1"}),
    ] {
        assert!(serde_json::from_value::<PostQuantumConfig>(config).is_err());
    }
}

#[test]
fn a_refused_choice_leaves_the_earlier_one() {
    let mut scheme = initialized(json!({"scheme": "kyber", "securityLevel": 1})).unwrap();
    let bad = json!({"scheme": "kyber", "securityLevel": 2});
    assert!(now(scheme.initialize(&serde_json::from_value(bad).unwrap())).is_err());
    assert_eq!(
        now(scheme.generate_key_pair()).unwrap().public_key.len(),
        800
    );
}

#[test]
fn before_initialize_every_method_is_an_initialization_error() {
    let mut scheme = uninitialized();
    let kinds = [
        now(scheme.generate_key_pair()).unwrap_err().kind(),
        now(scheme.encapsulate(&[])).unwrap_err().kind(),
        now(scheme.decapsulate(&[], &[])).unwrap_err().kind(),
        now(scheme.sign(&[], &[])).unwrap_err().kind(),
        now(scheme.verify(&[], &[], &[])).unwrap_err().kind(),
    ];
    assert_eq!(kinds, [ErrorKind::InitializationError; 5]);
}

#[test]
fn another_schemes_method_is_a_post_quantum_error() {
    let mut kyber = initialized(json!({"scheme": "kyber", "securityLevel": 3})).unwrap();
    let mut sphincs = initialized(json!({"scheme": "sphincs", "securityLevel": 3})).unwrap();
    for (error, algorithm, operation) in [
        (
            now(kyber.sign(&[], &[])).unwrap_err(),
            "ML-KEM-768",
            Operation::Sign,
        ),
        (
            now(kyber.verify(&[], &[], &[])).unwrap_err(),
            "ML-KEM-768",
            Operation::Verify,
        ),
        (
            now(sphincs.encapsulate(&[])).unwrap_err(),
            "SLH-DSA-SHA2-192f",
            Operation::Encapsulate,
        ),
        (
            now(sphincs.decapsulate(&[], &[])).unwrap_err(),
            "SLH-DSA-SHA2-192f",
            Operation::Decapsulate,
        ),
    ] {
        assert_eq!(error.kind(), ErrorKind::PostQuantumError);
        assert_eq!(
            error.to_string(),
            format!("PostQuantumError: {algorithm} cannot {operation}")
        );
    }
}

#[test]
fn wrong_lengths_and_malformed_keys_are_post_quantum_errors() {
    let mut kyber = initialized(json!({"scheme": "kyber", "securityLevel": 1})).unwrap();
    let pair = now(kyber.generate_key_pair()).unwrap();
    let private = pair.private_key.expose();
    let what = |error: ZKError| {
        assert_eq!(error.kind(), ErrorKind::PostQuantumError);
        match error.cause() {
            Some(Error::Length { what, .. } | Error::Malformed { what, .. }) => *what,
            other => panic!("{other:?}"),
        }
    };
    let short = &pair.public_key[1..];
    assert_eq!(
        what(now(kyber.encapsulate(short)).unwrap_err()),
        InputKind::PublicKey
    );
    let unreduced = vec![0xFF; pair.public_key.len()];
    assert_eq!(
        what(now(kyber.encapsulate(&unreduced)).unwrap_err()),
        InputKind::PublicKey
    );
    let error = now(kyber.decapsulate(&[0; 767], private)).unwrap_err();
    assert_eq!(what(error), InputKind::Ciphertext);
    let error = now(kyber.decapsulate(&[0; 768], &private[1..])).unwrap_err();
    assert_eq!(what(error), InputKind::PrivateKey);
    // A random ciphertext gives a secret, and the same secret each time.
    let one = now(kyber.decapsulate(&[0; 768], private)).unwrap();
    assert_eq!(now(kyber.decapsulate(&[0; 768], private)).unwrap(), one);

    let mut dilithium = initialized(json!({"scheme": "dilithium", "securityLevel": 1})).unwrap();
    let error = now(dilithium.sign(b"m", &[0; 2559])).unwrap_err();
    assert_eq!(what(error), InputKind::PrivateKey);
    let error = now(dilithium.sign(b"m", &[0xFF; 2560])).unwrap_err();
    assert_eq!(what(error), InputKind::PrivateKey);
    let error = now(dilithium.verify(b"m", &[], &[0; 1311])).unwrap_err();
    assert_eq!(what(error), InputKind::PublicKey);
    let pair = now(dilithium.generate_key_pair()).unwrap();
    for signature in [vec![], vec![0; 2420], vec![0; 2421]] {
        let verified = now(dilithium.verify(b"m", &signature, &pair.public_key));
        assert!(!verified.unwrap(), "a malformed signature is false");
    }
}

#[test]
fn private_keys_do_not_print() {
    let mut kyber = initialized(json!({"scheme": "kyber", "securityLevel": 1})).unwrap();
    let pair = now(kyber.generate_key_pair()).unwrap();
    assert!(format!("{pair:?}").contains("private_key: SecretBytes(1632 bytes, ..)"));
}
