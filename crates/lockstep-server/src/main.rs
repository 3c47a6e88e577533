//! The binary `lockstep`.

use std::process::ExitCode;

fn main() -> ExitCode {
    lockstep_server::cli::main()
}
