#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

use std::collections::BTreeMap;
use std::io::Read;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use lockstep_vault::{KeyPaths, RootSource};
use lockstep_web::{ModelPolicy, OidcPolicy, Quotas};
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

mod auth;
mod backup;
mod deprecated;
mod endpoint_key;
mod keys;
mod log;
mod mcp;
mod models;
mod mqtt;
mod network;
mod nodes;
mod oidc;
mod paths;
mod secret_file;
mod store;
mod store_location;
mod webhooks;

pub use auth::{Auth, Registration};
pub use backup::Backup;
pub use deprecated::DeprecatedRoute;
pub use log::{Log, LogFormat};
pub use mcp::{Mcp, PublicUrl};
pub use models::Model;
pub use mqtt::{Broker, BrokerAddress, Mqtt};
pub use network::{Block, Network, Tls};
pub use nodes::{NodeAddress, Nodes};
pub use oidc::Oidc;
pub use store::{ReadUrl, Store, StoreUrl};
pub use store_location::StoreLocation;
pub use webhooks::{Seconds, Switch, Webhooks};

use keys::{KEYS, Numbers, set, unknown_variable, variable};

/// The checked configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The data directory.
    pub data: PathBuf,
    /// The address of the API.
    pub listen: SocketAddr,
    /// A separate address for `/metrics`; without it `/metrics` is served with the API.
    pub metrics_listen: Option<SocketAddr>,
    /// Settings of accounts.
    pub auth: Auth,
    /// Settings of the log.
    pub log: Log,
    /// The limits for clients.
    pub network: Network,
    /// The TLS files, if the API uses TLS.
    pub tls: Tls,
    /// The broker of UADM devices.
    pub mqtt: Mqtt,
    /// The source of the root key of all encryption.
    pub keys: Keys,
    /// Settings of the disk.
    pub storage: Storage,
    /// Where the tables are stored.
    pub store: Store,
    /// How the nodes of one PostgreSQL schema reach each other.
    pub nodes: Nodes,
    /// The storage quotas of accounts, by tier.
    pub quotas: Quotas,
    /// Where scheduled backups are stored, and how many are kept.
    pub backup: Backup,
    /// Settings of webhooks.
    pub webhooks: Webhooks,
    /// The URL under which clients reach the API, if it is not that of their requests.
    pub public_url: Option<PublicUrl>,
    /// Which pages may use the Model Context Protocol.
    pub mcp: Mcp,
    /// Language models for agents, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub models: BTreeMap<String, Model>,
    /// OpenID providers, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub oidc: BTreeMap<String, Oidc>,
    /// Deprecated routes and versions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub deprecated: Vec<DeprecatedRoute>,
}

/// Settings of the disk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Storage {
    /// Bytes of a reserve file that is deleted when the disk is full, to make room for deletions
    /// and erasures; 0 disables it.
    pub reserve_bytes: u64,
    /// Bytes of all uploads together that wait while they are imported.
    pub spool_bytes: u64,
}

impl Default for Storage {
    fn default() -> Self {
        Self {
            reserve_bytes: 32 << 20,
            spool_bytes: 16 << 30,
        }
    }
}

/// The source of the root key of all encryption. The first that exists is used: a credential of the
/// service manager (`$CREDENTIALS_DIRECTORY/lockstep-root-key`), `file`, the variable
/// `LOCKSTEP_ROOT_KEY`, `command`. Without any of these, a file among the secrets is used, created
/// at the first start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Keys {
    /// A file that only its owner can read.
    pub file: Option<PathBuf>,
    /// A program with space-separated arguments that writes the key to its standard output.
    pub command: Option<String>,
    /// The folder of the secrets, which no backup contains; default: `secrets` in the data
    /// directory.
    pub secrets: Option<PathBuf>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            data: PathBuf::from("./lockstep-data"),
            listen: SocketAddr::from(([127, 0, 0, 1], 8420)),
            metrics_listen: None,
            auth: Auth::default(),
            log: Log::default(),
            network: Network::default(),
            tls: Tls::default(),
            mqtt: Mqtt::default(),
            keys: Keys::default(),
            storage: Storage::default(),
            store: Store::default(),
            nodes: Nodes::default(),
            quotas: Quotas::default(),
            backup: Backup::default(),
            deprecated: Vec::new(),
            webhooks: Webhooks::default(),
            public_url: None,
            mcp: Mcp::default(),
            models: BTreeMap::new(),
            oidc: BTreeMap::new(),
        }
    }
}

/// An invalid configuration, with the way to correct it.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The file or a variable has an invalid value.
    #[error("{place}: {reason}")]
    Meaning {
        /// The file or the variable.
        place: String,
        /// The reason.
        reason: String,
    },
}

