//! F8: one flipped bit in any sealed or binary column. The scrub names or repairs it, the start is refused, or the row
//! only forgets; a read answers no wrong value.

use std::path::Path;

use lockstep_server::scrub;
use lockstep_vault::Vault;
use rusqlite::Connection;
use rusqlite::types::Value;
use serde_json::json;

use crate::app::{PASSWORD, SeededRandom, TestClient};
use crate::cuts::serve;
use crate::scene::{ExpectedPoints, fill, read};
use crate::{Figure, Tier};

/// A column with blobs, and the primary key of its table.
#[derive(Clone)]
struct Column {
    table: String,
    name: String,
    key: Vec<String>,
    of_account: bool,
}

/// A flipped bit: its place, and the account of its row.
struct Flip {
    column: Column,
    row: String,
    account: Option<String>,
}

/// The outcomes of the bit flips.
#[derive(Default)]
struct Outcome {
    named: u32,
    repaired: u32,
    refused: u32,
    /// In a digest that finds a row: the row is not found, which a client sees as an unknown credential or request.
    forgotten: u32,
    /// In a derived value.
    derived: u32,
    /// Points that were never stored.
    wrong: u64,
    /// Rows that no other row references.
    missed: Vec<String>,
}

/// The columns, each in its turn.
struct Columns {
    all: Vec<Column>,
    next: usize,
}

impl Columns {
    fn new(all: Vec<Column>) -> Self {
        Self { all, next: 0 }
    }

    fn next(&mut self) -> Column {
        self.next += 1;
        self.all[(self.next - 1) % self.all.len()].clone()
    }
}

/// Digests by which a row is found. Every value is a valid one, and finds nothing.
const FINDING: &[(&str, &str)] = &[
    ("token", "hash"),
    ("ticket", "hash"),
    ("ticket", "credential"),
    ("api_key", "hash"),
    ("uadm_device", "secret"),
    ("agent_deployment", "workflow"),
    ("market_answer", "query"),
    ("idempotency", "name"),
    ("idempotency", "body"),
];

/// Derived values: one that does not fit is computed again when it is needed.
const DERIVED: &[(&str, &str)] = &[
    ("account", "index_check"),
    ("account", "second_factor"),
    ("dataset_name_page", "body"),
    ("market_answer", "value"),
];

pub(crate) async fn figures(tier: Tier, seed: u64) -> Vec<Figure> {
    let scene = tempfile::tempdir().unwrap();
    let truth = fill(scene.path()).await;
    let (of_accounts, of_platform): (Vec<_>, Vec<_>) = columns(scene.path())
        .into_iter()
        .partition(|column| column.of_account);
    let counts = (of_accounts.len(), of_platform.len());
    assert!(tier.flips as usize > counts.0 + counts.1, "{counts:?}");
    let (mut of_accounts, mut of_platform) = (Columns::new(of_accounts), Columns::new(of_platform));
    let mut dice = SeededRandom(seed);
    let mut outcome = Outcome::default();
    // One flip of each account together: none of them keeps the server from starting. Then those of the platform, one in
    // each start.
    let mut left = tier.flips;
    while left > 0 {
        let folder = tempfile::tempdir().unwrap();
        copy(scene.path(), folder.path());
        let flips: Vec<Flip> = match left as usize > counts.1 {
            true => truth
                .values()
                .take(left as usize - counts.1)
                .map(|(id, _)| flip(folder.path(), &mut of_accounts, Some(id), &mut dice))
                .collect(),
            false => vec![flip(folder.path(), &mut of_platform, None, &mut dice)],
        };
        judge(folder.path(), &flips, &truth, &mut outcome).await;
        left -= flips.len() as u32;
    }
    let missed = outcome.missed.join("\n");
    assert!(missed.is_empty(), "seed {seed}: not found:\n{missed}");
    let Outcome {
        named,
        repaired,
        refused,
        forgotten,
        derived,
        wrong,
        ..
    } = outcome;
    assert_eq!(wrong, 0, "seed {seed}: wrong answers");
    vec![Figure {
        what: "F8 a flipped bit in a stored blob",
        target: format!("{} flips: found, 0 wrong answers", tier.flips),
        seen: format!(
            "{} columns; {named} named, {repaired} repaired, {refused} starts refused, {forgotten} in digests that find a row, {derived} in derived values; {wrong} wrong answers",
            counts.0 + counts.1
        ),
    }]
}

