//! The operator's settings from the configuration.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::address_block::AddressBlock;
use crate::body::DEFAULT_JSON_DEPTH;
use crate::budget::BudgetLimits;
use crate::deprecation::Deprecation;
use crate::managed_path::refuse_managed;
use crate::model_policy::ModelPolicy;
use crate::oidc_policy::OidcPolicy;
use crate::quota::Quotas;
use crate::sign_in_policy::SignInPolicy;

/// The operator's settings from the configuration.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// Whether anyone may register an account.
    pub registration_open: bool,
    /// How long a session lasts, and the cost of a password's hash.
    pub sign_in: SignInPolicy,
    /// The directory that holds uploads while they are read, below the data directory. Only this server uses it.
    pub spool: PathBuf,
    /// The maximum number of bytes that all waiting uploads may take together; 0 leaves only the quotas of the
    /// accounts.
    pub spool_bytes: u64,
    /// Bytes of disk space reserved for the case that the disk is full; 0 reserves none.
    pub reserve_bytes: u64,
    /// The storage quotas of accounts.
    pub quotas: Quotas,
    /// The limits of sockets.
    pub sockets: SocketLimits,
    /// The largest request head and the deepest JSON body.
    pub bounds: Bounds,
    /// The memory that request bodies may take.
    pub bodies: BudgetLimits,
    /// Where scheduled backups are stored, and how many are kept; `None` if no directory is configured.
    pub backups: Option<BackupPolicy>,
    /// Deprecated routes and versions.
    pub deprecated: Vec<Deprecation>,
    /// Settings of webhooks.
    pub webhooks: WebhookPolicy,
    /// The URL under which clients reach the API; `None` if each request's `Host` header determines it.
    pub public_url: Option<String>,
    /// The origins of pages that may send messages to `/mcp`, in addition to this machine and
    /// `public_url`.
    pub mcp_origins: Vec<String>,
    /// The language models that agents can use.
    pub models: Vec<ModelPolicy>,
    /// The OpenID providers at which people can sign in.
    pub oidc: Vec<OidcPolicy>,
    /// Whether entries of the audit log are printed as lines of the server's log.
    pub prints_audit: bool,
}

impl Policy {
    /// Refuses a path of an operator under a name that only the server uses in its data directory.
    ///
    /// # Errors
    /// The text for the operator.
    pub fn refuse_managed(&self, path: &Path) -> Result<(), String> {
        match self.spool.parent() {
            Some(data) => refuse_managed(data, path),
            // Without a data directory, as in the check of a copy.
            None => Ok(()),
        }
    }
}

/// Where scheduled backups are stored, and how many are kept.
#[derive(Clone, Debug)]
pub struct BackupPolicy {
    /// The directory.
    pub directory: PathBuf,
    /// The number of backups to keep, at least 1.
    pub keep_count: u32,
    /// The days after which a backup is removed. The newest one is kept.
    pub keep_days: u32,
}

/// The operator's settings of webhooks. The default sends nothing.
#[derive(Clone, Debug, Default)]
pub struct WebhookPolicy {
    /// Whether accounts may create webhooks, and events are sent to them.
    pub is_enabled: bool,
    /// Private addresses that may receive webhooks.
    pub allow_private: Vec<AddressBlock>,
    /// A PEM file of certificates that receivers may use, instead of those that the machine trusts.
    pub ca_file: Option<PathBuf>,
    /// The pauses after each failed attempt; empty for the usual schedule of a day.
    pub retry_after: Vec<Duration>,
}

/// Upper bounds of the request head and of the JSON nesting depth.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The maximum number of bytes of all headers together.
    pub header_bytes: usize,
    /// The maximum number of headers of a request.
    pub headers: usize,
    /// The maximum number of bytes of the path and the query together.
    pub uri_bytes: usize,
    /// The deepest nesting of brackets in a JSON body.
    pub json_depth: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            header_bytes: 16 << 10,
            headers: 100,
            uri_bytes: 8 << 10,
            json_depth: DEFAULT_JSON_DEPTH,
        }
    }
}

/// The operator's limits on sockets.
#[derive(Clone, Copy, Debug)]
pub struct SocketLimits {
    /// The maximum number of open sockets of an account, of all kinds together.
    pub per_account: usize,
    /// The pause between two pings; a peer silent for two pauses counts as gone.
    pub heartbeat: Duration,
}

impl Default for SocketLimits {
    fn default() -> Self {
        Self {
            per_account: 100,
            heartbeat: Duration::from_secs(30),
        }
    }
}
