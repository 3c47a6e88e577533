//! Settings of MQTT: the listeners, or an external broker.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The broker of UADM devices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Mqtt {
    /// Which broker the devices use: `embedded`, `off`, or the address of an external broker.
    pub broker: Broker,
    /// The address of MQTT without TLS. Default: 127.0.0.1:1883; a free port if `listen` names port 0.
    pub listen: Option<SocketAddr>,
    /// The address of MQTT with TLS, with the certificate of the API; without it there is no MQTT with TLS.
    pub tls_listen: Option<SocketAddr>,
    /// The user name of the server at an external broker.
    pub user_name: String,
    /// A file with the password of the server at an external broker, not readable by other users.
    pub password_file: Option<PathBuf>,
    /// The client identifier of the server at an external broker.
    pub client_id: String,
    /// A PEM file of certificates that an external broker may use, instead of those that the machine trusts.
    pub ca_file: Option<PathBuf>,
}

/// Which broker the devices use.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Broker {
    /// The server is the broker of its devices.
    #[default]
    Embedded,
    /// Devices cannot connect; commands wait and expire.
    Off,
    /// The server is a client of another broker.
    External(BrokerAddress),
}

/// The address of an external broker: `mqtt://host[:port]`, or `mqtts://host[:port]` with TLS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokerAddress {
    /// The name or the address of the host.
    pub host: String,
    /// The port.
    pub port: u16,
    /// Whether the connection uses TLS.
    pub has_tls: bool,
}

impl Default for Mqtt {
    fn default() -> Self {
        Self {
            broker: Broker::Embedded,
            listen: None,
            tls_listen: None,
            user_name: "lockstep".to_owned(),
            password_file: None,
            client_id: "lockstep".to_owned(),
            ca_file: None,
        }
    }
}

impl Mqtt {
    pub(super) fn check(&self, has_certificate: bool) -> Result<(), String> {
        if self.tls_listen.is_some() && !has_certificate {
            return Err("mqtt.tls_listen: requires tls.certificate and tls.key".to_owned());
        }
        let Broker::External(_) = &self.broker else {
            return Ok(());
        };
        if self.password_file.is_none() {
            let reason = "mqtt.password_file: an external broker needs the server's password: name a file with it";
            return Err(reason.to_owned());
        }
        for (key, text) in [
            ("mqtt.user_name", &self.user_name),
            ("mqtt.client_id", &self.client_id),
        ] {
            if !(1..=MAX_NAME_BYTES).contains(&text.len()) || text.chars().any(char::is_control) {
                return Err(format!(
                    "{key}: must be 1 to {MAX_NAME_BYTES} printable bytes"
                ));
            }
        }
        Ok(())
    }

    /// Returns a warning if the password of the server crosses the network in the clear.
    pub(super) fn warning(&self) -> Option<String> {
        let Broker::External(address) = &self.broker else {
            return None;
        };
        let is_near = address.host == "localhost"
            || address
                .host
                .parse()
                .is_ok_and(|ip: IpAddr| ip.to_canonical().is_loopback());
        (!address.has_tls && !is_near).then(|| {
            format!(
                "mqtt.broker: passwords, commands and health data cross the network to {} in the clear: use mqtts://",
                address.host
            )
        })
    }

    /// Returns the address of MQTT without TLS; `None` unless the server is the broker. `api` is the address of the
    /// API.
    #[must_use]
    pub fn address(&self, api: SocketAddr) -> Option<SocketAddr> {
        let port = match api.port() {
            0 => 0,
            _ => DEFAULT_PORT,
        };
        let default = SocketAddr::from(([127, 0, 0, 1], port));
        (self.broker == Broker::Embedded).then(|| self.listen.unwrap_or(default))
    }

    /// Returns the address of MQTT with TLS; `None` unless the server is the broker and the configuration has the
    /// address.
    #[must_use]
    pub fn tls_address(&self) -> Option<SocketAddr> {
        self.tls_listen.filter(|_| self.broker == Broker::Embedded)
    }
}

