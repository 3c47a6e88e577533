//! `/activities`.

mod figures;

use axum::Json;
use axum::extract::State;
use lockstep_store::Timestamp;
use lockstep_store::id::ActivityId;
use lockstep_web::{ApiError, AppState, Body, Caller, Params, PathParam};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::metrics::MetricsBasis;
use crate::activity::{Lap, Recording};
use crate::operations::activities::{self, Activity, Change, MAX_POSITIONS, Selection};
use crate::operations::query::Query;
use figures::ActivityFigures;

/// Which activities.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct ActivitiesQuery {
    /// Activities that start at this time or later: RFC 3339, or a date in the profile's time zone.
    #[param(example = "2026-01-01")]
    start_date: Option<String>,
    /// Activities that start at this time or earlier; a date includes the whole day.
    #[param(example = "2026-01-31")]
    end_date: Option<String>,
    /// Only activities of this sport.
    #[param(example = "running")]
    sport: Option<String>,
    /// The maximum number of activities.
    #[param(minimum = 1, maximum = 500, default = 100)]
    limit: Option<usize>,
    /// `nextCursor` of the previous page.
    cursor: Option<String>,
}

/// A page of activities.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ActivityPage {
    /// The activities, newest first.
    activities: Vec<ActivityView>,
    /// Whether more activities follow.
    has_more: bool,
    /// The cursor of the next page; null on the last page.
    next_cursor: Option<String>,
    /// The number of damaged activities that are not listed; absent if none.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false)]
    damaged: u64,
}

pub(super) fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// An activity: one session of sport, merged from the files that contain it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Activity)]
pub(crate) struct ActivityView {
    /// The id of the activity: `act_` and 26 characters.
    #[schema(example = "act_01h455vb4pex5vsknk084sn02q")]
    id: String,
    /// The sport by FIT's names; null if no file states it.
    #[schema(example = "running")]
    sport: Option<String>,
    /// The name that the owner set, at most 200 characters; otherwise the name in a file; otherwise `activity`.
    name: String,
    /// The owner's notes.
    notes: Option<String>,
    /// The start: RFC 3339, UTC.
    #[schema(format = DateTime)]
    start: String,
    /// The end: RFC 3339, UTC.
    #[schema(format = DateTime)]
    end: String,
    /// The duration in seconds, including pauses.
    elapsed_seconds: f64,
    /// The duration in seconds without pauses; null if no file states it.
    moving_seconds: Option<f64>,
    /// The distance in metres; null if no file states it and no record counts it.
    distance_meters: Option<f64>,
    /// The climb in metres; null without an altitude.
    climb_meters: Option<f64>,
    /// The energy in kcal; null if no file states it.
    energy_kcal: Option<f64>,
    /// The laps in order of time; segments of a GPX track count as laps.
    laps: Vec<ActivityLap>,
    /// The devices that recorded the activity.
    devices: Vec<String>,
    source: ActivitySource,
    /// The recordings that the activity was merged from.
    recordings: Vec<ActivityRecording>,
}

/// The source of an activity. `import`: a file contains it. `detected`: found in the points.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ActivitySource {
    /// A file contains it.
    Import,
    /// The activity was detected in the points.
    Detected,
}

/// A lap of an activity.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ActivityLap {
    /// The start of the lap: RFC 3339, UTC.
    #[schema(format = DateTime)]
    start: String,
    /// The duration in seconds, including pauses.
    elapsed_seconds: f64,
    /// The duration in seconds without pauses; null if the file does not state it.
    moving_seconds: Option<f64>,
    /// The distance in metres; null if the file does not state it and no record of the lap counts it.
    distance_meters: Option<f64>,
    /// The energy in kcal; null if the file does not state it.
    energy_kcal: Option<f64>,
}

