use serde_json::{Value, json};

use super::{ask, new, part, refused};
use crate::Status;

#[test]
fn an_optimized_circuit_has_fewer_rows_and_the_same_witness() {
    let circuit = ask("Circuit.named", &json!({ "name": "range:16" }), &[]);
    let optimizer = ask(
        "CircuitOptimizer.new",
        &json!({ "optimizationLevel": "aggressive" }),
        &[],
    );
    let fields = json!({ "handle": optimizer.handle(), "circuit": circuit.handle() });
    let optimized = ask("CircuitOptimizer.optimize", &fields, &[]);
    let rows = |circuit: &Value| circuit["cost"]["rows"].as_u64().unwrap();
    assert!(rows(&optimized.fields) < rows(&circuit.fields));
    let described = ask(
        "Circuit.describe",
        &json!({ "handle": optimized.handle() }),
        &[],
    );
    assert_eq!(described.fields, optimized.fields);
    let operation = "CircuitOptimizer.initializeGPU";
    let on = json!({ "handle": optimizer.handle() });
    let text = refused(operation, &on, &[], Status::OptimizationError);
    assert!(text.contains("no GPU back end"), "{text}");
}

#[test]
fn repeated_constraints_are_removed() {
    let handle = new("CircuitOptimizer");
    let row = json!({ "a": [[1, "1"]], "b": [[2, "3"]], "c": [[3, "1"]] });
    let fields = json!({ "handle": handle, "constraints": [row, row] });
    let reply = ask("CircuitOptimizer.processConstraints", &fields, &[]);
    assert_eq!(reply.fields["constraints"], json!([row]));
    let row = json!({ "a": [[1, "-1"]], "b": [], "c": [] });
    let fields = json!({ "handle": handle, "constraints": [row], "curve": "bn254" });
    let operation = "CircuitOptimizer.processConstraints";
    refused(operation, &fields, &[], Status::InvalidRequest);
}

fn commitment_inputs() -> Value {
    json!([
        { "name": "value", "values": ["9223372036854775860"] },
        { "name": "blinding", "values": ["1234"] },
        { "name": "scale", "values": ["0"] },
        { "name": "statement", "values": ["0"] },
    ])
}

#[test]
fn the_machine_computes_witnesses_under_limits() {
    let circuit = ask("Circuit.named", &json!({ "name": "commitment" }), &[]).handle();
    let machine = new("ZkVirtualMachine");
    let fields = json!({ "handle": machine, "circuit": circuit, "inputs": commitment_inputs() });
    let operation = "ZkVirtualMachine.executeCircuit";
    refused(operation, &fields, &[], Status::InitializationError);
    let initialize = |config: Value| {
        let fields = json!({ "handle": machine, "config": config });
        ask("ZkVirtualMachine.initialize", &fields, &[]);
    };
    initialize(json!({ "memoryLimit": 1 << 20, "optimizationLevel": "basic" }));
    let reply = ask(operation, &fields, &[]);
    assert_eq!(reply.fields["witness"][0], "1");
    assert_eq!(reply.fields["witness"][1], reply.fields["publicSignals"][0]);
    let on = json!({ "handle": machine });
    let memory = ask("ZkVirtualMachine.getMemoryState", &on, &[]);
    assert_eq!(memory.fields["memory"], reply.fields["memory"]);
    assert!(memory.fields["memory"]["instructions"].as_u64().unwrap() > 0);
    initialize(json!({ "maxInstructions": 3 }));
    refused(operation, &fields, &[], Status::VMError);
    let fields = json!({ "handle": machine, "config": { "memoryLimit": 0 } });
    refused(
        "ZkVirtualMachine.initialize",
        &fields,
        &[],
        Status::InitializationError,
    );
}

#[test]
fn a_circuit_is_read_from_its_files() {
    let circuit = ask(
        "Circuit.named",
        &json!({ "name": "commitment", "curve": "bn254" }),
        &[],
    );
    let files = ask(
        "Circuit.toR1cs",
        &json!({ "handle": circuit.handle() }),
        &[],
    );
    assert!(files.bytes("r1cs").starts_with(b"r1cs"));
    // Without a generator, with two, or with bytes that are none.
    let r1cs = files.bytes("r1cs");
    for fields in [
        json!({ "r1cs": part(0) }),
        json!({ "r1cs": part(0), "wasm": part(0), "program": part(0) }),
    ] {
        refused(
            "Circuit.fromFiles",
            &fields,
            &[r1cs],
            Status::InvalidRequest,
        );
    }
    let fields = json!({ "r1cs": part(0), "program": part(1) });
    refused(
        "Circuit.fromFiles",
        &fields,
        &[r1cs, b"none"],
        Status::ZKError,
    );
    let fields = json!({ "r1cs": part(0), "wasm": part(1) });
    let imported = ask("Circuit.fromFiles", &fields, &[r1cs, b"\0asm"]);
    assert_eq!(imported.fields["digest"], circuit.fields["digest"]);
    assert_eq!(imported.fields["curve"], "bn254");
    refused(
        "Circuit.named",
        &json!({ "name": "none" }),
        &[],
        Status::ZKError,
    );
}
