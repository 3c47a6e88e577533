use std::net::Ipv4Addr;
use std::sync::Condvar;

use tokio::task::JoinSet;

use super::*;

static IS_OVER: Mutex<bool> = Mutex::new(false);
static ENDED: Condvar = Condvar::new();

/// Ends the look-ups that hang, also if the test fails: their threads would keep the process.
struct EndOfHangs;

impl Drop for EndOfHangs {
    fn drop(&mut self) {
        *IS_OVER.lock().unwrap() = true;
        ENDED.notify_all();
    }
}

fn look_up(name: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
    if name.starts_with("hangs") {
        let is_over = IS_OVER.lock().unwrap();
        drop(ENDED.wait_while(is_over, |is_over| !*is_over).unwrap());
    }
    Ok(vec![(Ipv4Addr::LOCALHOST, port).into()])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_that_do_not_resolve_delay_neither_other_accounts_nor_other_hosts() {
    let client = Client::with(RootCertStore::empty(), Vec::new(), look_up).unwrap();
    let client = Arc::new(client);
    let (eve, ada) = (UserId::from_bytes([1; 16]), UserId::from_bytes([2; 16]));
    let mut hanging = JoinSet::new();
    let end = EndOfHangs;
    let url: Url = "https://answers.example:8443/".parse().unwrap();
    let expected: SocketAddr = (Ipv4Addr::LOCALHOST, 8443).into();
    // Of the host that hangs, two look-ups run. With two such hosts, the account waits.
    for (host, left, other) in [("hangs.example", 2, &eve), ("hangs-too.example", 0, &ada)] {
        for _ in 0..MAX_RESOLVING {
            let (client, eve) = (client.clone(), eve.clone());
            hanging.spawn(async move {
                let url: Url = format!("https://{host}/").parse().unwrap();
                client.resolve(&eve, &url).await.map(|found| found.len())
            });
        }
        while client.resolving_of.of(&eve).available_permits() > left {
            tokio::task::yield_now().await;
        }
        let answer = timeout(Duration::from_secs(60), client.resolve(other, &url)).await;
        let answer = answer.expect("it waits for no host that hangs");
        assert_eq!(answer, Ok(vec![expected]));
    }
    drop(end);
    while let Some(resolved) = hanging.join_next().await {
        assert_eq!(resolved.unwrap(), Ok(1));
    }
    assert_eq!(
        client.resolving.available_permits(),
        MAX_RESOLVING,
        "every look-up gives its place back"
    );
}
