//! Checks of the paths and addresses of a configuration.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use lockstep_vault::KeyPaths;
use lockstep_web::refuse_managed;

use super::{Config, credential};

impl Config {
    /// Refuses paths under names that only the server uses in the data directory, and the files of the root key and of the
    /// epochs in the place of a secret that is sent to others.
    ///
    /// # Errors
    /// The text for the operator, with the setting.
    pub fn check_paths(&self) -> Result<(), String> {
        for (setting, path) in [
            ("keys.secrets", &self.keys.secrets),
            ("keys.file", &self.keys.file),
            ("backup.directory", &self.backup.directory),
        ] {
            let refused = path
                .iter()
                .try_for_each(|path| refuse_managed(&self.data, path));
            refused.map_err(|reason| format!("{setting}: {reason}"))?;
        }
        let secrets = self.keys.secrets.clone();
        let secrets = secrets.unwrap_or_else(|| KeyPaths::usual(&self.data).secrets);
        let own_keys = [
            credential(),
            self.keys.file.clone(),
            Some(secrets.join("root.key")),
            Some(secrets.join("epochs.json")),
        ];
        let own_keys: Vec<PathBuf> = own_keys
            .into_iter()
            .flatten()
            .filter_map(|path| path.canonicalize().ok())
            .collect();
        for (setting, path) in self.sent_files() {
            if path
                .canonicalize()
                .is_ok_and(|path| own_keys.contains(&path))
            {
                return Err(format!(
                    "{setting}: {} holds keys of this server, which would be sent to another program: name a file with \
                     a secret of its own",
                    path.display()
                ));
            }
        }
        Ok(())
    }

    /// Refuses two listeners with one address; port 0 is another port each time.
    ///
    /// # Errors
    /// The text for the operator, with the settings.
    pub fn check_listeners(&self) -> Result<(), String> {
        let listeners: Vec<(&str, SocketAddr)> = [
            ("listen", Some(self.listen)),
            ("metrics_listen", self.metrics_listen),
            ("mqtt.listen", self.mqtt.address(self.listen)),
            ("mqtt.tls_listen", self.mqtt.tls_address()),
            ("nodes.listen", self.nodes.listen),
        ]
        .into_iter()
        .filter_map(|(setting, address)| Some((setting, address?)))
        .collect();
        for (nth, (setting, address)) in listeners.iter().enumerate() {
            let mut earlier = listeners.iter().take(nth);
            if let Some((other, _)) = earlier.find(|(_, other)| is_shared(*address, *other)) {
                return Err(format!(
                    "{setting}: {address} is in use by {other}: name another port"
                ));
            }
        }
        Ok(())
    }

    /// Refuses empty paths. One would be the working directory, or fail only when it is used.
    pub(super) fn refuse_empty(&self) -> Result<(), String> {
        let command = self.keys.command.as_deref();
        let own = [
            ("data", Some(self.data.as_path())),
            ("keys.secrets", self.keys.secrets.as_deref()),
            ("keys.file", self.keys.file.as_deref()),
            (
                "keys.command",
                command.map(|command| Path::new(command.trim())),
            ),
            ("backup.directory", self.backup.directory.as_deref()),
            ("tls.certificate", self.tls.certificate.as_deref()),
            ("tls.key", self.tls.key.as_deref()),
            ("mqtt.ca_file", self.mqtt.ca_file.as_deref()),
            ("webhooks.ca_file", self.webhooks.ca_file.as_deref()),
        ];
        let own = own
            .into_iter()
            .filter_map(|(setting, path)| Some((setting.to_owned(), path?)));
        let mut all = own.chain(self.sent_files());
        match all.find(|(_, path)| path.as_os_str().is_empty()) {
            Some((setting, _)) => Err(format!(
                "{setting} is empty: give it a value, or leave the setting out"
            )),
            None => Ok(()),
        }
    }

