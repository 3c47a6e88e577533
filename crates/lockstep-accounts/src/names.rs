//! The names of accounts and of API keys. The store holds names sealed under the account's own key,
//! and finds accounts by keyed digests of their names.
//!
//! A sign-in needs only the digests. A name is opened only where it is shown or searched; if its key is
//! unavailable, an empty name is shown.

pub(crate) mod search;
pub(crate) mod search_lock;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use data_encoding::HEXLOWER;
use icu_casemap::CaseMapper;
use icu_normalizer::DecomposingNormalizer;
use lockstep_store::id::{ApiKeyId, UserId};
use lockstep_store::{StoreError, Tx};
use lockstep_vault::at_rest::AadContext;
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::{ApiError, AppState, DigestKey, KeyedDigest};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use self::search_lock::SearchLock;

/// The fields of an account that the store holds only sealed.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AccountNames {
    pub(crate) username: String,
    pub(crate) email: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) wallet_address: Option<String>,
}

impl AccountNames {
    /// Whether the user name or the e-mail address contains this folded text.
    pub(crate) fn contain(&self, text: &str) -> bool {
        [&self.username, &self.email]
            .iter()
            .any(|name| fold(name).contains(text))
    }
}

/// A person at an OpenID provider; the store holds it only sealed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct IdentityName {
    pub(crate) issuer: String,
    /// The provider's identifier of the person: it never changes, and is never given to another person.
    pub(crate) subject: String,
}

/// The names of an account as stored.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct StoredNames {
    pub(crate) sealed: Option<Vec<u8>>,
    /// Clear names in a row of an earlier version, whose account key was not available yet.
    pub(crate) clear: AccountNames,
    /// Whether the stored value is damaged: no names can be opened.
    pub(crate) is_damaged: bool,
}

/// The key by which the store finds an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NameKey {
    /// The digest of a user name.
    Username(String),
    /// The digest of an e-mail address.
    Email(String),
}

impl NameKey {
    /// The column of the key, and the key.
    pub(crate) fn column(&self) -> (&'static str, &str) {
        match self {
            Self::Username(key) => ("username_key", key),
            Self::Email(key) => ("email_key", key),
        }
    }
}

/// Computes the digests by which accounts are found.
#[derive(Clone)]
pub(crate) struct NameIndex(DigestKey);

impl NameIndex {
    pub(crate) fn username(&self, name: &str) -> String {
        self.hex("username", name)
    }

    pub(crate) fn email(&self, email: &str) -> String {
        self.hex("email", email)
    }

    /// Returns the digest of an identity at an OpenID provider.
    pub(crate) fn identity(&self, identity: &IdentityName) -> KeyedDigest {
        let parts = [identity.issuer.as_bytes(), identity.subject.as_bytes()];
        self.0.digest("identity", &parts)
    }

    /// Returns the mark of an account's row that states whether its sign-ins need a second factor.
    pub(crate) fn second_factor(&self, user: &UserId, is_required: bool) -> KeyedDigest {
        let answer: &[u8] = match is_required {
            true => b"required",
            false => b"none",
        };
        self.0
            .digest("second factor", &[user.as_str().as_bytes(), answer])
    }

    /// Returns a short digest of the network that an account signs in from. The log of the sign-ins has it instead of an
    /// address; the digests of one network differ between accounts.
    pub(crate) fn network(&self, user: &UserId, network: IpAddr) -> String {
        let network = network.to_string();
        let parts = [user.as_str().as_bytes(), network.as_bytes()];
        let digest = self.0.digest("network", &parts);
        HEXLOWER.encode(&digest[..NETWORK_DIGEST_BYTES])
    }

    /// Returns the key for the text that a client signs in with. A user name contains no `@`.
    pub(crate) fn sign_in(&self, name: &str) -> NameKey {
        match name.contains('@') {
            true => NameKey::Email(self.email(name)),
            false => NameKey::Username(self.username(name)),
        }
    }

    /// Returns a check value: equal for two indexes with the same digest key and folding rules.
    pub(crate) fn check(&self) -> KeyedDigest {
        self.0.digest("check", &[FOLDING])
    }

    fn hex(&self, label: &str, text: &str) -> String {
        HEXLOWER.encode(&self.0.digest(label, &[fold(text).as_bytes()]))
    }
}

