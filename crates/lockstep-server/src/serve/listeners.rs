//! The listeners of clients: of the API, and of devices.

use std::net::SocketAddr;

use lockstep_config::Config;
use lockstep_http::{HandedConnection, Listener};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

/// The protocol of a listener.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListenerKind {
    /// The API without TLS.
    Http,
    /// The API with TLS.
    Https,
    /// Devices without TLS.
    Mqtt,
    /// Devices with TLS.
    Mqtts,
}

/// The bound listeners of clients.
pub(crate) struct Listeners {
    /// Of the API.
    pub(crate) api: Listener,
    /// Whether the listener of the API has TLS.
    has_tls: bool,
    /// Of devices without TLS, if there is a broker.
    pub(crate) mqtt: Option<Listener>,
    /// Of devices with TLS, if it is configured.
    pub(crate) mqtt_tls: Option<Listener>,
}

/// The addresses of the listeners.
#[derive(Clone, Copy)]
pub(crate) struct Addresses {
    pub(crate) api: SocketAddr,
    pub(crate) has_tls: bool,
    pub(crate) mqtt: Option<SocketAddr>,
    pub(crate) mqtt_tls: Option<SocketAddr>,
}

/// Hands connections to the listeners, as if they had arrived there.
#[derive(Clone)]
pub(crate) struct Handover {
    api: (ListenerKind, mpsc::Sender<HandedConnection>),
    mqtt: Option<mpsc::Sender<HandedConnection>>,
    mqtt_tls: Option<mpsc::Sender<HandedConnection>>,
}

impl Listeners {
    /// Opens the listeners; the error names the address, or the configuration key.
    pub(crate) async fn bind(config: &Config) -> Result<Self, String> {
        let api = lockstep_http::bind(config.listen).await?;
        let mqtt = bind_mqtt("mqtt.listen", config.mqtt.address(config.listen)).await?;
        let mqtt_tls = bind_mqtt("mqtt.tls_listen", config.mqtt.tls_address()).await?;
        Ok(Self {
            api: api.into(),
            has_tls: config.tls.files().is_some(),
            mqtt,
            mqtt_tls,
        })
    }

    /// Returns the addresses.
    ///
    /// # Errors
    /// The system's.
    pub(crate) fn addresses(&self) -> Result<Addresses, String> {
        let of = |listener: &Option<Listener>| listener.as_ref()?.local_addr().ok();
        let api = self.api.local_addr();
        Ok(Addresses {
            api: api.map_err(|error| error.to_string())?,
            has_tls: self.has_tls,
            mqtt: of(&self.mqtt),
            mqtt_tls: of(&self.mqtt_tls),
        })
    }

    /// Returns the protocol of the listener of the API.
    pub(crate) fn api_kind(&self) -> ListenerKind {
        match self.has_tls {
            true => ListenerKind::Https,
            false => ListenerKind::Http,
        }
    }

    /// Returns what hands connections to the listeners; `waiting` of them wait for each listener at most.
    pub(crate) fn handover(&mut self, waiting: usize) -> Handover {
        let to = |listener: &mut Listener| listener.handover(waiting);
        Handover {
            api: (self.api_kind(), to(&mut self.api)),
            mqtt: self.mqtt.as_mut().map(to),
            mqtt_tls: self.mqtt_tls.as_mut().map(to),
        }
    }
}

impl Handover {
    /// Returns the queue of a listener; `None` if this node has no such listener.
    pub(crate) fn to(&self, kind: ListenerKind) -> Option<&mpsc::Sender<HandedConnection>> {
        match kind {
            ListenerKind::Http | ListenerKind::Https => {
                let (own, sender) = &self.api;
                (*own == kind).then_some(sender)
            }
            ListenerKind::Mqtt => self.mqtt.as_ref(),
            ListenerKind::Mqtts => self.mqtt_tls.as_ref(),
        }
    }
}

/// Opens a listener of the broker; the error names the configuration key.
async fn bind_mqtt(key: &str, address: Option<SocketAddr>) -> Result<Option<Listener>, String> {
    let Some(address) = address else {
        return Ok(None);
    };
    let bound = TcpListener::bind(address).await;
    bound.map(|bound| Some(bound.into())).map_err(|error| {
        format!(
            "{key}: MQTT cannot listen on {address}: {error}; stop what listens there, set {key} to another \
             address, or set mqtt.broker to off"
        )
    })
}
