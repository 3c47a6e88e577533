//! A valid signature partly overwritten by any bytes, or any bytes alone: both back ends must
//! agree, and only the unchanged signature may verify.

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
        let known = "a seed of the right length gives a signing key";
        let key = Key::from_bytes(algorithm, KeyFormat::Seed, &seed).expect(known);
        Signed {
            libcrux: key.public_key().expect(known).on(Backend::Libcrux),
            aws_lc: key.public_key().expect(known).on(Backend::AwsLc),
            signature: key.sign_deterministically(b"m", b"").expect(known),
        }
    })
});

/// The first byte selects the parameter set and whether a signature is overwritten; the next two
/// give the position. Returns whether the signature verified.
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
