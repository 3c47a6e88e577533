//! Settings and states of the PostgreSQL server that endanger the data or the service, for `lockstep doctor`.

use std::time::Duration;

use crate::clock::Clock;
use crate::error::StoreError;
use crate::tx::Tx;

impl Tx<'_> {
    /// Returns the time that the PostgreSQL server takes for one answer, the least of some; `None` for the embedded engine.
    ///
    /// # Errors
    /// [`StoreError`] if the server does not answer.
    pub fn server_answer_time(&self, clock: &dyn Clock) -> Result<Option<Duration>, StoreError> {
        if self.is_embedded() {
            return Ok(None);
        }
        let ask = || self.query_one("SELECT CAST(1 AS BIGINT)", &[], |row| row.at::<i64>(0));
        // The first also prepares the statement.
        ask()?;
        let mut least = Duration::MAX;
        for _ in 0..ASKED {
            let start = clock.monotonic();
            ask()?;
            least = least.min(clock.monotonic().saturating_sub(start));
        }
        Ok(Some(least))
    }

    /// Returns the problems of the PostgreSQL server, each with its remedy; `None` for the embedded engine.
    ///
    /// # Errors
    /// [`StoreError`] if the server does not answer.
    pub fn server_problems(&self) -> Result<Option<Vec<String>>, StoreError> {
        if self.is_embedded() {
            return Ok(None);
        }
        let mut problems = Vec::new();
        for (sql, remedy) in CHECKS {
            for found in self.query(sql, &[], |row| row.at::<String>(0))? {
                problems.push(format!("{found}; {remedy}"));
            }
        }
        Ok(Some(problems))
    }
}

/// The number of answers that are timed.
const ASKED: u32 = 3;

/// The statements that find problems, one each row, and what to do.
const CHECKS: &[(&str, &str)] = &[
    (
        "SELECT name || ' is off' FROM pg_catalog.pg_settings
         WHERE name IN ('fsync', 'full_page_writes') AND setting = 'off' ORDER BY name",
        "turn it on: a crash of the machine loses or damages acknowledged data",
    ),
    (
        "SELECT used.n || ' of ' || most.n || ' connections are in use'
         FROM (SELECT count(*) AS n FROM pg_catalog.pg_stat_activity WHERE backend_type = 'client backend') used,
             (SELECT CAST(setting AS BIGINT) AS n FROM pg_catalog.pg_settings WHERE name = 'max_connections') most
         WHERE used.n * 10 > most.n * 9",
        "raise max_connections, or end connections of other programs",
    ),
    (
        "SELECT 'the oldest row version is ' || age(datfrozenxid) || ' transactions old'
         FROM pg_catalog.pg_database WHERE datname = current_database() AND age(datfrozenxid) > 1200000000",
        "VACUUM does not keep up, and PostgreSQL refuses writes at 2 billion: end old transactions, and remove \
         replication slots that are not in use",
    ),
    (
        "SELECT count(*) || ' transactions have been open for more than an hour'
         FROM pg_catalog.pg_stat_activity WHERE xact_start < now() - INTERVAL '1 hour' HAVING count(*) > 0",
        "rows that were removed since then stay in the tables until these transactions end",
    ),
    (
        "SELECT 'the replication slot ' || slot_name || ' is not in use'
         FROM pg_catalog.pg_replication_slots WHERE NOT active ORDER BY slot_name",
        "start its replica or drop the slot: it keeps the write-ahead log, also of erased rows, until the disk is full",
    ),
];
