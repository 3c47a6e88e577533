//! How long `GET /v1/sfdp/metrics` takes over a year of workouts at 1 Hz, below HTTP: made-up
//! heart rates, four hours a day, go through the store, then each question is asked some times.
//!
//! `cargo run --release -p lockstep-fitness --example metric_rates`

use std::sync::Arc;
use std::time::Duration;

use lockstep_encryption::Encryption;
use lockstep_fitness::CAPABILITY;
use lockstep_fitness::operations::metrics::{Query, metrics};
use lockstep_points::operations::points;
use lockstep_store::db::Options;
use lockstep_store::id::UserId;
use lockstep_store::{Ctx, Db, Entropy, SystemClock, SystemEntropy, Timestamp};
use lockstep_vault::KeyPaths;
use lockstep_web::{AppState, IdempotencyKey, Identity, Owner, Policy};

/// 2023-11-14T22:13:20Z.
const START: i64 = 1_700_000_000_000;
const DAY: i64 = 86_400_000;
const SECONDS_A_DAY: i64 = 4 * 3600;
const TIMES: usize = 7;

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let folder = tempfile::tempdir().expect("a folder for the store");
    let clock = SystemClock::shared();
    let entropy: Arc<dyn Entropy> = Arc::new(SystemEntropy);
    let unlocked = lockstep_vault::unlock(&KeyPaths::usual(folder.path()), &entropy);
    let unlocked = unlocked.unwrap_or_else(|error| panic!("a root key: {error}"));
    let options = Options {
        file: folder.path().join("lockstep.db"),
        postgres: None,
        readers: 2,
        clock: clock.clone(),
        entropy: entropy.clone(),
    };
    let migrations = [
        lockstep_vault::CAPABILITY.migrations,
        lockstep_points::CAPABILITY.migrations,
        CAPABILITY.migrations,
    ]
    .concat();
    let db = Db::open(options, &migrations).expect("a store");
    let app_state = runtime.block_on(async {
        let ctx = Ctx::new(db, clock.clone(), entropy)
            .await
            .expect("settings");
        let vault = unlocked.open(&ctx).await;
        let vault = vault.unwrap_or_else(|error| panic!("a vault: {error}"));
        AppState::with_extensions(
            ctx,
            &[],
            Identity::REJECTING,
            Policy::default(),
            vec![Arc::new(Encryption::new(vault.clone())), Arc::new(vault)],
        )
    });
    let user = UserId::generate(clock.now(), &SystemEntropy);
    let owner = Owner::system(user.clone());
    let mut heart = 120_u8;
    let mut state = 1_u64;
    for day in 0..365 {
        let mut body = String::from("{\"data\":[");
        for second in 0..SECONDS_A_DAY {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            heart = (heart + (state >> 62 & 1) as u8 - (state >> 61 & 1) as u8).clamp(80, 185);
            let at = Timestamp(START + day * DAY + second * 1000);
            let comma = if second == 0 { "" } else { "," };
            body += &format!(
                "{comma}{{\"timestamp\":\"{at}\",\"type\":\"heart_rate\",\"value\":{heart},\
                 \"unit\":\"bpm\",\"device\":\"Polar H10\"}}"
            );
        }
        body += "]}";
        let upload = points::upload(
            &app_state,
            owner.clone(),
            points::PointsBody::Json(body),
            IdempotencyKey::default(),
            None,
        );
        let stored = runtime.block_on(upload);
        stored.unwrap_or_else(|fault| panic!("{}", fault.message));
    }
    println!("{} points", 365 * SECONDS_A_DAY);
    for (name, start, wanted) in [
        ("default: a week, the maximum of a year", None, None),
        ("fatigue alone", None, Some("fatigueLevel")),
        ("the whole year", Some("2023-11-01"), None),
        ("steps alone", None, Some("steps")),
    ] {
        let mut times: Vec<Duration> = (0..TIMES)
            .map(|_| {
                let query = Query {
                    start: start.map(str::to_owned),
                    end: None,
                    wanted: wanted.map(str::to_owned),
                    interval: None,
                };
                let before = clock.monotonic();
                let answer = runtime.block_on(metrics(&app_state, user.clone(), query));
                answer.unwrap_or_else(|fault| panic!("{}", fault.message));
                clock.monotonic() - before
            })
            .collect();
        times.sort_unstable();
        println!("{name:<40} {:>9.1?}", times[TIMES / 2]);
    }
}
