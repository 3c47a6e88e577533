//! The administration API of the marketplace.

mod approvals;
mod items;
mod ledger;
mod settlements;

use lockstep_web::{AppState, Permission, Routes};
use utoipa_axum::routes;

pub(crate) fn routes() -> Routes<AppState> {
    Routes::new()
        .allow(Permission::Administer, routes!(settlements::enter))
        .allow(Permission::ReadAdministration, routes!(ledger::read))
        .allow(Permission::ReadAdministration, routes!(items::list))
        .allow(Permission::Administer, routes!(items::create))
        .allow(Permission::Administer, routes!(items::update))
        .allow(Permission::ReadAdministration, routes!(approvals::list))
        .allow(Permission::Administer, routes!(approvals::approve))
}
