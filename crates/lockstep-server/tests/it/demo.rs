//! Runs `lockstep demo` and checks its output and its claim.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::sync::OnceLock;

use lockstep_store::Timestamp;
use lockstep_testkit::{Record, gpx};
use serde_json::Value as Json;

use crate::app::TestClient;
use crate::child::{lockstep, run};

/// A free port, because the default port may be in use.
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
    let words = ["verify", file.to_str().unwrap(), "--audience", AUDIENCE];
    let output = run(folder.path(), &words, "");
    let printed = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(printed).unwrap())
}

/// Its passwords are published.
#[test]
fn the_demo_listens_on_this_machine_only() {
    let folder = tempfile::tempdir().unwrap();
    for address in ["0.0.0.0:0", "[::]:0", "192.0.2.1:8420"] {
        let refused = run(folder.path(), &["demo", "--once", "--listen", address], "");
        let said = String::from_utf8(refused.stderr).unwrap();
        assert!(
            !refused.status.success() && said.contains("this machine only"),
            "{said}"
        );
    }
}

#[test]
fn the_output_is_tables() {
    let (shown, printed) = demo(&[]);
    let mut rest = shown.as_str();
    // In this order.
    for line in [
        "Lockstep ",
        "\nThe seven days up to the latest point\n",
        "\nWeek by week\n",
        "\nActivities of these seven days, found in the points\n",
        "\nInsights of the last 30 days\n",
        "\nA week in each encryption mode\n",
        "\n  none ",
        "\n  Basic ",
        "\n  FHE ",
        "8192 values as ciphertexts",
        "\n  ZK ",
        "points with commitments",
        "\nThe mean heart rate of that week\n",
        "  on ciphertexts ",
        " 8192 of 8192 values added as ciphertexts\n",
        "  on plain values ",
        "\nA claim, proven without showing a value\n",
        "\n  proven ",
        "\n  verified offline ",
        " refused: ",
        " refused: ",
        " refused: ",
        "\n  Keep the document with --directory DIR, then: lockstep verify DIR/claim.json --audience coach\n",
        "\nA week of heart rate, sold as aggregate-only\n",
        "  certificate          7 days, 8192 points, no value; its signature is valid\n",
        "  answer to the buyer  mean ",
        "; 8192 of 8192 values added as ciphertexts\n",
        "  verified offline     ",
        " s, and a changed copy is refused; no point was sold\n",
        "  ledger               athlete 12.50 EUR, buyer -12.50 EUR, together 0.00 EUR\n",
        "\nA command to a simulated treadmill, over MQTT\n",
        "  set_speed            speed 9.5 km/h: acknowledged by the device in ",
        " s, 1 point stored\n",
    ] {
        let at = rest.find(line);
        let at = at.unwrap_or_else(|| panic!("{line:?} is not in {rest:?} of {shown}"));
        rest = &rest[at + line.len()..];
    }
    assert!(
        !printed.contains("WARN") && !printed.contains('{'),
        "{printed}"
    );
    for line in [
        "120 made-up days: 100 %",
        "FHE keys: ",
        "a week in each encryption mode: 100 %",
        "first proof: ",
    ] {
        assert!(printed.contains(line), "{line:?} is not in {printed}");
    }
}

/// The directory that the JSON demo keeps.
fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_TARGET_TMPDIR"), "/demo"))
}

/// The demo's output as JSON, shared by the tests. The demo keeps [`folder`].
fn for_programs() -> &'static Json {
    static SHOWN: OnceLock<Json> = OnceLock::new();
    SHOWN.get_or_init(|| {
        // A folder of an earlier run.
        let _ = std::fs::remove_dir_all(folder());
        let kept = folder().to_str().unwrap();
        let (shown, printed) = demo(&["--json", "--directory", kept]);
        assert!(
            !printed.contains(" %") && !printed.contains("begun"),
            "{printed}"
        );
        serde_json::from_str(&shown).unwrap()
    })
}

