//! The order in which the nodes of a graph run.

use std::collections::{BTreeSet, HashMap};

use lockstep_web::{ApiError, free_text};

use super::graph::{Edge, Graph, Node};

/// A place in the graph that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InvalidNode {
    pub(crate) parameter: String,
    pub(crate) reason: String,
}

impl From<InvalidNode> for ApiError {
    fn from(invalid: InvalidNode) -> Self {
        Self::invalid(&invalid.parameter, invalid.reason)
    }
}

pub(super) fn invalid<T>(
    parameter: impl Into<String>,
    reason: impl Into<String>,
) -> Result<T, InvalidNode> {
    Err(InvalidNode {
        parameter: parameter.into(),
        reason: reason.into(),
    })
}

/// The order in which the nodes of a graph run.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The places of the nodes; each comes after those with an edge to it.
    pub(crate) order: Vec<usize>,
    /// The edges into each node: the place of the source, and the edge.
    pub(crate) incoming: Vec<Vec<(usize, Edge)>>,
}

impl Plan {
    /// Orders the nodes of a graph.
    ///
    /// # Errors
    /// Too many nodes or edges, ids that are not unique, edges that lead nowhere, a cycle, nodes that nothing begins,
    /// not exactly one trigger.
    pub(crate) fn of(graph: &Graph) -> Result<Self, InvalidNode> {
        check_sizes(graph)?;
        let places = places(graph)?;
        let mut incoming = vec![Vec::new(); graph.nodes.len()];
        let mut seen = BTreeSet::new();
        for (nth, edge) in graph.edges.iter().enumerate() {
            let [from, to] = [("from", &edge.from), ("to", &edge.to)].map(|(field, id)| {
                let found = places.get(id.as_str()).copied();
                found.ok_or_else(|| InvalidNode {
                    parameter: format!("edges[{nth}].{field}"),
                    reason: "names no node".to_owned(),
                })
            });
            let (from, to) = (from?, to?);
            if !seen.insert((from, to, edge.when)) {
                return invalid(format!("edges[{nth}]"), "is there twice");
            }
            let is_condition = matches!(graph.nodes[from], Node::Condition { .. });
            match (is_condition, edge.when) {
                (true, None) => {
                    let reason = "is required: the result for which this edge is followed";
                    return invalid(format!("edges[{nth}].when"), reason);
                }
                (false, Some(_)) => {
                    let reason = "is only taken on an edge that leaves a condition";
                    return invalid(format!("edges[{nth}].when"), reason);
                }
                _ => {}
            }
            incoming[to].push((from, edge.clone()));
        }
        check_ends(graph, &incoming)?;
        Ok(Self {
            order: ordered(graph, &incoming)?,
            incoming,
        })
    }
}

fn check_sizes(graph: &Graph) -> Result<(), InvalidNode> {
    for (name, count, most) in [
        ("nodes", graph.nodes.len(), MAX_NODES),
        ("edges", graph.edges.len(), MAX_EDGES),
        ("description", graph.description.chars().count(), MAX_TEXT),
    ] {
        if count > most {
            return invalid(name, format!("must have {most} at most, not {count}"));
        }
    }
    free_text::lines(&graph.description).or_else(|reason| invalid("description", reason))
}

/// Returns the place of each node by its id.
pub(super) fn places(graph: &Graph) -> Result<HashMap<&str, usize>, InvalidNode> {
    let mut places = HashMap::new();
    for (place, node) in graph.nodes.iter().enumerate() {
        let id = node.id();
        let is_letter = |letter: u8| letter.is_ascii_alphanumeric() || b"_-".contains(&letter);
        if !(1..=MAX_ID).contains(&id.len()) || !id.bytes().all(is_letter) {
            let reason = format!("must be 1 to {MAX_ID} letters, digits, `_` or `-`");
            return invalid(format!("nodes[{place}].id"), reason);
        }
        if places.insert(id, place).is_some() {
            return invalid(format!("nodes[{place}].id"), "is the id of two nodes");
        }
    }
    Ok(places)
}

