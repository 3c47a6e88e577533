//! Interoperation with other implementations in both directions: `cargo xtask interop` installs
//! them and runs this program.
//!
//! Each check prints a line. The first failure ends the run with the reason. A second argument
//! selects one section: semaphore, unirep, bn128, bls12381, derived, original, optimizer, between.

mod derived;
mod unirep;

use std::path::Path;

use bench_zk::{MEMBERSHIP20, Peers, RANGE64};
use lockstep_zk::ark_ff::{Field, PrimeField, UniformRand};
use lockstep_zk::circuits::{BetweenInputs, Circuit, Hasher, Kind, Point, Series};
use lockstep_zk::formats::{json, ptau, r1cs, wtns, zkey};
use lockstep_zk::machine::{Generator, Inputs, Limits, execute};
use lockstep_zk::optimizer::{Cost, Level, optimize};
use lockstep_zk::r1cs::{Lc, R1cs, Row, Witness};
use lockstep_zk::scalar::Bn254 as Fr;
use lockstep_zk::{Bls12_381, Bn254, Curve, groth16, pghr13};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

fn main() {
    let root = std::env::args().nth(1).expect("usage: interop FOLDER");
    let Some(peers) = Peers::at(Path::new(&root)) else {
        println!("skipped: the npm peers are not installed in {root}");
        return;
    };
    let only = std::env::args().nth(2);
    let sections: [(&str, fn(&Peers)); 9] = [
        ("semaphore", semaphore),
        ("unirep", unirep::check),
        ("bn128", |peers| set_up::<Bn254>(peers, "bn128")),
        ("bls12381", |peers| set_up::<Bls12_381>(peers, "bls12381")),
        ("derived", derived::check),
        ("original", original),
        ("optimizer", optimizer),
        ("between", between::<Bn254>),
        ("between-bls12381", between::<Bls12_381>),
    ];
    for (name, section) in sections {
        if only.as_ref().is_none_or(|only| only == name) {
            section(&peers);
        }
    }
    println!("interop: all checks passed");
}

fn rng(seed: u8) -> ChaCha20Rng {
    ChaCha20Rng::from_seed([seed; 32])
}

fn named(list: &[(&str, &[&str])]) -> Inputs<Fr> {
    list.iter()
        .map(|(name, values)| {
            let values = values
                .iter()
                .map(|text| lockstep_zk::field::from_decimal(text).expect("a number"))
                .collect();
            ((*name).to_owned(), values)
        })
        .collect()
}

fn input_json(inputs: &Inputs<Fr>) -> String {
    let map: serde_json::Map<String, serde_json::Value> = inputs
        .iter()
        .map(|(name, values)| {
            let values: Vec<String> = values.iter().map(lockstep_zk::field::to_decimal).collect();
            let value = match values.as_slice() {
                [one] => one.clone().into(),
                many => many.to_vec().into(),
            };
            (name.clone(), value)
        })
        .collect();
    serde_json::Value::Object(map).to_string()
}

