/** The arguments of a tool as a form of its input schema; each may come from the output of an earlier node. */
import { useText } from "../../../text";
import { CheckField, SelectField, TextField } from "../../../ui/Field";
import { Note } from "../../../ui/State";
import styles from "./Canvas.module.css";
import type { GraphNode } from "./graph";
import {
  fieldsOf,
  fieldText,
  fieldValue,
  referenceOf,
  type Tool,
  type ToolField,
  withArgument,
} from "./tools";

type ToolNode = Extract<GraphNode, { type: "tool" }>;

interface ArgumentsProps {
  node: ToolNode;
  tool: Tool;
  /** The nodes whose outputs can be used. */
  sources: readonly string[];
  onChange: (node: ToolNode) => void;
}

export function Arguments({ node, tool, sources, onChange }: ArgumentsProps) {
  const t = useText();
  const values = node.arguments ?? {};
  const set = (name: string, value: unknown) =>
    onChange({ ...node, arguments: withArgument(values, name, value) });
  const fields = fieldsOf(tool.schema);
  return (
    <>
      <p>{tool.title}.</p>
      {fields.length === 0 && <p className="muted">{t.workflow.noArguments}</p>}
      {fields.map((field) => (
        <Argument
          key={`${node.id} ${field.name}`}
          field={field}
          value={values[field.name]}
          sources={sources}
          onChange={(value) => set(field.name, value)}
        />
      ))}
      {tool.changes && (
        <>
          <Note tone="warn">{t.workflow.changes}</Note>
          <CheckField
            label={t.workflow.confirm}
            checked={node.confirm ?? false}
            onChange={({ target }) => onChange({ ...node, confirm: target.checked })}
          />
        </>
      )}
    </>
  );
}

interface ArgumentProps {
  field: ToolField;
  value: unknown;
  sources: readonly string[];
  onChange: (value: unknown) => void;
}

function Argument({ field, value, sources, onChange }: ArgumentProps) {
  const t = useText();
  const reference = referenceOf(value);
  const offered = reference && !sources.includes(reference.$from) ? [...sources, reference.$from] : sources;
  return (
    <div className={styles.argument}>
      {reference ? (
        <TextField
          label={t.workflow.pointer(field.name)}
          hint={t.workflow.pointerHint}
          value={reference.pointer}
          onChange={({ target }) => onChange({ ...reference, pointer: target.value })}
        />
      ) : (
        <Typed field={field} value={value} onChange={onChange} />
      )}
      {offered.length > 0 && (
        <SelectField
          label={t.workflow.source(field.name)}
          hideLabel
          value={reference?.$from ?? ""}
          onChange={({ target }) =>
            onChange(
              target.value === "" ? undefined : { $from: target.value, pointer: reference?.pointer ?? "" },
            )
          }
        >
          <option value="">{t.workflow.typed}</option>
          {offered.map((id) => (
            <option key={id} value={id}>
              {t.workflow.from(id)}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  );
}

/** A value that a person types. */
function Typed({ field, value, onChange }: Omit<ArgumentProps, "sources">) {
  const t = useText();
  const label = field.isRequired ? field.name : `${field.name} (${t.workflow.optional})`;
  const text = fieldText(value);
  const set = (next: string) => onChange(fieldValue(field, next));
  if (field.kind === "boolean" || field.kind === "choice") {
    const choices = field.kind === "boolean" ? ["true", "false"] : field.choices;
    return (
      <SelectField
        label={label}
        hint={field.description}
        value={text}
        onChange={({ target }) => set(target.value)}
      >
        <option value="">{field.preset || "–"}</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </SelectField>
    );
  }
  const isNumber = field.kind === "integer" || field.kind === "number";
  return (
    <TextField
      label={label}
      hint={field.description}
      placeholder={field.preset}
      {...(isNumber && {
        type: "number",
        step: field.kind === "integer" ? 1 : "any",
        min: field.min,
        max: field.max,
      })}
      value={text}
      onChange={({ target }) => set(target.value)}
    />
  );
}
