//! The caller's own sign-ins: `/api/auth/sessions`.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use lockstep_store::id::SessionId;
use lockstep_web::{ApiError, Area, Caller, PageQuery, Params, PathParam};
use serde::Serialize;
use utoipa::ToSchema;

use crate::credential::{CredentialId, Session};
use crate::operations::Accounts;

/// A sign-in. Addresses and user agents are not stored.
#[derive(Serialize, ToSchema)]
#[schema(as = Session)]
pub(crate) struct SessionView {
    /// The id of the sign-in, which begins with `ses_`.
    #[schema(example = "ses_01h455vb4pex5vsknk084sn02q")]
    id: String,
    /// The time of the sign-in, in UTC.
    #[schema(format = DateTime)]
    created_at: String,
    /// The time of the last use, to the minute; null before the first request.
    #[schema(format = DateTime)]
    last_used_at: Option<String>,
    /// The expiry, unless the tokens are refreshed before.
    #[schema(format = DateTime)]
    expires_at: String,
    /// Whether this request uses the sign-in.
    current: bool,
}

impl SessionView {
    fn new(session: &Session, current: Option<&SessionId>) -> Self {
        Self {
            current: current == Some(&session.id),
            id: session.id.to_string(),
            created_at: session.created_at.to_string(),
            last_used_at: session.last_used.map(|at| at.to_string()),
            expires_at: session.expires_at.to_string(),
        }
    }
}

/// A page of sign-ins, newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct SessionPage {
    /// The sign-ins on this page.
    sessions: Vec<SessionView>,
    /// The number of sign-ins on all pages.
    total: u64,
    /// The number of this page, from 1.
    page: u32,
    /// The maximum number of entries per page: the requested one or the default.
    limit: u32,
}

/// List the caller's sign-ins.
#[utoipa::path(get, path = "/api/auth/sessions", tag = "Sign-in", operation_id = "listSessions",
    params(PageQuery), responses((status = 200, description = "A page of sign-ins", body = SessionPage)))]
pub(super) async fn list_sessions(
    State(accounts): State<Accounts>,
    caller: Caller,
    uri: Uri,
    Params(query): Params<PageQuery>,
) -> Result<(HeaderMap, Json<SessionPage>), ApiError> {
    let paging = query.paging(Area::Platform)?;
    let found = accounts.sessions(&caller, paging).await?;
    let current = found.current.as_ref();
    let sessions = found.page.into_iter();
    let page = SessionPage {
        sessions: sessions
            .map(|session| SessionView::new(&session, current))
            .collect(),
        total: found.total,
        page: paging.page,
        limit: paging.limit,
    };
    Ok((paging.links(&uri, found.total), Json(page)))
}

/// The result of ending a sign-in.
#[derive(Serialize, ToSchema)]
pub(crate) struct RevokedSession {
    /// Always true: the tokens of the sign-in are refused from now on.
    deleted: bool,
}

/// End a sign-in of the caller and revoke its tokens.
#[utoipa::path(delete, path = "/api/auth/sessions/{id}", tag = "Sign-in", operation_id = "revokeSession",
    params(("id" = String, Path, description = "The id of the sign-in")),
    responses((status = 200, description = "The sign-in has ended", body = RevokedSession)))]
pub(super) async fn revoke_session(
    State(accounts): State<Accounts>,
    caller: Caller,
    PathParam(id): PathParam<SessionId>,
) -> Result<Json<RevokedSession>, ApiError> {
    let id = CredentialId::Session(id);
    accounts.revoke_one(caller.actor(), caller.user, id).await?;
    Ok(Json(RevokedSession { deleted: true }))
}
