/** Turns columns of the API into rows for a table. */
import { isObject } from "../../json";

export interface TextTable {
  columns: string[];
  rows: { number: number; cells: string[] }[];
}

/** Reads `{data: {column: [values]}}`, or one object. Anything else is an empty table. */
export function rowsOfColumns(answer: unknown): TextTable {
  const data = isObject(answer) ? answer["data"] : undefined;
  if (!isObject(data)) {
    return { columns: [], rows: [] };
  }
  const columns = Object.keys(data);
  const lists = columns.map((name) => {
    const values = data[name];
    return Array.isArray(values) ? values : [values];
  });
  const length = Math.max(0, ...lists.map((list) => list.length));
  const rows = Array.from({ length }, (_, number) => ({
    number,
    cells: lists.map((list) => cell(list[number])),
  }));
  return { columns, rows };
}

function cell(value: unknown): string {
  if (value === null || value === undefined) {
    return "";
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}