/// Real keys of a ceremony: this project computes witness and proof, and snarkjs verifies them;
/// then the reverse.
fn semaphore(peers: &Peers) {
    let folder = peers.new_module("@zk-kit/semaphore-artifacts");
    let file = |name: &str| std::fs::read(folder.join(name)).expect("an artefact");
    for depth in [2usize, 20] {
        let key = zkey::read::<Bn254>(&file(&format!("semaphore-{depth}.zkey"))).expect("a key");
        groth16::verify_contributions(&key).expect("the ceremony's contributions are valid");
        let siblings: Vec<String> = (0..depth).map(|level| (1000 + level).to_string()).collect();
        let siblings: Vec<&str> = siblings.iter().map(String::as_str).collect();
        let indices: Vec<&str> = (0..depth)
            .map(|level| if level % 2 == 0 { "1" } else { "0" })
            .collect();
        let module = file(&format!("semaphore-{depth}.wasm"));
        let mut found = None;
        for (name, values) in [
            ("merkleProofIndices", &indices[..]),
            ("merkleProofIndex", &["1"][..]),
        ] {
            let inputs = named(&[
                ("secret", &["123456789"]),
                ("merkleProofLength", &[&depth.to_string()]),
                (name, values),
                ("merkleProofSiblings", &siblings),
                ("message", &["42"]),
                ("scope", &["7"]),
            ]);
            match execute(Generator::Wasm(&module), &inputs, None, Limits::default()) {
                Ok(run) => found = Some((inputs, run)),
                Err(lockstep_zk::Error::Input { .. }) => {}
                Err(other) => panic!("semaphore-{depth}: {other}"),
            }
        }
        let (inputs, run) = found.expect("one of the interfaces");
        both_ways(
            peers,
            &format!("semaphore-{depth}"),
            &folder,
            &key,
            &inputs,
            &run.witness,
        );
    }
}

/// Verifies this project's proof with snarkjs and a snarkjs proof here; each must be refused after
/// a change.
fn both_ways(
    peers: &Peers,
    name: &str,
    folder: &Path,
    key: &groth16::ProvingKey<Bn254>,
    inputs: &Inputs<Fr>,
    witness: &Witness<Fr>,
) {
    let artefact = |ending: &str| {
        folder
            .join(format!("{name}.{ending}"))
            .to_string_lossy()
            .into_owned()
    };
    peers.write("input.json", input_json(inputs));
    peers.must(&[
        "wtns",
        "calculate",
        &artefact("wasm"),
        "input.json",
        "theirs.wtns",
    ]);
    let theirs = wtns::read::<Fr>(&peers.read("theirs.wtns")).expect("their witness");
    assert!(theirs == *witness, "{name}: the witnesses differ");
    let proof = groth16::prove_with_key(key, witness, &mut rng(1)).expect("a proof");
    let public = witness.public(key.public());
    let vk = ["json", "vkey.json"]
        .map(artefact)
        .into_iter()
        .find(|path| Path::new(path).is_file())
        .expect("a verification key");
    let text = std::fs::read_to_string(&vk).expect("a verification key");
    let theirs =
        json::read_verifying_key::<Bn254>(&text).expect("snarkjs's verification key is valid");
    assert!(theirs == key.verifying, "{name}: the keys differ");
    judged(peers, name, &vk, &public, &json::write_proof(&proof));
    peers.must(&[
        "groth16",
        "prove",
        &artefact("zkey"),
        "theirs.wtns",
        "their_proof.json",
        "their_public.json",
    ]);
    let text = String::from_utf8(peers.read("their_proof.json")).expect("UTF-8");
    let proof = json::read_proof::<Bn254>(&text).expect("their proof");
    let list = json::read_public::<Fr>(
        &String::from_utf8(peers.read("their_public.json")).expect("UTF-8"),
    );
    assert!(
        list.as_ref() == Ok(&public),
        "{name}: the public signals differ"
    );
    let verify =
        |public: &[Fr], proof| groth16::verify(&key.verifying, public, proof).expect("counts fit");
    assert!(
        verify(&public, &proof),
        "{name}: snarkjs's proof is refused"
    );
    let mut other = public.clone();
    other[0] += Fr::ONE;
    assert!(
        !verify(&other, &proof),
        "{name}: a changed public signal is accepted"
    );
    refused_when_changed::<Bn254>(name, key, &public, &text);
    println!("ok  {name}: proofs verify in both directions, same witness, changes refused");
}

/// Changes each digit of snarkjs's proof text, one at a time; every change must be refused.
fn refused_when_changed<E: Curve>(
    name: &str,
    key: &groth16::ProvingKey<E>,
    public: &[E::ScalarField],
    text: &str,
) {
    let prepared = groth16::PreparedKey::new(&key.verifying);
    for (place, changed) in changed_digits(text) {
        if let Ok(proof) = json::read_proof::<E>(&changed) {
            assert!(
                !prepared.verify(public, &proof).expect("counts fit"),
                "{name}: byte {place}"
            );
        }
    }
}