    /// The files whose content is sent to other programs, with their settings.
    fn sent_files(&self) -> Vec<(String, &Path)> {
        let models = self
            .models
            .iter()
            .map(|(name, model)| (format!("models.{name}.key_file"), &model.key_file));
        let providers = self.oidc.iter().map(|(name, provider)| {
            let setting = format!("oidc.{name}.client_secret_file");
            (setting, &provider.client_secret_file)
        });
        let broker = ("mqtt.password_file".to_owned(), &self.mqtt.password_file);
        models
            .chain(providers)
            .chain(std::iter::once(broker))
            .filter_map(|(setting, file)| Some((setting, file.as_deref()?)))
            .collect()
    }
}

/// Whether two listeners cannot be open at the same time.
fn is_shared(one: SocketAddr, other: SocketAddr) -> bool {
    let has_same_port = one.port() == other.port() && one.port() != 0;
    let is_same_kind = one.is_ipv4() == other.is_ipv4();
    let is_any = one.ip().is_unspecified() || other.ip().is_unspecified();
    has_same_port && (one.ip() == other.ip() || is_same_kind && is_any)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_the_root_key_is_not_sent_to_others() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("secrets")).unwrap();
        for name in [
            "secrets/root.key",
            "secrets/epochs.json",
            "root.key",
            "other.key",
        ] {
            std::fs::write(at(name), "text").unwrap();
        }
        std::os::unix::fs::symlink(at("root.key"), at("link")).unwrap();
        for (name, is_refused) in [
            ("secrets/root.key", true),
            ("secrets/epochs.json", true),
            ("root.key", true),
            ("link", true),
            ("other.key", false),
            ("missing.key", false),
        ] {
            let path = at(name).display().to_string();
            for sent in [
                format!("[mqtt]\npassword_file = '{path}'"),
                format!("[models.m]\nurl = 'https://a.example'\nmodel = 'm'\nkey_file = '{path}'"),
                format!(
                    "[oidc.o]\nissuer = 'https://a.example'\nclient_id = 'c'\nredirect_urls = \
                     ['https://a.example/b']\nclient_secret_file = '{path}'"
                ),
            ] {
                let mut config: Config = toml::from_str(&sent).unwrap();
                config.data = folder.path().to_owned();
                config.keys.file = Some(at("root.key"));
                let checked = config.check_paths();
                assert_eq!(checked.is_err(), is_refused, "{sent}: {checked:?}");
            }
        }
    }

    #[test]
    fn two_listeners_have_two_addresses() {
        for (listen, other, is_refused) in [
            ("127.0.0.1:1", "127.0.0.1:1", true),
            ("0.0.0.0:1", "127.0.0.1:1", true),
            ("[::1]:1", "[::]:1", true),
            ("[::1]:1", "127.0.0.1:1", false),
            ("127.0.0.1:1", "127.0.0.2:1", false),
            ("127.0.0.1:1", "127.0.0.1:2", false),
            ("127.0.0.1:0", "127.0.0.1:0", false),
        ] {
            for setting in [
                "metrics_listen",
                "mqtt.listen",
                "mqtt.tls_listen",
                "nodes.listen",
            ] {
                let text =
                    format!("listen = '{listen}'\nmqtt.broker = 'embedded'\n{setting} = '{other}'");
                let config: Config = toml::from_str(&text).unwrap();
                let checked = config.check_listeners();
                assert_eq!(checked.is_err(), is_refused, "{text}");
                if let Err(reason) = checked {
                    assert!(reason.starts_with(setting), "{reason}");
                }
            }
        }
        // A broker that is off listens nowhere, and the one of the server has a usual address.
        for (text, is_refused) in [
            (
                "listen = '127.0.0.1:1'\nmqtt.broker = 'off'\nmqtt.listen = '127.0.0.1:1'",
                false,
            ),
            ("listen = '127.0.0.1:1883'\nmqtt.broker = 'embedded'", true),
        ] {
            let config: Config = toml::from_str(text).unwrap();
            assert_eq!(config.check_listeners().is_err(), is_refused, "{text}");
        }
    }
}
