import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ConflictError,
  InvalidRequestError,
  NotFoundError,
  PermissionDeniedError,
  type StreamMessage,
} from "../src/index.js";
import { PROGRAM, Server } from "./lockstep.js";

const skip = PROGRAM ? false : "skipped: LOCKSTEP_PROGRAM does not name the server's binary";
const START = Date.UTC(2026, 5, 1, 7);

function points(type: string, values: number[], first = START) {
  return values.map((value, nth) => ({
    timestamp: new Date(first + nth * 1000).toISOString(),
    type,
    value,
    unit: type === "steps" ? "count" : "bpm",
    device: "strap",
  }));
}

test("points are stored, paged, exported and deleted", { skip }, async () => {
  await using server = await Server.start();
  const { fitness } = server.client();
  const values = Array.from({ length: 2500 }, (_, nth) => 60 + (nth % 90));
  const body = { data: points("heart_rate", values) };
  const stored = await fitness.uploadPoints(body, { idempotencyKey: "one" });
  assert.equal(stored.processedCount, 2500);
  assert.deepEqual(await fitness.uploadPoints(body, { idempotencyKey: "one" }), stored);
  await assert.rejects(
    fitness.uploadPoints({ data: points("steps", [1]) }, { idempotencyKey: "one" }),
    ConflictError,
  );
  const read: number[] = [];
  for await (const { value } of fitness.readPointsAll({ type: "heart_rate", limit: 1000 })) {
    read.push(value);
  }
  assert.deepEqual(read, values);
  const csv = await fitness.exportPointsStream({ format: "csv" }, "text/csv");
  assert.equal((await csv.text()).trim().split("\n").length, 2501);
  assert.equal((await fitness.deletePoints({ type: "heart_rate" })).deletedCount, 2500);
});

test("errors name the parameter", { skip }, async () => {
  await using server = await Server.start();
  const lockstep = server.client();
  await assert.rejects(lockstep.fitness.readPoints({ limit: 0 }), (error: InvalidRequestError) => {
    assert.ok(error instanceof InvalidRequestError);
    assert.equal((error.details as { parameter?: string }).parameter, "limit");
    assert.match(error.message, /request req_/);
    return true;
  });
  await assert.rejects(
    lockstep.activities.getActivity({ id: "act_01h455vb4pex5vsknk084sn02q" }),
    NotFoundError,
  );
});

test("files and tables are sent and read as streams", { skip }, async () => {
  await using server = await Server.start();
  const lockstep = server.client();
  const rows = Array.from(
    { length: 600 },
    (_, nth) => `${new Date(START + nth * 1000).toISOString()},heart_rate,${120 + (nth % 9)},bpm,strap\n`,
  );
  const recording = new File(["timestamp,type,value,unit,device\n", ...rows], "run.csv", {
    type: "text/csv",
  });
  const imported = await lockstep.fitness.importRecording({ file: recording });
  assert.equal(imported.newCount, 600);
  const { id } = await lockstep.datasets.createDataset({ name: "rides", encryption_mode: "basic" });
  const table = `watts\r\n${"200\r\n".repeat(50_000)}`;
  const sent: number[] = [];
  await lockstep.datasets.replaceDatasetData(
    { dataset_id: id },
    { contentType: "text/csv", data: new Blob([table]) },
    { onProgress: (bytes) => sent.push(bytes) },
  );
  assert.equal(sent.at(-1), table.length);
  const read = await lockstep.datasets.readDatasetDataStream({ dataset_id: id }, "text/csv");
  let bytes = 0;
  for await (const part of read.body) {
    bytes += part.byteLength;
  }
  assert.equal(bytes, table.length);
});

test("points are read and sent as Arrow", { skip }, async () => {
  await using server = await Server.start();
  const { fitness } = server.client();
  await fitness.uploadPoints({ data: points("heart_rate", [61, 64]) });
  const contentType = "application/vnd.apache.arrow.stream";
  const data = new Blob([await (await fitness.readPointsStream({}, contentType)).blob()]);
  await fitness.deletePoints();
  assert.equal((await fitness.uploadPointsContent({ contentType, data })).processedCount, 2);
  for (const malformed of ["", "garbage", data.slice(0, data.size - 20), data.slice(8)]) {
    const sent = fitness.uploadPointsContent({ contentType, data: malformed });
    await assert.rejects(sent, InvalidRequestError, `${malformed}`);
  }
  assert.equal((await fitness.readPoints({ type: "heart_rate" })).data.length, 2);
});

test("a job returns what the request would have", { skip }, async () => {
  await using server = await Server.start();
  const { encryption } = server.client();
  const job = await encryption.encryptDataAsJob({ data: btoa("[61,64,73]"), mode: "FHE" });
  const { encryptedData, metadata } = await job.result();
  const opened = await encryption.decryptEnvelope({ encryptedData, metadata });
  assert.deepEqual(JSON.parse(atob(opened.data)), [61, 64, 73]);
});

