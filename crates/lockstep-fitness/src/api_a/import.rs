//! `/import`: a file as it comes from a watch or an export, streamed to disk and from there read.

use std::io::{Seek, Write};

use axum::Json;
use axum::extract::multipart::{Field, MultipartRejection};
use axum::extract::{Multipart, State};
use lockstep_web::{Caller, Fault, House};
use serde::Serialize;
use tempfile::NamedTempFile;
use utoipa::ToSchema;

use super::owner;
use crate::files::MOST_INFLATED;
use crate::operations::import;

/// A recording.
#[derive(ToSchema)]
#[expect(dead_code, reason = "the document's shape")]
pub(crate) struct ImportForm {
    /// FIT, TCX, GPX or CSV, also gzipped or zipped; 4 GiB inflated at most.
    #[schema(value_type = String, format = Binary, content_media_type = "application/octet-stream")]
    file: Vec<u8>,
    /// Whose rows, where the file holds several people.
    participant: Option<String>,
}

/// What came of an import.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportAnswer {
    /// True when there are no `errors`.
    success: bool,
    /// Points that are on disk now.
    processed_count: u64,
    /// Of these, how many are stored encrypted as asked.
    encrypted_count: u64,
    /// What could not be read; at most 1000, then a count.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<String>,
    /// What the file is: fit, tcx, gpx or csv.
    #[schema(example = "fit")]
    format: String,
    activities: Vec<ImportedActivity>,
}

/// An activity of the file.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportedActivity {
    name: String,
    sport: Option<String>,
    #[schema(format = DateTime)]
    start: String,
    duration_seconds: f64,
    records: u64,
}

/// Import a recording. Batches are stored as they are read; sending it again changes nothing.
#[utoipa::path(post, path = "/v1/sfdp/import", tag = "Fitness data", operation_id = "importRecording",
    request_body(content = ImportForm, content_type = "multipart/form-data"),
    responses((status = 200, description = "What was stored", body = ImportAnswer),
        (status = 422, description = "PROCESSING_ERROR: nothing of the file could be read", body = inline(lockstep_web::openapi::Refusal))))]
pub(super) async fn import(
    State(house): State<House>,
    caller: Caller,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<ImportAnswer>, Fault> {
    let form = form.map_err(|_| {
        Fault::unsupported_media("send `Content-Type: multipart/form-data` with its boundary")
    })?;
    let (file, participant) = receive(&house, form).await?;
    let imported =
        import::import(&house, owner(&caller), file.path(), participant, |_, _| {}).await?;
    let activities = imported
        .activities
        .into_iter()
        .map(|activity| ImportedActivity {
            name: activity.name,
            sport: activity.sport,
            start: activity.start.to_string(),
            duration_seconds: activity.duration_seconds,
            records: activity.records,
        });
    Ok(Json(ImportAnswer {
        success: imported.errors.is_empty(),
        processed_count: imported.count,
        encrypted_count: 0,
        errors: imported.errors,
        format: imported.format.to_string(),
        activities: activities.collect(),
    }))
}

/// Streams the parts of the form: the file to the spool, the rest to memory.
async fn receive(
    house: &House,
    mut form: Multipart,
) -> Result<(NamedTempFile, Option<String>), Fault> {
    let (mut file, mut participant) = (None, None);
    while let Some(mut field) = form.next_field().await.map_err(broken)? {
        match field.name() {
            Some("file") if file.is_none() => file = Some(spool(house, &mut field).await?),
            Some("participant") if participant.is_none() => {
                let text = field.text().await.map_err(broken)?;
                if text.len() > 200 {
                    return Err(Fault::invalid("participant", "must be 200 bytes at most"));
                }
                participant = Some(text);
            }
            other => {
                let name = other.unwrap_or("part").to_owned();
                return Err(Fault::invalid(
                    &name,
                    "the form has the parts file and participant, once each",
                ));
            }
        }
    }
    let file =
        file.ok_or_else(|| Fault::invalid("file", "is required: send the recording in it"))?;
    Ok((file, participant))
}

async fn spool(house: &House, field: &mut Field<'_>) -> Result<NamedTempFile, Fault> {
    let unwritable = |error: std::io::Error| Fault::internal(format!("spool: {error}"));
    let mut file = NamedTempFile::new_in(&house.policy().spool).map_err(unwritable)?;
    let mut bytes = 0_u64;
    while let Some(chunk) = field.chunk().await.map_err(broken)? {
        bytes += chunk.len() as u64;
        if bytes > MOST_INFLATED {
            return Err(Fault::too_large(
                usize::try_from(MOST_INFLATED).unwrap_or(usize::MAX),
            ));
        }
        // A write to the page cache: short enough to stay on this thread.
        file.write_all(&chunk).map_err(unwritable)?;
    }
    file.rewind().map_err(unwritable)?;
    Ok(file)
}

/// How long it may take is the business of whoever receives it: a large file over a slow line is no
/// fault.
#[expect(clippy::needless_pass_by_value, reason = "it stands in `map_err`")]
fn broken(error: axum::extract::multipart::MultipartError) -> Fault {
    Fault::invalid("body", error.body_text())
}
