//! The arguments of the command line, as `--help` describes them.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, CommandFactory, Parser, Subcommand};
use lockstep_documents::{Fingerprint, Nonce};
use lockstep_store::Timestamp;
use lockstep_store::id::UserId;

use crate::app::subcommands;

/// A self-hosted, privacy-preserving platform for fitness data.
#[derive(Parser)]
#[command(name = "lockstep", version, about, long_about = LONG_ABOUT, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) general: General,
    #[command(subcommand)]
    pub(crate) command: CliCommand,
}

/// The options of every command.
#[derive(Args)]
pub(crate) struct General {
    /// A TOML file; `lockstep config check` prints the resulting configuration.
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// The data directory [default: ./lockstep-data].
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Print JSON on standard output and no progress, for programs.
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

const LONG_ABOUT: &str = "A self-hosted, privacy-preserving platform for fitness data.

  lockstep demo                a server with made-up data, and its answers
  lockstep demo ride.fit       the same with a recording of yours
  lockstep serve               the platform, on 127.0.0.1:8420, data in ./lockstep-data

Commands that work on a data directory are sent to the running server of that directory, if there is one.";

/// The server's own commands; capabilities bring the others. `display_order` gives the position in
/// the help, which those of capabilities share.
#[derive(Subcommand)]
pub(crate) enum CliCommand {
    /// Run the platform.
    #[command(display_order = 10)]
    Serve(Serve),
    /// Start a server in a new directory, fill it with data over HTTP, and print its responses.
    #[command(display_order = 20)]
    Demo(Demo),
    /// Create, check and restore backups of the store.
    #[command(subcommand, display_order = 80)]
    Backup(Backup),
    /// Move the store of a stopped server to PostgreSQL, or back.
    ///
    /// With --prepare, copies the tables while the server runs, and moves nothing. The move then copies only the rows that differ, so
    /// that the server is stopped for a shorter time. Compares every row and verifies the audit chain. The original stays. If a
    /// copy is interrupted, run the command again. The keys move with the tables.
    #[command(display_order = 85)]
    Migrate(Migrate),
    /// Manage the root key, which encrypts all other keys.
    #[command(subcommand, display_order = 90)]
    RootKey(RootKey),
    /// Check documents that a platform signed, without a server.
    ///
    /// Documents are receipts of erasures, checkpoints, and claims about an account's days with their
    /// proofs. Needs no account and no data directory.
    /// Accepts the server's responses unchanged: a document, an erasure, a page of erasures, or a job.
    /// Ends with status 0 if the document is valid, 1 if it is not valid, 2 if the file is not a signed
    /// document.
    #[command(display_order = 120)]
    Verify(Verify),
    /// Serve the Model Context Protocol on standard input and output.
    ///
    /// It is for assistants that start their servers themselves. Passes messages to the running server, with the API
    /// key in LOCKSTEP_API_KEY.
    #[command(display_order = 125)]
    Mcp(Mcp),
    /// Check keys, pages, rows, the audit log, the disk, the clock and the network settings.
    ///
    /// Repairs rows that can be computed again, and ends with status 1 if a check fails. Ctrl-C stops the check, also
    /// in a running server.
    #[command(display_order = 130)]
    Doctor,
    /// Open every stored row, repair values that can be computed again, and name the damaged rows.
    ///
    /// Opens every chunk, key, audit entry, profile and derived row. Ends with status 1 if any is damaged. Damaged
    /// chunks are set aside; only their own points are lost. Ctrl-C stops the scrub, also in a running server.
    #[command(display_order = 140)]
    Scrub(Scrub),
    /// Check the configuration.
    #[command(subcommand, display_order = 150)]
    Config(ConfigAsk),
    /// Print the OpenAPI document that the server serves.
    #[command(hide = true, display_order = 160)]
    Openapi,
    /// Print completions for a shell.
    #[command(display_order = 170)]
    Completions(Completions),
    /// Write the manual pages of all commands into a directory: `lockstep.1`, `lockstep-serve.1` and so on.
    #[command(display_order = 180)]
    Man(Man),
}

#[derive(Args)]
pub(crate) struct Serve {
    /// The address of the API [default: 127.0.0.1:8420].
    #[arg(long, value_name = "ADDR")]
    pub(crate) listen: Option<SocketAddr>,
}

#[derive(Args)]
pub(crate) struct Migrate {
    /// `postgres`, which is the database of store.url; another address, postgres://…; or `sqlite`, which
    /// moves the tables of store.url into lockstep.db. Other users of this machine can see an address on
    /// the command line: keep one with a password in LOCKSTEP_STORE_URL.
    #[arg(long, value_name = "ENGINE")]
    pub(crate) to: String,
    /// Copy the tables beside the running server, without an effect on it. Can be repeated: each time, the
    /// rows that differ are copied.
    #[arg(long)]
    pub(crate) prepare: bool,
}

#[derive(Args)]
pub(crate) struct Mcp {
    /// The URL of the server on this machine [default: LOCKSTEP_URL, or http://127.0.0.1:8420].
    #[arg(long, value_name = "URL")]
    pub(crate) url: Option<String>,
}

#[derive(Args)]
pub(crate) struct Scrub {
    /// First accept the stored rows of this account as they are, even if they are not the rows
    /// written last. Use it after a manual restore, or to end the report of a loss that cannot be
    /// repaired.
    #[arg(long, value_name = "ACCOUNT")]
    pub(crate) accept_rows: Option<UserId>,
}

#[derive(Args)]
pub(crate) struct Completions {
    /// The shell.
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Args)]
pub(crate) struct Man {
    /// The directory; it must exist.
    pub(crate) directory: PathBuf,
}

