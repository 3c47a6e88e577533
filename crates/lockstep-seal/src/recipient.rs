//! Sealing to a public key. HPKE (RFC 9180, base mode) gives sender and recipient the 32 bytes of a
//! [`Key`]. The rest of the envelope is as with a shared key.

use std::fmt;

use hpke::aead::ExportOnlyAead;
use hpke::kdf::HkdfSha512;
use hpke::kem::{MlKem1024P384, XWing};
use hpke::{Deserializable, Kem as _, OpModeR, OpModeS, Serializable};
use rand_core::CryptoRng;
use zeroize::Zeroizing;

use crate::cipher::Cipher;
use crate::context::{Context, Sealing};
use crate::envelope::{open_with, seal_with};
use crate::error::{OpenError, SealError};
use crate::header::{Header, Suite};
use crate::kem::Kem;
use crate::key::Key;
use crate::plaintext::Plaintext;
use crate::primitives::Platform;

/// A public key, checked when it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicKey(AnyPublic);

#[derive(Clone, Debug, PartialEq, Eq)]
enum AnyPublic {
    XWing(Box<<XWing as hpke::Kem>::PublicKey>),
    MlKem1024P384(Box<<MlKem1024P384 as hpke::Kem>::PublicKey>),
}

impl PublicKey {
    /// Reads a public key of [`Kem::public_key_len`] bytes.
    ///
    /// # Errors
    /// [`SealError::PublicKey`] if the length is wrong, a coefficient is not reduced (FIPS 203,
    /// 7.2) or the point is not on the curve.
    pub fn from_bytes(kem: Kem, bytes: &[u8]) -> Result<Self, SealError> {
        let refused = |_| SealError::PublicKey { kem };
        Ok(Self(match kem {
            Kem::XWing => AnyPublic::XWing(Box::new(
                Deserializable::from_bytes(bytes).map_err(refused)?,
            )),
            Kem::MlKem1024P384 => AnyPublic::MlKem1024P384(Box::new(
                Deserializable::from_bytes(bytes).map_err(refused)?,
            )),
        }))
    }

    /// Returns the bytes that [`PublicKey::from_bytes`] reads.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        match &self.0 {
            AnyPublic::XWing(key) => key.to_bytes().to_vec(),
            AnyPublic::MlKem1024P384(key) => key.to_bytes().to_vec(),
        }
    }

    /// Returns the KEM of the key.
    #[must_use]
    pub fn kem(&self) -> Kem {
        match self.0 {
            AnyPublic::XWing(_) => Kem::XWing,
            AnyPublic::MlKem1024P384(_) => Kem::MlKem1024P384,
        }
    }

    /// Returns the shared key of a message and its encapsulation.
    pub(crate) fn encapsulate(
        &self,
        rng: &mut impl CryptoRng,
    ) -> Result<(Key, Vec<u8>), SealError> {
        let kem = self.kem();
        match &self.0 {
            AnyPublic::XWing(public) => encapsulate::<XWing>(kem, public, rng),
            AnyPublic::MlKem1024P384(public) => encapsulate::<MlKem1024P384>(kem, public, rng),
        }
    }
}

/// A private key. It is wiped when dropped, never printed, and compared in constant time.
#[derive(Clone)]
pub struct PrivateKey(AnyPrivate);

#[derive(Clone)]
enum AnyPrivate {
    XWing(Box<<XWing as hpke::Kem>::PrivateKey>),
    MlKem1024P384(Box<<MlKem1024P384 as hpke::Kem>::PrivateKey>),
}

impl PrivateKey {
    /// Generates a new key.
    #[must_use]
    pub fn generate(kem: Kem, rng: &mut impl CryptoRng) -> Self {
        let mut seed = Zeroizing::new([0; 32]);
        rng.fill_bytes(&mut *seed);
        Self::from_bytes(kem, &*seed).expect("any 32 bytes are a valid seed")
    }

    /// Reads a private key from its seed of [`Kem::private_key_len`] bytes.
    ///
    /// # Errors
    /// [`SealError::PrivateKey`] if the length is wrong.
    pub fn from_bytes(kem: Kem, bytes: &[u8]) -> Result<Self, SealError> {
        let refused = |_| SealError::PrivateKey { kem };
        Ok(Self(match kem {
            Kem::XWing => AnyPrivate::XWing(Box::new(
                Deserializable::from_bytes(bytes).map_err(refused)?,
            )),
            Kem::MlKem1024P384 => AnyPrivate::MlKem1024P384(Box::new(
                Deserializable::from_bytes(bytes).map_err(refused)?,
            )),
        }))
    }

    /// Returns the seed, to wrap it or to export it to its owner.
    #[must_use]
    pub fn to_bytes(&self) -> Zeroizing<[u8; 32]> {
        let mut seed = Zeroizing::new([0; 32]);
        match &self.0 {
            AnyPrivate::XWing(key) => key.write_exact(&mut *seed),
            AnyPrivate::MlKem1024P384(key) => key.write_exact(&mut *seed),
        }
        seed
    }

