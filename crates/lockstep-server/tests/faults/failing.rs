//! F3: the n-th call to the disk fails, for every n. Each request fails cleanly or succeeds, no
//! response is wrong, and the server continues when the disk works again.

use std::collections::BTreeMap;

use lockstep_fault_injection::{Disk, Failure, Fault, SeededRandom};
use lockstep_server::backup;
use lockstep_vault::KeyPaths;
use serde_json::json;
use tokio::sync::mpsc;

use crate::app::{ADMIN_PASSWORD, Answer, TestClient};
use crate::cuts::{assert_intact, serve};
use crate::scripted_client::ScriptedClient;
use crate::tokens::Tokens;
use crate::{Figure, Tier};

/// The kinds of failure, and whether each lasts; the most informative ones first.
const FAILURES: [(Failure, bool); 4] = [
    (Failure::Io, false),
    (Failure::NoSpace, true),
    (Failure::Io, true),
    (Failure::ShortWrite, true),
];

pub(crate) async fn figures(tier: Tier, seed: u64) -> Vec<Figure> {
    let failures = &FAILURES[..tier.failures];
    let folder = tempfile::tempdir().unwrap();
    let server = serve(folder.path()).await.unwrap();
    let admin = TestClient::at(server.address);
    let admin = admin.signed_in("admin", ADMIN_PASSWORD).await;
    let key = admin.post("/v1/api-keys", json!({ "name": "fail" })).await;
    let key = key.ok()["key"].as_str().unwrap().to_owned();
    server.stop().await;

    let disk = Disk::watch(folder.path());
    let server = serve(folder.path()).await.unwrap();
    let caller = TestClient::at(server.address).bearing(&*key);
    let mut dice = SeededRandom(seed);
    let mut lines = [
        ScriptedClient::points("strap", dice.roll()),
        ScriptedClient::resources(dice.roll()),
    ];
    // For each act, the number of refusals and the number of successes despite a failure.
    let mut met: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for &(failure, lasting) in failures {
        for line in &mut lines {
            let mut nth = 1;
            // Repeats until every call of each kind of act has failed once. A failure may meet work in
            // the background instead: then more acts follow until each kind was refused.
            for nth_act in 0..8 * ACTS {
                if nth_act >= ACTS && met.values().all(|(refused, _)| *refused > 0) {
                    break;
                }
                loop {
                    let act = line.next(&caller).await;
                    line.begin(&act, 0);
                    disk.fail(Fault {
                        nth,
                        failure,
                        lasting,
                    });
                    let answer = act.send(&caller).await;
                    let struck = disk.stop_faults();
                    let context = format!(
                        "seed {seed}, {}, {failure:?} lasting {lasting} at {nth}: {answer}",
                        act.what
                    );
                    let seen = met.entry(act.what).or_default();
                    // 202: an erasure that is complete except for its receipt.
                    if matches!(answer.status, 200 | 202) {
                        line.succeeded(0);
                        seen.1 += u64::from(struck > 0);
                    } else {
                        clean(&answer);
                        assert!(struck > 0, "{context}");
                        line.failed();
                        seen.0 += 1;
                    }
                    line.assert_holds(&caller, usize::MAX, &context).await;
                    if struck == 0 {
                        nth = 1;
                        break;
                    }
                    nth += 1;
                }
            }
        }
        assert_intact(&server, "after the disk failed").await;
    }
    refreshes(&TestClient::at(server.address), &disk, failures, &mut met).await;
    let backups = backups(&server, &disk, failures, &mut met).await;
    assert_intact(&server, "after backups failed").await;
    server.stop().await;
    drop(disk);
    let server = serve(folder.path()).await.unwrap();
    let caller = TestClient::at(server.address).bearing(&*key);
    for line in &lines {
        line.assert_holds(&caller, usize::MAX, "after a new start")
            .await;
    }
    assert_intact(&server, "after a new start").await;
    server.stop().await;
    starts(failures, &mut met).await;

    let refused: u64 = met.values().map(|(refused, _)| refused).sum();
    let done: u64 = met.values().map(|(_, done)| done).sum();
    for (what, (refused, _)) in &met {
        assert!(*refused > 0, "no call of {what} ever failed");
    }
    vec![Figure {
        what: "F3 the n-th I/O call fails",
        target: "every n of every act: a clean 5xx, never a wrong response".to_owned(),
        seen: format!(
            "{} acts ({}), {}: {refused} refused cleanly, \
             {done} succeeded despite a failure, {backups} backups intact, 0 wrong; seed {seed}",
            met.len(),
            met.keys().copied().collect::<Vec<_>>().join(", "),
            failures
                .iter()
                .map(|(failure, lasting)| match (failure, lasting) {
                    (Failure::Io, false) => "EIO once",
                    (Failure::Io, true) => "EIO lasting",
                    (Failure::NoSpace, _) => "ENOSPC",
                    (Failure::ShortWrite, _) => "short write",
                })
                .collect::<Vec<_>>()
                .join(", "),
        ),
    }]
}

