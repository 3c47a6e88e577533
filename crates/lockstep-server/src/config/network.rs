//! Limits for clients, trusted proxies, and TLS.

use std::net::IpAddr;
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Limits for clients.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Network {
    /// The most open connections of one address; connections of a trusted proxy are not counted.
    pub connections_per_address: usize,
    /// The most open WebSockets of one account.
    pub sockets_per_account: usize,
    /// Seconds between two pings on a WebSocket; a peer silent for two pauses counts as gone.
    pub heartbeat_seconds: u64,
    /// Seconds that a request's head, or a TLS handshake, may take to arrive.
    pub header_seconds: u64,
    /// The most bytes of a request's headers.
    pub header_bytes: usize,
    /// The most headers of a request.
    pub headers: usize,
    /// The most bytes of a request's path and query.
    pub uri_bytes: usize,
    /// The deepest nesting of brackets in a JSON body.
    pub json_depth: usize,
    /// The most bytes of request bodies in memory, for all requests.
    pub body_budget_bytes: usize,
    /// The most bytes of request bodies in memory, for one account.
    pub account_body_budget_bytes: usize,
    /// The most bytes of request bodies in memory, for all requests without a valid credential.
    pub open_body_budget_bytes: usize,
    /// Seconds that a connection may stay open between two requests.
    pub idle_seconds: u64,
    /// Seconds that the server waits in all for a body to be received or sent, plus one second for
    /// each [`Self::transfer_bytes_per_second`] transferred bytes.
    pub transfer_seconds: u64,
    /// The slowest sustained transfer rate in bytes a second; a slower peer is disconnected.
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

/// A block of addresses: `10.0.0.0/8`, `fd00::/8`; a single address is a block of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Block {
    first: IpAddr,
    bits: u8,
}

impl Network {
    pub(super) fn check(&self) -> Result<(), String> {
        for (key, value, least, most) in [
            (
                "connections_per_address",
                self.connections_per_address as u64,
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
            if !(least..=most).contains(&value) {
                return Err(match most {
                    u64::MAX => format!("network.{key}: must be {least} at least"),
                    _ => format!("network.{key}: must be {least} to {most}"),
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

impl Block {
    /// Whether the block contains the address; `::ffff:192.0.2.1` counts as `192.0.2.1`.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.first, address.to_canonical()) {
            (IpAddr::V4(first), IpAddr::V4(address)) => {
                let kept = u32::MAX.checked_shl(32 - u32::from(self.bits));
                (first.to_bits() ^ address.to_bits()) & kept.unwrap_or(0) == 0
            }
            (IpAddr::V6(first), IpAddr::V6(address)) => {
                let kept = u128::MAX.checked_shl(128 - u32::from(self.bits));
                (first.to_bits() ^ address.to_bits()) & kept.unwrap_or(0) == 0
            }
            _ => false,
        }
    }
}

impl FromStr for Block {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text}: must be an address or a block such as 10.0.0.0/8");
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits)),
            None => (text, None),
        };
        let first: IpAddr = address.parse().map_err(|_| wrong())?;
        let most = if first.is_ipv4() { 32 } else { 128 };
        let bits = match bits {
            Some(bits) => bits.parse().map_err(|_| wrong())?,
            None => most,
        };
        if bits > most {
            return Err(wrong());
        }
        Ok(Self { first, bits })
    }
}

impl TryFrom<String> for Block {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Block> for String {
    fn from(block: Block) -> Self {
        format!("{}/{}", block.first, block.bits)
    }
}

const HOUR: u64 = 3600;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn address_blocks_are_parsed_and_matched() {
        for (block, address, inside) in [
            ("10.0.0.0/8", "10.255.0.1", true),
            ("10.0.0.0/8", "11.0.0.1", false),
            ("10.1.2.3/8", "10.9.9.9", true),
            ("192.0.2.1", "192.0.2.1", true),
            ("192.0.2.1", "192.0.2.2", false),
            ("192.0.2.1/32", "::ffff:192.0.2.1", true),
            ("0.0.0.0/0", "203.0.113.7", true),
            ("0.0.0.0/0", "2001:db8::1", false),
            ("::/0", "2001:db8::1", true),
            ("::/0", "192.0.2.1", false),
            ("fd00::/8", "fdff::1", true),
            ("fd00::/8", "fe00::1", false),
            ("::1", "::1", true),
        ] {
            let parsed: Block = block.parse().unwrap();
            assert_eq!(
                parsed.contains(address.parse().unwrap()),
                inside,
                "{block} {address}"
            );
            assert_eq!(String::from(parsed).parse(), Ok(parsed));
        }
        for wrong in [
            "",
            "/",
            "10.0.0.0/33",
            "::/129",
            "10.0.0/8",
            "a",
            "1.2.3.4/-1",
            "1.2.3.4/",
        ] {
            assert!(wrong.parse::<Block>().is_err(), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn a_block_contains_the_addresses_with_its_prefix(first: u32, other: u32, bits in 0_u8..=32) {
            let block = Block { first: IpAddr::V4(first.into()), bits };
            let text = |address: u32| format!("{address:032b}")[..usize::from(bits)].to_owned();
            prop_assert_eq!(
                block.contains(IpAddr::V4(other.into())),
                text(first) == text(other)
            );
        }
    }
}