/// The recording of an activity in one file.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ActivityRecording {
    /// The imports that added the file, oldest first; empty for a detected activity.
    import_ids: Vec<String>,
    /// The name of the file, or its path in the archive; null if unknown.
    file: Option<String>,
    /// The format of the file, or `detected`.
    #[schema(example = "fit")]
    format: String,
    /// The device whose points the recording contains; null if the file names no device.
    device: Option<String>,
    /// The start of the recording: RFC 3339, UTC.
    #[schema(format = DateTime)]
    start: String,
    /// The end of the recording: RFC 3339, UTC.
    #[schema(format = DateTime)]
    end: String,
}

impl From<&Lap> for ActivityLap {
    fn from(lap: &Lap) -> Self {
        Self {
            start: Timestamp(lap.start).to_string(),
            elapsed_seconds: lap.elapsed_seconds,
            moving_seconds: lap.moving_seconds,
            distance_meters: lap.distance_meters,
            energy_kcal: lap.energy_kcal,
        }
    }
}

impl From<Recording> for ActivityRecording {
    fn from(recording: Recording) -> Self {
        Self {
            import_ids: recording.imports.iter().map(ToString::to_string).collect(),
            file: Some(recording.file).filter(|file| !file.is_empty()),
            format: recording.format,
            device: recording.device,
            start: Timestamp(recording.start).to_string(),
            end: Timestamp(recording.end).to_string(),
        }
    }
}

impl From<Activity> for ActivityView {
    fn from(activity: Activity) -> Self {
        let view = activity.view;
        Self {
            id: activity.id.to_string(),
            sport: view.sport,
            name: view.name,
            notes: view.notes,
            start: Timestamp(view.start).to_string(),
            end: Timestamp(view.end).to_string(),
            elapsed_seconds: (view.end - view.start) as f64 / 1000.0,
            moving_seconds: view.moving_seconds,
            distance_meters: view.distance_meters,
            climb_meters: view.climb_meters,
            energy_kcal: view.energy_kcal,
            laps: view.laps.iter().map(Into::into).collect(),
            devices: view.devices,
            source: match view.is_detected {
                true => ActivitySource::Detected,
                false => ActivitySource::Import,
            },
            recordings: activity.recordings.into_iter().map(Into::into).collect(),
        }
    }
}

/// List activities, newest first.
#[utoipa::path(get, path = "/v1/sfdp/activities", tag = "Activities", operation_id = "listActivities",
    params(ActivitiesQuery), responses((status = 200, description = "A page of activities", body = ActivityPage)))]
pub(super) async fn list(
    State(state): State<AppState>,
    caller: Caller,
    Params(query): Params<ActivitiesQuery>,
) -> Result<Json<ActivityPage>, ApiError> {
    let limit = query.limit.unwrap_or(100);
    if !(1..=500).contains(&limit) {
        return Err(ApiError::invalid("limit", "must be 1 to 500"));
    }
    let selection = Selection {
        start: query.start_date,
        end: query.end_date,
        sport: query.sport,
        cursor: query.cursor,
    };
    let page = activities::list(&state, caller.user, selection, limit).await?;
    Ok(Json(ActivityPage {
        activities: page.activities.into_iter().map(Into::into).collect(),
        has_more: page.next.is_some(),
        next_cursor: page.next,
        damaged: page.damaged,
    }))
}

/// An activity with the figures of its points.
#[derive(Serialize, ToSchema)]
pub(crate) struct ActivityDetails {
    #[serde(flatten)]
    activity: ActivityView,
    /// The fields of the activity that no file states and that were computed from its points: `movingSeconds`,
    /// `distanceMeters` or `climbMeters`.
    #[schema(example = json!(["movingSeconds"]))]
    computed: Vec<&'static str>,
    figures: ActivityFigures,
    /// The inputs of the figures and their sources, as of `GET /v1/sfdp/metrics`.
    basis: MetricsBasis,
}

/// Get an activity with its figures.
#[utoipa::path(get, path = "/v1/sfdp/activities/{id}", tag = "Activities", operation_id = "getActivity",
    params(("id" = String, Path, description = "The id of the activity")),
    responses((status = 200, description = "The activity", body = ActivityDetails)))]
