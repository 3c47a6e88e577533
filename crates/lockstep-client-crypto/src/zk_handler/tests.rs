//! The handler by the names of its interface, on both schemes.

use getrandom::SysRng;
use getrandom::rand_core::UnwrapErr;

use lockstep_zk::ark_ff::PrimeField;

use super::*;
use crate::circuit_optimizer::OptimizationLevel;
use crate::task::tests::block_on;
use crate::virtual_machine::{VmConfig, ZkVirtualMachine};
use crate::{CircuitOptimizer, GeneratorFile};

fn handler(config: ZkConfig) -> ZkHandler {
    let handler = ZkHandler::new(UnwrapErr(SysRng));
    block_on(handler.initialize(Some(config))).unwrap();
    handler
}

fn kind<T>(result: Result<T>) -> &'static str {
    match result {
        Ok(_) => "no error",
        Err(error) => error.kind().name(),
    }
}

#[test]
fn range_equality_and_membership_on_both_schemes() {
    for (scheme, curve) in [
        (PairingScheme::Groth16, CurveName::Bls12_381),
        (PairingScheme::Groth16, CurveName::Bn254),
        (PairingScheme::Pghr13, CurveName::Bls12_381),
    ] {
        let handler = handler(ZkConfig {
            scheme,
            curve: Some(curve),
            ..ZkConfig::default()
        });
        let range = |min, max| Range { min, max };
        let prove = |value, bounds| block_on(handler.generate_range_proof(value, bounds));
        let proof = prove(52.0, range(40.0, 60.0)).unwrap();
        assert_eq!((proof.scheme, proof.curve), (scheme, curve));
        assert_eq!(
            (proof.circuit.as_str(), proof.setup),
            ("range:64", Setup::Local)
        );
        assert!(block_on(handler.verify_proof(&proof)).unwrap());
        let mut wrong = proof.clone();
        wrong.public_signals[1] = "1".to_owned();
        assert!(!block_on(handler.verify_proof(&wrong)).unwrap());
        assert_eq!(kind(prove(61.0, range(40.0, 60.0))), "ProofGenerationError");
        assert_eq!(handler.opening(&proof).unwrap().blindings.len(), 1);

        let proof = block_on(handler.generate_equality_proof(-1.25, -1.25)).unwrap();
        assert!(block_on(handler.verify_proof(&proof)).unwrap());
        assert_eq!(handler.opening(&proof).unwrap().scale, 2);
        let unequal = block_on(handler.generate_equality_proof(1.0, 2.0));
        assert_eq!(kind(unequal), "ProofGenerationError");

        let member = |value| block_on(handler.generate_membership_proof(value, &[1.0, 5.0, 9.0]));
        let proof = member(5.0).unwrap();
        assert_eq!(proof.circuit, "membership:2");
        assert!(block_on(handler.verify_proof(&proof)).unwrap());
        assert_eq!(kind(member(4.0)), "ProofGenerationError");
    }
}

#[test]
fn levels_3_and_5_prove_on_their_curves() {
    for (level, scheme, curve) in [
        (3, PairingScheme::Groth16, CurveName::Bls24_509),
        (3, PairingScheme::Pghr13, CurveName::Bls24_509),
        (5, PairingScheme::Groth16, CurveName::Bls48_575),
    ] {
        let handler = handler(ZkConfig {
            scheme,
            security_level: level,
            ..ZkConfig::default()
        });
        let range = Range {
            min: 40.0,
            max: 60.0,
        };
        let proof = block_on(handler.generate_range_proof(52.0, range)).unwrap();
        assert_eq!((proof.scheme, proof.curve), (scheme, curve));
        assert!(proof.assurance().contains("Lockstep's own choice"));
        assert!(block_on(handler.verify_proof(&proof)).unwrap());
        let mut wrong = proof.clone();
        wrong.public_signals[1] = "1".to_owned();
        assert!(!block_on(handler.verify_proof(&wrong)).unwrap());
        let mut elsewhere = proof.clone();
        elsewhere.curve = CurveName::Bls12_381;
        assert_eq!(
            kind(block_on(handler.verify_proof(&elsewhere))),
            "VerificationError"
        );
        let rows = Circuit::named("equality", curve).unwrap().to_r1cs();
        let module = GeneratorFile::Wasm(b"");
        let imported = Circuit::from_files(&rows, module).unwrap();
        assert_eq!(imported.curve(), curve);
        let weaker = Circuit::named("equality", CurveName::Bls12_381).unwrap();
        assert_eq!(kind(block_on(handler.generate_keys(&weaker))), "ZKError");
    }
    let handler = handler(ZkConfig {
        security_level: 3,
        ..ZkConfig::default()
    });
    let proof = block_on(handler.generate_equality_proof(-1.25, -1.25)).unwrap();
    assert!(block_on(handler.verify_proof(&proof)).unwrap());
    let proof = block_on(handler.generate_membership_proof(5.0, &[1.0, 5.0])).unwrap();
    assert!(block_on(handler.verify_proof(&proof)).unwrap());
}

