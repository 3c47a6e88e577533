#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

use std::collections::BTreeMap;
use std::io::Read;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use lockstep_vault::{KeyPaths, RootSource};
use lockstep_web::{ModelPolicy, OidcPolicy, Quotas, refuse_managed};
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

mod auth;
mod backup;
mod deprecated;
mod endpoint_key;
mod keys;
mod mcp;
mod models;
mod mqtt;
mod network;
mod nodes;
mod oidc;
mod store;
mod store_location;
mod webhooks;

pub use auth::{Auth, Registration};
pub use backup::Backup;
pub use deprecated::DeprecatedRoute;
pub use mcp::{Mcp, PublicUrl};
pub use models::Model;
pub use mqtt::{Broker, BrokerAddress, Mqtt};
pub use network::{Block, Network, Tls};
pub use nodes::{NodeAddress, Nodes};
pub use oidc::Oidc;
pub use store::{Store, StoreUrl};
pub use store_location::StoreLocation;
pub use webhooks::{Seconds, Switch, Webhooks};

use keys::{KEYS, set, unknown_variable, variable};

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

/// Settings of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Log {
    /// `error`, `warn`, `info`, `debug`, `trace`, or a filter such as `info,lockstep_store=debug`.
    pub level: String,
    /// `json` for machines, `text` for people.
    pub format: LogFormat,
    /// Whether each entry of the audit log is also a line of the log.
    pub audit: Switch,
}

/// The format of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// One JSON object on each line.
    #[default]
    Json,
    /// Text for people.
    Text,
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

impl Default for Log {
    fn default() -> Self {
        Self {
            level: "info".to_owned(),
            format: LogFormat::Json,
            audit: Switch(false),
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
            // The file is checked by itself first, so that its errors name the file.
            checked(table.clone(), &place)?;
        }
        for (name, value) in variables {
            let key = KEYS.iter().find(|key| variable(key) == name);
            let key = key.ok_or_else(|| meaning(&name, unknown_variable(&name)))?;
            set(&mut table, key, &value);
            checked(table.clone(), &name)?;
        }
        let config = checked(table, &place)?;
        // Variables arrive one by one, so that only the whole shows what is missing.
        let nodes = config.nodes.check(config.store.url.is_some());
        nodes
            .map(|()| config)
            .map_err(|reason| meaning(&place, reason))
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

    /// Refuses paths under names that only the server uses in the data directory.
    ///
    /// # Errors
    /// The text for the operator, with the setting.
    pub fn refuse_managed_paths(&self) -> Result<(), String> {
        for (setting, path) in [
            ("keys.secrets", &self.keys.secrets),
            ("keys.file", &self.keys.file),
            ("backup.directory", &self.backup.directory),
        ] {
            let refused = path
                .iter()
                .try_for_each(|path| refuse_managed(&self.data, path));
            refused.map_err(|reason| format!("{setting}: {reason}"))?;
        }
        Ok(())
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

fn checked(table: toml::Table, place: &str) -> Result<Config, ConfigError> {
    let config: Config = table
        .try_into()
        .map_err(|error: toml::de::Error| meaning(place, type_reason(&error)))?;
    config
        .network
        .check()
        .and_then(|()| config.auth.check())
        .and_then(|()| config.tls.check())
        .and_then(|()| config.mqtt.check(config.tls.files().is_some()))
        .and_then(|()| config.backup.check())
        .and_then(|()| {
            let mut models = config.models.iter();
            models.try_for_each(|(name, model)| model.check(name))
        })
        .and_then(|()| {
            let mut providers = config.oidc.iter();
            providers.try_for_each(|(name, provider)| provider.check(name))
        })
        .and_then(|()| {
            let mut entries = config.deprecated.iter();
            entries.try_for_each(|entry| entry.parsed().map(drop))
        })
        .map_err(|reason| meaning(place, reason))?;
    Ok(config)
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
    "LOCKSTEP_TEST_POSTGRES",
    "LOCKSTEP_TEST_REQUIRE_TOOLS",
    "LOCKSTEP_TEST_STORES_ON_POSTGRES",
];
const API_KEY: &str = "LOCKSTEP_API_KEY";
const SERVER_URL: &str = "LOCKSTEP_URL";
const ROOT_KEY: &str = "LOCKSTEP_ROOT_KEY";

#[cfg(test)]
mod tests;
