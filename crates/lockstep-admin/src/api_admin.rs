//! Area C: the handlers.

mod audit_logs;
mod settings;

use lockstep_web::{AppState, Permission, Routes};
use utoipa_axum::routes;

pub(crate) fn routes() -> Routes<AppState> {
    Routes::new()
        .allow(Permission::ReadAdministration, routes!(audit_logs::read))
        .allow(Permission::ReadAdministration, routes!(settings::get))
        .allow(Permission::Administer, routes!(settings::update))
}
