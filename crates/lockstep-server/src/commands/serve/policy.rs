//! The parts of the configuration that the application state keeps.

use std::time::Duration;

use lockstep_config::{Config, Registration};
use lockstep_web::{BackupPolicy, Bounds, BudgetLimits, Policy, SocketLimits, WebhookPolicy};

use crate::data::DataDir;

/// Returns the settings for the application state.
pub(super) fn policy(config: &Config, data: &DataDir) -> Policy {
    Policy {
        registration_open: config.auth.registration == Registration::Open,
        sign_in: config.auth.sign_in_policy(),
        spool: data.path().join("spool"),
        spool_bytes: config.storage.spool_bytes,
        reserve_bytes: config.storage.reserve_bytes,
        quotas: config.quotas,
        sockets: SocketLimits {
            per_account: config.network.sockets_per_account,
            heartbeat: Duration::from_secs(config.network.heartbeat_seconds),
        },
        backups: config
            .backup
            .directory
            .clone()
            .map(|directory| BackupPolicy {
                directory,
                keep_count: config.backup.keep_count,
                keep_days: config.backup.keep_days,
            }),
        bounds: Bounds {
            header_bytes: config.network.header_bytes,
            headers: config.network.headers,
            uri_bytes: config.network.uri_bytes,
            json_depth: config.network.json_depth,
        },
        bodies: BudgetLimits {
            total_bytes: config.network.body_budget_bytes,
            account_bytes: config.network.account_body_budget_bytes,
            open_bytes: config.network.open_body_budget_bytes,
        },
        // Every entry was checked when the configuration was read.
        deprecated: config
            .deprecated
            .iter()
            .filter_map(|entry| entry.parsed().ok())
            .collect(),
        webhooks: webhook_policy(config),
        // Keys that cannot be read were refused before.
        models: config.model_policies().unwrap_or_default(),
        oidc: config.oidc_policies().unwrap_or_default(),
        prints_audit: config.log.audit.0,
        public_url: config.public_url.clone().map(String::from),
        mcp_origins: config
            .mcp
            .allowed_origins
            .iter()
            .cloned()
            .map(String::from)
            .collect(),
    }
}

/// Returns the settings of webhooks for the application state.
pub(crate) fn webhook_policy(config: &Config) -> WebhookPolicy {
    let webhooks = &config.webhooks;
    let pauses = webhooks.retry_seconds.iter();
    WebhookPolicy {
        is_enabled: webhooks.enabled.0,
        allow_private: webhooks.allow_private.clone(),
        ca_file: webhooks.ca_file.clone(),
        retry_after: pauses
            .map(|pause| Duration::from_secs(pause.0.into()))
            .collect(),
    }
}
