//! A proof about an account's own days.

use serde_json::{Value, json};

use crate::http::Connection;
use crate::modes::prepared;
use crate::server::Server;
use crate::{ask, median, settle, times};

const DAYS: usize = 7;
const PROOFS: usize = 5;

pub(crate) fn measure() {
    println!("### A proof that resting heart rate was between 40 and 60 on {DAYS} days\n");
    if let Err(why) = prove() {
        println!("not measured: {why}");
    }
    println!();
}

fn prove() -> Result<(), String> {
    let server = Server::start_with(&[]);
    let token = server.token();
    let mut connection = Connection::open(server.address);
    prepared(&server, &mut connection, &token, "ZK")?;
    let points: Vec<Value> = (0..DAYS)
        .map(|day| {
            json!({"timestamp": format!("2025-03-{:02}T06:00:00Z", day + 3),
                "type": "resting_heart_rate", "value": 48.25 + day as f64, "unit": "bpm",
                "device": "watch"})
        })
        .collect();
    let body = json!({"encryptionMode": "ZK", "data": points});
    ask(&mut connection, "/v1/sfdp/data", &token, &body)?;
    settle(&server);
    let path = "/v1/sfdp/proofs";
    for scheme in ["Bulletproofs", "Groth16"] {
        let asked = json!({"statement": {"metric": "restingHeartRate", "min": 40, "max": 60},
            "startDate": "2025-03-03", "endDate": "2025-03-09", "audience": "a bench", "scheme": scheme});
        let (_, first) = times(1, || ask(&mut connection, path, &token, &asked))?;
        let cpu = server.cpu_seconds();
        let (_, taken) = times(PROOFS, || ask(&mut connection, path, &token, &asked))?;
        let cpu = (server.cpu_seconds() - cpu) / PROOFS as f64;
        println!(
            "{scheme}: median {:.0} ms at the client (goal 2000), {cpu:.3} CPU-s of the server per proof; the first, which commits to the days or generates keys, {:.0} ms",
            median(taken.iter().copied()),
            first[0]
        );
    }
    Ok(())
}