fn open(folder: &Path) -> Connection {
    Connection::open(folder.join("lockstep.db")).unwrap()
}

/// Returns every column of the store that holds a blob, except of indexes of words and of the audit chain, which has a
/// verification of its own.
fn columns(folder: &Path) -> Vec<Column> {
    let store = open(folder);
    let sql = "SELECT m.name, p.name, p.pk FROM sqlite_schema m, pragma_table_info(m.name) p
         WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%'
             AND m.name NOT LIKE '%_words_%' AND m.name NOT LIKE 'audit%' AND m.name NOT LIKE 'sqlite%'
         ORDER BY m.name, p.cid";
    let mut listed = store.prepare(sql).unwrap();
    let rows = listed
        .query_map([], |row| {
            Ok((
                row.get::<_, String>(0)?,
                row.get::<_, String>(1)?,
                row.get::<_, i64>(2)?,
            ))
        })
        .unwrap();
    let all: Vec<(String, String, i64)> = rows.map(Result::unwrap).collect();
    let mut columns = Vec::new();
    for (table, name, _) in &all {
        let of_table = || all.iter().filter(|(other, ..)| other == table);
        let holds = format!(
            "SELECT COUNT(*) FROM \"{table}\" WHERE typeof(\"{name}\") = 'blob' AND \"{name}\" <> x''"
        );
        let count: i64 = store.query_row(&holds, [], |row| row.get(0)).unwrap();
        let mut key: Vec<(i64, String)> = of_table()
            .filter(|(.., place)| *place > 0)
            .map(|(_, name, place)| (*place, name.clone()))
            .collect();
        key.sort();
        if count > 0 {
            columns.push(Column {
                table: table.clone(),
                name: name.clone(),
                key: match key.is_empty() {
                    true => vec!["rowid".to_owned()],
                    false => key.into_iter().map(|(_, name)| name).collect(),
                },
                of_account: of_table().any(|(_, name, _)| name == "user_id") || table == "account",
            });
        }
    }
    assert!(columns.len() > 20, "{} columns", columns.len());
    columns
}

/// Flips one bit of a random row, of an account where one is given.
fn flip(
    folder: &Path,
    columns: &mut Columns,
    account: Option<&String>,
    dice: &mut SeededRandom,
) -> Flip {
    let store = open(folder);
    loop {
        let column = columns.next();
        let owner = match &*column.table {
            "account" => "id",
            _ => "user_id",
        };
        let (table, name) = (&column.table, &column.name);
        let of_account = account.map_or(String::new(), |id| format!("AND {owner} = '{id}'"));
        let condition = format!("typeof(\"{name}\") = 'blob' AND \"{name}\" <> x'' {of_account}");
        let count = format!("SELECT COUNT(*) FROM \"{table}\" WHERE {condition}");
        let count: i64 = store.query_row(&count, [], |row| row.get(0)).unwrap();
        if count > 0 {
            let nth = dice.below(count as u64);
            return flip_row(&store, column, (&condition, nth), account, dice);
        }
    }
}

