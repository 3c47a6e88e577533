//! `cargo xtask bench zk [FOLDER [chain|circuits|levels|commit|all [THREADS]]]` compares lockstep-zk's
//! prover with ark-groth16 (package bench-zk-ark) and snarkjs (in the FOLDER that `cargo xtask
//! interop` fills), interleaved. Then it measures the built-in circuits, at levels 192 and 256 too, and
//! commitments to series.
//! Without THREADS it runs with one thread, then with two.

mod commit;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Instant;

use bench_zk::Peers;
use lockstep_zk::ark_ff::{Field, UniformRand};
use lockstep_zk::circuits::{
    BetweenInputs, Circuit, Hasher, Kind, MembershipInputs, MerkleTree, Point, RangeInputs, Series,
};
use lockstep_zk::formats::{wtns, zkey};
use lockstep_zk::optimizer::{Level, optimize};
use lockstep_zk::r1cs::{Lc, R1cs, Row, Witness};
use lockstep_zk::{Bls12_381, Bls24_509, Bls48_575, Bn254, Curve, groth16, pghr13, scalar};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

const CHAIN: usize = 65_000;
const ROUNDS: usize = 5;

fn main() {
    let folder = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "../target/interop".to_owned());
    let peers = Peers::at(Path::new(&folder));
    if peers.is_none() {
        println!("snarkjs skipped: not installed in {folder}");
    }
    let part = std::env::args().nth(2).unwrap_or_else(|| "all".to_owned());
    if matches!(part.as_str(), "commit" | "all") {
        commit::run();
    }
    let only: Option<usize> = std::env::args()
        .nth(3)
        .map(|word| word.parse().expect("a number of threads"));
    for threads in only.map_or_else(|| vec![1, 2], |threads| vec![threads]) {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("a pool");
        pool.install(|| {
            if matches!(part.as_str(), "chain" | "all") {
                chain(threads, peers.as_ref());
            }
            if matches!(part.as_str(), "circuits" | "all") {
                ours::<Bls12_381>(threads, 3);
                ours::<Bn254>(threads, 3);
            }
            if matches!(part.as_str(), "levels" | "all") {
                ours::<Bls24_509>(threads, 2);
                ours::<Bls48_575>(threads, 2);
            }
        });
    }
}

/// Wall and CPU milliseconds.
type Timing = [f64; 2];

/// Returns the CPU milliseconds of this process, including threads that have ended.
fn cpu() -> f64 {
    cpu_time::ProcessTime::now().as_duration().as_secs_f64() * 1e3
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Timing) {
    let (start, before) = (Instant::now(), cpu());
    let value = work();
    (
        value,
        [start.elapsed().as_secs_f64() * 1000.0, cpu() - before],
    )
}

fn medians(list: &[Timing]) -> Timing {
    [0, 1].map(|place| {
        let mut values: Vec<f64> = list.iter().map(|timing| timing[place]).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    })
}

fn show(name: &str, threads: usize, list: &[Timing]) {
    let [wall, cpu] = medians(list);
    println!(
        "{name:<44} {threads} thread(s)  wall {wall:9.2} ms  cpu {cpu:9.2} ms  n={}",
        list.len()
    );
}

fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    status
        .lines()
        .find(|line| line.starts_with("VmHWM"))
        .unwrap_or("")
        .to_owned()
}

