/** The selected node: its values as a form, the nodes before it, and its input and output in a run. */
import { useState } from "react";
import { isObject, readObject } from "../../../json";
import { useText } from "../../../text";
import { Button } from "../../../ui/Button";
import { Card, Row, Stack } from "../../../ui/Card";
import { CheckField, SelectField, TextAreaField } from "../../../ui/Field";
import { Json } from "../../../ui/Form";
import { Note } from "../../../ui/State";
import { Arguments } from "./Arguments";
import styles from "./Canvas.module.css";
import {
  ancestors,
  changeNode,
  connect,
  disconnect,
  edgesOf,
  type Graph,
  type GraphNode,
  type GraphProblem,
  mayConnect,
  removeNode,
  type Step,
} from "./graph";
import type { Tool } from "./tools";

interface InspectorProps {
  graph: Graph;
  node: GraphNode;
  step: Step | undefined;
  problem: GraphProblem | undefined;
  tools: readonly Tool[];
  onChange: (graph: Graph) => void;
}

export function Inspector({ graph, node, step, problem, tools, onChange }: InspectorProps) {
  const t = useText();
  const tool = node.type === "tool" ? tools.find((one) => one.name === node.tool) : undefined;
  const change = (changed: GraphNode) => onChange(changeNode(graph, changed));
  return (
    <Card title={node.id} description={t.workflow.types[node.type]}>
      <Stack>
        {problem && (
          <Note tone="bad">
            {problem.field && <code>{problem.field}</code>} <span lang="en">{problem.reason}</span>
          </Note>
        )}
        {node.type === "tool" && tool ? (
          <Arguments node={node} tool={tool} sources={ancestors(graph, node.id)} onChange={change} />
        ) : (
          <Values key={node.id} node={node} onChange={change} />
        )}
        {node.type !== "trigger" && <Before graph={graph} node={node} onChange={onChange} />}
        {step && <Result of={step} />}
        {node.type !== "trigger" && (
          <Row>
            <Button small look="danger" icon="trash" onClick={() => onChange(removeNode(graph, node.id))}>
              {t.workflow.removeNode}
            </Button>
          </Row>
        )}
      </Stack>
    </Card>
  );
}

/** The values of a node as JSON: for the types of nodes that have no form. */
function Values({ node, onChange }: { node: GraphNode; onChange: (node: GraphNode) => void }) {
  const t = useText();
  const { id, type, ...values } = node;
  const [text, setText] = useState(() => JSON.stringify(values, null, 2));
  const isValid = readObject(text) !== undefined;
  return (
    <TextAreaField
      label={t.workflow.values}
      rows={6}
      spellCheck={false}
      value={text}
      error={isValid ? undefined : t.workflow.notJson}
      onChange={({ target }) => {
        setText(target.value);
        const read = readObject(target.value);
        if (isObject(read)) {
          // The server checks the values of each type.
          onChange({ ...read, id, type } as GraphNode);
        }
      }}
    />
  );
}

/** The nodes that run before this node: edges can be changed without dragging. */
function Before({ graph, node, onChange }: Pick<InspectorProps, "graph" | "node" | "onChange">) {
  const t = useText();
  const edges = edgesOf(graph).filter((edge) => edge.to === node.id);
  const others = graph.nodes.filter(
    (one) => edges.some((edge) => edge.from === one.id) || mayConnect(graph, one.id, node.id),
  );
  return (
    <fieldset className={styles.group}>
      <legend>{t.workflow.runsAfter}</legend>
      {others.map((one) => {
        const edge = edges.find((known) => known.from === one.id);
        return (
          <div key={one.id} className={styles.argument}>
            <CheckField
              label={one.id}
              checked={edge !== undefined}
              onChange={({ target }) =>
                onChange(
                  target.checked ? connect(graph, one.id, node.id) : disconnect(graph, one.id, node.id),
                )
              }
            />
            {edge && one.type === "condition" && (
              <SelectField
                label={t.workflow.when(one.id)}
                value={String(edge.when ?? true)}
                onChange={({ target }) =>
                  onChange(
                    connect(disconnect(graph, one.id, node.id), one.id, node.id, target.value === "true"),
                  )
                }
              >
                <option value="true">{t.workflow.yes}</option>
                <option value="false">{t.workflow.no}</option>
              </SelectField>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}

/** The input and the output of the node in the shown run. */
function Result({ of }: { of: Step }) {
  const t = useText();
  return (
    <Stack tight>
      <h3>{t.workflow.inRun}</h3>
      {of.error && <Note tone="bad">{of.error}</Note>}
      {of.input !== undefined && of.input !== null && <Value label={t.workflow.input} of={of.input} />}
      {of.output !== undefined && of.output !== null && <Value label={t.workflow.output} of={of.output} />}
    </Stack>
  );
}

/** A value that may be long: it scrolls, also by keyboard. */
function Value({ label, of }: { label: string; of: unknown }) {
  return (
    <>
      <p className="muted">{label}</p>
      <div className={styles.value} role="group" aria-label={label} tabIndex={0}>
        <Json value={of} />
      </div>
    </>
  );
}
