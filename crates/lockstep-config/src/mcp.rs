//! The URL of the API, and the pages that may use the Model Context Protocol.

use serde::{Deserialize, Serialize};

/// Which pages may use the Model Context Protocol.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Mcp {
    /// The origins of pages that may send messages to `/mcp`, in addition to this machine and
    /// `public_url`.
    pub allowed_origins: Vec<PublicUrl>,
}

/// A URL with a scheme and a host, such as `https://fit.example`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PublicUrl(String);

impl TryFrom<String> for PublicUrl {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        const FORMAT_ERROR: &str =
            "must be a URL such as https://fit.example, without a path and a query";
        let host = ["http://", "https://"]
            .iter()
            .find_map(|scheme| text.strip_prefix(scheme));
        let host = host.ok_or(FORMAT_ERROR)?;
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
        match !host.is_empty() && host.bytes().all(is_allowed) {
            true => Ok(Self(text)),
            false => Err(FORMAT_ERROR),
        }
    }
}

impl From<PublicUrl> for String {
    fn from(url: PublicUrl) -> Self {
        url.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_have_a_scheme_and_a_host() {
        for (text, fits) in [
            ("https://fit.example", true),
            ("http://127.0.0.1:8420", true),
            ("http://[::1]:8420", true),
            ("fit.example", false),
            ("https://", false),
            ("https://fit.example/", false),
            ("https://fit.example/a", false),
            ("https://a@b", false),
            ("*", false),
        ] {
            assert_eq!(PublicUrl::try_from(text.to_owned()).is_ok(), fits, "{text}");
        }
    }
}