pub(super) async fn read(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<ActivityId>,
) -> Result<Json<ActivityDetails>, ApiError> {
    let mut activity = activities::read(&state, caller.user.clone(), id).await?;
    let details = activities::details(&state, caller.user, &activity).await?;
    let computed = details.computed.fill(&mut activity.view);
    let figures = ActivityFigures::of(details.figures, &activity.view);
    Ok(Json(ActivityDetails {
        activity: activity.into(),
        computed,
        figures,
        basis: details.basis.into(),
    }))
}

/// Which positions.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct TrackQuery {
    /// The maximum number of positions. They are chosen evenly and include the first and the last
    /// position.
    #[param(minimum = 2, maximum = 5000, default = 1000)]
    limit: Option<usize>,
}

/// The track of an activity.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ActivityTrack {
    /// The device that recorded the positions; null if there are none.
    device: Option<String>,
    /// The number of recorded positions.
    recorded_count: u64,
    /// The positions in order of time.
    positions: Vec<TrackPosition>,
}

/// A recorded position.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TrackPosition {
    /// The time of the position: RFC 3339, UTC.
    #[schema(format = DateTime)]
    timestamp: String,
    /// The latitude in degrees north.
    latitude: f64,
    /// The longitude in degrees east.
    longitude: f64,
    /// Metres above sea level; null if the device did not record it.
    altitude: Option<f64>,
}

/// Get the track of an activity: positions of the device that recorded the most.
///
/// Of more than `limit` positions, evenly chosen ones are returned.
#[utoipa::path(get, path = "/v1/sfdp/activities/{id}/track", tag = "Activities", operation_id = "getActivityTrack",
    params(("id" = String, Path, description = "The id of the activity"), TrackQuery),
    responses((status = 200, description = "The track", body = ActivityTrack)))]
pub(super) async fn track(
    State(state): State<AppState>,
    caller: Caller,
    Params(query): Params<TrackQuery>,
    PathParam(id): PathParam<ActivityId>,
) -> Result<Json<ActivityTrack>, ApiError> {
    let limit = query.limit.unwrap_or(1000);
    if !(2..=MAX_POSITIONS).contains(&limit) {
        let reason = format!("must be 2 to {MAX_POSITIONS}");
        return Err(ApiError::invalid("limit", reason));
    }
    let track = activities::track(&state, caller.user, id, limit).await?;
    let positions = track.positions.iter().map(|position| TrackPosition {
        timestamp: Timestamp(position.at).to_string(),
        latitude: position.latitude,
        longitude: position.longitude,
        altitude: position.altitude,
    });
    Ok(Json(ActivityTrack {
        device: track.device,
        recorded_count: track.recorded,
        positions: positions.collect(),
    }))
}

/// The fields of an activity to change. Null resets a field to the value of the files.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct UpdateActivityRequest {
    /// The sport: at most 64 of a-z, 0-9 and _.
    #[serde(default, deserialize_with = "lockstep_web::present")]
    #[schema(value_type = Option<String>, example = "cycling")]
    sport: Option<Option<String>>,
    /// The name, at most 200 characters.
    #[serde(default, deserialize_with = "lockstep_web::present")]
    #[schema(value_type = Option<String>, example = "Up the hill")]
    name: Option<Option<String>>,
    /// Notes, at most 2000 characters.
    #[serde(default, deserialize_with = "lockstep_web::present")]
    #[schema(value_type = Option<String>, example = "With Bob")]
    notes: Option<Option<String>>,
}

/// Update the sport, the name or the notes of an activity.
///
/// A missing field stays unchanged. Null resets a field to the value of the files.
#[utoipa::path(patch, path = "/v1/sfdp/activities/{id}", tag = "Activities", operation_id = "updateActivity",
    request_body = UpdateActivityRequest,
    params(("id" = String, Path, description = "The id of the activity")),
    responses((status = 200, description = "The updated activity", body = ActivityView)))]
