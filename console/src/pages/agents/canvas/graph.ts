/** The graph of a workflow: its layout and its changes. Every function returns a new graph. */
import type { Result } from "@lockstep/client";

export type Workflow = Result<"getWorkflow">;
export type Graph = Workflow["graph"];
export type GraphNode = Graph["nodes"][number];
export type GraphEdge = NonNullable<Graph["edges"]>[number];
export type Run = Result<"getWorkflowRun">;
export type Step = Run["steps"][number];

export const NODE_WIDTH = 208;
export const NODE_HEIGHT = 68;
/** The distance of nodes that follow each other, and of those beside each other. */
const ALONG_GAP = 48;
const ACROSS_GAP = 28;

export const edgesOf = (graph: Graph): readonly GraphEdge[] => graph.edges ?? [];

/** Returns the number of edges on the longest way to each node. Nodes of a cycle count as far as they are reached. */
export function depths(graph: Graph): Map<string, number> {
  const found = new Map(graph.nodes.map((node) => [node.id, 0]));
  // A way without a cycle has fewer edges than the graph has nodes.
  for (let round = 1; round < graph.nodes.length; round += 1) {
    let isChanged = false;
    for (const { from, to } of edgesOf(graph)) {
      const next = (found.get(from) ?? 0) + 1;
      if (found.has(from) && next > (found.get(to) ?? next) && next < graph.nodes.length) {
        found.set(to, next);
        isChanged = true;
      }
    }
    if (!isChanged) {
      break;
    }
  }
  return found;
}

export interface Position {
  x: number;
  y: number;
}

/** Places each node in the column of its depth, or in its row if the drawing goes downwards; each is centred. */
export function layout(graph: Graph, isDownwards = false): Map<string, Position> {
  const ranks = new Map<number, string[]>();
  for (const [id, depth] of depths(graph)) {
    ranks.set(depth, [...(ranks.get(depth) ?? []), id]);
  }
  const places = new Map<string, Position>();
  for (const [depth, ids] of ranks) {
    ids.forEach((id, place) => {
      const across = place - (ids.length - 1) / 2;
      places.set(
        id,
        isDownwards
          ? { x: across * (NODE_WIDTH + ACROSS_GAP), y: depth * (NODE_HEIGHT + ALONG_GAP) }
          : { x: depth * (NODE_WIDTH + ALONG_GAP), y: across * (NODE_HEIGHT + ACROSS_GAP) },
      );
    });
  }
  return places;
}

/** Returns the nodes from which a way leads to the node: a value of the node may come from their outputs. */
export function ancestors(graph: Graph, id: string): string[] {
  const found = new Set<string>();
  const follow = (at: string) => {
    for (const { from, to } of edgesOf(graph)) {
      if (to === at && !found.has(from)) {
        found.add(from);
        follow(from);
      }
    }
  };
  follow(id);
  return graph.nodes.map((node) => node.id).filter((one) => one !== id && found.has(one));
}

/** Whether an edge can be added: it is new, and does not close a cycle. */
export function mayConnect(graph: Graph, from: string, to: string): boolean {
  const isKnown = edgesOf(graph).some((edge) => edge.from === from && edge.to === to);
  return from !== to && !isKnown && !ancestors(graph, from).includes(to);
}

/** Adds an edge. An edge after a condition is followed when its result is `when`. */
export function connect(graph: Graph, from: string, to: string, when?: boolean): Graph {
  if (!mayConnect(graph, from, to)) {
    return graph;
  }
  const source = graph.nodes.find((node) => node.id === from);
  const edge = { from, to, ...(source?.type === "condition" && { when: when ?? true }) };
  return { ...graph, edges: [...edgesOf(graph), edge] };
}

export function disconnect(graph: Graph, from: string, to: string): Graph {
  return { ...graph, edges: edgesOf(graph).filter((edge) => edge.from !== from || edge.to !== to) };
}

/** Removes a node with its edges. A graph keeps its trigger. */
export function removeNode(graph: Graph, id: string): Graph {
  return {
    ...graph,
    nodes: graph.nodes.filter((node) => node.id !== id || node.type === "trigger"),
    edges: graph.nodes.some((node) => node.id === id && node.type === "trigger")
      ? [...edgesOf(graph)]
      : edgesOf(graph).filter((edge) => edge.from !== id && edge.to !== id),
  };
}

export function changeNode(graph: Graph, changed: GraphNode): Graph {
  return { ...graph, nodes: graph.nodes.map((node) => (node.id === changed.id ? changed : node)) };
}

/** Returns an id that no node has: letters, digits and `_`, with a number if it is taken. */
export function freeId(graph: Graph, wished: string): string {
  const begin = wished.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 60);
  const taken = new Set(graph.nodes.map((node) => node.id));
  let id = begin;
  for (let number = 2; taken.has(id); number += 1) {
    id = `${begin}_${number}`;
  }
  return id;
}

/** Adds a node that calls a tool, after another node. */
export function addTool(graph: Graph, tool: string, after: string | undefined): { graph: Graph; id: string } {
  const id = freeId(graph, tool);
  const grown: Graph = { ...graph, nodes: [...graph.nodes, { id, type: "tool", tool, arguments: {} }] };
  return { graph: after === undefined ? grown : connect(grown, after, id), id };
}

/** The text below the id of a node, which describes its work. */
export function summary(node: GraphNode): string {
  switch (node.type) {
    case "tool":
      return node.tool;
    case "agent":
      return node.agentId;
    case "condition":
      return node.operator;
    case "transform":
      return node.operation;
    case "approval":
      return node.message;
    case "trigger":
      return node.on?.type ?? "manual";
    case "output":
      return "";
  }
}

/** A problem that the server found, and the nodes that it is about. */
export interface GraphProblem {
  nodes: readonly string[];
  /** The part of the node, such as `arguments.limit`; empty for the whole node. */
  field: string;
  reason: string;
}

/** Finds the nodes that an error of the server names: `nodes[1].arguments.x`, `edges[0]`, or ids in its reason. */
export function problemOf(parameter: string | undefined, reason: string, graph: Graph): GraphProblem {
  const path = (parameter ?? "").replace(/^graph\./, "");
  const named = /^(nodes|edges)\[(\d+)\]\.?(.*)$/.exec(path);
  const place = Number(named?.[2]);
  if (named?.[1] === "nodes") {
    const id = graph.nodes[place]?.id;
    return { nodes: id === undefined ? [] : [id], field: named[3] ?? "", reason };
  }
  if (named?.[1] === "edges") {
    const edge = edgesOf(graph)[place];
    return { nodes: edge ? [edge.from, edge.to] : [], field: "", reason };
  }
  const words = new Set((reason.split(":").at(-1) ?? "").split(/[\s,]+/));
  const nodes = path === "edges" ? graph.nodes.map((node) => node.id).filter((id) => words.has(id)) : [];
  return { nodes, field: "", reason };
}
