//! Finds rows with a value whose type differs from its column's type, in tables that no statement reads as a whole.

use lockstep_store::{DamagedRow, StoreError, Tx};

use crate::token::MAX_ANSWERS;

/// A table, the column that identifies a row best, and its columns with their types.
struct Table {
    name: &'static str,
    row: &'static str,
    columns: &'static [(&'static str, &'static str)],
}

/// Looks at every row of the tables; returns their number and the rows with a value of another type.
pub(crate) fn check_rows(tx: &Tx<'_>) -> Result<(u64, Vec<DamagedRow>), StoreError> {
    let (mut rows, mut damaged) = (0, Vec::new());
    for table in TABLES {
        let Table { name, row, .. } = table;
        let count = format!("SELECT COUNT(*) FROM {name}");
        rows += tx.query_one(&count, &[], |found| found.at::<u64>(0))?;
        for (column, kind) in table.columns {
            let sql = format!(
                "SELECT {row}, user_id FROM {name} WHERE typeof({column}) <> '{kind}' LIMIT {MAX_NAMED}"
            );
            damaged.extend(tx.query(&sql, &[], |found| {
                Ok(DamagedRow {
                    table: name,
                    account: Some(found.shown(1)),
                    row: found.shown(0),
                    reason: format!(
                        "column {column} is not a valid {kind}: restore the row from a backup"
                    ),
                })
            })?);
        }
    }
    for (name, sql, reason) in COMPARED_COLUMNS {
        let sql = sql.replace("{most}", &MAX_ANSWERS.to_string());
        let sql = format!("{sql} LIMIT {MAX_NAMED}");
        damaged.extend(tx.query(&sql, &[], |found| {
            Ok(DamagedRow {
                table: name,
                account: Some(found.shown(1)),
                row: found.shown(0),
                reason: format!("{reason}: restore the rows from a backup"),
            })
        })?);
    }
    Ok((rows, damaged))
}

/// Statements that select rows that contradict others: the table, the row and its account, and what is wrong.
const COMPARED_COLUMNS: &[(&str, &str, &str)] = &[
    (
        "market_cell",
        "SELECT type, user_id FROM market_cell
         WHERE tag IS NOT NULL AND (typeof(tag) <> 'blob' OR length(tag) <> 32) OR length(digest) <> 32",
        "a digest does not have 32 bytes",
    ),
    (
        "market_token_cell",
        "SELECT token_id, user_id FROM market_token_cell AS offered WHERE NOT EXISTS (
             SELECT 1 FROM market_cell WHERE market_cell.user_id = offered.user_id AND market_cell.type = offered.type
                 AND market_cell.device = offered.device AND market_cell.day = offered.day
                 AND market_cell.n = offered.n)",
        "a cell of the token has no row in market_cell with its number of points",
    ),
    (
        "market_budget",
        "SELECT type, user_id FROM market_budget WHERE answers < 0 OR answers > {most}",
        "the number of answers is below zero or above the most",
    ),
    (
        "market_budget",
        "SELECT user_id, user_id FROM market_answer GROUP BY user_id
         HAVING COUNT(*) > COALESCE((SELECT SUM(answers) FROM market_budget
             WHERE market_budget.user_id = market_answer.user_id), 0)",
        "the account has more answers than its rows count",
    ),
];

const TABLES: &[Table] = &[
    Table {
        name: "market_chunk",
        row: "token_id",
        columns: &[
            ("token_id", "text"),
            ("nth", "integer"),
            ("user_id", "text"),
            ("series", "integer"),
            ("t0", "integer"),
            ("t1", "integer"),
            ("n", "integer"),
            ("is_block", "integer"),
            ("body", "blob"),
        ],
    },
    Table {
        name: "market_pending_snapshot",
        row: "token_id",
        columns: &[
            ("token_id", "text"),
            ("user_id", "text"),
            ("changed_at", "integer"),
        ],
    },
    Table {
        name: "market_use",
        row: "purchase_id",
        columns: &[
            ("purchase_id", "text"),
            ("n", "integer"),
            ("user_id", "text"),
            ("at", "integer"),
        ],
    },
    Table {
        name: "market_claim",
        row: "token_id",
        columns: &[
            ("token_id", "text"),
            ("id", "text"),
            ("user_id", "text"),
            ("at", "integer"),
            ("statement", "text"),
            ("document", "blob"),
        ],
    },
    Table {
        name: "market_cell",
        row: "type",
        columns: &[
            ("user_id", "text"),
            ("type", "text"),
            ("device", "text"),
            ("day", "integer"),
            ("n", "integer"),
            ("digest", "blob"),
            ("is_answered", "integer"),
        ],
    },
    Table {
        name: "market_budget",
        row: "type",
        columns: &[
            ("user_id", "text"),
            ("type", "text"),
            ("device", "text"),
            ("answers", "integer"),
        ],
    },
    Table {
        name: "market_answer",
        row: "user_id",
        columns: &[("user_id", "text"), ("query", "blob"), ("value", "blob")],
    },
];
/// The maximum number of rows that are named for each column.
const MAX_NAMED: u32 = 100;
