//! Names that differ only in letter case or in the composition of their characters.

use data_encoding::HEXLOWER;
use lockstep_store::{StoreError, Value};
use lockstep_vault::Vault;
use serde_json::json;

use super::{listed, sign_in};
use crate::app::{PASSWORD, TestApp};

/// Addresses of one account each, with another spelling of the address.
const SPELLINGS: &[(&str, &str, &str)] = &[
    ("sigma", "ΟΔΥΣΣΕΎΣ@example.org", "οδυσσεύσ@EXAMPLE.org"),
    (
        "composed",
        "j\u{fc}rgen@example.org",
        "JU\u{308}RGEN@example.org",
    ),
    (
        "decomposed",
        "zoe\u{308}@example.org",
        "ZO\u{cb}@example.org",
    ),
    ("plain", "Ada@example.org", "aDA@example.org"),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn addresses_are_found_in_any_case_and_composition() {
    let app = TestApp::start().await;
    for (name, address, other) in SPELLINGS {
        let new = json!({ "username": name, "email": address, "password": PASSWORD });
        app.admin().post("/v1/admin/users", new.clone()).await.ok();
        let again =
            json!({ "username": format!("{name}-2"), "email": other, "password": PASSWORD });
        let refused = app.admin().post("/v1/admin/users", again).await;
        refused.refused(409, "CONFLICT");
        for spelled in [address, other] {
            assert_eq!(sign_in(&app, spelled, PASSWORD).await, 200, "{spelled}");
        }
        let query = format!("search={}", urlencoded(other));
        let found = listed(&app.admin(), &query).await;
        assert_eq!(found, (vec![(*name).to_owned()], 1), "{other}");
    }
}

/// Failed sign-ins are counted together, however the address is spelled.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spellings_of_an_address_share_their_failed_sign_ins() {
    let app = TestApp::start().await;
    let (_, composed, decomposed) = SPELLINGS[1];
    let mut refused = 0;
    for nth in 0..12 {
        let spelled = if nth % 2 == 0 { composed } else { decomposed };
        refused += u32::from(sign_in(&app, spelled, "a wrong password").await == 429);
    }
    assert_eq!(refused, 7);
}

/// A store of a version that only lower-cased names: the start indexes them again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_start_indexes_names_that_an_earlier_version_folded() {
    let app = TestApp::start().await;
    for (name, address, _) in SPELLINGS {
        let new = json!({ "username": name, "email": address, "password": PASSWORD });
        app.admin().post("/v1/admin/users", new).await.ok();
    }
    let digests = Vault::of(app.state()).unwrap().digests("account names");
    let earlier = move |label: &str, name: &str| {
        HEXLOWER.encode(&digests.digest(label, &[name.to_lowercase().as_bytes()]))
    };
    let ids = listed_ids(&app).await;
    let db = &app.state().db;
    let write = db.write::<_, StoreError, _>("test.earlier", move |tx| {
        for (name, address, _) in SPELLINGS {
            let changed = tx.execute(
                "UPDATE account SET username_key = ?2, email_key = ?3, index_check = x'01'
                 WHERE id = ?1",
                &[
                    Value::Text(&ids[*name]),
                    Value::Text(&earlier("username", name)),
                    Value::Text(&earlier("email", address)),
                ],
            )?;
            assert_eq!(changed, 1);
        }
        Ok(())
    });
    write.await.unwrap();
    let (_, _, final_sigma) = SPELLINGS[0];
    assert_eq!(sign_in(&app, final_sigma, PASSWORD).await, 401);
    let app = TestApp::start_in(app.stop().await, |_| {}).await;
    for (name, address, other) in SPELLINGS {
        for spelled in [name, address, other] {
            assert_eq!(sign_in(&app, spelled, PASSWORD).await, 200, "{spelled}");
        }
    }
}

async fn listed_ids(app: &TestApp) -> std::collections::HashMap<String, String> {
    let page = app.admin().get("/v1/admin/users?limit=100").await.ok();
    let users = page["users"].as_array().unwrap().iter();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    users
        .map(|user| (text(&user["username"]), text(&user["id"])))
        .collect()
}

fn urlencoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}
