/** Reads the Markdown of agents: headings, lists, tables and paragraphs. Nothing of it is ever HTML. */

export type Block =
  | { kind: "heading"; text: string }
  | { kind: "list"; items: string[] }
  | { kind: "table"; header: string[]; rows: string[][] }
  | { kind: "text"; text: string };

const DIVIDER = /^\|?[\s:|-]+\|[\s:|-]*$/;

/** Divides a text into its blocks. */
export function blocks(text: string): Block[] {
  const found: Block[] = [];
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const last = found.at(-1);
    if (line.trim() === "") {
      continue;
    }
    const isAfterBlank = at > 0 && (lines[at - 1] ?? "").trim() === "";
    if (/^#{1,6}\s/.test(line)) {
      found.push({ kind: "heading", text: line.replace(/^#+\s+/, "") });
    } else if (line.startsWith("|") && DIVIDER.test(lines[at + 1] ?? "")) {
      const rows: string[][] = [];
      let end = at + 2;
      for (; (lines[end] ?? "").startsWith("|"); end += 1) {
        rows.push(cells(lines[end] ?? ""));
      }
      found.push({ kind: "table", header: cells(line), rows });
      at = end - 1;
    } else if (/^\s*[-*]\s/.test(line)) {
      const item = line.replace(/^\s*[-*]\s+/, "");
      if (last?.kind === "list" && !isAfterBlank) {
        last.items.push(item);
      } else {
        found.push({ kind: "list", items: [item] });
      }
    } else if (last?.kind === "text" && !isAfterBlank) {
      last.text += ` ${line.trim()}`;
    } else {
      found.push({ kind: "text", text: line.trim() });
    }
  }
  return found;
}

/** Divides a row of a table; `\|` is a character of a cell. */
export function cells(line: string): string[] {
  const inside = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inside.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/** A part of a line: plain, strong or code. */
export interface Span {
  text: string;
  look?: "code" | "strong";
}

/** Divides a line at its code and its strong parts. */
export function spans(text: string): Span[] {
  return text
    .split(/(`[^`]+`|\*\*[^*]+\*\*)/)
    .filter((part) => part !== "")
    .map((part): Span => {
      if (part.length > 2 && part.startsWith("`") && part.endsWith("`")) {
        return { text: part.slice(1, -1), look: "code" };
      }
      if (part.length > 4 && part.startsWith("**") && part.endsWith("**")) {
        return { text: part.slice(2, -2), look: "strong" };
      }
      return { text: part };
    });
}

/** The data of a chart of a table. */
export interface Plotted {
  label: string;
  times: number[];
  values: (number | null)[];
}

/** The minimum number of rows for a chart: fewer rows are easier to read as a table. */
const FEWEST = 4;

/** Returns the first column of numbers over the first column of dates; undefined if the table has none. */
export function plotted(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): Plotted | undefined {
  if (rows.length < FEWEST) {
    return undefined;
  }
  const times = header.findIndex((_, column) => rows.every((row) => !Number.isNaN(moment(row[column]))));
  const values = header.findIndex(
    (_, column) => column !== times && rows.filter((row) => number(row[column]) !== null).length >= FEWEST,
  );
  if (times < 0 || values < 0) {
    return undefined;
  }
  const points = rows
    .map((row) => ({ at: moment(row[times]), value: number(row[values]) }))
    .sort((one, other) => one.at - other.at);
  return {
    label: header[values] ?? "",
    times: points.map((point) => point.at),
    values: points.map((point) => point.value),
  };
}

/** Reads `2026-11-23` and `2026-11-23 10:00 UTC`. */
function moment(text: string | undefined): number {
  const parts = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d)(?: UTC)?)?$/.exec(text ?? "");
  return parts ? Date.parse(`${parts[1]}T${parts[2] ?? "00:00"}Z`) : Number.NaN;
}

function number(text: string | undefined): number | null {
  return text !== undefined && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null;
}

/** Turns the JSON of a tool into a table, if one of its members is a list of objects. */
export function tableOf(text: string): { header: string[]; rows: string[][] } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const lists: unknown[] = Array.isArray(value) ? [value] : Object.values(value ?? {});
  const list = lists.find((one): one is Record<string, unknown>[] => Array.isArray(one) && one.length > 0);
  if (!list?.every((one) => typeof one === "object" && one !== null && !Array.isArray(one))) {
    return undefined;
  }
  const header = [...new Set(list.flatMap((one) => Object.keys(one)))];
  return { header, rows: list.map((one) => header.map((name) => cellText(one[name]))) };
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) {
    return "–";
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}
