//! Computes the analytics from the figures of all capabilities.

use lockstep_store::id::UserId;
use lockstep_store::outbox::PLATFORM;
use lockstep_store::{Event, StoreError};
use lockstep_web::capability;
use lockstep_web::figures::{FigureScope, Figures};
use lockstep_web::{ApiError, AppState};

use crate::alert::Alert;
use crate::analytics::{AnalyticsRange, Overview};
use crate::events::ANALYTICS_OVERVIEW;
use crate::machine::Health;
use crate::memory::AdminMemory;
use crate::store;

/// The figures of a range, and the state of the machine.
pub(crate) struct Analytics {
    pub(crate) figures: Figures,
    pub(crate) health: Health,
    /// The rules that hold now.
    pub(crate) alerts: Vec<Alert>,
}

/// Computes the analytics of all accounts, or of one account by its id.
///
/// # Errors
/// The account does not exist.
pub(crate) async fn read(
    state: &AppState,
    account: Option<UserId>,
    range: AnalyticsRange,
) -> Result<Analytics, ApiError> {
    if let Some(id) = &account
        && !state.is_known(id.clone()).await?
    {
        return Err(ApiError::not_found("user"));
    }
    let scope = scope(state, account, range);
    let figures = match scope.user {
        // The last period of the report has only begun: a reader cannot tell whether it lacks the last seconds. Nothing is
        // decided by it, stored or kept in memory.
        None => figures_of_all(state, scope).await?,
        // The person may compare it with what the account has just stored.
        Some(_) => figures(state, scope).await?,
    };
    let alerts = state
        .db
        .read::<_, StoreError, _>("admin.alerts.open", store::open);
    Ok(Analytics {
        figures,
        health: AdminMemory::of(state)?.health(state),
        alerts: alerts.await?,
    })
}

/// Computes the overview of the last 30 days, and writes the event `analytics.overview` if it has changed since the
/// last call. Returns whether it has.
///
/// The socket of administration calls this at most every ten seconds, and only while a client listens. The event
/// wakes its subscribers.
///
/// # Errors
/// [`StoreError`], as an API error.
pub async fn notify_overview(state: &AppState) -> Result<bool, ApiError> {
    // Not from a replica: the overview is kept in memory, and decides whether an event is written.
    let figures = figures(state, scope(state, None, AnalyticsRange::Month)).await?;
    let overview = Overview::of(&figures);
    if !AdminMemory::of(state)?.is_new(&overview) {
        return Ok(false);
    }
    let payload = serde_json::to_value(&overview)
        .map_err(|error| ApiError::internal(format!("overview: {error}")))?;
    let written = state
        .db
        .write::<_, StoreError, _>("admin.overview.notify", move |tx| {
            tx.event(&Event {
                user: PLATFORM,
                kind: ANALYTICS_OVERVIEW,
                payload: payload.clone(),
            })
            .map(drop)
        });
    written.await?;
    Ok(true)
}

fn scope(state: &AppState, user: Option<UserId>, range: AnalyticsRange) -> FigureScope {
    FigureScope {
        user,
        span: range.span(state.clock.now()),
    }
}

async fn figures(state: &AppState, scope: FigureScope) -> Result<Figures, ApiError> {
    let capabilities = state.capabilities();
    let figures = state
        .db
        .read::<_, StoreError, _>("admin.analytics", move |tx| {
            capability::figures(capabilities, tx, &scope)
        });
    Ok(figures.await?)
}

/// As [`figures`], of all accounts; the last seconds may be missing.
async fn figures_of_all(state: &AppState, scope: FigureScope) -> Result<Figures, ApiError> {
    let capabilities = state.capabilities();
    let figures = state
        .db
        .read_stale::<_, StoreError, _>("admin.analytics", move |tx| {
            capability::figures(capabilities, tx, &scope)
        });
    Ok(figures.await?)
}
