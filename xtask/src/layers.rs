//! Checks the layers of the crates with `cargo metadata`. A dependency never points to a higher
//! layer. Inside layer 2 only the dependencies of this table are allowed.

use serde_json::Value;

use crate::run::{cargo, output};

/// Libraries: synchronous, without I/O, clock and environment; each usable alone.
pub(crate) const LAYER_0: &[&str] = &[
    "lockstep-values",
    "lockstep-formats",
    "lockstep-metrics",
    "lockstep-fhe",
    "lockstep-zk",
    "lockstep-pq",
    "lockstep-seal",
    "lockstep-documents",
    "lockstep-client-crypto",
    "lockstep-ffi",
];
/// The shared base crates. Each may use the crates before it.
const LAYER_1: &[&str] = &["lockstep-store", "lockstep-web"];
/// The capabilities.
const LAYER_2: &[&str] = &[
    "lockstep-accounts",
    "lockstep-vault",
    "lockstep-encryption",
    "lockstep-points",
    "lockstep-fitness",
    "lockstep-devices",
    "lockstep-datasets",
    "lockstep-market",
    "lockstep-agents",
    "lockstep-admin",
];
/// The server, and what it needs besides the capabilities. Each may use the crates before it.
const LAYER_3: &[&str] = &[
    "lockstep-config",
    "lockstep-http",
    "lockstep-console",
    "lockstep-server",
];
/// Crates outside the layers: only allowed as dev-dependencies.
pub(crate) const FOR_TESTS: &[&str] = &["lockstep-testkit", "lockstep-fault-injection"];

/// The allowed dependencies inside layer 2, in addition to those on the vault.
const INSIDE_LAYER_2: &[(&str, &[&str])] = &[
    ("lockstep-devices", &["lockstep-points"]),
    (
        "lockstep-fitness",
        &["lockstep-points", "lockstep-encryption"],
    ),
    ("lockstep-datasets", &["lockstep-encryption"]),
    (
        "lockstep-market",
        &[
            "lockstep-points",
            "lockstep-datasets",
            "lockstep-encryption",
        ],
    ),
];

/// The layer-0 libraries that each crate of layers 1 and 2 may use, in addition to the vault's use of
/// cryptography.
const LIBRARIES: &[(&str, &[&str])] = &[
    ("lockstep-store", &["lockstep-values"]),
    ("lockstep-web", &["lockstep-values"]),
    ("lockstep-vault", &["lockstep-documents"]),
    (
        "lockstep-encryption",
        &["lockstep-documents", "lockstep-values"],
    ),
    ("lockstep-accounts", &["lockstep-documents"]),
    ("lockstep-admin", &["lockstep-documents"]),
    ("lockstep-devices", &["lockstep-formats"]),
    (
        "lockstep-points",
        &["lockstep-documents", "lockstep-formats", "lockstep-values"],
    ),
    ("lockstep-datasets", &["lockstep-formats"]),
    (
        "lockstep-market",
        &["lockstep-documents", "lockstep-formats", "lockstep-values"],
    ),
    (
        "lockstep-fitness",
        &["lockstep-formats", "lockstep-metrics", "lockstep-values"],
    ),
];

/// The allowed dependencies inside layer 0.
const INSIDE_LAYER_0: &[(&str, &[&str])] = &[
    ("lockstep-formats", &["lockstep-values"]),
    ("lockstep-metrics", &["lockstep-values"]),
    (
        "lockstep-client-crypto",
        &["lockstep-values", "lockstep-zk", "lockstep-pq"],
    ),
    (
        "lockstep-documents",
        &["lockstep-values", "lockstep-zk", "lockstep-pq"],
    ),
    (
        "lockstep-ffi",
        &[
            "lockstep-client-crypto",
            "lockstep-documents",
            "lockstep-fhe",
            "lockstep-seal",
            "lockstep-values",
            "lockstep-zk",
        ],
    ),
];

/// Returns one line for each broken rule.
pub(crate) fn check() -> Result<Vec<String>, String> {
    let text = output(cargo(&["metadata", "--format-version", "1", "--no-deps"]))?;
    let metadata: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let mut broken = Vec::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let name = package["name"].as_str().unwrap_or_default();
        if name == "xtask" || FOR_TESTS.contains(&name) {
            continue;
        }
        if layer(name).is_none() {
            broken.push(format!(
                "{name}: belongs to no layer; add it to xtask/src/layers.rs"
            ));
            continue;
        }
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let used = dependency["name"].as_str().unwrap_or_default();
            let kind = dependency["kind"].as_str().unwrap_or("normal");
            if FOR_TESTS.contains(&used) && kind != "dev" {
                broken.push(format!("{name} → {used}: only as a dev-dependency"));
            } else if used.starts_with("lockstep-") && kind != "dev" {
                broken.extend(refuse(name, used));
            }
        }
    }
    Ok(broken)
}

fn layer(name: &str) -> Option<usize> {
    [LAYER_0, LAYER_1, LAYER_2, LAYER_3]
        .iter()
        .position(|layer| layer.contains(&name))
}

