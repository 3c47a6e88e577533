//! Two nodes whose clocks are five seconds apart, each of which takes over from the other one.

use std::path::PathBuf;

use super::*;

/// How far the clock of the first node is ahead.
const AHEAD_SECONDS: u32 = 5;
/// A library whose `clock_gettime` moves the wall clock of the process that loads it before others.
const MOVED_CLOCK: &str = "
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t id, struct timespec *now) {
    int failed = syscall(SYS_clock_gettime, id, now);
    if (!failed && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) now->tv_sec += SECONDS;
    return failed;
}
";

/// Compiles the library; `None` without a C compiler.
fn moved_clock(folder: &Path) -> Option<PathBuf> {
    let (source, library) = (folder.join("clock.c"), folder.join("clock.so"));
    std::fs::write(&source, MOVED_CLOCK).unwrap();
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC"]);
    compiler.arg(format!("-DSECONDS={AHEAD_SECONDS}"));
    compiler.arg("-o").arg(&library).arg(&source);
    let output = compiler.output().ok()?;
    let reason = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{reason}");
    Some(library)
}

/// Ends a node without a notice.
async fn kill(node: Child) {
    let killed = tokio::task::spawn_blocking(move || drop(node));
    killed.await.unwrap();
}

/// Creates a dataset under one idempotency key; returns its id.
async fn table_once(client: &TestClient) -> Json {
    let body = json!({ "name": "laps", "encryption_mode": "basic", "data": { "lap": [1, 2] } });
    let made = client.post_once("/api/datasets", "one-table", body).await;
    made.ok()["id"].clone()
}

/// Whether `lockstep doctor` on a standby says that the clocks agree, and what it says.
fn clocks(place: &Place<'_>) -> (bool, String) {
    place.said("the clocks of both nodes agree")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_whose_clocks_are_five_seconds_apart_lose_and_double_nothing() {
    let Some(server) = variable("LOCKSTEP_TEST_POSTGRES") else {
        println!("skipped: LOCKSTEP_TEST_POSTGRES is not set");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let Some(library) = moved_clock(folder.path()) else {
        println!("skipped: there is no C compiler");
        return;
    };
    let url = format!(
        "{server}?options=-csearch_path%3Dlockstep_server_clocks_{}",
        std::process::id()
    );
    let [ahead, right] = [1, 2].map(|number| Place::new(folder.path(), number, &url));
    let moved = [("LD_PRELOAD", library.to_str().unwrap())];
    let first = ahead.start_with(&moved);
    let second = right.start();
    let signed_in = first.admin().await;
    let key = signed_in
        .post("/v1/api-keys", json!({ "name": "clocks" }))
        .await;
    let key = key.ok()["key"].as_str().unwrap().to_owned();
    // The second node relays with the time of its own clock.
    for (node, day) in [(&first, 1), (&second, 2)] {
        weigh(&at(&signed_in, node), day).await;
    }
    let table = table_once(&signed_in).await;
    let (agree, said) = clocks(&right);
    assert!(!agree && said.contains("NTP"), "{said}");

    // The time goes back.
    kill(first).await;
    let caller = at(&signed_in, &second);
    assert_eq!(answered(&caller).await["total"], 2);
    assert_eq!(answered(&caller.bearing(&*key)).await["total"], 2);
    assert_eq!(table_once(&caller).await, table);
    weigh(&caller, 3).await;
    let later = second.admin().await;

    // The time goes forward.
    let first = ahead.start_with(&moved);
    let (agree, said) = clocks(&ahead);
    assert!(!agree && said.contains("behind"), "{said}");
    kill(second).await;
    for caller in [&signed_in, &later, &later.bearing(&*key)] {
        assert_eq!(answered(&at(caller, &first)).await["total"], 3);
    }
    let caller = at(&later, &first);
    assert_eq!(table_once(&caller).await, table);
    weigh(&caller, 4).await;
    assert_eq!(answered(&caller).await["total"], 4);
    for what in [
        "the audit chain is intact",
        "every stored row opens",
        "every key opens, and the store knows it",
        "the clock agrees with the last trusted time",
    ] {
        let (is_fine, said) = ahead.said(what);
        assert!(is_fine, "{what}: {said}");
    }
    drop(first);
    let url: PostgresUrl = url.parse().unwrap();
    url.schema_of_keys().unwrap().remove_schema().unwrap();
    url.remove_schema().unwrap();
}
