//! F1: `kill -9` while clients write on every route: acknowledged writes exist afterwards.

use std::path::Path;
use std::time::Duration;

use lockstep_server::commands::Command;
use lockstep_server::local;
use lockstep_web::subcommand::CommandRequest;
use serde_json::json;

use crate::app::{Anyone, Dice};
use crate::child::Child;
use crate::line::Line;
use crate::tokens::Tokens;
use crate::{Figure, Tier};

pub(crate) async fn figures(tier: Tier, seed: u64) -> Vec<Figure> {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Child::start(folder.path());
    let admin = child.admin().await;
    let key = admin.post("/v1/api-keys", json!({ "name": "kill" })).await;
    let key = key.ok()["key"].as_str().unwrap().to_owned();
    let clock = lockstep_store::SystemClock::shared();

    let mut dice = Dice(seed);
    let mut lines = [
        Line::points("left", dice.roll()),
        Line::points("right", dice.roll()),
        Line::things(dice.roll()),
    ];
    let mut tokens = Tokens::sign_in(&Anyone::at(child.address)).await;
    let (mut ready, mut kept) = (Vec::new(), 0);
    for round in 1..=tier.kills {
        let said = format!("seed {seed}, kill {round}");
        let nobody = Anyone::at(child.address);
        let caller = nobody.bearing(&*key);
        let moment = Duration::from_micros(dice.below(MAX_MICROSECONDS));
        {
            let [left, right, things] = &mut lines;
            let work = async {
                tokio::join!(
                    left.work(&caller, u64::MAX, &|| 0),
                    right.work(&caller, u64::MAX, &|| 0),
                    things.work(&caller, u64::MAX, &|| 0),
                    tokens.work(&nobody, u64::MAX, &|| 0),
                )
            };
            let mut work = std::pin::pin!(work);
            // It never ends by itself; the kill takes it in the middle of whatever it does.
            let ended = tokio::time::timeout(moment, &mut work).await;
            drop(child);
            assert!(ended.is_err());
        }
        let start = clock.monotonic();
        child = Child::start(folder.path());
        let nobody = Anyone::at(child.address);
        let caller = nobody.bearing(&*key);
        caller.get("/readyz").await.ok();
        ready.push(clock.monotonic().saturating_sub(start));

        for line in &mut lines {
            kept += u32::from(line.settle(&caller, &said).await);
        }
        tokens.settle(&nobody, &said).await;
        if round % 10 == 0 {
            audit_holds(folder.path()).await;
            // A used one is refused, and takes its family with it.
            tokens.held(&nobody, usize::MAX, &said).await;
            tokens = Tokens::sign_in(&nobody).await;
        }
    }
    audit_holds(folder.path()).await;
    let doctor = ask(folder.path(), Command::Doctor).await;
    let findings = doctor["findings"].as_array().unwrap();
    let mut findings = findings
        .iter()
        .filter(|finding| finding["what"] != "a write reaches the disk");
    assert!(findings.all(|finding| finding["fine"] == true), "{doctor}");

    ready.sort();
    let (median, longest) = (ready[ready.len() / 2], ready[ready.len() - 1]);
    assert!(median < Duration::from_secs(1), "{median:?}");
    let acknowledged: u64 = lines.iter().map(Line::acknowledged).sum();
    assert!(acknowledged > u64::from(tier.kills), "{acknowledged}");
    vec![
        Figure {
            what: "F1 `kill -9` while writing, all writing routes",
            target: format!("{} kills, 0 acknowledged writes lost", tier.kills),
            seen: format!(
                "{} kills, {acknowledged} writes acknowledged, 0 lost; {kept} never answered and \
                 kept whole; seed {seed}",
                tier.kills
            ),
        },
        Figure {
            what: "F1 ready again after a kill",
            target: "< 1 s".to_owned(),
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

async fn ask(data: &Path, command: Command) -> serde_json::Value {
    let socket = data.join(lockstep_server::data::SOCKET);
    local::ask(&socket, &command, |_| {}).await.unwrap()
}

const MAX_MICROSECONDS: u64 = 120_000;
