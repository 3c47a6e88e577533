//! The arguments of the command line, as `--help` describes them.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use lockstep_store::id::UserId;
use lockstep_vault::Fingerprint;

use crate::commands::verify::Expected;

/// A self-hosted, privacy-preserving platform for fitness data.
#[derive(Parser)]
#[command(name = "lockstep", version, about, long_about = LONG, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) general: General,
    #[command(subcommand)]
    pub(crate) command: CliCommand,
}

/// The options of every command.
#[derive(Args)]
pub(crate) struct General {
    /// A TOML file; `lockstep config check` shows what it comes to.
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// The data directory [default: ./lockstep-data].
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Answers for programs: JSON on standard output, no progress.
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

const LONG: &str = "A self-hosted, privacy-preserving platform for fitness data.

  lockstep demo                a server with made-up data, and what it says of it
  lockstep demo ride.fit       the same with a recording of yours
  lockstep serve               the platform, on 127.0.0.1:8420, data in ./lockstep-data

Commands that work on a data directory go to the server that holds it, if one does.";

/// The server's own commands; capabilities bring the others. `display_order` gives the position in
/// the help, which those of capabilities share.
#[derive(Subcommand)]
pub(crate) enum CliCommand {
    /// Run the platform.
    #[command(display_order = 10)]
    Serve(Serve),
    /// Start a server on a fresh directory, fill it over HTTP, show what it says.
    #[command(display_order = 20)]
    Demo(Demo),
    /// Import recordings and exports: FIT, TCX, GPX, Apple Health, Google, Fitbit, Garmin, Strava, Health
    /// Connect, Open mHealth, CSV; plain, gzipped or zipped.
    #[command(display_order = 30)]
    Import(Import),
    /// Export points into a new file: CSV, Open mHealth or FHIR R4. Ends with 1 where points are left
    /// out, and says under which key.
    #[command(display_order = 40)]
    Export(Export),
    /// Copies of the store.
    #[command(subcommand, display_order = 80)]
    Backup(Backup),
    /// The root key, under which all other keys are.
    #[command(subcommand, display_order = 90)]
    RootKey(RootKey),
    /// Check what a platform signed (receipts of erasures, checkpoints) and claims about one's own days
    /// with their proofs, alone: no server, no account, no data directory. Takes what the server answered
    /// as it is: a document, an erasure or a page of them, a job. Ends with 0 where it holds, 1 where it does not, 2 where it is no such
    /// document.
    #[command(display_order = 120)]
    Verify(Verify),
    /// Look at the store's health.
    #[command(display_order = 130)]
    Doctor,
    /// Open every chunk, key, audit entry, profile and derived row, and name what is damaged. Ends with 1
    /// where anything is. Damaged chunks are set aside: they cost their own points and no other.
    #[command(display_order = 140)]
    Scrub(Scrub),
    /// The configuration.
    #[command(subcommand, display_order = 150)]
    Config(ConfigAsk),
    /// The OpenAPI document, as the server would answer it.
    #[command(hide = true, display_order = 160)]
    Openapi,
    /// Completions for a shell, on standard output.
    #[command(display_order = 170)]
    Completions(Completions),
}

#[derive(Args)]
pub(crate) struct Serve {
    /// Where the API listens [default: 127.0.0.1:8420].
    #[arg(long, value_name = "ADDR")]
    pub(crate) listen: Option<SocketAddr>,
}

#[derive(Args)]
pub(crate) struct Import {
    /// The recordings.
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// For whom.
    #[arg(long, default_value = "admin")]
    pub(crate) user: String,
    /// Whose rows, where a file holds several people.
    #[arg(long)]
    pub(crate) participant: Option<String>,
}

#[derive(Args)]
pub(crate) struct Export {
    /// The file; must not exist.
    pub(crate) file: PathBuf,
    /// csv (which `import` reads back exactly), omh or fhir.
    #[arg(long, default_value = "csv", value_parser = ["csv", "omh", "fhir"])]
    pub(crate) format: String,
    /// Whose.
    #[arg(long, default_value = "admin")]
    pub(crate) user: String,
    /// From this date or moment on.
    #[arg(long)]
    pub(crate) from: Option<String>,
    /// Up to this date (the whole of it) or moment.
    #[arg(long)]
    pub(crate) to: Option<String>,
    /// Only this type.
    #[arg(long = "type")]
    pub(crate) kind: Option<String>,
    /// Only this device.
    #[arg(long)]
    pub(crate) device: Option<String>,
}

#[derive(Args)]
pub(crate) struct Scrub {
    /// First accept the stored rows of this account as they are, although they are not the ones last
    /// written: after a restore by hand, or to end the report of a loss that cannot be mended.
    #[arg(long, value_name = "ACCOUNT")]
    pub(crate) accept_rows: Option<UserId>,
}

#[derive(Args)]
pub(crate) struct Completions {
    /// Which shell.
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Args)]
pub(crate) struct Demo {
    /// Recordings of yours, imported beside the made-up data.
    pub(crate) files: Vec<PathBuf>,
    /// End after printing, instead of staying up.
    #[arg(long)]
    pub(crate) once: bool,
    /// Keep the demo's data and the proof's document in this directory, which must be new or empty.
    #[arg(long, value_name = "DIR")]
    pub(crate) directory: Option<PathBuf>,
    /// Where the API listens; where the default is taken, a free port.
    #[arg(long, value_name = "ADDR")]
    pub(crate) listen: Option<SocketAddr>,
}