#[test]
fn numbers() {
    let handler = handler(ZkConfig::default());
    let prove = |value, min, max| {
        block_on(handler.generate_range_proof(value, Range { min, max })).map(|_| ())
    };
    assert_eq!(kind(prove(0.29, 0.28, 0.3)), "no error");
    for (value, min, max) in [
        // No number is rounded: as they were passed, these statements are false.
        (0.1 + 0.2, 0.3, 0.3),
        (6_000_000.004, 0.0, 6_000_000.0),
        (599_999_999.6, 600_000_000.0, 700_000_000.0),
        (9_007_199_254_740_992.0, 0.0, 9_007_199_254_740_992.0),
        (f64::NAN, 0.0, 1.0),
        (f64::INFINITY, 0.0, 1.0),
        (0.0, 0.0, f64::INFINITY),
        (1e300, 0.0, 1.0),
        (0.123, 0.0, 1.0),
        (0.5, 1.0, 0.0),
        (-0.01, 0.0, 1.0),
    ] {
        assert_eq!(
            kind(prove(value, min, max)),
            "ProofGenerationError",
            "{value}"
        );
    }
    let alike = block_on(handler.generate_equality_proof(6_000_000.001, 6_000_000.004));
    assert_eq!(
        alike.unwrap_err().to_string(),
        "ProofGenerationError: value1 has more than 2 decimals: raise precision, or round it"
    );
    let near = block_on(handler.generate_membership_proof(6e6, &[1.0, 6_000_000.004]));
    assert!(
        near.unwrap_err()
            .to_string()
            .contains("set[1] has more than 2 decimals")
    );
    let nobody = block_on(handler.generate_membership_proof(1.0, &[]));
    assert_eq!(kind(nobody), "ProofGenerationError");
}

#[test]
fn its_life() {
    let fresh = ZkHandler::new(UnwrapErr(SysRng));
    let bounds = Range { min: 0.0, max: 1.0 };
    let early = block_on(fresh.generate_range_proof(1.0, bounds));
    assert_eq!(kind(early), "InitializationError");
    for (level, curve, names) in [
        (2, None, "1, 3 or 5"),
        (0, None, "1, 3 or 5"),
        (192, None, "1, 3 or 5"),
        (1, Some(CurveName::Bls24_509), "of 192 bits"),
        (3, Some(CurveName::Bls12_381), "of 128 bits"),
        (3, Some(CurveName::Bls48_575), "of 256 bits"),
        (5, Some(CurveName::Bn254), "of 128 bits"),
    ] {
        let config = ZkConfig {
            security_level: level,
            curve,
            ..ZkConfig::default()
        };
        let error = block_on(fresh.initialize(Some(config))).unwrap_err();
        assert_eq!(error.kind().name(), "InitializationError");
        assert!(error.to_string().contains(names), "{error}");
    }
    block_on(fresh.initialize(None)).unwrap();
    let proof = block_on(fresh.generate_range_proof(1.0, bounds)).unwrap();
    block_on(fresh.cleanup()).unwrap();
    assert_eq!(fresh.opening(&proof), None);
    assert_eq!(kind(block_on(fresh.verify_proof(&proof))), "ZKError");
    assert_eq!(
        kind(block_on(fresh.generate_range_proof(1.0, bounds))),
        "ZKError"
    );
    assert_eq!(kind(block_on(fresh.initialize(None))), "ZKError");
    assert_eq!(kind(block_on(fresh.cleanup())), "ZKError");
}

#[test]
fn foreign_and_broken_proofs() {
    let (ours, theirs) = (
        handler(ZkConfig::default()),
        ZkHandler::new(UnwrapErr(SysRng)),
    );
    block_on(theirs.initialize(None)).unwrap();
    let bounds = Range { min: 0.0, max: 1.0 };
    let foreign = block_on(theirs.generate_range_proof(1.0, bounds)).unwrap();
    assert_eq!(
        kind(block_on(ours.verify_proof(&foreign))),
        "VerificationError"
    );
    let proof = block_on(ours.generate_range_proof(1.0, bounds)).unwrap();
    let again = block_on(ours.generate_range_proof(1.0, bounds)).unwrap();
    assert_eq!(proof.vk_digest, again.vk_digest, "one key a circuit");
    assert_ne!(proof.proof, again.proof);
    let modulus = lockstep_zk::scalar::Bls12_381::MODULUS.to_string();
    type Change = fn(&mut Proof, &str);
    let changes: [Change; 5] = [
        |proof, _| proof.proof.truncate(40),
        |proof, _| proof.proof = proof.proof.replace("pi_b", "pi_x"),
        |proof, modulus| proof.public_signals[0] = modulus.to_owned(),
        |proof, _| proof.public_signals[0] = "1\",\"2".to_owned(),
        |proof, _| drop(proof.public_signals.pop()),
    ];
    for change in changes {
        let mut broken = proof.clone();
        change(&mut broken, &modulus);
        assert_eq!(
            kind(block_on(ours.verify_proof(&broken))),
            "VerificationError"
        );
    }
}

