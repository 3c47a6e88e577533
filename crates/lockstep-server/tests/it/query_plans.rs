//! The plans of the statements that the sources spell out, on the embedded engine: none reads all rows of a table, or
//! all rows of an account, where an index finds the rows that it asks for. Statements that are put together when they
//! run have no plan here, and neither have the statements of triggers.
//!
//! The store of the test has no statistics, as every store: nothing runs ANALYZE. So the planner takes an account to
//! have ten rows in each table, and reads all of them rather than use an index that lacks a column of the statement.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use lockstep_server::app;
use lockstep_store::db::Options;
use lockstep_store::{Db, SystemClock, SystemEntropy};
use rusqlite::Connection;

use crate::statements;

#[tokio::test]
async fn no_statement_reads_all_rows_where_an_index_finds_them() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lockstep.db");
    let options = Options {
        file: file.clone(),
        postgres: None,
        readers: 1,
        clock: SystemClock::shared(),
        entropy: Arc::new(SystemEntropy),
    };
    let db = Db::open(options, &app::migrations()).unwrap();
    db.close().await;
    let store = Connection::open(file).unwrap();
    let schema = Schema::read(&store);
    let (all, built) = statements::every();
    let (mut planned, mut excepted, mut refused) = (0, 0, Vec::new());
    let mut used = BTreeSet::new();
    for found in &all {
        let Some(plan) = plan(&store, &found.sql) else {
            continue;
        };
        planned += 1;
        let sql = on_one_line(&found.sql);
        let excesses = excesses(&schema, &sql, &plan);
        if excesses.is_empty() {
            continue;
        }
        let exception = EXCEPTIONS
            .iter()
            .position(|(place, part, _)| found.place.contains(place) && sql.contains(part));
        used.extend(exception);
        let is_small = |table: &str| SMALL.iter().any(|(small, _)| *small == table);
        if exception.is_some() || excesses.iter().all(|excess| is_small(&excess.table)) {
            excepted += 1;
            continue;
        }
        for excess in &excesses {
            refused.push(format!("{}: {}\n  {sql}", found.place, excess.line));
        }
    }
    let count = all.len();
    println!("{planned} of {count} statements have a plan; {excepted} of them are exceptions");
    println!("{built} statements that are put together when they run have no plan");
    assert!(
        planned > 600,
        "{planned} plans: the search of the sources misses some statements"
    );
    assert!(refused.is_empty(), "{}", refused.join("\n"));
    for (at, exception) in EXCEPTIONS.iter().enumerate() {
        assert!(used.contains(&at), "no statement needs {exception:?}");
    }
}

/// Returns the lines of the plan of a statement; `None` if the embedded engine does not accept the statement.
fn plan(store: &Connection, sql: &str) -> Option<Vec<String>> {
    let sqlite = [("{blob}", "BLOB"), ("{json}", "TEXT"), ("{lock}", "")]
        .iter()
        .fold(sql.to_owned(), |sql, (name, text)| sql.replace(name, text));
    let mut explained = store
        .prepare(&format!("EXPLAIN QUERY PLAN {sqlite}"))
        .ok()?;
    // Parameters without values are null; a plan does not depend on them.
    let mut rows = explained.raw_query();
    let mut lines = Vec::new();
    while let Some(row) = rows.next().unwrap() {
        lines.push(row.get::<_, String>(3).unwrap());
    }
    Some(lines)
}

/// A line of a plan that reads more rows than the statement asks for.
struct Excess {
    table: String,
    line: String,
}