/// Returns the text with each of its digits changed, one at a time, and the position of the change.
fn changed_digits(text: &str) -> impl Iterator<Item = (usize, String)> {
    let digits = text.char_indices().filter(|(_, c)| c.is_ascii_digit());
    digits.map(|(place, _)| (place, with_other_digit(text, place)))
}

fn with_other_digit(text: &str, place: usize) -> String {
    let other = match text.as_bytes()[place] {
        b'9' => '8',
        digit => char::from(digit + 1),
    };
    format!("{}{other}{}", &text[..place], &text[place + 1..])
}

/// Asserts that snarkjs accepts the proof, and refuses it with another public signal or a changed
/// byte.
fn judged<F: PrimeField>(peers: &Peers, name: &str, vk: &str, public: &[F], proof: &str) {
    peers.write("proof.json", proof);
    peers.write("public.json", json::write_public(public));
    peers.must(&["groth16", "verify", vk, "public.json", "proof.json"]);
    let mut other = public.to_vec();
    other[0] += F::ONE;
    peers.write("other.json", json::write_public(&other));
    let (good, _) = peers.snarkjs(&["groth16", "verify", vk, "other.json", "proof.json"]);
    assert!(!good, "{name}: snarkjs accepts another public signal");
    let start = proof.find("pi_a").expect("a point") + 6;
    let digit = |c: char| ('1'..='8').contains(&c);
    let place = start + proof[start..].find(digit).expect("a digit");
    let mut changed = proof.as_bytes().to_vec();
    changed[place] += 1;
    peers.write("changed.json", changed);
    let (good, _) = peers.snarkjs(&["groth16", "verify", vk, "public.json", "changed.json"]);
    assert!(!good, "{name}: snarkjs accepts a changed byte");
}

/// A claim over a week of days, as the platform creates it: snarkjs accepts it and refuses changed
/// claims.
fn between<E: Curve>(peers: &Peers) {
    let rng = &mut rng(9);
    let points = (20_773..20_780)
        .map(|day| Point {
            value: 45 + day as i64 % 7,
            time: day * 86_400_000,
            blinding: E::ScalarField::rand(rng),
        })
        .collect();
    let week = Series::new(&Hasher::new(), points, 1, 0, 3).expect("sorted points");
    let circuit = Circuit::<E::ScalarField>::new(Kind::Between { log: 3, upper: 0 });
    let inputs = BetweenInputs {
        series: &week,
        from: 20_773 * 86_400_000,
        to: 20_779 * 86_400_000,
        min: 40,
        max: 60,
        statement: E::ScalarField::rand(rng),
    };
    let inputs = inputs.inputs(3, 0).expect("a true claim");
    let witness = circuit.witness(&inputs).expect("a witness");
    let key = groth16::setup::<E>(circuit.system(), rng).expect("a key");
    let proof = groth16::prove(&key, circuit.system(), &witness, rng).expect("a proof");
    peers.write("between_vk.json", json::write_verifying_key(&key.verifying));
    let public = witness.public(key.public());
    judged(
        peers,
        "between:3",
        "between_vk.json",
        &public,
        &json::write_proof(&proof),
    );
    println!(
        "ok  between:3 on {}: snarkjs accepts the claim, changes refused",
        E::NAME
    );
}

