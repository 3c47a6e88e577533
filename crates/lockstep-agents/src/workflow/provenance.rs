//! The tools whose outputs are part of the values of a node.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::graph::{Graph, Node, Reference};
use super::plan::{Plan, places};

/// Returns, for each place of a graph, the tools whose outputs are part of the node's values; `None` if they are not known.
/// `answered` returns the tools that the agent of a node called, if that is known.
pub(crate) fn sources(
    graph: &Graph,
    answered: impl Fn(usize) -> Option<Vec<String>>,
) -> Vec<Option<BTreeSet<String>>> {
    let mut all: Vec<Option<BTreeSet<String>>> = vec![None; graph.nodes.len()];
    let (Ok(plan), Ok(places)) = (Plan::of(graph), places(graph)) else {
        return all;
    };
    for index in plan.order {
        let node = &graph.nodes[index];
        let own = match node {
            Node::Tool { tool, .. } => Some(vec![tool.clone()]),
            Node::Agent { .. } => answered(index),
            _ => Some(Vec::new()),
        };
        let mut named = BTreeSet::new();
        for (_, value) in node.values() {
            collect(value, &mut named);
        }
        let named = named.into_iter().map(|node| places.get(node));
        let before = named.map(|from| from.and_then(|from| all[*from].clone()));
        let before: Option<Vec<_>> = before.collect();
        all[index] = own.zip(before).map(|(own, before)| {
            let before = before.into_iter().flatten();
            before.chain(own).collect()
        });
    }
    all
}

/// Collects the ids of the nodes to which a value refers.
fn collect<'v>(value: &'v Json, named: &mut BTreeSet<&'v str>) {
    match (Reference::of(value), value) {
        (Some(Ok(reference)), _) => drop(named.insert(reference.node)),
        (_, Json::Array(items)) => items.iter().for_each(|item| collect(item, named)),
        (_, Json::Object(fields)) => fields.values().for_each(|field| collect(field, named)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_have_the_tools_of_the_nodes_to_which_they_refer() {
        let from = |node: &str| json!({ "$from": node });
        let graph = json!({
            "nodes": [
                { "id": "t", "type": "trigger" },
                { "id": "a", "type": "tool", "tool": "points.read" },
                { "id": "b", "type": "tool", "tool": "datasets.list", "arguments": { "x": [{ "y": from("a") }] } },
                { "id": "c", "type": "transform", "operation": "count", "input": from("b") },
                { "id": "d", "type": "agent", "agentId": "agt_core_insight" },
                { "id": "e", "type": "agent", "agentId": "agt_core_insight" },
                { "id": "f", "type": "output", "value": [from("c"), from("d")] },
                { "id": "g", "type": "output", "value": from("e") },
                { "id": "h", "type": "output", "value": "fixed" },
            ],
            "edges": [
                { "from": "t", "to": "a" }, { "from": "a", "to": "b" }, { "from": "b", "to": "c" },
                { "from": "c", "to": "d" }, { "from": "d", "to": "e" }, { "from": "e", "to": "f" },
                { "from": "f", "to": "g" }, { "from": "g", "to": "h" },
            ],
        });
        let graph: Graph = serde_json::from_value(graph).unwrap();
        let answered = |index| (index == 4).then(|| vec!["keys.list".to_owned()]);
        let found = sources(&graph, answered);
        let both = Some(vec!["datasets.list", "points.read"]);
        for (index, expected) in [
            Some(vec![]),
            Some(vec!["points.read"]),
            both.clone(),
            both,
            Some(vec!["keys.list"]),
            None,
            Some(vec!["datasets.list", "keys.list", "points.read"]),
            None,
            Some(vec![]),
        ]
        .into_iter()
        .enumerate()
        {
            let found = found[index].as_ref();
            let found = found.map(|tools| tools.iter().map(String::as_str).collect::<Vec<_>>());
            assert_eq!(found, expected, "node {index}");
        }
    }
}