#[test]
fn named_inputs_optimizer_and_device() {
    let handler = handler(ZkConfig {
        use_gpu: true,
        optimization_level: Some(OptimizationLevel::Aggressive),
        ..ZkConfig::default()
    });
    let circuit = Circuit::named("commitment", CurveName::Bls12_381).unwrap();
    assert_eq!(kind(Circuit::named("nothing", CurveName::Bn254)), "ZKError");
    let private = [
        Input::new("value", &(1u64 << 63)),
        Input::new("blinding", &5),
    ];
    let public = [Input::new("scale", &0), Input::new("statement", &9)];
    let keys = block_on(handler.generate_keys(&circuit)).unwrap();
    assert_eq!(keys.setup, Setup::Local);
    assert!(keys.proving_key.to_zkey().unwrap().starts_with(b"zkey"));
    let proof = block_on(handler.generate_proof(&circuit, &private, &public)).unwrap();
    assert_eq!(proof.vk_digest, keys.vk_digest);
    assert!(proof.device.starts_with("cpu (no GPU"), "{}", proof.device);
    assert!(block_on(handler.verify_proof(&proof)).unwrap());
    for inputs in [&private[..1], &[private[0].clone(), private[0].clone()]] {
        let result = block_on(handler.generate_proof(&circuit, inputs, &public));
        assert_eq!(kind(result), "ProofGenerationError");
    }

    let optimizer = CircuitOptimizer::new(OptimizationLevel::Aggressive);
    let smaller = block_on(optimizer.optimize(&circuit)).unwrap();
    assert!(smaller.cost().rows < circuit.cost().rows);
    let error = block_on(optimizer.initialize_gpu()).unwrap_err();
    assert_eq!(error.kind().name(), "OptimizationError");
    assert!(error.to_string().contains("CUDA"));
}

#[test]
fn the_machine() {
    let machine = ZkVirtualMachine::new();
    let circuit = Circuit::named("commitment", CurveName::Bn254).unwrap();
    let inputs = vec![
        Input::new("value", &(1u64 << 63)),
        Input::new("blinding", &5),
        Input::new("scale", &0),
        Input::new("statement", &9),
    ];
    let circuit = circuit.with_inputs(inputs);
    assert_eq!(
        kind(block_on(machine.execute_circuit(&circuit))),
        "InitializationError"
    );
    let nothing = VmConfig {
        memory_limit: Some(0),
        ..VmConfig::default()
    };
    assert_eq!(
        kind(block_on(machine.initialize(nothing))),
        "InitializationError"
    );
    block_on(machine.initialize(VmConfig::default())).unwrap();
    let result = block_on(machine.execute_circuit(&circuit)).unwrap();
    assert_eq!(result.public_signals[2], "9");
    assert_eq!(machine.get_memory_state(), result.memory);
    assert!(result.memory.instructions > 500 && result.memory.pages > 1);
    // Our own files, read back as a stranger's.
    let Circuit { plan, .. } = &circuit;
    let program = match plan {
        crate::circuit::Plan::Bn254(_) => {
            lockstep_zk::circuits::Circuit::<lockstep_zk::scalar::Bn254>::new(Kind::Commitment)
                .compiled()
                .program
                .to_bytes()
        }
        _ => panic!("asked for BN254"),
    };
    let file = circuit.to_r1cs();
    let imported = Circuit::from_files(&file, GeneratorFile::Program(&program)).unwrap();
    assert_eq!(imported.curve(), CurveName::Bn254);
    let imported = imported.with_inputs(circuit.inputs.clone());
    let optimized = VmConfig {
        optimization_level: Some(OptimizationLevel::Basic),
        ..VmConfig::default()
    };
    block_on(machine.initialize(optimized)).unwrap();
    let smaller = block_on(machine.execute_circuit(&imported)).unwrap();
    assert_eq!(smaller.public_signals, result.public_signals);
    assert!(smaller.witness.len() < result.witness.len());
    for (config, says) in [
        (
            VmConfig {
                max_instructions: Some(100),
                ..VmConfig::default()
            },
            "100 instructions",
        ),
        (
            VmConfig {
                memory_limit: Some(8192),
                ..VmConfig::default()
            },
            "limit is 8192",
        ),
    ] {
        block_on(machine.initialize(config)).unwrap();
        let error = block_on(machine.execute_circuit(&circuit)).unwrap_err();
        assert_eq!(error.kind().name(), "VMError");
        assert!(error.to_string().contains(says), "{error}");
    }
    assert_eq!(
        kind(Circuit::from_files(&file[1..], GeneratorFile::Wasm(&[]))),
        "ZKError"
    );
}

#[test]
fn no_randomness_repeats_over_initialize() {
    let handler = handler(ZkConfig::default());
    let prove = || {
        let bounds = Range { min: 0.0, max: 1.0 };
        let proof = block_on(handler.generate_range_proof(1.0, bounds)).unwrap();
        (handler.opening(&proof).unwrap(), proof)
    };
    let (first, proof) = prove();
    block_on(handler.initialize(None)).unwrap();
    let (second, other) = prove();
    assert_ne!(first, second);
    assert_ne!(proof.vk_digest, other.vk_digest);
}