#[derive(Subcommand)]
pub(crate) enum RootKey {
    /// Replace it by the one in a file. The server must not run; older backups open nothing afterwards.
    Replace {
        /// The file with the new root key, closed to others.
        file: PathBuf,
        /// Make a new root key in that file, which must not exist.
        #[arg(long)]
        generate: bool,
    },
}

#[derive(Args)]
pub(crate) struct Verify {
    /// The document; - is standard input.
    pub(crate) file: PathBuf,
    /// The fingerprint of the signer you expect, as you learned it elsewhere.
    #[arg(long, value_name = "FINGERPRINT")]
    pub(crate) attester: Option<Fingerprint>,
    /// The signer's public key, as you learned it elsewhere: base 64, or what
    /// `GET /v1/encryption/attestation-key` answered.
    #[arg(long, value_name = "FILE")]
    pub(crate) key: Option<PathBuf>,
    /// What `GET /v1/encryption/attestation-key` answered: the rotations of the signer's key. A document of
    /// any key of the chain is accepted for the one you named, and none that is dated after its key was
    /// replaced.
    #[arg(long, value_name = "FILE")]
    pub(crate) chain: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) expected: Expected,
}

#[derive(Subcommand)]
pub(crate) enum Backup {
    /// Copy the store into a new folder, while the server runs.
    Create {
        /// The folder; must not exist.
        folder: PathBuf,
    },
    /// Prove that a backup can be used, without touching it.
    Verify {
        /// The folder.
        folder: PathBuf,
        /// Also restore it into a temporary folder below this one, open it there, compare it with the
        /// backup, and remove it.
        #[arg(long, value_name = "DIR")]
        restore: Option<PathBuf>,
    },
    /// Put a backup into a data directory that holds no store yet. Keys that are there already stay. Accounts
    /// that were erased since the backup was made are erased again.
    Restore {
        /// The folder.
        folder: PathBuf,
        /// A receipt of an erasure after the backup, where the folder of secrets with its list of erased
        /// accounts is lost; may be given several times.
        #[arg(long = "erasure-receipt", value_name = "FILE")]
        erasure_receipts: Vec<PathBuf>,
    },
    /// Go on with a lockstep.db or keys.db that is older than the other, after `serve` refused them.
    /// What only the newer files held is lost; keys that lockstep.db does not name are kept, unused.
    AcceptRollback,
}

#[derive(Subcommand)]
pub(crate) enum ConfigAsk {
    /// Read the configuration as `serve` would, and print what it comes to.
    Check,
}
