//! The encryption operations that agents can call. No tool returns a secret or a decrypted value. `proofs.prove` is
//! a tool of the fitness API, which has the days.

use lockstep_web::tools::{Tool, ToolClass};

pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "keys.list",
        operation: "listKeys",
        class: ToolClass::Read,
    },
    Tool {
        name: "keys.status",
        operation: "getKeyStatus",
        class: ToolClass::Read,
    },
    Tool {
        name: "keys.rotate",
        operation: "rotateKey",
        class: ToolClass::Write,
    },
    Tool {
        name: "keys.suspend",
        operation: "suspendKey",
        class: ToolClass::Write,
    },
    Tool {
        name: "keys.resume",
        operation: "resumeKey",
        class: ToolClass::Write,
    },
    Tool {
        name: "keys.attestation",
        operation: "getAttestationKey",
        class: ToolClass::Read,
    },
    Tool {
        name: "proofs.verify",
        operation: "verifyProof",
        class: ToolClass::Read,
    },
];
