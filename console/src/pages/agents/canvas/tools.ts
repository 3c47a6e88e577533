/** The tools that a workflow can call, and the form of a tool's input schema. */
import { api } from "../../../api/client";
import { isObject, type JsonObject } from "../../../json";

export interface Tool {
  /** The name in a workflow, such as `points.read`. */
  name: string;
  title: string;
  /** Whether it changes data: a workflow then needs a confirmation. */
  changes: boolean;
  schema: JsonObject;
}

/** The property by which a call of the Model Context Protocol is approved; a node of a workflow has its own. */
const CONFIRM = "confirm";

export const toolsQuery = {
  queryKey: ["tools"],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const message = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
    const { result, error } = await api.agents.sendMcpMessage(message, { signal });
    if (error) {
      throw new Error(String(error["message"]));
    }
    return readTools(result);
  },
  staleTime: Number.POSITIVE_INFINITY,
};

/** Reads the answer of `tools/list`. Its names have `_` where the names of a workflow have a point. */
export function readTools(result: unknown): Tool[] {
  const list = isObject(result) && Array.isArray(result["tools"]) ? result["tools"].filter(isObject) : [];
  return list.map((tool) => {
    const notes = isObject(tool["annotations"]) ? tool["annotations"] : {};
    const name = String(tool["name"]).replace("_", ".");
    return {
      name,
      title: String(notes["title"] ?? name),
      changes: notes["readOnlyHint"] !== true,
      schema: isObject(tool["inputSchema"]) ? tool["inputSchema"] : {},
    };
  });
}

export interface ToolField {
  name: string;
  kind: "text" | "number" | "integer" | "boolean" | "choice" | "json";
  choices: readonly string[];
  isRequired: boolean;
  description: string;
  min: number | undefined;
  max: number | undefined;
  /** The value that the tool uses when the field is empty. */
  preset: string;
}

/** Turns the input schema of a tool into fields, the required ones first. */
export function fieldsOf(schema: JsonObject): ToolField[] {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const fields = Object.entries(properties)
    .filter(([name]) => name !== CONFIRM)
    .map(([name, property]) => fieldOf(name, resolved(property, schema), required.includes(name)));
  return [...fields.filter((field) => field.isRequired), ...fields.filter((field) => !field.isRequired)];
}

function fieldOf(name: string, property: JsonObject, isRequired: boolean): ToolField {
  const choices = choicesOf(property);
  const number = (key: string) => (typeof property[key] === "number" ? (property[key] as number) : undefined);
  const preset = property["default"];
  return {
    name,
    kind: choices.length > 0 ? "choice" : kindOf(property["type"]),
    choices,
    isRequired,
    description: String(property["description"] ?? ""),
    min: number("minimum"),
    max: number("maximum"),
    preset: preset === undefined || preset === null || typeof preset === "object" ? "" : String(preset),
  };
}

function kindOf(type: unknown): ToolField["kind"] {
  const names = (Array.isArray(type) ? type : [type]).filter((name) => name !== "null");
  switch (names.length === 1 ? names[0] : undefined) {
    case "string":
      return "text";
    case "integer":
      return "integer";
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    default:
      return "json";
  }
}

/** Follows references into `$defs`, also inside a `oneOf` whose other branch is `null`. */
function resolved(property: unknown, schema: JsonObject): JsonObject {
  if (!isObject(property)) {
    return {};
  }
  const definitions = isObject(schema["$defs"]) ? schema["$defs"] : {};
  const target =
    typeof property["$ref"] === "string" && definitions[property["$ref"].replace("#/$defs/", "")];
  if (isObject(target)) {
    return { ...target, ...property };
  }
  const branches = (Array.isArray(property["oneOf"]) ? property["oneOf"] : []).filter(
    (branch) => !isObject(branch) || branch["type"] !== "null",
  );
  const { oneOf: _, ...own } = property;
  return branches.length === 1 ? { ...resolved(branches[0], schema), ...own } : property;
}

function choicesOf(property: JsonObject): string[] {
  if (Array.isArray(property["enum"])) {
    return property["enum"].map(String);
  }
  const branches = (Array.isArray(property["oneOf"]) ? property["oneOf"] : []).filter(isObject);
  const constants = branches.flatMap((one) =>
    typeof one["const"] === "string"
      ? [one["const"]]
      : Array.isArray(one["enum"])
        ? one["enum"].map(String)
        : [],
  );
  return constants.length >= branches.length ? constants : [];
}

/** A part of the output of another node. */
export interface Reference {
  $from: string;
  pointer: string;
}

export function referenceOf(value: unknown): Reference | undefined {
  return isObject(value) && typeof value["$from"] === "string"
    ? { $from: value["$from"], pointer: typeof value["pointer"] === "string" ? value["pointer"] : "" }
    : undefined;
}

/** Writes a stored argument as the text of its field. */
export function fieldText(value: unknown): string {
  if (value === undefined || value === null) {
    return "";
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Reads the text of a field; undefined leaves the argument out. A text that does not fit is sent as it is. */
export function fieldValue(field: ToolField, text: string): unknown {
  if (text === "") {
    return undefined;
  }
  switch (field.kind) {
    case "integer":
    case "number":
      return Number.isNaN(Number(text)) ? text : Number(text);
    case "boolean":
      return text === "true";
    case "json":
      try {
        return JSON.parse(text) as unknown;
      } catch {
        return text;
      }
    default:
      return text;
  }
}

/** Returns the arguments with one of them changed, or left out if it is undefined. */
export function withArgument(values: JsonObject, name: string, value: unknown): JsonObject {
  const { [name]: _, ...others } = values;
  return value === undefined ? others : { ...others, [name]: value };
}
