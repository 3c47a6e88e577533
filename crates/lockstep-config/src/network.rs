//! Limits for clients, trusted proxies, and TLS.

use std::net::IpAddr;
use std::path::PathBuf;

pub use lockstep_web::AddressBlock as Block;
use serde::{Deserialize, Serialize};

/// Limits for clients.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Network {
    /// The maximum number of open connections of one address; connections of a trusted proxy are not counted.
    pub connections_per_address: usize,
    /// The maximum number of open MQTT connections of one address; connections of a trusted proxy are not counted.
    pub mqtt_connections_per_address: usize,
    /// The maximum number of open WebSockets of one account.
    pub sockets_per_account: usize,
    /// Seconds between two pings on a WebSocket; a peer silent for two pauses counts as gone.
    pub heartbeat_seconds: u64,
    /// Seconds that a request's head, or a TLS handshake, may take to arrive.
    pub header_seconds: u64,
    /// The maximum number of bytes of a request's headers.
    pub header_bytes: usize,
    /// The maximum number of headers of a request.
    pub headers: usize,
    /// The maximum number of bytes of a request's path and query.
    pub uri_bytes: usize,
    /// The deepest nesting of brackets in a JSON body.
    pub json_depth: usize,
    /// The maximum number of bytes of request bodies in memory, for all requests.
    pub body_budget_bytes: usize,
    /// The maximum number of bytes of request bodies in memory, for one account.
    pub account_body_budget_bytes: usize,
    /// The maximum number of bytes of request bodies in memory, for all requests without a valid credential.
    pub open_body_budget_bytes: usize,
    /// Seconds that a connection may stay open between two requests.
    pub idle_seconds: u64,
    /// Seconds that the server waits in total for a body to be received or sent, plus one second for
    /// each [`Self::transfer_bytes_per_second`] transferred bytes.
    pub transfer_seconds: u64,
    /// The slowest sustained transfer rate in bytes per second; a slower peer is disconnected.
    pub transfer_bytes_per_second: u32,
    /// Seconds that a graceful shutdown waits for running requests.
    pub shutdown_seconds: u64,
    /// The addresses whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Vec<Block>,
}

/// TLS; enabled if both files are named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Tls {
    /// A PEM file: the certificate, then its chain of issuers.
    pub certificate: Option<PathBuf>,
    /// A PEM file with the private key, not readable by other users.
    pub key: Option<PathBuf>,
    /// Seconds between two checks whether the files were renewed.
    pub check_seconds: u64,
    /// Seconds for which browsers must use TLS only (HSTS); 0 sends no such header.
    pub hsts_seconds: u64,
}

impl Network {
    pub(super) fn check(&self) -> Result<(), String> {
        for (key, value, minimum, maximum) in [
            (
                "connections_per_address",
                self.connections_per_address as u64,
                1,
                u64::MAX,
            ),
            (
                "mqtt_connections_per_address",
                self.mqtt_connections_per_address as u64,
                1,
                u64::MAX,
            ),
            (
                "sockets_per_account",
                self.sockets_per_account as u64,
                0,
                u64::MAX,
            ),
            ("heartbeat_seconds", self.heartbeat_seconds, 1, HOUR),
            ("header_seconds", self.header_seconds, 1, HOUR),
            ("header_bytes", self.header_bytes as u64, 1 << 10, 1 << 20),
            ("headers", self.headers as u64, 10, 1000),
            ("uri_bytes", self.uri_bytes as u64, 256, 1 << 16),
            // The JSON parser itself refuses a depth of 128 or more.
            ("json_depth", self.json_depth as u64, 4, 120),
            (
                "account_body_budget_bytes",
                self.account_body_budget_bytes as u64,
                1 << 20,
                self.body_budget_bytes as u64,
            ),
            (
                "open_body_budget_bytes",
                self.open_body_budget_bytes as u64,
                1 << 20,
                self.body_budget_bytes as u64,
            ),
            ("idle_seconds", self.idle_seconds, 1, HOUR),
            ("transfer_seconds", self.transfer_seconds, 1, HOUR),
            (
                "transfer_bytes_per_second",
                self.transfer_bytes_per_second.into(),
                1,
                1 << 20,
            ),
        ] {
            if !(minimum..=maximum).contains(&value) {
                return Err(match maximum {
                    u64::MAX => format!("network.{key}: must be at least {minimum}"),
                    _ => format!("network.{key}: must be {minimum} to {maximum}"),
                });
            }
        }
        Ok(())
    }

    /// Whether this address is a trusted proxy.
    #[must_use]
    pub fn trusts(&self, address: IpAddr) -> bool {
        self.trusted_proxies
            .iter()
            .any(|block| block.contains(address))
    }
}

impl Tls {
    pub(super) fn check(&self) -> Result<(), String> {
        match (&self.certificate, &self.key) {
            (Some(_), None) => Err("tls.key: is required together with tls.certificate".to_owned()),
            (None, Some(_)) => Err("tls.certificate: is required together with tls.key".to_owned()),
            _ if !(1..=HOUR).contains(&self.check_seconds) => {
                Err(format!("tls.check_seconds: must be 1 to {HOUR}"))
            }
            _ => Ok(()),
        }
    }

    /// Returns the certificate's file and the key's file, if TLS is configured.
    #[must_use]
    pub fn files(&self) -> Option<(&PathBuf, &PathBuf)> {
        self.certificate.as_ref().zip(self.key.as_ref())
    }
}

impl Default for Network {
    fn default() -> Self {
        Self {
            connections_per_address: 256,
            mqtt_connections_per_address: 2000,
            sockets_per_account: 100,
            heartbeat_seconds: 30,
            header_seconds: 10,
            header_bytes: 16 << 10,
            headers: 100,
            uri_bytes: 8 << 10,
            json_depth: 64,
            body_budget_bytes: 256 << 20,
            account_body_budget_bytes: 96 << 20,
            open_body_budget_bytes: 16 << 20,
            idle_seconds: 60,
            transfer_seconds: 30,
            transfer_bytes_per_second: 1024,
            shutdown_seconds: 30,
            trusted_proxies: Vec::new(),
        }
    }
}

impl Default for Tls {
    fn default() -> Self {
        Self {
            certificate: None,
            key: None,
            check_seconds: 10,
            hsts_seconds: 365 * 24 * 3600,
        }
    }
}

const HOUR: u64 = 3600;
