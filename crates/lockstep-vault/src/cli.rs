//! `lockstep audit`, `lockstep attestation` and `lockstep clock`: the audit log, the key that the
//! platform signs with, and the clock on the command line.

mod attestation;
mod audit;
mod clock;

use lockstep_web::Subcommand;

pub(crate) const SUBCOMMANDS: &[Subcommand] = &[
    audit::SUBCOMMAND,
    attestation::SUBCOMMAND,
    clock::SUBCOMMAND,
];
