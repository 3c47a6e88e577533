//! Code shared by the bench and the interoperation run: other programs, files, circuits.

pub mod products;

use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder with `new/` (snarkjs 0.7, circom2, artefacts) and `old/` (snarkjs 0.1.31, circomlib)
/// installed by npm, and `work/` for files.
pub struct Peers {
    root: PathBuf,
}

impl Peers {
    /// Returns the folder that `cargo xtask interop` fills; `None` if it is missing.
    pub fn at(root: &Path) -> Option<Self> {
        let there = root.join("new/node_modules/snarkjs").is_dir();
        let peers = Peers {
            root: root.to_path_buf(),
        };
        std::fs::create_dir_all(peers.work("")).ok()?;
        there.then_some(peers)
    }

    pub fn work(&self, name: &str) -> PathBuf {
        self.root.join("work").join(name)
    }

    pub fn new_module(&self, name: &str) -> PathBuf {
        self.root.join("new/node_modules").join(name)
    }

    pub fn old_module(&self, name: &str) -> PathBuf {
        self.root.join("old/node_modules").join(name)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.work(name);
        std::fs::write(&path, bytes).expect("the work folder can be written");
        path
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.work(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Runs a command of snarkjs 0.7 in the work folder; returns whether it succeeded, and its
    /// output.
    pub fn snarkjs(&self, words: &[&str]) -> (bool, String) {
        let cli = self.new_module("snarkjs/build/cli.cjs");
        self.node(&cli, words)
    }

    pub fn node(&self, script: &Path, words: &[&str]) -> (bool, String) {
        let output = Command::new("node")
            .arg(script)
            .args(words)
            .current_dir(self.work(""))
            .output()
            .expect("node runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned()
            + &String::from_utf8_lossy(&output.stderr);
        (output.status.success(), text)
    }

    pub fn must(&self, words: &[&str]) {
        let (good, text) = self.snarkjs(words);
        assert!(good, "snarkjs {words:?}: {text}");
    }

    /// Compiles a circuit with circom2 at an optimization level to `<name>.r1cs` in the work
    /// folder; returns the milliseconds. circom2 sees only files below its working folder.
    pub fn circom(&self, name: &str, source: &str, level: &str) -> f64 {
        self.write(&format!("{name}.circom"), source);
        let start = std::time::Instant::now();
        let output = Command::new("node")
            .args([
                "new/node_modules/circom2/cli.js",
                &format!("work/{name}.circom"),
            ])
            .args([level, "--r1cs", "-o", "work"])
            .args(["-l", "new/node_modules", "-l", "old/node_modules/circomlib"])
            .current_dir(&self.root)
            .output()
            .expect("node runs");
        let took = start.elapsed().as_secs_f64() * 1000.0;
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(
            text.contains("Everything went okay"),
            "circom {name}: {text}"
        );
        took
    }
}

/// Circuits in circom's language, equivalent to those of this project: a 64-bit range over a
/// commitment, and a Merkle path of depth 20.
pub const RANGE64: &str = r#"
pragma circom 2.0.0;
include "circuits/poseidon.circom";
include "circuits/bitify.circom";
template Range(n) {
    signal input min; signal input max; signal input value; signal input blinding;
    signal output commitment;
    component low = Num2Bits(n); component high = Num2Bits(n);
    low.in <== value - min; high.in <== max - value;
    component hash = Poseidon(2);
    hash.inputs[0] <== value; hash.inputs[1] <== blinding;
    commitment <== hash.out;
}
component main {public [min, max]} = Range(64);
"#;

/// A Merkle path of depth 20.
pub const MEMBERSHIP20: &str = r#"
pragma circom 2.0.0;
include "circuits/poseidon.circom";
template Membership(n) {
    signal input leaf; signal input siblings[n]; signal input directions[n];
    signal output root;
    signal nodes[n + 1]; signal left[n];
    component hash[n];
    nodes[0] <== leaf;
    for (var i = 0; i < n; i++) {
        directions[i] * (directions[i] - 1) === 0;
        left[i] <== directions[i] * (siblings[i] - nodes[i]) + nodes[i];
        hash[i] = Poseidon(2);
        hash[i].inputs[0] <== left[i];
        hash[i].inputs[1] <== nodes[i] + siblings[i] - left[i];
        nodes[i + 1] <== hash[i].out;
    }
    root <== nodes[n];
}
component main = Membership(20);
"#;
