//! SLH-DSA: all parameter sets, or those whose names contain the second argument.

use std::time::Duration;

use fips205::traits::{KeyGen, Signer, Verifier};
use getrandom::SysRng;
use lockstep_pq::{Algorithm, Hash, Key, Level, Variant};
use rand_core::UnwrapErr;
use slh_dsa::signature::Keypair;

use crate::race::{contender, heading, race_with};

/// `fips205` takes seconds for some signatures of the small variants.
fn turns(variant: Variant) -> usize {
    match variant {
        Variant::Fast => 9,
        Variant::Small => 5,
    }
}

macro_rules! one {
    ($level:ident, $hash:ident, $variant:ident, $rust_crypto:ident, $fips:ident, $oqs:expr) => {{
        let algorithm = Algorithm::SlhDsa {
            level: Level::$level,
            hash: Hash::$hash,
            variant: Variant::$variant,
        };
        let wanted = std::env::args().nth(2).unwrap_or_default();
        if algorithm.to_string().contains(&wanted) {
            let mut rng = UnwrapErr(SysRng);
            let message = [0x5A; 1024];
            let key = Key::generate(algorithm, &mut rng);
            let public = key.public_key().expect("generated");
            let signature = key.sign(&message, b"", &mut rng).expect("a scheme");
            let private = slh_dsa::SigningKey::<slh_dsa::$rust_crypto>::new(&mut rng);
            let randomness = [7; 32];
            let randomness = &randomness[..algorithm.public_key_len() / 2];
            let sign = || private.try_sign_with_context(&message, b"", Some(randomness));
            let rust_crypto_public = private.verifying_key();
            let rust_crypto_signature = sign().expect("no context");
            let (fips_public, fips_private) = fips205::$fips::KG::try_keygen().expect("fips205");
            let fips_signature = fips_private.try_sign(&message, b"", true).expect("fips205");
            #[cfg(feature = "liboqs")]
            let oqs = oqs::sig::Sig::new($oqs).expect("built in");
            #[cfg(feature = "liboqs")]
            let (oqs_public, oqs_private) = oqs.keypair().expect("liboqs");
            #[cfg(feature = "liboqs")]
            let oqs_signature = oqs.sign(&message, &oqs_private).expect("liboqs");
            let race = |operation, contenders| {
                let turn = Duration::from_millis(10);
                race_with(
                    &format!("{algorithm} {operation}"),
                    turns(Variant::$variant),
                    turn,
                    contenders,
                );
            };
            race(
                "generate",
                vec![
                    contender("lockstep-pq", || {
                        Key::generate(algorithm, &mut UnwrapErr(SysRng))
                    }),
                    contender("slh-dsa", || {
                        slh_dsa::SigningKey::<slh_dsa::$rust_crypto>::new(&mut UnwrapErr(SysRng))
                    }),
                    contender("fips205", || fips205::$fips::KG::try_keygen()),
                    #[cfg(feature = "liboqs")]
                    contender("liboqs (SPHINCS+ of round 3)", || oqs.keypair()),
                ],
            );
            race(
                "sign",
                vec![
                    contender("lockstep-pq", || {
                        key.sign(&message, b"", &mut UnwrapErr(SysRng))
                    }),
                    contender("slh-dsa", sign),
                    contender("fips205", || fips_private.try_sign(&message, b"", true)),
                    #[cfg(feature = "liboqs")]
                    contender("liboqs (SPHINCS+ of round 3)", || {
                        oqs.sign(&message, &oqs_private)
                    }),
                ],
            );
            race(
                "verify",
                vec![
                    contender("lockstep-pq", || public.verify(&message, b"", &signature)),
                    contender("slh-dsa", || {
                        rust_crypto_public.try_verify_with_context(
                            &message,
                            b"",
                            &rust_crypto_signature,
                        )
                    }),
                    contender("fips205", || {
                        fips_public.verify(&message, &fips_signature, b"")
                    }),
                    #[cfg(feature = "liboqs")]
                    contender("liboqs (SPHINCS+ of round 3)", || {
                        oqs.verify(&message, &oqs_signature, &oqs_public)
                    }),
                ],
            );
        }
    }};
}

pub fn run() {
    heading(
        "SLH-DSA over 1 KiB, hedged. liboqs implements the third-round submission, not FIPS 205.",
    );
    one!(
        One,
        Sha2,
        Fast,
        Sha2_128f,
        slh_dsa_sha2_128f,
        oqs::sig::Algorithm::SphincsSha2128fSimple
    );
    one!(
        One,
        Sha2,
        Small,
        Sha2_128s,
        slh_dsa_sha2_128s,
        oqs::sig::Algorithm::SphincsSha2128sSimple
    );
    one!(
        One,
        Shake,
        Fast,
        Shake128f,
        slh_dsa_shake_128f,
        oqs::sig::Algorithm::SphincsShake128fSimple
    );
    one!(
        One,
        Shake,
        Small,
        Shake128s,
        slh_dsa_shake_128s,
        oqs::sig::Algorithm::SphincsShake128sSimple
    );
    one!(
        Three,
        Sha2,
        Fast,
        Sha2_192f,
        slh_dsa_sha2_192f,
        oqs::sig::Algorithm::SphincsSha2192fSimple
    );
    one!(
        Three,
        Sha2,
        Small,
        Sha2_192s,
        slh_dsa_sha2_192s,
        oqs::sig::Algorithm::SphincsSha2192sSimple
    );
    one!(
        Three,
        Shake,
        Fast,
        Shake192f,
        slh_dsa_shake_192f,
        oqs::sig::Algorithm::SphincsShake192fSimple
    );
    one!(
        Three,
        Shake,
        Small,
        Shake192s,
        slh_dsa_shake_192s,
        oqs::sig::Algorithm::SphincsShake192sSimple
    );
    one!(
        Five,
        Sha2,
        Fast,
        Sha2_256f,
        slh_dsa_sha2_256f,
        oqs::sig::Algorithm::SphincsSha2256fSimple
    );
    one!(
        Five,
        Sha2,
        Small,
        Sha2_256s,
        slh_dsa_sha2_256s,
        oqs::sig::Algorithm::SphincsSha2256sSimple
    );
    one!(
        Five,
        Shake,
        Fast,
        Shake256f,
        slh_dsa_shake_256f,
        oqs::sig::Algorithm::SphincsShake256fSimple
    );
    one!(
        Five,
        Shake,
        Small,
        Shake256s,
        slh_dsa_shake_256s,
        oqs::sig::Algorithm::SphincsShake256sSimple
    );
}
