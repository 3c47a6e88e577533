import { describe, expect, it, vi } from "vitest";
import {
  addTool,
  ancestors,
  connect,
  depths,
  disconnect,
  type Graph,
  layout,
  mayConnect,
  problemOf,
  removeNode,
} from "../src/pages/agents/canvas/graph";

vi.stubGlobal("location", { origin: "http://localhost" });
const { fieldsOf, fieldValue, readTools, referenceOf, withArgument } = await import(
  "../src/pages/agents/canvas/tools"
);

const GRAPH: Graph = {
  nodes: [
    { id: "start", type: "trigger" },
    { id: "read", type: "tool", tool: "points.read", arguments: {} },
    { id: "high", type: "condition", left: 1, operator: "greater", right: 0 },
    { id: "list", type: "tool", tool: "devices.list", arguments: {} },
    { id: "answer", type: "output", value: 1 },
  ],
  edges: [
    { from: "start", to: "read" },
    { from: "read", to: "high" },
    { from: "start", to: "list" },
    { from: "high", to: "answer", when: true },
    { from: "list", to: "answer" },
  ],
};

describe("the graph of a workflow", () => {
  it("is drawn in columns of the longest way from the trigger", () => {
    expect([...depths(GRAPH)]).toEqual([
      ["start", 0],
      ["read", 1],
      ["high", 2],
      ["list", 1],
      ["answer", 3],
    ]);
    const places = layout(GRAPH);
    expect(places.get("read")?.x).toBe(places.get("list")?.x);
    expect((places.get("read")?.y ?? 0) + (places.get("list")?.y ?? 0)).toBe(0);
    const down = layout(GRAPH, true);
    expect(down.get("read")?.y).toBe(down.get("list")?.y);
    expect(places.get("answer")?.x).toBeGreaterThan(places.get("high")?.x ?? Number.NaN);
  });

  it("is drawn although it has a cycle or an edge without a node", () => {
    const broken = {
      ...GRAPH,
      edges: [...(GRAPH.edges ?? []), { from: "answer", to: "read" }, { from: "gone", to: "read" }],
    };
    expect(layout(broken).size).toBe(5);
    expect(Math.max(...depths(broken).values())).toBeLessThan(5);
  });

  it("gets no edge twice, none to itself, and none that closes a cycle", () => {
    expect(ancestors(GRAPH, "answer")).toEqual(["start", "read", "high", "list"]);
    expect(mayConnect(GRAPH, "read", "high")).toBe(false);
    expect(mayConnect(GRAPH, "read", "read")).toBe(false);
    expect(mayConnect(GRAPH, "answer", "read")).toBe(false);
    expect(mayConnect(GRAPH, "read", "list")).toBe(true);
    expect(connect(GRAPH, "answer", "read")).toBe(GRAPH);
  });

  it("has a result at each edge that follows a condition", () => {
    expect(connect(GRAPH, "high", "list").edges?.at(-1)).toEqual({ from: "high", to: "list", when: true });
    expect(connect(GRAPH, "read", "list").edges?.at(-1)).toEqual({ from: "read", to: "list" });
    expect(disconnect(GRAPH, "high", "answer").edges).toHaveLength(4);
  });

  it("loses a node with its edges, but never its trigger", () => {
    const without = removeNode(GRAPH, "high");
    expect(without.nodes.map((node) => node.id)).not.toContain("high");
    expect(without.edges).toHaveLength(3);
    expect(removeNode(GRAPH, "start")).toEqual(GRAPH);
  });

  it("gets a tool with an id of its own after a node", () => {
    const first = addTool(GRAPH, "points.read", "start");
    const second = addTool(first.graph, "points.read", first.id);
    expect([first.id, second.id]).toEqual(["points_read", "points_read_2"]);
    expect(second.graph.edges?.at(-1)).toEqual({ from: "points_read", to: "points_read_2" });
  });
});

describe("an error of the server", () => {
  const named = (parameter: string | undefined, reason = "") => problemOf(parameter, reason, GRAPH);
  it("is shown at the node that it names", () => {
    expect(named("nodes[1].arguments.limit")).toMatchObject({ nodes: ["read"], field: "arguments.limit" });
    expect(named("graph.nodes[4]")).toMatchObject({ nodes: ["answer"], field: "" });
    expect(named("nodes[9]")).toMatchObject({ nodes: [] });
  });

  it("is shown at both ends of an edge, and at the nodes of a cycle", () => {
    expect(named("edges[1].to").nodes).toEqual(["read", "high"]);
    expect(named("edges", "have a cycle, which keeps these nodes from running: read, list").nodes).toEqual([
      "read",
      "list",
    ]);
    expect(named(undefined, "read the manual").nodes).toEqual([]);
  });
});

describe("the form of a tool", () => {
  const schema = {
    properties: {
      confirm: { type: "boolean" },
      limit: { type: "integer", minimum: 1, maximum: 100, default: 20 },
      operation: { $ref: "#/$defs/Operation" },
      order: { oneOf: [{ $ref: "#/$defs/Order" }, { type: "null" }] },
      device: { type: ["string", "null"] },
      tags: { type: "array", items: { type: "string" } },
    },
    required: ["operation"],
    $defs: { Operation: { enum: ["sum", "mean"] }, Order: { oneOf: [{ const: "asc" }, { const: "desc" }] } },
  };

  it("has a field for each property, the required ones first", () => {
    expect(fieldsOf(schema).map(({ name, kind, choices }) => [name, kind, ...choices])).toEqual([
      ["operation", "choice", "sum", "mean"],
      ["limit", "integer"],
      ["order", "choice", "asc", "desc"],
      ["device", "text"],
      ["tags", "json"],
    ]);
    expect(fieldsOf(schema)[1]).toMatchObject({ min: 1, max: 100, preset: "20", isRequired: false });
  });

  it("reads what people type, and leaves an empty field out", () => {
    const [, limit, , device, tags] = fieldsOf(schema);
    const read = (field: typeof limit, text: string) => field && fieldValue(field, text);
    expect(read(limit, "3")).toBe(3);
    expect(read(limit, "three")).toBe("three");
    expect(read(device, "7")).toBe("7");
    expect(read(tags, '["a"]')).toEqual(["a"]);
    expect(withArgument({ limit: 3, device: "a" }, "limit", read(limit, ""))).toEqual({ device: "a" });
  });

  it("knows a value that comes from another node", () => {
    expect(referenceOf({ $from: "read", pointer: "/data" })).toEqual({ $from: "read", pointer: "/data" });
    expect(referenceOf({ $from: "read" })).toEqual({ $from: "read", pointer: "" });
    expect(referenceOf("read")).toBeUndefined();
  });

  it("is of a tool with its name in workflows", () => {
    const listed = { name: "market_list_items", annotations: { title: "List", readOnlyHint: true } };
    expect(readTools({ tools: [listed] })).toEqual([
      { name: "market.list_items", title: "List", changes: false, schema: {} },
    ]);
    expect(readTools(undefined)).toEqual([]);
  });
});
