//! Imports that are undone.

use super::*;

/// Three imports with common points, undone in every order: a point stays as long as an import that brought
/// it, and points from before the imports stay.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_undone_import_takes_exactly_its_own_points_along() {
    let app = TestApp::start().await;
    let times = |range: std::ops::Range<i64>| range.map(|at| (at, 100.0)).collect::<Vec<_>>();
    let files = [times(0..30), times(20..60), times(25..35)];
    for (nth, order) in [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ]
    .into_iter()
    .enumerate()
    {
        let ada = app.user(&format!("ada{nth}")).await;
        let before = points("heart_rate", "bpm", "strap", JUNE + 28, &[61.0, 61.0]);
        ada.post("/v1/sfdp/data", before).await.ok();
        let mut ids = Vec::new();
        for file in &files {
            ids.push(text(
                &import(&ada, "recording", csv(file)).await,
                "importId",
            ));
        }
        let listed = imports(&ada).await;
        let counts = |field: &str| {
            listed
                .iter()
                .map(|one| one[field].clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(counts("processedCount"), [10, 40, 30]);
        assert_eq!(counts("newCount"), [0, 30, 28]);
        let mut left: Vec<usize> = vec![0, 1, 2];
        for undone in order {
            left.retain(|one| *one != undone);
            let answer = ada.delete(&format!("{IMPORTS}/{}", ids[undone])).await.ok();
            let mut expected: Vec<i64> = vec![28, 29];
            expected.extend(
                left.iter()
                    .flat_map(|one| files[*one].iter().map(|(at, _)| *at)),
            );
            expected.sort_unstable();
            expected.dedup();
            let found: Vec<i64> = rates(&ada).await.iter().map(|(at, _)| *at).collect();
            assert_eq!(found, expected, "{order:?}, {undone}: {answer}");
        }
        assert_eq!(imports(&ada).await, [Json::Null; 0]);
        ada.delete(&format!("{IMPORTS}/{}", ids[0]))
            .await
            .refused(404, "NOT_FOUND");
    }
}

/// A point that was sent again after an import belongs to the later write, also with an equal value.
#[tokio::test]
async fn points_sent_again_after_an_import_stay_when_it_is_undone() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let file: Vec<(i64, f64)> = (0..10).map(|at| (at, 100.0)).collect();
    let first = text(&import(&ada, "recording", csv(&file)).await, "importId");
    // The second import has the same points, and one more.
    let more: Vec<(i64, f64)> = (0..11).map(|at| (at, 100.0)).collect();
    let second = text(&import(&ada, "again", csv(&more)).await, "importId");
    let again = points("heart_rate", "bpm", "strap", JUNE + 3, &[100.0, 77.0]);
    ada.post("/v1/sfdp/data", again).await.ok();
    // A point that was deleted and sent again is new to the store, and also the later write's.
    let at = lockstep_store::Timestamp((JUNE + 6) * 1000);
    let range = format!("/v1/sfdp/data?type=heart_rate&startDate={at}&endDate={at}");
    ada.delete(&range).await.ok();
    let again = points("heart_rate", "bpm", "strap", JUNE + 6, &[66.0]);
    ada.post("/v1/sfdp/data", again).await.ok();
    // Another device's point at the same time takes nothing over.
    let other = points("heart_rate", "bpm", "watch", JUNE + 8, &[55.0]);
    ada.post("/v1/sfdp/data", other).await.ok();
    let sent = [(3, 100.0), (4, 77.0), (6, 66.0), (8, 55.0)];
    let undone = ada.delete(&format!("{IMPORTS}/{first}")).await.ok();
    assert_eq!(undone["deletedPoints"], 0);
    assert_eq!(total(&ada).await, 12);
    let undone = ada.delete(&format!("{IMPORTS}/{second}")).await.ok();
    assert_eq!(undone["deletedPoints"], 8);
    assert_eq!(rates(&ada).await, sent);
}

