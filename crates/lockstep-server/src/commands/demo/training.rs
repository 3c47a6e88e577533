//! The athlete's activities and insights, and the recordings of the user in an account of their own.

use std::path::Path;

use lockstep_store::Timestamp;
use serde_json::{Value as Json, json};

use super::client::Client;
use crate::progress::Progress;

/// Stores the efforts of the points since `from` as activities and returns them with their figures, oldest
/// first.
pub(super) async fn activities(client: &Client, from: Timestamp) -> Result<Vec<Json>, String> {
    let range = json!({ "startDate": from.to_string() });
    client.post("/v1/sfdp/activities/detect", &range).await?;
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
