//! The pairing of `keys.db` and the store: each file carries the identity of the other and a lower bound of
//! the other's progress. A copy of either file that is older than the other is detected at the next
//! opening. On PostgreSQL, two schemas of one database are paired in the same way: a dump of one of them can be
//! restored without the other.
//!
//! | kept in | value | rule |
//! |---|---|---|
//! | both | an identity of 128 random bits, and the identity of the other | they name each other |
//! | `keys.db` | `acts`: counts every operation on keys, in its transaction | |
//! | store | the newest `acts` it received | never more than `keys.db` has |
//! | `keys.db` | the newest committed entry of the audit chain it received | the store holds this entry |
//!
//! `keys.db` also counts its secrets in each transaction that changes their number. Another number of rows
//! shows that its main file is older than its write-ahead log, from which the count was read.
//!
//! Each file records only progress of the other that is on disk already, so a crash between two writes
//! leaves both rules true. The hash of the entry covers the whole history before it: a store that was
//! rolled back and then used again is detected as well.

use lockstep_store::audit::checkpoint::ChainHead;

use crate::root::{KeyPaths, VaultError};
use crate::store::pairing::StoreSide;

/// The pairing state of `keys.db`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeysSide {
    /// The identity of `keys.db`.
    pub(crate) id: [u8; 16],
    /// The store that `keys.db` belongs to; `None` before the first pairing.
    pub(crate) store: Option<[u8; 16]>,
    /// The number of operations on keys so far.
    pub(crate) acts: i64,
    /// The newest committed audit entry that `keys.db` received.
    pub(crate) seen: Option<ChainHead>,
    /// Whether `keys.db` holds the key of any account.
    pub(crate) used: bool,
    /// The number of secrets that `keys.db` counted, and the number of its rows.
    pub(crate) secrets: SecretCount,
}

/// The number of secrets in `keys.db`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SecretCount {
    /// As its transactions counted them; `None` in a file from before that.
    pub(crate) counted: Option<i64>,
    /// The rows of the table.
    pub(crate) rows: i64,
}

/// The reason why the store and its keys cannot be used together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conflict {
    /// The store is empty, and the keys were used.
    EmptyStore,
    /// The store lacks this number of audit entries that the keys record.
    OlderStore(i64),
    /// The keys were last used with another store.
    OtherStore,
    /// The keys lack this number of operations that the store records.
    OlderKeys(i64),
    /// The store was last used with other keys.
    OtherKeys,
    /// The keys have another number of secrets than they counted.
    OtherSecrets { counted: i64, rows: i64 },
}

impl Conflict {
    /// Describes the conflict, with the names of the files or schemas.
    pub(crate) fn described(self, paths: &KeyPaths) -> String {
        let (store, keys) = (paths.store_name(), paths.keys_name());
        match self {
            Self::EmptyStore => format!("{store} is empty, and {keys} beside it holds keys"),
            Self::OlderStore(entries) => format!(
                "{store} is older than {keys}: {entries} audit entries that {keys} records are missing"
            ),
            Self::OtherStore => format!("{store} is not the store that {keys} was last used with"),
            Self::OlderKeys(acts) => format!(
                "{keys} is older than {store}: it lacks {acts} acts on keys that {store} records"
            ),
            Self::OtherKeys => format!("{keys} is not the one that {store} was last used with"),
            Self::OtherSecrets { counted, rows } => {
                let cause = match paths.server {
                    None => format!(
                        "{keys} and {keys}-wal are of different times, or pages of {keys} are damaged"
                    ),
                    Some(_) => format!("rows of {keys} were changed by another program"),
                };
                format!("{cause}: it counted {counted} secrets of keys, and {rows} are there")
            }
        }
    }

    /// The error for the operator, with the action to take.
    pub(crate) fn refusal(self, paths: &KeyPaths) -> VaultError {
        let said = self.described(paths);
        let (store, keys) = (paths.store_name(), paths.keys_name());
        let place = match self {
            Self::EmptyStore | Self::OlderStore(_) | Self::OtherStore => store.to_owned(),
            Self::OtherSecrets { .. } if paths.server.is_none() => format!("{keys} and {keys}-wal"),
            Self::OlderKeys(_) | Self::OtherKeys | Self::OtherSecrets { .. } => keys,
        };
        let remedy = match paths.server {
            None => format!(
                "Put the right {place} back, or restore both files from one backup into a fresh directory (`lockstep \
                 backup restore`). To go on with these files"
            ),
            Some(_) => format!(
                "Restore {place} from its newest backup, or restore both schemas from one backup of the database. To go \
                 on with both as they are"
            ),
        };
        VaultError::Torn(format!(
            "{said}. Nothing was changed, and no key was destroyed. {remedy} and lose what is missing: `lockstep backup \
             accept-rollback`"
        ))
    }
}

/// Checks that both files belong together and that neither was rolled back.
pub(crate) fn compare_files(keys: &KeysSide, store: &StoreSide) -> Result<(), Conflict> {
    compare_identities(keys, store)?;
    let rows = keys.secrets.rows;
    match keys.secrets.counted {
        Some(counted) if counted != rows => Err(Conflict::OtherSecrets { counted, rows }),
        _ => Ok(()),
    }
}

