//! The row of the node that works, by which the other nodes of a schema find it.

mod life;

use crate::clock::Timestamp;
use crate::error::StoreError;
use crate::params;
use crate::postgres::{CLAIM, PostgresUrl};
use crate::tx::Tx;

pub use life::{SIGN_OF_LIFE, SignOfLife, WatchedNode, show_life};

/// The node that works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActiveNode {
    /// `HOST:PORT`, by which the other nodes reach it.
    pub address: String,
    /// A random text, another one at each start.
    pub stamp: String,
    /// When it began to work.
    pub since: Timestamp,
}

/// Stores that this node works, unless it has stored that before: at the first start, there is no table before the store is
/// open. Afterwards, [`SchemaLock::claim`](crate::SchemaLock::claim) has done it.
///
/// # Errors
/// [`StoreError`].
pub fn claim(tx: &mut Tx<'_>, address: &str, stamp: &str) -> Result<(), StoreError> {
    if read(tx)?.is_some_and(|node| node.stamp == stamp) {
        return Ok(());
    }
    let since = tx.now();
    tx.execute(CLAIM, params![address, stamp, since]).map(drop)
}

/// Returns the node that works, or that worked last and did not end in an orderly way.
///
/// # Errors
/// [`StoreError`].
pub fn read(tx: &Tx<'_>) -> Result<Option<ActiveNode>, StoreError> {
    let sql = "SELECT address, stamp, since FROM active_node WHERE one = 1";
    tx.query_opt(sql, &[], |row| {
        Ok(ActiveNode {
            address: row.at(0)?,
            stamp: row.at(1)?,
            since: row.at(2)?,
        })
    })
}

/// Removes the row of a node that ends, unless another one has taken over.
///
/// # Errors
/// [`StoreError`].
pub fn withdraw(tx: &mut Tx<'_>, stamp: &str) -> Result<(), StoreError> {
    let sql = "DELETE FROM active_node WHERE one = 1 AND stamp = ?1";
    tx.execute(sql, params![stamp]).map(drop)
}

impl PostgresUrl {
    /// Returns the active node of the schema, for a node that waits: it neither needs the lock nor changes anything. `None`
    /// also before the first start of any node. Blocks.
    ///
    /// # Errors
    /// [`StoreError`] if the server cannot be reached.
    pub fn active_node(&self) -> Result<Option<ActiveNode>, StoreError> {
        // An address and a stamp have no spaces.
        let query = "SELECT since || ' ' || stamp || ' ' || address FROM active_node WHERE one = 1";
        let Some(text) = self.first_text(query)? else {
            return Ok(None);
        };
        let node = parsed(&text);
        node.map(Some)
            .ok_or_else(|| StoreError::Damaged("the row of the active node".to_owned()))
    }
}

/// Reads `SINCE STAMP ADDRESS`.
fn parsed(text: &str) -> Option<ActiveNode> {
    let (since, rest) = text.split_once(' ')?;
    let (stamp, address) = rest.split_once(' ')?;
    Some(ActiveNode {
        address: address.to_owned(),
        stamp: stamp.to_owned(),
        since: Timestamp(since.parse().ok()?),
    })
}
