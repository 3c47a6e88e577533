//! The functions of the fuzz targets; the tests replay their corpora through the same functions.
//!
//! Inputs lack the checksum at their end, which the functions add, because a fuzzer cannot find it. All
//! objects belong to [`ParameterSet::toy`], so they are small enough for mutation.

use std::sync::OnceLock;

use chacha20::ChaCha20Rng;
use rand_core::SeedableRng;

use crate::wire::with_checksum;
use crate::{
    Capabilities, Ciphertext, EvaluationKeys, Evaluator, ParameterSet, Plaintext, PublicKey,
    Reduction, Scale, SecretKey, Series, Width,
};

/// The name of a target, its function, and its seeds without checksums.
pub type Target = (&'static str, fn(&[u8]), Vec<Vec<u8>>);

/// Returns all targets.
pub fn targets() -> Vec<Target> {
    let Room { set, secret, keys } = room();
    let rng = &mut ChaCha20Rng::seed_from_u64(2);
    let e = Evaluator::new(keys);
    let public = PublicKey::generate(secret, rng);
    let mut ciphertexts = Vec::new();
    for width in [Width::Narrow, Width::Wide] {
        let plaintext = Plaintext::encode(set, &[1, -2, 3], 3, width).expect("it fits");
        let x = public.encrypt(&plaintext, rng).expect("same set");
        ciphertexts.push(x.to_bytes());
        ciphertexts.push(
            secret
                .encrypt(&plaintext, rng)
                .expect("same set")
                .to_bytes(),
        );
        ciphertexts.push(e.switch_down(&x).expect("it can").to_bytes());
    }
    let bytes = Plaintext::encode_bytes(set, b"bytes").expect("they fit");
    ciphertexts.push(secret.encrypt(&bytes, rng).expect("same set").to_bytes());
    let scale = Scale::precision(1).expect("a scale");
    let values: Vec<f64> = (0..40).map(f64::from).collect();
    let long = secret
        .encrypt_values(&values, &scale, rng)
        .expect("they fit");
    let short = secret
        .encrypt_values(&values[..3], &scale, rng)
        .expect("they fit");
    let reductions = [long.sum(&e), long.mean(&e), short.variance(&e)]
        .map(|reduction| reduction.expect("they fit").to_bytes());
    let few = Capabilities {
        rotations: vec![3],
        ..Capabilities::default()
    };
    let few = EvaluationKeys::generate(secret, &few, rng).expect("the set has it");
    let targets: Vec<Target> = vec![
        ("fhe_ciphertext", ciphertext, ciphertexts),
        (
            "fhe_secret_key",
            secret_key,
            vec![secret.to_bytes().to_vec()],
        ),
        ("fhe_public_key", public_key, vec![public.to_bytes()]),
        ("fhe_evaluation_keys", evaluation_keys, vec![few.to_bytes()]),
        (
            "fhe_series",
            series,
            vec![long.to_bytes(), short.to_bytes()],
        ),
        ("fhe_reduction", reduction, reductions.to_vec()),
    ];
    let without_sum = |seed: Vec<u8>| seed[..seed.len() - 8].to_vec();
    targets
        .into_iter()
        .map(|(name, target, seeds)| (name, target, seeds.into_iter().map(without_sum).collect()))
        .collect()
}

/// A ciphertext of any bytes.
pub fn ciphertext(bytes: &[u8]) {
    let bytes = &with_checksum(bytes)[..];
    let Room { set, secret, keys } = room();
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

/// A secret key of any bytes.
pub fn secret_key(bytes: &[u8]) {
    let bytes = &with_checksum(bytes)[..];
    let set = &room().set;
    let Ok(secret) = SecretKey::from_bytes(set, bytes) else {
        return;
    };
    assert_eq!(*secret.to_bytes(), bytes);
    let plaintext = Plaintext::encode(set, &[5], 5, Width::Narrow).expect("it fits");
    let x = secret
        .encrypt(&plaintext, &mut ChaCha20Rng::seed_from_u64(3))
        .expect("same set");
    let opened = secret.decrypt(&x).expect("same key");
    assert_eq!(opened.decode()[0], 5);
}

/// A public key of any bytes.
pub fn public_key(bytes: &[u8]) {
    let bytes = &with_checksum(bytes)[..];
    let Room { set, secret, .. } = room();
    let Ok(public) = PublicKey::from_bytes(set, bytes) else {
        return;
    };
    assert_eq!(public.to_bytes(), bytes);
    let plaintext = Plaintext::encode(set, &[5], 5, Width::Narrow).expect("it fits");
    let x = public
        .encrypt(&plaintext, &mut ChaCha20Rng::seed_from_u64(3))
        .expect("same set");
    let _ = secret.decrypt(&x);
}

/// Evaluation keys of any bytes.
pub fn evaluation_keys(bytes: &[u8]) {
    let bytes = &with_checksum(bytes)[..];
    let Room { set, secret, .. } = room();
    let head = bytes.first_chunk();
    let announced = head.map(|head| EvaluationKeys::announced(set, head));
    let Ok(keys) = EvaluationKeys::from_bytes(set, bytes) else {
        return;
    };
    assert_eq!(keys.to_bytes(), bytes);
    // A receiver is given the same announcement.
    assert_eq!(announced, Some(Ok((keys.key_id(), bytes.len() as u64))));
    let _ = keys.provides(&Capabilities::all(set));
    let plaintext = Plaintext::encode(set, &[5], 5, Width::Narrow).expect("it fits");
    let x = secret
        .encrypt(&plaintext, &mut ChaCha20Rng::seed_from_u64(3))
        .expect("same set");
    let e = Evaluator::new(&keys);
    for result in [e.square(&x), e.rotate_rows(&x, 3), e.sum_windows(&x, 2)] {
        let _ = result.map(|result| secret.decrypt(&result));
    }
}

/// A series of any bytes.
pub fn series(bytes: &[u8]) {
    let bytes = &with_checksum(bytes)[..];
    let Room { set, secret, keys } = room();
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

/// A reduction of any bytes.
pub fn reduction(bytes: &[u8]) {
    let bytes = &with_checksum(bytes)[..];
    let Room { set, secret, .. } = room();
    let Ok(reduction) = Reduction::from_bytes(set, bytes) else {
        return;
    };
    assert_eq!(reduction.to_bytes(), bytes);
    let _ = secret
        .decrypt_reduction(&reduction)
        .map(crate::Fraction::to_f64);
}

struct Room {
    set: ParameterSet,
    secret: SecretKey,
    keys: EvaluationKeys,
}

fn room() -> &'static Room {
    static ROOM: OnceLock<Room> = OnceLock::new();
    ROOM.get_or_init(|| {
        let set = ParameterSet::toy();
        let mut rng = ChaCha20Rng::seed_from_u64(1);
        let secret = SecretKey::generate(&set, &mut rng);
        let wanted = Capabilities {
            rotations: vec![1, -2],
            ..Capabilities::all(&set)
        };
        let keys = EvaluationKeys::generate(&secret, &wanted, &mut rng).expect("the set has it");
        Room { set, secret, keys }
    })
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    /// The committed corpora cause no panic, and the seeds are unchanged: a changed format must change
    /// the version.
    #[test]
    fn corpora_are_harmless_and_seeds_unchanged() {
        let corpora = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus"));
        for (name, target, seeds) in super::targets() {
            let mut files = 0;
            for entry in std::fs::read_dir(corpora.join(name)).unwrap() {
                target(&std::fs::read(entry.unwrap().path()).unwrap());
                files += 1;
            }
            assert!(files >= seeds.len(), "{name}: {files} files");
            for (i, seed) in seeds.iter().enumerate() {
                target(seed);
                let path = corpora.join(name).join(format!("seed{i}"));
                assert!(std::fs::read(&path).unwrap() == *seed, "{}", path.display());
            }
        }
    }
}