fn compare_identities(keys: &KeysSide, store: &StoreSide) -> Result<(), Conflict> {
    let Some(of) = keys.store else {
        return match store.keys {
            // The store was paired with a later copy, or with another file.
            Some(_) => Err(Conflict::OtherKeys),
            None if keys.used && !store.named => Err(Conflict::EmptyStore),
            None => Ok(()),
        };
    };
    if store.id != Some(of) {
        return Err(if store.named || store.head.is_some() {
            Conflict::OtherStore
        } else {
            Conflict::EmptyStore
        });
    }
    if store.keys.is_some_and(|named| named != keys.id) {
        return Err(Conflict::OtherKeys);
    }
    if store.acts > keys.acts {
        return Err(Conflict::OlderKeys(store.acts - keys.acts));
    }
    let Some(seen) = keys.seen.filter(|_| !store.holds_seen) else {
        return Ok(());
    };
    let last = store.head.map_or(0, |head| head.seq);
    if last < seen.seq {
        return Err(Conflict::OlderStore(seen.seq - last));
    }
    Err(Conflict::OtherStore)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(seq: i64) -> Option<ChainHead> {
        Some(ChainHead {
            seq,
            hash: [u8::try_from(seq).unwrap(); 32],
        })
    }

    #[test]
    fn every_way_the_two_can_differ_is_told_apart() {
        let keys = KeysSide {
            id: [1; 16],
            store: Some([2; 16]),
            acts: 7,
            seen: head(9),
            used: true,
            secrets: SecretCount {
                counted: Some(3),
                rows: 3,
            },
        };
        let store = StoreSide {
            id: Some([2; 16]),
            keys: Some([1; 16]),
            acts: 7,
            named: true,
            head: head(9),
            holds_seen: true,
        };
        let new_keys = KeysSide {
            store: None,
            seen: None,
            ..keys.clone()
        };
        let empty = StoreSide::default();
        let rows: Vec<(&str, KeysSide, StoreSide, Result<(), Conflict>)> = vec![
            ("paired", keys.clone(), store.clone(), Ok(())),
            (
                "keys.db is ahead after a crash",
                KeysSide {
                    acts: 9,
                    ..keys.clone()
                },
                store.clone(),
                Ok(()),
            ),
            (
                "the store is ahead after a crash",
                keys.clone(),
                StoreSide {
                    head: head(12),
                    ..store.clone()
                },
                Ok(()),
            ),
            (
                "the pairing was cut off before the store's half",
                keys.clone(),
                StoreSide {
                    keys: None,
                    ..store.clone()
                },
                Ok(()),
            ),
            (
                "both from before there were pairings",
                new_keys.clone(),
                StoreSide {
                    named: true,
                    ..empty.clone()
                },
                Ok(()),
            ),
            (
                "a first start",
                KeysSide {
                    used: false,
                    ..new_keys.clone()
                },
                empty.clone(),
                Ok(()),
            ),
            (
                "an empty store beside used keys from before there were pairings",
                new_keys.clone(),
                empty.clone(),
                Err(Conflict::EmptyStore),
            ),
            (
                "an empty store",
                keys.clone(),
                empty.clone(),
                Err(Conflict::EmptyStore),
            ),
            (
                "a store from before there were pairings",
                keys.clone(),
                StoreSide {
                    named: true,
                    ..empty.clone()
                },
                Err(Conflict::OtherStore),
            ),
            (
                "an older store",
                keys.clone(),
                StoreSide {
                    head: head(4),
                    holds_seen: false,
                    acts: 3,
                    ..store.clone()
                },
                Err(Conflict::OlderStore(5)),
            ),
            (
                "an older store that was used since",
                keys.clone(),
                StoreSide {
                    head: head(20),
                    holds_seen: false,
                    ..store.clone()
                },
                Err(Conflict::OtherStore),
            ),
            (
                "older keys",
                KeysSide {
                    acts: 5,
                    ..keys.clone()
                },
                store.clone(),
                Err(Conflict::OlderKeys(2)),
            ),
            (
                "keys from before there were pairings",
                new_keys,
                store.clone(),
                Err(Conflict::OtherKeys),
            ),
            (
                "keys from before secrets were counted",
                KeysSide {
                    secrets: SecretCount {
                        counted: None,
                        rows: 3,
                    },
                    ..keys.clone()
                },
                store.clone(),
                Ok(()),
            ),
            (
                "a main file that is older than its log",
                KeysSide {
                    secrets: SecretCount {
                        counted: Some(3),
                        rows: 2,
                    },
                    ..keys.clone()
                },
                store.clone(),
                Err(Conflict::OtherSecrets {
                    counted: 3,
                    rows: 2,
                }),
            ),
            (
                "a main file with a secret that was destroyed since",
                KeysSide {
                    secrets: SecretCount {
                        counted: Some(3),
                        rows: 4,
                    },
                    ..keys.clone()
                },
                store.clone(),
                Err(Conflict::OtherSecrets {
                    counted: 3,
                    rows: 4,
                }),
            ),
            (
                "another keys.db",
                KeysSide {
                    id: [5; 16],
                    ..keys
                },
                store,
                Err(Conflict::OtherKeys),
            ),
        ];
        for (what, keys, store, expected) in rows {
            assert_eq!(compare_files(&keys, &store), expected, "{what}");
        }
    }
}