/// A small circuit: x·y = p, p·x = out, with several kinds of rows.
fn small<F: PrimeField>() -> (R1cs<F>, Witness<F>) {
    let lc = |terms: &[(u32, i64)]| {
        Lc::from_terms(
            terms
                .iter()
                .map(|(wire, c)| {
                    let magnitude = F::from(c.unsigned_abs());
                    (*wire, if *c < 0 { -magnitude } else { magnitude })
                })
                .collect(),
        )
    };
    let (x, y) = (F::from(7u64), F::from(11u64));
    let product = x * y;
    let sum = product + x.double() - F::ONE;
    let values = vec![F::ONE, sum * product, y, x, product, sum];
    let system = R1cs {
        wires: 6,
        outputs: 1,
        public_inputs: 1,
        private_inputs: 1,
        rows: vec![
            Row {
                a: lc(&[(3, 1)]),
                b: lc(&[(2, 1)]),
                c: lc(&[(4, 1)]),
            },
            Row {
                a: lc(&[(4, 1), (3, 2), (0, -1)]),
                b: lc(&[(0, 1)]),
                c: lc(&[(5, 1)]),
            },
            Row {
                a: lc(&[(5, 1)]),
                b: lc(&[(4, 1)]),
                c: lc(&[(1, 1)]),
            },
        ],
        labels: (0..6).collect(),
        groups: Vec::new(),
    };
    let witness = Witness::new(values).expect("begins with one");
    system.check(witness.values()).expect("it holds");
    (system, witness)
}

/// Powers of tau and keys of snarkjs: this project derives equal keys, its contribution is
/// accepted, and snarkjs's contribution is verified.
fn set_up<E: Curve>(peers: &Peers, curve: &str) {
    let (system, witness) = small::<E::ScalarField>();
    peers.write("small.r1cs", r1cs::write(&system));
    peers.must(&["powersoftau", "new", curve, "4", "pot0.ptau"]);
    peers.must(&[
        "powersoftau",
        "contribute",
        "pot0.ptau",
        "pot1.ptau",
        "--name=one",
        "-e=entropy",
    ]);
    peers.must(&["powersoftau", "prepare", "phase2", "pot1.ptau", "pot.ptau"]);
    peers.must(&["groth16", "setup", "small.r1cs", "pot.ptau", "first.zkey"]);
    let file = peers.read("pot.ptau");
    let powers = ptau::read::<E>(&file).expect("their powers");
    powers.check(&mut rng(2)).expect("consistent powers");
    let first = groth16::derive(&system, &powers).expect("a key");
    let theirs = zkey::read::<E>(&peers.read("first.zkey")).expect("their key");
    assert!(first == theirs, "{curve}: derived keys differ");
    println!(
        "ok  {curve}: `groth16 setup` and the derivation here give equal keys and circuit hash"
    );

    let mut ours = theirs;
    groth16::contribute(&mut ours, "lockstep", &mut rng(3));
    peers.write("ours.zkey", zkey::write(&ours));
    peers.must(&["zkey", "verify", "small.r1cs", "pot.ptau", "ours.zkey"]);
    peers.must(&[
        "zkey",
        "contribute",
        "ours.zkey",
        "final.zkey",
        "--name=theirs",
        "-e=more",
    ]);
    peers.must(&["zkey", "verify", "small.r1cs", "pot.ptau", "final.zkey"]);
    let key = zkey::read::<E>(&peers.read("final.zkey")).expect("the final key is valid");
    groth16::check_derived(&key, &system, &powers, &mut rng(4)).expect("derived");
    println!(
        "ok  {curve}: `zkey verify` accepts the contribution made here, and snarkjs's contribution is accepted here"
    );

    peers.must(&["zkey", "export", "verificationkey", "final.zkey", "vk.json"]);
    let proof = groth16::prove(&key, &system, &witness, &mut rng(5)).expect("a proof");
    let public = witness.public(key.public());
    judged(peers, curve, "vk.json", &public, &json::write_proof(&proof));
    peers.write("ours_vk.json", json::write_verifying_key(&key.verifying));
    judged(
        peers,
        curve,
        "ours_vk.json",
        &public,
        &json::write_proof(&proof),
    );
    peers.write("small.wtns", wtns::write(&witness));
    peers.must(&["wtns", "check", "small.r1cs", "small.wtns"]);
    peers.must(&[
        "groth16",
        "prove",
        "final.zkey",
        "small.wtns",
        "their_proof.json",
        "their_public.json",
    ]);
    let text = String::from_utf8(peers.read("their_proof.json")).expect("UTF-8");
    let proof = json::read_proof::<E>(&text).expect("their proof");
    assert!(groth16::verify(&key.verifying, &public, &proof).expect("counts fit"));
    refused_when_changed::<E>(curve, &key, &public, &text);
    // A locally generated key also works with snarkjs.
    let local = groth16::setup::<E>(&system, &mut rng(6)).expect("a local key is generated");
    peers.write("local.zkey", zkey::write(&local));
    peers.must(&[
        "groth16",
        "prove",
        "local.zkey",
        "small.wtns",
        "proof.json",
        "public.json",
    ]);
    let text = String::from_utf8(peers.read("proof.json")).expect("UTF-8");
    let proof = json::read_proof::<E>(&text).expect("their proof");
    assert!(groth16::verify(&local.verifying, &public, &proof).expect("counts fit"));
    println!("ok  {curve}: proofs verify in both directions, changes refused");
}

