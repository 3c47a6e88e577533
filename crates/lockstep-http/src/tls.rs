//! TLS with a certificate file and a key file. The files are checked before the first connection
//! and again while the server runs. A broken new pair never replaces a working one.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustls::ServerConfig;
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use sha2::{Digest, Sha256};
use tokio::sync::watch;
use zeroize::Zeroizing;

use lockstep_config::Tls;

/// The certificate and key for new connections.
pub struct Certificates {
    certificate: PathBuf,
    key: PathBuf,
    check: Duration,
    current: Mutex<CurrentCertificate>,
}

struct CurrentCertificate {
    server_config: Arc<ServerConfig>,
    /// The digest of the certificate and of its chain of issuers.
    chain: [u8; 32],
    /// The digest of both files at the last check, whether they were valid or not.
    seen: [u8; 32],
}

/// The defect of the files; names the key of the configuration and the file, never its contents.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// The file cannot be read.
    #[error("{field}: {path}: {source}")]
    File {
        /// `tls.certificate` or `tls.key`.
        field: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The file's contents are invalid.
    #[error("{field}: {path}: {reason}")]
    Meaning {
        /// `tls.certificate` or `tls.key`.
        field: &'static str,
        /// The file.
        path: PathBuf,
        /// The reason, and the way to correct it.
        reason: String,
    },
}

impl Certificates {
    /// Loads the files that the configuration names; returns `None` if it names none.
    pub fn load(tls: &Tls) -> Result<Option<Arc<Self>>, TlsError> {
        let Some((certificate, key)) = tls.files() else {
            return Ok(None);
        };
        let files = Files::read(certificate, key)?;
        let current = CurrentCertificate {
            server_config: files.server_config(certificate, key)?,
            chain: files.hash_of_chain(),
            seen: files.hash(),
        };
        Ok(Some(Arc::new(Self {
            certificate: certificate.clone(),
            key: key.clone(),
            check: Duration::from_secs(tls.check_seconds),
            current: Mutex::new(current),
        })))
    }

    /// Returns the TLS configuration for the next connection.
    #[must_use]
    pub fn server_config(&self) -> Arc<ServerConfig> {
        self.current().server_config.clone()
    }

    /// Returns the SHA-256 of the certificate and its chain of issuers, which are the same at two servers if their digests are.
    #[must_use]
    pub fn chain_digest(&self) -> [u8; 32] {
        self.current().chain
    }

    /// Checks whether the files were renewed; returns `true` if they were and are valid. Broken
    /// files leave the old pair in use and are reported once.
    pub fn renew(&self) -> Result<bool, TlsError> {
        let files = Files::read(&self.certificate, &self.key)?;
        let hash = files.hash();
        if self.current().seen == hash {
            return Ok(false);
        }
        let server_config = files.server_config(&self.certificate, &self.key);
        let mut current = self.current();
        current.seen = hash;
        current.server_config = server_config?;
        current.chain = files.hash_of_chain();
        Ok(true)
    }

    /// Checks for renewed files until `end` changes. The contents are compared, not times, so a
    /// link that points to another file counts as a renewal.
    pub(crate) async fn watch(self: Arc<Self>, mut end: watch::Receiver<bool>) {
        let mut complained = String::new();
        loop {
            tokio::select! {
                () = tokio::time::sleep(self.check) => {}
                _ = end.changed() => return,
            }
            let files = self.clone();
            // The result of the last check is lost only when the runtime ends.
            let Ok(looked) = tokio::task::spawn_blocking(move || files.renew()).await else {
                return;
            };
            match looked {
                Ok(true) => {
                    complained.clear();
                    tracing::info!("the renewed certificate is in use");
                }
                Ok(false) => {}
                Err(error) => {
                    let reason = error.to_string();
                    if reason != complained {
                        tracing::error!(
                            reason,
                            "the renewed certificate cannot be used; the previous one stays in use"
                        );
                        complained = reason;
                    }
                }
            }
        }
    }

    fn current(&self) -> std::sync::MutexGuard<'_, CurrentCertificate> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The current contents of both files.
struct Files {
    certificate: Vec<u8>,
    key: Zeroizing<Vec<u8>>,
}

impl Files {
    fn read(certificate: &Path, key: &Path) -> Result<Self, TlsError> {
        let open = fs::metadata(key).map_err(unreadable(KEY, key))?;
        let mode = open.permissions().mode() & 0o777;
        if mode & 0o007 != 0 {
            let path = key.display();
            let reason = format!(
                "every user of this machine can open it (mode {mode:03o}): `chmod 600 {path}`, or \
                 `chmod 640` with a group of its own"
            );
            return Err(unusable_file(KEY, key, reason));
        }
        let key_text = fs::read(key).map(Zeroizing::new);
        Ok(Self {
            certificate: fs::read(certificate).map_err(unreadable(CERTIFICATE, certificate))?,
            key: key_text.map_err(unreadable(KEY, key))?,
        })
    }

    fn hash(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update((self.certificate.len() as u64).to_le_bytes());
        hash.update(&self.certificate);
        hash.update(&*self.key);
        hash.finalize().into()
    }

    /// Hashes the certificates as clients get them: other line breaks and comments in the file do not count.
    fn hash_of_chain(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        for one in CertificateDer::pem_slice_iter(&self.certificate).flatten() {
            hash.update((one.len() as u64).to_le_bytes());
            hash.update(&one);
        }
        hash.finalize().into()
    }

    fn server_config(&self, certificate: &Path, key: &Path) -> Result<Arc<ServerConfig>, TlsError> {
        let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&self.certificate).collect();
        let chain = chain
            .map_err(|_| unusable_file(CERTIFICATE, certificate, "is not a valid PEM file"))?;
        if chain.is_empty() {
            let reason = "holds no `BEGIN CERTIFICATE`";
            return Err(unusable_file(CERTIFICATE, certificate, reason));
        }
        // The parser's message may repeat the file's contents.
        let secret = PrivateKeyDer::from_pem_slice(&self.key).map_err(|_| {
            let reason = "contains no private key in PEM (PKCS#8, PKCS#1 or SEC1, not encrypted)";
            unusable_file(KEY, key, reason)
        })?;
        let provider = Arc::new(aws_lc_rs::default_provider());
        let server_config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| unusable_file(CERTIFICATE, certificate, error.to_string()))?
            .with_no_client_auth()
            .with_single_cert(chain, secret);
        let mut server_config = server_config.map_err(|error| match error {
            rustls::Error::InconsistentKeys(_) => {
                let reason = format!("does not belong to {}", certificate.display());
                unusable_file(KEY, key, reason)
            }
            rustls::Error::InvalidCertificate(error) => {
                unusable_file(CERTIFICATE, certificate, format!("{error:?}"))
            }
            _ => unusable_file(KEY, key, "this kind of private key is not supported"),
        })?;
        server_config.alpn_protocols = PROTOCOLS.iter().map(|name| name.to_vec()).collect();
        Ok(Arc::new(server_config))
    }
}

fn unreadable(field: &'static str, path: &Path) -> impl FnOnce(io::Error) -> TlsError {
    let path = path.to_owned();
    move |source| TlsError::File {
        field,
        path,
        source,
    }
}

fn unusable_file(field: &'static str, path: &Path, reason: impl Into<String>) -> TlsError {
    TlsError::Meaning {
        field,
        path: path.to_owned(),
        reason: reason.into(),
    }
}

const CERTIFICATE: &str = "tls.certificate";
const KEY: &str = "tls.key";
const PROTOCOLS: &[&[u8]] = &[b"h2", b"http/1.1"];
