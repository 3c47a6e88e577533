//! TLS with two files: accepted and refused connections, refused starts, and renewal. A valid new
//! pair is loaded, and a broken pair is ignored.

use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use http_body_util::{BodyExt, Full};
use hyper_util::rt::{TokioExecutor, TokioIo};
use lockstep_config::{Config, Tls};
use lockstep_server::commands::serve::{RunningPlatform, start};
use lockstep_server::data::DataDir;
use rcgen::{CertificateParams, KeyPair};
use rustls::pki_types::{CertificateDer, ServerName, pem::PemObject};
use rustls::{ClientConfig, RootCertStore, SupportedProtocolVersion, version};
use serde_json::Value as Json;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::app::ADMIN_PASSWORD;
use crate::attacks::{frame, http2_requests};
use crate::child::run;

/// A certificate for `localhost` and its key, as two files.
pub(crate) struct Pair {
    folder: TempDir,
    key: KeyPair,
}

impl Pair {
    pub(crate) fn new() -> Self {
        let pair = Self {
            folder: tempfile::tempdir().unwrap(),
            key: KeyPair::generate().unwrap(),
        };
        pair.write();
        pair
    }

    pub(crate) fn certificate(&self) -> PathBuf {
        self.folder.path().join("certificate.pem")
    }

    /// The files of the certificate and of the key.
    pub(crate) fn paths(&self) -> [PathBuf; 2] {
        [self.certificate(), self.key()]
    }

    fn key(&self) -> PathBuf {
        self.folder.path().join("key.pem")
    }

    /// Writes both files with a new certificate.
    fn write(&self) {
        let params = CertificateParams::new(["localhost".to_owned()]).unwrap();
        let certificate = params.self_signed(&self.key).unwrap();
        std::fs::write(self.certificate(), certificate.pem()).unwrap();
        std::fs::write(self.key(), self.key.serialize_pem()).unwrap();
        mode(&self.key(), 0o600);
    }

    /// Returns the certificate on disk.
    fn der(&self) -> CertificateDer<'static> {
        CertificateDer::from_pem_file(self.certificate()).unwrap()
    }

    pub(crate) fn tls(&self) -> Tls {
        Tls {
            certificate: Some(self.certificate()),
            key: Some(self.key()),
            ..Tls::default()
        }
    }

    /// Starts a server with the pair.
    async fn serve(&self, change: impl FnOnce(&mut Config)) -> (RunningPlatform, TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let mut config = Config {
            data: folder.path().to_owned(),
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            tls: self.tls(),
            ..Config::default()
        };
        change(&mut config);
        let data = DataDir::hold(&config.data).unwrap();
        let password = Some(ADMIN_PASSWORD.to_owned().into());
        (start(&config, data, password).await.unwrap(), folder)
    }
}

pub(crate) fn mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

/// A client that trusts one certificate.
fn client(
    trusted: CertificateDer<'static>,
    versions: &[&'static SupportedProtocolVersion],
    protocols: &[&str],
) -> TlsConnector {
    let mut roots = RootCertStore::empty();
    roots.add(trusted).unwrap();
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let mut config = ClientConfig::builder_with_provider(provider)
        .with_protocol_versions(versions)
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = protocols
        .iter()
        .map(|name| name.as_bytes().to_vec())
        .collect();
    TlsConnector::from(Arc::new(config))
}

async fn connect(
    connector: &TlsConnector,
    address: SocketAddr,
) -> std::io::Result<TlsStream<TcpStream>> {
    let stream = TcpStream::connect(address).await.unwrap();
    let name = ServerName::try_from("localhost").unwrap();
    connector.connect(name, stream).await
}

/// Returns the certificate that a new connection receives.
async fn greeted_with(pair: &Pair, address: SocketAddr) -> Option<CertificateDer<'static>> {
    let connector = client(pair.der(), rustls::ALL_VERSIONS, &[]);
    let stream = connect(&connector, address).await.ok()?;
    let shown = stream.get_ref().1.peer_certificates().unwrap();
    Some(shown[0].clone().into_owned())
}

