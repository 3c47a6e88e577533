//! Language models for agents.

use std::path::PathBuf;
use std::time::Duration;

use lockstep_web::ModelPolicy;
use lockstep_web::http_client::is_local_host;
use serde::{Deserialize, Serialize};

use super::endpoint_key::{check_variable, endpoint_key};

/// A language model behind an endpoint that speaks the protocol of OpenAI.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// The base URL, such as `http://127.0.0.1:11434/v1`.
    pub url: String,
    /// The endpoint's name of the model.
    pub model: String,
    /// A file with the endpoint's key, readable by its owner only.
    pub key_file: Option<PathBuf>,
    /// An environment variable with the endpoint's key.
    pub key_variable: Option<String>,
    /// The longest time of a turn in seconds.
    #[serde(default = "default_seconds")]
    pub timeout_seconds: u32,
    /// The maximum number of turns of a conversation.
    #[serde(default = "default_turns")]
    pub max_turns: u32,
    /// The maximum number of tokens of a turn.
    #[serde(default = "default_tokens")]
    pub max_tokens: u32,
    /// The maximum number of tokens of a conversation.
    #[serde(default = "default_total_tokens")]
    pub max_total_tokens: u32,
}

impl Model {
    /// Checks a model; `name` is its place in the configuration.
    pub(super) fn check(&self, name: &str) -> Result<(), String> {
        let wrong = |field: &str, reason: &str| Err(format!("models.{name}{field} {reason}"));
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        if name == "builtin" || name.len() > MAX_NAME_BYTES || !name.bytes().all(is_name) {
            return wrong(
                "",
                "must have a name of 1 to 64 letters, digits, `-` and `_`, and not `builtin`",
            );
        }
        let Ok(url) = url::Url::parse(&self.url) else {
            return wrong(".url", "must be a URL such as http://127.0.0.1:11434/v1");
        };
        if !url.username().is_empty() || url.password().is_some() || url.query().is_some() {
            return wrong(".url", "must have no user, no password and no query");
        }
        match url.scheme() {
            "https" => {}
            "http" if is_local(&url) => {}
            _ => return wrong(".url", "must be https, or http on this machine"),
        }
        if self.model.is_empty() {
            return wrong(".model", "must name the endpoint's model");
        }
        if self.key_file.is_some() && self.key_variable.is_some() {
            return wrong(".key_file", "and key_variable are both set: keep one");
        }
        if let Err(reason) = check_variable(self.key_variable.as_deref()) {
            return wrong(".key_variable", reason);
        }
        for (field, value, most) in [
            (".timeout_seconds", self.timeout_seconds, 3600),
            (".max_turns", self.max_turns, 10),
            (".max_tokens", self.max_tokens, 32_768),
            (".max_total_tokens", self.max_total_tokens, 10_000_000),
        ] {
            if !(1..=most).contains(&value) {
                return wrong(field, &format!("must be between 1 and {most}"));
            }
        }
        Ok(())
    }

    /// Reads the key; returns the model as agents use it.
    ///
    /// # Errors
    /// The text for the operator: the key cannot be read.
    pub(super) fn policy(&self, name: &str) -> Result<ModelPolicy, String> {
        let url = url::Url::parse(&self.url).map_err(|error| error.to_string())?;
        Ok(ModelPolicy {
            name: name.to_owned(),
            is_local: is_local(&url),
            url: String::from(url).trim_end_matches('/').to_owned(),
            model: self.model.clone(),
            key: endpoint_key(
                (&format!("models.{name}.key_file"), self.key_file.as_deref()),
                (
                    &format!("models.{name}.key_variable"),
                    self.key_variable.as_deref(),
                ),
            )?,
            timeout: Duration::from_secs(self.timeout_seconds.into()),
            max_turns: self.max_turns,
            max_tokens: self.max_tokens,
            max_total_tokens: self.max_total_tokens.into(),
        })
    }
}

