//! An active node that hangs: its process lives, its machine answers PostgreSQL, and it does nothing.

use lockstep_store::SystemClock;

use super::*;

/// The time in which a standby answers after the active node has begun to hang.
const SERVES_WITHIN: Duration = Duration::from_secs(20);
/// The exit code of a node after which another one has taken over.
const SUPERSEDED: Option<i32> = Some(75);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_standby_takes_over_from_a_node_that_hangs_and_that_node_ends_when_it_goes_on() {
    let Some(server) = variable("LOCKSTEP_TEST_POSTGRES") else {
        println!("skipped: LOCKSTEP_TEST_POSTGRES is not set");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let url = format!(
        "{server}?options=-csearch_path%3Dlockstep_server_hung_{}",
        std::process::id()
    );
    let places = [1, 2].map(|number| Place::new(folder.path(), number, &url));
    let [first, second] = places.each_ref().map(Place::start);
    let admin = first.admin().await;
    weigh(&admin, 1).await;
    let admin = at(&admin, &second);
    weigh(&admin, 2).await;

    let clock = SystemClock::shared();
    let since = clock.monotonic();
    first.signal("STOP");
    // The connection is relayed to the node that hangs, until this one takes over.
    let found = answered(&admin).await;
    let taken = clock.monotonic().saturating_sub(since);
    println!("a standby answered {taken:.1?} after the active node was stopped");
    assert_eq!(found["total"], 2, "{found}");
    assert!(taken < SERVES_WITHIN, "{taken:?} {:?}", second.printed());
    let printed = second.printed();
    let said = "the active node hangs: it has shown no sign of life";
    assert!(
        printed.iter().any(|line| line.contains(said)),
        "{printed:?}"
    );
    weigh(&admin, 3).await;

    first.signal("CONT");
    let ending = tokio::task::spawn_blocking(move || first.wait());
    let (code, log) = ending.await.unwrap();
    assert_eq!(code, SUPERSEDED, "{log:?}");
    assert_eq!(answered(&admin).await["total"], 3);

    let first = places[0].start();
    assert!(places[0].role().starts_with("standby"));
    assert_eq!(answered(&at(&admin, &first)).await["total"], 3);
    drop([first, second]);
    let url: PostgresUrl = url.parse().unwrap();
    url.schema_of_keys().unwrap().remove_schema().unwrap();
    url.remove_schema().unwrap();
}