/// Sends an HTTP/1.1 request and reads to the end.
async fn ask(stream: &mut (impl AsyncReadExt + AsyncWriteExt + Unpin), path: &str) -> String {
    let head = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    String::from_utf8(answer).unwrap()
}

#[tokio::test]
async fn both_versions_and_both_protocols() {
    let pair = Pair::new();
    let (running, _folder) = pair.serve(|_| {}).await;
    for (versions, protocols, agreed) in [
        (&[&version::TLS13][..], &["http/1.1"][..], Some("http/1.1")),
        (&[&version::TLS12], &["http/1.1"], Some("http/1.1")),
        (&[&version::TLS13], &[], None),
        (&[&version::TLS12], &[], None),
    ] {
        let connector = client(pair.der(), versions, protocols);
        let mut stream = connect(&connector, running.address).await.unwrap();
        let session = stream.get_ref().1;
        assert_eq!(session.alpn_protocol(), agreed.map(str::as_bytes));
        if versions[0].version == rustls::ProtocolVersion::TLSv1_3 {
            let group = session.negotiated_key_exchange_group().unwrap().name();
            assert_eq!(group, rustls::NamedGroup::X25519MLKEM768);
        }
        let answer = ask(&mut stream, "/healthz").await;
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
        let hsts = "\r\nstrict-transport-security: max-age=31536000\r\n";
        assert!(answer.contains(hsts), "{answer}");
    }
    // HTTP/2, also if the client offers both protocols.
    for offered in [&["h2"][..], &["h2", "http/1.1"]] {
        let connector = client(pair.der(), rustls::ALL_VERSIONS, offered);
        let stream = connect(&connector, running.address).await.unwrap();
        assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"h2"[..]));
        let io = TokioIo::new(stream);
        let (mut sender, connection) =
            hyper::client::conn::http2::handshake(TokioExecutor::new(), io)
                .await
                .unwrap();
        tokio::spawn(connection);
        for path in ["/readyz", "/v1/sfdp/data"] {
            let request = hyper::Request::get(format!("https://localhost{path}"));
            let request = request.body(Full::<Bytes>::default()).unwrap();
            let answer = sender.send_request(request).await.unwrap();
            let hsts = answer.headers()["strict-transport-security"].clone();
            assert_eq!(hsts, "max-age=31536000", "refusals too");
            let body = answer.into_body().collect().await.unwrap().to_bytes();
            serde_json::from_slice::<Json>(&body).unwrap();
        }
    }
    // Without a common protocol there is no connection.
    let connector = client(pair.der(), rustls::ALL_VERSIONS, &["spdy/3"]);
    let refused = connect(&connector, running.address).await.err().unwrap();
    assert!(
        refused.to_string().contains("NoApplicationProtocol"),
        "{refused}"
    );
    running.stop().await;
}

#[tokio::test]
async fn plain_http_clients_are_told_to_use_https() {
    let pair = Pair::new();
    let (running, _folder) = pair.serve(|_| {}).await;
    let mut stream = TcpStream::connect(running.address).await.unwrap();
    let answer = ask(&mut stream, "/v1/sfdp/data").await;
    assert!(
        answer.starts_with("HTTP/1.1 400 Bad Request\r\n"),
        "{answer}"
    );
    let body: Json = serde_json::from_str(answer.split("\r\n\r\n").nth(1).unwrap()).unwrap();
    assert_eq!(body["error"]["code"], "INVALID_REQUEST");
    let message = body["error"]["message"].as_str().unwrap();
    assert!(message.contains("https://"), "{message}");
    // Bytes that are neither HTTP nor TLS end the connection, and the next connection is served.
    let mut stream = TcpStream::connect(running.address).await.unwrap();
    stream
        .write_all(&[22, 3, 1, 255, 255, 1, 2, 3])
        .await
        .unwrap();
    stream.shutdown().await.unwrap();
    let mut answer = Vec::new();
    // A TLS alert, or no bytes.
    let _ = stream.read_to_end(&mut answer).await;
    assert!(!answer.starts_with(b"HTTP"));
    assert!(greeted_with(&pair, running.address).await.is_some());
    running.stop().await;
}

