//! Settings of the MQTT listeners.

use std::net::SocketAddr;

use serde::{Deserialize, Serialize};

/// The broker of UADM devices.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Mqtt {
    /// Whether the server has a broker: `embedded` or `off`.
    pub broker: Broker,
    /// The address of MQTT without TLS. Default: 127.0.0.1:1883; a free port if `listen` names port 0.
    pub listen: Option<SocketAddr>,
    /// The address of MQTT with TLS, with the certificate of the API; without it there is no MQTT with TLS.
    pub tls_listen: Option<SocketAddr>,
}

/// Whether the server has a broker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Broker {
    /// The server is the broker of its devices.
    #[default]
    Embedded,
    /// Devices cannot connect; commands wait and expire.
    Off,
}

impl Mqtt {
    pub(super) fn check(&self, has_certificate: bool) -> Result<(), String> {
        if self.tls_listen.is_some() && !has_certificate {
            return Err("mqtt.tls_listen: requires tls.certificate and tls.key".to_owned());
        }
        Ok(())
    }

    /// Returns the address of MQTT without TLS; `None` without a broker. `api` is the address of the API.
    #[must_use]
    pub fn address(&self, api: SocketAddr) -> Option<SocketAddr> {
        let port = match api.port() {
            0 => 0,
            _ => DEFAULT_PORT,
        };
        let default = SocketAddr::from(([127, 0, 0, 1], port));
        (self.broker == Broker::Embedded).then(|| self.listen.unwrap_or(default))
    }

    /// Returns the address of MQTT with TLS; `None` without a broker or without the address in the configuration.
    #[must_use]
    pub fn tls_address(&self) -> Option<SocketAddr> {
        self.tls_listen.filter(|_| self.broker == Broker::Embedded)
    }
}

/// The registered port of MQTT.
const DEFAULT_PORT: u16 = 1883;
