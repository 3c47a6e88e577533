//! The size of a graph, which is checked before anything is computed from it.

use serde_json::Value as Json;

use super::budget::is_within;
use super::graph::{Graph, Node};
use super::plan::{InvalidNode, invalid};

/// Refuses a graph that is too large, has too many references, or has too long pointers.
///
/// # Errors
/// The first limit that the graph exceeds.
pub(super) fn check_limits(graph: &Graph) -> Result<(), InvalidNode> {
    if !is_within(graph, MAX_GRAPH_BYTES) {
        let limit = MAX_GRAPH_BYTES >> 10;
        return invalid("nodes", format!("must have {limit} KiB at most"));
    }
    let mut references = 0;
    for (place, node) in graph.nodes.iter().enumerate() {
        for (name, value) in node.values() {
            references += count(value, &format!("nodes[{place}].{name}"))?;
        }
        if let Node::Transform {
            field: Some(field), ..
        } = node
        {
            check_pointer(field, &format!("nodes[{place}].field"))?;
        }
    }
    if references > MAX_REFERENCES {
        let reason = format!("must have {MAX_REFERENCES} references at most, not {references}");
        return invalid("nodes", reason);
    }
    Ok(())
}

/// Counts the references in a value, and checks the length of their pointers.
fn count(value: &Json, at: &str) -> Result<usize, InvalidNode> {
    match value {
        Json::Object(fields) if fields.contains_key("$from") => {
            let pointer = fields.get("pointer").and_then(Json::as_str);
            check_pointer(pointer.unwrap_or_default(), at)?;
            Ok(1)
        }
        Json::Object(fields) => fields
            .values()
            .try_fold(0, |sum, field| Ok(sum + count(field, at)?)),
        Json::Array(items) => items
            .iter()
            .try_fold(0, |sum, item| Ok(sum + count(item, at)?)),
        _ => Ok(0),
    }
}

fn check_pointer(pointer: &str, at: &str) -> Result<(), InvalidNode> {
    if pointer.len() > MAX_POINTER_BYTES || pointer.matches('/').count() > MAX_POINTER_PARTS {
        let reason = format!(
            "has a JSON Pointer of more than {MAX_POINTER_PARTS} parts or {MAX_POINTER_BYTES} bytes"
        );
        return invalid(at, reason);
    }
    Ok(())
}

/// The largest graph in bytes of JSON.
const MAX_GRAPH_BYTES: usize = 256 << 10;
/// The maximum number of references of a graph.
const MAX_REFERENCES: usize = 2000;
/// The longest JSON Pointer in bytes.
const MAX_POINTER_BYTES: usize = 512;
/// The maximum number of parts of a JSON Pointer.
const MAX_POINTER_PARTS: usize = 32;

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn oversized_graphs_are_refused() {
        let trigger = json!({ "id": "t", "type": "trigger" });
        let output = |value: Json| json!({ "id": "o", "type": "output", "value": value });
        let from = |pointer: &str| json!({ "$from": "t", "pointer": pointer });
        let picked = |field: &str| json!({ "id": "p", "type": "transform", "operation": "pick", "input": 1, "field": field });
        let refers = |count: usize| output(json!({ "x": vec![from("/input"); count] }));
        let long = "x".repeat(MAX_POINTER_BYTES - 1);
        for (node, blamed) in [
            (refers(MAX_REFERENCES), None),
            (refers(MAX_REFERENCES + 1), Some("nodes")),
            (output(json!("x".repeat(255 << 10))), None),
            (output(json!("x".repeat(256 << 10))), Some("nodes")),
            (output(from(&"/0".repeat(MAX_POINTER_PARTS))), None),
            (
                output(json!([from(&"/0".repeat(MAX_POINTER_PARTS + 1))])),
                Some("nodes[1].value"),
            ),
            (output(from(&format!("/{long}"))), None),
            (output(from(&format!("/{long}x"))), Some("nodes[1].value")),
            (picked("/v"), None),
            (
                picked(&"/0".repeat(MAX_POINTER_PARTS + 1)),
                Some("nodes[1].field"),
            ),
        ] {
            let graph = json!({ "nodes": [trigger, node], "edges": [] });
            let graph: Graph = serde_json::from_value(graph).unwrap();
            let found = check_limits(&graph).map_err(|invalid| invalid.parameter);
            assert_eq!(found.err().as_deref(), blamed);
        }
    }
}
