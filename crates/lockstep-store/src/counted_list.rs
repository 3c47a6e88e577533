//! Lists whose pages are found by number: the entries are counted in groups, so that a page costs the same wherever it
//! is. Triggers of the capabilities add and remove entries of the table `counted_entry`.

use crate::db::Db;
use crate::error::StoreError;
use crate::params;
use crate::tx::Tx;

/// A part of a counted list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListSlice {
    /// The entries before the part.
    pub offset: u64,
    /// The maximum number of entries of the part.
    pub limit: u32,
    /// Whether the list begins with its smallest id.
    pub is_ascending: bool,
}

/// Returns the number of entries of a list.
///
/// # Errors
/// [`StoreError`].
pub fn total(tx: &Tx<'_>, list: &str) -> Result<u64, StoreError> {
    tx.query_one(
        "SELECT CAST(COALESCE(SUM(n), 0) AS BIGINT) FROM counted_group WHERE list = ?1",
        params![list],
        |row| row.at(0),
    )
}

/// Returns the lists whose names begin with a prefix, in the order of their names, with their numbers of entries.
///
/// # Errors
/// [`StoreError`].
pub fn totals(tx: &Tx<'_>, prefix: &str) -> Result<Vec<(String, u64)>, StoreError> {
    let end = end_of(prefix);
    tx.query(
        "SELECT list, CAST(SUM(n) AS BIGINT) FROM counted_group WHERE list >= ?1 AND list < ?2
         GROUP BY list ORDER BY list",
        params![prefix, &end],
        |row| Ok((row.at(0)?, row.at(1)?)),
    )
}

/// Returns the ids of a part of a list. A damaged id is left out.
///
/// # Errors
/// [`StoreError`].
pub fn ids(tx: &Tx<'_>, list: &str, slice: ListSlice) -> Result<Vec<String>, StoreError> {
    let ListSlice {
        offset,
        limit,
        is_ascending,
    } = slice;
    let (order, from) = match is_ascending {
        true => ("ASC", ">="),
        false => ("DESC", "<"),
    };
    // The group that contains the first entry of the part, and the group before it in this order.
    let (mut rest, mut group, mut earlier) = (offset, None::<String>, None::<String>);
    let mut is_found = false;
    tx.visit(
        &format!("SELECT first, n FROM counted_group WHERE list = ?1 ORDER BY first {order}"),
        params![list],
        |row| {
            let n: u64 = row.at::<i64>(1)?.try_into().unwrap_or(0);
            earlier = group.take();
            group = Some(row.at(0)?);
            if rest < n {
                is_found = true;
                return Ok::<_, StoreError>(false);
            }
            rest -= n;
            Ok(true)
        },
    )?;
    // A part after the end is empty.
    let Some(group) = group.filter(|_| is_found) else {
        return Ok(Vec::new());
    };
    let start = match is_ascending {
        true => Some(group),
        // Every id of the group is smaller than the first of the group after it.
        false => earlier,
    };
    let condition = match start {
        Some(_) => format!("AND id {from} ?4"),
        None => "AND ?4 IS NULL".to_owned(),
    };
    let ids = tx.query(
        &format!(
            "SELECT CAST(id AS TEXT) FROM counted_entry WHERE list = ?1 {condition} ORDER BY id {order} LIMIT ?2 OFFSET ?3"
        ),
        params![list, limit, rest as i64, start.as_deref()],
        |row| Ok(row.at::<String>(0).ok()),
    )?;
    Ok(ids.into_iter().flatten().collect())
}

/// The lists of a capability: the prefix of their names, and a statement that selects the `list` and the `id` of each
/// of their entries from the capability's rows.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// The prefix.
    pub prefix: &'static str,
    /// The statement, without a semicolon.
    pub entries: &'static str,
}

/// Whether the lists differ from the rows that they are derived from. Reads all of both.
///
/// # Errors
/// [`StoreError`].
pub(crate) fn differs(tx: &Tx<'_>, source: &Source) -> Result<bool, StoreError> {
    let (prefix, end, entries) = (source.prefix, end_of(source.prefix), source.entries);
    let listed = "SELECT list, id FROM counted_entry WHERE list >= ?1 AND list < ?2";
    for sql in [
        format!("SELECT EXISTS ({listed} EXCEPT SELECT * FROM ({entries}) AS derived)"),
        format!("SELECT EXISTS (SELECT * FROM ({entries}) AS derived EXCEPT {listed})"),
        // A removal of the oldest entries removes the group that begins at ''.
        "SELECT EXISTS (SELECT 1 FROM
            (SELECT list, MIN(id) AS id FROM counted_entry WHERE list >= ?1 AND list < ?2 GROUP BY list) AS e
         WHERE NOT EXISTS (SELECT 1 FROM counted_group AS g WHERE g.list = e.list AND g.first <= e.id))"
            .to_owned(),
        "SELECT EXISTS (SELECT 1 FROM
            (SELECT list, first, n, LEAD(first) OVER (PARTITION BY list ORDER BY first) AS next
             FROM counted_group WHERE list >= ?1 AND list < ?2) AS g
         WHERE n <> (SELECT COUNT(*) FROM counted_entry AS e
             WHERE e.list = g.list AND e.id >= g.first AND (g.next IS NULL OR e.id < g.next)))"
            .to_owned(),
    ] {
        if tx.query_one(&sql, params![prefix, &end], |row| row.at::<bool>(0))? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Makes the lists again from the rows that they are derived from.
///
/// # Errors
/// [`StoreError`].
pub(crate) fn rebuild(tx: &mut Tx<'_>, source: &Source) -> Result<(), StoreError> {
    let end = end_of(source.prefix);
    for table in ["counted_entry", "counted_group"] {
        tx.execute(
            &format!("DELETE FROM {table} WHERE list >= ?1 AND list < ?2"),
            params![source.prefix, &end],
        )?;
    }
    if !tx.is_embedded() {
        // The triggers count each entry by itself. PostgreSQL runs them after a statement has added all of its rows.
        let entries = tx.query(source.entries, &[], |row| {
            Ok((row.at::<String>(0)?, row.at::<String>(1)?))
        })?;
        for (list, id) in &entries {
            tx.execute(
                "INSERT INTO counted_entry(list, id) VALUES (?1, ?2)",
                params![list, id],
            )?;
        }
        return Ok(());
    }
    let insert = format!("INSERT INTO counted_entry(list, id) {}", source.entries);
    tx.execute(&insert, &[]).map(drop)
}

/// Compares lists with the rows that they are derived from, and makes lists that differ again. Returns whether they
/// differed.
///
/// # Errors
/// [`StoreError`].
pub async fn repair(db: &Db, source: Source) -> Result<bool, StoreError> {
    let differing = db.read("counted_list.check", move |tx| differs(tx, &source));
    let differ = differing.await?;
    if differ {
        db.write("counted_list.rebuild", move |tx| rebuild(tx, &source))
            .await?;
    }
    Ok(differ)
}

/// Returns a text that is greater than every name with the prefix: no character of a name is greater.
fn end_of(prefix: &str) -> String {
    format!("{prefix}\u{10ffff}")
}
