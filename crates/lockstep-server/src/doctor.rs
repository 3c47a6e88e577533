//! Checks a platform's clock, keys, store and disk.

use std::time::Duration;

use lockstep_store::active_node::{self, ActiveNode};
use lockstep_store::{ClockState, ReplicaState, StoreError, Timestamp, Tx};
use lockstep_vault::root::KEYS_MOVED;
use lockstep_vault::tombstones::Tombstones;
use lockstep_vault::{KeyPaths, KeysReport, Vault};
use lockstep_web::AppState;
use serde_json::{Value as Json, json};

use crate::data::{DATABASE, MOVED, PREPARED};
use crate::{integrity, lost_keys, scrub};

/// The result of one check.
pub(crate) struct Finding {
    pub(crate) what: &'static str,
    pub(crate) fine: bool,
    pub(crate) said: String,
}

/// Runs every check; returns `{fine, findings: [{what, fine, said}]}`.
pub async fn examine(app_state: &AppState) -> Result<Json, String> {
    let answers = answers(app_state).await;
    let is_on_server = answers.is_some();
    let is_answered = answers.as_ref().is_none_or(|finding| finding.fine);
    let mut findings = vec![clock(app_state)];
    findings.extend(answers);
    // The other checks ask the database thousands of times, and would only report the same once more.
    if is_answered {
        findings.extend(of_store(app_state, is_on_server).await);
    }
    Ok(report(findings))
}

/// Returns `{fine, version, findings: [{what, fine, said}]}`.
fn report(findings: Vec<Finding>) -> Json {
    let fine = findings.iter().all(|finding| finding.fine);
    let findings: Vec<Json> = findings
        .into_iter()
        .map(|Finding { what, fine, said }| json!({ "what": what, "fine": fine, "said": said }))
        .collect();
    json!({ "fine": fine, "version": env!("CARGO_PKG_VERSION"), "findings": findings })
}

/// Returns the result of the checks of a node that waits while another one works; `compared` compares both.
pub(crate) fn of_standby(active: Option<&ActiveNode>, compared: Vec<Finding>) -> Json {
    let fine = active.is_some();
    let said = match active {
        Some(node) => format!(
            "standby: it relays its clients to the active node, which works since {} and which others reach at {}. Nothing \
             else was checked: run `lockstep doctor` there",
            node.since, node.address
        ),
        None => "standby, and it knows no active node: if this lasts longer than ten seconds, read the logs of all nodes"
            .to_owned(),
    };
    let role = Finding {
        what: ROLE,
        fine,
        said,
    };
    report(std::iter::once(role).chain(compared).collect())
}

/// Returns the result of a node that does not run, or is just starting, while the table names `active`; or the error of reading it.
/// `compared` compares both.
pub(crate) fn of_idle_node(active: &Result<ActiveNode, String>, compared: Vec<Finding>) -> Json {
    let said = match active {
        Ok(node) => format!(
            "no process of this node takes commands: it is stopped, or is just starting. The active node works since {}, and \
             others reach it at {}. Nothing else was checked: run `lockstep doctor` there",
            node.since, node.address
        ),
        Err(reason) => format!(
            "no process of this node takes commands, and the active node is not known: {reason}. Nothing else was checked"
        ),
    };
    let role = Finding {
        what: ROLE,
        fine: false,
        said,
    };
    report(std::iter::once(role).chain(compared).collect())
}

/// Reports the node that the table names as the active one, if several nodes use the store. Only one process has the store
/// open: this one.
async fn role(app_state: &AppState) -> Option<Finding> {
    let read = app_state.db.read("doctor.node", active_node::read).await;
    let node = read.ok()??;
    Some(Finding {
        what: ROLE,
        fine: true,
        said: format!(
            "active since {}; other nodes reach it at {}",
            node.since, node.address
        ),
    })
}

