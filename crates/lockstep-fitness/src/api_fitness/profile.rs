//! `/profile`.

use axum::Json;
use axum::extract::State;
use lockstep_web::{ApiError, AppState, Body, Caller};

use crate::operations::profile;
use crate::profile::{Profile, ProfileChange};

/// Get the caller's profile.
#[utoipa::path(get, path = "/v1/sfdp/profile", tag = "Profile", operation_id = "getProfile",
    responses((status = 200, description = "The profile; unknown fields are null", body = Profile)))]
pub(super) async fn read(
    State(state): State<AppState>,
    caller: Caller,
) -> Result<Json<Profile>, ApiError> {
    Ok(Json(profile::read(&state, caller.user).await?))
}

/// Replace the caller's profile. A missing field becomes unknown; use `PATCH` to change single fields.
#[utoipa::path(put, path = "/v1/sfdp/profile", tag = "Profile", operation_id = "replaceProfile",
    request_body = Profile,
    responses((status = 200, description = "The updated profile", body = Profile)))]
pub(super) async fn replace(
    State(state): State<AppState>,
    caller: Caller,
    Body(body): Body<Profile>,
) -> Result<Json<Profile>, ApiError> {
    Ok(Json(profile::replace(&state, caller.owner(), body).await?))
}

/// Change single fields of the caller's profile.
///
/// The body is a JSON merge patch (RFC 7396): a field of the body replaces the stored one,
/// null removes it, and a missing field stays unchanged.
#[utoipa::path(patch, path = "/v1/sfdp/profile", tag = "Profile", operation_id = "updateProfile",
    request_body = ProfileChange,
    responses((status = 200, description = "The updated profile", body = Profile)))]
pub(super) async fn change(
    State(state): State<AppState>,
    caller: Caller,
    Body(body): Body<ProfileChange>,
) -> Result<Json<Profile>, ApiError> {
    Ok(Json(profile::change(&state, caller.owner(), body).await?))
}
