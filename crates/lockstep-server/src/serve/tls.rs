//! TLS by two files: checked before the first connection, looked at again while we run, and never
//! let go for a pair that is broken.

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

use crate::config::Tls;

/// The pair connections are greeted with.
pub struct Certificates {
    certificate: PathBuf,
    key: PathBuf,
    check: Duration,
    current: Mutex<Current>,
}

struct Current {
    greeting: Arc<ServerConfig>,
    /// Of both files, as last looked at, whether or not they were any good.
    seen: [u8; 32],
}

/// What is wrong with the files; names the key of the configuration and the file, never what stands
/// in it.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// It cannot be read.
    #[error("{field}: {path}: {source}")]
    File {
        /// `tls.certificate` or `tls.key`.
        field: &'static str,
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It is not what it should be.
    #[error("{field}: {path}: {reason}")]
    Meaning {
        /// `tls.certificate` or `tls.key`.
        field: &'static str,
        /// Which file.
        path: PathBuf,
        /// Why, and what to do.
        reason: String,
    },
}

impl Certificates {
    /// Reads the files the configuration names; none where it names none.
    pub fn load(tls: &Tls) -> Result<Option<Arc<Self>>, TlsError> {
        let Some((certificate, key)) = tls.files() else {
            return Ok(None);
        };
        let files = Files::read(certificate, key)?;
        let current = Current {
            greeting: files.greeting(certificate, key)?,
            seen: files.hash(),
        };
        Ok(Some(Arc::new(Self {
            certificate: certificate.clone(),
            key: key.clone(),
            check: Duration::from_secs(tls.check_seconds),
            current: Mutex::new(current),
        })))
    }

    /// What the next connection is greeted with.
    #[must_use]
    pub fn greeting(&self) -> Arc<ServerConfig> {
        self.current().greeting.clone()
    }

    /// Looks whether the files were renewed; true when they were and are good. Those that are
    /// broken leave the old pair in place and are named once.
    pub fn renew(&self) -> Result<bool, TlsError> {
        let files = Files::read(&self.certificate, &self.key)?;
        let hash = files.hash();
        if self.current().seen == hash {
            return Ok(false);
        }
        let greeting = files.greeting(&self.certificate, &self.key);
        let mut current = self.current();
        current.seen = hash;
        current.greeting = greeting?;
        Ok(true)
    }

    /// Renews until `end` changes. The contents are compared, not times: a link that is turned to
    /// another file is a renewal too.
    pub(super) async fn watch(self: Arc<Self>, mut end: watch::Receiver<bool>) {
        let mut complained = String::new();
        loop {
            tokio::select! {
                () = tokio::time::sleep(self.check) => {}
                _ = end.changed() => return,
            }
            let files = self.clone();
            // The last look's outcome is lost only where the runtime ends.
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
                        tracing::error!(reason, "the certificate in use stays");
                        complained = reason;
                    }
                }
            }
        }
    }

    fn current(&self) -> std::sync::MutexGuard<'_, Current> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Both files as they stand on the disk.
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
                "everybody on this machine can open it (mode {mode:03o}): `chmod 600 {path}`, or \
                 640 with a group of its own"
            );
            return Err(wrong(KEY, key, reason));
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

    fn greeting(&self, certificate: &Path, key: &Path) -> Result<Arc<ServerConfig>, TlsError> {
        let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&self.certificate).collect();
        let chain = chain
            .map_err(|_| wrong(CERTIFICATE, certificate, "is no PEM file that can be read"))?;
        if chain.is_empty() {
            let reason = "holds no `BEGIN CERTIFICATE`";
            return Err(wrong(CERTIFICATE, certificate, reason));
        }
        // What the parser says may repeat what stands in the file.
        let secret = PrivateKeyDer::from_pem_slice(&self.key).map_err(|_| {
            let reason = "holds no private key in PEM (PKCS#8, PKCS#1 or SEC1, not encrypted)";
            wrong(KEY, key, reason)
        })?;
        let provider = Arc::new(aws_lc_rs::default_provider());
        let greeting = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| wrong(CERTIFICATE, certificate, error.to_string()))?
            .with_no_client_auth()
            .with_single_cert(chain, secret);
        let mut greeting = greeting.map_err(|error| match error {
            rustls::Error::InconsistentKeys(_) => {
                let reason = format!("does not belong to {}", certificate.display());
                wrong(KEY, key, reason)
            }
            rustls::Error::InvalidCertificate(error) => {
                wrong(CERTIFICATE, certificate, format!("{error:?}"))
            }
            _ => wrong(KEY, key, "this kind of private key is not spoken here"),
        })?;
        greeting.alpn_protocols = PROTOCOLS.iter().map(|name| name.to_vec()).collect();
        Ok(Arc::new(greeting))
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

fn wrong(field: &'static str, path: &Path, reason: impl Into<String>) -> TlsError {
    TlsError::Meaning {
        field,
        path: path.to_owned(),
        reason: reason.into(),
    }
}

const CERTIFICATE: &str = "tls.certificate";
const KEY: &str = "tls.key";
const PROTOCOLS: &[&[u8]] = &[b"h2", b"http/1.1"];