test("a stream continues after the server was killed, and misses nothing", { skip }, async () => {
  await using server = await Server.start();
  const lockstep = server.client();
  const stop = new AbortController();
  const seen: number[] = [];
  const upload = (value: number) =>
    lockstep.fitness.uploadPoints({ data: points("steps", [value], START + value * 60_000) });
  const heard = (async () => {
    for await (const message of lockstep.stream({ signal: stop.signal })) {
      if (message.type !== "data") continue;
      const { value } = message.payload as Extract<StreamMessage["payload"], { value: number }>;
      seen.push(value);
      if (value === 0) await Promise.all([upload(1), upload(2)]);
      if (seen.length === 3)
        await server
          .kill()
          .then(() => server.run())
          .then(() => upload(3));
      if (seen.length === 4) stop.abort();
    }
  })();
  // The socket is open when the first point arrives over it.
  const knock = setInterval(() => void upload(0).catch(() => {}), 200);
  await heard.finally(() => clearInterval(knock));
  assert.deepEqual([...new Set(seen)].sort(), [0, 1, 2, 3]);
});

test("agents answer in words, and their updates arrive", { skip }, async () => {
  await using server = await Server.start();
  const lockstep = server.client();
  await lockstep.fitness.uploadPoints({ data: points("heart_rate", [61, 64]) });
  const ask = () =>
    lockstep.agents.sendAgentMessage(
      { agentId: "agt_core_ingest" },
      { type: "query", content: { action: "ask", parameters: { query: "Is my data complete?" } } },
    );
  const { response } = await ask();
  assert.match(response.content, /heart rate: 2 points/);
  // The socket may open after the next answer.
  const knock = setInterval(() => void ask().catch(() => {}), 200);
  for await (const { type, agentId } of lockstep.agentUpdates()) {
    assert.deepEqual([type, agentId], ["message", "agt_core_ingest"]);
    break;
  }
  clearInterval(knock);
});

test("channels tell of the market, and continue after the server was killed", { skip }, async () => {
  await using server = await Server.start();
  const lockstep = server.client();
  const offer = async (title: string) => {
    const dataset = await lockstep.datasets.createDataset({ name: title, encryption_mode: "none" });
    const table = { contentType: "text/csv", data: "watts\r\n200\r\n" } as const;
    await lockstep.datasets.replaceDatasetData({ dataset_id: dataset.id }, table);
    return lockstep.marketplace.createListing({ dataset_id: dataset.id, price: 1, title });
  };
  let last: string | undefined;
  const knock = setInterval(() => void offer("first").catch(() => {}), 500);
  for await (const { channel, type, payload } of lockstep.channels(["marketplace", "audit-logs"])) {
    if (channel !== "marketplace") continue;
    assert.equal(type, "created");
    if (last === undefined) {
      clearInterval(knock);
      await server.kill();
      await server.run();
      last = (await offer("last")).id;
    } else if ((payload as { id?: string }).id === last) {
      break;
    }
  }
});

test("a socket refuses channels of administration, and datasets of others", { skip }, async () => {
  await using server = await Server.start();
  const admin = server.client();
  const { id } = await admin.datasets.createDataset({ name: "mine", encryption_mode: "none" });
  const password = "correct horse battery";
  await admin.administration.createUser({
    username: "ada",
    email: "ada@example.org",
    password,
    role: "user",
  });
  const other = server.client({ username: "ada", password });
  await assert.rejects(other.channels(["alerts"]).next(), PermissionDeniedError);
  await assert.rejects(other.datasetUpdates(id).next(), NotFoundError);
  await assert.rejects(other.channels([]).next(), InvalidRequestError);
});

test("a socket that the credential does not permit is refused", { skip }, async () => {
  await using server = await Server.start();
  const { key } = await server.client().apiKeys.createApiKey({ name: "fitness", scopes: ["fitness:read"] });
  const lockstep = server.client({ apiKey: key });
  await assert.rejects(lockstep.agentUpdates().next(), PermissionDeniedError);
});

test("updates of one dataset arrive", { skip }, async () => {
  await using server = await Server.start();
  const lockstep = server.client();
  const make = (name: string) => lockstep.datasets.createDataset({ name, encryption_mode: "none" });
  const [one, other] = [await make("one"), await make("other")];
  const replace = (id: string) =>
    lockstep.datasets.replaceDatasetData({ dataset_id: id }, { contentType: "text/csv", data: "w\r\n1\r\n" });
  const knock = setInterval(
    () =>
      // The server stops when the test ends, so the last uploads may fail to connect.
      void replace(other.id)
        .then(() => replace(one.id))
        .catch(() => {}),
    300,
  );
  for await (const { type, data } of lockstep.datasetUpdates(one.id)) {
    assert.deepEqual([type, data], ["update", { dataset_id: one.id, event: "updated" }]);
    break;
  }
  clearInterval(knock);
});
