//! Where the tables are stored.

use std::path::PathBuf;

use lockstep_store::PostgresUrl;
use lockstep_store::postgres::MAX_ACCOUNT_WRITERS;
use serde::{Deserialize, Serialize};

use crate::store_location::StoreLocation;

/// Where the tables and the keys are stored: in files of the data directory, or on a PostgreSQL server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Store {
    /// The PostgreSQL database; without it, the tables are in `lockstep.db`.
    pub url: Option<StoreUrl>,
    /// The number of PostgreSQL sessions that store points, each for accounts of its own at a time, beside the one that writes everything
    /// else. With 0, that one stores points, too.
    pub account_writers: usize,
}

impl Default for Store {
    fn default() -> Self {
        Self {
            url: None,
            account_writers: 4,
        }
    }
}

impl Store {
    /// Returns the place of the tables; `file` is that of the embedded engine.
    ///
    /// # Errors
    /// The text for the operator: the address cannot be read.
    pub fn place(&self, file: PathBuf) -> Result<StoreLocation, String> {
        let postgres = self.url.as_ref().map(|url| url.0.parse::<PostgresUrl>());
        let postgres = postgres
            .transpose()
            .map_err(|error| format!("store.url: {error}"))?;
        Ok(StoreLocation {
            file,
            postgres: postgres.map(|url| url.with_account_writers(self.account_writers)),
        })
    }

    /// Checks the number of sessions.
    ///
    /// # Errors
    /// The text for the operator: the number is too large.
    pub(crate) fn check(&self) -> Result<(), String> {
        match self.account_writers <= MAX_ACCOUNT_WRITERS {
            true => Ok(()),
            false => Err(format!(
                "store.account_writers: expected a number from 0 to {MAX_ACCOUNT_WRITERS}, got {}",
                self.account_writers
            )),
        }
    }

    /// Returns the schema of the keys; `None` if they are in `keys.db`.
    #[must_use]
    pub fn schema_of_keys(&self) -> Option<PostgresUrl> {
        let url = self.url.as_ref()?.0.parse::<PostgresUrl>();
        // An address that has no such schema was refused when it was read.
        url.and_then(|url| url.schema_of_keys()).ok()
    }

    /// Returns the warning that the tables cross the network in the clear.
    pub fn warning(&self) -> Option<String> {
        let url = self.url.as_ref()?.0.parse::<PostgresUrl>().ok()?;
        url.warning()
    }
}

/// The address of a PostgreSQL database. Where it is shown, its password is not.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct StoreUrl(String);

impl StoreUrl {
    /// Returns the address without its password.
    fn shown(&self) -> String {
        let Some((before, host)) = self.0.rsplit_once('@') else {
            return self.0.clone();
        };
        let (scheme, user) = before.split_once("://").unwrap_or(("postgres", before));
        let user = user.split(':').next().unwrap_or_default();
        format!("{scheme}://{user}:PASSWORD@{host}")
    }
}

impl TryFrom<String> for StoreUrl {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        // A name of a parameter may be encoded, and a password may contain a question mark.
        let (_, parameters) = text.split_once('?').unwrap_or_default();
        let mut parameters = url::form_urlencoded::parse(parameters.as_bytes());
        if text.contains("password=") || parameters.any(|(name, _)| name.ends_with("password")) {
            return Err(
                "store.url: write the password before the @, not as a parameter".to_owned(),
            );
        }
        text.parse::<PostgresUrl>()
            .and_then(|url| url.schema_of_keys())
            .map_err(|error| format!("store.url: {error}"))?;
        Ok(Self(text))
    }
}

impl From<StoreUrl> for String {
    fn from(url: StoreUrl) -> Self {
        url.shown()
    }
}

impl std::fmt::Debug for StoreUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.shown())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_on_another_machine_without_tls_is_warned_about() {
        for (url, is_warned) in [
            ("postgres://me@db.example/d", false),
            ("postgres://me@db.example/d?sslmode=disable", true),
            ("postgres://me@127.0.0.1/d?sslmode=disable", false),
        ] {
            let store = Store {
                url: Some(StoreUrl::try_from(url.to_owned()).unwrap()),
                ..Store::default()
            };
            assert_eq!(store.warning().is_some(), is_warned, "{url}");
        }
        assert_eq!(Store::default().warning(), None);
    }

    #[test]
    fn a_schema_whose_keys_have_no_schema_is_refused() {
        let url = |name: &str| {
            StoreUrl::try_from(format!("postgres://me@h/d?options=-csearch_path%3D{name}"))
        };
        let store = Store {
            url: Some(url("abc").unwrap()),
            ..Store::default()
        };
        assert_eq!(store.schema_of_keys().unwrap().schema(), "abc_keys");
        assert!(Store::default().schema_of_keys().is_none());
        let error = url(&"a".repeat(59)).unwrap_err();
        assert!(error.contains("at most 58 characters"), "{error}");
    }

    #[test]
    fn the_password_is_not_shown() {
        let url = StoreUrl::try_from("postgres://me:se:cret@h:5432/d".to_owned()).unwrap();
        assert_eq!(format!("{url:?}"), "postgres://me:PASSWORD@h:5432/d");
        assert_eq!(String::from(url), "postgres://me:PASSWORD@h:5432/d");
        for wrong in [
            "mysql://me:cret@h/d",
            "postgres://me@h/d?password=cret",
            "postgres://me@h/d?pass%77ord=cret",
            "postgres://me@h/d?application_name=a&%70assword=cret",
            "postgres://me:a?b@h/d?pass%77ord=cret",
        ] {
            let error = StoreUrl::try_from(wrong.to_owned()).unwrap_err();
            assert!(
                !error.contains("cret") || error.contains("before the @"),
                "{error}"
            );
        }
    }
}
