//! The handlers of the administration API.

mod alerts;
mod analytics;
mod audit_links;
mod audit_logs;
mod backups;
pub(crate) mod channels;
mod root_key;
mod settings;
mod sign_ins;
mod tiers;

use lockstep_web::{AppState, Permission, Routes};
use utoipa_axum::routes;

pub(crate) fn routes() -> Routes<AppState> {
    Routes::new()
        .allow(Permission::ReadAdministration, routes!(audit_logs::read))
        .allow(Permission::ReadAdministration, routes!(audit_logs::verify))
        .allow(Permission::ReadAdministration, routes!(audit_links::list))
        .allow(Permission::ReadInstallation, routes!(backups::list))
        .allow(Permission::Administer, routes!(backups::create))
        .allow(Permission::Administer, routes!(root_key::test))
        .allow(Permission::ReadOwn, routes!(sign_ins::unusual))
        .allow(Permission::ReadAdministration, routes!(analytics::read))
        .allow(Permission::ReadAdministration, routes!(alerts::list))
        .allow(Permission::Administer, routes!(alerts::acknowledge))
        .allow(Permission::ReadAdministration, routes!(settings::get))
        .allow(Permission::Administer, routes!(settings::update))
        .allow(Permission::ReadOwn, routes!(channels::open))
        .allow(Permission::ReadAdministration, routes!(tiers::list))
        .allow(Permission::Administer, routes!(tiers::update))
}
