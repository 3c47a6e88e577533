//! ML-DSA: hedged signing and verification of 1 KiB.

use aws_lc_rs::signature::{
    ML_DSA_44, ML_DSA_44_SIGNING, ML_DSA_65, ML_DSA_65_SIGNING, ML_DSA_87, ML_DSA_87_SIGNING,
    ParsedPublicKey, PqdsaKeyPair,
};
use getrandom::SysRng;
use lockstep_pq::{Algorithm, Backend, Key, Level};
use ml_dsa::{MlDsa44, MlDsa65, MlDsa87, SigningKey};
use rand_core::{Rng, UnwrapErr};

use crate::race::{contender, heading, race};

/// Measures one parameter set; a macro because RustCrypto's sets are types.
macro_rules! one {
    ($level:expr, $aws:expr, $aws_signing:expr, $rust:ident, $oqs:expr) => {{
        let mut rng = UnwrapErr(SysRng);
        let algorithm = Algorithm::MlDsa($level);
        let message = [0x5A; 1024];
        let key = Key::generate(algorithm, &mut rng);
        let on_aws = Key::from_bytes(
            algorithm,
            lockstep_pq::KeyFormat::Seed,
            key.to_bytes(lockstep_pq::KeyFormat::Seed)
                .expect("generated")
                .expose(),
        )
        .expect("a good key")
        .on(Backend::AwsLc);
        let public = key.public_key().expect("generated");
        let libcrux = key.public_key().expect("generated").on(Backend::Libcrux);
        let signature = key.sign(&message, b"", &mut rng).expect("a scheme");

        let aws_private = PqdsaKeyPair::from_seed($aws_signing, &random::<32>()).expect("a seed");
        let aws_public = ParsedPublicKey::new($aws, public.as_bytes()).expect("a good key");
        let mut aws_out = vec![0; $aws_signing.signature_len()];

        let rust_private = SigningKey::<$rust>::from_seed(&random().into());
        let rust_key = rust_private.expanded_key();
        let rust_public = rust_key.verifying_key();
        let rust_signature = rust_key
            .sign_deterministic(&message, b"")
            .expect("short context");

        #[cfg(feature = "liboqs")]
        let oqs = oqs::sig::Sig::new($oqs).expect("built in");
        #[cfg(feature = "liboqs")]
        let (oqs_public, oqs_private) = oqs.keypair().expect("liboqs");
        #[cfg(feature = "liboqs")]
        let oqs_signature = oqs.sign(&message, &oqs_private).expect("liboqs");
        let mut generate = vec![
            contender("lockstep-pq", || {
                Key::generate(algorithm, &mut UnwrapErr(SysRng))
            }),
            contender("aws-lc-rs", || PqdsaKeyPair::generate($aws_signing)),
            contender("RustCrypto", || {
                SigningKey::<$rust>::from_seed(&random().into())
            }),
        ];
        let mut sign = vec![
            contender("lockstep-pq", || {
                key.sign(&message, b"", &mut UnwrapErr(SysRng))
            }),
            contender("lockstep-pq on AWS-LC", || {
                on_aws.sign(&message, b"", &mut UnwrapErr(SysRng))
            }),
            contender("aws-lc-rs", || aws_private.sign(&message, &mut aws_out)),
            contender("RustCrypto", || {
                rust_key.sign_randomized(&message, b"", &mut UnwrapErr(SysRng))
            }),
        ];
        let mut verify = vec![
            contender("lockstep-pq", || public.verify(&message, b"", &signature)),
            contender("lockstep-pq on libcrux", || {
                libcrux.verify(&message, b"", &signature)
            }),
            contender("aws-lc-rs", || aws_public.verify_sig(&message, &signature)),
            contender("RustCrypto", || {
                rust_public.verify_with_context(&message, b"", &rust_signature)
            }),
        ];
        #[cfg(feature = "liboqs")]
        {
            generate.push(contender("liboqs", || oqs.keypair()));
            sign.push(contender("liboqs", || oqs.sign(&message, &oqs_private)));
            verify.push(contender("liboqs", || {
                oqs.verify(&message, &oqs_signature, &oqs_public)
            }));
        }
        race(
            &format!("{algorithm} generate"),
            std::mem::take(&mut generate),
        );
        race(&format!("{algorithm} sign"), std::mem::take(&mut sign));
        race(&format!("{algorithm} verify"), std::mem::take(&mut verify));
    }};
}

pub fn run() {
    heading("ML-DSA over 1 KiB, empty context, hedged (fresh randomness included).");
    one!(
        Level::One,
        &ML_DSA_44,
        &ML_DSA_44_SIGNING,
        MlDsa44,
        oqs::sig::Algorithm::MlDsa44
    );
    one!(
        Level::Three,
        &ML_DSA_65,
        &ML_DSA_65_SIGNING,
        MlDsa65,
        oqs::sig::Algorithm::MlDsa65
    );
    one!(
        Level::Five,
        &ML_DSA_87,
        &ML_DSA_87_SIGNING,
        MlDsa87,
        oqs::sig::Algorithm::MlDsa87
    );
}

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    UnwrapErr(SysRng).fill_bytes(&mut bytes);
    bytes
}
