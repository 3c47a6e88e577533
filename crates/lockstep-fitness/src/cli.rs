//! `lockstep import`, `lockstep export` and `lockstep activities`.

mod activities;
mod export;
mod import;

use lockstep_store::id::UserId;
use lockstep_web::subcommand::operator_text;
use lockstep_web::{AppState, Subcommand};

pub(crate) const SUBCOMMANDS: &[Subcommand] = &[
    import::SUBCOMMAND,
    export::SUBCOMMAND,
    activities::SUBCOMMAND,
];

/// Returns the account with this id, user name or e-mail address.
async fn account(state: &AppState, name: String) -> Result<UserId, String> {
    state.account_named(name).await.map_err(operator_text)
}