/// Returns the lines of a plan that read a table whole, or that find rows by their account alone though the statement
/// compares a further column. A statement without a condition asks for all rows.
fn excesses(schema: &Schema, sql: &str, plan: &[String]) -> Vec<Excess> {
    let words = words(sql);
    let has_condition = words.contains(&"WHERE") || words.contains(&"ON");
    let mut found = Vec::new();
    for line in plan {
        let mut parts = line.split(' ');
        let (Some(act), Some(name)) = (parts.next(), parts.next()) else {
            continue;
        };
        // A name of no table is that of a subquery, which its own lines of the plan read.
        let Some(table) = schema.table_of(name, &words) else {
            continue;
        };
        let is_excess = match act {
            "SCAN" => has_condition && !line.contains("VIRTUAL TABLE"),
            "SEARCH" => {
                line.contains("(user_id=?)")
                    && !schema.one_of_account.contains(table)
                    && schema.compares(&words, name, table)
            }
            _ => false,
        };
        if is_excess {
            found.push(Excess {
                table: table.to_owned(),
                line: line.clone(),
            });
        }
    }
    found
}

/// The tables of the store.
struct Schema {
    /// The columns of each table.
    columns: BTreeMap<String, Vec<String>>,
    /// The tables with at most one row of an account.
    one_of_account: BTreeSet<String>,
}

impl Schema {
    fn read(store: &Connection) -> Self {
        let strings = |sql: &str, table: &str| -> Vec<String> {
            let mut statement = store.prepare(sql).unwrap();
            let rows = statement.query_map([table], |row| row.get(0)).unwrap();
            rows.map(Result::unwrap).collect()
        };
        let tables = strings(
            "SELECT name FROM sqlite_schema WHERE type = ?1 AND sql NOT LIKE 'CREATE VIRTUAL TABLE%'",
            "table",
        );
        let (mut columns, mut one_of_account) = (BTreeMap::new(), BTreeSet::new());
        for table in tables {
            let of_table = strings("SELECT name FROM pragma_table_info(?1)", &table);
            let keys = strings(
                "SELECT (SELECT coalesce(group_concat(part.name), '') FROM pragma_index_info(list.name) AS part)
                 FROM pragma_index_list(?1) AS list WHERE list.\"unique\" = 1 AND list.partial = 0",
                &table,
            );
            if keys.iter().any(|key| key == "user_id") {
                one_of_account.insert(table.clone());
            }
            columns.insert(table, of_table);
        }
        Self {
            columns,
            one_of_account,
        }
    }