/// A process that proves once for each line on its standard input.
struct Peer {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Peer {
    fn start(mut command: Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the peer starts");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let mut peer = Peer { child, output };
        assert_eq!(peer.line(), "ready");
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

/// xᵢ₊₁ = xᵢ·(xᵢ + 5), x₀ public.
fn chain_system() -> (R1cs<scalar::Bn254>, Witness<scalar::Bn254>) {
    type F = scalar::Bn254;
    let five = Lc::constant(F::from(5u64));
    let mut values = vec![F::ONE, F::from(3u64)];
    let rows = (0..CHAIN as u32)
        .map(|row| {
            let last = values[row as usize + 1];
            values.push(last * (last + F::from(5u64)));
            Row {
                a: Lc::wire(row + 1),
                b: Lc::wire(row + 1).plus(&five, F::ONE),
                c: Lc::wire(row + 2),
            }
        })
        .collect();
    let wires = values.len() as u32;
    let system = R1cs {
        wires,
        outputs: 0,
        public_inputs: 1,
        private_inputs: 0,
        rows,
        labels: (0..u64::from(wires)).collect(),
        groups: Vec::new(),
    };
    (system, Witness::new(values).expect("begins with one"))
}

fn chain(threads: usize, peers: Option<&Peers>) {
    let (system, witness) = chain_system();
    let rng = &mut ChaCha20Rng::from_seed([1; 32]);
    let (key, took) = timed(|| groth16::setup::<Bn254>(&system, rng).expect("a key"));
    show("chain 65000 BN254 set-up, lockstep-zk", threads, &[took]);
    println!("peak memory of the process: {}", peak());
    let mut ark = {
        let mut command = Command::new(
            std::env::var("ZK_ARK").unwrap_or_else(|_| "target/release/bench-zk-ark".to_owned()),
        );
        command.args([CHAIN.to_string(), threads.to_string()]);
        Peer::start(command)
    };
    let mut snarkjs = peers.map(|peers| {
        peers.write("chain.zkey", zkey::write(&key));
        peers.write("chain.wtns", wtns::write(&witness));
        let script = peers.write("chain.js", CHAIN_JS);
        let mut command = Command::new("node");
        command
            .arg(script)
            .arg(peers.new_module("snarkjs/build/main.cjs"))
            .arg(threads.to_string())
            .current_dir(peers.work(""));
        Peer::start(command)
    });
    let (mut our, mut arks, mut theirs) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let (proof, took) =
            timed(|| groth16::prove(&key, &system, &witness, rng).expect("a proof"));
        assert!(groth16::verify(&key.verifying, &witness.public(1), &proof).expect("counts fit"));
        our.push(took);
        arks.push(ark.once());
        if let Some(snarkjs) = &mut snarkjs {
            theirs.push(snarkjs.once());
        }
    }
    show("chain 65000 BN254 prove, lockstep-zk", threads, &our);
    show("chain 65000 BN254 prove, ark-groth16 0.6.0", threads, &arks);
    if !theirs.is_empty() {
        show("chain 65000 BN254 prove, snarkjs 0.7.6", threads, &theirs);
    }
}

const CHAIN_JS: &str = r#"
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

/// Measures set-up, proving and verification of the first `count` of three built-in circuits, in both
/// schemes.
fn ours<E: Curve>(threads: usize, count: usize) {
    let rng = &mut ChaCha20Rng::from_seed([2; 32]);
    let blinding = E::ScalarField::rand(rng);
    let statement = E::ScalarField::rand(rng);
    let range = Circuit::<E::ScalarField>::new(Kind::Range { bits: 64 });
    let range_inputs = RangeInputs {
        value: 5200,
        min: 4000,
        max: 6000,
        scale: 2,
        blinding,
        statement,
    };
    let membership = Circuit::<E::ScalarField>::new(Kind::Membership { depth: 20 });
    let set: Vec<i64> = (0..1000).collect();
    let tree = MerkleTree::of_set(&Hasher::new(), &set, 0, 20).expect("a tree");
    let member = MembershipInputs::in_tree(&tree, 77, 0, blinding, statement).expect("a member");
    let between = Circuit::<E::ScalarField>::new(Kind::Between { log: 5, upper: 0 });
    let points = (1..=31)
        .map(|day| Point {
            value: 50,
            time: day * 86_400_000,
            blinding,
        })
        .collect();
    let month = Series::new(&Hasher::new(), points, 1, 0, 5).expect("sorted points");
    let month_inputs = BetweenInputs {
        series: &month,
        from: 1,
        to: 31 * 86_400_000,
        min: 40,
        max: 60,
        statement,
    };
    let circuits = [
        (range, range_inputs.inputs().expect("in range")),
        (membership, member.inputs()),
        (between, month_inputs.inputs(5, 0).expect("between")),
    ];
    for (circuit, inputs) in circuits.into_iter().take(count) {
        let name = |what: &str| format!("{} {} {what}", circuit.kind().name(), E::NAME);
        let (witness, took) = timed(|| circuit.witness(&inputs).expect("a witness"));
        show(&name("witness"), threads, &[took]);
        let small = optimize(circuit.system(), Level::Aggressive).expect("an equivalent");
        let small_witness = small.map.shrink(&witness).expect("a witness");
        for (label, system, witness) in [
            ("", circuit.system(), &witness),
            (" optimized", &small.system, &small_witness),
        ] {
            let (key, took) = timed(|| groth16::setup::<E>(system, rng).expect("a key"));
            println!(
                "{} rows, zkey {} bytes",
                system.rows.len(),
                zkey::write(&key).len()
            );
            show(&name(&format!("set-up{label}")), threads, &[took]);
            let public = witness.public(key.public());
            let prepared = groth16::PreparedKey::new(&key.verifying);
            let (mut proving, mut verifying) = (Vec::new(), Vec::new());
            for _ in 0..2 * ROUNDS {
                let (proof, took) =
                    timed(|| groth16::prove(&key, system, witness, rng).expect("a proof"));
                proving.push(took);
                let (good, took) = timed(|| prepared.verify(&public, &proof).expect("counts fit"));
                assert!(good);
                verifying.push(took);
            }
            show(&name(&format!("prove Groth16{label}")), threads, &proving);
            show(
                &name(&format!("verify Groth16{label}")),
                threads,
                &verifying,
            );
        }
        let key = pghr13::setup::<E>(circuit.system(), rng).expect("a key");
        let public = witness.public(circuit.system().public());
        let (mut proving, mut verifying) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let (proof, took) = timed(|| pghr13::prove(&key, &witness, rng).expect("a proof"));
            proving.push(took);
            let (good, took) =
                timed(|| pghr13::verify(&key.verifying, &public, &proof, rng).expect("counts fit"));
            assert!(good);
            verifying.push(took);
        }
        show(&name("prove PGHR13"), threads, &proving);
        show(&name("verify PGHR13"), threads, &verifying);
    }
}
