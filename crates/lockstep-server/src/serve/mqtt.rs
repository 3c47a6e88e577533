//! Accepts the connections of devices and hands them to the broker.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use lockstep_config::Network;
use lockstep_http::{Certificates, ConnectionLimiter, Listener, Protocol, ThrottledStream, accept};
use lockstep_web::AppState;
use rustls::ServerConfig;
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio_rustls::TlsAcceptor;

/// The parameters of an MQTT listener.
pub struct MqttContext {
    /// The application state.
    pub state: AppState,
    /// The limits for clients.
    pub network: Arc<Network>,
    /// The open connections of all listeners that share their limits.
    pub connection_limiter: Arc<ConnectionLimiter>,
    /// The TLS certificates, for a listener with TLS.
    pub certificates: Option<Arc<Certificates>>,
}

/// Serves MQTT on `listener` until `end` changes; then each client is notified, and the connections are closed.
pub async fn mqtt(mut listener: Listener, context: MqttContext, mut end: watch::Receiver<bool>) {
    let context = Arc::new(context);
    let limiter = context.connection_limiter.clone();
    let mut settings = context.state.settings_changes();
    let mut waiting = None;
    let mut connections = JoinSet::new();
    loop {
        let maximum = context.state.settings().network.max_concurrent_connections as usize;
        let accepted = tokio::select! {
            () = limiter.wait_for_room(maximum), if waiting.is_some() => waiting.take(),
            accepted = accept(&mut listener, &limiter, maximum), if waiting.is_none() => accepted,
            // A connection that ended by a panic was one device's; the others continue.
            Some(_) = connections.join_next() => continue,
            _ = settings.changed() => continue,
            _ = end.changed() => break,
        };
        let Some((stream, peer)) = accepted else {
            continue;
        };
        // Another listener may have taken the last place since.
        if !limiter.has_room(maximum) {
            waiting = Some((stream, peer));
            continue;
        }
        let counted = (!context.network.trusts(peer)).then_some(peer);
        let most_per_address = context.network.mqtt_connections_per_address;
        let now = context.state.clock.monotonic();
        let permit = limiter.enter(Protocol::Mqtt, counted, most_per_address, now);
        let Some(permit) = permit else {
            metrics::counter!("lockstep_connections_refused_total").increment(1);
            continue;
        };
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "nodelay");
        }
        let (context, mut end) = (context.clone(), end.clone());
        connections.spawn(async move {
            if permit.may_start(&mut end).await {
                serve_connection(stream, peer, &context, end).await;
            }
        });
    }
    drop(listener);
    let time = Duration::from_secs(context.network.shutdown_seconds);
    let ended = async { while connections.join_next().await.is_some() {} };
    if tokio::time::timeout(time, ended).await.is_err() {
        tracing::warn!("MQTT connections were cut off at shutdown");
    }
}

async fn serve_connection(
    stream: TcpStream,
    peer: IpAddr,
    context: &MqttContext,
    end: watch::Receiver<bool>,
) {
    let state = context.state.clone();
    let Some(certificates) = &context.certificates else {
        let stream = ThrottledStream::new(stream, state.clone());
        return lockstep_devices::mqtt::serve(state, stream, peer, end).await;
    };
    // The protocols of the API's listener are not those of this one.
    let mut config = ServerConfig::clone(&certificates.server_config());
    config.alpn_protocols.clear();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let time = Duration::from_secs(context.network.header_seconds);
    match tokio::time::timeout(time, acceptor.accept(stream)).await {
        Ok(Ok(stream)) => {
            let stream = ThrottledStream::new(stream, state.clone());
            lockstep_devices::mqtt::serve(state, stream, peer, end).await;
        }
        Ok(Err(error)) => tracing::debug!(%error, "TLS handshake of a device"),
        Err(_) => tracing::debug!("the TLS handshake of a device took too long"),
    }
}
