// Ids that the addresses of some pages need, and the data that the demo lacks.

/** The agent that the walk talks to. */
const AGENT = "agt_core_search";

/** Fills the demo's account where it is empty; returns the ids, read with the token of the demo's athlete. */
export async function factsOf(token, base) {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const call = async (method, path, body) => {
    const answer = await fetch(base + path, { method, headers, body: body && JSON.stringify(body) });
    if (!answer.ok) {
      throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    }
    return answer.json();
  };
  const devices = await call("GET", "/api/uadm/devices");
  const { tokens } = await call("GET", "/v1/sfdp/marketplace/tokens");
  const { workflows } = await call("GET", "/v1/agents/workflows");
  if (workflows.length === 0) {
    await call("POST", "/v1/agents/workflows", WORKFLOW);
    await call("POST", `/v1/agents/workflows/${WORKFLOW.workflowId}/runs`, {});
    const ask = { action: "ask", parameters: { query: "Which devices do I have?" } };
    await call("POST", `/v1/agents/${AGENT}/message`, { type: "chat", content: ask });
  }
  const { webhooks } = await call("GET", "/v1/webhooks");
  if (webhooks.length === 0) {
    await call("POST", "/v1/webhooks", WEBHOOK);
  }
  const known = await call("GET", "/api/datasets");
  const dataset = known.data[0] ?? (await call("POST", "/api/datasets", DATASET));
  return {
    device: devices.data[0].device_id,
    token: tokens[0].id,
    agent: AGENT,
    workflow: WORKFLOW.workflowId,
    dataset: dataset.id,
  };
}

/** A workflow whose runs wait for an approval. */
const WORKFLOW = {
  workflowId: "ask-before-sharing",
  graph: {
    nodes: [
      { id: "start", type: "trigger", on: { type: "manual" } },
      { id: "devices", type: "tool", tool: "devices.list", arguments: {} },
      { id: "sessions", type: "tool", tool: "accounts.sessions", arguments: { limit: 10 } },
      { id: "ask", type: "approval", message: "Share the mean heart rate of last week?" },
      { id: "result", type: "output", value: { $from: "devices", pointer: "/devices" } },
    ],
    edges: [
      { from: "start", to: "devices" },
      { from: "start", to: "sessions" },
      { from: "devices", to: "ask" },
      { from: "sessions", to: "ask" },
      { from: "ask", to: "result" },
    ],
  },
};

const WEBHOOK = {
  url: "https://hooks.example/lockstep",
  description: "Coaching dashboard",
  eventTypes: ["points.stored", "activity.created", "agent.run"],
};

const DATASET = {
  name: "Interval sessions",
  description: "Ten sessions of the autumn",
  encryption_mode: "none",
  data: {
    day: Array.from({ length: 10 }, (_, place) => `2026-10-${String(place * 2 + 1).padStart(2, "0")}`),
    "power (W)": [231, 238, 240, 236, 244, 249, 247, 252, 258, 255],
    "heart rate (bpm)": [158, 160, 159, 161, 162, 161, 163, 162, 164, 163],
  },
};
