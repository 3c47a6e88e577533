/** Devices and commands as the pages show them. */
import type { Result } from "@lockstep/client";

export type Device = Result<"listDevices">["devices"][number];
export type Controlled = Result<"listUadmDevices">["data"][number];
export type Command = Result<"listUadmCommands">["data"][number];

export type Tone = "neutral" | "good" | "warn" | "bad" | "info";

const TONES: Readonly<Record<string, Tone>> = {
  active: "good",
  online: "good",
  acknowledged: "good",
  pending: "info",
  queued: "info",
  delivered: "info",
  offline: "neutral",
  inactive: "neutral",
  expired: "warn",
  failed: "bad",
  revoked: "bad",
};

export function toneOf(status: string): Tone {
  return TONES[status] ?? "neutral";
}

/** Whether the device can still answer. */
export function isOpen(command: { status: string }): boolean {
  return command.status === "queued" || command.status === "delivered";
}

/** A device of the list: the two areas of the API know the same devices. */
export interface Row {
  id: string;
  name: string;
  type: string;
  mode: string | null;
  status: string;
  lastSeen: string | null;
  takesCommands: boolean;
}

/** Joins the devices of both areas, those that take commands first. */
export function rowsOf(devices: readonly Device[], controlled: readonly Controlled[]): Row[] {
  const byId = new Map(controlled.map((one) => [one.device_id, one]));
  const rows = devices.map((device): Row => {
    const other = byId.get(device.id);
    byId.delete(device.id);
    return {
      id: device.id,
      name: device.name,
      type: device.type,
      mode: device.encryptionMode ?? null,
      status: other?.status ?? device.status,
      lastSeen: latest(device.lastSync, other?.last_seen),
      takesCommands: other !== undefined,
    };
  });
  const rest = [...byId.values()].map(
    (one): Row => ({
      id: one.device_id,
      name: one.name,
      type: one.device_type,
      mode: one.encryption_mode,
      status: one.status,
      lastSeen: one.last_seen ?? null,
      takesCommands: true,
    }),
  );
  return [...rest, ...rows].sort(
    (one, other) =>
      Number(other.takesCommands) - Number(one.takesCommands) || one.name.localeCompare(other.name),
  );
}

function latest(one: string | null | undefined, other: string | null | undefined): string | null {
  const times = [one, other].filter((time): time is string => Boolean(time));
  return times.sort((first, second) => Date.parse(second) - Date.parse(first))[0] ?? null;
}
