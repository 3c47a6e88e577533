//! F1: `kill -9` while clients write points, resources, datasets, offers and purchases, and refresh tokens of sign-in.
//! Acknowledged writes exist afterwards.

use std::path::Path;
use std::time::Duration;

use lockstep_server::execution::Command;
use lockstep_server::local;
use lockstep_web::subcommand::CommandRequest;
use serde_json::json;

use crate::app::{SeededRandom, TestClient};
use crate::engine::Engine;
use crate::market::Market;
use crate::scripted_client::ScriptedClient;
use crate::tokens::Tokens;
use crate::{Figure, Tier};

pub(crate) async fn figures(tier: Tier, seed: u64, engine: Engine<'_>) -> Vec<Figure> {
    let folder = tempfile::tempdir().unwrap();
    let kills = engine.kills(tier.kills);
    let longest_moment = engine.longest_moment(MAX_MICROSECONDS);
    let mut child = engine.start(folder.path());
    let admin = child.admin().await;
    let key = admin.post("/v1/api-keys", json!({ "name": "kill" })).await;
    let key = key.ok()["key"].as_str().unwrap().to_owned();
    let mut market = Market::open(&admin).await;
    let clock = lockstep_store::SystemClock::shared();

    let mut dice = SeededRandom(seed);
    let mut lines = [
        ScriptedClient::points("left", dice.roll()),
        ScriptedClient::points("right", dice.roll()),
        ScriptedClient::resources(dice.roll()),
        ScriptedClient::datasets(dice.roll()),
    ];
    let mut tokens = Tokens::sign_in(&TestClient::at(child.address)).await;
    let (mut ready, mut kept) = (Vec::new(), 0);
    for round in 1..=kills {
        let context = format!("seed {seed}, kill {round}");
        let anonymous = TestClient::at(child.address);
        let caller = anonymous.bearing(&*key);
        let moment = Duration::from_micros(dice.below(longest_moment));
        {
            let [left, right, resources, datasets] = &mut lines;
            let work = async {
                tokio::join!(
                    left.work(&caller, u64::MAX, &|| 0),
                    right.work(&caller, u64::MAX, &|| 0),
                    resources.work(&caller, u64::MAX, &|| 0),
                    datasets.work(&caller, u64::MAX, &|| 0),
                    tokens.work(&anonymous, u64::MAX, &|| 0),
                    market.work(&anonymous, u64::MAX),
                )
            };
            let mut work = std::pin::pin!(work);
            // The client never ends by itself; the kill interrupts it at an arbitrary point.
            let ended = tokio::time::timeout(moment, &mut work).await;
            drop(child);
            assert!(ended.is_err());
        }
        let start = clock.monotonic();
        child = engine.start(folder.path());
        let anonymous = TestClient::at(child.address);
        let caller = anonymous.bearing(&*key);
        caller.get("/readyz").await.ok();
        ready.push(clock.monotonic().saturating_sub(start));

        for line in &mut lines {
            kept += u32::from(line.settle(&caller, &context).await);
        }
        tokens.settle(&anonymous, &context).await;
        kept += u32::from(market.settle(&anonymous, &context).await);
        if round % 10 == 0 {
            audit_holds(folder.path()).await;
            // A used refresh token is refused and revokes its family.
            tokens.assert_holds(&anonymous, usize::MAX, &context).await;
            tokens = Tokens::sign_in(&anonymous).await;
        }
    }
    audit_holds(folder.path()).await;
    let doctor = ask(folder.path(), Command::Doctor).await;
    let findings = doctor["findings"].as_array().unwrap();
    let mut findings = findings
        .iter()
        .filter(|finding| finding["what"] != "a write reaches the disk");
    let is_fine = findings.all(|finding| finding["fine"] == true);
    if !is_fine {
        let scrub = ask(folder.path(), Command::Scrub).await;
        panic!("{doctor}\n{scrub}");
    }

    ready.sort();
    let (median, longest) = (ready[ready.len() / 2], ready[ready.len() - 1]);
    let ready_within = engine.ready_within();
    assert!(median < ready_within, "{median:?}");
    let acknowledged: u64 = lines.iter().map(ScriptedClient::acknowledged).sum();
    let acknowledged = acknowledged + market.acknowledged();
    assert!(acknowledged > u64::from(kills), "{acknowledged}");
    vec![
        Figure {
            what: "F1 `kill -9` while writing points, resources, datasets and the market",
            target: format!("{kills} kills, 0 acknowledged writes lost"),
            seen: format!(
                "{kills} kills, {acknowledged} writes acknowledged, 0 lost; {kept} never answered and \
                 kept whole; seed {seed}"
            ),
        },
        Figure {
            what: "F1 ready again after a kill",
            target: format!("< {ready_within:?}"),
            seen: format!("median {median:.0?}, longest {longest:.0?}"),
        },
    ]
}

async fn audit_holds(data: &Path) {
    let request = serde_json::json!({ "verify": { "checkpoint": null } });
    let request = CommandRequest::new(&request).unwrap();
    let output = ask(data, Command::of_capability("audit", request)).await;
    let verdict = &output["result"];
    assert!(verdict["broken"].is_null(), "{verdict}");
    assert!(verdict["entries"].as_u64() > Some(0), "{verdict}");
}

pub(crate) async fn ask(data: &Path, command: Command) -> serde_json::Value {
    let socket = data.join(lockstep_server::data::SOCKET);
    local::ask(&socket, &command, |_| {}).await.unwrap()
}

const MAX_MICROSECONDS: u64 = 120_000;
