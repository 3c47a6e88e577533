//! Tests with stores of earlier versions.

use std::path::Path;
use std::sync::Arc;

use lockstep_store::db::Options;
use lockstep_store::id::{DeviceId, UserId};
use lockstep_store::{Db, Migration, StoreError, SystemClock, SystemEntropy, Timestamp, params};

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
async fn devices_and_rows_of_days_of_earlier_versions_are_used() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lockstep.db");
    let old = open(&file, &crate::MIGRATIONS[..8]);
    let user = UserId::generate(Timestamp(0), &SystemEntropy);
    let of = user.clone();
    old.write::<_, StoreError, _>("test.old", move |tx| {
        for name in ["watch", "strap"] {
            let id = DeviceId::generate(Timestamp(0), tx.entropy());
            tx.execute(
                "INSERT INTO device(user_id, id, type, name, capabilities, created_at, mode)
                 VALUES (?1, ?2, 'watch', ?3, '[\"steps\"]', 0, 'FHE')",
                params![&of, &id, name],
            )?;
        }
        tx.execute(
            "INSERT INTO day(user_id, type, t0, t1, version, body) VALUES (?1, 'steps', 0, 1, 2, X'00')",
            params![&of],
        )
        .map(drop)
    })
    .await
    .unwrap();
    old.close().await;

    // The migration after these removes the rows.
    let new = open(&file, &crate::MIGRATIONS[..9]);
    let of = user.clone();
    let (names, of_day) = new
        .read::<_, StoreError, _>("test.new", move |tx| {
            let devices = crate::store::device::devices(tx, &of)?.into_iter();
            let of_day: i64 = tx.query_one(
                "SELECT devices FROM day WHERE user_id = ?1",
                params![&of],
                |row| row.at(0),
            )?;
            let mut names: Vec<String> = devices.map(|device| device.name).collect();
            names.sort();
            Ok((names, of_day))
        })
        .await
        .unwrap();
    assert_eq!(names, ["strap", "watch"]);
    assert_eq!(
        of_day, 2,
        "the row counts for the two devices that there were"
    );
    new.close().await;
}