/// PGHR13 with snarkjs 0.1.31, protocol `original`.
fn original(peers: &Peers) {
    let (system, witness) = small::<Fr>();
    let script = peers.write("original.js", ORIGINAL);
    peers.write("circuit.json", json::write_r1cs(&system));
    peers.write("witness.json", json::write_public(witness.values()));
    let module = peers.old_module("snarkjs").to_string_lossy().into_owned();
    let (good, text) = peers.node(&script, &[&module, "make"]);
    assert!(good, "original make: {text}");
    let read = |name: &str| String::from_utf8(peers.read(name)).expect("UTF-8");
    let key = json::read_pghr13_key::<Bn254>(&read("o_vk.json")).expect("their key");
    json::check_pghr13_proving_key(&read("o_pk.json")).expect("no bypass element");
    let text = read("o_proof.json");
    let proof = json::read_pghr13_proof::<Bn254>(&text).expect("their proof");
    let public = witness.public(2);
    assert_eq!(
        pghr13::verify_unfolded(&key, &public, &proof),
        Ok([true; 5])
    );
    let verify = |public: &[Fr], proof: &pghr13::Proof<Bn254>| {
        pghr13::verify(&key, public, proof, &mut rng(1)).expect("counts fit")
    };
    assert!(verify(&public, &proof));
    assert!(!verify(&[public[0], public[1] + Fr::ONE], &proof));
    for (place, changed) in changed_digits(&text) {
        if let Ok(proof) = json::read_pghr13_proof(&changed) {
            assert!(!verify(&public, &proof), "byte {place}");
        }
    }
    println!("ok  PGHR13: the proof of snarkjs 0.1.31 verifies here, changes refused");

    let ours = pghr13::setup::<Bn254>(&system, &mut rng(2)).expect("a key");
    let proof = pghr13::prove(&ours, &witness, &mut rng(3)).expect("a proof");
    peers.write("o_vk.json", json::write_pghr13_key(&ours.verifying));
    peers.write("o_public.json", json::write_public(&public));
    let judged = |text: &str| {
        peers.write("o_proof.json", text);
        peers.node(&script, &[&module, "judge"])
    };
    let text = json::write_pghr13_proof(&proof);
    let (good, printed) = judged(&text);
    assert!(
        good && printed.contains("VALID"),
        "the proof made here is refused by snarkjs 0.1.31: {printed}"
    );
    let place = text.find("pi_c\":[\"").expect("pi_c") + 12;
    let (_, printed) = judged(&with_other_digit(&text, place));
    assert!(
        !printed.contains("RESULT VALID"),
        "a changed byte: {printed}"
    );
    println!("ok  PGHR13: snarkjs 0.1.31 accepts the proof made here and refuses a change");
}