    /// Returns the table that a plan names: by its name, or by the alias that the statement gives it.
    fn table_of<'s>(&self, name: &'s str, words: &[&'s str]) -> Option<&'s str> {
        let is_table = |name: &str| self.columns.contains_key(name);
        if is_table(name) {
            return Some(name);
        }
        words.windows(3).find_map(|three| match *three {
            [table, "AS", alias] | [_, table, alias] if alias == name && is_table(table) => {
                Some(table)
            }
            _ => None,
        })
    }

    /// Whether a condition of the statement compares a column of the table for equality, apart from its account.
    fn compares(&self, words: &[&str], name: &str, table: &str) -> bool {
        let mut is_condition = false;
        for (at, word) in words.iter().enumerate() {
            let next = words.get(at + 1).copied().unwrap_or_default();
            match *word {
                "WHERE" => is_condition = true,
                "ON" => is_condition |= next != "CONFLICT",
                "SET" => is_condition = false,
                _ => {}
            }
            let is_compared = matches!(next, "=" | "IN");
            if !is_condition || !is_compared || *word == "user_id" {
                continue;
            }
            let is_column = self.columns[table].iter().any(|column| column == word);
            let is_of_table = match words[..at] {
                [.., of, "."] => of == name || of == table,
                _ => true,
            };
            if is_column && is_of_table {
                return true;
            }
        }
        false
    }
}

/// Returns the names, keywords, literals and signs of a statement.
fn words(sql: &str) -> Vec<&str> {
    let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
    let (mut words, mut rest) = (Vec::new(), sql.trim_start());
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\'' => rest[1..].find('\'').map_or(rest.len(), |end| end + 2),
            c if is_of_name(c) => rest.find(|c| !is_of_name(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let (word, after) = rest.split_at(length);
        words.push(word);
        rest = after.trim_start();
    }
    words
}

fn on_one_line(sql: &str) -> String {
    sql.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Tables that are small for the whole store, or for an account, and why.
const SMALL: &[(&str, &str)] = &[
    ("api_key", "an account has at most 1000"),
    (
        "damaged_chunk",
        "has a row only for a chunk that does not open",
    ),
    (
        "encryption_key",
        "an account has at most 256 that are not destroyed",
    ),
    ("key_intent", "has a row only while a key is made"),
    ("key_pairing", "has one row"),
    (
        "market_pending_snapshot",
        "has a row only while a token is made",
    ),
    ("setting", "the settings of the system"),
];

/// A part of the path of the source, a part of the statement, and the reason.
type Exception = (&'static str, &'static str, &'static str);

const EXCEPTIONS: &[Exception] = &[
    (
        "accounts/src/store.rs",
        "SELECT 'account' AS list",
        "the derivation of all lists",
    ),
    (
        "accounts/src/store/erasures.rs",
        "WHERE user_id IS NOT NULL ORDER BY id",
        "all rows of an index that has unfinished erasures only",
    ),
    (
        "accounts/src/store/names.rs",
        "UPDATE account SET index_check = ?1",
        "runs once, after the names of all accounts were sealed",
    ),
    (
        "admin/src/store.rs",
        "FROM account_usage WHERE bytes > ?1 OR series > ?2 OR chunks > ?3",
        "indexes of three counts would be written with each write of an account",
    ),
    (
        "admin/src/webhooks/store.rs",
        "SELECT seq FROM webhook_event ORDER BY seq LIMIT ?1",
        "ends at the limit",
    ),
    (
        "admin/src/webhooks/store/deliveries.rs",
        "SELECT id FROM webhook_delivery WHERE about = ?1 LIMIT ?2",
        "the erasure of an account",
    ),
    (
        "admin/src/webhooks/store/deliveries.rs",
        "next_at IS NOT NULL AND next_at > ?",
        "an index that has pending deliveries only, once a minute",
    ),
    (
        "agents/src/store/runs.rs",
        "state IN ('running', 'waiting')",
        "an index that has open runs only, of which an account has at most 50",
    ),
    (
        "agents/src/store/workflows.rs",
        "WHERE started_at > ?1 OR updated_at > ?1",
        "runs once after a start, and after the clock was set back",
    ),
    (
        "datasets/src/store.rs",
        "WHERE status = 'pending' AND deleted_at IS NULL ORDER BY updated_at LIMIT ?1",
        "an index that has pending datasets only",
    ),
    (
        "datasets/src/store.rs",
        "SELECT 'dataset:' || user_id AS list",
        "the derivation of all lists",
    ),
    (
        "points/src/store/device.rs",
        "FROM device WHERE typeof(user_id) <> 'text'",
        "a scrub",
    ),
    (
        "market/src/store/clearing.rs",
        "FROM ledger_debt GROUP BY debtor",
        "the verification of the ledger",
    ),
    (
        "market/src/store/clearing.rs",
        "FROM ledger_cash JOIN ledger_account",
        "the verification of the ledger",
    ),
    (
        "market/src/store/clearing.rs",
        "FROM ledger_account WHERE role = 'user' ORDER BY id",
        "the verification of the ledger",
    ),
    (
        "market/src/store/holds.rs",
        "WHERE user_id = ?1 AND is_holding = 1",
        "the erasure of an account",
    ),
    (
        "market/src/store/ledger_rows.rs",
        "SELECT",
        "the verification of the ledger",
    ),
    (
        "market/src/store/lost_holds.rs",
        "WHERE is_holding = 1",
        "a scrub, with an index that has holding purchases only",
    ),
    ("market/src/store/mistyped_rows.rs", "SELECT", "a scrub"),
    (
        "market/src/store/purchases.rs",
        "SELECT purchase_id, user_id FROM market_use WHERE NOT EXISTS",
        "a scrub",
    ),
    (
        "market/src/store/roots.rs",
        "FROM market_purchase AS bought",
        "a scrub",
    ),
    (
        "points/src/store/roots.rs",
        "WHERE user_id = ?1 AND codec = ?2",
        "a scrub of an account",
    ),
    (
        "points/src/store/set_aside.rs",
        "body_id IN (SELECT body_id FROM seg WHERE user_id = ?1)",
        "runs once for all damaged chunks of an account; an index would be written with each append",
    ),
    (
        "store/src/audit/log.rs",
        "FROM audit_block_actor_kind k JOIN audit_block b",
        "a row for 8192 entries",
    ),
    (
        "store/src/audit/log.rs",
        "FROM audit_block WHERE last_at >= ?1",
        "a row for 8192 entries",
    ),
    (
        "store/src/audit/log.rs",
        "FROM audit_block b JOIN audit_block_kind k",
        "a row for 8192 entries",
    ),
    (
        "store/src/audit/recorded.rs",
        "SELECT EXISTS (SELECT 1 FROM audit_body",
        "ends at the first entry: the embedded store is one node",
    ),
    (
        "store/src/sequence.rs",
        "DELETE FROM event_outbox",
        "runs once at each start; the rows are the events of some minutes",
    ),
    (
        "vault/src/store/destructions.rs",
        "SELECT CAST(user_id AS BLOB) FROM sealed_account UNION",
        "all accounts with keys",
    ),
    (
        "vault/src/store/key_state.rs",
        "FROM key_state s WHERE NOT EXISTS",
        "a scrub",
    ),
    (
        "vault/src/store/listing.rs",
        "UNION SELECT key_id FROM key_state WHERE user_id = ?1",
        "a page of all keys of an account",
    ),
    (
        "vault/src/store/roots.rs",
        "WHERE typeof(user_id) <> 'text' OR typeof(number) <> 'integer'",
        "a scrub",
    ),
    (
        "vault/src/store/roots.rs",
        "WHERE typeof(number) = 'integer' GROUP BY user_id",
        "a scrub",
    ),
];

#[test]
fn plans_are_read_with_the_aliases_and_conditions_of_their_statements() {
    let store = Connection::open_in_memory().unwrap();
    store
        .execute_batch(
            "CREATE TABLE item(
                 user_id TEXT NOT NULL, id TEXT NOT NULL, kind TEXT, PRIMARY KEY (user_id, id)) WITHOUT ROWID;
             CREATE TABLE one(user_id TEXT NOT NULL PRIMARY KEY, kind TEXT) WITHOUT ROWID;",
        )
        .unwrap();
    let schema = Schema::read(&store);
    for (sql, expected) in [
        ("SELECT id FROM item WHERE user_id = ?1 AND id = ?2", 0),
        ("SELECT id FROM item WHERE user_id = ?1 AND kind = ?2", 1),
        (
            "SELECT i.id FROM item AS i WHERE i.user_id = ?1 AND i.kind IN (?2, ?3)",
            1,
        ),
        (
            "SELECT i.id FROM item i WHERE i.user_id = ?1 AND i.kind NOT IN (?2, ?3)",
            0,
        ),
        ("UPDATE item SET kind = ?2 WHERE user_id = ?1", 0),
        ("SELECT kind = 'a' FROM item WHERE user_id = ?1", 0),
        (
            "SELECT user_id FROM one WHERE user_id = ?1 AND kind = ?2",
            0,
        ),
        ("SELECT user_id FROM item WHERE kind = ?1", 1),
        ("SELECT user_id FROM item", 0),
    ] {
        let plan = plan(&store, sql).unwrap();
        assert_eq!(
            excesses(&schema, sql, &plan).len(),
            expected,
            "{sql}: {plan:?}"
        );
    }
}
