//! Tests of documents inside of responses.

use serde_json::json;

use super::{document, signer};
use crate::{ERASURE, VerificationPolicy, answered, verify};

#[test]
fn documents_are_taken_from_answers_that_hold_them() {
    let ada = signer();
    let document = serde_json::to_value(document(&ada, ERASURE)).unwrap();
    for (answer, documents) in [
        (document.clone(), 1),
        (
            json!({ "deleted": true, "receiptId": "era_1", "receipt": document }),
            1,
        ),
        (
            json!({ "jobId": "job_1", "status": "succeeded", "result": document }),
            1,
        ),
        (
            json!({ "erasures": [{ "receipt": document }, { "receipt": document }], "total": 2 }),
            2,
        ),
        (json!({ "erasures": [] }), 0),
        // None of several is passed over.
        (json!({ "receipt": document, "result": document }), 2),
        (
            json!({ "erasures": [{ "receipt": document }], "claims": [document], "receipt": document }),
            3,
        ),
    ] {
        let found = answered(answer.to_string().as_bytes()).unwrap();
        assert_eq!(found.len(), documents, "{answer}");
        for bytes in found {
            assert!(verify(&bytes, &VerificationPolicy::default()).is_ok());
        }
    }
    for answer in [
        json!({ "receipt": null }),
        json!({ "erasures": [{ "receipt": document }, { "receipt": null }] }),
        json!({ "jobId": "job_1", "status": "running" }),
    ] {
        let no = answered(answer.to_string().as_bytes()).unwrap_err();
        assert!(no.to_string().contains("yet: ask for it again"), "{no}");
    }
    for bytes in [&b"{}"[..], b"[]", b"", b"{\"format\":1,\"receipt\":{}}"] {
        assert_eq!(answered(bytes), Ok(vec![bytes.to_vec()]));
    }
}
