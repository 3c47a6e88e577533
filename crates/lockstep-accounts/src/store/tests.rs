//! Tests with stores of earlier versions.

use std::path::Path;
use std::sync::Arc;

use lockstep_store::db::Options;
use lockstep_store::id::{ApiKeyId, SessionId, UserId};
use lockstep_store::{Db, Migration, StoreError, SystemClock, SystemEntropy, Timestamp, params};
use lockstep_web::Paging;

use super::credentials as rows;
use crate::secret::TokenKind;

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

const DAY: i64 = 24 * 3_600_000;