/// Flips one bit of the n-th row that meets a condition.
fn flip_row(
    store: &Connection,
    column: Column,
    (condition, nth): (&str, u64),
    account: Option<&String>,
    dice: &mut SeededRandom,
) -> Flip {
    let (table, name, keys) = (&column.table, &column.name, column.key.join(", "));
    let select = format!(
        "SELECT \"{name}\", {keys} FROM \"{table}\" WHERE {condition} ORDER BY {keys} LIMIT 1 OFFSET {nth}"
    );
    let (mut blob, key) = store
        .query_row(&select, [], |row| {
            let key: Vec<Value> = (1..=column.key.len())
                .map(|index| row.get(index).unwrap())
                .collect();
            Ok((row.get::<_, Vec<u8>>(0)?, key))
        })
        .unwrap();
    let bit = dice.below(blob.len() as u64 * 8) as usize;
    blob[bit / 8] ^= 1 << (bit % 8);
    let places: Vec<String> = column
        .key
        .iter()
        .zip(2..)
        .map(|(name, index)| format!("{name} = ?{index}"))
        .collect();
    let update = format!(
        "UPDATE \"{table}\" SET \"{name}\" = ?1 WHERE {}",
        places.join(" AND ")
    );
    let row = format!("{table}.{name} {key:?} bit {bit}");
    let mut values = vec![Value::Blob(blob)];
    values.extend(key);
    let changed = store
        .execute(&update, rusqlite::params_from_iter(values))
        .unwrap();
    assert_eq!(changed, 1, "{row}");
    Flip {
        column,
        row,
        account: account.cloned(),
    }
}

/// Starts a server on the flipped rows, and adds their outcome.
async fn judge(folder: &Path, flips: &[Flip], truth: &ExpectedPoints, outcome: &mut Outcome) {
    let server = match serve(folder).await {
        Ok(server) => server,
        Err(reason) => {
            let of_platform = flips.iter().all(|flip| !flip.column.of_account);
            assert!(
                of_platform,
                "a row of an account refuses the start: {reason}"
            );
            outcome.refused += flips.len() as u32;
            return;
        }
    };
    for (name, (id, known)) in truth {
        let body = json!({ "username": name, "password": PASSWORD });
        let signed = TestClient::at(server.address)
            .post("/api/auth/token", body)
            .await;
        let points = match signed.status {
            200 => {
                let token = signed.json()["access_token"].as_str().unwrap().to_owned();
                read(&TestClient::at(server.address).bearing(token)).await
            }
            _ => None,
        };
        let points = points.unwrap_or_default();
        outcome.wrong += points.iter().filter(|point| !known.contains(point)).count() as u64;
        // An account without a flipped row loses nothing.
        let is_of = |flip: &Flip| flip.account.as_ref().is_none_or(|account| account == id);
        if !flips.iter().any(is_of) {
            assert_eq!(
                points.len(),
                known.len(),
                "{name} lost points to {}",
                all(flips)
            );
        }
    }
    let found = scrub::all(&server.state, |_| {}).await;
    let found = found.unwrap_or_else(|fault| panic!("{}: {:?}", all(flips), fault.log));
    let keys = Vault::of(&server.state).unwrap().backup().verify().await;
    for flip in flips {
        let Column { table, name, .. } = &flip.column;
        let is_in = |damage: &&lockstep_web::capability::Damage| match &flip.account {
            None => damage.table == *table,
            account => {
                damage.account == *account || damage.account.is_none() && damage.table == *table
            }
        };
        if found.damaged.iter().any(|one| is_in(&one)) || keys.is_err() {
            outcome.named += 1;
        } else if found.repaired.iter().any(|one| is_in(&one)) {
            outcome.repaired += 1;
        } else if FINDING.contains(&(&**table, &**name)) {
            outcome.forgotten += 1;
        } else if DERIVED.contains(&(&**table, &**name)) {
            outcome.derived += 1;
        } else {
            let unowned = found.damaged.iter().filter(|one| one.account.is_none());
            let unowned: Vec<_> = unowned.map(|one| (&one.table, &one.reason)).collect();
            outcome.missed.push(format!("{}; {unowned:?}", flip.row));
        }
    }
    server.stop().await;
}

fn all(flips: &[Flip]) -> String {
    let rows: Vec<&str> = flips.iter().map(|flip| &*flip.row).collect();
    rows.join("; ")
}

fn copy(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            std::fs::create_dir(&to).unwrap();
            copy(&entry.path(), &to);
        } else {
            std::fs::copy(entry.path(), to).unwrap();
        }
    }
}
