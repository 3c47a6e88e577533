//! Sends one signed request: resolves the host once, checks every address, and connects to exactly the checked
//! addresses. It follows no redirect and uses no proxy.

use std::collections::HashMap;
use std::hash::Hash;
use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1;
use hyper::{Method, Request, Response, header};
use hyper_util::rt::TokioIo;
use lockstep_store::id::UserId;
use lockstep_web::{AddressBlock, WebhookPolicy};
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::task::AbortHandle;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use url::{Host, Url};

use super::address::is_allowed;
use super::webhook::AttemptError;

/// The HTTP client of webhooks.
pub(crate) struct Client {
    tls: TlsConnector,
    allow_private: Vec<AddressBlock>,
    look_up: LookUp,
    /// Bounds the threads that wait for the system's resolver; a thread outlives its time-out.
    resolving: Arc<Semaphore>,
    /// The same for each account: names that do not resolve delay the deliveries of their own account only.
    resolving_of: Bounds<UserId>,
    /// The same for each host of an account: one that does not resolve delays no other host of its account.
    resolving_host: Bounds<(UserId, String)>,
}

/// A bound for each key. It exists while somebody uses it or waits for it.
struct Bounds<K> {
    each: Mutex<HashMap<K, Weak<Semaphore>>>,
    most: usize,
}

/// Asks for the addresses of a host: [`system_addresses`], or a function of a test.
type LookUp = fn(&str, u16) -> io::Result<Vec<SocketAddr>>;

/// A signed message.
pub(crate) struct Message {
    pub(crate) id: String,
    pub(crate) timestamp: i64,
    pub(crate) signature: String,
    pub(crate) body: Vec<u8>,
}

/// The answer of a receiver. Its body is dropped.
#[derive(Debug)]
pub(crate) struct ReceiverResponse {
    pub(crate) status: u16,
    pub(crate) retry_after: Option<String>,
}

impl Client {
    /// Creates a client that trusts the certificates of the policy's file, or those that the machine trusts.
    ///
    /// # Errors
    /// The text for the operator: there is no certificate to trust.
    pub(crate) fn new(policy: &WebhookPolicy) -> Result<Self, String> {
        let allow_private = policy.allow_private.clone();
        Self::with(roots(policy)?, allow_private, system_addresses)
    }

