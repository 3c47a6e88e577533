//! `cargo xtask interop [documents]`: checks the zero-knowledge crates against other tools of their
//! ecosystem, which npm installs into `target/interop`, and a real server's claims against snarkjs.
//! With `documents` only the claims are checked. Without node or npm it prints "skipped" and
//! succeeds.

use std::fs;

use serde_json::{Value as Json, json};

use crate::abuse::{self, Server};
use crate::npm;
use crate::run::{program, root, succeed};

/// Each folder under `target/interop`, and the packages that npm installs there. snarkjs 0.1.31 is
/// the last version with PGHR13; it and 0.7 need separate folders.
const PEERS: &[(&str, &[&str])] = &[
    (
        "new",
        &[
            "snarkjs@0.7.6",
            "circom2@0.2.23",
            "@zk-kit/semaphore-artifacts@4.13.0",
            "@unirep/circuits@2.0.0",
        ],
    ),
    ("old", &["snarkjs@0.1.31", "circomlib@2.0.5"]),
];

/// Installs missing packages, then runs every check.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let documents_alone = match words {
        [] => false,
        [word] if word == "documents" => true,
        _ => return Err("usage: cargo xtask interop [documents]".to_owned()),
    };
    if !npm::is_available("interop") {
        return Ok(());
    }
    for (folder, packages) in PEERS {
        npm::install(&format!("target/interop/{folder}"), packages)?;
    }
    documents()?;
    if documents_alone {
        return Ok(());
    }
    let folder = root().join("target/interop");
    succeed(program(
        "cargo",
        "bench",
        &[
            "run",
            "--release",
            "--package",
            "bench-zk",
            "--bin",
            "interop",
            "--",
            &folder.to_string_lossy(),
        ],
    ))
}

/// Checks that snarkjs accepts a server's claim about a week as a proof, and rejects it with other
/// public inputs.
fn documents() -> Result<(), String> {
    abuse::build()?;
    let server = Server::start(&[])?;
    let days: Vec<Json> = (1..=7)
        .map(|day| {
            json!({
                "timestamp": format!("2026-06-0{day}T12:00:00Z"), "type": "resting_heart_rate",
                "value": 45 + day, "unit": "/min", "device": "watch",
            })
        })
        .collect();
    let days = json!({ "data": days, "encryptionMode": "ZK" });
    body(&server.ask("POST", "/v1/sfdp/data", &days.to_string())?)?;
    for curve in ["bn254", "bls12-381"] {
        let claim = json!({
            "statement": { "metric": "restingHeartRate", "min": 40, "max": 60 },
            "startDate": "2026-06-01", "endDate": "2026-06-07", "scheme": "Groth16", "curve": curve,
        });
        let claim = body(&server.ask("POST", "/v1/sfdp/proofs", &claim.to_string())?)?;
        let mut changed = claim["publicInputs"].clone();
        // Replaces the claimed maximum by the claimed minimum.
        changed[5] = changed[4].clone();
        let folder = format!("target/interop/claims-{curve}");
        fs::create_dir_all(root().join(&folder)).map_err(|error| error.to_string())?;
        for (name, value) in [
            ("key", &claim["verificationKey"]),
            ("public", &claim["publicInputs"]),
            ("changed", &changed),
            ("proof", &claim["proof"]),
        ] {
            let file = root().join(&folder).join(format!("{name}.json"));
            fs::write(file, value.to_string()).map_err(|error| error.to_string())?;
        }
        for (public, holds) in [("public.json", true), ("changed.json", false)] {
            let words = [
                SNARKJS,
                "groth16",
                "verify",
                "key.json",
                public,
                "proof.json",
            ];
            let ran = program("node", &folder, &words).output();
            let ran = ran.map_err(|error| format!("snarkjs: {error}"))?;
            let printed = String::from_utf8_lossy(&ran.stdout);
            let word = if holds { "OK!" } else { "Invalid proof" };
            if ran.status.success() != holds || !printed.contains(word) {
                return Err(format!(
                    "snarkjs on a claim on {curve}, {public}: {printed}"
                ));
            }
        }
        println!("claim on {curve}: snarkjs accepts it, and refuses another public input");
    }
    Ok(())
}

/// Returns the JSON of a successful response.
fn body(answer: &str) -> Result<Json, String> {
    let text = answer
        .split_once("\r\n\r\n")
        .filter(|_| answer.starts_with("HTTP/1.1 200 "))
        .map(|(_, body)| body)
        .ok_or_else(|| format!("the server answered {answer}"))?;
    serde_json::from_str(text).map_err(|error| format!("{error} in {answer}"))
}

/// The path from the folder of the claims.
const SNARKJS: &str = "../new/node_modules/snarkjs/cli.js";
