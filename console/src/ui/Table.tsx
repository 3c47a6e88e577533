/** A table of rows from the API: headings stay visible, the first cell names the row, a narrow window scrolls it. */
import type { ReactNode } from "react";
import styles from "./Table.module.css";

export interface Column<Row> {
  key: string;
  /** Empty for a column of buttons. */
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Numbers are aligned at the right. */
  numeric?: boolean;
  /** Hides the column where there is little room. */
  wide?: boolean;
  /** Moves the content of the column below that of the first one where there is little room. */
  under?: boolean;
}

interface TableProps<Row> {
  /** The content of the table, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Shown at the end: a button for the next page, for example. */
  footer?: ReactNode;
}

export function Table<Row>({ label, columns, rows, rowKey, footer }: TableProps<Row>) {
  const className = ({ numeric, wide, under }: Column<Row>) =>
    [numeric && styles.numeric, (wide || under) && styles.wide].filter(Boolean).join(" ") || undefined;
  const moved = columns.filter((column) => column.under);
  return (
    // A region that scrolls must be reachable by keyboard.
    <div className={styles.scroll} role="group" aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {columns.map((column) =>
              column.header === "" ? (
                <td key={column.key} className={className(column)} />
              ) : (
                <th key={column.key} scope="col" className={className(column)}>
                  {column.header}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column, place) => (
                <td key={column.key} className={className(column)}>
                  {column.cell(row)}
                  {place === 0 && moved.length > 0 && (
                    <div className={styles.moved}>
                      {moved.map((other) => (
                        <span key={other.key}>{other.cell(row)}</span>
                      ))}
                    </div>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {footer && <div className={styles.footer}>{footer}</div>}
    </div>
  );
}