    fn with(
        roots: RootCertStore,
        allow_private: Vec<AddressBlock>,
        look_up: LookUp,
    ) -> Result<Self, String> {
        let config = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| format!("webhooks: TLS: {error}"))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self {
            tls: TlsConnector::from(Arc::new(config)),
            allow_private,
            look_up,
            resolving: Arc::new(Semaphore::new(MAX_RESOLVING)),
            resolving_of: Bounds::new(MAX_RESOLVING_OF_ACCOUNT),
            resolving_host: Bounds::new(MAX_RESOLVING_OF_HOST),
        })
    }

    /// Sends a message of an account and returns the head of the answer.
    pub(crate) async fn post(
        &self,
        user: &UserId,
        url: &Url,
        message: Message,
    ) -> Result<ReceiverResponse, AttemptError> {
        let exchange = async {
            let stream = timeout(CONNECT, self.connect(user, url)).await;
            let stream = stream.map_err(|_| AttemptError::TimedOut)??;
            let stream = self.secure(url, stream).await?;
            exchange(url, stream, message).await
        };
        let (answer, connection) = timeout(TOTAL, exchange)
            .await
            .map_err(|_| AttemptError::TimedOut)??;
        let (head, body) = answer.into_parts();
        // A receiver that is cut off before its answer was read may log an error.
        let _ = timeout(DRAIN, drain(body)).await;
        drop(connection);
        let retry_after = head.headers.get(header::RETRY_AFTER);
        Ok(ReceiverResponse {
            status: head.status.as_u16(),
            retry_after: retry_after
                .and_then(|value| value.to_str().ok())
                .map(str::to_owned),
        })
    }

    async fn connect(&self, user: &UserId, url: &Url) -> Result<TcpStream, AttemptError> {
        let addresses = self.resolve(user, url).await?;
        // One refused address refuses the host: a name must not mix public and private addresses.
        if addresses
            .iter()
            .any(|address| !is_allowed(address.ip(), &self.allow_private))
        {
            return Err(AttemptError::AddressRefused);
        }
        for address in addresses.iter().take(MAX_ADDRESSES) {
            if let Ok(Ok(stream)) = timeout(CONNECT_ONE, TcpStream::connect(address)).await {
                return Ok(stream);
            }
        }
        Err(AttemptError::Unreachable)
    }

    async fn resolve(&self, user: &UserId, url: &Url) -> Result<Vec<SocketAddr>, AttemptError> {
        let port = url.port_or_known_default().unwrap_or(HTTPS_PORT);
        let name = match url.host() {
            Some(Host::Ipv4(address)) => return Ok(vec![(address, port).into()]),
            Some(Host::Ipv6(address)) => return Ok(vec![(address, port).into()]),
            Some(Host::Domain(name)) => name.to_owned(),
            None => return Err(AttemptError::Unresolvable),
        };
        // Who waits for a turn of its own host or account holds no place of the others.
        let host = self.resolving_host.of(&(user.clone(), name.clone()));
        let of_host = host.acquire_owned().await;
        let of_host = of_host.map_err(|_| AttemptError::Unresolvable)?;
        let of_account = self.resolving_of.of(user).acquire_owned().await;
        let of_account = of_account.map_err(|_| AttemptError::Unresolvable)?;
        let of_all = Arc::clone(&self.resolving).acquire_owned().await;
        let of_all = of_all.map_err(|_| AttemptError::Unresolvable)?;
        let look_up = self.look_up;
        let resolving = tokio::task::spawn_blocking(move || {
            let found = look_up(&name, port);
            drop((of_all, of_account, of_host));
            found
        });
        match resolving.await {
            Ok(Ok(addresses)) if !addresses.is_empty() => Ok(addresses),
            _ => Err(AttemptError::Unresolvable),
        }
    }

    async fn secure(
        &self,
        url: &Url,
        stream: TcpStream,
    ) -> Result<TlsStream<TcpStream>, AttemptError> {
        let name = match url.host() {
            Some(Host::Ipv4(address)) => ServerName::from(std::net::IpAddr::V4(address)),
            Some(Host::Ipv6(address)) => ServerName::from(std::net::IpAddr::V6(address)),
            Some(Host::Domain(name)) => {
                ServerName::try_from(name.to_owned()).map_err(|_| AttemptError::TlsFailed)?
            }
            None => return Err(AttemptError::TlsFailed),
        };
        let secured = self.tls.connect(name, stream).await;
        secured.map_err(|_: io::Error| AttemptError::TlsFailed)
    }
}

impl<K: Clone + Eq + Hash> Bounds<K> {
    fn new(most: usize) -> Self {
        Self {
            each: Mutex::default(),
            most,
        }
    }

    fn of(&self, key: &K) -> Arc<Semaphore> {
        let mut each = self.each.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bound) = each.get(key).and_then(Weak::upgrade) {
            return bound;
        }
        each.retain(|_, bound| bound.strong_count() > 0);
        let bound = Arc::new(Semaphore::new(self.most));
        each.insert(key.clone(), Arc::downgrade(&bound));
        bound
    }
}

/// Asks the system's resolver, which may take longer than an attempt.
fn system_addresses(name: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
    Ok((name, port).to_socket_addrs()?.collect())
}

/// Ends the connection's task when the exchange ends.
struct Connection(AbortHandle);

impl Drop for Connection {
    fn drop(&mut self) {
        self.0.abort();
    }
}

async fn exchange(
    url: &Url,
    stream: TlsStream<TcpStream>,
    message: Message,
) -> Result<(Response<Incoming>, Connection), AttemptError> {
    let broken = |_| AttemptError::BrokenAnswer;
    // Interim answers (1xx) before the answer count, too: the limits of the head apply to each of them alone.
    let (receiving, sending) = tokio::io::split(stream);
    let stream = tokio::io::join(receiving.take(MAX_RECEIVED_BYTES), sending);
    let handshake = http1::Builder::new()
        .max_buf_size(MAX_HEAD_BYTES)
        .max_headers(MAX_HEADERS)
        .handshake(TokioIo::new(stream));
    let (mut sender, connection) = handshake.await.map_err(broken)?;
    let connection = Connection(tokio::spawn(connection).abort_handle());
    let request = request(url, message).ok_or(AttemptError::BrokenAnswer)?;
    let answer = sender.send_request(request).await.map_err(broken)?;
    Ok((answer, connection))
}

