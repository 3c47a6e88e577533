//! Rows of several tables that the audit log names and that are missing.

use serde_json::json;

use super::*;
use crate::audit::recorded::{self, REPLACE_LOST_KEY, RecordedRows};

const TABLES: Migration = Migration {
    capability: "notes",
    n: 1,
    sql: "CREATE TABLE pen(user_id TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (user_id, id)) {without_rowid};
          CREATE TABLE ink(user_id TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (user_id, id)) {without_rowid}",
};

const PENS: RecordedRows = RecordedRows {
    table: "pen",
    component: "pens",
    field: "penId",
    added: "create",
    removed: &["delete"],
};

/// Other rows whose entries have the same actions.
const INKS: RecordedRows = RecordedRows {
    table: "ink",
    component: "inks",
    field: "inkId",
    added: "create",
    removed: &[],
};

const ADA: &str = "usr_01h455vb4pex5vsknk084sn02q";
const BOB: &str = "usr_01h455vb4pex5vsknk084sn02r";

fn append(
    tx: &mut Tx<'_>,
    user: &str,
    (component, action): (&str, &str),
    status: Status,
    metadata: serde_json::Value,
) -> Result<(), StoreError> {
    let actor = Actor {
        id: user.to_owned(),
        role: "user".to_owned(),
    };
    tx.audit(&Entry {
        actor: &actor,
        action,
        component,
        status,
        details: String::new(),
        metadata,
    })
    .map(drop)
}

async fn missing(db: &Db) -> Vec<(&'static str, Option<String>, String)> {
    let read =
        db.read::<_, StoreError, _>("missing", |tx| recorded::missing_rows(tx, &[&PENS, &INKS]));
    let found = read.await.unwrap().into_iter();
    found.map(|row| (row.table, row.account, row.row)).collect()
}

#[tokio::test]
async fn one_read_of_the_log_names_the_missing_rows_of_all_tables() {
    let folder = tempfile::tempdir().unwrap();
    let db = open(&folder, &[TABLES]).unwrap();
    let write = db.write::<_, StoreError, _>("fill", |tx| {
        let (pen, ink) = (("pens", "create"), ("inks", "create"));
        for (user, act, status, metadata) in [
            (ADA, pen, Status::Success, json!({ "penId": "stored" })),
            (ADA, pen, Status::Success, json!({ "penId": "missing" })),
            (ADA, pen, Status::Success, json!({ "penId": "deleted" })),
            (ADA, pen, Status::Warning, json!({ "penId": "refused" })),
            // The field of the other table.
            (ADA, pen, Status::Success, json!({ "inkId": "other" })),
            (BOB, ink, Status::Success, json!({ "inkId": "missing" })),
            (
                ADA,
                ("pens", "delete"),
                Status::Success,
                json!({ "penId": "deleted" }),
            ),
            // No entry removes such a row.
            (
                BOB,
                ("inks", "delete"),
                Status::Success,
                json!({ "inkId": "missing" }),
            ),
            (
                "system",
                pen,
                Status::Success,
                json!({ "penId": "of no account" }),
            ),
        ] {
            append(tx, user, act, status, metadata)?;
        }
        tx.execute(
            "INSERT INTO pen(user_id, id) VALUES (?1, 'stored')",
            params![ADA],
        )?;
        Ok(())
    });
    write.await.unwrap();
    let of = |table, user: &str, row: &str| (table, Some(user.to_owned()), row.to_owned());
    let (ink, pen) = (of("ink", BOB, "missing"), of("pen", ADA, "missing"));
    assert_eq!(missing(&db).await, [ink, pen.clone()]);

    // A replaced key ends the report of earlier rows, not that of later ones.
    let write = db.write::<_, StoreError, _>("replace", |tx| {
        let digest = json!({ "accountDigest": recorded::account_digest(BOB) });
        let act = ("vault", REPLACE_LOST_KEY);
        append(tx, "system", act, Status::Warning, digest)
    });
    write.await.unwrap();
    assert_eq!(missing(&db).await, [pen]);
    let write = db.write::<_, StoreError, _>("accept", |tx| {
        recorded::accept(tx, &ADA.parse::<UserId>().unwrap())?;
        let later = json!({ "inkId": "later" });
        append(tx, BOB, ("inks", "create"), Status::Success, later)
    });
    write.await.unwrap();
    assert_eq!(missing(&db).await, [of("ink", BOB, "later")]);
}
