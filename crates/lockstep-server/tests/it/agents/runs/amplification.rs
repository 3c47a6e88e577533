//! Runs whose values would grow without end, and runs that stop the server again and again.

use super::*;
use tokio::net::TcpListener;

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
    let compared =
        json!({ "id": "c", "type": "condition", "left": many, "operator": "equal", "right": many });
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
        (doubled, "256 KiB"),
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
    let text = "x".repeat(64 << 10);
    let refused = ada.post(&path, json!({ "input": { "text": text } })).await;
    refused.blames("input");
    let from = |pointer: &str| json!({ "$from": "t", "pointer": pointer });
    for (value, blamed) in [
        (json!(vec![json!({ "$from": "t" }); 18_000]), "nodes"),
        (json!(vec![json!({ "$from": "t" }); 100_000]), "nodes"),
        (from(&"/0".repeat(1000)), "nodes[1].value"),
        (from(&"/0".repeat(1 << 19)), "nodes"),
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

/// A run during whose step the server stops each time fails, instead of being carried out for ever.
#[tokio::test]
async fn a_run_that_stops_the_server_again_and_again_fails() {
    let folder = tempfile::tempdir().unwrap();
    // A model that never answers: its connection says that the step is being carried out.
    let model = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = model.local_addr().unwrap();
    let file = folder.path().join("lockstep.toml");
    let settings =
        format!("[models.stuck]\nurl = 'http://{address}'\nmodel = 'm'\ntimeout_seconds = 300\n");
    std::fs::write(&file, settings).unwrap();
    let data = folder.path().join("data");
    let start = || {
        let mut command = crate::child::lockstep(&data);
        command.arg("--config").arg(&file);
        Child::start_command(command, &[])
    };
    let mut child = start();
    let owner = child.admin().await;
    let chosen = json!({ "parameters": { "timeout": 300 }, "model": "stuck" });
    let path = "/v1/agents/agt_core_sentinel/config";
    owner.patch(path, chosen).await.ok();
    let asked = json!({ "id": "a", "type": "agent", "agentId": "agt_core_sentinel", "question": "Which devices do I have?" });
    store(&owner, "w", &chain(manual(), &[asked])).await;
    let run = begin(&owner, "w", json!({})).await;
    for _ in 0..3 {
        let connected = tokio::time::timeout(std::time::Duration::from_secs(60), model.accept());
        let stream = connected.await.expect("the step is carried out").unwrap();
        tokio::task::spawn_blocking(move || drop(child))
            .await
            .unwrap();
        drop(stream);
        child = start();
    }
    let failed = becomes(&child.admin().await, &run, "failed").await;
    let error = failed["error"].as_str().unwrap();
    assert!(
        error.starts_with("a: the server stopped 3 times"),
        "{error}"
    );
}
