//! `POST /v1/admin/root-key/test`.

use axum::Json;
use axum::extract::State;
use lockstep_vault::RootSource;
use lockstep_web::{ApiError, AppState, Caller, EmptyBody};
use serde::Serialize;
use utoipa::ToSchema;

use crate::operations::root_key::{self, TestedRootKey};
use crate::root_key::RootKeyProblem;

/// Where the root key is kept.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RootKeySource {
    /// A credential of the service manager.
    Credential,
    /// A file that the configuration names.
    File,
    /// A variable of the environment.
    Environment,
    /// The output of a program.
    Command,
    /// The file `root.key` in the folder of secrets, which the first start created.
    Created,
}

/// The result of a test of the root key.
#[derive(Serialize, ToSchema)]
pub(crate) struct RootKeyTest {
    source: RootKeySource,
    /// Whether the root key, as it is kept now, opens the keys of this installation.
    opens: bool,
    /// The problem; null if the key opens the installation.
    problem: Option<RootKeyProblem>,
}

impl From<TestedRootKey> for RootKeyTest {
    fn from(tested: TestedRootKey) -> Self {
        Self {
            source: match tested.source {
                RootSource::Credential(_) => RootKeySource::Credential,
                RootSource::File(_) => RootKeySource::File,
                RootSource::Variable(_) => RootKeySource::Environment,
                RootSource::Command(_) => RootKeySource::Command,
                RootSource::Unconfigured => RootKeySource::Created,
            },
            opens: tested.problem.is_none(),
            problem: tested.problem,
        }
    }
}

/// Test the root key where it is kept.
///
/// The server reads the root key again and compares it with the record that checks it. The response contains neither the key nor
/// a path. The running server goes on with the key in its memory, so that a lost key otherwise shows only at the next start.
#[utoipa::path(post, path = "/v1/admin/root-key/test", tag = "Administration", operation_id = "testRootKey",
    responses((status = 200, description = "The result of the test", body = RootKeyTest)))]
pub(super) async fn test(
    State(state): State<AppState>,
    caller: Caller,
    _: EmptyBody,
) -> Result<Json<RootKeyTest>, ApiError> {
    let tested = root_key::test(&state, caller.owner()).await?;
    Ok(Json(RootKeyTest::from(tested)))
}