/// More imports with common points than one transaction compares.
#[tokio::test]
async fn an_import_with_points_of_many_others_is_undone() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let all: Vec<(i64, f64)> = (0..100).map(|at| (at, 100.0)).collect();
    let first = text(&import(&ada, "recording", csv(&all)).await, "importId");
    let mut others = Vec::new();
    for at in 1..=40 {
        let file = csv(&[(at, 90.0), (200 + at, 90.0)]);
        others.push(text(&import(&ada, "recording", file).await, "importId"));
    }
    let undone = ada.delete(&format!("{IMPORTS}/{first}")).await.ok();
    assert_eq!(undone["deletedPoints"], 60);
    let left: Vec<(i64, f64)> = (1..=40).chain(201..=240).map(|at| (at, 90.0)).collect();
    assert_eq!(rates(&ada).await, left);
    for other in others {
        let undone = ada.delete(&format!("{IMPORTS}/{other}")).await.ok();
        assert_eq!(undone["deletedPoints"], 2);
    }
    assert_eq!(total(&ada).await, 0);
}

#[tokio::test]
async fn an_import_is_undone_with_its_activities_or_only_forgotten() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let (fit, track) = ride(0, 300);
    let first = import(&ada, "ride.fit", fit).await;
    let alone = total(&ada).await;
    let second = import(&ada, "ride.gpx", track).await;
    let both = total(&ada).await;
    let listed = imports(&ada).await;
    assert_eq!(listed.len(), 2);
    assert_eq!(listed[0]["id"], second["importId"]);
    assert_eq!(
        (
            &listed[1]["file"],
            &listed[1]["format"],
            &listed[1]["state"],
            &listed[1]["activityCount"]
        ),
        (
            &json!("ride.fit"),
            &json!("fit"),
            &json!("complete"),
            &json!(1)
        )
    );
    assert_eq!(listed[1]["newCount"], first["newCount"]);
    let of = |import: &Json| format!("{IMPORTS}/{}", text(import, "importId"));
    let undone = ada.delete(&of(&second)).await.ok();
    assert_eq!(
        undone,
        json!({ "deletedPoints": both - alone, "deletedActivities": 0 })
    );
    let all = activities(&ada).await;
    assert_eq!(all[0]["recordings"].as_array().unwrap().len(), 1);
    let again = import(&ada, "ride.gpx", ride(0, 300).1).await;
    let undone = ada.delete(&of(&first)).await.ok();
    assert_eq!(
        undone,
        json!({ "deletedPoints": alone, "deletedActivities": 0 })
    );
    assert_eq!(activities(&ada).await[0]["recordings"][0]["format"], "gpx");
    let forgotten = ada
        .delete(&format!("{}?points=keep", of(&again)))
        .await
        .ok();
    assert_eq!(
        forgotten,
        json!({ "deletedPoints": 0, "deletedActivities": 0 })
    );
    assert_eq!(
        (imports(&ada).await.len(), activities(&ada).await.len()),
        (0, 1)
    );
    assert_eq!(total(&ada).await, both - alone);
    // Points under a mode are removed too.
    let device =
        json!({ "type": "watch", "name": "strap", "capabilities": [], "encryptionMode": "ZK" });
    ada.post("/v1/sfdp/devices", device).await.ok();
    let rows: Vec<(i64, f64)> = (0..1500).map(|at| (90_000 + at, 90.0)).collect();
    let sealed = import(&ada, "recording", csv(&rows)).await;
    assert_eq!(sealed["encryptedCount"], 1500);
    assert_eq!(ada.delete(&of(&sealed)).await.ok()["deletedPoints"], 1500);
    // A file without content leaves no record.
    ada.import("weird").await.refused(422, "PROCESSING_ERROR");
    assert_eq!(imports(&ada).await.len(), 0);
    let used = ada.get("/v1/sfdp/usage").await.ok();
    assert_eq!(
        used["quotas"]["activities"],
        json!({ "used": 1, "limit": 50_000 })
    );
    assert_eq!(
        used["quotas"]["imports"],
        json!({ "used": 0, "limit": 10_000 })
    );
}
