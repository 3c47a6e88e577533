//! Mode Basic: authenticated encryption under a shared key, or to a public key.

use std::sync::Arc;

use lockstep_seal::{
    Context, Header, KeyName, Mode, Origin, PublicKey, Purpose, Sealing, open, open_as_recipient,
    seal, seal_to,
};
use lockstep_store::id::UserId;
use lockstep_vault::Vault;
use lockstep_vault::key::KeyRecord;
use lockstep_vault::material::{LoadedKey, Material};
use lockstep_web::ApiError;
use lockstep_web::jobs::{Cancel, Length};
use zeroize::Zeroizing;

use crate::operations::cannot_be_opened;
use crate::operations::envelope::{DecryptedEnvelope, EncryptingKey, NewEnvelope, owners_alone};

pub(crate) async fn encrypt(
    vault: &Vault,
    under: &EncryptingKey,
    data: Zeroizing<Vec<u8>>,
) -> Result<NewEnvelope, ApiError> {
    let key = under.record().clone();
    let mut rng = vault.rng();
    let envelope = match under {
        EncryptingKey::LoadedKey(loaded) => {
            let (loaded, record) = (Arc::clone(loaded), key.clone());
            at_once_or_in_pool(vault, &key.user, data.len(), move || {
                let sealing = sealing(&record);
                match &loaded.material {
                    Material::Shared(key) => seal(key, &sealing, &data, &mut rng),
                    Material::Pair { public, .. } => seal_to(public, &sealing, &data, &mut rng),
                    Material::Fhe(_) => {
                        return Err(ApiError::internal(
                            "a homomorphic key was used in mode Basic",
                        ));
                    }
                }
                .map_err(|error| ApiError::internal(error.to_string()))
            })
            .await?
        }
        EncryptingKey::Public(record) => {
            let kem = record.slot.kem().ok_or_else(owners_alone)?;
            let record = record.clone();
            at_once_or_in_pool(vault, &key.user, data.len(), move || {
                PublicKey::from_bytes(kem, &record.public)
                    .and_then(|public| seal_to(&public, &sealing(&record), &data, &mut rng))
                    .map_err(|error| ApiError::internal(error.to_string()))
            })
            .await?
        }
    };
    Ok(NewEnvelope {
        envelope,
        key,
        root: None,
    })
}

pub(crate) async fn decrypt(
    vault: &Vault,
    loaded: Arc<LoadedKey>,
    envelope: Vec<u8>,
) -> Result<DecryptedEnvelope, ApiError> {
    let key = loaded.record.clone();
    let data = at_once_or_in_pool(vault, &key.user, envelope.len(), move || {
        let context = context(&loaded.record.user);
        let header = Header::parse(&envelope).ok();
        let opened = match &loaded.material {
            Material::Shared(key) => open(key, &envelope, &context),
            Material::Pair { private, .. } => {
                open_as_recipient(&private.open()?, &envelope, &context)
            }
            Material::Fhe(_) => Err(lockstep_seal::OpenError),
        };
        // Envelopes of this API have an empty extension.
        let plain = header.is_some_and(|header| header.ext.is_empty());
        opened
            .ok()
            .filter(|_| plain)
            .map(|opened| Zeroizing::new(opened.into_bytes()))
            .ok_or_else(|| cannot_be_opened("encryptedData"))
    })
    .await?;
    Ok(DecryptedEnvelope { data, key })
}

/// The context of a caller's data, as documented: a holder of the raw key uses the same.
pub(crate) fn context(user: &UserId) -> Context<'_> {
    Context {
        account: user.as_str().as_bytes(),
        purpose: Purpose::Data,
        row: b"",
    }
}

fn sealing(key: &KeyRecord) -> Sealing<'_> {
    Sealing {
        mode: Mode::Basic,
        origin: Origin::Server,
        key_name: KeyName {
            id: key.id.to_bytes(),
            version: 1,
        },
        context: context(&key.user),
        ext: b"",
    }
}

/// Runs short work inline, and long work in the worker pool.
async fn at_once_or_in_pool<T: Send + 'static>(
    vault: &Vault,
    user: &UserId,
    bytes: usize,
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    if bytes <= AT_ONCE {
        work()
    } else {
        let work = move |_: &Cancel| work();
        vault.pool().run_of(Length::Brief, user, work).await
    }
}

const AT_ONCE: usize = 64 << 10;