const ORIGINAL: &str = r#"
const fs = require("fs");
const zk = require(process.argv[2]);
const { utils } = require(require.resolve("ffjavascript", { paths: [process.argv[2]] }));
const load = name => utils.unstringifyBigInts(JSON.parse(fs.readFileSync(name)));
const save = (name, value) => fs.writeFileSync(name, JSON.stringify(utils.stringifyBigInts(value)));
if (process.argv[3] === "make") {
    const circuit = load("circuit.json");
    for (const name of ["nVars", "nOutputs", "nPubInputs", "nConstraints"]) circuit[name] = Number(circuit[name]);
    const witness = load("witness.json");
    const setup = zk.original.setup(circuit);
    const { proof, publicSignals } = zk.original.genProof(setup.vk_proof, witness);
    save("o_vk.json", setup.vk_verifier);
    save("o_pk.json", setup.vk_proof);
    save("o_proof.json", proof);
    save("o_public.json", publicSignals);
} else {
    const good = zk.original.isValid(load("o_vk.json"), load("o_proof.json"), load("o_public.json"));
    console.log(good ? "RESULT VALID" : "RESULT REFUSED");
}
process.exit(0);
"#;

/// Compares the number of rows with circom's own optimizer, on equivalent circuits and on the
/// sources of published artefacts.
fn optimizer(peers: &Peers) {
    let unirep = |main: &str, file: &str| {
        format!(
            "pragma circom 2.1.0;\ninclude \"@unirep/circuits/circuits/{file}\";\ncomponent main = {main};\n"
        )
    };
    let circuits = [
        ("range64", RANGE64.to_owned()),
        ("membership20", MEMBERSHIP20.to_owned()),
        (
            "epochKeyLite",
            unirep("EpochKeyLite(3)", "epochKeyLite.circom"),
        ),
        ("signup", unirep("Signup(6)", "signup.circom")),
        ("epochKey", unirep("EpochKey(17, 3, 6)", "epochKey.circom")),
        (
            "scopeNullifier",
            unirep("ScopeNullifier(17, 3, 6)", "scopeNullifier.circom"),
        ),
        (
            "reputation",
            unirep("Reputation(17, 3, 4, 6, 48)", "reputation.circom"),
        ),
        (
            "userStateTransition",
            unirep(
                "UserStateTransition(17, 17, 17, 3, 6, 4, 48)",
                "userStateTransition.circom",
            ),
        ),
    ];
    println!(
        "rows: circuit, O0, O1, O2, basic, aggressive; ms circom2 --O2 whole run and aggressive alone; B wires O2 and aggressive"
    );
    let mut worse = Vec::new();
    for (name, source) in circuits {
        let mut rows = Vec::new();
        let mut took = 0.0;
        let mut b_wires = 0;
        let mut first: Option<R1cs<Fr>> = None;
        for level in ["--O0", "--O1", "--O2"] {
            took = peers.circom(name, &source, level);
            let system = r1cs::read::<Fr>(&peers.read(&format!("{name}.r1cs"))).expect("an r1cs");
            rows.push(system.rows.len());
            b_wires = Cost::of(&system).b_wires;
            first.get_or_insert(system);
        }
        let system = first.expect("compiled at O0 first");
        let basic = optimize(&system, Level::Basic).expect("an equivalent");
        let start = std::time::Instant::now();
        let aggressive = optimize(&system, Level::Aggressive).expect("an equivalent");
        let ms = start.elapsed().as_secs_f64() * 1000.0;
        let cost = Cost::of(&aggressive.system);
        println!(
            "    {name}: {rows:?} {} {}; {took:.0} {ms:.0}; {b_wires} {}",
            basic.system.rows.len(),
            cost.rows,
            cost.b_wires
        );
        if cost.rows > rows[2] {
            worse.push(name);
        }
    }
    assert!(worse.is_empty(), "more rows than O2: {worse:?}");
    println!("ok  optimizer: no more rows than circom2 --O2 on any circuit");
}
