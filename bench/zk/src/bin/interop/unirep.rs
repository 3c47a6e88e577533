//! The six published keys of @unirep/circuits: valid inputs, and proofs in both directions.

use bench_zk::Peers;
use lockstep_zk::Bn254;
use lockstep_zk::ark_ff::{AdditiveGroup, Field};
use lockstep_zk::formats::zkey;
use lockstep_zk::machine::{Generator, Inputs, Limits, execute};
use lockstep_zk::poseidon::Poseidon;
use lockstep_zk::scalar::Bn254 as Fr;

use crate::{both_ways, named};

/// Computes the circuit's witness in this project's machine, then verifies proofs in both
/// directions.
pub(crate) fn check(peers: &Peers) {
    let folder = peers.new_module("@unirep/circuits/zksnarkBuild");
    let file = |name: &str| std::fs::read(folder.join(name)).expect("an artefact");
    for name in [
        "epochKey",
        "epochKeyLite",
        "reputation",
        "scopeNullifier",
        "signup",
        "userStateTransition",
    ] {
        let key = zkey::read::<Bn254>(&file(&format!("{name}.zkey"))).expect("a key");
        let inputs = match name {
            "signup" => named(&[
                ("attester_id", &["219"]),
                ("epoch", &["3"]),
                ("identity_secret", &["999"]),
                ("chain_id", &["1"]),
            ]),
            "epochKeyLite" => named(&[
                ("identity_secret", &["999"]),
                ("reveal_nonce", &["0"]),
                ("attester_id", &["219"]),
                ("epoch", &["3"]),
                ("nonce", &["1"]),
                ("sig_data", &["4"]),
                ("chain_id", &["1"]),
            ]),
            _ => inputs_of(name),
        };
        let module = file(&format!("{name}.wasm"));
        let run =
            execute(Generator::Wasm(&module), &inputs, None, Limits::default()).expect("a witness");
        both_ways(peers, name, &folder, &key, &inputs, &run.witness);
    }
}

/// The fields of a user's state: the first four are sums; the last two have 205 bits above a 48-bit
/// nonce.
const DATA: [&str; 6] = ["50", "20", "3", "4", "4785074604081152", "281474976710657"];

/// Valid inputs for the circuits over trees of 17 levels: a leaf with made-up siblings. A
/// transition also has one of three epoch keys with new data in the epoch's tree.
fn inputs_of(name: &str) -> Inputs<Fr> {
    let siblings: Vec<String> = (0..17).map(|level| (1000 + level).to_string()).collect();
    let siblings: Vec<&str> = siblings.iter().map(String::as_str).collect();
    let indices: Vec<&str> = (0..17).map(|level| ["0", "1"][level % 2]).collect();
    let mut inputs = named(&[
        ("identity_secret", &["999"]),
        ("state_tree_indices", &indices),
        ("state_tree_elements", &siblings),
        ("attester_id", &["219"]),
        ("data", &DATA),
        ("chain_id", &["1"]),
    ]);
    if name == "userStateTransition" {
        inputs.extend(transition(&indices, &siblings));
        return inputs;
    }
    inputs.extend(named(&[
        ("reveal_nonce", &["1"]),
        ("epoch", &["3"]),
        ("nonce", &["2"]),
        ("sig_data", &["4"]),
    ]));
    match name {
        "scopeNullifier" => inputs.extend(named(&[("scope", &["77"])])),
        // 50 − 20 is at least 30, and the upper bits of the fourth field are 17.
        "reputation" => inputs.extend(named(&[
            ("min_rep", &["30"]),
            ("prove_min_rep", &["1"]),
            ("max_rep", &["0"]),
            ("prove_max_rep", &["0"]),
            ("prove_zero_rep", &["0"]),
            ("prove_graffiti", &["1"]),
            ("graffiti", &["17"]),
        ])),
        _ => {}
    }
    inputs
}

/// Returns the additional inputs of a transition from epoch 3 to 5.
fn transition(indices: &[&str], siblings: &[&str]) -> Inputs<Fr> {
    let poseidon = Poseidon::<Fr>::new(2);
    let hash = |left: Fr, right: Fr| poseidon.hash(Fr::ZERO, &[left, right]);
    let number = |text: &str| lockstep_zk::field::from_decimal::<Fr>(text).expect("a number");
    // The key of nonce 0: the attester, then the epoch from bit 160, the nonce from 208, the chain
    // from 216.
    let two = Fr::from(2u64);
    let packed = number("219") + number("3") * two.pow([160]) + two.pow([216]);
    let key = hash(number("999"), packed);
    let new = ["7", "1", "0", "2", "281474976710658", "0"];
    let leaf = new
        .iter()
        .fold(key, |node, field| hash(node, number(field)));
    let root = siblings
        .iter()
        .zip(indices)
        .fold(leaf, |node, (sibling, index)| match *index {
            "0" => hash(node, number(sibling)),
            _ => hash(number(sibling), node),
        });
    let mut inputs = named(&[
        ("from_epoch", &["3"]),
        ("to_epoch", &["5"]),
        ("history_tree_indices", indices),
        ("history_tree_elements", siblings),
        ("new_data", &[&new[..], &["0"; 12]].concat()),
        ("epoch_tree_elements", &siblings.repeat(3)),
        ("epoch_tree_indices", &indices.repeat(3)),
    ]);
    inputs.insert("epoch_tree_root".to_owned(), vec![root]);
    inputs
}
