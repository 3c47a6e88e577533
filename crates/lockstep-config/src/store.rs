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
    /// A replica of that database, for reports that may miss the last seconds.
    pub read_url: Option<ReadUrl>,
    /// The number of PostgreSQL sessions that store points, each for accounts of its own at a time, beside the one that writes everything
    /// else. With 0, that one stores points, too.
    pub account_writers: usize,
}

impl Default for Store {
    fn default() -> Self {
        Self {
            url: None,
            read_url: None,
            account_writers: 4,
        }
    }
}

impl Store {
    /// Returns the place of the tables; `file` is that of the embedded engine.
    ///
    /// # Errors
    /// The text for the operator: an address cannot be read, or the two name different schemas.
    pub fn place(&self, file: PathBuf) -> Result<StoreLocation, String> {
        let Some(url) = &self.url else {
            return Ok(StoreLocation::from(file));
        };
        let mut postgres = url
            .0
            .parse::<PostgresUrl>()
            .map_err(|error| format!("store.url: {error}"))?;
        if let Some(ReadUrl(replica)) = &self.read_url {
            let replica = replica.0.parse::<PostgresUrl>();
            postgres = replica
                .and_then(|replica| postgres.with_replica(&replica))
                .map_err(|error| format!("store.read_url: {error}"))?;
        }
        Ok(StoreLocation {
            file,
            postgres: Some(postgres.with_account_writers(self.account_writers)),
        })
    }

    /// Checks what the types of the settings do not say.
    pub(super) fn check(&self) -> Result<(), String> {
        if self.url.is_none() && self.read_url.is_some() {
            return Err(
                "store.read_url: a replica needs store.url, the address of the server that it follows: set it, or \
                 remove store.read_url"
                    .to_owned(),
            );
        }
        if self.account_writers > MAX_ACCOUNT_WRITERS {
            return Err(format!(
                "store.account_writers: expected a number from 0 to {MAX_ACCOUNT_WRITERS}, got {}",
                self.account_writers
            ));
        }
        self.place(PathBuf::new()).map(drop)
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
        let warning = |url: &StoreUrl| url.0.parse::<PostgresUrl>().ok()?.warning();
        let of_replica = || {
            let ReadUrl(replica) = self.read_url.as_ref()?;
            Some(of_read_url(&warning(replica)?))
        };
        self.url.as_ref().and_then(warning).or_else(of_replica)
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

/// The address of a replica of the database. Where it is shown, its password is not.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ReadUrl(StoreUrl);

impl TryFrom<String> for ReadUrl {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        StoreUrl::try_from(text)
            .map(Self)
            .map_err(|reason| of_read_url(&reason))
    }
}

impl From<ReadUrl> for String {
    fn from(ReadUrl(url): ReadUrl) -> Self {
        url.shown()
    }
}

impl std::fmt::Debug for ReadUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Debug::fmt(&self.0, f)
    }
}

/// Names the setting of the replica in a text about an address. Such a text has nothing of the address itself.
fn of_read_url(text: &str) -> String {
    text.replacen("store.url", "store.read_url", 1)
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
            let store = Store {
                url: Some(StoreUrl::try_from("postgres://me@h/d".to_owned()).unwrap()),
                read_url: Some(ReadUrl::try_from(url.to_owned()).unwrap()),
                ..Store::default()
            };
            let warning = store.warning();
            assert_eq!(warning.is_some(), is_warned, "{url}");
            let names = |warning: &String| warning.starts_with("store.read_url: ");
            assert_eq!(warning.as_ref().is_some_and(names), is_warned, "{url}");
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
        let replica = ReadUrl(url.clone());
        assert_eq!(format!("{replica:?}"), "postgres://me:PASSWORD@h:5432/d");
        assert_eq!(String::from(replica), "postgres://me:PASSWORD@h:5432/d");
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
            let error = ReadUrl::try_from(wrong.to_owned()).unwrap_err();
            assert!(error.starts_with("store.read_url: "), "{error}");
        }
    }

    #[test]
    fn a_replica_belongs_to_a_database_and_has_its_schema() {
        let url = "postgres://me:cret@h/d?options=-csearch_path%3Done";
        let replica = |address: &str| Some(ReadUrl::try_from(address.to_owned()).unwrap());
        let of = |read_url| Store {
            url: Some(StoreUrl::try_from(url.to_owned()).unwrap()),
            read_url,
            ..Store::default()
        };
        for read_url in [None, replica(&url.replace("@h", "@r"))] {
            of(read_url).check().unwrap();
        }
        let other = of(replica("postgres://me:cret@r/d")).check().unwrap_err();
        assert!(
            other.starts_with(
                "store.read_url: names the schema lockstep, and store.url the schema one"
            ),
            "{other}"
        );
        let alone = Store {
            read_url: replica(url),
            ..Store::default()
        };
        let refused = alone.check().unwrap_err();
        assert!(
            refused.starts_with("store.read_url: a replica needs store.url"),
            "{refused}"
        );
        for error in [other, refused] {
            assert!(!error.contains("cret"), "{error}");
        }
    }
}
