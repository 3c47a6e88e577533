//! NIST's ACVP vectors. Those of ML-DSA and SLH-DSA signatures use the internal interfaces of FIPS
//! 204 and 205, without the context prefix. This crate does not offer these interfaces, so the
//! tests call the libraries below it directly, and for SLH-DSA also the lanes.

use libcrux_ml_dsa::{MLDSASignature, MLDSASigningKey, MLDSAVerificationKey};
use slh_dsa::{ParameterSet, Signature, SigningKey, VerifyingKey};

use super::*;
#[cfg(target_arch = "x86_64")]
use crate::slh_dsa::{Kernels, Lanes};
use crate::{Backend, Key, KeyFormat, PublicKey};

#[test]
fn ml_kem_key_generation() {
    let name = "acvp/ML-KEM-keyGen-FIPS203.json.gz";
    let Some(file) = vectors(name) else { return };
    let mut count = 0;
    for (group, test) in tests_of(&file) {
        let algorithm = named(&group["parameterSet"]);
        let seed = [hex(&test["d"]), hex(&test["z"])].concat();
        let key = Key::from_bytes(algorithm, KeyFormat::Seed, &seed).unwrap();
        assert_eq!(key.public_bytes().unwrap(), hex(&test["ek"]));
        let expanded = key.to_bytes(KeyFormat::Expanded).unwrap();
        assert_eq!(expanded.expose(), hex(&test["dk"]));
        count += 1;
    }
    println!("{name}: {count}");
    assert_eq!(count, 20);
}

#[test]
fn ml_kem_encapsulation_and_decapsulation() {
    let name = "acvp/ML-KEM-encapDecap-FIPS203.json.gz";
    let Some(file) = vectors(name) else { return };
    let mut count = 0;
    for (group, test) in tests_of(&file) {
        let algorithm = named(&group["parameterSet"]);
        let (ciphertext, secret) = (hex(&test["c"]), hex(&test["k"]));
        if group["function"] == "encapsulation" {
            let key = PublicKey::from_bytes(algorithm, &hex(&test["ek"])).unwrap();
            let randomness = [hex(&test["m"]), vec![0; 32]].concat().try_into().unwrap();
            let (encapsulated, shared) = key.encapsulate_with(&randomness).unwrap();
            assert_eq!(encapsulated, ciphertext);
            assert_eq!(shared.expose()[..], secret);
        }
        let private = [&group["dk"], &test["dk"]].map(hex).concat();
        for backend in [Backend::Libcrux, Backend::AwsLc] {
            let key = Key::from_bytes(algorithm, KeyFormat::Expanded, &private)
                .unwrap()
                .on(backend);
            let shared = key.decapsulate(&ciphertext).unwrap();
            assert_eq!(shared.expose()[..], secret, "{backend:?} {}", test["tcId"]);
        }
        count += 1;
    }
    println!("{name}: {count}, decapsulated on each of two back ends");
    assert_eq!(count, 70);
}

#[test]
fn ml_dsa_key_generation() {
    let name = "acvp/ML-DSA-keyGen-FIPS204.json.gz";
    let Some(file) = vectors(name) else { return };
    let mut count = 0;
    for (group, test) in tests_of(&file) {
        let algorithm = named(&group["parameterSet"]);
        let key = Key::from_bytes(algorithm, KeyFormat::Seed, &hex(&test["seed"])).unwrap();
        assert_eq!(key.public_bytes().unwrap(), hex(&test["pk"]));
        let expanded = key.to_bytes(KeyFormat::Expanded).unwrap();
        assert_eq!(expanded.expose(), hex(&test["sk"]));
        // AWS-LC derives the public half from the private key itself.
        let derived = {
            use aws_lc_rs::signature::{self, KeyPair as _, PqdsaKeyPair};
            let signing = match algorithm {
                Algorithm::MlDsa(Level::One) => &signature::ML_DSA_44_SIGNING,
                Algorithm::MlDsa(Level::Three) => &signature::ML_DSA_65_SIGNING,
                _ => &signature::ML_DSA_87_SIGNING,
            };
            PqdsaKeyPair::from_raw_private_key(signing, expanded.expose())
                .unwrap()
                .public_key()
                .as_ref()
                .to_vec()
        };
        assert_eq!(derived, hex(&test["pk"]));
        count += 1;
    }
    println!("{name}: {count}");
    assert_eq!(count, 20);
}

