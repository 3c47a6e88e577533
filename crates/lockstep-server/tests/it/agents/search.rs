//! The search index: it changes in the transactions of the records, is erased with them, holds no text in the clear,
//! and is built again after damage.

use lockstep_store::{StoreError, Timestamp, params};
use lockstep_vault::Vault;
use serde_json::{Value as Json, json};

use super::device;
use crate::app::{JUNE, TestApp, TestClient, points};
use crate::bytes::found as found_in_files;
use crate::market::{TOKENS, offer, token};
use crate::modes::until;
use crate::operations::session;

/// Searches, and returns the kinds and ids that were found.
async fn search(caller: &TestClient, query: &str) -> Vec<(String, String)> {
    let query = query.replace(' ', "%20");
    let path = format!("/v1/agents/search?limit=100&query={query}");
    let found = caller.get(&path).await.ok();
    assert_eq!(found["incomplete"], false, "{found}");
    let records = found["records"].as_array().unwrap().iter();
    let text = |record: &Json, name: &str| record[name].as_str().unwrap().to_owned();
    let records = records.map(|record| (text(record, "kind"), text(record, "id")));
    records.collect()
}

async fn ids(caller: &TestClient, query: &str) -> Vec<String> {
    let found = search(caller, query).await;
    found.into_iter().map(|(_, id)| id).collect()
}

async fn dataset(caller: &TestClient, name: &str, mode: &str) -> String {
    let new = json!({ "name": name, "description": "of the vineyard", "encryption_mode": mode,
        "data": { "steps": [7, 9] } });
    let made = caller.post("/api/datasets", new).await.ok();
    made["id"].as_str().unwrap().to_owned()
}

/// Every kind of record is found as soon as it is stored, under its new name after a change, and no more once it is
/// deleted. Other accounts find nothing.
#[tokio::test]
async fn records_are_found_from_their_creation_to_their_deletion() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let watch = device(&ada, "Quokka watch").await;
    let plain = dataset(&ada, "Quokka walks", "none").await;
    let imported = ada
        .import_named("quokka.json", session(Timestamp(JUNE * 1000), 3000))
        .await
        .ok();
    let imports = ada.get("/v1/sfdp/imports").await.ok();
    let import = imports["imports"][0]["id"].as_str().unwrap().to_owned();
    let activity = imported["activities"][0]["activityId"]
        .as_str()
        .unwrap()
        .to_owned();
    let path = format!("/v1/sfdp/activities/{activity}");
    ada.patch(&path, json!({ "name": "Quokka run" })).await.ok();
    let offer = json!({ "title": "Quokka steps", "price": 1, "dataset_id": plain });
    let listing = ada.post("/api/marketplace/items", offer).await.ok();
    let listing = listing["id"].as_str().unwrap().to_owned();
    let body = points("heart_rate", "bpm", "strap", JUNE + 40_000, &[61.0; 60]);
    ada.post("/v1/sfdp/data", body).await.ok();
    let mut token = token(1, &[]);
    token["description"] = json!("Quokka pulse");
    let token = ada.post(TOKENS, token).await.ok();
    let token = token["tokenId"].as_str().unwrap().to_owned();

    let mut expected = [
        ("activity", &activity),
        ("dataset", &plain),
        ("device", &watch),
        ("import", &import),
        ("listing", &listing),
        ("token", &token),
    ]
    .map(|(kind, id)| (kind.to_owned(), id.clone()))
    .to_vec();
    let sorted = async |query: &str| {
        let mut found = search(&ada, query).await;
        found.sort();
        found
    };
    for query in ["quokka", "quok", "qoukka", "QUOKKA"] {
        assert_eq!(sorted(query).await, expected, "{query}");
    }
    for (query, id) in [
        ("quokka datasets", &plain),
        ("vineyard", &plain),
        ("running quokka", &activity),
        (&*activity, &activity),
        ("pulse heart_rate", &token),
    ] {
        assert_eq!(ids(&ada, query).await, std::slice::from_ref(id), "{query}");
    }
    assert!(ids(&bob, "quokka").await.is_empty());
    assert!(ids(&bob, &activity).await.is_empty());

    ada.patch(
        &path,
        json!({ "name": "Wombat run", "notes": "with a quoll" }),
    )
    .await
    .ok();
    assert_eq!(
        ids(&ada, "wombat quoll").await,
        std::slice::from_ref(&activity)
    );
    expected.remove(0);
    assert_eq!(sorted("quokka").await, expected);
    ada.delete(&format!("{TOKENS}/{token}")).await.ok();
    ada.delete(&format!("/api/marketplace/items/{listing}"))
        .await
        .ok();
    ada.delete(&format!("/api/datasets/{plain}")).await.ok();
    ada.delete(&path).await.ok();
    ada.delete(&format!("/v1/sfdp/imports/{import}?points=keep"))
        .await
        .ok();
    assert_eq!(sorted("quokka").await, [("device".to_owned(), watch)]);
    assert!(ids(&ada, "wombat").await.is_empty());
}

