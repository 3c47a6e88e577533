//! The ledger of migrations, keyed (capability, n) and run in dependency order of the capabilities.

use sha2::{Digest, Sha256};

use crate::audit;
use crate::connection::Connection;
use crate::error::StoreError;
use crate::options::Options;
use crate::params;
use crate::sequence;
use crate::tx::Tx;

/// One migration of a capability's tables.
#[derive(Clone, Copy, Debug)]
pub struct Migration {
    /// The capability: the crate's name without `lockstep-`.
    pub capability: &'static str,
    /// The migration's number, from 1, without gaps in a capability.
    pub n: u32,
    /// Statements in the common SQL subset, with the macros of `statement.rs`.
    pub sql: &'static str,
}

/// The migrations of the store's own tables.
const MIGRATIONS: &[Migration] = &[
    Migration {
        capability: "store",
        n: 1,
        sql: include_str!("../migrations/0001_store.sql"),
    },
    Migration {
        capability: "store",
        n: 2,
        sql: include_str!("../migrations/0002_outbox_user.sql"),
    },
    Migration {
        capability: "store",
        n: 3,
        sql: include_str!("../migrations/0003_audit_checkpoint.sql"),
    },
    Migration {
        capability: "store",
        n: AUDIT_ERASED,
        sql: include_str!("../migrations/0004_audit_erased.sql"),
    },
    Migration {
        capability: "store",
        n: 5,
        sql: include_str!("../migrations/0005_usage.sql"),
    },
    Migration {
        capability: "store",
        n: 6,
        sql: include_str!("../migrations/0006_audit_index.sql"),
    },
    Migration {
        capability: "store",
        n: 7,
        sql: include_str!("../migrations/0007_counted_list.sql"),
    },
    Migration {
        capability: "store",
        n: 8,
        sql: include_str!("../migrations/0008_figures.sql"),
    },
    Migration {
        capability: "store",
        n: 9,
        sql: include_str!("../migrations/0009_audit_block_order.sql"),
    },
    Migration {
        capability: "store",
        n: 10,
        sql: include_str!("../migrations/0010_audit_block_actions.sql"),
    },
    Migration {
        capability: "store",
        n: 11,
        sql: include_str!("../migrations/0011_active_node.sql"),
    },
];

/// From this migration on, the audit chain records which bodies an erasure removes.
const AUDIT_ERASED: u32 = 4;

/// Runs all missing migrations in one transaction.
pub(crate) fn run(
    connection: &mut Connection,
    options: &Options,
    migrations: &[Migration],
) -> Result<(), StoreError> {
    connection.begin_write()?;
    let applied = apply(
        &mut Tx::new(connection, &*options.clock, &*options.entropy),
        migrations,
    );
    if let Err(error) = applied {
        // The engine may have rolled back by itself. The caller needs the error of the migration,
        // not of this rollback.
        drop(connection.rollback());
        return Err(error);
    }
    Ok(connection.commit()?)
}

fn apply(tx: &mut Tx<'_>, migrations: &[Migration]) -> Result<(), StoreError> {
    tx.batch(LEDGER)?;
    let applied = tx.query("SELECT capability, n, digest FROM migration", &[], |row| {
        Ok((
            row.at::<String>(0)?,
            row.at::<u32>(1)?,
            row.at::<[u8; 32]>(2)?,
        ))
    })?;
    let known: Vec<&Migration> = MIGRATIONS.iter().chain(migrations).collect();
    for (capability, n, digest) in &applied {
        let migration = known
            .iter()
            .find(|known| known.capability == capability && known.n == *n);
        let Some(migration) = migration else {
            return Err(StoreError::Migration(format!(
                "the store has migration {capability} {n}, which this binary does not know: it was made by \
                 a newer lockstep; start that version"
            )));
        };
        if *digest != digest_of(migration) {
            return Err(StoreError::Migration(format!(
                "migration {capability} {n} of the store differs from this binary's: the store was made \
                 by an unreleased build; export with that build, or start with an empty data directory"
            )));
        }
    }
    for migration in known {
        let Migration { capability, n, sql } = *migration;
        if applied
            .iter()
            .any(|(name, number, _)| name == capability && *number == n)
        {
            continue;
        }
        tx.batch(sql).map_err(|error| match error {
            // Nothing is wrong with the store: a later start may apply it.
            StoreError::Unavailable(_) => error,
            error => {
                StoreError::Migration(format!("{capability} {n} could not be applied: {error}"))
            }
        })?;
        tx.execute(
            "INSERT INTO migration(capability, n, digest, applied_at) VALUES (?1, ?2, ?3, ?4)",
            params![capability, n, &digest_of(migration), tx.now()],
        )?;
        if capability == "store" && n == AUDIT_ERASED {
            audit::removed::record_missing_before(tx)?;
        }
    }
    if !applied.is_empty() && tx.lacks_audit_triggers()? {
        tracing::error!(
            "triggers that keep the audit log append-only were removed outside the server, and are made again: \
             check the log with `lockstep audit verify`"
        );
    }
    tx.batch(APPEND_ONLY)?;
    sequence::repair(tx)
}

fn digest_of(migration: &Migration) -> [u8; 32] {
    Sha256::digest(migration.sql.as_bytes()).into()
}

/// The table of the migrations that were applied.
pub(crate) const LEDGER_TABLE: &str = "migration";
const LEDGER: &str = "CREATE TABLE IF NOT EXISTS migration(
    capability TEXT NOT NULL, n BIGINT NOT NULL, digest {blob} NOT NULL, applied_at BIGINT NOT NULL,
    PRIMARY KEY (capability, n)) {without_rowid}";

/// SQLite's triggers for an append-only table; each engine has its own form.
const APPEND_ONLY: &str = "
    CREATE TRIGGER IF NOT EXISTS audit_keeps BEFORE UPDATE ON audit
        BEGIN SELECT RAISE(ABORT, 'the audit chain is append-only'); END;
    CREATE TRIGGER IF NOT EXISTS audit_stays BEFORE DELETE ON audit
        BEGIN SELECT RAISE(ABORT, 'the audit chain is append-only'); END;
    CREATE TRIGGER IF NOT EXISTS audit_body_keeps BEFORE UPDATE ON audit_body
        BEGIN SELECT RAISE(ABORT, 'an audit entry can be erased, never changed'); END;";
