//! Encryption and decryption in any mode: this module finds the key and dispatches to the mode.

use std::sync::Arc;

use lockstep_seal::{Header, Origin};
use lockstep_store::id::KeyId;
use lockstep_vault::key::{Custody, KeyRecord, KeySlot, Mode, NamedScheme};
use lockstep_vault::material::LoadedKey;
use lockstep_web::ApiError;
use lockstep_web::Owner;
use lockstep_zk::CurveName;
use zeroize::Zeroizing;

use crate::encryption::Encryption;
use crate::operations::client_envelope::ClientEnvelope;
use crate::operations::envelope::{DecryptedEnvelope, EncryptingKey, NewEnvelope};
use crate::operations::{basic, cannot_be_opened, committed, homomorphic};

/// The request of an encryption.
pub(crate) struct Encrypt {
    pub(crate) data: Zeroizing<Vec<u8>>,
    pub(crate) mode: Mode,
    /// `None`: the key determines the slot, or the mode's default applies.
    pub(crate) slot: Option<KeySlot>,
    pub(crate) key: Option<KeyId>,
    pub(crate) precision: Option<u8>,
    /// `None`: the key's level determines it.
    pub(crate) curve: Option<CurveName>,
}

impl Encryption {
    /// Encrypts under the slot's current key, or under the named key.
    pub(crate) async fn encrypt(
        self,
        owner: Owner,
        asked: Encrypt,
    ) -> Result<NewEnvelope, ApiError> {
        let key = self.encrypting_key(&owner, &asked).await?;
        match asked.mode {
            Mode::Basic => basic::encrypt(&self, &key, asked.data).await,
            Mode::Fhe => homomorphic::encrypt(&self, key, asked.data, asked.precision).await,
            Mode::Zk => {
                committed::encrypt(&self, key, asked.data, asked.precision, asked.curve).await
            }
        }
    }

    /// Opens an envelope of the caller.
    pub(crate) async fn decrypt(
        self,
        owner: Owner,
        envelope: Vec<u8>,
    ) -> Result<DecryptedEnvelope, ApiError> {
        let loaded = self.opener(&owner, &envelope, "encryptedData").await?;
        match loaded.record.slot.mode {
            Mode::Basic => basic::decrypt(&self, loaded, envelope).await,
            Mode::Fhe => homomorphic::decrypt(&self, loaded, envelope).await,
            Mode::Zk => committed::decrypt(&self, loaded, envelope).await,
        }
    }

    /// The key that an envelope names, with its secret, if the caller owns the key and it decrypts.
    pub(crate) async fn opener(
        &self,
        owner: &Owner,
        envelope: &[u8],
        parameter: &str,
    ) -> Result<Arc<LoadedKey>, ApiError> {
        let named = HeaderKey::read(envelope, parameter)?;
        if named.mode == Mode::Fhe && named.origin == Origin::Client {
            return Err(cannot_be_opened(parameter));
        }
        let loaded = self.mode_keys().named(&owner.user, &named.id).await;
        let loaded = loaded.map_err(|error| unusable_key(error, parameter))?;
        named.fits(&loaded.record, parameter)?;
        Ok(loaded)
    }

    /// As [`Encryption::opener`], without the secret, which the platform may not have.
    pub(crate) async fn key_of(
        &self,
        owner: &Owner,
        envelope: &[u8],
        parameter: &str,
    ) -> Result<KeyRecord, ApiError> {
        let named = HeaderKey::read(envelope, parameter)?;
        let record = match self.cache().key(&owner.user, &named.id) {
            Some(loaded) => Ok(loaded.record.clone()),
            None => self.mode_keys().record(&owner.user, &named.id).await,
        };
        let record = record.map_err(|error| unusable_key(error, parameter))?;
        named.fits(&record, parameter)?;
        Ok(record)
    }

    async fn encrypting_key(
        &self,
        owner: &Owner,
        asked: &Encrypt,
    ) -> Result<EncryptingKey, ApiError> {
        let Some(id) = &asked.key else {
            let slot = match asked.slot {
                Some(slot) => slot,
                None => KeySlot::allowed(
                    NamedScheme::usual(asked.mode),
                    None,
                    self.mode_keys().minimum_level(),
                )
                .map_err(|no| ApiError::encryption_parameter(no.parameter, no.reason))?,
            };
            return self
                .mode_keys()
                .current(owner, slot)
                .await
                .map(EncryptingKey::LoadedKey);
        };
        let record = self.mode_keys().record(&owner.user, id).await?;
        if record.slot.mode != asked.mode || asked.slot.is_some_and(|slot| slot != record.slot) {
            return Err(ApiError::encryption_parameter(
                "parameters.keyId",
                format!(
                    "is of {} {} {}: mode, scheme and securityLevel must agree with it",
                    record.slot.mode,
                    record.slot.scheme_name(),
                    record.slot.level
                ),
            ));
        }
        self.mode_keys().ensure_allowed(record.slot)?;
        if !record.status.encrypts()
            || self.ctx().clock.now() >= self.mode_keys().period_end(&record)
        {
            return Err(ApiError::encryption_parameter(
                "parameters.keyId",
                format!(
                    "a key that is {} or has expired cannot encrypt",
                    record.status
                ),
            ));
        }
        match record.custody {
            Custody::Server => self
                .mode_keys()
                .named(&owner.user, id)
                .await
                .map(EncryptingKey::LoadedKey),
            Custody::Client => Ok(EncryptingKey::Public(record)),
        }
    }
}

/// The key fields in the header of an envelope.
struct HeaderKey {
    id: KeyId,
    version: u32,
    mode: Mode,
    origin: Origin,
}

impl HeaderKey {
    fn read(envelope: &[u8], parameter: &str) -> Result<Self, ApiError> {
        if let Some(id) = ClientEnvelope::key(envelope) {
            return Ok(Self {
                id,
                version: 1,
                mode: Mode::Fhe,
                origin: Origin::Client,
            });
        }
        let refused = || cannot_be_opened(parameter);
        let header = Header::parse(envelope).map_err(|_| refused())?;
        let mode = match header.mode {
            lockstep_seal::Mode::Basic => Mode::Basic,
            lockstep_seal::Mode::Fhe => Mode::Fhe,
            lockstep_seal::Mode::Zk => Mode::Zk,
            lockstep_seal::Mode::AtRest => return Err(refused()),
        };
        Ok(Self {
            id: KeyId::from_bytes(header.key_name.id),
            version: header.key_name.version,
            mode,
            origin: header.origin,
        })
    }

    fn fits(&self, record: &KeyRecord, parameter: &str) -> Result<(), ApiError> {
        if record.slot.mode == self.mode && record.status.decrypts() && self.version == 1 {
            return Ok(());
        }
        Err(cannot_be_opened(parameter))
    }
}

/// Maps every fault of the key that an envelope names to one refusal.
fn unusable_key(error: ApiError, parameter: &str) -> ApiError {
    use lockstep_web::api_error::ErrorKind;
    match error.kind {
        ErrorKind::Internal | ErrorKind::Unavailable => error,
        _ => cannot_be_opened(parameter),
    }
}