/// A search follows the links between records as far as it is asked to; an agent follows one less than its search depth.
#[tokio::test]
async fn linked_records_are_reached_over_the_hops() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let dataset = dataset(&ada, "Quokka walks", "none").await;
    let offer = json!({ "title": "Steps for sale", "price": 1, "dataset_id": dataset });
    let listing = ada.post("/api/marketplace/items", offer).await.ok()["id"].clone();
    let imported = ada
        .import_named("quoll.json", session(Timestamp(JUNE * 1000), 3000))
        .await
        .ok();
    let activity = &imported["activities"][0]["activityId"];
    let linked = async |query: &str, hops: u32| {
        let path = format!("/v1/agents/search?query={query}&hops={hops}");
        let found = ada.get(&path).await.ok();
        let linked = found["linked"].as_array().unwrap().iter();
        linked
            .map(|it| (it["id"].clone(), it["from"].clone(), it["hops"].clone()))
            .collect::<Vec<_>>()
    };
    assert!(linked("quokka", 0).await.is_empty());
    let expected = (listing.clone(), json!(dataset), json!(1));
    assert_eq!(linked("quokka", 1).await, [expected]);
    let found = linked("quoll", 3).await;
    assert_eq!(found.len(), 1);
    assert_eq!(&found[0].0, activity);
    ada.get("/v1/agents/search?query=quokka&hops=10")
        .await
        .blames("hops");

    let librarian = "/v1/agents/agt_core_search";
    let ask = async || {
        let content = json!({ "action": "search", "parameters": { "query": "quokka" } });
        let body = json!({ "type": "query", "content": content });
        let path = format!("{librarian}/message");
        let told = ada.post(&path, body).await.ok();
        told["response"]["records"].as_array().unwrap().clone()
    };
    assert!(ask().await.contains(&listing));
    let shallow = json!({ "parameters": { "searchDepth": 1 } });
    ada.patch(&format!("{librarian}/config"), shallow)
        .await
        .ok();
    assert!(!ask().await.contains(&listing));
    ada.delete(&format!(
        "/api/marketplace/items/{}",
        listing.as_str().unwrap()
    ))
    .await
    .ok();
    assert!(linked("quokka", 9).await.is_empty());
}