/// Returns `None` for an address that makes no valid request; the address was checked when it was stored.
fn request(url: &Url, message: Message) -> Option<Request<Full<Bytes>>> {
    let mut target = url.path().to_owned();
    if let Some(query) = url.query() {
        target = format!("{target}?{query}");
    }
    let host = match url.port() {
        Some(port) => format!("{}:{port}", url.host_str()?),
        None => url.host_str()?.to_owned(),
    };
    Request::builder()
        .method(Method::POST)
        .uri(target)
        .header(header::HOST, host)
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::CONNECTION, "close")
        .header(
            header::USER_AGENT,
            concat!("Lockstep-Webhooks/", env!("CARGO_PKG_VERSION")),
        )
        .header("webhook-id", message.id)
        .header("webhook-timestamp", message.timestamp)
        .header("webhook-signature", message.signature)
        .body(Full::new(message.body.into()))
        .ok()
}

/// Reads and drops an answer, up to a limit.
async fn drain(mut body: Incoming) {
    let mut left = MAX_ANSWER_BYTES;
    while let Some(Ok(frame)) = body.frame().await {
        let bytes = frame.data_ref().map_or(0, Bytes::len);
        match left.checked_sub(bytes) {
            Some(rest) => left = rest,
            None => return,
        }
    }
}

fn roots(policy: &WebhookPolicy) -> Result<RootCertStore, String> {
    let mut store = RootCertStore::empty();
    let Some(file) = &policy.ca_file else {
        let (added, _) =
            store.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if added == 0 {
            return Err(
                "webhooks: this machine trusts no certificate: install the certificates of your \
                 system (ca-certificates), or name a PEM file in webhooks.ca_file"
                    .to_owned(),
            );
        }
        return Ok(store);
    };
    let wrong = |reason: String| format!("webhooks.ca_file: {}: {reason}", file.display());
    let certificates = CertificateDer::pem_file_iter(file)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|error| wrong(error.to_string()))?;
    if certificates.is_empty() {
        return Err(wrong(
            "has no certificate: it must be a PEM file".to_owned(),
        ));
    }
    for certificate in certificates {
        store
            .add(certificate)
            .map_err(|error| wrong(error.to_string()))?;
    }
    Ok(store)
}

const HTTPS_PORT: u16 = 443;
/// The longest time to resolve and to connect.
const CONNECT: Duration = Duration::from_secs(5);
/// The longest time to connect to one of several addresses.
const CONNECT_ONE: Duration = Duration::from_secs(2);
/// The maximum number of addresses of a host that are tried.
const MAX_ADDRESSES: usize = 4;
/// The longest time until the head of the answer.
const TOTAL: Duration = Duration::from_secs(15);
/// The longest time to read the body of an answer, which is dropped.
const DRAIN: Duration = Duration::from_secs(1);
/// The maximum number of bytes that are read of the body of an answer.
const MAX_ANSWER_BYTES: usize = 64 << 10;
/// The maximum number of bytes of the head of an answer.
const MAX_HEAD_BYTES: usize = 32 << 10;
/// The maximum number of bytes that are received in all, without those of TLS.
const MAX_RECEIVED_BYTES: u64 = (MAX_HEAD_BYTES + MAX_ANSWER_BYTES) as u64;
/// The maximum number of headers of an answer.
const MAX_HEADERS: usize = 100;
/// The maximum number of hosts that are resolved at the same time.
const MAX_RESOLVING: usize = 64;
/// The maximum number of hosts of one account that are resolved at the same time.
const MAX_RESOLVING_OF_ACCOUNT: usize = 4;
/// The maximum number of look-ups of one host of an account at the same time.
const MAX_RESOLVING_OF_HOST: usize = 2;

#[cfg(test)]
mod tests;
