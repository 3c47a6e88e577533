/** A form, its fields beside each other, and JSON as people read it. */
import type { FormEvent, ReactNode } from "react";
import { writeJson } from "../json";
import styles from "./Form.module.css";

interface FormProps {
  id?: string;
  /** Gets the values of the fields by their names. */
  onSubmit: (values: FormData) => void;
  children: ReactNode;
}

export function Form({ id, onSubmit, children }: FormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget));
  };
  return (
    <form {...(id && { id })} className={styles.form} onSubmit={submit}>
      {children}
    </form>
  );
}

/** Fields beside each other where there is room. */
export function Fields({ children }: { children: ReactNode }) {
  return <div className={styles.fields}>{children}</div>;
}

/** Returns the trimmed text of a field. */
export function textOf(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === "string" ? value.trim() : "";
}

export function Json({ value }: { value: unknown }) {
  return <pre className={styles.json}>{writeJson(value)}</pre>;
}

/** The steps of a task: those that are done, the present one, those to come. */
export function Steps({ label, names, at }: { label: string; names: readonly string[]; at: number }) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {names.map((name, place) => (
        <li
          key={name}
          className={place < at ? styles.done : place === at ? styles.present : styles.later}
          aria-current={place === at ? "step" : undefined}
        >
          <span className={styles.number}>{place + 1}</span>
          {name}
        </li>
      ))}
    </ol>
  );
}
