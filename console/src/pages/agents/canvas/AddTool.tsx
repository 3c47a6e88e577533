/** Adds a node that calls a tool: a list of the account's tools. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useText } from "../../../text";
import { Button } from "../../../ui/Button";
import { Badge } from "../../../ui/Card";
import { Dialog } from "../../../ui/Dialog";
import { TextField } from "../../../ui/Field";
import { Loaded } from "../../../ui/State";
import styles from "./AddTool.module.css";
import { addTool, type Graph } from "./graph";
import { type Tool, toolsQuery } from "./tools";

interface AddToolProps {
  graph: Graph;
  /** The node after which the new node runs; without it, the first node. */
  after: string | undefined;
  onAdd: (graph: Graph, id: string) => void;
}

export function AddTool({ graph, after, onAdd }: AddToolProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const add = (tool: string) => {
    const before = after ?? graph.nodes.find((node) => node.type === "trigger")?.id;
    const { graph: grown, id } = addTool(graph, tool, before);
    onAdd(grown, id);
    setOpen(false);
  };
  return (
    <>
      <Button icon="plus" onClick={() => setOpen(true)}>
        {t.workflow.addTool}
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} wide title={t.workflow.addTool}>
        {isOpen && <Tools onAdd={add} />}
      </Dialog>
    </>
  );
}

function Tools({ onAdd }: { onAdd: (tool: string) => void }) {
  const t = useText();
  const tools = useQuery(toolsQuery);
  const [wanted, setWanted] = useState("");
  const fits = (tool: Tool) =>
    `${tool.name} ${tool.title}`.toLowerCase().includes(wanted.trim().toLowerCase());
  return (
    <>
      <TextField
        label={t.workflow.findTool}
        type="search"
        value={wanted}
        onChange={({ target }) => setWanted(target.value)}
      />
      <Loaded query={tools} height={280}>
        {(all) => (
          <ul className={styles.tools}>
            {all.filter(fits).map((tool) => (
              <li key={tool.name}>
                <button type="button" className={styles.tool} onClick={() => onAdd(tool.name)}>
                  <code>{tool.name}</code>
                  {tool.changes && <Badge tone="warn">{t.workflow.changesData}</Badge>}
                  <span className={styles.title}>{tool.title}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </>
  );
}