impl FromStr for BrokerAddress {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        const FORMAT_ERROR: &str =
            "must be embedded, off, mqtt://host[:port] or mqtts://host[:port]";
        let (scheme, rest) = text.split_once("://").ok_or(FORMAT_ERROR)?;
        let (has_tls, default) = match scheme {
            "mqtt" => (false, DEFAULT_PORT),
            "mqtts" => (true, DEFAULT_TLS_PORT),
            _ => return Err(FORMAT_ERROR),
        };
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        // An IPv6 address has brackets, so that its colons are not those of a port.
        let (host, port) = match rest.strip_prefix('[') {
            Some(rest) => {
                let (host, port) = rest.split_once(']').ok_or(FORMAT_ERROR)?;
                host.parse::<std::net::Ipv6Addr>()
                    .map_err(|_| FORMAT_ERROR)?;
                (
                    host,
                    port.strip_prefix(':').or(port.is_empty().then_some("")),
                )
            }
            None => match rest.split_once(':') {
                Some((host, port)) => (host, (!port.is_empty()).then_some(port)),
                None => (rest, Some("")),
            },
        };
        let port = match port.ok_or(FORMAT_ERROR)? {
            "" => default,
            port => port
                .parse()
                .ok()
                .filter(|port| *port > 0)
                .ok_or(FORMAT_ERROR)?,
        };
        if host.contains('@') {
            return Err("has no credentials: name them in mqtt.user_name and mqtt.password_file");
        }
        let is_host = |letter: char| letter.is_ascii_alphanumeric() || ".-_:".contains(letter);
        if host.is_empty() || !host.chars().all(is_host) {
            return Err(FORMAT_ERROR);
        }
        Ok(Self {
            host: host.to_owned(),
            port,
            has_tls,
        })
    }
}

impl TryFrom<String> for Broker {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, &'static str> {
        match &*text {
            "embedded" => Ok(Self::Embedded),
            "off" => Ok(Self::Off),
            address => address.parse().map(Self::External),
        }
    }
}

impl From<Broker> for String {
    fn from(broker: Broker) -> Self {
        match broker {
            Broker::Embedded => "embedded".to_owned(),
            Broker::Off => "off".to_owned(),
            Broker::External(address) => address.to_string(),
        }
    }
}

impl fmt::Display for BrokerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.has_tls { "mqtts" } else { "mqtt" };
        match self.host.contains(':') {
            true => write!(f, "{scheme}://[{}]:{}", self.host, self.port),
            false => write!(f, "{scheme}://{}:{}", self.host, self.port),
        }
    }
}

/// The registered port of MQTT.
const DEFAULT_PORT: u16 = 1883;
/// The registered port of MQTT with TLS.
const DEFAULT_TLS_PORT: u16 = 8883;
/// The longest user name and client identifier.
const MAX_NAME_BYTES: usize = 256;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_a_broker_names_scheme_host_and_port() {
        for (text, expected) in [
            ("mqtt://localhost", Some("mqtt://localhost:1883")),
            (
                "mqtts://broker.example.org/",
                Some("mqtts://broker.example.org:8883"),
            ),
            ("mqtts://10.0.0.1:443", Some("mqtts://10.0.0.1:443")),
            ("mqtt://[::1]:1884", Some("mqtt://[::1]:1884")),
            ("mqtt://[::1]", Some("mqtt://[::1]:1883")),
            ("mqtt://", None),
            ("mqtt://host:", None),
            ("mqtt://host:0", None),
            ("mqtt://host:65536", None),
            ("mqtt://::1", None),
            ("mqtt://[x]:1", None),
            ("mqtt://user:secret@host", None),
            ("mqtt://user@host", None),
            ("mqtt://host/path", None),
            ("http://host", None),
            ("Embedded", None),
        ] {
            let parsed: Result<BrokerAddress, _> = text.parse();
            let shown = parsed.ok().map(|address| address.to_string());
            assert_eq!(shown.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_broker_elsewhere_without_tls_is_warned_of() {
        for (text, is_warned) in [
            ("embedded", false),
            ("mqtt://localhost", false),
            ("mqtt://127.0.0.1", false),
            ("mqtt://[::1]", false),
            ("mqtt://10.0.0.1", true),
            ("mqtts://10.0.0.1", false),
        ] {
            let broker = Broker::try_from(text.to_owned()).unwrap();
            let mqtt = Mqtt {
                broker,
                ..Mqtt::default()
            };
            assert_eq!(mqtt.warning().is_some(), is_warned, "{text}");
        }
    }
}