#[tokio::test]
async fn a_handshake_has_a_time_limit_and_counts_as_a_connection() {
    let pair = Pair::new();
    let (running, _folder) = pair
        .serve(|config| {
            config.network.header_seconds = 1;
            config.network.connections_per_address = 2;
        })
        .await;
    let mut silent = Vec::new();
    for _ in 0..2 {
        let mut stream = TcpStream::connect(running.address).await.unwrap();
        stream.write_all(&[22, 3, 1]).await.unwrap();
        silent.push(stream);
    }
    // Both permits are used by unfinished handshakes.
    assert!(greeted_with(&pair, running.address).await.is_none());
    for mut stream in silent {
        let mut answer = Vec::new();
        let read = stream.read_to_end(&mut answer);
        let ended = tokio::time::timeout(Duration::from_secs(10), read).await;
        assert!(ended.is_ok(), "the connection is still open");
    }
    assert!(greeted_with(&pair, running.address).await.is_some());
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_renewed_pair_is_loaded_and_a_broken_one_is_ignored() {
    let pair = Pair::new();
    let (running, _folder) = pair.serve(|config| config.tls.check_seconds = 1).await;
    let certificates = running.certificates.clone().unwrap();
    let first = pair.der();
    assert_eq!(
        greeted_with(&pair, running.address).await,
        Some(first.clone())
    );
    assert!(!certificates.renew().unwrap(), "nothing has changed");

    // A pair that is broken in any way: the old pair stays in use.
    let good = std::fs::read(pair.certificate()).unwrap();
    let key = std::fs::read(pair.key()).unwrap();
    let other = KeyPair::generate().unwrap().serialize_pem();
    let connector = client(first.clone(), rustls::ALL_VERSIONS, &[]);
    for (path, content, named) in [
        (pair.certificate(), &b""[..], "tls.certificate"),
        (
            pair.certificate(),
            &good[..good.len() / 2],
            "tls.certificate",
        ),
        (
            pair.certificate(),
            b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
            "tls.certificate",
        ),
        (pair.key(), b"", "tls.key"),
        (pair.key(), other.as_bytes(), "tls.key"),
    ] {
        std::fs::write(&path, content).unwrap();
        // The timer may have checked before this call; then it has reported the error, and this
        // check finds nothing new.
        if let Err(error) = certificates.renew() {
            let error = error.to_string();
            assert!(error.contains(named), "{error}");
            assert!(error.contains(&*path.to_string_lossy()), "{error}");
            assert!(!error.contains("PRIVATE"), "{error}");
        }
        connect(&connector, running.address).await.unwrap();
        std::fs::write(pair.certificate(), &good).unwrap();
        std::fs::write(pair.key(), &key).unwrap();
    }
    std::fs::remove_file(pair.key()).unwrap();
    assert!(
        certificates
            .renew()
            .unwrap_err()
            .to_string()
            .contains("tls.key")
    );
    connect(&connector, running.address).await.unwrap();

    // After a renewal without a signal, the timer finds the new pair.
    pair.write();
    let renewed = pair.der();
    assert_ne!(renewed, first);
    let found = async {
        while greeted_with(&pair, running.address).await != Some(renewed.clone()) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), found)
        .await
        .unwrap();
    running.stop().await;
}

