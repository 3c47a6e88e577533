//! Large stored values that no key seals: circuits, proving keys, evaluation keys, verification keys. For
//! a scrub.

use lockstep_store::{DamagedRow, StoreError, Tx, params};

/// A table of large values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Table {
    Circuit,
    EvaluationKey,
    ProvingKey,
    VerifyingKey,
}

impl Table {
    pub(crate) const ALL: [Self; 4] = [
        Self::Circuit,
        Self::EvaluationKey,
        Self::ProvingKey,
        Self::VerifyingKey,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Circuit => "circuit",
            Self::EvaluationKey => "evaluation_key",
            Self::ProvingKey => "proving_key",
            Self::VerifyingKey => "verifying_key",
        }
    }

    fn columns(self) -> Columns {
        match self {
            Self::Circuit => Columns {
                key: "id",
                key_type: "TEXT",
                about: "curve",
                values: ["r1cs", "zkey", "wasm"],
            },
            Self::EvaluationKey => Columns {
                key: "key_id",
                key_type: "TEXT",
                about: "''",
                values: ["public", "body", "NULL"],
            },
            Self::ProvingKey => Columns {
                key: "name",
                key_type: "TEXT",
                about: "name",
                values: ["zkey", "NULL", "NULL"],
            },
            Self::VerifyingKey => Columns {
                key: "digest",
                key_type: "BLOB",
                about: "scheme || '/' || curve",
                values: ["body", "NULL", "NULL"],
            },
        }
    }
}

/// The SQL names of a table's columns.
struct Columns {
    /// The second column of the primary key.
    key: &'static str,
    key_type: &'static str,
    /// An expression that says how the values are read.
    about: &'static str,
    values: [&'static str; 3],
}

/// A row with its unchecked values.
pub(crate) struct Blob {
    pub(crate) user: Vec<u8>,
    pub(crate) row: Vec<u8>,
    /// The SQL that reads the values.
    pub(crate) about: String,
    pub(crate) values: [Option<Vec<u8>>; 3],
    /// The digest that an earlier scrub recorded of the values.
    pub(crate) digest: Option<Vec<u8>>,
}

/// The rows that [`after`] passes over: a value of their primary key has a type that differs from
/// the column's type, so that no cursor could name them.
pub(crate) fn mistyped_names(tx: &Tx<'_>, table: Table) -> Result<Vec<DamagedRow>, StoreError> {
    let Columns {
        key,
        key_type: kind,
        ..
    } = table.columns();
    let shown = match table {
        Table::VerifyingKey => format!("lower(hex({key}))"),
        _ => key.to_owned(),
    };
    let kind = kind.to_lowercase();
    let sql = format!(
        "SELECT user_id, {shown}, typeof(user_id) = 'text' FROM {}
         WHERE typeof(user_id) <> 'text' OR typeof({key}) <> '{kind}'",
        table.name()
    );
    tx.query(&sql, &[], |row| {
        let is_of_account: bool = row.at(2)?;
        let (column, expected) = match is_of_account {
            true => (key, kind.as_str()),
            false => ("user_id", "text"),
        };
        let name = table.name();
        Ok(DamagedRow {
            table: name,
            account: is_of_account.then(|| row.shown(0)),
            row: row.shown(1),
            reason: format!(
                "table {name}, column {column}: expected {expected}; send the value again, or restore it \
                 from a backup"
            ),
        })
    })
}

/// The first row after this one. Rows that [`mistyped_names`] gives are passed over: bytes sort behind every
/// text, so that a cursor would never pass them.
pub(crate) fn after(
    tx: &Tx<'_>,
    table: Table,
    (user, row): (&[u8], &[u8]),
) -> Result<Option<Blob>, StoreError> {
    let Columns {
        key,
        key_type: kind,
        about,
        values,
    } = table.columns();
    let digest = match table {
        Table::VerifyingKey => "NULL",
        _ => "content_digest",
    };
    let values = values.map(|column| format!("CAST({column} AS BLOB)"));
    let sql = format!(
        "SELECT CAST(user_id AS BLOB), CAST({key} AS BLOB), CAST({about} AS BLOB), {}, {digest}
         FROM {} WHERE typeof(user_id) = 'text' AND typeof({key}) = lower('{kind}')
             AND (user_id > CAST(?1 AS TEXT)
                 OR (user_id = CAST(?1 AS TEXT) AND {key} > CAST(?2 AS {kind})))
         ORDER BY user_id, {key} LIMIT 1",
        values.join(", "),
        table.name()
    );
    tx.query_opt(&sql, params![user, row], |row| {
        let about: Option<Vec<u8>> = row.at(2)?;
        Ok(Blob {
            user: row.at(0)?,
            row: row.at(1)?,
            about: String::from_utf8_lossy(&about.unwrap_or_default()).into_owned(),
            values: [row.at(3)?, row.at(4)?, row.at(5)?],
            digest: row.at(6).unwrap_or_default(),
        })
    })
}

/// Records the digest of values that were found whole, where they are still those.
pub(crate) fn keep_digest(
    tx: &mut Tx<'_>,
    table: Table,
    blob: &Blob,
    digest: &[u8; 32],
) -> Result<(), StoreError> {
    let Columns {
        key,
        values: [first, second, third],
        ..
    } = table.columns();
    let sql = format!(
        "UPDATE {} SET content_digest = ?3 WHERE user_id = CAST(?1 AS TEXT)
             AND {key} = CAST(?2 AS TEXT) AND content_digest IS NULL
             AND {first} IS ?4 AND {second} IS ?5 AND {third} IS ?6",
        table.name()
    );
    let [first, second, third] = blob.values.each_ref().map(Option::as_deref);
    tx.execute(
        &sql,
        params![&blob.user, &blob.row, digest, first, second, third],
    )
    .map(drop)
}
