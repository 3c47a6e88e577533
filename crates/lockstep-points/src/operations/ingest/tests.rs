//! Tests that batches and request bodies take the same path.

use lockstep_formats::Point;
use lockstep_store::id::DeviceId;
use lockstep_store::{Actor, StoreError, SystemEntropy};
use lockstep_vault::Mode;
use serde_json::{Value as Json, json};

use super::*;
use crate::device::Device;
use crate::operations::points::{self, PointsBody, UploadResult};
use crate::store::device::insert_device;
use crate::testing::Fixture;

const NOW: Timestamp = Timestamp(1_800_000_000_000);

fn owner() -> Owner {
    Owner {
        user: UserId::generate(NOW, &SystemEntropy),
        actor: Actor::system(),
    }
}

/// Heart rates a second apart.
fn rates(values: &[f64], device: &'static str) -> Vec<Point<'static>> {
    (0..)
        .zip(values)
        .map(|(second, value)| Point {
            timestamp: second * 1000,
            kind: "heart_rate",
            value: *value,
            unit: "bpm",
            device,
            confidence: None,
            metadata: None,
        })
        .collect()
}

fn batch(points: &[Point<'_>]) -> Batch {
    let mut batch = Batch::default();
    for point in points {
        batch.push(point);
    }
    batch
}

/// The points as the array of a body.
fn data(points: &[Point<'_>]) -> Json {
    let one = |point: &Point<'_>| {
        json!({
            "timestamp": Timestamp(point.timestamp).to_string(), "type": point.kind,
            "value": point.value, "unit": point.unit, "device": point.device,
        })
    };
    points.iter().map(one).collect()
}

fn register(fixture: &Fixture, owner: &Owner, name: &str, mode: Option<Mode>, is_revoked: bool) {
    let device = Device {
        id: DeviceId::generate(NOW, &SystemEntropy),
        kind: "watch".to_owned(),
        name: name.to_owned(),
        capabilities: Vec::new(),
        mode,
        created_at: Timestamp(0),
        last_sync: None,
        revoked_at: is_revoked.then_some(Timestamp(1)),
        is_damaged: false,
    };
    let user = owner.user.clone();
    let write = fixture
        .state
        .db
        .write::<_, StoreError, _>("test.register", move |tx| {
            insert_device(tx, &user, &device)?;
            // A new device is never revoked.
            tx.execute(
                "UPDATE device SET revoked_at = ?3 WHERE user_id = ?1 AND name = ?2",
                lockstep_store::params![&user, &device.name, device.revoked_at],
            )
        });
    fixture.runtime.block_on(write).unwrap();
}

fn ingest_as(
    fixture: &Fixture,
    owner: &Owner,
    points: &[Point<'_>],
    options: StorageOptions,
) -> IngestResult {
    let ingested = ingest(&fixture.state, owner.clone(), batch(points), options);
    fixture.runtime.block_on(ingested).unwrap()
}

fn upload(fixture: &Fixture, owner: &Owner, body: String) -> Result<UploadResult, ApiError> {
    let idempotency_key = IdempotencyKey::default();
    let stored = points::upload(
        &fixture.state,
        owner.clone(),
        PointsBody::Json(body),
        idempotency_key,
        None,
    );
    fixture.runtime.block_on(stored)
}

/// A point: time, device, value.
type StoredPoint = (i64, String, f64);

/// Returns every point of an account, and the chunks and points of each mode and codec.
fn stored(fixture: &Fixture, owner: &Owner) -> (Vec<StoredPoint>, Vec<(String, u64, u64)>) {
    let (keys, user) = (fixture.account_keys(&owner.user), owner.user.clone());
    let read = fixture
        .state
        .db
        .read::<_, StoreError, _>("test.read", move |tx| {
            let (mut points, all) = (Vec::new(), Filter::default());
            store::page(
                tx,
                &keys,
                &all,
                store::Start::Offset(0),
                10_000,
                |_, point| {
                    points.push((point.timestamp, point.device.to_owned(), point.value));
                    true
                },
            )?;
            let forms = store::at_rest(tx, &user, &all)?.into_iter();
            let forms = forms.map(|one| {
                (
                    format!("{:?} {:?}", one.mode, one.codec),
                    one.chunks,
                    one.points,
                )
            });
            Ok((points, forms.collect()))
        });
    fixture.runtime.block_on(read).unwrap()
}

#[test]
fn a_batch_and_a_body_are_stored_alike() {
    let values: Vec<f64> = (0..700).map(|nth| 60.0 + f64::from(nth % 90)).collect();
    for mode in [None, Some(Mode::Basic), Some(Mode::Fhe), Some(Mode::Zk)] {
        let fixture = Fixture::new(NOW);
        let (one, other) = (owner(), owner());
        let options = StorageOptions {
            mode,
            // A size without a mode would ask for the default mode.
            chunk_size: mode.map(|_| 300),
        };
        // In two parts: the second fills the block that the first began.
        for part in [0..350, 350..700] {
            let points = &rates(&values, "watch")[part];
            let ingested = ingest_as(&fixture, &one, points, options);
            assert_eq!((ingested.count, ingested.new), (350, 350), "{mode:?}");
            let mut body = json!({ "data": data(points) });
            if let Some(mode) = mode {
                body["chunkSize"] = json!(300);
                body["encryptionMode"] = json!(mode.as_str());
            }
            let uploaded = upload(&fixture, &other, body.to_string()).unwrap();
            assert_eq!(uploaded.count, 350, "{mode:?}");
            assert_eq!(uploaded.under_mode, ingested.under_mode, "{mode:?}");
        }
        assert_eq!(stored(&fixture, &one), stored(&fixture, &other), "{mode:?}");
        // Points that are sent again are not new.
        let again = ingest_as(&fixture, &one, &rates(&values[..5], "watch"), options);
        assert_eq!((again.count, again.new), (5, 0), "{mode:?}");
    }
}

#[test]
fn a_registration_decides_about_the_points_of_its_device() {
    let (fixture, owner) = (Fixture::new(NOW), owner());
    register(&fixture, &owner, "watch", Some(Mode::Zk), false);
    register(&fixture, &owner, "lost", None, true);
    let points = [
        rates(&[61.0, 62.0], "watch"),
        rates(&[63.0; 3], "lost"),
        rates(&[64.0], "unknown"),
        rates(&[1e300], "watch"),
    ]
    .concat();
    let ingested = ingest_as(&fixture, &owner, &points, StorageOptions::default());
    assert_eq!((ingested.count, ingested.under_mode), (3, 2));
    assert_eq!(ingested.refused.revoked.get("lost"), Some(&3));
    assert_eq!(ingested.refused.unfit.values().sum::<u64>(), 1);
    // A batch without any point that may be stored is not an error, and writes nothing.
    let none = ingest_as(&fixture, &owner, &points[2..5], StorageOptions::default());
    assert_eq!((none.count, none.refused.revoked.len()), (0, 1));
    // In a body each refused point has its index.
    let uploaded = upload(
        &fixture,
        &owner,
        json!({ "data": data(&points) }).to_string(),
    )
    .unwrap();
    assert_eq!(uploaded.count, 3);
    let places: Vec<&str> = uploaded
        .errors
        .iter()
        .map(|error| error.split(':').next().unwrap())
        .collect();
    assert_eq!(places, ["data[2]", "data[3]", "data[4]", "data[6]"]);
}

/// The mode may follow the points: it is known when they have been parsed.
#[test]
fn points_that_the_mode_cannot_store_are_named_by_their_index() {
    let (fixture, owner) = (Fixture::new(NOW), owner());
    let points = rates(&[61.0, 1e300, 62.0, 1e301, 63.0], "watch");
    let body = format!(
        "{{\"data\":[7,{}],\"encryptionMode\":\"FHE\"}}",
        data(&points).to_string().trim_matches(['[', ']'])
    );
    let uploaded = upload(&fixture, &owner, body).unwrap();
    assert_eq!((uploaded.count, uploaded.under_mode), (3, 3));
    let expected = [
        "data[0]: must be an object",
        "data[2]: value: ",
        "data[4]: value: ",
    ];
    assert_eq!(
        uploaded.errors.len(),
        expected.len(),
        "{:?}",
        uploaded.errors
    );
    for (error, expected) in uploaded.errors.iter().zip(expected) {
        assert!(error.starts_with(expected), "{error}");
    }
    let values: Vec<f64> = stored(&fixture, &owner)
        .0
        .iter()
        .map(|(_, _, value)| *value)
        .collect();
    assert_eq!(values, [61.0, 62.0, 63.0]);
}

/// Whether every point is of a revoked device follows from all errors, not only from the listed ones.
#[test]
fn a_different_error_beyond_the_listed_ones_counts() {
    let (fixture, owner) = (Fixture::new(NOW), owner());
    register(&fixture, &owner, "lost", None, true);
    let mut of_lost = data(&rates(&[61.0; 1001], "lost"));
    let refused = upload(&fixture, &owner, json!({ "data": of_lost }).to_string()).unwrap_err();
    assert_eq!(refused.kind, lockstep_web::api_error::ErrorKind::Device);
    of_lost[1000] = json!(7);
    let refused = upload(&fixture, &owner, json!({ "data": of_lost }).to_string()).unwrap_err();
    assert_eq!(refused.kind, lockstep_web::api_error::ErrorKind::Invalid);
}
