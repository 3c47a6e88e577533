//! A valid key partly overwritten by any bytes, or any bytes alone: parses it and uses it on both
//! back ends, which must agree.

use std::sync::LazyLock;

use lockstep_pq::{Algorithm, Backend, Family, Key, KeyFormat, PublicKey, SecretBytes};

use crate::counting::Counting;

/// Valid keys of each parameter set.
struct Good {
    expanded: SecretBytes,
    seed: SecretBytes,
    public: Vec<u8>,
}

static GOOD: LazyLock<Vec<Good>> = LazyLock::new(|| {
    let made = |algorithm: Algorithm| {
        let seed = vec![7; algorithm.private_key_len(KeyFormat::Seed)];
        let known = "a seed of the right length gives a key with that seed";
        let key = Key::from_bytes(algorithm, KeyFormat::Seed, &seed).expect(known);
        Good {
            expanded: key.to_bytes(KeyFormat::Expanded).expect(known),
            seed: key.to_bytes(KeyFormat::Seed).expect(known),
            public: key.public_bytes().expect(known).to_vec(),
        }
    };
    Algorithm::ALL.into_iter().map(made).collect()
});

/// The first byte selects the parameter set, the second the operation, the next two the position of
/// the other bytes. Returns whether the key was parsed.
pub(crate) fn run(data: &[u8]) -> bool {
    let Some(([set, how, high, low], bytes)) = data.split_first_chunk() else {
        return false;
    };
    let set = usize::from(*set) % Algorithm::ALL.len();
    let (algorithm, good) = (Algorithm::ALL[set], &GOOD[set]);
    let at = usize::from(u16::from_be_bytes([*high, *low]));
    let (format, private) = match how & 1 {
        0 => (KeyFormat::Expanded, &good.expanded),
        _ => (KeyFormat::Seed, &good.seed),
    };
    if how & 4 != 0 {
        as_they_are(algorithm, format, bytes)
    } else if how & 2 == 0 {
        private_key(algorithm, format, &laid(private.expose(), at, bytes))
    } else {
        public_key(algorithm, &laid(&good.public, at, bytes))
    }
}

fn as_they_are(algorithm: Algorithm, format: KeyFormat, bytes: &[u8]) -> bool {
    let key = Key::from_bytes(algorithm, format, bytes);
    assert!(key.is_err() || bytes.len() == algorithm.private_key_len(format));
    let public = PublicKey::from_bytes(algorithm, bytes);
    assert!(public.is_err() || bytes.len() == algorithm.public_key_len());
    key.is_ok() || public.is_ok()
}

fn private_key(algorithm: Algorithm, format: KeyFormat, bytes: &[u8]) -> bool {
    let Ok(key) = Key::from_bytes(algorithm, format, bytes) else {
        return false;
    };
    match algorithm {
        Algorithm::MlKem(_) | Algorithm::XWing => {
            let ciphertext = vec![9; algorithm.ciphertext_len()];
            let libcrux = key
                .decapsulate(&ciphertext)
                .expect("the ciphertext has the right length");
            let aws_lc = key.on(Backend::AwsLc).decapsulate(&ciphertext);
            assert_eq!(aws_lc, Ok(libcrux));
        }
        Algorithm::MlDsa(_) => {
            // A key with a wrong t0 may not find a signature; a found signature has the right
            // length.
            if let Ok(signature) = key.sign_deterministically(b"m", b"c") {
                assert_eq!(signature.len(), algorithm.signature_len());
            }
        }
        // Signing is too slow for each input, and every byte string is a valid key.
        Algorithm::SlhDsa { .. } => {}
    }
    true
}

fn public_key(algorithm: Algorithm, bytes: &[u8]) -> bool {
    let Ok(key) = PublicKey::from_bytes(algorithm, bytes) else {
        return false;
    };
    assert_eq!(key.as_bytes(), bytes);
    if algorithm.family() == Family::Kem {
        let made = key.on(Backend::AwsLc).encapsulate(&mut Counting(0));
        assert!(made.is_ok());
    } else {
        let signature = vec![1; algorithm.signature_len()];
        assert_eq!(key.verify(b"m", b"", &signature), Ok(false));
    }
    true
}

fn laid(over: &[u8], at: usize, bytes: &[u8]) -> Vec<u8> {
    let mut laid = over.to_vec();
    let at = at % laid.len();
    for (byte, new) in laid[at..].iter_mut().zip(bytes) {
        *byte = *new;
    }
    laid
}
