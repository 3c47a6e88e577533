import { describe, expect, it, vi } from "vitest";

vi.stubGlobal("location", { origin: "http://localhost" });
const { api } = await import("../src/api/client");
const { followChannels } = await import("../src/channels");

/** A socket that the test closes, and that accepts every subscription. */
class FakeSocket extends EventTarget {
  static readonly opened: FakeSocket[] = [];
  readonly url: string;

  constructor(url: URL) {
    super();
    this.url = url.href;
    FakeSocket.opened.push(this);
    queueMicrotask(() => this.dispatchEvent(new Event("open")));
  }

  send() {
    this.receive({ type: "subscribed" });
  }

  receive(frame: unknown) {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }));
  }

  close(code = 1000) {
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }
}

const alert = {
  channel: "alerts",
  type: "alert",
  id: "msg_7",
  timestamp: "2026-06-01T00:00:00Z",
  payload: {},
};

/** Follows the alerts, closes the first socket with a code, and waits for the second one. */
async function reconnected(code: number, frames: readonly unknown[]) {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.spyOn(api.events, "createSocketTicket").mockResolvedValue({ ticket: "tk_1", expires_in: 30 } as never);
  FakeSocket.opened.length = 0;
  const ended = new AbortController();
  const missed = vi.fn();
  const states: string[] = [];
  followChannels(
    ["alerts"],
    { message: () => {}, connection: (state) => states.push(state), missed },
    ended.signal,
  );
  await vi.advanceTimersByTimeAsync(1);
  for (const frame of frames) {
    FakeSocket.opened[0]?.receive(frame);
  }
  FakeSocket.opened[0]?.close(code);
  await vi.advanceTimersByTimeAsync(2000);
  ended.abort();
  vi.useRealTimers();
  return { states, missed: missed.mock.calls.length, second: FakeSocket.opened[1]?.url };
}

describe("a socket that is opened again", () => {
  it("continues after its last message, and misses nothing", async () => {
    const { states, missed, second } = await reconnected(1006, [alert]);
    expect(states.slice(0, 3)).toEqual(["live", "lost", "live"]);
    expect(second).toContain("lastEventId=msg_7");
    expect(missed).toBe(0);
  });

  it.each([
    ["no message came before the loss", 1006, []],
    ["the page was too far behind", 4408, [alert]],
  ])("lets the page read again if %s", async (_, code, frames) => {
    const { missed, second } = await reconnected(code, frames);
    expect(second).not.toContain("lastEventId");
    expect(missed).toBe(1);
  });
});
