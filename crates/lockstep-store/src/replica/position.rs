//! How far a server has written or replayed its log, and which server it is.

use std::time::Duration;

use crate::error::{EngineError, PostgresError};
use crate::postgres::connection::Connection;

/// A place in the log of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Position {
    /// Whether the server replays the log of another one.
    pub(super) is_replica: bool,
    /// The number of the cluster, which its replicas share.
    pub(super) system: u64,
    /// When the server's process started: it tells a server from a copy of its files.
    pub(super) started: String,
    /// The timeline of the log. A promotion begins a new one, and positions of two timelines cannot be compared.
    pub(super) timeline: u32,
    /// The bytes of the log that are stored or, at a replica, replayed.
    pub(super) bytes: u64,
    /// The number of the database; replicas have the same numbers.
    pub(super) database: u32,
    /// The number of the schema; 0 before the schema exists.
    pub(super) schema: u32,
}

impl Position {
    /// Asks the server at the other end of a connection that has no open transaction.
    pub(super) fn of(connection: &Connection) -> Result<Self, EngineError> {
        // The name consists of letters, digits and underscores.
        let sql = QUESTION.replace("{schema}", connection.url.schema());
        let text = connection.text_within(&sql, ANSWER)?.unwrap_or_default();
        let found = Self::parse(&text);
        found.ok_or_else(|| PostgresError::other("the server does not say how far it is").into())
    }

    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split(' ');
        let mut next = || parts.next();
        let found = Self {
            is_replica: match next()? {
                "t" => true,
                "f" => false,
                _ => return None,
            },
            system: next()?.parse().ok()?,
            started: next()?.to_owned(),
            timeline: next()?.parse().ok()?,
            bytes: next()?.parse().ok()?,
            database: next()?.parse().ok()?,
            schema: next()?.parse().ok()?,
        };
        next().is_none().then_some(found)
    }
}

/// Returns a digest of the migrations that the server's tables have.
pub(super) fn migrations(connection: &Connection) -> Result<String, EngineError> {
    let found = connection.text_within(MIGRATIONS, ANSWER);
    match found {
        // The schema or its first table has not been replayed.
        Err(EngineError::Postgres(error)) if error.code() == Some(UNDEFINED_TABLE) => {
            Ok(String::new())
        }
        found => Ok(found?.unwrap_or_default()),
    }
}

/// A replica learns its timeline from its control file, which a checkpoint of the replica writes: after a promotion it is not
/// used until then.
const QUESTION: &str = "SELECT pg_catalog.concat_ws(' ', is_replica,
        (SELECT system_identifier FROM pg_catalog.pg_control_system()),
        extract(epoch FROM pg_catalog.pg_postmaster_start_time()),
        CASE WHEN is_replica
             THEN GREATEST((SELECT timeline_id FROM pg_catalog.pg_control_checkpoint()),
                           (SELECT min_recovery_end_timeline FROM pg_catalog.pg_control_recovery()))
             ELSE ('x' || pg_catalog.substr(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_flush_lsn()), 1, 8))::bit(32)::int
        END,
        CASE WHEN is_replica THEN COALESCE(pg_catalog.pg_last_wal_replay_lsn(), '0/0')
             ELSE pg_catalog.pg_current_wal_flush_lsn() END - '0/0'::pg_lsn,
        (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database()),
        COALESCE(pg_catalog.to_regnamespace('{schema}')::oid, 0))
     FROM (SELECT pg_catalog.pg_is_in_recovery() AS is_replica) AS server";
const MIGRATIONS: &str = "SELECT pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.string_agg(
        pg_catalog.concat_ws(' ', capability, n, pg_catalog.encode(digest, 'hex')), ',' ORDER BY capability, n),
        'UTF8')), 'hex')
     FROM migration";
const UNDEFINED_TABLE: &str = "42P01";
/// The time to wait for each of these answers, which need no work of the server.
pub(super) const ANSWER: Duration = Duration::from_secs(1);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_read_as_a_whole() {
        let text = "t 7713412772126634239 1795918863.450035 1 50591680 16385 16386";
        let found = Position::parse(text).unwrap();
        assert!(found.is_replica);
        assert_eq!((found.timeline, found.bytes), (1, 50_591_680));
        assert_eq!(found.started, "1795918863.450035");
        for wrong in [
            String::new(),
            text.replacen('t', "x", 1),
            format!("{text} 1"),
            text.replace(" 16386", ""),
            text.replace(" 1 ", " -1 "),
        ] {
            assert_eq!(Position::parse(&wrong), None, "{wrong}");
        }
    }
}
