import { AuthenticationError, ConnectionError } from "@lockstep/client";
import { describe, expect, it, vi } from "vitest";
import type { ImportAnswer } from "../src/pages/import/import-queue";

vi.stubGlobal("location", { origin: "http://localhost" });
const { ImportQueue } = await import("../src/pages/import/import-queue");

const file = (name: string) => new File(["x"], name);
const answer = { success: true } as ImportAnswer;

/** A queue whose files end when the test says so. */
function started() {
  const sent: { name: string; end: (error?: unknown) => void; progress: (share: number) => void }[] = [];
  const busy: boolean[] = [];
  const ends: unknown[] = [];
  const queue = new ImportQueue({
    send: (one, progress, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        sent.push({
          name: one.name,
          progress,
          end: (error) => (error === undefined ? resolve(answer) : reject(error)),
        });
      }),
    onEnd: (error, isImported) => ends.push([error, isImported]),
    onBusy: (isBusy) => busy.push(isBusy),
  });
  const states = () => queue.files().map((one) => `${one.file.name} ${one.state.kind}`);
  const end = async (error?: unknown) => {
    sent.at(-1)?.end(error);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { queue, sent, busy, ends, states, end };
}

describe("the queue of imports", () => {
  it("sends one file at a time in their order, without a page that waits for it", async () => {
    const { queue, sent, busy, ends, states, end } = started();
    queue.add([file("a"), file("b")]);
    expect(states()).toEqual(["b waiting", "a sending"]);
    await end();
    expect(states()).toEqual(["b sending", "a done"]);
    await end();
    expect(sent.map((one) => one.name)).toEqual(["a", "b"]);
    expect(busy).toEqual([true, false]);
    expect(ends).toEqual([
      [undefined, true],
      [undefined, true],
    ]);
  });

  it("tells its listeners of the progress", () => {
    const { queue, sent } = started();
    queue.add([file("a")]);
    const listener = vi.fn();
    const stop = queue.subscribe(listener);
    sent[0]?.progress(0.5);
    expect(queue.files()[0]?.state).toEqual({ kind: "sending", share: 0.5 });
    stop();
    sent[0]?.progress(0.6);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it("cancels the file that is sent and continues with the next one", async () => {
    const { queue, ends, states, end } = started();
    queue.add([file("a"), file("b"), file("c")]);
    queue.cancel(1);
    queue.cancel(0);
    await end();
    expect(states()).toEqual(["c sending", "b canceled", "a canceled"]);
    expect(ends[0]).toEqual([undefined, false]);
    queue.retry(0);
    expect(states()).toEqual(["c sending", "b canceled", "a waiting"]);
  });

  it("tries a file again that failed", async () => {
    const { queue, states, end } = started();
    queue.add([file("a")]);
    await end(new ConnectionError("lost"));
    expect(states()).toEqual(["a failed"]);
    queue.retry(0);
    await end();
    expect(states()).toEqual(["a done"]);
  });

  it("sends nothing more when the session has ended", async () => {
    const { queue, sent, states, end } = started();
    queue.add([file("a"), file("b")]);
    await end(new AuthenticationError(401, { code: "AUTH_ERROR", message: "", requestId: "req_1" }));
    expect(states()).toEqual(["b failed", "a failed"]);
    expect(sent).toHaveLength(1);
  });

  it("forgets every file for another account", async () => {
    const { queue, busy, states, end } = started();
    queue.add([file("a"), file("b")]);
    queue.clear();
    await end();
    expect(states()).toEqual([]);
    expect(busy).toEqual([true, false]);
  });
});