impl Config {
    /// Loads the configuration from the file, if given, and the environment variables.
    pub fn load(file: Option<&Path>) -> Result<Self, ConfigError> {
        let variables = environment().filter(|(name, _)| !RESERVED.contains(&name.as_str()));
        Self::from_parts(file, variables)
    }

    /// Returns a warning about a valid but probably unintended configuration; shown at the start,
    /// by `config check` and by `doctor`.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        let inside = self.listen.ip().to_canonical().is_loopback();
        let covered = self.tls.files().is_some() || !self.network.trusted_proxies.is_empty();
        let is_clear = (!inside && !covered).then(|| {
            format!(
                "{} can be reached from other machines without TLS, so passwords, tokens and \
                 health data cross the network in the clear: set tls.certificate and tls.key, or \
                 listen on 127.0.0.1 behind a proxy with TLS, or name that proxy in \
                 network.trusted_proxies",
                self.listen
            )
        });
        is_clear
            .or_else(|| self.mqtt.warning())
            .or_else(|| self.store.warning())
    }

    fn from_parts(
        file: Option<&Path>,
        variables: impl Iterator<Item = (String, String)>,
    ) -> Result<Self, ConfigError> {
        let mut table = toml::Table::new();
        let mut place = "configuration".to_owned();
        if let Some(path) = file {
            let text = read(path).map_err(|source| ConfigError::File {
                path: path.to_owned(),
                source,
            })?;
            place = path.display().to_string();
            table = text
                .parse()
                .map_err(|error| meaning(&place, parse_reason(&error, &text)))?;
        }
        // By itself first, so that its errors name the file.
        let alone = typed(table.clone(), &place)?;
        let (numbers, mut names) = (Numbers::new(), Vec::new());
        for (name, value) in variables {
            let key = KEYS.iter().find(|key| variable(key) == name);
            let key = key.ok_or_else(|| meaning(&name, unknown_variable(&name)))?;
            set(&mut table, key, &value, numbers.has(key));
            typed(table.clone(), &name)?;
            names.push(name);
        }
        let config = typed(table, &place)?;
        // Settings that belong together may be in the file and in several variables.
        match sound(&config) {
            Ok(()) => Ok(config),
            Err(reason) if names.is_empty() || sound(&alone).is_err() => {
                Err(meaning(&place, reason))
            }
            Err(reason) => Err(meaning(&names.join(", "), reason)),
        }
    }
}

/// Returns the first administrator's password from the environment, if set; used once, at the first
/// start.
#[must_use]
pub fn admin_password() -> Option<Zeroizing<String>> {
    environment()
        .find(|(name, _)| name == ADMIN_PASSWORD)
        .map(|(_, value)| Zeroizing::new(value))
}

/// Returns the API key of `lockstep mcp` from the environment, if set.
#[must_use]
pub fn api_key() -> Option<Zeroizing<String>> {
    let found = environment().find(|(name, _)| name == API_KEY);
    found.map(|(_, value)| Zeroizing::new(value))
}

/// Returns the URL of the server for `lockstep mcp` from the environment, if set.
#[must_use]
pub fn server_url() -> Option<String> {
    let found = environment().find(|(name, _)| name == SERVER_URL);
    found.map(|(_, value)| value)
}

impl Config {
    /// Returns the language models with their keys.
    ///
    /// # Errors
    /// The text for the operator: a key cannot be read.
    pub fn model_policies(&self) -> Result<Vec<ModelPolicy>, String> {
        let models = self.models.iter();
        models.map(|(name, model)| model.policy(name)).collect()
    }

    /// Returns the OpenID providers with their client secrets.
    ///
    /// # Errors
    /// The text for the operator: a secret cannot be read.
    pub fn oidc_policies(&self) -> Result<Vec<OidcPolicy>, String> {
        let providers = self.oidc.iter();
        providers
            .map(|(name, provider)| provider.policy(name))
            .collect()
    }

    /// Returns the paths of the vault's files for this data directory.
    #[must_use]
    pub fn keys_at(&self, data: &Path) -> KeyPaths {
        let usual = KeyPaths::usual(data);
        KeyPaths {
            root: self.root_source(),
            secrets: self.keys.secrets.clone().unwrap_or(usual.secrets),
            data: usual.data,
            copy: usual.copy,
            server: self.store.schema_of_keys(),
        }
    }

    fn root_source(&self) -> RootSource {
        if let Some(file) = credential().filter(|file| file.exists()) {
            return RootSource::Credential(file);
        }
        if let Some(file) = &self.keys.file {
            return RootSource::File(file.clone());
        }
        if let Some((_, text)) = environment().find(|(name, _)| name == ROOT_KEY) {
            return RootSource::Variable(Zeroizing::new(text));
        }
        if let Some(command) = &self.keys.command {
            return RootSource::Command(command.split_whitespace().map(str::to_owned).collect());
        }
        RootSource::Unconfigured
    }
}

