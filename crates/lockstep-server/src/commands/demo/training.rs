//! The athlete's activities and insights, and the recordings of the user in an account of their own.

use std::path::Path;

use lockstep_store::Timestamp;
use serde_json::{Value as Json, json};

use super::athlete;
use super::client::Client;
use crate::progress::Progress;

/// Stores the efforts of the athlete's points as activities with a sport and a name, and returns those of the last
/// `days` days with their figures, oldest first.
pub(super) async fn activities(
    client: &Client,
    now: Timestamp,
    days: i64,
) -> Result<Vec<Json>, String> {
    let first = Timestamp(now.0 - (athlete::DAYS + 1) * athlete::DAY);
    let range = json!({ "startDate": first.to_string() });
    let detected = client.post("/v1/sfdp/activities/detect", &range).await?;
    for activity in detected["activities"].as_array().into_iter().flatten() {
        let start = activity["start"].as_str().unwrap_or_default();
        let start: Timestamp = start.parse().map_err(|_| format!("{activity}: no start"))?;
        let (sport, name) = match athlete::rides_at(now, start) {
            true => ("cycling", "Evening ride"),
            false => ("running", "Evening run"),
        };
        let id = activity["id"].as_str().unwrap_or_default();
        let named = json!({ "sport": sport, "name": name });
        let path = format!("/v1/sfdp/activities/{id}");
        client.patch(&path, &named).await?;
    }
    let from = Timestamp(now.0 - days * athlete::DAY);
    let path = format!("/v1/sfdp/activities?startDate={from}");
    let page = client.get(&path).await?;
    let mut all = Vec::new();
    for activity in page["activities"].as_array().into_iter().flatten().rev() {
        all.push(details(client, &activity["id"]).await?);
    }
    Ok(all)
}

/// Returns the insights of the 30 days up to the latest point.
pub(super) async fn insights(client: &Client) -> Result<Vec<Json>, String> {
    let request = json!({ "timeframe": "P30D" });
    let answer = client.post("/v1/sfdp/insights/generate", &request).await?;
    Ok(answer["insights"].as_array().cloned().unwrap_or_default())
}

/// A recording of the user.
pub(super) struct Recording {
    /// The file as the user named it.
    pub(super) file: String,
    /// The answer of the import.
    pub(super) import: Json,
    /// The activities of the file with their figures.
    pub(super) activities: Vec<Json>,
}

/// Imports a recording.
pub(super) async fn recording(
    client: &Client,
    file: &Path,
    quiet: bool,
) -> Result<Recording, String> {
    let bytes = std::fs::metadata(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let mut bar = Progress::new(&name, "bytes", bytes.len(), quiet);
    let import = client.import(file, &mut bar).await?;
    bar.done();
    let mut activities = Vec::new();
    for activity in import["activities"].as_array().into_iter().flatten() {
        if activity["activityId"].is_string() {
            activities.push(details(client, &activity["activityId"]).await?);
        }
    }
    Ok(Recording {
        file: file.display().to_string(),
        import,
        activities,
    })
}

async fn details(client: &Client, id: &Json) -> Result<Json, String> {
    let id = id.as_str().unwrap_or_default();
    client.get(&format!("/v1/sfdp/activities/{id}")).await
}
