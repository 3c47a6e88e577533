//! Passwords: Argon2id (RFC 9106) with 19 MiB and 2 passes, never more than two at a time, on threads
//! of low priority.

use std::sync::Arc;

use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use argon2::{Algorithm, Argon2, Params, Version};
use lockstep_store::clock::entropy_array;
use lockstep_store::{Entropy, background};
use lockstep_web::Fault;
use tokio::sync::Semaphore;
use zeroize::Zeroizing;

/// A password on its way to be hashed; zeroised when dropped, never printed.
#[derive(Clone)]
pub struct Password(Zeroizing<String>);

impl Password {
    /// One that is to be set: 12 to 1024 characters.
    pub fn new(text: String) -> Result<Self, Fault> {
        let text = Zeroizing::new(text);
        if !(SHORTEST..=LONGEST).contains(&text.chars().count()) {
            return Err(Fault::invalid(
                "password",
                format!("must be {SHORTEST} to {LONGEST} characters"),
            ));
        }
        Ok(Self(text))
    }

    /// One that is only compared: any text, cut where no password goes on.
    #[must_use]
    pub fn given(text: String) -> Self {
        Self(Zeroizing::new(text))
    }
}

impl std::fmt::Debug for Password {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Password(…)")
    }
}

/// Hashes and compares; cheap to clone, all clones share the two slots.
#[derive(Clone)]
pub struct Hasher {
    slots: Arc<Semaphore>,
    /// What an unknown user's password is compared with: same work, never equal.
    nobody: Arc<str>,
}

impl Hasher {
    /// With two slots.
    #[must_use]
    pub fn new(entropy: &dyn Entropy) -> Self {
        let nobody = argon2()
            .hash_password_with_salt(&entropy_array::<32>(entropy), &entropy_array::<16>(entropy))
            .map_or_else(|_| String::new(), |hash| hash.to_string());
        Self {
            slots: Arc::new(Semaphore::new(SLOTS)),
            nobody: nobody.into(),
        }
    }

    /// The PHC string that the store keeps.
    pub async fn hash(&self, password: &Password, entropy: &dyn Entropy) -> Result<String, Fault> {
        let (password, salt) = (password.clone(), entropy_array::<16>(entropy));
        self.in_slot(move || {
            argon2()
                .hash_password_with_salt(password.0.as_bytes(), &salt)
                .map(|hash| hash.to_string())
                .map_err(|error| Fault::internal(format!("argon2: {error}")))
        })
        .await?
    }

    /// Whether this is the password; without a stored one it is not, after the same work.
    pub async fn verify(&self, password: &Password, stored: Option<String>) -> Result<bool, Fault> {
        let (password, known) = (password.clone(), stored.is_some());
        let stored = stored.unwrap_or_else(|| self.nobody.to_string());
        self.in_slot(move || {
            let stored = PasswordHash::new(&stored)
                .map_err(|error| Fault::internal(format!("stored password: {error}")))?;
            let equal = argon2()
                .verify_password(password.0.as_bytes(), &stored)
                .is_ok();
            Ok(equal && known)
        })
        .await?
    }

    async fn in_slot<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Fault> {
        let slot = self.slots.clone().acquire_owned().await;
        background::spawn_brief(move || {
            let done = work();
            drop(slot);
            done
        })
        .await
        .map_err(|error| Fault::internal(format!("hashing: {error}")))
    }
}

fn argon2() -> Argon2<'static> {
    let params =
        Params::new(MEMORY_KIB, PASSES, 1, None).expect("constants within Argon2's bounds");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const SLOTS: usize = 2;
const SHORTEST: usize = 12;
const LONGEST: usize = 1024;