/// Checks the keys, the store and its disk.
async fn of_store(app_state: &AppState, is_on_server: bool) -> Vec<Finding> {
    // First: it repairs rows, and the other checks then report the remaining damage.
    let rows = rows(app_state).await;
    let mut findings = Vec::new();
    if is_on_server {
        findings.extend(role(app_state).await);
    }
    findings.extend(keys(app_state).await);
    findings.extend(pages(app_state, is_on_server).await);
    findings.extend(server(app_state).await);
    findings.extend(replica(app_state).await);
    findings.push(rows);
    findings.extend(moved_store(app_state));
    findings.extend(prepared_copy(app_state));
    findings.extend(erased_accounts(app_state));
    findings.push(fsync(app_state, is_on_server).await);
    findings
}

/// Checks that the PostgreSQL server answers in time, if the store is on one.
async fn answers(app_state: &AppState) -> Option<Finding> {
    let clock = app_state.clock.clone();
    let read = app_state
        .db
        .read::<_, StoreError, _>("doctor.answer", move |tx| tx.server_answer_time(&*clock));
    let (fine, said) = match tokio::time::timeout(ANSWER_LIMIT, read).await {
        Ok(Ok(taken)) => {
            let taken = taken?;
            let said = format!("{:.1} ms for each answer", taken.as_secs_f64() * 1e3);
            match taken < SLOW_ANSWER {
                true => (true, said),
                false => (
                    false,
                    format!(
                        "{said}; a request needs about ten: the server is overloaded, or the network to it is slow. \
                         Nothing else was checked"
                    ),
                ),
            }
        }
        Ok(Err(error)) => (false, format!("{error}. Nothing else was checked")),
        Err(_) => (
            false,
            format!(
                "no answer within {ANSWER_LIMIT:?}: check that the server runs, is not overloaded, and that the network \
                 to it passes everything on. Nothing else was checked"
            ),
        ),
    };
    Some(Finding {
        what: "the PostgreSQL server answers in time",
        fine,
        said,
    })
}

/// Checks the pages of both databases, or what PostgreSQL does not check, and the audit chain.
async fn pages(app_state: &AppState, is_on_server: bool) -> [Finding; 2] {
    let whole = integrity::check(app_state).await;
    let pages = Finding {
        what: match is_on_server {
            false => "every page of lockstep.db and keys.db is intact, and so is their structure",
            // PostgreSQL checks its pages by itself.
            true => "the sequences and settings of the store and of the keys are intact",
        },
        fine: whole.pages.is_empty(),
        said: if whole.pages.is_empty() {
            "yes".to_owned()
        } else {
            whole.pages.join("; ")
        },
    };
    let audit = Finding {
        what: "the audit chain is intact",
        fine: whole
            .audit
            .as_ref()
            .is_some_and(|verdict| verdict.broken.is_none()),
        said: match whole.audit {
            None => "it cannot be read".to_owned(),
            Some(verdict) => verdict.broken.map_or_else(
                || {
                    let entries = lockstep_web::counted(verdict.entries, "entry", "entries");
                    format!("{entries}, {} erased", verdict.erased)
                },
                |broken| format!("entry {}: {}", broken.seq, broken.reason),
            ),
        },
    };
    [pages, audit]
}

/// Checks the PostgreSQL server, if the store is on one.
async fn server(app_state: &AppState) -> Option<Finding> {
    let checked = app_state.db.read("doctor.server", server_problems).await;
    let (fine, said) = match checked {
        Ok(problems) => match problems? {
            none if none.is_empty() => (true, "yes".to_owned()),
            problems => (false, problems.join(". ")),
        },
        Err(error) => (false, error.to_string()),
    };
    Some(Finding {
        what: "the PostgreSQL server keeps what it acknowledges, and has room",
        fine,
        said,
    })
}

fn server_problems(tx: &Tx<'_>) -> Result<Option<Vec<String>>, StoreError> {
    tx.server_problems()
}

