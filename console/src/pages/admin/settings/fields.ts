/** The settings and limits that the API offers, with their ranges (docs/operating.md). */

export type Value = string | number | boolean | null;

export interface Field {
  /** Where the value is in the API's object: `network.requestTimeout`. */
  path: string;
  kind: "number" | "switch" | "choice" | "fixed";
  min?: number;
  max?: number;
  /** Zero is allowed although it is below `min`. */
  zero?: boolean;
  /** An empty field is null. */
  nullable?: boolean;
  /** Allows decimals. */
  decimal?: boolean;
  /** So many units of the API are one unit of the form: bytes in a GiB. */
  scale?: number;
  choices?: readonly (string | number)[];
  initial?: Value;
  unit?: Unit;
}

export type Unit =
  | "days"
  | "seconds"
  | "hours"
  | "connections"
  | "bytesPerSecond"
  | "reads"
  | "percent"
  | "perMinute"
  | "money"
  | "transfers"
  | "bits";

const number = <Path extends string>(path: Path, unit: Unit, min: number, max: number, initial: number) =>
  ({ path, kind: "number", unit, min, max, initial }) as const;

const MILLION = 1_000_000;
const TRILLION = 1_000_000_000_000;

export const GROUPS = [
  {
    name: "database",
    fields: [
      number("database.maxConnections", "reads", 1, 64, 4),
      number("database.timeout", "seconds", 1, 3600, 60),
      { path: "database.backupEnabled", kind: "switch", initial: false },
      number("database.backupInterval", "hours", 1, 8760, 24),
    ],
  },
  {
    name: "network",
    fields: [
      number("network.requestTimeout", "seconds", 1, 3600, 30),
      number("network.maxConcurrentConnections", "connections", 10, MILLION, 10_000),
      { ...number("network.maxBandwidth", "bytesPerSecond", 65_536, TRILLION, 0), zero: true },
    ],
  },
  {
    name: "encryption",
    fields: [
      { path: "encryption.defaultType", kind: "choice", choices: ["AES", "FHE", "ZK"], initial: "AES" },
      {
        path: "encryption.minKeyLength",
        kind: "choice",
        choices: [128, 192, 256],
        initial: 128,
        unit: "bits",
      },
      { path: "encryption.autoRotateKeys", kind: "switch", initial: true },
      number("encryption.rotationPeriod", "days", 1, 3650, 90),
    ],
  },
  {
    name: "signIn",
    fields: [{ path: "signIn.administrationNeedsTotp", kind: "switch", initial: false }],
  },
  {
    name: "alerts",
    fields: [
      number("alerts.storagePercent", "percent", 1, 100, 90),
      number("alerts.failedSignIns", "perMinute", 1, MILLION, 60),
      number("alerts.errorPercent", "percent", 1, 100, 5),
    ],
  },
  {
    name: "limits",
    fields: [
      number("limits.anonymous", "perMinute", 1, MILLION, 300),
      number("limits.custom", "perMinute", 1, MILLION, 10_000),
    ],
  },
  {
    name: "market",
    fields: [
      {
        ...number("market.creditLimit", "money", 0, TRILLION, 0),
        nullable: true,
        decimal: true,
        initial: null,
      },
      { ...number("wallet.autoApproveThreshold", "money", 0, TRILLION, 1000), decimal: true },
      number("wallet.gasLimit", "transfers", 1, MILLION, 100),
      { path: "wallet.network", kind: "fixed", initial: "internal" },
    ],
  },
] as const satisfies readonly { name: string; fields: readonly Field[] }[];

export const FIELDS: readonly Field[] = GROUPS.flatMap((group): readonly Field[] => group.fields);

const GIB = 2 ** 30;

/** The limits of one tier, without the tier's name. */
export const LIMITS = [
  { name: "requests.fitness", per: "minute" },
  { name: "requests.platform", per: "hour" },
  { name: "requests.administration", per: "minute" },
  { name: "requests.agents", per: "minute" },
  { name: "requests.encryption", per: "minute" },
  { name: "quota.bytes", per: "gib" },
  { name: "quota.spoolBytes", per: "gib" },
  { name: "quota.series", per: "count" },
  { name: "quota.chunks", per: "count" },
] as const;

export type Limit = (typeof LIMITS)[number];

/** The field of a limit of a tier; an empty one restores the default. */
export function limitField(tier: string, limit: Limit): Field {
  const path = `${tier}.${limit.name}`;
  switch (limit.per) {
    case "gib":
      return { path, kind: "number", min: 0, nullable: true, decimal: true, scale: GIB };
    case "count":
      return { path, kind: "number", min: 0, nullable: true };
    default:
      return { path, kind: "number", min: 1, max: MILLION, nullable: true };
  }
}