fn refuse(user: &str, used: &str) -> Option<String> {
    let (from, to) = (layer(user)?, layer(used)?);
    let listed = |table: &[(&str, &[&str])]| {
        table
            .iter()
            .any(|(name, allowed)| *name == user && allowed.contains(&used))
    };
    let allowed = match (from, to) {
        (3, 3) => {
            LAYER_3.iter().position(|one| *one == user)
                > LAYER_3.iter().position(|one| *one == used)
        }
        (3, 2) => user == "lockstep-server" || used == "lockstep-vault",
        (3, _) => true,
        (2, 2) => used == "lockstep-vault" || listed(INSIDE_LAYER_2),
        (2, 1) => true,
        // Only these two use the cryptographic libraries: every other capability calls them.
        (2, 0) if is_cryptography(used) => {
            matches!(user, "lockstep-vault" | "lockstep-encryption")
        }
        (1 | 2, 0) => listed(LIBRARIES),
        (1, 1) => user == "lockstep-web" && used == "lockstep-store",
        (0, 0) => listed(INSIDE_LAYER_0),
        _ => false,
    };
    (!allowed).then(|| {
        format!("{user} → {used}: the layers forbid this dependency (xtask/src/layers.rs)")
    })
}

/// Whether this library of layer 0 is cryptography: every library that [`LIBRARIES`] does not name.
fn is_cryptography(library: &str) -> bool {
    let named = |(_, used): &(&str, &[&str])| used.contains(&library);
    !LIBRARIES.iter().any(named)
}

#[cfg(test)]
mod tests {
    use super::refuse;

    #[test]
    fn dependencies_follow_the_layers() {
        for (user, used, allowed) in [
            ("lockstep-web", "lockstep-store", true),
            ("lockstep-store", "lockstep-web", false),
            ("lockstep-store", "lockstep-values", true),
            ("lockstep-store", "lockstep-documents", false),
            ("lockstep-vault", "lockstep-documents", true),
            ("lockstep-market", "lockstep-documents", true),
            ("lockstep-devices", "lockstep-documents", false),
            ("lockstep-documents", "lockstep-vault", false),
            ("lockstep-ffi", "lockstep-documents", true),
            ("lockstep-fitness", "lockstep-web", true),
            ("lockstep-fitness", "lockstep-vault", true),
            ("lockstep-fitness", "lockstep-encryption", true),
            ("lockstep-encryption", "lockstep-vault", true),
            ("lockstep-encryption", "lockstep-fhe", true),
            ("lockstep-vault", "lockstep-encryption", false),
            ("lockstep-accounts", "lockstep-encryption", false),
            ("lockstep-fitness", "lockstep-accounts", false),
            ("lockstep-fitness", "lockstep-devices", false),
            ("lockstep-devices", "lockstep-fitness", false),
            ("lockstep-fitness", "lockstep-points", true),
            ("lockstep-points", "lockstep-fitness", false),
            ("lockstep-points", "lockstep-devices", false),
            ("lockstep-devices", "lockstep-points", true),
            ("lockstep-points", "lockstep-vault", true),
            ("lockstep-points", "lockstep-encryption", false),
            ("lockstep-points", "lockstep-metrics", false),
            ("lockstep-points", "lockstep-seal", false),
            ("lockstep-devices", "lockstep-formats", true),
            ("lockstep-fitness", "lockstep-seal", false),
            ("lockstep-fitness", "lockstep-formats", true),
            ("lockstep-fitness", "lockstep-metrics", true),
            ("lockstep-accounts", "lockstep-formats", false),
            ("lockstep-vault", "lockstep-metrics", false),
            ("lockstep-formats", "lockstep-metrics", false),
            ("lockstep-formats", "lockstep-values", true),
            ("lockstep-formats", "lockstep-store", false),
            ("lockstep-vault", "lockstep-seal", true),
            ("lockstep-datasets", "lockstep-encryption", true),
            ("lockstep-datasets", "lockstep-fitness", false),
            ("lockstep-market", "lockstep-fitness", false),
            ("lockstep-fitness", "lockstep-market", false),
            ("lockstep-agents", "lockstep-vault", true),
            ("lockstep-agents", "lockstep-points", false),
            ("lockstep-seal", "lockstep-store", false),
            ("lockstep-client-crypto", "lockstep-zk", true),
            ("lockstep-client-crypto", "lockstep-values", true),
            ("lockstep-pq", "lockstep-zk", false),
            ("lockstep-ffi", "lockstep-client-crypto", true),
            ("lockstep-ffi", "lockstep-vault", false),
            ("lockstep-server", "lockstep-fitness", true),
            ("lockstep-server", "lockstep-http", true),
            ("lockstep-http", "lockstep-config", true),
            ("lockstep-config", "lockstep-vault", true),
            ("lockstep-http", "lockstep-fitness", false),
            ("lockstep-config", "lockstep-http", false),
            ("lockstep-accounts", "lockstep-server", false),
        ] {
            assert_eq!(refuse(user, used).is_none(), allowed, "{user} → {used}");
        }
    }
}