/// Evaluates an expression with `$set` as libcrux's module of a parameter set.
macro_rules! with_ml_dsa {
    ($algorithm:expr, $set:ident => $body:expr) => {
        match $algorithm {
            Algorithm::MlDsa(Level::One) => {
                use libcrux_ml_dsa::ml_dsa_44 as $set;
                $body
            }
            Algorithm::MlDsa(Level::Three) => {
                use libcrux_ml_dsa::ml_dsa_65 as $set;
                $body
            }
            _ => {
                use libcrux_ml_dsa::ml_dsa_87 as $set;
                $body
            }
        }
    };
}

#[test]
fn ml_dsa_signing_internal() {
    let name = "acvp/ML-DSA-sigGen-FIPS204.json.gz";
    let Some(file) = vectors(name) else { return };
    let mut count = 0;
    for (group, test) in tests_of(&file) {
        let private = hex(&test["sk"]);
        let message = hex(&test["message"]);
        let rnd: [u8; 32] = hex(&test["rnd"]).try_into().unwrap_or([0; 32]);
        let algorithm = named(&group["parameterSet"]);
        // This crate must be able to read the key.
        assert!(Key::from_bytes(algorithm, KeyFormat::Expanded, &private).is_ok());
        with_ml_dsa!(algorithm, set => {
            let key = MLDSASigningKey::new(private.try_into().unwrap());
            let signature = set::sign_internal(&key, &message, rnd).unwrap();
            assert_eq!(signature.as_slice(), hex(&test["signature"]));
        });
        count += 1;
    }
    println!("{name}: {count}");
    assert_eq!(count, 24);
}

#[test]
fn ml_dsa_verifying_internal() {
    let name = "acvp/ML-DSA-sigVer-FIPS204.json.gz";
    let Some(file) = vectors(name) else { return };
    let mut count = 0;
    for (group, test) in tests_of(&file) {
        let message = hex(&test["message"]);
        with_ml_dsa!(named(&group["parameterSet"]), set => {
            let key = MLDSAVerificationKey::new(hex(&group["pk"]).try_into().unwrap());
            let verified = hex(&test["signature"]).try_into().is_ok_and(|signature| {
                set::verify_internal(&key, &message, &MLDSASignature::new(signature)).is_ok()
            });
            assert_eq!(verified, test["testPassed"] == true, "{}", test["tcId"]);
        });
        count += 1;
    }
    println!("{name}: {count}");
    assert_eq!(count, 30);
}

#[test]
fn slh_dsa_key_generation() {
    let name = "acvp/SLH-DSA-keyGen-FIPS205.json.gz";
    let Some(file) = vectors(name) else { return };
    let mut count = 0;
    for (group, test) in tests_of(&file) {
        let algorithm = named(&group["parameterSet"]);
        let seed = [&test["skSeed"], &test["skPrf"], &test["pkSeed"]]
            .map(hex)
            .concat();
        let key = Key::from_bytes(algorithm, KeyFormat::Seed, &seed).unwrap();
        assert_eq!(key.public_bytes().unwrap(), hex(&test["pk"]));
        let expanded = key.to_bytes(KeyFormat::Expanded).unwrap();
        assert_eq!(expanded.expose(), hex(&test["sk"]));
        #[cfg(target_arch = "x86_64")]
        {
            let (secret, public) = (hex(&test["skSeed"]), hex(&test["pk"]));
            let (public_seed, root) = public.split_at(public.len() / 2);
            for (kernels, lanes) in crate::slh_dsa::internal(algorithm, public_seed) {
                assert_eq!(lanes.root(&secret), root, "{kernels:?}");
            }
        }
        let read = Key::from_bytes(algorithm, KeyFormat::Expanded, expanded.expose()).unwrap();
        assert_eq!(read.public_bytes().unwrap(), hex(&test["pk"]));
        count += 1;
    }
    println!("{name}: {count}");
    assert_eq!(count, 80);
}

