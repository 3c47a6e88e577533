//! Encryption modes, holds, names, damage and stopped keys of stored data.

use super::*;

#[tokio::test]
async fn numbers_become_ciphertexts_or_are_committed_to() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let rows = 9000_i64;
    let heart = |n: i64| 60 + n % 120;
    let body: String = (0..rows)
        .map(|n| {
            format!(
                "{n},{},{}.{},{},x{n}\n",
                heart(n),
                n % 50,
                n % 10,
                n * 100_000_000_000
            )
        })
        .collect();
    let body = format!("n,hr,v,huge,text\n{body},,,,\n");
    for mode in ["fhe", "zk"] {
        let made = ada
            .post(DATASETS, json!({ "name": mode, "encryption_mode": mode }))
            .await
            .ok();
        assert_eq!(made["encryption_status"], "pending");
        let entry = upload(&ada, &made, "text/csv", body.clone()).await.ok();
        assert_eq!(entry["version"], 1);
        let before = read_as(&ada, &made, "text/csv").await;
        let entry = converted(&ada, &made).await;
        assert_eq!(entry["encryption_status"], "encrypted", "{entry}");
        let schema = entry["schema"].as_array().unwrap();
        let huge = if mode == "fhe" { "sealed" } else { "zk" };
        let protections: Vec<_> = schema
            .iter()
            .map(|one| one["protection"].as_str().unwrap())
            .collect();
        assert_eq!(protections, [mode, mode, mode, huge, "sealed"]);
        assert!(schema[4]["reason"].is_string());
        let roots = schema[1]["roots"].as_array().map_or(0, Vec::len);
        assert_eq!(roots, if mode == "zk" { 2 } else { 0 });
        assert_eq!(read_as(&ada, &made, "text/csv").await, before, "{mode}");
        let found = ada.get(&format!("{}/statistics", path(&made))).await.ok();
        let columns = found["columns"].as_array().unwrap();
        assert_eq!(columns.len(), 4);
        let (sum, squares) = (0..rows).fold((0, 0), |(sum, squares), n| {
            (sum + heart(n), squares + heart(n) * heart(n))
        });
        let mean = sum as f64 / rows as f64;
        let variance = squares as f64 / rows as f64 - mean * mean;
        let hr = &columns[1];
        assert_eq!(
            (&hr["sum"], &hr["count"], &hr["null_count"]),
            (&json!(sum), &json!(rows), &json!(1))
        );
        assert!((hr["mean"].as_f64().unwrap() - mean).abs() < 1e-9);
        assert!((hr["variance"].as_f64().unwrap() - variance).abs() < 1e-6);
        let basis = if mode == "fhe" {
            "ciphertexts"
        } else {
            "values"
        };
        assert_eq!(hr["computed_on"], basis);
        assert_eq!(columns[3]["computed_on"], "values");
        let answer = ada
            .get(&format!("{}/statistics?columns=text", path(&made)))
            .await;
        answer.blames("columns");
    }
}

#[tokio::test]
async fn a_hold_keeps_a_version_for_its_holder() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let made = created(&ada, "runs", "none", json!({ "a": [1, 2] })).await;
    let id: DatasetId = made["id"].as_str().unwrap().parse().unwrap();
    let user: UserId = ada.id.parse().unwrap();
    let held = |retention| {
        let (user, id) = (user.clone(), id.clone());
        app.state()
            .db
            .write::<_, ApiError, _>("test.hold", move |tx| {
                hold(tx, &user, (&id, 1), ("lst_1", retention))
            })
    };
    held(Retention::Refuse).await.unwrap();
    ada.delete(&path(&made)).await.refused(409, "CONFLICT");
    upload(&ada, &made, "text/csv", "a\n3\n").await.ok();
    held(Retention::Keep).await.unwrap();
    ada.delete(&path(&made)).await.ok();
    ada.get(&path(&made)).await.refused(404, "NOT_FOUND");
    assert_eq!(ada.get(DATASETS).await.ok()["total"], 0);
    let open = |version| FrozenVersion::open(app.state(), &user, id.clone(), version);
    let frozen = open(1).await.unwrap();
    assert_eq!((frozen.rows(), frozen.schema().columns.len()), (2, 1));
    let group = frozen.group(0).await.unwrap().unwrap();
    let cells = frozen.cells(&[0], &group).await.unwrap();
    let texts: Vec<_> = cells[0].iter().map(|cell| cell.text.to_owned()).collect();
    assert_eq!(texts, ["1", "2"]);
    assert_eq!(
        frozen.statistics(None).await.unwrap()[0].sum.as_deref(),
        Some("3")
    );
    // The version without a hold was removed with the dataset.
    assert!(open(2).await.is_err());
    let (of, dataset) = (user.clone(), id.clone());
    let released = app
        .state()
        .db
        .write::<_, StoreError, _>("test.release", move |tx| {
            release(tx, &of, (&dataset, 1), "lst_1")
        });
    released.await.unwrap();
    assert!(open(1).await.is_err());
    let left = app
        .state()
        .db
        .read::<_, StoreError, _>("test.datasets", |tx| {
            tx.query("SELECT id FROM dataset", &[], |row| row.at::<String>(0))
        });
    assert_eq!(left.await.unwrap(), [""; 0]);
}

