//! Where the servers that are killed keep their tables.

use std::path::Path;
use std::time::Duration;

use crate::child::Child;
use crate::cluster::Cluster;

/// An engine under the servers of a fault.
#[derive(Clone, Copy)]
pub(crate) enum Engine<'a> {
    /// Files in the data directory.
    Embedded,
    /// A PostgreSQL server, with a schema for each data directory.
    Postgres(&'a Cluster),
}

impl Engine<'_> {
    pub(crate) fn is_embedded(self) -> bool {
        matches!(self, Self::Embedded)
    }

    /// Starts the server on a directory.
    pub(crate) fn start(self, data: &Path) -> Child {
        match self {
            Self::Embedded => Child::start(data),
            Self::Postgres(cluster) => {
                Child::start_with(data, &[("LOCKSTEP_STORE_URL", &*cluster.url_of(data))])
            }
        }
    }

    /// Returns how often the server is killed, for the number of kills of the embedded engine: a start on PostgreSQL takes
    /// some times as long.
    pub(crate) fn kills(self, embedded: u32) -> u32 {
        match self {
            Self::Embedded => embedded,
            Self::Postgres(_) => embedded.div_ceil(5),
        }
    }

    /// Returns the longest time before a kill, for that of the embedded engine: acts on PostgreSQL take some times as long.
    pub(crate) fn longest_moment(self, embedded: u64) -> u64 {
        match self {
            Self::Embedded => embedded,
            Self::Postgres(_) => 8 * embedded,
        }
    }

    /// Asserts that the wrapped keys of the server on a directory name no such account.
    pub(crate) fn assert_has_no_keys_of(self, data: &Path, account: &str, context: &str) {
        match self {
            Self::Embedded => {
                for file in ["keys.db", "keys.db-wal"] {
                    let bytes = std::fs::read(data.join(file)).unwrap_or_default();
                    let mut parts = bytes.windows(account.len());
                    let left = parts.any(|part| part == account.as_bytes());
                    assert!(!left, "{context}: {file} names {account}");
                }
            }
            Self::Postgres(cluster) => {
                let url = cluster.url_of(data);
                let (_, schema) = url.rsplit_once("%3D").unwrap();
                let left = cluster.ask(
                    "lockstep",
                    &format!(
                        "SELECT (SELECT count(*) FROM {schema}_keys.account_key WHERE account = '{account}')
                             + (SELECT count(*) FROM {schema}_keys.secret WHERE account = '{account}')"
                    ),
                );
                assert_eq!(left, "0", "{context}: {schema}_keys names {account}");
            }
        }
    }

    /// Returns the target of the median time from a kill until the server is ready again.
    pub(crate) fn ready_within(self) -> Duration {
        Duration::from_secs(match self {
            Self::Embedded => 1,
            Self::Postgres(_) => 5,
        })
    }
}
