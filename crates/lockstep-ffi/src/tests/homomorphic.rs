use serde_json::{Value, json};

use super::{Reply, ask, part, refused};
use crate::Status;

const KEY_ID: &str = "key_01h455vb4pex5vsknk084sn02q";

fn generated(set: &str) -> u64 {
    ask("FheSecretKey.generate", &json!({ "set": set }), &[]).handle()
}

fn encrypted(key: u64, values: &Value) -> Reply {
    let fields = json!({
        "handle": key, "values": values, "scale": { "decimals": 1 }, "keyId": KEY_ID,
    });
    ask("FheSecretKey.encrypt", &fields, &[])
}

fn decrypted(key: u64, ciphertext: &[u8]) -> Value {
    let fields = json!({ "handle": key, "ciphertext": part(0) });
    ask("FheSecretKey.decrypt", &fields, &[ciphertext]).fields
}

#[test]
fn values_are_decrypted_by_their_key() {
    let key = generated("bfv-128-sum");
    let values = json!([61.5, 64.0, -3.0]);
    let made = encrypted(key, &values);
    let exported = ask("FheSecretKey.export", &json!({ "handle": key }), &[]);
    let fields = json!({ "secretKey": part(0) });
    let again = ask(
        "FheSecretKey.import",
        &fields,
        &[exported.bytes("secretKey")],
    );
    assert_eq!(again.fields["slots"], 4096);
    for key in [key, again.handle()] {
        let plain = decrypted(key, made.bytes("series"));
        assert_eq!(plain["values"], values);
        assert_eq!(plain["integers"], json!(["615", "640", "-30"]));
        assert_eq!(plain.get("keyId"), None);
        let plain = decrypted(key, made.bytes("block"));
        assert_eq!(
            (&plain["values"], &plain["keyId"]),
            (&values, &json!(KEY_ID))
        );
    }
    let public = ask("FheSecretKey.publicKey", &json!({ "handle": key }), &[]);
    let fields = json!({ "publicKey": part(0), "values": [1, 2], "scale": {} });
    let made = ask(
        "FhePublicKey.encrypt",
        &fields,
        &[public.bytes("publicKey")],
    );
    assert_eq!(
        decrypted(key, made.bytes("series"))["values"],
        json!([1.0, 2.0])
    );
    let other = json!({ "handle": generated("bfv-128-sum"), "ciphertext": part(0) });
    let operation = "FheSecretKey.decrypt";
    refused(
        operation,
        &other,
        &[made.bytes("series")],
        Status::HomomorphicError,
    );
    let mut damaged = made.bytes("series").to_vec();
    damaged[100] ^= 1;
    let fields = json!({ "handle": key, "ciphertext": part(0) });
    refused(operation, &fields, &[&damaged], Status::HomomorphicError);
}

#[test]
fn sums_are_computed_on_ciphertexts() {
    let key = generated("bfv-128-sum");
    let keys = ask(
        "FheSecretKey.evaluationKeys",
        &json!({ "handle": key }),
        &[],
    );
    let made = encrypted(key, &json!([61.5, 64.0, -3.5]));
    let compute = |operation: &str, operands: &[Value]| {
        let fields =
            json!({ "evaluationKeys": part(0), "operation": operation, "operands": operands });
        let parts = [
            keys.bytes("evaluationKeys"),
            made.bytes("series"),
            made.bytes("block"),
        ];
        ask("FheEvaluationKeys.compute", &fields, &parts)
    };
    let sum = compute("sum", &[part(1)]);
    assert_eq!(sum.fields["kind"], "reduction");
    let plain = decrypted(key, sum.bytes("result"));
    assert_eq!(
        (&plain["value"], &plain["numerator"]),
        (&json!(122.0), &json!("1220"))
    );
    let added = compute("add", &[part(1), part(2)]);
    let plain = decrypted(key, added.bytes("result"));
    assert_eq!(plain["values"], json!([123.0, 128.0, -7.0]));
    // The sum sets do not multiply, and no such operation of one operand exists.
    for (operation, operands, kind) in [
        (
            "multiply",
            json!([part(1), part(1)]),
            Status::HomomorphicError,
        ),
        ("add", json!([part(1)]), Status::InvalidRequest),
        ("maximum", json!([part(1)]), Status::InvalidRequest),
        ("rotate", json!([part(1)]), Status::InvalidRequest),
    ] {
        let fields =
            json!({ "evaluationKeys": part(0), "operation": operation, "operands": operands });
        let parts = [keys.bytes("evaluationKeys"), made.bytes("series")];
        refused("FheEvaluationKeys.compute", &fields, &parts, kind);
    }
}

#[test]
fn values_out_of_bounds_are_refused_by_index() {
    let key = generated("bfv-128-sum");
    let encrypt = |values: Value, scale: Value| {
        let fields = json!({ "handle": key, "values": values, "scale": scale });
        refused(
            "FheSecretKey.encrypt",
            &fields,
            &[],
            Status::HomomorphicError,
        )
    };
    let text = encrypt(json!([1, 40000]), json!({}));
    assert_eq!(text, "HomomorphicError: value 1 is outside ±32768");
    encrypt(json!([1]), json!({ "decimals": 7 }));
    encrypt(json!([1]), json!({ "bound": 0 }));
    let fields = json!({ "set": "bfv-512" });
    let text = refused(
        "FheSecretKey.generate",
        &fields,
        &[],
        Status::InvalidRequest,
    );
    assert!(text.contains("bfv-128-sum"), "{text}");
    let fields = json!({ "handle": key, "rotations": vec![1; 25] });
    refused(
        "FheSecretKey.evaluationKeys",
        &fields,
        &[],
        Status::InvalidRequest,
    );
}
