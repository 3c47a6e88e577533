//! A statement that goes to the server together with a later one, and whose answer is read with that of the later one.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio_postgres::{Client, Error, Statement};

use super::value::OwnedValue;
use crate::error::PostgresError;
use crate::value::Value;

type Answer = Pin<Box<dyn Future<Output = Result<u64, Error>> + Send>>;

/// The statement, until its answer is used.
pub(super) struct Unanswered {
    answer: Answer,
    arrived: Option<Result<u64, Error>>,
    /// The number of rows that it must change; `None`: any.
    rows: Option<u64>,
    /// The bytes of its texts and blobs.
    bytes: usize,
    /// Whether it begins a job.
    is_savepoint: bool,
}

impl Unanswered {
    /// Statements without parameters. The first poll sends them.
    pub(super) fn batch(client: &Arc<Client>, sql: &'static str) -> Self {
        let client = Arc::clone(client);
        Self {
            answer: Box::pin(async move { client.batch_execute(sql).await.map(|()| 0) }),
            arrived: None,
            rows: None,
            bytes: 0,
            is_savepoint: false,
        }
    }

    /// As [`Self::batch`], for the savepoint of a job. If it fails, the transaction had failed before without a sign: what
    /// `ROLLBACK TO` undoes then is an earlier job, whose changes should stay. So the whole transaction must run again.
    pub(super) fn savepoint(client: &Arc<Client>, sql: &'static str) -> Self {
        Self {
            is_savepoint: true,
            ..Self::batch(client, sql)
        }
    }

    /// A prepared statement with its parameters. The first poll sends it.
    pub(super) fn execute(
        client: &Arc<Client>,
        statement: Statement,
        params: &[Value<'_>],
        rows: Option<u64>,
    ) -> Self {
        let client = Arc::clone(client);
        let params: Vec<OwnedValue> = params.iter().map(OwnedValue::from).collect();
        let bytes = params.iter().map(OwnedValue::bytes).sum();
        Self {
            answer: Box::pin(async move { client.execute_raw(&statement, params).await }),
            arrived: None,
            rows,
            bytes,
            is_savepoint: false,
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Polls statements in their order; ready once all have their answers.
    pub(super) fn poll_all(all: &mut [Self], context: &mut Context<'_>) -> Poll<()> {
        let mut waits = false;
        for one in all {
            if one.arrived.is_some() {
                continue;
            }
            match one.answer.as_mut().poll(context) {
                Poll::Ready(outcome) => one.arrived = Some(outcome),
                Poll::Pending => waits = true,
            }
        }
        match waits {
            true => Poll::Pending,
            false => Poll::Ready(()),
        }
    }

    /// Returns the number of changed rows after the answer has arrived.
    pub(super) fn changed(self) -> Result<u64, PostgresError> {
        let answer = self.arrived.unwrap_or(Ok(0));
        if self.is_savepoint && answer.is_err() {
            return Err(PostgresError::interrupted());
        }
        let changed = answer?;
        match self.rows {
            Some(rows) if rows != changed => Err(PostgresError::other(
                "a statement changed another number of rows than expected",
            )),
            _ => Ok(changed),
        }
    }
}