/// Folds a name for comparison: two names are equal if they differ only in letter case or in the
/// composition of their characters (Unicode definition D145, canonical caseless matching).
pub(crate) fn fold(text: &str) -> Zeroizing<String> {
    if text.is_ascii() {
        return Zeroizing::new(text.to_ascii_lowercase());
    }
    let decomposed = DecomposingNormalizer::new_nfd();
    let text = Zeroizing::new(decomposed.normalize(text).into_owned());
    let text = Zeroizing::new(CaseMapper::new().fold_string(&text).into_owned());
    Zeroizing::new(decomposed.normalize(&text).into_owned())
}

/// The bytes of the digest of a network: enough to tell the few networks of an account apart.
const NETWORK_DIGEST_BYTES: usize = 8;

/// The version of the rules of [`fold`]. A start with another version indexes every name again.
const FOLDING: &[u8] = b"D145";

/// The index of names, a cache of opened names, and the names that administrators search. The server stores it as an
/// extension of the application state.
pub(crate) struct Names {
    index: NameIndex,
    opened: Mutex<HashMap<UserId, OpenedNames>>,
    search: SearchLock,
    /// Held while an account is created: of two requests for one name, the second creates no key.
    creating: tokio::sync::Mutex<()>,
}

/// Opened names, and the bytes that they were opened from.
struct OpenedNames {
    sealed: Vec<u8>,
    names: AccountNames,
}

impl Names {
    /// Creates the index with the vault's digest key.
    #[must_use]
    pub(crate) fn new(vault: &Vault) -> Self {
        Self {
            index: NameIndex(vault.digests("account names")),
            opened: Mutex::default(),
            search: SearchLock::default(),
            creating: tokio::sync::Mutex::default(),
        }
    }

    pub(crate) fn of(state: &AppState) -> Result<&Self, ApiError> {
        state
            .extension()
            .ok_or_else(|| ApiError::internal("the server was assembled without an index of names"))
    }

    pub(crate) fn index(&self) -> NameIndex {
        self.index.clone()
    }

    pub(crate) fn search(&self) -> &SearchLock {
        &self.search
    }

    pub(crate) fn creating(&self) -> &tokio::sync::Mutex<()> {
        &self.creating
    }

    /// Returns the names of an account, or empty names if they cannot be opened.
    pub(crate) async fn shown(
        &self,
        state: &AppState,
        user: &UserId,
        stored: &StoredNames,
    ) -> AccountNames {
        match self.open(state, user, stored).await {
            Ok(names) => names,
            Err(fault) => {
                tracing::debug!(account = %user, reason = fault.log, "names that cannot be decrypted are shown empty");
                AccountNames::default()
            }
        }
    }

    /// Opens the names of an account.
    ///
    /// # Errors
    /// The account's key is unavailable, or the bytes are damaged.
    pub(crate) async fn open(
        &self,
        state: &AppState,
        user: &UserId,
        stored: &StoredNames,
    ) -> Result<AccountNames, ApiError> {
        if let Some(sealed) = &stored.sealed
            && let Some(opened) = self.lock().get(user)
            && opened.sealed == *sealed
        {
            return Ok(opened.names.clone());
        }
        let names = open_stored(state, user, stored).await?;
        if let Some(sealed) = &stored.sealed {
            self.remember(user, sealed.clone(), names.clone());
        }
        Ok(names)
    }

    fn remember(&self, user: &UserId, sealed: Vec<u8>, names: AccountNames) {
        let mut opened = self.lock();
        if opened.len() >= MAX_OPENED_ACCOUNTS {
            opened.clear();
        }
        opened.insert(user.clone(), OpenedNames { sealed, names });
    }

    /// Drops the names of an erased account from memory. If a search runs, it drops them at its end.
    pub(crate) fn forget(&self, user: &UserId) {
        self.lock().remove(user);
        self.search.forget(user);
    }

