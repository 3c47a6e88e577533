//! Other accounts' writes come between the parts of a detection, and a detection whose request is gone
//! stores no further part.

use lockstep_formats::Point;
use lockstep_points::StorageOptions;
use lockstep_points::columns::Batch;
use lockstep_store::SystemEntropy;
use lockstep_store::id::UserId;

use super::*;
use crate::operations::profile;
use crate::profile::Profile;
use crate::testing::Fixture;

const START: Timestamp = Timestamp(1_780_272_000_000);
const EFFORTS: u64 = 600;

/// Returns a fixture with an account that has heart rates of 14 minutes of effort in every 45 minutes.
fn fixture() -> (Fixture, Owner) {
    let fixture = Fixture::new(Timestamp(START.0 + 60 * 86_400_000));
    let owner = Owner::system(UserId::generate(START, &SystemEntropy));
    let profile = Profile {
        max_heart_rate: Some(190.0),
        resting_heart_rate: Some(50.0),
        ..Profile::default()
    };
    let replace = profile::replace(&fixture.state, owner.clone(), profile);
    fixture.runtime.block_on(replace).unwrap();
    let mut batch = Batch::default();
    for effort in 0..EFFORTS.cast_signed() {
        for minute in 0..14 {
            batch.push(&Point {
                timestamp: START.0 + (effort * 45 + minute) * 60_000,
                kind: "heart_rate",
                value: 150.0,
                unit: "bpm",
                device: "strap",
                confidence: None,
                metadata: None,
            });
        }
    }
    fixture.append(&owner.user, batch, StorageOptions::default());
    (fixture, owner)
}

/// Detects the efforts of all points.
async fn detect_all(state: &AppState, owner: &Owner) -> Result<DetectionResult, ApiError> {
    let range = Query {
        start: Some("2026-06-01".to_owned()),
        end: Some("2026-07-01".to_owned()),
        ..Query::default()
    };
    detect(state, owner.clone(), range).await
}

/// Returns the number of stored activities, as the write of another account finds it.
async fn other_write(state: &AppState, user: &UserId) -> u64 {
    let user = user.clone();
    let write = state
        .db
        .write("test.other", move |tx| activity::count(tx, &user));
    write.await.unwrap()
}

#[test]
fn a_detection_whose_request_is_gone_stores_no_further_part() {
    let (fixture, owner) = fixture();
    let state = &fixture.state;
    fixture.runtime.block_on(async {
        let mut detecting = Box::pin(detect_all(state, &owner));
        let between = loop {
            tokio::select! {
                biased;
                done = &mut detecting => panic!("no other write came between: {done:?}"),
                count = other_write(state, &owner.user) => if count > 0 { break count },
            }
        };
        assert!(between < EFFORTS, "{between}");
        drop(detecting);
        let stored = other_write(state, &owner.user).await;
        assert!(stored < EFFORTS, "{stored}");
        // The next request continues.
        let detected = detect_all(state, &owner).await.unwrap();
        assert_eq!(detected.activities.len() as u64, EFFORTS - stored);
        assert_eq!(other_write(state, &owner.user).await, EFFORTS);
    });
}

/// An activity that another request stored after the efforts were found is not stored twice.
#[test]
fn an_overlapping_activity_is_not_stored_twice() {
    let (fixture, owner) = fixture();
    let account_keys = fixture.plain_keys(&owner.user);
    let span = |from: i64, to: i64| Recording {
        format: "fit".to_owned(),
        start: START.0 + from * 60_000,
        end: START.0 + to * 60_000,
        ..Recording::default()
    };
    let write = fixture.state.db.write("test.store", {
        let keys = account_keys.clone();
        move |tx| {
            // From the first effort into the second, at the end of the third, between the others.
            for (from, to) in [(10, 46), (103, 110), (150, 179)] {
                let id = ActivityId::generate(tx.now(), tx.entropy());
                let content = crate::activity::Content::of(span(from, to));
                activity::put(tx, &keys, &id, &content)?;
            }
            let efforts: Vec<Recording> = [(0, 14), (45, 59), (90, 104), (135, 149), (180, 194)]
                .map(|(from, to)| span(from, to))
                .into();
            recorded(tx, &keys, &efforts)
        }
    });
    let found: Result<Vec<bool>, StoreError> = fixture.runtime.block_on(write);
    assert_eq!(found.unwrap(), [true, true, true, false, false]);
}