/// A purchase is linked with the data token that it bought, which is a record of another account.
#[tokio::test]
async fn a_purchase_is_linked_with_what_it_bought() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let body = points("heart_rate", "bpm", "strap", JUNE, &[61.0; 60]);
    ada.post("/v1/sfdp/data", body).await.ok();
    let token = offer(&ada, 1, &[]).await;
    let purpose = json!({ "purpose": "quokka-study" });
    bob.post(&format!("{TOKENS}/{token}/purchase"), purpose)
        .await
        .ok();
    for (hops, expected) in [(0, 0), (1, 1), (3, 1)] {
        let path = format!("/v1/agents/search?query=quokka&hops={hops}");
        let found = bob.get(&path).await.ok();
        let purchase = &found["records"][0];
        assert_eq!(purchase["kind"], "purchase", "{found}");
        let linked = found["linked"].as_array().unwrap();
        assert_eq!(linked.len(), expected, "{found}");
        for one in linked {
            assert_eq!(
                (&one["id"], &one["kind"], &one["from"]),
                (&json!(token), &json!("token"), &purchase["id"])
            );
        }
    }
    let content = json!({ "action": "search", "parameters": { "query": "quokka" } });
    let asked = json!({ "type": "query", "content": content });
    let told = bob.post("/v1/agents/agt_core_search/message", asked).await;
    let records = told.ok()["response"]["records"].clone();
    assert!(
        records.as_array().unwrap().contains(&json!(token)),
        "{records}"
    );
}

