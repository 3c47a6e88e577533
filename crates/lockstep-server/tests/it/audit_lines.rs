//! `log.audit`: each entry of the audit log is a line of the server's log once, with its hash.

use serde_json::Value as Json;

use crate::child::Child;

/// Returns the lines that are entries of the audit log.
fn entries(lines: &[String]) -> Vec<Json> {
    let lines = lines
        .iter()
        .filter_map(|line| serde_json::from_str::<Json>(line).ok());
    lines
        .filter(|line| line["target"] == "lockstep_audit")
        .collect()
}

fn numbers(entries: &[Json]) -> Vec<u64> {
    let numbers = entries.iter().map(|entry| entry["sequence"].as_u64());
    numbers.map(Option::unwrap).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn audit_entries_are_lines_of_the_log_once() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    // The lines are printed at every level of the log.
    let on = [
        ("LOCKSTEP_LOG_AUDIT", "true"),
        ("LOCKSTEP_LOG_LEVEL", "warn"),
    ];
    let (is_success, lines) = Child::start_with(&data, &on).end();
    assert!(is_success, "{lines:?}");
    let mut all = entries(&lines);
    let is_first_account =
        |entry: &Json| entry["action"] == "user.create" && entry["actor"] == "system";
    assert!(all.iter().any(is_first_account), "{lines:?}");

    let child = Child::start(&data);
    child.admin().await;
    let (_, lines) = child.end();
    assert_eq!(entries(&lines), [] as [Json; 0]);

    // What was not printed then follows, without gaps.
    let child = Child::start_with(&data, &on);
    let admin = child.admin().await;
    let links = admin.get("/v1/admin/audit-logs/links").await.ok();
    let (_, lines) = child.end();
    all.extend(entries(&lines));
    let expected: Vec<u64> = (1..=all.len() as u64).collect();
    assert_eq!(numbers(&all), expected);
    let sign_ins = all.iter().filter(|entry| entry["action"] == "user.sign_in");
    assert_eq!(sign_ins.count(), 2, "{all:?}");
    // The hashes are those of the chain.
    let links = links["links"].as_array().unwrap();
    assert!(links.len() >= 3, "{links:?}");
    for (link, line) in links.iter().zip(&all) {
        assert_eq!(
            (&link["sequence"], &link["hash"], &link["timestamp"]),
            (&line["sequence"], &line["hash"], &line["at"])
        );
    }
}
