//! A well-made signature with any bytes laid over it, or any bytes as they are: both back ends must
//! agree, and nothing but the signature itself may verify.

use lockstep_pq::{Algorithm, Backend, Hash, Key, KeyFormat, Level, PublicKey, Variant};
use std::sync::LazyLock;

struct Signed {
    libcrux: PublicKey,
    aws_lc: PublicKey,
    signature: Vec<u8>,
}

static SIGNED: LazyLock<[Signed; 4]> = LazyLock::new(|| {
    [
        Algorithm::MlDsa(Level::One),
        Algorithm::MlDsa(Level::Three),
        Algorithm::MlDsa(Level::Five),
        Algorithm::SlhDsa {
            level: Level::One,
            hash: Hash::Sha2,
            variant: Variant::Fast,
        },
    ]
    .map(|algorithm| {
        let seed = vec![7; algorithm.private_key_len(KeyFormat::Seed)];
        let known = "a seed of the right length makes a key that signs";
        let key = Key::from_bytes(algorithm, KeyFormat::Seed, &seed).expect(known);
        Signed {
            libcrux: key.public_key().expect(known).on(Backend::Libcrux),
            aws_lc: key.public_key().expect(known).on(Backend::AwsLc),
            signature: key.sign_deterministically(b"m", b"").expect(known),
        }
    })
});

/// The first byte picks the parameter set and whether to lay the rest over a signature, two more
/// say where. Gives back whether the signature verified.
pub(crate) fn run(data: &[u8]) -> bool {
    let Some(([which, high, low], bytes)) = data.split_first_chunk() else {
        return false;
    };
    let signed = &SIGNED[usize::from(which & 3)];
    let mut signature = signed.signature.clone();
    if which & 4 == 0 {
        let at = usize::from(u16::from_be_bytes([*high, *low])) % signature.len();
        for (byte, new) in signature[at..].iter_mut().zip(bytes) {
            *byte = *new;
        }
    } else {
        signature = bytes.to_vec();
    }
    let verified = signed.libcrux.verify(b"m", b"", &signature);
    assert_eq!(signed.aws_lc.verify(b"m", b"", &signature), verified);
    assert_eq!(verified, Ok(signature == signed.signature));
    verified == Ok(true)
}