/// The offers of every account are found by their words while they can be bought, and their words are gone with the
/// account. The Librarian adds those of others to a search.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn offers_are_found_while_they_can_be_bought() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let body = points("heart_rate", "bpm", "strap", JUNE, &[61.0; 60]);
    ada.post("/v1/sfdp/data", body).await.ok();
    let mut offer = token(1, &[]);
    offer["description"] = json!("zorilla pulse of a marathon");
    let token = ada.post(TOKENS, offer).await.ok()["tokenId"].clone();
    let dataset = dataset(&ada, "walks", "none").await;
    let offer = json!({ "title": "zorilla rides", "price": 1, "dataset_id": dataset });
    let listing = ada.post("/api/marketplace/items", offer).await.ok()["id"].clone();
    let offers = async |query: &str| {
        let path = format!("/v1/sfdp/marketplace/offers?query={query}");
        let found = bob.get(&path).await.ok();
        assert_eq!(found["incomplete"], false);
        let offers = found["offers"].as_array().unwrap().iter();
        offers.map(|it| it["id"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(offers("zorilla").await, [listing.clone(), token.clone()]);
    assert_eq!(offers("zor%20marath").await, std::slice::from_ref(&token));
    assert_eq!(
        offers("zorilla%20listings").await,
        std::slice::from_ref(&listing)
    );
    assert!(offers("zebra").await.is_empty());
    for query in ["query=", "query=tokens", "query=a&limit=0", "limit=5"] {
        bob.get(&format!("/v1/sfdp/marketplace/offers?{query}"))
            .await
            .refused(400, "INVALID_REQUEST");
    }
    let ask = async |caller: &TestClient| {
        let content = json!({ "action": "search", "parameters": { "query": "zorilla" } });
        let body = json!({ "type": "query", "content": content });
        let told = caller.post("/v1/agents/agt_core_search/message", body);
        told.await.ok()["response"]["content"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let told = ask(&bob).await;
    assert!(
        told.contains("## Offers of other accounts") && told.contains("zorilla rides"),
        "{told}"
    );
    // The own offers are records of the account.
    assert!(!ask(&ada).await.contains("## Offers of other accounts"));

    let path = format!("/api/marketplace/items/{}", listing.as_str().unwrap());
    ada.delete(&path).await.ok();
    assert_eq!(offers("zorilla").await, std::slice::from_ref(&token));
    let account = format!("/v1/admin/users/{}", ada.id);
    let suspend = json!({ "status": "suspended" });
    app.admin().patch(&account, suspend).await.ok();
    assert!(offers("zorilla").await.is_empty());
    app.admin().delete(&account).await.ok();
    assert!(!is_in_files(&app, b"zorilla"));
}

/// The sealed pages of an account, as they are stored.
async fn pages(app: &TestApp, user: &str) -> Vec<Vec<u8>> {
    let user = user.to_owned();
    let read = app
        .state()
        .db
        .read::<_, StoreError, _>("test.pages", move |tx| {
            let sql = "SELECT body FROM search_page WHERE user_id = ?1 ORDER BY page";
            tx.query(sql, params![&user], |row| row.at::<Vec<u8>>(0))
        });
    read.await.unwrap()
}

/// Returns whether any file below the data directory contains these bytes.
fn is_in_files(app: &TestApp, bytes: &[u8]) -> bool {
    let mut folders = vec![app.folder.path().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(content) = std::fs::read(&path)
                && content.windows(bytes.len()).any(|part| part == bytes)
            {
                return true;
            }
        }
    }
    false
}

/// No file holds a name in the clear, in any mode of encryption; the bytes of a page that a deletion replaced are
/// overwritten; an erased account leaves nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_index_holds_no_text_and_is_erased_with_the_records() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let mut made = Vec::new();
    for mode in ["none", "basic", "fhe", "zk"] {
        made.push(dataset(&ada, &format!("numbat {mode}"), mode).await);
    }
    assert_eq!(ids(&ada, "numbat").await.len(), 4);
    let names = ["numbat".to_owned(), "vineyard".to_owned()];
    assert_eq!(found_in_files(app.folder.path(), &names), [""; 0]);

    let before = pages(&app, &ada.id).await;
    assert_eq!(before.len(), 1);
    assert!(is_in_files(&app, &before[0]));
    ada.delete(&format!("/api/datasets/{}", made[0])).await.ok();
    app.state().db.erase_traces().await.unwrap();
    assert!(!is_in_files(&app, &before[0]));
    assert_eq!(ids(&ada, "numbat").await.len(), 3);

    let last = pages(&app, &ada.id).await;
    let admin = app.admin();
    admin
        .delete(&format!("/v1/admin/users/{}", ada.id))
        .await
        .ok();
    assert!(!is_in_files(&app, &last[0]));
    let user = ada.id.clone();
    let left = app
        .state()
        .db
        .read::<_, StoreError, _>("test.left", move |tx| {
            let mut left = 0;
            for table in ["search_page", "search_record", "search_index"] {
                let sql = format!("SELECT COUNT(*) FROM {table} WHERE user_id = ?1");
                left += tx.query_one(&sql, params![&user], |row| row.at::<i64>(0))?;
            }
            Ok(left)
        });
    assert_eq!(left.await.unwrap(), 0);
}

/// An index that is damaged, or that an older version of the product never filled, is built from the records.
#[tokio::test]
async fn an_index_is_built_again() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let mut expected = Vec::new();
    for nth in 0..300 {
        let new = json!({ "name": format!("bilby {nth}"), "encryption_mode": "none" });
        let made = ada.post("/api/datasets", new).await.ok();
        expected.push(made["id"].as_str().unwrap().to_owned());
    }
    let watch = device(&ada, "bilby watch").await;
    assert_eq!(ids(&ada, "bilby watch").await, std::slice::from_ref(&watch));
    let total = async || {
        let found = ada.get("/v1/agents/search?query=bilby").await.ok();
        found["total"].as_u64().unwrap()
    };
    for damage in [
        "UPDATE search_page SET body = zeroblob(40) WHERE user_id = ?1 AND page = 1",
        "UPDATE search_page SET revision = revision + 1 WHERE user_id = ?1 AND page = 0",
        "UPDATE search_page SET revision = 'x' WHERE user_id = ?1 AND page = 0",
        "UPDATE search_index SET generation = 'x' WHERE user_id = ?1",
        "DELETE FROM search_index WHERE user_id = ?1",
        "UPDATE search_index SET filled = 0 WHERE user_id = ?1",
    ] {
        assert_eq!(total().await, 301, "before {damage}");
        let user = ada.id.clone();
        let write = app
            .state()
            .db
            .write::<_, StoreError, _>("test.damage", move |tx| {
                tx.execute(damage, params![&user]).map(drop)?;
                // The cached index is not used.
                match damage.contains("search_page") {
                true => tx.execute(
                    "UPDATE search_index SET generation = generation + 1 WHERE user_id = ?1",
                    params![&user],
                ).map(drop),
                false => Ok(()),
            }
            });
        write.await.unwrap();
        // The first search may meet the damage.
        ada.get("/v1/agents/search?query=bilby").await.ok();
        until("the index is filled again", async || total().await == 301).await;
        // It also changes with its records again.
        let id = expected.pop().unwrap();
        ada.delete(&format!("/api/datasets/{id}")).await.ok();
        assert_eq!(total().await, 300, "after {damage}");
        expected.push(dataset(&ada, "bilby again", "none").await);
    }
    // A scrub finds records that are on no page, and pages that do not open.
    for damage in [
        FLIP,
        "DELETE FROM search_page WHERE user_id = ?1 AND page = 1",
        "DELETE FROM search_record WHERE user_id = ?1 AND id = (SELECT MIN(id) FROM search_record WHERE user_id = ?1)",
    ] {
        let user = ada.id.clone();
        let write = app
            .state()
            .db
            .write::<_, StoreError, _>("test.damage", move |tx| {
                tx.execute(damage, params![&user]).map(drop)
            });
        write.await.unwrap();
        assert_eq!(repaired(&app).await, ["search_page"], "{damage}");
        let keys = Vault::of(app.state())
            .unwrap()
            .account_keys(&ada.id.parse().unwrap())
            .await;
        assert!(keys.is_ok());
        until("the index is filled again", async || total().await == 301).await;
    }
}

/// Damage that a search or a write finds before a scrub is repaired at once; the next scrub names it, once.
#[tokio::test]
async fn a_scrub_names_damage_of_an_index_that_was_built_again() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let mut newest = dataset(&ada, "bilby", "none").await;
    device(&ada, "bilby watch").await;
    let total = async || {
        let found = ada.get("/v1/agents/search?query=bilby").await.ok();
        found["total"].as_u64().unwrap()
    };
    assert_eq!(total().await, 2);
    assert_eq!(repaired(&app).await, [""; 0]);
    for is_write in [false, true] {
        let user = ada.id.clone();
        let write = app
            .state()
            .db
            .write::<_, StoreError, _>("test.damage", move |tx| {
                tx.execute(FLIP, params![&user]).map(drop)?;
                // A search opens pages of a new revision only.
                let reload = "UPDATE search_page SET revision = revision + 1 WHERE user_id = ?1";
                tx.execute(reload, params![&user]).map(drop)?;
                let reload =
                    "UPDATE search_index SET generation = generation + 1 WHERE user_id = ?1";
                tx.execute(reload, params![&user]).map(drop)
            });
        write.await.unwrap();
        if is_write {
            let added = dataset(&ada, "bilby again", "none").await;
            ada.delete(&format!("/api/datasets/{newest}")).await.ok();
            newest = added;
        }
        until("the index is filled again", async || total().await == 2).await;
        assert_eq!(repaired(&app).await, ["search_page"], "written: {is_write}");
        assert_eq!(repaired(&app).await, [""; 0], "written: {is_write}");
    }
}

/// Returns the tables that a scrub of the vault repairs.
async fn repaired(app: &TestApp) -> Vec<String> {
    let (mut after, mut repaired) = (None, Vec::new());
    loop {
        let scrub = lockstep_vault::CAPABILITY.scrub.unwrap();
        let found = scrub(app.state().clone(), after).await.unwrap();
        assert_eq!(found.damaged, []);
        repaired.extend(found.repaired.into_iter().map(|it| it.table.into_owned()));
        after = found.next;
        if after.is_none() {
            return repaired;
        }
    }
}

/// Changes every page of the index of an account.
const FLIP: &str = "UPDATE search_page SET body = CAST(body || x'00' AS BLOB) WHERE user_id = ?1";
