/** The answer of an agent: text, tables, and a chart where a table has numbers over time. */
import { useFormats } from "../../format";
import { useText } from "../../text";
import { Chart } from "../../ui/Chart";
import { Json } from "../../ui/Form";
import { Table } from "../../ui/Table";
import styles from "./Agents.module.css";
import { type Block, blocks, plotted, spans, tableOf } from "./markdown";

export function Answer({ text }: { text: string }) {
  const trimmed = text.trim();
  if (/^[[{]/.test(trimmed)) {
    const table = tableOf(trimmed);
    return table ? <Grid {...table} /> : <Raw text={trimmed} />;
  }
  return (
    <div className={styles.answer}>
      {blocks(text).map((block, place) => (
        <Part key={place} block={block} />
      ))}
    </div>
  );
}

function Part({ block }: { block: Block }) {
  switch (block.kind) {
    case "heading":
      return <h3>{block.text}</h3>;
    case "list":
      return (
        <ul>
          {block.items.map((item, number) => (
            <li key={number}>
              <Line text={item} />
            </li>
          ))}
        </ul>
      );
    case "table":
      return <Grid header={block.header} rows={block.rows} />;
    case "text":
      return (
        <p>
          <Line text={block.text} />
        </p>
      );
  }
}

function Raw({ text }: { text: string }) {
  try {
    return <Json value={JSON.parse(text)} />;
  } catch {
    return <p>{text}</p>;
  }
}

function Line({ text }: { text: string }) {
  return spans(text).map((span, place) => {
    switch (span.look) {
      case "code":
        return <code key={place}>{span.text}</code>;
      case "strong":
        return <strong key={place}>{span.text}</strong>;
      default:
        return span.text;
    }
  });
}

function Grid({ header, rows }: { header: readonly string[]; rows: readonly (readonly string[])[] }) {
  const t = useText();
  const format = useFormats();
  const chart = plotted(header, rows);
  const numbered = rows.map((cells, number) => ({ cells, number }));
  return (
    <>
      {chart && (
        <Chart
          label={t.agents.chart(chart.label)}
          times={chart.times}
          height={160}
          series={[
            {
              label: chart.label,
              color: "--c-load",
              values: chart.values,
              format: (value) => value.toLocaleString(format.language),
            },
          ]}
        />
      )}
      <div className={styles.table}>
        <Table
          label={t.agents.table}
          rows={numbered}
          rowKey={(row) => String(row.number)}
          columns={header.map((name, place) => ({
            key: `${place}`,
            header: name,
            cell: (row: (typeof numbered)[number]) => row.cells[place] ?? "",
          }))}
        />
      </div>
    </>
  );
}
