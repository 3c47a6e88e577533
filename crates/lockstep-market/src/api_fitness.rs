//! The fitness API of the marketplace: data tokens, items, purchases and the ledger, under
//! `/v1/sfdp/marketplace`.

mod access;
pub(crate) mod claims;
mod grants;
mod items;
pub(crate) mod ledger;
mod offers;
mod prices;
mod purchases;
pub(crate) mod tokens;

use lockstep_web::{AppState, Permission, Routes};
use utoipa_axum::routes;

pub(crate) fn routes() -> Routes<AppState> {
    Routes::new()
        .allow(Permission::ReadOwn, routes!(ledger::read))
        .allow(Permission::WriteOwn, routes!(tokens::create))
        .allow(Permission::ReadOwn, routes!(tokens::list))
        .allow(Permission::ReadOwn, routes!(tokens::read))
        .allow(Permission::WriteOwn, routes!(tokens::withdraw))
        .allow(Permission::ReadOwn, routes!(tokens::certificate))
        .allow(Permission::WriteOwn, routes!(claims::attach))
        .allow(Permission::ReadOwn, routes!(claims::list))
        .allow(Permission::WriteOwn, routes!(access::buy))
        // A read consumes a use, so a key needs the right to write, and HEAD is refused.
        .allow(Permission::WriteOwn, routes!(access::data))
        .allow(Permission::WriteOwn, routes!(access::aggregate))
        .allow(Permission::ReadOwn, routes!(offers::search))
        .allow(Permission::ReadOwn, routes!(prices::compare))
        .allow(Permission::ReadOwn, routes!(grants::list))
        .allow(Permission::ReadOwn, routes!(items::list))
        .allow(Permission::ReadOwn, routes!(items::read))
        .allow(Permission::WriteOwn, routes!(items::buy))
        .allow(Permission::ReadOwn, routes!(purchases::list))
        .allow(Permission::ReadOwn, routes!(purchases::read))
        .allow(Permission::ReadOwn, routes!(purchases::receipt))
        .allow(Permission::WriteOwn, routes!(purchases::refund))
}
