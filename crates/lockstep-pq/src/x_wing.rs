//! X-Wing (draft-connolly-cfrg-xwing-kem-10): ML-KEM-768 with libcrux and X25519, combined by
//! SHA3-256. It is secure if at least one of the two is.

use x25519_dalek::{PublicKey as PublicX25519, StaticSecret};
use zeroize::Zeroizing;

use crate::algorithm::Level;
use crate::ml_kem::{self, UnpackedPrivateKey, UnpackedPublicKey};

/// A private key with its public half, in unpacked form.
pub(crate) struct Private {
    ml_kem: Box<dyn UnpackedPrivateKey>,
    x25519: StaticSecret,
    public_x25519: PublicX25519,
}

/// A public key in unpacked form.
pub(crate) struct Public {
    ml_kem: Box<dyn UnpackedPublicKey>,
    x25519: PublicX25519,
}

impl Private {
    /// The draft's `expandDecapsulationKey`.
    pub(crate) fn expand(seed: &[u8; 32]) -> Self {
        let expanded = Zeroizing::new(libcrux_sha3::shake256::<96>(seed));
        let (ml_kem_seed, scalar) = expanded.split_at(64);
        let ml_kem_seed: &[u8; 64] = ml_kem_seed.try_into().expect("64 of 96 bytes");
        let scalar: [u8; 32] = scalar.try_into().expect("32 of 96 bytes");
        let x25519 = StaticSecret::from(scalar);
        Self {
            ml_kem: ml_kem::generate(Level::Three, ml_kem_seed),
            public_x25519: PublicX25519::from(&x25519),
            x25519,
        }
    }

    pub(crate) fn public_bytes(&self) -> Vec<u8> {
        [
            &self.ml_kem.public_bytes()[..],
            self.public_x25519.as_bytes(),
        ]
        .concat()
    }

    /// Returns `None` if the length is wrong.
    pub(crate) fn decapsulate(&self, ciphertext: &[u8]) -> Option<[u8; 32]> {
        let (ml_kem, x25519) = ciphertext.split_last_chunk::<32>()?;
        let shared_ml_kem = Zeroizing::new(self.ml_kem.decapsulate(ml_kem)?);
        let shared_x25519 = self.x25519.diffie_hellman(&PublicX25519::from(*x25519));
        Some(combine(
            &shared_ml_kem,
            shared_x25519.as_bytes(),
            x25519,
            self.public_x25519.as_bytes(),
        ))
    }
}

impl Public {
    /// Returns `None` if the length is wrong or a coefficient is not reduced.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let (ml_kem, x25519) = bytes.split_last_chunk::<32>()?;
        Some(Self {
            ml_kem: ml_kem::read_public(Level::Three, ml_kem)?,
            x25519: PublicX25519::from(*x25519),
        })
    }

    /// The draft's `EncapsulateDerand`. The first half of the randomness is for ML-KEM, and the
    /// second half is the ephemeral scalar.
    pub(crate) fn encapsulate(&self, randomness: &[u8; 64]) -> (Vec<u8>, [u8; 32]) {
        let (m, scalar) = randomness.split_at(32);
        let m: [u8; 32] = m.try_into().expect("half of 64 bytes");
        let scalar: [u8; 32] = scalar.try_into().expect("half of 64 bytes");
        let ephemeral = StaticSecret::from(scalar);
        let ciphertext_x25519 = PublicX25519::from(&ephemeral);
        let shared_x25519 = ephemeral.diffie_hellman(&self.x25519);
        let (mut ciphertext, shared_ml_kem) = self.ml_kem.encapsulate(m);
        let shared = combine(
            &Zeroizing::new(shared_ml_kem),
            shared_x25519.as_bytes(),
            ciphertext_x25519.as_bytes(),
            self.x25519.as_bytes(),
        );
        ciphertext.extend_from_slice(ciphertext_x25519.as_bytes());
        (ciphertext, shared)
    }
}

/// The draft's combiner.
fn combine(
    shared_ml_kem: &[u8; 32],
    shared_x25519: &[u8; 32],
    ciphertext_x25519: &[u8; 32],
    public_x25519: &[u8; 32],
) -> [u8; 32] {
    const LABEL: &[u8; 6] = br"\.//^\";
    let mut input = Zeroizing::new([0; 134]);
    input[..32].copy_from_slice(shared_ml_kem);
    input[32..64].copy_from_slice(shared_x25519);
    input[64..96].copy_from_slice(ciphertext_x25519);
    input[96..128].copy_from_slice(public_x25519);
    input[128..].copy_from_slice(LABEL);
    libcrux_sha3::sha256(&*input)
}
