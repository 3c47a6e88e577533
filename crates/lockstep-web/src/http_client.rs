//! An HTTP client for servers that the operator configured: over TLS, or in the clear to this machine. It follows no
//! redirect, uses no proxy, and opens a connection for each request.

use std::sync::Arc;
use std::time::Duration;

use axum::http::{Request, Response, Uri, header};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use thiserror::Error;
use tokio::net::TcpStream;
use tokio::sync::OnceCell;
use tokio::task::AbortHandle;
use tokio_rustls::TlsConnector;

/// The reason why a request has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum HttpClientError {
    /// The address is not `https`, and not `http` on this machine.
    #[error("the address must be https, or http on this machine")]
    Insecure,
    /// The host does not answer.
    #[error("the host cannot be reached")]
    Unreachable,
    /// The host's certificate is not trusted.
    #[error("the certificate of the host is not trusted")]
    Untrusted,
    /// The answer is not HTTP, or its head is too large.
    #[error("the answer is not valid HTTP")]
    Malformed,
    /// The body of the answer is too large.
    #[error("the answer is too large")]
    TooLarge,
    /// There was no whole answer in time.
    #[error("the host did not answer in time")]
    TimedOut,
}

/// The client.
#[derive(Default)]
pub struct HttpClient {
    /// Built with the first request over TLS.
    tls: OnceCell<TlsConnector>,
}

/// Ends the connection's task when the exchange ends.
pub struct Connection(AbortHandle);

impl Drop for Connection {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl HttpClient {
    /// Sends a request with an absolute address; returns the head of the answer, whose body arrives as long as the
    /// connection is kept.
    ///
    /// # Errors
    /// [`HttpClientError`].
    pub async fn send(
        &self,
        mut request: Request<Full<Bytes>>,
    ) -> Result<(Response<Incoming>, Connection), HttpClientError> {
        let uri = request.uri().clone();
        let authority = uri.authority().ok_or(HttpClientError::Insecure)?;
        if !is_secure(&uri) {
            return Err(HttpClientError::Insecure);
        }
        let is_encrypted = uri.scheme_str() == Some("https");
        let port = uri
            .port_u16()
            .unwrap_or(if is_encrypted { 443 } else { 80 });
        let name = unbracketed(authority.host()).to_owned();
        let target = uri.path_and_query().map_or("/", |target| target.as_str());
        *request.uri_mut() = target.parse().map_err(|_| HttpClientError::Malformed)?;
        // Without the user information that an authority can have.
        let host = match uri.port() {
            Some(port) => format!("{}:{port}", authority.host()),
            None => authority.host().to_owned(),
        };
        let host = host.parse().map_err(|_| HttpClientError::Malformed)?;
        let headers = request.headers_mut();
        headers.insert(header::HOST, host);
        headers.insert(
            header::CONNECTION,
            header::HeaderValue::from_static("close"),
        );
        let stream = TcpStream::connect((name.as_str(), port)).await;
        let stream = stream.map_err(|_| HttpClientError::Unreachable)?;
        if !is_encrypted {
            return exchange(TokioIo::new(stream), request).await;
        }
        let tls = self.tls.get_or_try_init(|| async { connector() }).await?;
        let name = ServerName::try_from(name).map_err(|_| HttpClientError::Untrusted)?;
        let stream = tls.connect(name, stream).await;
        let stream = stream.map_err(|_| HttpClientError::Untrusted)?;
        exchange(TokioIo::new(stream), request).await
    }

    /// Sends a request with an absolute address; returns the whole answer.
    ///
    /// # Errors
    /// [`HttpClientError`], also for a longer body and for a longer wait than given.
    pub async fn send_whole(
        &self,
        request: Request<Full<Bytes>>,
        max_bytes: usize,
        time: Duration,
    ) -> Result<Response<Vec<u8>>, HttpClientError> {
        let exchange = async {
            let (answer, connection) = self.send(request).await?;
            let (head, body) = answer.into_parts();
            let body = Limited::new(body, max_bytes).collect().await;
            drop(connection);
            let body =
                body.map_err(
                    |error| match error.is::<http_body_util::LengthLimitError>() {
                        true => HttpClientError::TooLarge,
                        false => HttpClientError::Malformed,
                    },
                )?;
            Ok(Response::from_parts(head, body.to_bytes().to_vec()))
        };
        let answer = tokio::time::timeout(time, exchange).await;
        answer.unwrap_or(Err(HttpClientError::TimedOut))
    }
}

/// Whether an address is `https`, or `http` on this machine.
#[must_use]
pub fn is_secure(uri: &Uri) -> bool {
    match uri.scheme_str() {
        Some("https") => uri.host().is_some(),
        Some("http") => uri.host().is_some_and(is_local_host),
        _ => false,
    }
}

/// Whether a host is this machine.
#[must_use]
pub fn is_local_host(host: &str) -> bool {
    let address = unbracketed(host).parse::<std::net::IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

/// An IPv6 address without its brackets.
fn unbracketed(host: &str) -> &str {
    host.trim_start_matches('[').trim_end_matches(']')
}

async fn exchange<S>(
    stream: S,
    request: Request<Full<Bytes>>,
) -> Result<(Response<Incoming>, Connection), HttpClientError>
where
    S: hyper::rt::Read + hyper::rt::Write + Unpin + Send + 'static,
{
    let handshake = http1::Builder::new()
        .max_buf_size(MAX_HEAD_BYTES)
        .handshake(stream);
    let (mut sender, connection) = handshake.await.map_err(|_| HttpClientError::Unreachable)?;
    let connection = Connection(tokio::spawn(connection).abort_handle());
    let response = sender.send_request(request).await;
    let response = response.map_err(|_| HttpClientError::Malformed)?;
    Ok((response, connection))
}

/// Trusts the certificates that the machine trusts.
fn connector() -> Result<TlsConnector, HttpClientError> {
    let mut roots = RootCertStore::empty();
    let (added, _) =
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if added == 0 {
        return Err(HttpClientError::Untrusted);
    }
    let config = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|_| HttpClientError::Untrusted)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(TlsConnector::from(Arc::new(config)))
}

/// The maximum number of bytes of the head of an answer that are kept.
const MAX_HEAD_BYTES: usize = 64 << 10;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_in_the_clear_stay_on_this_machine() {
        for (address, secure) in [
            ("https://login.example.com/token", true),
            ("http://login.example.com/token", false),
            ("http://127.0.0.1:8080/token", true),
            ("http://[::1]:8080/token", true),
            ("http://localhost/token", true),
            ("http://127.0.0.1.example.com/", false),
            ("http://10.0.0.1/", false),
            ("ftp://127.0.0.1/", false),
            ("/token", false),
        ] {
            assert_eq!(is_secure(&address.parse().unwrap()), secure, "{address}");
        }
    }
}
