// Writes src/generated/operations.ts: a class for each tag of the OpenAPI document, with a method for each operation.
import { readFileSync, writeFileSync } from "node:fs";

const document = JSON.parse(readFileSync(new URL("../../../docs/api/openapi.json", import.meta.url), "utf8"));
const JSON_TYPE = "application/json";
/** Names of groups that differ from their tags. */
const GROUPS = { "Fitness data": "fitness", "Sign-in": "auth" };

const camelCase = (words) =>
  words
    .replace(/[^A-Za-z0-9]+(.)/g, (_, letter) => letter.toUpperCase())
    .replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (head) => head.toLowerCase());
const groupOf = (tag) => GROUPS[tag] ?? camelCase(tag.replace(/^API /, "Api "));
const className = (group) => `${group[0].toUpperCase()}${group.slice(1)}Operations`;

function schemaOf(schema) {
  const name = schema?.$ref?.split("/").at(-1);
  return name ? document.components.schemas[name] : schema;
}

/** Returns what the runtime must know of an operation. */
function describe(method, path, operation) {
  const named = (place) =>
    (operation.parameters ?? []).filter((one) => one.in === place).map((one) => one.name);
  const response = operation.responses["200"];
  if (!response) {
    return undefined; // A WebSocket: src/events.ts opens it.
  }
  const outputs = Object.keys(response.content ?? {});
  const inputs = Object.keys(operation.requestBody?.content ?? {});
  const page = schemaOf(response.content?.[JSON_TYPE]?.schema);
  const lists = Object.entries(page?.properties ?? {}).filter(([, field]) => field.type === "array");
  const query = named("query");
  const cursor = ["nextCursor", "next_cursor"].find((name) => name in (page?.properties ?? {}));
  const isPaged = (query.includes("cursor") && cursor) || (query.includes("page") && query.includes("limit"));
  // Of several lists in one answer, the entries of the page come first in the document's order of requirement.
  const items =
    isPaged &&
    lists.map(([name]) => name).find((name) => page.required?.includes(name) && name !== "balances");
  return {
    method: method.toUpperCase(),
    path,
    pathNames: named("path"),
    queryNames: query,
    inputs,
    outputs,
    takesIdempotencyKey: named("header").includes("Idempotency-Key"),
    runsAsJob: named("header").includes("Prefer") && !operation.operationId.match(/Job$/),
    items: items || undefined,
    cursor: items && query.includes("cursor") ? cursor : undefined,
    isOpen: Array.isArray(operation.security) && operation.security.length === 0,
    mayBeList: page?.type === "array" || undefined,
  };
}

/** The refusals that most operations have; the comments do not repeat them. */
const COMMON_REFUSALS = ["400", "401", "403", "408", "415", "429", "431", "500", "503"];
const COMMENT_WIDTH = 110;

/** Returns the comment of an operation: its summary, its description, and its own refusals. */
function comment({ summary, description, responses }) {
  const lines = wrap(summary);
  for (const paragraph of description ? description.split("\n\n") : []) {
    lines.push("", ...wrap(paragraph));
  }
  const own = ([status]) => Number(status) >= 400 && !COMMON_REFUSALS.includes(status);
  const refusals = Object.entries(responses).filter(own);
  if (refusals.length > 0) {
    lines.push("", "Refusals:");
    lines.push(...refusals.flatMap(([status, { description }]) => wrap(`- ${status} ${description}`, "  ")));
  }
  if (lines.length === 1) {
    return `/** ${lines[0]} */`;
  }
  return ["/**", ...lines.map((line) => ` * ${line}`.trimEnd()), " */"].join("\n");
}

