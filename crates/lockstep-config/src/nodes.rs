//! Settings of a node among others on one PostgreSQL schema.

use std::net::{Ipv6Addr, SocketAddr};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How the nodes of one PostgreSQL schema reach each other. Without it, one node alone uses the schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Nodes {
    /// The address of the listener for connections that other nodes relay.
    pub listen: Option<SocketAddr>,
    /// The address by which the other nodes reach that listener.
    pub address: Option<NodeAddress>,
    /// The seconds without a sign of life of the active node after which this node, as a standby, ends its session.
    pub hung_seconds: u64,
}

impl Default for Nodes {
    fn default() -> Self {
        Self {
            listen: None,
            address: None,
            hung_seconds: 10,
        }
    }
}

impl Nodes {
    /// Returns the address of the listener and the one for the other nodes; `None` for a node on its own.
    #[must_use]
    pub fn addresses(&self) -> Option<(SocketAddr, &NodeAddress)> {
        self.listen.zip(self.address.as_ref())
    }

    /// Checks the settings of a whole configuration; `is_on_server`: whether it names a database.
    pub(super) fn check(&self, is_on_server: bool) -> Result<(), String> {
        if !(MIN_HUNG_SECONDS..=MAX_HUNG_SECONDS).contains(&self.hung_seconds) {
            return Err(format!(
                "nodes.hung_seconds: must be {MIN_HUNG_SECONDS} to {MAX_HUNG_SECONDS}"
            ));
        }
        match (&self.listen, &self.address) {
            (Some(_), None) => Err(
                "nodes.address: is required together with nodes.listen: set it to the HOST:PORT by which the other \
                 nodes reach this one"
                    .to_owned(),
            ),
            (None, Some(_)) => Err(
                "nodes.listen: is required together with nodes.address: set it to the address of the listener for \
                 other nodes, such as 0.0.0.0:8444"
                    .to_owned(),
            ),
            (Some(_), Some(_)) if !is_on_server => Err(
                "nodes.listen: several nodes need their tables on PostgreSQL: set store.url to a postgres:// address, \
                 or remove nodes.listen and nodes.address"
                    .to_owned(),
            ),
            _ => Ok(()),
        }
    }
}

/// `HOST:PORT`, where the host is a name, an IPv4 address, or an IPv6 address in brackets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct NodeAddress(String);

impl NodeAddress {
    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for NodeAddress {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        const FORMAT_ERROR: &str = "must be HOST:PORT, such as node1.example.org:8444";
        let (host, port) = text.rsplit_once(':').ok_or(FORMAT_ERROR)?;
        let is_port = port.parse::<u16>().is_ok_and(|port| port > 0);
        let bracketed = host
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'));
        let is_host = match bracketed {
            Some(address) => address.parse::<Ipv6Addr>().is_ok(),
            None => {
                let is_part =
                    |letter: char| letter.is_ascii_alphanumeric() || ".-_".contains(letter);
                !host.is_empty() && host.chars().all(is_part)
            }
        };
        match is_port && is_host {
            true => Ok(Self(text.to_owned())),
            false => Err(FORMAT_ERROR),
        }
    }
}

impl TryFrom<String> for NodeAddress {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, &'static str> {
        text.parse()
    }
}

impl From<NodeAddress> for String {
    fn from(address: NodeAddress) -> Self {
        address.0
    }
}

/// The active node shows life each second, and a machine with much work may be late.
const MIN_HUNG_SECONDS: u64 = 5;
const MAX_HUNG_SECONDS: u64 = 3600;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_a_node_names_host_and_port() {
        for (text, is_accepted) in [
            ("node1:8444", true),
            ("node-1.example.org:1", true),
            ("10.0.0.1:8444", true),
            ("[fd00::1]:8444", true),
            ("node1", false),
            ("node1:", false),
            ("node1:0", false),
            ("node1:65536", false),
            (":8444", false),
            ("fd00::1:8444", false),
            ("[node1]:8444", false),
            ("http://node1:8444", false),
            ("node 1:8444", false),
        ] {
            assert_eq!(text.parse::<NodeAddress>().is_ok(), is_accepted, "{text}");
        }
    }
}