/// Checks the replica of `store.read_url`, if there is one. Without it, the reads that it would serve are right, too.
async fn replica(app_state: &AppState) -> Option<Finding> {
    let (fine, said) = match app_state.db.examine_replica().await? {
        Ok(ReplicaState {
            is_primary: true, ..
        }) => (
            true,
            "store.read_url reaches the server of store.url itself, which gains nothing: name a streaming replica, or remove \
             the setting"
                .to_owned(),
        ),
        Ok(ReplicaState { behind_bytes, .. }) => (
            true,
            format!("yes, {behind_bytes} bytes of the log behind; it has the tables of this installation"),
        ),
        Err(reason) => (
            false,
            format!("{reason}. Until then, the server of store.url answers the reads"),
        ),
    };
    Some(Finding {
        what: "the replica of store.read_url serves reads that may be stale",
        fine,
        said,
    })
}

/// Checks that every stored row opens.
async fn rows(app_state: &AppState) -> Finding {
    let scrubbed = scrub::all(app_state, |_| {}).await;
    let (fine, said) = match scrubbed {
        Ok(report) if report.damaged.is_empty() => {
            let repaired = match report.repaired.len() {
                0 => String::new(),
                count => format!(", {count} of them were damaged and are repaired now"),
            };
            let rows = lockstep_web::counted(report.rows, "row", "rows");
            (true, format!("{rows}{repaired}"))
        }
        Ok(report) => {
            let count = report.damaged.len();
            (
                false,
                format!("{count} are damaged: `lockstep scrub` names them"),
            )
        }
        Err(fault) => (
            false,
            fault.log.unwrap_or_else(|| fault.message.into_owned()),
        ),
    };
    Finding {
        what: "every stored row opens",
        fine,
        said,
    }
}

/// Checks the clock: a time before this version was written would give wrong ids and tokens.
fn clock(app_state: &AppState) -> Finding {
    let now = app_state.clock.now();
    let fine = now > WRITTEN;
    let said = if fine {
        now.to_string()
    } else {
        format!("{now} cannot be: set the clock")
    };
    Finding {
        what: "the clock is set",
        fine,
        said,
    }
}

/// Checks the clock as irreversible acts do, and whether every key opens and is named in the store.
async fn keys(app_state: &AppState) -> Vec<Finding> {
    let what = "every key opens, and the store knows it";
    let vault = match Vault::of(app_state) {
        Ok(vault) => vault,
        Err(fault) => {
            let said = fault.message.into_owned();
            let fine = false;
            return vec![Finding { what, fine, said }];
        }
    };
    let clock = vault.clock().state();
    let agrees = Finding {
        what: "the clock agrees with the last trusted time",
        fine: clock.state == ClockState::Agrees,
        said: clock.sentence(),
    };
    let examined = vault.key_examination().report().await;
    let lost = examined.as_ref().ok().map(lost_accounts);
    let found = match examined {
        Ok(report) => Finding {
            what,
            fine: report.missing.is_empty()
                && report.damaged.is_empty()
                && report.copies.is_empty()
                && report.unknown.is_empty(),
            said: keys_summary(&report, vault.key_paths()),
        },
        Err(fault) => Finding {
            what,
            fine: false,
            said: fault.log.unwrap_or(fault.message.into_owned()),
        },
    };
    [agrees, found].into_iter().chain(lost).collect()
}

fn lost_accounts(report: &KeysReport) -> Finding {
    Finding {
        what: "no account's key is lost",
        fine: report.lost_accounts.is_empty(),
        said: match report.lost_accounts.is_empty() {
            true => "yes".to_owned(),
            false => lost_keys::remedy(&report.lost_accounts),
        },
    }
}

/// Returns the counts, and the first names of missing, damaged and unknown keys.
fn keys_summary(report: &KeysReport, paths: &KeyPaths) -> String {
    let mut said = format!("{} open", report.open);
    let keys = paths.keys_name();
    let store = match paths.server {
        None => DATABASE,
        Some(_) => "the store",
    };
    let lists = [
        (
            &report.missing,
            format!("are missing from {keys}: put the right {keys} back"),
        ),
        (
            &report.damaged,
            format!("do not open: {keys} is damaged there; put these rows back from a backup"),
        ),
        (
            &report.copies,
            format!(
                "are copies of rows of other accounts' keys: `lockstep scrub` removes them, {keys} is right"
            ),
        ),
        (
            &report.unknown,
            format!("in {keys} are unknown to {store}: they are not used and not removed"),
        ),
    ];
    for (names, meaning) in lists {
        if !names.is_empty() {
            said.push_str(&format!(
                "; {} {meaning} ({})",
                names.len(),
                lost_keys::listed(names)
            ));
        }
    }
    if report.unknown_accounts > 0 {
        said.push_str(&format!(
            "; {} accounts' keys are not in use yet",
            report.unknown_accounts
        ));
    }
    said
}

