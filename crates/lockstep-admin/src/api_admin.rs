//! Area C: the handlers.

mod audit_logs;

use lockstep_web::{AppState, Permission, Routes};
use utoipa_axum::routes;

pub(crate) fn routes() -> Routes<AppState> {
    Routes::new().allow(Permission::ReadAdministration, routes!(audit_logs::read))
}