    /// Returns the public half.
    #[must_use]
    pub fn public_key(&self) -> PublicKey {
        PublicKey(match &self.0 {
            AnyPrivate::XWing(key) => AnyPublic::XWing(Box::new(XWing::sk_to_pk(key))),
            AnyPrivate::MlKem1024P384(key) => {
                AnyPublic::MlKem1024P384(Box::new(MlKem1024P384::sk_to_pk(key)))
            }
        })
    }

    /// Returns the KEM of the key.
    #[must_use]
    pub fn kem(&self) -> Kem {
        match self.0 {
            AnyPrivate::XWing(_) => Kem::XWing,
            AnyPrivate::MlKem1024P384(_) => Kem::MlKem1024P384,
        }
    }

    /// Recovers the shared key that [`PublicKey::encapsulate`] returned.
    pub(crate) fn decapsulate(&self, encapsulated: &[u8]) -> Result<Key, OpenError> {
        let kem = self.kem();
        match &self.0 {
            AnyPrivate::XWing(private) => decapsulate::<XWing>(kem, private, encapsulated),
            AnyPrivate::MlKem1024P384(private) => {
                decapsulate::<MlKem1024P384>(kem, private, encapsulated)
            }
        }
    }
}

impl fmt::Debug for PrivateKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PrivateKey({}, ..)", self.kem())
    }
}

impl PartialEq for PrivateKey {
    fn eq(&self, other: &Self) -> bool {
        use subtle::ConstantTimeEq;
        self.kem() == other.kem() && bool::from(self.to_bytes().ct_eq(&*other.to_bytes()))
    }
}

impl Eq for PrivateKey {}

/// Seals `plaintext` to a public key. Anyone with the public key can seal, and the envelope does
/// not authenticate the sender.
///
/// # Errors
/// [`SealError`] if the plaintext, the extension or the context is too long.
pub fn seal_to(
    recipient: &PublicKey,
    sealing: &Sealing<'_>,
    plaintext: &[u8],
    rng: &mut impl CryptoRng,
) -> Result<Vec<u8>, SealError> {
    let (key, encapsulated) = recipient.encapsulate(rng)?;
    let mut envelope = Vec::new();
    seal_with::<Platform>(
        key.mac(),
        Suite::Recipient(recipient.kem()),
        &encapsulated,
        sealing,
        plaintext,
        rng,
        &mut envelope,
    )?;
    Ok(envelope)
}

/// Opens an envelope that [`seal_to`] created for this key's public half in the same context.
///
/// # Errors
/// [`OpenError`] for every cause.
pub fn open_as_recipient(
    recipient: &PrivateKey,
    envelope: &[u8],
    context: &Context<'_>,
) -> Result<Plaintext, OpenError> {
    let header = Header::parse(envelope)?;
    if header.suite != Suite::Recipient(recipient.kem()) {
        return Err(OpenError);
    }
    let key = recipient.decapsulate(header.encapsulated)?;
    let mut plaintext = Vec::new();
    open_with::<Platform>(key.mac(), &header, envelope, context, &mut plaintext)?;
    Ok(Plaintext::new(plaintext))
}

fn encapsulate<K: hpke::Kem>(
    kem: Kem,
    public: &K::PublicKey,
    rng: &mut impl CryptoRng,
) -> Result<(Key, Vec<u8>), SealError> {
    let (encapsulated, context) = hpke::setup_sender_with_rng::<ExportOnlyAead, HkdfSha512, K>(
        &OpModeS::Base,
        public,
        &info(kem),
        rng,
    )
    .map_err(|_| SealError::PublicKey { kem })?;
    let key = export_key(|out| context.export(EXPORT_LABEL, out));
    Ok((key, encapsulated.to_bytes().to_vec()))
}

fn decapsulate<K: hpke::Kem>(
    kem: Kem,
    private: &K::PrivateKey,
    encapsulated: &[u8],
) -> Result<Key, OpenError> {
    let encapsulated = K::EncappedKey::from_bytes(encapsulated).map_err(|_| OpenError)?;
    let context = hpke::setup_receiver::<ExportOnlyAead, HkdfSha512, K>(
        &OpModeR::Base,
        private,
        &encapsulated,
        &info(kem),
    )
    .map_err(|_| OpenError)?;
    Ok(export_key(|out| context.export(EXPORT_LABEL, out)))
}

fn export_key(export: impl FnOnce(&mut [u8]) -> Result<(), hpke::HpkeError>) -> Key {
    let mut bytes = Zeroizing::new([0; 32]);
    export(&mut *bytes).expect("HKDF-SHA512 exports 32 bytes");
    Key::from_bytes(Cipher::Aes256Gcm, &bytes)
}

/// HPKE's `info`: the protocol and the code of the suite.
fn info(kem: Kem) -> [u8; 18] {
    let mut info = [0; 18];
    info[..16].copy_from_slice(b"lockstep-seal v1");
    info[16..].copy_from_slice(&Suite::Recipient(kem).code().to_be_bytes());
    info
}

const EXPORT_LABEL: &[u8] = b"key";

#[cfg(test)]
mod tests;
