//! `/import`: a file as it comes from a watch or an export, streamed to disk and from there read.

use axum::Json;
use axum::extract::State;
use lockstep_formats::files::MOST_INFLATED;
use lockstep_store::Timestamp;
use lockstep_vault::rest::SpoolFile;
use lockstep_web::{Caller, Fault, Form, House, Part};
use serde::Serialize;
use utoipa::ToSchema;

use super::owner;
use crate::operations::import::{self, About, Source};

/// A recording.
#[derive(ToSchema)]
#[expect(dead_code, reason = "the document's shape")]
pub(crate) struct ImportForm {
    /// FIT, TCX, GPX, CSV, Apple Health, or the JSON of Google Fit, Fitbit, Garmin, Health Connect
    /// or Open mHealth, also gzipped or zipped, a whole bulk export too; 4 GiB inflated at most.
    /// Fitbit's files need their name: send it as the part's `filename`.
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
    /// Of these, those that were not there before: a file sent again brings none.
    new_count: u64,
    /// Of these, how many are stored encrypted as asked.
    encrypted_count: u64,
    /// What could not be read; at most 1000, then a count.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<String>,
    /// What the file is: fit, tcx, gpx, csv, apple_health, google_fit, fitbit, garmin,
    /// health_connect or open_mhealth; of an archive, what its first readable file is.
    #[schema(example = "fit")]
    format: String,
    activities: Vec<ImportedActivity>,
    /// What was passed over though nothing is wrong with it, a line for each kind.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    skipped: Vec<ImportSkipped>,
}

/// Something of the file that has no place here.
#[derive(Serialize, ToSchema)]
pub(crate) struct ImportSkipped {
    /// What the file calls it: a type, or the files of a folder.
    #[schema(example = "HKQuantityTypeIdentifierFlightsClimbed")]
    what: String,
    /// How many there were.
    count: u64,
    /// Why it is passed over.
    #[schema(example = "has no type here")]
    reason: String,
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
    /// m, where an export says it of the activity as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    distance_meters: Option<f64>,
    /// kcal, likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    energy_kcal: Option<f64>,
}

/// Import a recording. Batches are stored as they are read; sending it again changes nothing.
#[utoipa::path(post, path = "/v1/sfdp/import", tag = "Fitness data", operation_id = "importRecording",
    request_body(content = ImportForm, content_type = "multipart/form-data"),
    responses((status = 200, description = "What was stored", body = ImportAnswer),
        (status = 422, description = "PROCESSING_ERROR: nothing of the file could be read; DEVICE_ERROR: every point names a revoked device", body = lockstep_web::openapi::Refusal)))]
pub(super) async fn import(
    State(house): State<House>,
    caller: Caller,
    form: Form,
) -> Result<Json<ImportAnswer>, Fault> {
    let (file, about) = receive(&house, &caller, form).await?;
    let source = Source::spooled(file);
    let imported = import::import(&house, owner(&caller), source, about, |_, _| {}).await?;
    let activities = imported
        .activities
        .into_iter()
        .map(|activity| ImportedActivity {
            name: activity.name,
            sport: activity.sport,
            start: Timestamp(activity.start).to_string(),
            duration_seconds: activity.duration_seconds,
            records: activity.records,
            distance_meters: activity.distance_meters,
            energy_kcal: activity.energy_kcal,
        });
    let skipped = imported.skipped.into_iter().map(|skipped| ImportSkipped {
        what: skipped.what,
        count: skipped.count,
        reason: skipped.reason.to_owned(),
    });
    Ok(Json(ImportAnswer {
        success: imported.errors.is_empty(),
        processed_count: imported.count,
        new_count: imported.new,
        encrypted_count: imported.under_mode,
        errors: imported.errors,
        format: imported.format.to_string(),
        activities: activities.collect(),
        skipped: skipped.collect(),
    }))
}

/// Streams the parts of the form: the file to the spool, the rest to memory.
async fn receive(
    house: &House,
    caller: &Caller,
    mut form: Form,
) -> Result<(SpoolFile, About), Fault> {
    let (mut file, mut about) = (None, About::default());
    while let Some(mut part) = form.next().await? {
        match part.name() {
            Some("file") if file.is_none() => {
                let name = part
                    .file_name()
                    .map(|name| name.chars().take(200).collect());
                about.name = name;
                file = Some(spool(house, caller, &mut part).await?);
            }
            Some("participant") if about.participant.is_none() => {
                about.participant = Some(part.text(MAX_FIELD_BYTES).await?);
            }
            Some("encryptionMode") if about.wish.mode.is_none() => {
                let text = part.text(MAX_FIELD_BYTES).await?;
                about.wish.mode = Some(text.parse().map_err(|_| {
                    Fault::invalid("encryptionMode", "must be FHE, ZK or Basic, or be left out")
                })?);
            }
            other => {
                let name: String = other.unwrap_or("part").chars().take(64).collect();
                return Err(Fault::invalid(
                    &name,
                    "the form has the parts file, participant and encryptionMode, once each",
                ));
            }
        }
    }
    let file =
        file.ok_or_else(|| Fault::invalid("file", "is required: send the recording in it"))?;
    Ok((file, about))
}

async fn spool(house: &House, caller: &Caller, part: &mut Part<'_>) -> Result<SpoolFile, Fault> {
    let mut file = import::spool(house, &caller.user).await?;
    while let Some(chunk) = part.next().await? {
        if file.bytes() + chunk.len() as u64 > MOST_INFLATED {
            return Err(Fault::too_large(
                usize::try_from(MOST_INFLATED).unwrap_or(usize::MAX),
            ));
        }
        // A write to the page cache: short enough to stay on this thread.
        file.write(&chunk)?;
    }
    file.finish()
}

/// Bytes of a part that is not the file.
const MAX_FIELD_BYTES: usize = 200;
