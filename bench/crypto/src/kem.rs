//! ML-KEM with loaded keys and with keys from bytes.

use aws_lc_rs::kem::{self, ML_KEM_512, ML_KEM_768, ML_KEM_1024};
use getrandom::SysRng;
use lockstep_pq::{Algorithm, Key, KeyFormat, Level, PublicKey};
use ml_kem::kem::Decapsulate;
use ml_kem::{DecapsulationKey, EncapsulationKey, MlKem512, MlKem768, MlKem1024};
use rand_core::{Rng, UnwrapErr};

use crate::race::{contender, heading, race};

/// Measures one parameter set; a macro because RustCrypto's sets are types.
macro_rules! one {
    ($level:expr, $aws:expr, $rust:ident, $oqs:expr) => {{
        let mut rng = UnwrapErr(SysRng);
        let algorithm = Algorithm::MlKem($level);
        let key = Key::generate(algorithm, &mut rng);
        let public = key.public_key().expect("generated");
        let public_bytes = public.as_bytes();
        let private_bytes = key.to_bytes(KeyFormat::Expanded).expect("generated");
        let (ciphertext, _) = public.encapsulate(&mut rng).expect("a mechanism");

        let aws_private =
            kem::DecapsulationKey::new($aws, private_bytes.expose()).expect("a good key");
        let aws_public = kem::EncapsulationKey::new($aws, public_bytes).expect("a good key");

        let rust_private = DecapsulationKey::<$rust>::from_seed(random().into());
        let rust_public: EncapsulationKey<$rust> = rust_private.encapsulation_key().clone();
        let (rust_ciphertext, _) = rust_public.encapsulate_deterministic(&random().into());

        #[cfg(feature = "liboqs")]
        let oqs = oqs::kem::Kem::new($oqs).expect("built in");
        #[cfg(feature = "liboqs")]
        let (oqs_public, oqs_private) = oqs.keypair().expect("liboqs");
        #[cfg(feature = "liboqs")]
        let (oqs_ciphertext, _) = oqs.encapsulate(&oqs_public).expect("liboqs");
        let mut generate = vec![
            contender("lockstep-pq", || {
                Key::generate(algorithm, &mut UnwrapErr(SysRng))
            }),
            contender("aws-lc-rs", || kem::DecapsulationKey::generate($aws)),
            contender("RustCrypto", || {
                DecapsulationKey::<$rust>::from_seed(random().into())
            }),
        ];
        let mut encapsulate = vec![
            contender("lockstep-pq, loaded", || {
                public.encapsulate(&mut UnwrapErr(SysRng))
            }),
            contender("lockstep-pq, from bytes", || {
                lockstep_pq::encapsulate(algorithm, public_bytes, &mut UnwrapErr(SysRng))
            }),
            contender("aws-lc-rs, loaded", || aws_public.encapsulate()),
            contender("aws-lc-rs, from bytes", || {
                kem::EncapsulationKey::new($aws, public_bytes)
                    .expect("a good key")
                    .encapsulate()
            }),
            contender("RustCrypto, loaded", || {
                rust_public.encapsulate_deterministic(&random().into())
            }),
        ];
        let mut decapsulate = vec![
            contender("lockstep-pq, loaded", || key.decapsulate(&ciphertext)),
            contender("lockstep-pq, from bytes", || {
                lockstep_pq::decapsulate(
                    algorithm,
                    &ciphertext,
                    KeyFormat::Expanded,
                    private_bytes.expose(),
                )
            }),
            contender("aws-lc-rs, loaded", || {
                aws_private.decapsulate(ciphertext.as_slice().into())
            }),
            contender("RustCrypto, loaded", || {
                rust_private.decapsulate(&rust_ciphertext)
            }),
        ];
        #[cfg(feature = "liboqs")]
        {
            generate.push(contender("liboqs", || oqs.keypair()));
            encapsulate.push(contender("liboqs, from bytes", || {
                oqs.encapsulate(&oqs_public)
            }));
            decapsulate.push(contender("liboqs, from bytes", || {
                oqs.decapsulate(&oqs_private, &oqs_ciphertext)
            }));
        }
        race(
            &format!("{algorithm} generate"),
            std::mem::take(&mut generate),
        );
        race(
            &format!("{algorithm} encapsulate"),
            std::mem::take(&mut encapsulate),
        );
        race(
            &format!("{algorithm} decapsulate"),
            std::mem::take(&mut decapsulate),
        );
        // The recipient parses the public key again.
        race(
            &format!("{algorithm} read public key"),
            vec![contender("lockstep-pq", || {
                PublicKey::from_bytes(algorithm, public_bytes)
            })],
        );
    }};
}

pub fn run() {
    heading(
        "ML-KEM, fresh randomness included. Loaded: the key was parsed beforehand. AWS-LC and liboqs \
         keep keys as bytes, so loading saves them little.",
    );
    one!(
        Level::One,
        &ML_KEM_512,
        MlKem512,
        oqs::kem::Algorithm::MlKem512
    );
    one!(
        Level::Three,
        &ML_KEM_768,
        MlKem768,
        oqs::kem::Algorithm::MlKem768
    );
    one!(
        Level::Five,
        &ML_KEM_1024,
        MlKem1024,
        oqs::kem::Algorithm::MlKem1024
    );
}

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    UnwrapErr(SysRng).fill_bytes(&mut bytes);
    bytes
}
