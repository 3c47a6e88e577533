//! A table of both engines: digests of ranges of its rows, and what a copy lacks or has too much.
//!
//! PostgreSQL computes its digests itself, so that equal ranges are compared and not transferred.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::encoding::{absorb, encoded};
use super::indexes::word_tables;
use super::key::{Key, Range, Runs};
use super::{Changes, Meter, PROGRESS};
use crate::audit;
use crate::error::StoreError;
use crate::params;
use crate::postgres::dialect::ROW_NUMBERED;
use crate::tx::Tx;
use crate::value::{Row, Value};

/// A table and its columns.
pub(super) struct Table {
    pub(super) name: String,
    columns: Vec<String>,
    /// The columns of the primary key, in its order.
    key: Vec<String>,
    /// PostgreSQL's expression for the bytes of a row of which [`Table::row_digest`] is the digest.
    encoded: String,
}

/// The difference of a range of keys.
struct Difference {
    /// The number of the original's rows.
    rows: u64,
    /// The number of the original's rows that the copy lacks.
    missing: u64,
    /// The ranges in which the original has only rows that the copy lacks.
    insert: Vec<Range>,
    /// The ranges in which the copy has only rows that the original lacks.
    remove: Vec<Range>,
}

impl Table {
    /// Returns the tables to copy. One of the transactions is on PostgreSQL, which knows which tables are indexes of words.
    pub(super) fn all(source: &Tx<'_>, target: &Tx<'_>) -> Result<Vec<Self>, StoreError> {
        let (server, embedded) = match (source.is_embedded(), target.is_embedded()) {
            (true, false) => (target, source),
            (false, true) => (source, target),
            _ => {
                return Err(StoreError::Unsupported(
                    "a store is copied between the embedded engine and PostgreSQL",
                ));
            }
        };
        let words = word_tables(server)?;
        let derived = |name: &String| {
            words.contains(name)
                || audit::index::TABLES.contains(&name.as_str())
                || name == PROGRESS
        };
        let mut all = Vec::new();
        for name in server.table_names()? {
            if !derived(&name) {
                all.push(Self::read(name, server, embedded)?);
            }
        }
        Ok(all)
    }

    fn read(name: String, server: &Tx<'_>, embedded: &Tx<'_>) -> Result<Self, StoreError> {
        let found = embedded.query(
            "SELECT name, pk FROM pragma_table_info(?1) ORDER BY cid",
            params![&name],
            |row| Ok((row.at::<String>(0)?, row.at::<u32>(1)?)),
        )?;
        let mut key: Vec<(u32, String)> = found
            .iter()
            .filter(|(_, place)| *place > 0)
            .map(|(column, place)| (*place, column.clone()))
            .collect();
        key.sort();
        if key.is_empty() {
            return Err(StoreError::Migration(format!(
                "table {name}: it has no primary key"
            )));
        }
        let mut columns: Vec<String> = found.into_iter().map(|(column, _)| column).collect();
        if ROW_NUMBERED.contains(&name.as_str()) {
            columns.push("rowid".to_owned());
        }
        let types = server.query(
            "SELECT attname, pg_catalog.format_type(atttypid, NULL) FROM pg_catalog.pg_attribute
             WHERE attrelid = pg_catalog.to_regclass(?1) AND attnum > 0 AND NOT attisdropped",
            params![&name],
            |row| Ok((row.at::<String>(0)?, row.at::<String>(1)?)),
        )?;
        Ok(Self {
            encoded: encoded(&columns, &types),
            key: key.into_iter().map(|(_, column)| column).collect(),
            name,
            columns,
        })
    }

    /// Counts the rows of a range.
    pub(super) fn count(&self, tx: &Tx<'_>, range: &Range) -> Result<u64, StoreError> {
        let (condition, values) = range.condition(&self.key);
        let sql = format!("SELECT COUNT(*) FROM {} {condition}", self.name);
        tx.query_one(&sql, &values, |row| row.at(0))
    }

