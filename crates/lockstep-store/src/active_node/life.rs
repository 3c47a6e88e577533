//! Signs of life of the node that works. Nodes that wait compare each sign with the one before it, so that no clock of a machine is
//! compared with another one.
//!
//! A sign consists of the version of the node's row, which a write of the node changes, and of the last times at which PostgreSQL
//! noted an act of the session that has the lock, and of a session that writes for single accounts: while such a session has a
//! group, the other one waits. The sign changes with each of them. While a statement runs in one of these sessions, there is no sign: the
//! server works for the node, however long it takes.

use super::{ActiveNode, parsed};
use crate::error::StoreError;
use crate::params;
use crate::postgres::{PostgresUrl, locks_of_account_writers, others_with_lock};
use crate::tx::Tx;

/// A sign of life; another one is different.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignOfLife(String);

/// The node that works, as another node sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchedNode {
    /// The node.
    pub node: ActiveNode,
    /// Its sign of life. `None` says nothing: a statement of the node runs that writes, or no node has the lock.
    pub sign: Option<SignOfLife>,
}

/// The name of the transaction that shows a sign of life.
pub const SIGN_OF_LIFE: &str = "nodes.life";

/// Changes the sign of life of the node that works, by a write like any other, unless another node has taken over.
///
/// # Errors
/// [`StoreError`].
pub fn show_life(tx: &mut Tx<'_>, stamp: &str) -> Result<(), StoreError> {
    let sql = "UPDATE active_node SET since = since WHERE one = 1 AND stamp = ?1";
    tx.execute(sql, params![stamp]).map(drop)
}

impl PostgresUrl {
    /// As [`show_life`], for a node that has claimed its role and has not opened the store yet. `stamp` is its stamp, of letters
    /// and digits. Blocks.
    ///
    /// # Errors
    /// [`StoreError`] if the server cannot be reached.
    pub fn show_life_at_start(&self, stamp: &str) -> Result<(), StoreError> {
        if !stamp.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(StoreError::Damaged("the stamp of this node".to_owned()));
        }
        // Before the first start there is no table.
        self.first_text(&format!(
            "UPDATE active_node SET since = since WHERE one = 1 AND stamp = '{stamp}'"
        ))
        .map(drop)
    }

    /// Returns the node that works, with its sign of life, for a node that waits. Takes no lock and changes nothing. Blocks.
    ///
    /// # Errors
    /// [`StoreError`] if the server cannot be reached.
    pub fn watched_node(&self) -> Result<Option<WatchedNode>, StoreError> {
        let sign = sign_in(self.schema());
        let query = format!(
            "SELECT coalesce({sign}, '{NO_SIGN}') || ' ' || since || ' ' || stamp || ' ' || address
             FROM active_node AS node WHERE one = 1"
        );
        let Some(text) = self.first_text(&query)? else {
            return Ok(None);
        };
        let watched = watched(&text);
        watched
            .map(Some)
            .ok_or_else(|| StoreError::Damaged("the row of the active node".to_owned()))
    }

    /// Ends the session that has the lock of the schema, if the sign of life of the node that works is still this one: the server
    /// looks once more. Returns whether it was. Blocks.
    ///
    /// # Errors
    /// [`StoreError`] if the server cannot be reached, or does not let this role end sessions of the same role.
    pub fn end_silent_node(&self, sign: &SignOfLife) -> Result<bool, StoreError> {
        let (others, found) = (others_with_lock(self.schema()), sign_in(self.schema()));
        let ended = self.first_text(&format!(
            "SELECT pg_catalog.pg_terminate_backend(pid) FROM pg_catalog.pg_locks
             WHERE {others} AND EXISTS (SELECT 1 FROM active_node AS node WHERE one = 1 AND {found} = '{}')",
            sign.0
        ))?;
        Ok(ended.as_deref() == Some("t"))
    }
}

/// Returns the expression of the sign of life for a row `node` of the table. It is NULL while no sign can be seen.
fn sign_in(schema: &str) -> String {
    let others = others_with_lock(schema);
    let of_accounts = locks_of_account_writers(schema);
    let beside = format!(
        "FROM pg_catalog.pg_stat_activity AS beside WHERE beside.pid IN (SELECT pid FROM pg_catalog.pg_locks WHERE {of_accounts})"
    );
    // Sessions of other roles have no state here.
    format!(
        "(SELECT pg_catalog.concat_ws('/', node.xmin, holder.pid, extract(epoch FROM holder.backend_start),
                                      extract(epoch FROM holder.state_change),
                                      (SELECT max(extract(epoch FROM beside.state_change)) {beside}))
          FROM pg_catalog.pg_stat_activity AS holder
          WHERE holder.state LIKE 'idle%' AND holder.pid IN (SELECT pid FROM pg_catalog.pg_locks WHERE {others})
            AND NOT EXISTS (SELECT 1 {beside} AND beside.state NOT LIKE 'idle%')
          LIMIT 1)"
    )
}

/// Reads `SIGN SINCE STAMP ADDRESS`.
fn watched(text: &str) -> Option<WatchedNode> {
    let (sign, row) = text.split_once(' ')?;
    let is_part = |letter: char| letter.is_ascii_digit() || "/.".contains(letter);
    let sign = match sign {
        NO_SIGN => None,
        // It becomes a part of a statement.
        sign if sign.chars().all(is_part) => Some(SignOfLife(sign.to_owned())),
        _ => return None,
    };
    let node = parsed(row)?;
    Some(WatchedNode { node, sign })
}

/// The text in the place of a sign that cannot be seen.
const NO_SIGN: &str = "-";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Timestamp;

    #[test]
    fn a_watched_node_is_read_with_and_without_its_sign() {
        let node = ActiveNode {
            address: "node1:8444".to_owned(),
            stamp: "ab12".to_owned(),
            since: Timestamp(17),
        };
        for (sign, read) in [
            ("-", Some(None)),
            (
                "751/4242/1795888000.123456/1795888001.5",
                Some(Some("751/4242/1795888000.123456/1795888001.5")),
            ),
            ("751/'", None),
            ("751/a", None),
        ] {
            let expected = read.map(|sign| WatchedNode {
                node: node.clone(),
                sign: sign.map(|sign| SignOfLife(sign.to_owned())),
            });
            let text = format!("{sign} 17 ab12 node1:8444");
            assert_eq!(watched(&text), expected, "{text}");
        }
        assert_eq!(watched("- 17 ab12"), None);
    }
}
