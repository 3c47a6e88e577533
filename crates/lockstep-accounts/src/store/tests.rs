//! Tests with stores of earlier versions.

use std::path::Path;
use std::sync::Arc;

use lockstep_store::db::Options;
use lockstep_store::id::{ApiKeyId, SessionId, UserId};
use lockstep_store::{
    Db, Migration, StoreError, SystemClock, SystemEntropy, Timestamp, Tx, params,
};
use lockstep_web::{Paging, Role};

use super::{Filter, credentials as rows, filtered, list};
use crate::secret::TokenKind;
use crate::user::AccountStatus;

fn open(file: &Path, migrations: &[Migration]) -> Db {
    let options = Options {
        file: file.to_owned(),
        postgres: None,
        readers: 1,
        clock: SystemClock::shared(),
        entropy: Arc::new(SystemEntropy),
    };
    Db::open(options, migrations).unwrap()
}

#[tokio::test]
async fn sign_ins_of_earlier_versions_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lockstep.db");
    let old = open(&file, &crate::MIGRATIONS[..3]);
    let user = UserId::generate(Timestamp(0), &SystemEntropy);
    let family = ApiKeyId::generate(Timestamp(0), &SystemEntropy);
    let (of, name) = (user.clone(), family.to_string());
    let signed_in = old
        .write("test.old", move |tx| {
            let now = tx.now();
            // Signed in a day ago, refreshed now.
            for (hash, kind, end) in [
                ([1_u8; 32], "rt", now.0 + 29 * DAY),
                ([2; 32], "at", now.0 + 3_600_000),
                ([3; 32], "rt", now.0 + 30 * DAY),
            ] {
                tx.execute(
                    "INSERT INTO token(hash, user_id, family, kind, expires_at)
                     VALUES (?1, ?2, ?3, ?4, ?5)",
                    params![&hash, &of, &name, kind, end],
                )?;
            }
            Ok::<_, StoreError>(now.0 - DAY)
        })
        .await
        .unwrap();
    old.close().await;
    let new = open(&file, crate::MIGRATIONS);
    let (of, first) = (user.clone(), Paging { page: 1, limit: 10 });
    let (sessions, token) = new
        .read::<_, StoreError, _>("test.new", move |tx| {
            let sessions = rows::sessions(tx, &of, first)?;
            Ok((sessions, rows::token(tx, &[2; 32], TokenKind::Access)?))
        })
        .await
        .unwrap();
    let (sessions, total) = sessions;
    assert_eq!((sessions.len(), total), (1, 1));
    assert_eq!(sessions[0].created_at, Timestamp(signed_in));
    assert_eq!(sessions[0].expires_at, Timestamp(signed_in + 31 * DAY));
    assert_eq!(token.unwrap().session, sessions[0].id);
    let renamed: SessionId = family.as_str().replace("ak_", "ses_").parse().unwrap();
    assert_eq!(sessions[0].id, renamed);
    let revoked = new
        .write::<_, StoreError, _>("test.revoke", move |tx| {
            rows::revoke_session(tx, &user, &renamed)?;
            rows::token(tx, &[2; 32], TokenKind::Access)
        })
        .await
        .unwrap();
    assert!(revoked.is_none());
    new.close().await;
}

/// Adds an account; its role, status and password follow from its number.
fn add(tx: &mut Tx<'_>, nth: usize) -> Result<(), StoreError> {
    let role = ["user", "auditor", "admin"][nth % 3];
    let status = ["active", "active", "suspended", "deleted"][nth % 4];
    // An account with the status `deleted` and a password was not erased.
    let password = ["hash", ""][nth % 8 / 7];
    let id = UserId::generate(Timestamp(nth as i64), &SystemEntropy);
    tx.execute(
        "INSERT INTO account(id, username, email, password, role, status, tier, created_at)
         VALUES (?1, 'name', 'address', ?2, ?3, ?4, 'standard', ?5)",
        params![&id, password, role, status, nth as i64],
    )
    .map(drop)
}

/// Compares each list with the rows that its filter selects.
fn check_lists(tx: &Tx<'_>) -> Result<(), StoreError> {
    let roles = [Role::User, Role::Auditor, Role::Admin].map(Some);
    let statuses = [
        AccountStatus::Active,
        AccountStatus::Suspended,
        AccountStatus::Deleted,
    ];
    for role in roles.into_iter().chain([None]) {
        for status in statuses.map(Some).into_iter().chain([None]) {
            let filter = Filter {
                role,
                status,
                search: None,
            };
            let sql = format!("SELECT id FROM account WHERE {} ORDER BY id", filtered());
            let of = params![role.map(Role::as_str), status.map(AccountStatus::as_str)];
            let expected = tx.query(&sql, of, |row| row.at::<String>(0))?;
            let mut found = Vec::new();
            for page in 1.. {
                let (accounts, total) = list(tx, &filter, Paging { page, limit: 100 })?;
                assert_eq!(total, expected.len() as u64, "{filter:?}");
                if accounts.is_empty() {
                    break;
                }
                found.extend(accounts.iter().map(|one| one.account.id.to_string()));
            }
            assert_eq!(found, expected, "{filter:?}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn pages_of_accounts_follow_every_change() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lockstep.db");
    let old = open(&file, &crate::MIGRATIONS[..10]);
    // More than one group of a counted list.
    let filled =
        old.write::<_, StoreError, _>("test.old", |tx| (0..1300).try_for_each(|nth| add(tx, nth)));
    filled.await.unwrap();
    old.close().await;
    let new = open(&file, crate::MIGRATIONS);
    let changed = new.write::<_, StoreError, _>("test.changes", |tx| {
        check_lists(tx)?;
        (1300..1400).try_for_each(|nth| add(tx, nth))?;
        check_lists(tx)?;
        for sql in [
            "UPDATE account SET role = 'admin', status = 'suspended' WHERE created_at % 7 = 0",
            "UPDATE account SET status = 'deleted', password = '' WHERE created_at % 11 = 0",
            "UPDATE account SET password = 'hash' WHERE created_at % 13 = 0",
            "UPDATE account SET password = '' WHERE created_at % 17 = 0",
            "UPDATE account SET role = 'weird' WHERE created_at % 19 = 0",
            "UPDATE account SET status = 'weird' WHERE created_at % 23 = 0",
            "INSERT OR REPLACE INTO account(id, username, email, password, role, status, tier, created_at)
             SELECT id, username, email, 'hash', 'auditor', 'active', tier, created_at FROM account
             WHERE created_at % 29 = 0",
            "DELETE FROM account WHERE created_at % 5 = 0",
        ] {
            assert!(tx.execute(sql, &[])? > 0, "{sql}");
            check_lists(tx)?;
        }
        Ok(())
    });
    changed.await.unwrap();
    new.close().await;
}

const DAY: i64 = 24 * 3_600_000;
