//! Connections to an external MQTT broker.

use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::Arc;

use lockstep_config::{Broker, BrokerAddress, Mqtt};
use lockstep_devices::mqtt::{BrokerStream, ExternalBroker, OpenBroker};
use lockstep_store::regular_file;
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use zeroize::Zeroizing;

/// Returns the external broker of the configuration, if it names one.
///
/// # Errors
/// The text for the operator: an unreadable or open password file, or no certificate to trust.
pub(crate) fn external_broker(config: &Mqtt) -> Result<Option<ExternalBroker>, String> {
    let Broker::External(address) = &config.broker else {
        return Ok(None);
    };
    let password = match &config.password_file {
        Some(file) => password(file)?,
        None => {
            return Err(
                "mqtt.password_file: an external broker needs the server's password".to_owned(),
            );
        }
    };
    let tls = match address.has_tls {
        true => Some(connector(config.ca_file.as_deref())?),
        false => None,
    };
    let address = address.clone();
    let open: OpenBroker = Arc::new(move || {
        let (address, tls) = (address.clone(), tls.clone());
        Box::pin(async move { open(&address, tls).await })
    });
    Ok(Some(ExternalBroker {
        open,
        client_id: config.client_id.clone(),
        user_name: config.user_name.clone(),
        password,
    }))
}

async fn open(
    address: &BrokerAddress,
    tls: Option<TlsConnector>,
) -> std::io::Result<Box<dyn BrokerStream>> {
    let stream = TcpStream::connect((address.host.as_str(), address.port)).await?;
    stream.set_nodelay(true)?;
    let Some(tls) = tls else {
        return Ok(Box::new(stream));
    };
    let name = ServerName::try_from(address.host.clone()).map_err(std::io::Error::other)?;
    Ok(Box::new(tls.connect(name, stream).await?))
}

/// Reads the password: the first line of a file that other users cannot open.
fn password(file: &Path) -> Result<Zeroizing<String>, String> {
    let wrong = |reason: String| format!("{PASSWORD_FILE}: {}: {reason}", file.display());
    let unreadable = |error: std::io::Error| wrong(error.to_string());
    let opened = regular_file::open(file).map_err(unreadable)?;
    let mode = opened.metadata().map_err(unreadable)?.mode() & 0o777;
    if mode & 0o007 != 0 {
        let reason = format!(
            "every user of this machine can open it (mode {mode:03o}): `chmod 600 {}`",
            file.display()
        );
        return Err(wrong(reason));
    }
    let mut text = Zeroizing::new(String::with_capacity(MAX_FILE_BYTES));
    let mut part = opened.take(MAX_FILE_BYTES as u64);
    part.read_to_string(&mut text).map_err(unreadable)?;
    let first = text.lines().next().unwrap_or_default();
    if first.is_empty() || first.len() > MAX_PASSWORD_BYTES {
        return Err(wrong(format!(
            "the first line must be a password of 1 to {MAX_PASSWORD_BYTES} bytes"
        )));
    }
    Ok(Zeroizing::new(first.to_owned()))
}

fn connector(ca_file: Option<&Path>) -> Result<TlsConnector, String> {
    let config = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| format!("mqtt.broker: TLS: {error}"))?
        .with_root_certificates(roots(ca_file)?)
        .with_no_client_auth();
    Ok(TlsConnector::from(Arc::new(config)))
}

fn roots(ca_file: Option<&Path>) -> Result<RootCertStore, String> {
    let mut store = RootCertStore::empty();
    let Some(file) = ca_file else {
        let found = rustls_native_certs::load_native_certs().certs;
        return match store.add_parsable_certificates(found) {
            (0, _) => Err(format!(
                "mqtt.broker: this machine trusts no certificate: install the certificates of your system \
                 (ca-certificates), or name a PEM file in {CA_FILE}"
            )),
            _ => Ok(store),
        };
    };
    let wrong = |reason: String| format!("{CA_FILE}: {}: {reason}", file.display());
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

const PASSWORD_FILE: &str = "mqtt.password_file";
const CA_FILE: &str = "mqtt.ca_file";
const MAX_PASSWORD_BYTES: usize = 1024;
/// The bytes that are read of the file of the password: more than its first line.
const MAX_FILE_BYTES: usize = 4096;
