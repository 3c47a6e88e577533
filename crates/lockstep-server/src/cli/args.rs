//! The arguments of the command line, as `--help` describes them.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use lockstep_formats::export::Format;
use lockstep_store::id::UserId;
use lockstep_vault::Fingerprint;
use lockstep_web::{Role, Tier};

use crate::commands::verify::Expected;

/// A self-hosted, privacy-preserving platform for fitness data.
#[derive(Parser)]
#[command(name = "lockstep", version, about, long_about = LONG, max_term_width = 100)]
pub(crate) struct Cli {
    /// A TOML file; `lockstep config check` shows what it comes to.
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// The data directory [default: ./lockstep-data].
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Answers for programs: JSON on standard output, no progress.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) command: CliCommand,
}

const LONG: &str = "A self-hosted, privacy-preserving platform for fitness data.

  lockstep demo                a server with made-up data, and what it says of it
  lockstep demo ride.fit       the same with a recording of yours
  lockstep serve               the platform, on 127.0.0.1:8420, data in ./lockstep-data

Commands that work on a data directory go to the server that holds it, if one does.";

#[derive(Subcommand)]
pub(crate) enum CliCommand {
    /// Run the platform.
    Serve(Serve),
    /// Start a server on a fresh directory, fill it over HTTP, show what it says.
    Demo(Demo),
    /// Import recordings and exports: FIT, TCX, GPX, Apple Health, Google, Fitbit, Garmin, Strava, Health
    /// Connect, Open mHealth, CSV; plain, gzipped or zipped.
    Import(Import),
    /// Export points into a new file: CSV, Open mHealth or FHIR R4. Ends with 1 where points are left
    /// out, and says under which key.
    Export(Export),
    /// Accounts.
    #[command(subcommand)]
    User(User),
    /// API keys.
    #[command(subcommand)]
    Key(Key),
    /// The audit log.
    #[command(subcommand)]
    Audit(Audit),
    /// Copies of the store.
    #[command(subcommand)]
    Backup(Backup),
    /// The root key, under which all other keys are.
    #[command(subcommand)]
    RootKey(RootKey),
    /// The key that the platform signs with.
    #[command(subcommand)]
    Attestation(Attestation),
    /// The clock, on which irreversible acts wait.
    #[command(subcommand)]
    Clock(Clock),
    /// Check what a platform signed (receipts of erasures, checkpoints) and claims about one's own days
    /// with their proofs, alone: no server, no account, no data directory. Takes what the server answered
    /// as it is: a document, an erasure or a page of them, a job. Ends with 0 where it holds, 1 where it does not, 2 where it is no such
    /// document.
    Verify(Verify),
    /// Look at the store's health.
    Doctor,
    /// Open every chunk, key, audit entry, profile and derived row, and name what is damaged. Ends with 1
    /// where anything is. Damaged chunks are set aside: they cost their own points and no other.
    Scrub(Scrub),
    /// The configuration.
    #[command(subcommand)]
    Config(ConfigAsk),
    /// The OpenAPI document, as the server would answer it.
    #[command(hide = true)]
    Openapi,
    /// Completions for a shell, on standard output.
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
    #[arg(long, default_value = "csv", value_parser = export_format())]
    pub(crate) format: Format,
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
pub(crate) enum User {
    /// Make an account.
    Create {
        /// Its name.
        name: String,
        /// Its e-mail address.
        #[arg(long)]
        email: String,
        /// user, auditor or admin.
        #[arg(long, default_value = "user")]
        role: Role,
        /// standard, premium or enterprise.
        #[arg(long, default_value = "standard")]
        tier: Tier,
        /// Read the password from standard input.
        #[arg(long, required = true)]
        password_stdin: bool,
    },
    /// List accounts.
    List,
    /// Set a password; every sign-in of the account ends, and its API keys are revoked.
    SetPassword {
        /// The account.
        name: String,
        /// Read the password from standard input.
        #[arg(long, required = true)]
        password_stdin: bool,
        /// Leave the account's API keys as they are.
        #[arg(long)]
        keep_api_keys: bool,
    },
    /// Give an account whose key is lost a new one. `doctor` names these accounts. What was sealed under the
    /// lost key is lost for good: points, profile and keys of the account.
    ReplaceLostKey {
        /// The account's id or name.
        account: String,
        /// Accept that loss.
        #[arg(long)]
        accept_loss: bool,
    },
}

#[derive(Subcommand)]
pub(crate) enum Key {
    /// Make an API key; it is printed once.
    Create {
        /// What it is called.
        name: String,
        /// Whose it is.
        #[arg(long)]
        user: String,
        /// An area (fitness, platform, administration, agents, encryption) with :read or :write;
        /// none is everything the role may.
        #[arg(long = "scope", value_name = "AREA:VERB")]
        scopes: Vec<String>,
    },
}

#[derive(Subcommand)]
pub(crate) enum Audit {
    /// Walk the chain from its first entry and name the first that does not hold.
    Verify {
        /// A checkpoint that was kept elsewhere: nothing it covers may be missing.
        #[arg(long, value_name = "FILE")]
        checkpoint: Option<PathBuf>,
    },
    /// Sign the chain's head and print the checkpoint, to be kept elsewhere.
    Checkpoint,
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
pub(crate) enum Attestation {
    /// Replace the key. The old one signs the new one and is destroyed; `verify --chain` accepts both, each
    /// for its own time.
    Rotate,
}

#[derive(Subcommand)]
pub(crate) enum Clock {
    /// Say that the clock is right, after `doctor` or the log said that it is ahead or behind: keys whose
    /// delay is over by it are destroyed, and the epoch turns.
    Confirm,
}

#[derive(Subcommand)]
pub(crate) enum ConfigAsk {
    /// Read the configuration as `serve` would, and print what it comes to.
    Check,
}

/// Parses a format of export; help and errors list the names.
fn export_format() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::name)).try_map(|name| name.parse::<Format>())
}