#[tokio::test]
async fn names_are_sorted_and_only_sealed_in_the_store() {
    const LIMIT: usize = 97;
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let mut dice = SeededRandom(7);
    let mut names = Vec::new();
    for nth in 0..600 {
        let name = format!("Needle {:06} {nth}", dice.below(1_000_000));
        let body = json!({ "name": name, "encryption_mode": "none" });
        let made = ada.post(DATASETS, body).await.ok();
        if nth % 5 == 0 {
            ada.delete(&path(&made)).await.ok();
        } else {
            names.push(name);
        }
    }
    names.sort_unstable();
    let listed = |order: &'static str, page: usize| {
        let query = format!("{DATASETS}?sort=name&order={order}&limit={LIMIT}&page={page}");
        let ada = ada.clone();
        async move {
            let page = ada.get(&query).await.ok();
            assert_eq!(page["total"], 480);
            let all = page["data"].as_array().unwrap().iter();
            all.map(|one| one["name"].as_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        }
    };
    let reversed: Vec<_> = names.iter().rev().cloned().collect();
    let is_sorted = async || {
        for (order, names) in [("asc", &names), ("desc", &reversed)] {
            for (page, expected) in names.chunks(LIMIT).chain([&[][..]]).enumerate() {
                assert_eq!(listed(order, page + 1).await, expected, "{order} {page}");
            }
        }
    };
    is_sorted().await;
    for damage in [
        "UPDATE dataset_name_page SET body = zeroblob(10) WHERE position = 0",
        "DELETE FROM dataset_name_page WHERE position > 0",
        "UPDATE dataset_name_page SET n = 'x'",
    ] {
        let damaged = app
            .state()
            .db
            .write::<_, StoreError, _>("test.damage", move |tx| tx.execute(damage, &[]).map(drop));
        damaged.await.unwrap();
        is_sorted().await;
    }
    let folder = app.stop().await;
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let file = file.unwrap().path();
        if file.is_file() {
            let bytes = std::fs::read(&file).unwrap().to_ascii_lowercase();
            let found = bytes.windows(7).any(|window| window == b"needle ");
            assert!(!found, "{}", file.display());
        }
    }
}

#[tokio::test]
async fn a_damaged_chunk_costs_its_own_rows_of_its_column() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let many: String = (0..9000).map(|n| format!("{n},{}\n", n % 7)).collect();
    let made = created(&ada, "runs", "basic", json!({})).await;
    upload(&ada, &made, "text/csv", format!("n,v\n{many}"))
        .await
        .ok();
    let clean = scrub::all(app.state(), |_| {}).await.unwrap();
    assert!(clean.damaged.is_empty(), "{:?}", clean.damaged);
    let damage =
        "UPDATE dataset_chunk SET body = zeroblob(length(body)) WHERE col = 0 AND row0 = 0";
    let damaged = app
        .state()
        .db
        .write::<_, StoreError, _>("test.damage", move |tx| tx.execute(damage, &[]).map(drop));
    damaged.await.unwrap();
    let data = format!("{}/data", path(&made));
    let answer = ada.get(&format!("{data}?columns=n")).await;
    let error = answer.refused(422, "ENCRYPTION_ERROR");
    assert!(
        error["message"]
            .as_str()
            .unwrap()
            .contains("rows 1 to 8192 of column 1"),
        "{error}"
    );
    ada.get(&format!("{data}?columns=n&offset=8192")).await.ok();
    ada.get(&format!("{data}?columns=v")).await.ok();
    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    let tables: Vec<_> = found
        .damaged
        .iter()
        .map(|one| (&*one.table, one.points))
        .collect();
    assert_eq!(tables, [("dataset_chunk", 8192)]);
    // Data that are uploaded again replace the damaged ones.
    upload(&ada, &made, "text/csv", "n\n1\n").await.ok();
    assert_eq!(ada.get(&data).await.ok()["data"], json!({ "n": [1] }));
}

/// Statistics on ciphertexts under a suspended key are refused as a read is.
#[tokio::test]
async fn statistics_stop_with_the_key_of_their_ciphertexts() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let body = json!({ "name": "hours", "encryption_mode": "fhe" });
    let made = ada.post(DATASETS, body).await.ok();
    let rows = "n\n1\n2\n3\n".to_owned();
    upload(&ada, &made, "text/csv", rows).await.ok();
    converted(&ada, &made).await;
    let statistics = format!("{}/statistics", path(&made));
    assert_eq!(ada.get(&statistics).await.ok()["columns"][0]["count"], 3);
    let listed = ada.get("/v1/encryption/keys").await.ok();
    let all = listed["keys"].as_array().unwrap();
    let key = all.iter().find(|key| key["metadata"]["mode"] == "FHE");
    let key = key.unwrap()["keyId"].as_str().unwrap();
    let act = async |act: &str| {
        let path = format!("/v1/encryption/keys/{key}/{act}");
        ada.post(&path, json!({})).await.ok();
    };
    act("suspend").await;
    ada.get(&statistics).await.refused(422, "ENCRYPTION_ERROR");
    act("resume").await;
    ada.get(&statistics).await.ok();
}