#[test]
fn a_week_is_stored_in_each_mode() {
    let shown = for_programs();
    assert_eq!(shown["weeks"].as_array().unwrap().len(), 17);
    let activities = shown["activities"].as_array().unwrap();
    assert!((4..=6).contains(&activities.len()), "{activities:?}");
    for activity in activities {
        assert!(
            activity["figures"]["trainingLoad"].is_number(),
            "{activity}"
        );
    }
    assert!(!shown["insights"].as_array().unwrap().is_empty());
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
    // Only full blocks are stored as ciphertexts or with commitments.
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
    // A ciphertext with 8192 slots is the largest of them.
    assert!((100_000..400_000).contains(&bytes[2]), "{bytes:?}");
    for index in [0, 1, 3] {
        assert!((2_000..60_000).contains(&bytes[index]), "{bytes:?}");
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
    let off = sealed["value"].as_f64().unwrap() - mean["expected"].as_f64().unwrap();
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
    // `lockstep verify` refuses a tampered copy too.
    let text = std::fs::read_to_string(file).unwrap();
    let bad = text.replacen("\"max\": 60", "\"max\": 50", 1);
    assert_ne!(bad, text);
    let tampered = folder().join("tampered.json");
    std::fs::write(&tampered, bad).unwrap();
    let (status, printed) = verified(&tampered);
    assert_eq!(status, Some(1), "{printed}");
}

#[test]
fn the_sold_answer_verifies_and_the_ledger_balances() {
    let shown = for_programs();
    let sale = &shown["sale"];
    assert_eq!(sale["verified"], true, "{sale}");
    assert_eq!(
        (&sale["count"], &sale["encrypted"]),
        (&8192.into(), &8192.into())
    );
    assert_eq!(sale["value"], shown["mean"]["onCiphertexts"]["value"]);
    assert_eq!(
        (&sale["seller"], &sale["buyer"]),
        (&12.5.into(), &(-12.5).into())
    );
    // `lockstep verify` and `lockstep market verify` say the same on the kept directory.
    let file = sale["file"].as_str().unwrap();
    let words = [
        "verify",
        file,
        "--audience",
        sale["audience"].as_str().unwrap(),
    ];
    let output = run(folder(), &words, "");
    let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(
        output.status.success() && printed.contains("lockstep-aggregate/1"),
        "{printed}"
    );
    let output = run(folder(), &["market", "verify"], "");
    let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(
        printed.contains("1 transfer of 2 accounts: every balance is right"),
        "{printed}"
    );
}

/// The audience of the demo's claim.
const AUDIENCE: &str = "coach";

/// A demo that keeps running; dropping it ends it.
struct RunningDemo {
    process: std::process::Child,
    base: String,
    broker: String,
}

impl RunningDemo {
    /// Starts the demo with a file and a configured broker, and waits until it has printed where it listens.
    fn start(file: &Path, folder: &Path, broker: SocketAddr) -> Self {
        let mut command = lockstep(folder);
        command.args(["demo", "--listen", "127.0.0.1:0"]).arg(file);
        command.env("LOCKSTEP_MQTT_LISTEN", broker.to_string());
        let mut process = command
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let (mut base, mut broker) = (None, None);
        for line in lines.map_while(Result::ok) {
            let address = line.split("Its API page: ").nth(1);
            base = base.or(address.map(str::to_owned));
            let address = line.strip_prefix("Devices connect to mqtt://");
            broker = broker.or(address.map(str::to_owned));
            if line.starts_with("Ctrl-C ends the server") {
                break;
            }
        }
        Self {
            process,
            base: base.expect("the demo prints its address"),
            broker: broker.expect("the demo prints the address of its broker"),
        }
    }
}

impl Drop for RunningDemo {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A file of one's own lands in an account of its own, and the printed addresses answer.
#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_ones_own_has_an_account_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ride.gpx");
    let start: Timestamp = "2024-05-01T08:00:00Z".parse().unwrap();
    let records: Vec<Record> = Record::ride(start, 60).collect();
    std::fs::write(&file, gpx::document("a watch", "Home", "cycling", &records)).unwrap();
    let data = folder.path().join("data");
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let broker = listener.local_addr().unwrap();
    drop(listener);
    let kept = tokio::task::spawn_blocking(move || RunningDemo::start(&file, &data, broker));
    let kept = kept.await.unwrap();
    assert_eq!(kept.broker, format!("{broker}."));
    std::net::TcpStream::connect(broker).unwrap();
    let page = reqwest::get(&kept.base).await.unwrap();
    assert!(
        page.status().is_success(),
        "{}: {}",
        kept.base,
        page.status()
    );
    let address = kept
        .base
        .trim_start_matches("http://")
        .trim_end_matches("/docs");
    let anyone = TestClient::at(address.parse().unwrap());
    let range = "/v1/sfdp/activities?startDate=2024-05-01&endDate=2024-05-01";
    for (name, expected) in [("you", 1), ("athlete", 0)] {
        let user = anyone.signed_in(name, "demo-runner-password").await;
        let found = user.get(range).await.ok();
        let activities = found["activities"].as_array().unwrap();
        assert_eq!(activities.len(), expected, "{name}: {found}");
    }
}
