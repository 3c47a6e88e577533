//! Runs whose values would grow without end.

use super::*;

/// A graph can refer to one output many times: the values end with the budget of the run, on the real process.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn references_do_not_multiply_the_memory_of_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let child = Child::start(folder.path());
    let owner = child.admin().await;
    let input = json!({ "input": { "x": vec![0; 30_000] } });
    let whole = json!({ "$from": "t", "pointer": "/input" });
    let many = json!(vec![whole.clone(); 1900]);
    let pick = |id: &str, input: Json| json!({ "id": id, "type": "transform", "operation": "pick", "input": input });
    let doubled: Vec<Json> = (1..60)
        .map(|nth| {
            let before = match nth {
                1 => whole.clone(),
                _ => json!({ "$from": format!("p{}", nth - 1) }),
            };
            pick(&format!("p{nth}"), json!([before, before]))
        })
        .collect();
    let half = json!(vec![whole.clone(); 950]);
    let compared =
        json!({ "id": "c", "type": "condition", "left": half, "operator": "equal", "right": half });
    store(&owner, "w", &chain(manual(), &[output("o", json!(1))])).await;
    let run = begin(&owner, "w", input.clone()).await;
    becomes(&owner, &run, "completed").await;
    let rest = child.memory("VmHWM");
    for (nodes, reason) in [
        (vec![output("o", many.clone())], "16 MiB"),
        (vec![pick("p", many.clone())], "16 MiB"),
        (vec![compared], "16 MiB"),
        (
            vec![tool("d", "points.read", json!({ "type": many }))],
            "16 MiB",
        ),
        (doubled, "16 MiB"),
    ] {
        store(&owner, "w", &chain(manual(), &nodes)).await;
        let run = begin(&owner, "w", input.clone()).await;
        let failed = becomes(&owner, &run, "failed").await;
        let error = failed["error"].as_str().unwrap();
        assert!(error.contains(reason), "{error}");
    }
    let most = child.memory("VmHWM");
    println!("{rest} KiB before, {most} KiB at most");
    assert!(most - rest < 200 << 10, "{} KiB", most - rest);
}

#[tokio::test]
async fn large_inputs_and_graphs_are_refused_by_name() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    store(&ada, "w", &chain(manual(), &[])).await;
    let path = format!("{WORKFLOWS}/w/runs");
    let large = json!({ "input": { "x": vec![0; 33_000] } });
    ada.post(&path, large).await.blames("input");
    let from = |pointer: &str| json!({ "$from": "t", "pointer": pointer });
    for (value, blamed) in [
        (json!(vec![json!({ "$from": "t" }); 18_000]), "nodes"),
        (from(&"/0".repeat(1000)), "nodes[1].value"),
    ] {
        let graph = chain(manual(), &[output("o", value)]);
        let refused = ada
            .put(&format!("{WORKFLOWS}/w"), json!({ "graph": graph }))
            .await;
        refused.refused(400, "INVALID_PARAMETER");
        refused.blames(blamed);
    }
    assert_eq!(ada.get(&path).await.ok()["total"], 0);
}
