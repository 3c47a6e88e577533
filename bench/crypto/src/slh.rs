//! SLH-DSA: the parameter sets for fast signing.

use std::time::Duration;

use fips205::traits::{KeyGen, Signer, Verifier};
use getrandom::SysRng;
use lockstep_pq::{Algorithm, Hash, Key, Level, Variant};
use rand_core::UnwrapErr;

use crate::race::{contender, heading, race_with};

macro_rules! one {
    ($level:expr, $hash:expr, $fips:ident, $oqs:expr) => {{
        let mut rng = UnwrapErr(SysRng);
        let algorithm = Algorithm::SlhDsa {
            level: $level,
            hash: $hash,
            variant: Variant::Fast,
        };
        let message = [0x5A; 1024];
        let key = Key::generate(algorithm, &mut rng);
        let public = key.public_key().expect("generated");
        let signature = key.sign(&message, b"", &mut rng).expect("a scheme");
        let (fips_public, fips_private) = fips205::$fips::KG::try_keygen().expect("fips205");
        let fips_signature = fips_private.try_sign(&message, b"", true).expect("fips205");
        #[cfg(feature = "liboqs")]
        let oqs = oqs::sig::Sig::new($oqs).expect("built in");
        #[cfg(feature = "liboqs")]
        let (oqs_public, oqs_private) = oqs.keypair().expect("liboqs");
        #[cfg(feature = "liboqs")]
        let oqs_signature = oqs.sign(&message, &oqs_private).expect("liboqs");
        let mut sign = vec![
            contender("lockstep-pq", || {
                key.sign(&message, b"", &mut UnwrapErr(SysRng))
            }),
            contender("fips205", || fips_private.try_sign(&message, b"", true)),
        ];
        let mut verify = vec![
            contender("lockstep-pq", || public.verify(&message, b"", &signature)),
            contender("fips205", || {
                fips_public.verify(&message, &fips_signature, b"")
            }),
        ];
        #[cfg(feature = "liboqs")]
        {
            sign.push(contender("liboqs (SPHINCS+ of round 3)", || {
                oqs.sign(&message, &oqs_private)
            }));
            verify.push(contender("liboqs (SPHINCS+ of round 3)", || {
                oqs.verify(&message, &oqs_signature, &oqs_public)
            }));
        }
        let turn = Duration::from_millis(10);
        race_with(
            &format!("{algorithm} sign"),
            9,
            turn,
            std::mem::take(&mut sign),
        );
        race_with(
            &format!("{algorithm} verify"),
            9,
            turn,
            std::mem::take(&mut verify),
        );
    }};
}

pub fn run() {
    heading(
        "SLH-DSA over 1 KiB, hedged. liboqs implements the third-round submission, not FIPS 205.",
    );
    one!(
        Level::One,
        Hash::Sha2,
        slh_dsa_sha2_128f,
        oqs::sig::Algorithm::SphincsSha2128fSimple
    );
    one!(
        Level::Three,
        Hash::Sha2,
        slh_dsa_sha2_192f,
        oqs::sig::Algorithm::SphincsSha2192fSimple
    );
    one!(
        Level::One,
        Hash::Shake,
        slh_dsa_shake_128f,
        oqs::sig::Algorithm::SphincsShake128fSimple
    );
}
