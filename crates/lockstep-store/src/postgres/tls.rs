//! TLS to the server: which connections need it, and whose certificates are trusted.

use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::error::PostgresError;

/// The parameters of an address that concern TLS.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct TlsParameters {
    mode: Option<SslMode>,
    /// A PEM file of the trusted authorities; without it, those of the system.
    pub(super) ca_file: Option<PathBuf>,
}

impl TlsParameters {
    /// Takes the parameters from an address; returns the rest of it.
    ///
    /// # Errors
    /// The reason, without values of the address.
    pub(super) fn take(url: &str) -> Result<(String, Self), String> {
        let mut found = Self::default();
        // A password may contain a question mark.
        let host = url.find('@').unwrap_or(0);
        let Some(mark) = url[host..].find('?') else {
            return Ok((url.to_owned(), found));
        };
        let (address, query) = (&url[..host + mark], &url[host + mark + 1..]);
        let mut rest = Vec::new();
        for parameter in query.split('&') {
            match parameter.split_once('=') {
                Some(("sslmode", value)) => found.mode = Some(mode(value)?),
                Some(("sslrootcert", "system")) => found.ca_file = None,
                Some(("sslrootcert", value)) => found.ca_file = Some(file(value)?),
                _ => rest.push(parameter),
            }
        }
        let rest = match rest.is_empty() {
            true => address.to_owned(),
            false => format!("{address}?{}", rest.join("&")),
        };
        Ok((rest, found))
    }

    /// Returns the mode of connections to these hosts. Without `sslmode`, a server on another machine needs TLS.
    pub(super) fn mode_for(&self, config: &Config) -> SslMode {
        self.mode.unwrap_or_else(
            || match self.ca_file.is_none() && is_on_this_machine(config) {
                true => SslMode::Disable,
                false => SslMode::Require,
            },
        )
    }
}

fn mode(value: &str) -> Result<SslMode, String> {
    match value {
        "disable" => Ok(SslMode::Disable),
        // The certificate and the host's name are checked in any case.
        "require" | "verify-ca" | "verify-full" => Ok(SslMode::Require),
        "allow" | "prefer" => Err(
            "sslmode=allow and sslmode=prefer let anyone between the two machines turn TLS off; use \
             verify-full, or disable"
                .to_owned(),
        ),
        _ => Err("sslmode is neither verify-full nor disable".to_owned()),
    }
}

fn file(value: &str) -> Result<PathBuf, String> {
    match value.is_empty() || value.contains('%') {
        true => Err(
            "sslrootcert is not a path: name a PEM file, without characters encoded as %XX"
                .to_owned(),
        ),
        false => Ok(value.into()),
    }
}

/// Whether every host of the address is this machine.
pub(super) fn is_on_this_machine(config: &Config) -> bool {
    let is_loopback = |address: &IpAddr| address.to_canonical().is_loopback();
    let is_local = |host: &Host| match host {
        Host::Tcp(name) => {
            name == "localhost"
                || name
                    .parse::<IpAddr>()
                    .is_ok_and(|address| is_loopback(&address))
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    };
    config.get_hosts().iter().all(is_local) && config.get_hostaddrs().iter().all(is_loopback)
}

/// Returns the TLS of new connections. The file of authorities is read again each time, so that a new one is used.
pub(super) fn connector(
    mode: SslMode,
    ca_file: Option<&Path>,
) -> Result<MakeRustlsConnect, PostgresError> {
    let roots = match mode {
        SslMode::Disable => RootCertStore::empty(),
        _ => roots(ca_file).map_err(|reason| PostgresError::other(&reason))?,
    };
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| PostgresError::other(&error.to_string()))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

/// Returns the trusted authorities.
fn roots(ca_file: Option<&Path>) -> Result<RootCertStore, String> {
    let mut roots = RootCertStore::empty();
    let Some(file) = ca_file else {
        let found = rustls_native_certs::load_native_certs().certs;
        return match roots.add_parsable_certificates(found) {
            (0, _) => Err(
                "this machine trusts no certificate authority: install the certificates of your system \
                 (ca-certificates), or name a PEM file with ?sslrootcert=FILE"
                    .to_owned(),
            ),
            _ => Ok(roots),
        };
    };
    let wrong = |reason: String| format!("sslrootcert: {}: {reason}", file.display());
    let certificates = CertificateDer::pem_file_iter(file)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|error| wrong(error.to_string()))?;
    if certificates.is_empty() {
        return Err(wrong(
            "has no certificate: it must be a PEM file".to_owned(),
        ));
    }
    for certificate in certificates {
        roots
            .add(certificate)
            .map_err(|error| wrong(error.to_string()))?;
    }
    Ok(roots)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode_of(url: &str) -> Result<SslMode, String> {
        let (rest, found) = TlsParameters::take(url)?;
        assert!(!rest.contains("ssl"), "{rest}");
        Ok(found.mode_for(&rest.parse().unwrap()))
    }

    #[test]
    fn a_server_on_another_machine_needs_tls() {
        for (url, expected) in [
            ("postgres://me@db.example/d", SslMode::Require),
            ("postgres://me@10.0.0.7/d", SslMode::Require),
            ("postgres://me@localhost,db.example/d", SslMode::Require),
            ("postgres://me@127.0.0.1:5433/d", SslMode::Disable),
            ("postgres://me@localhost/d", SslMode::Disable),
            (
                "postgres://me@db.example/d?sslmode=disable",
                SslMode::Disable,
            ),
            (
                "postgres://me@db.example/d?sslmode=require",
                SslMode::Require,
            ),
            (
                "postgres://me@localhost/d?sslmode=verify-full",
                SslMode::Require,
            ),
            (
                "postgres://me@localhost/d?sslrootcert=/etc/a.pem",
                SslMode::Require,
            ),
        ] {
            assert_eq!(mode_of(url), Ok(expected), "{url}");
        }
    }

    #[test]
    fn modes_without_a_check_of_the_certificate_are_refused() {
        for wrong in [
            "sslmode=prefer",
            "sslmode=allow",
            "sslmode=on",
            "sslrootcert=",
            "sslrootcert=%2Fa",
        ] {
            let url = format!("postgres://me@localhost/d?{wrong}");
            assert!(mode_of(&url).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_other_parameters_stay() {
        let url = "postgres://me:a?b@h/d?connect_timeout=3&sslmode=disable&sslrootcert=/a.pem&options=-cx%3Dy";
        let (rest, found) = TlsParameters::take(url).unwrap();
        assert_eq!(
            rest,
            "postgres://me:a?b@h/d?connect_timeout=3&options=-cx%3Dy"
        );
        assert_eq!(found.mode, Some(SslMode::Disable));
        assert_eq!(found.ca_file, Some("/a.pem".into()));
    }

    #[test]
    fn a_file_without_certificates_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ca.pem");
        std::fs::write(&file, "no certificate").unwrap();
        let error = roots(Some(&file)).unwrap_err();
        assert!(error.contains("has no certificate"), "{error}");
        assert!(roots(Some(&folder.path().join("none.pem"))).is_err());
    }
}