#[derive(Args)]
pub(crate) struct Demo {
    /// Your own recordings, imported in addition to the made-up data.
    pub(crate) files: Vec<PathBuf>,
    /// Exit after printing instead of continuing to serve.
    #[arg(long)]
    pub(crate) once: bool,
    /// Keep the demo's data and the proof's document in this directory, which must be new or empty.
    #[arg(long, value_name = "DIR")]
    pub(crate) directory: Option<PathBuf>,
    /// The address of the API, which must be one of this machine alone [default: a free port if 127.0.0.1:8420 is in
    /// use].
    #[arg(long, value_name = "ADDR")]
    pub(crate) listen: Option<SocketAddr>,
}

#[derive(Subcommand)]
pub(crate) enum RootKey {
    /// Replace the root key by the key in a file. The server must be stopped. The new key cannot
    /// open older backups.
    Replace {
        /// The file with the new root key, readable by its owner only.
        file: PathBuf,
        /// Generate a new root key into that file, which must not exist.
        #[arg(long)]
        generate: bool,
    },
}

#[derive(Args)]
pub(crate) struct Verify {
    /// The file of the document; - is standard input.
    pub(crate) file: PathBuf,
    /// The fingerprint of the expected signer, obtained from another source.
    #[arg(long, value_name = "FINGERPRINT")]
    pub(crate) attester: Option<Fingerprint>,
    /// The signer's public key, obtained from another source: base 64, or the answer of `GET
    /// /v1/encryption/attestation-key`.
    #[arg(long, value_name = "FILE")]
    pub(crate) key: Option<PathBuf>,
    /// The answer of `GET /v1/encryption/attestation-key` with the rotations of the signer's key.
    /// Documents of every key in this chain are accepted, except those dated after their key was
    /// replaced.
    #[arg(long, value_name = "FILE")]
    pub(crate) chain: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) expected: DocumentExpectations,
}

#[derive(Subcommand)]
pub(crate) enum Backup {
    /// Copy the store into a new folder while the server runs. A running server completes the copy even
    /// after Ctrl-C.
    Create {
        /// The new folder; it must not exist.
        folder: PathBuf,
    },
    /// Check that a backup can be used, without changing it.
    Verify {
        /// The folder of the backup.
        folder: PathBuf,
        /// Also restore the backup into a temporary folder below this one, open it there, compare
        /// it with the backup, and remove it.
        #[arg(long, value_name = "DIR")]
        restore: Option<PathBuf>,
    },
    /// Restore a backup into a data directory without a store. Existing keys are kept. Accounts
    /// that were erased after the backup are erased again.
    Restore {
        /// The folder of the backup.
        folder: PathBuf,
        /// The receipt of an erasure after the backup, if the folder of secrets with its list of
        /// erased accounts is lost. May be given several times.
        #[arg(long = "erasure-receipt", value_name = "FILE")]
        erasure_receipts: Vec<PathBuf>,
    },
    /// Continue with a lockstep.db (or a PostgreSQL database) or a keys.db that is older than the other,
    /// after `serve` refused them. Data that only the newer files contained is lost. Keys that lockstep.db does
    /// not name are kept unused.
    AcceptRollback,
}

#[derive(Subcommand)]
pub(crate) enum ConfigAsk {
    /// Read the configuration as `serve` does, and print the resulting values.
    Check,
}

/// The expectations of the caller about a document, in addition to its signer.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct DocumentExpectations {
    /// The expected audience of the claim. A claim that names an audience is refused without this
    /// option.
    #[arg(long, value_name = "TEXT", value_parser = named)]
    pub audience: Option<String>,
    /// The expected nonce of the claim, in base 64. A claim that contains a nonce is refused without
    /// this option.
    #[arg(long, value_name = "BASE64")]
    pub nonce: Option<Nonce>,
    /// Verify as of this time (RFC 3339) instead of now. Documents that were signed later, and claims
    /// that had expired by then, are refused.
    #[arg(long, value_name = "TIME")]
    pub at: Option<Timestamp>,
    /// Accept claims of the format lockstep-proof/1, which do not state the omitted points.
    #[arg(long)]
    pub accept_proof_1: bool,
}

fn named(text: &str) -> Result<String, String> {
    match text {
        "" => Err("must not be empty: leave the option out".to_owned()),
        text => Ok(text.to_owned()),
    }
}

/// The whole command line: the server's own commands and those of every capability.
pub(crate) fn command() -> clap::Command {
    let own = Cli::command();
    subcommands().fold(own, |all, one| all.subcommand((one.command)()))
}