/// Asserts a 5xx in the standard format without internal details.
fn clean(answer: &Answer) {
    let error = answer.refusal();
    assert!(matches!(answer.status, 500 | 503), "{answer}");
    let text = error.to_string().to_lowercase();
    for inside in [
        "sqlite",
        "i/o",
        "disk",
        "full",
        "statement",
        "commit",
        "transaction",
        "lockstep.db",
        "/tmp",
        "rolled",
    ] {
        assert!(!text.contains(inside), "{inside}: {answer}");
    }
}

/// Tests that a refused refresh does not invalidate its token.
async fn refreshes(
    anonymous: &TestClient,
    disk: &Disk,
    failures: &[(Failure, bool)],
    met: &mut BTreeMap<&str, (u64, u64)>,
) {
    let mut tokens = Tokens::sign_in(anonymous).await;
    for &(failure, lasting) in failures {
        for nth in 1.. {
            disk.fail(Fault {
                nth,
                failure,
                lasting,
            });
            let answer = tokens.attempt(anonymous).await;
            let struck = disk.stop_faults();
            let seen = met.entry("refresh").or_default();
            if answer.status == 200 {
                seen.1 += u64::from(struck > 0);
            } else {
                clean(&answer);
                seen.0 += 1;
            }
            if struck == 0 {
                assert_eq!(answer.status, 200, "{failure:?} at {nth}: {answer}");
                break;
            }
        }
    }
    tokens
        .assert_holds(anonymous, usize::MAX, "after refreshes failed")
        .await;
}

/// Tests backups while the disk fails: each is refused or intact. Returns the number of intact
/// backups.
async fn backups(
    server: &lockstep_server::commands::serve::RunningPlatform,
    disk: &Disk,
    failures: &[(Failure, bool)],
    met: &mut BTreeMap<&str, (u64, u64)>,
) -> u64 {
    let scratch = disk_folder(server);
    let mut assert_intact = 0;
    for &(failure, lasting) in failures {
        for nth in 1.. {
            let folder = scratch.join(format!("backup-{failure:?}-{lasting}-{nth}"));
            let (steps, mut received) = mpsc::channel(1024);
            let listens = tokio::spawn(async move { while received.recv().await.is_some() {} });
            disk.fail(Fault {
                nth,
                failure,
                lasting,
            });
            let made = backup::create(&server.state, &folder, &steps).await;
            let struck = disk.stop_faults();
            drop(steps);
            listens.await.unwrap();
            let seen = met.entry("backup").or_default();
            match made {
                Ok(_) => {
                    let keys = KeyPaths::usual(&scratch);
                    backup::verify(&folder, &keys).await.unwrap();
                    std::fs::remove_dir_all(&folder).unwrap();
                    assert_intact += 1;
                    seen.1 += u64::from(struck > 0);
                }
                Err(_) => {
                    assert!(struck > 0 && !folder.exists());
                    seen.0 += 1;
                }
            }
            if struck == 0 {
                break;
            }
        }
    }
    assert_intact
}

/// Returns the folder of the database. Copies are stored there, so that they are watched too.
fn disk_folder(server: &lockstep_server::commands::serve::RunningPlatform) -> std::path::PathBuf {
    let spool = server.state.policy().spool.clone();
    spool.parent().unwrap().to_owned()
}

/// Tests first starts, which create every table, while the disk fails. A start is refused, and the
/// next start on the remaining files succeeds.
async fn starts(failures: &[(Failure, bool)], met: &mut BTreeMap<&str, (u64, u64)>) {
    for &(failure, lasting) in failures {
        let mut nth = 1;
        loop {
            let folder = tempfile::tempdir().unwrap();
            let disk = Disk::watch(folder.path());
            disk.fail(Fault {
                nth,
                failure,
                lasting,
            });
            let started = serve(folder.path()).await;
            let struck = disk.stop_faults();
            let seen = met.entry("first start").or_default();
            match started {
                Ok(server) => {
                    seen.1 += u64::from(struck > 0);
                    server.stop().await;
                }
                Err(_) => seen.0 += 1,
            }
            let server = serve(folder.path()).await.unwrap();
            assert_intact(&server, &format!("a start after {failure:?} at {nth}")).await;
            let admin = TestClient::at(server.address);
            admin.signed_in("admin", ADMIN_PASSWORD).await;
            server.stop().await;
            if struck == 0 {
                break;
            }
            // Creating tables takes hundreds of similar calls, so the steps grow.
            nth += 1 + nth / 4;
        }
    }
}

/// The number of acts of a client whose every call fails once.
const ACTS: u64 = 8;
