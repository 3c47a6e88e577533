//! `/import`: a file from a watch or an export, which is streamed to disk and then read.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderName;
use lockstep_formats::files::MAX_INFLATED;
use lockstep_store::Timestamp;
use lockstep_vault::Mode;
use lockstep_vault::at_rest::{SpoolFile, SpoolWriter};
use lockstep_web::{ApiError, AppState, Caller, FormPart, MultipartForm};
use serde::Serialize;
use utoipa::ToSchema;

use crate::operations::import::{self, FileProperties, Source};

/// A recording to import.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "the document's shape; `receive` reads the parts themselves"
)]
pub(crate) struct ImportRequest {
    /// FIT, TCX, GPX, CSV, or a file of an export of Apple Health, Google Fit, Fitbit, Garmin, Health
    /// Connect, WHOOP, Oura, Polar, Samsung Health, Suunto or Open mHealth; plain, gzipped or zipped,
    /// including whole archives; at most 4 GiB decompressed. Files of Fitbit and Samsung Health are recognised
    /// by their names: send the name as the part's `filename`.
    #[schema(value_type = String, format = Binary, content_media_type = "application/octet-stream")]
    file: Vec<u8>,
    /// The participant whose rows are imported, if the file has several people. A part of the form: a parameter of
    /// the URL is refused.
    participant: Option<String>,
    /// The encryption mode of the points; `ENCRYPTION_ERROR` if it is not available. Default: the mode
    /// of each point's device, or the account's own key only.
    encryption_mode: Option<Mode>,
}

/// The result of an import.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportResult {
    /// Whether the import had no `errors`.
    success: bool,
    /// The number of points now on disk.
    processed_count: u64,
    /// The number of points that were not stored before; 0 for a file imported again.
    new_count: u64,
    /// The number of these points stored under the requested encryption mode.
    encrypted_count: u64,
    /// The parts that could not be read: at most 1000 messages, then a count.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<String>,
    /// The format of the file: `fit`, `tcx`, `gpx`, `csv`, `apple_health`, `google_fit`, `fitbit`, `garmin`,
    /// `health_connect`, `open_mhealth`, `whoop`, `oura`, `polar`, `samsung_health` or `suunto`. For an
    /// archive: the format of its first readable file.
    #[schema(example = "fit")]
    format: String,
    /// The activities in the file; empty if it has none.
    activities: Vec<ImportedActivity>,
    /// The content that was skipped without an error, one entry for each kind.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    skipped: Vec<SkippedImportContent>,
    /// The fields of the profile that were unknown and that the file states: `birthDate`, `sex`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    profile_completed: Vec<String>,
}

/// Content of the file that was not imported.
#[derive(Serialize, ToSchema)]
pub(crate) struct SkippedImportContent {
    /// The skipped content: a type as the file names it, or a folder.
    #[schema(example = "HKQuantityTypeIdentifierFlightsClimbed")]
    what: String,
    /// The number of occurrences.
    count: u64,
    /// The reason, and what to do to keep the content.
    #[schema(
        example = "have no type in the catalogue: to keep them, upload them as points of a type of your own"
    )]
    reason: String,
}

/// An activity of the imported file.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportedActivity {
    /// The stored activity; null if the account has no room for another.
    #[schema(example = "act_01h455vb4pex5vsknk084sn02q")]
    activity_id: Option<String>,
    /// The name in the file, otherwise the sport, otherwise `activity`.
    name: String,
    /// The sport by FIT's names, such as `running`; null if the file does not state it.
    sport: Option<String>,
    /// The start: RFC 3339, UTC.
    #[schema(format = DateTime)]
    start: String,
    /// The duration in seconds, including pauses.
    duration_seconds: f64,
    /// The number of records or track points in the file; 0 if the file stores readings separately from activities.
    records: u64,
    /// The distance in metres, if the file states it or its records count it.
    #[serde(skip_serializing_if = "Option::is_none")]
    distance_meters: Option<f64>,
    /// The energy in kcal, if the export states it for the whole activity.
    #[serde(skip_serializing_if = "Option::is_none")]
    energy_kcal: Option<f64>,
}