/// Verifies a test's signature. If the test passes, also signs again. The result must equal the
/// deterministic signature, or the one with the test's randomness.
fn slh_dsa_internal<P: ParameterSet>(test: &Value) -> (bool, Option<bool>) {
    let key = VerifyingKey::<P>::try_from(&hex(&test["pk"])[..]).unwrap();
    let (message, signature) = (hex(&test["message"]), hex(&test["signature"]));
    let verified = Signature::<P>::try_from(&signature[..])
        .is_ok_and(|signature| key.slh_verify_internal(&[&message], &signature).is_ok());
    if test["testPassed"] != true {
        return (verified, None);
    }
    let key = SigningKey::<P>::try_from(&hex(&test["sk"])[..]).unwrap();
    let randomness = hex(&test["additionalRandomness"]);
    let reproduced = [Some(&randomness[..]), None]
        .iter()
        .any(|randomness| key.slh_sign_internal(&[&message], *randomness).to_vec() == signature);
    (verified, Some(reproduced))
}

/// The same with every back end in lanes that the CPU can run.
#[cfg(target_arch = "x86_64")]
fn slh_dsa_in_lanes(algorithm: Algorithm, test: &Value) -> Vec<(Kernels, (bool, Option<bool>))> {
    let (public, private) = (hex(&test["pk"]), hex(&test["sk"]));
    let (message, signature) = (hex(&test["message"]), hex(&test["signature"]));
    let (seed, root) = public.split_at(public.len() / 2);
    let outcome = |lanes: &dyn Lanes| {
        let verified = lanes.verify(root, &[&message], &signature);
        let reproduced = (test["testPassed"] == true).then(|| {
            let randomness = hex(&test["additionalRandomness"]);
            [seed, &randomness].into_iter().any(|randomness| {
                randomness.len() == seed.len()
                    && lanes.sign(&private, &[&message], randomness) == signature
            })
        });
        (verified, reproduced)
    };
    crate::slh_dsa::internal(algorithm, seed)
        .into_iter()
        .map(|(kernels, lanes)| (kernels, outcome(&*lanes)))
        .collect()
}

#[test]
fn slh_dsa_verifying_internal() {
    let name = "acvp/SLH-DSA-sigVer-FIPS205.json.gz";
    let Some(file) = vectors(name) else { return };
    let (mut count, mut signed, mut lanes) = (0, 0, 0);
    for (group, test) in tests_of(&file) {
        let (verified, reproduced) = match group["parameterSet"].as_str().unwrap() {
            "SLH-DSA-SHA2-192s" => slh_dsa_internal::<slh_dsa::Sha2_192s>(test),
            "SLH-DSA-SHA2-256f" => slh_dsa_internal::<slh_dsa::Sha2_256f>(test),
            "SLH-DSA-SHAKE-128f" => slh_dsa_internal::<slh_dsa::Shake128f>(test),
            "SLH-DSA-SHAKE-192s" => slh_dsa_internal::<slh_dsa::Shake192s>(test),
            "SLH-DSA-SHAKE-256f" => slh_dsa_internal::<slh_dsa::Shake256f>(test),
            other => panic!("{other} is not in the file"),
        };
        assert_eq!(verified, test["testPassed"] == true, "{}", test["tcId"]);
        if let Some(reproduced) = reproduced {
            assert!(reproduced, "{}", test["tcId"]);
            signed += 1;
        }
        #[cfg(target_arch = "x86_64")]
        for (kernels, in_lanes) in slh_dsa_in_lanes(named(&group["parameterSet"]), test) {
            let expected = (verified, reproduced);
            assert_eq!(in_lanes, expected, "{} {kernels:?}", test["tcId"]);
            lanes += 1;
        }
        count += 1;
    }
    println!("{name}: {count}, of which {signed} signed again; {lanes} times in lanes");
    assert_eq!(count, 25);
}
