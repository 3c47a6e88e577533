//! OpenID providers at which people can sign in.

use std::path::PathBuf;

use http::Uri;
use lockstep_web::OidcPolicy;
use lockstep_web::http_client::is_secure;
use serde::{Deserialize, Serialize};

use super::endpoint_key::{check_variable, endpoint_key};

/// An OpenID provider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Oidc {
    /// The issuer, such as `https://login.example.com`.
    pub issuer: String,
    /// The client identifier at the provider.
    pub client_id: String,
    /// A file with the client secret, readable by its owner only.
    pub client_secret_file: Option<PathBuf>,
    /// An environment variable with the client secret.
    pub client_secret_variable: Option<String>,
    /// The addresses to which the provider may send people back.
    pub redirect_urls: Vec<String>,
    /// The name for people; without it, the name of the section.
    pub label: Option<String>,
    /// The requested scopes in addition to `openid`.
    #[serde(default = "default_scopes")]
    pub scopes: Vec<String>,
    /// Whether the first sign-in of an unknown person creates an account.
    #[serde(default)]
    pub create_accounts: bool,
}

impl Oidc {
    /// Checks a provider; `name` is its place in the configuration.
    pub(super) fn check(&self, name: &str) -> Result<(), String> {
        let wrong = |field: &str, reason: &str| Err(format!("oidc.{name}{field} {reason}"));
        let is_name =
            |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_".contains(&byte);
        let is_short = (1..=MAX_NAME_BYTES).contains(&name.len());
        if ["token", "confirm"].contains(&name) || !is_short || !name.bytes().all(is_name) {
            return wrong(
                "",
                "must have a name of 1 to 32 lower-case letters, digits, `-` and `_`, and not `token` or `confirm`",
            );
        }
        if !is_address(&self.issuer) {
            return wrong(
                ".issuer",
                "must be https, or http on this machine, without a query",
            );
        }
        if self.client_id.is_empty() || !self.client_id.bytes().all(|byte| byte.is_ascii_graphic())
        {
            return wrong(
                ".client_id",
                "must be the identifier that the provider gave",
            );
        }
        if self.client_secret_file.is_some() && self.client_secret_variable.is_some() {
            return wrong(
                ".client_secret_file",
                "and client_secret_variable are both set: keep one",
            );
        }
        if let Err(reason) = check_variable(self.client_secret_variable.as_deref()) {
            return wrong(".client_secret_variable", reason);
        }
        if self.redirect_urls.is_empty() || self.redirect_urls.iter().any(|url| !is_redirect(url)) {
            return wrong(
                ".redirect_urls",
                "must name at least one address without a fragment, such as https://app.example.com/sign-in",
            );
        }
        let is_scope = |text: &String| {
            !text.is_empty()
                && text
                    .bytes()
                    .all(|byte| byte.is_ascii_graphic() && !b"\"\\".contains(&byte))
        };
        match self.scopes.iter().all(is_scope) {
            true => Ok(()),
            false => wrong(".scopes", "must be scopes without blanks, such as email"),
        }
    }

    /// Reads the client secret; returns the provider as sign-ins use it.
    ///
    /// # Errors
    /// The text for the operator: the secret cannot be read.
    pub(super) fn policy(&self, name: &str) -> Result<OidcPolicy, String> {
        let place = |field: &str| format!("oidc.{name}.{field}");
        Ok(OidcPolicy {
            name: name.to_owned(),
            label: self.label.clone().unwrap_or_else(|| name.to_owned()),
            issuer: self.issuer.clone(),
            client_id: self.client_id.clone(),
            client_secret: endpoint_key(
                (
                    &place("client_secret_file"),
                    self.client_secret_file.as_deref(),
                ),
                (
                    &place("client_secret_variable"),
                    self.client_secret_variable.as_deref(),
                ),
            )?,
            redirect_urls: self.redirect_urls.clone(),
            scopes: self.scopes.clone(),
            create_accounts: self.create_accounts,
        })
    }
}

fn is_address(text: &str) -> bool {
    let parsed = text.parse::<Uri>();
    parsed.is_ok_and(|uri| is_secure(&uri) && uri.query().is_none() && !text.contains(['#', '@']))
}

/// An address of an app may have a scheme of its own (RFC 8252).
fn is_redirect(text: &str) -> bool {
    url::Url::parse(text).is_ok_and(|url| {
        let is_open = url.scheme() == "http"
            && !url
                .host_str()
                .is_some_and(lockstep_web::http_client::is_local_host);
        url.fragment().is_none() && !is_open && !["javascript", "data"].contains(&url.scheme())
    })
}

fn default_scopes() -> Vec<String> {
    ["email", "profile"].map(str::to_owned).to_vec()
}

/// The longest name in bytes.
const MAX_NAME_BYTES: usize = 32;

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(text: &str) -> Result<(), String> {
        let oidc: Oidc = toml::from_str(text).map_err(|error| error.to_string())?;
        oidc.check("company")
    }

    #[test]
    fn providers_are_checked() {
        let good = "issuer = 'https://login.example'\nclient_id = 'c'\nredirect_urls = ['https://app.example/back']";
        assert_eq!(checked(good), Ok(()));
        for (from, to, field) in [
            ("https://login.example", "http://login.example", "issuer"),
            (
                "https://login.example",
                "https://login.example?a=b",
                "issuer",
            ),
            ("https://login.example", "nonsense", "issuer"),
            ("client_id = 'c'", "client_id = ''", "client_id"),
            ("['https://app.example/back']", "[]", "redirect_urls"),
            ("https://app.example/back", "/back", "redirect_urls"),
            (
                "https://app.example/back",
                "http://app.example/back",
                "redirect_urls",
            ),
            (
                "https://app.example/back",
                "https://app.example/#back",
                "redirect_urls",
            ),
            (
                "https://app.example/back",
                "javascript:alert(1)",
                "redirect_urls",
            ),
            ("client_id", "scopes = ['a b']\nclient_id", "scopes"),
            (
                "client_id",
                "client_secret = 'c'\nclient_id",
                "client_secret",
            ),
            (
                "client_id",
                "client_secret_file = 'a'\nclient_secret_variable = 'b'\nclient_id",
                "client_secret_file",
            ),
            (
                "client_id",
                "client_secret_variable = 'LOCKSTEP_ADMIN_PASSWORD'\nclient_id",
                "client_secret_variable names a variable of the server",
            ),
        ] {
            let text = good.replacen(from, to, 1);
            let reason = checked(&text).unwrap_err();
            assert!(reason.contains(field), "{text}: {reason}");
        }
        for redirect in ["http://127.0.0.1:3000/back", "com.example.app:/back"] {
            let text = good.replace("https://app.example/back", redirect);
            assert_eq!(checked(&text), Ok(()), "{redirect}");
        }
        let oidc: Oidc = toml::from_str(good).unwrap();
        for name in ["token", "confirm", "Company", "a b", "", &"a".repeat(33)] {
            assert!(oidc.check(name).is_err(), "{name}");
        }
    }
}
