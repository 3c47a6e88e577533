/** The drawing of a workflow: nodes by depth, edges, and the state of a run on each node. */
import {
  Background,
  type Connection,
  Controls,
  type Edge,
  Handle,
  type Node,
  type NodeChange,
  type NodeProps,
  Position,
  ReactFlow,
  useNodesState,
} from "@xyflow/react";
import "@xyflow/react/dist/style.css";
import { useEffect, useMemo, useState } from "react";
import { useText } from "../../../text";
import { Badge } from "../../../ui/Card";
import { Icon } from "../../../ui/Icon";
import styles from "./Canvas.module.css";
import {
  connect,
  disconnect,
  edgesOf,
  type Graph,
  type GraphNode,
  layout,
  mayConnect,
  NODE_HEIGHT,
  NODE_WIDTH,
  removeNode,
  type Step,
  summary,
} from "./graph";

interface Content extends Record<string, unknown> {
  node: GraphNode;
  step: Step | undefined;
  hasProblem: boolean;
  /** Whether the drawing goes downwards. */
  isNarrow: boolean;
}
type Box = Node<Content, "step">;

const STEP_TONES = {
  begun: "info",
  done: "good",
  skipped: "neutral",
  planned: "accent",
  failed: "bad",
  waiting: "warn",
} as const;

const NODE_TYPES = { step: StepBox };

export interface CanvasProps {
  graph: Graph;
  steps: ReadonlyMap<string, Step>;
  /** The nodes that the server's last error is about. */
  problems: readonly string[];
  selected: string | undefined;
  onSelect: (id: string | undefined) => void;
  onChange: (graph: Graph) => void;
}

export function Canvas({ onSelect, onChange, ...shown }: CanvasProps) {
  const t = useText();
  const { graph, steps } = shown;
  const [boxes, applyChanges] = useBoxes(shown);
  const [selectedEdge, setSelectedEdge] = useState<string>();
  const edges = useMemo(
    () => edgesOf(graph).map((edge) => drawn(edge, steps, selectedEdge, t.workflow.edge)),
    [graph, steps, selectedEdge, t],
  );
  const change = (changes: NodeChange<Box>[]) => {
    for (const one of changes) {
      if (one.type === "select" && one.selected) {
        onSelect(one.id);
      }
    }
    // The graph decides which nodes exist and which is selected.
    applyChanges(changes.filter((one) => one.type === "position" || one.type === "dimensions"));
  };
  const remove = ({ nodes, edges }: { nodes: readonly Node[]; edges: readonly Edge[] }) => {
    const without = edges.reduce((rest, edge) => disconnect(rest, edge.source, edge.target), graph);
    onChange(nodes.reduce((rest, node) => removeNode(rest, node.id), without));
  };
  const join = ({ source, target }: Connection) => onChange(connect(graph, source, target));
  return (
    <div className={styles.canvas}>
      <ReactFlow
        nodes={boxes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        onNodesChange={change}
        onEdgesChange={(changes) => {
          for (const one of changes) {
            if (one.type === "select") {
              setSelectedEdge(one.selected ? one.id : undefined);
            }
          }
        }}
        onConnect={join}
        isValidConnection={({ source, target }) => mayConnect(graph, source, target)}
        onDelete={remove}
        onPaneClick={() => onSelect(undefined)}
        deleteKeyCode={["Backspace", "Delete"]}
        multiSelectionKeyCode={null}
        selectionKeyCode={null}
        zoomOnScroll={false}
        preventScrolling={false}
        fitView
        fitViewOptions={{ maxZoom: 1, padding: 0.15 }}
        minZoom={0.25}
        aria-label={t.workflow.canvas}
        proOptions={{ hideAttribution: true }}
        ariaLabelConfig={{
          "node.a11yDescription.default": t.workflow.nodeHelp,
          "edge.a11yDescription.default": t.workflow.edgeHelp,
          "controls.ariaLabel": t.workflow.controls,
          "controls.zoomIn.ariaLabel": t.workflow.zoomIn,
          "controls.zoomOut.ariaLabel": t.workflow.zoomOut,
          "controls.fitView.ariaLabel": t.workflow.fitView,
        }}
      >
        <Background gap={20} />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  );
}

/** Turns the nodes of the graph into boxes, which keep the places to which the person dragged them. */
function useBoxes({ graph, steps, problems, selected }: Omit<CanvasProps, "onSelect" | "onChange">) {
  const t = useText();
  const [boxes, setBoxes, applyChanges] = useNodesState<Box>([]);
  const [isNarrow] = useState(() => matchMedia("(max-width: 700px)").matches);
  useEffect(() => {
    const places = layout(graph, isNarrow);
    setBoxes((before) => {
      const known = new Map(before.map((box) => [box.id, box]));
      return graph.nodes.map((node) => ({
        // The library measures a box once: a changed node keeps its measures and its place.
        ...known.get(node.id),
        id: node.id,
        type: "step",
        width: NODE_WIDTH,
        height: NODE_HEIGHT,
        position: known.get(node.id)?.position ?? places.get(node.id) ?? { x: 0, y: 0 },
        selected: node.id === selected,
        deletable: node.type !== "trigger",
        ariaLabel: `${node.id}: ${t.workflow.types[node.type]}`,
        data: { node, step: steps.get(node.id), hasProblem: problems.includes(node.id), isNarrow },
      }));
    });
  }, [graph, steps, problems, selected, isNarrow, setBoxes, t]);
  return [boxes, applyChanges] as const;
}

function drawn(
  { from, to, when }: { from: string; to: string; when?: boolean | null },
  steps: ReadonlyMap<string, Step>,
  selected: string | undefined,
  name: (from: string, to: string) => string,
): Edge {
  const id = `${from} ${to}`;
  return {
    id,
    source: from,
    target: to,
    type: "default",
    selected: id === selected,
    animated: steps.get(to)?.status === "begun",
    ariaLabel: name(from, to),
    ...(when !== undefined && when !== null && { label: String(when) }),
  };
}

function StepBox({ data, selected }: NodeProps<Box>) {
  const t = useText();
  const { node, step, hasProblem, isNarrow } = data;
  const look = [styles.box, selected && styles.selected, hasProblem && styles.problem];
  return (
    <div className={look.filter(Boolean).join(" ")}>
      {node.type !== "trigger" && <Handle type="target" position={isNarrow ? Position.Top : Position.Left} />}
      <span className={styles.head}>
        <strong className={styles.id}>{node.id}</strong>
        {hasProblem && <Icon name="warning" className={styles.warning} />}
        {step && <Badge tone={STEP_TONES[step.status]}>{t.workflow.steps[step.status]}</Badge>}
      </span>
      <span className={styles.summary}>
        {t.workflow.types[node.type]}
        {summary(node) && ` · ${summary(node)}`}
      </span>
      <Handle type="source" position={isNarrow ? Position.Bottom : Position.Right} />
    </div>
  );
}
