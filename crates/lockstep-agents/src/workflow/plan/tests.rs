use super::*;
use serde_json::{Value as Json, json};

fn plan(nodes: &Json, edges: &Json) -> Result<Vec<String>, String> {
    let graph = json!({ "nodes": nodes, "edges": edges });
    let graph: Graph = serde_json::from_value(graph).unwrap();
    let plan = Plan::of(&graph).map_err(|invalid| invalid.parameter)?;
    let names = plan
        .order
        .iter()
        .map(|index| graph.nodes[*index].id().to_owned());
    Ok(names.collect())
}

fn output(id: &str) -> Json {
    json!({ "id": id, "type": "output", "value": 1 })
}

fn edge(from: &str, to: &str) -> Json {
    json!({ "from": from, "to": to })
}

#[test]
fn nodes_run_in_the_order_of_their_edges() {
    let start = json!({ "id": "t", "type": "trigger" });
    let condition = json!({ "id": "c", "type": "condition", "left": 1, "operator": "exists" });
    let many = (0..MAX_NODES).map(|nth| output(&format!("n{nth}")));
    let many: Json = many.chain([start.clone()]).collect();
    for (nodes, edges, expected) in [
        (json!([start]), json!([]), Ok(vec!["t"])),
        (
            json!([output("b"), output("a"), start]),
            json!([edge("a", "b"), edge("t", "a")]),
            Ok(vec!["t", "a", "b"]),
        ),
        (
            json!([start, output("a"), output("b"), output("c")]),
            json!([
                edge("t", "b"),
                edge("b", "a"),
                edge("t", "a"),
                edge("a", "c")
            ]),
            Ok(vec!["t", "b", "a", "c"]),
        ),
        (
            json!([start, condition, output("a")]),
            json!([edge("t", "c"), { "from": "c", "to": "a", "when": true }]),
            Ok(vec!["t", "c", "a"]),
        ),
        (json!([output("a")]), json!([]), Err("nodes")),
        (json!([start, start]), json!([]), Err("nodes[1].id")),
        (
            json!([start, { "id": "u", "type": "trigger" }]),
            json!([]),
            Err("nodes"),
        ),
        (json!([start, output("a")]), json!([]), Err("nodes[1]")),
        (
            json!([start, output("a")]),
            json!([edge("t", "a"), edge("a", "t")]),
            Err("nodes[0]"),
        ),
        (
            json!([start, output("a"), output("b")]),
            json!([edge("t", "a"), edge("a", "b"), edge("b", "a")]),
            Err("edges"),
        ),
        (
            json!([start, output("a")]),
            json!([edge("t", "a"), edge("a", "a")]),
            Err("edges"),
        ),
        (
            json!([start, output("a")]),
            json!([edge("t", "x")]),
            Err("edges[0].to"),
        ),
        (
            json!([start, output("a")]),
            json!([edge("x", "a")]),
            Err("edges[0].from"),
        ),
        (
            json!([start, output("a")]),
            json!([edge("t", "a"), edge("t", "a")]),
            Err("edges[1]"),
        ),
        (
            json!([start, output("a")]),
            json!([{ "from": "t", "to": "a", "when": true }]),
            Err("edges[0].when"),
        ),
        (
            json!([start, condition, output("a")]),
            json!([edge("t", "c"), edge("c", "a")]),
            Err("edges[1].when"),
        ),
        (
            json!([start, output("")]),
            json!([edge("t", "")]),
            Err("nodes[1].id"),
        ),
        (
            json!([start, output("a b")]),
            json!([edge("t", "a b")]),
            Err("nodes[1].id"),
        ),
        (many, json!([]), Err("nodes")),
    ] {
        let found = plan(&nodes, &edges);
        let expected = expected.map(|names| names.into_iter().map(str::to_owned).collect());
        let expected: Result<Vec<String>, String> = expected.map_err(str::to_owned);
        assert_eq!(found, expected, "{nodes} {edges}");
    }
}