/// Checks that the graph begins at one trigger, and that every other node comes after something.
fn check_ends(graph: &Graph, incoming: &[Vec<(usize, Edge)>]) -> Result<(), InvalidNode> {
    let triggers = graph.nodes.iter().enumerate();
    let triggers = triggers.filter(|(_, node)| matches!(node, Node::Trigger { .. }));
    let triggers: Vec<usize> = triggers.map(|(place, _)| place).collect();
    let [trigger] = triggers[..] else {
        let count = triggers.len();
        return invalid("nodes", format!("must have one trigger, not {count}"));
    };
    for (place, edges) in incoming.iter().enumerate() {
        match (place == trigger, edges.is_empty()) {
            (true, false) => {
                return invalid(format!("nodes[{place}]"), "a trigger has no edge to it");
            }
            (false, true) => {
                return invalid(
                    format!("nodes[{place}]"),
                    "has no edge to it: it would never run",
                );
            }
            _ => {}
        }
    }
    Ok(())
}

/// Sorts the nodes by their edges (Kahn's algorithm); of several, the first in the list comes first.
fn ordered(graph: &Graph, incoming: &[Vec<(usize, Edge)>]) -> Result<Vec<usize>, InvalidNode> {
    let mut waiting: Vec<usize> = incoming.iter().map(Vec::len).collect();
    let mut outgoing = vec![Vec::new(); waiting.len()];
    for (to, edges) in incoming.iter().enumerate() {
        edges.iter().for_each(|(from, _)| outgoing[*from].push(to));
    }
    let free = waiting.iter().enumerate().filter(|(_, count)| **count == 0);
    let mut free: BTreeSet<usize> = free.map(|(index, _)| index).collect();
    let mut order = Vec::with_capacity(waiting.len());
    while let Some(index) = free.pop_first() {
        order.push(index);
        for to in &outgoing[index] {
            waiting[*to] -= 1;
            if waiting[*to] == 0 {
                free.insert(*to);
            }
        }
    }
    if order.len() == waiting.len() {
        return Ok(order);
    }
    let within = waiting.iter().enumerate().filter(|(_, count)| **count > 0);
    let names: Vec<&str> = within.map(|(index, _)| graph.nodes[index].id()).collect();
    let shown = names[..names.len().min(MAX_NAMED)].join(", ");
    invalid(
        "edges",
        format!("have a cycle, which keeps these nodes from running: {shown}"),
    )
}

impl Plan {
    /// Returns for each node the nodes that can run before it.
    pub(super) fn before(&self) -> Vec<BTreeSet<usize>> {
        let mut before = vec![BTreeSet::new(); self.incoming.len()];
        for index in &self.order {
            let mut all = BTreeSet::new();
            for (from, _) in &self.incoming[*index] {
                all.insert(*from);
                all.extend(before[*from].iter().copied());
            }
            before[*index] = all;
        }
        before
    }

    /// Returns for each node whether every way to it passes an approval.
    pub(super) fn approved(&self, graph: &Graph) -> Vec<bool> {
        let mut approved = vec![false; self.incoming.len()];
        for index in &self.order {
            let edges = &self.incoming[*index];
            approved[*index] = matches!(graph.nodes[*index], Node::Approval { .. })
                || !edges.is_empty() && edges.iter().all(|(from, _)| approved[*from]);
        }
        approved
    }
}

/// The maximum number of nodes of a graph.
const MAX_NODES: usize = 200;
/// The maximum number of edges of a graph.
const MAX_EDGES: usize = 1000;
/// The longest id of a node in characters.
pub(super) const MAX_ID: usize = 64;
/// The longest description, message and shown pointer in characters.
pub(super) const MAX_TEXT: usize = 1000;
/// The maximum number of nodes of a cycle that an error names.
const MAX_NAMED: usize = 8;

#[cfg(test)]
mod tests;