/// Import a file of a watch or an app: a recording, an archive of recordings or a whole export.
///
/// Points are stored in batches while the file is read. Importing a file again changes no point. The
/// activities of the file are stored; a session that is stored from another file gets a second recording.
#[utoipa::path(post, path = "/v1/sfdp/import", tag = "Fitness data", operation_id = "importRecording",
    request_body(content = ImportRequest, content_type = "multipart/form-data",
        example = json!({ "file": "timestamp,type,value,unit,device\n2026-06-01T06:30:00Z,heart_rate,61,bpm,strap\n" })),
    responses((status = 200, description = "The counts of stored and refused points", body = ImportResult,
            headers(("Lockstep-Import-Id" = String, description = "The id of the import, by which DELETE /v1/sfdp/imports/{id} undoes it"))),
        (status = 422, description = "PROCESSING_ERROR: the file contains nothing readable; ENCRYPTION_ERROR: the encryption mode is not available; DEVICE_ERROR: every point names a revoked device", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn import(
    State(state): State<AppState>,
    caller: Caller,
    form: MultipartForm,
) -> Result<([(HeaderName, String); 1], Json<ImportResult>), ApiError> {
    let (file, about) = receive(&state, &caller, form).await?;
    let source = Source::spooled(file);
    let imported = import::import(&state, caller.owner(), source, about, |_, _| {}).await?;
    let activities = imported
        .activities
        .into_iter()
        .zip(&imported.activity_ids)
        .map(|(activity, id)| ImportedActivity {
            activity_id: id.as_ref().map(ToString::to_string),
            name: activity.name,
            sport: activity.sport,
            start: Timestamp(activity.start).to_string(),
            duration_seconds: activity.duration_seconds,
            records: activity.records,
            distance_meters: activity.distance_meters,
            energy_kcal: activity.energy_kcal,
        });
    let skipped = imported
        .skipped
        .into_iter()
        .map(|skipped| SkippedImportContent {
            what: skipped.what,
            count: skipped.count,
            reason: skipped.reason.to_owned(),
        });
    let id = [(IMPORT_ID, imported.id.to_string())];
    let result = ImportResult {
        success: imported.errors.is_empty(),
        processed_count: imported.count,
        new_count: imported.new,
        encrypted_count: imported.under_mode,
        errors: imported.errors,
        format: imported.format.to_string(),
        activities: activities.collect(),
        skipped: skipped.collect(),
        profile_completed: imported.completed.into_iter().map(str::to_owned).collect(),
    };
    Ok((id, Json(result)))
}

/// The id of the import.
const IMPORT_ID: HeaderName = HeaderName::from_static("lockstep-import-id");

/// Streams the parts of the form: the file to the spool, the rest to memory.
async fn receive(
    state: &AppState,
    caller: &Caller,
    mut form: MultipartForm,
) -> Result<(SpoolFile, FileProperties), ApiError> {
    let (mut file, mut about) = (None, FileProperties::default());
    while let Some(mut part) = form.next().await? {
        match part.name() {
            Some("file") if file.is_none() => {
                let name = part
                    .file_name()
                    .map(|name| name.chars().take(200).collect());
                about.name = name;
                file = Some(spool(state, caller, &mut part).await?);
            }
            Some("participant") if about.participant.is_none() => {
                about.participant = Some(part.text(MAX_FIELD_BYTES).await?);
            }
            Some("encryptionMode") if about.options.mode.is_none() => {
                let text = part.text(MAX_FIELD_BYTES).await?;
                about.options.mode = Some(text.parse().map_err(|_| {
                    ApiError::invalid("encryptionMode", "must be FHE, ZK or Basic, or be left out")
                })?);
            }
            other => {
                let name: String = other.unwrap_or("part").chars().take(64).collect();
                return Err(ApiError::invalid(
                    &name,
                    "the form has the parts file, participant and encryptionMode, once each",
                ));
            }
        }
    }
    let file =
        file.ok_or_else(|| ApiError::invalid("file", "is required: send the recording in it"))?;
    Ok((file, about))
}

async fn spool(
    state: &AppState,
    caller: &Caller,
    part: &mut FormPart<'_>,
) -> Result<SpoolFile, ApiError> {
    let mut file = SpoolWriter::create(state, &caller.user).await?;
    while let Some(chunk) = part.next().await? {
        if file.bytes() + chunk.len() as u64 > MAX_INFLATED {
            return Err(ApiError::too_large(
                usize::try_from(MAX_INFLATED).unwrap_or(usize::MAX),
            ));
        }
        // A write to the page cache: short enough to stay on this thread.
        file.write(&chunk)?;
    }
    file.finish()
}

/// Bytes of a part that is not the file.
const MAX_FIELD_BYTES: usize = 200;
