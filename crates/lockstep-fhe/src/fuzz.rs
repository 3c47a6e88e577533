//! The fuzz targets. Tests replay the corpora through the same functions.
//!
//! Inputs lack the checksum at the end. The functions append it, because a fuzzer cannot find it.
//! All objects belong to [`ParameterSet::toy`], so they are small enough for mutation.

use std::sync::OnceLock;

use chacha20::ChaCha20Rng;
use rand_core::SeedableRng;

use crate::wire::with_checksum;
use crate::{
    Capabilities, Ciphertext, EvaluationKeys, Evaluator, ParameterSet, Plaintext, PublicKey,
    Reduction, Scale, SecretKey, Series, Width,
};

/// A fuzz target.
pub struct Target {
    /// The name of the target and of its corpus.
    pub name: &'static str,
    /// Reads one input.
    pub run: fn(&[u8]),
    /// The seeds of the corpus, without checksums.
    pub seeds: Vec<Vec<u8>>,
}

/// Returns all targets.
pub fn targets() -> Vec<Target> {
    let Fixture { set, secret, keys } = fixture();
    let rng = &mut ChaCha20Rng::seed_from_u64(2);
    let e = Evaluator::new(keys);
    let public = PublicKey::generate(secret, rng);
    let mut ciphertexts = Vec::new();
    for width in [Width::Narrow, Width::Wide] {
        let plaintext = Plaintext::encode(set, &[1, -2, 3], 3, width).expect("the values fit");
        let x = public.encrypt(&plaintext, rng).expect("the sets are equal");
        ciphertexts.push(x.to_bytes());
        ciphertexts.push(
            secret
                .encrypt(&plaintext, rng)
                .expect("the sets are equal")
                .to_bytes(),
        );
        ciphertexts.push(
            e.switch_down(&x)
                .expect("switching down always works")
                .to_bytes(),
        );
    }
    let bytes = Plaintext::encode_bytes(set, b"bytes").expect("the bytes fit");
    ciphertexts.push(
        secret
            .encrypt(&bytes, rng)
            .expect("the sets are equal")
            .to_bytes(),
    );
    let scale = Scale::precision(1).expect("a scale");
    let values: Vec<f64> = (0..40).map(f64::from).collect();
    let long = secret
        .encrypt_values(&values, &scale, rng)
        .expect("the values fit");
    let short = secret
        .encrypt_values(&values[..3], &scale, rng)
        .expect("the values fit");
    let reductions = [long.sum(&e), long.mean(&e), short.variance(&e)]
        .map(|reduction| reduction.expect("the results fit").to_bytes());
    let capabilities = Capabilities {
        rotations: vec![3],
        ..Capabilities::default()
    };
    let evaluation_keys_seed =
        EvaluationKeys::generate(secret, &capabilities, rng).expect("the set supports rotations");
    let target = |name, run: fn(&[u8]), seeds: Vec<Vec<u8>>| {
        let without_checksum = |seed: Vec<u8>| seed[..seed.len() - 8].to_vec();
        let seeds = seeds.into_iter().map(without_checksum).collect();
        Target { name, run, seeds }
    };
    let evaluation_keys_seed = evaluation_keys_seed.to_bytes();
    let all_series = vec![long.to_bytes(), short.to_bytes()];
    vec![
        target("fhe_ciphertext", ciphertext, ciphertexts),
        target(
            "fhe_secret_key",
            secret_key,
            vec![secret.to_bytes().to_vec()],
        ),
        target("fhe_public_key", public_key, vec![public.to_bytes()]),
        target(
            "fhe_evaluation_keys",
            evaluation_keys,
            vec![evaluation_keys_seed],
        ),
        target("fhe_series", series, all_series),
        target("fhe_reduction", reduction, reductions.to_vec()),
    ]
}

/// Reads any bytes as a ciphertext and computes with it.
pub fn ciphertext(bytes: &[u8]) {
    let bytes = &with_checksum(bytes)[..];
    let Fixture { set, secret, keys } = fixture();
    let Ok(x) = Ciphertext::from_bytes(set, bytes) else {
        return;
    };
    assert_eq!(x.to_bytes(), bytes);
    let e = Evaluator::new(keys);
    for result in [
        e.add(&x, &x),
        e.subtract(&x, &x),
        e.square(&x),
        e.rotate_rows(&x, 1),
        e.swap_rows(&x),
        e.sum_windows(&x, set.slots()),
        e.switch_down(&x),
        Ok(x),
    ]
    .into_iter()
    .flatten()
    {
        if let Ok(plaintext) = secret.decrypt(&result) {
            assert_eq!(plaintext.decode().len(), set.slots());
        }
    }
}

/// Reads any bytes as a secret key and uses it.
pub fn secret_key(bytes: &[u8]) {
    let bytes = &with_checksum(bytes)[..];
    let set = &fixture().set;
    let Ok(secret) = SecretKey::from_bytes(set, bytes) else {
        return;
    };
    assert_eq!(*secret.to_bytes(), bytes);
    let plaintext = Plaintext::encode(set, &[5], 5, Width::Narrow).expect("the value fits");
    let x = secret
        .encrypt(&plaintext, &mut ChaCha20Rng::seed_from_u64(3))
        .expect("the sets are equal");
    let opened = secret.decrypt(&x).expect("the keys are equal");
    assert_eq!(opened.decode()[0], 5);
}

