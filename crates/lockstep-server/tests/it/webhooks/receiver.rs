//! A receiver of webhooks with TLS, which answers as a script says.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use rcgen::{CertificateParams, KeyPair};
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use serde_json::Value as Json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio_rustls::TlsAcceptor;

/// The certificate and the key of every receiver of this process.
struct Identity {
    folder: tempfile::TempDir,
    certificate: String,
    key: String,
}

static TRUSTED: LazyLock<Identity> = LazyLock::new(Identity::new);

impl Identity {
    fn new() -> Self {
        let key = KeyPair::generate().unwrap();
        let names = ["127.0.0.1".to_owned(), "localhost".to_owned()];
        let certificate = CertificateParams::new(names)
            .unwrap()
            .self_signed(&key)
            .unwrap();
        let identity = Self {
            folder: tempfile::tempdir().unwrap(),
            certificate: certificate.pem(),
            key: key.serialize_pem(),
        };
        let file = identity.folder.path().join("ca.pem");
        std::fs::write(file, &identity.certificate).unwrap();
        identity
    }

    fn acceptor(&self) -> TlsAcceptor {
        let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
        let certificate = CertificateDer::from_pem_slice(self.certificate.as_bytes()).unwrap();
        let key = PrivateKeyDer::from_pem_slice(self.key.as_bytes()).unwrap();
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate], key)
            .unwrap();
        TlsAcceptor::from(Arc::new(config))
    }
}

/// The file of the certificate that receivers use.
pub(crate) fn ca_file() -> PathBuf {
    TRUSTED.folder.path().join("ca.pem")
}

/// An answer of a receiver.
#[derive(Clone)]
pub(crate) enum Reply {
    /// These bytes, then the end of the connection.
    Raw(Vec<u8>),
    /// Nothing; the connection stays open.
    Hang,
    /// Status 200 and a body without an end.
    Endless,
}

impl Reply {
    pub(crate) fn status(status: u16) -> Self {
        Self::Raw(format!("HTTP/1.1 {status} X\r\nContent-Length: 2\r\n\r\nok").into_bytes())
    }
}

/// A request as it arrived.
#[derive(Debug)]
pub(crate) struct Received {
    pub(crate) target: String,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Received {
    pub(crate) fn header(&self, name: &str) -> &str {
        let mut found = self.headers.iter().filter(|(known, _)| known == name);
        let value = found
            .next()
            .unwrap_or_else(|| panic!("no {name}: {self:?}"));
        assert!(found.next().is_none(), "{name} twice");
        &value.1
    }

    pub(crate) fn json(&self) -> Json {
        serde_json::from_slice(&self.body).unwrap()
    }
}

/// A running receiver. It answers with the replies of its script, then with 200.
pub(crate) struct Receiver {
    pub(crate) address: SocketAddr,
    requests: mpsc::UnboundedReceiver<Received>,
    /// The connections so far, also those whose handshake failed.
    pub(crate) connections: Arc<AtomicUsize>,
    /// The bytes of endless answers that were sent.
    pub(crate) sent: Arc<AtomicUsize>,
    accepting: tokio::task::AbortHandle,
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

impl Receiver {
    pub(crate) async fn start(script: Vec<Reply>) -> Self {
        Self::start_as(&TRUSTED, script).await
    }

    /// Starts a receiver whose certificate is not trusted.
    pub(crate) async fn start_untrusted() -> Self {
        Self::start_as(&Identity::new(), vec![]).await
    }

    async fn start_as(identity: &Identity, script: Vec<Reply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let acceptor = identity.acceptor();
        let (sender, requests) = mpsc::unbounded_channel();
        let script = Arc::new(Mutex::new(VecDeque::from(script)));
        let (connections, sent) = (Arc::<AtomicUsize>::default(), Arc::<AtomicUsize>::default());
        let (counted, counter) = (connections.clone(), sent.clone());
        let accepting = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                counted.fetch_add(1, Ordering::SeqCst);
                let connection = Connection {
                    acceptor: acceptor.clone(),
                    script: script.clone(),
                    requests: sender.clone(),
                    sent: counter.clone(),
                };
                tokio::spawn(connection.answer(stream));
            }
        });
        Self {
            address,
            requests,
            connections,
            sent,
            accepting: accepting.abort_handle(),
        }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("https://{}{path}", self.address)
    }

    /// Waits for the next request.
    pub(crate) async fn next(&mut self) -> Received {
        let next = tokio::time::timeout(Duration::from_secs(60), self.requests.recv());
        next.await
            .expect("a request arrives within a minute")
            .unwrap()
    }

    /// Returns a request that has arrived already.
    pub(crate) fn arrived(&mut self) -> Option<Received> {
        self.requests.try_recv().ok()
    }
}

struct Connection {
    acceptor: TlsAcceptor,
    script: Arc<Mutex<VecDeque<Reply>>>,
    requests: mpsc::UnboundedSender<Received>,
    sent: Arc<AtomicUsize>,
}

impl Connection {
    async fn answer(self, stream: TcpStream) -> Option<()> {
        let mut stream = self.acceptor.accept(stream).await.ok()?;
        let received = read(&mut stream).await?;
        let reply = self.script.lock().unwrap().pop_front();
        // The test may have ended.
        let _ = self.requests.send(received);
        match reply.unwrap_or_else(|| Reply::status(200)) {
            Reply::Raw(bytes) => stream.write_all(&bytes).await.ok()?,
            Reply::Hang => std::future::pending().await,
            Reply::Endless => {
                let head = b"HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n";
                stream.write_all(head).await.ok()?;
                loop {
                    stream.write_all(&[b'a'; 16 << 10]).await.ok()?;
                    self.sent.fetch_add(16 << 10, Ordering::SeqCst);
                }
            }
        }
        stream.shutdown().await.ok()
    }
}

async fn read(stream: &mut (impl AsyncReadExt + Unpin)) -> Option<Received> {
    let mut bytes = Vec::new();
    let head = loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break end;
        }
        bytes.push(stream.read_u8().await.ok()?);
    };
    let text = String::from_utf8(bytes[..head].to_vec()).unwrap();
    let mut lines = text.split("\r\n");
    let target = lines.next()?.to_owned();
    let headers: Vec<(String, String)> = lines
        .map(|line| line.split_once(": ").unwrap())
        .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
        .collect();
    let length = headers.iter().find(|(name, _)| name == "content-length")?;
    let mut body = vec![0; length.1.parse().unwrap()];
    stream.read_exact(&mut body).await.ok()?;
    Some(Received {
        target,
        headers,
        body,
    })
}
