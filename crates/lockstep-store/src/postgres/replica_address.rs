//! The address of a replica, which serves reads that may be stale.

use std::sync::Arc;
use std::time::Duration;

use tokio_postgres::Config;
use tokio_postgres::config::TargetSessionAttrs;

use super::PostgresUrl;
use crate::error::StoreError;

impl PostgresUrl {
    /// Returns the address together with that of a replica, which serves reads that may be stale.
    ///
    /// # Errors
    /// [`StoreError::Postgres`] if the replica's address names another schema.
    pub fn with_replica(self, replica: &Self) -> Result<Self, StoreError> {
        if replica.schema != self.schema {
            return Err(StoreError::Postgres(format!(
                "names the schema {}, and store.url the schema {}: a replica has the same tables, so both name one schema",
                replica.schema, self.schema
            )));
        }
        let mut config = Config::clone(&replica.config);
        config.target_session_attrs(TargetSessionAttrs::Any);
        config.connect_timeout(CONNECT_TIMEOUT);
        let replica = Self {
            config: Arc::new(config),
            opening: OPENING,
            answer_within: ANSWER,
            node: None,
            replica: None,
            ..replica.clone()
        };
        Ok(Self {
            replica: Some(Arc::new(replica)),
            ..self
        })
    }

    /// Returns the address of the replica, if there is one.
    pub(crate) fn replica(&self) -> Option<&Self> {
        self.replica.as_deref()
    }
}

/// The time to wait for a connection to one host of the replica's address, and to all of them with the preparation of the session.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);
const OPENING: Duration = Duration::from_secs(2);
/// The time to wait for each answer to a read: then the server of the store reads instead.
const ANSWER: Duration = Duration::from_secs(5);