/// Reads any bytes as a public key and uses it.
pub fn public_key(bytes: &[u8]) {
    let bytes = &with_checksum(bytes)[..];
    let Fixture { set, secret, .. } = fixture();
    let Ok(public) = PublicKey::from_bytes(set, bytes) else {
        return;
    };
    assert_eq!(public.to_bytes(), bytes);
    let plaintext = Plaintext::encode(set, &[5], 5, Width::Narrow).expect("the value fits");
    let x = public
        .encrypt(&plaintext, &mut ChaCha20Rng::seed_from_u64(3))
        .expect("the sets are equal");
    let _ = secret.decrypt(&x);
}

/// Reads any bytes as evaluation keys and uses them.
pub fn evaluation_keys(bytes: &[u8]) {
    let bytes = &with_checksum(bytes)[..];
    let Fixture { set, secret, .. } = fixture();
    let head = bytes.first_chunk();
    let announced = head.map(|head| EvaluationKeys::announced(set, head));
    let Ok(keys) = EvaluationKeys::from_bytes(set, bytes) else {
        return;
    };
    assert_eq!(keys.to_bytes(), bytes);
    // The announcement, read from the first bytes, must match the keys.
    assert_eq!(announced, Some(Ok((keys.key_id(), bytes.len() as u64))));
    let _ = keys.provides(&Capabilities::all(set));
    let plaintext = Plaintext::encode(set, &[5], 5, Width::Narrow).expect("the value fits");
    let x = secret
        .encrypt(&plaintext, &mut ChaCha20Rng::seed_from_u64(3))
        .expect("the sets are equal");
    let e = Evaluator::new(&keys);
    for result in [e.square(&x), e.rotate_rows(&x, 3), e.sum_windows(&x, 2)] {
        let _ = result.map(|result| secret.decrypt(&result));
    }
}

/// Reads any bytes as a series and computes with it.
pub fn series(bytes: &[u8]) {
    let bytes = &with_checksum(bytes)[..];
    let Fixture { set, secret, keys } = fixture();
    let Ok(series) = Series::from_bytes(set, bytes) else {
        return;
    };
    assert_eq!(series.to_bytes(), bytes);
    let e = Evaluator::new(keys);
    let fresh = series.clone().taken_as_fresh();
    if let Ok(fresh) = &fresh {
        assert_eq!(fresh.len(), series.len());
        assert_eq!(fresh.clone().taken_as_fresh().as_ref(), Ok(fresh));
    }
    for result in [
        fresh,
        series.add(&e, &series),
        series.subtract(&e, &series),
        series.negate(&e),
        series.square(&e),
        series.rotate(&e, 1),
        Ok(series.clone()),
    ] {
        let values = result.and_then(|result| secret.decrypt_values(&result));
        if let Ok(values) = values {
            assert_eq!(values.to_f64().len(), series.len());
        }
    }
    for result in [
        series.mean(&e),
        series.variance(&e),
        series.dot(&e, &series),
    ] {
        let _ = result
            .and_then(|result| secret.decrypt_reduction(&result))
            .map(crate::Fraction::to_f64);
    }
}

/// Reads any bytes as a reduction and decrypts it.
pub fn reduction(bytes: &[u8]) {
    let bytes = &with_checksum(bytes)[..];
    let Fixture { set, secret, .. } = fixture();
    let Ok(reduction) = Reduction::from_bytes(set, bytes) else {
        return;
    };
    assert_eq!(reduction.to_bytes(), bytes);
    let _ = secret
        .decrypt_reduction(&reduction)
        .map(crate::Fraction::to_f64);
}

struct Fixture {
    set: ParameterSet,
    secret: SecretKey,
    keys: EvaluationKeys,
}

fn fixture() -> &'static Fixture {
    static FIXTURE: OnceLock<Fixture> = OnceLock::new();
    FIXTURE.get_or_init(|| {
        let set = ParameterSet::toy();
        let mut rng = ChaCha20Rng::seed_from_u64(1);
        let secret = SecretKey::generate(&set, &mut rng);
        let wanted = Capabilities {
            rotations: vec![1, -2],
            ..Capabilities::all(&set)
        };
        let keys = EvaluationKeys::generate(&secret, &wanted, &mut rng)
            .expect("the set supports all capabilities");
        Fixture { set, secret, keys }
    })
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::Target;

    /// The committed corpora cause no panic, and the seeds are unchanged. A changed format needs a
    /// new version.
    #[test]
    fn corpora_cause_no_panic_and_seeds_are_unchanged() {
        let corpora = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus"));
        for Target { name, run, seeds } in super::targets() {
            let mut files = 0;
            for entry in std::fs::read_dir(corpora.join(name)).unwrap() {
                run(&std::fs::read(entry.unwrap().path()).unwrap());
                files += 1;
            }
            assert!(files >= seeds.len(), "{name}: {files} files");
            for (i, seed) in seeds.iter().enumerate() {
                run(seed);
                let path = corpora.join(name).join(format!("seed{i}"));
                assert!(std::fs::read(&path).unwrap() == *seed, "{}", path.display());
            }
        }
    }
}