/** Breaks a text into lines; those after the first begin with the indent. */
function wrap(text, indent = "") {
  const lines = [""];
  for (const word of text.replace(/\*\//g, "* /").split(/\s+/)) {
    const line = lines.at(-1);
    if (line.trim() === "") {
      lines[lines.length - 1] = line + word;
    } else if (line.length + word.length < COMMENT_WIDTH) {
      lines[lines.length - 1] = `${line} ${word}`;
    } else {
      lines.push(indent + word);
    }
  }
  return lines;
}

/** Returns the lines of the methods of an operation. */
function methods(id, facts, operation) {
  const isRequired = (operation.parameters ?? []).some((one) => one.required && one.in !== "header");
  const hasParams = facts.pathNames.length + facts.queryNames.length > 0;
  const params = hasParams ? `params: Params<"${id}">${isRequired ? "" : " = {}"}` : "";
  const hasJson = facts.outputs.includes(JSON_TYPE);
  const body = facts.inputs.includes(JSON_TYPE)
    ? `body: Body<"${id}">`
    : facts.inputs.includes("multipart/form-data")
      ? `body: Form<"${id}">`
      : facts.inputs.length
        ? `body: Upload<${facts.inputs.map((type) => `"${type}"`).join(" | ")}>`
        : "";
  // A parameter with a default may not come before a required one.
  const list = [
    body && params.includes("=") ? params.replace(" = {}", "") : params,
    body,
    "options: CallOptions = {}",
  ];
  const signature = list.filter(Boolean).join(", ");
  const given = [`"${id}"`, params ? "params" : "{}", body ? "body" : "undefined", "options"].join(", ");
  const about = comment(operation);
  const lines = [];
  if (hasJson) {
    lines.push(about, `${id}(${signature}): Promise<Result<"${id}">> { return this.call(${given}); }`);
  }
  const others = facts.inputs.filter((type) => type !== JSON_TYPE);
  if (hasJson && body && others.length < facts.inputs.length && others.length > 0) {
    const types = others.map((type) => `"${type}"`).join(" | ");
    const content = [params.replace(" = {}", ""), `content: Upload<${types}>`, "options: CallOptions = {}"];
    lines.push(
      `/** As \`${id}\`, with a body in a media type other than JSON. */`,
      `${id}Content(${content.filter(Boolean).join(", ")}): Promise<Result<"${id}">> { return this.callContent("${id}", ${params ? "params" : "{}"}, content, options); }`,
    );
  }
  if (facts.runsAsJob) {
    lines.push(
      `/** As \`${id}\`, as a job for work that takes long. */`,
      `${id}AsJob(${signature}): Promise<Job<Result<"${id}">>> { return this.start(${given}); }`,
    );
  }
  if (facts.items) {
    lines.push(
      `/** As \`${id}\`, over all pages. */`,
      `${id}All(${signature}): AsyncGenerator<Item<"${id}", "${facts.items}">> { return this.iterate("${id}", ${params ? "params" : "{}"}, options); }`,
    );
  }
  const raw = facts.outputs.filter((type) => type !== JSON_TYPE);
  if (raw.length) {
    const types = facts.outputs.map((type) => `"${type}"`).join(" | ");
    const [first, ...rest] = [params, body].filter(Boolean);
    const before = [first, ...rest].filter(Boolean).map((one) => one.replace(" = {}", ""));
    const withType = [...before, `accept: ${types}`, "options: CallOptions = {}"].join(", ");
    lines.push(
      `/** ${hasJson ? `As \`${id}\`, in a media type of your choice` : operation.summary.replace(/\.$/, "")}, as a stream. */`,
      `${id}Stream(${withType}): Promise<Download> { return this.download("${id}", ${params ? "params" : "{}"}, ${body ? "body" : "undefined"}, accept, options); }`,
    );
  }
  return lines;
}

const groups = new Map();
const facts = {};
for (const [path, operations] of Object.entries(document.paths)) {
  for (const [method, operation] of Object.entries(operations)) {
    const known = operation.operationId && describe(method, path, operation);
    if (!known) continue;
    const group = groupOf(operation.tags[0]);
    const { operationId: id } = operation;
    facts[id] = known;
    groups.set(group, [...(groups.get(group) ?? []), ...methods(id, known, operation)]);
  }
}

const names = [...groups.keys()].sort();
const text = `// Written by \`npm run generate\` from docs/api/openapi.json. Do not edit.
import type { Download } from "../answer.js";
import { type Body, type CallOptions, type Form, Group, type Item, type Params, type Result, type Upload } from "../group.js";
import type { Job } from "../job.js";
import type { OperationFacts, Transport } from "../transport.js";

/** What the runtime knows of each operation. */
export const OPERATIONS = ${JSON.stringify(facts, null, 2)} as const satisfies Record<string, OperationFacts>;

/** The id of an operation of the OpenAPI document. */
export type OperationId = keyof typeof OPERATIONS;

${names
  .map((name) => `export class ${className(name)} extends Group {\n${groups.get(name).join("\n")}\n}`)
  .join("\n\n")}

/** The operations, by the tags of the OpenAPI document. */
export class Operations {
${names.map((name) => `readonly ${name}: ${className(name)};`).join("\n")}

constructor(transport: Transport) {
${names.map((name) => `this.${name} = new ${className(name)}(transport);`).join("\n")}
}
}
`;
writeFileSync(new URL("../src/generated/operations.ts", import.meta.url), text);
