// The figures of Node in `cargo xtask bench clients`: `node measure.mjs upload URL TOKEN POINTS`, `series-upload URL TOKEN POINTS`, or `proof`
// (after `npm run build`).

import { arrowSeries, Lockstep } from "../dist/index.js";

const BODY_POINTS = 10_000;
const SERIES_POINTS = 100_000;
const START = Date.UTC(2026, 0, 1);
const ROUNDS = 9;

const TASKS = {
  upload: (...words) => upload(...words, BODY_POINTS, sendPoints),
  "series-upload": (...words) => upload(...words, SERIES_POINTS, sendSeries),
  proof,
};

const [task, ...words] = process.argv.slice(2);
console.log(JSON.stringify(await TASKS[task](...words)));

/** Sends points over one connection, each body after the answer to the last. */
async function upload(baseUrl, accessToken, count, most, send) {
  const start = performance.now();
  const { fitness } = new Lockstep({ baseUrl, credential: { accessToken } });
  for (let first = 0; first < Number(count); first += most) {
    await send(fitness, first, Math.min(most, Number(count) - first));
  }
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  return {
    seconds: (performance.now() - start) / 1000,
    cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
    peakMiB: maxRSS / 1024,
  };
}

function sendPoints(fitness, first, length) {
  const data = Array.from({ length }, (_, nth) => ({
    timestamp: new Date(START + (first + nth) * 1000),
    type: "heart_rate",
    value: 60 + ((first + nth) % 90),
    unit: "bpm",
    device: "strap",
  }));
  return fitness.uploadPoints({ data, encryptionMode: "Basic" });
}

function sendSeries(fitness, first, length) {
  const [timestamps, values] = [new Float64Array(length), new Float64Array(length)];
  for (let nth = 0; nth < length; nth += 1) {
    timestamps[nth] = START + (first + nth) * 1000;
    values[nth] = 60 + ((first + nth) % 90);
  }
  const data = arrowSeries({ type: "heart_rate", unit: "bpm", device: "strap", timestamps, values });
  return fitness.uploadPointsContent({ contentType: "application/vnd.apache.arrow.stream", data });
}

/** Median milliseconds, with keys that exist. `load` is the first call, which loads and compiles the module. */
async function proof() {
  const { ZkHandler } = await import("../dist/crypto/index.js");
  const { Verifier } = await import("../dist/crypto/verify.js");
  const range = { min: 40, max: 200 };
  const zk = new ZkHandler();
  const load = await timed(() => zk.initialize());
  const made = await zk.generateRangeProof(61, range);
  const key = await zk.verificationKey(made.vkDigest);
  const verifier = new Verifier();
  const loadVerify = await timed(() => verifier.start());
  const firstVerify = await timed(() => verifier.verifyProof(made, key));
  const [proofs, verifications] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    proofs.push(await timed(() => zk.generateRangeProof(61, range)));
    verifications.push(await timed(() => verifier.verifyProof(made, key)));
  }
  return { load, proof: median(proofs), loadVerify, firstVerify, verify: median(verifications) };
}

async function timed(call) {
  const start = performance.now();
  await call();
  return performance.now() - start;
}

function median(times) {
  return times.sort((a, b) => a - b)[times.length >> 1];
}
