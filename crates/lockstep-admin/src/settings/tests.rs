//! Tests of changes of the system settings.

use super::*;

fn changed(change: Value) -> Result<Value, String> {
    let change: SettingsChange =
        serde_json::from_value(change).map_err(|error| error.to_string())?;
    let old = Settings::default();
    let new = change.apply(old.clone()).map_err(|error| {
        let details = error.details.unwrap_or_default();
        details["parameter"].as_str().unwrap_or_default().to_owned()
    })?;
    Ok(differences(&old, &new))
}

#[test]
fn settings_change_within_their_ranges() {
    for (change, expected) in [
        (json!({}), json!({})),
        (json!({ "network": {} }), json!({})),
        (
            json!({ "network": { "requestTimeout": 3600 } }),
            json!({ "network.requestTimeout": [30, 3600] }),
        ),
        (
            json!({ "encryption": { "minKeyLength": 256, "autoRotateKeys": false } }),
            json!({ "encryption.minKeyLength": [128, 256], "encryption.autoRotateKeys": [true, false] }),
        ),
        (
            json!({ "market": { "creditLimit": 0.0 } }),
            json!({ "market.creditLimit": [null, 0.0] }),
        ),
        (json!({ "market": { "creditLimit": null } }), json!({})),
        (
            json!({ "encryption": { "defaultType": "ZK" }, "network": { "maxBandwidth": 65_536 } }),
            json!({ "encryption.defaultType": ["AES", "ZK"], "network.maxBandwidth": [0, 65_536] }),
        ),
        (
            json!({ "database": { "maxConnections": 8, "timeout": 1, "backupInterval": 1 },
                    "alerts": { "storagePercent": 100 } }),
            json!({ "database.maxConnections": [4, 8], "database.timeout": [60, 1],
                    "database.backupInterval": [24, 1], "alerts.storagePercent": [90, 100] }),
        ),
        (
            json!({ "wallet": { "gasLimit": 1, "network": "internal" } }),
            json!({ "wallet.gasLimit": [100, 1] }),
        ),
        (
            json!({ "signIn": { "administrationNeedsTotp": true } }),
            json!({ "signIn.administrationNeedsTotp": [false, true] }),
        ),
    ] {
        assert_eq!(changed(change.clone()), Ok(expected), "{change}");
    }
}

#[test]
fn values_out_of_range_are_refused() {
    for (change, field) in [
        (
            json!({ "encryption": { "minKeyLength": 129 } }),
            "encryption.minKeyLength",
        ),
        (
            json!({ "encryption": { "rotationPeriod": 0 } }),
            "encryption.rotationPeriod",
        ),
        (
            json!({ "network": { "requestTimeout": 0 } }),
            "network.requestTimeout",
        ),
        (
            json!({ "network": { "maxConcurrentConnections": 9 } }),
            "network.maxConcurrentConnections",
        ),
        (
            json!({ "wallet": { "network": "ethereum" } }),
            "wallet.network",
        ),
        (json!({ "wallet": { "gasLimit": 0 } }), "wallet.gasLimit"),
        (
            json!({ "network": { "maxBandwidth": 65_535 } }),
            "network.maxBandwidth",
        ),
        (
            json!({ "database": { "maxConnections": 65 } }),
            "database.maxConnections",
        ),
        (json!({ "database": { "timeout": 0 } }), "database.timeout"),
        (
            json!({ "database": { "backupInterval": 0 } }),
            "database.backupInterval",
        ),
        (
            json!({ "alerts": { "storagePercent": 101 } }),
            "alerts.storagePercent",
        ),
        (
            json!({ "alerts": { "failedSignIns": 0 } }),
            "alerts.failedSignIns",
        ),
        (
            json!({ "alerts": { "errorPercent": 0 } }),
            "alerts.errorPercent",
        ),
        (
            json!({ "wallet": { "autoApproveThreshold": -0.01 } }),
            "wallet.autoApproveThreshold",
        ),
        (json!({ "limits": { "custom": 0 } }), "limits.custom"),
        (
            json!({ "limits": { "anonymous": 1_000_001 } }),
            "limits.anonymous",
        ),
        (
            json!({ "market": { "creditLimit": 1e13 } }),
            "market.creditLimit",
        ),
    ] {
        assert_eq!(changed(change.clone()), Err(field.to_owned()), "{change}");
    }
    for change in [
        json!({ "networks": {} }),
        json!({ "network": { "requestTimeOut": 3 } }),
        json!({ "network": { "requestTimeout": "3" } }),
        json!({ "network": { "requestTimeout": 1.5 } }),
        json!({ "encryption": { "defaultType": "Basic" } }),
    ] {
        assert!(changed(change.clone()).is_err(), "{change}");
    }
}
