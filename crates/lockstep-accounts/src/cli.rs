//! `lockstep user` and `lockstep key`: accounts and API keys on the command line.

mod api_key;
mod user;

use lockstep_web::Subcommand;

pub(crate) const SUBCOMMANDS: &[Subcommand] = &[user::SUBCOMMAND, api_key::SUBCOMMAND];