pub(super) async fn update(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<String>,
    Body(body): Body<UpdateActivityRequest>,
) -> Result<Json<ActivityView>, ApiError> {
    // After the body, so that a wrong field is named first.
    let id: ActivityId = id.parse().map_err(|_| ApiError::not_found("activity"))?;
    let change = Change {
        sport: body.sport,
        name: body.name,
        notes: body.notes,
    };
    let activity = activities::change(&state, caller.owner(), id, change).await?;
    Ok(Json(activity.into()))
}

/// The range to search.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct DetectActivitiesRequest {
    /// The start of the range: RFC 3339, or a date in the profile's time zone. Default: 168 hours before the
    /// end.
    #[schema(example = "2026-01-01")]
    start_date: Option<String>,
    /// The end of the range; a date includes the whole day. Default: the latest point. At most 400 days after
    /// the start.
    #[schema(example = "2026-01-31")]
    end_date: Option<String>,
}

/// The activities that were detected.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DetectedActivities {
    /// The stored activities in order of time: at most 1000.
    activities: Vec<ActivityView>,
    /// Whether the range has more efforts than one request stores.
    has_more: bool,
    /// The `startDate` of the request that continues the detection, with the same `endDate`; null if there are no more
    /// efforts.
    #[schema(format = DateTime)]
    next_start_date: Option<String>,
}

/// Detect sustained efforts in the points of a range and store them as activities.
///
/// An effort has at least 10 minutes of moderate or higher intensity and lasts at most 3 days. Efforts
/// within stored activities are not stored again. A request stores at most 1000 activities;
/// `nextStartDate` is the start of the next request. If the account reaches its quota, the request
/// fails, and the activities stored before are kept.
#[utoipa::path(post, path = "/v1/sfdp/activities/detect", tag = "Activities", operation_id = "detectActivities",
    request_body = DetectActivitiesRequest,
    responses((status = 200, description = "The stored activities", body = DetectedActivities)))]
pub(super) async fn detect(
    State(state): State<AppState>,
    caller: Caller,
    Body(body): Body<DetectActivitiesRequest>,
) -> Result<Json<DetectedActivities>, ApiError> {
    let range = Query {
        start: body.start_date,
        end: body.end_date,
        ..Query::default()
    };
    let detected = activities::detect(&state, caller.owner(), range).await?;
    Ok(Json(DetectedActivities {
        has_more: detected.next.is_some(),
        next_start_date: detected.next.map(|next| next.to_string()),
        activities: detected.activities.into_iter().map(Into::into).collect(),
    }))
}

/// Renders an activity of an export.
pub(super) fn render(activity: Activity) -> Result<Vec<u8>, serde_json::Error> {
    serde_json::to_vec(&ActivityView::from(activity))
}

/// Whether the points are kept or deleted.
#[derive(Clone, Copy, Deserialize, PartialEq, Eq, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(title = "PointRetention")]
pub(crate) enum PointRetention {
    /// The points stay.
    Keep,
    /// The points are deleted.
    Delete,
}

/// The options for deleting an activity.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct DeleteActivityQuery {
    /// `delete` also deletes the points that the activity's own devices recorded between its start and
    /// its end.
    #[param(inline, default = "keep")]
    points: Option<PointRetention>,
}

/// The result of deleting an activity.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeletedActivity {
    /// The number of deleted points.
    deleted_points: u64,
}

/// Delete an activity. Its points are kept unless `points=delete`.
#[utoipa::path(delete, path = "/v1/sfdp/activities/{id}", tag = "Activities", operation_id = "deleteActivity",
    params(("id" = String, Path, description = "The id of the activity"), DeleteActivityQuery),
    responses((status = 200, description = "The activity was deleted", body = DeletedActivity)))]
pub(super) async fn delete(
    State(state): State<AppState>,
    caller: Caller,
    Params(query): Params<DeleteActivityQuery>,
    PathParam(id): PathParam<ActivityId>,
) -> Result<Json<DeletedActivity>, ApiError> {
    let with_points = query.points == Some(PointRetention::Delete);
    let deleted_points = activities::delete(&state, caller.owner(), id, with_points).await?;
    Ok(Json(DeletedActivity { deleted_points }))
}
