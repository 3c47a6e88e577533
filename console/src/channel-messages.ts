/** The messages of the channels' socket. */

const CHANNELS = ["analytics", "alerts", "system-health", "marketplace", "audit-logs"] as const;
export type Channel = (typeof CHANNELS)[number];

/** A message of a channel. */
export interface ChannelMessage {
  channel: Channel;
  type: string;
  id: string;
  timestamp: string;
  payload: Readonly<Record<string, unknown>>;
}

/** The content of a frame of the server. */
export type Frame =
  | { kind: "message"; message: ChannelMessage }
  | { kind: "subscribed" }
  | { kind: "refused" }
  | { kind: "unknown" };

/** Reads a frame. Unknown kinds are ignored. */
export function frameOf(text: string): Frame {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: "unknown" };
  }
  if (typeof value !== "object" || value === null) {
    return { kind: "unknown" };
  }
  const { channel, type, id, timestamp, payload } = value as Record<string, unknown>;
  const known = CHANNELS.find((one) => one === channel);
  if (known && typeof type === "string" && typeof id === "string" && typeof timestamp === "string") {
    const content = typeof payload === "object" && payload !== null ? payload : {};
    return {
      kind: "message",
      message: { channel: known, type, id, timestamp, payload: content as Record<string, unknown> },
    };
  }
  if (type === "subscribed") {
    return { kind: "subscribed" };
  }
  return { kind: type === "error" ? "refused" : "unknown" };
}

/** The pause before the socket is opened again. */
export function pauseAfter(failures: number): number {
  return Math.min(1000 * 2 ** failures, 30_000);
}