    /// Ignores poisoning: no holder of this lock leaves a half-done change.
    fn lock(&self) -> MutexGuard<'_, HashMap<UserId, OpenedNames>> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Opens the names of an account, and does not keep them.
///
/// # Errors
/// The account's key is unavailable, or the bytes are damaged.
pub(crate) async fn open_stored(
    state: &AppState,
    user: &UserId,
    stored: &StoredNames,
) -> Result<AccountNames, ApiError> {
    if stored.is_damaged {
        return Err(ApiError::internal("the names of an account are damaged"));
    }
    let Some(sealed) = &stored.sealed else {
        return Ok(stored.clear.clone());
    };
    let account_keys = Vault::of(state)?.account_keys(user).await?;
    open_account(&account_keys, sealed)
}

/// Seals the names of the account that owns the keys, in the transaction that stores them.
pub(crate) fn seal_account(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    names: &AccountNames,
) -> Result<Vec<u8>, StoreError> {
    seal(tx, account_keys, account_context(account_keys), names)
}

/// Opens the names of the account that owns the keys.
pub(crate) fn open_account(
    account_keys: &AccountKeys,
    sealed: &[u8],
) -> Result<AccountNames, ApiError> {
    open(account_keys, account_context(account_keys), sealed)
}

/// Seals the name of an API key, in the transaction that stores it.
pub(crate) fn seal_api_key(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    id: &ApiKeyId,
    name: &str,
) -> Result<Vec<u8>, StoreError> {
    seal(tx, account_keys, api_key_context(id), &name)
}

/// Opens the name of an API key.
pub(crate) fn open_api_key(
    account_keys: &AccountKeys,
    id: &ApiKeyId,
    sealed: &[u8],
) -> Result<String, ApiError> {
    open(account_keys, api_key_context(id), sealed)
}

/// Seals an identity of the account that owns the keys, in the transaction that stores it.
pub(crate) fn seal_identity(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    provider: &str,
    identity: &IdentityName,
) -> Result<Vec<u8>, StoreError> {
    seal(tx, account_keys, identity_context(provider), identity)
}

/// Opens an identity of the account that owns the keys.
pub(crate) fn open_identity(
    account_keys: &AccountKeys,
    provider: &str,
    sealed: &[u8],
) -> Result<IdentityName, ApiError> {
    open(account_keys, identity_context(provider), sealed)
}

fn identity_context(provider: &str) -> AadContext<'_> {
    AadContext {
        what: "identity",
        row: provider.as_bytes(),
    }
}

fn account_context(account_keys: &AccountKeys) -> AadContext<'_> {
    AadContext {
        what: "names",
        row: account_keys.user().as_str().as_bytes(),
    }
}

fn api_key_context(id: &ApiKeyId) -> AadContext<'_> {
    AadContext {
        what: "names",
        row: id.as_str().as_bytes(),
    }
}

/// Seals JSON padded with spaces, so that the length reveals little about the name.
fn seal<T: Serialize>(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    context: AadContext<'_>,
    value: &T,
) -> Result<Vec<u8>, StoreError> {
    let text = serde_json::to_vec(value).map_err(|error| StoreError::Damaged(error.to_string()))?;
    let mut text = Zeroizing::new(text);
    let padded = text.len().next_multiple_of(PADDED_BYTES);
    text.resize(padded, b' ');
    account_keys.seal(tx, None, context, b"", &text)
}

fn open<T: DeserializeOwned>(
    account_keys: &AccountKeys,
    context: AadContext<'_>,
    sealed: &[u8],
) -> Result<T, ApiError> {
    let (plain, _) = account_keys
        .open_own(context, sealed)
        .map_err(|error| ApiError::internal(format!("a sealed name: {error}")))?;
    serde_json::from_slice(&plain)
        .map_err(|_| ApiError::internal("a sealed name has an unknown format"))
}

/// The maximum number of accounts whose opened names are kept in memory: about 5 MB.
pub(crate) const MAX_OPENED_ACCOUNTS: usize = 10_000;
/// The plaintext of sealed names is padded to a multiple of this length.
const PADDED_BYTES: usize = 128;

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn names_that_differ_in_case_or_composition_fold_to_one() {
        for (one, other) in [
            ("Ada@Example.org", "aDA@eXAMPLE.ORG"),
            // Final sigma, which lower-casing alone keeps apart.
            ("ΟΔΥΣΣΕΎΣ@example.org", "οδυσσεύς@example.org"),
            ("οδυσσεύσ@example.org", "οδυσσεύς@example.org"),
            // One character, and a letter with a combining mark.
            ("j\u{fc}rgen@example.org", "JU\u{308}RGEN@example.org"),
            (
                "\u{212b}ngstr\u{f6}m@example.org",
                "a\u{30a}ngstro\u{308}m@example.org",
            ),
            // Two marks in either order.
            ("q\u{307}\u{323}@example.org", "Q\u{323}\u{307}@example.org"),
            ("stra\u{df}e@example.org", "STRASSE@example.org"),
        ] {
            assert_eq!(*fold(one), *fold(other), "{one} {other}");
            assert_eq!(*fold(&fold(one)), *fold(one), "{one}");
        }
        for (one, other) in [("ada@a", "adb@a"), ("jurgen@a", "jürgen@a"), ("ı@a", "i@a")] {
            assert_ne!(*fold(one), *fold(other), "{one} {other}");
        }
    }
}