/// Returns the path of the root key from the service manager, if any.
#[expect(
    clippy::disallowed_methods,
    reason = "this module is the only one that reads the environment"
)]
fn credential() -> Option<PathBuf> {
    let folder = std::env::var_os("CREDENTIALS_DIRECTORY")?;
    Some(Path::new(&folder).join("lockstep-root-key"))
}

/// Returns the device and the inode of the journal's stream, if systemd started the server.
#[expect(
    clippy::disallowed_methods,
    reason = "this module is the only one that reads the environment"
)]
pub fn journal_stream() -> Option<String> {
    std::env::var("JOURNAL_STREAM").ok()
}

#[expect(
    clippy::disallowed_methods,
    reason = "this module is the only one that reads the environment"
)]
fn environment() -> impl Iterator<Item = (String, String)> {
    std::env::vars_os().filter_map(|(name, value)| {
        let name = name.into_string().ok()?;
        name.starts_with("LOCKSTEP_").then_some(())?;
        Some((name, value.into_string().ok()?))
    })
}

/// Returns a variable that the configuration names.
#[expect(
    clippy::disallowed_methods,
    reason = "this module is the only one that reads the environment"
)]
fn variable_of(name: &str) -> Option<Zeroizing<String>> {
    std::env::var(name).ok().map(Zeroizing::new)
}

fn typed(table: toml::Table, place: &str) -> Result<Config, ConfigError> {
    table
        .try_into()
        .map_err(|error: toml::de::Error| meaning(place, type_reason(&error)))
}

/// Checks what the types of the settings do not say.
fn sound(config: &Config) -> Result<(), String> {
    config.refuse_empty()?;
    config.log.check()?;
    config.network.check()?;
    config.auth.check()?;
    config.tls.check()?;
    config.mqtt.check(config.tls.files().is_some())?;
    config.backup.check()?;
    config.store.check()?;
    config.nodes.check(config.store.url.is_some())?;
    for (name, model) in &config.models {
        model.check(name)?;
    }
    for (name, provider) in &config.oidc {
        provider.check(name)?;
    }
    for entry in &config.deprecated {
        entry.parsed().map(drop)?;
    }
    Ok(())
}

fn meaning(place: &str, reason: impl Into<String>) -> ConfigError {
    ConfigError::Meaning {
        place: place.to_owned(),
        reason: reason.into(),
    }
}

/// Returns the message of a syntax error with its line, without the excerpt of the source, which may contain a password.
fn parse_reason(error: &toml::de::Error, text: &str) -> String {
    let before = error.span().and_then(|span| text.get(..span.start));
    let line = before.unwrap_or_default().matches('\n').count() + 1;
    format!("line {line}: {}", one_line(error.message()))
}

/// Returns the message of a value of the wrong type without the value, which may be a password at the wrong place.
fn type_reason(error: &toml::de::Error) -> String {
    let text = one_line(&error.to_string());
    let (before, after) = (text.find(" string \""), text.rfind("\", expected "));
    match (before, after) {
        (Some(before), Some(after)) if before < after => format!(
            "{} string, expected {}",
            text.get(..before).unwrap_or_default(),
            text.get(after + "\", expected ".len()..)
                .unwrap_or_default()
        ),
        _ => text,
    }
}

fn one_line(text: &str) -> String {
    text.trim_end().replace('\n', " ")
}

/// Reads a configuration file. A device such as `/dev/zero` is not read without end.
fn read(path: &Path) -> std::io::Result<String> {
    let mut text = String::new();
    let file = std::fs::File::open(path)?;
    file.take(MAX_FILE_BYTES + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MAX_FILE_BYTES {
        return Err(std::io::Error::other("is longer than 1 MiB"));
    }
    Ok(text)
}

const MAX_FILE_BYTES: u64 = 1 << 20;
const ADMIN_PASSWORD: &str = "LOCKSTEP_ADMIN_PASSWORD";
/// Variables that are not configuration keys: the first password, the root key, what `lockstep mcp`
/// connects with, and what tests read.
const RESERVED: &[&str] = &[
    ADMIN_PASSWORD,
    ROOT_KEY,
    API_KEY,
    SERVER_URL,
    "LOCKSTEP_TESTDATA",
    "LOCKSTEP_TEST_NODES",
    "LOCKSTEP_TEST_POSTGRES",
    "LOCKSTEP_TEST_REQUIRE_TOOLS",
    "LOCKSTEP_TEST_STORES_ON_POSTGRES",
];
const API_KEY: &str = "LOCKSTEP_API_KEY";
const SERVER_URL: &str = "LOCKSTEP_URL";
const ROOT_KEY: &str = "LOCKSTEP_ROOT_KEY";

#[cfg(test)]
mod tests;
