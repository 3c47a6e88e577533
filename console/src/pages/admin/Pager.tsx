/** Pages of a long list: where the person is, the pages beside it, and a field that goes to any page. */
import { type FormEvent, useEffect, useState } from "react";
import { useFormats } from "../../format";
import { useText } from "../../text";
import { IconButton } from "../../ui/Button";
import styles from "./Admin.module.css";
import { pageCount, pageOf, span } from "./pages";

interface PagerProps {
  page: number;
  limit: number;
  total: number;
  /** Whether more rows may match than `total`. */
  more?: boolean;
  onPage: (page: number) => void;
}

export function Pager({ page, limit, total, more, onPage }: PagerProps) {
  const t = useText();
  const format = useFormats();
  const [text, setText] = useState(String(page));
  useEffect(() => setText(String(page)), [page]);
  const last = pageCount(total, limit);
  const { from, to } = span(page, limit, total);
  const go = (event: FormEvent) => {
    event.preventDefault();
    const wanted = pageOf(text, last);
    setText(String(wanted));
    onPage(wanted);
  };
  const all = `${format.number(total)}${more ? "+" : ""}`;
  return (
    <div className={styles.pager}>
      <span role="status" className="muted num">
        {t.admin.common.range(format.number(from), format.number(to), all)}
      </span>
      {last > 1 && (
        <form className={styles.pages} onSubmit={go}>
          <IconButton
            icon="back"
            label={t.admin.common.earlier}
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          />
          <input
            className={styles.pageField}
            aria-label={t.admin.common.page}
            inputMode="numeric"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onBlur={go}
          />
          <span className="muted num">{t.admin.common.ofPages(format.number(last))}</span>
          <IconButton
            icon="chevron"
            label={t.admin.common.later}
            disabled={page >= last}
            onClick={() => onPage(page + 1)}
          />
        </form>
      )}
    </div>
  );
}
