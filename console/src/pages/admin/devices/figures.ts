/** The figures about devices in the server's metrics, and the state of a device of any account. */
import type { Result } from "@lockstep/client";

type Device = Result<"listInstallationDevices">["devices"][number];

/** The state of a device: one that takes no commands has no connection. */
export function presenceOf(
  device: Pick<Device, "connected" | "revokedAt" | "takesCommands">,
): "revoked" | "connected" | "notConnected" | "noCommands" {
  if (device.revokedAt) {
    return "revoked";
  }
  if (device.connected) {
    return "connected";
  }
  return device.takesCommands ? "notConnected" : "noCommands";
}

/** Values by their names with labels, such as `lockstep_mqtt_messages_total{topic="acks"}`. */
export type Metrics = ReadonlyMap<string, number>;

/** A name, labels whose quoted values may contain braces, and a value. */
const LINE = /^([a-z_:][\w:]*(?:\{(?:[^"}]|"(?:[^"\\]|\\.)*")*\})?) (\S+)/i;

/** Reads metrics in the text format of Prometheus. Lines of another form are left out. */
export function readMetrics(text: string): Metrics {
  const found = new Map<string, number>();
  for (const line of text.split("\n")) {
    const [, name, value] = LINE.exec(line) ?? [];
    const number = Number(value);
    if (name !== undefined && !Number.isNaN(number)) {
      found.set(name, number);
    }
  }
  return found;
}

/** Adds the values of a name over all its labels. A name that is missing was never counted. */
export function total(metrics: Metrics, name: string): number {
  let sum = 0;
  for (const [key, value] of metrics) {
    if (key === name || key.startsWith(`${name}{`)) {
      sum += value;
    }
  }
  return sum;
}

/** The figures of the page, since the start of the server except for the connections. */
export function deviceFigures(metrics: Metrics) {
  return {
    connected: total(metrics, "lockstep_mqtt_connections"),
    telemetry: total(metrics, 'lockstep_mqtt_messages_total{topic="telemetry"}'),
    reported: total(metrics, 'lockstep_mqtt_messages_total{topic="reported"}'),
    acknowledged: total(metrics, 'lockstep_mqtt_messages_total{topic="acks"}'),
    denied: total(metrics, "lockstep_mqtt_connections_denied_total"),
    foreign: total(metrics, "lockstep_mqtt_foreign_topics_total"),
    dropped: total(metrics, "lockstep_mqtt_messages_dropped_total"),
  };
}
