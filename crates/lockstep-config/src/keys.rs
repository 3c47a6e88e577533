//! The keys of the configuration, and the variables that set them.

use crate::Config;

/// Returns the variable of a key: `LOCKSTEP_AUTH_REGISTRATION` for `auth.registration`.
pub(super) fn variable(key: &str) -> String {
    format!("LOCKSTEP_{}", key.replace('.', "_").to_uppercase())
}

/// Returns the error text for an unknown variable, with the most similar known variables.
pub(super) fn unknown_variable(name: &str) -> String {
    let known = KEYS.iter().map(|key| variable(key));
    let reserved = super::RESERVED.iter().map(|&name| name.to_owned());
    // All names have the same prefix, so only the rest is compared.
    let tail = |name: &str| name.trim_start_matches("LOCKSTEP_").to_owned();
    let mut near: Vec<(f64, String)> = known
        .chain(reserved)
        .map(|known| {
            let similarity = strsim::jaro_winkler(&tail(name), &tail(&known));
            (similarity, known)
        })
        .filter(|(similarity, _)| *similarity >= MIN_SIMILARITY)
        .collect();
    near.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let near: Vec<String> = near
        .into_iter()
        .take(MAX_SUGGESTIONS)
        .map(|(_, known)| known)
        .collect();
    let meant = match near.is_empty() {
        true => ".".to_owned(),
        false => format!("; did you mean {}?", near.join(" or ")),
    };
    format!(
        "there is no such variable{meant} Rename or unset it; `lockstep config check` then shows all \
         settings"
    )
}

/// Which keys have whole numbers. The text of a variable does not tell: a name or a path can consist of digits.
pub(super) struct Numbers(toml::Table);

impl Numbers {
    pub(super) fn new() -> Self {
        // Every whole number has a default value.
        Self(toml::Table::try_from(Config::default()).unwrap_or_default())
    }

    pub(super) fn has(&self, key: &str) -> bool {
        let mut names = key.split('.');
        let first = names.next().and_then(|name| self.0.get(name));
        let value = names.fold(first, |value, name| value?.get(name));
        value.is_some_and(toml::Value::is_integer)
    }
}

/// Sets a key to the value of a variable.
pub(super) fn set(table: &mut toml::Table, key: &str, value: &str, is_number: bool) {
    let number = value.parse::<i64>().ok().filter(|_| is_number);
    let value = match number {
        _ if LISTS.contains(&key) => {
            let parts = value.split(',').map(str::trim);
            let parts = parts.filter(|part| !part.is_empty());
            toml::Value::Array(parts.map(|part| part.to_owned().into()).collect())
        }
        Some(number) => toml::Value::Integer(number),
        None => toml::Value::String(value.to_owned()),
    };
    let mut groups: Vec<&str> = key.split('.').collect();
    let Some(field) = groups.pop() else { return };
    let mut table = table;
    for group in groups {
        let group = table
            .entry(group)
            .or_insert_with(|| toml::Value::Table(toml::Table::new()));
        match group.as_table_mut() {
            Some(group) => table = group,
            // The file was checked before: the key is a table there.
            None => return,
        }
    }
    table.insert(field.to_owned(), value);
}

/// Every configuration key.
pub(super) const KEYS: &[&str] = &[
    "data",
    "listen",
    "metrics_listen",
    "auth.registration",
    "auth.session_max_days",
    "log.level",
    "log.format",
    "log.audit",
    "mqtt.broker",
    "mqtt.ca_file",
    "mqtt.client_id",
    "mqtt.listen",
    "mqtt.password_file",
    "mqtt.tls_listen",
    "mqtt.user_name",
    "network.connections_per_address",
    "network.mqtt_connections_per_address",
    "network.header_seconds",
    "network.heartbeat_seconds",
    "network.sockets_per_account",
    "network.header_bytes",
    "network.headers",
    "network.uri_bytes",
    "network.json_depth",
    "network.body_budget_bytes",
    "network.account_body_budget_bytes",
    "network.open_body_budget_bytes",
    "network.idle_seconds",
    "network.transfer_seconds",
    "network.transfer_bytes_per_second",
    "network.shutdown_seconds",
    "network.trusted_proxies",
    "nodes.address",
    "nodes.hung_seconds",
    "nodes.listen",
    "tls.certificate",
    "tls.key",
    "tls.check_seconds",
    "storage.reserve_bytes",
    "storage.spool_bytes",
    "store.read_url",
    "store.url",
    "store.account_writers",
    "quotas.standard.bytes",
    "quotas.standard.series",
    "quotas.standard.chunks",
    "quotas.standard.spool_bytes",
    "quotas.premium.bytes",
    "quotas.premium.series",
    "quotas.premium.chunks",
    "quotas.premium.spool_bytes",
    "quotas.enterprise.bytes",
    "quotas.enterprise.series",
    "quotas.enterprise.chunks",
    "quotas.enterprise.spool_bytes",
    "tls.hsts_seconds",
    "backup.directory",
    "backup.keep_count",
    "backup.keep_days",
    "keys.file",
    "keys.command",
    "keys.secrets",
    "webhooks.enabled",
    "webhooks.allow_private",
    "webhooks.ca_file",
    "webhooks.retry_seconds",
    "public_url",
    "mcp.allowed_origins",
];
/// The keys with list values; in a variable, commas separate the parts.
const LISTS: &[&str] = &[
    "network.trusted_proxies",
    "webhooks.allow_private",
    "webhooks.retry_seconds",
    "mcp.allowed_origins",
];

/// The minimum similarity of a suggested variable, from 0 to 1. `clap` uses the same value for
/// options.
const MIN_SIMILARITY: f64 = 0.8;
/// The maximum number of suggested variables in an error.
const MAX_SUGGESTIONS: usize = 3;