/// Whether a URL is one of this machine.
fn is_local(url: &url::Url) -> bool {
    url.host_str().is_some_and(is_local_host)
}

fn default_seconds() -> u32 {
    60
}

fn default_turns() -> u32 {
    10
}

fn default_tokens() -> u32 {
    4096
}

fn default_total_tokens() -> u32 {
    100_000
}

/// The longest name in bytes.
const MAX_NAME_BYTES: usize = 64;

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn check(text: &str) -> Result<(), String> {
        let model: Model = toml::from_str(text).map_err(|error| error.to_string())?;
        model.check("local")
    }

    #[test]
    fn models_are_checked() {
        for (text, blamed) in [
            ("url = 'http://127.0.0.1:11434/v1'\nmodel = 'm'", None),
            (
                "url = 'https://api.example/v1'\nmodel = 'm'\nkey_variable = 'KEY'",
                None,
            ),
            ("url = 'http://api.example/v1'\nmodel = 'm'", Some("url")),
            (
                "url = 'http://127.0.0.1.api.example/v1'\nmodel = 'm'",
                Some("url"),
            ),
            (
                "url = 'https://user:pw@api.example'\nmodel = 'm'",
                Some("url"),
            ),
            ("url = 'nonsense'\nmodel = 'm'", Some("url")),
            ("url = 'https://api.example'\nmodel = ''", Some("model")),
            (
                "url = 'https://api.example'\nmodel = 'm'\nmax_turns = 11",
                Some("max_turns"),
            ),
            (
                "url = 'https://api.example'\nmodel = 'm'\ntimeout_seconds = 0",
                Some("timeout_seconds"),
            ),
            (
                "url = 'https://api.example'\nmodel = 'm'\nkey_variable = 'LOCKSTEP_ROOT_KEY'",
                Some("key_variable"),
            ),
            (
                "url = 'https://api.example'\nmodel = 'm'\nkey = 'secret'",
                Some("key"),
            ),
        ] {
            let checked = check(text);
            match blamed {
                None => assert_eq!(checked, Ok(()), "{text}"),
                Some(part) => assert!(checked.unwrap_err().contains(part), "{text}"),
            }
        }
        let model: Model = toml::from_str("url = 'https://api.example'\nmodel = 'm'").unwrap();
        assert!(model.check("builtin").is_err());
        assert!(!model.policy("far").unwrap().is_local);
    }

    #[test]
    fn keys_are_read_and_never_printed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("key");
        let mode = |mode| {
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
        };
        std::fs::write(&file, "sk-very-secret\n").unwrap();
        mode(0o600);
        let mut model: Model = toml::from_str("url = 'https://api.example'\nmodel = 'm'").unwrap();
        model.key_file = Some(file.clone());
        let policy = model.policy("far").unwrap();
        assert_eq!(policy.key.as_ref().unwrap().expose(), "sk-very-secret");
        assert!(!format!("{policy:?}").contains("secret"));
        for open in [0o644, 0o640, 0o602] {
            mode(open);
            let refused = model.policy("far").unwrap_err();
            assert!(refused.contains("key_file") && refused.contains("chmod 600"));
        }
        mode(0o600);
        std::fs::write(&file, "k".repeat(5000)).unwrap();
        assert!(model.policy("far").unwrap_err().contains("is longer than"));
        std::fs::remove_file(&file).unwrap();
        assert!(model.policy("far").unwrap_err().contains("key_file"));
        // A device is not read without end.
        model.key_file = Some("/dev/zero".into());
        assert!(model.policy("far").unwrap_err().contains("regular file"));
        // The configuration was not checked: the value is not read either.
        (model.key_file, model.key_variable) = (None, Some("LOCKSTEP_ROOT_KEY".to_owned()));
        let refused = model.policy("far").unwrap_err();
        assert!(refused.contains("key_variable names a variable of the server"));
    }
}
