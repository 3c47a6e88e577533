/** The load of the machine over the last minutes. */
import type { ChannelMessage } from "../../../channel-messages";

export interface Sample {
  /** Milliseconds. */
  at: number;
  cpu: number | null;
  memory: number | null;
  storage: number | null;
  /** Bytes a second. */
  network: number | null;
}

/** So many samples are shown: an hour, at one in ten seconds. */
const MOST = 360;

/** Reads the figures of a health report; a figure that is absent is null. */
export function sampleOf(at: number, health: Readonly<Record<string, unknown>>): Sample {
  const figure = (name: string) => {
    const value = health[name];
    return typeof value === "number" && Number.isFinite(value) ? value : null;
  };
  return {
    at,
    cpu: figure("cpu"),
    memory: figure("memory"),
    storage: figure("storage"),
    network: figure("network"),
  };
}

/** Returns the sample of a message; undefined for messages of other kinds. */
export function sampleIn(message: ChannelMessage): Sample | undefined {
  const at = Date.parse(message.timestamp);
  const isOne = message.channel === "system-health" && message.type === "sample" && !Number.isNaN(at);
  return isOne ? sampleOf(at, message.payload) : undefined;
}

/** Adds a sample, in order of time, and drops the oldest beyond an hour. */
export function withSample(samples: readonly Sample[], next: Sample): readonly Sample[] {
  const last = samples.at(-1);
  return last && next.at <= last.at ? samples : [...samples.slice(1 - MOST), next];
}
