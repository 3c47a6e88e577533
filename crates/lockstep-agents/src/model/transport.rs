//! Sends a request to the endpoint of a model: over TLS, or in the clear to this machine. It follows no redirect and
//! uses no proxy.

use std::sync::Arc;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1;
use hyper::{Method, Request, Response, Uri, header};
use hyper_util::rt::TokioIo;
use lockstep_web::ModelPolicy;
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use tokio::net::TcpStream;
use tokio::sync::OnceCell;
use tokio::task::AbortHandle;
use tokio_rustls::TlsConnector;

use super::ModelError;

/// The client of one endpoint.
#[derive(Default)]
pub(super) struct Client {
    /// Built with the first request over TLS.
    tls: OnceCell<TlsConnector>,
}

/// Ends the connection's task when the exchange ends.
pub(super) struct Connection(AbortHandle);

impl Drop for Connection {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Client {
    /// Sends a request; returns the head of the answer, whose body arrives as long as the connection is kept.
    pub(super) async fn post(
        &self,
        policy: &ModelPolicy,
        body: String,
    ) -> Result<(Response<Incoming>, Connection), ModelError> {
        // The configuration was checked at the start.
        let uri: Uri = policy.url.parse().map_err(|_| ModelError::Unreachable)?;
        let host = uri.host().ok_or(ModelError::Unreachable)?.to_owned();
        let is_secure = uri.scheme_str() == Some("https");
        let port = uri.port_u16().unwrap_or(if is_secure { 443 } else { 80 });
        let request = request(&uri, policy, body).ok_or(ModelError::Unreachable)?;
        let name = host.trim_start_matches('[').trim_end_matches(']');
        let stream = TcpStream::connect((name, port)).await;
        let stream = stream.map_err(|_| ModelError::Unreachable)?;
        if !is_secure {
            return exchange(TokioIo::new(stream), request).await;
        }
        let tls = self.tls.get_or_try_init(|| async { connector() }).await?;
        let name = ServerName::try_from(name.to_owned()).map_err(|_| ModelError::Untrusted)?;
        let stream = tls.connect(name, stream).await;
        exchange(
            TokioIo::new(stream.map_err(|_| ModelError::Untrusted)?),
            request,
        )
        .await
    }
}

async fn exchange<S>(
    stream: S,
    request: Request<Full<Bytes>>,
) -> Result<(Response<Incoming>, Connection), ModelError>
where
    S: hyper::rt::Read + hyper::rt::Write + Unpin + Send + 'static,
{
    let handshake = http1::Builder::new()
        .max_buf_size(MAX_HEAD_BYTES)
        .handshake(stream);
    let (mut sender, connection) = handshake.await.map_err(|_| ModelError::Unreachable)?;
    let connection = Connection(tokio::spawn(connection).abort_handle());
    let response = sender.send_request(request).await;
    Ok((response.map_err(|_| ModelError::Malformed)?, connection))
}

fn request(uri: &Uri, policy: &ModelPolicy, body: String) -> Option<Request<Full<Bytes>>> {
    let base = uri.path().trim_end_matches('/');
    let mut request = Request::builder()
        .method(Method::POST)
        .uri(format!("{base}/chat/completions"))
        .header(header::HOST, uri.authority()?.as_str())
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::ACCEPT, "text/event-stream")
        .header(header::CONNECTION, "close");
    if let Some(key) = &policy.key {
        let mut bearer = header::HeaderValue::from_str(&format!("Bearer {}", key.expose())).ok()?;
        bearer.set_sensitive(true);
        request = request.header(header::AUTHORIZATION, bearer);
    }
    request.body(Full::new(body.into())).ok()
}

/// Trusts the certificates that the machine trusts.
fn connector() -> Result<TlsConnector, ModelError> {
    let mut roots = RootCertStore::empty();
    let (added, _) =
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if added == 0 {
        return Err(ModelError::Untrusted);
    }
    let config = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|_| ModelError::Untrusted)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(TlsConnector::from(Arc::new(config)))
}

/// The most bytes of the head of an answer that are kept.
const MAX_HEAD_BYTES: usize = 64 << 10;
