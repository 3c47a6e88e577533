//! A chain of products, proven by lockstep-zk, ark-groth16, gnark and snarkjs in turn.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use bench_zk::{Peers, products};
use lockstep_zk::formats::{wtns, zkey};
use lockstep_zk::{Curve, groth16};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::{ROUNDS, Timing, medians, peak, show, timed};

/// Proves a chain of 2^log rows with every prover that is there, one proof of each in every round.
pub fn compare<E: Curve>(log: u32, threads: usize, peers: Option<&Peers>) {
    let rows = products::rows(log);
    let name = |what: &str| format!("chain 2^{log} {} {what}", E::NAME);
    let (system, witness) = products::chain::<E::ScalarField>(rows);
    let rng = &mut ChaCha20Rng::from_seed([1; 32]);
    let (key, took) = timed(|| groth16::setup::<E>(&system, rng).expect("a key"));
    show(&name("set-up, lockstep-zk"), threads, &[took]);
    let mut others = others::<E>(rows, threads);
    others.extend(peers.map(|peers| {
        peers.write("chain.zkey", zkey::write(&key));
        peers.write("chain.wtns", wtns::write(&witness));
        Peer::start("snarkjs 0.7.6", snarkjs(peers, threads))
    }));
    for other in &others {
        if let Some(setup) = other.setup {
            println!(
                "{} {setup:.0} ms",
                name(&format!("set-up, {}, CPU", other.name))
            );
        }
    }
    let mut ours = Vec::new();
    let mut theirs = vec![Vec::new(); others.len()];
    for _ in 0..ROUNDS {
        let (proof, took) =
            timed(|| groth16::prove(&key, &system, &witness, rng).expect("a proof"));
        assert!(groth16::verify(&key.verifying, &witness.public(1), &proof).expect("counts fit"));
        ours.push(took);
        for (other, times) in others.iter_mut().zip(&mut theirs) {
            times.push(other.once());
        }
    }
    show(&name("prove, lockstep-zk"), threads, &ours);
    let [_, our_time] = medians(&ours);
    for (other, times) in others.iter().zip(&theirs) {
        show(&name(&format!("prove, {}", other.name)), threads, times);
        let [_, time] = medians(times);
        println!(
            "    CPU time relative to lockstep-zk: {:.2}",
            time / our_time
        );
    }
    println!("highest memory of this process so far: {}", peak());
}

/// Starts the provers that have been built; names the others.
fn others<E: Curve>(rows: u32, threads: usize) -> Vec<Peer> {
    let programs = [
        (
            "ark-groth16 0.6.0",
            "target/release/bench-zk-ark",
            "cargo build --release -p bench-zk-ark",
        ),
        (
            "gnark 0.14.0",
            "target/zk-gnark",
            "(cd zk/gnark && go build -o ../../target/zk-gnark .)",
        ),
    ];
    let mut found = Vec::new();
    for (name, path, build) in programs {
        if !Path::new(path).is_file() {
            println!("{name} skipped: in the folder bench, run `{build}`");
            continue;
        }
        let mut command = Command::new(path);
        command.args([E::NAME.to_string(), rows.to_string(), threads.to_string()]);
        found.push(Peer::start(name, command));
    }
    found
}

fn snarkjs(peers: &Peers, threads: usize) -> Command {
    let script = peers.write("chain.js", SNARKJS);
    let mut command = Command::new("node");
    command
        .arg(script)
        .arg(peers.new_module("snarkjs/build/main.cjs"))
        .arg(threads.to_string())
        .current_dir(peers.work(""));
    command
}

const SNARKJS: &str = r#"
const fs = require("fs");
const { groth16 } = require(process.argv[2]);
const single = process.argv[3] === "1";
const zkey = { type: "mem", data: new Uint8Array(fs.readFileSync("chain.zkey")) };
const wtns = { type: "mem", data: new Uint8Array(fs.readFileSync("chain.wtns")) };
(async () => {
    await groth16.prove(zkey, wtns, undefined, { singleThread: single });
    console.log("ready");
    for await (const _ of require("readline").createInterface({ input: process.stdin })) {
        const before = process.cpuUsage(), start = process.hrtime.bigint();
        await groth16.prove(zkey, wtns, undefined, { singleThread: single });
        const used = process.cpuUsage(before);
        console.log(`${Number(process.hrtime.bigint() - start) / 1e6} ${(used.user + used.system) / 1e3}`);
    }
    process.exit(0);
})();
"#;

/// A process that proves once for each line on its standard input.
struct Peer {
    name: &'static str,
    child: Child,
    output: BufReader<ChildStdout>,
    /// CPU milliseconds of the set-up, where the process reports them.
    setup: Option<f64>,
}

impl Peer {
    fn start(name: &'static str, mut command: Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the peer starts");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let mut peer = Peer {
            name,
            child,
            output,
            setup: None,
        };
        let line = peer.line();
        let mut words = line.split(' ');
        assert_eq!(words.next(), Some("ready"), "{name}");
        peer.setup = words.next().map(|word| word.parse().expect("milliseconds"));
        peer
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the peer answers");
        line.trim().to_owned()
    }

    fn once(&mut self) -> Timing {
        self.child
            .stdin
            .as_mut()
            .expect("piped")
            .write_all(b"\n")
            .expect("the peer listens");
        let line = self.line();
        let mut numbers = line
            .split(' ')
            .map(|word| word.parse().expect("milliseconds"));
        [numbers.next().expect("wall"), numbers.next().expect("cpu")]
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}
