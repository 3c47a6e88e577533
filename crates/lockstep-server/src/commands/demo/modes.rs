//! A week in each encryption mode: its size in the store, the mean heart rate computed on ciphertexts,
//! and a claim that anyone can verify. A refused step is left out, with the reason.

use std::path::Path;
use std::time::Duration;

use lockstep_accounts::Accounts;
use lockstep_points::chunk::Codec;
use lockstep_points::operations::points;
use lockstep_store::Timestamp;
use lockstep_vault::Mode;
use lockstep_web::AppState;
use serde_json::{Value as Json, json};

use super::client::Client;
use super::week::{DEVICE, Week, date};
use super::{ATHLETE, claim, timed};
use crate::progress::{ElapsedClock, Progress};

/// Stores the weeks, computes the mean and proves the claim. `document` is the file of the claim.
pub(super) async fn show(
    client: &Client,
    state: &AppState,
    now: Timestamp,
    document: &Path,
    quiet: bool,
) -> Result<Json, String> {
    let device = json!({
        "type": "watch", "name": DEVICE,
        "capabilities": ["heart_rate", "resting_heart_rate", "sleep_duration", "steps", "power"],
    });
    client.post("/v1/sfdp/devices", &device).await?;
    let keys = create_keys(client, quiet).await;
    let mut nth = -1;
    let weeks = MODES.map(|mode| {
        nth += 1;
        (mode, Week::before(now, nth))
    });
    let total = weeks.iter().map(|(_, week)| week.points.len() as u64).sum();
    let mut bar = Progress::new("a week in each encryption mode", "points", total, quiet);
    let (mut refusals, mut done) = (Vec::new(), 0);
    for (mode, week) in &weeks {
        refusals.push(upload(client, *mode, week).await);
        done += week.points.len() as u64;
        bar.at(done);
    }
    bar.done();
    let forms = at_rest(state).await?;
    let mut table = Vec::new();
    let mut shown = json!({});
    let [(_, plain), ..] = &weeks;
    for ((mode, week), refused) in weeks.iter().zip(&refusals) {
        let of_mode = forms.iter().filter(|form| form.mode == *mode);
        let sum = |count: fn(&points::AtRest) -> u64| of_mode.clone().map(count).sum::<u64>();
        let of = |codec| {
            let of_codec = of_mode.clone().filter(|form| form.codec == codec);
            of_codec.map(|form| form.points).sum::<u64>()
        };
        table.push(json!({
            "mode": mode.map_or("none", Mode::as_str),
            "startDate": date(week.start), "endDate": date(week.end()),
            "points": sum(|form| form.points), "bytes": sum(|form| form.bytes),
            "homomorphic": of(Codec::Homomorphic), "committed": of(Codec::Committed),
            "skipped": refused.as_ref().err(),
        }));
        match (mode, refused) {
            (Some(Mode::Fhe), Ok(())) => {
                shown["mean"] = mean(client, [week, plain], keys.clone()).await;
            }
            (Some(Mode::Zk), Ok(())) => {
                let claimed = claim::show(client, week, (document, &*state.clock), quiet).await;
                shown["claim"] = claimed.unwrap_or_else(|error| json!({ "skipped": error }));
            }
            (Some(Mode::Fhe), Err(_)) => shown["mean"] = json!({ "skipped": NOT_STORED }),
            (Some(Mode::Zk), Err(_)) => shown["claim"] = json!({ "skipped": NOT_STORED }),
            (None | Some(Mode::Basic), _) => {}
        }
    }
    shown["modes"] = table.into();
    Ok(shown)
}

async fn upload(client: &Client, mode: Option<Mode>, week: &Week) -> Result<(), String> {
    let mut body = json!({ "data": week.points });
    if let Some(mode) = mode {
        body["encryptionMode"] = mode.as_str().into();
    }
    let answer = client.post("/v1/sfdp/data", &body).await?;
    if answer["success"] == true {
        return Ok(());
    }
    Err(format!(
        "the made-up week was refused: {}",
        answer["errors"]
    ))
}

/// Returns how the points are stored. No route shows this, so the store is read directly.
async fn at_rest(state: &AppState) -> Result<Vec<points::AtRest>, String> {
    let accounts = Accounts::new(state.clone());
    let athlete = accounts.named(ATHLETE.to_owned()).await;
    let athlete = athlete.map_err(|error| error.message.into_owned())?;
    let forms = points::at_rest(state, athlete.id, DEVICE).await;
    forms.map_err(|error| error.to_string())
}

/// Returns the mean computed on ciphertexts and the mean of the same values in the clear.
async fn mean(
    client: &Client,
    [sealed, plain]: [&Week; 2],
    keys: Result<Duration, String>,
) -> Json {
    let means = async {
        let keys = keys?;
        let on_ciphertexts = mean_of(client, sealed).await?;
        let on_numbers = mean_of(client, plain).await?;
        Ok::<_, String>(json!({
            "keySeconds": keys.as_secs_f64(), "expected": sealed.mean_heart_rate,
            "onCiphertexts": on_ciphertexts, "onNumbers": on_numbers,
        }))
    };
    means
        .await
        .unwrap_or_else(|error| json!({ "skipped": error }))
}

async fn mean_of(client: &Client, week: &Week) -> Result<Json, String> {
    let asked = json!({
        "operation": "mean", "type": "heart_rate", "device": DEVICE,
        "startDate": date(week.start), "endDate": date(week.end()),
    });
    let (answer, taken) = timed(client.post("/v1/sfdp/aggregate", &asked)).await;
    let mut answer = answer?;
    answer["seconds"] = taken.as_secs_f64().into();
    Ok(answer)
}

/// Registers a device of mode FHE, so that the server creates the FHE keys, and waits for the keys.
/// Returns the time that this took.
async fn create_keys(client: &Client, quiet: bool) -> Result<Duration, String> {
    let waiting = ElapsedClock::new("FHE keys", quiet);
    let device = json!({
        "type": "patch", "name": PATCH, "capabilities": ["heart_rate"], "encryptionMode": "FHE",
    });
    let (made, taken) = timed(async {
        client.post("/v1/sfdp/devices", &device).await?;
        let mut pause = FIRST_PAUSE;
        loop {
            let all = client.get("/v1/sfdp/devices").await?;
            let mut devices = all["devices"].as_array().into_iter().flatten();
            match devices.find(|device| device["name"] == PATCH) {
                Some(device) if device["status"] == "pending" => {}
                Some(_) => return Ok(()),
                None => return Err("the device of mode FHE is missing".to_owned()),
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 3 / 2).min(MAX_PAUSE);
        }
    })
    .await;
    waiting.done(taken);
    made.map(|()| taken)
}

const MODES: [Option<Mode>; 4] = [None, Some(Mode::Basic), Some(Mode::Fhe), Some(Mode::Zk)];
const NOT_STORED: &str = "its week could not be stored";
/// The name of the device of mode FHE.
const PATCH: &str = "Demo patch";
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const MAX_PAUSE: Duration = Duration::from_secs(2);