#[test]
fn an_unusable_pair_is_refused_at_the_start() {
    let pair = Pair::new();
    let folder = tempfile::tempdir().unwrap();
    let (certificate, key) = (pair.certificate(), pair.key());
    let good = std::fs::read(&certificate).unwrap();
    let secret = std::fs::read_to_string(&key).unwrap();
    let other = KeyPair::generate().unwrap().serialize_pem();
    let config = folder.path().join("lockstep.toml");
    let check = |args: &[&str]| {
        let text = format!(
            "listen = '127.0.0.1:0'\n[tls]\ncertificate = '{}'\nkey = '{}'\n",
            certificate.display(),
            key.display()
        );
        std::fs::write(&config, text).unwrap();
        let config = config.to_string_lossy().into_owned();
        let mut all = vec!["--config", &config];
        all.extend(args);
        let output = run(&folder.path().join("data"), &all, "");
        let printed = format!(
            "{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(!printed.contains("PRIVATE KEY"), "{printed}");
        for line in secret.lines().filter(|line| !line.starts_with('-')) {
            assert!(!printed.contains(line), "{printed}");
        }
        (output.status.success(), printed)
    };
    let (fine, printed) = check(&["config", "check"]);
    assert!(fine && printed.contains("key.pem"), "{printed}");
    let made = ["user", "create", "ada", "--email", "ada@example.org"];
    let made = [&made[..], &["--password-stdin"]].concat();
    let made = run(&folder.path().join("data"), &made, "twelve letters");
    assert!(made.status.success(), "{made:?}");
    let (fine, printed) = check(&["doctor"]);
    assert!(
        fine && printed.contains("ok  the certificate and its key"),
        "{printed}"
    );

    let put = |path: &Path, content: &[u8], bits: u32| {
        std::fs::write(path, content).unwrap();
        mode(path, bits);
    };
    for (key_text, bits, certificate_text, field, why) in [
        (
            Some(secret.as_bytes()),
            0o644,
            Some(&good[..]),
            "tls.key",
            "chmod 600",
        ),
        (
            Some(secret.as_bytes()),
            0o601,
            Some(&good),
            "tls.key",
            "chmod 600",
        ),
        (None, 0, Some(&good), "tls.key", "No such file"),
        (Some(b""), 0o600, Some(&good), "tls.key", "private key"),
        (
            Some(&secret.as_bytes()[..60]),
            0o600,
            Some(&good),
            "tls.key",
            "private key",
        ),
        (Some(&good), 0o600, Some(&good), "tls.key", "private key"),
        (
            Some(other.as_bytes()),
            0o600,
            Some(&good),
            "tls.key",
            "does not belong",
        ),
        (
            Some(secret.as_bytes()),
            0o600,
            None,
            "tls.certificate",
            "No such file",
        ),
        (
            Some(secret.as_bytes()),
            0o600,
            Some(b""),
            "tls.certificate",
            "BEGIN CERTIFICATE",
        ),
        (
            Some(secret.as_bytes()),
            0o600,
            Some(secret.as_bytes()),
            "tls.certificate",
            "BEGIN CERT",
        ),
    ] {
        for (path, text) in [(&key, key_text), (&certificate, certificate_text)] {
            // An earlier row may have removed the file.
            let _ = std::fs::remove_file(path);
            if let Some(text) = text {
                put(path, text, if path == &key { bits } else { 0o644 });
            }
        }
        let file = if field == "tls.key" {
            &key
        } else {
            &certificate
        };
        for args in [&["config", "check"][..], &["serve"]] {
            let (fine, printed) = check(args);
            assert!(!fine, "{field} {why}: {printed}");
            let file = file.to_string_lossy();
            for part in [field, why, &*file] {
                assert!(printed.contains(part), "{part}: {printed}");
            }
        }
        let (fine, printed) = check(&["doctor"]);
        assert!(
            !fine && printed.contains("BAD the certificate"),
            "{printed}"
        );
    }
    // The key may be readable by a group.
    put(&key, secret.as_bytes(), 0o640);
    put(&certificate, &good, 0o644);
    assert!(check(&["config", "check"]).0);
}

/// The frames are inside of the encrypted connection.
#[tokio::test]
async fn floods_of_frames_end_their_connection_over_tls_too() {
    let pair = Pair::new();
    let (running, _folder) = pair
        .serve(|config| config.network.header_seconds = 120)
        .await;
    let connector = client(pair.der(), rustls::ALL_VERSIONS, &["h2"]);
    let mut stream = connect(&connector, running.address).await.unwrap();
    let mut flood = http2_requests(&[], &[], 0);
    flood.extend(frame(6, 0, 0, &[0; 8]).repeat(4000));
    // The server may close before it has read everything.
    let _ = stream.write_all(&flood).await;
    let mut rest = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut rest));
    assert!(read.await.is_ok(), "the connection is still open");
    running.stop().await;
}
