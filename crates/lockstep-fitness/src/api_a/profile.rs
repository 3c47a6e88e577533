//! `/profile`.

use axum::Json;
use axum::extract::State;
use lockstep_web::{Body, Caller, Fault, House};

use super::owner;
use crate::operations::profile;
use crate::profile::Profile;

/// What you said of yourself.
#[utoipa::path(get, path = "/v1/sfdp/profile", tag = "Profile", operation_id = "getProfile",
    responses((status = 200, description = "The profile; null where nothing is known", body = Profile)))]
pub(super) async fn read(
    State(house): State<House>,
    caller: Caller,
) -> Result<Json<Profile>, Fault> {
    Ok(Json(profile::read(&house, caller.user).await?))
}

/// Say it anew; what is left out is not known any more.
#[utoipa::path(put, path = "/v1/sfdp/profile", tag = "Profile", operation_id = "replaceProfile",
    request_body = Profile,
    responses((status = 200, description = "The profile as it stands", body = Profile)))]
pub(super) async fn replace(
    State(house): State<House>,
    caller: Caller,
    Body(body): Body<Profile>,
) -> Result<Json<Profile>, Fault> {
    Ok(Json(profile::replace(&house, owner(&caller), body).await?))
}
