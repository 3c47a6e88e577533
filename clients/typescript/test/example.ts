import { ZkHandler } from "../src/crypto/index.js";
import { Lockstep } from "../src/index.js";

export async function example(baseUrl: string, apiKey: string): Promise<void> {
  const lockstep = new Lockstep({ baseUrl, credential: { apiKey } });
  const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 7, minute)).toISOString();
  const { processedCount } = await lockstep.fitness.uploadPoints({
    data: [61, 64, 72].map((value, minute) => {
      return { timestamp: at(minute), type: "heart_rate", value, unit: "bpm", device: "strap" };
    }),
    encryptionMode: "Basic",
  });
  console.log(`stored ${processedCount} points, encrypted at rest`);
  for await (const point of lockstep.fitness.readPointsAll({ type: "heart_rate", startDate: "2026-06-01" })) {
    console.log(point.timestamp, point.value, point.unit);
  }
}

export async function cryptoExample(): Promise<void> {
  const zk = new ZkHandler();
  await zk.initialize();
  const proof = await zk.generateRangeProof(61, { min: 40, max: 200 });
  console.log(`the proof holds: ${await zk.verifyProof(proof)}`);
  await zk.close();
}
