//! Figures of one activity.

use lockstep_store::Timestamp;
use serde_json::json;

use super::{INSIGHT, response, tell};
use crate::app::{JUNE, TestApp, points};
use crate::operations::session;

/// The list of the activities and the figures of the one that it has are one answer.
#[tokio::test]
async fn a_question_about_one_activity_gets_its_figures() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let recording = session(Timestamp(JUNE * 1000), 3000);
    let imported = ada.import_named("quoll.json", recording).await.ok();
    let activity = imported["activities"][0]["activityId"].as_str().unwrap();
    let body = points("heart_rate", "bpm", "strap", JUNE, &[140.0; 600]);
    ada.post("/v1/sfdp/data", body).await.ok();
    for (question, figure) in [
        (
            "average heart rate of my last run",
            "- mean heart rate: 140 bpm",
        ),
        ("average power of my last run", "- mean power: unknown ("),
        ("how was my last run?", "- mean heart rate: 140 bpm"),
    ] {
        let told = tell(&ada, INSIGHT, "query", "ask", json!({ "query": question })).await;
        let (kind, content) = response(&told);
        assert_eq!(kind, "table", "{question}: {told}");
        let heading = format!("## Figures of {activity}");
        for text in [&*heading, figure] {
            assert!(content.contains(text), "{question}: {content}");
        }
    }
}