/// Reports the store and the keys of before a move to PostgreSQL: an erasure does not reach these files.
fn moved_store(app_state: &AppState) -> Option<Finding> {
    let vault = Vault::of(app_state).ok()?;
    let files = [MOVED, KEYS_MOVED].map(|name| vault.key_paths().data.join(name));
    let left: Vec<String> = files
        .iter()
        .filter(|file| file.exists())
        .map(|file| file.display().to_string())
        .collect();
    (!left.is_empty()).then(|| Finding {
        what: "no earlier store is in the data directory",
        fine: false,
        said: format!(
            "{} has the rows from before the move, and an erasure does not reach them: remove it once the database is \
             in use, or move it to your backups",
            left.join(" and ")
        ),
    })
}

/// Reports the copy that `migrate --prepare` has made of a store on PostgreSQL: an erasure does not reach that file until the
/// move.
fn prepared_copy(app_state: &AppState) -> Option<Finding> {
    let vault = Vault::of(app_state).ok()?;
    let prepared = vault.key_paths().data.join(PREPARED);
    prepared.exists().then(|| Finding {
        what: "no prepared copy is in the data directory",
        fine: false,
        said: format!(
            "{} has rows of the time of `lockstep migrate --prepare`, and an erasure does not reach them: complete the move \
             with `lockstep migrate --to sqlite`, or remove the file",
            prepared.display()
        ),
    })
}

/// Reports a list of erased accounts that cannot be read: the server does not start with it.
fn erased_accounts(app_state: &AppState) -> Option<Finding> {
    let vault = Vault::of(app_state).ok()?;
    let error = Tombstones::read(vault.key_paths()).err()?;
    Some(Finding {
        what: "the list of erased accounts can be read",
        fine: false,
        said: error.to_string(),
    })
}

/// Measures an acknowledged write on this disk: the median of a few empty commits.
async fn fsync(app_state: &AppState, is_on_server: bool) -> Finding {
    let what = "a write reaches the disk";
    let mut times = Vec::new();
    for _ in 0..COMMITS {
        let start = app_state.clock.monotonic();
        let written = app_state
            .db
            .write::<_, StoreError, _>("doctor.fsync", |tx| tx.next("doctor").map(drop))
            .await;
        if let Err(error) = written {
            let said = match error {
                StoreError::Full if is_on_server => {
                    "the disk of the PostgreSQL server is full: free space there, and writes go on without a restart"
                        .to_owned()
                }
                error => error.to_string(),
            };
            let fine = false;
            return Finding { what, fine, said };
        }
        times.push(app_state.clock.monotonic().saturating_sub(start));
    }
    times.sort();
    let median = times[times.len() / 2];
    let fine = median < SLOW;
    let advice = if fine {
        ""
    } else {
        ": the disk is too slow for steady uploads"
    };
    Finding {
        what,
        fine,
        said: format!("{:.1} ms{advice}", median.as_secs_f64() * 1e3),
    }
}

/// The check that names what a node does.
const ROLE: &str = "the role of this node";
/// The time to wait for a read of the PostgreSQL server: as long as it takes to give a silent connection up and open another.
const ANSWER_LIMIT: Duration = Duration::from_secs(20);
/// The time for one answer of the PostgreSQL server with which requests take seconds.
const SLOW_ANSWER: Duration = Duration::from_millis(200);
const COMMITS: usize = 9;
const SLOW: Duration = Duration::from_millis(100);
/// 2026-11-01.
const WRITTEN: Timestamp = Timestamp(1_793_491_200_000);