    /// Returns the next range after `after` in which neither store has more than [`PORTION_ROWS`] rows, and the key that
    /// ends it, or `None` for the last range.
    fn next_portion(
        &self,
        stores: [&Tx<'_>; 2],
        after: Option<Key>,
    ) -> Result<(Range, Option<Key>), StoreError> {
        let mut end: Option<Key> = None;
        for tx in stores {
            let other = self.end_of_portion(tx, after.as_ref())?;
            end = match (end, other) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            };
        }
        Ok((Range::portion(after, end.clone()), end))
    }

    /// Returns the key of the last of the next [`PORTION_ROWS`] rows of a store after `after`; `None` if it has fewer.
    fn end_of_portion(&self, tx: &Tx<'_>, after: Option<&Key>) -> Result<Option<Key>, StoreError> {
        let rest = Range::portion(after.cloned(), None);
        let (condition, values) = rest.condition(&self.key);
        let sql = format!(
            "SELECT {key} FROM {name} {condition} ORDER BY {key} LIMIT 1 OFFSET {PORTION_ROWS} - 1",
            key = self.key.join(", "),
            name = self.name,
        );
        tx.query_opt(&sql, &values, |row| Key::read(row, 0..self.key.len()))
    }

    /// Makes the rows of the copy those of the original, in one transaction that sees both.
    pub(super) fn synchronize(
        &self,
        source: &Tx<'_>,
        tx: &mut Tx<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Changes, StoreError> {
        let triggers = self.stop_triggers(tx)?;
        let (mut missing, mut changes) = (Vec::new(), Changes::default());
        // A unique value may have moved from one row to another: rows are added when all others are removed.
        let (mut after, mut is_last) = (None, false);
        while !is_last {
            let (range, end) = self.next_portion([source, tx], after)?;
            let found = self.difference(source, tx, range)?;
            for range in &found.remove {
                changes.removed += self.remove(tx, range)?;
            }
            missing.extend(found.insert);
            meter.step(found.rows - found.missing, 0);
            is_last = end.is_none();
            after = end;
        }
        for range in &missing {
            let (rows, bytes) = self.insert(source, tx, range, "INSERT")?;
            changes.copied += rows;
            meter.step(rows, bytes);
        }
        if !tx.is_embedded() {
            self.continue_numbers(tx)?;
        }
        self.start_triggers(tx, &triggers)?;
        Ok(changes)
    }

    /// Brings one portion of the copy nearer to the original, which changes between two portions. So a unique value can be
    /// in the copy already, in a row that has lost it; such a row is left to the last pass.
    pub(super) fn prepare_portion(
        &self,
        source: &Tx<'_>,
        tx: &mut Tx<'_>,
        after: Option<Key>,
        meter: &mut Meter<'_>,
    ) -> Result<(Changes, Option<Key>), StoreError> {
        let (range, end) = self.next_portion([source, tx], after)?;
        let found = self.difference(source, tx, range)?;
        let mut changes = Changes::default();
        if found.insert.is_empty() && found.remove.is_empty() {
            meter.step(found.rows, 0);
            return Ok((changes, end));
        }
        // They start again in the same transaction: an interruption leaves the copy with its triggers.
        let triggers = self.stop_triggers(tx)?;
        for range in &found.remove {
            changes.removed += self.remove(tx, range)?;
        }
        let mut copied = 0;
        for range in &found.insert {
            let (rows, bytes) = self.insert(source, tx, range, "INSERT OR IGNORE")?;
            changes.copied += rows;
            copied += bytes;
        }
        self.start_triggers(tx, &triggers)?;
        meter.step(found.rows, copied);
        Ok((changes, end))
    }

    /// Compares the rows of both engines, range by range; returns their number, or `None` if they differ.
    pub(super) fn equal_rows(
        &self,
        source: &Tx<'_>,
        target: &Tx<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u64>, StoreError> {
        let (mut rows, mut after, mut is_last) = (0, None, false);
        while !is_last {
            let (range, end) = self.next_portion([source, target], after)?;
            let expected = self.digest_of(source, &range)?;
            if expected != self.digest_of(target, &range)? {
                return Ok(None);
            }
            rows += expected.0;
            meter.step(expected.0, 0);
            is_last = end.is_none();
            after = end;
        }
        Ok(Some(rows))
    }

    fn difference(
        &self,
        source: &Tx<'_>,
        target: &Tx<'_>,
        range: Range,
    ) -> Result<Difference, StoreError> {
        let found = self.digest_of(target, &range)?;
        if found.0 == 0 {
            // The rows of the original are read once, when they are copied.
            let rows = self.count(source, &range)?;
            let insert = if rows == 0 { Vec::new() } else { vec![range] };
            return Ok(Difference {
                rows,
                missing: rows,
                insert,
                remove: Vec::new(),
            });
        }
        let expected = self.digest_of(source, &range)?;
        let (mut insert, mut remove, mut missing) = (Runs::default(), Runs::default(), 0);
        if expected != found {
            let mut rows: BTreeMap<Key, [Option<[u8; 32]>; 2]> = BTreeMap::new();
            for (side, tx) in [source, target].into_iter().enumerate() {
                self.each_digest(tx, &range, |key, digest| {
                    rows.entry(key).or_default()[side] = Some(digest);
                })?;
            }
            for (key, [expected, found]) in &rows {
                if expected == found {
                    insert.end();
                    remove.end();
                    continue;
                }
                if expected.is_some() {
                    insert.add(key);
                    missing += 1;
                }
                if found.is_some() {
                    remove.add(key);
                }
            }
        }
        Ok(Difference {
            rows: expected.0,
            missing,
            insert: insert.finish(),
            remove: remove.finish(),
        })
    }

    /// Returns the number of rows of a range, and a digest of them in the order of their keys.
    fn digest_of(&self, tx: &Tx<'_>, range: &Range) -> Result<(u64, [u8; 32]), StoreError> {
        let (condition, values) = range.condition(&self.key);
        if !tx.is_embedded() {
            let sql = format!(
                "SELECT COUNT(*), pg_catalog.sha256(coalesce(pg_catalog.string_agg(pg_catalog.sha256({}), ''::bytea \
                     ORDER BY {}), ''::bytea)) FROM {} {condition}",
                self.encoded,
                self.key.join(", "),
                self.name,
            );
            return tx.query_one(&sql, &values, |row| Ok((row.at(0)?, row.at(1)?)));
        }
        let (mut rows, mut all) = (0, Sha256::new());
        tx.visit(&self.select(&condition), &values, |row| {
            all.update(self.row_digest(row)?);
            rows += 1;
            Ok::<_, StoreError>(true)
        })?;
        Ok((rows, all.finalize().into()))
    }

    /// Calls `each` with the key and the digest of each row of a range.
    fn each_digest(
        &self,
        tx: &Tx<'_>,
        range: &Range,
        mut each: impl FnMut(Key, [u8; 32]),
    ) -> Result<(), StoreError> {
        let (condition, values) = range.condition(&self.key);
        let length = self.key.len();
        if !tx.is_embedded() {
            let sql = format!(
                "SELECT {}, pg_catalog.sha256({}) FROM {} {condition}",
                self.key.join(", "),
                self.encoded,
                self.name,
            );
            return tx.visit(&sql, &values, |row| {
                each(Key::read(row, 0..length)?, row.at(length)?);
                Ok::<_, StoreError>(true)
            });
        }
        let key = self.key.iter();
        let places: Vec<usize> = key
            .filter_map(|column| self.columns.iter().position(|name| name == column))
            .collect();
        tx.visit(&self.select(&condition), &values, |row| {
            each(
                Key::read(row, places.iter().copied())?,
                self.row_digest(row)?,
            );
            Ok::<_, StoreError>(true)
        })
    }

    /// Returns the digest of a row with all columns.
    fn row_digest(&self, row: &Row<'_>) -> Result<[u8; 32], StoreError> {
        let mut hash = Sha256::new();
        for value in self.values(row)? {
            absorb(&mut hash, value);
        }
        Ok(hash.finalize().into())
    }

    /// Copies the rows of a range; returns the number of rows that were added, and the bytes of their texts and blobs.
    fn insert(
        &self,
        source: &Tx<'_>,
        tx: &mut Tx<'_>,
        range: &Range,
        insert: &str,
    ) -> Result<(u64, u64), StoreError> {
        let places: Vec<String> = (1..=self.columns.len())
            .map(|number| format!("?{number}"))
            .collect();
        let overriding = match tx.is_embedded() {
            true => "",
            false => " OVERRIDING SYSTEM VALUE",
        };
        let insert = format!(
            "{insert} INTO {}({}){overriding} VALUES ({})",
            self.name,
            self.columns.join(", "),
            places.join(", ")
        );
        let (condition, values) = range.condition(&self.key);
        let (mut rows, mut bytes) = (0, 0);
        source.visit(&self.select(&condition), &values, |row| {
            let values = self.values(row)?;
            rows += tx.execute(&insert, &values)? as u64;
            bytes += values.iter().map(Value::bytes).sum::<u64>();
            Ok::<_, StoreError>(true)
        })?;
        Ok((rows, bytes))
    }

    /// Removes the rows of a range; returns their number.
    fn remove(&self, tx: &mut Tx<'_>, range: &Range) -> Result<u64, StoreError> {
        let (condition, values) = range.condition(&self.key);
        let removed = tx.execute(&format!("DELETE FROM {} {condition}", self.name), &values)?;
        Ok(removed as u64)
    }

    /// Stops the triggers, whose effects are rows of the original. The embedded engine can only remove them: returns
    /// their statements.
    fn stop_triggers(&self, tx: &mut Tx<'_>) -> Result<Vec<String>, StoreError> {
        let name = &self.name;
        if !tx.is_embedded() {
            tx.batch(&format!("ALTER TABLE {name} DISABLE TRIGGER USER"))?;
            return Ok(Vec::new());
        }
        let found = tx.query(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?1 ORDER BY name",
            params![name],
            |row| Ok((row.at::<String>(0)?, row.at::<String>(1)?)),
        )?;
        let mut triggers = Vec::new();
        for (name, sql) in found {
            tx.batch(&format!("DROP TRIGGER {name}"))?;
            triggers.push(sql);
        }
        Ok(triggers)
    }

    fn start_triggers(&self, tx: &mut Tx<'_>, triggers: &[String]) -> Result<(), StoreError> {
        if !tx.is_embedded() {
            return tx.batch(&format!("ALTER TABLE {} ENABLE TRIGGER USER", self.name));
        }
        triggers.iter().try_for_each(|trigger| tx.batch(trigger))
    }

    /// Lets PostgreSQL number the next rows after those that were copied.
    fn continue_numbers(&self, tx: &Tx<'_>) -> Result<(), StoreError> {
        let name = &self.name;
        let numbered = tx.query(
            "SELECT attname FROM pg_catalog.pg_attribute
             WHERE attrelid = pg_catalog.to_regclass(?1) AND attidentity <> '' AND NOT attisdropped",
            params![name],
            |row| row.at::<String>(0),
        )?;
        for column in numbered {
            tx.query(
                &format!(
                    "SELECT pg_catalog.setval(pg_catalog.pg_get_serial_sequence('{name}', '{column}'),
                         coalesce(max({column}), 1), max({column}) IS NOT NULL) FROM {name}"
                ),
                &[],
                |_| Ok(()),
            )?;
        }
        Ok(())
    }

    /// Returns the statement for the rows of a condition, in the order of their keys.
    fn select(&self, condition: &str) -> String {
        format!(
            "SELECT {} FROM {} {condition} ORDER BY {}",
            self.columns.join(", "),
            self.name,
            self.key.join(", ")
        )
    }

    fn values<'r>(&self, row: &Row<'r>) -> Result<Vec<Value<'r>>, StoreError> {
        (0..self.columns.len())
            .map(|column| row.value(column, "a text in UTF-8"))
            .collect()
    }
}

/// Lets PostgreSQL read ranges of rows by their keys until the end of the transaction: without statistics of a new
/// table, it would read the whole table for each range.
pub(super) fn read_by_key(tx: &mut Tx<'_>) -> Result<(), StoreError> {
    match tx.is_embedded() {
        true => Ok(()),
        false => tx.batch(
            "SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_sort = off",
        ),
    }
}

/// The rows of a portion: some megabytes of the table with the largest rows.
const PORTION_ROWS: u64 = 512;
