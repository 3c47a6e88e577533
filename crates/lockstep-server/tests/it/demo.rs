//! Runs the binary's `lockstep demo`: checks its output, and that its claims are true.

use std::path::Path;
use std::sync::OnceLock;

use serde_json::Value as Json;

use crate::child::run;

/// Uses a free port, because the default port may be in use.
const WORDS: &[&str] = &["demo", "--once", "--listen", "127.0.0.1:0"];

fn demo(args: &[&str]) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &[WORDS, args].concat(), "");
    let printed = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{printed}");
    (String::from_utf8(output.stdout).unwrap(), printed)
}

fn verified(file: &Path) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().unwrap();
    let args = ["verify", file.to_str().unwrap(), "--audience", READER];
    let output = run(folder.path(), &args, "");
    let printed = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(printed).unwrap())
}

#[test]
fn the_output_for_people_is_tables() {
    let (shown, printed) = demo(&[]);
    let mut rest = shown.as_str();
    // The lines must appear in this order.
    for line in [
        "Lockstep ",
        "\nThe seven days up to the latest point\n",
        "\nWeek by week\n",
        "\nA week under each mode\n",
        "\n  none ",
        "\n  Basic ",
        "\n  FHE ",
        "8192 values as ciphertexts",
        "\n  ZK ",
        "points committed to",
        "\nThe mean heart rate of that week\n",
        "  on ciphertexts ",
        " 8192 of 8192 values added as ciphertexts\n",
        "  on numbers ",
        "\nA claim, proven without a day's value\n",
        "\n  proven ",
        "\n  verified offline ",
        " refused: ",
        " refused: ",
        " refused: ",
        "\n  Try it: lockstep verify ",
    ] {
        let at = rest.find(line);
        let at = at.unwrap_or_else(|| panic!("{line:?} is not in {rest:?} of {shown}"));
        rest = &rest[at + line.len()..];
    }
    let file = rest
        .trim_end()
        .strip_suffix(" --audience 'whoever reads this'");
    let file = Path::new(file.unwrap_or_else(|| panic!("{rest:?}")));
    assert_eq!(verified(file).0, Some(0), "{shown}");
    std::fs::remove_file(file).unwrap();
    assert!(!printed.contains("was open to others"), "{printed}");
    for line in [
        "120 made-up days: 100 %",
        "keys to compute with: ",
        "a week under each mode: 100 %",
        "the circuit's keys, a proof: ",
    ] {
        assert!(printed.contains(line), "{line:?} is not in {printed}");
    }
}

/// Returns the JSON output of one run, shared by the tests.
fn for_programs() -> &'static Json {
    static SHOWN: OnceLock<Json> = OnceLock::new();
    SHOWN.get_or_init(|| {
        let (shown, printed) = demo(&["--json"]);
        assert!(
            !printed.contains(" %") && !printed.contains("begun"),
            "{printed}"
        );
        serde_json::from_str(&shown).unwrap()
    })
}

#[test]
fn a_week_is_stored_under_each_mode() {
    let shown = for_programs();
    assert_eq!(shown["weeks"].as_array().unwrap().len(), 17);
    let modes = shown["modes"].as_array().unwrap();
    let rows: Vec<(&str, u64, u64, u64)> = modes
        .iter()
        .map(|row| {
            let count = |field: &str| row[field].as_u64().unwrap();
            let mode = row["mode"].as_str().unwrap();
            (
                mode,
                count("points"),
                count("homomorphic"),
                count("committed"),
            )
        })
        .collect();
    // Full blocks are encrypted and committed to; points that wait for a full block are not.
    assert_eq!(
        rows,
        [
            ("none", 9723, 0, 0),
            ("Basic", 9723, 0, 0),
            ("FHE", 9723, 8192, 0),
            ("ZK", 9723, 0, 9216),
        ]
    );
    let bytes: Vec<u64> = modes
        .iter()
        .map(|row| row["bytes"].as_u64().unwrap())
        .collect();
    // One ciphertext of 8192 slots; the other modes take little space.
    assert!((100_000..400_000).contains(&bytes[2]), "{bytes:?}");
    for place in [0, 1, 3] {
        assert!((2_000..60_000).contains(&bytes[place]), "{bytes:?}");
    }
}

#[test]
fn the_mean_of_ciphertexts_equals_the_plain_mean() {
    let mean = &for_programs()["mean"];
    let (sealed, plain) = (&mean["onCiphertexts"], &mean["onNumbers"]);
    for (answer, encrypted) in [(sealed, 8192), (plain, 0)] {
        assert_eq!(answer["count"], 8192, "{mean}");
        assert_eq!(answer["encryptedCount"], encrypted, "{mean}");
    }
    assert_eq!(sealed["value"], plain["value"]);
    let off = sealed["value"].as_f64().unwrap() - mean["asMade"].as_f64().unwrap();
    assert!(off.abs() < 1e-6, "{mean}");
}

#[test]
fn the_claim_verifies_and_a_tampered_copy_is_refused() {
    let claim = &for_programs()["claim"];
    assert_eq!(claim["verified"], true, "{claim}");
    let says = claim["says"].as_str().unwrap();
    assert!(
        says.starts_with("On each of the 7 days from ") && says.contains("between 40 and 60"),
        "{says}"
    );
    let tampered = claim["tampered"].as_array().unwrap();
    assert_eq!(tampered.len(), 3);
    for copy in tampered {
        let reason = copy["reason"].as_str().unwrap();
        assert!(reason.starts_with("refused: "), "{copy}");
    }
    let file = Path::new(claim["file"].as_str().unwrap());
    let (status, printed) = verified(file);
    assert_eq!(status, Some(0), "{printed}");
    assert!(printed.contains(says), "{printed}");
    // The binary gives the same result for a tampered copy as the demo.
    let text = std::fs::read_to_string(file).unwrap();
    let bad = text.replacen("\"max\": 60", "\"max\": 50", 1);
    assert_ne!(bad, text);
    std::fs::write(file, bad).unwrap();
    let (status, printed) = verified(file);
    std::fs::remove_file(file).unwrap();
    assert_eq!(status, Some(1), "{printed}");
}

/// The audience of the demo's claim.
const READER: &str = "whoever reads this";
